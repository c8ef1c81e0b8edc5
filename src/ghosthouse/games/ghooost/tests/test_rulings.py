"""The rulings: what we play where the rulebook is silent, and the table options that play it otherwise."""

import random
from collections import Counter

import pytest

from ghosthouse.games.ghooost import GAME, box, rules
from ghosthouse.games.ghooost.tests.play import at, calls, can, deal, field, ghosts, play, play_on, refusal, setup, told
from ghosthouse.kernel import BadSetup

FOUR_COPIES = {"cards": "ghooost-62-ludorium"}


def test_two_miss_copies_in_one_play():
    """GO-R01: refused; or allowed with at least one ghost to copy, never by themselves, never with Kitty."""
    forbid = at("pile 4 | hand0 5 5 X X 9 K | turn 0")
    allow = at("pile 4 | hand0 5 5 X X 9 K | turn 0", two_miss_copies="allow")

    assert refusal(forbid, "play 5x2+Xx2") == "GO-R01"
    assert {"play 5+Xx2", "play 5x2+Xx2", "play 9+Xx2"} <= can(allow)
    assert refusal(allow, "play Xx2") == "GO-62"
    assert refusal(allow, "play K X X") == "GO-57"
    assert field(play(allow, "play 5x2+Xx2"), "pile", "again", "hand0") == ["-", "quartet", "9 K"]


def test_any_number_of_miss_copies_where_they_are_allowed():
    """GO-R01, GO-R51: all four with one ghost are a Quartet of five; more than are held are refused."""
    sitting = at("pile 13 | hand0 5 X X X X K | turn 0", two_miss_copies="allow", **FOUR_COPIES)

    assert can(sitting) == {"play 5+Xx3", "play 5+Xx4", "play K", "collect"}
    assert field(play(sitting, "play 5+Xx4"), "hand0", "again") == ["K", "quartet"]
    assert refusal(at("pile 4 | hand0 5 X X | turn 0", two_miss_copies="allow", **FOUR_COPIES), "play 5+Xx3") == "GO-61"


def test_a_miss_copy_in_the_run_counts():
    """GO-R02: she became that ghost, and another one may complete the Quartet."""
    sitting = play(at("pile 10 X10 | hand0 10 X 4 | turn 0"), "play 10+X")

    assert field(sitting, "pile", "again") == ["-", "quartet"]


@pytest.mark.parametrize(
    ("value", "then"),
    [
        ("1", ["2 1 X1", "cw", "0", "double"]),
        ("3", ["2 3 X3", "cw", "0", "double"]),
        ("12", ["2 12 X12", "cw", "0", "double"]),
        ("8", ["2 8 X8", "cw", "0", "double"]),
        ("11", ["-", "cw", "0", "skeletum"]),
    ],
)
def test_miss_copy_copies_everything(value, then):
    """GO-R03: always valid with a 1, Scary with 3 and 12, two Twists with an 8, Skeletum with an 11."""
    sitting = play(at(f"pile 2 | hand0 {value} X 4 | turn 0"), f"play {value}+X")

    assert field(sitting, "pile", "direction", "turn", "again") == then
    assert ("scary" in sitting.view().flags) == (value in ("3", "12"))


def test_an_invalid_card_goes_to_the_hand_too():
    """GO-R04: with the Cemetery."""
    sitting = play(at("pile 9 | hand0 - | mansion0 6 2 | turn 0"), "mansion")

    assert field(sitting, "hand0", "pile") == ["6 9", "-"]


@pytest.mark.parametrize(("lone_kitty", "then"), [(True, ["X K", ""]), (False, ["X", "1"])])
def test_miss_copy_turned_up_on_an_empty_pile(lone_kitty, then):
    """GO-R05, GO-R11: she goes to the hand, with a Kitty that lies beside the pile if that can be collected; the turn ends."""
    sitting = play(at("kitties 1 | hand0 - | mansion0 X 2 | turn 0", collect_lone_kitty=lone_kitty), "mansion")

    assert field(sitting, "hand0", "kitties") == then
    assert field(sitting, "turn", "stall") == ["1", "0"]


@pytest.mark.parametrize(
    ("move", "per_card", "per_play"),
    [("play 8", "ccw", "ccw"), ("play 8x2", "cw", "ccw"), ("play 8x3", "ccw", "ccw"), ("play 8x2+X", "ccw", "ccw")],
)
def test_several_twists(move, per_card, per_play):
    """GO-R06: each reverses once, or all of them do; Miss Copy counts."""
    body = "pile 2 | hand0 8 8 8 X 4 | turn 0"

    assert field(play(at(body), move), "direction") == per_card
    assert field(play(at(body, twist_multi="per_play"), move), "direction") == per_play


