"""What people see, hear and read: views, choices, lines, calls and reasons, in both languages."""

import re

import pytest

from ghosthouse.games.fright import narrate
from ghosthouse.games.fright.heuristics import LEVELS
from ghosthouse.games.fright.tests.play import GAME, at, calls, deal, play, told
from ghosthouse.kernel import LANGUAGES, Words
from ghosthouse.kernel.event import Line
from ghosthouse.kernel.phrases import catalogue

NAMES = ["Sam", "Alcina", "Slimer", "Mira"]
WORDS = {language: Words(language, [GAME.package]) for language in LANGUAGES}


def say(line, reader=-1, language="en"):
    """A line as a reader sees it."""
    return WORDS[language].say(line, NAMES, reader)


def choice(sitting, seat, move):
    """The choice that stands for a move."""
    return next(one for one in sitting.choices(seat) if one.move == move)


# --- Views ----------------------------------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_owner_alone():
    """Others, and spectators, see how many cards it has."""
    sitting = at("turn 0 | hand0 K1 K2 K3 W1 W2 | hand1 M M M R1 R2")

    for viewer in (-1, 0, 1, 2):
        hands = [place.zones[0] for place in sitting.view(viewer).places]
        assert [zone.count for zone in hands] == [5, 5, 5]
        assert [bool(zone.pieces) for zone in hands] == [viewer == p for p in range(3)]
    assert [piece.id for piece in sitting.view(1).places[1].zones[0].pieces] == ["R1", "R2", "M", "M", "M"]


def test_the_table_shows_what_a_good_table_shows():
    """Level, room left, top ghost, mist beneath, direction, deck, hands, clean badges, points, round, starter."""
    view = at("turn 2 | starter 1 | direction ccw | pile M Y1 K3 | gone 0 R1 R2 | fright 4 3 2 | round 2").view()

    assert view.numbers == {
        "round": 2, "rounds": 3, "limit": 7, "deck": 40, "pile": 3, "level": 4, "headroom": 3, "mist": 1, "odds_stuck": 0,
    }  # fmt: skip
    assert view.flags == ["counterclockwise"]
    assert [piece.id for piece in view.zones[0].pieces] == ["M", "Y1", "K3"]
    assert [place.flags for place in view.places] == [[], ["clean", "starter"], ["clean"]]
    assert [place.numbers for place in view.places] == [
        {"fright": 4, "taken": 1, "hand": 5},
        {"fright": 3, "taken": 0, "hand": 5},
        {"fright": 2, "taken": 0, "hand": 5},
    ]
    assert (view.awaited, view.phase, view.over, view.winners, view.scores) == ([2], "play", False, [], [4, 3, 2])


def test_the_odds_are_counted_from_what_an_observer_has_seen():
    """At seven on top of black, only black and mist fit: whoever holds more of them sees the next player in more trouble."""
    sitting = at("turn 0 | pile R1 B2 W2 K2 | hand0 M M M M K1 | hand1 K3 K3 K3 R2 R3 | hand2 G1 G1 G1 G2 G2")
    fits = {0: 9, 1: 11, 2: 14, -1: 14}  # blacks and mists that are neither on the pile nor in the own hand

    for viewer, left in fits.items():
        unseen = 56 - (5 if viewer >= 0 else 0)
        none = 1.0
        for card in range(5):
            none *= (unseen - left - card) / (unseen - card)
        assert sitting.view(viewer).numbers["odds_stuck"] == pytest.approx(100 * none, abs=1.5)


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ("turn 0", {}),
        ("turn 0 | pile K1", {"spoken_calls": "player"}),
        ("turn 0 | pile K1", {"show_pile_list": False}),
    ],
)
def test_no_odds_are_told_where_players_have_to_count_themselves(body, options):
    """KA-R13, KA-R14: nor where there is no pile."""
    assert "odds_stuck" not in at(body, **options).view(0).numbers


