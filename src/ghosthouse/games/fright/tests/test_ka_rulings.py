"""What we decided where the AMIGO rulebook is silent, ruling by ruling."""

import random

import pytest

from ghosthouse.games.fright.tests.play import at, calls, can, deal, field, fright, hand, play, play_on, refusal, setup, told
from ghosthouse.kernel import BadSetup, Words


def test_mist_opens_at_level_zero_without_a_colour():
    """KA-R01: the next ghost adds to zero and cannot be the same colour."""
    sitting = at("turn 0 | hand0 M any | hand1 K2 any", seats=4)

    play(sitting, "play M")
    assert field(sitting, "pile", "level", "top", "turn") == ["M", "0", "-", "1"]
    assert calls(sitting) == ["zero"]
    play(sitting, "play K2")

    assert field(sitting, "pile", "level", "top", "direction") == ["M K2", "2", "K", "cw"]


def test_where_mist_may_not_open_the_german_safeguards_hold():
    """KA-R01: switched off, an all-mist starter exchanges the hand, and an all-mist hand may not take."""
    starter = at("turn 0 | hand0 M M M M M", mist_may_open=False)
    assert can(starter, 0) == {"redraw"}
    assert refusal(starter, 0, "play M") == "KA-R01"

    follower = at("turn 1 | pile K1 | starter 0 | hand1 M M M M M | fresh 0 1 1", mist_may_open=False)
    assert can(follower, 1) == {"play M", "redraw"}
    assert refusal(follower, 1, "take") == "KA-R01"

    taker = at("turn 1 | pile K1 | hand1 M M M M K2", mist_may_open=False)
    play(taker, "take")
    assert can(taker, 1) == {"play K2"}
    assert refusal(taker, 1, "play M") == "KA-R01"
    assert field(play(taker, "play K2"), "pile") == "K2"


def test_mist_on_mist_never_turns_the_table():
    """KA-R02: mist has a rule of its own."""
    sitting = at("turn 0 | pile M | hand0 M any", seats=4)

    play(sitting, "play M")

    assert field(sitting, "direction", "turn", "call", "level") == ["cw", "1", "mist", "0"]


def test_nothing_can_be_taken_where_no_pile_lies():
    """KA-R03: neither at the start of a round, nor right after taking."""
    assert refusal(at("turn 0"), 0, "take") == "KA-62"
    assert refusal(play(at("turn 0 | pile K1"), "take"), 0, "take") == "KA-65"


def test_a_table_may_keep_the_direction_between_rounds():
    """KA-R04: clockwise again by default; kept if the table says so."""
    end = "direction ccw | deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 B2 | hand2 - | gone 1 any"

    assert field(play(at(end), "play W1"), "round", "direction") == ["2", "cw"]
    kept = play(at(end, keep_direction_between_rounds=True), "play W1")

    assert field(kept, "round", "direction", "turn") == ["2", "ccw", "2"]
    assert field(deal(keep_direction_between_rounds=True), "direction") == "cw"


def test_the_taker_draws_once():
    """KA-R05: after opening, one card; none for the taking itself."""
    sitting = at("turn 0 | pile K1 | hand0 R1 R2 R3 B1 B2 | deck W1 W2 W3 any")

    play(sitting, "take")
    assert hand(sitting, 0) == ["B1", "B2", "R1", "R2", "R3"]
    play(sitting, "play R1")

    assert hand(sitting, 0) == ["B1", "B2", "R2", "R3", "W1"]


def test_a_last_card_that_does_not_fit_opens_after_taking():
    """KA-R06: one point, the card opens, the hand is empty, and the round goes on."""
    sitting = at("deck - | level 7 | top G | turn 0 | hand0 W2 | hand1 B2 B1 | hand2 R1 | gone 2 any | fright 3 3 3")

    assert can(sitting, 0) == {"take"}
    play(sitting, "take", "play W2")

    assert field(sitting, "hand0", "pile", "turn", "round", "taken") == ["-", "W2", "1", "1", "1 0 1"]
    assert fright(sitting) == [4, 3, 3]


