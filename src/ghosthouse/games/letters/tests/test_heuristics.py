"""Bots: what they know, how they choose, and that they can be caught."""

import random
from collections import Counter

import pytest

from ghosthouse.games.letters import GAME, words
from ghosthouse.games.letters.heuristics import LEVELS, choose, doubt, risk, weigh
from ghosthouse.games.letters.state import COMPLETE, GIVE_UP, IMPOSSIBLE, SHOWN, SILENT
from ghosthouse.games.letters.tests.play import at, deal, field, play, told
from ghosthouse.kernel import legal_actions

DECKS = "deck0 T/Y N/O L/R | deck1 E/T I/R S/L"


def chosen(sitting, seat, level, seed=1):
    """What a bot does, as a move."""
    move = choose(sitting.mind(seat, level, random.Random(seed)))
    return move if isinstance(move, str) else GAME.room("notation").spell(sitting.state, sitting.tables, seat, move)


def weights(sitting, seat, level):
    """What the moves of a seat weigh, by notation."""
    spell = GAME.room("notation").spell
    seen, number = sitting.seen(seat), LEVELS.index(level)
    return {
        spell(sitting.state, sitting.tables, seat, action): weigh(seen, sitting.tables, seat, action, number)
        for action in sitting.legal(seat)
    }


def challenged(word):
    """Seat 1 must declare a word with these letters."""
    body = f"w0 {word} 1 | w1 S 0 | stack0 Q | hand0 E/J A/T | hand1 E/N O/M | {DECKS}"
    return play(at(body), "0: challenge impossible", "1: play E/N right")


@pytest.mark.parametrize(("level", "size"), [("beginner", 10), ("pupil", 20), ("reader", 35), ("author", 50), ("scholar", 60)])
def test_a_bot_declares_only_what_it_knows(level, size):
    """For strings of every rarity: a word of its own vocabulary, or none."""
    t = deal().tables
    known = {word.upper() for word in words.listed_words("english", size, "both")}
    rng = random.Random(size)
    said = Counter()
    for word in rng.sample(sorted(words.listed_words("english")), 25):
        part = word[1:6].upper()
        declared = chosen(challenged(part), 1, level)
        if declared == "no word":
            assert not any(part in entry for entry in known)
        else:
            assert declared.removeprefix("declare ") in known
            assert part in declared
        said[declared == "no word"] += 1
    assert said[False] > 2
    assert t.letters == 26


def test_vocabularies_differ_as_people_do():
    """A scholar refutes what a beginner takes for impossible."""
    sitting = challenged("GHTL")

    assert chosen(sitting, 1, "beginner") != "no word"  # slightly, slightest: everybody knows them
    rare = next(word for word, band in sorted(words.listed_words("english").items()) if band == 6 and len(word) == 9)
    sitting = challenged(rare.upper())
    assert chosen(sitting, 1, "beginner") == chosen(sitting, 1, "author") == "no word"
    assert chosen(sitting, 1, "scholar") == f"declare {rare.upper()}"


def test_a_bot_challenges_what_it_takes_for_impossible_and_may_be_wrong():
    """ZYG is in ZYGOTE and ZYGOTES, which a beginner in no mood to bluff does not know: the challenge is lost."""
    body = f"w0 ZYG 1 | w1 S 0 | stack0 E | stack1 E | hand0 E/J | hand1 E/N O/M | {DECKS}"
    sitting = at(body)

    assert chosen(sitting, 0, "beginner") == "challenge impossible"
    assert chosen(sitting, 0, "scholar") != "challenge impossible"
    play(sitting, "0: challenge impossible", "1: play E/N right")
    assert chosen(sitting, 1, "scholar").startswith("declare ")
    play(sitting, f"1: {chosen(sitting, 1, 'scholar')}")
    assert field(sitting, "lost0") == "0"


def test_a_bot_sees_complete_words_that_it_knows_and_no_others():
    """THIN is known to all; of a rare word only the scholar knows that it is one."""
    for level in LEVELS:
        sitting = at(f"w0 THIN 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | {DECKS}")
        assert chosen(sitting, 0, level) == "challenge complete"
    rare = next(word for word, band in sorted(words.listed_words("english").items()) if band == 6 and len(word) == 8)
    sitting = at(f"w0 {rare.upper()} 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | {DECKS}")
    assert chosen(sitting, 0, "scholar") == "challenge complete"
    assert chosen(sitting, 0, "beginner") != "challenge complete"