def test_one_sentence_says_who_must_do_what():
    """In every phase; what only the owner of a hand can know is said to nobody else."""
    free = at("turn 0 | level 2 | top K | hand0 K1 any")
    stuck = at("turn 0 | level 7 | top K | hand0 R1 R2 B1 W1 G1")

    assert say(free.view(0).status, 0) == "You: play a card, or take the pile."
    assert say(free.view(1).status, 1) == say(stuck.view(1).status, 1) == "Sam: play a card, or take the pile."
    assert say(stuck.view(0).status, 0) == "You: no card fits, take the pile."
    assert say(free.view(0).status, 0, "de") == "Du: Karte spielen oder Stapel nehmen."
    play(stuck, "take")
    assert say(stuck.view(0).status, 0) == "You: open a pile with any card."
    assert say(at("turn 1 | hand1 K1 any", "german").view(0).status) == "Alcina: open a pile with a ghost."


def test_the_end_names_its_winners():
    """KA-81, KA-82: one by name, several by number."""
    end = "round 3 | deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 any | fright "
    alone, shared = play(at(end + "4 7 6"), "play W1"), play(at(end + "4 4 6"), "play W1")

    assert say(alone.view(0).status, 0) == "You win with 1 fright point."
    assert say(alone.view(1).status, 1, "de") == "Sam gewinnt mit 1 Angst."
    assert say(shared.view(0).status, 0) == "2 players share the victory with 1 fright point each."


def test_asked_players_are_told_how_much():
    """KA-R09: each clean player by what may be returned; the others by how many are still asked."""
    end = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 any | fright 4 2 6"
    sitting = play(at(end, return_mode="ask"), "play W1")

    assert say(sitting.view(0).status, 0) == "You: a clean round, return up to 3."
    assert say(sitting.view(2).status, 2) == "2 players with a clean round: return fright points."
    assert [say(one.line, 1) for one in sitting.choices(1)] == ["Return 2 fright points", "Return 1 fright point", "Keep all"]
    play(sitting, "0: return 3")
    assert say(sitting.view(2).status, 2) == "Alcina: a clean round, return up to 2."


# --- Choices ----------------------------------------------------------------------------------------------------------------


def test_each_card_is_lit_or_says_why_not():
    """KA-31: with what would work, and the clause."""
    sitting = at("turn 0 | level 6 | top K | hand0 K2 R1 R2 R2 M")

    assert [(one.move, one.legal) for one in sitting.choices(0)] == [
        ("play K2", True), ("play R1", True), ("play R2", False), ("play M", True), ("take", True),
    ]  # fmt: skip
    refused = choice(sitting, 0, "play R2")
    assert (refused.clause, refused.line, refused.picks) == ("KA-31", None, [("hand", 2)])
    assert say(refused.why) == "Makes 8. The limit is 7. The same colour, mist or taking the pile would do."
    assert say(refused.why, language="de") == "Wären 8. Bei 7 ist Schluss. Gleiche Farbe, Nebel oder Stapel nehmen geht."
    assert say(choice(sitting, 0, "play K2").line) == "Same colour: stays at 6 and turns the table."
    assert say(choice(sitting, 0, "play R1").line) == "Makes 7."
    assert say(choice(sitting, 0, "play M").line) == "Mist: stays at 6."
    two = at("turn 0 | level 6 | top K | hand0 K2 any", seats=2)
    assert say(choice(two, 0, "play K2").line) == "Same colour: stays at 6."  # KA-90: there is nothing to turn
    assert choice(sitting, 0, "play M").picks == [("hand", 4)]


def test_taking_names_its_price():
    """KA-63, KA-75: a point, and the clean round if there is one to lose."""
    clean, spoiled = at("turn 0 | pile K1"), at("turn 0 | pile K1 | gone 0 K2")

    assert say(choice(clean, 0, "take").line) == "Take the pile: +1 fright, not clean"
    assert say(choice(spoiled, 0, "take").line) == "Take the pile: +1 fright"
    assert say(choice(clean, 0, "take").line, language="de") == "Stapel nehmen: +1 Angst, nicht mehr sauber"
    assert "take" not in [one.move for one in at("turn 0").choices(0)]


