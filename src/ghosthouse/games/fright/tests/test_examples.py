"""The worked examples of the rulebooks, as scenario files."""

from pathlib import Path

import pytest

from ghosthouse.house import find
from ghosthouse.kernel.scenario import begin, play_step, read_scenario, run

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_example_says_follows(file):
    """Each step of each example does what the book says."""
    scenario = read_scenario(file)

    assert scenario.step
    assert run(scenario, find) == []


def test_the_calls_of_the_long_german_example():
    """KG-E4: 2, 5, "5, Spiegel", 7, "7, Nebel", "7, Spiegel", and 1."""
    from ghosthouse.games.fright.tests.play import calls

    scenario = read_scenario(Path(__file__).parent / "scenarios" / "kg_e4.toml")
    sitting = begin(scenario, find)

    for step in scenario.step:
        assert play_step(sitting, step) == []

    assert calls(sitting, "de") == ["zwei", "fünf", "fünf, Spiegel", "sieben", "sieben, Nebel", "sieben, Spiegel", "eins"]


def test_the_calls_of_the_pictured_examples():
    """KA-E1, KA-E2, KA-E3: six, six, and two after the take."""
    from ghosthouse.games.fright.tests.play import calls

    scenario = read_scenario(Path(__file__).parent / "scenarios" / "ka_e1_e3.toml")
    sitting = begin(scenario, find)

    for step in scenario.step:
        assert play_step(sitting, step) == []

    assert calls(sitting) == ["six", "six", "two"]
