"""The rulebook, clause by clause, in its order."""

from collections import Counter

import pytest

from ghosthouse.games.ghooost.cards import SIGNS
from ghosthouse.games.ghooost.rules import may_lie_on
from ghosthouse.games.ghooost.tests.play import at, can, deal, field, ghosts, play, refusal, setup, told
from ghosthouse.kernel import BadSetup

BOX = Counter({str(value): 4 for value in range(1, 15)} | {"X": 2, "K": 4})
MANSIONS = {2: 12, 3: 10, 4: 8, 5: 6, 6: 4}
CRYPTS = {2: 30, 3: 20, 4: 14, 5: 12, 6: 14}


def everything(sitting):
    """Every ghost, wherever it is."""
    seats = range(sitting.setup.seats)
    keys = ["crypt", "discard", *(f"hand{p}" for p in seats), *(f"mansion{p}" for p in seats)]
    pile = ["X" if word.startswith("X") else word for word in ghosts(sitting, "pile")]
    return Counter(ghosts(sitting, *keys) + pile + ["K"] * int(field(sitting, "kitties") or 0))


# --- Set-up -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 7])
def test_any_other_number_of_players_is_refused(seats):
    """GO-01: two to six play."""
    with pytest.raises(BadSetup, match="2 to 6 players"):
        setup(seats)


@pytest.mark.parametrize("seats", MANSIONS)
def test_hands_mansions_and_crypt(seats):
    """GO-01 to GO-04: a hand of four, a Mansion by the number of players, and the rest of the 62 ghosts in the Crypt."""
    sitting = deal(seats)

    assert [len(ghosts(sitting, f"hand{p}")) for p in range(seats)] == [4] * seats
    assert [len(ghosts(sitting, f"mansion{p}")) for p in range(seats)] == [MANSIONS[seats]] * seats
    assert len(ghosts(sitting, "crypt")) == CRYPTS[seats]
    assert everything(sitting) == BOX


def test_the_whole_deck_is_shuffled():
    """GO-02: every place of the deal can hold every kind of ghost, and each kind is in a hand about as often as it should be."""
    places = [ghosts(deal(6, f"shuffle {n}"), "hand0", "hand5", "mansion5", "crypt") for n in range(400)]

    for place in range(8, 8 + 4 + 14):  # a hand is written in order, the others are not
        assert len({words[place] for words in places}) == 16
    for hand in (slice(4), slice(4, 8)):
        held = Counter(word for words in places for word in set(words[hand]))
        assert set(held) == set(SIGNS.values())
        for word, copies in BOX.items():
            assert 0.5 < held[word] / (400 * 4 * copies / 62) < 1.5, word


def test_a_hand_is_visible_to_its_owner_only():
    """GO-02: everybody else sees how many ghosts it has."""
    sitting = deal(3)

    for viewer in (-1, 0, 1, 2):
        for place in sitting.view(viewer).places:
            hand = next(zone for zone in place.zones if zone.id == "hand")
            assert hand.count == 4
            assert len(hand.pieces) == (4 if place.seat == viewer else 0)


def test_nobody_looks_into_a_mansion():
    """GO-05: not even its owner; a Mansion is a number of ghosts face down, and no choice differs by what is in it."""
    one, other = (at(f"hand0 2 5 7 9 | mansion0 {top} any | crypt any", 3) for top in ("4", "14"))

    for viewer in (-1, 0, 1):
        assert one.view(viewer).places[0].zones[1].count == 10
        assert one.view(viewer).places[0].zones[1].pieces == []
    assert one.choices(0) == other.choices(0)


def test_the_order_of_a_mansion_never_changes():
    """GO-05: the ghosts come out as they were dealt."""
    sitting = at("pile - | hand0 - | mansion0 13 2 1 | hand1 - | mansion1 14 5 | hand2 - | mansion2 1 2 3", 3)
    for top in ("13", "13 14", "13 14 1", "13 14 1 2", "13 14 1 2 5"):
        play(sitting, "mansion")
        assert field(sitting, "pile") == top
    assert field(sitting, "mansion0", "mansion1", "mansion2") == ["1", "-", "2 3"]


def test_nothing_lies_open_at_the_beginning():
    """GO-06: no Cemetery, no Kitty, no discards, before midnight."""
    sitting = deal(4)

    assert field(sitting, "pile", "kitties", "discard") == ["-", "", "-"]
    assert sitting.view().phase == "before"
    assert sitting.view().numbers["beat"] == 0


def test_nothing_lies_open_at_the_beginning_of_a_round():
    """GO-06: whatever the last one left."""
    sitting = at("pile 4 | kitties 1 | discard any | turn 0 | hand0 5 | mansion0 - | hand1 9 9 | left 2", 3, match=True)

    play(sitting, "play 5")

    assert field(sitting, "round", "pile", "kitties", "discard") == ["2", "-", "", "-"]
    assert (sitting.view().phase, sitting.view().numbers["beat"]) == ("before", 0)


