"""A game outside the tree reaches lobby, terminal, lab, proofs and both languages, and nothing in the tree knows of it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from ghosthouse.kernel import read_record
from tests.sixth_game.conftest import ROOT, Run
from tests.sixth_game.here import CANDLE, FOLDER, find

HOUSE = """
from ghosthouse import house
print([title.id for title in house.titles(lobby=True)])
print([title.id for title in house.titles()])
print(house.find("candle").room("rules").__file__)
"""


def test_the_house_finds_it(beside: Run, installed: Path):
    """The entry point is enough: the lobby has its edition, the house its mini edition too, behind the games in the tree."""
    done = beside("-c", HOUSE)
    assert done.returncode == 0, done.stderr
    lobby, every, where = done.stdout.splitlines()

    assert lobby.endswith("'candle/plain']")
    assert every.endswith("'candle/plain', 'candle/mini']")
    assert Path(where).is_relative_to(installed)


def test_without_the_package_there_is_no_such_game(beside: Run):
    """The tests above can fail: it is the installed package that is found, not the folder in the repository."""
    done = beside("-c", HOUSE, PYTHONPATH="")

    assert "there is no game 'candle'" in done.stderr


def test_nothing_in_the_tree_knows_it():
    """No source, no page of the browser and no configuration names the sixth game (a candle on the screen is just a candle)."""
    command = ["git", "ls-files", "-z", "src", "web", "pyproject.toml", "Makefile"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout: nothing says which files belong to the repository")
    files = [path for name in tracked.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]
    named = re.compile(r"candle[_-]game|candle/(plain|mini)")
    in_code = re.compile(r"[\"']candle[\"']")
    texts = {path: path.read_text("utf-8", errors="ignore") for path in files}

    assert len(files) > 50
    assert [path for path, text in texts.items() if named.search(text)] == []
    assert [path for path, text in texts.items() if path.suffix == ".py" and in_code.search(text)] == []


def test_it_has_every_file_of_the_contract():
    """The folder is a model for the next one: the same file names as in every game of the house."""
    place = FOLDER / "candle_game"
    rooms = re.findall(r"^    (\w+\.py|phrases/) ", (ROOT / "src/ghosthouse/kernel/game.py").read_text("utf-8"), re.MULTILINE)

    assert len(rooms) >= 8
    for name in (*rooms, "README.md", "components", "phrases/en.toml", "phrases/de.toml", "tests/test_rules.py"):
        assert (place / name).exists(), name
    assert list((place / "tests/scenarios").glob("*.toml"))
    assert {name.removesuffix(".py") for name in rooms if name.endswith(".py")} <= {path.stem for path in place.glob("*.py")}
    assert hasattr(CANDLE.room("heuristics"), "absent")


# --- The front door ---------------------------------------------------------------------------------------------------------


def test_the_command_line_lists_it(beside: Run):
    """`ghosthouse games` in both languages, with its option and its bots."""
    rows = {}
    for language in ("en", "de"):
        done = beside("-m", "ghosthouse", "games", "--lang", language, "--json")
        assert done.returncode == 0, done.stderr
        rows[language] = {row["id"]: row for row in json.loads(done.stdout)}

    assert "candle/mini" not in rows["en"]
    row = rows["en"]["candle/plain"]
    assert (row["title"], row["seats"], row["bots"]) == ("Candle", [2, 4], ["timid", "bold", "random"])
    assert row["options"]["hush"]["clause"] == "CA-R1"
    assert rows["de"]["candle/plain"]["title"] == "Kerze"


@pytest.mark.parametrize(("language", "heard"), [("en", "The candle is lit: 10 minutes."), ("de", "Die Kerze brennt: 10 Minuten.")])
def test_the_terminal_plays_it(beside: Run, tmp_path: Path, language: str, heard: str):
    """`ghosthouse play candle`: choosing the first choice every time, a game comes to its end and leaves a record that replays."""
    kept = tmp_path / "kept.record"
    command = ("-m", "ghosthouse", "play", "candle", "--seats", "3", "--seed", "a test", "--lang", language, "--save", str(kept))
    done = beside(*command, typed="1\n" * 12 + "\n", XDG_DATA_HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))

    assert done.returncode == 0, done.stderr
    assert heard in done.stdout
    assert read_record(kept.read_text("utf-8")).replay(find).over()


def test_the_lab_simulates_it(beside: Run):
    """`ghosthouse simulate candle`: whole games, and exactly one loser in each."""
    command = ("-m", "ghosthouse", "simulate", "candle", "--seats", "3", "--games", "150", "--seed", "5", "--plain", "--json")
    done = beside(*command)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)

    assert report["games"] == 150
    assert sum(seat["points"]["value"] for seat in report["seats"]) == pytest.approx(2)


def test_its_scenarios_and_clauses_are_found(beside: Run, installed: Path):
    """`ghosthouse scenario` runs its files, and `ghosthouse rules --coverage` finds a test for every clause."""
    scenarios = beside("-m", "ghosthouse", "scenario", str(installed / "candle_game/tests/scenarios"))
    clauses = beside("-m", "ghosthouse", "rules", "candle", "--coverage")

    assert scenarios.returncode == 0, scenarios.stdout
    assert scenarios.stdout.splitlines()[-1] == "4 passed, 0 failed"
    assert clauses.returncode == 0, clauses.stdout
    assert "0 without, 0 unknown names" in clauses.stdout


# --- The proofs -------------------------------------------------------------------------------------------------------------


def proofs(beside: Run, *tests: str) -> int:
    """Runs tests over the sixth game alone and returns how many of those that passed name it; none may fail."""
    done = beside("-m", "pytest", "-v", "-p", "no:cacheprovider", *tests, GHOSTHOUSE_TEST_GAMES="candle")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    return sum("candle" in line and " PASSED" in line for line in done.stdout.splitlines())


def test_its_own_tests_pass(beside: Run, installed: Path):
    """What came with the package: one test at least for each clause."""
    assert proofs(beside, str(installed / "candle_game/tests")) > 20


def test_the_contract_holds_for_it(beside: Run):
    """Every law of the house, from ending within its bound to non-interference and words in both languages."""
    assert proofs(beside, "tests/contract", "tests/kernel/test_notation.py") > 50


@pytest.mark.native
def test_it_is_the_same_game_on_every_machine(beside: Run):
    """Parity: plain Python, native code with and without bounds checks, batches, and PTX for a GPU."""
    assert proofs(beside, "tests/parity") >= 15
