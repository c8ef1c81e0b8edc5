"""Where rules meet: several things in one turn, each of them harmless alone."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.letters import GAME, moves
from ghosthouse.games.letters.tests.play import at, can, deal, ending, field, fields, play, told
from ghosthouse.kernel import Sitting

THREE = "hand0 E/J A/T I/H | hand1 E/N | hand2 E/U | deck0 T/Y | deck1 I/R | deck2 O/M"
TWO = "hand0 E/J A/T | hand1 E/N O/M | deck0 T/Y N/O L/R | deck1 E/T I/R S/L"


def absent(sitting, seat):
    """Let the absent player's policy decide."""
    sitting.act(seat, GAME.room("heuristics").absent(sitting.mind(seat, "", random.Random(1))))


# --- Challenges that coincide -----------------------------------------------------------------------------------------------


def test_both_kinds_from_both_sides():
    """GW-37, GWR-07: seat 0 challenges w0 as complete while w2 is challenged as impossible: it wins the one and loses the other."""
    sitting = at(f"w0 THIN 1 | w1 S 1 | w2 JQXZ 0 | stack0 E | stack1 S | {THREE}", seats=3)

    play(sitting, "2: challenge impossible", "0: challenge complete", "1: play E/N right")
    assert sitting.awaited() == [0]  # `complete` is judged by itself
    play(sitting, "0: declare jinx", "0: pick E", "1: pick S", dice=(0, 0))

    assert fields(sitting, "stack0", "stack1", "stack2") == ["THIN", "", "JQXZ"]
    assert fields(sitting, "ghosts", "w0", "w2") == ["1 0 1", "T -", "O -"]


@pytest.mark.parametrize(
    ("stack", "hand", "paid"),
    [
        ("SE", "E/J A/T", ["pick S", "pick E"]),
        ("S", "E/J A/T", ["pick S", "give A/T"]),
        ("", "E/J A/T", ["give A/T", "give E/J"]),
        ("S", "-", ["pick S"]),
        ("", "E/J", ["give E/J"]),
        ("", "-", []),
    ],
)
def test_whoever_loses_both_pays_as_long_as_there_is_something(stack, hand, paid):
    """GW-38, GWR-33: first on the smaller word, the second from what is left, nothing where nothing is left."""
    sitting = at(
        f"turn 22 | w0 HINK 1 | w1 S 1 | w2 THIN 0 | stack0 {stack} | hand0 {hand} | hand1 E/N O/M | hand2 E/U A/M | decks 0",
        seats=3,
    )
    play(sitting, "0: challenge impossible", "1: play E/N right", "2: challenge complete", "1: declare think")

    for move in paid:
        assert sitting.awaited() == [0]
        play(sitting, f"0: {move}")

    assert field(sitting, "ghosts") == f"0 {int(len(paid) > 0)} {int(len(paid) > 1)}"
    assert told(sitting).count("nothing_to_give") == 2 - len(paid)
    assert fields(sitting, "stack1", "stack2", "w0", "w2") == ["HINK", "THIN", "-", "-"]


def test_a_ring_in_which_everybody_loses_both():
    """GW-37, GW-38: n challenges, 2n penalties owed at once; whatever the order, each is paid once."""
    body = " | ".join(f"w{k} THIN {(k + 1) % 4} | stack{k} SEA | hand{k} E/J" for k in range(4))
    ends = set()
    for order in list(permutations(range(4)))[::5]:
        sitting = at(f"{body} | decks 3", seats=4)
        for seat in order:
            sitting.act(seat, "challenge complete")
        assert sorted(sitting.awaited()) == [0, 1, 2, 3]  # each lost the word on its right
        for seat in order:
            sitting.act(seat, "pick E")
        ends.add(sitting.position().partition("| hand0")[0].partition("ghosts")[2])
    assert ends == {" 1 1 1 1 "}