def test_twists_that_complete_a_quartet_reverse_too():
    """GO-R06, GO-R45: those of this play, not those that lay there."""
    assert field(play(at("pile 8 8 8 | hand0 8 4 | turn 0"), "play 8"), "direction", "again") == ["ccw", "quartet"]
    assert field(play(at("pile 8 8 | hand0 8 8 4 | turn 0"), "play 8x2"), "direction", "again") == ["cw", "quartet"]
    assert field(play(at("pile 8 8 | hand0 8 8 4 | turn 0", twist_multi="per_play"), "play 8x2"), "direction") == "ccw"


@pytest.mark.parametrize("number", ["x2", "x3", "+X"])
def test_several_skeletums_sweep_once(number):
    """GO-R07: one discard, one further turn."""
    sitting = play(at("pile 2 | hand0 11 11 11 X 4 4 | turn 0"), f"play 11{number}")

    assert told(sitting) == ["event.played_copy" if "X" in number else "event.played", "event.skeletum", "event.again"]
    assert field(sitting, "turn") == "0"


def test_kitty_between_two_players():
    """GO-R08: the opponent is passed over, so the same player is on turn, as often as there are Kitties."""
    sitting = play(at("pile 6 | hand0 K K 9 2 | turn 0", 2), "play K", "play K", "play 9")

    assert field(sitting, "kitties", "turn", "again") == ["2", "1", ""]
    assert told(sitting) == ["event.played", "event.passed_over"] * 2 + ["event.played"]


def test_kitty_between_two_players_before_midnight():
    """GO-R08: the player refills first."""
    sitting = play(at("pile 6 | hand0 K 2 4 5 | turn 0 | crypt 9 any", 2), "play K")

    assert field(sitting, "turn", "hand0", "skipped") == ["0", "2 4 5 9", "1"]


def test_kitty_follows_the_direction_in_force():
    """GO-R09: counterclockwise after a Twist."""
    sitting = play(at("hand0 8 2 | hand3 K 4 | turn 0", 4), "play 8", "play K")

    assert field(sitting, "skipped", "turn") == ["2", "1"]


def test_kitty_on_an_empty_cemetery():
    """GO-R10: legal; the value to beat is still 0."""
    sitting = play(at("hand0 K 4 | turn 0"), "play K")

    assert field(sitting, "pile", "kitties") == ["-", "1"]
    assert sitting.view().numbers["beat"] == 0


def test_a_lone_kitty():
    """GO-R11: can be collected, so a hand of nothing but Miss Copy must; or it counts as nothing."""
    body = "kitties 1 | hand0 X | turn 0"
    with_her, without = at(body), at(body, collect_lone_kitty=False)

    assert can(with_her) == {"collect"}
    assert can(without) == {"pass"}
    assert refusal(without, "collect") == "GO-R11"
    assert field(play(with_her, "collect"), "hand0", "kitties") == ["X K", ""]


def test_nobody_collects_nothing():
    """GO-R12: also not to pass."""
    assert refusal(at("hand0 5 9 | turn 0"), "collect") == "GO-R12"
    assert refusal(at("hand0 5 9 2 2 | turn 0 | crypt any"), "collect") == "GO-R12"


def test_a_further_turn_with_an_empty_hand():
    """GO-R13: it is a normal turn: wake a ghost, or collect."""
    double = play(at("pile 2 | hand0 9 9 | mansion0 13 | turn 0"), "play 9x2")
    swept = play(at("pile 2 | hand0 11 | mansion0 13 | turn 0"), "play 11")

    assert (field(double, "turn"), can(double)) == ("0", {"mansion", "collect"})
    assert (field(swept, "turn"), can(swept)) == ("0", {"mansion"})


@pytest.mark.parametrize(("option", "turn", "skipped"), [(True, "2", "1"), (False, "1", "")])
def test_a_leavers_kitty(option, turn, skipped):
    """GO-R14: passes the next player over, or not; a leaver's Twist turns in any case."""
    body = "hand0 K | mansion0 - | turn 0"
    sitting = play(at(body, 4, kitty_skip_when_leaving=option), "play K")

    assert field(sitting, "turn", "skipped", "left") == [turn, skipped, "0"]
    twist = play(at("hand0 8 | mansion0 - | turn 0", 4, kitty_skip_when_leaving=option), "play 8")
    assert field(twist, "direction", "turn") == ["ccw", "3"]


def test_a_leavers_kitty_with_two_left():
    """GO-R14: of three players B is passed over and C is on turn; with two the round is over anyway."""
    assert field(play(at("hand0 K | mansion0 - | turn 0"), "play K"), "skipped", "turn") == ["1", "2"]
    assert play(at("hand0 K | mansion0 - | left 2 | turn 0"), "play K").over()


