"""What people see, hear and read: views, choices, lines and reasons, in both languages."""

import re

import pytest

from ghosthouse.games.hunters import GAME, narrate, rules
from ghosthouse.games.hunters.heuristics import LEVELS
from ghosthouse.games.hunters.tests.play import at, choose, deal, heard, play, roll_next
from ghosthouse.kernel import LANGUAGES, Illegal, Words
from ghosthouse.kernel.event import Line
from ghosthouse.kernel.phrases import catalogue
from ghosthouse.terminal.speech import Speech

NAMES = ["Kate", "Mark", "Stuart", "Joan", "Ann"]
WORDS = {language: Words(language, [GAME.package]) for language in LANGUAGES}


def say(line, reader=-1, language="en"):
    """A line as a reader sees it."""
    return WORDS[language].say(line, NAMES, reader)


def zones(sitting, viewer=-1):
    """The zones of the table by id."""
    return {zone.id: zone for zone in sitting.view(viewer).zones}


# --- Views ------------------------------------------------------------------------------------------------------------------


def test_the_table_shows_what_a_good_table_shows():
    """Section 6: dice, Dangerous counter, pouch by colour, row, Allies, deck sizes, round, who is in, tokens, Fame of the round."""
    sitting = at(
        "round 2 | middle R1 G5 B2 Y6 | places passed in in | tokens 2 1 3 | earned 4 0 0 | total 9 8 7 | traps0 T21 T17! T01"
    )
    view = sitting.view()

    assert view.numbers == {"round": 2, "rounds": 5, "danger": 2, "dice": 4, "in_round": 2, "odds_bust": 56}
    table = zones(sitting)
    assert [(piece.id, piece.tags) for piece in table["middle"].pieces] == [
        ("R1", []), ("G5", ["danger"]), ("B2", []), ("Y6", ["danger"]),
    ]  # fmt: skip
    assert [table[zone].count for zone in ("pouch", "row", "ally_row", "trap_deck", "ally_deck")] == [8, 4, 2, 23, 23]
    assert [place.numbers for place in view.places] == [
        {"token": 2, "earned": 4}, {"token": 1, "earned": 0}, {"token": 3, "earned": 0},
    ]  # fmt: skip
    assert [place.flags for place in view.places] == [["passed"], ["in", "first"], ["in"]]
    assert (view.awaited, view.locked, view.phase, view.over, view.scores) == ([1, 2], [], "decide", False, [])


def test_traps_that_are_met_now_are_marked():
    """Section 6: a live mark on every Trap, before players and in the row; those that have paid and those that pay twice too."""
    body = "phase trap | turn 0 | places leaving leaving in | middle R1 R2 | hand0 DIE-G1 ENCORE"
    sitting = at(f"{body} | traps0 T17 | traps1 T21 | row T05 T06 T18 T32 T36")
    assert [piece.tags for piece in zones(sitting)["row"].pieces] == [[], ["met"], [], [], []]
    assert [place.zones[0].pieces[0].tags for place in sitting.view().places[:2]] == [[], ["met"]]

    play(sitting, "die G1", "encore T17")
    assert sitting.view().places[0].zones[0].pieces[0].tags == ["met", "named"]  # as its owner sees the dice
    play(sitting, "take T06")
    assert [(p.id, p.tags) for p in sitting.view().places[0].zones[0].pieces] == [("T17", ["paid"]), ("T06", ["met", "paid"])]


def test_what_the_player_on_turn_sees_is_shown_beside_the_middle():
    """Section 6: open to all, while the sequence runs."""
    sitting = at("phase trap | turn 0 | middle R1 G5 B4 Y2 | hand0 DIE-G1 TINT TURN BANISH")
    assert "sees" not in zones(sitting)

    play(sitting, "die G1", "tint R1", "turn B4 up", "banish G5")
    for viewer in (-1, 0, 1):
        shown = zones(sitting, viewer)
        assert [(piece.id, piece.tags) for piece in shown["sees"].pieces] == [
            ("R1", ["tinted"]), ("G5", ["gone"]), ("B5", ["turned", "danger"]), ("Y2", []), ("G1", ["extra"]),
        ]  # fmt: skip
        assert [piece.id for piece in shown["middle"].pieces] == ["R1", "G5", "B4", "Y2"]


def test_odds_are_computed_and_told_to_those_who_ask():
    """Section 5: bust on the next roll by Dangerous dice and size of the roll, in per cent; beside the dice if wanted."""
    for middle, odds, told in (("R1 G2", 0, "0 %"), ("R1 G5", 11, "11 %"), ("R1 G5 B2 Y6", 56, "56 %")):
        view = at(f"middle {middle}").view(1)
        assert (view.numbers["odds_bust"], view.flags) == (odds, [])
        assert Speech(WORDS["en"], NAMES).odds(view.numbers) == [f"bust on the next roll: {told}"]
        assert at(f"middle {middle}", odds=True).view(1).flags == ["odds"]
    assert Speech(WORDS["de"], NAMES).odds(at("middle R1 G5").view(1).numbers) == ["Platzen beim nächsten Wurf: 11 %"]
    last = at("phase last | turn 0 | middle R1 G5 B2 Y6", 2).view(0).numbers
    assert {key: last[key] for key in last if key.startswith("odds")} == {"odds_bust_2": 56, "odds_bust_3": 70, "odds_bust_4": 80}
    ten = at("phase last | turn 0 | middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3", 2).view(0).numbers
    assert [key for key in ten if key.startswith("odds")] == ["odds_bust_2"]
    assert not [key for key in play(at("phase last | turn 0 | middle R1 G5", 2), "roll 2").view().numbers if "odds" in key]


