"""Text for states: position lines, and the small grammar that all games' notations share.

    fright/amigo seats 3 rounds=1 | round 1 | turn 2 | level 6 | top K | hand0 K1 K2 | hand1 ...

The head names the title, the seats and the options that differ; the fields behind it are each game's own: a key and words, parted
by bars. `docs/reference/notation.md` has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .game import Game, Setup
from .layout import pack
from .refusal import BadPosition, Refusal

BAR = " | "
NUMBER = re.compile(r"-?[0-9]{1,18}")  # what else Python takes for a number (other scripts, underscores) is none here
SEAT_NUMBER = re.compile(r"(0|[1-9][0-9]*)$")  # at the end of a key


def write_line(setup: Setup, s: Any) -> str:
    """Write a state as a position line."""
    head = [setup.title, f"seats {setup.seats}"]
    head += [f"{name}={value}" for name, value in setup.changed_options().items()]
    if setup.deck:
        head.append("deck=own")
    body: str = setup.game.room("notation").write(s, setup.tables)
    return " ".join(head) + BAR + body


def read_line(find: Callable[[str], Game], line: str, deck: str = "") -> tuple[Setup, Any]:
    """Read a position line that stands alone; `find` looks a game up by its id, `deck` is the deck file that the line speaks of."""
    title, _, rest = line.strip().partition(" ")
    game_id, _, edition = title.partition("/")
    words = rest.partition("|")[0].split()
    seats, options = _seats(words), _options(words)
    if options.pop("deck", "") and not deck:
        raise BadPosition("this position belongs to a deck file of its own: give the deck as well")
    try:
        setup = find(game_id).setup(edition, seats, options, deck)
    except Refusal as problem:
        raise BadPosition(f"the head of the position cannot be read: {problem}") from None
    return setup, read_body(setup, line)


def _seats(words: list[str]) -> int:
    if len(words) < 2 or words[0] != "seats" or not NUMBER.fullmatch(words[1]):
        raise BadPosition("a position begins: game/edition seats N option=value ... | field ... | field ...")
    return int(words[1])


def _options(words: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words[2:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadPosition(f"behind the seats stand options, option=value, not {word!r}")
        if name in found:
            raise BadPosition(f"the option {name!r} stands there twice")
        found[name] = value
    return found


def read_body(setup: Setup, line: str) -> Any:
    """Read the fields of a position line for a setup that is already known."""
    head, bar, body = line.strip().partition("|")
    if not bar:
        raise BadPosition(f"a position has fields behind bars ( | ): {line!r}")
    words = head.split()
    if words[:1] != [setup.title] or _seats(words[1:]) != setup.seats:
        raise BadPosition(f"the position is for {' '.join(words[:3])}, not for {setup.title} seats {setup.seats}")
    for name, value in _options(words[1:]).items():
        _check_option(setup, name, value)
    for key in fields_of(body):
        if (number := SEAT_NUMBER.search(key)) and int(number[0]) >= setup.seats:
            raise BadPosition(f"the field {key!r} is for a seat that is not there (seats are 0 to {setup.seats - 1})")
    try:
        s = setup.game.room("notation").read(body.strip(), setup.tables, setup.blank())
        pack(s)
    except Refusal:
        raise
    except (ValueError, OverflowError, IndexError) as problem:  # what a game's reader did not foresee is answered too
        raise BadPosition(f"a number of the position does not fit: {problem}") from None
    return s


def _check_option(setup: Setup, name: str, value: str) -> None:
    """Where a position names an option, it is played with that value and no other."""
    if name == "deck":
        played: object = "own" if setup.deck else "none"
    elif name in setup.options:
        played = setup.options[name]
    else:
        raise BadPosition(f"{setup.title} has no option {name!r} (there are: {', '.join(setup.options) or 'none'})")
    if value.lower() != str(played).lower():
        raise BadPosition(f"the position is for {name}={value}, but here {name} is {played}")


class Fields:
    """The fields of a position body: key and words, each key once. `known` lists the keys; `hand#` stands for hand0, hand1 ...

    A number at the end of a key is that of a seat.
    """

    def __init__(self, body: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        self.found: dict[str, list[str]] = {}
        for part in body.split("|"):
            words = part.split()
            if not words:
                continue
            key = words[0]
            family = SEAT_NUMBER.sub("#", key)
            if key.endswith("#") or (family not in self.known and key not in self.known):
                raise BadPosition(f"unknown field {key!r} (known: {', '.join(self.known)})")
            if key in self.found:
                raise BadPosition(f"the field {key!r} stands there twice")
            self.found[key] = words[1:]

    def words(self, key: str) -> list[str]:
        """The words of a field; none if it was left out."""
        return self.found.get(key, [])

    def word(self, key: str, default: str = "") -> str:
        """The single word of a field, or the default if it was left out."""
        words = self.found.get(key)
        if words is None:
            return default
        if len(words) != 1:
            raise BadPosition(f"the field {key!r} takes one word, not {' '.join(words)!r}")
        return words[0]

    def number(self, key: str, default: int = 0, low: int = 0, high: int = 1 << 30) -> int:
        """The single number of a field, within bounds."""
        word = self.word(key, str(default))
        if not NUMBER.fullmatch(word) or not low <= int(word) <= high:
            raise BadPosition(f"the field {key!r} takes a number from {low} to {high}, not {word!r}")
        return int(word)

    def one_of(self, key: str, names: Sequence[str], default: str) -> int:
        """The single word of a field, which is one of a few, as its place among them."""
        word = self.word(key, default)
        if word not in names:
            raise BadPosition(f"{key} is one of {', '.join(names)}, not {word!r}")
        return names.index(word)

    def numbers(self, key: str, default: Sequence[int], high: int) -> list[int]:
        """A number for each seat, as many as the default has, from 0 on."""
        if key not in self.found:
            return list(default)
        words = self.words(key)
        if len(words) != len(default) or not all(NUMBER.fullmatch(word) and 0 <= int(word) <= high for word in words):
            raise BadPosition(f"{key} takes a number up to {high} for each of the {len(default)} seats, not {' '.join(words)!r}")
        return [int(word) for word in words]


def join(fields: Mapping[str, object]) -> str:
    """Write fields as a body; a field whose value is None is left out."""
    return BAR.join(f"{key} {value}".strip() for key, value in fields.items() if value is not None)


def fields_of(body: str) -> dict[str, str]:
    """Split a body into its fields for comparing, key to text."""
    found: dict[str, str] = {}
    for part in body.split("|"):
        words = part.split()
        if not words:
            continue
        key = words[0]
        found[key] = " ".join(words[1:])
    return found
