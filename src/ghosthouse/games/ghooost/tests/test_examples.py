"""The worked examples of the rulebook and of the house, as scenario files."""

from pathlib import Path

import pytest

from ghosthouse.games.ghooost.tests.play import calls
from ghosthouse.house import find
from ghosthouse.kernel.scenario import begin, play_step, read_scenario, run

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_example_says_follows(file):
    """GO-E1 to GO-E8: each step of each example does what it says, and nothing refused changes anything."""
    scenario = read_scenario(file)

    assert scenario.step
    assert run(scenario, find) == []


@pytest.mark.parametrize("number", range(1, 9))
def test_no_example_is_missing(number):
    """GO-E1 to GO-E8: every worked example has a file that names it."""
    assert [file.stem for file in FILES if f"GO-E{number}" in read_scenario(file).clauses]


def test_the_calls_of_a_mansion_chain():
    """GO-E8: Skeletum is called when he sweeps."""
    scenario = read_scenario(Path(__file__).parent / "scenarios" / "go_e8.toml")
    sitting = begin(scenario, find)

    for step in scenario.step:
        assert play_step(sitting, step) == []

    assert calls(sitting) == ["Skeletum!"]
    assert calls(sitting, "de") == ["Skeletum!"]
