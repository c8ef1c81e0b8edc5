"""Deck files: what is in the box, checked."""

import random
import tomllib
from importlib import resources

import pytest

from ghosthouse.games.fright.tests.play import deal, field, play_on, setup
from ghosthouse.house import find
from ghosthouse.kernel import BadSetup, Record, read_record

DECKS = tomllib.loads((resources.files("ghosthouse.games.fright") / "components" / "decks.toml").read_text("utf-8"))


def deck(**changes):
    """The text of the common deck, with changes."""
    rows = {"colours": list(DECKS["ghosts-60"]["colours"]), "copies": "{ 1 = 3, 2 = 3, 3 = 3 }", "mist": 6} | changes
    return f"colours = {rows['colours']!r}\ncopies_per_colour = {rows['copies']}\nmist = {rows['mist']}\n"


def test_the_box_holds_sixty_cards():
    """Six colours, three cards each with 1, 2 and 3 ghosts, and six mists: 108 ghosts in all."""
    t = setup().tables

    assert t.total == 60
    assert sum(t.copies[kind] * t.ghosts[kind] for kind in range(25)) == 108
    assert t.copies[24] == 6


def test_a_deck_without_mist_can_be_played():
    """The first printing had none."""
    sitting = deal("german", 4, deck=deck(mist=0))

    cards = " ".join(str(field(sitting, key)) for key in ("deck", "hand0", "hand1", "hand2", "hand3")).split()
    assert (len(cards), "M" in cards) == (54, False)
    assert play_on(sitting, random.Random(1)).over()


def test_a_game_with_an_own_deck_is_recorded_with_it():
    """The record holds the deck, and replays."""
    sitting = play_on(deal("amigo", 3, deck=deck(mist=2)), random.Random(2))

    again = read_record(Record.of(sitting).text()).replay(find)

    assert again.position() == sitting.position()
    assert "deck=own" in again.position()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (deck(copies="{ 1 = 3, 9 = 1 }"), "a card cannot show 9 ghosts: 1 to 7"),
        (deck(copies="{ 0 = 3 }"), "a card cannot show 0 ghosts"),
        (deck(mist=11), "a deck can have 60 cards, not 65"),
        (deck(copies="{ 1 = 1, 2 = 1, 3 = 1, 4 = 1, 5 = 1 }"), "24 kinds of ghost cards, not 30"),
        (deck(copies="{ 1 = 0 }"), "at least one ghost card"),
        (deck(copies="{}"), "copies_per_colour must say"),
        (deck(copies="{ one = 3 }"), "a card cannot show one ghosts"),
        (deck(copies='{ "²" = 3 }'), "a card cannot show ² ghosts"),
        (deck(copies='{ "٣" = 3 }'), "a card cannot show ٣ ghosts"),
        (deck(copies='{ "01" = 3, 1 = 3 }'), "a card cannot show 01 ghosts"),
        (deck(copies="{ 1 = -3 }"), "there cannot be -3 cards with 1 ghosts"),
        (deck(copies="{ 1 = true }"), "there cannot be True cards"),
        (deck(mist=-1), "there cannot be -1 mist cards"),
        (deck(mist="true"), "there cannot be True mist cards"),
        (deck(colours=["black", "pink"]), "no colour 'pink'"),
        (deck(colours=["black", "black"]), "different colours"),
        (deck(colours=[["black"]]), "no colour"),
        (deck(colours=[]), "1 to 6 different colours"),
        (deck(colours=["black"], copies="{ 1 = 3 }"), "4 players need at least 20 cards; this deck has 9"),
        (deck() + "jokers = 2\n", "unknown: jokers"),
        ("colours = [", "no TOML"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_would_work(text, says):
    """A deck file with a nine, with sixty-five cards, without ghosts ..."""
    with pytest.raises(BadSetup, match=says):
        setup("amigo", 4, text)


def test_a_card_past_the_limit_of_its_edition_is_refused():
    """It could not even open a pile."""
    with pytest.raises(BadSetup, match="limit of 3"):
        setup("mini", 2, deck(colours=["black"], copies="{ 4 = 3 }"))


def test_a_starter_must_sit_at_the_table():
    """KA-07: seat 4 of three players cannot start."""
    with pytest.raises(BadSetup, match="seat 4 cannot start"):
        setup(seats=3, first=4)


@pytest.mark.parametrize("deck_of_seven", ["{ 7 = 10 }", "{ 4 = 5, 7 = 5 }"])
def test_heavy_ghosts_open_and_are_met_by_their_own_colour(deck_of_seven):
    """A deck may have ghosts up to the limit."""
    sitting = deal("amigo", 2, deck=deck(colours=["black", "red"], copies=deck_of_seven), rounds=1)

    while not sitting.over():
        sitting.act(sitting.next_seat(), sitting.legal(sitting.next_seat())[0])
        assert int(str(field(sitting, "level"))) <= 7
