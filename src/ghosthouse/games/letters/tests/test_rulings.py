"""Our rulings, one by one."""

import random
from collections import Counter

import pytest

from ghosthouse.games.letters.tests.play import GAME, at, can, deal, ending, field, fields, play, refusal, setup, told
from ghosthouse.kernel import BadSetup, Nonsense, legal_actions

DECKS = "deck0 T/Y N/O L/R | deck1 E/T I/R S/L"
HANDS = "hand0 E/J A/T | hand1 E/N O/M"
THREE = "hand0 E/J A/T I/H | hand1 E/N | hand2 E/U | deck0 T/Y | deck1 I/R | deck2 O/M"


def absent(sitting, seat, seed=1):
    """What is announced for an absent player, as a move."""
    action = GAME.room("heuristics").absent(sitting.mind(seat, "", random.Random(seed)))
    return GAME.room("notation").spell(sitting.state, sitting.tables, seat, action)


def test_clockwise_means_the_left_word():
    """GWR-01: the first turn is on the word that each player started."""
    sitting = deal(seats=4)

    assert field(sitting, "direction") == "cw"
    for p in range(4):
        started = next(line for _, line in sitting.lines(-1) if line.phrase == "event.started" and line.seats["who"] == p)
        assert sitting.view(p).status.texts["word"] == started.texts["letter"]
        assert sitting.view(p).status.phrase == "status.act_left"


def test_with_empty_decks_plays_go_on_from_the_hand():
    """GWR-02: nobody draws."""
    sitting = at("turn 21 | w0 HIN 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | decks 0")

    play(sitting, "0: play E/J right", "1: play E/N right")
    assert fields(sitting, "hand0", "hand1", "deck0") == ["A/T", "O/M", "-"]
    play(sitting, "1: play O/M right", "0: play A/T right")

    assert sitting.over()
    assert ending(sitting) == "over_no_cards"


@pytest.mark.parametrize(("option", "ends"), [("all", False), ("any", True)])
def test_all_hands_or_any_hand(option, ends):
    """GWR-03: a single empty hand ends the game only where the table says so."""
    sitting = at("turn 21 | w0 HIN 1 | w1 S 0 | hand0 E/J | hand1 E/N O/M | decks 0", empty_hand_end=option)

    play(sitting, "0: play E/J right", "1: play E/N right")

    assert sitting.over() == ends


def test_an_empty_hand_before_a_short_word_may_pass():
    """GWR-04: nobody is forced to a suicidal challenge."""
    assert can(at("turn 25 | w0 HIN 1 | w1 S 0 | hand0 - | hand1 E/N | decks 0"), 0) == ["challenge impossible", "pass"]


def test_giving_up_below_four_letters_is_refused():
    """GWR-05: even with nothing else that is safe."""
    for word in ("Z", "ZE", "ZEB"):
        assert refusal(at(f"w0 {word} 1 | w1 S 0 | {HANDS} | {DECKS}"), 0, "give up") == "GW-20"


def test_one_actor_for_each_word_and_turn():
    """GWR-06: so a challenge and a give-up never meet on one word."""
    ring = GAME.room("ring")
    for seats in (2, 3, 5, 64):
        s = deal(seats=seats).state
        for s.direction in (1, -1):
            assert [ring.word_of(s, ring.actor_of(s, k)) for k in range(seats)] == list(range(seats))
            assert sorted(ring.actor_of(s, k) for k in range(seats)) == list(range(seats))


def test_a_player_in_two_challenges():
    """GWR-07: challenger on one side and challenged on the other; both are judged by themselves."""
    sitting = at(f"w0 THIN 1 | w1 S 1 | w2 JQXZ 0 | stack0 SS | stack1 S | {THREE}", seats=3)

    play(sitting, "0: challenge complete", "1: play E/N right", "2: challenge impossible", "0: no word")

    assert fields(sitting, "lost0", "lost2") == ["1", "0"]
    play(sitting, "0: pick S", "1: pick S")
    assert fields(sitting, "stack0", "stack2", "ghosts") == ["STHIN", "JQXZ", "1 0 1"]


