"""Commands that measure: many games at once, native code, the bench."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from ghosthouse import house
from ghosthouse.kernel import Nonsense, Setup
from ghosthouse.lab import Interval, Report, players_of
from ghosthouse.lab import simulate as play_many

from . import wishes
from .wishes import AsJson, DeckFile, EditionName, GameName, OptionWords, SeatCount

FEW = 200  # games up to here are played faster in plain Python than a cold compiler starts


# --- simulate -----------------------------------------------------------------------------------------------------------------


def simulate(
    game: GameName,
    edition: EditionName = "",
    seats: SeatCount = 0,
    games: Annotated[int, typer.Option("--games", "-g", metavar="M", help="How many games.")] = 10000,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="S", help="The same seed plays the same games.")] = 0,
    bot: Annotated[
        str, typer.Option("--bots", "-b", metavar="LEVELS", help="One level for all seats, or one for each: random,calm ...")
    ] = "random",
    option: OptionWords = [],  # noqa: B006 - Typer copies it
    deck: DeckFile = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain Python, also where native code could be had.")] = False,
    threads: Annotated[int, typer.Option("--threads", "-t", metavar="T", help="Threads; one for each core if left out.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play many games and report on them.

    How long they are, who wins, and how fast it went, with 95 % intervals.
    """
    setup = wishes.setup_of(game, edition, seats, option, deck)
    levels = [level.strip() for level in bot.split(",")]
    players_of(setup, levels)  # before anything is compiled
    if threads < 0:
        raise Nonsense(f"there cannot be {threads} threads")
    if not 0 <= seed < 2**31:
        raise Nonsense(f"a seed is a number from 0 to {2**31 - 1}, not {seed}")
    engine = "plain" if plain else _engine(setup, games)
    with _progress(games) as done:
        report = play_many(
            setup, games, seed, levels=levels, engine=engine, threads=threads or len(os.sched_getaffinity(0)), progress=done
        )
    if as_json:
        wishes.print_json(report)
    else:
        for line in _told(report):
            wishes.say(line)


def _engine(setup: Setup, games: int) -> str:
    """Native code where it can be had, unless compiling would take longer than playing. Both play the same games."""
    if importlib.util.find_spec("numba") is None:
        wishes.say("native code is not installed (pip install 'ghosthouse[native]'): playing in plain Python", err=True)
        return "plain"
    from ghosthouse.kernel.backends.native import is_warm

    if not is_warm(setup):
        if games <= FEW:
            return "plain"
        wishes.say(f"compiling {setup.game.id} once, this takes some seconds", err=True)
        from ghosthouse.kernel.backends.warm import warm

        warm(setup)
    return "native"


@contextlib.contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error, where somebody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    with typer.progressbar(length=games, label="games", file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


def _told(report: Report) -> Iterator[str]:
    options = "".join(f", {name}={value}" for name, value in report.options.items())
    code = f"native code, {report.threads} threads" if report.engine == "native" else "plain Python"
    yield f"{report.title}, {len(report.seats)} seats{options}: {report.games:,} games, seed {report.seed}, {code}"
    rate = _rate(report.decisions_per_cpu_second)
    yield f"decisions  {report.decisions:,}, {rate} a CPU second ({report.wall_seconds:.2f} s passed)"
    yield f"length     {_figure(report.length)} decisions, {report.shortest} to {report.longest}"
    if report.shared:
        yield f"shared     {report.shared:,} games have more than one winner, and count for each of them"
    if report.unfinished:
        yield f"unfinished {report.unfinished:,} games were stopped at their bound"
    for count in report.counts:
        share = _figure(_percent(count.share), " %")
        yield f"{count.name:<10} {count.total:,} in all, in {count.games:,} games: {share}"
    wide = max(len("player"), *(len(seat.level) for seat in report.seats))
    yield f"seat  {'player':<{wide}}  {'wins, 95 % interval':<26}points, 95 % interval"
    for seat in report.seats:
        yield f"{seat.seat:>4}  {seat.level:<{wide}}  {_figure(_percent(seat.win_share), ' %'):<26}{_figure(seat.points)}"


def _percent(share: Interval) -> Interval:
    return Interval(*(100 * value for value in (share.value, share.low, share.high)))


def _figure(interval: Interval, unit: str = "") -> str:
    digits = 2 if interval.high - interval.low < 1 else 1
    return f"{interval.value:.{digits}f}{unit} [{interval.low:.{digits}f}, {interval.high:.{digits}f}]"


def _rate(rate: float) -> str:
    return f"{rate / 1e6:.2f} million" if rate >= 1e6 else f"{rate:,.0f}"


# --- native code --------------------------------------------------------------------------------------------------------------


def native_compile(
    title: GameName,
    edition: EditionName = "",
    seats: SeatCount = 0,
    option: OptionWords = [],  # noqa: B006 - Typer copies it
    deck: DeckFile = None,
    as_json: AsJson = False,
) -> None:
    """Compile a title to native code.

    So that nobody waits for it later.
    """
    setup = wishes.setup_of(title, edition, seats, option, deck)
    from ghosthouse.kernel.backends.native import cache_folder
    from ghosthouse.kernel.backends.warm import warm

    began = time.perf_counter()
    mark = warm(setup)
    took = time.perf_counter() - began
    if as_json:
        wishes.print_json({"title": setup.title, "seconds": round(took, 3), "mark": str(mark), "cache": str(cache_folder())})
    else:
        wishes.say(f"{setup.title} is compiled ({took:.1f} s), in {cache_folder()}")


def native_check(
    game: GameName,
    lint_only: Annotated[bool, typer.Option("--lint-only", help="Read the rules, and compile nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say where rules leave the subset.

    The subset is what compiles to native code and for a GPU; places are told with file and line, and exit is 1 if there are any.
    """
    from ghosthouse.kernel.backends.subset import compile_faults, lint, reached

    name, _, edition = game.partition("/")
    found = house.find(name)
    faults = lint(found)
    compiled = not lint_only and not faults and importlib.util.find_spec("numba") is not None
    if compiled:
        faults = compile_faults(found.setup(edition))
    if as_json:
        rows = [{"file": fault.file, "line": fault.line, "rule": fault.rule, "what": fault.what} for fault in faults]
        wishes.print_json({"game": found.id, "rules": len(reached(found)), "compiled": compiled, "faults": rows})
    else:
        for fault in faults:
            wishes.say(str(fault))
        how = "read and compiled" if compiled else "read, not compiled"
        wishes.say(f"{found.id}: {len(reached(found))} rules {how}, {len(faults)} outside the subset")
    if faults:
        raise typer.Exit(wishes.FAILED)


PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}  # to the bench's own script


# --- bench --------------------------------------------------------------------------------------------------------------------


def bench(context: typer.Context) -> None:
    """Measure the speed against peers.

    In a checkout of the repository; what is typed behind it goes to bench/run.py.
    """
    script = Path(__file__).parents[3] / "bench" / "run.py"
    if not script.is_file():
        raise Nonsense("the bench stands in a checkout of the repository (bench/run.py), not in an installed package")
    raise typer.Exit(subprocess.run([sys.executable, str(script), *context.args], check=False).returncode)
