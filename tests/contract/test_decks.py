"""Deck files are somebody else's: whatever they hold is played with or refused, and never an error."""

from __future__ import annotations

import contextlib

import pytest

from ghosthouse.house import Title
from ghosthouse.kernel import BadSetup, Refusal
from tests.walk import titles

RUBBISH = ("", "3", "true", "1.5", '"x"', "[]", "[3]", "[[]]", "[{}]", "{}", "[{ id = [], effect = [], copies = 1e400 }]")

every_title = pytest.mark.parametrize("title", titles(), ids=lambda title: title.id)


@every_title
def test_a_deck_file_of_anything_is_played_with_or_refused(title: Title):
    """Law 5: under every name that a file of the house has, values of every type."""
    for name in ("traps", "allies", "cards", "deck", "words", "ghosts"):
        for value in RUBBISH:
            with contextlib.suppress(Refusal):
                title.game.setup(title.edition.id, deck=f"{name} = {value}\n")


@every_title
def test_a_deck_file_that_is_too_deep_is_refused(title: Title):
    """Law 5: brackets within brackets would take the reader's breath."""
    depth = 5000
    for text in (f"traps = {'[' * depth}", f"cards = {'{ a = ' * depth}"):
        with contextlib.suppress(BadSetup):
            title.game.setup(title.edition.id, deck=text)
