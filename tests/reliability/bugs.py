"""Bugs to be planted, one at a time, to prove that the instruments can go red.

    python -m tests.reliability.bugs                 plants each, runs its instrument, and demands that it fails
    python -m tests.reliability.bugs early_ack       only this one

Before that, each of these runs is made without any bug, and has to be green: what is red anyhow finds nothing.

`plant(name)` changes the running process; each bug names the instrument that has to find it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SIM = ["-m", "tests.reliability.sim", "--episodes", "30", "--titles", "fright/mini,fright/amigo,hunters/mini"]
KILL = ["-m", "tests.reliability.kill", "--kills", "12"]
EVERY = ["-m", "tests.reliability.every_call", "--titles", "fright/mini"]
TESTS = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "tests.reliability.bugs"]

BUGS: dict[str, tuple[Callable[[], None], list[str]]] = {}


def bug(*instrument: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a bug with the command that has to find it."""

    def register(function: Callable[[], None]) -> Callable[[], None]:
        BUGS[function.__name__] = (function, list(instrument))
        return function

    return register


def plant(name: str) -> None:
    """Plant a bug in this process."""
    BUGS[name][0]()


# --- Law 4: acknowledged means durable ------------------------------------------------------------------------------------


@bug(*SIM)
def early_ack() -> None:
    """The desk answers when it sends the row to the store, not when the store has it."""
    from ghosthouse.table.desk import Desk

    honest = Desk._append

    def append(self: Any, entry: Any, key: str, waiting: Any) -> None:
        honest(self, entry, key, waiting)
        if waiting is not None:
            self._ok(waiting, self.table.at + 1)

    Desk._append = append  # type: ignore[method-assign]


@bug(*KILL)
def early_commit() -> None:
    """The store says "stored" before it commits; the commit follows a little later."""
    from ghosthouse.server import sqlite

    def write(self: Any, works: Any, connection: Any) -> None:
        connection.execute("BEGIN IMMEDIATE")
        told = [(done, work(connection), None) for work, done in works]
        self._loop.call_soon_threadsafe(sqlite._tell, told)
        time.sleep(0.2)
        connection.execute("COMMIT")

    sqlite.SqliteStore._write = write  # type: ignore[method-assign]


@bug(*SIM)
def no_unique_key() -> None:
    """The log has no unique key: whoever comes second is stored too."""
    from tests.reliability.world import World

    def write(self: Any, table: str, row: Any) -> str:
        self.logs[table].append(row)
        return "stored"

    World.write = write  # type: ignore[method-assign]


@bug(*SIM)
def retry_without_id() -> None:
    """The desk does not look for the id of a command that comes again."""
    from ghosthouse.table.desk import Desk

    honest = Desk._judge

    def judge(self: Any, waiting: Any, now: int) -> None:
        kept, self.table.ids = self.table.ids, {}
        try:
            honest(self, waiting, now)
        finally:
            self.table.ids = kept

    Desk._judge = judge  # type: ignore[method-assign]


@bug(*EVERY)
def guess_not_stored() -> None:
    """An unknown outcome is taken for a failure, and the command is refused."""
    from ghosthouse.table.desk import Desk
    from ghosthouse.table.refusals import Unavailable, refuse

    def unsure(self: Any, now: int) -> Any:
        _, waiting = self.pending
        self.pending = None
        if waiting is not None:
            self._no(waiting.to, waiting.command.id, refuse(Unavailable, "unavailable", "not stored"))
        return self._go_on(now)

    Desk.unsure = unsure  # type: ignore[method-assign]


@bug(*SIM)
def guess_stored() -> None:
    """An unknown outcome is taken for a success."""
    from ghosthouse.table.desk import Desk

    Desk.unsure = Desk.stored  # type: ignore[method-assign]


@bug("-m", "tests.reliability.sim", "--episodes", "200", "--titles", "fright/mini,hunters/mini,ghooost/mini")
def no_second_look() -> None:
    """A desk that is behind refuses a command without reading the log."""
    from tests.reliability import world

    honest = world.Habits
    world.Habits = lambda **more: honest(alone=True, **more)  # type: ignore[assignment,misc]