def test_an_empty_hand_pays_nothing_for_a_pile_at_seven():
    """KA-R07: the end of the round is looked at before anything is done."""
    sitting = at("deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B2 | gone 0 R1 / 1 R2 / 2 any | fright 4 5 6")

    play(sitting, "play W1")

    assert calls(sitting)[0] == "seven"
    assert fright(sitting) == [4, 5, 6]


def test_fright_points_never_run_out():
    """KA-R08: the box has sixteen tokens, the rules no shortage."""
    sitting = at("turn 0 | pile K1 | fright 90 80 70")

    assert fright(play(sitting, "take")) == [91, 80, 70]


END = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | hand3 B2 | gone 2 any | fright 7 2 6 0"


def test_clean_players_are_asked_what_they_return_if_the_table_wants_it():
    """KA-R09: by itself as many as possible; asked, each clean player with something to return chooses, in any order."""
    asked = play(at(END, seats=4, return_mode="ask"), "play W1")

    assert field(asked, "phase", "asked") == ["relief", "1 1 0 0"]
    assert asked.awaited() == [0, 1]
    assert can(asked, 0) == {"return 0", "return 1", "return 2", "return 3"}
    assert can(asked, 1) == {"return 0", "return 1", "return 2"}
    assert refusal(asked, 1, "return 3") == "KA-75"
    assert refusal(asked, 2, "return 1") == "not_your_turn"
    assert refusal(asked, 0, "play B1") == "KA-R09"

    play(asked, "1: return 1", "0: return 3")

    assert fright(asked) == [4, 1, 6, 0]
    assert field(asked, "round", "phase", "starter") == ["2", "play", "1"]
    assert fright(play(at(END, seats=4), "play W1")) == [4, 0, 6, 0]


def test_the_order_of_returning_changes_nothing():
    """KA-R09: whoever answers first, the same state follows."""
    ends = []
    for order in (("0: return 2", "1: return 1"), ("1: return 1", "0: return 2")):
        sitting = play(at("round 3 | " + END, seats=4, return_mode="ask"), "play W1", *order)
        ends.append(sitting.position())

    assert ends[0] == ends[1]


def test_the_previous_player_is_always_the_neighbour():
    """KA-R10: whoever played last sits next to the player on turn, against the direction of play; after a take, on turn."""
    for seed in range(6):
        rng = random.Random(seed)
        sitting = deal(seats=2 + seed % 5, seed=f"neighbours {seed}", rounds=1)
        last = -1
        while not sitting.over():
            seat = sitting.next_seat()
            if last >= 0:
                assert seat in ((last + sitting.state.direction) % sitting.setup.seats, last)
                assert seat != last or sitting.state.phase == 1
            sitting.act(seat, rng.choice(sitting.legal(seat)))
            last = seat


def test_a_hand_of_mist_is_played_like_any_other():
    """KA-R11: mist opens and is always legal, so nothing is exchanged."""
    sitting = at("turn 0 | hand0 M M M M M")

    assert can(sitting, 0) == {"play M"}
    assert refusal(sitting, 0, "redraw") == "KA-R11"
    play(sitting, "play M")
    assert field(sitting, "hand0").startswith("M M M M")


def test_with_two_players_the_arrow_turns_to_no_effect():
    """KA-R12: the direction is kept for show."""
    sitting = play(at("turn 0 | pile K1 | hand0 K2 any", seats=2), "play K2")

    assert field(sitting, "direction", "turn") == ["ccw", "1"]
    assert told(sitting) == ["event.mirrored"]


def test_a_table_may_want_the_level_called():
    """KA-R13: nothing is drawn before the right number is said; a wrong one costs nothing."""
    sitting = at("turn 0 | level 3 | top R | hand0 K1 K2 W1 B1 Y1 | deck G3 any", spoken_calls="player")

    play(sitting, "play K1")
    assert field(sitting, "phase", "turn", "hand0") == ["speak", "0", "Y1 K2 W1 B1"]
    assert "level" not in sitting.view(0).numbers
    assert calls(sitting) == []
    assert refusal(sitting, 0, "call 5") == "KA-R13"
    assert refusal(sitting, 0, "call 4 mist") == "KA-R13"
    assert refusal(sitting, 0, "play K2") == "KA-R13"
    assert refusal(sitting, 1, "call 4") == "not_your_turn"
    before = fright(sitting)
    play(sitting, "call 4")

    assert calls(sitting) == ["four"]
    assert fright(sitting) == before
    assert field(sitting, "phase", "turn") == ["play", "1"]
    assert hand(sitting, 0) == ["B1", "G3", "K2", "W1", "Y1"]


