"""What a person typed, read as a wish: a number, a word of the terminal, or a move in the game's own notation.

The words of every language are understood in every language: somebody who types `why` at a German table means it.
"""

from __future__ import annotations

from dataclasses import dataclass

WISHES = {
    "help": ("?", "help", "hilfe"),
    "why": ("why", "warum"),
    "rule": ("rule", "regel"),
    "log": ("log", "verlauf"),
    "table": ("table", "look", "tisch"),
    "odds": ("odds", "chancen"),
    "hint": ("hint", "tipp"),
    "undo": ("undo", "back", "zurück", "zurueck"),
    "share": ("share", "teilen"),
    "again": ("again", "nochmal", "rematch"),
    "quit": ("quit", "exit", "ende"),
}

_KNOWN = {word: wish for wish, words in WISHES.items() for word in words}


@dataclass(frozen=True)
class Typed:
    """A wish (`number`, `move`, `nothing`, or one of WISHES), and the rest of the line."""

    wish: str
    rest: str = ""


def read(line: str) -> Typed:
    """Read a typed line.

    >>> read("why 3")
    Typed(wish='why', rest='3')
    >>> read(" 2 ")
    Typed(wish='number', rest='2')
    >>> read("play K2")
    Typed(wish='move', rest='play K2')
    """
    text = " ".join(line.split())
    if not text:
        return Typed("nothing")
    if is_number(text):
        return Typed("number", text)
    if text.startswith("?"):
        return Typed("help", text[1:].strip())
    first, _, rest = text.partition(" ")
    wish = _KNOWN.get(first.lower())
    return Typed(wish, rest) if wish else Typed("move", text)


def is_number(text: str) -> bool:
    """Say whether a text is a number of a numbered choice."""
    return text.isascii() and text.isdigit() and len(text) < 6
