"""`ghosthouse bench`: uniformly random play, ours and a peer's in turn, in CPU seconds of one core.

    ghosthouse bench                     everything, about five minutes; writes bench/RESULTS.md and bench/results/play.json
    ghosthouse bench --smoke             one short round, nothing written: does the bench itself work?
    ghosthouse bench fright --no-peer    one game, without the peer

The peer lives in a virtual environment of its own under .bench/, made on the first run from bench/requirements.txt.
A fixed loop runs before, between and after: if it drifts by more than 10 % the run is void (exit code 1) and nothing is written.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
PEER = ROOT / ".bench" / "peer"
LIMIT = 0.10
BUSY = 0.9  # the share of its cores that the thread row needs to have been given

sys.path.insert(0, str(HERE))

import report  # noqa: E402 - beside this file
import work  # noqa: E402
from clock import pin, reference  # noqa: E402


def main() -> int:
    """Measure, and write down what was found."""
    wish = _wishes()
    core = max(os.sched_getaffinity(0))
    chosen = work.setups(wish.games)
    if not chosen:
        print(f"bench: there is no title of the lobby called {' or '.join(wish.games)}", file=sys.stderr)
        return 2
    peer = None if wish.no_peer else Peer(core)
    say(f"compiling {len({setup.game.id for setup in chosen})} games, or reading them from the cache")
    rows = work.rows(chosen) + work.own_rows(chosen)
    threads = work.two_threads(chosen[0], wish.seconds * 2, wish.rounds)
    starts = work.warm_start(chosen[0], wish.rounds)
    pin(core)
    found = measure(rows, peer, wish.rounds, wish.seconds)
    found |= {
        "date": datetime.date.today().isoformat(),
        "command": "ghosthouse bench" + "".join(f" {word}" for word in sys.argv[1:]),
        "commit": commit(),
        "machine": machine(),
        "rounds": wish.rounds,
        "seconds": wish.seconds,
        "void": found["reference"]["drift"] > LIMIT,
    }
    targets = tomllib.loads((HERE / "targets.toml").read_text("utf-8"))
    found["other"] = [
        *_others(chosen, threads, starts, targets),
        *_growth(found["rows"], targets),
        *_own(chosen, found["rows"], targets),
    ]
    for row in found["rows"]:
        row["goal"] = "" if row["kind"] == "own" else _goal(row, targets.get(row["title"], {}))
    print(json.dumps(found, indent=1) if wish.json else report.section(found))
    if found["void"]:
        print(f"bench: void, the reference loop drifted by {found['reference']['drift']:.0%}: the machine is busy", file=sys.stderr)
        return 0 if wish.smoke else 1
    if not (wish.smoke or wish.games or wish.no_peer):
        report.write(HERE / "RESULTS.md", report.WRITER, report.section(found), "play", found)
    return 0


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ghosthouse bench", description="Uniformly random play, ours and a peer's in turn.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games or titles; nothing is written then")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds for each row in each round (default 0.5)")
    parser.add_argument("--smoke", action="store_true", help="one round of 0.05 CPU seconds; nothing is written")
    parser.add_argument("--no-peer", action="store_true", help="without the peer; nothing is written")
    parser.add_argument("--json", action="store_true", help="print JSON")
    wish = parser.parse_args()
    if wish.rounds < 1 or wish.seconds <= 0:
        parser.error("it takes at least one round, and some time for each row")
    if wish.smoke:
        wish.rounds, wish.seconds = 1, 0.05
    return wish


def measure(rows: list[work.Row], peer: Peer | None, rounds: int, seconds: float) -> dict[str, Any]:
    """All rows in turn, round by round, the peer beside every row of whole games, the reference loop all along."""
    rates: dict[int, list[float]] = {number: [] for number in range(len(rows))}
    times: dict[int, list[float]] = {number: [] for number in rates}
    peers: list[float] = []
    references: list[list[float]] = []  # by round
    for turn in range(rounds):
        say(f"round {turn + 1} of {rounds}")
        references.append([])
        for number, row in enumerate(rows):
            if row.kind == "playouts":
                references[-1].append(reference(0.2))
                if peer:
                    peers.append(peer.rate(seconds))
            rates[number].append(row.work(seconds))
            if row.kind == "playouts" and peer:
                times[number].append(rates[number][-1] / peers[-1])
        references[-1].append(reference(0.2))
    return {
        "reference": drift_of(references),
        "peer": peer.about | {"rates": peers} if peer else None,
        "rows": [
            {"kind": row.kind, "title": row.title, "seats": row.seats, "size": row.size, "name": row.name, "rates": rates[number]}
            | ({"times_peer": times[number]} if row.kind == "playouts" else {})
            | ({"own": row.own, "unit": row.unit} if row.own else {})
            for number, row in enumerate(rows)
        ],
    }


def drift_of(references: list[list[float]]) -> dict[str, Any]:
    """How far the reference loop drifted: between the medians of the rounds, or within the one round there is.

    One short hiccup moves a single measurement and no median; a neighbour that works on moves them all.
    """
    steps = [statistics.median(turn) for turn in references] if len(references) > 1 else references[0]
    drift = (max(steps) - min(steps)) / statistics.median(steps)
    return {"low": min(steps), "high": max(steps), "drift": drift, "all": references}


class Peer:
    """The peer, in a process and an environment of its own, on the same core."""

    def __init__(self, core: int) -> None:
        python = PEER / "bin" / "python"
        if not (PEER / ".ready").exists():
            say(f"making the peer's environment in {PEER.relative_to(ROOT)}")
            pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes"]
            for command in ([sys.executable, "-m", "venv", "--clear", str(PEER)], [*pip, "-r", str(HERE / "requirements.txt")]):
                if subprocess.run(command, check=False).returncode:
                    raise SystemExit("bench: the peer's environment could not be made; `--no-peer` goes on without it")
            (PEER / ".ready").touch()
        self.process = subprocess.Popen(
            [str(python), str(HERE / "peer.py"), str(core)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        pinned = (HERE / "requirements.in").read_text("utf-8")
        version = next(line.partition("==")[2] for line in pinned.splitlines() if line.startswith("open_spiel"))
        self.about: dict[str, Any] = {"version": version, **json.loads(self._answer())}

    def rate(self, seconds: float) -> float:
        """Decisions a CPU second, measured now."""
        assert self.process.stdin
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("bench: the peer stopped; `--no-peer` goes on without it")
        return line


def _others(chosen: list[Any], threads: list[tuple[float, float]], starts: list[tuple[float, float]], targets: Any) -> list[Any]:
    """Sizes, threads and starts: figures that are not rates."""
    every, first = targets.get("all", {}), chosen[0].title
    found = []
    for setup in {(setup.title, setup.state_size()): setup for setup in chosen}.values():
        size, most = setup.state_size(), targets.get(setup.title, {}).get("state")
        goal = f"at most {most}: {verdict(size <= most)}" if most else ""
        found.append(_figure(f"{setup.title}, one state ({setup.seats} seats)", size, f"{size} bytes", goal))
    fair = [ratio for ratio, given in threads if given >= BUSY]
    ratio = statistics.median(fair) if fair else 0.0
    text = f"{ratio:.2f} times" if fair else "not measured: the machine gave the threads less than their cores"
    goal = f"{every['threads']}: {verdict(ratio >= every['threads'])}" if "threads" in every and fair else ""
    found.append(_figure(f"{first}, two threads against one", ratio, text, goal, threads))
    numba, ours = (statistics.median(part) for part in zip(*starts, strict=True))
    text = f"{ours:.2f} s, and {numba:.2f} s to import numba and NumPy before it"
    goal = f"within {every['warm']} s: {verdict(ours <= every['warm'])}" if "warm" in every else ""
    found.append(_figure(f"{first}, warm start in a fresh process", ours, text, goal, starts))
    return found


def _growth(rows: list[dict[str, Any]], targets: Any) -> list[Any]:
    """What a decision costs at the largest number of seats, against the usual one."""
    by_title: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if row["kind"] == "playouts":
            by_title.setdefault(row["title"], []).append(row)
    found = []
    for title, (usual, *more) in by_title.items():
        for row in more:
            times = statistics.median(a / b for a, b in zip(usual["rates"], row["rates"], strict=True))
            most = targets.get(title, {}).get("growth")
            goal = f"at most {most}: {verdict(times <= most)}" if most else ""
            name = f"{title}, a decision at {row['seats']} seats against {usual['seats']}"
            found.append(_figure(name, times, f"{times:.2f} times the cost", goal))
    return found


UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6}


def _own(chosen: list[Any], rows: list[dict[str, Any]], targets: Any) -> list[Any]:
    """What games measure themselves: how long something takes, how much memory it needs."""
    found = []
    for row in rows:
        if row["kind"] == "own":
            times = [UNITS[row["unit"]] / rate for rate in row["rates"]]
            value = statistics.median(times)
            spread = (max(times) - min(times)) / 2 / value
            most = targets.get(row["title"], {}).get("own", {}).get(row["own"])
            goal = f"at most {most:g}: {verdict(value <= most)}" if most else ""
            found.append(_figure(row["name"], value, f"{value:.3g} {row['unit']} ± {spread:.0%}", goal, times))
    for title, name, size in work.own_sizes(chosen):
        most = targets.get(title, {}).get("own", {}).get(name)
        goal = f"at most {most}: {verdict(size <= most)}" if most else ""
        found.append(_figure(f"{title}, {name}", size, f"{size} bytes", goal))
    return found


def _figure(name: str, value: float, text: str, goal: str, every: list[Any] | None = None) -> dict[str, Any]:
    return {"name": name, "value": value, "text": text, "goal": goal, "all": every or []}


def _goal(row: dict[str, Any], target: dict[str, float]) -> str:
    middle = statistics.median(row["rates"])
    said = []
    if row["kind"] == "playouts" and "times_peer" in target and row["times_peer"]:
        times = statistics.median(row["times_peer"])
        said.append(f"{target['times_peer']:g} times: {verdict(times >= target['times_peer'])}")
    if row["kind"] in target:
        digits = 0 if target[row["kind"]] >= 1e6 else 2
        said.append(f"{target[row['kind']] / 1e6:.{digits}f}: {verdict(middle >= target[row['kind']])}")
    return ", ".join(said)


def row_wishes(prog: str, description: str, rows: tuple[str, ...]) -> argparse.Namespace:
    """What is asked of a bench that measures rows: which of them, how long, and how it is told."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    known = ", ".join(rows)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"only these ({known}); nothing is written then")
    parser.add_argument("--smoke", action="store_true", help="short rows; nothing is written")
    parser.add_argument("--json", action="store_true", help="print JSON")
    wish = parser.parse_args()
    if unknown := set(wish.rows) - set(rows):
        parser.error(f"there is no row {', '.join(unknown)} (there are: {known})")
    wish.rows = wish.rows or list(rows)
    return wish


def verdict(reached: bool) -> str:
    """What is said beside a goal."""
    return "reached" if reached else "**missed**"


def machine() -> dict[str, Any]:
    """What the figures were taken on."""
    import numba
    import numpy

    known = Path("/proc/cpuinfo")
    names = (
        [line.partition(":")[2].strip() for line in known.read_text().splitlines() if line.startswith("model name")]
        if known.exists()
        else []
    )
    return {
        "processor": names[0] if names else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def commit() -> str:
    """The commit that is measured, with a plus where something has changed since."""
    return _git("rev-parse", "--short", "HEAD") + ("+" if _git("status", "--porcelain", "--", "src", "bench/*.py") else "")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown" if words[0] == "rev-parse" else done.stdout.strip()


def say(text: str) -> None:
    """Tell on standard error how far it is."""
    print(f"bench: {text}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