def test_the_table_or_chance_says_who_starts():
    """GO-07: a seat that was agreed on, or any of them."""
    assert [deal(4, first=p).next_seat() for p in range(4)] == [0, 1, 2, 3]
    assert {deal(4, f"start {n}").next_seat() for n in range(40)} == {0, 1, 2, 3}


def test_the_loser_of_a_round_starts_the_next():
    """GO-07, GO-08, GO-82: and play runs clockwise again."""
    sitting = at("direction ccw | turn 0 | hand0 5 | mansion0 - | hand1 9 9 | mansion1 4 | left 2", 3, match=True)

    play(sitting, "play 5")

    assert field(sitting, "starter", "turn", "round", "direction") == ["1", "1", "2", "cw"]


@pytest.mark.parametrize(("match", "more"), [(False, ""), (True, "| boos 0 1 0 | points 3 0 5")])
def test_the_loser_of_a_game_starts_the_next(match, more):
    """GO-07: the rematch has it as an option, whatever the table said about who starts the first game."""
    sitting = at(f"hand0 5 | mansion0 - | hand1 9 9 | left 2 | turn 0 {more}", 3, match=match, first=2)

    play(sitting, "play 5")

    assert sitting.over()
    assert sitting.setup.carried(sitting.state) == {"first": 1}
    assert deal(3, match=match, first=1).next_seat() == 1


@pytest.mark.parametrize("seats", MANSIONS)
def test_play_begins_clockwise(seats):
    """GO-08: in every game."""
    assert field(deal(seats), "direction") == "cw"


# --- Validity of a play -------------------------------------------------------------------------------------------------------


def test_the_value_to_beat_is_that_of_the_top():
    """GO-10: 0 on an empty pile, also with a Kitty beside it."""
    assert at("pile 4 7 | hand0 2 9").view().numbers["beat"] == 7
    assert at("pile - | hand0 2 9").view().numbers["beat"] == 0
    kitty = at("pile - | kitties 1 | hand0 2 9")
    assert kitty.view().numbers["beat"] == 0
    assert "play 2" in can(kitty)
    assert play(at("pile 4 7 | hand0 K 9 | turn 0"), "play K").view().numbers["beat"] == 7
    assert play(at("pile 4 7 | hand0 2 9 | turn 0"), "collect").view().numbers["beat"] == 0
    assert play(at("pile 4 7 | hand0 11 9 | turn 0"), "play 11").view().numbers["beat"] == 0


def test_one_or_more_identical_ghosts():
    """GO-11: put on the pile together; two values in one play are refused, and so is a ghost that is not held."""
    sitting = at("pile 4 | hand0 5 5 5 6 | turn 0")

    assert refusal(sitting, "play 5 6") == "GO-11"
    assert refusal(sitting, "play 7") == "GO-11"
    assert refusal(sitting, "play 6x2") == "GO-11"
    assert field(play(sitting, "play 5x2"), "pile", "hand0") == ["4 5 5", "5 6"]


def test_the_player_chooses_how_many():
    """GO-12: one, two, three or four of four."""
    sitting = at("pile 4 | hand0 5 5 5 5 6")

    assert {"play 5", "play 5x2", "play 5x3", "play 5x4"} <= can(sitting)


@pytest.mark.parametrize("top", range(15))
def test_what_may_lie_on_what(top):
    """GO-13, GO-14, GO-16, GO-17, GO-18: the whole table of values, spelled out."""
    if top == 3:
        valid = {1, 3, 12}
    elif top == 12:
        valid = {1, 12}
    else:
        valid = {1} | {value for value in range(1, 15) if value >= top}

    assert {value for value in range(1, 15) if may_lie_on(value, top)} == valid
    if top not in (0, 11):  # an 11 never lies there
        rest = " ".join(str(value) for value in range(1, 15))
        sitting = at(f"pile {top} | hand0 {rest}")
        assert can(sitting) == {f"play {value}" for value in valid} | {"collect"}


@pytest.mark.parametrize("top", [3, 7, 12, 14])
def test_scooty_is_always_valid(top):
    """GO-14: alone or as a set, on Scary ghosts too."""
    sitting = at(f"pile {top} | hand0 1 1 1 2")

    assert {"play 1", "play 1x2", "play 1x3"} <= can(sitting)
    assert field(play(sitting, "play 1x2"), "pile") == f"{top} 1 1"


@pytest.mark.parametrize("top", ["-", "3", "7", "12", "14"])
def test_kitty_is_always_valid(top):
    """GO-15: on everything."""
    assert "play K" in can(at(f"pile {top} | hand0 K 2"))


