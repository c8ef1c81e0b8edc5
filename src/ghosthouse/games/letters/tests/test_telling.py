"""What is said at the table: whole sentences, in both languages, as each of those concerned hears them."""

import pytest

from ghosthouse.games.letters.tests.play import GAME, at, play
from ghosthouse.kernel import SPECTATOR, Line, Nonsense, Words

NAMES = ["Ada", "Ben", "Eve"]
HANDS = "hand0 E/J A/T | hand1 E/N O/M | deck0 T/Y N/O L/R | deck1 E/T I/R S/L"


def said(sitting, viewer, language="en", last=0):
    """The last sentences that an observer has heard, or all."""
    words = Words(language, [GAME.package])
    return [words.say(line, NAMES, viewer) for _, line in sitting.lines(viewer)][-last:]


def status(sitting, viewer, language="en"):
    """The sentence that says who must do what."""
    return Words(language, [GAME.package]).say(sitting.view(viewer).status, NAMES, viewer)


@pytest.mark.parametrize(
    ("word", "en", "de"),
    [
        ("HIN -", "Add a letter.", "Leg einen Buchstaben an."),
        ("HIN 1", "Add a letter or challenge.", "Leg einen Buchstaben an oder zweifle an."),
        ("THIN 0", "Add a letter or give up.", "Leg einen Buchstaben an oder gib auf."),
        ("THIN 1", "Add a letter, give up or challenge.", "Leg einen Buchstaben an, gib auf oder zweifle an."),
    ],
)
def test_the_status_names_what_can_be_done(word, en, de):
    """GW-13, GW-20, GW-25: and nothing that cannot."""
    sitting = at(f"w0 {word} | w1 S - | {HANDS}")

    letters = word.split()[0]
    assert status(sitting, 0) == f"You: {letters} on your left, with Ben. {en}"
    assert status(sitting, 0, "de") == f"Du: {letters} links von dir, mit Ben. {de}"


@pytest.mark.parametrize(
    ("word", "en", "de"),
    [
        ("HIN 0", "pass", "passe"),
        ("HIN 1", "challenge or pass", "zweifle an oder passe"),
        ("THIN 0", "give up", "gib auf"),
        ("THIN 1", "give up or challenge", "gib auf oder zweifle an"),
    ],
)
def test_the_status_of_an_empty_hand(word, en, de):
    """GW-55, GW-57: what is left to it."""
    sitting = at(f"turn 25 | w0 {word} | w1 S - | hand0 - | hand1 E/N | decks 0")

    assert status(sitting, 0).endswith(f"Your hand is empty: {en}.")
    assert status(sitting, 0, "de").endswith(f"Deine Hand ist leer: {de}.")


def test_a_challenge_as_the_three_of_them_hear_it():
    """GW-24, GW-28, GW-32, GW-33: who challenges, who declares what, who loses, gives, takes."""
    sitting = at(f"w0 HINK 1 | w1 S - | stack0 QE | {HANDS}")
    play(sitting, "0: challenge impossible", "1: play E/N right", "1: declare Thinking", "0: pick Q", dice=(0,))

    assert said(sitting, SPECTATOR) == [
        "Ben adds E at the end: SE.",
        "Ada challenges Ben over HINK: Impossible!",
        "Ben declares Thinking: valid, and HINK is in it.",
        "Ada loses HINK to Ben.",
        "Ada gives Ben Q, as a ghost card.",
        "Ben takes HINK.",
        "Ada starts a word with T.",
        "Turn 2, anticlockwise: everybody acts on the word to the right.",
    ]
    assert said(sitting, 0, "de")[1:6] == [
        "Du zweifelst HINK von Ben an: Unmöglich!",
        "Ben nennt Thinking: gültig, und HINK steht darin.",
        "Du verlierst HINK an Ben.",
        "Du gibst Ben Q als Geisterkarte.",
        "Ben bekommt HINK.",
    ]
    assert said(sitting, 1, "de")[1:6] == [
        "Ada zweifelt dein HINK an: Unmöglich!",
        "Du nennst Thinking: gültig, und HINK steht darin.",
        "Ada verliert HINK an dich.",
        "Ada gibt dir Q als Geisterkarte.",
        "Du bekommst HINK.",
    ]


@pytest.mark.parametrize(
    ("word", "kind", "options", "en", "de"),
    [
        ("THIN", "complete", {}, "THIN is a word: Ben loses it to you.", "THIN ist ein Wort: Ben verliert es an dich."),
        ("HINK", "complete", {}, "HINK is not a word: you lose it to Ben.", "HINK ist kein Wort: Du verlierst es an Ben."),
        ("HINK", "impossible", {"auto_judge": True}, "HINK can be a word: you lose it to Ben.", "HINK kann ein Wort sein: Du"),
        ("JQXZ", "impossible", {"auto_judge": True}, "JQXZ is in no word: Ben loses it to you.", "JQXZ steht in keinem Wort: Ben"),
    ],
)
def test_a_verdict_says_what_was_found(word, kind, options, en, de):
    """GW-31, GWR-40: where nothing was declared, the dictionary has spoken, and it is said what."""
    sitting = at(f"w0 {word} 1 | w1 S - | stack0 Q | stack1 Q | {HANDS}", **options)

    play(sitting, f"0: challenge {kind}", "1: play E/N right")

    assert said(sitting, 0)[-1] == en
    assert said(sitting, 0, "de")[-1].startswith(de)