def test_the_table_calls_by_itself_otherwise():
    """KA-R13: and then nobody has anything to call."""
    sitting = at("turn 0 | level 3 | top R | hand0 K1 any")

    assert refusal(sitting, 0, "call 3") == "KA-R13"


def test_the_pile_is_open_and_taken_piles_are_closed():
    """KA-R14: the list of the pile is shown unless the table hides it; its top always; taken piles and deck never."""
    body = "turn 0 | pile M R2 K1 | gone 1 Y1 Y2 Y3"
    shown, hidden = at(body).view(0), at(body, show_pile_list=False).view(0)

    assert [piece.id for piece in shown.zones[0].pieces] == ["M", "R2", "K1"]
    assert shown.numbers["mist"] == 1
    assert ([piece.id for piece in hidden.zones[0].pieces], hidden.zones[0].count) == (["K1"], 3)
    assert "mist" not in hidden.numbers
    for view in (shown, hidden):
        assert view.zones[1].pieces == []
        assert "Y1" not in [piece.id for place in view.places[1:] for zone in place.zones for piece in zone.pieces]


def test_neither_an_empty_deck_nor_an_empty_hand_alone_ends_a_round():
    """KA-R15: only an empty hand on turn does."""
    sitting = at("deck G1 | level 2 | top R | turn 0 | hand0 K1 any | hand1 W1 any | hand2 any | gone 2 any")
    play(sitting, "play K1")
    assert field(sitting, "deck", "round", "turn") == ["-", "1", "1"]

    sitting = at("deck - | level 2 | top R | turn 0 | hand0 K1 | hand1 W1 W2 | hand2 B1 B2 | gone 2 any")
    play(sitting, "play K1")
    assert field(sitting, "hand0", "round", "turn") == ["-", "1", "1"]


def test_taking_and_opening_are_two_steps_of_one_turn():
    """KA-R16: the same player owes both, and nothing is drawn or passed between."""
    sitting = at("turn 0 | pile K1 | hand0 R1 R2 R3 B1 B2")
    deck = field(sitting, "deck")

    play(sitting, "take")

    assert sitting.awaited() == [0]
    assert sitting.view().phase == "open"
    assert field(sitting, "deck") == deck


@pytest.mark.parametrize("rounds", [1, 5])
def test_a_table_may_agree_on_other_numbers_of_rounds(rounds):
    """KA-R17: three is the book's number; 1 to 20 can be agreed on."""
    sitting = play_on(deal(rounds=rounds, seed="long"), random.Random(1))

    assert sitting.over()
    assert told(sitting).count("event.round_over") == rounds
    with pytest.raises(BadSetup, match="1 to 20"):
        setup(rounds=0)


def test_a_pile_of_mist_may_be_taken_and_never_has_to_be():
    """KA-R18: voluntarily, for one point and the clean round; at level zero every card is legal."""
    sitting = at("turn 0 | pile M M | hand0 K3 R3 B3 G3 Y3")

    assert can(sitting, 0) == {"take", "play K3", "play R3", "play B3", "play G3", "play Y3"}
    play(sitting, "take")

    assert fright(sitting) == [4, 3, 3]
    assert field(sitting, "gone", "taken") == ["0 M M", "1 0 0"]
    assert "clean" not in sitting.view().places[0].flags


def test_a_reversal_can_end_a_round():
    """KA-R19: it brings the turn back to a player who has just played the last card, while others still hold some."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 W3 R1 | hand2 B2 | gone 2 any")

    play(sitting, "play W1", "play W3")

    assert field(sitting, "round", "starter") == ["2", "0"]
    line = next(line for _, line in sitting.lines(-1) if line.phrase == "event.round_over")
    words = Words("en", ["ghosthouse.games.fright"])
    assert words.say(line, ["Ada", "Ben", "Cem"]) == "Ada has no card left to play. Round 1 is over."
