"""A table driven by hand: one desk, a log in memory, a clock that moves when told. Effects are carried out at once and in order."""

from __future__ import annotations

import hashlib
import random
from collections import deque
from typing import Any

from ghosthouse import bots
from ghosthouse.house import find
from ghosthouse.table import entries, messages
from ghosthouse.table.desk import Desk
from ghosthouse.table.effects import Append, Changed, Habits, Reread, Send, Think, Trouble, Wake
from ghosthouse.table.fold import Table
from ghosthouse.table.may import Caller
from ghosthouse.table.setups import Setups

SETUPS = Setups(find)


def token(name: str) -> str:
    """A seat's secret for a test."""
    return hashlib.sha256(name.encode()).hexdigest()


class Parlour:
    """A table in a room of its own. People are called by their names, which are also their connections."""

    setups = SETUPS

    def __init__(
        self, title="fright/mini", seats=2, *, seed=1, clock=None, habits=None, thinks=True, table="table-under-test",
        code="GHST", **more,
    ):  # fmt: skip
        self.rng = random.Random(seed)
        self.now = 1_000_000
        self.rows: list[entries.Row] = []
        self.inbox: dict[str, list[Any]] = {}
        self.todo: deque[Any] = deque()
        self.alarm = None
        self.thinks = thinks
        self.thoughts: list[Think] = []
        self.changed = 0
        self.number = 0
        game, _, edition = title.partition("/")
        created = entries.Created(
            when=self.now, table=table, code=code, game=game, edition=edition, seats=seats,
            clock=clock or messages.Clock(), secret=self.rng.randbytes(32).hex(), **more,
        )  # fmt: skip
        self.rows.append(entries.row_of(created, 1, "", ""))
        self.habits = habits or Habits(bot_pause=(0, 0), absent_pause=0)
        self.desk = self.open_desk()

    def open_desk(self) -> Desk:
        """Make a desk from the log, as a process does that has just started."""
        table = Table(self.setups)
        for row in self.rows:
            table.apply(row)
        names = {name: name.title() for name in ("ada", "ben", "cleo", "dan", "eve")}
        return Desk(table, names, bots.levels, self.rng.randbytes, self.habits, self.rng, self.now)

    @property
    def table(self) -> Table:
        return self.desk.table

    def carry_out(self, effects) -> None:
        """Carry effects out, and what follows from them, until nothing is left to do but wait."""
        self.todo.extend(effects)
        while self.todo:
            match self.todo.popleft():
                case Append(row):
                    assert row.at == len(self.rows) + 1
                    self.rows.append(row)
                    self.todo.extend(self.desk.stored(self.now))
                case Reread(after):
                    self.todo.extend(self.desk.tail([row for row in self.rows if row.at > after], None, self.now))
                case Send(to, message):
                    self.inbox.setdefault(to, []).append(messages.read_outgoing(messages.write(message)))
                case Think() as think if not self.thinks:
                    self.thoughts.append(think)
                case Think(seat, decision, level, mind):
                    chosen = bots.player(mind.setup.game, level)(mind) if level else bots.choose_absent(mind)
                    self.todo.extend(self.desk.thought(seat, decision, chosen, self.now))
                case Wake(at):
                    self.alarm = at
                case Changed(at):
                    self.changed = at
                case Trouble(_, problem):
                    raise problem

    def come(self, name, *, seen=0, eyes=-1, secret=None) -> None:
        """Somebody opens the table."""
        self.carry_out(self.desk.join(name, self.caller(name, secret), seen, eyes, self.now))

    def go(self, name) -> None:
        """Somebody's connection is gone."""
        self.carry_out(self.desk.part(name, self.now))

    def caller(self, name, secret=None) -> Caller:
        from ghosthouse.table.judge import hash_of

        return Caller(name if name in self.desk.names else "", hash_of(secret) if secret else "")

    def do(self, name, kind, *values, id=None, secret=None, **fields):
        """Somebody sends a command; returns the answer to it."""
        self.number += 1
        command = kind(id or f"command-{self.number:05}", *values, **fields)
        self.carry_out(self.desk.command(name, self.caller(name, secret), command, self.now))
        answers = [m for m in self.inbox[name] if getattr(m, "id", None) == command.id]
        return answers[-1] if answers else None

    def sit(self, name, seat=-1) -> int:
        """Somebody comes and takes a seat; returns which."""
        if name not in self.inbox:
            self.come(name)
        answer = self.do(name, messages.Sit, seat, token(name))
        assert isinstance(answer, messages.Ok), answer
        return self.sees(name).you

    def sees(self, name) -> messages.TableMessage:
        """The last table message of somebody."""
        return [m for m in self.inbox[name] if isinstance(m, messages.TableMessage)][-1]

    def move(self, name, move=None, **fields):
        """Somebody answers their decision, by default with the first choice that is lit."""
        seen = self.sees(name)
        text = move or next(choice.move for choice in seen.choices if choice.legal)
        return self.do(name, messages.Move, seen.decision, text, **fields)

    def wait(self, ms) -> None:
        """Time passes, with all alarms in it."""
        until = self.now + ms
        while self.alarm is not None and self.alarm <= until:
            self.now, self.alarm = max(self.now, self.alarm), None
            self.carry_out(self.desk.tick(self.now))
        self.now = until
        self.carry_out(self.desk.tick(self.now))

    def play(self, *names) -> None:
        """Everybody answers until the game has ended."""
        while self.table.phase == "playing":
            name = next(name for name in names if self.sees(name).decision)
            assert isinstance(self.move(name), messages.Ok)
