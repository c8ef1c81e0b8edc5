"""What we decided where the earlier German rulebook is silent, ruling by ruling."""

import random
from functools import partial

import pytest

from ghosthouse.games.fright.tests import play as fright_play
from ghosthouse.games.fright.tests.play import calls, can, field, fright, hand, play, play_on, refusal, setup, told
from ghosthouse.kernel import BadSetup, Sitting, key_from_text

at = partial(fright_play.at, edition="german")
deal = partial(fright_play.deal, "german")

MISTY = 'colours = ["black", "white"]\ncopies_per_colour = { 1 = 3, 2 = 3, 3 = 3 }\nmist = 30\n'


def misty(body, seed="misty", **options):
    """A position of a deck with much mist."""
    return Sitting.at(setup("german", 3, MISTY, **options), f"fright/german seats 3 | {body}", key_from_text(seed))


def test_the_starter_with_only_mist_must_exchange():
    """KG-R01: nothing could be opened otherwise."""
    sitting = at("turn 0 | hand0 M M M M M")

    assert can(sitting, 0) == {"redraw"}
    assert sitting.view(0).status.phrase == "status.must_redraw"


def test_others_may_exchange_on_their_first_turn_or_keep_the_mist():
    """KG-R01: before playing, on their own first turn of the round; nobody else can tell that they may."""
    body = "turn 1 | starter 0 | pile K1 | hand0 W1 W2 W3 B1 B2 | {} | hand2 R1 R2 R3 G1 G2 | fresh 0 1 1"
    mist, other = at(body.format("hand1 M M M M M")), at(body.format("hand1 M M M M K2"))

    assert can(mist, 1) == {"play M", "redraw"}
    assert mist.view(1).status.phrase == "status.redraw"
    for viewer in (-1, 0, 2):
        assert mist.view(viewer) == other.view(viewer)
    assert refusal(mist, 2, "redraw") == refusal(other, 2, "redraw") == "not_your_turn"


def test_a_table_may_exchange_all_hands_of_mist_at_the_deal():
    """KG-R01, KG-R21: for everybody, one after another clockwise from the starter, until nobody holds only mist."""
    fog = 'colours = ["black"]\ncopies_per_colour = { 1 = 11 }\nmist = 49\n'
    several = again = 0
    for number in range(40):
        sitting = deal(3, f"deal {number}", fog, mist_redraw="auto_all")
        order = [(line.seats["who"] - sitting.state.starter) % 3 for _, line in sitting.lines(-1) if line.phrase == "event.redrew"]
        several += len(set(order)) > 1 and sitting.state.starter > 0
        again += len(set(order)) < len(order)

        assert order == sorted(order)
        assert all(hand(sitting, p) != ["M"] * 5 for p in range(3))
        cards = " ".join(str(field(sitting, key)) for key in ("deck", "hand0", "hand1", "hand2")).split()
        assert (cards.count("M"), len(cards)) == (49, 60)

    assert several > 3
    assert again > 3


def test_a_hand_of_only_mist_plays_mist_instead_of_taking():
    """KG-R02: the take is refused, since nothing could open; a table may let mist open instead."""
    body = "turn 0 | level 7 | top K | hand0 M M M M M | fresh 0 0 0"

    assert refusal(at(body), 0, "take") == "KG-47"
    assert refusal(at(body, mist_may_open=True), 0, "take") == ""


def test_nothing_is_taken_without_a_pile():
    """KG-R03: not at the start, and not again after a take."""
    assert refusal(at("turn 0 | hand0 K1 any"), 0, "take") == "KG-46"
    assert refusal(play(at("turn 0 | pile K1 | hand0 K2 any"), "take"), 0, "take") == "KG-44"


@pytest.mark.parametrize(
    ("choice", "starter"), [("round_ender", "1"), ("same_player", "2"), ("rotate_left", "0"), ("last_taker", "0")]
)
def test_who_starts_the_next_round_is_agreed_on(choice, starter):
    """KG-R04: whoever ended the round; or as the table likes."""
    sitting = at(
        "starter 2 | deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 Y1 / 0 any", next_starter=choice
    )

    play(sitting, "play W1")

    assert field(sitting, "round", "starter", "turn") == ["2", starter, starter]


def test_without_any_take_the_round_ender_starts():
    """KG-R04: where the last taker should start and nobody took."""
    seven = 'colours = ["black"]\ncopies_per_colour = { 1 = 15 }\nmist = 0\n'
    sitting = fright_play.deal("german", 3, "black", seven, next_starter="last_taker", rounds=2, first=0)

    while field(sitting, "round") == "1":
        play(sitting, "play K1")

    assert field(sitting, "starter", "taken") == ["0", "0 0 0"]


