"""One node of the house: it keeps desks for the tables that are alive here and carries out what they ask for.

A desk decides; a node only does: it stores rows, sends messages, sets alarms, lets bots think in threads, reads the log again when
it must, and forgets desks that nobody needs. Whatever goes wrong inside a desk costs that desk and nothing else: it is made again
from the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import msgspec

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import Game, Mind
from ghosthouse.kernel.record import Record
from ghosthouse.kernel.refusal import BadRecord, Refusal
from ghosthouse.table import messages
from ghosthouse.table.desk import Desk
from ghosthouse.table.effects import NEVER, Append, Changed, Effect, Question, Reread, Send, Think, Trouble, Wake
from ghosthouse.table.entries import BrokenChain
from ghosthouse.table.fold import CLOSED, FINISHED, Table
from ghosthouse.table.judge import agreement
from ghosthouse.table.may import Caller
from ghosthouse.table.project import everything, record_of
from ghosthouse.table.refusals import NotNow, Unavailable, Unknown, refuse
from ghosthouse.table.setups import Setups

from . import store as sql
from .bus import Bus
from .logs import log
from .metrics import METRICS
from .settings import DAY, Settings
from .store import Listing, ListUpdate, Outcome, Store, StoreAway

Player = Callable[[Mind], int | str]

POLL = 2.0
FLUSH = 0.5
FORGET_MS = 60_000
OUTAGE_MS = 10_000
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like figures
CODE_LENGTH = 6


@dataclass(frozen=True)
class Bots:
    """The players that can sit at tables, found by level for a game; the policy for people who are away; and who gives hints."""

    player: Callable[[Game, str], Player]
    levels: Callable[[Game], tuple[str, ...]]
    absent: Player
    advise: Callable[[Mind], Sequence[int | str]]


class Connection(Protocol):
    """Whoever gets messages: a socket, a stream, or a request that waits for its answer."""

    def push(self, message: messages.Outgoing) -> None:
        """Take a message to be sent; never blocks."""

    def end(self, code: str, line: Line, again: bool) -> None:
        """Say good-bye and close."""


@dataclass(eq=False)
class Held:
    """A desk and what the node knows about it."""

    desk: Desk
    used: int
    due: int | None = None  # when the store says that the table has to be looked after
    dirty: bool = True  # its list entry is out of date
    alarm: asyncio.TimerHandle | None = None
    asked: dict[int, int] = field(default_factory=dict)  # decisions that people were told about by push

    @property
    def id(self) -> str:
        """The table."""
        return self.desk.table.id


class News(msgspec.Struct, omit_defaults=True):
    """What goes over the bus."""

    node: str
    table: str
    at: int = 0
    here: list[int] = []
    names: bool = False  # somebody there is called otherwise now


_write_news = msgspec.json.Encoder().encode
_read_news = msgspec.json.Decoder(News).decode


class Node:
    """A node of the house."""

    def __init__(
        self, settings: Settings, store: Store, bus: Bus, find: Callable[[str], Game], bots: Bots,
        clock: Callable[[], int] | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.store = store
        self.bus = bus
        self.find = find
        self.bots = bots
        self.now = clock or (lambda: time.time_ns() // 1_000_000)
        self.id = secrets.token_hex(4)
        self.setups = Setups(find)
        self.habits = replace(settings.habits, alone=bus.name == "memory")
        self.tables: dict[str, Held] = {}
        self.frozen: set[str] = set()
        self.rng = random.Random(secrets.randbits(64))
        self.pushed: Callable[[Held], None] | None = None
        self._loading: dict[str, asyncio.Future[Held]] = {}
        self._codes: dict[str, str] = {}
        self._outages: list[tuple[str, int, int]] = []
        self._thinkers = ThreadPoolExecutor(2, "bot")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []

    # --- life -----------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the store, find out whether the house was away, and begin to look after the tables."""
        await self.store.open()
        now = self.now()
        alive = await self.store.all(sql.FACT, "alive")
        last = int(str(alive[0][0])) if alive else now
        if now - last > OUTAGE_MS:
            await self.store.run((sql.ADD_OUTAGE, (f"{last}", last, now)))
        await self._beat()
        self._loops = [
            self._forever(self._beat, POLL),
            self._forever(self._poll, POLL),
            self._forever(self._flush, FLUSH),
            self._forever(self._look_after, 1.0),
            self._forever(self._forget, 15.0),
            self._forever(self._clear_out, 600.0),
            self._forever(self._say_who_is_here, 10.0),
            asyncio.get_running_loop().create_task(self.bus.run(self._heard, self._gap)),
        ]

    async def stop(self) -> None:
        """Let everything under way come to its end: nothing that was acknowledged depends on this."""
        for task in self._loops:
            task.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        line = Line("refusal.going")
        for held in list(self.tables.values()):
            for to in list(held.desk.viewers):
                to.end("going", line, True)
        until = time.monotonic() + 5
        while any(held.desk.pending for held in self.tables.values()) and time.monotonic() < until:
            await asyncio.sleep(0.01)
        with contextlib.suppress(StoreAway):
            await self._flush()
        for held in self.tables.values():
            if held.alarm:
                held.alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    def _forever(self, work: Callable[[], Any], seconds: float) -> asyncio.Task[None]:
        async def run() -> None:
            while True:
                await asyncio.sleep(seconds)
                try:
                    await work()
                except StoreAway:
                    METRICS.store_away.inc()
                except Exception:
                    log.exception("chore_failed", chore=work.__name__)

        return asyncio.get_running_loop().create_task(run())

    def spawn(self, work: Any) -> None:
        """Let something go on beside everything else, until it ends or the node stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- desks ----------------------------------------------------------------------------------------------------------

    async def held(self, table: str) -> Held:
        """The desk of a table, by its id or code; made from the log where it is not there."""
        table = self._codes.get(table, table)
        held = self.tables.get(table)
        if held is not None:
            held.used = self.now()
            return held
        if table in self.frozen:
            raise refuse(NotNow, "frozen", "this table stands still: its log does not fit together; it is kept as it is")
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Held:
        try:
            found = await self.store.all(sql.TABLE, table, table.upper())
            if not found:
                raise refuse(Unknown, "no_such_table", f"there is no table {table!r}")
            listed = sql.listed(found[0])
            self._codes[listed.code] = listed.id
            if listed.id in self.tables:
                return self.tables[listed.id]
            rows, names = await self.store.rows(listed.id, 0)
            self._outages = [
                (str(name), int(str(since)), int(str(until)))
                for name, since, until in await self.store.all(sql.OUTAGES, self.now() - 30 * DAY)
            ]
        except StoreAway as problem:
            raise refuse(Unavailable, "unavailable", f"the house cannot read the table now: {problem}") from None
        if listed.id in self.tables:  # somebody else has loaded it meanwhile, by its other name
            return self.tables[listed.id]
        fold = Table(self.setups)
        try:
            await asyncio.to_thread(fold.apply_all, rows)  # a long game, or a dictionary to read, keeps nobody waiting
        except BadRecord as problem:  # while houses are upgraded one after another, a newer one may have begun this game
            log.warning("table_newer", table=listed.id, problem=str(problem))
            raise refuse(Unavailable, "unavailable", f"this house cannot play this table yet: {problem}") from None
        except Exception as problem:  # a broken chain, or rules that stumble over their own log
            self._freeze(listed.id, problem)
            raise refuse(NotNow, "frozen", "this table stands still: its log does not fit together; it is kept as it is") from None
        if listed.id in self.tables:
            return self.tables[listed.id]
        METRICS.loads.inc()
        return self.adopt(fold, names)

    def adopt(self, table: Table, names: Mapping[str, str]) -> Held:
        """Make a desk for a table that was folded from its log."""
        now = self.now()
        desk = Desk(table, dict(names), self.bots.levels, secrets.token_bytes, self.habits, self.rng, now)
        held = Held(desk, now)
        self.tables[table.id] = held
        self._codes[table.code] = table.id
        for outage in self._outages:
            self.act(held, desk.house_was_away, *outage)
        self.act(held, desk.tick)
        return held

    def _freeze(self, table: str, problem: BaseException) -> None:
        log.error("table_frozen", table=table, problem=str(problem))
        METRICS.frozen.inc()
        self.frozen.add(table)
        self._drop(table, "frozen", Line("refusal.frozen"), again=False)

    def _drop(self, table: str, code: str, line: Line, *, again: bool) -> None:
        held = self.tables.pop(table, None)
        if held is None:
            return
        if held.alarm:
            held.alarm.cancel()
        for to in list(held.desk.viewers):
            to.end(code, line, again)

    def act(self, held: Held, do: Callable[..., list[Effect]], *values: Any) -> None:
        """Give a desk an input and carry out what it wants. A desk that breaks is forgotten and made again from the log."""
        try:
            self._carry_out(held, do(*values, self.now()))
        except BrokenChain as problem:
            self._freeze(held.id, problem)
        except Exception:
            log.exception("desk_broke", table=held.id)
            METRICS.broken_desks.inc()
            self._drop(held.id, "stumbled", Line("refusal.going"), again=True)

    def _carry_out(self, held: Held, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(to, message):
                    to.push(message)
                case Append(row, watch, guest):
                    due = self.now() + 5_000 if watch else None
                    if due is not None and held.due is not None and held.due <= due:
                        due = None  # the store will wake us early enough already
                    if due is not None:
                        held.due = due
                    self.store.append(held.id, row, due, self._outcome(held, time.perf_counter()), guest)
                case Changed(at):
                    held.dirty = True
                    self.bus.publish(_write_news(News(self.id, held.id, at)))
                    if self.pushed is not None:
                        self.pushed(held)
                    if held.desk.table.phase == FINISHED and self.rng.random() * self.settings.check_one_in < 1:
                        self.spawn(self._check(held))
                case Wake(at):
                    self._set_alarm(held, at)
                case Think():
                    self.spawn(self._think(held, effect))
                case Reread(after, at):
                    self.spawn(self._reread(held, after, at))
                case Trouble(where, problem):
                    log.error("table_trouble", table=held.id, where=where, problem=type(problem).__name__, exc_info=problem)
                    METRICS.trouble.inc()

    def _outcome(self, held: Held, begun: float) -> Callable[[Outcome], None]:
        def done(outcome: Outcome) -> None:
            METRICS.appended[outcome].inc()
            METRICS.commit_seconds.observe(time.perf_counter() - begun)
            if self.tables.get(held.id) is held:
                self.act(held, getattr(held.desk, outcome))

        return done

    def _set_alarm(self, held: Held, at: int) -> None:
        if held.alarm:
            held.alarm.cancel()
            held.alarm = None
        if at < NEVER:
            seconds = max(0.0, (at - self.now()) / 1000)
            held.alarm = asyncio.get_running_loop().call_later(min(seconds, 86_400.0), self.act, held, held.desk.tick)

    async def _think(self, held: Held, think: Think) -> None:
        game = think.mind.setup.game
        try:
            player = self.bots.player(game, think.level) if think.level else self.bots.absent
            move = await asyncio.get_running_loop().run_in_executor(self._thinkers, player, think.mind)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bot_broke", game=game.id, level=think.level)
            METRICS.trouble.inc()
            move = self.rng.choice(think.mind.legal)
        pause = (think.at - self.now()) / 1000
        if pause > 0:
            await asyncio.sleep(pause)
        if self.tables.get(held.id) is held:
            self.act(held, held.desk.thought, think.seat, think.decision, move)

    async def _reread(self, held: Held, after: int, at: int) -> None:
        METRICS.rereads.inc()
        pause = (at - self.now()) / 1000
        if pause > 0:
            await asyncio.sleep(pause)
        try:
            rows, names = await self.store.rows(held.id, after)
        except StoreAway:
            if self.tables.get(held.id) is held:
                self.act(held, held.desk.failed)
            return
        if self.tables.get(held.id) is held:
            self.act(held, held.desk.tail, rows, names)

    async def advice(self, question: Question) -> list[str]:
        """What somebody who knows the game would do, from what the seat knows: one move, or several that are equally good."""
        best = await asyncio.get_running_loop().run_in_executor(self._thinkers, self.bots.advise, question.mind)
        return [question.spell(move) for move in best]

    async def record(self, held: Held, game: int) -> Record:
        """The record of a game at a table that has ended: of the last one, or of an earlier one by its number."""
        if game in (0, held.desk.table.game):
            return held.desk.record()
        if game > held.desk.table.game:
            raise refuse(Unknown, "no_such_game", f"there was no game {game} at this table (1 to {held.desk.table.game})")
        rows, names = await self.store.rows(held.id, 0)
        earlier = Table(self.setups)
        await asyncio.to_thread(earlier.apply_up_to, rows, game)
        return record_of(earlier, names)

    async def _check(self, held: Held) -> None:
        """Fold the log of a table that has just finished again, and compare: a table that comes out otherwise stands still."""
        try:
            rows, _ = await self.store.rows(held.id, 0)
        except StoreAway:
            return
        again = Table(self.setups)
        try:
            await asyncio.to_thread(again.apply_all, rows)
        except (BrokenChain, Refusal) as problem:
            self._freeze(held.id, problem)
            return
        METRICS.checked.inc()
        table = held.desk.table
        if self.tables.get(held.id) is held and table.at == again.at and everything(table) != everything(again):
            METRICS.mismatches.inc()
            self._freeze(held.id, BrokenChain(f"folded again, entry {table.at} of the log comes to something else"))

    # --- people -----------------------------------------------------------------------------------------------------------

    def name(self, held: Held, guest: str, name: str) -> None:
        """Let a desk know what a guest is called."""
        held.desk.names[guest] = name

    async def leave_all(self, guest: str) -> None:
        """Somebody leaves all their seats, and is called nothing there any more."""
        for (table,) in await self.store.all(sql.SEATED_AT, guest):
            with contextlib.suppress(NotNow, Unknown):  # a table that stands still or is gone keeps nobody from leaving the house
                held = await self.held(str(table))
                held.desk.names.pop(guest, None)
                self.act(held, held.desk.guest_gone, guest)

    def renamed(self, guest: str, name: str) -> None:
        """Somebody is called otherwise now, at all their tables and on all nodes; an empty name is no longer said."""
        for held in list(self.tables.values()):
            if guest in held.desk.names or guest in held.desk.table.guests:
                if name:
                    held.desk.names[guest] = name
                else:
                    held.desk.names.pop(guest, None)
                self.act(held, held.desk.renamed)
                self.bus.publish(_write_news(News(self.id, held.id, names=True)))

    def command(self, held: Held, to: Connection, caller: Caller, command: messages.Command) -> None:
        """Pass a command on to its table."""
        METRICS.commands.labels(type(command).__struct_config__.tag).inc()
        held.used = self.now()
        agreed = agreement(held.desk.table, command)
        if agreed is None or self.setups.knows(*agreed):
            self.act(held, held.desk.command, to, caller, command)
        else:
            self.spawn(self._prepare(held, to, caller, command, agreed))

    async def _prepare(
        self, held: Held, to: Connection, caller: Caller, command: messages.Command, agreed: tuple[Any, ...]
    ) -> None:
        """Make the setup that a command needs in a thread, while others play; then judge the command as ever."""
        with contextlib.suppress(Refusal):  # it is refused again by the desk, which answers
            await asyncio.to_thread(self.setups, *agreed)
        if self.tables.get(held.id) is held:
            self.act(held, held.desk.command, to, caller, command)

    # --- chores ---------------------------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        await self.store.run((sql.SET_FACT, ("alive", str(self.now()))))

    async def _poll(self) -> None:
        """Ask the store how far the tables have come: what the bus has lost costs two seconds at most."""
        if not self.tables or self.bus.name == "memory":
            return
        for table, at in (await self.store.heads(list(self.tables))).items():
            held = self.tables.get(table)
            if held is not None and at > held.desk.table.at:
                self.act(held, held.desk.nudged, at)

    def _heard(self, data: bytes) -> None:
        try:
            news = _read_news(data)
        except msgspec.DecodeError:
            return
        held = self.tables.get(news.table)
        if held is None or news.node == self.id:
            return
        if news.here:
            self.act(held, held.desk.present_elsewhere, news.here)
        if news.at > held.desk.table.at:
            self.act(held, held.desk.nudged, news.at)
        elif news.names:
            self.spawn(self._reread(held, held.desk.table.at, self.now()))

    def _gap(self) -> None:
        METRICS.bus_gaps.inc()
        self.spawn(self._poll_once())

    async def _poll_once(self) -> None:
        try:
            await self._poll()
        except StoreAway:
            METRICS.store_away.inc()

    async def _say_who_is_here(self) -> None:
        if self.bus.name == "memory":
            return
        for held in list(self.tables.values()):
            if here := held.desk.seats_here():
                self.bus.publish(_write_news(News(self.id, held.id, held.desk.table.at, here)))

    async def _look_after(self) -> None:
        """Wake the tables that are due although nobody is connected to them."""
        for table in await self.store.claim_due(self.now()):
            try:
                held = await self.held(table)
            except Refusal:
                continue
            held.due = self.now() + 5_000
            held.dirty = True
            self.act(held, held.desk.tick)

    async def _flush(self) -> None:
        """Write the list entries of the tables that have changed."""
        dirty = [held for held in self.tables.values() if held.dirty and held.desk.pending is None]
        if not dirty:
            return
        updates = [self.update(held) for held in dirty]
        for held in dirty:
            held.dirty = False
        try:
            await self.store.list_tables(updates)
        except StoreAway:
            for held in dirty:
                held.dirty = True
            raise
        for held, update in zip(dirty, updates, strict=True):
            held.due = update.due

    def update(self, held: Held) -> ListUpdate:
        """The list entry of a table as it is now."""
        made = held.desk.summary()
        listing = Listing(made.title, made.game, made.ply, made.awaited, made.seats, made.clock, made.winners)
        return ListUpdate(held.id, made.code, made.phase, made.open, made.changed, made.due, listing)

    async def _forget(self) -> None:
        """Let go of desks that nobody has used for a while; their alarms are rows in the store."""
        now = self.now()
        for held in list(self.tables.values()):
            if held.desk.idle and not held.dirty and now - held.used > FORGET_MS:
                self._drop(held.id, "idle", Line("refusal.going"), again=True)
        if len(self._codes) > 50_000:
            self._codes.clear()
        METRICS.tables.set(len(self.tables))

    async def _clear_out(self) -> None:
        """Put away what nobody came back to, and delete what has been kept long enough."""
        now, keep = self.now(), self.settings
        for (table,) in await self.store.all(sql.IDLE_TABLES, now - keep.keep_idle_days * DAY):
            try:
                held = await self.held(str(table))
            except Refusal:
                continue
            if held.desk.table.phase != CLOSED and held.desk.table.when < now - keep.keep_idle_days * DAY:
                self.act(held, held.desk.close)
                held.dirty = True
        for (table,) in await self.store.all(sql.OLD_TABLES, now - keep.keep_tables_days * DAY, now - keep.keep_idle_days * DAY):
            held_now = self.tables.get(str(table))
            if held_now is None or not held_now.desk.viewers:
                self._drop(str(table), "deleted", Line("refusal.no_such_table"), again=False)
                await self.store.run(*((statement, (str(table),)) for statement in sql.DELETE_TABLE))
        for (guest,) in await self.store.all(sql.OLD_GUESTS, now - keep.keep_guests_days * DAY):
            await self.store.run(*((statement, (str(guest),)) for statement in sql.DELETE_GUEST))


def new_code() -> str:
    """A short code that can be read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
