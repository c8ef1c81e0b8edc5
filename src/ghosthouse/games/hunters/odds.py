"""The exact chance that the next roll busts. It depends on the Dangerous dice in the middle and on the size of the roll, no more.

Every die shows 5 or 6 with chance 1/3, whatever its colour, so a roll of n dice has 3**n equally likely outcomes, and all of them
are counted out of 81 here, four dice being the largest roll.
"""

from __future__ import annotations

from fractions import Fraction

from ghosthouse.kernel.rule import rule

from .state import BUST_AT

OUTCOMES = 81


@rule
def bust_of_81(danger: int, size: int) -> int:
    """How many of 81 equally likely outcomes of a roll of `size` dice (0 to 4) bring the Dangerous dice to three or more. GH-29."""
    found = 0
    for outcome in range(OUTCOMES):
        bad = danger
        rest = outcome
        for _ in range(size):
            if rest % 3 == 0:
                bad += 1
            rest //= 3
        if bad >= BUST_AT:
            found += 1
    return found


def bust(danger: int, size: int) -> Fraction:
    """The chance that a roll busts."""
    return Fraction(bust_of_81(danger, size), OUTCOMES)


def percent(danger: int, size: int) -> int:
    """The chance that a roll busts in whole per cent, as the table says it."""
    return int(bust(danger, size) * 100 + Fraction(1, 2))
