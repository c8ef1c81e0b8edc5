"""How things are written: a card by a letter for its colour and its number of ghosts (`K2`), mist as `M`; phases and calls."""

from __future__ import annotations

from functools import cache

from .state import CARDS, COLOURS, KINDS, MIST, State, Tables

LETTERS = "KWBRGY"  # black, white, blue, red, green, yellow: the order of the colour numbers
PHASES = ("play", "open", "speak", "relief", "done")
CALLS = ("-", "open", "raise", "mirror", "mist")  # by what the last card did
NOTHING, ANY = "-", "any"


@cache
def sign(colour: int, ghosts: int) -> str:
    """Write a card by its colour and ghosts; without a colour it is mist."""
    return "M" if colour >= COLOURS else f"{LETTERS[colour]}{ghosts}"


def sign_of(t: Tables, kind: int) -> str:
    """Write a card by its kind."""
    return sign(t.colour[kind], t.ghosts[kind])


def kinds_by_sign(t: Tables) -> dict[str, int]:
    """The kinds of this deck by the way they are written."""
    return {sign_of(t, kind): kind for kind in range(KINDS) if t.copies[kind]}


def pile_of(s: State) -> list[int]:
    """The kinds in the open pile, bottom first."""
    ghosts = [s.cards[CARDS - s.laid + i] + 128 for i in range(s.pile - s.mist)]
    return [MIST] * s.mist + ghosts[::-1]


def gone_of(s: State) -> list[tuple[int, int]]:
    """The cards of taken piles, oldest first: who has them, and the kind."""
    codes = [s.cards[place] + 128 for place in range(CARDS - 1, CARDS - s.laid + s.pile - s.mist - 1, -1)]
    return [(code // 32 - 1, code % 32) for code in codes]


def hand_of(s: State, seat: int) -> list[int]:
    """The kinds in a hand, in the order of its places."""
    me = s.seat[seat]
    return [me.hand[i] for i in range(me.cards)]
