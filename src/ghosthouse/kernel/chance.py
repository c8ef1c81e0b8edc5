"""Chance comes through the door: every draw is SipHash-2-4 of (ply, index) under a 128-bit key.

The key never enters a state, so nobody who sees a state, or copies one, can see tomorrow's shuffle.
The word drawn for index i of ply p is SipHash-2-4 with the message of eight bytes `p * 2**32 + i`, little-endian; a bounded draw
multiplies its upper 32 bits by the bound and rejects the few that would bias it. `docs/reference/chance.md` says the same with
test vectors, so that anybody can check a deal at home.

In this module alone words are unsigned: every addition and left shift is masked, and constants whose names end in `_U` become
unsigned words in compiled code.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from .layout import Ints, layout, word64
from .rule import rule

ALL_U = 0xFFFFFFFFFFFFFFFF
HALF_U = 0xFFFFFFFF
V0_U = 0x736F6D6570736575
V1_U = 0x646F72616E646F6D
V2_U = 0x6C7967656E657261
V3_U = 0x7465646279746573
LENGTH_U = 8 << 56  # the length of the message, in the top byte of its last block
FINAL_U = 0xFF
ZERO_U, ONE_U, TWO_U = 0, 1, 2
S13_U, S16_U, S17_U, S21_U, S24_U, S32_U = 13, 16, 17, 21, 24, 32
S51_U, S48_U, S47_U, S43_U = 51, 48, 47, 43
HALF = 0xFFFFFFFF  # the same as HALF_U, for signed arithmetic
STREAM = 0xFFFFFFFF


@layout
class ChanceRecord:
    """What compiled code holds for the chance of one game."""

    k0: int = word64()
    k1: int = word64()
    ply: int = word64()
    index: int = word64()


class Chance:
    """The chance of one game in plain Python: key, place in the stream, the journal of events, and scripted draws.

    `script` holds numbers that `draw` gives out before it draws any: scenarios fix dice with it. Shuffles are never scripted.
    """

    __slots__ = ("index", "journal", "k0", "k1", "ply", "script")

    def __init__(self, key: bytes, ply: int = 0) -> None:
        if len(key) != 16:
            raise ValueError(f"a chance key has 16 bytes, not {len(key)}")
        self.k0 = int.from_bytes(key[:8], "little")
        self.k1 = int.from_bytes(key[8:], "little")
        self.ply = ply
        self.index = 0
        self.journal: list[tuple[int, ...]] = []
        self.script: list[int] = []


def fresh_key() -> bytes:
    """Return a key that nobody can guess."""
    return secrets.token_bytes(16)


def key_from(seed: int, game: int = 0) -> bytes:
    """Return the key of game number `game` of a seeded run, the same one that batches use (restart 0)."""
    c = Chance(bytes(16))
    spread_key(c, seed & ALL_U, game, 0)
    return c.k0.to_bytes(8, "little") + c.k1.to_bytes(8, "little")


def key_from_text(text: str) -> bytes:
    """Return a key from any text, for people who like to name their seeds."""
    return hashlib.sha256(text.encode()).digest()[:16]


@rule
def siphash(k0: int, k1: int, message: int) -> int:
    """SipHash-2-4 of one 8-byte message, as a 64-bit word."""
    v0 = k0 ^ V0_U
    v1 = k1 ^ V1_U
    v2 = k0 ^ V2_U
    v3 = k1 ^ V3_U ^ message
    for _ in range(2):  # loops, which a CPU unrolls and a GPU keeps short
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    v0 ^= message
    v3 ^= LENGTH_U
    for _ in range(2):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    v0 ^= LENGTH_U
    v2 ^= FINAL_U
    for _ in range(4):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@rule
def _sip_round(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
    v0 = (v0 + v1) & ALL_U
    v1 = (((v1 << S13_U) & ALL_U) | (v1 >> S51_U)) ^ v0
    v0 = ((v0 << S32_U) & ALL_U) | (v0 >> S32_U)
    v2 = (v2 + v3) & ALL_U
    v3 = (((v3 << S16_U) & ALL_U) | (v3 >> S48_U)) ^ v2
    v0 = (v0 + v3) & ALL_U
    v3 = (((v3 << S21_U) & ALL_U) | (v3 >> S43_U)) ^ v0
    v2 = (v2 + v1) & ALL_U
    v1 = (((v1 << S17_U) & ALL_U) | (v1 >> S47_U)) ^ v2
    v2 = ((v2 << S32_U) & ALL_U) | (v2 >> S32_U)
    return v0, v1, v2, v3


@rule(native="int64")
def _signed(word: int) -> int:
    """Read a word below 2**63 as an ordinary signed integer."""
    return word


@rule(native="uint64")
def _unsigned(number: int) -> int:
    """Read a number that is not negative as an unsigned word."""
    return number


@rule
def _next_word(c: Any) -> int:
    message = ((c.ply << S32_U) & ALL_U) + c.index
    c.index += ONE_U
    return siphash(c.k0, c.k1, message)


@rule
def lot(c: Any, ways: int) -> int:
    """Prepare several draws at once, whose bounds multiply to `ways`, at most 2**31: `part` draws them, one after another.

    What is taken from the key is half a word that favours none of the outcomes. A word is most of what a draw costs, and half of
    one is enough for the dice of a roll.
    """
    while True:  # one hash in the text, so that a GPU's copies of a draw stay small
        half = _signed(_next_word(c) >> S32_U)
        rest = (half * ways) & HALF
        if rest >= ways:  # only below can a bias hide: find out, and take another where it does
            return half
        if rest >= (HALF + 1 - ways) % ways:
            return half


@rule
def _keyed_draw(c: Any, n: int) -> int:
    return (lot(c, n) * n) >> 32


@rule(native=_keyed_draw)
def draw(c: Any, n: int) -> int:
    """Draw one of 0 .. n-1, all equally likely: from the script while it lasts, then from the key; n is at most 2**31."""
    if c.script:
        return _scripted(c, n)
    return _keyed_draw(c, n)


@rule
def _keyed_part(c: Any, half: int, n: int) -> tuple[int, int]:
    product = half * n
    return product >> 32, product & HALF


@rule(native=_keyed_part)
def part(c: Any, half: int, n: int) -> tuple[int, int]:
    """Draw one of 0 .. n-1 from what is left of a lot, or from the script while it lasts; return it, and what is left now."""
    if c.script:
        return _scripted(c, n), half
    return _keyed_part(c, half, n)


def _scripted(c: Any, n: int) -> int:
    number: int = c.script.pop(0)
    if not 0 <= number < n:
        raise ValueError(f"the script says {number}, but here 0 to {n - 1} can be drawn")
    return number


@rule
def shuffle(c: Any, cards: Ints, n: int) -> None:
    """Put the first n cards of an array (at most 1,600) in an order that is equally likely to be any.

    Shuffles are most of what a game draws, so one word serves six places, three with each half.
    """
    last = n - 1
    while last >= 1:
        word = _next_word(c)
        last = _settle_three(cards, last, _signed(word >> S32_U))
        last = _settle_three(cards, last, _signed(word & HALF_U))


@rule
def _settle_three(cards: Ints, last: int, half: int) -> int:
    """Change the cards in three places, from `last` down, with cards drawn from there down; return the next place.

    What is left of a half when a number is drawn from it draws the next one: all three together are one draw of `ways`, and it is
    without bias if that one is (Lemire, "Batched ranged random integer generation", 2024). A biased half settles nothing.
    """
    if last < 1:
        return last
    second = max(last - 1, 0)
    third = max(last - 2, 0)
    first_draw = half * (last + 1)
    second_draw = (first_draw & HALF) * (second + 1)
    third_draw = (second_draw & HALF) * (third + 1)
    ways = (last + 1) * (second + 1) * (third + 1)
    rest = third_draw & HALF
    if rest < ways and rest < (HALF + 1) % ways:  # a bias can hide below `ways` only, and seldom does
        return last
    _swap(cards, last, first_draw >> 32)
    _swap(cards, second, second_draw >> 32)
    _swap(cards, third, third_draw >> 32)
    return last - 3


@rule
def _swap(cards: Ints, one: int, other: int) -> None:
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@rule
def spread_key(c: Any, seed: int, game: int, restart: int) -> None:
    """Give `c` the key of game number `game` of a seeded run, started for the `restart`-th time, and rewind it."""
    message = ((_unsigned(game) << S24_U) & ALL_U) + _unsigned(restart) * TWO_U
    c.k0 = siphash(_unsigned(seed), V1_U, message)
    c.k1 = siphash(_unsigned(seed), V1_U, message + ONE_U)
    c.ply = ZERO_U
    c.index = ZERO_U


@rule
def start_ply(c: Any, ply: int) -> None:
    """Turn to the draws of a ply: the deal is ply 0, the first decision ply 1."""
    c.ply = _unsigned(ply)
    c.index = ZERO_U


# A policy is not chance: it picks among legal actions, from a cheap stream of its own that no record holds.


@rule
def next_pick(stream: int) -> int:
    """Step the stream of a random policy (xorshift on 32 bits, which signed 64-bit integers hold)."""
    stream ^= (stream << 13) & STREAM
    stream ^= stream >> 17
    stream ^= (stream << 5) & STREAM
    return stream


@rule
def bounded(stream: int, n: int) -> int:
    """Turn the state of a policy stream into one of 0 .. n-1."""
    return (stream * n) >> 32
