"""Looking after a house's database: copies, taken while the house runs; putting one back; and everything as lines of JSON.

Each function returns a sentence that says what was done, or raises `BadSetup` with what would work.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

from ghosthouse.kernel.refusal import BadSetup

from . import store as sql
from .settings import Settings
from .store import StoreAway, make_store, without_password


@contextlib.contextmanager
def only_house(settings: Settings) -> Iterator[None]:
    """Hold a database file while a house is open on it: a second house without a bus would not hear of what the first one does."""
    if settings.bus not in ("", "memory") or "://" in settings.database:
        yield
        return
    Path(settings.database).parent.mkdir(parents=True, exist_ok=True)
    with open(settings.database, "ab") as file:
        if not _lock(file):
            raise BadSetup(f"another house is open on {settings.database}: choose another --database, or a --bus for both")
        yield


def _lock(file: IO[bytes]) -> bool:
    """Take the lock that houses use among themselves; the database's own locks are of another kind. It ends with the process."""
    try:
        import fcntl
    except ImportError:  # not on this system: whoever opens two houses on one file has been warned by the docs
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _file(database: str) -> Path:
    if "://" in database:
        raise BadSetup("a PostgreSQL database is backed up with its own tools (pg_dump); `export` works for it too")
    path = Path(database)
    if not path.is_file():
        raise BadSetup(f"there is no database at {path}")
    return path


def backup(database: str, to: str) -> str:
    """Copy a SQLite database, also while a house runs on it. The copy is complete in itself."""
    source, target = _file(database), Path(to)
    if target.exists():
        raise BadSetup(f"{target} exists already: choose another name")
    try:
        with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target)) as copy:
            there.backup(copy)
            tables = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
    except (OSError, sqlite3.Error) as problem:
        target.unlink(missing_ok=True)
        raise BadSetup(f"{source} cannot be copied to {target}: {problem}") from None
    return f"{tables} tables are kept in {target}"


def restore(copy: str, database: str) -> str:
    """Put a copy in the place of a database. What was there is kept beside it; nothing is lost by a wrong word."""
    source, target = _file(copy), Path(database)
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as there:
            if there.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise BadSetup(f"{source} is damaged")
            tables = there.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as problem:
        raise BadSetup(f"{source} is no database of a house: {problem}") from None
    kept = ""
    if target.exists():
        before = target.with_name(target.name + ".before")
        if before.exists():
            raise BadSetup(f"{before} is in the way: move it first")
        with closing(sqlite3.connect(target, timeout=1)) as old:
            try:
                old.execute("PRAGMA journal_mode = DELETE")  # only whoever is alone with the file may leave the WAL
            except sqlite3.Error as problem:
                raise BadSetup(f"{target} is in use: stop the house first ({problem})") from None
        os.replace(target, before)
        for rest in ("-wal", "-shm"):
            Path(str(target) + rest).unlink(missing_ok=True)
        kept = f"; what was there is now {before}"
    with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target)) as made:
        there.backup(made)
    return f"{tables} tables are back in {target}{kept}"


def export(database: str, to: str) -> str:
    """Write every table with its log as one JSON object a line. It holds the secrets of games that are still running."""
    target = Path(to)
    if target.exists():
        raise BadSetup(f"{target} exists already: choose another name")

    async def write() -> int:
        store = make_store(database)
        await store.open()
        count = 0
        try:
            with target.open("w", encoding="utf-8") as file:
                for row in await store.all(sql.EXPORT_TABLES):
                    rows, _ = await store.rows(str(row[0]), 0)
                    log = [[line.at, line.command, line.body, line.hash] for line in rows]
                    file.write(json.dumps({"table": row[0], "code": row[1], "phase": row[2], "log": log}) + "\n")
                    count += 1
        finally:
            await store.close()
        return count

    try:
        count = asyncio.run(write())
    except (OSError, StoreAway) as problem:
        raise BadSetup(f"{without_password(database)} cannot be exported: {problem}") from None
    return f"{count} tables are written to {target}"
