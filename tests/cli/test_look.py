"""Commands that look: games, rules, positions, records, scenarios, decks."""

import json

import pytest

from ghosthouse import house
from ghosthouse.kernel import Record, Sitting, key_from
from tests.toys.lanterns import GAME

LINE = "lanterns/plain seats 2 | hand0 1 2 3 | hand1 4 5 6 | lock0 2"


@pytest.fixture
def record(tmp_path):
    """A finished game as a file, and its sitting."""
    sitting = Sitting.deal(GAME.setup("plain", 2, {"calls": False}), key_from(5))
    while not sitting.over():
        seat = sitting.next_seat()
        sitting.act(seat, sitting.legal(seat)[0])
    file = tmp_path / "game.record"
    file.write_text(Record.of(sitting, {0: "Ada", 1: "Ben\x1b[2J"}).text())
    return file, sitting


# --- games and rules ----------------------------------------------------------------------------------------------------------


def test_games_are_listed_with_what_can_be_chosen(type_in):
    """By title; one game with its bots and options."""
    assert "lanterns/plain Lanterns: 2 to 4 players, 1 minute." in " ".join(type_in("games").out.split())
    assert "lanterns/plain Laternen: 2 bis 4 Spieler, 1 Minute." in " ".join(type_in("games", "--lang", "de").out.split())

    one = type_in("games", "lanterns/plain").out

    assert "  --bots low,high,random\n" in one
    assert "  --option calls=True   False, True (LA-R1)\n      Calls: " in one


def test_games_that_are_not_for_the_lobby_are_listed_on_request(type_in):
    """A mini edition is for study."""
    hidden = [title.id for title in house.titles() if not title.edition.lobby]
    assert hidden

    lobby, every = json.loads(type_in("games", "--json").out), json.loads(type_in("games", "--all", "--json").out)

    assert not {row["id"] for row in lobby} & set(hidden)
    assert {row["id"] for row in every} >= {*hidden, "lanterns/plain"}
    assert all(row["seats"][0] <= row["seats"][1] and row["title"] and row["bots"] for row in every)


def test_the_rules_are_the_games_own_words(type_in):
    """The README, or one clause of it."""
    assert type_in("rules", "lanterns").out.startswith("# Lanterns\n")
    assert type_in("rules", "lanterns", "la-02").out == (
        "LA-02: In each of three rounds everybody chooses one candle in secret; all are lit together.\n"
    )
    clauses = json.loads(type_in("rules", "lanterns", "--json").out)
    assert [row["id"] for row in clauses] == ["LA-01", "LA-02", "LA-03", "LA-R1"]


def test_coverage_prints_clauses_and_tests_and_fails_on_a_hole(type_in):
    """LA-R1 is held by the toy's own tests; take their folder away and everything is a hole."""
    whole = type_in("rules", "lanterns", "--coverage")

    assert whole.code == 0
    assert "LA-03  test_lanterns.py::test_the_tallest_candle_that_stands_alone_shines" in whole.out
    assert whole.out.endswith("4 clauses, 4 with tests, 0 without, 0 unknown names\n")
    assert json.loads(type_in("rules", "lanterns", "--coverage", "--json").out)["holes"] == []


def test_coverage_fails_on_a_hole(type_in, monkeypatch):
    """A clause more than tests, and a name that is no clause."""
    from ghosthouse.lab import clauses

    with monkeypatch.context() as patch:
        patch.setattr(clauses, "rulebook", lambda game: "**LA-01** a\n**LA-02** b\n**LA-09** nobody tests this\n")
        holed = type_in("rules", "lanterns", "--coverage")
        said = json.loads(type_in("rules", "lanterns", "--coverage", "--json").out)

    assert holed.code == 1
    assert "LA-09  - no test names it" in holed.out
    assert "LA-03 is no clause of lanterns, but is named by test_lanterns.py::" in holed.out
    assert said["holes"] == ["LA-09"]
    assert set(said["unknown"]) == {"LA-03", "LA-R1"}


# --- positions and records ------------------------------------------------------------------------------------------------------


