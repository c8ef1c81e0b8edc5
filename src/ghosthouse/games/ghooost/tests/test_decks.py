"""Deck files: what is in the box, checked."""

import random
from importlib import resources

import pytest

from ghosthouse.games.ghooost import GAME
from ghosthouse.games.ghooost.box import read_deck
from ghosthouse.games.ghooost.tests.play import deal, ghosts, play_on, setup
from ghosthouse.house import find
from ghosthouse.kernel import BadSetup, Record, read_record


def deck(ranks=None, **others):
    """The text of a deck file."""
    rows = {"miss_copy": 2, "kitty": 4} | others
    head = "".join(f"{key} = {value}\n" for key, value in rows.items())
    return head + "[ranks]\n" + (ranks if ranks is not None else "".join(f"{value} = 4\n" for value in range(1, 15)))


@pytest.mark.parametrize(("name", "copies", "kitties"), [("ghooost-62", 2, 4), ("ghooost-62-ludorium", 4, 2)])
def test_the_deck_files_of_the_box(name, copies, kitties):
    """62 ghosts: four of each value, and two readings of the last six."""
    text = (resources.files("ghosthouse.games.ghooost") / "components" / f"{name}.toml").read_text("utf-8")
    found = read_deck(text)

    assert sum(found.values()) == 62
    assert [found[value] for value in range(1, 15)] == [4] * 14
    assert (found[0], found[15]) == (copies, kitties)
    assert ghosts(deal(2, "same", deck=text), "crypt") == ghosts(deal(2, "same", cards=name), "crypt")


def test_a_game_with_an_own_deck_is_recorded_with_it():
    """The record holds the deck, and replays."""
    sitting = play_on(deal(3, deck=deck(kitty=6)), random.Random(2))

    again = read_record(Record.of(sitting).text()).replay(find)

    assert again.position() == sitting.position()
    assert "deck=own" in again.position()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (deck("15 = 1\n"), "there is no ghost of value 15"),
        (deck("0 = 1\n"), "there is no ghost of value 0"),
        (deck("two = 1\n"), "there is no ghost of value two"),
        (deck("5 = 5\n"), "a deck cannot have 5 copies of 5: 0 to 4"),
        (deck("5 = -1\n"), "a deck cannot have -1 copies of 5"),
        (deck("5 = true\n"), "a deck cannot have True copies of 5"),
        (deck("5 = 1.5\n"), "a deck cannot have 1.5 copies of 5"),
        (deck("5 = 0\n"), "at least one ghost with a value"),
        (deck(""), r"a deck needs \[ranks\]"),
        ("ranks = 4\n", r"a deck needs \[ranks\]"),
        (deck(miss_copy=5), "a deck cannot have 5 Miss Copies: 0 to 4"),
        (deck(kitty=8), "a deck cannot have 8 Kitties: 0 to 7"),
        (deck(miss_copy=4, kitty=7), "a deck can have 64 cards, not 67"),
        (deck(igor=2), "unknown: igor"),
        (deck("5 = 4\n"), "4 players need at least 49 cards"),
        ("ranks = [", "no TOML"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(text, says):
    """With what would work."""
    with pytest.raises(BadSetup, match=says):
        setup(4, deck=text)


def test_a_seat_that_is_not_there_cannot_start():
    """GO-07: refused when the table is set up."""
    with pytest.raises(BadSetup, match="seat 4 cannot start"):
        setup(3, first=4)


def test_unknown_options_and_editions_are_refused():
    """With what there is."""
    with pytest.raises(BadSetup, match="no option 'ghosts'"):
        setup(3, ghosts=4)
    with pytest.raises(BadSetup, match="no edition 'large'"):
        GAME.setup("large", 3)
    with pytest.raises(BadSetup, match="option match cannot be 'perhaps'"):
        setup(3, match="perhaps")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_state_is_small(seats):
    """At most 400 bytes, for any number of players."""
    assert setup(seats).state_size() <= 400