def test_an_exchange_is_offered_to_a_hand_of_mist_alone():
    """KG-07, KG-08: others are not even told that there is such a thing."""
    mist = at("turn 1 | starter 0 | pile K1 | hand1 M M M M M | fresh 0 1 1", "german")
    other = at("turn 1 | starter 0 | pile K1 | hand1 M M M M K2 | fresh 0 1 1", "german")

    assert [one.move for one in mist.choices(1)] == ["play M", "take", "redraw"]
    assert [one.move for one in other.choices(1)] == ["play K2", "play M", "take"]
    assert say(choice(mist, 1, "take").why) == "Nothing but mist could open no new pile. Play mist."


def test_a_call_is_typed_and_nothing_prompts_it():
    """KA-R13: the table does not show the level that is to be called."""
    sitting = play(at("turn 0 | level 3 | top R | hand0 K1 any", spoken_calls="player"), "play K1")

    (call,) = sitting.choices(0)
    assert (call.asks, call.verb, call.move) == ("level", "call", "call")
    assert say(sitting.view(1).status, 1) == "Sam: call the fright level."
    assert "4" not in say(sitting.lines(1)[-1][1])


# --- Lines --------------------------------------------------------------------------------------------------------------------


def test_events_are_sentences_for_everybody():
    """Names first, verbs early; you where the reader is meant."""
    sitting = at("turn 0 | pile Y1 K3 | hand0 K2 any | hand2 R2 any | hand1 M any | deck B1 any", seats=4)

    play(sitting, "play K2")
    (_, line), *_ = sitting.lines(1)

    assert say(line, 0) == "You play black 2, a mirror: still 4. Back to Mira."
    assert say(line, 1) == "Sam plays black 2, a mirror: still 4. Back to Mira."
    assert say(line, 3) == "Sam plays black 2, a mirror: still 4. Back to you."
    assert say(line, 3, "de") == "Sam spielt Schwarz 2, Spiegel: bleibt bei 4. Wieder dran: du."
    assert (line.tone, calls(sitting)) == ("turn", ["four"])


def test_a_drawn_card_is_told_to_its_owner_alone():
    """Nobody else hears of it, spectators included."""
    sitting = play(at("turn 0 | pile Y1 | hand0 K1 any | deck B1 any"), "play K1")

    assert told(sitting, 0) == ["event.raised", "event.drew"]
    assert told(sitting, 1) == told(sitting, 2) == told(sitting, -1) == ["event.raised"]


def test_taking_and_relief_are_told_with_numbers():
    """How many cards, how many points."""
    sitting = play(at("turn 0 | pile Y1 | fright 3 3 3"), "take")
    assert say(sitting.lines(1)[-1][1]) == "Sam takes the pile of 1 card: +1 fright, now 4."

    relief = Line("event.relieved", seats={"who": 0}, numbers={"points": 3, "fright": 1})
    assert say(relief) == "A clean round for Sam: 3 fright points back, now 1."
    assert say(relief, 0, "de") == "Saubere Runde für dich: 3 Angstpunkte zurück, jetzt 1."


@pytest.mark.parametrize(
    ("edition", "move", "english", "german"),
    [
        ("amigo", "play K2", "four", "vier"),
        ("amigo", "play M", "four", "vier"),
        ("amigo", "play R3", "seven", "sieben"),
        ("german", "play K2", "four, mirror", "vier, Spiegel"),
        ("german", "play M", "four, mist", "vier, Nebel"),
        ("german", "play R3", "seven", "sieben"),
    ],
)
def test_calls_are_number_words(edition, move, english, german):
    """KA-11, KA-52, KG-21, KG-23, KG-26: as said aloud."""
    sitting = play(at("turn 0 | pile Y1 K3 | hand0 K2 R3 M any", edition), move)

    assert calls(sitting) == [english]
    assert calls(sitting, "de") == [german]


def test_an_unknown_event_is_an_error():
    """Nothing is told that has no words."""
    with pytest.raises(ValueError, match="no event of this game"):
        narrate.narrate((99, 0), -1)


# --- Phrases --------------------------------------------------------------------------------------------------------------------