# --- Coming back, and the bus ---------------------------------------------------------------------------------------------


@bug(*SIM)
def resync_off_by_one() -> None:
    """Whoever comes back misses the line after the last one they saw."""
    from ghosthouse.table.fold import Table

    honest = Table.story_from
    Table.story_from = lambda self, seen: min(self.at, honest(self, seen) + (1 if seen else 0))  # type: ignore[method-assign]


@bug(*SIM)
def deaf_bus() -> None:
    """News from other nodes changes nothing."""
    from ghosthouse.table.desk import Desk

    Desk.nudged = lambda self, at, now: []  # type: ignore[method-assign]


@bug(*SIM)
def reads_for_ever() -> None:
    """A desk whose reading has failed once does not notice that the next one worked."""
    from ghosthouse.table.desk import Desk

    honest = Desk.tail

    def tail(self: Any, rows: Any, names: Any, now: int) -> Any:
        made = honest(self, rows, names, now)
        self.rereading = True
        return made

    Desk.tail = tail  # type: ignore[method-assign]


@bug(*TESTS, "tests/table/test_patience.py")
def clock_on_restart() -> None:
    """Clocks start anew when a process does."""
    from ghosthouse.table.desk import Desk

    honest = Desk.__post_init__

    def begin(self: Any) -> None:
        honest(self)
        for chair in self.table.chairs:
            chair.begun = max(chair.begun, self.opened) + (5_000 if self.table.at > 8 else 0)

    Desk.__post_init__ = begin  # type: ignore[method-assign]


# --- Secrets --------------------------------------------------------------------------------------------------------------


@bug("-m", "tests.reliability.leaks", "--pairs", "12", "--titles", "fright/amigo")
def spectators_see_a_hand() -> None:
    """A spectator looks through the eyes of seat 0."""
    from ghosthouse.table import project

    honest = project.eyes_of
    project.eyes_of = lambda table, seat, wished: max(0, honest(table, seat, wished))


@bug("-m", "tests.reliability.leaks", "--pairs", "12", "--titles", "fright/amigo")
def errors_tell() -> None:
    """A refusal carries the position line, "so that the report is complete"."""
    from ghosthouse.table import desk

    honest = desk.Desk._no

    def no(self: Any, to: Any, command: str, refusal: Any) -> None:
        if self.table.sitting is not None:
            refusal.args = (f"{refusal} ({self.table.sitting.position()})",)
        honest(self, to, command, refusal)

    desk.Desk._no = no  # type: ignore[method-assign]


@bug(*SIM)
def first_view_unfiltered() -> None:
    """On joining, everybody is sent the view of seat 0."""
    from ghosthouse.table.desk import Desk

    honest = Desk._message

    def message(self: Any, seat: int, seen: int, eyes: int, same: Any) -> Any:
        made = honest(self, seat, seen, eyes, same)
        if seen == 0 and self.table.phase == "playing":
            made.view = self.table.window(0).view
        return made

    Desk._message = message  # type: ignore[method-assign]


@bug(*TESTS, "tests/table/test_secrets.py")
def secret_too_early() -> None:
    """The house's half of the chance is in every message."""
    from ghosthouse.table import project

    honest = project._fair

    def fair(table: Any) -> Any:
        made = honest(table)
        made.secret = table.secret.hex()
        return made

    project._fair = fair


@bug(*TESTS, "tests/table/test_undo.py")
def undo_without_question() -> None:
    """Moves that have shown something hidden can be taken back."""
    from ghosthouse.table import judge

    judge.reveals = lambda sitting, ply: False


@bug(*TESTS, "tests/server/test_doors.py", "-k", "foreign_page")
def any_origin() -> None:
    """Any page may open a socket."""
    from ghosthouse.server import sockets

    sockets.origin_allowed = lambda *_: True


@bug(*TESTS, "tests/server/test_doors.py", "-k", "only_hashes")
def tokens_kept() -> None:
    """A seat's secret is kept as it came."""
    from ghosthouse.table import judge

    judge.hash_of = lambda token: token


