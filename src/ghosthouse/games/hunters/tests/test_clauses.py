"""The clauses of the rulebook, one by one."""

from collections import Counter

import pytest

from ghosthouse.games.hunters import GAME, rules
from ghosthouse.games.hunters.state import DECIDE, PASS, STAY, TAKE_TRAP
from ghosthouse.games.hunters.tests.play import (
    absent_on,
    at,
    can,
    choose,
    deal,
    field,
    numbers,
    play,
    play_on,
    reason,
    refusal,
    roll_next,
    told,
    words,
)
from ghosthouse.kernel import BadPosition, BadSetup, NotYourTurn

# --- Set-up -----------------------------------------------------------------------------------------------------------------


def test_two_to_five_play_with_twelve_dice():
    """GH-01: 2 to 5 players; three dice of each of four colours, and all of them begin in the pouch."""
    for seats in (2, 3, 4, 5):
        assert GAME.setup("full", seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(BadSetup, match="2 to 5 players"):
            GAME.setup("full", seats)

    for middle, left in (("R1 Y2", {"R": 2, "G": 3, "B": 3, "Y": 2}), ("G1 B2", {"R": 3, "G": 2, "B": 2, "Y": 3})):
        pouch = {zone.id: zone for zone in at(f"middle {middle}").view().zones}["pouch"]
        assert Counter(piece.id for piece in pouch.pieces) == left


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_traps_are_dealt_and_shown(seats):
    """GH-02: one Trap for each player, five in the row, the rest is the deck."""
    sitting = deal(seats)

    own = [words(sitting, f"traps{p}") for p in range(seats)]
    assert [len(cards) for cards in own] == [1] * seats
    assert len(words(sitting, "row")) == 5
    everything = [*(card for cards in own for card in cards), *words(sitting, "row"), *words(sitting, "deck")]
    assert sorted(everything) == [f"T{number:02}" for number in range(1, 37)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_allies_are_shown(seats):
    """GH-03: one Ally fewer than players, the rest of the 25 is the deck."""
    sitting = deal(seats)

    assert len(words(sitting, "allies")) == seats - 1
    assert len(words(sitting, "allydeck")) == 25 - (seats - 1)


def test_one_player_gets_token_one_and_the_others_follow_clockwise():
    """GH-04: by the table's choice, or by chance; unused tokens leave the game."""
    assert numbers(deal(4, first=2), "tokens") == [3, 4, 1, 2]
    assert numbers(deal(2, first=1), "tokens") == [2, 1]
    assert {numbers(deal(3, seed=str(n)), "tokens")[0] for n in range(30)} == {1, 2, 3}
    with pytest.raises(BadSetup, match="seat 3 cannot be the first player"):
        GAME.setup("full", 3, {"first": 3})


def test_everything_begins_at_nothing():
    """GH-05: totals 0, round 1, everybody in the round."""
    sitting = deal(4)

    assert (field(sitting, "total"), field(sitting, "round"), field(sitting, "places")) == ("0 0 0 0", "1", "in in in in")
    assert sitting.awaited() == [0, 1, 2, 3]


# --- Rolling ----------------------------------------------------------------------------------------------------------------


def test_a_round_opens_with_two_dice():
    """GH-06: two dice drawn from the pouch without replacement, and rolled."""
    sitting = deal(3, dice="G4 G2")

    assert field(sitting, "middle") == "G4 G2"


def test_two_dangerous_dice_at_the_opening_are_rolled_again():
    """GH-07: both, as often as needed; their colours stay."""
    sitting = deal(3, dice="R5 Y6 6 6 5 5 1 6")

    assert field(sitting, "middle") == "R1 Y6"
    assert told(sitting).count("told.rerolled") == 3


def test_openings_never_hold_two_dangerous_dice():
    """GH-07: whatever is drawn, one at most is left; about half of the openings have one."""
    dangers = Counter(deal(2, seed=str(n)).state.danger for n in range(300))

    assert set(dangers) == {0, 1}
    assert 110 < dangers[1] < 190


def test_a_later_pair_of_dangerous_dice_stands():
    """GH-08: the re-roll is for the opening roll of a round."""
    sitting = choose(roll_next(deal(3, dice="R1 Y2"), "G5 B6"))

    assert field(sitting, "middle") == "R1 Y2 G5 B6"
    assert "told.rerolled" not in told(sitting)


def test_dice_stay_in_the_middle_with_their_numbers():
    """GH-09: what was rolled lies there for the whole round; later dice come behind."""
    sitting = deal(3, dice="R1 Y2")
    for pair in ("G3 B4", "G2 B1", "R6 Y1"):
        before = field(sitting, "middle")
        choose(roll_next(sitting, pair))
        assert field(sitting, "middle") == f"{before} {pair}"


def test_after_the_opening_there_is_always_a_decision():
    """GH-10: nobody can be bust at two dice."""
    for n in range(60):
        sitting = deal(2 + n % 4, seed=f"opening {n}")
        assert sitting.state.phase == DECIDE
        assert sitting.state.danger < 2


def test_a_later_roll_adds_two_dice():
    """GH-11: an ordinary roll brings exactly two more."""
    sitting = choose(deal(3, dice="R1 Y2"))

    assert len(words(sitting, "middle")) == 4


def test_the_bust_comes_before_any_decision():
    """GH-12: the dice are judged first; only if nobody is bust, everybody chooses again."""
    calm = choose(roll_next(at("middle R5 G1"), "B5 Y1"))
    bust = choose(roll_next(at("middle R5 G1"), "B5 Y6"))

    assert field(calm, "phase") == "decide"
    assert (field(bust, "phase"), bust.awaited()) == ("trap", [0])


# --- Decision ---------------------------------------------------------------------------------------------------------------


def test_choices_are_made_at_the_same_time_and_shown_together():
    """GH-13: in any order, sealed until the last one is in."""
    sitting = deal(3)

    play(sitting, "2: pass", "0: stay")
    assert told(sitting).count("told.locked") == 2
    assert not {"told.stays", "told.passes", "told.revealed"} & set(told(sitting))
    assert sitting.view(1).locked == [0, 2]

    play(sitting, "1: pass")
    assert told(sitting)[-5:-1] == ["told.revealed", "told.stays", "told.passes", "told.passes"]


def test_the_order_of_choosing_changes_nothing():
    """GH-13: whoever locks first, the same follows, byte for byte."""
    ends = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        sitting = deal(3)
        for seat in order:
            sitting.act(seat, "pass" if seat == 1 else "stay")
        ends.add(sitting.position())

    assert len(ends) == 1


def test_a_choice_cannot_be_changed():
    """GH-14: not after it is sealed, and not by somebody who is out of the round."""
    sitting = play(deal(3), "0: stay")

    assert refusal(sitting, 0, "pass") == "not_your_turn"
    assert refusal(sitting, 0, "stay") == "not_your_turn"
    assert reason(sitting, 0, PASS) == "GH-14"
    with pytest.raises(NotYourTurn) as caught:
        sitting.act(0, "pass")
    assert (caught.value.clause, caught.value.line.phrase) == ("GH-14", "why.has_chosen")
    out = at("middle R1 G2 B3 Y4 | places passed in in | earned 0 0 0")
    assert out.awaited() == [1, 2]
    assert refusal(out, 0, "stay") == "not_your_turn"
    assert reason(out, 0, STAY) == "GH-24"


def test_only_staying_and_passing_can_be_chosen():
    """GH-13: nothing else is asked at a decision."""
    sitting = deal(3)

    assert can(sitting, 0) == {"stay", "pass"}
    assert refusal(sitting, 0, "score") == "GH-13"
    assert refusal(sitting, 0, "roll 2") == "GH-34"


def test_if_nobody_passes_the_dice_are_rolled_again():
    """GH-15: two more dice, and the next decision."""
    sitting = choose(at("middle R1 G2"))

    assert field(sitting, "phase") == "decide"
    assert len(words(sitting, "middle")) == 4


def test_if_everybody_passes_nobody_gets_a_last_turn():
    """GH-16: all do their sequences, and the round ends."""
    sitting = choose(at("middle R1 G2", 2), 0, 1)

    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")

    assert field(sitting, "round") == "2"
    assert "told.last_one" not in told(sitting)


# --- Pass sequence ------------------------------------------------------------------------------------------------------------


def test_passers_act_one_after_another_by_token():
    """GH-17: the lowest token first, and one finishes all steps before the next begins."""
    sitting = choose(at("middle R1 G2 | tokens 3 1 2 | hand1 SWAP"), 0, 1)

    assert sitting.awaited() == [1]
    play(sitting, f"take {words(sitting, 'row')[0]}")
    assert refusal(sitting, 0, TAKE_TRAP) == "not_your_turn"
    assert reason(sitting, 0, TAKE_TRAP) == "GH-17"
    play(sitting, "score")
    if field(sitting, "phase") == "after":
        play(sitting, "done")
    assert sitting.awaited() == [0]


def test_a_lone_passer_takes_an_ally_of_choice():
    """GH-18: any one of the row, before anything else, and it is not optional."""
    sitting = choose(at("middle R1 G2 | allies SWAP STEEL", 3), 1)

    assert can(sitting, 1) == {"take SWAP", "take STEEL"}
    assert refusal(sitting, 1, f"take {words(sitting, 'row')[0]}") == "GH-18"
    assert refusal(sitting, 1, "score") == "GH-18"
    assert refusal(sitting, 1, "take TINT") == "GH-18"
    play(sitting, "take STEEL")
    assert (field(sitting, "allies"), field(sitting, "hand1"), field(sitting, "phase")) == ("SWAP", "STEEL", "trap")
    assert refusal(sitting, 1, "take SWAP") == "GH-18"


def test_two_of_one_kind_in_the_row_are_told_apart():
    """GH-18: any one of them may be taken."""
    sitting = choose(at("middle R1 G2 | allies SWAP TINT SWAP", 4), 1)

    assert can(sitting, 1) == {"take SWAP", "take TINT", "take SWAP#2"}
    assert field(play(sitting, "take SWAP#2"), "allies") == "SWAP TINT"


def test_passers_who_are_not_alone_take_no_ally():
    """GH-18: only for the single one who passed at this decision."""
    sitting = choose(at("middle R1 G2 | allies SWAP STEEL", 3), 1, 2)

    assert field(sitting, "phase") == "trap"
    assert refusal(sitting, 1, "take SWAP") == "GH-18"


def test_everybody_who_leaves_takes_exactly_one_trap():
    """GH-19: of the row, and it is mandatory."""
    sitting = choose(at("middle R1 G2 | row T05 T06 T07 T08 T09"), 0, 1)

    assert can(sitting, 0) == {f"take T0{n}" for n in range(5, 10)}
    assert refusal(sitting, 0, "score") == "GH-19"
    assert refusal(sitting, 0, "done") == "GH-19"
    play(sitting, "take T07")
    assert words(sitting, "traps0")[-1].startswith("T07")
    with_ally = play(choose(at("middle R1 G2 | row T05 T06 T07 T08 T09 | hand0 SWAP"), 0, 1), "take T07")
    assert refusal(with_ally, 0, "take T05") == "GH-19"


def test_old_and_new_traps_pay():
    """GH-20: everything that is completed, the Trap just taken too."""
    sitting = choose(at("round 2 | middle G1 R2 | row T05 T25 T33 T34 T36 | traps0 T06 T17"), 0, 1)

    play(sitting, "take T05")

    assert field(sitting, "traps0") == "T06! T17 T05!"
    assert numbers(sitting, "earned")[0] == 6


def test_step_three_judges_the_dice_of_that_moment():
    """GH-21: the middle as it is, with the player's own changes."""
    without = play(choose(at("middle G2 B2 | row T21 T25 T26 T27 T33 | traps0 T32"), 0, 1), "take T21")
    changed = at("middle R2 B2 | row T21 T25 T26 T27 T33 | traps0 T32 | hand0 DIE-R4")
    play(choose(changed, 0, 1), "take T21", "die R4")

    assert numbers(without, "earned")[0] == 0
    assert numbers(changed, "earned")[0] == 3


def test_a_trap_is_kept_and_pays_in_every_round():
    """GH-22: never spent, once a round."""
    sitting = choose(at("round 2 | middle R2 R3 | traps0 T06 T17 | row T08 T09 T10 T11 T12", 2), 0, 1)

    play(sitting, "take T08", "take T09")
    assert field(sitting, "traps0") == "T06 T17 T08"
    again = at("round 3 | middle R2 G3 | traps0 T06 T17 T08 | total 3 0 | row T09 T10 T11 T12 T13", 2)
    play(choose(again, 0, 1), "take T12", "take T09")
    assert numbers(again, "total")[0] == 6


def test_a_trap_that_has_paid_does_not_pay_again_in_the_round():
    """GH-22: also not as the second Trap on a bust."""
    sitting = at(
        "round 2 | phase score | turn 0 | middle R5 R6 B5 G2 | places leaving leaving | traps0 T25 T26 T21 | traps1 T01 T02 "
        "| hand0 STEEL",
        2,
    )
    play(sitting, "steel", "score T21")

    assert field(sitting, "phase") == "second"
    assert refusal(sitting, 0, "score T21") == "GH-22"


def test_the_row_is_not_filled_up():
    """GH-23: a Trap that was taken is gone from the row for the round."""
    sitting = choose(at("middle R1 G2 | row T05 T06 T07 T08 T09"), 0, 1)

    play(sitting, "take T07")

    assert field(sitting, "row") == "T05 T06 T08 T09"
    assert refusal(sitting, 1, "take T07") == "GH-23"
    assert refusal(sitting, 1, TAKE_TRAP + 4) == "GH-23"


def test_who_has_left_is_out_of_the_round():
    """GH-24: no more decisions in it."""
    sitting = choose(at("middle R1 G2 | row T01 T02 T03 T04 T25", 4), 0, 1)

    play(sitting, "take T01", "take T02")

    assert field(sitting, "places") == "passed passed in in"
    assert sitting.awaited() == [2, 3]
    assert [can(sitting, p) for p in range(4)] == [set(), set(), {"stay", "pass"}, {"stay", "pass"}]


def test_fame_is_open_while_it_is_earned():
    """GH-25: it counts for the round, in the open, and for the total."""
    sitting = play(choose(at("middle G1 R2 | row T05 T06 T07 T08 T09 | traps0 T02 | total 9 9 9"), 0, 1), "take T05")

    assert numbers(sitting, "earned")[0] == 7
    assert numbers(sitting, "total") == [16, 9, 9]
    for viewer in (-1, 0, 1, 2):
        assert sitting.view(viewer).places[0].numbers["earned"] == 7


@pytest.mark.parametrize(
    ("seats", "passing", "tokens", "after"),
    [
        (3, (0, 2), [1, 2, 3], [3, 2, 1]),
        (5, (1, 3), [1, 2, 3, 4, 5], [1, 4, 3, 2, 5]),
        (4, (0, 1, 3), [4, 2, 1, 3], [2, 4, 1, 3]),
        (5, (0, 1, 2, 4), [1, 2, 3, 4, 5], [5, 3, 2, 4, 1]),
        (5, (0, 1, 2, 3, 4), [2, 5, 1, 3, 4], [4, 1, 5, 3, 2]),
    ],
)
def test_who_leaves_together_turns_the_order_round(seats, passing, tokens, after):
    """GH-26: two swap; of three the middle one keeps; of four the two middle ones swap too; five turn round."""
    sitting = choose(at(f"middle R1 G2 | tokens {' '.join(map(str, tokens))}", seats), *passing)

    for _ in passing:
        assert numbers(sitting, "tokens") == tokens  # only after the last of their sequences
        play(sitting, f"take {words(sitting, 'row')[0]}")

    assert numbers(sitting, "tokens") == after


def test_a_single_passer_keeps_the_token():
    """GH-27: and those who stayed or left earlier are not affected."""
    sitting = choose(at("middle R1 G2 | tokens 4 1 3 2 | allies SWAP TINT STEEL", 4), 1)
    play(roll_next(sitting, "R2 G3"), "take STEEL", f"take {words(sitting, 'row')[0]}")
    assert numbers(sitting, "tokens") == [4, 1, 3, 2]

    choose(sitting, 0, 3)
    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")
    assert numbers(sitting, "tokens") == [2, 1, 3, 4]


def test_tokens_persist_over_rounds():
    """GH-28: whoever holds token 1 is the first player from then on."""
    sitting = choose(at("middle R1 G2 | tokens 1 2", 2), 0, 1)

    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")

    assert field(sitting, "round") == "2"
    assert numbers(sitting, "tokens") == [2, 1]
    assert [place.flags for place in sitting.view().places] == [["in"], ["in", "first"]]
    first = next(line for _, line in sitting.lines(-1, sitting.told[-2:]) if line.phrase.startswith("told.rolled"))
    assert first.seats == {"who": 1}


# --- Bust -------------------------------------------------------------------------------------------------------------------


def test_three_dangerous_dice_bust_everybody_in_the_round():
    """GH-29: all at once, without a decision; those who left before are safe."""
    sitting = choose(roll_next(at("middle R5 G1 B2 Y6 | places passed in in | earned 4 0 0 | total 4 0 0"), "G5 B1"))

    assert field(sitting, "places") == "passed leaving leaving"
    assert sitting.view().flags == ["bust"]
    assert "told.bust" in told(sitting)


def test_a_bust_player_takes_a_trap_but_no_ally_and_scores_one():
    """GH-30: no step 1, step 2 as usual, one Trap pays."""
    row = "row T25 T26 T27 T28 T05"
    sitting = at(f"middle R5 R1 | allies SWAP TINT | {row} | traps0 T21 | traps1 T22 | traps2 T23")
    choose(roll_next(sitting, "B5 B6"))

    assert refusal(sitting, 0, "take SWAP") == "GH-30"
    play(sitting, "take T28")
    assert can(sitting, 0) == {"score T21", "score T28"}
    play(sitting, "score T28")
    assert numbers(sitting, "earned") == [3, 0, 0]


def test_the_owner_chooses_the_one_trap():
    """GH-31: among all completed ones, the one just taken included; with none completed the Fame is 0."""
    bust = "phase trap | turn 0 | middle R5 R1 B5 B6 | row T25 T01 T17 T28 T05 | traps0 T21 | traps1 T22 | traps2 T23"

    chosen = play(at(bust), "take T25")
    assert refusal(chosen, 0, "score") == "GH-31"
    assert refusal(chosen, 0, "score T22") == "GH-20"
    assert numbers(play(chosen, "score T25"), "earned")[0] == 2
    single = play(at(bust.replace("traps0 T21", "traps0 T32")), "take T28")  # one completed: nothing to choose
    assert (numbers(single, "earned")[0], single.awaited()) == (3, [1])
    none = play(at(bust.replace("traps0 T21", "traps0 T32")), "take T17")
    assert (numbers(none, "earned")[0], none.awaited()) == (0, [1])


def test_a_trap_that_is_not_met_cannot_be_the_one():
    """GH-31: it must be completed."""
    sitting = at("round 2 | phase trap | turn 0 | middle R5 R1 B5 B6 | row T25 T01 T17 T28 T05 | traps0 T21 T32", 2)
    play(sitting, "take T25")

    assert refusal(sitting, 0, "score T32") == "GH-31"


def test_who_busts_together_exchanges_tokens():
    """GH-32: two or more, as in GH-26."""
    row = "row T04 T35 T36 T32 T31"
    sitting = at(f"middle R5 R1 | tokens 2 1 3 | traps0 T01 | traps1 T02 | traps2 T03 | {row}")
    choose(roll_next(sitting, "B5 B6"))

    play(sitting, "take T04", "take T35", "take T36")

    assert numbers(sitting, "tokens") == [2, 3, 1]


def test_a_bust_ends_the_round():
    """GH-33: nobody is left in it."""
    sitting = choose(roll_next(at("middle R5 R1 | traps0 T01 | traps1 T02 | row T04 T35 T36 T32 T31", 2), "B5 B6"))

    play(sitting, "take T04", "take T35")

    assert field(sitting, "round") == "2"


# --- Last player --------------------------------------------------------------------------------------------------------------


def test_the_last_player_chooses_two_three_or_four_dice():
    """GH-34: after the passers' sequences and their exchange."""
    sitting = choose(at("middle R1 G2", 3), 0, 1)
    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")

    assert (field(sitting, "phase"), field(sitting, "turn"), field(sitting, "tokens")) == ("last", "2", "2 1 3")
    assert can(sitting, 2) == {"roll 2", "roll 3", "roll 4"}
    assert len(words(play(roll_next(sitting, "B1 B2 B3"), "roll 3"), "middle")) == 5


def test_the_size_may_not_exceed_the_pouch():
    """GH-35: with ten dice in the middle only two are left; with eight all three sizes are there."""
    ten = at("phase last | turn 0 | middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3", 2)
    eight = at("phase last | turn 0 | middle R1 R1 R5 G2 G2 G3 B1 B4", 2)

    assert can(ten, 0) == {"roll 2"}
    assert refusal(ten, 0, "roll 3") == "GH-35"
    assert can(eight, 0) == {"roll 2", "roll 3", "roll 4"}


def test_a_last_player_who_lives_takes_an_ally_and_scores_all():
    """GH-36: without another decision; then the round ends."""
    sitting = at("phase last | turn 1 | middle R1 G2 | allies STEEL | row T17 T18 T19 T20 | traps0 T25 T26 | traps1 T05", 2)
    play(roll_next(sitting, "G1 G2"), "roll 2")

    assert can(sitting, 1) == {"take STEEL"}
    play(sitting, "take STEEL", "take T18")
    assert (field(sitting, "round"), field(sitting, "total")) == ("2", "0 7")


def test_a_last_player_who_busts_scores_one():
    """GH-37: no Ally, one Trap, and the round ends."""
    sitting = at("phase last | turn 1 | middle R1 G5 | allies STEEL | row T17 T18 T28 T20 | traps0 T25 T26 | traps1 T05", 2)
    play(roll_next(sitting, "G1 G5 R6"), "roll 3")

    assert field(sitting, "phase") == "trap"
    play(sitting, "take T28")
    assert can(sitting, 1) == {"score T05", "score T28"}
    play(sitting, "score T28")
    assert (field(sitting, "round"), field(sitting, "total"), field(sitting, "hand0")) == ("2", "0 3", words(sitting, "hand0")[0])


def test_the_last_dice_of_the_pouch_send_everybody_out():
    """GH-38: no decision; all leave as if they had passed together: no Ally, full scoring, tokens exchanged."""
    ten = "middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3 | places passed in in | row T17 T18 T22 T33"
    sitting = choose(roll_next(at(ten), "Y1 B1"))

    assert (field(sitting, "phase"), field(sitting, "places")) == ("trap", "passed leaving leaving")
    assert "told.full" in told(sitting)
    play(sitting, "take T17", "take T33")
    assert field(sitting, "tokens") == "1 3 2"
    bust = choose(roll_next(at(ten), "Y6 B1"))  # the twelfth die can bust as any other
    assert bust.view().flags == ["bust"]


# --- Allies -----------------------------------------------------------------------------------------------------------------


def test_allies_are_played_in_the_own_sequence_only():
    """GH-39: not while choosing, not in somebody else's sequence, not by others; before, between or after the steps."""
    sitting = at("middle R1 G2 | hand0 TINT SWAP | hand1 TINT | allies STEEL BANISH | row T05 T06 T07 T08 T09 | traps0 T01", 3)
    assert refusal(sitting, 0, "tint R1") == "GH-39"
    assert refusal(sitting, 0, "swap T01 for T05") == "GH-39"

    choose(sitting, 0)
    assert refusal(sitting, 1, "tint R1") == "not_your_turn"
    assert reason(sitting, 1, 64) == "GH-17"
    assert refusal(sitting, 0, "banish R1") == "GH-39"  # not held
    play(sitting, "swap T01 for T05")  # before step 1
    assert field(sitting, "phase") == "ally"
    play(sitting, "take BANISH", "tint R1")  # between the steps
    assert field(sitting, "phase") == "trap"


def test_any_number_of_allies_in_one_sequence():
    """GH-40: one after another."""
    sitting = at("phase trap | turn 0 | middle R1 G2 | hand0 TINT TURN DIE-B2 DIE-B2 ENCORE | traps0 T01")

    play(sitting, "tint R1", "turn G2 up", "die B2", "die B2", "encore T01")

    assert field(sitting, "hand0") == "-"
    assert field(sitting, "sees") == "R1* G3 + B2 B2"
    assert field(sitting, "named") == "T01"


def test_an_ally_works_once_and_is_discarded():
    """GH-41: it goes to the discards; one without a target cannot be played and is not lost."""
    sitting = at("phase trap | turn 0 | middle R1 G2 | hand0 BANISH TURN")

    assert refusal(sitting, 0, "banish R1") == "GHR-38"
    assert refusal(sitting, 0, "turn R1 down") == "GH-41"
    assert refusal(sitting, 0, "turn B6 down") == "GH-41"
    assert field(sitting, "hand0") == "TURN BANISH"
    play(sitting, "turn R1 up")
    assert (field(sitting, "hand0"), field(sitting, "spent")) == ("BANISH", "TURN")
    assert refusal(sitting, 0, "turn G2 up") == "GH-39"


def test_an_ally_that_was_just_taken_may_be_played():
    """GH-42: in the same sequence."""
    sitting = choose(at("middle R1 G2 | allies DIE-G1 STEEL | row T17 T05 T06 T07 T08 | traps0 T32"), 0)

    play(sitting, "take DIE-G1", "take T17", "die G1")

    assert numbers(sitting, "earned")[0] == 4


def test_swap_may_not_give_away_what_has_paid():
    """GH-43: any other own Trap may go, the one just taken included, also after step 3; the row must hold a Trap."""
    row = "row T25 T26 T27 T28 T05"
    sitting = at(f"round 2 | phase trap | turn 0 | middle R1 R2 | hand0 SWAP SWAP | traps0 T21 T32 | {row}")
    play(sitting, "take T25", "score")

    assert can(sitting, 0) == {"done", *(f"swap {own} for {row}" for own in ("T32", "T25") for row in ("T26", "T27", "T28", "T05"))}
    assert refusal(sitting, 0, "swap T21 for T26") == "GH-43"
    play(sitting, "swap T25 for T05")
    assert (field(sitting, "traps0"), field(sitting, "row")) == ("T21! T32 T05", "T26 T27 T28 T25")
    early = at(f"phase trap | turn 0 | middle R1 R2 | hand0 SWAP | traps0 T21 | {row}")
    assert "swap T21 for T25" in can(early, 0)


def test_a_trap_that_comes_after_scoring_is_not_scored():
    """GH-44: it waits for the next round."""
    sitting = at("phase trap | turn 0 | middle R1 R2 | hand0 SWAP | traps0 T32 | row T25 T26 T27 T28 T21")
    play(sitting, "take T25", "score", "swap T25 for T21")

    assert field(sitting, "traps0") == "T32 T21"
    assert numbers(sitting, "earned")[0] == 0


@pytest.mark.parametrize("move", ["die R4", "tint R1", "turn R1 up", "banish G5", "encore T32"])
def test_other_allies_come_before_scoring(move):
    """GH-45: DIE, TINT, TURN, BANISH and ENCORE may be played until step 3; STEEL too, on a bust."""
    body = "turn 0 | middle R1 G5 | hand0 DIE-R4 TINT TURN BANISH ENCORE SWAP | traps0 T32 T31 | row T01 T02 T03 T04"
    sitting = at(f"phase score | {body}")
    late = at(f"phase after | {body}")

    assert move in can(sitting, 0)
    assert refusal(late, 0, move) == "GH-45"
    assert "swap T32 for T01" in can(late, 0)


def test_personal_changes_last_for_the_sequence_and_count_for_all_traps():
    """GH-46: for every Trap of this player; the next player sees the dice as they lie."""
    row = "row T17 T09 T33 T34 T36"
    sitting = at(f"phase trap | turn 0 | middle R1 G2 | places leaving leaving in | hand0 DIE-G1 | traps0 T05 | traps1 T30 | {row}")
    play(sitting, "take T17", "die G1")

    assert field(sitting, "traps0") == "T05! T17!"
    assert (field(sitting, "turn"), field(sitting, "sees")) == ("1", "")
    view = sitting.view(1)
    assert [zone.id for zone in view.zones][:2] == ["middle", "row"]


def test_no_ally_changes_who_is_bust():
    """GH-47: a banished die still busts, and an extra one never does."""
    sitting = at("phase trap | turn 0 | middle R5 G5 B6 Y1 | hand0 BANISH BANISH | traps0 T01")
    play(sitting, "banish R5", "banish G5")

    assert sitting.view().flags == ["bust"]
    assert sitting.view().numbers["danger"] == 3
    row = "row T27 T02 T03 T04 T05"
    calm = at(f"phase trap | turn 0 | middle R4 G5 B6 Y2 | hand0 TURN | traps0 T28 | {row}")
    play(calm, "take T27", "turn R4 up")  # a third Dangerous die for this player: both Traps pay all the same
    assert numbers(calm, "earned")[0] == 7
    assert field(calm, "places").split()[0] == "passed"


def test_allies_not_played_stay_with_their_owner():
    """GH-56: from round to round, and any number of them."""
    sitting = at("round 3 | middle R1 G2 | hand0 SWAP SWAP TINT STEEL BANISH DIE-R4 | hand1 ENCORE", 2)
    play(choose(sitting, 0, 1))
    absent_on(sitting, until_round=4)

    assert set(words(sitting, "hand0")) >= {"SWAP", "TINT", "STEEL", "BANISH", "DIE-R4"}
    assert len(words(sitting, "hand0")) >= 6
    assert "ENCORE" in words(sitting, "hand1")


# --- End of round -------------------------------------------------------------------------------------------------------------


def test_a_round_ends_when_nobody_is_left_in_it():
    """GH-48: not before."""
    sitting = choose(at("middle R1 G2", 4), 0, 1)
    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")
    assert field(sitting, "round") == "1"

    choose(sitting, 2, 3)
    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")
    assert field(sitting, "round") == "2"


def test_the_fewest_fame_draws_an_ally():
    """GH-49: all who are tied draw, in the order of the tokens as they stand after the exchanges."""
    lean = "middle R1 G1 | row T18 T19 T20 T22 T23 | traps0 T05 | traps1 T26 | traps2 T27 | allies SWAP SWAP"
    rest = (
        "SWAP SWAP SWAP DIE-R4 DIE-R4 DIE-R4 DIE-G1 DIE-G1 DIE-B2 DIE-B2 DIE-Y3 DIE-Y3 TINT TINT TINT TURN TURN BANISH BANISH STEEL"
    )
    deck = f"allydeck TURN STEEL ENCORE {rest}"
    sitting = choose(at(f"{lean} | {deck} | tokens 3 1 2"), 0, 1, 2)

    play(sitting, "take T18", "take T19", "take T20")

    assert numbers(sitting, "total") == [3, 0, 0]
    assert numbers(sitting, "tokens") == [1, 3, 2]
    assert [words(sitting, f"hand{p}") for p in range(3)] == [[], ["STEEL"], ["TURN"]]  # seat 2 has the lower token now
    assert told(sitting).count("told.fewest") == 2


def test_fame_is_turned_face_down():
    """GH-50: after the round the amounts are gone from the table, and totals are secret."""
    sitting = choose(at("middle R1 G1 | row T18 T19 T20 T22 T23 | traps0 T05 | traps1 T26", 2), 0, 1)
    play(sitting, "take T18", "take T19")

    assert field(sitting, "earned") == "0 0"
    assert sitting.view(0).places[0].numbers["total"] == 3
    assert "total" not in sitting.view(1).places[0].numbers
    assert "total" not in sitting.view().places[0].numbers


def test_the_row_of_traps_is_renewed():
    """GH-51: what is left leaves the game, and five new Traps are shown."""
    sitting = choose(at("middle R1 G1 | row T18 T19 T20 T22 T23 | traps0 T05 | traps1 T26", 2), 0, 1)
    play(sitting, "take T18", "take T23")

    assert words(sitting, "row") == ["T01", "T02", "T03", "T04", "T06"]
    everywhere = sitting.position().replace("!", "").split()
    assert not {"T19", "T20", "T22"} & set(everywhere)


def test_the_row_of_allies_is_renewed():
    """GH-52: what is left is discarded, and as many as players less one are shown."""
    sitting = choose(at("middle R1 G1 | allies SWAP TINT | row T18 T19 T20 T22 T23"), 0, 1, 2)
    play(sitting, "take T18", "take T19", "take T20")

    assert sorted(words(sitting, "spent")) == ["SWAP", "TINT"]
    assert len(words(sitting, "allies")) == 2


def test_all_dice_return_and_a_new_round_opens():
    """GH-53: two dice again, of all twelve."""
    sitting = choose(at("middle R1 G1 B1 Y1", 2), 0, 1)
    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")

    assert len(words(sitting, "middle")) == 2
    assert field(sitting, "places") == "in in"
    assert {zone.id: zone.count for zone in sitting.view().zones}["pouch"] == 10


def test_the_game_ends_after_the_fifth_round():
    """GH-54: then nothing is removed, revealed or returned."""
    sitting = choose(at("round 5 | middle R1 G1 B1 Y1", 2), 0, 1)
    left = words(sitting, "row")[2:]
    play(sitting, f"take {words(sitting, 'row')[0]}", f"take {words(sitting, 'row')[1]}")

    assert sitting.over()
    assert words(sitting, "row") == left
    assert field(sitting, "middle") == "R1 G1 B1 Y1"
    assert refusal(sitting, 0, "stay") == "not_your_turn"
    assert reason(sitting, 0, STAY) == "GH-54"


def test_the_highest_total_wins_and_ties_share():
    """GH-55: all who have the most win together; Allies and Traps left are worth nothing."""
    traps = "traps0 T02 T01 T03 T04 T35 | traps1 T36 T10 T11 T12 T31 | traps2 T09 T13 T14 T16 T30"  # none of them is met
    tie = at(f"round 5 | middle R6 G5 B1 Y1 | row T18 T19 T20 T22 T23 | hand2 SWAP TINT | {traps} | total 20 20 12")
    play(choose(tie, 0, 1, 2), "take T18", "take T19", "take T20", "score", "done")

    assert tie.over()
    assert tie.scores() == [20, 20, 12]
    assert tie.winners() == [0, 1]
    assert rules.won(tie.state, tie.tables, 2) == 0
    last = [line for _, line in tie.lines(-1)][-3:]  # the least first, and the winners last
    assert [(line.phrase, line.seats["who"]) for line in last] == [("told.total", 2), ("told.wins", 0), ("told.wins", 1)]


def test_games_of_every_size_come_to_their_end():
    """GH-48, GH-54: five rounds, six Traps before everybody, and somebody has won."""
    for seats in (2, 3, 4, 5):
        sitting = play_on(deal(seats, seed=f"end {seats}"), seats)
        assert sitting.over()
        assert field(sitting, "round") == "5"
        assert [len(words(sitting, f"traps{p}")) for p in range(seats)] == [6] * seats
        assert sitting.winners()


def test_positions_that_no_game_reaches_are_refused():
    """GH-07, GH-29: what could not be is said."""
    for body, why in (
        ("middle R5 G6", "two Dangerous dice do not stand"),
        ("middle R5 G6 B5 Y1", "before a decision"),
        ("middle R1 R2 R3 R4", "there are 3 dice of colour R"),
    ):
        with pytest.raises(BadPosition, match=why):
            at(body)
