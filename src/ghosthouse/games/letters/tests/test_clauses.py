"""The rulebook, clause by clause, in its order."""

import random
from collections import Counter

import pytest

from ghosthouse.games.letters.tests.play import GAME, at, can, deal, ending, field, fields, play, play_on, refusal, setup, told
from ghosthouse.kernel import BadSetup, Words

# A table in the middle of a game: seat 0 acts on w0, seat 1 on w1, and both have cards to draw.
DECKS = "deck0 T/Y N/O L/R | deck1 E/T I/R S/L"
HANDS = "hand0 E/J A/T | hand1 E/N O/M"


def cards(sitting, key):
    """The cards of a field."""
    return field(sitting, key).replace("-", "").split()


# --- Set-up -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 65])
def test_two_or_more_play(seats):
    """GW-01: two players to any number; 64 is the most that a table here seats."""
    with pytest.raises(BadSetup, match="2 to 64 players"):
        setup(seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 8, 64])
def test_every_player_has_the_same_deck_of_31_cards(seats):
    """GW-01: one equal deck each, of 31 two-letter cards, shuffled on its own."""
    sitting = deal(seats=seats)
    t = sitting.tables
    decks = []
    for p in range(seats):
        laid = [t.kind[i] for i in range(31) if sitting.state.seat[p].placed >> i & 1]
        start = [f"{chr(t.sign[t.pair[i, 0]])}/{chr(t.sign[t.pair[i, 1]])}".upper() for i in laid]
        decks.append(Counter([*cards(sitting, f"hand{p}"), *cards(sitting, f"deck{p}"), *cards(sitting, f"removed{p}"), *start]))

    assert all(deck == decks[0] for deck in decks)
    assert sum(decks[0].values()) == 31
    assert len({field(sitting, f"deck{p}") for p in range(seats)}) == seats


def test_each_seat_starts_a_word_of_one_letter():
    """GW-02: with the top card, one letter to each word on its left, and nobody has added it."""
    sitting = deal(seats=5)
    t = sitting.tables

    words = fields(sitting, *(f"w{k}" for k in range(5)))

    assert all(len(word.split()[0]) == 1 and word.split()[1] == "-" for word in words)
    for p in range(5):
        (card,) = [t.kind[i] for i in range(31) if sitting.state.seat[p].placed >> i & 1]
        assert words[p].split()[0].lower() in [chr(t.sign[t.pair[card, side]]) for side in (0, 1)]


def test_three_cards_are_removed_unseen_and_seven_drawn():
    """GW-03: nobody learns the three; twenty are left for twenty turns."""
    sitting = deal(seats=3)

    for p in range(3):
        assert [len(cards(sitting, f"{key}{p}")) for key in ("removed", "hand", "deck")] == [3, 7, 20]
        shown = [zone.id for place in sitting.view(p).places for zone in place.zones]
        assert "removed" not in shown


def test_the_game_starts_clockwise_with_turn_one():
    """GW-04: unless the table wants the other side of the direction card."""
    assert fields(deal(), "turn", "direction") == ["1", "cw"]
    assert fields(deal(first_direction="anticlockwise"), "turn", "direction") == ["1", "ccw"]


def test_stacks_and_ghost_cards_start_empty():
    """GW-05: nothing is scored before the first turn."""
    sitting = deal(seats=3)

    assert field(sitting, "ghosts") == "0 0 0"
    assert fields(sitting, "stack0", "stack1", "stack2") == ["", "", ""]
    assert sitting.scores() == [0, 0, 0]


# --- Cards and words --------------------------------------------------------------------------------------------------------


def test_a_card_adds_its_upright_letter_alone():
    """GW-06: J of E/J makes HIN to HINJ; the E does not exist, neither for a challenge nor for the score."""
    sitting = at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    play(sitting, "0: play J/E right", "1: play E/N right")

    assert field(sitting, "w0") == "HINJ 0"


def test_the_player_chooses_the_upright_letter():
    """GW-07: either letter of a card may be played."""
    assert {"play E/J left", "play J/E left", "play E/J right", "play J/E right"} <= set(
        can(at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}"), 0)
    )