@pytest.mark.parametrize(
    ("pile", "hand", "move"), [("4 9", "9 9 9", "play 9x3"), ("4", "11", "play 11"), ("4", "11 11", "play 11x2")]
)
def test_a_leavers_quartet_or_skeletum_still_clears(pile, hand, move):
    """GO-R15: the discard happens, the further turn does not."""
    sitting = play(at(f"pile {pile} | kitties 1 | hand0 {hand} | mansion0 - | turn 0"), move)

    assert field(sitting, "pile", "kitties", "left", "turn", "again") == ["-", "", "0", "1", ""]


def test_a_leavers_double_stays():
    """GO-R15: the cards stay, there is no further turn."""
    sitting = play(at("pile 4 | hand0 9 9 | mansion0 - | turn 0"), "play 9x2")

    assert field(sitting, "pile", "left", "turn", "again") == ["4 9 9", "0", "1", ""]


def test_special_ghosts_turned_up():
    """GO-R16: Kitty passes over, Twist turns, Skeletum sweeps; as a last card each makes its player leave."""
    kitty = play(at("pile 9 | hand0 - | mansion0 K | turn 0", 4), "mansion")
    twist = play(at("pile 6 | hand0 - | mansion0 8 | turn 0", 4), "mansion")
    skeletum = play(at("pile 6 | hand0 - | mansion0 11 | turn 0", 4), "mansion")

    assert field(kitty, "left", "skipped", "turn") == ["0", "1", "2"]
    assert field(twist, "left", "direction", "turn") == ["0", "ccw", "3"]
    assert field(skeletum, "left", "pile", "turn", "again") == ["0", "-", "1", ""]
    chain = play(at("pile 6 | hand0 - | mansion0 11 4 | turn 0", 4), "mansion", "mansion")
    assert field(chain, "pile", "left", "turn") == ["4", "0", "1"]


def test_a_turned_up_card_is_played_by_itself():
    """GO-R17: no hand card is added, so a 9 on top of a hand of 9s is no Double."""
    sitting = play(at("pile 6 | hand0 9 9 9 2 | turn 0 | crypt 9 any"), "crypt")

    assert field(sitting, "pile", "turn", "again", "hand0") == ["6 9", "1", "", "2 9 9 9"]


@pytest.mark.parametrize(("card", "pile", "hand"), [("9", "6 9", "2 2 4 5"), ("4", "-", "2 2 4 4 5 6")])
def test_the_last_card_of_the_crypt(card, pile, hand):
    """GO-R18: it resolves as ever, midnight has struck, nobody refills."""
    sitting = play(at(f"pile 6 | hand0 2 2 4 5 | turn 0 | crypt {card}"), "crypt")

    assert field(sitting, "pile", "hand0", "crypt", "turn") == [pile, hand, "-", "1"]


def test_the_last_skeletum_of_the_crypt():
    """GO-R18: the further turn is after midnight."""
    sitting = play(at("pile 6 | hand0 2 9 4 5 | turn 0 | crypt 11"), "crypt")

    assert can(sitting) == {"play 2", "play 9", "play 4", "play 5"}


def test_a_refill_that_runs_short():
    """GO-R19: draw what there is; the further turn is played with the smaller hand."""
    sitting = play(at("pile 6 | hand0 9 9 9 2 | turn 0 | crypt 13"), "play 9x3")

    assert (field(sitting, "hand0", "turn"), can(sitting)) == (["2 13", "0"], {"play 13", "collect"})


def test_four_kitties_are_no_quartet():
    """GO-R20: one at a time, and they never count to a run."""
    sitting = at("pile 6 | hand0 K K K K 2 | turn 0", 2)

    assert refusal(sitting, "play Kx4") == "GO-57"
    assert field(play(sitting, *["play K"] * 4), "kitties", "pile") == ["4", "6"]


def test_only_the_unbroken_top_counts():
    """GO-R21: equal ghosts under a different one do not."""
    sitting = play(at("pile 1 1 9 1 | hand0 1 4 | turn 0"), "play 1")

    assert field(sitting, "pile", "again") == ["1 1 9 1 1", ""]


def test_a_run_begins_anew_after_a_lower_ghost():
    """GO-R21: three 9s, a 1, and a 9 again are no Quartet."""
    sitting = play(at("pile 9 9 9 1 | hand0 9 4 | turn 0"), "play 9")

    assert field(sitting, "pile") == "9 9 9 1 9"


def test_a_run_begins_anew_with_another_value():
    """GO-R21: a 9 on three 4s is a run of one, and a Double of 9s on two 4s is one of two."""
    one = play(at("pile 4 4 4 | hand0 9 2 | turn 0"), "play 9")
    two = play(at("pile 4 4 | hand0 9 9 2 | turn 0"), "play 9x2")

    assert (field(one, "pile", "again"), one.view().numbers.get("run")) == (["4 4 4 9", ""], None)
    assert (field(two, "pile", "again"), two.view().numbers["run"]) == (["4 4 9 9", "double"], 2)


