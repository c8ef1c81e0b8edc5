"""What is said at the table, and to whom."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.ghooost import GAME
from ghosthouse.games.ghooost.tests.play import at, deal, play, play_on, setup, told
from ghosthouse.kernel import LANGUAGES, Sitting, Words


def sentences(sitting, viewer, language="en"):
    """The lines of an observer as sentences."""
    words = Words(language, [GAME.package])
    names = [f"Player{p}" for p in range(sitting.setup.seats)]
    return [words.say(line, names, viewer) for _, line in sitting.lines(viewer)]


def test_only_the_owner_hears_what_was_drawn():
    """GO-02, GO-26: the others hear how many."""
    sitting = play(at("pile 7 | hand0 9 9 2 4 | turn 0 | crypt 13 X any"), "play 9x2")

    assert "You draw 13, X." in sentences(sitting, 0)
    for viewer in (-1, 1, 2):
        assert "Player0 draws 2 ghosts." in sentences(sitting, viewer)


@settings(max_examples=10)
@given(st.integers(2, 6), st.binary(min_size=16, max_size=16), st.integers(0, 1 << 30))
def test_observers_hear_the_same_but_for_what_is_drawn(seats, key, seed):
    """GO-R32: everything else is said to everybody alike, so no event leaks a hand, a Mansion or the Crypt."""
    sitting = play_on(Sitting.deal(setup(seats), key), random.Random(seed), limit=300)
    heard = {viewer: sitting.lines(viewer) for viewer in range(-1, seats)}

    for seat in range(seats):
        assert len(heard[seat]) == len(heard[-1])
        for mine, theirs in zip(heard[seat], heard[-1], strict=True):
            if mine != theirs:
                assert (mine[1].phrase, theirs[1].phrase) == ("event.drew_seen", "event.drew")
                assert mine[1].seats == {"who": seat}


def test_a_story_reads_as_sentences():
    """A few moves in both languages."""
    sitting = play(
        at("pile 7 | hand0 9 9 X 2 | hand1 K 2 4 5 | hand2 2 4 5 6 | turn 0 | crypt 11 13 14 2 3 any"),
        "play 9x2+X", "crypt", "crypt",
    )  # fmt: skip

    assert sentences(sitting, 1)[:4] == [
        "Player0 plays 3 × 9, one of them Miss Copy.",
        "Player0 draws 3 ghosts.",
        "Player0 must play, again for the Triple.",
        "Player0 tries the crypt: 2. It does not fit and goes into the hand.",
    ]
    assert sentences(sitting, 0, "de")[:4] == [
        "Du spielst 3 × 9, einmal davon Miss Copy.",
        "Du ziehst 11, 13, 14.",
        "Du musst spielen, noch einmal für den Dreier.",
        "Du versuchst die Gruft: 2. Das passt nicht und kommt auf deine Hand.",
    ]


def test_every_event_has_a_sentence():
    """Many games at many tables tell every kind of event there is, and each is worded without a hole in it."""
    seen = set()
    tables = [
        {"match": True, "stall_limit": 40},
        {"match": True, "stall_limit": 20, "adjudication": "void_and_redeal"},
        {"stall_limit": 200},
        {"match": True, "tiebreak_cap": 1, "stall_limit": 60},
    ]
    for number, options in enumerate(tables * 3):
        sitting = play_on(deal(3 + number % 3, f"events {number}", **options), random.Random(number), limit=2500)
        seen |= set(told(sitting)) | set(told(sitting, 0))
        for language in LANGUAGES:
            for viewer in (-1, 0):
                assert all(text and "{" not in text for text in sentences(sitting, viewer, language))
    dead = play(at("hand0 X | hand1 X | left 2 | turn 0"), "pass", "pass")
    seen |= set(told(dead))
    known = {key for key in Words("en", [GAME.package]).phrases if key.startswith("event.")}

    assert {key for key in known if not key.endswith(".you")} == seen
