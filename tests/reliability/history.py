"""The history checker: what clients sent, heard and saw, held against the log that is left.

- Each acknowledged command stands in the log exactly once, at the number that was acknowledged; a refused one never does.
- Nothing was acknowledged or shown before it was stored.
- The log is dense, its hashes chain, and it replays.
- Whatever a client was shown for an entry is what the log says for that entry and that viewer, byte for byte.
- At the end everybody's story is the whole story, however often they were cut off.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from ghosthouse.table import messages, project
from ghosthouse.table.fold import Table

if TYPE_CHECKING:
    from tests.reliability.world import Client, World


class Broken(AssertionError):
    """A promise was broken."""


class History:
    """Everything that was said and heard."""

    def __init__(self) -> None:
        self.commands: dict[tuple[str, str, str], messages.Command] = {}
        self.acks: dict[tuple[str, str, str], int] = {}
        self.nos: dict[tuple[str, str, str], str] = {}
        self.views: dict[str, dict[tuple[int, int], set[bytes]]] = defaultdict(lambda: defaultdict(set))
        self.counts: Counter[str] = Counter()

    def said(self, client: Client, command: messages.Command) -> None:
        """A client sent a command for the first time."""
        self.commands[client.table_id, client.guest, command.id] = command
        self.counts["commands"] += 1

    def acknowledged(self, world: World, client: Client, command: str, at: int) -> None:
        """A client heard `ok`."""
        key = (client.table_id, client.guest, command)
        self.counts["acknowledged"] += 1
        if self.acks.setdefault(key, at) != at:
            raise Broken(f"{key} was acknowledged as entry {self.acks[key]} and as entry {at}")
        if key in self.nos:
            raise Broken(f"{key} was refused ({self.nos[key]}) and then acknowledged")

    def refused(self, client: Client, no: messages.No) -> None:
        """A client heard `no`."""
        key = (client.table_id, client.guest, no.id)
        self.counts["refused"] += 1
        if key in self.acks:
            raise Broken(f"{key} was acknowledged and then refused ({no.code})")
        self.nos[key] = no.code

    def sent(self, world: World, table: str, message: messages.Outgoing) -> None:
        """A node sends a message: at that moment everything in it must be stored."""
        at = getattr(message, "at", 0)
        if isinstance(message, messages.Ok | messages.TableMessage) and at > len(world.logs[table]):
            raise Broken(f"{table}: entry {at} was told, but only {len(world.logs[table])} are stored")

    def seen(self, client: Client, table: messages.TableMessage) -> None:
        """A client was shown a table."""
        self.counts["views"] += 1
        self.views[client.table_id][table.at, table.you].add(shown(table))

    def check(self, world: World, setups: Any) -> None:
        """Hold everything against the logs."""
        for table, log in world.logs.items():
            commands = Counter(row.command for row in log if row.command)
            if doubled := [command for command, count in commands.items() if count > 1]:
                raise Broken(f"{table}: done twice: {doubled}")
            places = {row.command: row.at for row in log}
            for (where, guest, command), at in self.acks.items():
                if where == table and places.get(f"{command}:{guest}") != at:
                    raise Broken(
                        f"{table}: {command} was acknowledged as entry {at}, the log has {places.get(f'{command}:{guest}')}"
                    )
            for (where, guest, command), code in self.nos.items():
                if where == table and f"{command}:{guest}" in places:
                    raise Broken(f"{table}: {command} was refused ({code}), but stands in the log")
            fold = Table(setups)
            for row in log:
                fold.apply(row)
                for (at, you), texts in self.views[table].items():
                    if at == row.at:
                        self._compare(fold, you, texts)
            self.counts["entries"] += len(log)
            self._check_stories(world, table, fold)

    def _compare(self, fold: Table, you: int, texts: set[bytes]) -> None:
        same = project.around(fold, now=0, names={})
        wanted = shown(project.message(fold, seat=you, eyes=you, seen=fold.at, names={}, same=same))
        if texts != {wanted}:
            wrong = next(text for text in texts if text != wanted)
            raise Broken(f"{fold.id}, entry {fold.at}, seat {you}: {wrong[:300]!r} was shown, the log says {wanted[:300]!r}")

    def _check_stories(self, world: World, table: str, fold: Table) -> None:
        for client in world.clients:
            if client.table_id == table:
                you = client.seen.you if client.seen else -1
                eyes = project.eyes_of(fold, you, -1)
                whole = project.story(fold, eyes, 0, {})
                if client.story != whole:
                    raise Broken(f"{client.name} knows another story: {len(client.story)} lines, not {len(whole)}")


def shown(table: messages.TableMessage) -> bytes:
    """What of a table message follows from the log alone."""
    return msgspec.json.encode([
        table.phase, table.game, table.ply, table.decision, table.view, table.choices, table.may, table.undo, table.result,
        table.options, table.fair,
    ])  # fmt: skip
