"""The AMIGO edition, clause by clause, in the order of the rulebook."""

from collections import Counter

import pytest

from ghosthouse.games.fright.tests.play import at, calls, can, deal, field, fright, hand, play, refusal, setup, told
from ghosthouse.kernel import BadSetup

BOX = Counter({f"{colour}{ghosts}": 3 for colour in "KWBRGY" for ghosts in (1, 2, 3)} | {"M": 6})


def all_cards(sitting):
    """Every card on the table and in hands, counted."""
    words = []
    for key in ("pile", "gone", "deck", *(f"hand{p}" for p in range(sitting.setup.seats))):
        words += [word for word in field(sitting, key).split() if word[0] in "KWBRGYM"]
    return Counter(words)


# --- Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 7])
def test_any_other_number_of_players_is_refused(seats):
    """KA-01: two to six play."""
    with pytest.raises(BadSetup, match="2 to 6 players"):
        setup(seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_begins_with_three_fright_points(seats):
    """KA-01, KA-02: two to six players, with three points each."""
    assert fright(deal(seats=seats)) == [3] * seats


def test_fright_points_are_handed_out_once():
    """KA-03: a new round deals cards, not points; totals carry over."""
    sitting = at("deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B2 | gone 0 W2 / 1 B3 / 2 any | fright 5 9 4")

    play(sitting, "play W1")

    assert field(sitting, "round") == "2"
    assert fright(sitting) == [5, 9, 4]


@pytest.mark.parametrize(("seats", "left"), [(2, 50), (3, 45), (4, 40), (5, 35), (6, 30)])
def test_each_round_all_cards_are_shuffled_and_five_are_dealt(seats, left):
    """KA-04, KA-05: five cards each, the others are the draw deck, face down."""
    sitting = deal(seats=seats)

    assert [len(hand(sitting, p)) for p in range(seats)] == [5] * seats
    assert len(field(sitting, "deck").split()) == left
    assert all_cards(sitting) == BOX
    assert sitting.view().zones[1].pieces == []
    assert field(deal(seats=seats, seed="another"), "deck") != field(sitting, "deck")


def test_the_second_round_is_dealt_from_all_cards_again():
    """KA-04, KA-06: taken piles, the open pile and what was left in hands all come back; nobody owns a pile."""
    sitting = at("deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B2 | gone 0 W2 / 2 any | fright 5 9 4")

    play(sitting, "play W1")

    assert all_cards(sitting) == BOX
    assert [len(hand(sitting, p)) for p in range(3)] == [5, 5, 5]
    assert field(sitting, "pile", "gone", "taken") == ["-", "-", "0 0 0"]


def test_a_round_begins_without_a_pile_and_clockwise():
    """KA-06: no pile, no taken piles, clockwise, in round 1 and after a round that ended the other way."""
    assert field(deal(), "pile", "taken", "direction", "level", "top") == ["-", "0 0 0", "cw", "0", "-"]

    sitting = at("direction ccw | deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 B2 | hand2 - | gone 1 any")
    play(sitting, "play W1")

    assert field(sitting, "round", "direction", "starter") == ["2", "cw", "2"]


def test_the_table_or_chance_says_who_starts():
    """KA-07: a table option names the starter of round 1, otherwise chance does."""
    assert [field(deal(first=seat), "turn") for seat in (0, 1, 2)] == ["0", "1", "2"]

    by_chance = [field(deal(seed=f"evening {n}"), "turn") for n in range(40)]

    assert set(by_chance) == {"0", "1", "2"}
    assert field(deal(seed="evening 7"), "starter") == by_chance[7]


# --- A turn in general --------------------------------------------------------------------------------------------------


def test_a_turn_plays_exactly_one_card():
    """KA-10: onto the pile, or as the opening card after taking it; a turn can be ended in no other way."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 K2 W1 B1 Y1 | deck G3 any")

    assert can(sitting, 0) == {"play K1", "play K2", "play W1", "play B1", "play Y1", "take"}
    play(sitting, "take")
    assert can(sitting, 0) == {"play K1", "play K2", "play W1", "play B1", "play Y1"}
    play(sitting, "play K2")

    assert hand(sitting, 0) == ["B1", "G3", "K1", "W1", "Y1"]
    assert field(sitting, "pile", "turn") == ["K2", "1"]


def test_the_level_is_announced():
    """KA-11: after each card, and only then."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 any | hand1 W2 any | hand2 W3 any")

    play(sitting, "play K1", "play W2", "take")
    assert calls(sitting) == ["three", "five"]

    play(sitting, "play W3")
    assert calls(sitting) == ["three", "five", "three"]


