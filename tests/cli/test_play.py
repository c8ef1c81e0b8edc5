"""`ghosthouse play`, with real files and in processes of its own: to the end, killed in the middle, and resumed."""

import os
import signal
import sys
import time

import pytest

from ghosthouse import house
from ghosthouse.kernel import key_from, key_from_text, read_record
from tests.toys.lanterns import GAME
from tests.walk import name, title_setups


def kept_in(folder):
    """The records in the state folder, as texts."""
    return [file.read_text() for file in sorted(folder.glob("*.record"))]


def one_kept(folder):
    """The only record in the state folder."""
    (text,) = kept_in(folder)
    return read_record(text)


ENOUGH = ["1", "noon"] * 800  # always the first choice, and a word where one is wanted: so every game comes to its end


# --- whole games ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("setup", title_setups(), ids=name)
def test_a_person_plays_any_title_to_the_end(type_in, state, setup, language):
    """Always the first choice, against the game's own bots, in both languages; what is kept replays to the end."""
    answer = type_in("play", setup.title, "--seats", setup.seats, "--seed", "3", "--lang", language, lines=ENOUGH)

    assert answer.code == 0
    assert answer.err == ""
    assert ("The game is over." if language == "en" else "Das Spiel ist zu Ende.") in answer.out
    assert one_kept(state).replay(house.find).over()


def test_friends_play_at_one_keyboard(type_in, state):
    """Names, a curtain between them, and the record knows who sat where."""
    lines = ["1", "1", "1"] * 40

    answer = type_in("play", "lanterns", "--people", "Ada,Ben", "--seed", "3", lines=["", "1", "", "", "1", "noon", *lines])

    record = one_kept(state)
    assert answer.code == 0
    assert record.names == {0: "Ada", 1: "Ben"}
    assert record.notes == {"seat0": "person", "seat1": "person"}
    assert "The curtain is down. Ada, take the keyboard" in answer.out
    assert "The curtain is down. Ben, take the keyboard" in answer.out


def test_bots_play_while_somebody_watches(type_in, state):
    """No people: to the end without a question."""
    answer = type_in("play", "lanterns", "--people", "0", "--bots", "low,high,random", "--seed", "3")

    assert "You are watching." in answer.out
    assert one_kept(state).notes == {"seat0": "low", "seat1": "high", "seat2": "random"}
    assert one_kept(state).replay(house.find).over()


@pytest.mark.parametrize(
    ("words", "roles"),
    [
        ([], ["person", "low", "high", "low"]),
        (["--seats", "3"], ["person", "low", "high"]),
        (["--bots", "high"], ["person", "high"]),
        (["--bots", "random", "--seats", "4"], ["person", "random", "random", "random"]),
        (["--people", "2"], ["person", "person"]),
        (["--people", "2", "--bots", "low"], ["person", "person", "low"]),
        (["--people", "Ada", "--seats", "2"], ["person", "low"]),
    ],
)
def test_seats_follow_from_people_and_bots(type_in, state, words, roles):
    """Bots named make the table; otherwise it has its usual number of seats, and the game's levels take turns."""
    type_in("play", "lanterns", *words)

    record = one_kept(state)
    assert [record.notes[f"seat{p}"] for p in range(record.seats)] == roles
    assert len(set(record.names.values())) == record.seats


def test_a_seed_deals_the_same_game_again(type_in, state):
    """A number as `simulate` counts, or any word."""
    for seed in ("7", "7", "Hallowe'en"):
        type_in("play", "lanterns", "--seed", seed)
    type_in("play", "lanterns")

    chances = [read_record(text).chance for text in kept_in(state)]

    assert len(chances) == 4
    assert len(set(chances)) == 3
    assert chances.count(key_from(7)) == 2
    assert chances.count(key_from_text("Hallowe'en")) == 1


def test_options_and_decks_belong_to_the_game(type_in, state, tmp_path):
    """And to its record."""
    deck = tmp_path / "short.toml"
    deck.write_text("tallest = 4\n")

    type_in("play", "lanterns", "--option", "calls=false", "--deck", deck)

    assert one_kept(state).options == {"calls": "False"}
    assert one_kept(state).deck == "tallest = 4\n"


