"""Positions as text: the fields that all games share, the head, and what happens to a line that is wrong."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthouse import house
from ghosthouse.kernel import BadPosition, Illegal, Nonsense, NotYourTurn, Setup, Sitting, key_from, pack
from ghosthouse.kernel.notation import Fields, fields_of, join, read_body, read_line, write_line
from tests.sixth_game.here import find, setup
from tests.walk import name, sample, title_setups

BODY = "turn 1 | laid 3 3 | hand0 1 1 | hand1 2 3"


def test_fields_are_keys_and_words():
    """A key and its words, parted by bars; a key without a number may stand for one with any number."""
    fields = Fields(" turn 1 |hand0 K1  K2|  | hand12 | level -3 ", ("turn", "level", "hand#"))

    assert fields.words("hand0") == ["K1", "K2"]
    assert fields.words("hand12") == fields.words("hand3") == []
    assert fields.number("turn") == 1
    assert fields.number("level", low=-5) == -3
    assert (fields.word("top", "K"), fields.number("round", 7)) == ("K", 7)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("trun 1", r"unknown field 'trun' \(known: turn, level, hand#\)"),
        ("turn0 1", "unknown field 'turn0'"),
        ("hand K1", "unknown field 'hand'"),
        ("hand# K1", "unknown field 'hand#'"),
        ("hand01 K1", "unknown field 'hand01'"),
        ("turn 1 | turn 2", "the field 'turn' stands there twice"),
    ],
)
def test_fields_that_are_not_known_are_named(body: str, said: str):
    """A misspelt key is an error that lists the keys, never a field that nobody reads."""
    with pytest.raises(BadPosition, match=said):
        Fields(body, ("turn", "level", "hand#"))


@pytest.mark.parametrize("word", ["x", "1 2", "", "4", "-1", "--1", "\u00b2", "\u0663", "1_0", "1.5", "9" * 5000])
def test_a_number_is_within_its_bounds(word: str):
    """What is no number, or out of bounds, is said with the bounds; what Python would take for one is none."""
    with pytest.raises(BadPosition, match=r"the field 'turn' takes (a number from 0 to 3|one word), not"):
        Fields(f"turn {word}", ("turn",)).number("turn", 0, 0, 3)


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,6}[0-9]?", fullmatch=True), st.from_regex(r"[A-Z0-9]{1,3}( [A-Z0-9]{1,3})*", fullmatch=True)
    )
)
def test_fields_round_trip(fields: dict[str, str]):
    """Law: what `join` writes, `fields_of` and `Fields` read."""
    body = join(fields)

    assert fields_of(body) == fields
    assert {key: " ".join(words) for key, words in Fields(body, fields).found.items()} == fields


def test_a_field_that_is_none_is_left_out():
    """An empty one stays, because it says that nothing lies there."""
    assert join({"turn": 1, "caller": None, "laid": ""}) == "turn 1 | laid"


def test_the_head_names_what_differs():
    """Title and seats always, options where they are not the edition's own."""
    assert write_line(setup(3), Sitting.deal(setup(3), key_from(1)).state).startswith("candle/plain seats 3 | minutes 10 | ")
    line = write_line(setup(2, hush=False), Sitting.deal(setup(2, hush=False), key_from(1)).state)
    assert line.startswith("candle/plain seats 2 hush=False | minutes 10 | ")

    again, state = read_line(find, line)

    assert (again.seats, again.options) == (2, {"hush": False})
    assert write_line(again, state) == line


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("candel/plain seats 2", "cannot be read: there is no game 'candel'"),
        ("candle/grand seats 2", "cannot be read: candle has no edition 'grand'"),
        ("candle/plain seats 9", "cannot be read: candle plain is for 2 to 4 players, not 9"),
        ("candle/plain seats two", "a position begins: game/edition seats N"),
        ("candle/plain seats \u00b2", "a position begins: game/edition seats N"),
        ("candle/plain", "a position begins: game/edition seats N"),
        ("", "a position begins: game/edition seats N"),
        ("candle/plain seats 2 hush", "behind the seats stand options, option=value, not 'hush'"),
        ("candle/plain seats 2 hush=True hush=False", "the option 'hush' stands there twice"),
        ("candle/plain seats 2 smoke=1", "has no option 'smoke'"),
        ("candle/plain seats 2 hush=maybe", "option hush cannot be 'maybe'"),
        ("candle/plain seats 2 deck=own", "give the deck as well"),
    ],
)
def test_a_head_that_cannot_be_is_refused(head: str, said: str):
    """Each part of the head, with what would work."""
    with pytest.raises(BadPosition, match=said):
        read_line(find, f"{head} | {BODY}")


