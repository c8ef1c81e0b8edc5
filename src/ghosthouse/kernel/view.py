"""What one observer may know, as a message: the only way out of a game.

A view starts empty; a game's `view.py` fills in what the seat may see, and nothing else can be in it.
It has the same shape for every game, so that one plain table draws them all: numbers, flags and zones of pieces, for the table and
for each seat. Names are ids; words for them are in the game's phrases (`zone.hand`, `number.level`, `piece.K3`).
Messages hold no circles, so Python's search for circles leaves them out (`gc=False`).
"""

from __future__ import annotations

from functools import cache

import msgspec

from .event import Line


class Piece(msgspec.Struct, omit_defaults=True, gc=False):
    """One card, die, letter or token as the observer sees it. `id` is what it shows ("K3"), empty when face down.

    Its name is the phrase `piece.ID`. A piece that no catalogue can know, such as a card that somebody typed in, brings its name
    in `text`, and in `says` what stands on it, line by line, so that it can be read in every language.
    """

    id: str = ""
    tags: list[str] = []
    text: str = ""
    says: list[Line] = []


@cache
def plain(sign: str) -> Piece:
    """The piece that shows this and nothing else. Most of every message are such pieces: each is made once, and shared by all."""
    return Piece(sign)


class Zone(msgspec.Struct, omit_defaults=True, gc=False):
    """A place where pieces lie. `count` holds also where the pieces themselves are hidden; `layout` is a hint for drawing."""

    id: str
    count: int = 0
    pieces: list[Piece] = []
    layout: str = "row"


class Place(msgspec.Struct, omit_defaults=True, gc=False):
    """One seat as the observer sees it."""

    seat: int
    numbers: dict[str, int] = {}
    flags: list[str] = []
    zones: list[Zone] = []


class View(msgspec.Struct, omit_defaults=True, gc=False):
    """The whole table as one observer may know it."""

    viewer: int
    awaited: list[int] = []
    locked: list[int] = []
    phase: str = ""
    status: Line | None = None
    numbers: dict[str, int] = {}
    flags: list[str] = []
    zones: list[Zone] = []
    places: list[Place] = []
    over: bool = False
    winners: list[int] = []
    scores: list[int] = []


class Choice(msgspec.Struct, omit_defaults=True, gc=False):
    """One thing a seat could try now: an action with its notation, lit or answered with a reason.

    `verb` groups choices under one button ("play", "take"). `picks` are the things to touch for it, in order, each written
    `zone` / `index` within the zone of the chooser's own place (or of the table, when the zone is there).
    `line` says what it would do, `why` and `clause` why it cannot be done. `asks` names a text to be typed instead ("word").
    """

    move: str
    action: int = -1
    verb: str = "play"
    picks: list[tuple[str, int]] = []
    legal: bool = True
    line: Line | None = None
    why: Line | None = None
    clause: str = ""
    asks: str = ""


def unlit(choice: Choice, why: Line, clause: str) -> Choice:
    """The same choice, which cannot be made now: answered with the reason instead of what it would do."""
    return msgspec.structs.replace(choice, legal=False, line=None, why=why, clause=clause)