def test_a_bot_prefers_safe_letters():
    """HIN with an E or a K: HINE and HINK stand in words and are none; EHIN too; THIN is a word."""
    found = weights(at(f"w0 HIN 0 | w1 S 0 | hand0 A/K T/G | hand1 E/N O/M | {DECKS}"), 0, "scholar")

    assert found["play K/A right"] > found["play T/G left"]
    assert found["play K/A right"] > found["play K/A left"]
    assert max(found, key=lambda text: found[text]) != "play T/G left"


def test_a_bot_gives_up_what_it_cannot_save():
    """ZEBR with A/T: every letter completes the word or kills it."""
    assert chosen(at(f"w0 ZEBR 0 | w1 S 0 | hand0 A/T | hand1 E/N O/M | {DECKS}"), 0, "scholar") == "give up"


def test_a_bot_spends_a_ghost_card_rather_than_the_word():
    """ZEBR with E/T and a ghost card: TEBR and others live."""
    body = f"turn 5 | w0 ZZEBRJ 0 | w1 S 0 | ghosts 1 0 | hand0 E/T S/L | hand1 E/N O/M | {DECKS}"
    found = weights(at(body.replace("ZZEBRJ", "FREEZ")), 0, "scholar")

    saving = [text for text, weight in found.items() if text.startswith("ghost") and weight > found["give up"]]
    assert saving


def test_bots_bluff_where_nothing_is_safe():
    """At three letters nobody can give up: a string without a word is played, and caught by a challenge."""
    sitting = at(f"w0 JQ 0 | w1 S 0 | stack0 E | stack1 E | hand0 E/V I/X | hand1 E/N O/M | {DECKS}")
    move = chosen(sitting, 0, "scholar")
    assert move.startswith("play")

    play(sitting, f"0: {move}", "1: play E/N right")
    assert chosen(sitting, 1, "scholar") == "challenge impossible"
    play(sitting, "1: challenge impossible", f"0: {chosen(sitting, 0, 'scholar')}")
    assert chosen(sitting, 0, "scholar") == "no word"
    play(sitting, "0: no word")
    assert "lost" in told(sitting)


def test_bots_give_away_the_cheapest():
    """Ghost letters and penalties: green before yellow before red; of a loser's stack a winner takes the dearest."""
    given = play(at(f"w0 ZBRQ 1 | w1 S 0 | hand0 E/J | hand1 E/N | {DECKS}"), "0: give up", "1: play E/N right")
    assert chosen(given, 1, "reader") == "pick R"
    for pick, letter in (("loser", "E"), ("winner", "Q")):
        body = f"w0 THIN 1 | w1 S 0 | stack1 QEC | hand0 E/J | hand1 E/N O/M | {DECKS}"
        sitting = play(at(body, penalty_pick=pick), "0: challenge complete", "1: play E/N right")
        assert chosen(sitting, sitting.awaited()[0], "reader") == f"pick {letter}"
    hand = f"w0 THIN 1 | w1 S 0 | hand0 E/J | hand1 E/N O/M | {DECKS}"
    sitting = play(at(hand), "0: challenge complete", "1: play E/N right")
    assert chosen(sitting, 1, "reader") == "give O/M"


def test_weights_are_whole_and_leave_what_is_seen_alone():
    """Weighing reads: the observation is the same afterwards, and every legal action has a weight."""
    rng = random.Random(5)
    sitting = deal(seats=3, seed="weights")
    from ghosthouse.kernel import pack

    while not sitting.over():
        seat = rng.choice(sitting.awaited())
        if rng.random() < 0.2:
            seen = sitting.seen(seat)
            before = pack(seen)
            for level in range(len(LEVELS)):
                for action in sitting.legal(seat)[::5]:
                    assert isinstance(weigh(seen, sitting.tables, seat, action, level), int)
            assert pack(seen) == before
        sitting.act(seat, rng.choice(sitting.legal(seat)))


