"""The earlier German edition, clause by clause, in the order of the rulebook."""

from functools import partial

import pytest

from ghosthouse.games.fright.tests import play as fright_play
from ghosthouse.games.fright.tests.play import calls, can, field, fright, hand, play, refusal, setup, told
from ghosthouse.kernel import BadSetup

at = partial(fright_play.at, edition="german")
deal = partial(fright_play.deal, "german")


# --- Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats):
    """KG-01: any other number is refused."""
    with pytest.raises(BadSetup, match="2 to 6 players"):
        setup("german", seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_begins_with_one_visible_point(seats):
    """KG-01, KG-02: and all can see it."""
    sitting = deal(seats)

    assert fright(sitting) == [1] * seats
    assert [place.numbers["fright"] for place in sitting.view(-1).places] == [1] * seats


def test_each_round_five_cards_are_dealt_from_all():
    """KG-03, KG-06: the rest is the draw deck; there is no pile, and play goes clockwise."""
    sitting = deal(4)
    assert [len(hand(sitting, p)) for p in range(4)] == [5, 5, 5, 5]
    assert len(field(sitting, "deck").split()) == 40
    assert field(sitting, "pile", "direction", "taken") == ["-", "cw", "0 0 0 0"]

    later = at("direction ccw | deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 B2 | hand2 - | gone 1 any")
    play(later, "play W1")

    assert [len(hand(later, p)) for p in range(3)] == [5, 5, 5]
    assert len(field(later, "deck").split()) == 45
    assert field(later, "pile", "direction", "taken", "beside") == ["-", "cw", "0 0 0", "0"]


def test_the_table_or_chance_names_the_first_starter():
    """KG-04: a table option, or chance."""
    assert [field(deal(first=seat), "starter") for seat in range(3)] == ["0", "1", "2"]
    assert {field(deal(seed=f"sighting {n}"), "starter") for n in range(30)} == {"0", "1", "2"}


def test_the_starter_plays_first():
    """KG-05: whoever starts a round is on turn first."""
    sitting = deal(seed="dealer")

    assert field(sitting, "turn") == field(sitting, "starter")
    assert sitting.awaited() == [int(field(sitting, "starter"))]


def test_a_hand_of_only_mist_may_be_exchanged():
    """KG-07: it goes back into the deck, which is shuffled, and five cards are drawn; again, while they are only mist."""
    sitting = at("turn 1 | starter 0 | pile K1 | hand0 W1 W2 W3 B1 B2 | hand1 M M M M M | fresh 0 1 1")

    play(sitting, "redraw")

    assert len(hand(sitting, 1)) == 5
    assert hand(sitting, 1) != ["M"] * 5
    assert (hand(sitting, 1) + field(sitting, "deck").split()).count("M") == 6 - hand(sitting, 2).count("M")
    assert field(sitting, "turn", "pile") == ["1", "K1"]
    assert told(sitting) == ["event.redrew"]


def test_an_exchange_may_be_repeated():
    """KG-07: while the new hand is again only mist."""
    body = "turn 0 | hand0 M M M M M | hand1 K1 K1 K1 K2 K2 | hand2 K2 K3 K3 K3 W1"
    mist = 'colours = ["black", "white"]\ncopies_per_colour = { 1 = 3, 2 = 3, 3 = 3 }\nmist = 30\n'
    again = 0
    for number in range(20):
        sitting = fright_play.Sitting.at(
            setup("german", deck=mist), f"fright/german seats 3 | {body}", fright_play.key_from_text(f"exchange {number}")
        )
        play(sitting, "redraw")
        if hand(sitting, 0) == ["M"] * 5:
            assert can(sitting, 0) == {"redraw"}
            again += 1

    assert again


def test_a_hand_with_a_ghost_stays():
    """KG-08: one ghost is enough."""
    sitting = at("turn 1 | starter 0 | pile K1 | hand1 M M M M K2 | fresh 0 1 1")

    assert refusal(sitting, 1, "redraw") == "KG-08"


def test_a_hand_that_becomes_mist_later_stays():
    """KG-09: the exchange belongs to the deal."""
    sitting = at("turn 1 | starter 0 | pile K1 | hand1 M M M M M | fresh 0 0 0")

    assert can(sitting, 1) == {"play M"}
    assert refusal(sitting, 1, "redraw") == "KG-09"

    fresh = at("turn 1 | starter 0 | pile K1 | hand0 W1 any | hand1 M M M M M | deck K1 K2 M any | fresh 0 1 1")
    play(fresh, "play M")
    assert field(fresh, "fresh") == "0 0 1"


# --- Opening -------------------------------------------------------------------------------------------------------------


def test_mist_cannot_open():
    """KG-10: the first card of a pile is a ghost."""
    sitting = at("turn 0 | hand0 M M M K1 R2")

    assert can(sitting, 0) == {"play K1", "play R2"}
    assert refusal(sitting, 0, "play M") == "KG-10"


def test_the_opening_is_announced_as_a_bare_number():
    """KG-11: the level is the number of its ghosts."""
    sitting = play(at("turn 0 | hand0 R2 any"), "play R2")

    assert field(sitting, "level", "top", "call") == ["2", "R", "open"]
    assert calls(sitting, "de") == ["zwei"]


def test_the_opener_draws_back_and_the_turn_passes():
    """KG-12: up to five cards, in the current direction."""
    sitting = play(at("turn 0 | hand0 R2 K1 K2 K3 W1 | deck G3 any"), "play R2")

    assert hand(sitting, 0) == ["G3", "K1", "K2", "K3", "W1"]
    assert field(sitting, "turn") == "1"


def test_an_opening_never_mirrors():
    """KG-13: it is not compared with the pile before."""
    sitting = play(at("turn 0 | pile Y1 K3 | hand0 K1 any"), "take", "play K1")

    assert field(sitting, "direction", "level", "call", "turn") == ["cw", "1", "open", "1"]


# --- Playing on a pile -----------------------------------------------------------------------------------------------------


def test_the_player_on_turn_lays_one_hand_card():
    """KG-20: one, of the own hand, and only on turn."""
    sitting = at("turn 0 | pile Y1 | hand0 K1 K2 K3 W1 W2 | hand1 G1 any")

    assert refusal(sitting, 0, "play G1") == "KG-20"
    assert refusal(sitting, 1, "play G1") == "not_your_turn"
    play(sitting, "play K1")
    assert field(sitting, "pile", "turn") == ["Y1 K1", "1"]


def test_another_family_raises_the_level():
    """KG-21: by its ghosts; the new level is announced and the direction stays."""
    sitting = play(at("turn 1 | pile Y3 | hand1 R2 any"), "play R2")

    assert field(sitting, "level", "top", "direction") == ["5", "R", "cw"]
    assert calls(sitting, "de") == ["fünf"]


def test_seven_is_legal_and_eight_is_not():
    """KG-22: another family may lift the level to exactly seven."""
    sitting = at("turn 0 | level 5 | top K | hand0 R1 R2 R3 W3 B2")

    assert can(sitting, 0) == {"play R1", "play R2", "play B2", "take"}
    assert refusal(sitting, 0, "play R3") == "KG-22"
    assert field(play(sitting, "play R2"), "level") == "7"


@pytest.mark.parametrize("card", ["K1", "K2", "K3"])
def test_the_same_family_is_a_mirror(card):
    """KG-23: the level stays whatever the numbers, and the word is said."""
    sitting = play(at(f"turn 0 | pile R2 K3 | hand0 {card} any"), f"play {card}")

    assert field(sitting, "level", "call") == ["5", "mirror"]
    assert calls(sitting, "de") == ["fünf, Spiegel"]
    assert calls(sitting) == ["five, mirror"]


def test_a_mirror_brings_the_previous_player_back():
    """KG-24: direction reversed, three players or more."""
    sitting = at("turn 0 | pile Y1 | hand0 K1 any | hand1 K2 any", seats=4)

    play(sitting, "play K1", "play K2")

    assert field(sitting, "direction", "turn") == ["ccw", "0"]


def test_a_mirror_is_legal_at_seven_and_lies_on_top():
    """KG-25: at any level; it becomes the topmost ghost."""
    sitting = at("turn 0 | pile R1 B2 W2 K2 | hand0 K3 R2 R3 B2 G2")

    assert can(sitting, 0) == {"play K3", "take"}
    play(sitting, "play K3")

    assert field(sitting, "level", "pile") == ["7", "R1 B2 W2 K2 K3"]


def test_mist_changes_nothing_but_is_named():
    """KG-26: level and direction stay, and the word is said."""
    sitting = play(at("turn 0 | pile R2 K3 | hand0 M any"), "play M")

    assert field(sitting, "level", "direction", "turn") == ["5", "cw", "1"]
    assert calls(sitting, "de") == ["fünf, Nebel"]
    assert calls(sitting) == ["five, mist"]


def test_mist_lies_beside_the_pile():
    """KG-27: the family to match stays that of the topmost ghost."""
    sitting = at("turn 0 | pile R2 K3 | hand0 M any | hand1 K1 any")

    play(sitting, "play M")
    assert field(sitting, "pile", "beside", "top") == ["R2 K3", "1", "K"]
    assert [(zone.id, zone.count) for zone in sitting.view().zones if zone.id == "beside"] == [("beside", 1)]
    play(sitting, "play K1")

    assert field(sitting, "level", "call") == ["5", "mirror"]


def test_mist_needs_a_pile_and_nothing_else():
    """KG-28: legal at any level as long as a pile lies there."""
    assert "play M" in can(at("turn 0 | pile R1 B2 W2 K2 | hand0 M any"), 0)
    assert "play M" not in can(at("turn 0 | hand0 M K1 any"), 0)


def test_after_each_card_one_draws_back_to_five():
    """KG-29: while the draw deck lasts, in effect one card."""
    sitting = at("turn 0 | pile R2 | hand0 M K1 K2 W1 W2 | deck G3 any")
    assert hand(play(sitting, "play M"), 0) == ["G3", "K1", "K2", "W1", "W2"]

    empty = at("turn 0 | pile R2 | deck - | hand0 M K1 | hand1 W1 | hand2 W2 | gone 2 any")
    assert hand(play(empty, "play M"), 0) == ["K1"]


def test_with_two_players_a_mirror_only_keeps_the_level():
    """KG-30: it has no effect on the order of turns."""
    sitting = play(at("turn 0 | pile K1 | hand0 K2 any", seats=2), "play K2")

    assert field(sitting, "level", "turn", "call") == ["1", "1", "mirror"]


# --- Taking the pile -------------------------------------------------------------------------------------------------------


def test_who_can_only_pass_seven_must_take():
    """KG-40: nothing else is legal."""
    assert can(at("turn 0 | level 6 | top K | hand0 R2 R3 B2 G3 Y2"), 0) == {"take"}


def test_taking_is_allowed_with_a_legal_card_in_hand():
    """KG-41: voluntarily."""
    assert {"take", "play K2"} <= can(at("turn 0 | level 1 | top K | hand0 K2 any"), 0)


def test_the_pile_lies_face_down_before_the_taker():
    """KG-42: not in the hand, and seen by nobody."""
    sitting = play(at("turn 1 | pile R2 K1 | hand1 W1 W2 W3 B1 B2"), "take")

    assert field(sitting, "gone", "taken", "pile") == ["1 R2 K1", "0 1 0", "-"]
    assert hand(sitting, 1) == ["B1", "B2", "W1", "W2", "W3"]
    assert [zone.id for zone in sitting.view(1).places[1].zones] == ["hand"]


def test_the_taker_gains_exactly_one_point():
    """KG-43: for a pile of one card as for a large one."""
    assert fright(play(at("turn 0 | pile K1 | fright 1 1 1"), "take")) == [2, 1, 1]
    assert fright(play(at("turn 0 | pile Y1 Y2 Y3 K1 K2 K3 R1 R2 | fright 4 1 1"), "take")) == [5, 1, 1]


def test_the_taker_opens_at_once_with_a_ghost():
    """KG-44: it cannot be declined or put off, and nothing can be taken before it; then announce and draw."""
    sitting = play(at("turn 0 | level 7 | top K | hand0 R2 R3 B2 M M | deck G3 any"), "take")

    assert can(sitting, 0) == {"play R2", "play R3", "play B2"}
    assert refusal(sitting, 0, "play M") == "KG-10"
    assert refusal(sitting, 0, "take") == "KG-44"
    assert sitting.awaited() == [0]
    play(sitting, "play B2")

    assert calls(sitting, "de") == ["zwei"]
    assert hand(sitting, 0) == ["G3", "M", "M", "R2", "R3"]


def test_the_direction_is_kept_for_the_new_pile():
    """KG-45: even if it is counter-clockwise."""
    sitting = play(at("turn 1 | direction ccw | level 7 | top K | hand1 R2 any", seats=4), "take", "play R2")

    assert field(sitting, "direction", "turn") == ["ccw", "0"]


def test_without_a_pile_nothing_is_taken():
    """KG-46: refused at the start of a round."""
    assert refusal(at("turn 0 | hand0 K1 any"), 0, "take") == "KG-46"


def test_who_holds_only_mist_may_not_take():
    """KG-47: mist can always be played then."""
    sitting = at("turn 0 | level 7 | top K | hand0 M M M M M | fresh 0 0 0")

    assert can(sitting, 0) == {"play M"}
    assert refusal(sitting, 0, "take") == "KG-47"


# --- The end of a round ----------------------------------------------------------------------------------------------------

LAST_CARD = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 B2 | gone 2 any | fright 1 5 6"


def test_an_empty_deck_is_not_rebuilt():
    """KG-50: play continues without drawing."""
    sitting = at("turn 0 | level 2 | top R | deck - | hand0 K1 K2 | hand1 W2 W3 | hand2 R1 R3 | gone 1 any")

    play(sitting, "play K1", "play W2", "play R1")

    assert field(sitting, "deck", "hand0", "hand1", "hand2", "round") == ["-", "K2", "W3", "R3", "1"]


def test_an_empty_hand_that_would_be_on_turn_ends_the_round():
    """KG-51, KG-52: at once; no marker is gained for it, and the cards of the others are laid aside."""
    held = play(at(LAST_CARD.replace("hand0 W1", "hand0 W1 W2")), "play W1")
    assert field(held, "round", "starter") == ["2", "1"]

    sitting = play(at(LAST_CARD), "play W1")

    assert field(sitting, "round") == "2"
    assert "event.took" not in told(sitting)
    assert fright(sitting) == [0, 2, 6]


def test_who_gained_no_marker_returns_up_to_three():
    """KG-53: never below zero."""
    body = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | hand3 B2 | gone 2 any | fright 7 2 6 3"
    sitting = at(body, seats=4)

    assert fright(play(sitting, "play W1")) == [4, 0, 6, 0]


def test_who_gained_a_marker_returns_nothing():
    """KG-54: at least one in this round."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 0 R1 / 2 any | fright 7 2 6")

    assert fright(play(sitting, "play W1")) == [7, 0, 6]


def test_what_is_gained_in_a_round_is_counted_by_itself():
    """KG-55: apart from the total, and anew in each round."""
    sitting = play(at("turn 0 | pile K1 | fright 4 1 1"), "take")
    assert sitting.view().places[0].numbers["taken"] == 1
    assert sitting.view().places[0].numbers["fright"] == 5

    sitting = play(at(LAST_CARD), "play W1")
    assert field(sitting, "taken") == "0 0 0"
    assert all("clean" in place.flags for place in sitting.view().places)


# --- The end of the game ----------------------------------------------------------------------------------------------------


def test_the_game_ends_after_the_last_round_and_its_returns():
    """KG-60: the third round, or the agreed one."""
    assert not play(at("round 2 | " + LAST_CARD), "play W1").over()
    assert play(at("round 3 | " + LAST_CARD), "play W1").scores() == [0, 2, 6]
    assert play(at("round 3 | " + LAST_CARD), "play W1").over()
    assert not play(at("round 3 | " + LAST_CARD, rounds=5), "play W1").over()
    assert play(at("round 5 | " + LAST_CARD, rounds=5), "play W1").over()


def test_the_fewest_points_win_and_ties_share():
    """KG-61: everybody with the fewest wins."""
    alone = play(at("round 3 | " + LAST_CARD), "play W1")
    shared = play(at("round 3 | " + LAST_CARD.replace("1 5 6", "5 5 6")), "play W1")

    assert alone.winners() == [0]
    assert shared.winners() == [0, 1]