def test_a_starting_card_is_turned_by_chance():
    """GW-07: both orientations of the card that starts a word are equally likely."""
    starts = Counter(field(deal(seed=f"start {i}"), "w0").split()[0] for i in range(1500))

    assert starts["J"] > 0  # one letter in 62 places
    assert 7 / 62 * 1500 * 0.6 < starts["E"] < 7 / 62 * 1500 * 1.5
    sitting = at("turn 5 | w0 ZEBR 1 | w1 S 0 | hand0 A/T | hand1 E/N | deck0 T/Y N/O | deck1 E/T I/R")
    for die, letter in ((0, "T"), (1, "Y")):
        again = sitting.rewound(0)
        play(again, "0: give up", "1: play E/N right", "1: pick E", dice=(die,))
        assert field(again, "w0") == f"{letter} -"


def test_a_card_keeps_its_orientation_on_its_way():
    """GW-08: played as J, it is a J in the word, and a red J in the stack."""
    sitting = at(f"w0 BOX 1 | w1 S 0 | {HANDS} | {DECKS}")

    play(sitting, "0: play J/E right", "1: play E/N right")  # BOXJ
    play(sitting, "0: play A/T right", "1: challenge impossible", "0: no word", "0: give T/Y")

    assert field(sitting, "stack1") == "BOXJ"
    assert sitting.scores() == [0, 2 + 1 + 3 + 3 + 1]


def test_a_word_reads_left_to_right_for_both_owners():
    """GW-09: the same letters in the same order, whoever looks."""
    sitting = at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    left = next(zone for zone in sitting.view(0).zones if zone.id == "left")
    right = next(zone for zone in sitting.view(1).zones if zone.id == "right")

    assert [piece.id for piece in left.pieces] == ["H", "I", "N"] == [piece.id for piece in right.pieces]


@pytest.mark.parametrize("word", ["GHOSTS", "HAUNTING", "COLOUR", "COLOR", "ORGANISE", "ORGANIZE", "TINT"])
def test_inflected_forms_and_both_spellings_are_words(word):
    """GW-10: entries of the dictionary with at least four letters."""
    room = setup().game.room("words")

    assert room.look_up(setup().tables, word).word


@pytest.mark.parametrize("word", ["TIN", "LONDON", "NASA", "XYZZY", "HIN"])
def test_short_words_and_names_are_none(word):
    """GW-10: at least four letters; no names, no abbreviations."""
    assert not setup().game.room("words").look_up(setup().tables, word).word


# --- Turn -------------------------------------------------------------------------------------------------------------------


def test_actions_are_sealed_and_revealed_together():
    """GW-11: nothing of a locked action is seen before the last one is in, and a lock stands."""
    sitting = at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    news = sitting.act(0, "play E/J right")

    assert news == []
    assert sitting.view().locked == [0]
    assert field(sitting, "w0") == "HIN 1"
    assert refusal(sitting, 0, "play A/T right") == "not_your_turn"
    sitting.act(1, "play E/N right")
    assert [told(sitting)[i] for i in (0, 1)] == ["added_right", "added_right"]


def test_clockwise_on_the_left_word_anticlockwise_on_the_right():
    """GW-12: seat i acts on w(i), then on w(i-1)."""
    hands = "hand0 E/J A/T | hand1 E/N O/M | hand2 E/T S/L"
    for direction, words in (("cw", ["TE 0", "OE 1", "SE 2"]), ("ccw", ["TE 1", "OE 2", "SE 0"])):
        sitting = at(f"direction {direction} | w0 T | w1 O | w2 S | {hands}", seats=3)
        play(sitting, "0: play E/J right", "1: play E/N right", "2: play E/T right")
        assert fields(sitting, "w0", "w1", "w2") == words