def test_only_some_dare_to_answer_a_scary_ghost():
    """GO-16, GO-17: the refusals name the clause."""
    cerberus, igor = at("pile 3 | hand0 4 9 12 14"), at("pile 12 | hand0 3 9 12 14")

    assert [refusal(cerberus, f"play {value}") for value in (4, 9, 14)] == ["GO-17"] * 3
    assert [refusal(igor, f"play {value}") for value in (3, 9, 14)] == ["GO-17"] * 3
    assert can(cerberus) == can(igor) == {"play 12", "collect"}


def test_nine_cannot_go_on_igor():
    """GO-17: and the sentence says who could."""
    sitting = at("pile 12 | hand0 9")
    choice = next(one for one in sitting.choices(0) if one.move == "play 9")

    assert (choice.legal, choice.clause, choice.why.phrase) == (False, "GO-17", "reason.on_igor")


def test_scary_ghosts_follow_the_ordinary_rule():
    """GO-18: 3 on 0, 1, 2; 12 on 11 or less; and not on more."""
    assert [may_lie_on(3, top) for top in range(5)] == [True, True, True, True, False]
    assert [may_lie_on(12, top) for top in (10, 11, 13, 14)] == [True, True, False, False]


def test_a_covered_scary_ghost_scares_nobody():
    """GO-19: under a Scooty the value to beat is 1; a Kitty beside covers nothing."""
    covered, kitty = at("pile 12 1 | hand0 2 9"), at("pile 12 | kitties 1 | hand0 2 9")

    assert {"play 2", "play 9"} <= can(covered)
    assert "scary" not in covered.view().flags
    assert can(kitty) == {"collect"}
    assert "scary" in kitty.view().flags
    assert can(play(at("pile 12 | hand0 K 2 | hand1 14 9 | turn 0", 2), "play K")) == {"collect"}


# --- A turn before midnight ---------------------------------------------------------------------------------------------------


def test_three_things_to_do_before_midnight():
    """GO-20, GO-22: play, try the Crypt, or collect, also with a valid ghost in hand."""
    sitting = at("pile 7 | hand0 9 2 4 5 | crypt any")

    assert can(sitting) == {"play 9", "crypt", "collect"}


def test_mansions_are_shut_before_midnight():
    """GO-21: the refusal says so."""
    sitting = at("pile 7 | hand0 9 2 4 5 | crypt any")

    assert refusal(sitting, "mansion") == "GO-21"


def test_the_crypt_is_tried_with_one_card():
    """GO-23: a valid card takes full effect, here a reversal."""
    sitting = play(at("pile 7 | hand0 2 2 4 5 | turn 0 | crypt 8 any"), "crypt")

    assert field(sitting, "pile", "direction", "turn", "hand0") == ["7 8", "ccw", "2", "2 2 4 5"]
    assert told(sitting) == ["event.crypt_valid", "event.counterclockwise"]


def test_an_invalid_crypt_card_brings_the_cemetery():
    """GO-24, GO-25: the card, the pile and the Kitties go into the hand."""
    sitting = play(at("pile 7 9 | kitties 1 | hand0 2 2 4 5 | turn 0 | crypt 6 any"), "crypt")

    assert field(sitting, "pile", "kitties", "hand0", "known0", "turn") == ["-", "", "2 2 4 5 6 7 9 K", "6 7 9 K", "1"]
    assert told(sitting) == ["event.crypt_invalid", "event.collected"]


def test_collecting_takes_pile_and_kitties():
    """GO-25: all of it."""
    sitting = play(at("pile 7 9 X9 | kitties 2 | hand0 2 2 4 5 | turn 0 | crypt any"), "collect")

    assert field(sitting, "pile", "kitties", "hand0") == ["-", "", "2 2 4 5 7 9 X K K"]


def test_hands_are_refilled_before_midnight():
    """GO-26, GO-30: up to four, after any action; then it is the next player's turn."""
    sitting = play(at("pile 7 | hand0 9 2 4 5 | turn 0 | crypt 13 14 any"), "play 9")

    assert field(sitting, "hand0", "turn") == ["2 4 5 13", "1"]
    assert told(sitting) == ["event.played", "event.drew"]
    assert told(sitting, 0)[-1] == "event.drew_seen"


def test_hands_are_refilled_before_a_further_turn():
    """GO-27: the Double's player draws first."""
    sitting = play(at("pile 7 | hand0 9 9 4 5 | turn 0 | crypt 13 14 any"), "play 9x2")

    assert field(sitting, "hand0", "turn", "again") == ["4 5 13 14", "0", "double"]


def test_a_large_hand_draws_nothing():
    """GO-28: there is no upper limit, and nobody with four or more draws."""
    sitting = play(at("pile 7 | hand0 9 2 4 5 6 6 | turn 0 | crypt any"), "play 9")

    assert field(sitting, "hand0") == "2 4 5 6 6"
    assert field(play(at("pile 7 | hand0 9 2 4 5 6 | turn 0 | crypt any"), "play 9"), "hand0") == "2 4 5 6"
    assert len(ghosts(play(at("pile 7 9 10 13 | hand0 2 2 4 5 | turn 0 | crypt any"), "collect"), "hand0")) == 8