def test_a_word_just_won_cannot_be_raided():
    """GWR-08: the penalty comes from what lay there before."""
    sitting = at(f"w0 THIN 1 | w1 S 1 | w2 JQXZ 0 | stack0 E | stack1 S | {THREE}", seats=3)
    play(sitting, "0: challenge complete", "1: play E/N right", "2: challenge impossible", "0: no word")

    assert can(sitting, 0) == ["pick E"]
    play(sitting, "0: pick E", "1: pick S")
    heard = [phrase for phrase in told(sitting) if phrase in ("paid", "collected")]
    assert heard == ["paid", "paid", "collected", "collected"]


def test_the_loser_picks_or_the_winner():
    """GWR-09: by default the loser; or the winner, openly from the stack, blindly from a hand."""
    body = f"w0 THIN 1 | w1 S 0 | stack1 EZ | {HANDS} | {DECKS}"
    for pick, seat in (("loser", 1), ("winner", 0)):
        sitting = play(at(body, penalty_pick=pick), "0: challenge complete", "1: play E/N right")
        assert sitting.awaited() == [seat]
        play(sitting, f"{seat}: pick Z")
        assert fields(sitting, "stack1", "ghosts") == ["E", "1 0"]

    blind = at(body.replace("stack1 EZ | ", ""), penalty_pick="winner")
    play(blind, "0: challenge complete", "1: play E/N right", dice=(1, 0))
    assert fields(blind, "given1", "hand1", "ghosts") == ["O/M", "E/T", "1 0"]


def test_winners_take_turns_at_one_stack():
    """GWR-09, GW-38: where winners pick, the second waits for the first, and picks from what is left."""
    body = f"w0 THIN 0 | w1 S 1 | w2 JQXZ 0 | stack0 QZ | {THREE}"
    sitting = at(body.replace("w0 THIN 0", "w0 JQXZ 1"), seats=3, penalty_pick="winner")

    play(sitting, "0: challenge complete", "1: play E/N right", "2: challenge impossible", "0: no word")

    assert sitting.awaited() == [1]
    assert can(sitting, 1) == ["pick Q", "pick Z"]
    play(sitting, "1: pick Q")
    assert (sitting.awaited(), can(sitting, 2)) == ([2], ["pick Z"])
    assert field(sitting, "stack0") == "Z"
    play(sitting, "2: pick Z")
    assert field(sitting, "ghosts") == "0 1 1"


def test_one_letter_for_two_winners():
    """GWR-09, GW-38: the second then gets a card of the hand, by chance."""
    sitting = at(f"w0 JQXZ 1 | w1 S 1 | w2 JQXZ 0 | stack0 Q | {THREE}", seats=3, penalty_pick="winner")
    play(sitting, "0: challenge complete", "1: play E/N right", "2: challenge impossible", "0: no word")

    assert can(sitting, 1) == ["pick Q"]
    play(sitting, "1: pick Q", dice=(2, 0, 0))
    assert fields(sitting, "given0", "ghosts", "turn") == ["I/H", "0 1 1", "2"]


def test_two_equal_cards_for_two_penalties():
    """GW-38, GWR-51: both are given by the same words."""
    cards = ", ".join(['"E/T"'] * 4 + ['"H/I"', '"N/J"'] * 2)
    deck = f'cards = [{cards}]\ngreen = "ethinj"\nwords = "thin"\n'
    body = "w0 THIN 1 | w1 JJEE 0 | turn 21 | hand0 H/I N/J | hand1 E/T E/T"
    sitting = play(at(body, deck=deck, removed=0), "0: challenge complete", "1: challenge complete", "1: give E/T")

    assert sitting.awaited() == [1]
    assert can(sitting, 1) == ["give E/T"]
    play(sitting, "1: give E/T")
    assert fields(sitting, "hand1", "ghosts") == ["-", "2 0"]


