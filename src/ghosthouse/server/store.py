"""The store: what is written down for good. The log of the tables is the truth; everything else here can be made again from it,
but for guests, who can be deleted.

SQL statements stand in this file once, for SQLite and PostgreSQL alike, with numbered parameters `$1` ... (SQLite reads `?1`).
`sqlite.py` and `postgres.py` know how to run them, and what it means when they fail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec

from ghosthouse.kernel.refusal import BadSetup
from ghosthouse.table.entries import Row
from ghosthouse.table.messages import Clock

Outcome = Literal["stored", "taken", "failed", "unsure"]
Done = Callable[[Outcome], None]

# One step for each version of the schema, run in order inside one transaction.
# A released step is never changed; what is new is another step.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY, code TEXT NOT NULL UNIQUE, phase TEXT NOT NULL, open INTEGER NOT NULL,
            changed BIGINT NOT NULL, due BIGINT, listing TEXT NOT NULL)""",
        "CREATE INDEX tables_due ON tables (due)",
        "CREATE INDEX tables_open ON tables (open, changed)",
        """CREATE TABLE log (
            table_id TEXT NOT NULL, at INTEGER NOT NULL, command TEXT, body TEXT NOT NULL, hash TEXT NOT NULL,
            PRIMARY KEY (table_id, at), UNIQUE (table_id, command))""",
        """CREATE TABLE guests (
            id TEXT NOT NULL PRIMARY KEY, token TEXT NOT NULL UNIQUE, name TEXT NOT NULL, language TEXT NOT NULL,
            seen BIGINT NOT NULL)""",
        "CREATE TABLE seated (table_id TEXT NOT NULL, guest TEXT NOT NULL, PRIMARY KEY (table_id, guest))",
        "CREATE INDEX seated_guest ON seated (guest)",
        "CREATE TABLE pushes (endpoint TEXT NOT NULL PRIMARY KEY, guest TEXT NOT NULL, keys TEXT NOT NULL)",
        "CREATE TABLE outages (name TEXT NOT NULL PRIMARY KEY, since BIGINT NOT NULL, until BIGINT NOT NULL)",
        "CREATE TABLE house (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
        "INSERT INTO house VALUES ('schema', '1')",
    ),
)

ADD_ROW = "INSERT INTO log (table_id, at, command, body, hash) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
WATCH = "UPDATE tables SET due = $2 WHERE id = $1"
ADD_TABLE = (
    "INSERT INTO tables (id, code, phase, open, changed, due, listing) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
)
LIST = "UPDATE tables SET phase = $2, open = $3, changed = $4, due = $5, listing = $6 WHERE id = $1"
ADD_SEATED = "INSERT INTO seated (table_id, guest) VALUES ($1, $2) ON CONFLICT DO NOTHING"
ROWS = "SELECT at, command, body, hash FROM log WHERE table_id = $1 AND at > $2 ORDER BY at"
NAMES = "SELECT g.id, g.name FROM seated s JOIN guests g ON g.id = s.guest WHERE s.table_id = $1"
TABLE = "SELECT id, code, phase, open, changed, listing FROM tables WHERE id = $1 OR code = $2"
_LISTED = "SELECT t.id, t.code, t.phase, t.open, t.changed, t.listing"
_NAMED = "SELECT s.table_id, g.id, g.name FROM seated s JOIN guests g ON g.id = s.guest WHERE s.table_id IN"
_OPEN = (  # what nobody has touched for a day before the start, or for a week in the middle of a game, is no invitation any more
    "FROM tables t WHERE t.open = 1 "
    "AND (t.phase = 'lobby' AND t.changed > $1 OR t.phase IN ('playing', 'dealing') AND t.changed > $2) "
    "ORDER BY t.changed DESC LIMIT 100"
)
_MINE = "FROM seated s JOIN tables t ON t.id = s.table_id WHERE s.guest = $1 ORDER BY t.changed DESC LIMIT 200"
OPEN_TABLES, OPEN_NAMES = f"{_LISTED} {_OPEN}", f"{_NAMED} (SELECT t.id {_OPEN})"
MY_TABLES, MY_NAMES = f"{_LISTED} {_MINE}", f"{_NAMED} (SELECT t.id {_MINE})"
SEATED_AT = "SELECT table_id FROM seated WHERE guest = $1"
OLD_TABLES = (
    "SELECT id FROM tables WHERE changed < $1 AND phase IN ('finished', 'closed') OR changed < $2 AND phase = 'lobby' LIMIT 200"
)
IDLE_TABLES = "SELECT id FROM tables WHERE changed < $1 AND (due IS NULL OR due < $1) AND phase IN ('dealing', 'playing') LIMIT 200"
DELETE_TABLE = ("DELETE FROM log WHERE table_id = $1", "DELETE FROM seated WHERE table_id = $1", "DELETE FROM tables WHERE id = $1")
ADD_GUEST = "INSERT INTO guests (id, token, name, language, seen) VALUES ($1, $2, $3, $4, $5)"
GUEST = "SELECT id, token, name, language, seen FROM guests WHERE token = $1"
GUEST_BY_ID = "SELECT id, token, name, language, seen FROM guests WHERE id = $1"
NAME_GUEST = "UPDATE guests SET name = $2, language = $3 WHERE id = $1"
SEE_GUEST = "UPDATE guests SET seen = $2 WHERE id = $1"
DELETE_GUEST = ("DELETE FROM pushes WHERE guest = $1", "DELETE FROM seated WHERE guest = $1", "DELETE FROM guests WHERE id = $1")
OLD_GUESTS = "SELECT id FROM guests WHERE seen < $1 LIMIT 200"
ADD_PUSH = (
    "INSERT INTO pushes (endpoint, guest, keys) VALUES ($1, $2, $3) "
    "ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, keys = excluded.keys"
)
PUSHES = "SELECT endpoint, keys FROM pushes WHERE guest = $1"
DELETE_PUSH = "DELETE FROM pushes WHERE endpoint = $1"
END_PUSH = "DELETE FROM pushes WHERE endpoint = $1 AND guest = $2"
ADD_OUTAGE = "INSERT INTO outages (name, since, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
OUTAGES = "SELECT name, since, until FROM outages WHERE until > $1 ORDER BY since"
SCHEMA = "UPDATE house SET value = $1 WHERE name = 'schema'"
FACT = "SELECT value FROM house WHERE name = $1"
SET_FACT = "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
KEEP_FACT = "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
EXPORT_TABLES = "SELECT id, code, phase, open, changed, due, listing FROM tables ORDER BY id"