def test_a_short_crypt_gives_what_there_is():
    """GO-29, GO-31: and midnight strikes."""
    sitting = play(at("pile 7 | hand0 9 9 9 5 | turn 0 | crypt 13"), "play 9x3")

    assert field(sitting, "hand0", "crypt", "again") == ["5 13", "-", "triple"]
    assert told(sitting)[1:3] == ["event.drew", "event.midnight"]


def test_the_next_active_player_in_the_direction():
    """GO-30, GO-74: clockwise or not, past those who have left."""
    body = "pile 7 | hand0 9 2 | hand1 9 2 | hand2 9 2 | hand3 9 2 |"
    assert field(play(at(f"{body} turn 1 | direction cw", 4), "play 9"), "turn") == "2"
    assert field(play(at(f"{body} turn 1 | direction ccw", 4), "play 9"), "turn") == "0"
    left = "pile 7 | hand0 9 2 | hand1 9 2 | left 2 3 |"
    assert field(play(at(f"{left} turn 1 | direction cw", 4), "play 9"), "turn") == "0"
    assert field(play(at(f"{left} turn 0 | direction ccw", 4), "play 9"), "turn") == "1"


# --- Midnight -----------------------------------------------------------------------------------------------------------------


def test_midnight_strikes_by_refill_or_by_a_try():
    """GO-31: the moment the last card leaves the Crypt."""
    refill = play(at("pile 7 | hand0 9 2 4 5 | turn 0 | crypt 13"), "play 9")
    attempt = play(at("pile 7 | hand0 9 2 4 5 | turn 0 | crypt 13"), "crypt")

    for sitting in (refill, attempt):
        assert sitting.view().phase == "after"
        assert "event.midnight" in told(sitting)
    assert told(attempt) == ["event.crypt_valid", "event.midnight"]


def test_midnight_waits_for_the_last_card():
    """GO-31: with one card left in the Crypt it is still before midnight."""
    refill = play(at("pile 7 | hand0 9 2 4 5 | turn 0 | crypt 13 14"), "play 9")
    attempt = play(at("pile 7 | hand0 9 2 4 5 | turn 0 | crypt 13 14"), "crypt")

    for sitting in (refill, attempt):
        assert (sitting.view().phase, field(sitting, "crypt")) == ("before", "14")
        assert "event.midnight" not in told(sitting)
        assert "crypt" in can(sitting)


def test_midnight_holds_for_the_further_turn_too():
    """GO-32: the Double that drew the last card is followed by a turn after midnight, with no Crypt to try."""
    sitting = play(at("pile 7 | hand0 9 9 2 4 | turn 0 | crypt 13 14"), "play 9x2")

    assert field(sitting, "turn", "crypt") == ["0", "-"]
    assert can(sitting) == {"play 13", "play 14", "collect"}
    assert refusal(sitting, "crypt") == "GO-35"


def test_midnight_is_permanent():
    """GO-33: nothing brings cards back into the Crypt."""
    sitting = play(at("pile 7 13 | hand0 2 2 | hand1 5 | hand2 9 | turn 0"), "collect", "play 5", "play 9")

    assert field(sitting, "crypt") == "-"
    assert sitting.view().phase == "after"


# --- A turn after midnight ----------------------------------------------------------------------------------------------------


def test_what_to_do_after_midnight():
    """GO-35, GO-37: play or collect; with an empty hand only, wake a ghost of the Mansion."""
    full, empty = at("pile 7 | hand0 9 2 | turn 0"), at("pile 7 | hand0 - | turn 0")

    assert can(full) == {"play 9", "collect"}
    assert refusal(full, "mansion") == refusal(at("pile 7 | hand0 9 | turn 0"), "mansion") == "GO-37"
    assert can(at("pile 7 | hand0 2 | turn 0")) == {"collect"}
    assert can(empty) == {"mansion", "collect"}


def test_whoever_cannot_play_must_collect():
    """GO-36: nothing else is legal."""
    sitting = at("pile 12 | hand0 2 9 9 9 | turn 0")

    assert can(sitting) == {"collect"}
    assert sitting.view(0).status.phrase == "status.must_collect"
    assert sitting.view(1).status.phrase == "status.after_scary"  # the others cannot know


def test_a_mansion_card_takes_effect_or_brings_the_cemetery():
    """GO-38: valid with full effect; if not, it goes into the hand with the whole Cemetery."""
    valid = play(at("pile 7 | hand0 - | mansion0 8 2 | turn 0"), "mansion")
    invalid = play(at("pile 7 9 | kitties 1 | hand0 - | mansion0 8 2 | turn 0"), "mansion")

    assert field(valid, "pile", "direction", "mansion0", "turn") == ["7 8", "ccw", "2", "2"]
    assert field(invalid, "pile", "hand0", "mansion0", "direction", "turn") == ["-", "7 8 9 K", "2", "cw", "1"]