def test_a_line_without_fields_is_refused():
    """A title alone is no position."""
    with pytest.raises(BadPosition, match="a position has fields behind bars"):
        read_line(find, "candle/plain seats 2")


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("candle/mini seats 2", "the position is for candle/mini seats 2, not for candle/plain seats 2"),
        ("candle/plain seats 3", "not for candle/plain seats 2"),
        ("candle/plain seats 2 hush=False", "the position is for hush=False, but here hush is True"),
        ("candle/plain seats 2 deck=own", "the position is for deck=own, but here deck is none"),
        ("candle/plain seats 2 smoke=1", r"has no option 'smoke' \(there are: hush\)"),
    ],
)
def test_a_position_of_another_table_is_refused(head: str, said: str):
    """A table does not take a position that was written for other seats or options."""
    with pytest.raises(BadPosition, match=said):
        read_body(setup(2), f"{head} | {BODY}")

    assert read_body(setup(2), f"candle/plain seats 2 hush=true | {BODY}").turn == 1


def test_a_field_of_a_seat_that_is_not_there_is_refused():
    """A hand too many would be read by nobody."""
    with pytest.raises(BadPosition, match=r"the field 'hand2' is for a seat that is not there \(seats are 0 to 1\)"):
        read_body(setup(2), f"candle/plain seats 2 | {BODY} | hand2 1 1")


def test_what_a_games_reader_did_not_foresee_is_answered(monkeypatch: pytest.MonkeyPatch):
    """Law 5: a number too large for its field, or a digit from another script, is refused; the reader does not crash."""
    room = find("candle").room("notation")
    honest = room.read

    def careless(body: str, t: object, s: object) -> object:
        state = honest(body, t, s)
        state.turn = 300
        return state

    monkeypatch.setattr(room, "read", careless)
    with pytest.raises(BadPosition, match=r"a number of the position does not fit: State.turn = 300"):
        read_body(setup(2), f"candle/plain seats 2 | {BODY}")
    monkeypatch.setattr(room, "parse", lambda s, t, seat, text: int(text))
    with pytest.raises(Nonsense, match="cannot be read as a move"):
        Sitting.deal(setup(2), key_from(1)).act(0, "\u00b2")


# --- Every game that the house finds ----------------------------------------------------------------------------------------

every_title = pytest.mark.parametrize("setup", title_setups(), ids=name)
NOISE = ["-1", "0", "7", "99", "300", "40000", "\u00b2", "any", "-", "x", "K9", "", "|", "=", "é", "9" * 30]


@every_title
def test_no_damaged_position_crashes_the_reader(setup: Setup):
    """Law 5: a line with a word changed, doubled, moved or missing is read as a position, or refused as none."""
    rng = random.Random(name(setup))
    read = refused = 0
    for sitting in sample(setup, "damage", every=23, limit=120):
        words = sitting.position().split(" ")
        for _ in range(60):
            damaged = list(words)
            for _ in range(rng.choice((1, 1, 2))):
                at = rng.randrange(len(damaged))
                damaged[at : at + rng.randrange(2)] = [rng.choice((rng.choice(NOISE), rng.choice(words)))] * rng.randrange(3)
            try:
                chosen, state = read_line(house.find, " ".join(damaged))
            except BadPosition:
                refused += 1
            else:
                read += 1
                again = read_line(house.find, write_line(chosen, state))[1]
                assert pack(again) == pack(state), " ".join(damaged)

    assert read + refused > 0
    assert refused > read / 20


@every_title
def test_no_text_crashes_a_table(setup: Setup):
    """Law 5: whatever is typed instead of a move, it is obeyed or refused, in any phase."""
    rng = random.Random(name(setup))
    spell = setup.game.room("notation").spell
    for sitting in sample(setup, "typing", every=17, limit=120):
        for seat in sitting.awaited():
            legal = sitting.legal(seat)
            for _ in range(40):
                words = spell(sitting.state, sitting.tables, seat, rng.choice(legal)).split()
                at = rng.randrange(len(words) + 1)
                words[at : at + rng.randrange(3)] = rng.choices(NOISE, k=rng.randrange(3))
                text = " ".join(words)
                before = pack(sitting.state)
                try:
                    action, _ = sitting.read_move(seat, text)
                except (Nonsense, Illegal, NotYourTurn):
                    pass
                else:
                    refusal = sitting.refuse(seat, action)
                    assert refusal is None or str(refusal), text
                assert pack(sitting.state) == before