def test_a_player_plays_gives_up_or_challenges():
    """GW-13: one of the three, on the word of the turn, and nothing else."""
    sitting = at(f"w0 THIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    assert {text.split()[0] for text in can(sitting, 0)} == {"play", "give", "challenge"}
    assert refusal(sitting, 0, "pass") == "GW-56"
    assert refusal(sitting, 0, "pick E") == "GW-13"
    assert refusal(sitting, 0, "declare THIN") == "GW-13"


def test_plays_come_before_give_ups_and_challenges_before_new_words():
    """GW-14: plays with their ghost removals and draws; give-ups; challenges; new words; flip."""
    sitting = at(
        "w0 ZEBR 1 | w1 THIN 2 | w2 S 3 | w3 O 0 | ghosts 0 0 0 1 | hand0 E/J | hand1 E/N | hand2 E/U | hand3 T/Y | "
        "deck0 N/O | deck1 S/L | deck2 I/R | deck3 O/M | stack2 S",
        seats=4,
    )

    play(sitting, "0: give up", "1: challenge complete", "3: ghost 0 T/Y slot", "2: play E/U right", "1: pick Z", "2: pick S")

    heard = [name for name in told(sitting) if name != "turn_anticlockwise"]
    assert heard == [
        "added_right", "taken", "added_alone", "gave_up", "challenged_complete", "ghosted", "lost_complete", "paid",
        "collected", "started", "started",
    ]  # fmt: skip


def test_the_direction_flips_when_all_is_settled():
    """GW-15: the turn number rises by one, not before the last penalty is paid."""
    sitting = at(f"turn 5 | w0 THIN 1 | w1 S 0 | stack1 QZ | {HANDS} | {DECKS}")

    play(sitting, "0: challenge complete", "1: play E/N right")
    assert fields(sitting, "turn", "direction", "phase") == ["5", "cw", "pay"]

    play(sitting, "1: pick Q")
    assert fields(sitting, "turn", "direction", "phase") == ["6", "ccw", "act"]


# --- Play -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "word"),
    [("play E/J left", "EHIN 0"), ("play E/J right", "HINE 0"), ("play T/A left", "THIN 0"), ("play A/T right", "HINA 0")],
)
def test_a_card_goes_to_either_end(move, word):
    """GW-16: one card, one of its letters, the left or the right end."""
    sitting = at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    play(sitting, f"0: {move}", "1: play E/N right")

    assert field(sitting, "w0") == word
    assert refusal(at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}"), 0, "play Q/E left") == "GW-16"


def test_nothing_is_checked_unless_challenged():
    """GW-17: HIN may become THIN, a word, or JHIN, which is in none; the game goes on."""
    for move in ("play T/A left", "play J/E left"):
        sitting = at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}")
        play(sitting, f"0: {move}", "1: play E/N right")
        assert fields(sitting, "phase", "turn") == ["act", "2"]