def test_nobody_draws_after_midnight():
    """GO-39: the hand gets smaller."""
    assert field(play(at("pile 7 | hand0 9 2 | turn 0"), "play 9"), "hand0") == "2"


def test_the_only_pass():
    """GO-40: nothing but Miss Copy, nothing to collect, after midnight; a lost turn uses up a further turn too."""
    sitting = at("pile 10 | hand0 11 X | turn 0")

    play(sitting, "play 11")
    assert (field(sitting, "turn", "again"), can(sitting)) == (["0", "skeletum"], {"pass"})
    play(sitting, "pass")

    assert field(sitting, "turn", "hand0", "left", "passes") == ["1", "X", "-", "1"]
    assert can(at("hand0 X X | turn 0")) == {"pass"}


def test_nobody_else_may_pass():
    """GO-40, GO-R12: not with a ghost to play, not with something to collect."""
    assert refusal(at("hand0 9 X | turn 0"), "pass") == "GO-R12"
    assert refusal(at("pile 6 | hand0 X | turn 0"), "pass") == "GO-40"
    assert refusal(at("pile 6 | hand0 - | turn 0"), "pass") == "GO-40"


# --- Combinations -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "name"), [(2, "double"), (3, "triple")])
def test_doubles_and_triples_oblige_to_play_again(number, name):
    """GO-45, GO-51: at once."""
    sitting = play(at("pile 7 | hand0 9 9 9 2 | turn 0"), f"play 9x{number}")

    assert field(sitting, "turn", "again") == ["0", name]
    assert told(sitting) == ["event.played", "event.again"]
    assert f"again_{name}" in sitting.view().places[0].flags


@pytest.mark.parametrize("top", [12, 13, 3])
def test_a_quartet_from_hand_is_always_valid(top):
    """GO-46: on any value and on Scary ghosts."""
    sitting = play(at(f"pile {top} | hand0 2 2 2 2 5 | turn 0"), "play 2x4")

    assert field(sitting, "pile", "again") == ["-", "quartet"]


def test_miss_copy_makes_a_quartet_of_three():
    """GO-46, GO-61: three and Miss Copy are four, and valid on anything."""
    sitting = play(at("pile 13 | hand0 5 5 5 X 2 | turn 0 | discard any"), "play 5x3+X")

    assert field(sitting, "pile", "again", "hand0") == ["-", "quartet", "2"]
    assert {"5", "13", "X"} <= set(ghosts(sitting, "discard"))


@pytest.mark.parametrize(("pile", "move"), [("5 5 5", "play 5"), ("5 5", "play 5x2"), ("5", "play 5x2+X"), ("5 5 X5", "play 5")])
def test_a_quartet_with_the_cemetery(pile, move):
    """GO-47: the ghosts played and the run on top are four."""
    sitting = play(
        at(f"pile 2 {pile} | hand0 5 5 X 9 | turn 0" if pile != "5 5 5" else f"pile 2 {pile} | hand0 5 9 | turn 0"), move
    )

    assert field(sitting, "pile", "again", "turn") == ["-", "quartet", "0"]


def test_a_quartet_is_automatic_and_clears_everything():
    """GO-48: pile, played ghosts and Kitties go to the discard pile; the player is on turn again."""
    sitting = play(at("pile 2 9 9 | kitties 2 | hand0 9 9 4 | turn 0 | mansion0 any | discard any"), "play 9x2")
    gone = Counter(ghosts(sitting, "discard"))

    assert field(sitting, "pile", "kitties", "turn", "again") == ["-", "", "0", "quartet"]
    assert gone["9"] == 4
    assert gone["K"] >= 2
    assert told(sitting) == ["event.played", "event.quartet", "event.again"]


def test_a_turned_up_card_completes_a_quartet():
    """GO-49: from the Crypt and from a Mansion."""
    crypt = play(at("pile 6 6 6 | hand0 2 4 5 7 | turn 0 | crypt 6 any"), "crypt")
    mansion = play(at("pile 6 6 6 | hand0 - | mansion0 6 2 | turn 0"), "mansion")

    for sitting in (crypt, mansion):
        assert field(sitting, "pile", "turn", "again") == ["-", "0", "quartet"]


def test_a_further_turn_is_a_complete_turn():
    """GO-50: collecting and trying the Crypt included."""
    sitting = play(at("pile 7 | hand0 9 9 2 10 | turn 0 | crypt 3 13 any"), "play 9x2")

    assert can(sitting) == {"play 10", "play 13", "crypt", "collect"}


def test_a_further_turn_is_compulsory():
    """GO-51: even if one can only collect what one has just played."""
    sitting = play(at("pile 7 | hand0 9 9 2 | turn 0"), "play 9x2")

    assert can(sitting) == {"collect"}