@pytest.mark.parametrize("value", [1, 2, 3, 7, 12, 14])
def test_a_completing_play_is_always_valid(value):
    """GO-R22: equal on equal, Scary on Scary."""
    sitting = play(at(f"pile {value} {value} {value} | hand0 {value} 4 | turn 0"), f"play {value}")

    assert field(sitting, "again") == "quartet"


def test_four_on_an_equal_run_are_one_quartet():
    """GO-R23: nothing more; with a deck's four copies and Miss Copies there can be six."""
    sitting = play(at("pile 9 X9 | hand0 9 9 9 X 4 5 | turn 0"), "play 9x3+X", "play 4")

    assert field(sitting, "turn", "pile") == ["1", "4"]
    assert told(sitting).count("event.quartet") == 1


def test_collecting_with_an_empty_hand():
    """GO-R24: legal, if rarely wise."""
    assert field(play(at("pile 6 | hand0 - | turn 0"), "collect"), "hand0") == "6"


def test_collecting_with_a_valid_ghost():
    """GO-R25: after midnight too."""
    assert field(play(at("pile 6 | hand0 9 | turn 0"), "collect"), "hand0") == "6 9"


def test_a_dead_position_is_adjudicated():
    """GO-R26: as many lost turns in a row as there are players, whatever the stall limit says."""
    sitting = at("hand0 X | hand1 X | left 2 | mansion0 4 | mansion1 4 5 | turn 0", stall_limit=2000)

    play(sitting, "pass")
    assert not sitting.over()
    play(sitting, "pass")

    assert (sitting.over(), sitting.winners()) == (True, [0, 2])
    assert told(sitting) == ["event.lost_turn"] * 2 + ["event.dead", "event.ranked", "event.howled", "event.game_over"]
    assert "adjudicated" in sitting.view().flags


def test_one_played_ghost_ends_the_dead_position():
    """GO-R26: lost turns count only in a row."""
    body = "hand0 X | hand1 9 9 9 9 2 | hand2 X | mansion0 4 | mansion1 4 5 | mansion2 5 | turn 0"
    sitting = play(at(body), "pass", "play 9x4")
    assert field(sitting, "passes") == ""

    play(sitting, "play 2", "collect", "pass")

    assert (field(sitting, "passes"), sitting.over()) == ("1", False)


def test_a_round_without_a_step_forward_is_adjudicated():
    """GO-R27: after the limit, each action counting as one; the announcement says how many."""
    sitting = at("pile 6 | hand0 9 2 | hand1 13 4 | hand2 2 | turn 0 | stall 3", stall_limit=5)

    play(sitting, "play 9")
    assert (field(sitting, "stall"), sitting.view().numbers["patience"]) == ("4", 1)
    play(sitting, "play 13")

    assert sitting.over()
    assert told(sitting)[2] == "event.stalled"
    assert next(line for _, line in sitting.lines(-1) if line.phrase == "event.stalled").numbers == {"n": 5}


@pytest.mark.parametrize(
    ("body", "move"),
    [
        ("pile 6 | hand0 2 2 4 5 | crypt 9 any", "crypt"),
        ("pile 6 | hand0 9 2 4 5 | crypt 9 any", "play 9"),
        ("pile 6 | hand0 - | mansion0 9 any", "mansion"),
        ("pile 6 | hand0 - | mansion0 4 any", "mansion"),
        ("pile 6 | hand0 11 2", "play 11"),
        ("pile 9 9 9 | hand0 9 2", "play 9"),
        ("pile 6 | hand0 9 | mansion0 -", "play 9"),
    ],
)
def test_a_step_forward_sets_the_count_back(body, move):
    """GO-R27: a card leaves Crypt or Mansion, is discarded, or somebody leaves."""
    assert field(play(at(f"{body} | turn 0 | stall 150"), move), "stall") == "0"


@pytest.mark.parametrize(
    ("body", "move"), [("pile 6 | hand0 9 2", "play 9"), ("pile 6 | hand0 2 2", "collect"), ("hand0 X", "pass")]
)
def test_everything_else_counts(body, move):
    """GO-R27: plays, collecting and lost turns; a further turn counts as well, a pass-over does not."""
    assert field(play(at(f"{body} | turn 0 | stall 150"), move), "stall") == "151"
    assert field(play(at("pile 6 | hand0 9 9 K 2 | turn 0"), "play 9x2", "play K"), "stall") == "2"


