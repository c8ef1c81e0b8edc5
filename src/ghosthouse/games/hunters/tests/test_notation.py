"""Positions and moves as text: what may be left out, what is refused, and how moves are written."""

import pytest

from ghosthouse.games.hunters import GAME
from ghosthouse.games.hunters.notation import parse
from ghosthouse.games.hunters.tests.play import at, can, deal, field, numbers, play, words
from ghosthouse.house import find
from ghosthouse.kernel import BadPosition, Illegal, Nonsense, Sitting, pack
from ghosthouse.kernel.notation import read_line


def test_a_short_position_is_completed():
    """Who writes a puzzle names what matters: the rest is dealt in order from what lies nowhere."""
    sitting = at("round 3 | middle R1 G2 | traps1 T20 T21 T22", 2)

    assert [words(sitting, f"traps{p}") for p in range(2)] == [["T01", "T02", "T03"], ["T20", "T21", "T22"]]
    assert words(sitting, "row") == ["T04", "T05", "T06", "T07", "T08"]
    assert len(words(sitting, "deck")) == 36 - 2 - 3 * 5
    assert (field(sitting, "allies"), len(words(sitting, "allydeck"))) == ("SWAP", 24)
    assert numbers(sitting, "tokens") == [1, 2]


def test_in_a_sequence_the_others_have_stayed_or_bust_together():
    """Left out, `places` follow from the dice."""
    assert field(at("phase trap | turn 1 | middle R1 G2 | tokens 2 1 3"), "places") == "in leaving in"
    assert field(at("phase trap | turn 1 | middle R5 G5 B6 Y1 | tokens 2 1 3"), "places") == "leaving leaving leaving"
    assert field(at("phase last | turn 1 | middle R1 G2"), "places") == "passed in passed"
    assert field(at("round 5 | phase over | middle R1 G2"), "places") == "passed passed passed"


