"""What is measured of ours, for every title that the house finds: playouts, batches, plain Python, threads, warm starts."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from clock import rate

from ghosthouse import house
from ghosthouse.kernel import Setup
from ghosthouse.kernel.backends.batch import Batch
from ghosthouse.kernel.backends.native import NativeGame
from ghosthouse.kernel.backends.warm import warm
from ghosthouse.lab.playouts import AT_RANDOM, plain_engine

BATCHES = (1024, 8192)
USUAL = 4  # seats


@dataclass(frozen=True)
class Row:
    """One thing to measure: `work(seconds)` gives its rate."""

    kind: str
    title: str
    seats: int
    work: Callable[[float], float]
    size: int = 0
    own: str = ""  # what a game calls its own bench
    unit: str = ""

    @property
    def name(self) -> str:
        """What the row is called in a report."""
        if self.own:
            return f"{self.title}, {self.own}"
        return f"{self.title}, {self.seats} seats" + (f", {self.size:,} states" if self.size else "")


def setups(only: list[str]) -> list[Setup]:
    """Every title of the lobby at its usual and at its largest number of seats."""
    found = []
    for title in house.titles(lobby=True):
        if not only or title.id in only or title.game.id in only:
            low, high = title.edition.seats
            for seats in sorted({min(max(low, USUAL), high), high}):
                found.append(title.game.setup(title.edition.id, seats))
    return found


def rows(chosen: list[Setup]) -> list[Row]:
    """All rows of these setups; what has to be compiled is compiled here. Batches and plain Python at the usual seats only."""
    made, known = [], set()
    for setup in chosen:
        warm(setup)
        made.append(Row("playouts", setup.title, setup.seats, _playouts(setup)))
        if setup.title not in known:
            known.add(setup.title)
            made += [Row("batch", setup.title, setup.seats, _batch(setup, size), size) for size in BATCHES]
            made.append(Row("plain", setup.title, setup.seats, _plain(setup)))
    return made


def own_rows(chosen: list[Setup]) -> list[Row]:
    """What games measure beside the house: a game may have a module `bench` with `works()`. All of it is done once, to warm up."""
    made = []
    for setup in _with_a_bench(chosen):
        for name, unit, work in setup.game.room("bench").works():
            work()
            made.append(Row("own", setup.title, 0, lambda seconds, work=work: rate(work, seconds), own=name, unit=unit))  # type: ignore[misc]
    return made


def own_sizes(chosen: list[Setup]) -> list[tuple[str, str, int]]:
    """The sizes that games tell beside the house: title, name, bytes."""
    return [(setup.title, name, size) for setup in _with_a_bench(chosen) for name, size in setup.game.room("bench").sizes()]


def _with_a_bench(chosen: list[Setup]) -> list[Setup]:
    """The first setup of each game that brings a bench."""
    first = {setup.game.id: setup for setup in reversed(chosen)}
    return [setup for setup in first.values() if importlib.util.find_spec(f"{setup.game.package}.bench")]


def _playouts(setup: Setup) -> Callable[[float], float]:
    """Whole games, uniformly at random, dealt with keyed chance, on one core."""
    native, first = NativeGame(setup), 0
    games = 64

    def play() -> int:
        nonlocal first
        first += games
        return int(native.playouts(games, 1, first=first)["decisions"])

    began = time.process_time()
    play()
    games = max(1, int(games * 0.01 / max(time.process_time() - began, 1e-6)))
    return lambda seconds: rate(play, seconds)


def _batch(setup: Setup, size: int) -> Callable[[float], float]:
    """Single steps of many games: legality, the step, restart, legal bits and observations written in place."""
    batch = Batch(setup, size, 1)
    for _ in range(64):  # games drift apart, so that deals are not made all at once
        batch.step_at_random()
    return lambda seconds: rate(batch.step_at_random, seconds)


def _plain(setup: Setup) -> Callable[[float], float]:
    """The same playouts in plain Python."""
    run, first = plain_engine(setup, 1, [AT_RANDOM] * setup.seats), 0

    def play() -> int:
        nonlocal first
        first += 1
        return run(first, 1).decisions

    play()
    return lambda seconds: rate(play, seconds)


def two_threads(setup: Setup, seconds: float, rounds: int) -> list[tuple[float, float]]:
    """How much more two threads do than one in the same wall time, round by round, and how much CPU they were given (at most 1).

    Where the machine gave the threads less than their cores, the figure says nothing about us.
    """
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    found = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            one, _ = _walled(pool, setup, seconds, 1)
            two, given = _walled(pool, setup, seconds, 2)
            found.append((two / one, given))
    return found


def _walled(pool: ThreadPoolExecutor, setup: Setup, seconds: float, threads: int) -> tuple[float, float]:
    def play(part: int) -> int:
        native, done, first = NativeGame(setup), 0, part << 24
        while time.perf_counter() - began < seconds:
            done += int(native.playouts(200, 1, first=first)["decisions"])
            first += 200
        return done

    began, used = time.perf_counter(), time.process_time()
    done = sum(pool.map(play, range(threads)))
    wall = time.perf_counter() - began
    return done / wall, (time.process_time() - used) / wall / threads


WARM = """
import time
began = time.perf_counter()
import numba, numpy
numbad = time.perf_counter()
from ghosthouse import house
from ghosthouse.kernel.backends.native import NativeGame
game, _, edition = {title!r}.partition("/")
NativeGame(house.find(game).setup(edition, {seats})).playouts(1, 0)
print(numbad - began, time.perf_counter() - numbad)
"""


def warm_start(setup: Setup, times: int) -> list[tuple[float, float]]:
    """Seconds in fresh processes with the cache full: importing numba and NumPy, and from there to the end of a first game.

    A first start is not counted: it may have to write the bytecode of what it imports, as any installation does once.
    """
    script = WARM.format(title=setup.title, seats=setup.seats)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(1 + times):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
        numba, ours = map(float, done.stdout.split())
        found.append((numba, ours))
    return found[1:]