def test_one_play_yields_one_further_turn():
    """GO-52: a Triple of Skeletums and a Triple that is a Quartet are one each."""
    skeletums = play(at("pile 7 | hand0 11 11 11 5 | turn 0"), "play 11x3", "play 5")
    quartet = play(at("pile 7 | hand0 7 7 7 5 4 | turn 0"), "play 7x3", "play 5")

    assert field(skeletums, "turn", "again") == field(quartet, "turn", "again") == ["1", ""]


def test_discarded_ghosts_never_return():
    """GO-53: within the round, whatever else is discarded, collected or drawn."""
    sitting = at("pile 7 | kitties 1 | hand0 11 9 2 4 | hand1 13 11 2 4 | hand2 4 4 2 5 | turn 0 | crypt any", 3)
    seen = Counter()
    for move, more in (("play 11", "7 K 11"), ("play 9", ""), ("play 11", "9 11"), ("play 13", ""), ("collect", "")):
        play(sitting, move)
        seen += Counter(more.split())
        assert Counter(ghosts(sitting, "discard")) == seen


# --- Abilities ----------------------------------------------------------------------------------------------------------------


def test_kitty_lies_beside_the_pile():
    """GO-55: value to beat and run stay."""
    sitting = play(at("pile 2 6 6 | hand0 K 4 | turn 0"), "play K")

    assert field(sitting, "pile", "kitties") == ["2 6 6", "1"]
    assert (sitting.view().numbers["beat"], sitting.view().numbers["run"]) == (6, 2)


@pytest.mark.parametrize(("direction", "over", "turn"), [("cw", "1", "2"), ("ccw", "3", "2")])
def test_kitty_passes_the_next_player_over(direction, over, turn):
    """GO-56: in the direction of play."""
    sitting = play(at(f"hand0 K 4 | direction {direction} | turn 0", 4), "play K")

    assert field(sitting, "skipped", "turn") == [over, turn]
    assert told(sitting) == ["event.played", "event.passed_over"]
    assert "passed_over" in sitting.view().places[int(over)].flags
    assert field(play(sitting, sorted(can(sitting))[-1]), "skipped") == ""


def test_kitty_is_played_singly():
    """GO-57: no two, and none with Miss Copy, by name and by number."""
    sitting = at("hand0 K K X 4 | turn 0")

    assert refusal(sitting, "play Kx2") == refusal(sitting, "play K K") == refusal(sitting, "play K+X") == "GO-57"
    assert refusal(sitting, "play K 4") == "GO-57"
    assert refusal(sitting, 31) == refusal(sitting, 64 + 15) == "GO-57"


def test_twist_reverses():
    """GO-58: the next player is found in the new direction."""
    sitting = play(at("hand0 8 4 | turn 0", 4), "play 8")

    assert field(sitting, "direction", "turn") == ["ccw", "3"]
    assert told(sitting) == ["event.played", "event.counterclockwise"]


def test_skeletum_sweeps_the_cemetery():
    """GO-59: himself and Kitties included, and play again."""
    sitting = play(at("pile 2 6 | kitties 1 | hand0 11 4 | turn 0"), "play 11")

    assert field(sitting, "pile", "kitties", "turn", "again") == ["-", "", "0", "skeletum"]
    assert {"2", "6", "11", "K"} <= set(ghosts(sitting, "discard"))
    assert told(sitting) == ["event.played", "event.skeletum", "event.again"]


@pytest.mark.parametrize("top", [3, 12, 13, 14])
def test_skeletum_must_fit(top):
    """GO-60: not on 12, 13, 14, nor on a 3."""
    sitting = at(f"pile {top} | hand0 11 11 11 4 | turn 0")

    assert [refusal(sitting, f"play 11{number}") for number in ("", "x2", "x3")] == ["GO-60"] * 3


def test_miss_copy_is_one_more_of_that_ghost():
    """GO-61: count, value, family and ability."""
    double = play(at("pile 4 | hand0 5 X 9 | turn 0"), "play 5+X")
    scary = play(at("pile 2 | hand0 3 X 9 | turn 0"), "play 3+X")
    fearless = play(at("pile 14 | hand0 1 X 9 | turn 0"), "play 1+X")

    assert field(double, "pile", "again", "turn") == ["4 5 X5", "double", "0"]
    assert "scary" in scary.view().flags
    assert field(fearless, "pile") == "14 1 X1"


def test_miss_copy_needs_a_ghost_to_copy():
    """GO-62: not alone, not with another Miss Copy, not with Kitty; turned up she never fits, not even an empty Cemetery."""
    sitting = at("hand0 X X K 5 | turn 0")

    assert refusal(sitting, "play X") == refusal(sitting, "play X X") == "GO-62"
    assert refusal(sitting, "play K+X") == "GO-57"
    assert refusal(sitting, "play 5+Xx2") == "GO-R01"
    crypt = play(at("pile - | hand0 2 4 5 7 | turn 0 | crypt X any"), "crypt")
    assert field(crypt, "pile", "hand0", "turn") == ["-", "2 4 5 7 X", "1"]


