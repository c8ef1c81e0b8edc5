"""Instrument 10, everybody's line breaks at once, again and again: `python -m tests.reliability.storm --sockets 400 --storms 6`.

People, bots and watchers are at many tables. In each storm all sockets are cut in the same instant (every third time because the
house itself is killed), and come back within a few seconds: most with what they have seen, some with nothing. In between,
strangers ask for a table again and again and never read: the house has to drop each of them, and its memory must not follow them.
In the end everybody has to know the whole story and the same table as the log, and nothing that was acknowledged may be missing.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import re
import socket
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from ghosthouse import house as games
from tests.reliability.fuzz import frame
from tests.reliability.history import Broken
from tests.reliability.kill import Play, check, moves_on
from tests.server.friends import PATIENCE, RunningHouse

PAUSE = 0.2  # seconds that people think
HELLOS = 2_000  # of a reader that never reads
WITHIN = 3.0  # seconds within which everybody is back
BACK = PATIENCE  # seconds within which everybody has to see everything
MOST_GROWTH = 64 << 20


class Sloth:
    """Somebody who asks for a table again and again, and never reads: a system buffers some megabytes before its house notices."""

    def __init__(self, port: int, table: str) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.socket.recv(4096, socket.MSG_PEEK):
            pass  # that the socket is open is the last thing they want to know
        self.socket.sendall(frame(json.dumps({"t": "hello", "table": table}).encode()) * HELLOS)

    def close(self) -> None:
        """Give up at last."""
        self.socket.close()


def dropped(house: RunningHouse) -> int:
    """How many slow readers the house has dropped."""
    with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/metrics", timeout=PATIENCE) as answer:
        found = re.search(r"^ghosthouse_slow_readers_total (\S+)", answer.read().decode(), re.MULTILINE)
    return int(float(found[1])) if found else 0


async def storm(play: Play, rng: random.Random, *, killed: bool) -> float:
    """One storm; returns how long it took until everybody was back and saw everything."""
    house = play.houses[0]
    for friend in play.friends:
        friend.rest = rng.random() * WITHIN
        if rng.random() < 0.1:  # a page that was loaded again: nothing is remembered but who they are
            friend.forget()
    begun = time.monotonic()
    before = [friend.connects for friend in play.friends]
    if killed:
        house.kill()
        house.start()
        await asyncio.to_thread(house.ready)
    else:
        for friend in play.friends:
            friend.cut()
    while not all(friend.connects > old and friend.table for friend, old in zip(play.friends, before, strict=True)):
        if time.monotonic() - begun > BACK:
            missing = sum(friend.connects == old for friend, old in zip(play.friends, before, strict=True))
            raise Broken(f"{missing} of {len(play.friends)} are not back after {BACK:.0f} s")
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


async def run(given: argparse.Namespace, folder: Path) -> int:
    """Storms, and what is left."""
    rng = random.Random(given.seed)
    titles = [title.id for title in games.titles(lobby=True)]
    tables = max(1, given.sockets // 8)
    database = str(folder / "house.db")
    house = RunningHouse(database, bug=given.bug).start().ready()
    play = Play([house], given.seed, pause=PAUSE)
    begun = time.monotonic()
    back: list[float] = []
    lazy = 0
    try:
        for number in range(tables):
            await play.open_table(titles[number % len(titles)], 2, 1, watchers=6)
        await moves_on(play, 2 * tables)
        memory = house.memory()
        for number in range(given.storms):
            already, until = dropped(house), time.monotonic() + PATIENCE
            sloths = [Sloth(house.port, str(friend.table_id)) for friend in rng.sample(play.friends, given.sloths)]
            while (gone := dropped(house) - already) < len(sloths):
                if time.monotonic() > until:
                    raise Broken(f"{gone} of {len(sloths)} readers that never read were dropped")
                await asyncio.sleep(0.2)
            lazy += len(sloths)
            for sloth in sloths:
                sloth.close()
            back.append(await storm(play, rng, killed=number % 3 == 2))
            await moves_on(play, tables)
        grown = house.memory() - memory
        if grown > MOST_GROWTH:
            raise Broken(f"memory grew by {grown >> 20} MB")
        await play.end()
        await play.see_everything()
        counts = await check(database, play.friends)
        print(
            f"{given.storms} storms over {len(play.friends)} sockets at {tables} tables, seed {given.seed}: "
            f"back and resynced after {', '.join(f'{seconds:.1f}' for seconds in back)} s (within {WITHIN:.0f} s by wish); "
            f"{lazy} slow readers dropped; {counts['acknowledged']} acknowledged, 0 lost, 0 doubled, 0 out of order; "
            f"{counts['connections']} connections, all stories whole; "
            f"memory {grown / 2**20:+.0f} MB; {time.monotonic() - begun:.0f} s"
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
        house.__exit__()


def main(arguments: list[str] | None = None) -> int:
    """Run the instrument."""
    options = argparse.ArgumentParser(prog="python -m tests.reliability.storm", description=__doc__)
    options.add_argument("--sockets", type=int, default=400)
    options.add_argument("--storms", type=int, default=6)
    options.add_argument("--sloths", type=int, default=3, help="readers that never read, before each storm")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--bug", default="")
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gh-") as folder:
        return asyncio.run(run(given, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
