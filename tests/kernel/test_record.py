"""Records: a game as one small text file, and every kind of damage named with its line."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthouse.kernel import BadPosition, BadRecord, BadSetup, Nonsense, Record, Sitting, key_from, pack, read_record
from tests.sixth_game.here import CANDLE, find, setup

WHOLE = """ghosthouse record 1
game candle
edition plain
rules 1
seats 2
option hush False
chance 000902030405060708090a0b0c0d0e0f
name 0 Ada
name 1 Ben the Second
note table 17
moves
0 lay 2
1 lay 1
end
"""


def played(seats: int = 2, edition: str = "plain", seed: int = 1, **options: object) -> Sitting:
    """Plays a game of Candle at random."""
    sitting = Sitting.deal(setup(seats, edition, **options), key_from(seed))
    rng = random.Random(seed)
    while not sitting.over():
        seat = sitting.next_seat()
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    return sitting


def damaged(line: int, becomes: str) -> str:
    """The whole record with one line replaced (counted from 1)."""
    lines = WHOLE.splitlines()
    lines[line - 1] = becomes
    return "\n".join(lines) + "\n"


def test_a_record_is_the_whole_game():
    """Written, read and replayed: the same state, the same events, the same text; and it can be stopped anywhere."""
    sitting = played(3, hush=False)
    text = Record.of(sitting, {0: "Ada", 2: "Cleo"}).text()

    record = read_record(text)
    again = record.replay(find)

    assert pack(again.state) == pack(sitting.state)
    assert again.told == sitting.told
    assert record.names == {0: "Ada", 2: "Cleo"}
    assert record.options == {"hush": "False"}
    assert record.text() == text
    for ply in range(sitting.ply + 1):
        assert pack(record.replay(find, upto=ply).state) == pack(sitting.rewound(ply).state)


def test_a_record_reads_as_documented():
    """Every word of the head, an own key, names with spaces; blank lines and stray spaces do no harm."""
    record = read_record(WHOLE)
    airy = read_record(WHOLE.replace("seats 2\n", "\n  seats   2  \n\n") + "\n  \n")

    assert record == airy
    assert record.text() == WHOLE
    assert record.moves == [(0, "lay 2"), (1, "lay 1")]
    assert record.names[1] == "Ben the Second"
    assert record.notes == {"table": "17"}
    assert record.chance == bytes.fromhex("000902030405060708090a0b0c0d0e0f")


def test_a_game_from_the_middle_keeps_its_position():
    """The opening position is part of the record, and replaying begins there."""
    line = "candle/plain seats 2 hush=False | turn 1 | laid 3 3 | hand0 1 1 | hand1 2 3"
    sitting = Sitting.at(setup(hush=False), line, key_from(3))
    sitting.act(1, "lay 2")

    again = read_record(Record.of(sitting).text()).replay(find)

    assert again.opening == line
    assert pack(again.state) == pack(sitting.state)


def test_names_cannot_break_out_of_their_line():
    """People call themselves what they like; a name is one line of the file all the same."""
    sitting = played()
    text = Record.of(sitting, {0: "Ada\nmoves\n0 lay 3\u2028end", 1: "\v\x85"}).text()

    record = read_record(text)

    assert record.names == {0: "Ada moves 0 lay 3 end", 1: ""}
    assert pack(record.replay(find).state) == pack(sitting.state)


@given(
    names=st.dictionaries(st.integers(0, 1), st.text(max_size=30)),
    moves=st.lists(st.tuples(st.integers(0, 9), st.text(min_size=1, max_size=20).map(str.split).map(" ".join).filter(bool))),
    deck=st.text(max_size=60),
    notes=st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.text(max_size=20)),
)
def test_any_record_round_trips(names: dict[int, str], moves: list[tuple[int, str]], deck: str, notes: dict[str, str]):
    """Law: reading what was written gives it back, names and notes on one line."""

    def one_line(texts: dict) -> dict:
        return {key: " ".join(text.split()) for key, text in texts.items()}

    record = Record(
        game="g",
        edition="e",
        rules=1,
        seats=2,
        chance=bytes(16),
        deck=deck,
        names=one_line(names),
        moves=moves,
        notes=one_line(notes),
    )

    assert read_record(record.text()) == record


@pytest.mark.parametrize(
    ("line", "becomes", "said"),
    [
        (1, "ghosthouse record 2", "line 1: a record begins with 'ghosthouse record 1'"),
        (1, "", "line 1: a record begins"),
        (2, "game", "line 2: 'game' needs a word behind it"),
        (2, "gmae candle", "line 2: unknown word 'gmae' .known: game, edition, rules, seats, chance, option, deck"),
        (3, "game candle", "line 3: 'game' stands there twice"),
        (4, "rules one", "line 4: 'rules' takes a number, not 'one'"),
        (5, "seats 0", "line 5: 'seats' begins to count at 1"),
        (5, "seats \u00b2", "line 5: 'seats' takes a number"),
        (5, "seats 9999999999", "line 5: 'seats' takes a number"),
        (5, "", "line 11: the head of the record lacks seats"),
        (7, "chance 0011", "line 7: chance takes 32 hexadecimal digits, not '0011'"),
        (7, "chance " + "00 " * 16, "line 7: chance takes 32 hexadecimal digits"),
        (7, "deck {}", "line 7: deck takes the text of a deck file, as a JSON string"),
        (7, "deck 'x'", "line 7: deck takes the text of a deck file"),
        (8, "name Ada", "line 8: 'name' takes a number, not 'Ada'"),
        (9, "name 0 Ben", "line 9: 'name 0' stands there twice"),
        (9, "name 2 Ben", "line 11: the head names seat 2, but seats are 0 to 1"),
        (11, "", "line 12: unknown word '0'"),
        (12, "lay 3", "line 12: a move is a seat and what it did, not 'lay 3'"),
        (12, "0", "line 12: a move is a seat and what it did, not '0'"),
        (12, "-1 lay 3", "line 12: a move is a seat and what it did"),
        (12, "\u00b2 lay 3", "line 12: a move is a seat and what it did"),
        (12, "", "line 12: a move is a seat and what it did"),
        (13, "end", "line 14: nothing stands behind 'end', but here is 'end'"),
        (14, "0 lay 1", "line 14: the record breaks off without 'end'"),
    ],
)
def test_damage_is_named_with_its_line(line: int, becomes: str, said: str):
    """One line at a time: missing, misspelt, doubled, out of range."""
    with pytest.raises(BadRecord, match=said):
        read_record(damaged(line, becomes))


def test_a_record_that_breaks_off_is_damaged():
    """Wherever the copying stopped: in the head, in the moves, before the last line."""
    lines = WHOLE.splitlines()

    for length in range(len(lines)):
        with pytest.raises(BadRecord, match=r"^line \d+: "):
            read_record("\n".join(lines[:length]))


@given(st.text(max_size=200), st.integers(0, len(WHOLE)), st.integers(0, 40))
def test_no_text_crashes_the_reader(noise: str, at: int, gone: int):
    """Law 5: whatever stands in the file, it is a record or a BadRecord; what was read may still be refused by the rules."""
    text = WHOLE[:at] + noise + WHOLE[at + gone :]
    with contextlib.suppress(BadRecord, BadSetup, BadPosition, Nonsense):
        read_record(text).replay(find)


@pytest.mark.parametrize(
    ("line", "becomes", "kind", "said"),
    [
        (2, "game chandelier", Nonsense, "there is no game 'chandelier'"),
        (3, "edition grand", BadSetup, "candle has no edition 'grand' .there are: plain, mini."),
        (4, "rules 2", BadRecord, "played by rules 2 of candle; this house has 1"),
        (5, "seats 7", BadSetup, "for 2 to 4 players, not 7"),
        (6, "option hush maybe", BadSetup, "option hush cannot be 'maybe' .possible: False, True."),
        (6, "option smoke 1", BadSetup, "has no option 'smoke' .there are: hush."),
        (10, "position candle/plain seats 3 | turn 0", BadPosition, "the position is for candle/plain seats 3, not for .* seats 2"),
        (10, "position candle/plain seats 2 hush=True | turn 0", BadPosition, "position is for hush=True, but here hush is False"),
        (12, "0 lay 9", BadRecord, r"move 1 \(0 lay 9\) is refused: 'lay 9' is no move"),
        (12, "1 lay 3", BadRecord, r"move 1 \(1 lay 3\) is refused: seat 1 owes no decision now"),
        (13, "0 lay 1", BadRecord, r"move 2 \(0 lay 1\) is refused"),
        (13, "1 hush", BadRecord, r"move 2 \(1 hush\) is refused: hush: .* \(CA-R1\)"),
        (13, "7 lay 1", BadRecord, r"move 2 \(7 lay 1\) is refused: there is no seat 7"),
    ],
)
def test_a_game_that_cannot_have_been_is_refused(line: int, becomes: str, kind: type[Exception], said: str):
    """A record that can be read may still belong to another house, another version, or to no game at all."""
    assert read_record(WHOLE).replay(find).ply == 2

    with pytest.raises(kind, match=said):
        read_record(damaged(line, becomes)).replay(find)


def test_undo_in_a_record_is_leaving_moves_out():
    """A record cut short at a move is a record of the game until there."""
    sitting = played(4)
    record = Record.of(sitting)

    record.moves = record.moves[:3]

    assert pack(read_record(record.text()).replay(find).state) == pack(sitting.rewound(3).state)
    assert record.rules == CANDLE.version
