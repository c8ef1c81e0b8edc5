"""What goes over HTTP beside the table's own messages: the house, guests, the lobby, records and replays."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ghosthouse.kernel.view import View
from ghosthouse.table.lessons import LessonInfo
from ghosthouse.table.messages import Clock, DeckText, Heard, Id, Level, MoveText, Name, Options, Place, PositionLine, Round, Token

Endpoint = Annotated[str, Meta(max_length=1000, pattern=r"^https://")]  # where a push service listens for one browser


class OptionInfo(Struct):
    """A table option: its values, default, and the clause it comes from. Words: `option.<name>` of the game's phrases."""

    name: str
    default: str | int | bool
    values: list[str | int | bool]
    clause: str


class TitleInfo(Struct):
    """A game in an edition, as the lobby shows it, with the levels of bots that can play it."""

    title: str
    game: str
    edition: str
    version: int
    seats: tuple[int, int]
    minutes: int
    lobby: bool
    levels: list[str]
    options: list[OptionInfo]


class House(Struct):
    """What the browser needs to know first."""

    name: str
    version: str
    protocol: int
    titles: list[TitleInfo]
    languages: list[str]
    talk: list[str]
    push_key: str
    lan: str
    keeps_tables_days: int
    keeps_guests_days: int


class NewGuest(Struct, forbid_unknown_fields=True):
    """A guest arrives. `bot` asks for the token in the answer (a program has no cookies); `language` is for pushed messages."""

    name: Name
    language: Annotated[str, Meta(pattern=r"^[a-z]{2}$")] = "en"
    bot: bool = False


class Me(Struct, omit_defaults=True):
    """The guest as the house knows them. `token` is given once, and only to programs."""

    name: str
    language: str
    known: bool = True
    token: str = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table is asked for. The sender sits down at once, on seat `sit` (-1: nowhere) with the secret `token`.

    `fill` puts bots of a level into the other seats; `start` starts at once. The same `id` makes the same table only once.
    `opening` is a position line, for practice: the games begin there, with everything drawn again that the seat `sit` does not
    know; the others are bots, and nobody else can sit down. The line says which seats and options there are, so `seats`, `options`
    and `deck` are left out then.
    """

    id: Id
    title: Annotated[str, Meta(max_length=64)]
    seats: Annotated[int, Meta(ge=0, le=64)] = 0
    options: Options = {}
    deck: DeckText = ""
    clock: Clock = Clock()
    open: bool = False
    eyes: bool = False
    hints: bool = True
    opening: PositionLine = ""
    sit: Place = 0
    token: Token | None = None
    fill: Level | None = None
    start: bool = False


class Made(Struct):
    """A table has been made."""

    table: str
    code: str
    at: int


class Somebody(Struct, omit_defaults=True):
    """Who sits on a seat, for lists of tables."""

    who: Literal["free", "person", "bot"]
    name: str = ""
    level: str = ""


class TableInfo(Struct, omit_defaults=True):
    """A table as lists and invitations show it. `yours` is my seat in "my tables", -1 elsewhere; `turn`: I am awaited there."""

    table: str
    code: str
    title: str
    phase: str
    game: int
    ply: int
    seats: list[Somebody]
    clock: Clock
    changed: int
    yours: int = -1
    turn: bool = False
    winners: list[int] = []


class Tables(Struct):
    """A list of tables, newest first."""

    tables: list[TableInfo]


class Moment(Struct):
    """A game at an earlier ply, through one viewer's eyes."""

    ply: int
    last: int
    viewer: int
    view: View
    lines: list[Heard]


class Rounds(Struct):
    """The rounds of a game that have ended; none where a game does not count rounds."""

    rounds: list[Round]


class Hint(Struct):
    """What somebody who knows the game would do in my place: one of these moves, which are equally good."""

    seat: int
    ply: int
    decision: int
    moves: list[str]


class Reviewed(Struct):
    """A decision in a review: what was done, and what the adviser would have done knowing what the seat knew then."""

    ply: int
    move: str
    moves: list[str]
    agreed: bool


class Review(Struct):
    """All decisions of one seat in a game so far."""

    seat: int
    decisions: list[Reviewed]


class Lessons(Struct):
    """The lessons of the house, game by game, in the order in which they are meant to be taken."""

    lessons: list[LessonInfo]


class Try(Struct, forbid_unknown_fields=True):
    """A move to be tried in a lesson."""

    move: MoveText


class PushKeys(Struct, forbid_unknown_fields=True):
    """The keys of a browser's push subscription."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class PushSubscription(Struct, forbid_unknown_fields=True):
    """Where a browser wants to be told "your turn" (as `PushSubscription.toJSON()` gives it)."""

    endpoint: Endpoint
    keys: PushKeys
    expirationTime: float | None = None  # the browser's own name


class PushEnd(Struct, forbid_unknown_fields=True):
    """The subscription that a browser gives up."""

    endpoint: Endpoint


write = msgspec.json.Encoder().encode
