"""Where the rows of a table go, and where what people type comes from.

`PlainScreen` prints lines and nothing else: pipes, Braille displays, `TERM=dumb`. `ColourScreen` says the same words with colour.
Both take the functions that read and write, so that a test can sit at either.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TextIO

from .draw import Row

CURTAIN = 50  # empty lines that push what was shown off the screen, or more where the screen is taller

TONES = {
    "title": "bold",
    "status": "bold yellow",
    "legal": "green",
    "unlit": "dim",
    "news": "cyan",
    "wrong": "red",
    "quiet": "dim",
    "you": "bold",
}


def printable(text: str) -> str:
    """A text without anything that a terminal would obey: names and words may come from a stranger's file."""
    return "".join(char if char.isprintable() or char == "\n" else " " for char in text)


class Screen(Protocol):
    """What a table needs of a terminal."""

    def show(self, rows: Iterable[Row]) -> None:
        """Show some rows."""

    def ask(self, prompt: str) -> str:
        """Ask for one line; EOFError where nobody is there any more."""

    def hide(self) -> None:
        """Take everything that was shown out of sight."""


class PlainScreen:
    """Lines of text, without any code in them."""

    def __init__(self, read: Callable[[str], str] = input, write: Callable[[str], None] = print) -> None:
        self.read, self.write = read, write

    def show(self, rows: Iterable[Row]) -> None:
        """Print the texts."""
        for row in rows:
            self.write(printable(row.text))

    def ask(self, prompt: str) -> str:
        """Read a line."""
        return self.read(prompt)

    def hide(self) -> None:
        """Push what was shown off the screen."""
        self.write("\n" * max(CURTAIN, shutil.get_terminal_size().lines))


class ColourScreen:
    """The same words with colour, through rich."""

    def __init__(self, read: Callable[[str], str] = input, file: TextIO | None = None) -> None:
        from rich.console import Console

        self.read = read
        self.console = Console(file=file or sys.stdout, highlight=False, emoji=False, markup=False)

    def show(self, rows: Iterable[Row]) -> None:
        """Print the texts in the colours of their tones."""
        for row in rows:
            self.console.print(printable(row.text), style=TONES.get(row.tone), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Read a line."""
        return self.read(prompt)

    def hide(self) -> None:
        """Clear the screen, and what could be scrolled back to."""
        self.console.file.write("\x1b[3J\x1b[2J\x1b[H")
        self.console.file.flush()


def wants_colour(environment: Mapping[str, str], is_terminal: bool) -> bool:
    """Say whether colour would help: at a terminal that can show it, unless somebody wants none."""
    return is_terminal and not environment.get("NO_COLOR") and environment.get("TERM", "dumb") != "dumb"
