"""Sets of up to 32 small numbers, held as the bits of one non-negative integer.

Everything here runs in plain Python, native code and CUDA alike, so it is written without intrinsics.
"""

from __future__ import annotations

from .rule import rule


@rule
def popcount(mask: int) -> int:
    """Count the set bits of a mask of at most 32 bits."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) & 0xFFFFFFFF) >> 24


@rule
def lowest_bit(mask: int) -> int:
    """Return the number of the lowest set bit; the mask must not be 0."""
    return popcount((mask & -mask) - 1)


@rule
def nth_bit(mask: int, n: int) -> int:
    """Return the number of the n-th set bit, counted from 0; there must be more than n."""
    for _ in range(n):
        mask &= mask - 1
    return popcount((mask & -mask) - 1)
