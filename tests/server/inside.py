"""A node in the test's own process: with a real store on a file, a clock that moves when told, and people who only listen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ghosthouse import bots
from ghosthouse.house import find
from ghosthouse.server import lobby
from ghosthouse.server.bus import MemoryBus
from ghosthouse.server.node import Bots, Held, Node
from ghosthouse.server.people import Guests
from ghosthouse.server.settings import Settings
from ghosthouse.server.sqlite import SqliteStore
from ghosthouse.server.store import Guest
from ghosthouse.server.wire import NewTable
from ghosthouse.table import messages
from ghosthouse.table.effects import Habits
from ghosthouse.table.may import Caller

BOTS = Bots(bots.player, bots.levels, bots.choose_absent, bots.advise)
START = 1_800_000_000_000


class Listener:
    """A connection that keeps what it is sent."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def push(self, message: messages.Outgoing) -> None:
        self.heard.append(message)

    def end(self, code: str, *_: Any) -> None:
        self.heard.append(code)

    @property
    def table(self) -> messages.TableMessage:
        return [message for message in self.heard if isinstance(message, messages.TableMessage)][-1]


class Inside:
    """A node from start to stop. Time stands still; whoever wants it to pass sets `now`."""

    opened = 0

    def __init__(self, path: Path, *, now: int = START, find: Any = find, **settings: Any) -> None:
        self.now = now
        habits = Habits(bot_pause=(0, 0), absent_pause=0)
        self.settings = Settings(database=str(path), habits=habits, **settings)
        self.node = Node(self.settings, SqliteStore(path), MemoryBus(), find, BOTS, clock=lambda: self.now)
        self.guests = Guests(self.node.store)
        Inside.opened += 1
        self.number = 1000 * Inside.opened  # two nodes on one file must not send commands with the same ids

    async def __aenter__(self) -> Inside:
        await self.node.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.node.stop()

    async def guest(self, name: str) -> Guest:
        """Somebody comes in."""
        return (await self.guests.arrive(name, "en", self.now))[0]

    async def table(self, guest: Guest, title: str = "fright/mini", **wish: Any) -> Held:
        """Somebody makes a table."""
        self.number += 1
        made = await lobby.make_table(self.node, guest, NewTable(f"table-{self.number:04}", title, token="s" * 43, **wish))
        return await self.node.held(made.table)

    def do(self, held: Held, guest: Guest, kind: Any, *values: Any, **fields: Any) -> Listener:
        """Somebody does something; the answer comes to the listener when it is stored."""
        self.number += 1
        to = Listener()
        self.node.name(held, guest.id, guest.name)
        self.node.command(held, to, Caller(guest.id), kind(f"command-{self.number:04}", *values, **fields))
        return to

    def join(self, held: Held, guest: Guest | None = None) -> Listener:
        """Somebody follows the table."""
        to = Listener()
        self.node.act(held, held.desk.join, to, Caller(guest.id if guest else ""), 0, -1)
        return to
