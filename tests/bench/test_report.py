"""The bench's own bookkeeping: when a run is void, and what it writes where."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bench import report
from ghosthouse import house

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(monkeypatch):
    """The bench as a module."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "bench"), *sys.path])
    from bench import run

    return run


def found(**changes):
    """What a run found, small."""
    row = {"title": "attic/plain", "seats": 4, "size": 0, "rates": [9e6, 10e6, 12e6], "goal": "6: reached"}
    return {
        "date": "2026-11-18",
        "command": "ghosthouse bench",
        "commit": "abc",
        "rounds": 3,
        "seconds": 0.5,
        "void": False,
        "machine": {"processor": "P", "cores": 2, "system": "Linux", "python": "3.11", "numba": "1", "numpy": "2"},
        "reference": {"low": 6.0e6, "high": 6.2e6, "drift": 0.033},
        "peer": {"version": "2.0.2", "game": "euchre", "decisions_per_rollout": 21.5, "rates": [4e6, 5e6]},
        "rows": [
            {**row, "kind": "playouts", "name": "attic/plain, 4 seats", "times_peer": [1.8, 2.0, 2.2]},
            {**row, "kind": "batch", "name": "attic/plain, 4 seats, 1,024 states"},
            {**row, "kind": "plain", "name": "attic/plain, 4 seats", "rates": [90_000.0], "goal": ""},
        ],
        "other": [{"name": "attic/plain, one state (6 seats)", "text": "99 bytes", "goal": "at most 100: reached", "value": 99}],
    } | changes


def test_a_section_says_what_was_measured_and_how():
    """Medians with their spread, the peer, the machine, the command."""
    text = report.section(found())

    assert "Measured 2026-11-18 on P, 2 cores, Linux, Python 3.11, numba 1, NumPy 2." in text
    assert "`ghosthouse bench`; commit abc." in text
    assert "its drift of 3.3% lets the figures stand" in text
    assert "| attic/plain, 4 seats | 10.0 ± 15% | 2.00 | 6: reached |" in text
    assert "| attic/plain, 4 seats, 1,024 states | 10.0 ± 15% | 6: reached |" in text
    assert "| attic/plain, 4 seats | 0.090 ± 0% |  |" in text
    assert "**4.5 ± 11%**" in text
    assert "| attic/plain, one state (6 seats) | 99 bytes | at most 100: reached |" in text


def test_only_the_own_section_is_written(tmp_path):
    """Others write in the same file; a second run replaces the first."""
    file = tmp_path / "RESULTS.md"
    file.write_text("# Results\n\nSomebody else's figures.\n")

    def write(**changes):
        run = found(**changes)
        report.write(file, report.WRITER, report.section(run), "play", run)

    write()
    write(commit="def")
    file.write_text(file.read_text() + "\nMore of somebody else.\n")
    report.write(file, "bench/other.py", "## Something else", "other", {"figure": 1})
    write(commit="fed")

    text = file.read_text()
    assert text.startswith("# Results\n\nSomebody else's figures.\n\n<!-- begin")
    assert text.count("commit fed.") == 1
    assert "commit abc" not in text
    assert "commit def" not in text
    assert "\nMore of somebody else.\n" in text
    assert text.endswith("<!-- begin: bench/other.py writes this section -->\n## Something else\n\n<!-- end: bench/other.py -->\n")
    assert json.loads((tmp_path / "results" / "other.json").read_text()) == {"figure": 1}
    assert json.loads((tmp_path / "results" / "play.json").read_text())["commit"] == "fed"


def test_a_neighbour_that_works_on_makes_a_run_void(run):
    """Medians of rounds that drift; one hiccup does not."""
    hiccup = run.drift_of([[6.0, 6.1, 6.0], [6.0, 3.0, 6.1], [6.1, 6.0, 6.0]])
    busy = run.drift_of([[6.0, 6.1, 6.0], [5.0, 5.1, 5.0], [5.1, 5.0, 5.0]])

    assert hiccup["drift"] < run.LIMIT < busy["drift"]
    assert run.drift_of([[6.0, 5.0]])["drift"] > run.LIMIT


def test_a_goal_is_reached_or_missed(run):
    """By the median."""
    row = {"kind": "playouts", "rates": [5e6, 7e6, 9e6], "times_peer": [2.0, 3.1, 4.0]}

    assert run._goal(row, {"playouts": 6_000_000, "times_peer": 3.0}) == "3 times: reached, 6: reached"
    assert run._goal(row, {"playouts": 8_000_000}) == "8: **missed**"
    assert run._goal(row, {}) == ""


def test_every_target_is_a_title_of_the_house():
    """So that a renamed title does not lose its target silently."""
    targets = tomllib.loads((ROOT / "bench" / "targets.toml").read_text("utf-8"))

    assert {title for title in targets if title != "all"} <= {title.id for title in house.titles(lobby=True)}


def test_what_more_seats_cost_is_told(run):
    """Rates of the same round are compared."""
    rows = [
        {"kind": "playouts", "title": "attic/plain", "seats": 4, "rates": [6e6, 9e6, 6e6]},
        {"kind": "playouts", "title": "attic/plain", "seats": 8, "rates": [4e6, 6e6, 3e6]},
        {"kind": "batch", "title": "attic/plain", "seats": 4, "rates": [1.0, 1.0, 1.0]},
    ]

    (told,) = run._growth(rows, {"attic/plain": {"growth": 1.3}})

    assert (told["name"], told["text"]) == ("attic/plain, a decision at 8 seats against 4", "1.50 times the cost")
    assert told["goal"] == "at most 1.3: **missed**"


def test_a_game_may_measure_things_of_its_own(run, monkeypatch):
    """How long something takes, told in its unit, and sizes; each beside what it may be at most."""
    row = {
        "kind": "own",
        "title": "attic/plain",
        "name": "attic/plain, a creak",
        "own": "a creak",
        "unit": "µs",
        "rates": [4e6, 5e6],
    }
    monkeypatch.setattr(run.work, "own_sizes", lambda chosen: [("attic/plain", "the chest", 99)])
    targets = {"attic/plain": {"own": {"a creak": 0.2, "the chest": 100}}}

    creak, chest = run._own([], [row], targets)

    assert (creak["text"], creak["goal"]) == ("0.225 µs ± 11%", "at most 0.2: **missed**")
    assert (chest["name"], chest["text"], chest["goal"]) == ("attic/plain, the chest", "99 bytes", "at most 100: reached")


@pytest.mark.native
def test_what_a_game_measures_is_what_it_promises(run):
    """Every own target is one that a game of the house measures, under that name."""
    targets = tomllib.loads((ROOT / "bench" / "targets.toml").read_text("utf-8"))
    for title in house.titles(lobby=True):
        wanted = set(targets.get(title.id, {}).get("own", {}))
        if wanted:
            bench = title.game.room("bench")
            assert wanted <= {name for name, _, _ in bench.works()} | {name for name, _ in bench.sizes()}


@pytest.mark.slow
@pytest.mark.native
def test_the_bench_itself_works(tmp_path):
    """One short round, nothing written."""
    before = (ROOT / "bench" / "RESULTS.md").exists()
    words = [sys.executable, "-m", "ghosthouse", "bench", "fright/amigo", "--smoke", "--no-peer", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert {row["kind"] for row in said["rows"]} == {"playouts", "batch", "plain"}
    assert all(rate > 0 for row in said["rows"] for rate in row["rates"])
    assert (ROOT / "bench" / "RESULTS.md").exists() == before
