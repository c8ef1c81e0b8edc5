"""What people say on a command line, read into what the rooms understand: games, editions, seats, options, files, languages."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ghosthouse import house
from ghosthouse.kernel import LANGUAGES, Game, Nonsense, Setup, Words
from ghosthouse.terminal import printable

FAILED = 1  # the work was done and says no: a scenario differs, a clause has no test
WRONG = 2  # the wish cannot be read or fulfilled


def _some_seats(context: typer.Context, wanted: typer.CallbackParam, value: int) -> int:
    """Refuse a number of seats that was typed and is none; left out, it is 0 and means what is usual."""
    source = context.get_parameter_source(wanted.name or "")
    if value < 1 and source and source.name != "DEFAULT":
        raise Nonsense(f"there cannot be {value} seats")
    return value


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game or a title (`ghosthouse games` lists them).")]
EditionName = Annotated[str, typer.Option("--edition", "-e", metavar="NAME", help="The edition; the first one if left out.")]
SeatCount = Annotated[int, typer.Option("--seats", "-n", metavar="N", help="How many seats.", callback=_some_seats)]
OptionWords = Annotated[list[str], typer.Option("--option", "-o", metavar="NAME=VALUE", help="A table option; may be repeated.")]
DeckFile = Annotated[Path | None, typer.Option("--deck", metavar="FILE", help="A deck file (TOML) to play with.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Language = Annotated[str, typer.Option("--lang", "-l", metavar="CODE", help="en or de; the system's own if left out.")]


def setup_of(game: str, edition: str = "", seats: int = 0, options: list[str] | None = None, deck: Path | None = None) -> Setup:
    """Turn words into a setup; whatever is wrong is said with what would work."""
    name, _, in_title = game.partition("/")
    if edition and in_title and edition != in_title:
        raise Nonsense(f"{game} names the edition {in_title}, --edition says {edition}: leave one of them out")
    found = house.find(name)
    return found.setup(edition or in_title, seats, read_options(options or []), read_deck(deck) if deck else "")


def read_options(words: list[str]) -> dict[str, str]:
    """Read `name=value` words."""
    found = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Nonsense(f"an option is written name=value, not {word!r}")
        found[name] = value
    return found


def read_file(path: Path) -> str:
    """Read a text file, or standard input where the path is a dash."""
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is no UTF-8 text"
        raise Nonsense(f"cannot read {path}: {reason}") from None


def read_deck(path: Path) -> str:
    """Read a deck file. An empty one is refused here: an empty text means the cards of the edition."""
    text = read_file(path)
    if not text.strip():
        raise Nonsense(f"the deck file {path} is empty")
    return text


def language_of(wish: str) -> str:
    """The language asked for, else that of the system, else English."""
    if wish:
        if wish not in LANGUAGES:
            raise Nonsense(f"there is no language {wish!r} here (there are: {', '.join(LANGUAGES)})")
        return wish
    for name in ("GHOSTHOUSE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if given := os.environ.get(name, ""):
            return given[:2] if given[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def title_words(game: Game, edition: str, language: str) -> str:
    """What an edition is called."""
    words = Words(language, [game.package])
    known = (f"title.{edition}", f"{edition}.title", "title")
    return next((words.word(phrase) for phrase in known if phrase in words), f"{game.id}/{edition}")


def word_for(game: Game, edition: str, what: str, language: str) -> str:
    """A word about an edition (designers, publisher, tagline), or nothing."""
    words = Words(language, [game.package])
    known = (f"{what}.{edition}", f"{edition}.{what}", what)
    return next((words.word(phrase) for phrase in known if phrase in words), "")


def say(text: str, *, err: bool = False, end: bool = True) -> None:
    """Print a text, without anything in it that a terminal would obey."""
    typer.echo(printable(text), err=err, nl=end)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value)).decode())
