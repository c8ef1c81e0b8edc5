"""The rulings, one by one, with their table options."""

from collections import Counter

import pytest

from ghosthouse.games.hunters import GAME
from ghosthouse.games.hunters.state import PAY, PLAY_STEEL, PLAY_UP
from ghosthouse.games.hunters.tests.play import (
    absent_on,
    at,
    can,
    choose,
    deal,
    draws,
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

NO_PAY = "row T32 T18 T19 T20 T27"  # none of them is met by R1 G1


def test_both_dangerous_dice_are_rolled_again_or_only_the_second():
    """GHR-01: both, by default; with the option only the die drawn second, until it is not Dangerous."""
    both = deal(2, dice="R5 Y6 1 6")
    one = deal(2, dice="R5 Y6 5 6 3", first_reroll="one")

    assert field(both, "middle") == "R1 Y6"
    assert field(one, "middle") == "R5 Y3"
    assert told(one).count("told.rerolled_one") == 3


def test_the_two_ways_of_rolling_again_are_not_the_same():
    """GHR-01: an opening with one Dangerous die has chance 1/2 when both are rolled again, 5/9 when one is."""
    shares = {}
    for option in ("both", "one"):
        dangers = Counter(deal(2, seed=str(n), first_reroll=option).state.danger for n in range(1500))
        shares[option] = dangers[1] / 1500

    assert shares["both"] == pytest.approx(1 / 2, abs=0.04)
    assert shares["one"] == pytest.approx(5 / 9, abs=0.04)


def test_a_later_double_stands():
    """GHR-02: the protection is for the first roll."""
    assert field(choose(roll_next(at("middle R1 G2"), "B5 Y5")), "middle") == "R1 G2 B5 Y5"


def test_the_first_roll_is_the_first_of_every_round():
    """GHR-03: in round 2 as well."""
    sitting = play(choose(at("middle R1 G2", 2), 0, 1), f"take {words(at('middle R1 G2', 2), 'row')[0]}")
    sitting.chance.script = draws("R5 Y6 2 2", {"R": 3, "G": 3, "B": 3, "Y": 3})
    play(sitting, f"take {words(sitting, 'row')[0]}")

    assert (field(sitting, "round"), field(sitting, "middle")) == ("2", "R2 Y2")


def test_the_lowest_token_in_the_round_rolls():
    """GHR-04: presentation only; nothing else depends on it."""
    sitting = choose(at("middle R1 G2 | tokens 1 3 2"), 0)
    play(roll_next(sitting, "B1 B2"), f"take {words(sitting, 'allies')[0]}", f"take {words(sitting, 'row')[0]}")
    if field(sitting, "phase") == "score":
        play(sitting, "score")
    if field(sitting, "phase") == "after":
        play(sitting, "done")

    rolled = [line for _, line in sitting.lines(-1) if line.phrase == "told.rolled"]
    assert rolled[-1].seats == {"who": 2}


def test_tokens_change_right_after_the_last_sequence():
    """GHR-05: before the round goes on, so that it counts for who draws first for the fewest Fame."""
    sitting = choose(at(f"middle R1 G1 | tokens 1 2 3 | {NO_PAY} | traps0 T25 | traps1 T26 | traps2 T30"), 0, 1)
    play(sitting, "take T18")
    assert field(sitting, "tokens") == "1 2 3"
    play(sitting, "take T19")
    assert (field(sitting, "tokens"), field(sitting, "phase")) == ("2 1 3", "last")


def test_five_who_leave_together_turn_round():
    """GHR-06: 1 with 5, 2 with 4, 3 keeps."""
    sitting = choose(at("middle R1 G2 | tokens 3 5 1 4 2", 5), 0, 1, 2, 3, 4)
    for _ in range(5):
        play(sitting, f"take {words(sitting, 'row')[0]}")

    assert numbers(sitting, "tokens") == [3, 1, 5, 2, 4]


@pytest.mark.parametrize(("option", "after"), [(True, [2, 1]), (False, [1, 2])])
def test_who_busts_together_exchanges_or_not(option, after):
    """GHR-07: yes, unless the table says otherwise."""
    sitting = at("middle R5 R1 | traps0 T01 | traps1 T02 | row T04 T35 T36 T32 T31", 2, bust_exchange=option)
    play(choose(roll_next(sitting, "B5 B6")), "take T04", "take T35")

    assert numbers(sitting, "tokens") == after


def test_who_leaves_at_the_twelfth_die_exchanges():
    """GHR-08: as one group; the option about busts does not touch it."""
    body = "middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3 | row T17 T18 T22 T33 T34"
    sitting = choose(roll_next(at(body, 2, bust_exchange=False), "B1 Y1"))
    play(sitting, "take T17", "take T18")

    assert numbers(sitting, "tokens") == [2, 1]


def test_a_lone_buster_gets_no_ally():
    """GHR-09: the Ally of the last turn is for those who do not bust."""
    sitting = at("phase last | turn 0 | middle R5 G1 | allies SWAP", 2)
    play(roll_next(sitting, "B5 Y6"), "roll 2")

    assert (field(sitting, "phase"), field(sitting, "hand0"), field(sitting, "allies")) == ("trap", "-", "SWAP")
    assert "told.no_ally" not in told(sitting)


def test_the_last_player_must_roll_or_may_decline():
    """GHR-10: two, three or four dice; with the option also none, which is leaving alone."""
    forced = at("phase last | turn 0 | middle R5 G1 | allies SWAP", 2)
    free = at("phase last | turn 0 | middle R5 G1 | allies SWAP", 2, last_turn="may_decline")

    assert refusal(forced, 0, "decline") == "GHR-10"
    assert can(free, 0) == {"roll 2", "roll 3", "roll 4", "decline"}
    play(free, "decline")
    assert (field(free, "phase"), field(free, "middle")) == ("ally", "R5 G1")
    assert "told.declined" in told(free)


def test_only_sizes_that_exist_can_be_chosen():
    """GHR-11: in practice ten dice in the middle leave only two."""
    assert can(at("phase last | turn 0 | middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3", 2), 0) == {"roll 2"}
    for dice in ("R1 G1", "R1 G1 B1 Y1", "R1 G1 B1 Y1 R2 G2", "R1 G1 B1 Y1 R2 G2 B2 Y2"):
        assert can(at(f"phase last | turn 0 | middle {dice}", 2), 0) == {"roll 2", "roll 3", "roll 4"}


def test_an_empty_pouch_sends_everybody_out_in_full():
    """GHR-12: nobody is asked to stay or pass with no dice left."""
    sitting = choose(roll_next(at("middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3", 2), "B1 Y1"))

    assert (field(sitting, "phase"), sitting.view().flags) == ("trap", [])


BUST = "round 2 | phase trap | turn 0 | middle R5 G5 B6 R1 | row T25 T26 T27 T28 T21 | traps0 T32 T17 | traps1 T22 T23"


def test_the_owner_chooses_the_one_trap_of_a_bust():
    """GHR-13: among the completed ones; exactly one if any is completed."""
    sitting = play(at(BUST.replace("traps0 T32 T17", "traps0 T33 T22").replace("traps1 T22 T23", "traps1 T17 T23"), 2), "take T28")
    assert numbers(sitting, "earned")[0] == 3  # only T28 is completed: paid without a question

    several = play(at(BUST.replace("T32 T17", "T25 T26").replace("row T25 T26", "row T01 T02"), 2), "take T28")
    assert can(several, 0) == {"score T25", "score T26", "score T28"}
    assert refusal(several, 0, "done") == "GHR-46"


def test_a_busting_player_may_not_decline_to_score():
    """GHR-14: but what was completed and not scored can be swapped."""
    body = BUST.replace("traps0 T32 T17", "traps0 T21 T17").replace("row T25 T26 T27 T28 T21", "row T25 T26 T27 T28 T01")
    sitting = play(at(f"{body} | hand0 SWAP", 2), "take T28")
    assert refusal(sitting, 0, "score") == "GH-31"
    play(sitting, "score T28")

    assert field(sitting, "traps0") == "T21 T17 T28!"
    assert "swap T21 for T27" in can(sitting, 0)
    assert refusal(sitting, 0, "swap T28 for T27") == "GH-43"


def test_an_empty_ally_row_gives_none_or_the_top_of_the_deck():
    """GHR-15: no Ally by default; with the option the top card of the Ally deck."""
    rest = "SWAP SWAP SWAP SWAP SWAP DIE-R4 DIE-R4 DIE-R4 DIE-G1 DIE-G1 DIE-B2 DIE-B2 DIE-Y3 DIE-Y3 TINT TINT TURN TURN TURN BANISH"
    body = f"middle R1 G2 | allies - | spent TINT BANISH STEEL | allydeck STEEL ENCORE {rest}"
    none = choose(at(body, 3), 0)
    deck = choose(at(body, 3, ally_shortage="deck"), 0)

    assert (field(none, "hand0"), field(none, "phase")) == ("-", "trap")
    assert "told.no_ally" in told(none)
    assert (field(deck, "hand0"), field(deck, "phase")) == ("STEEL", "trap")
    assert "told.drew_ally" in told(deck)


FULL_HANDS = (
    f"round 4 | middle R1 G1 | {NO_PAY} | traps0 T25 T26 T28 T30 | traps1 T09 T10 T11 T12 | allydeck - "
    "| hand0 SWAP SWAP SWAP SWAP SWAP DIE-R4 DIE-R4 DIE-R4 DIE-G1 DIE-G1 DIE-B2 DIE-B2 "
    "| hand1 DIE-Y3 DIE-Y3 TINT TINT TINT TURN TURN TURN STEEL STEEL"
)


def test_an_empty_ally_deck_is_made_of_the_discards():
    """GHR-16: also at a renewal, the unclaimed cards among them."""
    sitting = choose(at(f"{FULL_HANDS} | allies ENCORE | spent BANISH BANISH", 2), 0, 1)
    absent_on(sitting, until_round=5)

    assert told(sitting).count("told.reshuffled") == 2  # for the two who are tied for the fewest, and for the new row
    assert [words(sitting, f"hand{p}").count("BANISH") for p in range(2)] == [1, 1]
    assert (words(sitting, "allies"), words(sitting, "allydeck"), words(sitting, "spent")) == (["ENCORE"], [], [])


def test_without_discards_nothing_is_drawn():
    """GHR-16: and the row may be short."""
    full = FULL_HANDS.replace("STEEL STEEL", "STEEL STEEL BANISH BANISH")
    sitting = at(f"{full} | allies ENCORE", 2, ally_row="refill")
    play(choose(sitting, 0), "take ENCORE")
    absent_on(sitting, until_round=5)

    assert "told.no_ally" in told(sitting)
    assert "told.reshuffled" not in told(sitting)
    assert (words(sitting, "allies"), len(words(sitting, "hand0"))) == ([], 13)


def test_allies_that_nobody_took_are_discarded_or_stay():
    """GHR-17: the row is replaced by default; with the option it is only filled up."""
    body = f"middle R1 G1 | {NO_PAY} | allies STEEL ENCORE | traps0 T25 | traps1 T26 | traps2 T30"
    for option, kept, spent in (("replace", False, ["STEEL", "ENCORE"]), ("refill", True, [])):
        sitting = choose(at(body, 3, ally_row=option), 0, 1, 2)
        play(sitting, "take T18", "take T19", "take T20")
        assert (words(sitting, "allies") == ["STEEL", "ENCORE"]) is kept
        assert words(sitting, "spent") == spent
        assert len(words(sitting, "allies")) == 2


def test_drawn_allies_are_open_or_secret():
    """GHR-18: open; with the option those drawn from the deck are seen by their owner alone until played."""
    body = f"middle R1 G1 | {NO_PAY} | traps0 T25 | traps1 T05 | allies TINT"  # seat 1 earns 3, seat 0 nothing
    for secret in (False, True):
        sitting = play(choose(at(body, 2, secret_allies=secret), 0, 1), "take T18", "take T19")
        mine = sitting.view(0).places[0].zones[1]
        theirs = sitting.view(1).places[0].zones[1]
        assert (mine.count, theirs.count) == (1, 1)
        assert mine.pieces[0].id == "SWAP"
        assert theirs.pieces[0].id == ("" if secret else "SWAP")
        assert ("told.drew_hidden" in told(sitting, 1)) is secret
        assert field(sitting, "hand0") == ("SWAP?" if secret else "SWAP")


def test_an_ally_from_the_row_is_known_to_all():
    """GHR-18: also with the option, because it lay open."""
    sitting = play(choose(at("middle R1 G2 | allies STEEL SWAP", 3, secret_allies=True), 0), "take STEEL")

    assert [piece.id for piece in sitting.view(1).places[0].zones[1].pieces] == ["STEEL"]


def test_of_two_alike_the_known_one_is_played():
    """GHR-18: what is left in a hand says no more than that it may be anything."""
    sitting = at("phase trap | turn 0 | middle R1 G2 | hand0 TINT TINT?", 3, secret_allies=True)
    play(sitting, "tint R1")

    assert field(sitting, "hand0") == "TINT?"
    assert [piece.id for piece in sitting.view(1).places[0].zones[1].pieces] == [""]


def test_the_start_trap_is_open():
    """GHR-19: as all Traps before players."""
    sitting = deal(3)

    for viewer in (-1, 0, 1, 2):
        for p in range(3):
            assert [piece.id for piece in sitting.view(viewer).places[p].zones[0].pieces] == words(sitting, f"traps{p}")


def test_fame_cannot_run_out():
    """GHR-20: it is a number."""
    sitting = at("round 5 | middle G1 R3 | traps0 T05 T06 T13 T17 T25 | total 300 200", 2)
    play(choose(sitting, 0, 1), f"take {words(sitting, 'row')[0]}")

    assert sitting.scores()[0] > 300


@pytest.mark.parametrize("option", [False, True])
def test_totals_are_secret_or_open(option):
    """GHR-21: the own total is always visible; the others' lie face down until the end, unless the table says otherwise."""
    sitting = at("round 5 | middle R1 G2 | total 20 30 40", open_totals=option)

    for viewer in (-1, 0, 1, 2):
        shown = [place.numbers.get("total") for place in sitting.view(viewer).places]
        assert shown == [total if option or p == viewer else None for p, total in enumerate((20, 30, 40))]
        assert sitting.view(viewer).scores == []
    absent_on(sitting)
    assert [place.numbers["total"] for place in sitting.view().places] == sitting.scores() == sitting.view(2).scores


def test_allies_wait_for_the_own_sequence():
    """GHR-22: a bust sequence is one too; deciding is not."""
    bust = at("phase trap | turn 0 | middle R5 G5 B6 R1 | hand0 TINT", 2)
    deciding = at("middle R1 G2 | hand0 TINT", 2)

    assert "tint R1" in can(bust, 0)
    assert can(deciding, 0) == {"stay", "pass"}
    assert refusal(deciding, 0, "tint R1") == "GH-39"


def test_an_ally_undoes_neither_bust_nor_roll():
    """GHR-23: the bust counts rolled dice."""
    sitting = play(
        at("phase trap | turn 0 | middle R5 G5 B6 R1 | hand0 BANISH BANISH | row T17 T18 T19 T20 T21", 2),
        "banish R5",
        "banish G5",
        "take T17",
    )

    assert sitting.view(0).places[0].flags[0] == "bust"
    turned = at(
        "phase trap | turn 0 | places leaving in in | middle R4 G5 B6 R1 | hand0 TURN | traps0 T28 | row T17 T18 T19 T20 T27"
    )
    play(turned, "turn R4 up")
    assert turned.state.danger == 2


def test_an_extra_die_counts_for_traps_and_never_for_a_bust():
    """GHR-24: also where the Trap speaks of rolled dice: an extra B2 gives T02 its 2."""
    sitting = at("phase trap | turn 0 | middle R1 G3 | traps0 T02 | row T32 T25 T26 T27 T28 | hand0 DIE-B2")
    play(sitting, "take T32", "die B2")

    assert field(sitting, "traps0") == "T02! T32"


def test_an_extra_dangerous_die_busts_nobody():
    """GHR-23, GHR-24: decks of one's own may have one; its owner's Traps see it, and a later roll counts what was rolled."""
    deck = 'allies = [ { effect = "die", die = "Y6", copies = 25 } ]'
    row = "row T02 T25 T17 T18 T19 | traps0 T26"
    sitting = at(f"phase trap | turn 0 | middle R5 G2 | hand0 DIE-Y6 DIE-Y6 | {row}", deck=deck)
    play(roll_next(sitting, "B6 B1"), "die Y6", "die Y6", "take T02")

    assert field(sitting, "traps0") == "T26! T02"
    assert (field(sitting, "phase"), sitting.state.danger) == ("decide", 2)


TWO_LEAVE = "phase trap | turn 0 | places leaving leaving in | row T25 T26 T27 T28 T17"


def test_sequences_do_not_overlap():
    """GHR-25: token order; what the first one swaps in, the second one finds."""
    sitting = at(f"{TWO_LEAVE} | middle R1 G2 | traps0 T05 | hand0 SWAP | hand1 SWAP")
    play(sitting, "swap T05 for T17", "take T25")

    assert field(sitting, "turn") == "1"
    assert "take T05" in can(sitting, 1)


def test_a_trap_given_away_may_be_taken_and_scored():
    """GHR-26: only unpaid Traps are given, so none pays twice in a round."""
    sitting = at(f"{TWO_LEAVE} | middle R1 G1 | traps0 T05 | traps1 T06 | hand0 SWAP")
    play(sitting, "swap T05 for T25", "take T17", "take T05")

    assert numbers(sitting, "earned") == [4, 3, 0]


def test_the_last_of_five_takers_cannot_swap_afterwards():
    """GHR-27: the row is empty then; before step 2 there is one Trap to swap with."""
    gone = "places passed passed passed passed leaving"
    last = f"phase trap | turn 4 | middle R1 G1 | {gone} | row T25 | traps4 T26 | hand4 SWAP"
    sitting = at(last, 5)
    assert "swap T26 for T25" in can(sitting, 4)

    held = play(at(f"{last} TINT", 5), "take T25")
    assert refusal(held, 4, "swap T26 for T25") == "GH-23"
    assert reason(held, 4, 32) == "GHR-27"
    play(sitting, "take T25")
    assert field(sitting, "round") == "2"  # nothing could be played: the sequence ended by itself


def test_scoring_discards_no_trap():
    """GHR-28: kept, and scored in every round."""
    sitting = play_on(deal(4, seed="kept"), 1)

    assert [len(words(sitting, f"traps{p}")) for p in range(4)] == [6] * 4


def test_one_scoring_moment_a_round():
    """GHR-29: not for those who are out; not twice."""
    sitting = at("phase after | turn 0 | middle R1 G2 | hand0 SWAP")

    assert refusal(sitting, 0, "score") == "GHR-29"
    assert refusal(sitting, 0, PAY) == "GHR-29"
    assert refusal(sitting, 1, "score") == "not_your_turn"


def test_later_dice_do_not_matter_to_those_who_left():
    """GHR-30: their step 3 is done."""
    sitting = at("middle R1 G2 | places passed in in | traps0 T32 T33 | earned 0 0 0")
    choose(roll_next(sitting, "B3 Y4"))

    assert numbers(sitting, "earned") == [0, 0, 0]
    assert numbers(sitting, "total") == [0, 0, 0]
    for later, bust in (("R4 B5", []), ("R5 B6", ["bust"])):  # the round ends with everybody gone, or by a bust
        again = choose(roll_next(at("middle R1 G5 | places passed in in | traps0 T32 T33 T25 | round 2"), "B3 Y4"))
        choose(roll_next(again, later))
        assert (again.view().flags, numbers(again, "earned")[0]) == (bust, 0)
        assert numbers(absent_on(again, until_round=3), "total")[0] == 0


def test_colours_run_out():
    """GHR-31: three each, without replacement; the pouch is public."""
    sitting = at("middle R1 R2 R3 G1")
    pouch = {zone.id: zone for zone in sitting.view().zones}["pouch"]
    assert Counter(piece.id for piece in pouch.pieces) == {"G": 2, "B": 3, "Y": 3}

    for n in range(20):
        again = at("middle R1 R2 R3 G1")
        again.chance.k0 ^= n
        choose(again)
        assert not [die for die in words(again, "middle")[4:] if die[0] == "R"]


def test_nothing_and_busts_count_for_the_fewest_fame():
    """GHR-32: all players are compared."""
    traps = "traps0 T25 T21 | traps1 T01 | traps2 T02 | row T04 T35 T36 T32"
    body = f"middle R5 R1 | places passed in in | earned 3 0 0 | {traps}"
    sitting = play(choose(roll_next(at(body), "B5 B6")), "take T04", "take T35")

    assert [len(words(sitting, f"hand{p}")) for p in range(3)] == [0, 1, 1]


def test_the_draw_for_the_fewest_is_made_after_the_last_round_too():
    """GHR-33: it is harmless."""
    sitting = at(f"round 5 | middle R1 G1 | {NO_PAY} | traps0 T25 T26 T28 T30 T31 | traps1 T09 T10 T11 T12 T13", 2)
    play(choose(sitting, 0, 1), "take T18", "take T19")

    assert sitting.over()
    assert [len(words(sitting, f"hand{p}")) for p in range(2)] == [1, 1]


def test_the_last_player_never_meets_an_empty_pouch():
    """GHR-34: a last turn starts at two to ten dice."""
    seen = set()
    for n in range(150):
        sitting = deal(2 + n % 2, seed=f"pouch {n}")
        while not sitting.over():
            seat = sitting.next_seat()
            if field(sitting, "phase") == "last":
                seen.add(len(words(sitting, "middle")))
            sitting.act(seat, sitting.legal(seat)[0] if (sitting.ply * 7 + n) % 5 else sitting.legal(seat)[-1])

    assert seen
    assert max(seen) <= 10
    assert all(size % 2 == 0 for size in seen)


def test_the_whole_roll_counts():
    """GHR-35: the bust is found after all dice of a roll have fallen."""
    sitting = at("phase last | turn 0 | middle R5 G1", 2)
    play(roll_next(sitting, "B5 Y6 G6 R1"), "roll 4")

    assert field(sitting, "middle") == "R5 G1 B5 Y6 G6 R1"


BUST_WITH_THREE = "round 2 | phase trap | turn 0 | middle R5 G5 B6 R1 | row T28 T01 T02 T03 T04 | traps0 T21 T25 | traps1 T22 T23"


def test_encore_on_a_bust():
    """GHR-36: the one paid Trap pays twice if it is the named one."""
    named = play(at(f"{BUST_WITH_THREE} | hand0 ENCORE", 2), "take T28", "encore T21", "score T21")
    other = play(at(f"{BUST_WITH_THREE} | hand0 ENCORE", 2), "take T28", "encore T21", "score T28")

    assert numbers(named, "earned") == [6, 0]
    assert numbers(other, "earned") == [3, 0]


def test_extra_dice_are_no_target():
    """GHR-37: TURN and TINT are for dice of the middle only."""
    sitting = at("phase trap | turn 0 | middle R1 G2 | hand0 DIE-B2 TINT TURN")
    play(sitting, "die B2")

    assert {move for move in can(sitting, 0) if move.startswith(("tint", "turn"))} == {
        "tint R1", "tint G2", "turn R1 up", "turn G2 up", "turn G2 down",
    }  # fmt: skip
    assert refusal(sitting, 0, "tint B2") == "GH-41"


def test_changes_add_up_in_the_order_played():
    """GHR-38: a target is judged as its owner now sees it; two TURNs may move one die twice."""
    body = "phase trap | turn 0 | middle R4 G5 B1 Y3 | hand0 TURN TURN BANISH BANISH TINT"
    up = play(at(body), "turn R4 up", "banish R4")
    assert field(up, "sees") == "x G5 B1 Y3"
    assert refusal(up, 0, "banish R4") == "GHR-38"
    assert refusal(up, 0, "tint R4") == "GHR-38"
    assert refusal(up, 0, "turn R4 up") == "GHR-38"

    down = play(at(body), "turn G5 down")
    assert refusal(down, 0, "banish G5") == "GHR-38"
    assert field(play(down, "turn G5 down", "tint G5"), "sees") == "R4 G3* B1 Y3"
    assert field(play(at(body), "tint G5", "turn G5 up", "turn Y3 up"), "sees") == "R4 G6* B1 Y4"


def test_silence_at_a_decision_is_a_pass():
    """GHR-39: the safe choice."""
    sitting = deal(3)
    absent = GAME.room("heuristics").absent
    for seat in range(3):
        sitting.act(seat, absent(sitting.mind(seat, "", None)))

    assert field(sitting, "places") == "leaving leaving leaving"


def test_two_players_have_one_ally_in_the_row():
    """GHR-40: players less one."""
    assert len(words(deal(2), "allies")) == 1


def test_with_two_players_nothing_changes():
    """GHR-41: one who passes alone takes the Ally, and the other has the last turn; both together: no Ally, tokens swap."""
    alone = choose(at("middle R1 G2 | allies STEEL", 2), 1)
    assert can(alone, 1) == {"take STEEL"}
    play(alone, "take STEEL", f"take {words(alone, 'row')[0]}")
    assert (field(alone, "phase"), field(alone, "turn"), field(alone, "tokens")) == ("last", "0", "1 2")

    both = choose(at("middle R1 G2 | allies STEEL", 2), 0, 1)
    play(both, f"take {words(both, 'row')[0]}", f"take {words(both, 'row')[1]}")
    assert (field(both, "round"), field(both, "tokens")) == ("2", "2 1")
    assert "told.last_one" not in told(both)


def test_the_last_player_plays_allies_after_the_roll():
    """GHR-42: the window opens then, before step 1."""
    sitting = at("phase last | turn 0 | middle R1 G2 | hand0 TINT | allies STEEL", 2)

    assert refusal(sitting, 0, "tint R1") == "GHR-42"
    play(roll_next(sitting, "B1 B2"), "roll 2")
    assert field(sitting, "phase") == "ally"
    assert {"tint R1", "tint B2"} <= can(sitting, 0)


def test_steel_pays_a_second_trap():
    """GHR-43: one or two, not none; those not paid may still be swapped; a second STEEL cannot be played and is kept."""
    body = f"{BUST_WITH_THREE} | hand0 STEEL STEEL SWAP"
    sitting = play(at(body, 2), "take T28", "steel")
    assert refusal(sitting, 0, "steel") == "GHR-43"
    assert refusal(sitting, 0, "done") == "GHR-46"
    play(sitting, "score T28")
    assert can(sitting, 0) == {"score T21", "score T25", "done"}
    assert refusal(sitting, 0, "swap T21 for T01") == "GHR-43"

    two = play(at(body, 2), "take T28", "steel", "score T28", "score T21")
    assert (numbers(two, "earned"), field(two, "hand0"), field(two, "phase")) == ([6, 0], "SWAP STEEL", "after")
    assert "swap T25 for T01" in can(two, 0)
    one = play(sitting, "done")
    assert (numbers(one, "earned"), field(one, "phase")) == ([3, 0], "after")
    assert "swap T21 for T01" in can(one, 0)


def test_steel_is_for_a_bust():
    """GHR-43: at no other time it can be played."""
    sitting = at("phase trap | turn 0 | middle R1 G2 | hand0 STEEL")

    assert refusal(sitting, 0, "steel") == "GHR-43"
    assert reason(sitting, 0, PLAY_STEEL) == "GHR-43"


def test_encore_can_come_to_nothing():
    """GHR-44: swapped away, not met, or not the one of a bust: nothing is doubled, the Ally is spent; any own Trap may be named."""
    body = "phase trap | turn 0 | middle R1 G1 | traps0 T05 | row T17 T25 T26 T27 T28"
    swapped = play(at(f"{body} | hand0 ENCORE SWAP"), "encore T05", "swap T05 for T17", "take T05")
    unmet = play(at(f"{body} | hand0 ENCORE"), "take T25", "encore T25")

    assert numbers(swapped, "earned")[0] == 7  # 4 and 3, once each
    assert "named" not in swapped.position()
    assert numbers(unmet, "earned")[0] == 3
    assert field(unmet, "spent") == "ENCORE"


def test_an_ally_may_be_played_without_use():
    """GHR-45: while its target exists, the owner decides."""
    sitting = at("phase trap | turn 0 | middle R1 R2 | traps0 T05 | hand0 TINT TINT")

    play(sitting, "tint R1", "tint R1")

    assert field(sitting, "hand0") == "-"


def test_a_sequence_ends_when_nothing_can_be_played():
    """GHR-46: by its owner's word, or by itself; where hands are secret the owner is asked while there is any Ally."""
    body = "phase trap | turn 0 | middle R1 R2 | places leaving leaving in | traps0 T05 | row T17 T25 T26 T27 T28"
    assert field(play(at(body), "take T17"), "turn") == "1"
    assert field(play(at(f"{body} | hand0 TINT"), "take T17", "score"), "turn") == "1"
    assert field(play(at(f"{body} | hand0 BANISH"), "take T17"), "turn") == "1"
    asked = play(at(f"{body} | hand0 SWAP"), "take T17", "score")
    assert refusal(asked, 0, PLAY_UP) == "GH-39"
    assert field(play(asked, "done"), "turn") == "1"

    secret = play(at(f"{body} | hand0 BANISH?", 3, secret_allies=True), "take T17")
    assert can(secret, 0) == {"score"}
    assert can(play(secret, "score"), 0) == {"done"}


def test_swapped_in_traps_leave_with_the_row():
    """GHR-47: all that lie there at the end of a round."""
    row = "row T25 T26 T27 T28"
    sitting = at(f"phase trap | turn 1 | middle R1 G1 | places passed leaving | group 0 1 | traps1 T05 | {row} | hand1 SWAP", 2)
    play(sitting, "swap T05 for T25", "take T26")

    assert field(sitting, "round") == "2"
    assert "T05" not in sitting.position()


def test_what_is_played_for_the_absent():
    """GHR-48: two dice; the leftmost Ally; the Trap that pays most now; on a bust the best completed one; no Ally."""
    absent = GAME.room("heuristics").absent

    def chosen(sitting):
        seat = sitting.next_seat()
        spell = sitting.setup.game.room("notation").spell
        return spell(sitting.state, sitting.tables, seat, absent(sitting.mind(seat, "", None)))

    assert chosen(at("phase last | turn 0 | middle R1 G2", 2)) == "roll 2"
    assert chosen(at("phase ally | turn 0 | middle R1 G2 | allies TINT SWAP")) == "take TINT"
    row = "row T25 T05 T17 T18 T36"
    assert chosen(at(f"phase trap | turn 0 | middle R1 G1 | hand0 TINT | {row}")) == "take T17"
    assert chosen(at(f"phase trap | turn 0 | middle R3 B3 | {row}")) == "take T25"  # none pays: leftmost
    bust = play(at(BUST_WITH_THREE, 2), "take T28")
    assert chosen(bust) == "score T21"  # 3 as T28, but older
    assert chosen(at("phase score | turn 0 | middle R1 R2 | hand0 TINT SWAP")) == "score"
    assert chosen(at("phase after | turn 0 | middle R1 R2 | hand0 TINT SWAP")) == "done"