def test_after_playing_a_card_is_drawn():
    """GW-18: the top card of the own deck, in the place of the one that was played."""
    sitting = at(f"w0 HIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    play(sitting, "0: play E/J right", "1: play E/N right")

    assert fields(sitting, "hand0", "deck0", "hand1", "deck1") == ["T/Y A/T", "N/O L/R", "E/T O/M", "I/R S/L"]


def test_the_word_remembers_who_added_last():
    """GW-19: a starting card has no adder; each letter makes its player the last one."""
    sitting = at(f"w0 T | w1 O | {HANDS} | {DECKS}")

    play(sitting, "0: play E/J right", "1: play E/N right")
    assert fields(sitting, "w0", "w1") == ["TE 0", "OE 1"]

    play(sitting, "1: play O/M right", "0: play A/T right")
    assert fields(sitting, "w0", "w1") == ["TEO 1", "OEA 0"]
    assert sitting.view().places[0].flags == ["added_right"]

    new = at(f"w0 ZEBR 0 | w1 S 1 | direction ccw | {HANDS} | {DECKS}")
    play(new, "1: give up", "0: play E/J right", "0: pick Z")
    assert field(new, "w0").endswith(" -")


# --- Give-up ----------------------------------------------------------------------------------------------------------------


def test_giving_up_needs_four_letters():
    """GW-20: before the action."""
    assert refusal(at(f"w0 ZEB 1 | w1 S 0 | {HANDS} | {DECKS}"), 0, "give up") == "GW-20"
    assert refusal(at(f"w0 ZEBR 1 | w1 S 0 | {HANDS} | {DECKS}"), 0, "give up") == ""


def given_up():
    """Seat 0 has given ZEBR up, and seat 1 is asked."""
    return play(at(f"w0 ZEBR 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: give up", "1: play E/N right")


def test_the_neighbour_picks_the_ghost_card():
    """GW-21: any letter of the word, for the player who gave up, face down."""
    sitting = given_up()

    assert sitting.awaited() == [1]
    assert can(sitting, 1) == ["pick B", "pick E", "pick R", "pick Z"]
    assert refusal(sitting, 1, "pick Q") == "GW-21"
    play(sitting, "1: pick Z")
    assert field(sitting, "ghosts") == "1 0"
    ghosts = next(zone for zone in sitting.view().places[0].zones if zone.id == "ghosts")
    assert (ghosts.count, ghosts.pieces) == (1, [])


def test_the_rest_goes_to_the_neighbours_stack():
    """GW-22: upright letters kept."""
    sitting = play(given_up(), "1: pick B")

    assert field(sitting, "stack1") == "ZER"
    assert sitting.scores() == [1, 5]


def test_who_gave_up_starts_a_new_word():
    """GW-23: with the top card of the own deck, turned by chance."""
    sitting = play(given_up(), "1: pick B", dice=(1,))

    assert fields(sitting, "w0", "deck0", "deck1") == ["Y -", "N/O L/R", "I/R S/L"]


# --- Challenge --------------------------------------------------------------------------------------------------------------


def test_a_challenge_is_the_action_of_the_turn():
    """GW-24: of a declared kind, against the neighbour of the turn, on the word of the turn."""
    sitting = at(f"w0 THIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    play(sitting, "0: challenge complete")

    assert refusal(sitting, 0, "play E/J right") == "not_your_turn"
    play(sitting, "1: play E/N right")
    line = next(line for _, line in sitting.lines(-1) if line.phrase == "event.challenged_complete")
    assert line.seats == {"who": 0, "other": 1}
    assert line.call == "call.complete"


@pytest.mark.parametrize("adder", ["0", "-"])
def test_only_what_the_neighbour_added_last_can_be_challenged(adder):
    """GW-25: never on a starting card, never on one's own letter."""
    sitting = at(f"w0 THIN {adder} | w1 S 0 | {HANDS} | {DECKS}")
    clause = "GW-25" if adder == "0" else "GWR-11"

    assert refusal(sitting, 0, "challenge impossible") == clause
    assert refusal(sitting, 0, "challenge complete") == clause


def test_complete_needs_four_letters():
    """GW-26: a word of three cannot be complete, but impossible it can be."""
    sitting = at(f"w0 TIN 1 | w1 S 0 | {HANDS} | {DECKS}")

    assert refusal(sitting, 0, "challenge complete") == "GW-26"
    assert refusal(sitting, 0, "challenge impossible") == ""


def test_the_string_is_judged_as_it_lies():
    """GW-27: as a whole, now: CARESS was CARES before, and it is CARESS that is judged."""
    sitting = at(f"w0 CARES 0 | w1 S 1 | direction ccw | hand0 E/J A/T | hand1 I/S O/M | stack1 Q | {DECKS}")
    play(sitting, "1: play S/I right", "0: play E/J right")

    play(sitting, "0: challenge complete", "1: play O/M right", "1: pick Q")

    assert field(sitting, "stack0") == "CARESS"
    for word in ("THINJ", "JTHIN"):  # THIN is in it, and is not what is judged
        whole = at(f"w0 {word} 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}")
        assert field(play(whole, "0: challenge complete", "1: play E/N right"), "lost0") == "0"
        assert field(play(challenged(word), "1: declare thinking"), "lost0") == "1"


def challenged(word="HINK"):
    """Seat 0 has challenged seat 1's word as impossible, and seat 1 must declare."""
    return play(
        at(f"w0 {word} 1 | w1 S 0 | stack0 Q | stack1 Z | {HANDS} | {DECKS}"), "0: challenge impossible", "1: play E/N right"
    )


@pytest.mark.parametrize(
    ("said", "loser", "heard"),
    [
        ("declare THINKING", 0, "declared_shown"),
        ("thinking", 0, "declared_shown"),
        ("declare CHINKS", 0, "declared_shown"),
        ("no word", 1, "declared_silent"),
        ("declare THINCKING", 1, "declared_misspelt"),
        ("declare HOUSE", 1, "declared_lacking"),
        ("declare INK", 1, "declared_short"),
    ],
)
def test_impossible_is_refuted_by_one_valid_word(said, loser, heard):
    """GW-28: valid and with the string in a row, or the challenged loses: no word, misspelt, not valid, not containing."""
    sitting = challenged()

    play(sitting, f"1: {said}")

    assert field(sitting, "lost0") == str(loser)
    assert heard in told(sitting)
    line = next(line for _, line in sitting.lines(-1) if line.phrase == f"event.{heard}")
    spoken = said.removeprefix("declare ")
    assert Words("en", [GAME.package]).call(line) == ("No word!" if heard == "declared_silent" else f"{spoken}!")


def test_only_one_declaration():
    """GW-29: after a misspelt word there is no second try."""
    sitting = challenged()

    play(sitting, "1: declare THINCKING")

    assert refusal(sitting, 1, "declare THINKING") != ""
    assert sitting.awaited() == [1]  # now to pay


def test_a_complete_word_beats_impossible():
    """GW-30: the word itself, or a longer one, may be declared."""
    for said in ("THIN", "THINGS"):
        assert field(play(challenged("THIN"), f"1: declare {said}"), "lost0") == "0"


@pytest.mark.parametrize(("word", "loser"), [("THIN", 1), ("HINK", 0), ("JQXZ", 0)])
def test_complete_is_decided_by_the_dictionary(word, loser):
    """GW-31: nothing is declared."""
    sitting = at(f"w0 {word} 1 | w1 S 0 | stack0 Q | stack1 Z | {HANDS} | {DECKS}")

    play(sitting, "0: challenge complete", "1: play E/N right")

    assert fields(sitting, "phase", "lost0") == ["pay", str(loser)]


@pytest.mark.parametrize(
    ("stack", "hand", "can_give"),
    [("SAS", "E/N", ["pick A", "pick S"]), ("", "E/N O/M", ["give E/N", "give O/M"])],
)
def test_the_loser_gives_a_letter_or_a_card(stack, hand, can_give):
    """GW-32: of the stack, chosen by the loser; with an empty stack of the hand; it becomes the winner's ghost card."""
    sitting = at(f"w0 THIN 1 | w1 S 0 | stack1 {stack} | hand0 E/J | hand1 {hand} | deck0 T/Y | deck1 -")
    play(sitting, "0: challenge complete", "1: play E/N right")
    if not stack:  # the card that was played is gone before the penalty
        can_give = can_give[1:]

    assert sitting.awaited() == [1]
    assert can(sitting, 1) == can_give
    play(sitting, f"1: {can_give[0]}")
    assert field(sitting, "ghosts") == "1 0"


def test_with_nothing_to_give_nothing_is_given():
    """GW-32: both stack and hand are empty."""
    sitting = at("w0 THIN 1 | w1 S 0 | hand0 E/J | hand1 E/N | decks 0")

    play(sitting, "0: challenge complete", "1: play E/N right")

    assert "nothing_to_give" in told(sitting)
    assert fields(sitting, "ghosts", "stack0") == ["0 0", "THIN"]


def test_the_winner_takes_every_card_of_the_word():
    """GW-33: whoever played it, the starting card included."""
    sitting = play(challenged(), "1: declare THINKING", "0: pick Q")

    assert field(sitting, "stack1") == "ZHINK"


@pytest.mark.parametrize("said", ["declare THINKING", "no word"])
def test_the_challenger_starts_the_new_word(said):
    """GW-34: winning or losing, with the top card of the own deck."""
    sitting = play(challenged(), f"1: {said}")

    play(sitting, "0: pick Q" if said != "no word" else "1: pick Z", dice=(0,))

    assert fields(sitting, "w0", "deck0", "deck1") == ["T -", "N/O L/R", "I/R S/L"]


def test_a_card_given_from_the_hand_is_not_replaced():
    """GW-35: seven cards become six, and the deck keeps its height."""
    sitting = at(f"w0 THIN 1 | w1 S 0 | {HANDS} | {DECKS}")
    play(sitting, "0: challenge complete", "1: play E/N right")

    play(sitting, "1: give O/M")

    assert fields(sitting, "hand1", "deck1", "given1") == ["E/T", "I/R S/L", "O/M"]


def test_a_chance_to_challenge_lapses_with_the_next_letter():
    """GW-36: who plays instead cannot challenge that letter any more; a pass leaves it open."""
    sitting = at(f"w0 JQXZ 1 | w1 S 0 | {HANDS} | {DECKS}")
    play(sitting, "0: play E/J right", "1: play E/N right", "1: play O/M right", "0: play A/T right")

    assert field(sitting, "w0") == "JQXZEO 1"
    sitting = at("direction ccw | turn 24 | w0 JQ 0 | w1 S 1 | w2 O 2 | hand0 E/J | hand1 - | hand2 E/T", seats=3)
    play(sitting, "1: pass", "0: play E/J right", "2: play E/T right")
    assert field(sitting, "w0") == "JQ 0"


# --- Several challenges in one turn -----------------------------------------------------------------------------------------


def test_a_penalty_comes_from_gains_of_plays_and_give_ups_but_not_of_challenges():
    """GW-37: a word won this turn cannot pay, cards gained from give-ups or ghost removals can."""
    sitting = at(
        "w0 THIN 1 | w1 ZEBR 2 | w2 HINK 0 | hand0 E/J A/T | hand1 E/N | hand2 E/U | deck0 T/Y | deck1 N/O | deck2 S/L", seats=3
    )
    # Seat 0 wins w0 and loses w2 in the same turn: its penalty is a card, though it has just won THIN.
    play(sitting, "0: challenge complete", "1: give up", "2: challenge impossible")
    play(sitting, "2: pick Z", "0: no word")

    assert fields(sitting, "lost0", "lost2", "stack2") == ["1", "0", "EBR"]
    assert can(sitting, 0) == ["give E/J", "give A/T"]


def test_two_penalties_go_in_the_order_of_the_words():
    """GW-38: the second comes from the hand if the first took the last stack card; both are asked for at once."""
    sitting = at(
        "w0 HINK 1 | w1 S 1 | w2 THIN 0 | hand0 E/J A/T | hand1 E/N | hand2 E/U | stack0 SE | deck0 T/Y | deck1 I/R | deck2 O/M",
        seats=3,
    )
    play(sitting, "0: challenge impossible", "1: play E/N right", "2: challenge complete", "1: declare THINKING")

    assert can(sitting, 0) == ["pick E", "pick S"]
    play(sitting, "0: pick S")
    assert can(sitting, 0) == ["pick E"]
    assert field(sitting, "stack0") == "SE"  # sealed until all have paid
    play(sitting, "0: pick E")
    assert fields(sitting, "stack0", "ghosts") == ["", "0 1 1"]
    assert [line.seats["other"] for _, line in sitting.lines(-1) if line.phrase == "event.paid"] == [1, 2]


def test_two_cards_of_one_hand():
    """GW-38: both penalties from the hand are two different cards, whichever is named first."""
    body = "w0 HINK 1 | w1 S 1 | w2 THIN 0 | hand0 E/J A/T I/H | hand1 E/N | hand2 E/U | deck0 T/Y | deck1 I/R | deck2 O/M"
    for first, second, left in (("E/J", "I/H", "A/T"), ("I/H", "E/J", "A/T"), ("A/T", "I/H", "E/J")):
        sitting = at(body, seats=3)
        play(sitting, "0: challenge impossible", "1: play E/N right", "2: challenge complete", "1: declare THINKING")
        play(sitting, f"0: give {first}")
        assert f"give {first}" not in can(sitting, 0)
        play(sitting, f"0: give {second}")
        assert fields(sitting, "hand0", "ghosts") == [left, "0 1 1"]
        assert set(cards(sitting, "given0")) == {first, second}


# --- Ghost cards ------------------------------------------------------------------------------------------------------------

GHOSTLY = "turn 5 | w0 ZEBR 1 | w1 S 0 | ghosts 2 0 | hand0 E/T A/K | hand1 E/N | deck0 T/Y N/O | deck1 E/T I/R"


def test_the_letter_of_a_ghost_card_no_longer_matters():
    """GW-39: a red one is worth one point like any other."""
    assert at("w0 T | w1 O | ghosts 3 0 | hand0 E/J | hand1 E/N").scores() == [3, 0]


def test_one_ghost_card_a_turn_before_a_letter():
    """GW-40: it leaves the game; without one nothing is spent."""
    sitting = at(GHOSTLY)

    play(sitting, "0: ghost 0 T/E slot", "1: play E/N right")

    assert field(sitting, "ghosts") == "1 0"
    assert refusal(at(GHOSTLY.replace("2 0", "0 0")), 0, "ghost 0 T/E slot") == "GW-40"


def test_any_letter_leaves_for_the_neighbours_stack():
    """GW-41: the gap closes."""
    for removed, rest in enumerate(("EBR", "ZBR", "ZER", "ZEB")):
        sitting = at(GHOSTLY)
        play(sitting, f"0: ghost {removed} A/K right", "1: play E/N right")
        assert field(sitting, "w0") == f"{rest}A 0"
        assert field(sitting, "stack1") == "ZEBR"[removed]
    assert refusal(at(GHOSTLY), 0, "ghost 4 A/K left") == "GW-41"


def test_the_new_letter_goes_left_right_or_into_the_slot():
    """GW-42: exactly these three."""
    for place, word in (("left", "AZER"), ("right", "ZERA"), ("slot", "ZEAR")):
        sitting = at(GHOSTLY)
        play(sitting, f"0: ghost 2 A/K {place}", "1: play E/N right")
        assert field(sitting, "w0") == f"{word} 0"


def test_the_word_must_change():
    """GW-43: or the whole action is refused, and the ghost card is not spent."""
    sitting = at(GHOSTLY)

    assert refusal(sitting, 0, "ghost 1 E/T slot") == "GW-43"
    assert fields(sitting, "w0", "ghosts") == ["ZEBR 1", "2 0"]
    assert "ghost 1 E/T slot" not in can(sitting, 0)
    assert "ghost 1 E/T left" in can(sitting, 0)


def test_a_ghost_play_keeps_the_length_and_can_be_challenged():
    """GW-44: the player has added a letter."""
    sitting = at(GHOSTLY)

    play(sitting, "0: ghost 0 T/E slot", "1: play E/N right")

    assert field(sitting, "w0") == "TEBR 0"
    assert "challenge impossible" in can(sitting, 1)


def test_a_ghost_card_gained_this_turn_waits():
    """GW-45: it comes after the plays, so it can be spent from the next turn on."""
    sitting = play(at(f"w0 ZEBR 1 | w1 HIN 0 | {HANDS} | {DECKS}"), "0: give up", "1: play O/M right")

    assert refusal(sitting, 0, "ghost 0 E/J slot") == "not_your_turn"
    play(sitting, "1: pick Z")
    assert field(sitting, "ghosts") == "1 0"
    assert any(text.startswith("ghost") for text in can(sitting, 0))


# --- Deck exhaustion and end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("removed", [0, 3, 6, 9])
def test_decks_are_equally_high_and_last_exactly(removed):
    """GW-46: empty after turn 23 - r, 20 in the standard game."""
    sitting = deal(seats=3, seed=f"last {removed}", removed=removed)
    rng = random.Random(removed)
    turn, heights = 1, {23 - removed}
    while not sitting.over() and heights != {0}:
        seat = sitting.next_seat()
        sitting.act(seat, rng.choice(sitting.legal(seat)))
        if sitting.state.turn != turn:
            turn = sitting.state.turn
            heights = {sitting.state.seat[p].height for p in range(3)}
            assert heights == {max(0, 23 - removed - (turn - 1))}
    assert turn == 24 - removed


def test_with_empty_decks_nothing_is_drawn_and_a_gap_stays():
    """GW-47: a closed word is not replaced."""
    sitting = at("turn 21 | w0 ZEBR 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | decks 0")

    play(sitting, "0: give up", "1: play E/N right", "1: pick Z")

    assert fields(sitting, "w0", "hand1") == ["-", "O/M"]
    assert "gap" in told(sitting)


def test_without_a_word_on_the_side_of_the_turn_nobody_acts():
    """GW-48: the direction still flips."""
    sitting = at("turn 22 | direction ccw | w0 - | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | decks 0")

    assert sitting.awaited() == [0]  # anticlockwise seat 0 acts on w1
    assert refusal(sitting, 1, "play E/N left") == "not_your_turn"
    play(sitting, "0: play E/J right")
    assert (sitting.awaited(), field(sitting, "direction")) == ([1], "cw")


def test_the_game_ends_when_no_word_is_left():
    """GW-49: at the end of that turn."""
    sitting = at("turn 23 | w0 ZEBR 1 | w1 - | hand0 E/J | hand1 E/N | decks 0")

    play(sitting, "0: give up", "1: pick Z")

    assert sitting.over()
    assert ending(sitting) == "over_no_words"


def test_the_game_ends_when_all_hands_are_empty():
    """GW-50: whatever is on the table or in the decks; words left score for nobody."""
    sitting = at("turn 23 | w0 ZEB 1 | w1 S 0 | hand0 E/J | hand1 E/N | decks 0")

    play(sitting, "0: play E/J right", "1: play E/N right")

    assert sitting.over()
    assert ending(sitting) == "over_no_cards"
    assert sitting.scores() == [0, 0]


# --- Scoring ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "points"), [("ESIARNTOL", 9), ("CDUGPMHBY", 18), ("FVKWZXQJ", 24), ("ESIARNTOLCDUGPMHBYFVKWZXQJ", 51)]
)
def test_letters_score_their_colours_and_ghost_cards_one(letters, points):
    """GW-51: green 1, yellow 2, red 3; an unspent ghost card 1."""
    laid = "w0 T | w1 O"

    assert at(f"{laid} | stack0 {letters} | ghosts 2 0").scores() == [points + 2, 0]


def test_nothing_else_scores():
    """GW-52: hand cards, cards on the table, removed cards and turned-away letters are worth nothing."""
    sitting = at("w0 JQXZ 1 | w1 S 0 | hand0 E/J E/Q | hand1 E/V | decks 5 | removed0 I/X | removed1 I/X")

    assert sitting.scores() == [0, 0]


@pytest.mark.parametrize(
    ("stacks", "winners"),
    [("stack0 CC | stack1 E", [0]), ("stack0 CC | stack1 EEEE", [0]), ("stack0 CE | stack1 EC", [0, 1]), ("stack1 E", [1])],
)
def test_the_highest_score_then_the_fewest_letters(stacks, winners):
    """GW-53: still tied is a shared victory."""
    sitting = at(f"turn 23 | phase done | w0 - | w1 - | {stacks}")

    assert sitting.winners() == winners


# --- Variants and guards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("removed", "height"), [(0, 23), (3, 20), (6, 17), (9, 14)])
def test_the_variants_remove_more_or_fewer_cards(removed, height):
    """GW-54: the same for all; other numbers are refused."""
    sitting = deal(seats=3, removed=removed)

    assert [len(cards(sitting, f"deck{p}")) for p in range(3)] == [height] * 3
    assert [len(cards(sitting, f"removed{p}")) for p in range(3)] == [removed] * 3
    with pytest.raises(BadSetup, match="0, 3, 6, 9"):
        setup(removed=4)


def test_an_empty_hand_still_acts():
    """GW-55: it gives up a word of four letters and more, or challenges; it may not pass then."""
    sitting = at("turn 25 | w0 THIN 1 | w1 S 0 | hand0 - | hand1 E/N O/M | decks 0")

    assert can(sitting, 0) == ["give up", "challenge impossible", "challenge complete"]
    assert refusal(sitting, 0, "pass") == "GW-55"


def test_who_holds_cards_may_not_pass():
    """GW-56: not even on a hopeless word."""
    assert refusal(at("w0 JQ 1 | w1 S 0 | hand0 E/J | hand1 E/N | decks 0"), 0, "pass") == "GW-56"


def test_a_pass_with_an_empty_hand_draws():
    """GW-57: so that decks stay level; word and last adder stay as they are."""
    sitting = at("turn 19 | w0 JQ 1 | w1 S 0 | hand0 - | hand1 E/N O/M | deck0 T/Y N/O | deck1 E/T I/R")

    assert can(sitting, 0) == ["challenge impossible", "pass"]
    play(sitting, "0: pass", "1: play E/N right")

    assert fields(sitting, "w0", "hand0", "deck0", "deck1") == ["JQ 1", "T/Y", "N/O", "I/R"]


def test_two_quiet_turns_end_the_game():
    """GW-58: passes and gaps only, in both directions; words left score for nobody."""
    body = "turn 25 | w0 JQ 1 | w1 - | w2 - | hand0 - | hand1 - | hand2 E/T | decks 0"
    sitting = at(body, seats=3)

    play(sitting, "0: pass")
    assert not sitting.over()
    play(sitting, "1: pass")

    assert sitting.over()
    assert ending(sitting) == "over_quiet"
    assert sitting.scores() == [0, 0, 0]
    again = play(at(body, seats=3), "0: challenge impossible", "1: no word")
    assert again.over()  # for there is no word left
    assert ending(again) == "over_no_words"


def test_a_random_game_of_every_variant_ends():
    """GW-54: quick, very quick, standard and long games come to their end."""
    for removed in (0, 3, 6, 9):
        assert play_on(deal(seats=4, seed=f"variant {removed}", removed=removed), random.Random(removed)).over()
