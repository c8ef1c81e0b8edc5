"""`make bench-server`: how fast the house is, with real rules, over real sockets, every move committed before it is answered.

    python bench/server.py                   everything, about five minutes; writes its section of bench/RESULTS.md
    python bench/server.py --smoke           short rows, nothing written: does the bench itself work?
    python bench/server.py moves memory      only these rows (moves, crowd, memory, resume, start); nothing is written

The house has a core for itself, the crowd has another (`crowd.py`: open load, latency from the due time). What the house spends is
the CPU time of its whole process, the writer of the database and the system's work for its sockets included. A fixed loop runs
before, between and after: if it drifts by more than 10 %, the run is void. Latencies count only while the machine is quiet.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import crowd  # noqa: E402 - beside this file
import report  # noqa: E402
from clock import Watch, pin  # noqa: E402
from run import BUSY, LIMIT, commit, drift_of, machine, row_wishes, say, verdict  # noqa: E402

from ghosthouse import house as games  # noqa: E402

SEATS = 4  # each of them gets a view of each move
KEY = "k" * 43


class House:
    """A house in a process of its own, on one core."""

    def __init__(self, folder: Path, core: int, **environment: str) -> None:
        self.folder, self.core = folder, core
        self.environment = {**os.environ, **environment}
        self.port = crowd.free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it, and return the seconds until it answered."""
        begun = time.perf_counter()
        settings = json.dumps({"database": str(self.folder / "house.db"), "port": self.port})
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "served.py"), settings], env=self.environment, stderr=(self.folder / "log").open("ab"),
            preexec_fn=lambda: os.sched_setaffinity(0, {self.core}),
        )  # fmt: skip
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                return time.perf_counter() - begun
            if self.process.poll() is not None:
                raise SystemExit(f"bench: the house has ended: {(self.folder / 'log').read_text()[-1000:]}")
            time.sleep(0.005)

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def cpu(self) -> float:
        """The CPU seconds of all its threads, in this process and in the system."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task")
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9

    def memory(self) -> float:
        """Resident megabytes (of a million bytes)."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def loaded(self, word: str) -> bool:
        """Whether a library with this word in its name is in the process."""
        assert self.process is not None
        return word in Path(f"/proc/{self.process.pid}/maps").read_text()

    def ask(self, path: str, body: Any, guest: str = "") -> Any:
        """Post something, and return the answer."""
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {guest}"} if guest else {})}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def guests(self, count: int) -> list[str]:
        """So many people, by their tokens. They can sit at any number of tables."""
        return [self.ask("/api/guest", {"name": f"P{number}", "bot": True})["token"] for number in range(count)]

    def table(self, title: str, seats: int, guest: str, **wish: Any) -> str:
        """Make a table, and return its code."""
        body = {"id": os.urandom(8).hex(), "title": title, "seats": seats, "token": KEY, **wish}
        return str(self.ask("/api/tables", body, guest)["code"])


