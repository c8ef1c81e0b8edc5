"""How things are written: a ghost by its value, Miss Copy as `X`, Kitty as `K`, a Miss Copy lying in the pile as a 5 as `X5`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .rules import count
from .state import COPY, KITTY, MISS_COPY, RANKS, State, Tables

NOTHING, ANY = "-", "any"
REASONS = ("", "double", "triple", "quartet", "skeletum")  # by State.again
SIGNS = {MISS_COPY: "X", KITTY: "K"} | {value: str(value) for value in range(1, RANKS + 1)}
KIND_OF = {sign: kind for kind, sign in SIGNS.items()}
SHOWN = (*range(1, RANKS + 1), MISS_COPY, KITTY)  # the order in which a heap is shown


@lru_cache(maxsize=1 << 14)  # every view shows every heap again, and most of them have not changed
def kinds_of(heap: int) -> tuple[int, ...]:
    """The kinds in a heap, one for each ghost, in the order in which they are shown."""
    return tuple(kind for kind in SHOWN for _ in range(count(heap, kind)))


def signs_of(heap: int) -> str:
    """Write a heap."""
    return words(SIGNS[kind] for kind in kinds_of(heap))


def words(signs: Iterable[str]) -> str:
    """Write signs side by side, or that there are none."""
    return " ".join(signs) or NOTHING


def pile_sign(code: int) -> str:
    """Write a ghost of the pile."""
    return f"X{code - COPY}" if code > COPY else SIGNS[code]


def pile_of(s: State) -> list[int]:
    """The ghosts of the pile, bottom first."""
    return [s.pile[place] for place in range(s.height)]


def mansion_of(s: State, t: Tables, seat: int) -> list[int]:
    """The kinds in a Mansion, the next one first."""
    return [s.hidden[seat * t.mansion + i] for i in range(s.seat[seat].mansion - 1, -1, -1)]


def crypt_of(s: State, t: Tables) -> list[int]:
    """The kinds in the Crypt, the next one first."""
    return [s.hidden[s.seats * t.mansion + i] for i in range(s.crypt - 1, -1, -1)]


def action_of(value: int, number: int, copies: int) -> int:
    """The number of a play from hand: so many ghosts of a value, and so many Miss Copies."""
    return 16 * (number - 1 + 4 * copies) + value


def play_of(action: int) -> tuple[int, int, int]:
    """Value, number and Miss Copies of a play from hand."""
    return action % 16, action // 16 % 4 + 1, action // 64
