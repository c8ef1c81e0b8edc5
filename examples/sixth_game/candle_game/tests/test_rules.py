"""The rulebook of Candle, clause by clause."""

from pathlib import Path

import pytest
from candle_game import GAME

from ghosthouse.kernel import BadPosition, BadSetup, Illegal, Sitting, Words, key_from, read_scenario
from ghosthouse.kernel.game import Game
from ghosthouse.kernel.notation import read_line
from ghosthouse.kernel.scenario import run

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


def candle(name: str) -> Game:
    """Finds the one game that these tests know."""
    assert name == GAME.id
    return GAME


def at(line: str) -> Sitting:
    """Begins at a position of the plain edition."""
    setup, _ = read_line(candle, line)
    return Sitting.at(setup, line, key_from(1))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(path):
    """Every scenario file holds."""
    assert run(read_scenario(path), candle) == []


def test_the_box():
    """CA-01, CA-02: two to four players, ten minutes, eighteen cards, two each; the mini edition is half of it."""
    with pytest.raises(BadSetup, match="2 to 4 players, not 5"):
        GAME.setup("plain", 5)
    plain, mini = (Sitting.deal(GAME.setup(edition, 2), key_from(1)) for edition in ("plain", "mini"))

    assert (plain.state.minutes, plain.state.deck) == (10, 18 - 2 * 2)
    assert (mini.state.minutes, mini.state.deck) == (5, 6 - 2 * 2)
    assert [sum(plain.state.seat[p].hand) for p in range(2)] == [2, 2]


def test_chance_says_who_begins():
    """CA-03: every seat begins sometimes."""
    starters = {Sitting.deal(GAME.setup("plain", 4), key_from(seed)).state.turn for seed in range(40)}

    assert starters == {0, 1, 2, 3}


def test_an_empty_deck_gives_nothing():
    """CA-11: a card is drawn as long as there is one."""
    sitting = at("candle/mini seats 2 | turn 0 | laid 1 2 | deck | hand0 1 3 | hand1 2 3")

    sitting.act(0, "lay 1")

    assert list(sitting.state.seat[0].hand) == [0, 0, 1]
    assert sitting.awaited() == [1]


def test_what_is_drawn_is_told_to_its_owner_alone():
    """CA-02, CA-11: the others hear that a card was drawn, not which."""
    sitting = at("candle/plain seats 2 | turn 0 | laid | hand0 1 2 | hand1 3 3")
    told = sitting.act(0, "lay 2")
    english = Words("en", ["candle_game"])

    mine = [english.say(line, ["Ada", "Ben"], 0) for _, line in sitting.lines(0, told)]
    theirs = [english.say(line, ["Ada", "Ben"], 1) for _, line in sitting.lines(1, told)]

    assert mine == ["You lay 2 minutes: 8 minutes left.", "You draw 1 minute."]
    assert theirs == ["Ada lays 2 minutes: 8 minutes left.", "Ada draws a card."]


def test_a_card_that_is_not_held_is_refused():
    """CA-10: one lays what one holds; the refusal says what would work."""
    sitting = at("candle/plain seats 2 | turn 0 | laid | hand0 1 2 | hand1 3 3")

    with pytest.raises(Illegal, match=r"lay 3: No card of 3 minutes in your hand\. .*\(CA-10\); legal: lay 1, lay 2, hush"):
        sitting.act(0, "lay 3")


def test_whoever_is_away_lays_the_lowest_card():
    """CA-R3: and does not hush."""
    import random

    sitting = at("candle/plain seats 2 | turn 0 | laid | hand0 2 3 | hand1 3 3")

    assert GAME.room("heuristics").absent(sitting.mind(0, "", random.Random(1))) == 1


@pytest.mark.parametrize(
    ("level", "laid", "hand", "best"),
    [
        ("timid", "", "2 3", "lay 2"),
        ("bold", "", "2 3", "lay 3"),
        ("bold", "1 3 3", "2 3", "lay 2"),
        ("bold", "2 3 3", "2 3", "hush"),
        ("timid", "1 2 3 3", "1 2", "hush"),
    ],
)
def test_bots_burn_as_their_level_says(level, laid, hand, best):
    """The timid burn little, the bold much, and both hush rather than put the candle out."""
    sitting = at(f"candle/plain seats 2 | turn 0 | laid {laid} | hand0 {hand} | hand1 1 1")
    room = GAME.room("heuristics")
    seen, number = sitting.seen(0), room.LEVELS.index(level)

    chosen = max(sitting.legal(0), key=lambda action: room.weigh(seen, sitting.tables, 0, action, number))

    assert GAME.room("notation").spell(sitting.state, sitting.tables, 0, chosen) == best


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("candle/mini seats 2 | laid 1 1 1 | hand0 2 2 | hand1 3 3", "not that many cards 1 in the box .one too many in 'laid'"),
        ("candle/mini seats 2 | hand0 2 4 | hand1 3 3", "cards show 1, 2, 3, not '4' .in 'hand0'"),
        ("candle/mini seats 2 | minutes 3 | laid 1 | hand0 2 2 | hand1 3 3", "4 minutes are left, not 3"),
        ("candle/mini seats 2 | hand0 2 | hand1 3 3", "seat 0 must hold 2 cards, not 1"),
        ("candle/mini seats 2 | laid 1 | hand0 2 2 | hand1 3 3 | deck", "some cards lie nowhere: 1"),
        ("candle/mini seats 2 | hush 2 0 | hand0 2 2 | hand1 3 3", "'hush' takes 2 words, 0 or 1, not '2 0'"),
        ("candle/mini seats 2 hush=False | hush 1 0 | hand0 2 2 | hand1 3 3", "'hush' takes 2 words, 0 or 0"),
        ("candle/mini seats 2 | turn 1 | hush 0 0 | laid 1 | deck | hand0 1 2 2 3 3 | hand1", "seat 0 must hold 2 cards, not 5"),
        ("candle/mini seats 2 | turn 2 | hand0 2 2 | hand1 3 3", "'turn' takes a number from 0 to 1, not '2'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line, fault):
    """Cards are conserved, hands are full, and the candle is as long as what was laid says (CA-02, CA-10, CA-11)."""
    with pytest.raises(BadPosition, match=fault):
        at(line)


def test_it_has_no_deck_files():
    """CA-02: the cards are those of the box."""
    with pytest.raises(BadSetup, match="leave the deck file out"):
        GAME.setup("plain", 2, deck="copies = [1]")