def test_the_neighbour_picks_the_ghost_letter():
    """GWR-10: and gets the rest."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | {HANDS} | {DECKS}", penalty_pick="winner")

    play(sitting, "0: give up", "1: play E/N right")

    assert sitting.awaited() == [1]
    play(sitting, "1: pick B")
    assert fields(sitting, "stack0", "stack1", "ghosts") == ["", "ZER", "1 0"]


def test_a_starting_card_cannot_be_challenged():
    """GWR-11: nobody chose it."""
    assert refusal(at(f"w0 Q - | w1 S 0 | {HANDS} | {DECKS}"), 0, "challenge impossible") == "GWR-11"


def test_after_a_give_up_or_challenge_the_new_word_has_no_adder():
    """GWR-12: no challenge until the neighbour adds a letter."""
    sitting = play(at(f"w0 ZEBR 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: give up", "1: play E/N right", "1: pick Z")

    assert refusal(sitting, 1, "challenge impossible") == "GWR-11"


def test_a_word_that_was_complete_before():
    """GWR-13: CARE was a word, CAREJ is none: complete fails now."""
    sitting = at(f"w0 CAREJ 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}")

    play(sitting, "0: challenge complete", "1: play E/N right")

    assert field(sitting, "lost0") == "0"


def test_a_word_extended_to_a_word():
    """GWR-14: CARE to CARES: complete succeeds."""
    sitting = at(f"w0 CARES 1 | w1 S 0 | stack1 Q | {HANDS} | {DECKS}")

    play(sitting, "0: challenge complete", "1: play E/N right")

    assert field(sitting, "lost0") == "1"


def test_who_adds_to_an_impossible_string_takes_the_burden_over():
    """GWR-15: it was impossible before, and still the last adder must declare."""
    sitting = at(f"w0 JQX 0 | w1 S 1 | direction ccw | stack1 Q | {HANDS} | {DECKS}")
    play(sitting, "1: play E/N right", "0: play E/J right")

    play(sitting, "0: challenge impossible", "1: play O/M right", "1: no word")

    assert field(sitting, "lost0") == "1"


def test_impossible_on_a_complete_word():
    """GWR-16: declaring that word wins."""
    sitting = play(at(f"w0 THIN 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}"), "0: challenge impossible", "1: play E/N right")

    assert field(play(sitting, "1: declare thin"), "lost0") == "0"


def declared(word, text, **options):
    """What became of a declaration."""
    sitting = at(f"w0 {word} 1 | w1 S 0 | stack0 Q | stack1 Q | {HANDS} | {DECKS}", **options)
    play(sitting, "0: challenge impossible", "1: play E/N right", f"1: {text}")
    return told(sitting)[-2]


def test_the_letters_must_stand_in_a_row():
    """GWR-17: TEBR is in INVERTEBRATE in a row; TBR only with gaps."""
    assert declared("TEBR", "declare invertebrate") == "declared_shown"
    assert declared("TBR", "declare invertebrate") == "declared_lacking"


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("declare TIN", "declared_short"),
        ("declare London", "declared_misspelt"),
        ("declare   thinking  ", "declared_shown"),
        ("declare ThInK", "declared_shown"),
        ("declare thïnk", "declared_shown"),
        ("ＴＨＩＮＫ".translate({0xFF21 + i: 65 + i for i in range(26)}), "declared_shown"),
    ],
)
def test_spelling_counts_and_typing_does_not(text, heard):
    """GWR-18: capitals, accents and blanks around do not matter; three letters and names fail."""
    assert declared("TIN" if "TIN" in text else "LON" if "Lon" in text else "HINK", text) == heard


@pytest.mark.parametrize("text", ["pass", "PASS", "passing", "declare pass"])
def test_a_word_that_is_a_move_at_other_times_is_a_word_when_one_is_asked_for(text):
    """GW-28: PAS is in PASS; who types that has declared it, and `kein wort` says that there is none."""
    assert declared("PAS", text) == "declared_shown"
    assert declared("PAS", "kein Wort") == declared("PAS", "no word") == "declared_silent"


@pytest.mark.parametrize("text", ["declare th1nking", "declare ice cream", "declare", "ice cream", "declare " + "a" * 80])
def test_what_is_no_word_of_letters_is_no_declaration(text):
    """GWR-18: it is refused, costs nothing, and another word may be typed."""
    sitting = at(f"w0 HINK 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}")
    play(sitting, "0: challenge impossible", "1: play E/N right")

    assert refusal(sitting, 1, text) == "nonsense"
    assert refusal(sitting, 1, "declare thinking") == ""


def test_a_declared_word_need_not_be_reachable():
    """GWR-19: there is one Q in a deck, and QQ stands in no word; but any valid word serves, whatever cards are left."""
    assert declared("HINK", "declare rethinking") == "declared_shown"


def test_a_word_inside_the_string_is_not_the_string():
    """GWR-20: ETHIN contains THIN, and is no word; nor are HINK, the end of THINK, and THRO, the beginning of THROW."""
    for word in ("ETHIN", "HINK", "THRO"):
        sitting = at(f"w0 {word} 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}")

        play(sitting, "0: challenge complete", "1: play E/N right")

        assert field(sitting, "lost0") == "0"


def test_a_completed_word_is_challenged_at_once_or_not():
    """GWR-21: only the next actor may, and play goes on otherwise."""
    sitting = at(f"w0 THIN 1 | w1 S 0 | stack1 Q | {HANDS} | {DECKS}")
    assert "challenge complete" in can(sitting, 0)

    play(sitting, "0: play J/E right", "1: play E/N right")
    play(sitting, "1: challenge complete", "0: play A/T right")

    assert fields(sitting, "w0", "lost0") == ["THINJ 0", "1"]


def test_third_players_do_not_challenge():
    """GWR-22: seat 2 acts on w2, and has nothing to do with w0."""
    sitting = at(f"w0 THIN 1 | w1 S 1 | w2 O - | {THREE}", seats=3)

    assert [text for text in can(sitting, 2) if "challenge" in text] == []


def test_a_ghost_play_can_be_challenged_either_way():
    """GWR-23: by the resulting string alone."""
    body = f"w0 THIR 0 | w1 S 1 | direction ccw | ghosts 0 1 | stack1 Q | hand0 E/J A/T | hand1 E/N O/M | {DECKS}"
    sitting = play(at(body), "1: ghost 3 N/E right", "0: play E/J right")

    assert field(sitting, "w0") == "THIN 1"
    assert {"challenge impossible", "challenge complete"} <= set(can(sitting, 0))
    play(sitting, "0: challenge complete", "1: play O/M right")
    assert field(sitting, "lost0") == "1"


def test_the_removed_letter_goes_to_the_other_owner():
    """GWR-24: the neighbour of the turn, in both directions."""
    for direction, stack in (("cw", "stack1"), ("ccw", "stack2")):
        adder = {"cw": "w0 ZEBR 1 | w1 O 1 | w2 S 2", "ccw": "w0 O 1 | w1 S 1 | w2 ZEBR 2"}[direction]
        sitting = at(f"direction {direction} | {adder} | ghosts 1 0 0 | {THREE}", seats=3)
        play(sitting, "0: ghost 0 T/A slot", "1: play E/N right", "2: play E/U right")
        assert field(sitting, stack) == "Z"


def test_orientation_is_kept_in_a_stack_and_forgotten_in_a_ghost_card():
    """GWR-25: only upright letters score."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")

    play(sitting, "0: ghost 0 T/A slot", "1: play E/N right")

    assert field(sitting, "stack1") == "Z"
    assert sitting.scores() == [0, 3]


