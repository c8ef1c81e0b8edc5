"""Words: sentences looked up by id in a language and filled in.

A catalogue is TOML, one file per language, tables and keys joined by dots into ids. Sentences are ICU messages in the part of
that grammar which the browser's library reads too: `{name}`, `{n, plural, =0 {none} one {# card} other {# cards}}` and
`{x, select, red {...} other {...}}`, nested at will; an apostrophe quotes a brace (`'{'`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

from .event import Line

ENGLISH = "en"


def _languages() -> tuple[str, ...]:
    files = (resources.files(__package__ or "") / "phrases").iterdir()
    return (ENGLISH, *sorted({file.name[:-5] for file in files if file.name.endswith(".toml")} - {ENGLISH}))


LANGUAGES = _languages()  # English first: what nobody has put into another language is said in it


class Words:
    """The phrases of one language: the kernel's own and those of the games that were added."""

    def __init__(self, language: str, packages: Iterable[str] = ()) -> None:
        self.language = language
        self.phrases: dict[str, str] = {}
        for package in (__package__ or "", *packages):
            self.phrases.update(catalogue(package, language))

    def __contains__(self, phrase: str) -> bool:
        return phrase in self.phrases

    def word(self, phrase: str) -> str:
        """Return a phrase that has nothing to fill in; an unknown id is shown as it is, never an error at the table."""
        return self.phrases.get(phrase, phrase)

    def say(self, line: Line, names: Mapping[int, str] | list[str], reader: int = -1) -> str:
        """Word a line for a reader: seats by name, `you` where the reader is meant."""
        phrase = line.phrase
        if reader >= 0 and line.seats.get("who") == reader and phrase + ".you" in self.phrases:
            phrase += ".you"
        values: dict[str, str | int] = {}
        for key, seat in line.seats.items():
            if seat < 0:
                values[key] = self.word("seat.spectator")
            else:
                values[key] = self.word("seat.you") if seat == reader else names[seat]
        for key, term in line.terms.items():
            values[key] = self.word(term)
        values.update(line.numbers)
        values.update(line.texts)
        return fill(self.word(phrase), values)

    def call(self, line: Line) -> str:
        """Word what is called aloud at a real table with this line, or nothing."""
        if not line.call:
            return ""
        values: dict[str, str | int] = {key: self.word(term) for key, term in line.terms.items()}
        values.update(line.numbers)
        values.update(line.texts)
        return fill(self.word(line.call), values)


@cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """Read `phrases/<language>.toml` of a package as one flat table of ids; a language that it has no file for is English."""
    folder = resources.files(package) / "phrases"
    file = folder / f"{language}.toml"
    return dict(_flatten(tomllib.loads((file if file.is_file() else folder / f"{ENGLISH}.toml").read_text("utf-8"))))


def _flatten(table: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        elif key == "_":
            yield prefix[:-1], str(value)
        else:
            yield prefix + key, str(value)


def fill(message: str, values: Mapping[str, str | int]) -> str:
    """Fill in an ICU message; a message that cannot be read is an error that shows the place."""
    text, end = _message(message, 0, values, "")
    if end != len(message):
        raise ValueError(f"unexpected '}}' at {end} in {message!r}")
    return text


def _message(text: str, at: int, values: Mapping[str, str | int], number: str) -> tuple[str, int]:
    out: list[str] = []
    while at < len(text) and text[at] != "}":
        char = text[at]
        if char == "'" and text[at + 1 : at + 2] in ("{", "}", "#", "'"):
            close = text.find("'", at + 2) if text[at + 1] != "'" else at + 1
            if close < 0:
                raise ValueError(f"the quote at {at} is never closed in {text!r}")
            out.append("'" if text[at + 1] == "'" else text[at + 1 : close])
            at = close + 1
        elif char == "{":
            part, at = _argument(text, at + 1, values)
            out.append(part)
        else:
            out.append(number if char == "#" and number else char)
            at += 1
    return "".join(out), at


def _argument(text: str, at: int, values: Mapping[str, str | int]) -> tuple[str, int]:
    end = at
    while end < len(text) and text[end] not in ",}":
        end += 1
    name = text[at:end].strip()
    if end >= len(text):
        raise ValueError(f"'{{' at {at - 1} is never closed in {text!r}")
    if name not in values:
        raise ValueError(f"nothing to fill in for {{{name}}} in {text!r} (given: {', '.join(values) or 'nothing'})")
    value = values[name]
    if text[end] == "}":
        return str(value), end + 1
    comma = text.find(",", end + 1)
    kind = text[end + 1 : comma].strip()
    if comma < 0 or kind not in ("plural", "select"):
        raise ValueError(f"{{{name}, ...}} must be plural or select in {text!r}")
    chosen: dict[str, str] = {}
    at = comma + 1
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at >= len(text):
            raise ValueError(f"{{{name}, {kind}, ...}} is never closed in {text!r}")
        if text[at] == "}":
            break
        brace = text.find("{", at)
        if brace < 0:
            raise ValueError(f"{{{name}, {kind}, ...}} is never closed in {text!r}")
        key = text[at:brace].strip()
        chosen[key], at = _message(text, brace + 1, values, str(value) if kind == "plural" else "")
        if at >= len(text):
            raise ValueError(f"{{{name}, {kind}, ...}} is never closed in {text!r}")
        at += 1
    if "other" not in chosen:
        raise ValueError(f"{{{name}, {kind}, ...}} has no 'other' in {text!r}")
    if kind == "select":
        return chosen.get(str(value), chosen["other"]), at + 1
    exact = chosen.get(f"={value}")
    if exact is None:
        exact = chosen.get("one") if value in (1, "1") else None
    return chosen["other"] if exact is None else exact, at + 1
