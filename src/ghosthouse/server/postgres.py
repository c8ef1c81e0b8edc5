"""The store on PostgreSQL, for houses with several nodes. The same statements as on SQLite, by asyncpg.

Each append is a transaction of its own on one of a few connections; PostgreSQL itself commits together what comes together. Any
failure whose outcome is not certain says so (`unsure`), and the desk reads the log before it answers anybody.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, Literal

import asyncpg

from ghosthouse.table.entries import Row

from . import store as sql
from .logs import log
from .store import Done, ListUpdate, Outcome, StoreAway

CONNECTIONS = 8
TIMEOUT = 10.0

# What PostgreSQL says when a statement was certainly not carried out: the disk is full, the server is read-only, or it is starting.
_CERTAIN = (
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.ReadOnlySQLTransactionError,
    asyncpg.exceptions.SyntaxOrAccessError,
    asyncpg.exceptions.DataError,
    asyncpg.exceptions.CannotConnectNowError,
)
# The last but one is what the driver says when its connection dies in the middle of an answer.
_AWAY = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, asyncpg.InternalClientError, asyncio.TimeoutError)


class PostgresStore:
    """A store on a PostgreSQL server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = "postgresql"
        self._pool: Any = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=0, max_size=CONNECTIONS, timeout=TIMEOUT, command_timeout=TIMEOUT
            )  # no least number: the pool would fill the log with tracebacks while PostgreSQL is away
            try:
                async with self._pool.acquire() as connection:
                    await _migrate(connection)
            except BaseException:
                await self.close()
                raise
        except _AWAY as problem:
            raise StoreAway(f"PostgreSQL does not answer: {problem}") from problem

    async def close(self) -> None:
        """Finish what is under way, and let go."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=TIMEOUT)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), TIMEOUT)
            except _AWAY:
                self._pool.terminate()
            self._pool = None

    def append(self, table: str, row: Row, due: int | None, done: Done, guest: str = "") -> None:
        """Store a row in a transaction of its own."""

        async def work() -> None:
            done(await self._append(table, row, due, guest))

        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _append(self, table: str, row: Row, due: int | None, guest: str) -> Outcome:
        try:
            connection = await self._pool.acquire(timeout=TIMEOUT)
        except (*_AWAY, AttributeError):
            return "failed"
        try:
            if due is None and not guest:
                return await _add(connection, table, row)
            async with connection.transaction():
                added = await _add(connection, table, row)
                if added == "stored" and due is not None:
                    await connection.execute(sql.WATCH, table, due)
                if added == "stored" and guest:
                    await connection.execute(sql.ADD_SEATED, table, guest)
            return added
        except _CERTAIN:
            return "failed"
        except Exception as problem:  # whatever it was: a row whose fate nobody is told would stop its table for good
            if not isinstance(problem, _AWAY):
                log.exception("append_broke", table=table)
            return "unsure"
        finally:
            await self._release(connection)

    async def _release(self, connection: Any) -> None:
        with contextlib.suppress(Exception):  # the pool has dropped it already, or will
            await self._pool.release(connection, timeout=TIMEOUT)

    async def create(self, update: ListUpdate, rows: Sequence[Row]) -> Literal["made", "there", "code"]:
        """Store a new table with its first rows."""
        try:
            async with self._pool.acquire(timeout=TIMEOUT) as connection, connection.transaction():
                if await connection.execute(sql.ADD_TABLE, *sql.table_values(update)) != "INSERT 0 1":
                    return "there" if await connection.fetchval("SELECT 1 FROM tables WHERE id = $1", update.id) else "code"
                for row in rows:
                    await _add(connection, update.id, row)
                for who, guest in update.listing.seats:
                    if who == "person":
                        await connection.execute(sql.ADD_SEATED, update.id, guest)
                return "made"
        except (*_AWAY, AttributeError) as problem:
            raise StoreAway(str(problem)) from problem

    async def rows(self, table: str, after: int) -> tuple[list[Row], dict[str, str]]:
        """Read the rows of a table behind an entry."""
        rows = await self.all(sql.ROWS, table, after)
        names = await self.all(sql.NAMES, table)
        return [sql.log_row(row) for row in rows], {str(guest): str(name) for guest, name in names}

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """Read how far some tables have come."""
        statement = "SELECT wanted.id, (SELECT max(at) FROM log WHERE table_id = wanted.id) FROM unnest($1::text[]) AS wanted (id)"
        found = await self.all(statement, list(tables))
        return {str(table): int(str(at)) for table, at in found if at is not None}

    async def claim_due(self, now: int) -> list[str]:
        """Take the tables that are due, and put them five seconds off; other nodes skip what this one takes."""
        statement = (
            "UPDATE tables SET due = $2 WHERE id IN (SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT 100 "
            "FOR UPDATE SKIP LOCKED) RETURNING id"
        )
        return [str(row[0]) for row in await self.all(statement, now, now + 5_000)]

    async def list_tables(self, updates: Sequence[ListUpdate]) -> None:
        """Write list entries."""
        await self.run(*((sql.LIST, sql.list_values(update)) for update in updates))

    async def all(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Read."""
        try:
            async with self._pool.acquire(timeout=TIMEOUT) as connection:
                return [tuple(row.values()) for row in await connection.fetch(statement, *values)]
        except (*_AWAY, AttributeError) as problem:
            raise StoreAway(str(problem)) from problem

    async def run(self, *steps: tuple[str, tuple[object, ...]]) -> None:
        """Write."""
        try:
            async with self._pool.acquire(timeout=TIMEOUT) as connection, connection.transaction():
                for statement, values in steps:
                    await connection.execute(statement, *values)
        except (*_AWAY, AttributeError) as problem:
            raise StoreAway(str(problem)) from problem


async def _add(connection: Any, table: str, row: Row) -> Outcome:
    added = await connection.execute(sql.ADD_ROW, table, row.at, row.command or None, row.body, row.hash)
    return "stored" if added == "INSERT 0 1" else "taken"


async def _migrate(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(4706)")  # nodes that start together take turns
        there = await connection.fetchval("SELECT to_regclass('house')")
        version = int(await connection.fetchval("SELECT value FROM house WHERE name = 'schema'")) if there else 0
        for number, step in enumerate(sql.steps_from(version), version + 1):
            for statement in step:
                await connection.execute(statement)
            await connection.execute(sql.SCHEMA, str(number))
