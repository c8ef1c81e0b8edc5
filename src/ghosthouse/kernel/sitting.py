"""One game being played, in plain Python: the state, its chance, the moves so far, and the only doors in and out.

A sitting knows no clock, no network and no names. Tables, the terminal, scenarios and replays all drive one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from . import notation
from .chance import Chance, start_ply
from .event import SPECTATOR, Line
from .game import NOBODY, Mind, Setup
from .layout import copy, pack, restore
from .phrases import LANGUAGES, Words
from .refusal import Illegal, Nonsense, NotYourTurn, Refusal
from .view import Choice, View


@dataclass(frozen=True, slots=True)
class Move:
    """A decision that was made: who, the action, and the text that was given for it."""

    seat: int
    action: int
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """An event, and the ply at which it was told (0: the deal)."""

    ply: int
    event: tuple[int, ...]


@dataclass(eq=False)
class Sitting:
    """A game in progress. Make one with `deal`, `at` (a position) or from a record."""

    setup: Setup
    key: bytes
    state: Any
    opening: str = ""
    moves: list[Move] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    chance: Chance = field(init=False)

    def __post_init__(self) -> None:
        self.chance = Chance(self.key)
        self.rules = self.setup.game.room("rules")

    @classmethod
    def deal(cls, setup: Setup, key: bytes, *, script: Iterable[int] = ()) -> Sitting:
        """Deal a new game; a script (scenarios have one) is what is drawn first, instead of what the key says."""
        sitting = cls(setup, key, setup.blank())
        sitting.chance.script = list(script)
        sitting.rules.start(sitting.state, setup.tables, sitting.chance)
        sitting._gather()
        return sitting

    @classmethod
    def at(cls, setup: Setup, line: str, key: bytes) -> Sitting:
        """Begin in the middle of a game, at a position line."""
        return cls(setup, key, notation.read_body(setup, line), opening=line)

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self.moves)

    @property
    def tables(self) -> Any:
        """The read-only tables of the rules."""
        return self.setup.tables

    def over(self) -> bool:
        """Say whether the game has ended."""
        return bool(self.rules.over(self.state, self.tables))

    def awaited(self) -> list[int]:
        """The seats that owe a decision now, in seat order."""
        return [p for p in range(self.setup.seats) if self.rules.awaits(self.state, self.tables, p)]

    def next_seat(self) -> int:
        """The first seat that owes a decision, or NOBODY."""
        seat: int = self.rules.next_seat(self.state, self.tables, NOBODY)
        return seat

    def legal(self, seat: int) -> list[int]:
        """The actions a seat may take now."""
        return legal_actions(self.setup, self.state, seat)

    def scores(self) -> list[int]:
        """The points by seat as the rulebook counts them."""
        return [int(self.rules.score(self.state, self.tables, p)) for p in range(self.setup.seats)]

    def winners(self) -> list[int]:
        """The seats that have won; empty until the game is over."""
        if not self.over():
            return []
        return [p for p in range(self.setup.seats) if self.rules.won(self.state, self.tables, p)]

    def refuse(self, seat: int, action: int) -> Illegal | NotYourTurn | Nonsense | None:
        """Say why a seat may not take an action now, or None if it may."""
        if not 0 <= seat < self.setup.seats:
            return Nonsense(f"there is no seat {seat} (seats are 0 to {self.setup.seats - 1})")
        if not 0 <= action < self.setup.game.actions:
            return Nonsense(f"there is no action {action} (actions are 0 to {self.setup.game.actions - 1})")
        s, t = self.state, self.tables
        if self.rules.over(s, t):
            return NotYourTurn("the game is over", Line("refusal.over"))
        if self.rules.legal(s, t, seat, action >> 5) >> (action & 31) & 1:
            return None
        refusal = self.illegal(seat, action)
        if self.rules.awaits(s, t, seat):
            return refusal
        said = f"seat {seat} owes no decision now (awaited: {self.awaited()})"
        return NotYourTurn(f"{said}: {refusal}", refusal.line, refusal.clause)

    def illegal(self, seat: int, action: int) -> Illegal:
        """Word the refusal of an action that is not marked, with its clause and what would work."""
        s, t = self.state, self.tables
        why = self.rules.why_not(s, t, seat, action)
        line, clause = self.setup.game.room("narrate").reason(s, t, seat, action, why)
        spell = self.setup.game.room("notation").spell
        legal = self.legal(seat)
        can = ", ".join(spell(s, t, seat, a) for a in legal[:12]) + (", ..." if len(legal) > 12 else "")
        names = {p: f"seat {p}" for p in range(self.setup.seats)}
        said = Words(LANGUAGES[0], [self.setup.game.package]).say(line, names)
        return Illegal(f"{spell(s, t, seat, action)}: {said} ({clause}); legal: {can}", line, clause)

    def read_move(self, seat: int, move: int | str) -> tuple[int, str]:
        """Turn a move as given (an action, its notation, or typed text) into an action and the text to record."""
        rooms = self.setup.game.room("notation")
        if isinstance(move, str):
            if not 0 <= seat < self.setup.seats:
                raise Nonsense(f"there is no seat {seat} (seats are 0 to {self.setup.seats - 1})")
            text = " ".join(move.split())
            try:
                return int(rooms.parse(self.state, self.tables, seat, text)), text
            except Refusal as problem:
                if problem.line.phrase == Refusal.OTHER:  # the reader had a sentence for developers only
                    problem.line = Line("refusal.unread", texts={"what": text, "why": str(problem)})
                raise
            except ValueError as problem:  # what a game's reader did not foresee ("lay ²") is answered too
                why = f"{text!r} cannot be read as a move: {problem}"
                raise Nonsense(why, Line("refusal.unread", texts={"what": text, "why": why})) from None
        if refusal := self.refuse(seat, move):
            raise refusal
        return move, rooms.spell(self.state, self.tables, seat, move)

    def act(self, seat: int, move: int | str) -> list[Told]:
        """Make a move for a seat and return the events it led to; a refusal is raised and changes nothing."""
        return self.do(seat, *self.legal_move(seat, move))

    def legal_move(self, seat: int, move: int | str) -> tuple[int, str]:
        """Turn a move as given into an action and the text to record, or raise the refusal where it is not legal now."""
        action, text = self.read_move(seat, move)
        if refusal := self.refuse(seat, action):
            raise refusal
        return action, text

    def do(self, seat: int, action: int, text: str, packed: bytes | None = None) -> list[Told]:
        """Make a move that is known to be legal. `packed` is the state as it is now, where somebody has packed it already."""
        before, script = packed or pack(self.state), list(self.chance.script)
        self.chance.index = 0
        start_ply(self.chance, self.ply + 1)
        try:
            self.rules.play(self.state, self.tables, self.chance, seat, action)
        except BaseException:
            restore(self.state, before)
            self.chance.journal.clear()
            self.chance.script = script
            raise
        self.moves.append(Move(seat, action, text))
        return self._gather()

    def _gather(self) -> list[Told]:
        news = [Told(self.ply, event) for event in self.chance.journal]
        self.chance.journal.clear()
        self.told.extend(news)
        return news

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat, or a spectator, may know now."""
        view: View = self.setup.game.room("view").view(self.state, self.tables, seat)
        return view

    def choices(self, seat: int) -> list[Choice]:
        """What a seat could try now, lit or with the reason why not; empty for a seat that owes nothing."""
        if self.over() or not self.rules.awaits(self.state, self.tables, seat):
            return []
        choices: list[Choice] = self.setup.game.room("view").choices(self.state, self.tables, seat)
        return choices

    def seconds(self, seat: int) -> int:
        """How many seconds the rules of the game give a seat for its decision; 0 where they leave that to the table's clock."""
        given = getattr(self.setup.game.room("view"), "seconds", None)
        return given(self.state, self.tables, seat) if given else 0

    @property
    def timed(self) -> bool:
        """Whether the rules of the game know decisions that have a time of their own."""
        return hasattr(self.setup.game.room("view"), "seconds")

    def lines(self, viewer: int, told: list[Told] | None = None) -> list[tuple[int, Line]]:
        """The events as one observer may hear them, with their plies."""
        narrate: Callable[..., Line | None] = self.setup.game.room("narrate").narrate
        heard = ((e.ply, narrate(e.event, viewer)) for e in (self.told if told is None else told))
        return [(ply, self._quoted(ply, line)) for ply, line in heard if line is not None]

    def _quoted(self, ply: int, line: Line) -> Line:
        """Put the words in that somebody typed: an empty text `said` stands for those of the last move of the seat `who`."""
        if line.texts.get("said", "-"):
            return line
        typed = next((move.text for move in reversed(self.moves[:ply]) if move.seat == line.seats["who"]), "")
        return msgspec.structs.replace(line, texts={**line.texts, "said": typed.partition(" ")[2] or typed})

    def seen(self, seat: int) -> Any:
        """What a seat knows, as numbers."""
        out: Any = self.setup.seen_shape()
        self.rules.observe(self.state, self.tables, seat, out)
        return out

    def mind(self, seat: int, level: str, rng: random.Random) -> Mind:
        """What a bot in this seat may think with: what the seat knows and may do, and never the state itself."""
        return Mind(setup=self.setup, seat=seat, seen=self.seen(seat), legal=self.legal(seat), level=level, rng=rng)

    def imagined(self, seat: int, key: bytes) -> Any:
        """A copy of the state in which everything that the seat does not know was drawn again."""
        world = copy(self.state)
        self.rules.imagine(world, self.tables, Chance(key), seat)
        return world

    def position(self) -> str:
        """The whole state as one line (everything, secrets too: never for a player's eyes during a game)."""
        return notation.write_line(self.setup, self.state)

    def rewound(self, ply: int) -> Sitting:
        """A new sitting of the same game, stopped after `ply` decisions: undo and replay are this."""
        if not 0 <= ply <= self.ply:
            raise Nonsense(f"there is no ply {ply} (0 to {self.ply})")
        again = Sitting.at(self.setup, self.opening, self.key) if self.opening else Sitting.deal(self.setup, self.key)
        for move in self.moves[:ply]:
            again.act(move.seat, move.text)
        return again


def legal_actions(setup: Setup, s: Any, seat: int) -> list[int]:
    """List the legal actions of a seat, read from the marks."""
    rules = setup.game.room("rules")
    legal, groups = rules.legal, setup.game.groups
    if hasattr(rules, "groups_now"):  # a game with very many actions may say from which group on none is legal now
        groups = rules.groups_now(s, setup.tables, seat)
    found = []
    for group in range(groups):
        mask = legal(s, setup.tables, seat, group)
        while mask:
            low = mask & -mask
            found.append(group * 32 + low.bit_length() - 1)
            mask ^= low
    return found