def test_a_card_is_drawn_after_the_announcement():
    """KA-12: one card, if there is one."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 K2 W1 B1 Y1 | deck G3 any")

    play(sitting, "play K1")

    assert hand(sitting, 0) == ["B1", "G3", "K2", "W1", "Y1"]
    assert told(sitting, 0) == ["event.raised", "event.drew"]


def test_the_last_card_of_the_deck_is_drawn_too():
    """KA-12: by the next who plays; whoever plays after that draws nothing."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 any | hand1 W1 any | deck G3 | gone 2 any")

    play(sitting, "play K1", "play W1")

    assert [len(hand(sitting, p)) for p in range(3)] == [5, 4, 5]
    assert (field(sitting, "deck"), "G3" in hand(sitting, 0)) == ("-", True)


def test_no_card_is_drawn_from_an_empty_deck():
    """KA-12, KA-70: an empty draw deck stays empty, and play goes on."""
    sitting = at("turn 0 | level 2 | top R | deck - | hand0 K1 K2 | hand1 W2 W3 | hand2 R1 R3 | gone 1 any")

    play(sitting, "play K1", "play W2", "play R1")

    assert [hand(sitting, p) for p in range(3)] == [["K2"], ["W3"], ["R3"]]
    assert field(sitting, "deck", "round", "turn") == ["-", "1", "0"]


def test_the_drawn_card_cannot_be_used_in_the_same_turn():
    """KA-13: before it is drawn it is not in hand, and then the turn is over."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 K2 W1 B1 Y1 | deck R3 any")

    assert refusal(sitting, 0, "play R3") == "KA-15"
    play(sitting, "play K1")
    assert refusal(sitting, 0, "play R3") == "not_your_turn"


@pytest.mark.parametrize(("direction", "after"), [("cw", "2"), ("ccw", "0")])
def test_the_turn_passes_to_the_neighbour_in_the_direction_of_play(direction, after):
    """KA-14: clockwise to the left neighbour, counter-clockwise to the right one."""
    sitting = at(f"turn 1 | direction {direction} | level 2 | top R | hand1 K1 any")

    assert field(play(sitting, "play K1"), "turn") == after


def test_only_the_player_on_turn_acts_and_only_with_an_own_card():
    """KA-15: anything else is refused and changes nothing."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 K2 W1 B1 Y1 | hand1 G1 G2 G3 B2 B3")

    assert refusal(sitting, 1, "play G1") == "not_your_turn"
    assert refusal(sitting, 2, "take") == "not_your_turn"
    assert refusal(sitting, 0, "play G1") == "KA-15"
    assert can(sitting, 1) == set()


# --- Opening a pile -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["G1", "G2", "G3"])
def test_the_first_card_sets_the_level_to_its_ghosts(card):
    """KA-20: the number of ghosts on it."""
    sitting = play(at(f"turn 0 | hand0 {card} any"), f"play {card}")

    assert field(sitting, "level", "top", "pile") == [card[1], "G", card]


def test_any_card_may_open_a_pile():
    """KA-21: every card of the hand, mist among them."""
    sitting = at("turn 0 | hand0 K3 W2 B1 M M")

    assert can(sitting, 0) == {"play K3", "play W2", "play B1", "play M"}


def test_the_opening_card_never_reverses():
    """KA-22: it is not compared with the colour of a pile taken before."""
    sitting = at("turn 0 | pile Y1 K3 | hand0 K1 any")

    play(sitting, "take", "play K1")

    assert field(sitting, "direction", "level", "turn", "call") == ["cw", "1", "1", "open"]


# --- Different colour ----------------------------------------------------------------------------------------------------