class StoreAway(Exception):
    """The store did not answer, or refused: nothing was read or written."""


class Listing(msgspec.Struct):
    """What lists of tables show, kept beside the log. Guests stand here by id; names come from the guests."""

    title: str
    game: int
    ply: int
    awaited: list[int]
    seats: list[tuple[str, str]]
    clock: Clock
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list."""

    id: str
    code: str
    phase: str
    open: bool
    changed: int
    listing: Listing


@dataclass(frozen=True, slots=True)
class ListUpdate:
    """A list entry to be written: what the log led to, and when the house has to look after the table."""

    id: str
    code: str
    phase: str
    open: bool
    changed: int
    due: int | None
    listing: Listing


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a name and no account. `token` is the hash of their secret."""

    id: str
    token: str
    name: str
    language: str
    seen: int


write_listing = msgspec.json.Encoder().encode
read_listing = msgspec.json.Decoder(Listing).decode


def table_values(update: ListUpdate) -> tuple[object, ...]:
    """The values of a new table."""
    listing = write_listing(update.listing).decode()
    return (update.id, update.code, update.phase, int(update.open), update.changed, update.due, listing)


def list_values(update: ListUpdate) -> tuple[object, ...]:
    """The values of a list entry, without the code, which stays."""
    listing = write_listing(update.listing).decode()
    return (update.id, update.phase, int(update.open), update.changed, update.due, listing)


def log_row(row: Sequence[object]) -> Row:
    """Read a row of the log."""
    at, command, body, hash_ = row
    return Row(int(str(at)), str(command or ""), str(body), str(hash_))


def listed(row: Sequence[object]) -> Listed:
    """Read a row of a list of tables."""
    identity, code, phase, is_open, changed, listing = row
    return Listed(str(identity), str(code), str(phase), bool(is_open), int(str(changed)), read_listing(str(listing)))


class Store(Protocol):
    """A place where the house writes things down. Every method but `append` raises StoreAway when the place does not answer."""

    name: str

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what is under way, and let go."""

    def append(self, table: str, row: Row, due: int | None, done: Done, guest: str = "") -> None:
        """Store a row and call `done`; `due` is when the house has to look after the table at the latest, `guest` who sits down."""

    async def create(self, update: ListUpdate, rows: Sequence[Row]) -> Literal["made", "there", "code"]:
        """Store a new table: it is `there` already if its id is, and `code` says that its code is taken."""

    async def rows(self, table: str, after: int) -> tuple[list[Row], dict[str, str]]:
        """The rows of a table behind an entry, and the names of everybody who has sat there."""

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last entry of each of these tables."""

    async def claim_due(self, now: int) -> list[str]:
        """The tables that have to be looked after now; another node is not given the same ones within five seconds."""

    async def list_tables(self, updates: Sequence[ListUpdate]) -> None:
        """Write list entries."""

    async def all(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Run a statement of this module that reads."""

    async def run(self, *steps: tuple[str, tuple[object, ...]]) -> None:
        """Run statements of this module that write, in one transaction."""


def make_store(database: str) -> Store:
    """Return the store that a setting names: a file for SQLite, or a PostgreSQL URL."""
    if database.startswith(("postgresql://", "postgres://")):
        from .postgres import PostgresStore

        return PostgresStore(database)
    if "://" in database:
        raise BadSetup(f"there is no store for {without_password(database)!r} (possible: a file, or postgresql://...)")
    from .sqlite import SqliteStore

    return SqliteStore(database)


def steps_from(version: int) -> tuple[tuple[str, ...], ...]:
    """The steps that bring a database from a version of the schema up to date; one that is newer than this house is refused."""
    if version > len(STEPS):
        raise StoreAway(f"the database has schema {version}, this house knows schemas up to {len(STEPS)}: it needs a newer house")
    return STEPS[version:]


def without_password(url: str) -> str:
    """Write a database's or bus's URL as it may be shown: without the password."""
    return re.sub(r"(?<=://)([^/@:]*):[^/@]*@", r"\1:***@", url)
