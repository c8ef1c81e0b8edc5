"""Play many games and say what came of them: length, wins and points by seat, with intervals, and how fast it went."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from ghosthouse.kernel import BadSetup, Nonsense, Setup

from .intervals import Interval, mean_interval, wilson
from .playouts import AT_RANDOM, Tally, native_engine, plain_engine

RANDOM = "random"
CHUNK = {"native": 2048, "plain": 16}
MOST_GAMES = 1_000_000_000
MOST_THREADS = 256


class Seat(msgspec.Struct, frozen=True):
    """How one seat fared. A shared victory is a win for each who shares it."""

    seat: int
    level: str
    wins: int
    win_share: Interval
    points: Interval


class Count(msgspec.Struct, frozen=True):
    """How often something happened that this game counts: in all, and in how many games at all."""

    name: str
    total: int
    games: int
    share: Interval


class Report(msgspec.Struct, frozen=True):
    """What came of a simulation. All intervals are 95 %: Wilson's for shares, the normal one for means."""

    title: str
    options: dict[str, str]
    seed: int
    engine: str
    threads: int
    games: int
    decisions: int
    cpu_seconds: float
    wall_seconds: float
    decisions_per_cpu_second: float
    length: Interval
    shortest: int
    longest: int
    shared: int
    unfinished: int
    counts: list[Count]
    seats: list[Seat]


def simulate(
    setup: Setup,
    games: int,
    seed: int,
    *,
    levels: list[str] | None = None,
    engine: str = "native",
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play `games` games of a setup and report on them.

    `levels` names the player of each seat (`random`, or a level of the game's heuristics), one name stands for all seats.
    `progress` hears how many games are done. The results depend on nothing but setup, seed, games and levels.
    """
    if not 1 <= games <= MOST_GAMES:
        raise Nonsense(f"a simulation has 1 to {MOST_GAMES:,} games, not {games}")
    if not 1 <= threads <= MOST_THREADS:
        raise Nonsense(f"a simulation runs in 1 to {MOST_THREADS} threads, not {threads}")
    names, numbers = players_of(setup, levels or [RANDOM])
    threads = threads if engine == "native" else 1
    run = (native_engine if engine == "native" else plain_engine)(setup, seed, numbers)
    if engine == "native":
        run(0, 1)  # compiled, or read from the cache, before the clock runs
    size = min(CHUNK[engine], -(-games // threads))
    chunks = [(first, min(size, games - first)) for first in range(0, games, size)]
    began = time.perf_counter()
    tally = Tally(setup.seats)
    with ThreadPoolExecutor(threads) as pool:
        for part in pool.map(lambda chunk: run(*chunk), chunks):
            tally.add(part)
            if progress:
                progress(tally.games)
    return _report(setup, seed, engine, threads, names, tally, time.perf_counter() - began)


def players_of(setup: Setup, levels: list[str]) -> tuple[list[str], list[int]]:
    """The levels by seat, as names and as the numbers that playouts take; refused if they do not fit."""
    names = levels * setup.seats if len(levels) == 1 else levels
    if len(names) != setup.seats:
        raise BadSetup(f"{len(names)} players were named for {setup.seats} seats: name one for each, or one for all")
    return names, [_level(setup, name) for name in names]


def _level(setup: Setup, name: str) -> int:
    known: tuple[str, ...] = setup.game.room("heuristics").LEVELS
    if name == RANDOM:
        return AT_RANDOM
    if name not in known:
        raise BadSetup(f"{setup.game.id} has no bots of level {name!r} (there are: {', '.join((*known, RANDOM))})")
    return known.index(name)


def _report(setup: Setup, seed: int, engine: str, threads: int, names: list[str], tally: Tally, wall: float) -> Report:
    seats = [
        Seat(
            seat=p,
            level=names[p],
            wins=tally.wins[p],
            win_share=wilson(tally.wins[p], tally.games),
            points=mean_interval(tally.points[p], tally.points_squared[p], tally.games),
        )
        for p in range(setup.seats)
    ]
    return Report(
        title=setup.title,
        options={name: str(value) for name, value in setup.changed_options().items()},
        seed=seed,
        engine=engine,
        threads=threads,
        games=tally.games,
        decisions=tally.decisions,
        cpu_seconds=tally.cpu,
        wall_seconds=wall,
        decisions_per_cpu_second=tally.decisions / tally.cpu if tally.cpu else 0.0,
        length=mean_interval(tally.decisions, tally.squares, tally.games),
        shortest=tally.shortest,
        longest=tally.longest,
        shared=tally.shared,
        unfinished=tally.unfinished,
        counts=[
            Count(name, total, tally.marked[name], wilson(tally.marked[name], tally.games)) for name, total in tally.totals.items()
        ],
        seats=seats,
    )
