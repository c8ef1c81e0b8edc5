"""Scenarios: a file that holds passes, a file that is wrong fails and says where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ghosthouse.kernel import BadRecord, Scenario, read_scenario
from ghosthouse.kernel.scenario import Step, begin, run
from tests.sixth_game.here import find

POSITION = "candle/plain seats 2 | turn 0 | laid 1 | deck 3 1 1 1 1 2 2 2 2 2 3 3 3 | hand0 1 2 | hand1 3 3"


def differs(*steps: dict[str, Any], **head: Any) -> list[str]:
    """Plays a scenario of these steps and returns what differed."""
    head.setdefault("position", POSITION)
    return run(Scenario(title="a test", step=[Step(**step) for step in steps], **head), find)


def test_a_scenario_that_holds_says_nothing():
    """Every kind of claim at once, all of them true."""
    true = {
        "seat": 0,
        "move": "lay 2",
        "legal": ["hush", "lay 1", "lay 2"],
        "then": {"minutes": 7, "hand0": "1 3", "turn": "1"},
        "tells": ["event.laid", "event.drew_hidden"],
        "over": False,
        "scores": [0, 0],
        "winners": [],
        "awaited": [1],
    }

    assert differs(true) == []


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"seat": 2, "move": "", "legal": []}, r"there is no seat 2 whose moves are legal \(seats are 0 to 1\)"),
        ({"legal": ["lay 1"]}, r"legal is \['hush', 'lay 1', 'lay 2'\], not \['lay 1'\]"),
        ({"then": {"minutes": 8}}, "minutes is '7', not '8'"),
        ({"then": {"mintues": 7}}, r"the position has no field 'mintues' here \(it has: minutes, turn,"),
        ({"tells": ["event.out"]}, "which does not hold"),
        ({"tells": ["event.drew_hidden", "event.laid"]}, "in order"),
        ({"over": True}, "over is False, not True"),
        ({"scores": [1, 0]}, r"scores is \[0, 0\], not \[1, 0\]"),
        ({"winners": [1]}, r"winners is \[\], not \[1\]"),
        ({"awaited": [0]}, r"awaited is \[1\], not \[0\]"),
        ({"refused": "CA-10"}, "lay 2 is obeyed, but should be refused by CA-10"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_each_claim_can_fail(claim: dict[str, Any], said: str):
    """One wrong claim at a time, named with its step."""
    wrong = differs({"seat": 0, "move": "lay 2", **claim})

    assert len(wrong) == 1
    assert wrong[0].startswith("step 1: ")
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(wrong[0])


@pytest.mark.parametrize(
    ("seat", "move", "refused"),
    [
        (0, "lay 3", "CA-10"),
        (0, "lay 3", "illegal"),
        (1, "lay 3", "not_your_turn"),
        (0, "sing", "nonsense"),
        (5, "hush", "nonsense"),
    ],
)
def test_refusals_are_named_by_clause_or_kind(seat: int, move: str, refused: str):
    """`refused` is the clause that forbids the move, or the kind of the refusal."""
    assert differs({"seat": seat, "move": move, "refused": refused, "then": {"turn": 0}}) == []


def test_a_refusal_by_another_rule_differs():
    """The right answer for the wrong reason is a wrong answer; both are said."""
    [wrong] = differs({"seat": 0, "move": "lay 3", "refused": "CA-12"})

    assert "CA-10" in wrong
    assert "expected CA-12" in wrong


def test_a_refusal_that_nobody_expected_differs(monkeypatch: pytest.MonkeyPatch):
    """Also where the game forgot to name a clause."""
    assert "No card of 3 minutes in your hand." in differs({"seat": 0, "move": "lay 3"})[0]

    narrate = find("candle").room("narrate")
    honest = narrate.reason
    monkeypatch.setattr(narrate, "reason", lambda *asked: (honest(*asked)[0], ""))

    assert "No card of 3 minutes in your hand." in differs({"seat": 0, "move": "lay 3"})[0]


def test_the_first_step_that_differs_is_the_last_one_played():
    """What follows from a difference is not reported as more of them."""
    wrong = differs({"seat": 0, "move": "lay 2", "over": True}, {"seat": 0, "move": "lay 2"})

    assert wrong == ["step 1: over is False, not True"]


def test_a_refused_move_that_changes_something_differs(monkeypatch: pytest.MonkeyPatch):
    """The runner looks at the position before and after a refusal."""
    rules = find("candle").room("rules")
    honest = rules.why_not

    def meddling(s: Any, t: Any, seat: int, action: int) -> int:
        s.turn = 1
        return honest(s, t, 0, action)

    monkeypatch.setattr(rules, "why_not", meddling)

    wrong = differs({"seat": 0, "move": "lay 3", "refused": "CA-03"})

    assert wrong == ["step 1: the refused lay 3 changed the position"]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ({"position": "candle/plain seats 2 | turn 7"}, "cannot begin: the field 'turn'"),
        ({"position": "candel/plain seats 2 | turn 0"}, "there is no game 'candel'"),
        ({"position": "", "game": "candle", "edition": "grand"}, "cannot begin: candle has no edition 'grand'"),
        ({"position": "", "game": "candle", "seats": 9}, "cannot begin: candle plain is for 2 to 4 players, not 9"),
        ({"position": "", "game": "candle", "options": {"hush": "maybe"}}, "cannot begin: option hush cannot be 'maybe'"),
        ({"position": ""}, "cannot begin: a scenario has a position, or a game to deal"),
        (
            {"seats": 2, "options": {"hush": False}},
            "cannot begin: the position says already what is played: leave out seats, options",
        ),
    ],
)
def test_a_scenario_that_cannot_begin_says_why(head: dict[str, Any], said: str):
    """A wrong position, game, edition, number of seats or option."""
    [wrong] = differs({"seat": 0, "move": "hush"}, **head)

    assert said in wrong


def test_dice_are_scripted_from_the_deal_on():
    """`dice` at the head is what the deal draws; without a position nothing else could fix who begins."""
    for starter in range(4):
        then = {"turn": starter, "minutes": 10}
        assert differs({"then": then}, position="", game="candle", seats=4, dice=[starter]) == []


def test_the_chance_of_a_deal_is_its_text():
    """Two scenarios with the same `chance` deal the same cards, whatever their titles; another chance deals others."""
    dealt = [
        begin(Scenario(title=title, game="candle", seats=2, chance=chance), find).position()
        for title, chance in (("one", "x"), ("two", "x"), ("one", "y"), ("one", ""))
    ]

    assert dealt[0] == dealt[1]
    assert len(set(dealt)) == 3


def test_dice_that_cannot_be_are_a_difference():
    """A five on a die of four is a mistake of the scenario, and no crash of the runner."""
    [wrong] = differs({"then": {}}, position="", game="candle", seats=4, dice=[4])

    assert wrong == "cannot begin: the script says 4, but here 0 to 3 can be drawn"


def test_dice_that_nobody_draws_are_a_difference():
    """Otherwise a scenario seems to hold for the dice that it names, while they were never thrown."""
    assert differs({"seat": 0, "move": "hush"}, dice=[1]) == ["dice [1] are scripted, but nothing drew them"]
    assert differs({"seat": 0, "move": "hush", "dice": [2]}) == ["dice [2] are scripted, but nothing drew them"]
    assert differs({"seat": 0, "move": "hush", "dice": [2]}, dice=[1])[0] == "step 1: dice [1] are scripted, but nothing drew them"


FILE = """
title = "A file"
position = "{position}"