BUST_NOW = "phase trap | turn 0 | middle R5 G5 B6 R1 | traps0 T21 | row T25 T26 T27 T28 T01"
LONE = "middle R1 G2 | places leaving in in"
SENTENCES = [
    ("middle R1 G2", 0, "Stay or pass? No die is Dangerous."),
    ("middle R1 G5 B6 Y1", 1, "Stay or pass? 2 dice are Dangerous: one more is a bust."),
    ("middle R1 G2", -1, "3 players are still choosing: stay or pass."),
    ("middle R1 G2 | locks stay - pass", 0, "Mark is still choosing: stay or pass."),
    ("phase last | turn 0 | middle R1 G5", 0, "You are the last one in the round: roll two, three or four dice."),
    ("phase last | turn 0 | middle R1 G5", 1, "Kate is the last one in the round, and rolls two, three or four dice."),
    ("phase last | turn 0 | middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3", 0, "You are the last one in the round: roll two dice."),
    (f"phase ally | turn 0 | {LONE}", 1, "Kate has left alone, and takes an Ally."),
    (f"phase trap | turn 0 | {LONE}", 0, "Take a Trap of the row."),
    (f"phase score | turn 0 | {LONE} | hand0 TINT", 1, "Kate may play Allies, and then scores."),
    (f"phase after | turn 0 | {LONE} | hand0 SWAP", 0, "You have scored: swap a Trap, or be done."),
    (BUST_NOW, 1, "Kate is bust, and takes a Trap all the same."),
    ("round 5 | phase over | middle R1 G2 | total 9 8 7", 1, "Kate is the new best Ghost Hunter, with 9 Fame."),
    ("round 5 | phase over | middle R1 G2 | total 9 8 9", 0, "2 hunters share the victory with 9 Fame each: time to found a firm."),
]


@pytest.mark.parametrize(("body", "viewer", "sentence"), SENTENCES)
def test_one_sentence_says_who_must_do_what(body, viewer, sentence):
    """In every phase, to everybody, in both languages."""
    status = at(body).view(viewer).status

    assert say(status, viewer) == sentence
    german = say(status, viewer, "de")
    assert german != sentence
    assert not set("{}#") & set(german)


def test_the_sentence_knows_what_there_is_to_choose():
    """On a bust with or without Allies, a second Trap, the right to decline, and a question asked only to hide a hand (GHR-46)."""
    bust = play(at(BUST_NOW, 2), "take T28")
    assert say(bust.view(0).status, 0) == "You are bust: choose the one Trap that pays."
    armed = play(at(f"{BUST_NOW} | hand0 STEEL", 2), "take T28")
    assert say(armed.view(0).status, 0) == "You are bust: play Allies, or score one Trap."
    play(armed, "steel", "score T28")
    assert say(armed.view(0).status, 0) == "Score a second Trap, or be done."
    free = at("phase last | turn 0 | middle R1 G5", 2, last_turn="may_decline")
    assert say(free.view(0).status, 0) == "You are the last one in the round: roll two, three or four dice, or leave."
    asked = at("phase after | turn 0 | middle R1 G2 | hand0 TINT?", 2, secret_allies=True)
    assert say(asked.view(0).status, 0) == "You have scored: say that you are done."
    assert say(asked.view(1).status, 1) == "Kate has scored, and may still swap a Trap."


# --- Choices ----------------------------------------------------------------------------------------------------------------


def test_choices_name_what_to_touch():
    """Whoever points at things points at these, in this order."""
    sitting = at(
        "round 2 | phase score | turn 0 | middle R1 G5 | places leaving in in | hand0 SWAP TINT TURN | row T01 T02 T03 T04"
    )
    picks = {choice.move: choice.picks for choice in sitting.choices(0)}
    own = [piece.id for piece in sitting.view(0).places[0].zones[0].pieces]
    held = [piece.id for piece in sitting.view(0).places[0].zones[1].pieces]

    assert picks[f"swap {own[1]} for T03"] == [("allies", held.index("SWAP")), ("traps", 1), ("row", 2)]
    assert picks["tint G5"] == [("allies", held.index("TINT")), ("middle", 1)]
    assert picks["turn G5 up"] == picks["turn G5 down"] == [("allies", held.index("TURN")), ("middle", 1)]
    assert picks["score"] == []
    lone = at("phase ally | turn 0 | middle R1 G5 | allies SWAP TINT")
    assert {choice.move: choice.picks for choice in lone.choices(0)}["take TINT"] == [("ally_row", 1)]


