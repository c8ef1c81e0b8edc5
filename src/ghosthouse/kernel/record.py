"""A record: one small text file that is a whole game, from which every state of it can be made again.

    ghosthouse record 1
    game fright
    edition amigo
    rules 1
    seats 3
    option rounds 1
    chance 000102030405060708090a0b0c0d0e0f
    name 0 Sabine
    moves
    0 play K2
    1 take
    end

`position` (a line) stands there when the game began in the middle, `deck` (JSON text) when it used its own deck.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .game import Game
from .refusal import BadRecord, Refusal
from .sitting import Sitting

HEAD = "ghosthouse record 1"
NEEDED = ("game", "edition", "rules", "seats", "chance")
WORDS = (*NEEDED, "option", "deck", "position", "name", "note", "moves")
NUMBER = re.compile("[0-9]{1,9}")
KEY = re.compile("[0-9a-fA-F]{32}")


@dataclass
class Record:
    """A game as it is kept: what was set up, the chance, who sat where, and the moves as texts."""

    game: str
    edition: str
    rules: int
    seats: int
    chance: bytes
    options: dict[str, str] = field(default_factory=dict)
    deck: str = ""
    position: str = ""
    names: dict[int, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sitting: Sitting, names: dict[int, str] | None = None) -> Record:
        """Take down a sitting."""
        setup = sitting.setup
        return cls(
            game=setup.game.id,
            edition=setup.edition.id,
            rules=setup.game.version,
            seats=setup.seats,
            chance=sitting.key,
            options={name: str(value) for name, value in setup.changed_options().items()},
            deck=setup.deck,
            position=sitting.opening,
            names=dict(names or {}),
            moves=[(move.seat, move.text) for move in sitting.moves],
        )

    def text(self) -> str:
        """Write the record as a file; names and notes are written on one line, however they came."""
        lines = [HEAD, f"game {self.game}", f"edition {self.edition}", f"rules {self.rules}", f"seats {self.seats}"]
        lines += [f"option {name} {value}" for name, value in self.options.items()]
        if self.deck:
            lines.append("deck " + json.dumps(self.deck))
        lines.append("chance " + self.chance.hex())
        if self.position:
            lines.append("position " + self.position)
        lines += [f"name {seat} {_one_line(name)}" for seat, name in sorted(self.names.items())]
        lines += [f"note {key} {_one_line(value)}" for key, value in self.notes.items()]
        lines.append("moves")
        lines += [f"{seat} {text}" for seat, text in self.moves]
        lines.append("end")
        return "\n".join(lines) + "\n"

    def replay(self, find: Callable[[str], Game], upto: int | None = None) -> Sitting:
        """Play the record again, up to a ply; a move that the rules refuse is an error that names its number."""
        setup = find(self.game).by_rules(self.rules).setup(self.edition, self.seats, self.options, self.deck)
        begun = Sitting.at(setup, self.position, self.chance) if self.position else Sitting.deal(setup, self.chance)
        for number, (seat, text) in enumerate(self.moves[:upto], 1):
            try:
                begun.act(seat, text)
            except Refusal as problem:
                raise BadRecord(f"move {number} ({seat} {text}) is refused: {problem}") from problem
        return begun


def read_record(text: str) -> Record:
    """Read a record file; whatever is damaged is named by its line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEAD:
        raise BadRecord(f"line 1: a record begins with {HEAD!r}")
    record = Record(game="", edition="", rules=0, seats=0, chance=b"")
    said: set[str] = set()
    where = 0
    for where, line in enumerate(lines[1:], 2):
        key, _, value = line.strip().partition(" ")
        if key == "moves":
            break
        if not key:
            continue
        try:
            _take(record, key, value.strip(), said)
        except ValueError as problem:
            raise BadRecord(f"line {where}: {problem}") from None
    else:
        raise BadRecord(f"line {len(lines)}: the record stops before its moves")
    missing = [word for word in NEEDED if word not in said]
    if missing:
        raise BadRecord(f"line {where}: the head of the record lacks {', '.join(missing)}")
    if strangers := [seat for seat in record.names if seat >= record.seats]:
        raise BadRecord(f"line {where}: the head names seat {strangers[0]}, but seats are 0 to {record.seats - 1}")
    _take_moves(record, lines, where)
    return record


def _take_moves(record: Record, lines: list[str], head: int) -> None:
    for number, line in enumerate(lines[head:], head + 1):
        words = line.split(maxsplit=1)
        if words == ["end"]:
            break
        if len(words) != 2 or not NUMBER.fullmatch(words[0]):
            raise BadRecord(f"line {number}: a move is a seat and what it did, not {line!r}")
        record.moves.append((int(words[0]), words[1].strip()))
    else:
        raise BadRecord(f"line {len(lines)}: the record breaks off without 'end'")
    for behind, line in enumerate(lines[number:], number + 1):
        if line.strip():
            raise BadRecord(f"line {behind}: nothing stands behind 'end', but here is {line!r}")


def _take(record: Record, key: str, value: str, said: set[str]) -> None:
    first, _, rest = value.partition(" ")
    word = f"{key} {first}" if key in ("option", "note", "name") else key
    if word in said:
        raise ValueError(f"{word!r} stands there twice")
    said.add(word)
    match key:
        case "game" | "edition" | "position":
            if not value:
                raise ValueError(f"{key!r} needs a word behind it")
            setattr(record, key, value)
        case "rules" | "seats":
            if _number(key, value) == 0:
                raise ValueError(f"{key!r} begins to count at 1")
            setattr(record, key, _number(key, value))
        case "chance":
            if not KEY.fullmatch(value):
                raise ValueError(f"chance takes 32 hexadecimal digits, not {value!r}")
            record.chance = bytes.fromhex(value)
        case "deck":
            record.deck = _deck(value)
        case "option" | "note":
            (record.options if key == "option" else record.notes)[first] = rest
        case "name":
            record.names[_number(key, first)] = rest
        case _:
            raise ValueError(f"unknown word {key!r} (known: {', '.join(WORDS)})")


def _number(key: str, value: str) -> int:
    if not NUMBER.fullmatch(value):
        raise ValueError(f"{key!r} takes a number, not {value!r}")
    return int(value)


def _deck(value: str) -> str:
    try:
        deck = json.loads(value)
    except ValueError:
        deck = None
    if not isinstance(deck, str):
        raise ValueError("deck takes the text of a deck file, as a JSON string")
    return deck


def _one_line(text: str) -> str:
    return " ".join(text.split())
