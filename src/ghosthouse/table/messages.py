"""The words that a table and its people exchange, as types: commands come in, messages go out.

The browser's types, the JSON Schema and the AsyncAPI document are generated from these (`ghosthouse.server.contract`).
Bounds stand in the types, so that what is out of bounds is refused where it is read.
Everything that people read is a `Line`: an id and what fills it; the browser words it from `/api/words/{language}`.

A conversation over the websocket:

    -> {"t": "hello", "table": "k3v9...", "seen": 0}
    <- {"t": "welcome", "protocol": 1, ...}
    <- {"t": "table", ...}                    the whole table as this viewer may know it
    -> {"t": "move", "id": "a7...", "decision": 57, "move": "play K2"}
    <- {"t": "ok", "id": "a7...", "at": 58}   it is stored, for good
    <- {"t": "table", "at": 58, ...}          what came of it: sent to everybody at the table

Each command carries an `id` that its sender made up (16 random bytes are plenty). A command whose answer got lost is sent again
with the same id, and is then answered without being done twice. After a refusal the next attempt is a new command with a new id.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.view import Choice, View

PROTOCOL = 1
MOST_SEATS = 64
MOST_FRAME = 16 * 1024  # bytes that one incoming frame may have

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="made up by the sender; the same id means the same command")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43,86}$", description="a secret of 32 random bytes or more, base64url")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", description="SHA-256, hexadecimal")]
Bytes16 = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$", description="16 random bytes, hexadecimal")]
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{4,32}$", description="a table's id, or its short code")]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Place = Annotated[int, Meta(ge=-1, lt=MOST_SEATS, description="a seat, or -1: none")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
MoveText = Annotated[
    str, Meta(min_length=1, max_length=200, description="as `Choice.move` writes it, or a text that was asked for")
]
Level = Annotated[str, Meta(pattern=r"^[a-z0-9_-]{0,32}$")]
PhraseId = Annotated[str, Meta(pattern=r"^[a-z0-9_.]{1,64}$")]
PositionLine = Annotated[str, Meta(max_length=4096, description="a position as one line, or nothing: a new game is dealt")]
OptionName = Annotated[str, Meta(max_length=48)]
OptionValue = Annotated[str, Meta(max_length=64)] | int | bool
Options = Annotated[dict[OptionName, OptionValue], Meta(max_length=48)]
DeckText = Annotated[str, Meta(max_length=8192)]
Name = Annotated[str, Meta(max_length=64, description="a public name; it is trimmed to 24 characters")]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think: no bound, per move, a bank with an increment for each move, or days (per move, without grace)."""

    kind: Literal["none", "move", "bank", "days"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


# --- What comes in --------------------------------------------------------------------------------------------------------


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first frame on a socket: which table, from which entry on, and who.

    `seen` is the `at` of the last message received (0: nothing yet). `token` is the secret of a seat; without it the guest's cookie
    (or bearer token) decides. `eyes` is a seat through which a spectator wants to watch, where the table allows it.
    """

    table: TableId
    seen: Count = 0
    token: Token | None = None
    eyes: Place = -1


class Command(Struct, tag_field="t", forbid_unknown_fields=True):
    """What all commands have: an id of their own."""

    id: Id


class Move(Command, tag="move"):
    """Answer a decision. `decision` is the number that the table message gave; another seat's move does not make it stale."""

    decision: Count
    move: MoveText


class Sit(Command, tag="sit"):
    """Take a free seat or a bot's (-1: any). `token` becomes the secret of the seat: keep it, the house keeps only its hash."""

    seat: Place
    token: Token
    name: Name = ""


class Claim(Command, tag="claim"):
    """Move a seat to this device, with a ticket that the other device made (`ticket`). `token` becomes the secret of the seat."""

    ticket: Token
    token: Token


class Ticket(Command, tag="ticket"):
    """Make a ticket with which another device can claim my seat once. `hash` is the SHA-256 of the ticket's text."""

    hash: Hash


class Leave(Command, tag="leave"):
    """Leave my seat for good: it becomes free before the start, and a bot's after it."""


class PutBot(Command, tag="bot"):
    """Put a bot into a free seat."""

    seat: SeatNumber
    level: Level = ""


class Free(Command, tag="free"):
    """Take a bot out of its seat before the start; or let go of the seat of somebody who has been away, so that a bot keeps it."""

    seat: SeatNumber


class SetSeats(Command, tag="seats"):
    """Change the number of seats before the start; free seats go first."""

    count: Annotated[int, Meta(ge=1, le=MOST_SEATS)]


class Swap(Command, tag="swap"):
    """Exchange two seats before the start."""

    a: SeatNumber
    b: SeatNumber


class ShuffleSeats(Command, tag="shuffle"):
    """Draw lots for all seats before the start."""


class Configure(Command, tag="configure"):
    """Change what is agreed before the start; what is left out stays as it is."""

    edition: Annotated[str, Meta(max_length=48)] | None = None
    options: Options | None = None
    clock: Clock | None = None
    open: bool | None = None
    eyes: bool | None = None
    hints: bool | None = None


class Commit(Command, tag="commit"):
    """Promise 16 random bytes for the next deal: `hash` is the SHA-256 of the bytes."""

    hash: Hash


class Reveal(Command, tag="reveal"):
    """Show the promised bytes, when the table is dealing."""

    bytes: Bytes16


class Start(Command, tag="start"):
    """Start the game; `fill` names the level of the bots that take the free seats."""

    fill: Level | None = None


class Rest(Command, tag="rest"):
    """Let the house play for me until I am back."""


class Back(Command, tag="back"):
    """I am back: my seat is mine again."""


class Pause(Command, tag="pause"):
    """Stop the bots and the clock, or let them go on, when I am the only person who plays."""

    on: bool = True


class Undo(Command, tag="undo"):
    """Ask to go back to before my last move."""


class Allow(Command, tag="allow"):
    """Answer somebody's wish to go back. `ask` is the number of the wish."""

    ask: Count
    yes: bool


class Concede(Command, tag="concede"):
    """Give the game up."""


class Say(Command, tag="say"):
    """Say one of the ready phrases."""

    phrase: PhraseId


class Rematch(Command, tag="rematch"):
    """Play again: the same seats, the same agreement."""


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Ask whether the house is still there."""


AnyCommand = (
    Move | Sit | Claim | Ticket | Leave | PutBot | Free | SetSeats | Swap | ShuffleSeats | Configure | Commit | Reveal | Start
    | Rest | Back | Pause | Undo | Allow | Concede | Say | Rematch
)  # fmt: skip
Incoming = Hello | Ping | AnyCommand


# --- What goes out --------------------------------------------------------------------------------------------------------


class Welcome(Struct, tag_field="t", tag="welcome"):
    """The answer to `hello`: the socket now follows this table. `table` is the id, also where a short code was given."""

    protocol: int
    table: str
    you: int


class Ok(Struct, tag_field="t", tag="ok", gc=False):
    """A command has been stored for good, as entry `at` of the table."""

    id: str
    at: int


class No(Struct, tag_field="t", tag="no", omit_defaults=True):
    """A command, or a request, was refused, and nothing has changed.

    `code` is stable: nonsense, illegal (with the `clause` of the rulebook), not_your_turn, stale, bad_setup, forbidden, not_now,
    busy, too_fast, unknown, unavailable. `line` is the sentence for people, `message` the same for developers. `id` is empty where
    no command could be read.
    """

    code: str
    line: Line
    message: str = ""
    id: str = ""
    clause: str = ""


class Paused(Struct, tag_field="t", tag="paused"):
    """The house cannot store moves just now; play goes on by itself. `on` is False when it does."""

    on: bool
    line: Line


class Pong(Struct, tag_field="t", tag="pong"):
    """The house is still there."""

    now: int


class Bye(Struct, tag_field="t", tag="bye"):
    """The last message before the house closes a socket. `again` says whether coming back makes sense."""

    code: str
    line: Line
    again: bool


class Heard(Struct, omit_defaults=True, gc=False):
    """One line as this viewer may hear it. `ply` is the move it belongs to, or -1 for talk around the table (`by` says who)."""

    at: int
    line: Line
    ply: int = -1
    by: int = -1


class Seat(Struct, omit_defaults=True, gc=False):
    """What everybody may know of a seat, beside the game.

    `here`: connected. `away`: the house plays for this person until they are back. `left_ms` is what is left of their time, by the
    table's clock or by the rules of the game (at `now` of the message), `running` whether it runs, `grace_ms` how long the house
    still waits before it plays for them.
    """

    seat: int
    who: Literal["free", "person", "bot"]
    name: str = ""
    level: str = ""
    here: bool = False
    away: bool = False
    conceded: bool = False
    promised: bool = False
    left_ms: int = -1
    running: bool = False
    grace_ms: int = -1


class UndoWish(Struct):
    """Somebody wants to go back: who asks, to before which ply, and whose answer is still missing. `ask` is its number."""

    ask: int
    seat: int
    ply: int
    waiting: list[int]


class Fair(Struct, omit_defaults=True, gc=False):
    """What is needed to check the deal at home. `secret` is shown when the game has ended.

    The key of all chance is the first 16 bytes of HMAC-SHA256(secret, name + all shown bytes in seat order), where `name` is
    `table/game`, and `commitment` is the SHA-256 of the secret.
    """

    name: str
    commitment: str
    promises: dict[str, str] = {}
    bytes: dict[str, str] = {}
    secret: str = ""


class Result(Struct, omit_defaults=True):
    """How a game ended: by the rules, by concession, or because everybody had left."""

    reason: Literal["rules", "conceded", "abandoned"]
    winners: list[int] = []
    scores: list[int] = []


class Round(Struct):
    """A round that has ended: its number, the ply at which it had, and the points that stood then, as one viewer knew them.

    `scores` is empty where points lie face down while the game goes on; when it has ended, they are told.
    """

    number: int
    ply: int
    scores: list[int]


class TableMessage(Struct, tag_field="t", tag="table", gc=False):
    """The whole table as one viewer may know it. It is sent on joining and after every change.

    - `lines`: forget every line with `at` above `after`, then add these.
    - `decision` is the number to answer with a `move`; 0 while this viewer owes nothing. `choices` are what could be tried.
    - `may` lists the commands that this viewer could use now, and `hint` where a hint may be asked for (over HTTP): the browser
      offers those and decides no rule.
    - `own_deck`: it is played with a deck file that somebody brought.
    - `practice`: the games here begin at a position of somebody's choice, and nobody else can sit down.
    - `ply` counts the moves of this game, `game` the games at this table. `view` is None before the first deal.
    - `now` is the house's clock in milliseconds.
    """

    table: str
    code: str
    at: int
    after: int
    lines: list[Heard]
    phase: Literal["lobby", "dealing", "playing", "finished", "closed"]
    title: str
    options: dict[str, str | int | bool]
    own_deck: bool
    game: int
    ply: int
    you: int
    eyes: int
    seats: list[Seat]
    clock: Clock
    now: int
    open: bool
    allow_eyes: bool
    allow_hints: bool
    practice: bool
    paused: bool
    decision: int
    view: View | None
    choices: list[Choice]
    may: list[str]
    undo: UndoWish | None
    fair: Fair | None
    result: Result | None
    spectators: int


Outgoing = Welcome | TableMessage | Ok | No | Paused | Pong | Bye

read_incoming = msgspec.json.Decoder(Incoming).decode
read_command = msgspec.json.Decoder(AnyCommand).decode
read_outgoing = msgspec.json.Decoder(Outgoing).decode
write = msgspec.json.Encoder().encode
