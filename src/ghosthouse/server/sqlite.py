"""The store on one SQLite file: the default. WAL, `synchronous=FULL`, one writer thread with group commit.

All writes of all tables that wait at the same moment are committed together: one sync of the disk serves them all, and each of them
is told after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

from ghosthouse.table.entries import Row

from . import store as sql
from .store import Done, ListUpdate, Outcome, StoreAway

MOST_TOGETHER = 256

Work = Callable[[sqlite3.Connection], Any]


def question_marks(statement: str) -> str:
    """Write a statement as SQLite reads it."""
    return statement.replace("$", "?")


class SqliteStore:
    """A store in a file."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.name = "sqlite"
        self._waiting: queue.SimpleQueue[tuple[Work, Callable[[Any, BaseException | None], None]] | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "sqlite-reader")
        self._writer: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reads: sqlite3.Connection | None = None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, cached_statements=64)
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -8192")
        return connection

    async def open(self) -> None:
        """Open the file, bring its schema up to date, and start the writer."""
        self._loop = asyncio.get_running_loop()
        try:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            writes = self._connect()
            try:
                migrate(writes)
            except BaseException:
                writes.close()  # which rolls back what was begun
                raise
            self._reads = self._connect()
        except (OSError, sqlite3.Error) as problem:
            raise StoreAway(f"{self.path} cannot be opened: {problem}") from problem
        self._writer = threading.Thread(target=self._write_on, args=(writes,), name="sqlite-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what is still waiting, then close the file."""
        if self._writer is not None:
            self._waiting.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        self._reader.shutdown(wait=True)
        if self._reads is not None:
            self._reads.close()
            self._reads = None

    # --- the writer -----------------------------------------------------------------------------------------------------

    def _write_on(self, connection: sqlite3.Connection) -> None:
        last = False
        while not last:
            works = [self._waiting.get()]
            while len(works) < MOST_TOGETHER:
                try:
                    works.append(self._waiting.get_nowait())
                except queue.Empty:
                    break
            last = None in works
            self._write([work for work in works if work is not None], connection)
        connection.close()

    def _write(self, works: list[tuple[Work, Callable[[Any, BaseException | None], None]]], connection: sqlite3.Connection) -> None:
        told: list[tuple[Callable[[Any, BaseException | None], None], Any, BaseException | None]] = []
        problem: BaseException | None = None
        try:
            connection.execute("BEGIN IMMEDIATE")
            for work, done in works:
                told.append((done, work(connection), None))
        except Exception as caught:
            problem = StoreAway(str(caught))  # nothing was committed: certainly not stored
        else:
            try:
                connection.execute("COMMIT")
            except sqlite3.Error as caught:
                problem = InDoubt(str(caught))
        if problem is not None:
            told = [(done, None, problem) for _, done in works]
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except sqlite3.Error:
                pass  # the file is gone; the next attempt says so again
        if told and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody is left to be told
                self._loop.call_soon_threadsafe(_tell, told)

    async def _do(self, work: Work) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def done(result: Any, problem: BaseException | None) -> None:
            if future.cancelled():
                return
            if problem is None:
                future.set_result(result)
            else:
                future.set_exception(problem if isinstance(problem, StoreAway) else StoreAway(str(problem)))

        self._waiting.put((work, done))
        return await future

    # --- what a store does ----------------------------------------------------------------------------------------------

    def append(self, table: str, row: Row, due: int | None, done: Done, guest: str = "") -> None:
        """Put a row in line for the next commit."""

        def work(connection: sqlite3.Connection) -> Outcome:
            values = (table, row.at, row.command or None, row.body, row.hash)
            if connection.execute(_ADD_ROW, values).rowcount != 1:
                return "taken"
            if due is not None:
                connection.execute(_WATCH, (table, due))
            if guest:
                connection.execute(_ADD_SEATED, (table, guest))
            return "stored"

        def told(result: Any, problem: BaseException | None) -> None:
            done("unsure" if isinstance(problem, InDoubt) else "failed" if problem is not None else result)

        self._waiting.put((work, told))

    async def create(self, update: ListUpdate, rows: Sequence[Row]) -> Literal["made", "there", "code"]:
        """Store a new table with its first rows."""

        def work(connection: sqlite3.Connection) -> str:
            if connection.execute(question_marks(sql.ADD_TABLE), sql.table_values(update)).rowcount != 1:
                there = connection.execute("SELECT 1 FROM tables WHERE id = ?1", (update.id,)).fetchone()
                return "there" if there else "code"
            for row in rows:
                connection.execute(_ADD_ROW, (update.id, row.at, row.command or None, row.body, row.hash))
            for who, guest in update.listing.seats:
                if who == "person":
                    connection.execute(_ADD_SEATED, (update.id, guest))
            return "made"

        made: Literal["made", "there", "code"] = await self._do(work)
        return made

    async def rows(self, table: str, after: int) -> tuple[list[Row], dict[str, str]]:
        """Read the rows of a table behind an entry."""
        rows = await self.all(sql.ROWS, table, after)
        names = await self.all(sql.NAMES, table)
        return [sql.log_row(row) for row in rows], {str(guest): str(name) for guest, name in names}

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """Read how far some tables have come."""
        statement = "SELECT wanted.value, (SELECT max(at) FROM log WHERE table_id = wanted.value) FROM json_each($1) AS wanted"
        found = await self.all(statement, json.dumps(list(tables)))
        return {str(table): int(str(at)) for table, at in found if at is not None}

    async def claim_due(self, now: int) -> list[str]:
        """Take the tables that are due, and put them five seconds off."""

        def work(connection: sqlite3.Connection) -> list[str]:
            due = [row[0] for row in connection.execute("SELECT id FROM tables WHERE due <= ?1 ORDER BY due LIMIT 100", (now,))]
            for table in due:
                connection.execute(_WATCH, (table, now + 5_000))
            return due

        if not await self.all("SELECT 1 FROM tables WHERE due <= $1 LIMIT 1", now):
            return []
        claimed: list[str] = await self._do(work)
        return claimed

    async def list_tables(self, updates: Sequence[ListUpdate]) -> None:
        """Write list entries."""
        await self.run(*((sql.LIST, sql.list_values(update)) for update in updates))

    async def all(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Read."""
        text = question_marks(statement)

        def read() -> list[tuple[object, ...]]:
            assert self._reads is not None
            found: list[tuple[object, ...]] = self._reads.execute(text, values).fetchall()
            return found

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read)
        except (sqlite3.Error, AssertionError, RuntimeError) as problem:
            raise StoreAway(str(problem)) from problem

    async def run(self, *steps: tuple[str, tuple[object, ...]]) -> None:
        """Write."""
        texts = [(question_marks(statement), values) for statement, values in steps]

        def work(connection: sqlite3.Connection) -> None:
            for text, values in texts:
                connection.execute(text, values)

        await self._do(work)


class InDoubt(Exception):
    """The commit itself failed: nobody knows what is on the disk until it is read."""


_ADD_ROW = question_marks(sql.ADD_ROW)
_ADD_SEATED = question_marks(sql.ADD_SEATED)
_WATCH = question_marks(sql.WATCH)


def _tell(told: list[tuple[Callable[[Any, BaseException | None], None], Any, BaseException | None]]) -> None:
    for done, result, problem in told:
        done(result, problem)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema of a file up to date, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'house'").fetchone()
    version = int(connection.execute("SELECT value FROM house WHERE name = 'schema'").fetchone()[0]) if there else 0
    for number, step in enumerate(sql.steps_from(version), version + 1):
        for statement in step:
            connection.execute(statement)
        connection.execute(question_marks(sql.SCHEMA), (str(number),))
    connection.execute("COMMIT")
