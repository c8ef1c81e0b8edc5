"""Every id that a game uses has words, in every language of the house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ghosthouse.kernel import LANGUAGES, SPECTATOR, Setup, View, Words
from ghosthouse.kernel.event import Line
from ghosthouse.kernel.phrases import catalogue
from tests.walk import name, sample, setups, title_setups

ROOT = Path(__file__).parents[2]

every_setup = pytest.mark.parametrize("setup", setups(), ids=name)
every_title = pytest.mark.parametrize("setup", title_setups(), ids=name)


def tones() -> set[str]:
    """The sounds that the page makes, by name: those of the two tables in `tones.ts`."""
    source = (ROOT / "web" / "src" / "sound" / "tones.ts").read_text("utf-8")
    names = re.findall(r"^  (\w+): \{ ?(?:kind|$)", source, re.MULTILINE)
    same = re.search(r"const same: .* = \{(.*)\}", source)
    assert same
    return {*names, *re.findall(r"(\w+):", same[1])}


def test_the_sounds_of_the_page_are_found():
    """A list that was read wrongly would let every tone pass, or none."""
    assert {"move", "disaster", "ghost", "take"} <= tones()
    assert not {"kind", "beats", "tone", "at"} & tones()


@every_title
def test_languages_have_the_same_ids(setup: Setup):
    """A language is complete: no id is missing in one of them, none is left over."""
    keys = {language: set(catalogue(setup.game.package, language)) for language in LANGUAGES}
    first = keys[LANGUAGES[0]]

    for language, ids in keys.items():
        assert ids == first, (language, ids ^ first)


@every_setup
def test_everything_said_has_words(setup: Setup):
    """Status, events, calls, choices and reasons are sentences in every language, for everybody who hears them."""
    names = {seat: f"Player{seat}" for seat in range(setup.seats)}
    words = [Words(language, [setup.game.package]) for language in LANGUAGES]

    def say(line: Line, reader: int) -> None:
        for language in words:
            assert line.phrase in language, line
            text = language.say(line, names, reader)
            assert text, line
            assert "{" not in text, text
            for term in line.terms.values():
                assert term in language, (line, term)
            if line.call:
                assert line.call in language, line
                assert language.call(line)

    heard = 0
    sounds = tones()
    for sitting in sample(setup, "words", every=9, limit=160):
        for seat in (SPECTATOR, *range(setup.seats)):
            for _, line in sitting.lines(seat, sitting.told[heard:]):
                say(line, seat)
                assert not line.tone or line.tone in sounds, f"the page has no sound {line.tone}"
            view = sitting.view(seat)
            assert view.status is not None
            say(view.status, seat)
            _ids_have_words(view, words)
        heard = len(sitting.told)
        for seat in sitting.awaited():
            for choice in sitting.choices(seat):
                assert f"verb.{choice.verb}" in words[0], choice.verb
                for line in (choice.line, choice.why):
                    if line is not None:
                        say(line, seat)


@every_title
def test_every_refusal_has_words(setup: Setup):
    """Whatever a seat tries that it may not do, in its turn or out of it, is answered in every language."""
    names = {seat: f"Player{seat}" for seat in range(setup.seats)}
    words = [Words(language, [setup.game.package]) for language in LANGUAGES]
    for number, sitting in enumerate(sample(setup, "refused", every=11, limit=140)):
        for seat in range(setup.seats):
            for action in range(number % 3, setup.game.actions, 3):
                if refusal := sitting.refuse(seat, action):
                    for language in words:
                        text = language.say(refusal.line, names, seat)
                        assert text not in ("", refusal.line.phrase), refusal.line
                        assert "{" not in text, text


def _ids_have_words(view: View, words: list[Words]) -> None:
    for language in words:
        for place in (view, *view.places):
            for number in place.numbers:
                assert f"number.{number}" in language, number
            for flag in place.flags:
                assert f"flag.{flag}" in language, flag
            for zone in place.zones:
                assert f"zone.{zone.id}" in language, zone.id
                for piece in zone.pieces:
                    if piece.id and not piece.text:
                        assert f"piece.{piece.id}" in language, piece.id
        if view.phase:
            assert f"phase.{view.phase}" in language, view.phase


@every_setup
def test_choices_are_the_legal_moves_and_some_more(setup: Setup):
    """What is lit is exactly what is legal; what is not lit says why and names a clause."""
    for sitting in sample(setup, "choices", every=5, limit=120):
        for seat in sitting.awaited():
            choices = sitting.choices(seat)
            lit = {choice.action for choice in choices if choice.legal and not choice.asks}
            typed = {choice.action for choice in choices if choice.asks}
            legal = set(sitting.legal(seat))
            assert lit <= legal
            assert legal <= lit | typed or any(choice.asks for choice in choices), legal - lit
            for choice in choices:
                if not choice.legal:
                    assert choice.why is not None, choice
                    assert choice.clause.startswith(setup.game.clauses), choice


@every_title
def test_options_and_titles_have_words(setup: Setup):
    """What the lobby shows is worded: title, tagline, designers, every option with its values' meaning, every level."""
    for language in LANGUAGES:
        words = Words(language, [setup.game.package])
        for phrase in ("title", "tagline", "designers"):
            assert f"{setup.edition.id}.{phrase}" in words, phrase
        for option in setup.edition.options:
            assert f"option.{option}" in words, option
            assert f"option.{option}.help" in words, option
        for level in setup.game.room("heuristics").LEVELS:
            assert f"level.{level}" in words, level
