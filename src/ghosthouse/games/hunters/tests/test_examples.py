"""The worked examples, as scenario files."""

from pathlib import Path

import pytest

from ghosthouse.games.hunters.tests.play import heard
from ghosthouse.house import find
from ghosthouse.kernel.scenario import begin, play_step, read_scenario, run

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_example_says_follows(file):
    """Each step of each example does what the rule file says."""
    scenario = read_scenario(file)

    assert scenario.step
    assert run(scenario, find) == []


def test_all_examples_are_here():
    """GHX-1 to GHX-8."""
    assert {file.stem[:5] for file in FILES} >= {f"ghx_{number}" for number in range(1, 9)}


def test_the_story_of_the_long_example():
    """GHX-1, as the table tells it to Stuart."""
    scenario = read_scenario(FOLDER / "ghx_1.toml")
    sitting = begin(scenario, find)

    for step in scenario.step:
        assert play_step(sitting, step) == []
    story = heard(sitting, 2)

    assert story[4:12] == [
        "One, two, three!",
        "Kate stays.",
        "Mark passes.",
        "You stay.",
        "Joan stays.",
        "Mark leaves the round.",
        "Mark takes the Ally “Tint”.",
        "Mark takes T21 (two red dice).",
    ]
    assert "T05 (a green 1 or 4) pays you 3 Fame." in story
    assert "You now have token 4, Joan token 3." in story
    assert "4 Dangerous dice! Everybody still in the round is bust." in story
    assert "Kate earned the least this round (3 Fame)." in story
