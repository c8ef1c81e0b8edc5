"""The log of a table: what happened, one entry after another, each chained to the one before by its hash.

The log is the truth: everything else about a table is what comes out when it is folded (`fold.Table`). It never leaves the house as
it is, because it holds the secret of the deal and every choice that is still sealed.

Times (`when`) are milliseconds since 1970. Persons stand in the log by a number that means nothing (`guest`); names are kept apart,
so that they can be deleted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .messages import Clock


class Entry(Struct, tag_field="k", forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What all entries have: when it was written."""

    when: int


class Created(Entry, tag="created", kw_only=True):
    """A table is made. `secret` is the house's half of the chance of the first game; its hash is shown from the start.

    `opening` is a position line where its games begin in the middle: then somebody practises, alone with bots.
    """

    table: str
    code: str
    game: str
    edition: str
    seats: int
    options: dict[str, str | int | bool] = {}
    deck: str = ""
    clock: Clock = Clock()
    open: bool = False
    eyes: bool = False
    hints: bool = True
    opening: str = ""
    secret: str


class Sat(Entry, tag="sat"):
    """A person takes a seat that was free or a bot's. `token` is the hash of the seat's secret."""

    seat: int
    guest: str
    token: str


class BotSat(Entry, tag="bot"):
    """A bot takes a free seat."""

    seat: int
    level: str


class Freed(Entry, tag="freed"):
    """A bot leaves its seat before the start."""

    seat: int


class Left(Entry, tag="left"):
    """A person leaves for good, by wish or let go while away. Once the game runs, a bot of this level plays on."""

    seat: int
    level: str = ""
    let_go: bool = False


class Resized(Entry, tag="resized"):
    """The seats that stay, in their order, and free ones behind them up to `count`."""

    keep: list[int]
    count: int


class Arranged(Entry, tag="arranged"):
    """The seats are exchanged: new seat i is old seat `order[i]`. `lots` if they were drawn."""

    order: list[int]
    lots: bool = False


class Configured(Entry, tag="configured"):
    """What is agreed has changed."""

    edition: str
    options: dict[str, str | int | bool]
    clock: Clock
    open: bool
    eyes: bool
    hints: bool = True


class Ticketed(Entry, tag="ticketed"):
    """A person prepares to move their seat to another device; `hash` is that of the ticket."""

    seat: int
    hash: str


class Claimed(Entry, tag="claimed"):
    """The ticket was shown on another device: the seat has a new secret, and perhaps another guest."""

    seat: int
    guest: str
    token: str


class Promised(Entry, tag="promised"):
    """A person promises bytes for the next deal."""

    seat: int
    hash: str


class Started(Entry, tag="started"):
    """The seats are closed, and the table deals when all promised bytes are shown. `fill`: bots of this level sit down first."""

    rules: int
    fill: str = ""


class Shown(Entry, tag="shown"):
    """A person shows the promised bytes."""

    seat: int
    bytes: str


class Dealt(Entry, tag="dealt"):
    """The table waits no longer for bytes that were promised and not shown."""


class Moved(Entry, tag="moved"):
    """A decision. `sum` is the checksum of the state that it was made in; `spent` is how long it took.

    `by` says who made it, where it was not the person on the seat.
    """

    seat: int
    move: str
    sum: int
    spent: int = 0
    by: Literal["", "bot", "policy"] = ""


class Away(Entry, tag="away"):
    """The house plays for a person: time ran out, the connection is gone, or they asked for it."""

    seat: int
    why: Literal["time", "gone", "rest"]


class Returned(Entry, tag="returned"):
    """The person is back."""

    seat: int


class UndoAsked(Entry, tag="undo"):
    """A person asks to go back to before this ply."""

    seat: int
    ply: int


class Allowed(Entry, tag="allowed"):
    """A person answers that wish."""

    seat: int
    ask: int
    yes: bool


class Halted(Entry, tag="halted"):
    """The only person at the table stops the game, or lets it go on."""

    seat: int
    on: bool


class Lost(Entry, tag="lost"):
    """The house itself was away for so long: nobody's clock pays for it."""

    ms: int


class Said(Entry, tag="said"):
    """One of the ready phrases."""

    seat: int
    phrase: str


class Conceded(Entry, tag="conceded"):
    """A person gives the game up."""

    seat: int


class Again(Entry, tag="again"):
    """Another game: the same seats, a new secret. `rules` is the version it is played by.

    `carried` are the options that follow from how the last game ended, such as who starts; they hold for this game alone.
    """

    secret: str
    rules: int
    carried: dict[str, str | int | bool] = {}


class Closed(Entry, tag="closed"):
    """Nobody came back for a long time: the table is put away."""


AnyEntry = (
    Created | Sat | BotSat | Freed | Left | Resized | Arranged | Configured | Ticketed | Claimed | Promised | Started | Shown
    | Dealt | Moved | Away | Returned | UndoAsked | Allowed | Halted | Lost | Said | Conceded | Again | Closed
)  # fmt: skip

_read: Callable[[str], AnyEntry] = msgspec.json.Decoder(AnyEntry).decode
_write = msgspec.json.Encoder().encode


class Row(Struct, frozen=True):
    """An entry as it is stored: its number (from 1), the id of the command it carries out, its text, and the chained hash."""

    at: int
    command: str
    body: str
    hash: str


class BrokenChain(Exception):
    """A stored log is not what was written: it is kept as it is, and the table stands still."""


def chain(previous: str, at: int, command: str, body: str) -> str:
    """Return the hash of an entry, which also covers all entries before it."""
    return hashlib.sha256(f"{previous}\n{at}\n{command}\n{body}".encode()).hexdigest()


def row_of(entry: Any, at: int, command: str, previous: str) -> Row:
    """Write an entry as a row."""
    body = _write(entry).decode()
    return Row(at, command, body, chain(previous, at, command, body))


def kind_of(row: Row) -> type[AnyEntry]:
    """The kind of a row's entry, unchecked."""
    return type(_read(row.body))


def entry_of(row: Row, at: int, previous: str) -> AnyEntry:
    """Read a row back; a row that is missing, doubled or changed is an error."""
    if row.at != at:
        raise BrokenChain(f"entry {at} is expected, entry {row.at} stands there")
    if chain(previous, row.at, row.command, row.body) != row.hash:
        raise BrokenChain(f"entry {row.at} was changed after it was written")
    try:
        return _read(row.body)
    except msgspec.DecodeError as problem:
        raise BrokenChain(f"entry {row.at} cannot be read: {problem}") from None
