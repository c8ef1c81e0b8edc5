"""`ghosthouse play`: people and bots at this terminal, kept while they play so that nothing is lost."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterable
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated

import typer

from ghosthouse import bots, house
from ghosthouse.kernel import (
    BadSetup,
    Game,
    Nonsense,
    Record,
    Setup,
    Sitting,
    Words,
    fresh_key,
    key_from,
    key_from_text,
    read_record,
)
from ghosthouse.lab import read_clauses
from ghosthouse.terminal import Chair, ColourScreen, End, PlainScreen, Screen, Speech, Table, printable, wants_colour
from ghosthouse.terminal.draw import Row

from . import wishes
from .wishes import DeckFile, EditionName, Language, OptionWords, SeatCount

LEFT_BY_INTERRUPT = 130


def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game or title; asked for if left out.")] = "",
    edition: EditionName = "",
    seats: SeatCount = 0,
    option: OptionWords = [],  # noqa: B006 - Typer copies it
    deck: DeckFile = None,
    people: Annotated[
        str, typer.Option("--people", "-p", metavar="N|NAMES", help="How many people, or their names: Ada,Ben. 0 watches.")
    ] = "1",
    bot: Annotated[str, typer.Option("--bots", "-b", metavar="LEVELS", help="The other seats: calm,bold ...")] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="A number or a word; it deals the same game again.")] = "",
    resume: Annotated[str, typer.Option("--resume", metavar="FILE", help="Go on with a record; `last` is the newest.")] = "",
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to keep the record while playing.")] = None,
    lang: Language = "",
) -> None:
    """Play at this terminal.

    Alone against bots, or with friends at one keyboard.
    """
    language = wishes.language_of(lang)
    screen = _screen()
    if resume:
        if game or edition or seats or option or deck or seed:
            raise Nonsense("a resumed game has its game, seats, options and deck from its record: give --resume alone")
        path = _newest() if resume == "last" else Path(resume)
        sitting, chairs = _resumed(path, language)
        kept = Kept(save or path, overwrite=not save or save == path)
    else:
        title = game or _choose_title(screen, language)
        if not title:
            return
        sitting, chairs = _fresh(title, edition, seats, option, deck, people, bot, seed, language)
        kept = Kept(save or _new_file(sitting.setup), overwrite=False)
    _run(sitting, chairs, screen, language, kept, seed)


def _run(sitting: Sitting, chairs: list[Chair], screen: Screen, language: str, kept: Kept, seed: str) -> None:
    setup = sitting.setup
    speech = Speech(Words(language, ["ghosthouse.terminal", setup.game.package]), [chair.name for chair in chairs])
    screen.show([Row(text, "title") for text in _greeting(setup, language)])
    game, rounds = setup.game, 0
    while True:
        table = Table(
            sitting,
            chairs,
            screen,
            language,
            player=lambda level: bots.player(game, level),
            keep=kept,
            advisor=game.room("heuristics").LEVELS[-1],
            clause=_clauses(game),
        )
        try:
            end = table.play()
        except KeyboardInterrupt:
            screen.show([Row("")])
            _goodbye(speech, screen, kept)
            raise typer.Exit(LEFT_BY_INTERRUPT) from None
        if end is End.LEFT:
            screen.show([Row("")])
            _goodbye(speech, screen, kept)
        if end is not End.AGAIN:
            return
        rounds += 1
        options = {**setup.options, **setup.carried(table.sitting.state)}
        setup = game.setup(setup.edition.id, setup.seats, options, setup.deck)
        sitting = Sitting.deal(setup, _key(f"{seed} again {rounds}" if seed else ""))
        kept = Kept(_new_file(setup), overwrite=False)


def _greeting(setup: Setup, language: str) -> Iterable[str]:
    designers = wishes.word_for(setup.game, setup.edition.id, "designers", language)
    yield wishes.title_words(setup.game, setup.edition.id, language) + (f" ({designers})" if designers else "")
    if tagline := wishes.word_for(setup.game, setup.edition.id, "tagline", language):
        yield tagline


def _goodbye(speech: Speech, screen: Screen, kept: Kept) -> None:
    said = (
        speech.own("not_kept", problem=kept.problem)
        if kept.problem
        else speech.own("kept", file=str(kept.path), word=shlex.quote(str(kept.path)))
    )
    screen.show([Row(speech.own("left")), Row(said)])


def _clauses(game: Game) -> Callable[[str], str]:
    def text_of(name: str) -> str:
        return {clause.id.upper(): clause.text for clause in read_clauses(game)}.get(name.upper(), "")

    return text_of


# --- who plays ----------------------------------------------------------------------------------------------------------------


def _fresh(
    title: str,
    edition: str,
    seats: int,
    option: list[str],
    deck: Path | None,
    people: str,
    bot: str,
    seed: str,
    language: str,
) -> tuple[Sitting, list[Chair]]:
    """Set a new game up and seat everybody."""
    game = house.find(title.partition("/")[0])
    words = Words(language, ["ghosthouse.terminal", game.package])
    names = _people(people, words)
    levels = [level.strip() for level in bot.split(",") if level.strip()]
    for level in levels:
        bots.player(game, level)
    if not seats and (levels or len(names) > 1):
        low = house.find_title(f"{game.id}/{edition}" if edition else title).edition.seats[0]
        seats = len(names) + len(levels) if levels else max(low, len(names))
    setup = wishes.setup_of(title, edition, seats, option, deck)
    if len(names) > setup.seats:
        raise BadSetup(f"{len(names)} people do not fit {setup.seats} seats: name fewer, or more seats with --seats")
    rest = setup.seats - len(names)
    levels = levels or list(game.room("heuristics").LEVELS)
    chairs = [Chair(name) for name in names]
    chairs += [Chair(_bot_name(words, n), level) for n, level in enumerate(islice(cycle(levels), rest))]
    return Sitting.deal(setup, _key(seed)), chairs


def _people(wish: str, words: Words) -> list[str]:
    speech = Speech(words, [])
    if wish.isascii() and wish.isdigit():
        if len(wish) > 3:
            raise BadSetup(f"{wish} people do not fit one table")
        return [speech.own("person", n=n + 1) for n in range(int(wish))]
    names = [printable(name).strip() for name in wish.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise Nonsense(f"--people takes a number, or different names such as Ada,Ben, not {wish!r}")
    return names


def _bot_name(words: Words, number: int) -> str:
    known = [phrase for phrase in (f"bot.{n}" for n in range(64)) if phrase in words]
    name = words.word(known[number % len(known)])
    again = number // len(known)
    return f"{name} {again + 1}" if again else name


def _key(seed: str) -> bytes:
    if not seed:
        return fresh_key()
    return key_from(int(seed)) if seed.isascii() and seed.isdigit() and len(seed) < 19 else key_from_text(seed)


def _choose_title(screen: Screen, language: str) -> str:
    """Let somebody choose who named no game."""
    titles = house.titles(lobby=True)
    rows = [
        f"{n:>3}  {wishes.title_words(title.game, title.edition.id, language)} [{title.id}]" for n, title in enumerate(titles, 1)
    ]
    screen.show([Row(row) for row in rows])
    speech = Speech(Words(language, ["ghosthouse.terminal"]), [])
    while True:
        try:
            typed = screen.ask(speech.own("pick_title")).strip()
        except (EOFError, KeyboardInterrupt):
            screen.show([Row("")])
            return ""
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(titles):
            return titles[int(typed) - 1].id
        if typed in {title.id for title in titles} | set(house.games()):
            return typed
        if typed:
            screen.show([Row(speech.own("no_number", n=typed, last=len(titles)), "wrong")])


# --- keeping ------------------------------------------------------------------------------------------------------------------


class Kept:
    """A record file that is written anew whenever the game went on: beside itself, then put in its place, so it is always whole."""

    def __init__(self, path: Path, *, overwrite: bool) -> None:
        if not overwrite and path.exists() and path.stat().st_size:
            raise Nonsense(f"{path} is there already: go on with it (--resume {shlex.quote(str(path))}), or name another file")
        self.path, self.problem = path, ""

    def __call__(self, record: str) -> None:
        """Keep a record; where that fails play goes on, and the reason is told at the end."""
        part = self.path.with_name(self.path.name + ".part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as file:
                file.write(record)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
            self.problem = ""
        except OSError as problem:
            self.problem = f"{self.path}: {problem.strerror}"


def _state_folder() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "ghosthouse"


def _new_file(setup: Setup) -> Path:
    name = f"{setup.title.replace('/', '-')}-{time.strftime('%Y%m%d-%H%M%S')}"
    known = (_state_folder() / f"{name}{again}.record" for again in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in known if not path.exists())


def _newest() -> Path:
    kept = sorted(_state_folder().glob("*.record"), key=lambda path: path.stat().st_mtime)
    if not kept:
        raise Nonsense(f"no game is kept in {_state_folder()}: name a record file")
    return kept[-1]


def _resumed(path: Path, language: str) -> tuple[Sitting, list[Chair]]:
    """Seat everybody again as the record says; a record without that note seats one person and bots."""
    record: Record = read_record(wishes.read_file(path))
    sitting = record.replay(house.find)
    game = sitting.setup.game
    words = Words(language, ["ghosthouse.terminal", game.package])
    levels = cycle(game.room("heuristics").LEVELS)
    noted = any(f"seat{p}" in record.notes for p in range(record.seats))
    chairs = []
    for p in range(record.seats):
        role = record.notes.get(f"seat{p}", "person") if noted else ("person" if p == 0 else next(levels))
        if role != "person":
            bots.player(game, role)
        name = printable(record.names.get(p, "")).strip()
        if not name:
            name = Speech(words, []).own("person", n=p + 1) if role == "person" else _bot_name(words, p)
        chairs.append(Chair(name, "" if role == "person" else role))
    return sitting, chairs


def _screen() -> Screen:
    read = input if sys.stdin.isatty() else _read_aloud
    if wants_colour(os.environ, sys.stdout.isatty()):
        return ColourScreen(read)
    return PlainScreen(read, typer.echo)


def _read_aloud(prompt: str) -> str:
    """Read a line from a pipe, and write it where a person would have typed it, so that what is printed can be read."""
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        typer.echo()
        raise EOFError
    typer.echo(line.rstrip("\n"))
    return line