@pytest.mark.parametrize("limit", [0, 2001, -1])
def test_limits_outside_the_range_are_refused(limit):
    """GO-R27: 1 to 2,000."""
    with pytest.raises(BadSetup, match="1 to 2000"):
        setup(stall_limit=limit)


def test_a_round_has_at_most_121_steps_forward():
    """GO-R27: 54 cards of Crypt and Mansions, 62 discards and 5 players at most, so that every game ends within its bound."""
    t = setup(2).tables

    assert max(setup(n).tables.total - n * setup(n).tables.hand for n in range(2, 7)) == 54 == t.total - 2 * 4
    assert 54 + 62 + 5 == 121
    assert box.longest_game() == GAME.longest


def test_adjudication_goes_by_ghosts_left():
    """GO-R28: the fewest in hand and Mansion leave first, with the points of GO-80; the last loses and starts the next round."""
    sitting = at(
        "pile 6 | hand0 9 2 | mansion0 4 4 5 | hand1 13 | mansion1 4 | hand2 2 2 2 | mansion2 4 5 5 | turn 0 | stall 4",
        3, match=True, stall_limit=5,
    )  # fmt: skip

    play(sitting, "play 9")

    assert sitting.scores() == [3, 2, 0]
    assert field(sitting, "boos", "starter", "round", "adjudicated") == ["0 0 1", "2", "2", "1"]
    assert told(sitting)[:5] == ["event.played", "event.stalled", "event.ranked", "event.ranked", "event.howled"]


def test_adjudication_counts_hand_and_mansion():
    """GO-R28: neither alone; five, six and four ghosts are left."""
    sitting = at(
        "pile 6 | hand0 9 2 | mansion0 4 4 5 3 | hand1 13 2 2 2 | mansion1 4 6 | hand2 7 7 7 | mansion2 8 | turn 0 | stall 4",
        3, stall_limit=5,
    )  # fmt: skip

    play(sitting, "play 9")

    assert [place.numbers.get("place") for place in sitting.view().places] == [2, None, 1]


@pytest.mark.parametrize(("direction", "turn", "order"), [("cw", 0, [1, 2]), ("ccw", 0, [2, 1]), ("cw", 1, [2, 0])])
def test_ties_go_by_turn_order(direction, turn, order):
    """GO-R28: beginning with the player who would be on turn next, in the direction of play."""
    rows = " | ".join(f"hand{p} 9 2 2" if p == turn else f"hand{p} 9 4" for p in range(3))
    mansions = " | ".join(f"mansion{p} 5" for p in range(3)).replace("mansion0 5", "mansion0 6")
    sitting = at(f"pile 6 | {rows} | {mansions} | direction {direction} | turn {turn} | stall 4", 3, stall_limit=5)

    play(sitting, "play 9")

    places = {p: place.numbers.get("place", 3) for p, place in enumerate(sitting.view().places)}
    assert sorted(places, key=places.get)[:2] == order


def test_those_who_left_before_keep_their_places():
    """GO-R28: with four players, the first to leave stays the first."""
    sitting = at(
        "pile 6 | hand0 9 2 | mansion0 4 | hand1 13 | mansion1 4 | hand2 2 2 2 | left 3 | turn 0 | stall 4",
        4,
        match=True,
        stall_limit=5,
    )

    play(sitting, "play 9")

    assert sitting.scores() == [3, 1, 0, 2]


def test_a_round_can_be_voided():
    """GO-R28: nobody scores, the same player starts, everything is dealt again."""
    sitting = at(
        "pile 6 | hand0 9 2 | starter 2 | turn 0 | left 2 | stall 4 | points 3 0 2 | boos 0 1 0", 3,
        match=True, stall_limit=5, adjudication="void_and_redeal",
    )  # fmt: skip

    play(sitting, "play 9")

    assert told(sitting) == ["event.played", "event.stalled", "event.voided", "event.dealt_round"]
    assert field(sitting, "round", "starter", "turn", "voids", "points", "boos") == ["1", "2", "2", "1", "3 0 2", "0 1 0"]
    assert field(sitting, "left", "adjudicated") == ["-", ""]


@pytest.mark.parametrize(
    ("body", "moves"),
    [
        ("pile 6 | hand0 9 9 2 | turn 0 | stall 4", ["play 9x2"]),
        ("pile 6 | hand0 9 K 2 | turn 0 | stall 4", ["play K"]),
        ("hand0 X | hand1 X | left 2 | turn 0", ["pass", "pass"]),
    ],
)
@pytest.mark.parametrize("adjudication", ["fewest_left", "void_and_redeal"])
def test_nothing_is_carried_into_the_next_deal(body, moves, adjudication):
    """GO-R26, GO-R28: no further turn, no pass-over, no count of lost turns or of actions without a step forward."""
    sitting = play(at(body, match=True, stall_limit=5, adjudication=adjudication), *moves)

    assert told(sitting)[-1] == "event.dealt_round"
    assert "event.again" not in told(sitting)  # nobody plays again in a round that is over
    assert field(sitting, "again", "skipped", "passes", "stall", "left", "pile") == ["", "", "", "0", "-", "-"]