def test_another_colour_adds_its_ghosts():
    """KA-30, KA-33: the new level is announced, the card is the new top, the direction stays."""
    sitting = at("turn 0 | level 3 | top K | hand0 R2 any")

    play(sitting, "play R2")

    assert field(sitting, "level", "top", "direction", "turn") == ["5", "R", "cw", "1"]
    assert calls(sitting) == ["five"]


def test_a_card_may_not_lift_the_level_past_seven():
    """KA-31: eight is too much."""
    sitting = at("turn 0 | level 6 | top K | hand0 R1 R2 R3 W3 B2")

    assert can(sitting, 0) == {"play R1", "take"}
    assert refusal(sitting, 0, "play R2") == "KA-31"
    assert refusal(sitting, 0, "play W3") == "KA-31"


def test_exactly_seven_is_legal():
    """KA-32: seven may be reached, by one ghost or by three."""
    assert field(play(at("turn 0 | level 6 | top K | hand0 R1 any"), "play R1"), "level") == "7"
    assert field(play(at("turn 0 | level 4 | top K | hand0 R3 any"), "play R3"), "level") == "7"


def test_on_mist_alone_any_ghost_is_another_colour():
    """KA-34: it adds to zero, and cannot turn the table."""
    sitting = at("turn 0 | pile M M | hand0 R2 any")

    play(sitting, "play R2")

    assert field(sitting, "level", "top", "direction", "pile", "call") == ["2", "R", "cw", "M M R2", "raise"]


# --- Same colour ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["K1", "K2", "K3"])
@pytest.mark.parametrize("level", [1, 4, 7])
def test_the_same_colour_leaves_the_level_and_turns_the_table(card, level):
    """KA-40, KA-41, KA-42, KA-43: at every level, however many ghosts either card shows."""
    under = {1: "K1", 4: "Y1 K3", 7: "R1 B2 W2 K2"}[level]
    sitting = at(f"turn 1 | pile {under} | hand1 {card} any")

    play(sitting, f"play {card}")

    assert field(sitting, "level", "top", "direction") == [str(level), "K", "ccw"]
    assert field(sitting, "pile") == f"{under} {card}"


def test_after_a_reversal_the_previous_player_is_on_turn():
    """KA-44: the neighbour in the new direction, who played just before."""
    sitting = at("turn 0 | level 2 | top R | hand0 K1 any | hand1 K2 any", seats=5)

    play(sitting, "play K1", "play K2")

    assert field(sitting, "turn") == "0"
    assert told(sitting)[-1] == "event.mirrored_back"


def test_two_reversals_restore_the_direction():
    """KA-45: reversals alternate."""
    sitting = at("turn 1 | level 2 | top K | hand1 K1 any | hand0 K2 K3 any", seats=4)

    play(sitting, "play K1")
    assert field(sitting, "direction", "turn") == ["ccw", "0"]
    play(sitting, "play K2")
    assert field(sitting, "direction", "turn") == ["cw", "1"]


# --- Mist ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pile", ["M", "K1", "Y1 K3", "R1 B2 W2 K2"])
def test_mist_is_legal_at_every_level(pile):
    """KA-50, KA-52: and changes neither level nor direction; the unchanged level is announced."""
    sitting = at(f"turn 1 | direction ccw | pile {pile} | hand1 M any")
    before = field(sitting, "level", "top", "direction")

    play(sitting, "play M")

    assert field(sitting, "level", "top", "direction") == before
    assert field(sitting, "turn") == "0"
    assert calls(sitting) == [["zero", "one", "two", "three", "four", "five", "six", "seven"][int(before[0])]]


def test_mist_goes_to_the_bottom_of_the_pile():
    """KA-51: the colour to match stays that of the ghost on top."""
    sitting = at("turn 0 | pile R2 K1 | hand0 M any | hand1 K3 any")

    play(sitting, "play M")
    assert field(sitting, "pile", "top") == ["M R2 K1", "K"]
    play(sitting, "play K3")

    assert field(sitting, "level", "direction") == ["3", "ccw"]