@bug("-m", "tests.reliability.fuzz", "--frames", "30000")
def flooded_log() -> None:
    """Each frame that cannot be read is logged."""
    from ghosthouse.server import sockets
    from ghosthouse.server.logs import log

    honest = sockets.messages.read_incoming

    def read(frame: Any) -> Any:
        try:
            return honest(frame)
        except Exception:
            log.warning("unreadable")
            raise

    sockets.messages.read_incoming = read


@bug("-m", "tests.reliability.fuzz", "--frames", "30000")
def memory_of_frames() -> None:
    """Every frame is kept, for statistics."""
    from ghosthouse.server import sockets

    honest = sockets.messages.read_incoming
    kept: list[bytes] = []

    def read(frame: Any) -> Any:
        kept.append(bytes(2_000) + str(frame).encode())
        return honest(frame)

    sockets.messages.read_incoming = read


@bug("-m", "tests.reliability.storm", "--sockets", "16", "--storms", "1", "--sloths", "1")
def slow_readers_kept() -> None:
    """What waits for somebody who does not read may grow without end."""
    from ghosthouse.server import sockets

    sockets.MOST_QUEUED_FRAMES = sockets.MOST_QUEUED_BYTES = 1 << 60


@bug("-m", "tests.reliability.schema", "--examples", "5")
def doors_that_stumble() -> None:
    """A table that is not there is the house's own mistake."""
    from ghosthouse.server.node import Node

    honest = Node.held

    async def held(self: Any, table: str) -> Any:
        if table not in self.tables and table not in self._codes:
            raise KeyError(table)
        return await honest(self, table)

    Node.held = held  # type: ignore[method-assign]


@bug("-m", "tests.reliability.kill", "--to-the-end", "--titles", "fright/amigo")
def guests_die_with_the_house() -> None:
    """A guest's token holds for one life of the process."""
    import secrets

    from ghosthouse.server import people

    salt = secrets.token_hex(4)
    honest = people._hash
    people._hash = lambda token: honest(token + salt)


# --- Running them ---------------------------------------------------------------------------------------------------------


def pytest_configure(config: Any) -> None:
    """As a plugin of pytest: plant the bug that the environment names."""
    if name := os.environ.get("GHOSTHOUSE_BUG"):
        plant(name)


def _run(command: list[str], name: str = "") -> tuple[int, str]:
    """Run an instrument or a test, with a bug or without one; return its exit code and what it said."""
    bug = ["--bug", name] if name and "pytest" not in command else []
    environment = {**os.environ, "GHOSTHOUSE_BUG": name}
    ran = subprocess.run([sys.executable, *command, *bug], cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def main(arguments: list[str] | None = None) -> int:
    """Plant each bug in a process of its own and demand that its instrument goes red; without a bug it has to be green."""
    options = argparse.ArgumentParser(prog="python -m tests.reliability.bugs", description=__doc__)
    options.add_argument("names", nargs="*", default=list(BUGS))
    options.add_argument("--list", action="store_true")
    given = options.parse_args(arguments)
    if given.list:
        for name, (function, command) in BUGS.items():
            print(f"{name}: {function.__doc__} ({' '.join(command[1:])})")
        return 0
    missed = []
    sound: dict[tuple[str, ...], bool] = {}
    for name in given.names:
        command = BUGS[name][1]
        if tuple(command) not in sound:
            begun = time.monotonic()
            code, said = _run(command)
            sound[tuple(command)] = code == 0
            verdict = "green " if code == 0 else "RED   "
            print(f"{verdict} without a bug: {' '.join(command[1:])} in {time.monotonic() - begun:.0f} s", flush=True)
            if code:
                print(said[-800:])
        begun = time.monotonic()
        code, said = _run(command, name)
        line = next((line for line in said.splitlines() if "BROKEN" in line or line.startswith(("E  ", "FAILED"))), "")
        found = code == 1 and bool(line) and sound[tuple(command)]
        verdict, seconds = "found " if found else "MISSED", time.monotonic() - begun
        print(f"{verdict} {name} by {' '.join(command[1:3])} in {seconds:.0f} s: {line[:150]}", flush=True)
        if not found:
            print(said[-800:])
            missed.append(name)
    print(f"{len(given.names) - len(missed)} of {len(given.names)} planted bugs were found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