def test_a_round_is_not_voided_for_ever():
    """GO-R48: three times, then it is adjudicated."""
    body = "pile 6 | hand0 9 2 | turn 0 | stall 4"
    third = play(at(f"{body} | voids 2", stall_limit=5, adjudication="void_and_redeal"), "play 9")
    fourth = play(at(f"{body} | voids 3", stall_limit=5, adjudication="void_and_redeal"), "play 9")

    assert (third.over(), field(third, "voids")) == (False, "3")
    assert (fourth.over(), field(fourth, "adjudicated")) == (True, "1")
    later = play(at(f"{body} | voids 3", match=True, stall_limit=5, adjudication="void_and_redeal"), "play 9")
    assert field(later, "round", "voids") == ["2", ""]


def test_two_players_play_single_games():
    """GO-R29, GO-R52: whatever `match` says, unless they agree on a match by Boo!s."""
    single = play(at("hand0 9 | mansion0 - | turn 0", 2, match=True), "play 9")
    duel = play(at("hand0 9 | mansion0 - | turn 0 | boos 0 0", 2, match=True, two_player_match="boo_only"), "play 9")
    last = play(at("hand0 9 | mansion0 - | turn 0 | boos 1 1", 2, match=True, two_player_match="boo_only"), "play 9")

    assert (single.over(), single.winners()) == (True, [0])
    assert (duel.over(), field(duel, "boos", "points", "round", "starter")) == (False, ["0 1", "1 0", "2", "1"])
    assert (last.over(), last.winners(), field(last, "boos")) == (True, [0], "1 2")


def test_boos_are_counted_not_rationed():
    """GO-R30: nine tokens in the box limit nothing."""
    sitting = at(
        "hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | barred 1 | boos 5 3 4 | points 20 3 20 | ties 5", 3, match=True
    )

    play(sitting, "play 2")

    assert field(sitting, "boos") == "5 4 4"


def test_everybody_plays_the_tie_break():
    """GO-R31: the same set-up, the loser starts; after the cap the victory is shared."""
    body = "hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | barred 1 | boos 0 2 0"
    again = play(at(f"{body} | points 8 3 8 | ties 1", 3, match=True, tiebreak_cap=10), "play 2")
    assert again.winners() == [0]
    level = "hand1 2 | mansion1 - | hand0 9 | left 2 | turn 1 | barred 1 | boos 0 2 0 | points 8 7 8"
    on = play(at(f"{level} | ties 1", 3, match=True, tiebreak_cap=3), "play 2")
    capped = play(at(f"{level} | ties 2", 3, match=True, tiebreak_cap=3), "play 2")

    assert (on.over(), field(on, "ties", "starter", "barred")) == (False, ["2", "0", "0"])
    assert [len(ghosts(on, f"hand{p}")) for p in range(3)] == [4, 4, 4]
    assert (capped.over(), capped.winners(), capped.scores()) == (True, [1, 2], [8, 10, 10])
    assert capped.view().status.phrase == "status.shared"


def test_what_lies_open():
    """GO-R32: counts, the pile in full, Kitties, discards; or the top of the pile alone."""
    body = "pile 4 7 7 X7 | kitties 1 | hand0 2 9 | turn 0"
    full, top = at(body).view(), at(body, show_pile="top_only").view()
    zones = {zone.id: zone for zone in full.zones}

    assert [piece.id for piece in zones["cemetery"].pieces] == ["4", "7", "7", "X7"]
    assert (zones["kitties"].count, len(zones["discard"].pieces)) == (1, zones["discard"].count)
    assert [(zone.count, zone.layout) for zone in full.places[1].zones] == [(4, "fan"), (10, "stack")]
    hidden = {zone.id: zone for zone in top.zones}
    assert ([piece.id for piece in hidden["cemetery"].pieces], hidden["cemetery"].count) == (["X7"], 4)
    assert (hidden["discard"].pieces, hidden["discard"].count) == ([], zones["discard"].count)


def test_a_passed_over_player_does_nothing():
    """GO-R33: no refill, no leaving."""
    before = at("pile 6 | hand0 K 2 4 5 | hand1 2 4 5 7 | turn 0 | crypt any")
    hand = field(before, "hand1", "mansion1")

    play(before, "play K")

    assert field(before, "hand1", "mansion1") == hand