@pytest.mark.parametrize(("may", "after"), [(True, [0, 0, 1]), (False, [1, 1, 1])])
def test_the_marker_of_the_beginning_may_come_back(may, after):
    """KG-R05: by default; otherwise no return brings anybody below one."""
    sitting = at(
        "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 any | fright 1 3 1", start_marker_returnable=may
    )

    assert fright(play(sitting, "play W1")) == after


def test_nobody_is_lifted_back_to_the_marker_of_the_beginning():
    """KG-R05: a return takes points, and never gives any."""
    sitting = at(
        "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | gone 1 any | fright 0 2", seats=2, start_marker_returnable=False
    )

    assert fright(play(sitting, "play W1")) == [0, 2]


def test_mist_beside_the_pile_stays_when_it_is_taken():
    """KG-R06: until the round ends, for everybody to see."""
    sitting = at("turn 0 | pile R2 K1 | beside 2 | hand0 K2 any")

    play(sitting, "take", "play K2")

    assert field(sitting, "beside", "gone") == ["2", "0 R2 K1"]
    assert [zone.count for zone in sitting.view().zones if zone.id == "beside"] == [2]


def test_markers_never_run_out():
    """KG-R07: the supply has no end."""
    assert fright(play(at("turn 0 | pile K1 | hand0 K2 any | fright 99 1 1"), "take")) == [100, 1, 1]


def test_with_two_players_no_mirror_turns_the_arrow():
    """KG-R08: the call is still a mirror."""
    sitting = play(at("turn 0 | pile K1 | hand0 K2 any", seats=2), "play K2")

    assert field(sitting, "direction") == "cw"
    assert calls(sitting, "de") == ["eins, Spiegel"]


def test_every_round_begins_clockwise():
    """KG-R09: there is no table option for it."""
    sitting = at("direction ccw | deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 B2 | hand2 - | gone 1 any")

    assert field(play(sitting, "play W1"), "round", "direction") == ["2", "cw"]
    with pytest.raises(BadSetup, match="no option 'keep_direction"):
        setup("german", keep_direction_between_rounds=True)


END = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 any | fright 1 5 6"


def test_markers_come_back_after_the_last_round_too():
    """KG-R10: it belongs to the end of a round; the winner is found afterwards."""
    sitting = play(at("round 3 | " + END), "play W1")

    assert sitting.scores() == [0, 2, 6]
    assert told(sitting).index("event.relieved") < told(sitting).index("event.won")


def test_a_table_may_ask_what_is_returned():
    """KG-R11: by itself as much as possible, otherwise each clean player says."""
    sitting = play(at("round 3 | " + END, return_mode="ask"), "play W1")

    assert sitting.awaited() == [0, 1]
    assert can(sitting, 0) == {"return 0", "return 1"}
    assert refusal(sitting, 1, "take") == "KG-R11"
    play(sitting, "1: return 3", "0: return 0")

    assert (sitting.over(), sitting.scores(), sitting.winners()) == (True, [1, 2, 6], [0])
    assert play(at("round 3 | " + END), "play W1").scores() == [0, 2, 6]


def test_drawing_back_to_five_is_drawing_one():
    """KG-R12: one card out, one card in, as long as there is a deck."""
    rng = random.Random(12)
    sitting = deal(4, "up to five", rounds=1)
    while not sitting.over() and sitting.state.deck:
        assert [len(hand(sitting, p)) for p in range(4)] == [5, 5, 5, 5]
        sitting.act(sitting.next_seat(), rng.choice(sitting.legal(sitting.next_seat())))


