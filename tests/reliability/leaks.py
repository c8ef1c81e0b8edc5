"""Instrument 6, non-interference over real sockets: `python -m tests.reliability.leaks --pairs 200`.

Two real houses hold the same running games; in the second one, everything that a chosen viewer does not know was drawn again.
The viewer then walks every path in both: live, late, back again with something seen, as a spectator, over plain HTTP, looking
back, with illegal, stale and unreadable commands. What arrives must be the same, byte for byte and in the same order, but for
the time of day.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvicorn
from websockets.asyncio.client import connect

from ghosthouse.house import find
from ghosthouse.kernel.refusal import Refusal
from ghosthouse.server.lines import WebsocketLine
from ghosthouse.server.main import House
from ghosthouse.server.settings import Settings
from ghosthouse.server.sqlite import SqliteStore
from ghosthouse.server.store import Listing, ListUpdate
from ghosthouse.table import messages
from ghosthouse.table.effects import Habits
from ghosthouse.table.fold import Table
from tests.reliability.history import Broken
from tests.server.friends import free_port, new_id
from tests.server.run_house import BOTS, TITLES
from tests.table.parlour import Parlour, token

PEOPLE = ("ada", "ben", "cleo", "dan", "eve")
TIMES = re.compile(r'"(now|left_ms|grace_ms)":-?\d+')


def running_game(title: str, number: int, seed: int, plies: int) -> Parlour:
    """A game somewhere in its middle."""
    row = find(title.partition("/")[0]).editions[title.partition("/")[2]]
    seats = min(max(3, row.seats[0]), row.seats[1])
    room = Parlour(title=title, seats=seats, seed=seed, table=f"table-{number:04}", code=f"CODE{number:02}")
    rng = random.Random(seed)
    for name in PEOPLE[:seats]:
        room.sit(name)
    room.do("ada", messages.Start)
    for _ in range(plies):
        name = next((name for name in PEOPLE[:seats] if room.sees(name).decision), None)
        if name is None:
            break
        lit = [choice.move for choice in room.sees(name).choices if choice.legal]
        room.move(name, rng.choice(lit))
        if room.table.phase != "playing":
            return running_game(title, number, seed + 1, max(0, plies // 2))
    return room


@contextlib.asynccontextmanager
async def two_houses(folder: Path, rooms: list[Parlour]) -> AsyncIterator[tuple[House, House]]:
    """Two houses in this process, each with its doors on a port, over copies of the same database."""
    store = SqliteStore(folder / "one.db")
    await store.open()
    for number, room in enumerate(rooms):
        listing = Listing("", 1, 0, [], [], messages.Clock(), [])
        await store.create(
            ListUpdate(f"table-{number:04}", f"CODE{number:02}", "playing", False, room.now, None, listing), room.rows
        )
    await store.close()
    shutil.copy(folder / "one.db", folder / "two.db")
    houses, tasks, servers = [], [], []
    for name in ("one", "two"):
        settings = Settings(
            database=str(folder / f"{name}.db"), port=free_port(), frames_per_second=1e6, requests_per_second=1e6,
            habits=Habits(grace=10**9, bot_pause=(10**7, 10**7)),
        )  # fmt: skip
        house = House(settings, find, TITLES, BOTS)
        house.node.now = lambda: rooms[0].now  # time stands still: nobody's time to decide runs out between two walks
        config = uvicorn.Config(
            house, port=settings.port, ws=WebsocketLine, ws_max_size=messages.MOST_FRAME, log_config=None, access_log=False
        )
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        houses.append(house)
        servers.append(server)
        tasks.append(asyncio.create_task(server.serve()))
    while not all(server.started for server in servers):
        await asyncio.sleep(0.01)
    try:
        yield houses[0], houses[1]
    finally:
        for server in servers:
            server.should_exit = True
        await asyncio.gather(*tasks)


async def walk(house: House, room: Parlour, seat: int) -> list[str]:
    """Everything that a viewer gets on every path."""
    heard: list[str] = []
    port, table, rng = house.settings.port, room.table.id, random.Random(seat)
    secret = token(PEOPLE[seat]) if seat >= 0 else None
    for seen in (0, len(room.rows) // 2, len(room.rows), 0):
        async with connect(f"ws://127.0.0.1:{port}/ws", compression=None, proxy=None) as socket:

            async def ask(frame: Any, answers: int, socket: Any = socket) -> None:
                await socket.send(frame if isinstance(frame, str) else messages.write(frame).decode())
                for _ in range(answers):
                    heard.append(str(await asyncio.wait_for(socket.recv(), 10)))

            await ask(messages.Hello(table, seen, secret), 2)
            me = room.table.chairs[seat].decision if seat >= 0 else 0
            for text in refused_moves(room, seat):
                await ask(messages.Move(new_id()[:8] + "-fixed", me or 1, text), 1)
            for frame in (
                messages.Move("stale-0001", max(1, (me or 2) - 1), "take"),
                messages.Undo("undo-00001") if seat < 0 else messages.Start("start-0001"),
                messages.Reveal("reveal-001", "00" * 16),
                messages.Sit("sit-000001", rng.randrange(4), "z" * 43),
                "{", '{"t":"move","id":"aaaaaaaa","decision":1}',
            ):  # fmt: skip
                await ask(frame, 1)
    for path in (f"/api/tables/{table}/view", f"/api/tables/{table}/moment/{room.table.ply}", f"/api/tables/{table}/record"):
        heard.append(await get(port, path, secret))
    return [TIMES.sub(r'"\1":0', re.sub(r'"id":"[^"]{8}-fixed"', '"id":"..."', text)) for text in heard]


def refused_moves(room: Parlour, seat: int) -> list[str]:
    """Moves that others could make, those that this viewer cannot make now, and a word that may mean nothing.

    None of them would be carried out: where a game takes typed words, somebody else's may be mine as well.
    """
    sitting = room.table.sitting
    assert sitting is not None
    texts = {choice.move for p in range(len(room.table.chairs)) for choice in sitting.choices(p)} | {"abracadabra"}

    def refused(text: str) -> bool:
        try:
            return sitting.refuse(seat, sitting.read_move(seat, text)[0]) is not None
        except Refusal:
            return True

    return sorted(text for text in texts if seat < 0 or not room.table.chairs[seat].decision or refused(text))


async def get(port: int, path: str, secret: str | None) -> str:
    """One HTTP answer, with its head, but for the date."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    header = f"X-Seat-Token: {secret}\r\n" if secret else ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{header}Connection: close\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return re.sub(r"date: [^\r]*\r\n", "", text)