def test_whoever_names_no_game_is_asked(type_in, state):
    """By number or by name; again until it is one; and Enter at the end of input goes."""
    titles = [title.id for title in house.titles(lobby=True)]
    assert titles[-1] == "lanterns/plain"

    asked = type_in("play", lines=["99", "no", str(len(titles))])
    named = type_in("play", lines=["lanterns"])
    gone = type_in("play")

    assert "There is no number 99 here" in asked.out
    assert "Which game? Type its number: " in gone.out
    assert (asked.code, named.code, gone.code) == (0, 0, 0)
    assert [read_record(text).game for text in kept_in(state)] == ["lanterns", "lanterns"]


def test_once_more_is_one_word(type_in, state):
    """The same seats and options, other cards, and a record of its own."""
    lines = ["3", "2", "1", "again", "quit"]

    type_in("play", "lanterns", "--seats", "2", "--option", "calls=false", "--seed", "1", lines=lines)

    records = [read_record(text) for text in kept_in(state)]
    assert sorted(len(record.moves) for record in records) == [1, 6]
    assert records[0].chance != records[1].chance
    assert records[0].options == records[1].options == {"calls": "False"}
    assert records[0].names == records[1].names


def test_once_more_has_what_the_rulebook_carries_over(type_in, state):
    """Where the loser of the last game starts the next, the next one's record says so."""
    type_in("play", "ghooost", "--edition", "mini", "--seats", "2", "--seed", "1", lines=["1"] * 30 + ["again", "quit"])

    first, second = sorted((read_record(text) for text in kept_in(state)), key=lambda record: -len(record.moves))
    lost = set(range(2)) - set(first.replay(house.find).winners())
    assert first.options == {}
    assert second.options == {"first": str(lost.pop())}


def test_a_clause_can_be_read_at_the_table(type_in):
    """From the game's README."""
    answer = type_in("play", "lanterns", "--seed", "3", lines=["rule LA-03", "regel la-r1"])

    assert "LA-03: The tallest candle that is lit once only scores a point." in answer.out
    assert "LA-R1: Whoever scored calls a word" in answer.out


# --- keeping and resuming -------------------------------------------------------------------------------------------------------


def test_a_file_of_ones_own_is_kept_and_resumed(type_in, tmp_path):
    """Whoever leaves is told how to go on, and goes on where they were."""
    file = tmp_path / "mine.record"

    left = type_in("play", "lanterns", "--seats", "2", "--seed", "3", "--save", file, lines=["2", "quit"])
    before = read_record(file.read_text())
    again = type_in("play", "--resume", file, lines=ENOUGH)

    assert left.code == 0
    assert f"go on with: ghosthouse play --resume {file}" in left.out
    assert again.code == 0
    assert f"Here the game stopped, after {len(before.moves)} decisions." in again.out
    after = read_record(file.read_text())
    assert after.moves[: len(before.moves)] == before.moves
    assert after.replay(house.find).over()
    assert (after.names, after.notes) == (before.names, before.notes)


def test_a_file_that_is_there_is_not_overwritten(type_in, tmp_path):
    """Somebody's game may be in it."""
    file = tmp_path / "mine.record"
    file.write_text("precious")

    answer = type_in("play", "lanterns", "--save", file)

    assert answer.code == 2
    assert f"{file} is there already: go on with it (--resume {file}), or name another file" in answer.err
    assert file.read_text() == "precious"


def test_the_newest_game_is_resumed_by_name(type_in, state):
    """`--resume last`."""
    type_in("play", "lanterns", "--seed", "3", lines=["1"])

    answer = type_in("play", "--resume", "last")

    assert answer.code == 0
    assert "Here the game stopped" in answer.out


def test_a_place_that_cannot_be_written_stops_nobody(type_in, tmp_path):
    """Play goes on; the reason is told at the end."""
    (tmp_path / "wall").write_text("")

    answer = type_in("play", "lanterns", "--seed", "3", "--save", tmp_path / "wall" / "x.record", lines=["1"])

    assert answer.code == 0
    assert "Candle 1" in answer.out or "candle 1" in answer.out
    assert "The game could not be kept: " in answer.out