def test_the_last_to_leave_of_three():
    """GO-R34: the bonus goes to the last player who does leave, who may be the second of three."""
    sitting = play(at("hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0", 3, match=True), "play 2")

    assert sitting.scores() == [3, 0, 2]


def test_twist_between_two_players():
    """GO-R35: the flag flips, the other player is on turn."""
    assert field(play(at("hand0 8 2 | turn 0", 2), "play 8"), "direction", "turn", "again") == ["ccw", "1", ""]


@pytest.mark.parametrize("value", [1, 3, 12])
def test_fearless_and_scary_ghosts_combine_like_others(value):
    """GO-R36: into Doubles and Quartets."""
    assert field(play(at(f"pile 2 | hand0 {value} {value} 4 | turn 0"), f"play {value}x2"), "again") == "double"
    assert field(play(at(f"pile {value} {value} {value} | hand0 {value} 4 | turn 0"), f"play {value}"), "again") == "quartet"


def test_kitty_as_a_further_turn():
    """GO-R37: passes the next player over and ends the sequence."""
    sitting = play(at("pile 6 | hand0 9 9 K 2 | turn 0"), "play 9x2", "play K")

    assert field(sitting, "skipped", "turn", "again") == ["1", "2", ""]


def test_unplayed_duplicates_are_not_shown():
    """GO-R38: whether two more 5s are kept is nobody's business: the others see and hear the same."""
    sittings = [
        play(at(f"pile 4 | hand0 {rest} | hand1 2 2 4 6 | hand2 2 2 4 6 | turn 0 | crypt 6 any"), "play 5")
        for rest in ("5 5 5 7", "5 9 9 7")
    ]

    for viewer in (-1, 1, 2):
        one, other = sittings
        assert one.view(viewer).places == other.view(viewer).places
        assert one.lines(viewer) == other.lines(viewer)


def test_equal_on_equal_is_no_double():
    """GO-R39: Doubles are counted in one play from hand, from the Crypt neither."""
    assert field(play(at("pile 10 | hand0 10 2 | turn 0"), "play 10"), "turn", "again") == ["1", ""]
    assert field(play(at("pile 10 | hand0 2 2 4 5 | turn 0 | crypt 10 any"), "crypt"), "turn", "again") == ["1", ""]


@pytest.mark.parametrize("top", [3, 12, 13, 14])
@pytest.mark.parametrize("number", ["x4", "x3+X"])
def test_four_skeletums_are_a_quartet(top, number):
    """GO-R40: valid on everything; one discard, one further turn."""
    sitting = play(at(f"pile {top} | hand0 11 11 11 11 X 4 | turn 0"), f"play 11{number}")

    assert field(sitting, "pile", "turn", "again") == ["-", "0", "quartet"]
    assert [phrase for phrase in told(sitting) if phrase in ("event.quartet", "event.skeletum")] == ["event.quartet"]


def test_a_further_turn_with_nothing_but_miss_copy():
    """GO-R41: is lost like any other; before midnight the Crypt must be tried."""
    late = play(at("pile 4 | hand0 11 X | turn 0"), "play 11", "pass")
    early = at("hand0 X X X X | turn 0 | crypt 5 any", **FOUR_COPIES)

    assert field(late, "turn", "hand0") == ["1", "X"]
    assert can(early) == {"crypt"}
    assert refusal(early, "pass") == "GO-R41"


@pytest.mark.parametrize("move", ["play 11", "play 5x4"])
def test_sweeping_an_empty_cemetery(move):
    """GO-R42: legal; a Kitty beside goes too, and so does who swept; and there is a further turn."""
    sitting = play(at("kitties 1 | hand0 11 5 5 5 5 2 | turn 0"), move)

    assert field(sitting, "pile", "kitties", "turn") == ["-", "", "0"]
    assert sitting.state.again


def test_a_second_kitty_beside_the_pile():
    """GO-R43: all of them wait there."""
    sitting = play(at("pile 6 | kitties 1 | hand0 K 2 | hand2 2 4 | turn 0"), "play K", "collect")

    assert field(sitting, "hand2") == "2 4 6 K K"


@pytest.mark.parametrize("pile", ["9 9 9", "1", "-"])
def test_miss_copy_turned_up_never_fits(pile):
    """GO-R44: not even on a run of three."""
    crypt = play(at(f"pile {pile} | hand0 2 2 4 5 | turn 0 | crypt X any"), "crypt")
    mansion = play(at(f"pile {pile} | hand0 - | mansion0 X 2 | turn 0"), "mansion")

    for sitting in (crypt, mansion):
        assert field(sitting, "pile", "turn") == ["-", "1"]
        assert "X" in ghosts(sitting, "hand0")


