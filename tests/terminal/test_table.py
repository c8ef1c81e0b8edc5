"""A table in a terminal: what it says, what it understands, and what it must not say."""

import pytest

from ghosthouse import bots
from ghosthouse.games.fright import GAME as FRIGHT
from ghosthouse.kernel import Record, Sitting, key_from, read_record
from ghosthouse.terminal import Chair, End
from tests.terminal.seated import Typist, first_choice, table
from tests.toys.lanterns import GAME
from tests.walk import name as name_of
from tests.walk import title_setups

ALONE = (["Ada"], ["low", "low"])


def answers(*lines, chairs=ALONE, **more):
    """Everything that was shown after these lines were typed."""
    made, typist = table(GAME, *chairs, lines, **more)
    made.play()
    return typist.text


# --- looking ----------------------------------------------------------------------------------------------------------------


def test_the_table_says_what_there_is_and_who_must_do_what():
    """Numbers, seats with their roles, the own hand open and the others counted, the status sentence, numbered choices."""
    shown = answers()

    assert "Round 1." in shown
    assert "> Ada (you, to move): points 0; hand: candle 1, candle 2, candle 6; burnt: none" in shown
    assert "  Bot 0 (bot, low, has chosen): points 0; hand: 3; burnt: none" in shown
    assert "Everybody: choose a candle in secret." in shown
    assert "  1  light 1: candle 1 for everybody to see" in shown
    assert "Not now (why 4 tells why): 4: light 3, 5: light 4, 6: light 5" in shown


def test_the_same_in_german():
    """One catalogue more, and nothing else is different."""
    shown = answers("?", language="de")

    assert "> Ada (du, am Zug): Punkte 0; Hand: Kerze 1, Kerze 2, Kerze 6; abgebrannt: nichts" in shown
    assert "Alle: Wählt heimlich eine Kerze." in shown
    assert "Jetzt nicht (warum 4 sagt, warum): 4: light 3" in shown
    assert "warum 3: warum Nummer 3 nicht erlaubt ist" in shown
    assert "you" not in shown


def test_a_table_shows_no_codes():
    """Plain lines: understandable without colour, over ssh, on a Braille display."""
    made, typist = table(GAME, *ALONE, first_choice)

    assert made.play() is End.OVER
    assert "\x1b" not in typist.text
    assert all(char.isprintable() or char == "\n" for char in typist.text)


def test_an_empty_line_looks_again():
    """Enter at a prompt shows the table once more."""
    assert answers().count("Round 1.") == 1
    assert answers("", "table").count("Round 1.") == 3


# --- choosing ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["3", " 3 ", "light 6", "LIGHT 6"])
def test_a_move_is_made_by_number_or_by_notation(typed):
    """Both say the same."""
    made, _ = table(GAME, *ALONE, [typed])
    made.play()

    assert (0, "light 6") in [(move.seat, move.text.lower()) for move in made.sitting.moves]


def test_what_happened_is_told_after_a_move():
    """News come as sentences, in the words of whoever reads."""
    shown = answers("1")

    assert "You: candle 1.\nBot 0: candle 2.\nBot 1: candle 1.\nBot 0 shines." in shown


def test_a_word_is_asked_for_and_can_be_typed_at_once():
    """A choice that asks for text gets its own question; where nothing else can be done the word alone will do."""
    made, typist = table(GAME, *ALONE, ["1", "1", "1", "", "1", "noon"])
    made.play()
    assert "A word: " in typist.shown
    assert "You called well." in typist.text

    made, typist = table(GAME, *ALONE, ["1", "1", "Anna"])
    made.play()
    assert "You called well." in typist.text
    assert made.sitting.moves[-1].text != ""


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9", "There is no number 9 here: choose 1 to 6."),
        ("0", "There is no number 0 here: choose 1 to 6."),
        ("4", "You do not hold candle 3. (LA-01)"),
        ("light 3", "You do not hold candle 3. (LA-01)"),
        ("call noon", "There is nothing to call. (LA-R1)"),
        ("fetch a cloth", "a move is 'light 1' to 'light 6', or 'call WORD', not 'fetch a cloth'"),
        ("²", "a move is 'light 1' to 'light 6', or 'call WORD', not '²'"),
    ],
)
def test_what_cannot_be_done_is_answered_and_changes_nothing(typed, said):
    """The sentence, the clause, and the same question again."""
    made, typist = table(GAME, *ALONE, [typed])
    made.play()

    assert said in typist.text
    assert [move.seat for move in made.sitting.moves] == [1, 2]


# --- asking -----------------------------------------------------------------------------------------------------------------