def test_the_player_draws_after_mist():
    """KA-53: as usual."""
    sitting = at("turn 0 | pile R2 K1 | hand0 M K1 K2 W1 W2 | deck G3 any")

    play(sitting, "play M")

    assert hand(sitting, 0) == ["G3", "K1", "K2", "W1", "W2"]


# --- Taking the pile -----------------------------------------------------------------------------------------------------


def test_who_can_keep_no_level_must_take():
    """KA-60: no other move is left."""
    sitting = at("turn 0 | level 6 | top K | hand0 R2 R3 B2 G3 Y2")

    assert can(sitting, 0) == {"take"}


def test_a_pile_may_be_taken_voluntarily():
    """KA-61: even with a legal card in hand."""
    sitting = at("turn 0 | level 1 | top K | hand0 K2 M any")

    assert {"take", "play M", "play K2"} <= can(sitting, 0)
    play(sitting, "take")
    assert field(sitting, "phase", "turn") == ["open", "0"]


def test_there_must_be_a_pile_to_take():
    """KA-62: none at the start of a round, none after taking; one card is enough, and it may be mist."""
    assert refusal(deal(first=0), 0, "take") == "KA-62"

    sitting = at("turn 0 | pile M | hand0 K2 any")
    play(sitting, "take")

    assert refusal(sitting, 0, "take") == "KA-65"


def test_the_taker_receives_one_fright_point():
    """KA-63: exactly one, whatever the size of the pile."""
    assert fright(play(at("turn 0 | pile K1 | fright 3 3 3"), "take")) == [4, 3, 3]
    assert fright(play(at("turn 0 | pile M M Y1 Y2 Y3 K1 K2 K3 R1 | fright 3 3 3"), "take")) == [4, 3, 3]


def test_the_whole_pile_lies_face_down_before_the_taker():
    """KA-64: mist included, and out of play; nothing goes to the hand."""
    sitting = at("turn 1 | pile M R2 K1 | hand1 K2 K3 W1 W2 W3")

    play(sitting, "take")

    assert field(sitting, "pile", "gone", "taken", "level", "top") == ["-", "1 R2 K1 M", "0 1 0", "0", "-"]
    assert hand(sitting, 1) == ["K2", "K3", "W1", "W2", "W3"]
    assert "R2" not in str(sitting.view(1).places[1].zones[1:])


def test_the_taker_opens_the_new_pile_with_any_card():
    """KA-65: still on turn, with any one card of the hand."""
    sitting = at("turn 0 | level 7 | top K | hand0 R2 R3 B2 G3 M")

    play(sitting, "take")
    assert can(sitting, 0) == {"play R2", "play R3", "play B2", "play G3", "play M"}
    play(sitting, "play R3")

    assert field(sitting, "pile", "level", "phase") == ["R3", "3", "play"]


def test_the_taker_draws_one_card_and_the_direction_stays():
    """KA-66: the turn passes on in the direction that was in force before."""
    sitting = at("turn 1 | direction ccw | level 7 | top K | hand1 R2 R3 B2 G3 Y2 | deck W1 W2 any", seats=4)

    play(sitting, "take", "play R2")

    assert hand(sitting, 1) == ["B2", "G3", "R3", "W1", "Y2"]
    assert field(sitting, "direction", "turn") == ["ccw", "0"]
    assert calls(sitting) == ["two"]


def test_a_player_takes_at_most_once_in_a_turn():
    """KA-67: after taking there is no pile; after opening the turn is over."""
    sitting = at("turn 0 | level 7 | top K | hand0 R2 any")

    play(sitting, "take")
    assert refusal(sitting, 0, "take") == "KA-65"
    play(sitting, "play R2")
    assert refusal(sitting, 0, "take") == "not_your_turn"


def test_only_the_total_of_fright_counts():
    """KA-68: tokens of one and of three are worth what they say; the house keeps a number."""
    view = play(at("turn 0 | level 7 | top K | fright 8 3 3"), "take").view()

    assert view.places[0].numbers["fright"] == 9
    assert view.scores == [9, 3, 3]


# --- The end of a round --------------------------------------------------------------------------------------------------

LAST_CARD = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 B2 | gone 2 any | fright 3 5 6"


