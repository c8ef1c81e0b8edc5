"""The contract: what a game gives the house, and how it is found out.

A game is a package with the same modules everywhere; `Game` is a value made in its `__init__`, and loads the rest when asked.

    box.py         EDITIONS and OPTIONS, `tables(setup)`, `shape(setup)`: what is in the box, checked and turned into numbers;
                   optionally carried(setup, s) -> the options of a next game that follow from how this one ended
    state.py       State, Tables and Seen: three layouts
    rules.py       the rules, all of them `@rule` functions:
        start(s, t, c)                 deal; `s` is zero but for `seats`
        next_seat(s, t, after)         the first seat that owes a decision, looking from seat `after` + 1 on and around; -1: none
        awaits(s, t, seat)             1 if this seat owes a decision
        legal(s, t, seat, group)       the legal actions 32*group .. 32*group+31 as bits; the one place where legality is said
        why_not(s, t, seat, action)    0 exactly where legal marks it, else the number of a reason
        play(s, t, c, seat, action)    presumes legality
        over(s, t)                     1 at the end
        score(s, t, seat)              the points that the rulebook counts
        won(s, t, seat)                1 if this seat is among the winners
        observe(s, t, seat, out)       what a seat (or SPECTATOR) knows, as numbers in a Seen
        imagine(s, t, c, seat)         everything this seat does not know, drawn again
    view.py        view(s, t, seat) -> View, choices(s, t, seat) -> list[Choice]; optionally seconds(s, t, seat) -> int
    narrate.py     narrate(event, viewer) -> Line | None, reason(s, t, seat, action, why) -> (Line, clause)
    notation.py    write(s, t) -> fields of a position, read(body, t, s) -> s, spell(s, t, seat, action), parse(s, t, seat, text)
    heuristics.py  LEVELS, `@rule weigh(o, t, seat, action, level)`; optionally choose(mind); absent(mind)
    phrases/       en.toml, de.toml
    components/    editions.toml and whatever else is rows; tutorial/ may hold lessons, skin/ pictures for the browser
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from .layout import layout_of
from .refusal import BadRecord, BadSetup, Refusal

NOBODY = -1
KEPT = re.compile("v[0-9]+")  # the folder of a game as an earlier version of its rules played it

CONTRACT = ("start", "next_seat", "awaits", "legal", "why_not", "play", "over", "score", "won", "observe", "imagine")


@dataclass(frozen=True, kw_only=True)
class Option:
    """A table option: its default, the values it can take, and the ruling it comes from.

    `values` is a tuple of words or numbers, or a range.
    """

    default: Any
    values: tuple[Any, ...] | range
    clause: str = ""

    def read(self, name: str, given: Any) -> Any:
        """Return the value meant by what was given (a value, or its text), or say what would work."""
        for value in self.values:
            if given == value and isinstance(given, bool) == isinstance(value, bool):
                return value
            if isinstance(given, str) and given.lower() == str(value).lower():
                return value
            if isinstance(value, bool) and isinstance(given, str) and given.lower() == ("on" if value else "off"):
                return value
        can = f"{self.values[0]} to {self.values[-1]}" if isinstance(self.values, range) else ", ".join(map(str, self.values))
        raise BadSetup(f"option {name} cannot be {given!r} (possible: {can})")


@dataclass(frozen=True, kw_only=True)
class Edition:
    """One published edition of a game (or its mini edition): a title of the house."""

    id: str
    seats: tuple[int, int]
    minutes: int = 20
    lobby: bool = True
    options: Mapping[str, Option] = field(default_factory=dict)
    row: Mapping[str, Any] = field(default_factory=dict)


@cache
def _module(name: str) -> ModuleType:
    """Import a module; asked for again, it is there at once. (Rooms are asked for several times in every move.)"""
    return importlib.import_module(name)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of the house: what it is called in code, where its rooms are, and its bounds.

    `version` changes when play changes, never for speed or tidiness, and then the folder as it was stays as `v1/` (see `earlier`).
    `groups` is the number of words of 32 actions. `clauses` are the prefixes of its rulebook's clause numbers, `longest` bounds the
    decisions of one game. `tallies` names fields of the state that a report on many games adds up as they stand at the end: what
    else there is to count than lengths and wins. `hides` is False for a game in which everybody sees everything: its `imagine`
    does nothing.
    """

    id: str
    package: str
    version: int
    groups: int
    longest: int
    clauses: tuple[str, ...]
    tallies: tuple[str, ...] = ()
    hides: bool = True

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""
        return self.groups * 32

    def room(self, name: str) -> ModuleType:
        """Import one of the game's modules: `rules`, `view`, `box` ..."""
        return _module(f"{self.package}.{name}")

    @cached_property
    def earlier(self) -> dict[int, Game]:
        """This game as it was played under earlier versions of its rules, kept in folders `v1`, `v2` ... beside its rooms."""
        package = importlib.import_module(self.package)
        kept = [name for _, name, is_package in pkgutil.iter_modules(package.__path__) if is_package and KEPT.fullmatch(name)]
        games: list[Game] = [importlib.import_module(f"{self.package}.{name}").GAME for name in kept]
        return {game.version: game for game in games}

    def by_rules(self, version: int) -> Game:
        """Return this game as a version of its rules plays it: a table or record stays with the version that it began with."""
        if version == self.version:
            return self
        if version not in self.earlier:
            there = ", ".join(map(str, sorted({*self.earlier, self.version})))
            raise BadRecord(f"that was played by rules {version} of {self.id}; this house has {there}")
        return self.earlier[version]

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """The editions of the game by id, in the order of the lobby."""
        return dict(self.room("box").EDITIONS)

    def setup(
        self,
        edition: str = "",
        seats: int = 0,
        options: Mapping[str, Any] | None = None,
        deck: str = "",
    ) -> Setup:
        """Check what people want to play and return it as a Setup; whatever cannot be is said with what would work.

        `deck` is the text of a deck file (TOML), empty for the edition's own.
        """
        chosen = edition or next(iter(self.editions))
        if chosen not in self.editions:
            raise BadSetup(f"{self.id} has no edition {chosen!r} (there are: {', '.join(self.editions)})")
        row = self.editions[chosen]
        low, high = row.seats
        count = seats or min(max(low, 4), high)
        if not low <= count <= high:
            raise BadSetup(f"{self.id} {chosen} is for {low} to {high} players, not {count}")
        values = {name: option.default for name, option in row.options.items()}
        for name, given in (options or {}).items():
            if name not in values:
                raise BadSetup(f"{self.id} {chosen} has no option {name!r} (there are: {', '.join(values) or 'none'})")
            values[name] = row.options[name].read(name, given)
        made = Setup(game=self, edition=row, seats=count, options=values, deck=deck)
        try:
            made.tables  # noqa: B018 - a deck that does not fit is refused here, not in the middle of a game
        except Refusal:
            raise
        except Exception as problem:  # what a game's reader did not foresee in somebody's deck is answered too
            if not deck:
                raise
            raise BadSetup(f"{self.id} cannot read this deck: {problem}") from None
        return made


