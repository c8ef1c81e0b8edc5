"""A word is declared against the clock: at a table, with people, as the house plays it."""

import pytest

from ghosthouse.games.letters import GAME, words
from ghosthouse.games.letters.tests.play import setup
from ghosthouse.kernel import Words
from ghosthouse.table import messages
from tests.table.parlour import Parlour


@pytest.fixture
def challenged():
    """Ada has challenged what Ben added; he has five seconds for a word."""
    parlour = Parlour("letters/standard", 2, options={"declare_seconds": 5})
    for name in ("ada", "ben"):
        parlour.sit(name)
    parlour.do("ada", messages.Start)
    for _ in range(2):
        for name in ("ada", "ben"):
            move = "challenge impossible" if parlour.table.sitting.state.turn == 2 and name == "ada" else None
            assert isinstance(parlour.move(name, move), messages.Ok)
    assert parlour.sees("ben").view.numbers["seconds"] == 5
    return parlour


def told(parlour):
    """What a spectator heard last, in words."""
    sitting = parlour.table.sitting
    spoken = Words("en", [GAME.package])
    return [spoken.say(line, ["Ada", "Ben"]) for _, line in sitting.lines(-1)]


def test_a_word_in_time_counts(challenged):
    """GW-28, GWR-39: typed before the time is over."""
    state = challenged.table.sitting.state
    word = state.seat[1].word
    lost = "".join(chr(challenged.table.sitting.tables.sign[word[i]]) for i in range(state.seat[1].letters))
    witness = words.look_up(setup().tables, lost).witness
    challenged.wait(4_900)

    assert isinstance(challenged.move("ben", f"declare {witness}"), messages.Ok)

    assert any(line.startswith(f"Ben declares {witness}: valid") for line in told(challenged))


def test_a_word_that_comes_too_late_does_not(challenged):
    """GW-28, GWR-39, GWR-49: the time is over: there is no word, and the challenge is lost; Ben still pays for himself."""
    challenged.wait(5_000 + challenged.habits.lag + 1)

    assert any(line.startswith("Ben has no word for ") for line in told(challenged))
    assert not isinstance(challenged.do("ben", messages.Move, challenged.sees("ben").decision, "declare house"), messages.Ok)
    assert challenged.sees("ben").view.phase == "pay"
    assert "seconds" not in challenged.sees("ben").view.numbers
    assert isinstance(challenged.move("ben"), messages.Ok)
    assert challenged.table.sitting.state.turn == 3