def test_a_record_from_elsewhere_seats_one_person_and_bots(type_in, tmp_path):
    """Without a note of who sat where; a level that is not known here is told."""
    file = tmp_path / "given.record"
    type_in("play", "lanterns", "--seats", "3", "--seed", "3", "--save", file, lines=["1"])
    text = file.read_text()
    file.write_text("".join(line for line in text.splitlines(True) if not line.startswith(("note", "name"))))
    assert "> Player 1 (you, to move)" in type_in("play", "--resume", file).out

    file.write_text(text.replace("note seat1 low", "note seat1 wise"))
    assert "lanterns has no bots of level 'wise'" in type_in("play", "--resume", file).err


def test_names_from_a_strangers_file_command_no_terminal(type_in, tmp_path):
    """Escape codes in a record are shown as what they are not."""
    file = tmp_path / "given.record"
    type_in("play", "lanterns", "--seats", "2", "--seed", "3", "--save", file, lines=["1"])
    file.write_text(file.read_text().replace("name 0 Player 1", "name 0 \x1b]0;owned\x07Ada"))

    answer = type_in("play", "--resume", file)

    assert answer.code == 0
    assert "\x1b" not in answer.out
    assert "\x07" not in answer.out
    assert "Ada (you, to move)" in answer.out


# --- processes of their own -------------------------------------------------------------------------------------------------------


def until(stream, text):
    """Read a stream up to a text."""
    seen = ""
    while text not in seen:
        char = stream.read(1)
        assert char, f"the stream ended before {text!r}: {seen[-500:]}"
        seen += char
    return seen


def test_a_killed_game_loses_nothing(start, in_process, tmp_path):
    """kill -9 at a prompt: every decision made is in the file, whole, and the game goes on."""
    file = tmp_path / "killed.record"
    process = start("play", "lanterns", "--seats", "2", "--seed", "3", "--option", "calls=false", "--save", file)
    until(process.stdout, "helps): ")
    for _ in range(2):
        process.stdin.write("1\n")
        process.stdin.flush()
        until(process.stdout, "helps): ")
    process.kill()
    process.wait()

    record = read_record(file.read_text())
    assert [seat for seat, _ in record.moves] == [1, 0, 1, 0, 1]
    answer = in_process("play", "--resume", file, lines=["1", ""])

    assert answer.code == 0
    assert "The game is over." in answer.out
    assert read_record(file.read_text()).moves[:5] == record.moves


def test_an_interrupt_says_where_the_game_waits(start, tmp_path):
    """Ctrl-C: exit code 130, no traceback, and how to go on."""
    file = tmp_path / "interrupted.record"
    process = start("play", "lanterns", "--seed", "3", "--save", file)
    until(process.stdout, "helps): ")

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=180)

    assert process.returncode == 130
    assert f"go on with: ghosthouse play --resume {file}" in out
    assert err == ""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_game_in_a_process_of_its_own(in_process, state, language):
    """As from a shell script: no code in the output, everything typed is in it."""
    answer = in_process("play", "lanterns", "--seed", "3", "--lang", language, lines=ENOUGH[:40])

    assert answer.code == 0
    assert answer.err == ""
    assert "\x1b" not in answer.out
    assert ("(? helps): 1\n" if language == "en" else "(? hilft): 1\n") in answer.out


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("environment", "coloured"), [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({}, False)]
)
def test_at_a_terminal_there_is_colour_unless_somebody_wants_none(start, environment, coloured):
    """A pseudo-terminal: TERM=dumb and NO_COLOR get plain lines."""
    import pty

    ours, theirs = pty.openpty()
    process = start("play", "lanterns", "--seed", "3", stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    seen = b""
    deadline = time.monotonic() + 60
    while b"helps): " not in seen and time.monotonic() < deadline:
        seen += os.read(ours, 4096)
    os.write(ours, b"quit\n")
    process.wait(60)
    os.close(ours)

    assert (b"\x1b[" in seen) is coloured
    assert b"Everybody: choose a candle in secret." in seen


def test_the_language_of_the_system_is_spoken(in_process):
    """LANG=de_AT speaks German; --lang overrules it; an unknown one means English."""
    assert "Alle:" in in_process("play", "lanterns", env={"LANG": "de_AT.UTF-8"}).out
    assert "Everybody:" in in_process("play", "lanterns", "--lang", "en", env={"LANG": "de_AT.UTF-8"}).out
    assert "Everybody:" in in_process("play", "lanterns", env={"LANG": "fr_FR.UTF-8"}).out
    assert GAME.id == "lanterns"