def test_a_challenge_on_a_word_given_up_by_the_challenged_on_the_other_side():
    """GW-14, GWR-33: seat 0 gives w0 up and is challenged on w2: its new ghost card is no coin, a card of the hand pays."""
    sitting = at(f"w0 ZEBR 1 | w1 S 1 | w2 JQXZ 0 | {THREE}", seats=3)

    play(sitting, "0: give up", "1: play E/N right", "2: challenge impossible")
    assert sorted(sitting.awaited()) == [0, 1]
    play(sitting, "0: no word", "1: pick Z")

    assert can(sitting, 0) == ["give E/J", "give A/T", "give I/H"]
    play(sitting, "0: give E/J")
    assert fields(sitting, "ghosts", "stack1", "stack2", "given0") == ["1 0 1", "EBR", "JQXZ", "E/J"]


def test_a_letter_gained_from_a_ghost_card_pays():
    """GW-37, GW-41: seat 0 takes Z out of w0, which goes to seat 1, who loses a challenge in the same turn and pays with it."""
    sitting = at(f"w0 ZEBR 1 | w1 HINK 2 | w2 S 2 | ghosts 1 0 0 | {THREE}", seats=3)

    play(sitting, "0: ghost 0 A/T slot", "1: challenge impossible", "2: play E/U right", "2: declare think")

    assert can(sitting, 1) == ["pick Z"]
    play(sitting, "1: pick Z")
    assert fields(sitting, "stack1", "stack2", "ghosts") == ["", "HINK", "0 0 1"]


def test_two_players_on_both_words_with_both_kinds():
    """GWR-44, GWR-51: w0 complete and w1 impossible at once; the loser of both pays twice, and both start anew."""
    sitting = at(f"w0 THIN 1 | w1 JQXZ 0 | stack0 SS | stack1 E | {TWO}")

    play(sitting, "1: challenge impossible", "0: challenge complete")
    assert sitting.awaited() == [0]
    play(sitting, "0: declare QUIZ", "0: pick S", "1: pick E", dice=(0, 0))

    assert fields(sitting, "stack0", "stack1", "ghosts") == ["STHIN", "JQXZ", "1 1"]
    assert fields(sitting, "w0", "w1") == ["T -", "E -"]


# --- Nobody answers ---------------------------------------------------------------------------------------------------------


def test_a_declaration_that_never_comes_loses():
    """GW-28, GWR-39, GWR-49: the absent player's policy declares nothing, although there is a word; then it pays."""
    sitting = at(f"w0 HINK 1 | w1 S 0 | stack1 QSE | {TWO}")
    play(sitting, "0: challenge impossible", "1: play E/N right")

    absent(sitting, 1)
    assert field(sitting, "lost0") == "1"
    absent(sitting, 1)

    assert fields(sitting, "stack0", "stack1", "ghosts") == ["HINK", "QE", "1 0"]
    assert "declared_silent" in told(sitting)


def test_the_absent_answer_everything_at_once():
    """GWR-41, GWR-49: asked for a ghost letter, a declaration and two penalties, nobody there, and the turn ends all the same."""
    sitting = at(f"w0 STRAN 1 | w1 HINK 2 | w2 THIN 0 | stack0 QE | {THREE}", seats=3)
    play(sitting, "0: give up", "1: challenge impossible", "2: challenge complete")

    while sitting.state.turn == 1:
        absent(sitting, sitting.next_seat())

    assert fields(sitting, "turn", "direction", "phase") == ["2", "ccw", "act"]
    assert field(sitting, "ghosts") == "1 1 1"


# --- Ends -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "ends"), [("any", True), ("all", False)])
def test_a_penalty_may_empty_a_hand(option, ends):
    """GW-50, GWR-03, GW-35: the last card of a hand is given away: where one empty hand ends the game, it ends."""
    sitting = at("turn 21 | w0 THIN 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | decks 0", empty_hand_end=option)

    play(sitting, "0: challenge complete", "1: play E/N right", "1: give O/M")

    assert sitting.over() == ends
    assert fields(sitting, "stack0", "ghosts") == ["THIN", "1 0"]


