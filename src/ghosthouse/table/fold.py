"""A table is a fold over its log: every fact about it is what its entries, applied in order, have led to.

`Table.apply` takes rows that are stored for good, and nothing else. It reads no clock, draws nothing and asks nobody, so that every
process which reads the same rows holds the same table. Who may do what is asked elsewhere (`judge`), and what a viewer may see
leaves through a `Window`.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from ghosthouse.kernel.event import SPECTATOR, Line
from ghosthouse.kernel.game import Setup
from ghosthouse.kernel.layout import copy, pack, unpack
from ghosthouse.kernel.sitting import Sitting
from ghosthouse.kernel.view import Choice, View

from . import entries, fair
from .chairs import Chair, Note, Wish
from .entries import AnyEntry, BrokenChain, Row, entry_of, kind_of
from .messages import Clock
from .setups import Setups

LOBBY: Final = "lobby"
DEALING: Final = "dealing"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
CLOSED: Final = "closed"
LEAST_BANK_MS = 5_000  # what a clock holds at least for somebody who comes back to an empty one


@dataclass(frozen=True, slots=True)
class Window:
    """What one viewer may know of the game: the only thing that messages are made from."""

    viewer: int
    view: View
    choices: list[Choice]


class Table:
    """Everything that a log says about its table."""

    def __init__(self, setups: Setups) -> None:
        self.setups = setups
        self.at = 0
        self.hash = ""
        self.when = 0
        self.ids: dict[str, int] = {}
        self.id = ""
        self.code = ""
        self.phase: Literal["lobby", "dealing", "playing", "finished", "closed"] = LOBBY
        self.game_id = ""
        self.edition = ""
        self.options: dict[str, str | int | bool] = {}
        self.carried: dict[str, str | int | bool] = {}  # for this game alone, from how the last one ended
        self.deck = ""
        self.clock = Clock()
        self.open = False
        self.eyes = False
        self.hints = True
        self.opening = ""
        self.chairs: list[Chair] = []
        self.secret = b""
        self.game = 1
        self.rules = 0
        self.sitting: Sitting | None = None
        self.moved: list[int] = []  # the entry of each ply, the deal first
        self.told: list[int] = []  # how many events had been told before each ply
        self.notes: list[Note] = []
        self.wish: Wish | None = None
        self.stepped_back = False
        self.halted = 0  # since when, or 0
        self.dealing_since = 0
        self.voids = 0  # moves of this decision that the rules could not carry out
        self.been: dict[str, int] = {}  # where each guest has sat in this game
        self.guests: set[str] = set()  # everybody who has ever sat here
        self.rewrites: list[tuple[int, int]] = []
        self.talked = 0  # entries of this game that are no moves
        self.facts = 0  # the last entry that was no move: who sits where, and what was agreed, is as it was then
        self.promises: dict[int, str] = {}  # what was promised and shown for the deal of this game, by seat
        self.shown: dict[int, bytes] = {}
        self.allowed: dict[tuple[Any, ...], list[str]] = {}  # kept for `may`,
        self.allowed_as_of = 0  # while `facts` stays as it is
        self._windows: dict[int, Window] = {}
        self._packed: bytes | None = None  # the state as it is now, once somebody has asked
        self._offered: dict[int, list[int]] = {}  # what seats may do that are asked, once somebody has looked
        self._legal = (-1, 0, "", 0)  # the move that was found to be legal last: at which entry, seat, text, action
        self._again_sitting: Sitting | None = None  # replays the game for those who look back, as far as they look
        self._past: list[bytes] = []
        self._rounds: list[int] = []  # the number of the round, by ply

    # --- what others ask ------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title that is played."""
        return f"{self.game_id}/{self.edition}"

    @property
    def setup(self) -> Setup:
        """The agreement as a setup: under the rules that this game began with, or the newest while none has begun."""
        return self._setup(0 if self.phase == LOBBY else self.rules)

    @property
    def next_setup(self) -> Setup:
        """The agreement under the newest rules, as the next game will be played."""
        return self._setup(0)

    def _setup(self, rules: int) -> Setup:
        return self.setups(self.game_id, self.edition, len(self.chairs), self.options | self.carried, self.deck, rules)

    @property
    def fair_name(self) -> str:
        """What the chance of this game is derived for."""
        return f"{self.id}/{self.game}"

    @property
    def ply(self) -> int:
        """How many decisions this game has seen."""
        return self.sitting.ply if self.sitting else 0

    def awaited(self) -> list[int]:
        """The seats that owe a decision."""
        return [p for p, chair in enumerate(self.chairs) if chair.decision]

    def persons(self) -> list[int]:
        """The seats of persons, away or not."""
        return [p for p, chair in enumerate(self.chairs) if chair.person]

    def winners(self) -> list[int]:
        """Who has won, once the game has ended: never somebody who gave up, unless all did.

        If the rules let nobody win who stayed, those who come nearest in points to the one who gave up are moved up.
        """
        if self.sitting is None or self.phase not in (FINISHED, CLOSED):
            return []
        left = [p for p, chair in enumerate(self.chairs) if not chair.conceded]
        if not self.sitting.over():
            return left if len(left) == 1 else []
        won = self.sitting.winners()
        kept = [p for p in won if p in left]
        if kept or not left:
            return kept or won
        scores = self.sitting.scores()
        behind = {p: abs(scores[p] - scores[won[0]]) for p in left}
        return [p for p in left if behind[p] == min(behind.values())]

    def ended_by(self) -> str:
        """Why the game has ended."""
        if self.sitting is not None and self.sitting.over():
            return "rules"
        return "abandoned" if self.phase == CLOSED else "conceded"

    def window(self, viewer: int) -> Window:
        """What a seat (or -1: a spectator) may know now. There must be a game."""
        made = self._windows.get(viewer)
        if made is None:
            assert self.sitting is not None
            asked = viewer >= 0 and self.phase == PLAYING and self.chairs[viewer].decision
            made = Window(viewer, self.sitting.view(viewer), self.sitting.choices(viewer) if asked else [])
            self._windows[viewer] = made
        return made

    def sitting_at(self, ply: int) -> Sitting:
        """The game at an earlier ply, to be looked at and not to be played on."""
        sitting = self.sitting
        assert sitting is not None
        if ply == sitting.ply:
            return Sitting(sitting.setup, sitting.key, copy(sitting.state))
        if self._again_sitting is None:
            self._again_sitting = sitting.rewound(0)
            self._past, self._rounds = [pack(self._again_sitting.state)], []
        again = self._again_sitting
        while len(self._past) <= ply:
            again.act(sitting.moves[again.ply].seat, sitting.moves[again.ply].text)
            self._past.append(pack(again.state))
        return Sitting(sitting.setup, sitting.key, unpack(sitting.setup.shape, self._past[ply]))

    def round_ends(self) -> list[tuple[int, int]]:
        """The rounds that have ended, and the ply at which each had: as the number `round` tells, for games that count them."""
        assert self.sitting is not None
        self.sitting_at(0)  # what was counted before moves were taken back is forgotten there
        while len(self._rounds) <= self.ply:
            number = self.sitting_at(len(self._rounds)).view(SPECTATOR).numbers.get("round", 0)
            self._rounds.append(number)
        counted = self._rounds
        ends = [(counted[ply - 1], ply) for ply in range(1, self.ply + 1) if counted[ply] > counted[ply - 1]]
        return [*ends, (counted[-1], self.ply)] if counted[-1] and self.sitting.over() else ends

    def story_from(self, seen: int) -> int:
        """The entry after which a viewer needs the lines, who has seen the table up to `seen`: what was undone is told anew."""
        after = min(seen, self.at)
        for at, first in self.rewrites:
            if at > seen:
                after = min(after, first - 1)
        return after

    def lines(self, viewer: int, after: int) -> list[tuple[int, int, Line]]:
        """The lines of the game that a viewer may hear, told after an entry: entry, ply, line."""
        if self.sitting is None:
            return []
        ply = bisect_right(self.moved, after)
        if ply >= len(self.moved):
            return []
        heard = self.sitting.lines(viewer, self.sitting.told[self.told[ply] :])
        return [(self.moved[ply], ply, line) for ply, line in heard]

    def checksum(self) -> int:
        """A short sum of the state before the next move, by which a replay notices that it came out differently."""
        return zlib.crc32(self._pack())

    def _pack(self) -> bytes:
        if self._packed is None:
            assert self.sitting is not None
            self._packed = pack(self.sitting.state)
        return self._packed

    def legal_move(self, seat: int, move: int | str) -> tuple[int, str]:
        """Turn a move as given into an action and the text to record, or raise the refusal where it is not legal now."""
        assert self.sitting is not None
        action, text = self.sitting.legal_move(seat, move)
        self._legal = (self.at, seat, text, action)
        return action, text

    def clock_due(self, seat: int) -> int | None:
        """When the clock of a seat runs out, or None while it does not run."""
        if self.clock.kind == "none" or not self._runs(seat):
            return None
        chair = self.chairs[seat]
        return chair.begun + (chair.bank if self.clock.kind == "bank" else self.clock.seconds * 1000)

    def rules_due(self, seat: int) -> int | None:
        """When the time is over that the rules of the game give a seat for this decision, or None if they give none."""
        chair = self.chairs[seat]
        return chair.begun + chair.limit if chair.limit and self._runs(seat) else None

    def deadline(self, seat: int) -> int | None:
        """When a seat's time is over, whoever set it; None while none runs."""
        clock, rules = self.clock_due(seat), self.rules_due(seat)
        return rules if clock is None else clock if rules is None else min(clock, rules)

    def _runs(self, seat: int) -> bool:
        chair = self.chairs[seat]
        return bool(chair.decision) and not chair.helped and not self.halted

    # --- the fold -------------------------------------------------------------------------------------------------------

    def apply_all(self, rows: Iterable[Row]) -> None:
        """Take in rows, one after the other."""
        for row in rows:
            self.apply(row)

    def apply_up_to(self, rows: Iterable[Row], game: int) -> None:
        """Take in rows up to the end of one of the games at this table, and not the rematch behind it."""
        for row in rows:
            if self.game == game and kind_of(row) is entries.Again:
                return
            self.apply(row)

    def apply(self, row: Row) -> AnyEntry:
        """Take in the next row of the log."""
        entry = entry_of(row, self.at + 1, self.hash)
        self.at, self.hash, self.when = row.at, row.hash, max(self.when, entry.when)
        if row.command:
            self.ids[row.command] = row.at
        self._windows.clear()
        if not isinstance(entry, entries.Moved):
            self.talked += 1
            self.facts = row.at
        getattr(self, f"_{type(entry).__struct_config__.tag}")(entry)
        self._packed = None
        return entry

    def _note(self, phrase: str, seat: int = -1, **more: Any) -> None:
        chair = self.chairs[seat] if seat >= 0 else Chair()
        if self.phase in (LOBBY, FINISHED):  # seats may still change hands: keep who it was, not where
            self.notes.append(Note(self.at, "note." + phrase, -1, chair.guest, chair.level, **more))
        else:
            self.notes.append(Note(self.at, "note." + phrase, seat, **more))

    def _created(self, entry: entries.Created) -> None:
        self.id, self.code = entry.table, entry.code
        self.game_id, self.edition, self.options, self.deck = entry.game, entry.edition, dict(entry.options), entry.deck
        self.clock, self.open, self.eyes, self.hints = entry.clock, entry.open, entry.eyes, entry.hints
        self.opening, self.secret = entry.opening, bytes.fromhex(entry.secret)
        self.chairs = [Chair() for _ in range(entry.seats)]

    def _sat(self, entry: entries.Sat) -> None:
        old = self.chairs[entry.seat]
        self.chairs[entry.seat] = Chair(
            guest=entry.guest,
            token=entry.token,
            conceded=old.conceded,
            bank=old.bank,
            begun=self.when,
            decision=old.decision,
            limit=old.limit,
        )
        self._came(entry)
        self._let_go_on()
        self._note("sat", entry.seat)

    def _bot(self, entry: entries.BotSat) -> None:
        self.chairs[entry.seat] = Chair(level=entry.level)
        self._note("bot_sat", entry.seat)

    def _freed(self, entry: entries.Freed) -> None:
        self._note("freed", entry.seat)
        self.chairs[entry.seat] = Chair()

    def _left(self, entry: entries.Left) -> None:
        self._note("let_go" if entry.let_go else "left", entry.seat)
        chair = self.chairs[entry.seat]
        if self.phase in (DEALING, PLAYING):
            self.chairs[entry.seat] = Chair(
                level=entry.level, conceded=chair.conceded, bank=chair.bank, begun=chair.begun, decision=chair.decision,
                limit=chair.limit, shown=chair.shown, promise=chair.promise,
            )  # fmt: skip
            self._drop_from_wish(entry.seat)
            self._let_go_on()
            if self.phase == DEALING:
                self._deal_if_shown()
        else:
            self.chairs[entry.seat] = Chair()

    def _resized(self, entry: entries.Resized) -> None:
        self.chairs = [self.chairs[p] for p in entry.keep] + [Chair() for _ in range(entry.count - len(entry.keep))]
        self._note("resized", numbers={"seats": entry.count})

    def _arranged(self, entry: entries.Arranged) -> None:
        self.chairs = [self.chairs[p] for p in entry.order]
        self._note("lots" if entry.lots else "swapped")

    def _configured(self, entry: entries.Configured) -> None:
        self.edition, self.options = entry.edition, dict(entry.options)
        self.clock, self.open, self.eyes, self.hints = entry.clock, entry.open, entry.eyes, entry.hints
        self._note("configured")

    def _ticketed(self, entry: entries.Ticketed) -> None:
        self.chairs[entry.seat].ticket = entry.hash

    def _claimed(self, entry: entries.Claimed) -> None:
        chair = self.chairs[entry.seat]
        chair.guest, chair.token, chair.ticket, chair.away = entry.guest, entry.token, "", ""
        self._came(entry)
        self._note("claimed", entry.seat)

    def _came(self, entry: entries.Sat | entries.Claimed) -> None:
        self.been.setdefault(entry.guest, entry.seat)
        self.guests.add(entry.guest)

    def _promised(self, entry: entries.Promised) -> None:
        self.chairs[entry.seat].promise = entry.hash

    def _started(self, entry: entries.Started) -> None:
        for p, chair in enumerate(self.chairs):
            if chair.free:
                self.chairs[p] = Chair(level=entry.fill)
        self._begin(entry.rules)

    def _again(self, entry: entries.Again) -> None:
        self.game += 1
        self.secret = bytes.fromhex(entry.secret)
        self.sitting = self._again_sitting = None
        self.moved, self.told, self.notes, self.been, self.wish = [], [], [], {}, None
        self.stepped_back, self.talked, self.voids = False, 0, 0
        self.rewrites = [(self.at, 1)]
        for p, chair in enumerate(self.chairs):
            chair.conceded, chair.decision, chair.away = False, 0, ""
            if chair.guest:
                self.been[chair.guest] = p
        if any(chair.free for chair in self.chairs):
            self.phase, self.carried = LOBBY, {}  # seats may change before this game begins
        else:
            self.carried = dict(entry.carried)
            self._begin(entry.rules)
        self._note("again")

    def _begin(self, rules: int) -> None:
        self.rules = rules
        self.phase = DEALING
        self.dealing_since = self.when
        self._deal_if_shown()

    def _shown(self, entry: entries.Shown) -> None:
        self.chairs[entry.seat].shown = entry.bytes
        self._deal_if_shown()

    def owing_bytes(self) -> list[int]:
        """The seats whose promised bytes have not been shown."""
        return [p for p, chair in enumerate(self.chairs) if chair.person and chair.promise and not chair.shown]

    def _deal_if_shown(self) -> None:
        if not self.owing_bytes():
            self._deal()

    def _dealt(self, entry: entries.Dealt) -> None:
        self._deal()

    def _deal(self) -> None:
        setup = self.setup
        self.promises = {p: chair.promise for p, chair in enumerate(self.chairs) if chair.shown}
        self.shown = {p: bytes.fromhex(chair.shown) for p, chair in enumerate(self.chairs) if chair.shown}
        key = fair.key(self.secret, self.fair_name, self.shown)
        self.sitting = Sitting.at(setup, self.opening, key) if self.opening else Sitting.deal(setup, key)
        self.moved, self.told = [self.at], [0]
        self.phase = PLAYING
        for chair in self.chairs:
            chair.bank = self.clock.seconds * 1000
            chair.promise = chair.shown = ""
        self._ask_all()
        self._finish_if_over()

    def _moved(self, entry: entries.Moved) -> None:
        sitting = self.sitting
        assert sitting is not None
        if entry.sum != self.checksum():
            raise BrokenChain(f"entry {self.at}: the replay has come to another state than the game had")
        mover = self.chairs[entry.seat]
        before = {p: self._offered.get(p) or sitting.legal(p) for p in self.awaited() if p != entry.seat}
        told = len(sitting.told)
        at, seat, text, action = self._legal
        try:
            if (at, seat, text) == (self.at - 1, entry.seat, entry.move):  # read and judged a moment ago
                sitting.do(seat, action, text, self._pack())
            else:
                sitting.act(entry.seat, entry.move)
        except Exception:
            # The rules broke on a move that they had called legal. It is in the log, so it stays there, as void: every replay
            # comes here again, and the seat decides anew.
            self.voids += 1
            self._note("void", entry.seat)
            return
        self.voids = 0
        self.wish = None
        self.moved.append(self.at)
        self.told.append(told)
        if self.clock.kind == "bank" and not entry.by:
            mover.bank = max(0, mover.bank - entry.spent) + self.clock.increment * 1000
        if not entry.by:
            mover.away = ""
        elif not mover.helped:
            self._note("late", entry.seat)
        self._offered = {}
        for p, chair in enumerate(self.chairs):
            if not sitting.rules.awaits(sitting.state, sitting.tables, p):
                chair.decision = 0
            elif p not in before:
                self._ask(p)
            else:
                self._offered[p] = sitting.legal(p)
                if self._offered[p] != before[p]:
                    self._ask(p)
        self._finish_if_over()

    def _ask_all(self) -> None:
        """Ask every awaited seat anew."""
        assert self.sitting is not None
        awaited = self.sitting.awaited()
        self._offered = {}
        for p, chair in enumerate(self.chairs):
            chair.decision, chair.begun = 0, 0
            if p in awaited:
                self._ask(p)

    def _ask(self, p: int) -> None:
        """Ask a seat for a decision, from now on."""
        assert self.sitting is not None
        chair = self.chairs[p]
        chair.decision, chair.begun, chair.limit = self.at, self.when, self.sitting.seconds(p) * 1000

    def _finish_if_over(self) -> None:
        assert self.sitting is not None
        if self.sitting.over() or self._all_but_one_conceded():
            self.phase = FINISHED
            self.wish, self.halted = None, 0
            for chair in self.chairs:
                chair.decision = 0
            self._note("finished")

    def _all_but_one_conceded(self) -> bool:
        left = [chair for chair in self.chairs if not chair.conceded]
        return len(left) < len(self.chairs) and (len(left) == 1 or not any(chair.person for chair in left))

    def _away(self, entry: entries.Away) -> None:
        chair = self.chairs[entry.seat]
        chair.away = entry.why
        if entry.why == "time" and self.clock.kind == "bank":
            chair.bank = 0
        self._drop_from_wish(entry.seat)
        self._note("away_" + entry.why, entry.seat)

    def _returned(self, entry: entries.Returned) -> None:
        chair = self.chairs[entry.seat]
        chair.away = ""
        chair.begun = self.when
        chair.bank = max(chair.bank, LEAST_BANK_MS)
        self._note("returned", entry.seat)

    def _undo(self, entry: entries.UndoAsked) -> None:
        others = tuple(p for p, chair in enumerate(self.chairs) if chair.person and not chair.away and p != entry.seat)
        self.wish = Wish(self.at, entry.seat, entry.ply, others)
        if others:
            self._note("undo_asked", entry.seat)
        else:
            self.stepped_back = True
            self._rewind()

    def _allowed(self, entry: entries.Allowed) -> None:
        wish = self.wish
        if wish is None or wish.ask != entry.ask:
            return
        if not entry.yes:
            self.wish = None
            self._note("undo_refused", entry.seat)
            return
        self._drop_from_wish(entry.seat)

    def _drop_from_wish(self, seat: int) -> None:
        """Wait no longer for a seat's answer; when none is missing, go back."""
        if self.wish is None or seat not in self.wish.waiting:
            return
        left = tuple(p for p in self.wish.waiting if p != seat)
        self.wish = Wish(self.wish.ask, self.wish.seat, self.wish.ply, left)
        if not left:
            self._rewind()

    def _rewind(self) -> None:
        wish, sitting = self.wish, self.sitting
        assert wish is not None
        assert sitting is not None
        self.wish = None
        first = self.moved[wish.ply + 1]
        self.sitting = sitting.rewound(wish.ply)
        self._again_sitting = None
        del self.moved[wish.ply + 1 :]
        del self.told[wish.ply + 1 :]
        self.notes = [note for note in self.notes if note.at < first or not note.phrase.startswith("note.undo")]
        self.rewrites.append((self.at, first))
        self._ask_all()
        self._note("undone", wish.seat)

    def _halted(self, entry: entries.Halted) -> None:
        if entry.on:
            self.halted = self.when
        else:
            self._let_go_on()

    def _let_go_on(self) -> None:
        if self.halted:
            self._give_time(self.when - self.halted)
            self.halted = 0

    def _lost(self, entry: entries.Lost) -> None:
        self._give_time(entry.ms)
        self._note("lost")

    def _give_time(self, ms: int) -> None:
        for chair in self.chairs:
            if chair.decision:
                chair.begun += ms

    def _said(self, entry: entries.Said) -> None:
        chair = self.chairs[entry.seat]
        self.notes.append(Note(self.at, entry.phrase, entry.seat, chair.guest))

    def _conceded(self, entry: entries.Conceded) -> None:
        self.chairs[entry.seat].conceded = True
        self._drop_from_wish(entry.seat)
        self._note("conceded", entry.seat)
        self._finish_if_over()

    def _closed(self, entry: entries.Closed) -> None:
        self.phase = CLOSED
        self.wish = None
        for chair in self.chairs:
            chair.decision = 0
        self._note("closed")
