"""What is said at the table, and to whom."""

import random

import pytest
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

    assert "You draw 2 ghosts: 13, Miss Copy." in sentences(sitting, 0)
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
        "Player0 must play again, for the Triple.",
        "Player0 tries the crypt: 2. It does not fit and goes into the hand.",
    ]
    assert sentences(sitting, 0, "de")[:4] == [
        "Du spielst 3 × 9, eine davon ist Miss Copy.",
        "Du ziehst 3 Geister: Skeletum 11, 13, 14.",
        "Du musst noch einmal spielen, für den Dreier.",
        "Du versuchst die Gruft: 2. Das passt nicht und kommt auf deine Hand.",
    ]


def test_two_count_their_boos_aloud_and_no_points():
    """GO-R29: in a match of two nobody hears of points."""
    body = "hand0 9 | mansion0 - | turn 0 | boos 1 1"
    duel = {"match": True, "two_player_match": "boo_only"}
    before, over = at(body, 2, **duel), play(at(body, 2, **duel), "play 9")
    words = Words("en", [GAME.package])

    assert words.say(before.choices(0)[0].line, ["Ada", "Ben"], 0) == "Your last ghost: you are out first."
    assert sentences(over, 0)[1:] == [
        "You are rid of every ghost: out first.",
        "Player1 is the last one with ghosts in the house, and makes a terrible noise.",
        "A Boo! for Player1, the second.",
        "You win the match.",
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


def effects(body, seats=3, language="en", **options):
    """What each choice of the seat on turn would do, or why it cannot be done, as sentences by move."""
    sitting = at(body, seats, **options)
    words = Words(language, [GAME.package])
    seat = sitting.next_seat()
    return {one.move: words.say(one.line or one.why, ["Ada", "Ben", "Cy", "Di"][:seats], seat) for one in sitting.choices(seat)}


def test_every_choice_says_what_it_does():
    """A screen shows it before anybody touches a card."""
    said = effects("pile 1 2 | kitties 1 | hand0 3 8 8 9 9 9 9 11 12 X K 1 | mansion0 any2 | turn 0")

    assert said == {
        "play 1": "Then anything fits.",
        "play 1+X": "You play again.",
        "play 3": "Scary: only Cerberus, Igor, a fearless ghost or a Quartet answers.",
        "play 3+X": "You play again.",
        "play 8": "Play turns round.",
        "play 8x2": "Two Twists: the direction stays. You play again.",
        "play 8+X": "Two Twists: the direction stays. You play again.",
        "play 8x2+X": "Play turns round. You play again.",
        "play 9": "The next ghost must be 9 or more.",
        "play 9x2": "You play again.",
        "play 9x3": "You play again.",
        "play 9x4": "A Quartet: 7 ghosts are driven out for good, and you play again.",
        "play 9+X": "You play again.",
        "play 9x2+X": "You play again.",
        "play 9x3+X": "A Quartet: 7 ghosts are driven out for good, and you play again.",
        "play 9x4+X": "A Quartet: 8 ghosts are driven out for good, and you play again.",
        "play 11": "4 ghosts are driven out for good, and you play again.",
        "play 11+X": "5 ghosts are driven out for good, and you play again.",
        "play 12": "Scary: only Igor, a fearless ghost or a Quartet answers.",
        "play 12+X": "You play again.",
        "play K": "Ben is passed over; the value to beat stays.",
        "play X": "Miss Copy is played only together with a ghost to copy.",
        "collect": "3 ghosts come into your hand.",
        "crypt": "Midnight has struck: the crypt is empty. Play a ghost, or collect.",
        "mansion": "Your mansion opens when your hand is empty. Play a ghost, or collect.",
    }


def test_why_not_is_said_kindly():
    """Each reason says what would work."""
    assert effects("pile 12 | hand0 9 11 | turn 0")["play 9"] == (
        "9 does not dare to face Igor. Igor, Scooty, Kitty or a Quartet would."
    )
    assert effects("pile 3 | hand0 9 | turn 0", language="de")["play 9"] == (
        "9 traut sich nicht an Zerberus heran. Zerberus, Igor, Scooty, Kitty oder ein Quartett schon."
    )
    assert effects("pile 13 | hand0 9 11 | turn 0")["play 9"] == (
        "9 is less than 13. As much or more, Scooty, Kitty or 4 equal ghosts would do."
    )
    assert effects("pile 13 | hand0 9 11 | turn 0")["play 11"] == "Skeletum must fit like any other: not on 13."
    assert effects("hand0 9 | turn 0")["collect"] == "The cemetery is empty: there is nothing to collect. Play a ghost."
    before = effects("pile 6 | hand0 9 9 2 4 | turn 0 | crypt any2")
    assert before["crypt"] == "Turn up the next of 2 ghosts; one that does not fit brings you the cemetery."
    assert effects("hand0 9 | mansion0 - | turn 0")["play 9"] == "Your last ghost: you are out first."
    assert effects("hand0 X | turn 0")["pass"] == "Miss Copy cannot be played alone, and there is nothing to collect."


@pytest.mark.parametrize(
    ("body", "move", "way"),
    [
        ("hand0 9 9 2 4 | crypt any", "collect", "Play a ghost, or try the crypt."),
        ("pile 6 | hand0 9 9 2 4 | crypt any", "mansion", "Play a ghost, try the crypt, or collect."),
        ("pile 14 | hand0 9 9 2 4 | crypt any", "pass", "Try the crypt, or collect."),
        ("hand0 X X X X | crypt any", "collect", "Try the crypt."),
        ("hand0 9", "mansion", "Play a ghost."),
        ("pile 6 | hand0 9", "mansion", "Play a ghost, or collect."),
        ("pile 12 | hand0 9", "mansion", "Collect the cemetery."),
        ("hand0 -", "crypt", "Wake a ghost of your mansion."),
        ("pile 6 | hand0 -", "crypt", "Wake a ghost of your mansion, or collect."),
        ("hand0 X", "collect", "Your turn is lost."),
        ("pile 6 | hand0 9", "play 10", "Play a ghost, or collect."),
    ],
)
def test_a_refusal_says_what_would_work_now(body, move, way):
    """No advice that would be refused in its turn: whoever can only wake a ghost is not told to play or collect."""
    sitting = at(f"{body} | turn 0", cards="ghooost-62-ludorium")
    action, _ = sitting.read_move(0, move)

    said = Words("en", [GAME.package]).say(sitting.refuse(0, action).line, ["Ada", "Ben", "Cy"], 0)

    assert said.endswith(way)


@pytest.mark.parametrize(
    ("body", "mine", "theirs"),
    [
        ("pile 9 1 | hand0 2 2 4 5 | crypt any", "play any ghost, try the crypt, or collect.", ""),
        (
            "pile 9 | hand0 2 2 4 5 | crypt any",
            "nothing of yours fits. Try the crypt, or collect 1 ghost.",
            "play 9 or more, try the crypt, or collect.",
        ),
        ("hand0 X X X X | crypt any", "nothing of yours fits. Try the crypt.", "play any ghost, or try the crypt."),
        ("pile 1 | hand0 2", "play any ghost, or collect.", ""),
        ("pile 12 | hand0 2", "nothing of yours fits. Collect 1 ghost.", "Igor 12 is scary. Dare to answer, or collect."),
    ],
)
def test_the_status_tells_the_owner_of_a_hand_more(body, mine, theirs):
    """One sentence says who must do what; what only the hand tells is told to its owner alone."""
    sitting = at(f"{body} | turn 0", cards="ghooost-62-ludorium")
    words = Words("en", [GAME.package])

    assert words.say(sitting.view(0).status, ["Ada", "Ben", "Cy"], 0) == f"You: {mine}"
    assert words.say(sitting.view(1).status, ["Ada", "Ben", "Cy"], 1) == f"Ada: {theirs or mine}"


def test_a_choice_touches_what_it_is_about():
    """Cards of the hand by their place, or the Cemetery, the Crypt, the Mansion."""
    picks = {one.move: one.picks for one in at("pile 4 | hand0 5 5 9 X K | turn 0").choices(0)}

    assert picks["play 5x2+X"] == [("hand", 0), ("hand", 1), ("hand", 3)]
    assert picks["play K"] == [("hand", 4)]
    assert picks["collect"] == [("cemetery", 0)]
    assert {one.move: one.picks for one in at("pile 4 | hand0 - | turn 0").choices(0)}["mansion"] == [("mansion", 0)]


@settings(max_examples=10)
@given(st.integers(2, 6), st.booleans(), st.binary(min_size=16, max_size=16), st.integers(0, 1 << 30))
def test_statuses_and_choices_are_always_worded(seats, match, key, seed):
    """For everybody at the table, in both languages, at every decision."""
    rng = random.Random(seed)
    sitting = Sitting.deal(setup(seats, match=match, two_miss_copies="allow", two_player_match="boo_only"), key)
    words = [Words(language, [GAME.package]) for language in LANGUAGES]
    names = [f"Player{p}" for p in range(seats)]
    while not sitting.over() and sitting.ply < 120:
        seat = sitting.next_seat()
        lines = [sitting.view(viewer).status for viewer in range(-1, seats)]
        lines += [one.line or one.why for one in sitting.choices(seat)]
        assert {one.action for one in sitting.choices(seat) if one.legal} == set(sitting.legal(seat))
        for line in lines:
            for language in words:
                text = language.say(line, names, seat)
                assert text
                assert "{" not in text
        sitting.act(seat, rng.choice(sitting.legal(seat)))