def test_a_position_is_shown_to_a_seat_and_to_a_spectator(type_in):
    """With what the seat could do; a spectator sees no hand."""
    spectator = type_in("position", LINE).out
    seat = type_in("position", LINE, "--seat", "1").out

    assert "hand: 3" in spectator
    assert "candle 4" not in spectator
    assert "seat 1 (you, to move): points 0; hand: candle 4, candle 5, candle 6" in seat
    assert "candle 2" not in seat
    assert "  1  light 4" in seat
    view = json.loads(type_in("position", LINE, "--seat", "1", "--json").out)
    assert view["awaited"] == [1]
    assert [choice["move"] for choice in view["choices"] if choice.get("legal", True)] == ["light 4", "light 5", "light 6"]


def test_a_position_is_read_from_standard_input_and_with_its_deck(type_in, tmp_path):
    """A dash, and `deck=own` with the deck file."""
    deck = tmp_path / "short.toml"
    deck.write_text("tallest = 4\n")
    line = "lanterns/plain seats 2 calls=False deck=own | hand0 1 2 3 | hand1 2 3 4"

    assert type_in("position", "-", lines=[LINE]).code == 0
    assert "give the deck as well" in type_in("position", line).err
    assert type_in("position", line, "--deck", deck).code == 0


def test_a_record_is_played_again_to_any_ply_through_any_eyes(type_in, record):
    """The sentences up to there, then the table as that seat knew it."""
    file, sitting = record

    whole = type_in("replay", file)
    begun = type_in("replay", file, "--ply", "0", "--seat", "1")

    assert whole.code == begun.code == 0
    assert "The game is over." in whole.out
    assert f"Ada: {sitting.scores()[0]} point" in whole.out
    assert "   2  Ada: candle" in whole.out
    assert "   2  " not in begun.out
    assert "Ben [2J (you, to move): points 0; hand: candle" in begun.out
    assert begun.out.count("hand: candle") == 1
    assert "\x1b" not in whole.out + begun.out
    beyond = type_in("replay", file, "--ply", sitting.ply + 1)
    assert f"this record has no ply {sitting.ply + 1} (0 to {sitting.ply})" in beyond.err


def test_a_replay_in_german_and_as_json(type_in, record):
    """The same in other words, and for machines."""
    file, sitting = record

    assert "Das Spiel ist zu Ende." in type_in("replay", file, "--lang", "de").out
    said = json.loads(type_in("replay", file, "--json").out)
    assert said["over"] is True
    assert said["ply"] == sitting.ply
    assert said["options"] == {"calls": False}
    assert said["view"]["winners"] == sitting.winners()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text.replace("ghosthouse record 1", "ghosthouse record 9"), "line 1: a record begins with"),
        (lambda text: text[: text.index("moves")], "the record stops before its moves"),
        (lambda text: text.removesuffix("end\n"), "the record breaks off without 'end'"),
        (lambda text: text.replace("rules 1", "rules 7"), "played by rules 7 of lanterns"),
        (lambda text: text.replace("rules 1", "rules one"), "line 4:"),
        (lambda text: text.replace("game lanterns", "game chess"), "there is no game 'chess'"),
        (lambda text: text.replace("moves\n0 light", "moves\n0 lift"), "move 1 (0 lift"),
        (lambda text: text.replace("moves\n0 ", "moves\n7 "), "move 1 (7 "),
        (lambda text: text.replace("chance ", "chance 00"), "32 hexadecimal digits"),
        (lambda text: "", "line 1: a record begins with"),
    ],
)
def test_a_damaged_record_is_told_with_its_place(type_in, record, damage, said):
    """By replay and by play alike."""
    file, _ = record
    file.write_text(damage(file.read_text()))

    for words in (["replay", file], ["play", "--resume", file]):
        answer = type_in(*words)
        assert answer.code == 2
        assert said in answer.err
        assert answer.err.count("\n") == 1


def test_a_strangers_file_commands_no_terminal(type_in, record, tmp_path):
    """Not by a name, not by a move that is refused, not by the title of a scenario."""
    file, _ = record
    file.write_text(file.read_text().replace("moves\n0 light", "moves\n0 \x1b]0;owned\x07lift"))
    story = tmp_path / "story.toml"
    story.write_text('title = "\\u001b[2J owned"\n')

    refused, told = type_in("replay", file), type_in("scenario", story)

    assert "owned" in refused.err
    assert "owned" in told.out
    assert not {"\x1b", "\x07"} & set(refused.err + told.out)