def test_a_written_position_stands_alone():
    """With its title, seats and options it is the whole state, also in the middle of a sequence."""
    hand = "hand0 STEEL DIE-R4? TINT? TURN? BANISH? ENCORE?"
    body = f"round 2 | phase score | turn 0 | middle R5 G5 B6 Y1 | {hand} | traps0 T25 T26 T28"
    sitting = at(body, 3, secret_allies=True, first=2)
    play(sitting, "steel", "tint R5", "turn G5 down", "die R4", "banish B6")

    line = sitting.position()
    setup, state = read_line(find, line)
    assert pack(state) == pack(sitting.state)
    assert setup.options["secret_allies"] is True
    assert field(sitting, "sees") == "R5* G4 x Y1 + R4"
    assert field(sitting, "steel") == "yes"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("middle R1", "the middle holds 2 to 12 dice, not 1"),
        ("middle R1 K2", "a die is written by colour and number, for instance R5, not 'K2'"),
        ("middle R1 R7", "not 'R7'"),
        ("middle R1 R2 R3 R4", "there are 3 dice of colour R, not 4"),
        ("middle R5 G6", r"two Dangerous dice do not stand after the opening roll \(GH-07\)"),
        ("middle R5 G6 B5 Y1", "before a decision and a last turn an even number of dice lies there, not all, and no bust"),
        ("middle R1 G2 B3", "an even number"),
        ("phase dream", "phase is one of decide, last, ally, trap, score, second, after, over, not 'dream'"),
        ("phase trap | middle R1 G2", "phase trap names a seat on turn"),
        ("turn 1 | middle R1 G2", "phase decide does not name a seat on turn"),
        ("middle R1 G2 | tokens 1 2", "tokens takes a number up to 3 for each of the 3 seats"),
        ("middle R1 G2 | tokens 1 2 2", "the tokens are 1 to 3, each once, not 1 2 2"),
        ("middle R1 G2 | places in home in", "places: 'home' is none of in, leaving, passed, bust"),
        ("middle R1 G2 | places in passed passed", "two or more players are in the round"),
        ("middle R1 G2 | locks stay pass stay", "one of them has not chosen yet"),
        ("phase trap | turn 0 | middle R1 G2 | locks - pass -", "seat 1 has nothing to choose now"),
        ("phase last | turn 0 | middle R1 G2 | places in in passed", "the player on turn is the only one in the round"),
        ("phase trap | turn 0 | middle R1 G2 | places in in in", "seat 0 is on turn, so it is leaving"),
        ("phase trap | turn 0 | middle R1 G2 | places leaving leaving in | group 0", "the group are those who are leaving"),
        ("phase trap | turn 0 | middle R1 G2 | group 0 7", "group: there is no seat '7'"),
        ("phase trap | turn 0 | middle R5 G5 B6 Y1 | places leaving in in", "on a bust everybody in the round leaves"),
        (
            "phase trap | turn 0 | middle R1 G2 | places leaving leaving in | tokens 2 1 3",
            "the one with the lowest token is on turn",
        ),
        ("middle R1 G2 | group 0", "in phase decide nobody is leaving"),
        ("middle R1 G2 | earned 3 0 0", "seat 0 has earned nothing in this round yet"),
        ("middle R1 G2 | places passed in in | earned 3 0 0 | total 2 0 0", "so its total is no less"),
        ("middle R1 G2 | total 1 2 -3", "total takes a number up to 30000 for each of the 3 seats"),
        ("middle R1 G2 | traps0 T99", "traps0: this deck has no Trap 'T99'"),
        ("middle R1 G2 | traps0 T05 | row T05 T06 T07 T08 T09", "row: T05 lies somewhere else already"),
        ("middle R1 G2 | traps0 T05 T06", "traps0 holds 1 Traps in this position, not 2"),
        ("middle R1 G2 | row T05", "row holds 5 Traps in this position, not 1"),
        ("middle R1 G2 | deck T05", "deck holds 28 Traps in this position, not 1"),
        ("middle R1 G2 | traps0 T05!", "seat 0 has not scored in this round, so none of its Traps has paid"),
        ("middle R1 G2 | hand0 GHOST", "hand0: there is no Ally 'GHOST'"),
        ("middle R1 G2 | hand0 ENCORE ENCORE", "hand0: one ENCORE more than the 1 of this deck"),
        ("middle R1 G2 | hand0 SWAP?", r"a hidden Ally \(\?\) needs the option secret_allies=True"),
        ("middle R1 G2 | hand0 SWAP SWAP SWAP SWAP SWAP TINT TINT", "hand0 has 7 Allies; in this position there is room for 6"),
        ("middle R1 G2 | allies SWAP SWAP SWAP", r"the Ally row holds 2 at most \(GH-03\), not 3"),
        ("middle R1 G2 | allydeck SWAP", "some Allies lie nowhere: SWAP SWAP"),
        ("middle R1 G2 | hand3 SWAP", "for a seat that is not there"),
        ("middle R1 G2 | sees R1 G2", "sees belongs to a sequence, which nobody is in now"),
        ("phase trap | turn 0 | middle R1 G2 | sees R1", "sees takes a word for each of the 2 dice in the middle"),
        ("phase trap | turn 0 | middle R1 G2 | sees R1 B2", "sees: 'B2' is not of that die's colour"),
        ("phase trap | turn 0 | middle R1 G2 | sees R1 G2 + K4", "sees: 'K4' is no die"),
        ("phase trap | turn 0 | middle R1 G2 | steel yes", "STEEL can be played on a bust only"),
        ("phase trap | turn 0 | middle R1 G2 | named T36", "named: 'T36' is none of the Traps of seat 0"),
        (
            "phase ally | turn 0 | middle R1 G2 | allies -",
            "phase ally: a player leaves alone, without a bust, and an Ally lies there",
        ),
        ("phase second | turn 0 | middle R5 G5 B6 Y1", "phase second: STEEL was played"),
        ("phase over | middle R1 G2", "the game is over after round 5, not after round 1"),
        ("round 6 | middle R1 G2", "the field 'round' takes a number from 1 to 5"),
        ("middle R1 G2 | ghosts 3", "unknown field 'ghosts'"),
    ],
)
def test_what_no_game_could_reach_is_refused(body, why):
    """With what is wrong, and what would do."""
    with pytest.raises(BadPosition, match=why):
        at(body)