def play_bots(levels, seed, **options):
    """A whole game of bots."""
    sitting = deal(seats=len(levels), seed=f"bots {seed}", **options)
    rngs = [random.Random(f"{seed} {p}") for p in range(len(levels))]
    while not sitting.over():
        seat = sitting.next_seat()
        sitting.act(seat, choose(sitting.mind(seat, levels[seat], rngs[seat])))
    return sitting


def test_three_vocabularies_play_a_whole_game():
    """A beginner, a reader and a scholar around one table: words are declared, challenges won and lost, and somebody wins."""
    sitting = play_bots(["beginner", "reader", "scholar"], 1)

    assert sitting.winners()
    assert {"added_right", "challenged_impossible", "collected"} <= set(told(sitting))
    assert any(move.text.startswith("declare ") for move in sitting.moves)


@pytest.mark.native
def test_more_words_win_more_games():
    """In native playouts a scholar beats a beginner in most of 200 games, from both seats."""
    native = pytest.importorskip("ghosthouse.kernel.backends.native").NativeGame(GAME.setup("standard", 2))
    scholar, beginner = LEVELS.index("scholar"), LEVELS.index("beginner")

    wins = sum(int(native.playouts(100, 3, levels=levels)["wins"][:, seat].sum()) for seat, levels in (
        (0, [scholar, beginner]), (1, [beginner, scholar]),
    ))  # fmt: skip

    assert wins > 140


def test_no_bot_declares_what_the_dictionary_alone_knows():
    """Weighing SHOWN beyond one's vocabulary is never worth it, though the mark is there."""
    rare = next(word for word, band in sorted(words.listed_words("english").items()) if band == 6 and len(word) == 9)
    sitting = challenged(rare.upper())

    assert SHOWN in legal_actions(sitting.setup, sitting.state, 1)
    seen = sitting.seen(1)
    for level in range(4):
        assert weigh(seen, sitting.tables, 1, SHOWN, level) < weigh(seen, sitting.tables, 1, SILENT, level)


def test_actions_that_are_not_plays_are_weighed_too():
    """Giving up, both challenges: by what they cost and win."""
    seen = at(f"w0 THIN 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N O/M | {DECKS}").seen(0)
    t = deal().tables

    assert weigh(seen, t, 0, GIVE_UP, 4) == 200 - 100 * 5
    assert weigh(seen, t, 0, COMPLETE, 4) == 100 * 6
    assert weigh(seen, t, 0, IMPOSSIBLE, 4) < -1000


def test_who_knows_little_doubts_little():
    """A string that a level has no word for is left alone by a beginner and challenged by an author; at six letters both do it."""
    t = deal().tables
    rare = [word for word, band in sorted(words.listed_words("english").items()) if band == 6 and len(word) > 7]
    parts = [word[2:6] for word in rare if words.look_up(t, word[2:6]).bands[0] == 60][:12]

    challenges = Counter()
    for part in parts:
        sitting = at(f"w0 {part.upper()} 1 | w1 S 0 | stack0 E | stack1 E | hand0 E/J A/T | hand1 E/N O/M | {DECKS}")
        for level in ("beginner", "author", "scholar"):
            challenges[level] += chosen(sitting, 0, level) == "challenge impossible"

    assert len(parts) == 12
    assert challenges["beginner"] == challenges["scholar"] == 0  # the one has no idea, the other knows better
    assert challenges["author"] > 8


def test_where_nothing_is_known_a_long_word_is_given_up():
    """A beginner gives up a string that it has no word for, rather than to add to it blindly."""
    sitting = at(f"w0 ZYGO 0 | w1 S 0 | stack0 E | stack1 E | hand0 E/J A/T | hand1 E/N O/M | {DECKS}")

    assert chosen(sitting, 0, "beginner") == "give up"


@pytest.mark.parametrize("level", LEVELS)
def test_doubts_and_risks_are_chances(level):
    """In hundredths, and never smaller with more words known."""
    number = LEVELS.index(level)
    for n in range(1, 39):
        for known_parts in range(3):
            assert 0 <= doubt(number, n, known_parts) <= 100
            assert number == 0 or doubt(number - 1, n, known_parts) <= doubt(number, n, known_parts)
    assert 0 < risk(number, odd=False) <= risk(number, odd=True) <= 100