@dataclass(frozen=True, kw_only=True, eq=False)
class Setup:
    """A game, an edition, seats and options that belong together: everything but chance and moves."""

    game: Game
    edition: Edition
    seats: int
    options: Mapping[str, Any]
    deck: str = ""

    @cached_property
    def tables(self) -> Any:
        """The read-only tables of the rules (deck, legality table, ...), as a plain record."""
        return self.game.room("box").tables(self)

    @cached_property
    def shape(self) -> type:
        """The layout of the state, chosen by capacity."""
        shape: type = self.game.room("box").shape(self)
        return shape

    @cached_property
    def seen_shape(self) -> type:
        """The layout of what a seat knows."""
        rooms = self.game.room("box")
        chosen = rooms.seen_shape(self) if hasattr(rooms, "seen_shape") else self.game.room("state").Seen
        shape: type = chosen
        return shape

    def blank(self) -> Any:
        """Return a state in which nothing has happened yet, not even the deal."""
        s: Any = self.shape()
        s.seats = self.seats
        return s

    @property
    def title(self) -> str:
        """The id of the title: game and edition."""
        return f"{self.game.id}/{self.edition.id}"

    def carried(self, s: Any) -> dict[str, Any]:
        """Return the options that another game of the same people has because of how the last one ended, such as who starts."""
        box = self.game.room("box")
        found: dict[str, Any] = box.carried(self, s) if hasattr(box, "carried") else {}
        return found

    def changed_options(self) -> dict[str, Any]:
        """The options that differ from the edition's defaults."""
        return {k: v for k, v in self.options.items() if v != self.edition.options[k].default}

    def state_size(self) -> int:
        """The size of one state in bytes."""
        return layout_of(self.shape).size


@dataclass(kw_only=True)
class Mind:
    """What a bot may think with: what its seat knows, what it may do, and a stream of its own. Never the state."""

    setup: Setup
    seat: int
    seen: Any
    legal: list[int]
    level: str
    rng: random.Random
