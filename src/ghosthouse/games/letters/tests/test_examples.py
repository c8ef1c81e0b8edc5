"""The worked examples of the rule file, as scenario files."""

from pathlib import Path

import pytest

from ghosthouse.games.letters.tests.play import at, fields, play
from ghosthouse.house import find
from ghosthouse.kernel.scenario import read_scenario, run

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


def test_every_example_is_there():
    """GWX-1 to GWX-12."""
    assert {int(file.stem[4:6]) for file in FILES} == set(range(1, 13))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_example_says_follows(file):
    """Each step of each example does what the rule file says."""
    scenario = read_scenario(file)

    assert scenario.step
    assert scenario.clauses
    assert run(scenario, find) == []


def test_the_first_turn_of_the_first_example_leaves_nineteen_cards():
    """GWX-1: after one turn with two plays the decks hold 19 cards, the hands 7."""
    sitting = at(
        "w0 T | w1 O | decks 20 | hand0 E/J S/Z A/K T/G I/H R/P L/R | hand1 E/Q S/F A/M T/Y I/S R/B E/T",
    )

    play(sitting, "0: play E/J right", "1: play F/S left")

    assert [len(cards.split()) for cards in fields(sitting, "deck0", "deck1", "hand0", "hand1")] == [19, 19, 7, 7]
