"""Instrument 2, failure at the n-th store call, for every n: `python -m tests.reliability.every_call`.

One game of each title is played through the real node and a real SQLite store. Then it is played again and again, and each
time another call of the store fails: before it happened, after it happened with the answer lost, or by the end of the whole
process. Every game must come to an end, with each command done exactly once.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ghosthouse import bots
from ghosthouse.house import find, find_title
from ghosthouse.server import lobby
from ghosthouse.server.bus import MemoryBus
from ghosthouse.server.node import Bots, Node
from ghosthouse.server.settings import Settings
from ghosthouse.server.sqlite import SqliteStore
from ghosthouse.server.store import Done, Guest, Outcome, StoreAway
from ghosthouse.server.wire import NewTable
from ghosthouse.table import messages
from ghosthouse.table.effects import Habits
from ghosthouse.table.entries import Row
from ghosthouse.table.fold import Table
from ghosthouse.table.may import Caller
from tests.reliability.history import Broken

KINDS = ("before", "lost", "unsure", "killed")
MOVES = 14  # decisions of the person; then they give up


class Killed(BaseException):
    """The process ends here."""


class FailingStore(SqliteStore):
    """A real store of which one call fails."""

    def __init__(self, path: Path, fail_at: int, kind: str) -> None:
        super().__init__(path)
        self.calls = 0
        self.fail_at = fail_at
        self.kind = kind
        self.killed = asyncio.Event()

    def _fails(self) -> bool:
        self.calls += 1
        return self.calls == self.fail_at

    def append(self, table: str, row: Row, due: int | None, done: Done, guest: str = "") -> None:
        if not self._fails():
            super().append(table, row, due, done, guest)
        elif self.kind == "before":
            asyncio.get_running_loop().call_soon(done, "failed")
        elif self.kind == "unsure":
            asyncio.get_running_loop().call_soon(done, "unsure")  # and it was not stored
        else:

            def told(outcome: Outcome) -> None:
                if self.kind == "killed":
                    self.killed.set()
                else:
                    done("unsure")  # it was stored, and nobody knows

            super().append(table, row, due, told, guest)

    async def all(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        await self._stumble()
        return await super().all(statement, *values)

    async def create(self, *given: Any) -> Any:
        await self._stumble()
        return await super().create(*given)

    async def run(self, *steps: Any) -> None:
        await self._stumble()
        await super().run(*steps)

    async def _stumble(self) -> None:
        if self._fails():
            if self.kind == "killed":
                self.killed.set()
                await asyncio.Event().wait()
            raise StoreAway("this call fails")


class Person:
    """Somebody who follows the table through the node, and resends what was not answered."""

    def __init__(self) -> None:
        self.table: messages.TableMessage | None = None
        self.answers: dict[str, messages.Ok | messages.No] = {}
        self.news = asyncio.Event()

    def push(self, message: messages.Outgoing) -> None:
        if isinstance(message, messages.TableMessage):
            self.table = message
        elif isinstance(message, messages.Ok | messages.No):
            before = self.answers.setdefault(message.id, message)
            if before != message:
                raise Broken(f"{message.id} was answered {before} and {message}")
        self.news.set()

    def end(self, *_: Any) -> None:
        pass


async def play(path: Path, title: str, fail_at: int, kind: str) -> int:
    """Play the game with one failing call; returns how many calls there were."""
    guest = Guest("guest-1", "t" * 64, "Ada", "en", 0)
    fail, calls = fail_at, 0
    done = False
    table_id = ""
    while not done:
        store = FailingStore(path, fail, kind)
        habits = Habits(bot_pause=(0, 0), absent_pause=0, retry=1, grace=10**9)
        node = Node(
            Settings(habits=habits), store, MemoryBus(), find, Bots(bots.player, bots.levels, bots.choose_absent, bots.advise)
        )
        node.rng = random.Random(5)
        work = asyncio.ensure_future(_session(node, guest, title))
        killed = asyncio.ensure_future(store.killed.wait())
        finished, _ = await asyncio.wait({work, killed}, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        if work in finished:
            table_id = work.result()
            done = True
        elif killed not in finished:
            work.cancel()
            raise Broken(f"{title}: with call {fail_at} failing ({kind}) the game stood still")
        killed.cancel()
        work.cancel()
        await asyncio.gather(work, killed, return_exceptions=True)
        for task in node._loops:
            task.cancel()
        calls += store.calls
        fail = 0
        await store.close()
    fresh = SqliteStore(path)
    await fresh.open()
    rows, _ = await fresh.rows(table_id, 0)
    await fresh.close()
    commands = [row.command for row in rows if row.command]
    if len(commands) != len(set(commands)) or [row.at for row in rows] != list(range(1, len(rows) + 1)):
        raise Broken(f"{title}: a command was done twice, or a number is missing")
    fold = Table(node.setups)
    for row in rows:
        fold.apply(row)
    if fold.phase != "finished":
        raise Broken(f"{title}: the log ends in phase {fold.phase}")
    mine = [row.command for row in rows if row.command.startswith("move-")]
    if mine != [f"move-{n:04}:guest-1" for n in range(len(mine))]:
        raise Broken(f"{title}: the moves stand in the log as {mine}")
    return calls


async def _session(node: Node, guest: Guest, title: str) -> str:
    """One life of the process: make or find the table, and play on until the end."""
    while True:
        try:
            await node.store.open()
            break
        except StoreAway:
            await asyncio.sleep(0.001)
    seats = max(2, find_title(title).edition.seats[0])
    wish = NewTable("the-table-1", title, seats=seats, token="s" * 43, fill="", start=True)
    made = await _insist(lambda: lobby.make_table(node, guest, wish))
    held = await _insist(lambda: node.held(made.table))
    person = Person()
    node.act(held, held.desk.join, person, Caller(guest.id), 0, -1)
    while True:
        table = person.table
        assert table is not None
        if table.phase == "finished":
            return str(made.table)
        wants: messages.Command | None = None
        turn = sum(1 for command in held.desk.table.ids if command.startswith("move-"))
        if turn >= MOVES:
            wants = messages.Concede("concede-1")
        elif table.decision:
            lit = [choice for choice in table.choices if choice.legal]
            move = next((choice.move for choice in lit if not choice.asks), lit[0].move)
            wants = messages.Move(f"move-{turn:04}", table.decision, move)
        person.news.clear()
        if wants is not None:
            node.command(held, person, Caller(guest.id), wants)
            while wants.id not in person.answers:
                person.news.clear()
                await person.news.wait()
            if isinstance(person.answers[wants.id], messages.No):
                raise Broken(f"{wants} was refused: {person.answers[wants.id]}")
            continue
        await person.news.wait()


async def _insist(do: Any) -> Any:
    for _ in range(20):
        try:
            return await do()
        except Exception as problem:
            if getattr(problem, "code", "") != "unavailable" and not isinstance(problem, StoreAway):
                raise
            await asyncio.sleep(0.001)
    raise Broken("the house stays unavailable")


def every_call(title: str, kinds: Sequence[str] = KINDS, step: int = 1) -> int:
    """Fail every call of one title's game in every way; returns how many games were played."""
    games = 0
    with tempfile.TemporaryDirectory() as folder:
        calls = asyncio.run(play(Path(folder) / "whole.db", title, 0, "before"))
        for kind in kinds:
            for n in range(1, calls + 1, step):
                asyncio.run(play(Path(folder) / f"{kind}-{n}.db", title, n, kind))
                games += 1
    return games


def main(arguments: list[str] | None = None) -> int:
    """Fail every call for every title."""
    from tests.reliability.sim import playable

    options = argparse.ArgumentParser(prog="python -m tests.reliability.every_call", description=__doc__)
    options.add_argument("--titles", default="")
    options.add_argument("--step", type=int, default=1, help="only every so many calls")
    options.add_argument("--bug", default="")
    given = options.parse_args(arguments)
    if given.bug:
        from tests.reliability import bugs

        bugs.plant(given.bug)
    begun = time.process_time()
    for title in given.titles.split(",") if given.titles else playable():
        try:
            games = every_call(title, step=given.step)
        except Broken as problem:
            print(f"BROKEN {title}: {problem}")
            return 1
        print(f"{title}: {games} games, each with another failing call ({', '.join(KINDS)}), all came to their end", flush=True)
    print(f"{time.process_time() - begun:.1f} s of CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main())
