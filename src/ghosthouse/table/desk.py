"""The desk of one table: inputs come in, effects go out, and nothing in between waits, reads a clock or opens a socket.

    inputs                                     effects
    join, part, command, tick                  Append(row, watch)     store it, then say `stored`, `taken`, `failed` or `unsure`
    thought (of a bot)                         Reread(after, at)      read the log behind an entry, then say `tail` or `failed`
    stored, taken, failed, unsure, tail        Send(to, message), Think(...), Changed(at), Wake(at)

The order that everything rests on:

- A command is judged against what is stored, written as one row, and carried out only when the row is stored for good. Then it is
  answered, then everybody is told.
- While a row is under way, other commands wait in line. A row that lost the race for its number, or whose fate is not known, is
  never guessed about: the log is read again, and the command is found in it by its id or judged anew.
- No desk owns its table. Another house node may write the same log at any time; the number of the row decides. So a desk that would
  refuse a command reads the log first, unless it is alone: the command may have been stored, or become possible, elsewhere.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.record import Record
from ghosthouse.kernel.refusal import Refusal

from . import entries, messages, project
from .effects import NEVER, Append, Changed, Effect, Habits, Question, Reread, Send, Summary, Think, Trouble, Wake
from .entries import Row, row_of
from .fold import CLOSED, DEALING, FINISHED, PLAYING, Table
from .judge import Means, judge, move_of_house
from .may import Caller, check, seat_of
from .project import Moment, record_of
from .refusals import Busy, Forbidden, NotNow, Unavailable, no, refuse

MOST_WAITING = 64  # commands in line at one table
# Whoever hung up while their command waited here for so long has sent it again, perhaps to another node, which may have refused it:
# carried out now, it would happen after a "no".
SAID_AGAIN_MS = 1_000
MOST_REFUSED = 512  # refusals that are remembered, so that a copy which arrives later is answered alike


@dataclass(slots=True)
class Viewer:
    """A connection that follows the table."""

    caller: Caller
    eyes: int
    seen: int
    seat: int = -1


@dataclass(slots=True)
class Waiting:
    """A command in line: where its answer goes, and when it came."""

    to: Any
    caller: Caller
    command: messages.Command
    received: int
    key: str
    sure: bool = False  # the log was read after the command came


@dataclass
class Desk:
    """One table in one process."""

    table: Table
    names: dict[str, str]
    levels: Callable[[Any], tuple[str, ...]]
    entropy: Callable[[int], bytes]
    habits: Habits = field(default_factory=Habits)
    rng: random.Random = field(default_factory=random.Random)
    opened: int = 0

    def __post_init__(self) -> None:
        self.viewers: dict[Any, Viewer] = {}
        self.line: deque[Waiting] = deque()
        self.pending: tuple[Row, Waiting | None] | None = None
        self.rereading = False
        self.away_from_store = False
        self.thinking: dict[int, tuple[int, int]] = {}
        self.thoughts: dict[int, tuple[int, int | str]] = {}
        self.refused: dict[str, messages.No] = {}
        self.returning: set[int] = set()
        self.closing = False
        self.seated = -1  # the facts by which the viewers' seats were looked up
        self.gone: dict[int, int] = {}
        self.elsewhere: dict[int, int] = {}
        self.outages: deque[tuple[str, int, int]] = deque()
        self.wake = NEVER
        self.out: list[Effect] = []

    # --- inputs ---------------------------------------------------------------------------------------------------------

    def join(self, to: Any, caller: Caller, seen: int, eyes: int, now: int) -> list[Effect]:
        """A connection wants to follow the table; it gets the whole of it at once."""
        seat = seat_of(self.table, caller)
        self.viewers[to] = Viewer(caller, eyes, min(seen, self.table.at), seat)
        if seat >= 0 and self.table.chairs[seat].away == "time":
            self.returning.add(seat)
        self._send(to, messages.Welcome(messages.PROTOCOL, self.table.id, seat))
        if self.away_from_store:
            self._send(to, _PAUSED)
        if seat >= 0 and sum(viewer.seat == seat for viewer in self.viewers.values()) == 1:
            self.gone.pop(seat, None)
            self._tell(now)  # everybody sees who has come
        else:
            self._tell(now, to)
        return self._go_on(now)

    def part(self, to: Any, now: int) -> list[Effect]:
        """A connection is gone."""
        viewer = self.viewers.pop(to, None)
        if viewer is not None and viewer.seat >= 0 and not self._is_here(viewer.seat):
            self.gone[viewer.seat] = now
            self._tell(now)
        return self._go_on(now)

    def command(self, to: Any, caller: Caller, command: messages.Command, now: int) -> list[Effect]:
        """Somebody wants something. The answer (`ok` or `no`) comes when it is certain."""
        key = f"{command.id}:{caller.guest or caller.token[:16]}"
        if len(self.line) >= MOST_WAITING:
            self._no(to, command.id, refuse(Busy, "busy", "too many commands are waiting at this table; send it again"))
            return self._take()
        self.line.append(Waiting(to, caller, command, now, key))
        return self._go_on(now)

    def look(self, caller: Caller, seen: int, eyes: int, now: int) -> messages.TableMessage:
        """The table as somebody who is not connected may know it."""
        return self._message(seat_of(self.table, caller), seen, eyes, self._around(now))

    def moment(self, caller: Caller, ply: int, eyes: int) -> Moment:
        """The game at an earlier ply, through the eyes that this caller has now."""
        seat = seat_of(self.table, caller)
        return project.moment(self.table, project.eyes_of(self.table, seat, eyes), ply, self.names)

    def rounds(self, caller: Caller, eyes: int) -> list[messages.Round]:
        """The rounds that have ended, and the points that stood then."""
        seat = seat_of(self.table, caller)
        return project.rounds(self.table, project.eyes_of(self.table, seat, eyes))

    def question(self, caller: Caller) -> Question:
        """What a caller is asked now, for a hint; refused where hints are not allowed or nothing is asked."""
        seat = seat_of(self.table, caller)
        check(self.table, seat, "hint")
        return self._question(self.table.ply, seat, self.table.chairs[seat].decision)

    def questions(self, caller: Caller, eyes: int) -> tuple[int, list[Question]]:
        """Whose eyes a caller has, and what that seat was asked so far in this game.

        While a game runs that is one's own seat, and then it is a hint like any other.
        """
        seat = seat_of(self.table, caller)
        eyes = project.eyes_of(self.table, seat, eyes)
        if self.table.phase not in project.ENDED:
            if seat < 0:
                raise refuse(NotNow, "not_finished", "only whoever plays may look back on moves before the game has ended")
            if not self.table.hints:
                raise refuse(Forbidden, "no_hints", "this table agreed to play without hints")
        moves = self.table.sitting.moves if self.table.sitting else []
        return eyes, [self._question(ply, eyes, 0, move.text) for ply, move in enumerate(moves) if move.seat == eyes]

    def _question(self, ply: int, seat: int, decision: int, played: str = "") -> Question:
        sitting = self.table.sitting_at(ply)
        mind = sitting.mind(seat, "", random.Random(f"{self.table.fair_name} {decision or ply} {seat}"))
        return Question(seat, ply, decision, mind, lambda move: sitting.read_move(seat, move)[1], played)

    def seen_by(self, caller: Caller, now: int) -> list[Effect]:
        """Somebody without a connection has looked: they are here for a while."""
        seat = seat_of(self.table, caller)
        return self.present_elsewhere([seat], now) if seat >= 0 else self._go_on(now)

    def renamed(self, now: int) -> list[Effect]:
        """Somebody here has another name now."""
        self._tell(now)
        return self._go_on(now)

    def guest_gone(self, guest: str, now: int) -> list[Effect]:
        """A guest has deleted their data: their seat is left, and their name is no longer said."""
        for p, chair in enumerate(self.table.chairs):
            if chair.guest == guest and chair.person:
                command = messages.Leave(f"forget-{p}-{self.table.at}")
                self.line.append(Waiting(None, Caller(guest), command, now, command.id))
        self._tell(now)
        return self._go_on(now)

    def record(self) -> Record:
        """The record of the game, which holds everything: only when it has ended."""
        return record_of(self.table, self.names)

    def tick(self, now: int) -> list[Effect]:
        """Time has passed."""
        if now >= self.wake:
            self.wake = NEVER
        return self._go_on(now)

    def thought(self, seat: int, decision: int, move: int | str, now: int) -> list[Effect]:
        """A bot, or the policy, has chosen."""
        self.thoughts[seat] = (decision, move)
        return self._go_on(now)

    def close(self, now: int) -> list[Effect]:
        """Nobody has come back for a long time: put the table away."""
        self.closing = True
        return self._go_on(now)

    def present_elsewhere(self, seats: list[int], now: int) -> list[Effect]:
        """Another node says which seats have connections there."""
        for seat in seats:
            self.elsewhere[seat] = now
        return self._go_on(now)

    def house_was_away(self, name: str, since: int, until: int, now: int) -> list[Effect]:
        """No node of the house was running for a while: clocks that ran then get their time back."""
        self.outages.append((name, since, until))
        return self._go_on(now)

    def stored(self, now: int) -> list[Effect]:
        """The row under way is stored for good."""
        assert self.pending is not None
        row, waiting = self.pending
        self.pending = None
        self._back_to_store()
        self.table.apply(row)
        self._forget()
        if waiting is not None:
            self._ok(waiting, row.at)
        self._tell(now)
        self.out.append(Changed(self.table.at))
        return self._go_on(now)

    def taken(self, now: int) -> list[Effect]:
        """Somebody else wrote a row of that number, or of that command."""
        self._ask_again(now, 0)
        return self._take()

    def failed(self, now: int) -> list[Effect]:
        """The store refused: nothing was written, or nothing could be read. Play pauses and goes on by itself."""
        self._pause_for_store()
        self._ask_again(now, self.habits.retry)
        return self._take()

    def unsure(self, now: int) -> list[Effect]:
        """Nobody knows whether the row was stored: nothing is answered until the log was read."""
        self._pause_for_store()
        self._ask_again(now, 0)
        return self._take()

    def tail(self, rows: list[Row], names: Mapping[str, str] | None, now: int) -> list[Effect]:
        """The log behind the last entry was read; it may be empty. So were the names of all who have sat here, or not (None)."""
        waiting = self.pending[1] if self.pending else None
        if not self.rereading and self.pending is not None:
            return self._take()  # a reading that was asked for before the row went under way: `taken` will ask again
        self.pending, self.rereading = None, False
        self._back_to_store()
        fresh = [row for row in rows if row.at > self.table.at]
        self.table.apply_all(fresh)
        if waiting is not None:
            self.line.appendleft(waiting)  # found by its id among what is stored, or judged anew
        if fresh:
            self._forget()
        if self._learn(names) or fresh:
            self._tell(now)
        return self._go_on(now)

    def _learn(self, names: Mapping[str, str] | None) -> bool:
        """Take in what people are called; whoever has deleted their data is no longer called anything. Say whether that is news."""
        if names is None:
            return False
        known = {guest: name for guest, name in self.names.items() if guest not in self.table.guests} | dict(names)
        news = known != self.names
        self.names = known
        return news

    def nudged(self, at: int, now: int) -> list[Effect]:
        """Another node says that the table has come to an entry."""
        if at > self.table.at and self.pending is None and not self.rereading:
            self._ask_again(now, 0)
        return self._take()

    # --- what the shell asks --------------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Nothing is under way and nobody is here: the desk can be forgotten, for it can be made again from the log."""
        return not (self.viewers or self.line or self.pending or self.rereading or self.thinking)

    def summary(self) -> Summary:
        """What lists of tables show of it."""
        table = self.table
        return Summary(
            phase=table.phase, title=table.title, open=table.open, code=table.code, game=table.game, ply=table.ply,
            changed=table.when, due=self._due(), awaited=table.awaited(), clock=table.clock, winners=table.winners(),
            seats=[
                ("bot", chair.level or "") if chair.bot else ("person", chair.guest) if chair.person else ("free", "")
                for chair in table.chairs
            ],
        )  # fmt: skip

    def seats_here(self) -> list[int]:
        """The seats of persons that are connected to this node."""
        return sorted({viewer.seat for viewer in self.viewers.values() if viewer.seat >= 0})

    def seats_present(self, now: int) -> set[int]:
        """The seats of persons that are connected to any node, or have looked at the table a moment ago."""
        return {*self.seats_here(), *(p for p, when in self.elsewhere.items() if now - when < 30_000)}

    # --- going on -------------------------------------------------------------------------------------------------------

    def _take(self) -> list[Effect]:
        out, self.out = self.out, []
        return out

    def _go_on(self, now: int) -> list[Effect]:
        while self.line and self.pending is None and not self.rereading:
            self._judge(self.line.popleft(), now)
        if self.pending is None and not self.rereading and self.table.phase != CLOSED:
            duty = self._thought(now) or self._duty(now)
            if duty is not None:
                entry, key = duty
                self._append(entry, "" if key in self.table.ids else key, None)
            else:
                self._let_bots_think(now)
                self._set_alarm(now)
        return self._take()

    def _thought(self, now: int) -> tuple[Any, str] | None:
        """The move that a bot has thought of, if its seat still owes one."""
        while self.thoughts:
            seat, (decision, move) = self.thoughts.popitem()
            self.thinking.pop(seat, None)
            chair = self.table.chairs[seat]
            if self.table.phase != PLAYING or chair.decision != decision or not self._decides(seat, now) or self.table.halted:
                continue
            by = "bot" if chair.bot else "policy"
            try:
                entry = move_of_house(self.table, seat, move, by, self._means(now))
            except Refusal:
                entry = move_of_house(self.table, seat, self._any_move(seat), by, self._means(now))
            return entry, f"house:{decision}:{seat}:{self.table.voids}"
        return None

    def _judge(self, waiting: Waiting, now: int) -> None:
        at = self.table.ids.get(waiting.key)
        if at is not None:
            self._ok(waiting, at)
            return
        if waiting.key in self.refused:  # a command that was refused stays refused: ask again with a new id
            self._send(waiting.to, self.refused[waiting.key])
            return
        if waiting.to is not None and waiting.to not in self.viewers and now - waiting.received > SAID_AGAIN_MS:
            self._no(waiting.to, waiting.command.id, refuse(Unavailable, "unavailable", "the house was not ready; send it again"))
            return
        try:
            entry = judge(self.table, waiting.caller, waiting.command, self._means(now), waiting.received)
        except Refusal as refusal:
            if waiting.sure or self.habits.alone:
                self._no(waiting.to, waiting.command.id, refusal)
                self.refused[waiting.key] = no(waiting.command.id, refusal)
                if len(self.refused) > MOST_REFUSED:
                    self.refused.pop(next(iter(self.refused)))
            else:
                waiting.sure = True
                self.line.appendleft(waiting)
                self._ask_again(now, 0)
            return
        except Exception as problem:  # the rules stumbled: nothing was written, and the table stands as it did
            self.out.append(Trouble("judge", problem))
            self._no(waiting.to, waiting.command.id, refuse(NotNow, "stumbled", "the house stumbled over this; nothing was done"))
            return
        self._append(entry, waiting.key, waiting)

    def _append(self, entry: Any, key: str, waiting: Waiting | None) -> None:
        row = row_of(entry, self.table.at + 1, key, self.table.hash)
        self.pending = (row, waiting)
        timed = self.table.clock.kind != "none" or (self.table.sitting is not None and self.table.sitting.timed)
        watch = timed or any(chair.helped for chair in self.table.chairs)
        self.out.append(Append(row, watch, getattr(entry, "guest", "")))

    def _ask_again(self, now: int, later: int) -> None:
        self.rereading = True
        self.thinking.clear()
        self.out.append(Reread(self.table.at, now + later))

    def _pause_for_store(self) -> None:
        if not self.away_from_store:
            self.away_from_store = True
            for to in self.viewers:
                self._send(to, _PAUSED)

    def _back_to_store(self) -> None:
        if self.away_from_store:
            self.away_from_store = False
            for to in self.viewers:
                self._send(to, _GOES_ON)

    # --- what a table does by itself ------------------------------------------------------------------------------------------

    def _duty(self, now: int) -> tuple[Any, str] | None:
        """The entry that the table owes by itself now, with the id that makes it happen only once."""
        table = self.table
        if self.closing:
            return entries.Closed(when=now), "closed"
        if table.phase == DEALING and now >= table.dealing_since + self.habits.dealing:
            return entries.Dealt(when=now), f"dealt:{table.game}"
        if table.phase not in (PLAYING, FINISHED, DEALING):
            return None
        for p, chair in enumerate(table.chairs):
            if (chair.away == "gone" and self._is_here(p)) or (chair.away == "time" and p in self.returning):
                self.returning.discard(p)
                return entries.Returned(when=now, seat=p), ""
        if table.phase != PLAYING:
            return None
        while self.outages:
            name, since, until = self.outages.popleft()
            if f"lost:{name}" not in table.ids and (ms := self._lost(since, until)):
                return entries.Lost(when=now, ms=ms), f"lost:{name}"
        for p in table.awaited():
            due = table.clock_due(p)
            if due is not None and now >= due + self.habits.lag:
                return entries.Away(when=now, seat=p, why="time"), f"time:{table.chairs[p].decision}:{p}:{due}"
            if due is None and now >= self._grace(p):
                return entries.Away(when=now, seat=p, why="gone"), f"gone:{table.chairs[p].decision}:{p}:{table.talked}"
        return None

    def _decides(self, p: int, now: int) -> bool:
        """Say whether the house makes a seat's decision: it plays there, or the time is over that the rules give."""
        due = self.table.rules_due(p)
        return self.table.chairs[p].helped or (due is not None and now >= due + self.habits.lag)

    def _lost(self, since: int, until: int) -> int:
        begun = [self.table.chairs[p].begun for p in self.table.awaited() if self.table.deadline(p) is not None]
        return max(0, until - max(since, min(begun))) if begun else 0

    def _grace(self, p: int) -> int:
        """When the house stops waiting for a person who is gone: never, while nobody is waiting."""
        chair, table = self.table.chairs[p], self.table
        if not chair.person or chair.helped or table.clock.kind != "none" or self._is_here(p) or table.halted:
            return NEVER
        if not any(other != p and self._is_here(other) for other in table.persons()):
            return NEVER
        return max(self.gone.get(p, self.opened), chair.begun, self.elsewhere.get(p, 0)) + self.habits.grace

    def _is_here(self, p: int) -> bool:
        return any(viewer.seat == p for viewer in self.viewers.values())

    def _let_bots_think(self, now: int) -> None:
        table = self.table
        if table.phase != PLAYING or table.halted:
            return
        for p in table.awaited():
            chair = table.chairs[p]
            state = (chair.decision, table.voids)
            if not self._decides(p, now) or self.thinking.get(p) == state:
                continue
            assert table.sitting is not None
            self.thinking[p] = state
            level = chair.level or ""
            if table.voids:  # the rules broke on what was chosen here: try something else
                level = ""
            pause = self.rng.randint(*self.habits.bot_pause) if chair.bot else self.habits.absent_pause
            mind = table.sitting.mind(p, level, random.Random(self.rng.getrandbits(64)))
            if table.voids:
                mind.legal = [self._any_move(p)]
            self.out.append(Think(p, chair.decision, level, mind, now + pause))

    def _any_move(self, seat: int) -> int:
        """A legal action, another one for each time that the rules broke on one."""
        assert self.table.sitting is not None
        legal = self.table.sitting.legal(seat)
        return legal[self.table.voids % len(legal)]

    def _due(self) -> int | None:
        """When the house has to look after this table although nobody is connected."""
        table = self.table
        if table.phase == DEALING:
            return table.dealing_since + self.habits.dealing
        if table.phase != PLAYING or table.halted:
            return None
        due = [when + self.habits.lag for p in table.awaited() if (when := table.deadline(p)) is not None]
        if any(table.chairs[p].helped for p in table.awaited()):
            due.append(table.when + 5_000)
        return min(due, default=None)

    def _set_alarm(self, now: int) -> None:
        table = self.table
        times = [NEVER]
        if table.phase == DEALING:
            times.append(table.dealing_since + self.habits.dealing)
        elif table.phase == PLAYING:
            for p in table.awaited():
                due = table.deadline(p)
                if due is not None and p not in self.thinking:
                    times.append(due + self.habits.lag)
                times.append(self._grace(p))
        soonest = min(times)
        if soonest != self.wake:
            self.wake = soonest
            self.out.append(Wake(soonest))

    # --- telling ----------------------------------------------------------------------------------------------------------

    def _means(self, now: int) -> Means:
        return Means(now, self.entropy, self.levels)

    def _forget(self) -> None:
        """Forget what no longer holds after new entries: who sits where, and who is thinking about what."""
        if self.seated == self.table.facts:
            return
        self.seated = self.table.facts
        for viewer in self.viewers.values():
            viewer.seat = seat_of(self.table, viewer.caller)
        self.gone = {p: when for p, when in self.gone.items() if p < len(self.table.chairs) and self.table.chairs[p].person}
        for p in list(self.thinking):
            if p >= len(self.table.chairs) or self.table.chairs[p].decision != self.thinking[p][0]:
                del self.thinking[p]

    def _around(self, now: int) -> messages.TableMessage:
        """What everybody is told alike now."""
        here = self.seats_present(now)
        grace = {p: when for p in self.table.awaited() if (when := self._grace(p)) < NEVER}
        spectators = sum(viewer.seat < 0 for viewer in self.viewers.values())
        return project.around(self.table, now=now, names=self.names, here=here, grace=grace, spectators=spectators)

    def _message(self, seat: int, seen: int, eyes: int, same: messages.TableMessage) -> messages.TableMessage:
        eyes = project.eyes_of(self.table, seat, eyes)
        return project.message(self.table, seat=seat, eyes=eyes, seen=seen, names=self.names, same=same)

    def _tell(self, now: int, only: Any = None) -> None:
        """Send the table to everybody, or to one connection. Spectators with the same eyes share one message."""
        shared: dict[tuple[int, int], messages.TableMessage] = {}
        same: messages.TableMessage | None = None
        for to, viewer in self.viewers.items() if only is None else [(only, self.viewers[only])]:
            made = shared.get((viewer.eyes, viewer.seen)) if viewer.seat < 0 else None
            if made is None:
                try:
                    same = same or self._around(now)
                    made = self._message(viewer.seat, viewer.seen, viewer.eyes, same)
                except Exception as problem:  # one view that breaks is not the end of the others
                    self.out.append(Trouble("message", problem))
                    continue
                if viewer.seat < 0:
                    shared[viewer.eyes, viewer.seen] = made
            viewer.seen = self.table.at
            self._send(to, made)

    def _send(self, to: Any, message: messages.Outgoing) -> None:
        if to is not None:
            self.out.append(Send(to, message))

    def _ok(self, waiting: Waiting, at: int) -> None:
        self._send(waiting.to, messages.Ok(waiting.command.id, at))

    def _no(self, to: Any, command: str, refusal: Refusal) -> None:
        self._send(to, no(command, refusal))


_PAUSED = messages.Paused(True, Line("note.store_away"))
_GOES_ON = messages.Paused(False, Line("note.store_back"))