def test_what_lies_deeper_does_nothing_when_discarded():
    """GO-R45: no reversal, no pass-over."""
    sitting = play(at("pile 8 12 1 9 9 | kitties 1 | hand0 9 9 2 | turn 0"), "play 9x2", "play 2")

    assert field(sitting, "direction", "turn") == ["cw", "1"]


def test_the_order_of_effects():
    """GO-R46: the play, the reversal, the discard, the refill and midnight, who plays again."""
    sitting = play(at("pile 8 8 8 | hand0 8 2 4 5 | turn 0 | crypt 6"), "play 8")

    assert told(sitting) == [
        "event.played", "event.counterclockwise", "event.quartet", "event.drew", "event.midnight", "event.again",
    ]  # fmt: skip
    assert calls(sitting) == ["Ghooost Quartet!", "Midnight!"]
    leaving = play(at("pile 8 8 8 | hand0 8 | mansion0 - | turn 0"), "play 8")
    assert told(leaving) == ["event.played", "event.counterclockwise", "event.quartet", "event.left"]
    assert field(leaving, "turn") == "2"


def test_equality_with_whoever_cannot_win_is_no_tie():
    """GO-R47: only those who may win are compared, all of the table are."""
    sitting = at("hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | points 6 9 3 | boos 0 1 0", 3, match=True)

    play(sitting, "play 2")

    assert (sitting.over(), sitting.winners(), sitting.scores()) == (True, [0], [9, 9, 5])


def test_the_aid_for_collected_cards():
    """GO-R49: off, or what was collected is shown in the hand that holds it, until it is played."""
    body = "pile 4 9 | hand0 2 6 | turn 0"
    off, on = at(body), at(body, known_cards=True)
    for sitting in (off, on):
        play(sitting, "collect")

    def shown(sitting):
        return [piece.id for piece in sitting.view(1).places[0].zones[0].pieces]

    assert (shown(off), shown(on)) == ([], ["4", "9"])
    assert on.view(1).places[0].zones[0].count == 4


def test_known_ghosts_are_played_first():
    """GO-R49: of equal ghosts the known ones go first, since nobody can tell them apart; one turned up in vain is known."""
    sitting = play(at("pile 4 | hand0 9 9 2 | known0 9 | hand1 2 | hand2 2 | turn 0"), "play 9")
    turned = play(at("pile 4 | hand0 - | mansion0 2 9 | turn 0"), "mansion")

    assert field(sitting, "hand0", "known0") == ["2 9", ""]
    assert field(turned, "hand0", "known0") == ["2 4", "2 4"]


def test_what_is_drawn_or_dealt_is_not_known():
    """GO-R49: nobody else saw it, and in imagined worlds it is another card."""
    sitting = play(at("pile 7 | hand0 9 9 2 4 | turn 0 | crypt 13 14 any"), "play 9x2")

    assert field(sitting, "hand0", "known0", "known1") == ["2 4 13 14", "", ""]
    worlds = {sitting.imagined(1, bytes([n] * 16)).seat[0].hand for n in range(20)}
    assert len(worlds) > 10


def test_a_lost_turn_tells_what_the_hand_is():
    """GO-R50: everybody knows it, so imagined worlds keep it."""
    sitting = play(at("hand0 X X | turn 0"), "pass")

    assert field(sitting, "known0") == "X X"
    worlds = [sitting.imagined(1, bytes([n] * 16)) for n in range(20)]
    assert {rules.count(world.seat[0].hand, 0) for world in worlds} == {2}


def test_both_decks():
    """The last six cards: two Miss Copies and four Kitties, or four and two, beside four of each value."""
    for name, copies, kitties in (("ghooost-62", 2, 4), ("ghooost-62-ludorium", 4, 2)):
        sitting = deal(2, cards=name)
        all_cards = Counter(ghosts(sitting, "hand0", "hand1", "mansion0", "mansion1", "crypt"))
        assert all_cards == Counter({str(value): 4 for value in range(1, 15)} | {"X": copies, "K": kitties})


def test_calls_in_both_languages():
    """What a good table calls: Double, Triple, Quartet, Skeletum, Twist, Kitty, midnight, Boo! and the ghost's noise."""
    sitting = play_on(deal(3, "calls", match=True), random.Random(3))

    assert set(calls(sitting)) == {
        "Double Ghooost!", "Triple Ghooost!", "Ghooost Quartet!", "Skeletum!", "Twist!", "Kitty!", "Midnight!", "Boo!", "Hooo-ooo!",
    }  # fmt: skip
    assert set(calls(sitting, "de")) == {
        "Doppel-Ghooost!", "Dreifach-Ghooost!", "Ghooost-Quartett!", "Skeletum!", "Twist!", "Kitty!", "Mitternacht!", "Buh!",
        "Huuu-huuu!",
    }  # fmt: skip