def test_an_empty_hand_waits_for_its_turn():
    """KG-R13: unaffected until the turn would reach it."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 W2 | hand1 W3 | hand2 - | gone 2 any")

    play(sitting, "play W1")
    assert field(sitting, "round", "turn") == ["1", "1"]
    play(sitting, "take", "play W3")
    assert field(sitting, "round") == "2"


def test_a_last_card_may_open_after_taking():
    """KG-R14: a marker is gained, the hand is empty, and the round goes on."""
    sitting = at("deck - | level 7 | top G | turn 0 | hand0 W2 | hand1 B2 B1 | hand2 R1 | gone 2 any | fright 1 1 1")

    play(sitting, "take", "play W2")

    assert fright(sitting) == [2, 1, 1]
    assert field(sitting, "hand0", "round", "turn", "level") == ["-", "1", "1", "2"]


def test_nobody_pays_for_the_open_pile():
    """KG-R15: an empty hand that would be on turn at seven ends the round first."""
    sitting = at("deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B2 | gone 0 R1 / 1 R2 / 2 any | fright 4 5 6")

    assert fright(play(sitting, "play W1")) == [4, 5, 6]
    assert field(sitting, "round") == "2"


def test_any_ghost_opens_after_a_take():
    """KG-R16: one ghost among mist is enough, and three ghosts are not too many."""
    sitting = play(at("turn 0 | level 7 | top K | hand0 M M M M R3 | fresh 0 0 0"), "take", "play R3")

    assert field(sitting, "level") == "3"


@pytest.mark.parametrize("rounds", [1, 4])
def test_the_number_of_rounds_is_agreed_on_before(rounds):
    """KG-R17: more by the book, fewer as a house rule."""
    sitting = play_on(deal(seed="agreed", rounds=rounds), random.Random(3))

    assert told(sitting).count("event.round_over") == rounds


def test_an_exchange_shuffles_the_hand_into_the_deck_alone():
    """KG-R18: other hands stay, and the deck is as large as before."""
    sitting = at("turn 1 | starter 0 | pile K1 | hand0 W1 W2 W3 B1 B2 | hand1 M M M M M | hand2 R1 R2 R3 G1 G2 | fresh 0 1 1")
    before = field(sitting, "hand0", "hand2")
    deck = str(field(sitting, "deck")).split()

    play(sitting, "redraw")

    assert field(sitting, "hand0", "hand2") == before
    now = str(field(sitting, "deck")).split()
    assert len(now) == len(deck)
    assert sorted(now + hand(sitting, 1)) == sorted([*deck, "M", "M", "M", "M", "M"])


def test_mist_that_opens_lies_beside_and_makes_no_pile():
    """KG-R19: "0, Nebel"; nothing can be taken, and the next ghost opens. The exchange stays, but is never forced."""
    sitting = at("turn 0 | hand0 M M M M M | hand1 M K2 any", mist_may_open=True)

    assert can(sitting, 0) == {"play M", "redraw"}
    play(sitting, "play M")

    assert calls(sitting, "de") == ["null, Nebel"]
    assert field(sitting, "pile", "beside", "level", "top") == ["-", "1", "0", "-"]
    assert refusal(sitting, 1, "take") == "KG-46"
    play(sitting, "play K2")
    assert field(sitting, "level", "pile", "call") == ["2", "K2", "open"]


def test_what_is_still_held_counts_in_points():
    """KG-R20: after the last return; a marker that shows three is three."""
    sitting = at("round 3 | " + END.replace("1 5 6", "5 7 3"))

    play(sitting, "play W1")

    assert (sitting.scores(), sitting.winners()) == ([2, 4, 3], [0])


def test_a_deck_whose_exchange_could_find_no_ghost_is_refused():
    """KG-R21: what is left of the deck when all others hold five must be more than the mist."""

    def deck(ghosts: int) -> str:
        return f'colours = ["black"]\ncopies_per_colour = {{ 1 = {ghosts} }}\nmist = 9\n'

    assert setup("german", 3, deck(11))
    with pytest.raises(BadSetup, match=r"more than 10 ghosts.*KG-R21"):
        setup("german", 3, deck(10))
    with pytest.raises(BadSetup, match="KG-R21"):
        setup("german", 3, deck(10), mist_may_open=True)
    assert setup("german", 2, deck(10))


def test_the_amigo_edition_needs_that_bound_only_where_it_exchanges():
    """KG-R21, KA-R01: a deck with more mist than that is fine where mist opens."""
    deck = 'colours = ["black"]\ncopies_per_colour = { 1 = 1 }\nmist = 20\n'

    assert play_on(fright_play.deal("amigo", 3, "fog", deck), random.Random(1)).over()
    with pytest.raises(BadSetup, match="KG-R21"):
        setup("amigo", 3, deck, mist_may_open=False)


def test_several_hands_of_mist_are_exchanged_one_after_another():
    """KG-R21: with more than nine mists two may hold them; each shuffles before the next, on the own first turn."""
    sitting = misty("turn 0 | hand0 M M M M M | hand1 M M M M M | hand2 K1 K1 K1 K2 K2")

    while "redraw" in can(sitting, 0):
        play(sitting, "redraw")
    ghost = next(move for move in sorted(can(sitting, 0)) if move != "play M")
    play(sitting, ghost)

    assert can(sitting, 1) == {"play M", "redraw"}
    assert told(sitting).count("event.redrew") >= 1


def test_mist_is_invisible_to_comparison():
    """KG-R22: the next ghost is compared with the topmost ghost, however many mists were played since."""
    sitting = at("turn 0 | pile K1 | hand0 M M any | hand1 M any | hand2 K3 any")

    play(sitting, "play M", "play M", "play K3")

    assert field(sitting, "level", "call", "beside", "pile") == ["1", "mirror", "2", "K1 K3"]