def test_why_tells_the_reason_and_the_clause():
    """By number, by notation, and in either language's word."""
    reason = "You do not hold candle 3. (LA-01)"

    assert reason in answers("why 4")
    assert reason in answers("why light 3")
    assert reason in answers("warum 4")
    assert "There is nothing to call. (LA-R1)" in answers("why call noon")
    assert "light 1 is allowed now: candle 1 for everybody to see" in answers("why 1")
    assert "Why what?" in answers("why")
    assert "There is no number 77 here: choose 1 to 6." in answers("why 77")
    assert "not 'nonsense'" in answers("why nonsense")


@pytest.mark.parametrize("setup", title_setups(), ids=name_of)
def test_a_choice_has_one_name(setup):
    """In the list, by `why` and by `hint`, whatever it touches: collecting a pile is not called after its lowest card."""
    asked = iter(["why 1", "hint", "1"] * 12)
    made, typist = table(
        setup.game,
        ["Ada"],
        bots.levels(setup.game)[:1] * (setup.seats - 1),
        lambda prompt: next(asked, "quit") if "?" in prompt else first_choice(prompt),
        edition=setup.edition.id,
    )
    made.play()

    listed, named = [], 0
    for row in typist.text.splitlines():
        if row.startswith("  1  "):
            listed = []
        if row[:3].strip().isdigit() and row[3:5] == "  ":
            listed.append(row[5:].lower())
        for told in (row.partition(" is allowed now")[0] * (" is allowed now" in row), row.partition(" would choose: ")[2]):
            if told:
                named += 1
                assert any(text.startswith(told.lower()) for text in listed), row
    assert named


def test_a_question_mark_explains_every_choice():
    """With its notation, what it would do, or why not."""
    shown = answers("?")

    assert "  4  light 3: You do not hold candle 3. (LA-01)" in shown
    assert "log: what has happened" in shown


def test_the_log_is_what_this_seat_heard():
    """With the decision at which it was told; a number takes the last ones."""
    shown = answers("1", "log", "log 1", "log 0")

    assert "   3  You: candle 1.\n   3  Bot 0: candle 2." in shown
    assert shown.count("   3  Bot 0 shines.") == 1
    assert shown.count("   4  Bot 0 called well.") == 2
    assert shown.count("Nothing has happened yet.") == 1


def test_odds_are_told_to_those_who_ask():
    """Never pressed on anybody."""
    assert "chance of darkness" not in answers("?", "log")
    assert "  chance of darkness in percent 25" in answers("odds")


def test_a_hint_comes_from_what_the_seat_knows():
    """It is a bot's choice, by its name here."""
    assert "low would choose: light 1" in answers("hint")


def test_a_hint_names_the_choice_as_the_table_does():
    """A game whose choice touches the pile is not told as a move with the card that lies lowest there."""
    line = "fright/amigo seats 2 | turn 0 | pile M R1 B2 W2 K2 | hand0 G1 G2 G3 Y1 Y2"
    made, typist = table(FRIGHT, ["Ada"], ["calm"], ["hint", "why 1"])
    made.sitting = Sitting.at(made.sitting.setup, line, key_from(1))
    made.play()

    assert "calm would choose: take the pile\n" in typist.text
    assert "take the pile is allowed now: Take the pile: +1 fright, not clean" in typist.text
    assert "  pile, top first: black 2, white 2, blue 2, red 1, mist\n" in typist.text


def test_what_is_no_move_is_answered_in_the_language_of_the_table():
    """A game's reader may know one language only: then the table says at least that it was no move."""
    assert "„fetch a cloth“ lässt sich hier nicht als Zug lesen." in answers("fetch a cloth", language="de")


def test_a_clause_can_be_read():
    """The table is handed a reader of clauses."""
    clauses = {"LA-02": "All are lit together."}

    assert "LA-02: All are lit together." in answers("rule la-02", clause=lambda name: clauses.get(name, ""))
    assert "There is no clause LA-99" in answers("rule LA-99", clause=lambda name: clauses.get(name, ""))


def test_a_game_may_have_moves_that_look_like_questions(monkeypatch):
    """A line that is exactly one of the moves is a move."""
    view = GAME.room("view")
    choices = view.choices

    def renamed(s, t, seat):
        found = choices(s, t, seat)
        found[0].move = "log 1"
        return found

    monkeypatch.setattr(view, "choices", renamed)
    monkeypatch.setattr(GAME.room("notation"), "parse", lambda s, t, seat, text: 0 if text == "log 1" else int(text[-1]) - 1)
    made, _ = table(GAME, ["Ada"], ["high"], ["log 1"], seed=519)
    made.play()

    assert [move.text for move in made.sitting.moves if move.seat == 0] == ["log 1"]


