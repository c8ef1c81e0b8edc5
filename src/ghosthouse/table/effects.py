"""What a desk wants done, as values, and how patient it is. Whoever drives a desk carries them out, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ghosthouse.kernel.game import Mind

from . import messages
from .entries import Row

NEVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Habits:
    """How patient a table is, in milliseconds. `lag` is added to every clock for the way over the network."""

    dealing: int = 5_000
    grace: int = 60_000
    lag: int = 1_000
    bot_pause: tuple[int, int] = (500, 1_400)
    absent_pause: int = 300
    retry: int = 500
    alone: bool = False  # no other process writes these logs


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of a seat, now or at an earlier ply, for somebody who knows the game to think about.

    `mind` holds what the seat knew; `spell` writes a move as the table writes it; `played` is what was done, empty if it is open.
    """

    seat: int
    ply: int
    decision: int
    mind: Mind
    spell: Callable[[int | str], str]
    played: str = ""


# --- Effects ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists of tables need. It is stored beside the log a little later, and can be made again from the log at any time."""

    phase: str
    title: str
    open: bool
    code: str
    game: int
    ply: int
    changed: int
    due: int | None
    awaited: list[int]
    seats: list[tuple[str, str]]  # who ("free", "person", "bot") and the guest or level
    clock: messages.Clock
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Append:
    """Store this row; nothing is true before that.

    `watch`: the house has to look after this table soon by itself, also if this process ends now. `guest`: who sits down with it.
    """

    row: Row
    watch: bool
    guest: str = ""


@dataclass(frozen=True, slots=True)
class Reread:
    """Read the rows after an entry, not before a time, and keep trying until the store answers."""

    after: int
    at: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to a connection."""

    to: Any
    message: messages.Outgoing


@dataclass(frozen=True, slots=True)
class Think:
    """Let a bot (or, with an empty level, the absent player's policy) choose, and say `thought` not before a time."""

    seat: int
    decision: int
    level: str
    mind: Mind
    at: int


@dataclass(frozen=True, slots=True)
class Changed:
    """The table has come to an entry: other nodes want to know, and so do the lists of tables."""

    at: int


@dataclass(frozen=True, slots=True)
class Wake:
    """Say `tick` at a time; it replaces any earlier wish."""

    at: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something broke inside, was answered or left out, and should be looked at: the kind of error and where, never a secret."""

    where: str
    problem: BaseException


Effect = Append | Reread | Send | Think | Changed | Wake | Trouble