def test_giving_up_and_ghost_cards_in_german():
    """GW-21, GW-22, GW-41: to the one it concerns in the right case."""
    sitting = at(f"w0 ZEBR 1 | w1 SOFA 0 | ghosts 0 1 | {HANDS}")

    play(sitting, "0: give up", "1: ghost 0 E/N slot", "1: pick Z", dice=(0,))

    assert said(sitting, 0, "de")[:4] == [
        "Ben setzt eine Geisterkarte ein: S kommt aus dem Wort und geht an dich.",
        "Ben legt E vorn an: EOFA.",
        "Du gibst ZEBR auf, Ben bekommt es.",
        "Ben macht Z zur Geisterkarte für dich und behält 3 Buchstaben.",
    ]
    assert said(sitting, 1, "de")[2:4] == [
        "Ada gibt ZEBR auf, du bekommst es.",
        "Du machst Z zur Geisterkarte für Ada und behältst 3 Buchstaben.",
    ]


def test_a_card_from_the_hand_is_named_to_its_giver_alone():
    """GWR-34: the winner hears of a card, not of its letters."""
    sitting = play(at(f"w0 THIN 1 | w1 S - | {HANDS}"), "0: challenge complete", "1: play E/N right", "1: give O/M")

    assert "You give Ada O/M, face down, as a ghost card." in said(sitting, 1)
    assert "Ben gives you a card of the hand, face down, as a ghost card." in said(sitting, 0)
    assert "Ben gibt dir verdeckt eine Handkarte als Geisterkarte." in said(sitting, 0, "de")


def test_the_end_says_who_has_what():
    """GW-51, GW-53: letters by colour, ghost cards, and by what a tie was broken."""
    body = "turn 23 | w0 OVER 1 | w1 - | hand0 E/J | hand1 E/Q | stack0 CDUESIAR | stack1 CDUESI | decks 0"
    sitting = play(at(body), "0: give up", "1: pick V")

    assert said(sitting, 0)[-3:] == [
        "There is no word left between anybody. The game is over.",
        "You: 12 points (5 green letters, 3 yellow, 0 red; 1 ghost card).",
        "Ben: 12 points (6 green letters, 3 yellow, 0 red; 0 ghost cards).",
    ]
    assert status(sitting, 0) == "You win: others have 12 points too, but more letters than 8 in the stack."
    assert status(sitting, 1, "de") == "Ada gewinnt: 12 Punkte haben auch andere, aber mehr als 8 Buchstaben im Stapel."


def test_a_shared_victory_is_told_as_one():
    """GW-53: as many points in as many letters."""
    sitting = at("turn 23 | phase done | w0 - | w1 - | stack0 CE | stack1 EC")

    assert status(sitting, SPECTATOR) == "2 players share the victory: 3 points each, in equally many letters."


def test_moves_may_be_typed_as_they_are_told():
    """In front and at the end, in either language, and with the letter alone where it says enough."""
    for move, word in (("play j front", "JHIN"), ("play J/E vorn", "JHIN"), ("play j end", "HINJ"), ("play j hinten", "HINJ")):
        sitting = play(at(f"w0 HIN 1 | w1 S - | {HANDS}"), f"0: {move}", "1: play E/N right")
        assert sitting.position().split("w0 ")[1].startswith(f"{word} 0")


@pytest.mark.parametrize(
    ("move", "de"),
    [
        ("spiel was", "spiel was ist kein Zug."),
        ("play J/E slot", "In eine Lücke kommt ein Buchstabe nur, wo eine Geisterkarte"),
        ("play 7 left", "7 ist kein Buchstabe an diesem Tisch. Buchstaben sind ABC"),
        ("play E left", "E steht auf mehreren Karten deiner Hand: E/J, E/T."),
    ],
)
def test_what_cannot_be_read_is_said_in_the_players_language(move, de):
    """With what would work."""
    sitting = at("w0 HIN 1 | w1 S - | hand0 E/J E/T | hand1 E/N | decks 0")

    with pytest.raises(Nonsense) as refused:
        sitting.act(0, move)

    assert Words("de", [GAME.package]).say(refused.value.line, NAMES).startswith(de)


def test_a_training_table_tells_whether_letters_live():
    """Section 6: never at other tables; here to whoever is asked, and how much of the own hand is safe."""
    body = f"w0 HIN 1 | w1 JQX 0 | {HANDS}"
    trained, usual = at(body, training=True), at(body)
    english = Words("en", [GAME.package])

    numbers = trained.view(0).numbers
    told = [english.say(Line(f"number.{name}", numbers={"n": n}), []) for name, n in numbers.items() if name.startswith("odds")]

    assert not any(name.startswith("odds") for seat in (SPECTATOR, 0, 1) for name in usual.view(seat).numbers)
    assert told == [
        "these letters can become a word",
        "11 letters in front keep it alive",
        "17 letters at the end keep it alive",
        "4 plays from your hand are safe",
    ]
    assert trained.view(1).numbers["odds_now"] == trained.view(1).numbers["odds_safe"] == 0
    assert not any(name.startswith("odds") for name in trained.view(SPECTATOR).numbers)
