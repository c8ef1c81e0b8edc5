"""Commands that measure: simulations, native code, the bench."""

import json
import os
import pty

import pytest

from ghosthouse.kernel.backends import subset
from ghosthouse.lab import simulate
from tests.toys.lanterns import GAME


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """An environment with a cache for compiled code that these tests share."""
    return {"GHOSTHOUSE_CACHE": str(tmp_path_factory.mktemp("cache"))}


def test_a_simulation_says_length_wins_and_points_with_intervals(type_in):
    """In a table for people."""
    said = type_in(
        "simulate", "lanterns", "--seats", "3", "--games", "60", "--seed", "5", "--bots", "low,high,random", "--plain"
    ).out
    report = simulate(GAME.setup("plain", 3), 60, 5, engine="plain", levels=["low", "high", "random"])
    lines = said.splitlines()

    assert lines[0] == "lanterns/plain, 3 seats: 60 games, seed 5, plain Python"
    assert lines[1].startswith(f"decisions  {report.decisions:,}, ")
    assert lines[2].startswith(f"length     {report.length.value:.2f} [")
    assert any(line.startswith(f"shared     {report.shared} games") for line in lines)
    assert lines[-3].split()[:2] == ["0", "low"]
    assert f"{100 * report.seats[0].win_share.value:.1f} % [" in lines[-3]
    assert lines[-1].split()[:2] == ["2", "random"]


def test_a_simulation_as_json_has_every_figure(type_in):
    """Decisions, decisions a CPU second, length, wins and points by seat."""
    said = json.loads(type_in("simulate", "lanterns", "--games", "30", "--option", "calls=false", "--plain", "--json").out)

    assert said["games"] == 30
    assert said["decisions"] == 30 * 12
    assert said["decisions_per_cpu_second"] == pytest.approx(said["decisions"] / said["cpu_seconds"])
    assert said["length"] == {"value": 12.0, "low": 12.0, "high": 12.0}
    assert said["options"] == {"calls": "False"}
    assert [seat["seat"] for seat in said["seats"]] == [0, 1, 2, 3]
    for seat in said["seats"]:
        assert seat["win_share"]["low"] <= seat["win_share"]["value"] <= seat["win_share"]["high"]
        assert seat["win_share"]["value"] == seat["wins"] / 30
        assert seat["points"]["low"] <= seat["points"]["value"] <= seat["points"]["high"]


def test_few_games_do_not_wait_for_a_compiler(type_in, monkeypatch, tmp_path):
    """With nothing compiled yet, two hundred games are played in plain Python: the results are the same."""
    monkeypatch.setenv("GHOSTHOUSE_CACHE", str(tmp_path))

    answer = type_in("simulate", "lanterns", "--games", "20", "--json")

    assert json.loads(answer.out)["engine"] == "plain"
    assert answer.err == ""
    assert list(tmp_path.iterdir()) == []


def test_without_a_compiler_it_plays_in_plain_python_and_says_so(type_in, monkeypatch):
    """The small core is enough."""
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "numba" else find(name, *more))

    answer = type_in("simulate", "lanterns", "--games", "300", "--json")

    assert json.loads(answer.out)["engine"] == "plain"
    assert "native code is not installed (pip install 'ghosthouse[native]')" in answer.err


@pytest.mark.native
def test_native_code_is_compiled_once_and_then_used(in_process, compiled):
    """`native compile` leaves the mark by which `simulate` knows that it is there; the check uses it too."""
    made = in_process("native", "compile", "lanterns/plain", "--seats", "3", "--option", "calls=false", "--json", env=compiled)
    played = in_process("simulate", "lanterns", "--seats", "3", "--games", "300", "--seed", "4", "--json", env=compiled)
    plain = in_process("simulate", "lanterns", "--seats", "3", "--games", "300", "--seed", "4", "--plain", "--json", env=compiled)
    checked = in_process("native", "check", "lanterns", env=compiled)

    assert made.code == 0
    assert os.path.exists(json.loads(made.out)["mark"])
    assert played.err == ""
    fast, slow = json.loads(played.out), json.loads(plain.out)
    assert (fast["engine"], slow["engine"]) == ("native", "plain")
    assert fast["seats"] == slow["seats"]
    assert fast["decisions_per_cpu_second"] > slow["decisions_per_cpu_second"]
    assert checked.code == 0
    assert "rules read and compiled, 0 outside the subset" in checked.out


def test_the_subset_is_checked_with_places(type_in, monkeypatch):
    """0 where all is well, 1 with the places otherwise."""
    fine = type_in("native", "check", "lanterns", "--lint-only")
    fault = subset.Fault("rules.py", 12, "play", "`/` makes a float: divide whole numbers with //")
    monkeypatch.setattr(subset, "lint", lambda game: [fault])
    wrong = type_in("native", "check", "lanterns")
    said = json.loads(type_in("native", "check", "lanterns", "--json").out)

    assert fine.code == 0
    assert fine.out.endswith(" rules read, not compiled, 0 outside the subset\n")
    assert wrong.code == 1
    assert wrong.out.startswith("rules.py:12: play: `/` makes a float: divide whole numbers with //\n")
    assert said["faults"] == [{"file": "rules.py", "line": 12, "rule": "play", "what": fault.what}]
    assert said["compiled"] is False


def test_long_work_shows_its_progress_to_those_who_watch(start):
    """A bar on standard error, where that is a terminal; none in the JSON."""
    ours, theirs = pty.openpty()
    process = start("simulate", "lanterns", "--games", "100", "--plain", "--json", stderr=theirs, env={"TERM": "xterm"})
    os.close(theirs)
    out, _ = process.communicate(timeout=180)
    seen = os.read(ours, 65536)
    os.close(ours)

    assert json.loads(out)["games"] == 100
    assert b"100%" in seen


def test_the_bench_gets_its_arguments(type_in, monkeypatch):
    """And its exit code is ours."""
    import subprocess
    import types

    heard = []
    monkeypatch.setattr(subprocess, "run", lambda words, check: heard.append(words) or types.SimpleNamespace(returncode=1))

    assert type_in("bench", "--smoke", "--json").code == 1
    assert heard[0][1].endswith("bench/run.py")
    assert heard[0][2:] == ["--smoke", "--json"]