@contextlib.contextmanager
def open_house(core: int, **environment: str) -> Iterator[House]:
    """A house on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="gh-") as folder:
        house = House(Path(folder), core, **environment)
        house.start()
        try:
            yield house
        finally:
            house.stop()


async def seated(house: House, title: str, count: int, seed: int) -> list[crowd.Table]:
    """So many tables of a title, with people on all seats, and the games begun."""
    guests = house.guests(SEATS)
    rng = random.Random(seed)
    tables = []
    for number in range(count):
        code = await asyncio.to_thread(house.table, title, SEATS, guests[0])
        tables.append(crowd.Table(house.port, code, guests, random.Random(rng.random())))
        if len(tables) % 20 == 0 or number == count - 1:
            await asyncio.gather(*(table.sit() for table in tables[-20:] if not table.lines))
    return tables


# --- the rows ---------------------------------------------------------------------------------------------------------------


async def moves(house: House, title: str, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """What a move costs: CPU time of the house for each acknowledged move, four views sent for each."""
    people = await seated(house, title, tables, 1)
    await crowd.play_openly(people, rate, min(2.0, seconds))  # warm
    before, views = sum(table.moves for table in people), sum(table.views for table in people)
    begun = house.cpu()
    await crowd.play_openly(people, rate, seconds)
    used = house.cpu() - begun
    made = sum(table.moves for table in people) - before
    told = (sum(table.views for table in people) - views) / made
    refused = [line for table in people for line in table.refused]
    for table in people:
        table.leave()
    if refused or told < SEATS - 0.01:
        raise SystemExit(f"bench: {title}: {told:.2f} views for each move, refused: {refused[:3]}")
    return {
        "title": title,
        "tables": tables,
        "rate": rate,
        "moves": made,
        "cpu": used,
        "per_cpu_second": made / used,
        "views": told,
    }


async def throng(house: House, title: str, sockets: int, rate: float, seconds: float) -> dict[str, Any]:
    """How long people wait when many of them play at once."""
    people = await seated(house, title, sockets // SEATS, 2)
    await crowd.play_openly(people, rate, min(3.0, seconds))
    for table in people:
        table.moves, table.acked, table.told = 0, [], []
    begun, walled = house.cpu(), time.perf_counter()
    await crowd.play_openly(people, rate, seconds)
    passed = time.perf_counter() - walled
    acked, told = sorted(s for table in people for s in table.acked), sorted(s for table in people for s in table.told)
    made, lost = sum(table.moves for table in people), sum(line.lost for table in people for line in table.lines)
    for table in people:
        table.leave()
    return {
        "title": title, "sockets": sockets, "rate": rate, "seconds": seconds, "moves": made, "lost": lost,
        "busy": (house.cpu() - begun) / passed, "acked": _spread(acked), "told": _spread(told),
    }  # fmt: skip


def _spread(times: list[float]) -> dict[str, float]:
    return {
        name: 1000 * times[min(len(times) - 1, int(len(times) * share))]
        for name, share in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999))
    }


async def memory(house: House, count: int, moves: int) -> dict[str, Any]:
    """What tables cost that nobody plays at just now: games of all titles in their middle, a person connected to each."""
    lobby = list(games.titles(lobby=True))
    guests = house.guests(1)
    before, people = house.memory(), []
    for number in range(count):
        title = lobby[number % len(lobby)]
        low, high = title.edition.seats
        code = await asyncio.to_thread(house.table, title.id, min(max(low, SEATS), high), guests[0])
        people.append(crowd.Table(house.port, code, guests, random.Random(number)))
        if len(people) % 20 == 0 or number == count - 1:
            await asyncio.gather(*(table.sit() for table in people[-20:] if not table.lines))
            await crowd.play_to(people[-20:], moves)
    await asyncio.sleep(5)  # bots come to their end
    after, plies = house.memory(), statistics.mean(seen.ply for table in people for seen in table.seen if seen)
    for table in people:
        table.leave()
    return {"tables": count, "plies": plies, "before": before, "after": after, "grown": after - before}


async def resume(house: House, title: str, tables: int, plies: int) -> dict[str, Any]:
    """How long it takes until somebody sees a long game that no process holds: read, replayed, sent."""
    people = await seated(house, title, tables, 3)
    await crowd.play_to(people, plies)
    for table in people:
        table.leave()
    house.stop()
    house.start()
    loop = asyncio.get_running_loop()
    waits = []
    for table in people:
        there: asyncio.Future[float] = loop.create_future()

        def heard(text: bytes, there: Any = there) -> None:
            if text.startswith(b'{"t":"table"') and not there.done():
                there.set_result(loop.time())

        line = await crowd.connect(house.port, heard, table.guests[0])
        await asyncio.sleep(0.02)
        begun = loop.time()
        line.say(crowd.messages.Hello(table.code))
        waits.append(1000 * (await asyncio.wait_for(there, 60) - begun))
        line.transport.abort()
    return {"title": title, "moves": plies, "all": waits, "median": statistics.median(waits), "most": max(waits)}


def starts(core: int, times: int) -> dict[str, Any]:
    """How long a house takes from its start to its first answer, and whether it loads a compiler."""
    with open_house(core) as house:
        found = []
        for _ in range(times):
            house.stop()
            found.append(house.start())
    with tempfile.TemporaryDirectory() as cold, open_house(core, GHOSTHOUSE_CACHE=cold) as house:
        (guest,) = house.guests(1)
        begun = time.perf_counter()
        for title in games.titles(lobby=True):
            code = house.table(title.id, title.edition.seats[0], guest, fill="", start=True)
            with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/api/tables/{code}/view", timeout=60):
                pass
        first = time.perf_counter() - begun
        compiler = house.loaded("llvmlite")
    return {"all": found, "median": statistics.median(found), "first_games": first, "compiler": compiler}


# --- all of it --------------------------------------------------------------------------------------------------------------

ROWS = ("moves", "crowd", "memory", "resume", "start")


def main() -> int:
    """Measure, and write down what was found."""
    wish = row_wishes("python bench/server.py", "How fast the house is.", ROWS)
    core, mine = max(os.sched_getaffinity(0)), min(os.sched_getaffinity(0))
    pin(mine)
    targets = tomllib.loads((HERE / "targets.toml").read_text("utf-8"))["all"]["server"]
    found: dict[str, Any] = {"rows": []}
    watch = Watch()
    for name in wish.rows:
        say(f"server: {name}")
        for row in _measured(name, core, wish.smoke):
            watch.look()
            row["given"] = min(watch.shares[-2:])
            found["rows"].append(row | {"kind": name})
            say(f"server: {json.dumps({key: value for key, value in row.items() if key != 'all'})}")
    found |= {
        "date": datetime.date.today().isoformat(),
        "command": " ".join(["make bench-server" if not sys.argv[1:] else "python bench/server.py", *sys.argv[1:]]),
        "commit": commit(),
        "machine": machine(),
        "reference": drift_of(watch.references),
    }
    found["void"] = found["reference"]["drift"] > LIMIT
    found["lines"] = [_line(row, targets) for row in found["rows"]]
    print(json.dumps(found, indent=1) if wish.json else section(found))
    if found["void"]:
        print(f"bench: void, the reference loop drifted by {found['reference']['drift']:.0%}: the machine is busy", file=sys.stderr)
        return 0 if wish.smoke else 1
    if not wish.smoke and wish.rows == list(ROWS):
        report.write(HERE / "RESULTS.md", "bench/server.py", section(found), "server", found)
    return 0


def _measured(name: str, core: int, smoke: bool) -> Iterator[dict[str, Any]]:
    lobby = [title.id for title in games.titles(lobby=True)]
    if name == "moves":
        for title in lobby[:1] if smoke else lobby:
            with open_house(core) as house:
                yield asyncio.run(moves(house, title, *((4, 50.0, 1.0) if smoke else (200, 2500.0, 8.0))))
    elif name == "crowd":
        with open_house(core) as house:
            yield asyncio.run(throng(house, lobby[0], *((40, 20.0, 1.0) if smoke else (2000, 500.0, 60.0))))
    elif name == "memory":
        with open_house(core) as house:
            yield asyncio.run(memory(house, *((20, 2) if smoke else (1000, 10))))
    elif name == "resume":
        for title in lobby[:1] if smoke else lobby:
            with open_house(core) as house:
                yield asyncio.run(resume(house, title, *((2, 20) if smoke else (20, 200))))
    else:
        yield starts(core, 2 if smoke else 7)


def _line(row: dict[str, Any], targets: dict[str, float]) -> tuple[str, str, str]:
    """What is said of a row: its name, its figure, what was to be reached."""
    quiet = row["given"] >= BUSY
    busy = "not measured: the machine was busy"
    if row["kind"] == "moves":
        name = f"{row['title']}: moves a CPU second of the house, {row['views']:.0f} views sent for each"
        text = f"{row['per_cpu_second']:,.0f} ({1e6 * row['cpu'] / row['moves']:.0f} µs a move)"
        reached = row["per_cpu_second"] >= targets["moves"]
        return name, text, f"{targets['moves']:,}: {verdict(reached)}{'' if reached or quiet else ', on a busy machine'}"
    if row["kind"] == "crowd":
        load = f"{row['sockets']:,} sockets, {row['rate']:.0f} moves a second for {row['seconds']:.0f} s"
        name = f"{row['title']}: {load}; from due to acknowledged"
        acked, told = row["acked"], row["told"]
        text = (
            f"p50 {acked['p50']:.1f}, p99 {acked['p99']:.1f}, p99.9 {acked['p999']:.1f} ms; "
            f"until all four have seen it p99 {told['p99']:.1f} ms; "
            f"{row['moves']:,} moves, {row['lost']} sockets lost, the house's core {row['busy']:.0%} busy"
        )
        return (
            name,
            text if quiet else busy,
            f"p99 within {targets['p99']} ms: {verdict(acked['p99'] < targets['p99'])}" if quiet else "",
        )
    if row["kind"] == "memory":
        name = f"{row['tables']:,} tables with a game after {row['plies']:.0f} moves, a socket at each, and nobody moves"
        text = f"{row['grown']:.0f} MB (the house without them: {row['before']:.0f} MB)"
        return name, text, f"at most {targets['memory']} MB: {verdict(row['grown'] <= targets['memory'])}"
    if row["kind"] == "resume":
        name = f"{row['title']}: a log of {row['moves']} moves, from hello to the table, after a restart"
        text = f"{row['median']:.0f} ms (of {len(row['all'])}: {min(row['all']):.0f} to {row['most']:.0f})"
        return (
            name,
            text if quiet else busy,
            f"within {targets['resume']} ms: {verdict(row['median'] <= targets['resume'])}" if quiet else "",
        )
    name = "from the start of the process to its first answer"
    text = (
        f"{row['median']:.2f} s; with nothing cached, all titles dealt and seen {row['first_games']:.1f} s later; "
        f"the house loads {'a' if row['compiler'] else 'no'} compiler"
    )
    reached = row["median"] <= targets["start"] and not row["compiler"]
    return name, text if quiet else busy, f"within {targets['start']} s: {verdict(reached)}" if quiet else ""


def section(found: dict[str, Any]) -> str:
    """The section of RESULTS.md as Markdown."""
    lines = [
        *report.head("The house", found, f"Python {found['machine']['python']}"),
        "The house runs on one core, with real rules and a SQLite file (`synchronous=FULL`).",
        "Every move is committed before it is answered.",
        "Its people come from another core, over real sockets, one for each of four seats, and all four get a view of each move.",
        "CPU time is that of the whole process, the writer of the database and the system's work for it included.",
        "The load is open: latency counts from the time that a move was due.",
        report.clock_line(found),
        "",
    ]
    return "\n".join([*lines, *report.figures(found)])


if __name__ == "__main__":
    sys.exit(main())