def test_what_cannot_be_done_says_why():
    """A Trap in reach while an Ally is due, an Ally outside its window, a die that does not fit."""
    sitting = at("phase ally | turn 0 | middle R1 G5 | allies SWAP TINT | row T01 T02 T03 T04 T05 | hand0 BANISH")
    choices = {choice.move: choice for choice in sitting.choices(0)}

    assert (choices["take T01"].legal, choices["take T01"].clause) == (False, "GH-18")
    assert say(choices["take T01"].why, 0) == "First take an Ally."
    assert say(choices["banish R1"].why, 0) == "As you see it, red 1 is not Dangerous."
    assert choices["banish G5"].legal
    assert say(choices["take TINT"].line, 0) == "“Tint” is yours, to be played at once or later."


def test_every_reason_has_a_clause_and_words():
    """Said by id, worded in both languages."""
    catalogues = [catalogue(GAME.package, language) for language in LANGUAGES]
    for phrase, clause in narrate.REASONS.values():
        assert re.fullmatch(r"GHR?-\d\d", clause)
        assert all(phrase in words for words in catalogues)
    assert sorted(narrate.REASONS) == list(range(1, rules.NO_SUCH_ACTION + 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_sentences(language):
    """The facts are filled in: which Trap, which die, which Ally, how many dice."""
    sitting = at("round 2 | phase after | turn 0 | middle R1 R2 | hand0 SWAP TINT | traps0 T21! T32 T25 | row T01 T02 T03 T04", 3)
    cases = [
        (sitting, "swap T21 for T01", "T21 (two red dice) has paid this round and cannot be given away."),
        (sitting, "tint R1", "“Tint” must be played before scoring."),
        (sitting, "banish R1", "You do not have the Ally “Banish”."),
        (sitting, "take T05", "T05 (a green 1 or 4) does not lie in the row."),
        (at("phase last | turn 0 | middle R1 R1 R5 G2 G2 G3 B1 B4 Y6 Y3", 2), "roll 4", "The pouch holds only 2 dice."),
    ]
    for game, move, sentence in cases:
        with pytest.raises(Illegal) as caught:
            game.act(0, move)
        text = say(caught.value.line, 0, language)
        assert "{" not in text
        assert language != "en" or text == sentence


# --- Lines ------------------------------------------------------------------------------------------------------------------


def test_a_round_is_told_as_sentences():
    """One for each event, to everybody in their own person."""
    sitting = deal(2, dice="R5 Y6 1 2")
    assert heard(sitting, 0)[-2:] == [
        "You roll red 5 and yellow 6; in all, 2 are Dangerous.",
        "Two Dangerous dice do not stand: you roll both again, red 1 and yellow 2.",
    ]
    choose(roll_next(sitting, "G1 B5"))
    assert heard(sitting, 1)[-5:] == [
        "You have chosen.",
        "One, two, three!",
        "Kate stays.",
        "You stay.",
        "Kate rolls green 1 and blue 5; in all, one is Dangerous.",
    ]
    assert heard(sitting, 0, "de")[-1] == "Du würfelst Grün 1 und Blau 5; insgesamt ist einer gefährlich."


def test_what_is_called_at_a_real_table():
    """The count to three, the bust, and what somebody earns."""
    sitting = choose(roll_next(at("middle R5 G1 | traps0 T21 | row T25 T26 T27 T28 T01", 2), "B5 Y6"))
    calls = [WORDS["en"].call(line) for _, line in sitting.lines(-1) if line.call]

    assert calls == ["One, two, three!", "Bust!"]
    play(sitting, "take T28")
    assert [WORDS["de"].call(line) for _, line in sitting.lines(-1) if line.call][-1] == "3 Ruhm!"


def test_the_words_are_complete_and_readable():
    """The same ids in both languages, no empty phrase, every brace closed, every level and option explained."""
    english, german = (catalogue(GAME.package, language) for language in LANGUAGES)

    assert set(english) == set(german)
    for phrases in (english, german):
        for phrase, text in phrases.items():
            assert text.strip() == text != "", phrase
            assert text.count("{") == text.count("}"), phrase
    for level in LEVELS:
        assert f"level.{level}.help" in english
    assert all(f"trap.T{number:02}" in english for number in range(1, 37))
    assert say(Line("told.game_over"), 0, "de") == "Die Jagd ist vorbei."


def test_the_fills_of_a_phrase_are_the_same_in_both_languages():
    """No translation forgets a fact."""
    english, german = (catalogue(GAME.package, language) for language in LANGUAGES)
    for phrase, text in english.items():
        assert _fills(text) == _fills(german[phrase]), phrase


def _fills(text):
    return set(re.findall(r"\{(who|other|trap|given|die|ally|n|danger|low|high|row|a|b|c|d)[,}]", text))
