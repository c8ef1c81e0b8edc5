"""Screens: the same words with and without colour."""

import io
import re

import pytest

from ghosthouse import bots
from ghosthouse.kernel import Sitting, key_from
from ghosthouse.terminal import Chair, ColourScreen, PlainScreen, Table, wants_colour
from ghosthouse.terminal.draw import Row
from tests.terminal.seated import CURTAIN, first_choice
from tests.toys.lanterns import GAME

ESCAPE = re.compile(r"\x1b\[[0-9;]*[a-zA-Z]")


class Terminal(io.StringIO):
    """A file that claims to be a terminal."""

    def isatty(self):
        """So that rich colours it."""
        return True


def game_on(screen):
    """Play a whole game of two people on a screen."""
    chairs = [Chair("Ada"), Chair("Ben"), Chair("Creak", "low")]
    table = Table(Sitting.deal(GAME.setup("plain", 3), key_from(3)), chairs, screen, "en", lambda level: bots.player(GAME, level))
    table.play()


def test_colour_adds_nothing_that_words_do_not_say(monkeypatch):
    """Without its codes the coloured terminal shows the very same text."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    file, plain = Terminal(), io.StringIO()

    game_on(ColourScreen(first_choice, file))
    game_on(PlainScreen(first_choice, lambda text: print(text, file=plain)))

    assert "\x1b[" in file.getvalue()
    assert ESCAPE.sub("", file.getvalue()) == plain.getvalue().replace("\n" * 51, "")


def test_the_coloured_curtain_clears_what_could_be_scrolled_back_to():
    """The screen, and the lines above it."""
    file = Terminal()

    ColourScreen(first_choice, file).hide()

    assert "\x1b[3J" in file.getvalue()
    assert "\x1b[2J" in file.getvalue()


def test_markup_in_a_name_is_shown_as_typed():
    """A name like [red] is a name."""
    file = Terminal()

    ColourScreen(first_choice, file).show([Row("[bold]Ada[/bold] :ghost: 7", "news")])

    assert "[bold]Ada[/bold] :ghost: 7" in ESCAPE.sub("", file.getvalue())


def test_the_plain_curtain_is_a_screenful_of_nothing():
    """A terminal that cannot clear can still scroll."""
    written = []

    PlainScreen(first_choice, written.append).hide()

    assert CURTAIN in written[0]


def test_the_plain_curtain_is_as_tall_as_the_screen(monkeypatch):
    """On a tall one, what was shown would still stand at the top."""
    monkeypatch.setenv("LINES", "120")
    written = []

    PlainScreen(first_choice, written.append).hide()

    assert written == ["\n" * 120]


@pytest.mark.parametrize(
    ("environment", "is_terminal", "colour"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm"}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({}, True, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, True),
    ],
)
def test_colour_is_for_terminals_that_want_it(environment, is_terminal, colour):
    """NO_COLOR counts when it is not empty, TERM=dumb always."""
    assert wants_colour(environment, is_terminal) is colour