@pytest.mark.parametrize(
    "text",
    ["", "fly", "roll 5", "roll", "take", "take T99", "score T99", "swap T01", "swap T01 for T99", "tint K5", "turn R1 sideways",
     "die Z9", "banish", "encore", "take SWAP TINT", "#12"],
)  # fmt: skip
def test_what_is_no_move_is_said(text):
    """Nonsense is told from moves that are not allowed."""
    sitting = at("phase trap | turn 0 | middle R1 G2")

    with pytest.raises(Nonsense):
        sitting.act(0, text)


@pytest.mark.parametrize(
    ("text", "clause"),
    [("take T36", "GH-23"), ("take ENCORE", "GH-18"), ("score T36", "GH-20"), ("tint B1", "GH-41"), ("swap T36 for T04", "GH-20")],
)
def test_cards_and_dice_that_do_not_lie_there_are_refused_by_their_clause(text, clause):
    """They exist, but not there."""
    sitting = at("phase trap | turn 0 | middle R1 G2 | hand0 SWAP TINT | allies TURN STEEL")

    with pytest.raises(Illegal) as caught:
        sitting.act(0, text)

    assert caught.value.clause == clause


def test_moves_are_read_in_two_languages_and_any_case():
    """What a player types."""
    s = at("phase trap | turn 0 | middle R1 G2 | hand0 SWAP TINT | row T05 T06 T07 T08 T09")

    def read(text):
        return parse(s.state, s.tables, 0, text)

    assert read("bleiben") == read("STAY")
    assert read("passen") == read("gehen") == read("pass")
    assert read("nehmen t07") == read("Take T07")
    assert read("würfeln 3") == read("roll 3")
    assert read("swap t01 gegen t05") == read("swap T01 for T05")
    assert read("fertig") == read("done")
    assert read("TINT r1") == read("tint R1")


def test_equal_dice_and_equal_allies_are_told_apart():
    """The second of its kind is written #2."""
    sitting = at("phase ally | turn 0 | middle R1 R1 R1 G2 | hand0 TURN | allies SWAP SWAP")

    assert can(sitting, 0) >= {"take SWAP", "take SWAP#2", "turn R1 up", "turn R1#2 up", "turn R1#3 up"}
    assert field(play(sitting, "turn R1#2 up"), "sees") == "R1 R2 R1 G2"


def test_every_action_can_be_written():
    """Also those that mean nothing now: messages must name them."""
    spell = GAME.room("notation").spell
    sitting = deal(2)

    written = [spell(sitting.state, sitting.tables, 0, action) for action in range(GAME.actions)]
    assert all(written)
    assert written[TAKE_LAST] == "take #4"
    assert written[GAME.actions - 1] == f"#{GAME.actions - 1}"


TAKE_LAST = 11


def test_records_of_own_positions_are_refused_without_their_deck():
    """A position with a deck of one's own does not stand alone."""
    line = deal(2, deck='allies = [ { effect = "swap", copies = 25 } ]').position()

    with pytest.raises(BadPosition, match="deck file of its own"):
        read_line(find, line)


def test_a_sitting_can_begin_anywhere():
    """Every phase is a place to begin: tutorials and puzzles do."""
    for body in (
        "phase decide | middle R1 G2",
        "phase last | turn 0 | middle R1 G2",
        "phase ally | turn 0 | middle R1 G2",
        "phase trap | turn 0 | middle R1 G2",
        "phase score | turn 0 | middle R1 G2",
        "round 2 | phase second | turn 0 | middle R5 G5 B6 Y1 | traps0 T25! T26 T28 | earned 2 0 0 | steel yes",
        "phase after | turn 0 | middle R1 G2",
        "round 5 | phase over | middle R1 G2",
    ):
        sitting = at(body)
        assert isinstance(sitting, Sitting)
        assert sitting.over() or sitting.legal(sitting.next_seat())
