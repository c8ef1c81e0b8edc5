"""How sure a figure is: intervals that hold the true value 95 times out of a hundred."""

from __future__ import annotations

from math import sqrt

import msgspec

Z = 1.959963984540054  # the normal quantile of 97.5 %


class Interval(msgspec.Struct, frozen=True):
    """A figure and the 95 % interval around it."""

    value: float
    low: float
    high: float


def wilson(hits: int, trials: int) -> Interval:
    """The share of hits with Wilson's interval, which stays between 0 and 1 and holds for rare hits too.

    >>> wilson(0, 0)
    Interval(value=0.0, low=0.0, high=1.0)
    """
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = hits / trials
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return Interval(share, 0.0 if hits == 0 else middle - half, 1.0 if hits == trials else middle + half)


def mean_interval(total: float, squares: float, count: int) -> Interval:
    """The mean of `count` numbers from their sum and the sum of their squares, with the normal interval of a mean."""
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    mean = total / count
    if count == 1:
        return Interval(mean, mean, mean)
    half = Z * sqrt(max(0.0, squares - total * mean) / (count - 1) / count)
    return Interval(mean, mean - half, mean + half)