# --- stepping back, keeping, sharing --------------------------------------------------------------------------------------------


def test_somebody_alone_can_step_back():
    """To the own last decision, bots included, and choose again."""
    made, typist = table(GAME, *ALONE, ["1", "undo", "3"])
    made.play()

    assert "One step back." in typist.text
    assert [move.text for move in made.sitting.moves if move.seat == 0][:1] == ["light 6"]
    assert "You have not moved yet." in answers("undo")


def test_several_people_cannot_step_back():
    """What was seen cannot be unseen."""
    assert "Only somebody who plays alone" in answers("", "undo", chairs=(["Ada", "Ben"], []))


def test_the_record_waits_for_the_end():
    """It holds the shuffle. Alone one may insist; among several nobody may while the game runs."""
    key = key_from(519).hex()

    assert key not in answers("share")
    assert key in answers("share all")
    assert key in answers("teilen alles", language="de")
    assert key not in answers("", "share all", chairs=(["Ada", "Ben"], []))


def test_the_record_of_a_finished_game_is_shared():
    """And it replays to the same end."""
    replies = iter(["share", ""])
    after = "share prints"
    made, typist = table(GAME, ["Ada", "Ben"], [], lambda asked: next(replies) if asked.startswith(after) else first_choice(asked))

    assert made.play() is End.OVER

    shared = typist.text[typist.text.index("ghosthouse record 1") :]
    record = read_record(shared[: shared.index("\nend\n") + 5])
    assert record.names == {0: "Ada", 1: "Ben"}
    assert record.replay(lambda _: GAME).position() == made.sitting.position()


def test_whenever_somebody_is_asked_everything_is_kept():
    """However the power fails, the last record is whole, and holds all that was decided up to the question on the screen."""
    kept = []

    def answer(prompt):
        assert read_record(kept[-1]).moves == [(move.seat, move.text) for move in made.sitting.moves]
        return first_choice(prompt)

    made, _ = table(GAME, *ALONE, answer, keep=kept.append)
    made.play()

    lengths = [len(read_record(text).moves) for text in kept]
    mine = [ply for ply, move in enumerate(made.sitting.moves, 1) if move.seat == 0]
    assert set(mine) <= set(lengths)
    assert lengths == sorted(set(lengths))
    assert read_record(kept[-1]).notes == {"seat0": "person", "seat1": "low", "seat2": "low"}
    assert read_record(kept[-1]).replay(lambda _: GAME).over()


def test_a_game_is_kept_however_it_is_left():
    """By a broken connection, or by an interrupt while bots play among themselves."""
    kept = []
    made, _ = table(GAME, *ALONE, [], keep=kept.append)
    made.play()
    assert len(read_record(kept[-1]).moves) == 2

    made, _ = table(GAME, [], ["low", "low"], [], keep=kept.append)
    think, thoughts = made.player, []

    def interrupted(level):
        thoughts.append(level)
        if len(thoughts) == 4:
            raise KeyboardInterrupt
        return think(level)

    made.player = interrupted
    with pytest.raises(KeyboardInterrupt):
        made.play()
    assert len(read_record(kept[-1]).moves) == 3


def test_a_step_back_is_kept_too():
    """The record follows the game, not the other way round."""
    kept = []
    made, _ = table(GAME, *ALONE, ["1", "undo"], keep=kept.append)
    made.play()

    assert [move for move in read_record(kept[-1]).moves if move[0] == 0] == []


def test_a_resumed_game_goes_on_as_it_would_have():
    """Bots included: the same moves lead to the same end."""
    whole, _ = table(GAME, *ALONE, first_choice)
    whole.play()
    begun, _ = table(GAME, *ALONE, ["1"])
    assert begun.play() is End.LEFT

    again, typist = table(GAME, *ALONE, first_choice)
    again.sitting = read_record(begun.record().text()).replay(lambda _: GAME)

    assert again.play() is End.OVER
    assert "Here the game stopped, after 6 decisions." in typist.text
    assert again.sitting.position() == whole.sitting.position()


# --- ends -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("people", [["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo", "Dora"], []])
def test_a_game_is_played_to_the_end(people, language):
    """One person, several, nobody but bots; in both languages."""
    made, typist = table(GAME, people, ["low", "high"][: 4 - len(people)], first_choice, language)

    assert made.play() is End.OVER

    assert made.sitting.over()
    for seat, points in enumerate(made.sitting.scores()):
        name = made.chairs[seat].name
        assert f"{name}: {points} {'point' if language == 'en' else 'Punkt'}" in typist.text
    assert ("You are watching." in typist.text or "Du schaust zu." in typist.text) == (not people)