async def compare(title: str, seed: int, pairs: int) -> tuple[int, int]:
    """Compare pairs of worlds; returns how many messages were compared, and in how many pairs the worlds really differed."""
    rng = random.Random(seed)
    games = max(1, min(12, pairs // 4))
    rooms = [running_game(title, number, seed + number, rng.randrange(0, 40)) for number in range(games)]
    compared = differed = 0
    with tempfile.TemporaryDirectory() as folder:
        async with two_houses(Path(folder), rooms) as (real, twin):
            wish: dict[str, tuple[int, bytes]] = {}
            adopt = twin.node.adopt

            def other_world(table: Table, names: Any) -> Any:
                held = adopt(table, names)
                viewer, key = wish["now"]
                assert table.sitting is not None
                table.sitting.state = table.sitting.imagined(viewer, key)
                return held

            twin.node.adopt = other_world  # type: ignore[method-assign]
            for number in range(pairs):
                room = rooms[number % games]
                viewer = rng.randrange(-1, len(room.table.chairs))
                key = rng.randbytes(16)
                wish["now"] = (viewer, key)
                for house in (real, twin):
                    house.node._drop(room.table.id, "idle", messages.Line("refusal.going"), again=True)
                here, there = await asyncio.gather(walk(real, room, viewer), walk(twin, room, viewer))
                other = room.table.sitting.imagined(viewer, key)
                differed += _line(room, other) != room.table.sitting.position()
                compared += len(here)
                if here != there:
                    one, two = next((one, two) for one, two in zip(here, there, strict=False) if one != two)
                    where = f"{title} ply {room.table.ply}, viewer {viewer}"
                    raise Broken(f"{where}: two worlds can be told apart: {one[:400]} / {two[:400]}")
    return compared, differed


def _line(room: Parlour, state: Any) -> str:
    sitting = room.table.sitting
    assert sitting is not None
    real, sitting.state = sitting.state, state
    line = sitting.position()
    sitting.state = real
    return line


def main(arguments: list[str] | None = None) -> int:
    """Compare pairs for every title."""
    from tests.reliability.sim import playable

    options = argparse.ArgumentParser(prog="python -m tests.reliability.leaks", description=__doc__)
    options.add_argument("--pairs", type=int, default=60, help="pairs of worlds for each title")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--titles", default="")
    options.add_argument("--bug", default="")
    given = options.parse_args(arguments)
    if given.bug:
        from tests.reliability import bugs

        bugs.plant(given.bug)
    print(f"leaks: seed {given.seed}, {given.pairs} pairs a title")
    begun = time.process_time()
    for title in given.titles.split(",") if given.titles else playable():
        try:
            compared, differed = asyncio.run(compare(title, given.seed, given.pairs))
        except Broken as problem:
            print(f"BROKEN {problem}")
            return 1
        print(f"{title}: {given.pairs} pairs ({differed} of other worlds), {compared} messages the same", flush=True)
    print(f"{time.process_time() - begun:.1f} s of CPU; nobody can tell")
    return 0


if __name__ == "__main__":
    sys.exit(main())
