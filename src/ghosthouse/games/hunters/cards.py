"""How things are written: a die `R5`, a Trap by its id, an Ally by its effect (`SWAP`, `DIE-R4`)."""

from __future__ import annotations

import string
from functools import cache

from .state import CELLS, FACES, State, Tables

COLOUR_LETTERS = "RGBY"  # red, green, blue, yellow: the order of the colour numbers
LABEL_LENGTH = 8
PHASES = ("decide", "last", "ally", "trap", "score", "second", "after", "over")
PLACES = ("in", "leaving", "passed", "bust")
LOCKS = ("-", "stay", "pass")
NOTHING = "-"

_CHARACTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_HOUSE = 1 << 60  # a card of the house: it has words of its own


def cell_text(cell: int) -> str:
    """Write a die: colour and number."""
    return f"{COLOUR_LETTERS[cell // FACES]}{cell % FACES + 1}"


def cell_of(text: str) -> int:
    """Read a die, or say -1."""
    text = text.upper()
    if len(text) != 2 or text[0] not in COLOUR_LETTERS or text[1] not in "123456":
        return -1
    return COLOUR_LETTERS.index(text[0]) * FACES + int(text[1]) - 1


ALLY_NAMES = ("SWAP", "TINT", "TURN", "BANISH", "STEEL", "ENCORE", *(f"DIE-{cell_text(cell)}" for cell in range(CELLS)))


# What a Trap is called: packed into a number, six bits a character, so that tables and events can carry it


def label(text: str, *, house: bool) -> int:
    """Pack a Trap's id into a number; cards of the house are marked, because they have words of their own."""
    if not 1 <= len(text) <= LABEL_LENGTH or any(char not in _CHARACTERS for char in text):
        raise ValueError(f"a Trap's id is 1 to {LABEL_LENGTH} letters, digits, - or _, not {text!r}")
    number = 0
    for char in text:
        number = number << 6 | _CHARACTERS.index(char)
    return number << 4 | len(text) | (_HOUSE if house else 0)


@cache
def label_text(number: int) -> str:
    """The id of a Trap from its number."""
    length, number = number & 15, (number & (_HOUSE - 1)) >> 4
    return "".join(_CHARACTERS[number >> 6 * (length - 1 - i) & 63] for i in range(length))


def is_house(number: int) -> bool:
    """Say whether a Trap is a card of the house."""
    return number & _HOUSE != 0


def trap_id(t: Tables, card: int) -> str:
    """The id of a Trap."""
    return label_text(t.label[card])


def traps_by_id(t: Tables) -> dict[str, int]:
    """The Traps of this deck by their ids, in lower case."""
    return {trap_id(t, card).lower(): card for card in range(t.traps)}


def own_traps(s: State, seat: int) -> list[int]:
    """The Traps before a player, oldest first."""
    return [s.seat[seat].traps[i] for i in range(s.seat[seat].cards)]


def row_traps(s: State) -> list[int]:
    """The Traps of the row."""
    return [s.row[i] for i in range(s.row_cards)]


def row_allies(s: State) -> list[int]:
    """The Allies of the row, by kind."""
    return [s.ally_row[i] for i in range(s.ally_row_cards)]


def middle_dice(s: State) -> list[int]:
    """The cells of the dice in the middle."""
    return [s.middle[i] for i in range(s.dice)]


def numbered(names: list[str]) -> list[str]:
    """Tell equal names apart: the second of them gets `#2`, and so on."""
    return [name if (n := names[: i + 1].count(name)) == 1 else f"{name}#{n}" for i, name in enumerate(names)]
