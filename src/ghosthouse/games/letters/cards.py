"""How things are written: letters as capitals, a card by its two letters (`E/J`, or `J/E` with J upright), words as they lie."""

from __future__ import annotations

from functools import cache

from .state import CARDS, Seat, Tables
from .words import capital

PHASES = ("act", "answer", "pay", "done")
COLOURS = ("", "green", "yellow", "red")
NOTHING = "-"


def letter(t: Tables, number: int) -> str:
    """Write a letter."""
    return _capital(t.sign[number])


@cache
def _capital(sign: int) -> str:
    return capital(chr(sign))


def card(t: Tables, kind: int, upright: int = 0) -> str:
    """Write a card, the upright letter first."""
    return f"{_capital(t.sign[t.pair[kind, upright]])}/{_capital(t.sign[t.pair[kind, 1 - upright]])}"


def word(t: Tables, seat: Seat) -> str:
    """Write the word to the left of a seat, or nothing where there is a gap."""
    return "".join([_capital(t.sign[seat.word[i]]) for i in range(seat.letters)])


def stack(t: Tables, seat: Seat) -> str:
    """Write a stack, the letter held longest first."""
    return "".join(letter(t, seat.stack[i]) for i in range(seat.stacked))


def hand(seat: Seat) -> list[int]:
    """The cards in a hand, in their order."""
    return [seat.hand[i] for i in range(seat.cards)]


def marked(t: Tables, mask: int) -> list[int]:
    """The cards whose bits are set, by the numbers that they carry."""
    return [t.kind[i] for i in range(CARDS) if mask >> i & 1]