[[step]]
seat = 0
move = "lay 1"
then = {{ minutes = 8 }}
"""


def test_a_file_is_read(tmp_path: Path):
    """From the disk to the verdict."""
    path = tmp_path / "a.toml"
    path.write_text(FILE.format(position=POSITION), encoding="utf-8")

    assert run(read_scenario(path), find) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "Invalid value"),
        ("position = 'x'", "missing required field `title`"),
        ("title = 'x'\nstepp = []", "unknown field `stepp`"),
        ("title = 'x'\n[[step]]\nseat = 0\nmoves = 'hush'", "unknown field `moves`"),
        ("title = 'x'\n[[step]]\nseat = 'first'", r"Expected `int`, got `str` - at `\$.step\[0\].seat`"),
    ],
)
def test_a_file_that_is_no_scenario_is_named(tmp_path: Path, text: str, said: str):
    """A misspelt key is found here, instead of being a claim that nobody checks."""
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(BadRecord, match=rf"broken.toml: .*{said}"):
        read_scenario(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    """And one that is no text."""
    with pytest.raises(BadRecord, match=r"nowhere.toml: .*No such file"):
        read_scenario(tmp_path / "nowhere.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match=r"picture.toml: it is no UTF-8 text"):
        read_scenario(tmp_path / "picture.toml")