def test_same_letters_are_the_same_word():
    """GWR-26: another card with the same letter changes nothing."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")

    assert refusal(sitting, 0, "ghost 1 E/J slot") == "GW-43"


def test_a_ghost_card_on_a_word_of_one_letter():
    """GWR-27: it becomes the new letter, which must differ."""
    sitting = at(f"w0 E 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")

    assert [refusal(sitting, 0, f"ghost 0 E/J {place}") for place in ("left", "right", "slot")] == ["GW-43"] * 3
    play(sitting, "0: ghost 0 J/E left", "1: play E/N right")
    assert field(sitting, "w0") == "J 0"


def test_the_slot_of_an_end_letter_is_that_end():
    """GWR-28: the same string either way."""
    words = []
    for move in ("ghost 0 T/A slot", "ghost 0 T/A left"):
        sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")
        words.append(field(play(sitting, f"0: {move}", "1: play E/N right"), "w0"))

    assert words == ["TEBR 0", "TEBR 0"]


def test_one_ghost_card_a_turn():
    """GWR-29: with two of them one is left."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 2 0 | {HANDS} | {DECKS}")

    play(sitting, "0: ghost 0 T/A slot", "1: play E/N right")

    assert field(sitting, "ghosts") == "1 0"


def test_ghost_cards_go_with_letters_only():
    """GWR-30: not with a challenge, nor with giving up."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")

    for text in ("ghost 0 give up", "ghost 0 challenge impossible"):
        assert refusal(sitting, 0, text) == "nonsense"


def test_after_a_ghost_play_the_word_can_still_be_given_up():
    """GWR-31: its length is unchanged."""
    sitting = at(f"w0 ZEBR 0 | w1 S 1 | direction ccw | ghosts 0 1 | {HANDS} | {DECKS}")

    play(sitting, "1: ghost 0 O/M slot", "0: play E/J right")

    assert "give up" in can(sitting, 0)


def test_the_removed_letter_is_gone():
    """GWR-32: it is in no hand."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")

    play(sitting, "0: ghost 0 T/A slot", "1: play E/N right")

    assert fields(sitting, "hand0", "hand1", "stack1") == ["E/J T/Y", "E/T O/M", "Z"]


