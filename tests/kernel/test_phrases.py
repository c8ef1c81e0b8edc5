"""Words: the part of ICU messages that the house writes."""

from __future__ import annotations

from importlib import resources

import pytest

from ghosthouse.kernel import LANGUAGES, Line, Words
from ghosthouse.kernel.phrases import catalogue, fill


@pytest.mark.parametrize(
    ("message", "values", "text"),
    [
        ("{who} waits.", {"who": "Ada"}, "Ada waits."),
        ("{n, plural, one {# card} other {# cards}}", {"n": 1}, "1 card"),
        ("{n, plural, one {# card} other {# cards}}", {"n": 7}, "7 cards"),
        ("{n, plural, =0 {none} one {one} other {#}}", {"n": 0}, "none"),
        ("{c, select, red {Rot} other {Bunt}}", {"c": "red"}, "Rot"),
        ("{c, select, red {Rot} other {Bunt}}", {"c": "blue"}, "Bunt"),
        ("{n, plural, one {{who} has #} other {{who} have #}}", {"n": 2, "who": "They"}, "They have 2"),
        ("it''s '{'so'}'", {}, "it's {so}"),
        ("Ada's turn", {}, "Ada's turn"),
    ],
)
def test_messages_are_filled(message: str, values: dict[str, str | int], text: str):
    """Names, plurals, selections, nesting and quoted braces."""
    assert fill(message, values) == text


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("{who", "never closed"),
        ("Ada's '{hand", "the quote at 6 is never closed"),
        ("{who} and {whom}", "nothing to fill in for {whom}"),
        ("{n, plural, one {#}}", "no 'other'"),
        ("{n, plural, one {#} other {#}", "never closed"),
        ("{n, ordinal, other {#}}", "must be plural or select"),
        ("too } many", "unexpected"),
    ],
)
def test_a_broken_message_says_where(message: str, fault: str):
    """Whoever writes phrases sees what is wrong with them."""
    with pytest.raises(ValueError, match=fault):
        fill(message, {"who": "Ada", "n": 3})


def test_the_reader_is_addressed():
    """A phrase with `.you` speaks to the reader whom it is about; everybody else reads the name."""
    english = Words("en")
    line = Line("refusal.not_your_turn", seats={"who": 1})

    assert english.say(line, ["Ada", "Ben"], reader=1) == "You owe no decision now."
    assert english.say(line, ["Ada", "Ben"], reader=0) == "Ben owes no decision now."
    assert english.say(Line("refusal.not_your_turn", seats={"who": -1}), ["Ada", "Ben"]) == "a spectator owes no decision now."


def test_the_kernel_speaks_every_language():
    """No language of the house misses a phrase of the kernel."""
    ids = [set(catalogue("ghosthouse.kernel", language)) for language in LANGUAGES]

    assert all(one == ids[0] for one in ids)
    assert len(ids[0]) > 3


def test_a_language_is_one_more_file():
    """Whoever has no file for it speaks English in it, so that a language may come one part after the other."""
    files = (resources.files("ghosthouse.kernel") / "phrases").iterdir()

    assert sorted(LANGUAGES) == sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    assert LANGUAGES[0] == "en"
    assert Words("xx", ["ghosthouse.table"]).phrases == Words("en", ["ghosthouse.table"]).phrases