def test_the_winners_are_named():
    """Shared victories too."""
    made, typist = table(GAME, *ALONE, first_choice)
    made.play()
    names = ", ".join(made.chairs[seat].name for seat in made.sitting.winners())

    assert f"{names} {'wins' if len(made.sitting.winners()) == 1 else 'share the victory'}." in typist.text


def test_after_the_end_people_ask_and_play_again():
    """The story, the table, help for anything else (with what works now, and no more), and once more."""
    replies = iter(["log", "table", "what", "again"])
    made, typist = table(GAME, *ALONE, lambda prompt: next(replies) if prompt.startswith("share") else first_choice(prompt))

    assert made.play() is End.AGAIN
    assert "   3  You: candle 1." in typist.text
    assert typist.text.count("(bot, low") >= 2
    assert "again: play once more" in typist.text
    assert "undo: one step back" not in typist.text


@pytest.mark.parametrize("typed", ["quit", "exit", "ende"])
def test_who_leaves_leaves_a_game_that_waits(typed):
    """Said or by closing the line."""
    made, _ = table(GAME, *ALONE, [typed, "1"])

    assert made.play() is End.LEFT
    assert [move.seat for move in made.sitting.moves] == [1, 2]


# --- the curtain ------------------------------------------------------------------------------------------------------------


def hands(sitting):
    """The candles of every seat as its own words."""
    return [[f"candle {k + 1}" for k in range(6) if sitting.state.seat[p].hand >> k & 1] for p in range(sitting.setup.seats)]


def test_the_curtain_hides_every_hand_from_everybody_else():
    """Between two falls of the curtain stand one person's hand, and nobody else's."""
    made, typist = table(GAME, ["Ada", "Ben", "Cleo"], [], ["", "1", "", "", "2", "", "", "3"])
    dealt = hands(made.sitting)
    assert len(set(map(tuple, dealt))) == 3
    made.play()

    scenes = typist.between_curtains()

    assert len(scenes) == 4
    assert "hand: candle" not in scenes[0]
    for scene, hand, name in zip(scenes[1:], dealt, ("Ada", "Ben", "Cleo"), strict=True):
        assert f"{name} (you, to move): points 0; hand: {', '.join(hand)};" in scene
        assert scene.count("hand: candle") == 1 or name == "Cleo"  # the last choice opens them all
        assert "; hand: 3;" in scene


def test_a_sealed_choice_is_told_to_nobody_before_the_reveal():
    """Ben's scene says that Ada has chosen, and is the very same whatever she chose."""
    scenes = []
    for choice in ("1", "2", "3"):
        made, typist = table(GAME, ["Ada", "Ben"], [], ["", choice, "", ""])
        made.play()
        scenes.append(typist.between_curtains()[2])

    assert scenes[0] == scenes[1] == scenes[2]
    assert "Ada (has chosen)" in scenes[0]
    assert "Chosen. It stays secret until all have chosen." in typist.text


def test_nobody_meets_the_curtain_alone():
    """One person among bots is never asked to look away."""
    made, typist = table(GAME, *ALONE, first_choice)
    made.play()

    assert len(typist.between_curtains()) == 1


def test_the_curtain_does_not_fall_between_two_decisions_of_one_person():
    """Whoever shines calls at once."""
    made, typist = table(GAME, ["Ada", "Ben"], [], ["", "1", "", "", "3"])
    made.play()

    assert made.sitting.awaited() == [1]
    assert len(typist.between_curtains()) == 3
    assert typist.shown[-1] == "Ben, number or move (? helps): "


def test_what_happened_behind_the_curtain_is_told_when_it_lifts():
    """Ada hears of the reveal, and of Ben's word, when she is back."""
    made, typist = table(GAME, ["Ada", "Ben"], [], ["", "1", "", "", "3", "noon", "", ""])
    made.play()

    assert "Ben: candle 5.\nBen shines.\nBen called well." in typist.between_curtains()[3]


def test_names_follow_the_record():
    """Who sat where is part of what is kept."""
    chairs = [Chair("Ada"), Chair("Creak", "low")]

    assert [chair.person for chair in chairs] == [True, False]
    record = Record.of(Sitting.deal(GAME.setup("plain", 2), key_from(1)), {0: "Ada", 1: "Creak"})
    assert "name 1 Creak" in record.text()


def test_a_typist_keeps_what_was_asked():
    """The scripted terminal of these tests can fail."""
    typist = Typist(["a"])

    assert typist.read("first? ") == "a"
    with pytest.raises(EOFError):
        typist.read("second? ")
    assert typist.text == "first? \nsecond? "