def test_the_round_ends_when_an_empty_hand_comes_on_turn():
    """KA-71, KA-72: at that moment, whoever else still holds cards; that player plays nothing, takes nothing and gets no point."""
    held = play(at(LAST_CARD.replace("hand0 W1", "hand0 W1 W2")), "play W1")
    assert field(held, "round", "starter") == ["2", "1"]

    sitting = play(at(LAST_CARD), "play W1")

    assert "event.round_over" in told(sitting)
    assert "event.took" not in told(sitting)
    assert field(sitting, "round") == "2"
    assert fright(sitting) == [0, 2, 6]


def test_an_empty_hand_elsewhere_changes_nothing():
    """KA-73: a player without cards who is not on turn waits."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 G1 G2 | hand1 W1 W2 | hand2 - | gone 2 any", seats=3, rounds=1)

    play(sitting, "play G1")  # turns the table: away from seat 1, to the empty hand of seat 2
    assert sitting.over()

    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 W2 | hand1 W3 B1 | hand2 - | gone 2 any", seats=3, rounds=1)
    play(sitting, "play W1")
    assert field(sitting, "turn", "round", "phase") == ["1", "1", "play"]


def test_cards_that_are_left_cost_nothing():
    """KA-74: neither those in hands nor the open pile."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 B2 | gone 0 R1 / 1 R2 / 2 any | fright 4 4 4")

    assert fright(play(sitting, "play W1")) == [4, 4, 4]


def test_a_clean_round_gives_up_to_three_back():
    """KA-75: never going below zero."""
    body = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | hand3 B2 | gone 2 any | fright 7 2 6 3"
    sitting = at(body, seats=4)

    assert fright(play(sitting, "play W1")) == [4, 0, 6, 0]


def test_who_took_a_pile_hands_nothing_back():
    """KA-76: one pile or many."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 0 R1 / 2 any | fright 7 2 6")

    assert fright(play(sitting, "play W1")) == [7, 0, 6]


def test_who_ended_the_round_starts_the_next():
    """KA-77: the player whose empty hand came on turn."""
    assert field(play(at(LAST_CARD), "play W1"), "round", "starter", "turn") == ["2", "1", "1"]


# --- The end of the game -------------------------------------------------------------------------------------------------


def test_the_game_ends_after_the_third_round_and_its_returns():
    """KA-80: exactly three rounds; clean rounds are paid before totals are compared."""
    second = play(at("round 2 | " + LAST_CARD), "play W1")
    third = play(at("round 3 | " + LAST_CARD), "play W1")

    assert not second.over()
    assert field(second, "round") == "3"
    assert third.over()
    assert third.scores() == [0, 2, 6]
    assert third.awaited() == []
    assert refusal(third, 0, "take") == "not_your_turn"


def test_the_fewest_fright_points_win():
    """KA-81: after the last return."""
    sitting = at("round 3 | deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 0 R1 / 2 any | fright 7 9 6")

    play(sitting, "play W1")

    assert (sitting.scores(), sitting.winners()) == ([7, 6, 6], [1, 2])


def test_players_tied_for_the_lowest_share_the_victory():
    """KA-82: there is no tie-break, even among all."""
    sitting = at("round 3 | deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 any | fright 5 5 2")

    play(sitting, "play W1")

    assert (sitting.scores(), sitting.winners()) == ([2, 2, 2], [0, 1, 2])
    assert sitting.view().status.phrase == "status.shared"


def test_a_single_winner_is_named():
    """KA-81: who has the fewest, alone."""
    sitting = play(at("round 3 | " + LAST_CARD), "play W1")

    assert sitting.winners() == [0]
    assert told(sitting)[-1] == "event.won"


# --- Two players ---------------------------------------------------------------------------------------------------------


def test_with_two_players_turns_alternate():
    """KA-90: a reversal returns the turn to the opponent, exactly as any other card does."""
    sitting = at("turn 0 | pile K1 | hand0 K2 R1 any | hand1 K3 R3 any", seats=2)

    turns = [field(play(sitting, move), "turn") for move in ("play K2", "play K3", "play R1", "play R3")]

    assert turns == ["1", "0", "1", "0"]