def test_both_languages_have_the_same_ids():
    """A language is complete."""
    english, german = (set(catalogue(GAME.package, language)) for language in ("en", "de"))

    assert english == german


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_keep_the_voice(language):
    """No exclamation marks; whoever is named is also addressed; German says du."""
    phrases = catalogue(GAME.package, language)

    for key, text in phrases.items():
        assert "!" not in text, key
        assert text
        assert text.strip() == text, key
        if "{who}" in text and not key.startswith("reason."):
            assert "{who}" not in phrases.get(key + ".you", "{who}"), f"{key} names somebody, so it needs {key}.you"
    if language == "de":
        assert not [key for key, text in phrases.items() if re.search(r"\b(Sie|Ihre?|Ihnen)\b", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_fill_in_the_same_things(language):
    """A sentence that names a card in one language names it in the other."""

    def braces(text: str) -> set[str]:
        return set(re.findall(r"(?<!=0 ){(\w+)[,}]", text))

    english = catalogue(GAME.package, "en")

    assert [key for key, text in catalogue(GAME.package, language).items() if braces(text) != braces(english[key])] == []
    assert braces(english["event.relieved"]) == {"who", "points", "fright"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_levels_and_cards_have_names_and_a_sentence(language):
    """What the lobby shows, and what a screen reader says."""
    words = WORDS[language]
    for edition in GAME.editions.values():
        for name, option in edition.options.items():
            assert words.word(f"option.{name}") != f"option.{name}"
            assert words.word(f"option.{name}.help").endswith(".")
            for value in option.values:
                if isinstance(value, str):
                    assert f"option.{name}.{value}" in words
    for level in LEVELS:
        assert words.word(f"level.{level}.help").endswith(".")
    assert all(f"piece.{colour}{ghosts}" in words for colour in "KWBRGY" for ghosts in range(1, 8))


def test_every_reason_has_words_and_clauses_of_both_editions():
    """And every clause that is named stands in the rulebook of this folder."""
    from importlib import resources

    book = (resources.files(GAME.package) / "README.md").read_text("utf-8")
    for phrase, *clauses in narrate.REASONS.values():
        assert phrase in WORDS["en"]
        assert all(f"**{clause}**" in book for clause in clauses)


@pytest.mark.parametrize(
    ("sitting", "seat", "action", "sentence"),
    [
        (at("turn 0 | pile K1 | hand0 K1 K2 K3 W1 W2"), 0, 24, "No mist in your hand. Play a card that you hold."),
        (at("turn 0 | pile K1 | hand0 K1 K2 K3 W1 W2"), 0, 23, "This deck has no such card."),
        (at("turn 0"), 0, 25, "There is no pile to take. Play a card."),
        (at("turn 0 | gone 0 K1"), 0, 25, "The pile is taken. Open a new one."),
        (at("turn 0 | hand0 M K1 any", "german"), 0, 24, "Mist cannot open a pile. Open with a ghost."),
        (at("turn 0"), 0, 26, "Hands are not exchanged in this edition: mist may open a pile."),
        (
            at("turn 0 | hand0 M K1 any", "german"), 0, 26,
            "A hand with a ghost in it stays. Only nothing but mist can be exchanged.",
        ),
        (
            at("turn 0 | pile K1 | hand0 M M M M M", "german"), 0, 26,
            "Mist can be exchanged before your first card of the round. Play one.",
        ),
        (at("turn 0"), 0, 27, "There is nothing to call now."),
        (at("turn 0"), 0, 30, "Nobody returns fright points now."),
        (deal(first=1), 0, 25, "It is the turn of Alcina."),
    ],
)  # fmt: skip
def test_reasons_say_what_would_work(sitting, seat, action, sentence):
    """A refusal is a sentence in the player's language."""
    why = sitting.rules.why_not(sitting.state, sitting.tables, seat, action)
    line, clause = narrate.reason(sitting.state, sitting.tables, seat, action, why)

    assert say(line, seat) == sentence
    assert clause.startswith(("KA-", "KG-"))