def test_a_file_of_bytes_is_no_record(type_in, tmp_path):
    """It says what it is not."""
    file = tmp_path / "noise.record"
    file.write_bytes(bytes(range(256)))

    assert f"cannot read {file}: it is no UTF-8 text" in type_in("replay", file).err


# --- scenarios ------------------------------------------------------------------------------------------------------------------

GOOD = f"""
title = "The tallest shines"
clauses = ["LA-03"]
position = "{LINE}"

[[step]]
seat = 1
move = "light 6"
then = {{ points1 = "1", phase = "call" }}
"""


def test_scenarios_pass_and_fail(type_in, tmp_path):
    """It ends with how many; the exit code is 1 if one failed."""
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "wrong.toml").write_text(GOOD.replace('points1 = "1"', 'points1 = "7"'))
    (tmp_path / "damaged.toml").write_text(GOOD.replace("title", "titel"))

    good = type_in("scenario", tmp_path / "good.toml")
    every = type_in("scenario", tmp_path)

    assert (good.code, every.code) == (0, 1)
    assert good.out == f"ok  {tmp_path / 'good.toml'}: The tallest shines\n1 passed, 0 failed\n"
    assert "    step 1: points1 is '1', not '7'" in every.out
    assert "    damaged.toml: " in every.out
    assert every.out.endswith("1 passed, 2 failed\n")
    said = json.loads(type_in("scenario", tmp_path, "--json").out)
    assert (said["passed"], said["failed"]) == (1, 2)


def test_a_folder_without_scenarios_is_no_success(type_in, tmp_path):
    """Nothing checked is not all well."""
    assert "there are no scenario files" in type_in("scenario", tmp_path).err


# --- decks ----------------------------------------------------------------------------------------------------------------------


def test_a_deck_is_checked_by_its_game(type_in, tmp_path):
    """By the one named, or by whichever plays with it; refused with the game's own sentence."""
    good, bad = tmp_path / "short.toml", tmp_path / "long.toml"
    good.write_text("tallest = 4\n")
    bad.write_text("tallest = 9\n")

    assert type_in("deck", "check", good, "--game", "lanterns").out == f"{good} is a deck for lanterns.\n"
    assert type_in("deck", "check", good).out == f"{good} is a deck for lanterns.\n"
    assert json.loads(type_in("deck", "check", good, "--json").out) == {"game": "lanterns", "ok": True, "report": None}
    refused = type_in("deck", "check", bad, "--game", "lanterns")
    assert refused.code == 2
    assert refused.err == f"ghosthouse: {bad} is no deck for lanterns: the tallest candle cannot be 9 (possible: 3 to 6)\n"
    nobody = type_in("deck", "check", bad)
    assert nobody.code == 2
    assert "is a deck for no game of the house" in nobody.err
    assert "lanterns: the tallest candle cannot be 9" in nobody.err


def test_a_game_that_never_reads_decks_takes_none(type_in, tmp_path, monkeypatch):
    """It does not say yes to a file that it would ignore."""
    monkeypatch.setattr(GAME.room("box"), "tables", lambda setup: None)
    deck = tmp_path / "any.toml"
    deck.write_text("any = 1\n")

    assert "is played with its own cards only" in type_in("deck", "check", deck, "--game", "lanterns").err


def test_a_games_own_bench_of_decks_is_asked(type_in, tmp_path, monkeypatch):
    """What it reports is printed in the reader's language, or as JSON."""

    class Bench:
        def check(self, setup):
            assert setup.deck
            return self

        def text(self, words):
            return f"checked in {words.language}\n"

        def json(self):
            return {"checked": True}

    room = type(GAME).room
    monkeypatch.setattr(type(GAME), "room", lambda game, name: Bench() if name == "deck" else room(game, name))
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: object())
    deck = tmp_path / "short.toml"
    deck.write_text("tallest = 4\n")

    assert type_in("deck", "check", deck, "--game", "lanterns", "--lang", "de").out == "checked in de\n"
    assert json.loads(type_in("deck", "check", deck, "--game", "lanterns", "--json").out)["report"] == {"checked": True}