def test_ghost_cards_are_never_taken():
    """GWR-33: stack and hand are the only sources."""
    sitting = at("w0 THIN 1 | w1 S 0 | hand0 E/J | hand1 E/N | ghosts 0 3 | decks 0")

    play(sitting, "0: challenge complete", "1: play E/N right")

    assert field(sitting, "ghosts") == "0 3"
    assert "nothing_to_give" in told(sitting)


def test_a_card_from_the_hand_stays_hidden():
    """GWR-34: its letters are its giver's alone; the hand is not refilled."""
    sitting = play(at(f"w0 THIN 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: challenge complete", "1: play E/N right", "1: give O/M")

    assert "gave_hidden_you" in told(sitting, 0)
    assert "gave_hidden" in told(sitting, -1)
    line = next(line for _, line in sitting.lines(1) if line.phrase == "event.gave_card")
    assert line.texts == {"card": "O/M"}
    worlds = {cards for i in range(20) if (cards := field_of(sitting, 0, i, "given1"))}
    assert len(worlds) > 3
    assert {field_of(sitting, 1, i, "given1") for i in range(5)} == {"O/M"}


def field_of(sitting, seat, seed, key):
    """A field of a world that a seat imagines."""
    world = at(f"w0 T | w1 O | {HANDS} | {DECKS}")
    world.state = sitting.imagined(seat, seed.to_bytes(16, "little"))
    return field(world, key)


def test_a_card_from_the_hand_is_one_point():
    """GWR-35: as any ghost card."""
    sitting = play(at(f"w0 THIN 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: challenge complete", "1: play E/N right", "1: give O/M")

    assert sitting.scores() == [4 + 2, 0]  # T 1, H 2, I 1, N 1, and the ghost card


def test_ghost_cards_are_no_letters_in_a_tie():
    """GWR-36: EE with one ghost card against EEE: two letters beat three."""
    sitting = at("turn 23 | phase done | w0 - | w1 - | stack0 EE | stack1 EEE | ghosts 1 0")

    assert sitting.winners() == [0]


def test_words_left_belong_to_nobody():
    """GWR-37: when hands are empty."""
    sitting = at("turn 23 | w0 JQX 1 | w1 S 0 | hand0 E/J | hand1 E/N | decks 0")

    assert play(sitting, "0: play E/J right", "1: play E/N right").scores() == [0, 0]


def test_choices_are_sealed_and_follow_ups_come_in_two_steps():
    """GWR-38: the order in which they arrive changes nothing, and nothing shows before the last one is in."""
    body = f"w0 STRAN 1 | w1 HINK 2 | w2 THIN 0 | stack0 QE | {THREE}"
    moves = ["0: give up", "1: challenge impossible", "2: challenge complete"]
    answers, ends = ["1: pick N", "2: declare thinking"], []
    for one in (moves, moves[::-1], [moves[1], moves[2], moves[0]]):
        for two in (answers, answers[::-1]):
            sitting = at(body, seats=3)
            heard = len(sitting.told)
            for move in one[:-1]:
                play(sitting, move)
                assert len(sitting.told) == heard
            play(sitting, one[-1], two[0])
            assert [told(sitting).count(name) for name in ("declared_shown", "ghosted")] == [0, 0]
            play(sitting, two[1])
            assert sorted(sitting.awaited()) == [0, 1]
            play(sitting, "1: pick A", "0: pick Q") if one is moves else play(sitting, "0: pick Q", "1: pick A")
            ends.append((sitting.position(), sitting.told[heard:]))

    assert all(position == ends[0][0] for position, _ in ends)
    assert all([told.event for told in news] == [told.event for told in ends[0][1]] for _, news in ends)


def test_live_tables_see_actions_at_once():
    """GWR-38: no sealing; what comes of them is the same."""
    body = f"w0 ZEBR 1 | w1 S 0 | {HANDS} | {DECKS}"
    sitting = at(body, live=True)

    play(sitting, "1: play E/N right")
    assert (told(sitting), field(sitting, "w1")) == (["added_right"], "SE 1")
    play(sitting, "0: give up")
    assert told(sitting)[1:] == ["gave_up"]
    assert refusal(sitting, 1, "play O/M left") != ""

    sealed = play(at(body), "1: play E/N right", "0: give up")
    assert sitting.position().partition("|")[2] == sealed.position().partition("|")[2]


def test_the_time_to_declare_is_shown_with_the_question():
    """GWR-39: 20 seconds, or what the table agreed on, to the one who is asked."""
    for seconds in (20, 45):
        sitting = at(f"w0 HINK 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}", declare_seconds=seconds)
        assert "seconds" not in sitting.view(0).numbers
        play(sitting, "0: challenge impossible", "1: play E/N right")
        assert sitting.view(1).numbers["seconds"] == seconds
        assert "seconds" not in sitting.view(0).numbers
        assert (sitting.seconds(0), sitting.seconds(1)) == (0, seconds)  # and the table keeps it
    assert setup().options["declare_seconds"] == 20
    with pytest.raises(BadSetup, match="5 to 120"):
        setup(declare_seconds=3)


@pytest.mark.parametrize(("word", "loser"), [("HINK", 0), ("JQXZ", 1)])
def test_the_table_judges_only_where_it_is_asked_to(word, loser):
    """GWR-40: off, a player must know a word; on, the dictionary decides at once."""
    body = f"w0 {word} 1 | w1 S 0 | stack0 Q | stack1 Q | {HANDS} | {DECKS}"

    judged = play(at(body, auto_judge=True), "0: challenge impossible", "1: play E/N right")
    asked = play(at(body), "0: challenge impossible", "1: play E/N right")

    assert fields(judged, "phase", "lost0") == ["pay", str(loser)]
    assert asked.awaited() == [1]
    assert field(play(asked, "1: no word"), "lost0") == "1"


def test_no_text_but_a_valid_word_counts_as_one():
    """GWR-40: whatever is typed, a declaration counts only for a word of the dictionary with the letters in a row."""
    notation, state = GAME.room("notation"), GAME.room("state")
    sitting = at(f"w0 HINK 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}")
    play(sitting, "0: challenge impossible", "1: play E/N right")

    for text in (
        "shown",
        "declare ?",
        "declare *",
        f"#{state.SHOWN}",
        str(state.SHOWN),
        "fail misspelt",
        "declare",
        "pass",
        "hink",
    ):
        try:
            assert notation.parse(sitting.state, sitting.tables, 1, text) != state.SHOWN
        except Nonsense:
            continue


def test_what_an_absent_player_does():
    """GWR-41: a random card, letter and end, no ghost card; with an empty hand it gives up, or passes."""
    sitting = at(f"w0 ZEBR 1 | w1 S 0 | ghosts 1 0 | {HANDS} | {DECKS}")

    chosen = Counter(absent(sitting, 0, seed) for seed in range(200))

    assert set(chosen) == {text for text in can(sitting, 0) if text.startswith("play")}
    assert absent(at("turn 25 | w0 ZEBR 1 | w1 S 0 | hand0 - | hand1 E/N | decks 0"), 0) == "give up"
    assert absent(at("turn 25 | w0 JQ 1 | w1 S 0 | hand0 - | hand1 E/N | decks 0"), 0) == "pass"


def test_without_removed_cards_nothing_else_changes():
    """GWR-42: there are no cards to cover letters with, which is cosmetic."""
    sitting = deal(removed=0)

    assert fields(sitting, "removed0", "removed1") == ["-", "-"]
    assert len(field(sitting, "hand0").split()) == 7


def test_a_card_may_have_the_same_letter_twice():
    """GWR-43: our deck has none, another may; then each way to play it is offered once, and alike cards once."""
    deck = 'cards = ["E/E", "E/T", "T/E", "S/S", "E/J", "A/T", "I/N", "O/R", "E/E", "S/L", "A/N"]\n'
    own = at("w0 T | w1 S 0 | hand0 E/E E/T E/T E/E | hand1 A/N | ghosts 1 0 | decks 0", deck=deck, removed=0)

    assert sorted(text for text in can(own, 0) if text.startswith("play")) == [
        "play E/E left", "play E/E right", "play E/T left", "play E/T right", "play T/E left", "play T/E right",
    ]  # fmt: skip
    assert len(set(can(own, 0))) == len(can(own, 0))
    assert not any("T/E" in text for text in can(own, 0) if text.startswith("ghost 0"))  # T for T changes nothing


def test_the_two_words_of_two_players_are_different_words():
    """GWR-44: by word number: a letter on w0 opens w0 to challenge, not w1."""
    sitting = at(f"w0 THIN 1 | w1 THIN - | {HANDS} | {DECKS}")

    assert "challenge complete" in can(sitting, 0)
    assert "challenge complete" not in can(sitting, 1)

    play(sitting, "0: play E/J right", "1: play E/N right")
    assert fields(sitting, "w0", "w1") == ["THINE 0", "THINE 1"]
    assert ["challenge complete" in can(sitting, seat) for seat in (0, 1)] == [True, True]  # each what the other one added
    play(sitting, "0: play A/T right", "1: play O/M right")
    assert fields(sitting, "w0", "w1") == ["THINEO 1", "THINEA 0"]


@pytest.mark.parametrize("word", ["THIN", "JQXZ", "SCARE"])
def test_a_give_up_judges_nothing(word):
    """GWR-45: whether the word is complete or impossible, before or after a letter has gone."""
    sitting = at(f"w0 {word} 1 | w1 S 0 | {HANDS} | {DECKS}")

    play(sitting, "0: give up", "1: play E/N right", f"1: pick {word[0]}")

    assert fields(sitting, "ghosts", "stack1") == ["1 0", word[1:]]


def test_a_losing_challenger_gets_nothing():
    """GWR-46: the word goes to the challenged."""
    sitting = at(f"w0 HINK 1 | w1 S 0 | stack0 Q | {HANDS} | {DECKS}")

    play(sitting, "0: challenge complete", "1: play E/N right", "0: pick Q")

    assert fields(sitting, "stack0", "stack1", "ghosts") == ["", "HINK", "0 1"]


def test_a_word_may_be_declared_again():
    """GWR-47: as often as it fits."""
    sitting = at(f"w0 HINK 1 | w1 THIN 0 | stack0 QQ | stack1 QQ | {HANDS} | {DECKS}")

    play(sitting, "0: challenge impossible", "1: challenge impossible", "0: declare thinking", "1: declare thinking")

    assert fields(sitting, "lost0", "lost1") == ["0", "1"]


@pytest.mark.parametrize(("level", "count"), [(50, 63295), (60, 79673), (70, 115434)])
def test_the_table_chooses_a_dictionary(level, count):
    """GWR-48: SCOWL 60, or 50 or 70; or a word list of one's own."""
    box = GAME.room("box")

    assert len(box.words_of(setup(dictionary=level))) == count
    assert box.words_of(setup(deck="spook\nghost\nboo\n")) == {"spook", "ghost"}


def test_follow_up_choices_of_an_absent_player():
    """GWR-49: no word; the cheapest colour, leftmost or longest held; from the hand by chance."""
    challenge = play(at(f"w0 HINK 1 | w1 S 0 | stack0 QES | {HANDS} | {DECKS}"), "0: challenge impossible", "1: play E/N right")
    assert absent(challenge, 1) == "no word"
    play(challenge, "1: declare thinking")
    assert absent(challenge, 0) == "pick E"

    given = play(at(f"w0 ZBRE 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: give up", "1: play E/N right")
    assert absent(given, 1) == "pick R"

    hand = play(at(f"w0 THIN 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: challenge complete", "1: play E/N right")
    assert {absent(hand, 1, seed) for seed in range(20)} == {"give E/T", "give O/M"}


def test_ghost_cards_cannot_be_spent_on_an_empty_hand():
    """GWR-50: each is a point at the end."""
    sitting = at("turn 25 | w0 ZEB 1 | w1 S 0 | ghosts 2 0 | hand0 - | hand1 E/N | decks 0")

    assert can(sitting, 0) == ["challenge impossible", "pass"]
    action = GAME.room("moves").ghost_play(0, 0, 0, 0)
    assert refusal(sitting, 0, action) == "GWR-50"
    assert sitting.scores()[0] == 2


def test_two_players_challenge_each_other():
    """GWR-51: both stand and are settled together; each declares at most once and owes at most two penalties."""
    sitting = at(f"w0 HINK 1 | w1 JQXZ 0 | stack0 SS | stack1 E | {HANDS} | {DECKS}")

    play(sitting, "0: challenge impossible", "1: challenge impossible")
    assert sitting.awaited() == [0, 1]
    play(sitting, "0: no word", "1: declare thinking")

    assert fields(sitting, "lost0", "lost1") == ["0", "0"]
    play(sitting, "0: pick S", "0: pick S")
    assert fields(sitting, "stack0", "stack1", "ghosts") == ["", "EHINKJQXZ", "0 2"]


def test_a_pass_neither_shields_nor_charges():
    """GWR-52: the last adder counts."""
    body = "direction ccw | turn 24 | w0 JQ 0 | w1 S 1 | w2 O 2 | hand0 E/J A/T I/H | hand1 - | hand2 E/T S/L I/S | decks 0"
    sitting = play(at(body, seats=3), "1: pass", "0: play E/J right", "2: play E/T right")

    assert "challenge impossible" not in can(sitting, 0)  # w0 is still seat 0's own letter
    play(sitting, "0: play A/T right", "1: pass", "2: play S/L right")
    assert "challenge impossible" in can(sitting, 1)


def test_words_changed_by_ghost_plays_count_as_they_are():
    """GWR-53: for giving up as for a challenge: present cards, present string."""
    sitting = at(f"w0 ZEBR 0 | w1 S 1 | direction ccw | ghosts 0 1 | {HANDS} | {DECKS}")
    play(sitting, "1: ghost 0 O/M slot", "0: play E/J right", "0: give up", "1: play E/N right", "1: pick B")

    assert field(sitting, "stack1") == "OER"
    assert field(sitting, "stack0") == "Z"


def test_open_letters_stay_known():
    """GWR-54: a ghost letter and a removed letter lay open; a card from a hand did not."""
    sitting = play(at(f"w0 ZEBR 1 | w1 S 0 | {HANDS} | {DECKS}"), "0: give up", "1: play E/N right", "1: pick Z")

    for viewer in (-1, 0, 1):
        line = next(line for _, line in sitting.lines(viewer) if line.phrase in ("event.ghosted", "event.ghosted_you"))
        assert line.texts["letter"] == "Z"


def test_everything_of_the_last_turn_is_settled():
    """GWR-55: hands run empty while a challenge is due: it is settled, and nobody can challenge the letters of that turn."""
    sitting = at("turn 23 | w0 HINK 1 | w1 THI 0 | stack0 Q | hand0 - | hand1 E/N | decks 0")

    play(sitting, "0: challenge impossible", "1: play N/E right", "1: declare thinking")
    assert not sitting.over()
    play(sitting, "0: pick Q")

    assert sitting.over()
    assert fields(sitting, "w1", "stack1", "ghosts") == ["THIN 1", "HINK", "0 1"]


def test_no_ruling_makes_a_seat_with_nothing_to_do():
    """GWR-04, GWR-50: every awaited seat has an action, also with an empty hand and ghost cards."""
    rng = random.Random(4)
    for seed in range(6):
        sitting = deal(seats=3, seed=f"never stuck {seed}", removed=9)
        while not sitting.over():
            assert all(legal_actions(sitting.setup, sitting.state, p) for p in sitting.awaited())
            seat = rng.choice(sitting.awaited())
            sitting.act(seat, rng.choice(sitting.legal(seat)))