def test_a_challenge_between_two_passes_starts_the_count_anew():
    """GW-58: two quiet turns running, not two in all."""
    body = "turn 25 | w0 JQ 1 | w1 S 1 | w2 - | hand0 - | hand1 - | hand2 - | stack0 E | stack1 E | stack2 E | decks 0"
    sitting = at(body.replace("hand2 -", "hand2 E/T"), seats=3)

    play(sitting, "0: pass", "1: pass")  # clockwise on w0 and w1: quiet
    assert field(sitting, "quiet") == "1"
    play(sitting, "1: pass", "2: challenge impossible", "1: declare sand", "2: pick E")  # anticlockwise on w0 and w1
    assert not sitting.over()
    assert field(sitting, "quiet") == "0"
    play(sitting, "0: pass")
    assert not sitting.over()
    play(sitting, "1: pass")

    assert ending(sitting) == "over_quiet"


@pytest.mark.parametrize("removed", [0, 3, 6, 9])
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_decks_run_out_at_once_whatever_is_done(removed, seats):
    """GW-46, GW-54: with challenges and give-ups wherever they are possible, the last card of all decks is taken in one turn."""
    sitting = deal(seats=seats, seed=f"bold {removed}", removed=removed)
    rng = random.Random(f"{removed} {seats}")
    while sitting.state.seat[0].height:
        seat = sitting.next_seat()
        legal = sitting.legal(seat)
        bold = [action for action in legal if moves.GIVE_UP <= action <= moves.COMPLETE]
        sitting.act(seat, rng.choice(bold or legal))

    while sitting.state.turn == 23 - removed:
        seat = sitting.next_seat()
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    assert sitting.state.turn == 24 - removed
    assert [sitting.state.seat[p].height for p in range(seats)] == [0] * seats


# --- Options together -------------------------------------------------------------------------------------------------------


def test_at_a_live_table_that_judges_a_challenge_ends_with_the_last_action():
    """GWR-38, GWR-40: nothing sealed, nothing declared, and the winner picks openly."""
    body = f"w0 JQXZ 1 | w1 THIN 0 | stack0 S | stack1 QE | {TWO}"
    sitting = at(body, live=True, auto_judge=True, penalty_pick="winner")

    play(sitting, "0: challenge impossible")
    assert told(sitting) == ["challenged_impossible"]
    play(sitting, "1: challenge complete")
    assert told(sitting)[1:] == ["challenged_complete", "lost_impossible", "lost_complete"]
    assert sorted(sitting.awaited()) == [0, 1]
    play(sitting, "0: pick Q", "1: pick S", dice=(0, 0))

    assert fields(sitting, "stack0", "stack1", "ghosts") == ["JQXZ", "ETHIN", "1 1"]


# --- Ghost plays ------------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.text("AET", min_size=1, max_size=7), st.permutations(["A/T", "E/T", "E/J", "A/K"]))
def test_a_ghost_play_is_offered_exactly_where_it_changes_the_word(word, hand):
    """GW-41 to GW-43, GWR-26 to GWR-28: every letter out, every card and letter in, at every place; compared as strings."""
    sitting = at(f"w0 {word} 1 | w1 S 0 | ghosts 1 0 | hand0 {' '.join(hand[:3])} | hand1 E/N | decks 0")
    offered = {text for text in can(sitting, 0) if text.startswith("ghost")}
    expected = {}
    for removed in range(len(word)):
        rest = word[:removed] + word[removed + 1 :]
        for card in hand[:3]:
            for turned in (card, card[::-1]):
                letter = turned[0]
                for place, made in (
                    ("left", letter + rest),
                    ("right", rest + letter),
                    ("slot", word[:removed] + letter + word[removed + 1 :]),
                ):
                    if made != word:
                        expected[f"ghost {removed} {turned} {place}"] = made

    assert offered == set(expected)
    for move in sorted(expected)[::7]:
        again = Sitting.at(sitting.setup, sitting.position(), sitting.key)
        play(again, f"0: {move}", "1: play E/N right")
        assert field(again, "w0") == f"{expected[move]} 0"
        assert field(again, "stack1") == word[int(move.split()[1])]