def test_miss_copy_is_herself_again_in_a_hand():
    """GO-63: in the Cemetery she keeps what she was played as."""
    sitting = play(at("pile 4 | hand0 9 X 7 | hand1 2 | turn 0"), "play 9+X", "collect")

    assert field(sitting, "hand0") == "4 7 9 X"


def test_abilities_work_wherever_the_card_comes_from():
    """GO-64: Kitty, Twist and Skeletum from hand, Crypt and Mansion; what is not valid does nothing."""
    for kind, fields in (("K", ["1", "2", ""]), ("8", ["", "3", ""]), ("11", ["", "0", "skeletum"])):
        hand = play(at(f"pile 6 | hand0 {kind} 2 | turn 0", 4), f"play {kind}")
        crypt = play(at(f"pile 6 | hand0 2 2 4 5 | turn 0 | crypt {kind} any", 4), "crypt")
        mansion = play(at(f"pile 6 | hand0 - | mansion0 {kind} 2 | turn 0", 4), "mansion")
        for sitting in (hand, crypt, mansion):
            assert field(sitting, "skipped", "turn", "again") == fields
    twist = play(at("pile 9 | hand0 - | mansion0 8 2 | turn 0", 4), "mansion")
    skeletum = play(at("pile 13 | hand0 - | mansion0 11 2 | turn 0", 4), "mansion")
    assert field(twist, "direction", "turn", "hand0") == ["cw", "1", "8 9"]
    assert field(skeletum, "turn", "again", "hand0") == ["1", "", "11 13"]


# --- Leaving and ending -------------------------------------------------------------------------------------------------------


def test_a_player_with_nothing_left_leaves_as_a_winner():
    """GO-70: no hand, no Mansion, after the own play."""
    sitting = play(at("pile 4 | hand0 9 | mansion0 - | turn 0"), "play 9")

    assert field(sitting, "left", "turn") == ["0", "1"]
    assert told(sitting) == ["event.played", "event.left"]
    assert sitting.view().places[0].numbers["place"] == 1


def test_an_empty_hand_alone_does_not_leave():
    """GO-70: there is still a Mansion."""
    assert field(play(at("pile 4 | hand0 9 | mansion0 2 | turn 0"), "play 9"), "left") == "-"


@pytest.mark.parametrize(("hand", "move"), [("9 9", "play 9x2"), ("9 9 9", "play 9x3"), ("9 9 9 9", "play 9x4"), ("11", "play 11")])
def test_whoever_leaves_does_not_play_again(hand, move):
    """GO-71: the further turn is lost, the next player is on turn."""
    sitting = play(at(f"pile 4 | hand0 {hand} | mansion0 - | turn 0"), move)

    assert field(sitting, "left", "turn", "again") == ["0", "1", ""]


def test_the_last_play_stands():
    """GO-72: reversal, pass-over and discarding."""
    twist = play(at("pile 4 | hand0 8 | mansion0 - | turn 0", 4), "play 8")
    kitty = play(at("pile 4 | hand0 K | mansion0 - | turn 0", 4), "play K")
    skeletum = play(at("pile 4 | hand0 11 | mansion0 - | turn 0", 4), "play 11")

    assert field(twist, "direction", "turn", "left") == ["ccw", "3", "0"]
    assert field(kitty, "skipped", "turn", "left") == ["1", "2", "0"]
    assert field(skeletum, "pile", "turn", "left") == ["-", "1", "0"]
    back = play(at("pile 4 | hand0 9 | mansion0 - | direction ccw | turn 0", 4), "play 9")
    assert field(back, "direction", "turn", "left") == ["ccw", "3", "0"]


def test_the_cemetery_stays_when_somebody_leaves():
    """GO-73: the next player faces it."""
    assert field(play(at("pile 4 | kitties 1 | hand0 9 | mansion0 - | turn 0"), "play 9"), "pile", "kitties") == ["4 9", "1"]


def test_those_who_have_left_are_skipped():
    """GO-74: for the turn and for Kitty."""
    sitting = play(at("hand0 K 4 | hand2 9 | hand3 9 | left 1 | turn 0", 4), "play K")

    assert field(sitting, "skipped", "turn") == ["2", "3"]


def test_nobody_leaves_before_midnight():
    """GO-75: Mansions are full, hands are refilled."""
    sitting = play(at("pile 4 | hand0 9 9 9 9 | turn 0 | crypt 2 5 6 7"), "play 9x4")

    assert field(sitting, "left", "hand0", "crypt") == ["-", "2 5 6 7", "-"]
    assert len(ghosts(sitting, "mansion0")) == 10


def test_the_last_player_loses_at_once():
    """GO-76, GO-77: everybody else has won, and the loser makes a noise."""
    sitting = play(at("pile 4 | hand0 9 | mansion0 - | hand1 2 | left 2 | turn 0"), "play 9")

    assert sitting.over()
    assert sitting.winners() == [0, 2]
    assert sitting.scores() == [1, 0, 1]
    assert told(sitting) == ["event.played", "event.left", "event.howled", "event.game_over"]
    assert sitting.view().status.phrase == "status.lost"
    assert refusal(sitting, "collect", 1) == "not_your_turn"


def test_the_round_goes_on_with_two():
    """GO-76: one of three has left, and the other two play on."""
    sitting = play(at("pile 4 | hand0 9 | mansion0 - | hand1 13 | mansion1 - | hand2 2 | turn 0"), "play 9")

    assert (sitting.over(), field(sitting, "left", "turn")) == (False, ["0", "1"])
    assert play(sitting, "play 13").over()


def test_the_noise_has_a_tone_of_its_own():
    """GO-76: the page makes it."""
    sitting = play(at("pile 4 | hand0 9 | mansion0 - | hand1 2 | left 2 | turn 0"), "play 9")
    howl = next(line for _, line in sitting.lines(-1) if line.phrase == "event.howled")

    assert (howl.tone, howl.call, howl.seats) == ("ghost", "call.ghost", {"who": 1})


# --- Several rounds -----------------------------------------------------------------------------------------------------------

LEAVING = {3: [2, 3], 4: [2, 1, 3], 5: [2, 1, 1, 3], 6: [2, 1, 1, 1, 3]}


@pytest.mark.parametrize("seats", LEAVING)
def test_points_by_leaving_order(seats):
    """GO-80, GO-81: one for leaving, one more for the first, two more for the last to leave; the loser gets a Boo!."""
    rows = [f"hand{p} {value} | mansion{p} -" for p, value in enumerate((2, 4, 5, 6, 7)[: seats - 1])]
    sitting = at(f"{' | '.join(rows)} | turn 0", seats, match=True)

    play(sitting, *(f"play {value}" for value in (2, 4, 5, 6, 7)[: seats - 1]))

    assert sitting.scores() == [*LEAVING[seats], 0]
    assert field(sitting, "boos", "round") == [" ".join(["0"] * (seats - 1) + ["1"]), "2"]
    assert [line.numbers["points"] for _, line in sitting.lines(-1) if line.phrase == "event.left"] == LEAVING[seats]


def test_a_new_round_is_dealt_afresh():
    """GO-82: the loser starts, scores and Boo!s carry over, everything is shuffled."""
    sitting = at("hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | points 4 1 2 | boos 0 0 1", 3, match=True)

    play(sitting, "play 2")

    assert field(sitting, "points", "boos", "starter", "turn") == ["7 1 4", "0 1 1", "1", "1"]
    assert field(sitting, "left", "pile", "discard", "stall") == ["-", "-", "-", "0"]
    assert everything(sitting) == BOX
    assert told(sitting)[-1] == "event.dealt_round"


def test_the_second_boo_ends_the_match():
    """GO-83, GO-84: and whoever got it cannot win, whatever the score."""
    sitting = at("hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | points 4 9 2 | boos 0 1 0", 3, match=True)

    play(sitting, "play 2")

    assert sitting.over()
    assert sitting.scores() == [7, 9, 4]
    assert sitting.winners() == [0]
    assert sitting.view().status.phrase == "status.won"
    assert "event.won" in told(sitting)


def test_a_shared_lead_means_another_round():
    """GO-85: scored as usual."""
    sitting = at("hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | points 4 9 5 | boos 0 1 0", 3, match=True)

    play(sitting, "play 2")

    assert not sitting.over()
    assert field(sitting, "points", "barred", "round") == ["7 9 7", "1", "2"]
    assert told(sitting)[-2:] == ["event.tied", "event.dealt_round"]
    assert "tie_break" in sitting.view().flags


def test_after_a_further_round_only_its_loser_cannot_win():
    """GO-86: a player who could not win before can win now."""
    body = "hand1 2 | mansion1 - | hand0 9 | left 2 | turn 1 | barred 1 | boos 0 2 0"
    sole = play(at(f"{body} | points 7 9 7", 3, match=True), "play 2")
    tied = play(at(f"{body} | points 10 9 10 | ties 1", 3, match=True), "play 2")

    assert (sole.over(), sole.winners(), sole.scores()) == (True, [1], [7, 12, 9])
    assert (tied.over(), field(tied, "barred", "ties", "points")) == (False, ["0", "2", "10 12 12"])
    body = "hand0 2 | mansion0 - | hand1 9 | left 2 | turn 0 | barred 1 | boos 0 2 0"
    barred = play(at(f"{body} | points 7 30 7", 3, match=True), "play 2")
    assert (barred.over(), barred.winners(), barred.scores()) == (True, [0], [10, 30, 9])
    assert "barred" in barred.view().places[1].flags
    assert "barred" not in tied.view().places[0].flags
