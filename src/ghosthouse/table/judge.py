"""Judging commands: `judge` turns one into the entry that carries it out, or into a refusal.

Nothing here changes the table. Randomness and times come in as arguments.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ghosthouse.kernel.refusal import BadSetup, Nonsense

from . import entries, messages
from .chairs import Chair
from .entries import AnyEntry
from .fair import promise
from .fold import PLAYING, Table
from .may import Caller, can_be_freed, check, last_move, seat_of
from .refusals import Busy, Forbidden, NotNow, Stale, Unknown, refuse
from .undo import reveals

MOST_PHRASES = 300

TALK = (
    "talk.hello", "talk.luck", "talk.well_played", "talk.oops", "talk.thanks", "talk.hurry", "talk.one_moment", "talk.boo",
    "talk.haha", "talk.sorry", "talk.good_game", "talk.again",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Means:
    """What a judgement needs beside the table: the time, chance for drawing lots, and the levels of bots by game."""

    now: int
    entropy: Callable[[int], bytes]
    levels: Callable[[Any], tuple[str, ...]]


def judge(table: Table, caller: Caller, command: messages.Command, means: Means, received: int = 0) -> AnyEntry:
    """Turn a command into the entry that carries it out, or raise the refusal. `received` is when it arrived."""
    tag = type(command).__struct_config__.tag
    assert isinstance(tag, str)
    seat = seat_of(table, caller)
    check(table, seat, tag)
    made: AnyEntry = _JUDGES[tag](table, seat, caller, command, means, received or means.now)
    return made


def _move(table: Table, seat: int, caller: Caller, command: messages.Move, means: Means, received: int) -> AnyEntry:
    chair, sitting = table.chairs[seat], table.sitting
    assert sitting is not None
    if chair.conceded:
        raise refuse(NotNow, "conceded_already", "this seat has given up: the house plays on")
    if table.halted:
        raise refuse(NotNow, "halted", "the game is paused: send `pause` with on=false first")
    if not chair.decision or command.decision != chair.decision:
        stale = chair.decision or command.decision <= table.at
        if not stale:
            raise refuse(Nonsense, "no_decision", f"there is no decision {command.decision} at this table yet")
        raise refuse(
            Stale, "stale",
            f"decision {command.decision} is no longer open"
            + (f"; the seat is asked decision {chair.decision}" if chair.decision else "; the seat owes nothing now"),
        )  # fmt: skip
    _, text = table.legal_move(seat, command.move)
    spent = max(0, received - chair.begun)
    return entries.Moved(when=means.now, seat=seat, move=text, sum=table.checksum(), spent=spent)


def move_of_house(table: Table, seat: int, move: int | str, by: Any, means: Means) -> AnyEntry:
    """Turn what a bot or the policy has chosen into an entry, or raise the refusal."""
    _, text = table.legal_move(seat, move)
    return entries.Moved(when=means.now, seat=seat, move=text, sum=table.checksum(), by=by)


def _sit(table: Table, seat: int, caller: Caller, command: messages.Sit, means: Means, received: int) -> AnyEntry:
    if not caller.guest:
        raise refuse(Forbidden, "no_guest", "say who you are first (POST /api/guest), then take a seat")
    chosen = command.seat
    if chosen < 0:
        order = sorted(range(len(table.chairs)), key=lambda p: (not table.chairs[p].free, p))
        open_to = [p for p in order if table.chairs[p].free or table.chairs[p].bot]
        chosen = table.been.get(caller.guest, open_to[0])
    if chosen >= len(table.chairs):
        raise refuse(Unknown, "no_such_seat", f"there is no seat {chosen} (seats are 0 to {len(table.chairs) - 1})")
    chair = table.chairs[chosen]
    if not (chair.free or chair.bot):
        raise refuse(NotNow, "seat_taken", f"seat {chosen} is taken", seat=chosen + 1)
    if table.phase == PLAYING and table.been.get(caller.guest, chosen) != chosen:
        raise refuse(
            Forbidden, "knows_another_hand", f"you have played this game on seat {table.been[caller.guest]}, and know its hand"
        )
    if any(chair.token and hmac.compare_digest(chair.token, hash_of(command.token)) for chair in table.chairs):
        raise refuse(Nonsense, "token_used", "make a new secret for each seat")
    return entries.Sat(when=means.now, seat=chosen, guest=caller.guest, token=hash_of(command.token))


def _claim(table: Table, seat: int, caller: Caller, command: messages.Claim, means: Means, received: int) -> AnyEntry:
    shown = hash_of(command.ticket)
    for p, chair in enumerate(table.chairs):
        if chair.ticket and hmac.compare_digest(chair.ticket, shown):
            if seat not in (-1, p):
                raise refuse(NotNow, "seated_already", f"you already sit on seat {seat}")
            guest = caller.guest or chair.guest
            return entries.Claimed(when=means.now, seat=p, guest=guest, token=hash_of(command.token))
    raise refuse(Unknown, "no_ticket", "this ticket is not valid any more: make a new one on the other device")


def _ticket(table: Table, seat: int, caller: Caller, command: messages.Ticket, means: Means, received: int) -> AnyEntry:
    return entries.Ticketed(when=means.now, seat=seat, hash=command.hash)


def _leave(table: Table, seat: int, caller: Caller, command: messages.Leave, means: Means, received: int) -> AnyEntry:
    return entries.Left(when=means.now, seat=seat, level=_default_level(table, means))


def _bot(table: Table, seat: int, caller: Caller, command: messages.PutBot, means: Means, received: int) -> AnyEntry:
    chair = _chair(table, command.seat)
    if not chair.free:
        raise refuse(NotNow, "seat_taken", f"seat {command.seat} is taken", seat=command.seat + 1)
    return entries.BotSat(when=means.now, seat=command.seat, level=_level(table, command.level, means))


def _free(table: Table, seat: int, caller: Caller, command: messages.Free, means: Means, received: int) -> AnyEntry:
    chair = _chair(table, command.seat)
    if not can_be_freed(table, command.seat, seat):
        raise refuse(NotNow, "not_to_free", f"seat {command.seat} cannot be freed: only a bot's, or that of somebody who is away")
    if chair.bot:
        return entries.Freed(when=means.now, seat=command.seat)
    return entries.Left(when=means.now, seat=command.seat, level=_default_level(table, means), let_go=True)


def agreement(table: Table, command: messages.Command) -> tuple[Any, ...] | None:
    """What a command would have the table agree on, as `Table.setups` takes it; None for commands that leave that alone."""
    match command:
        case messages.SetSeats(count=count):
            return table.game_id, table.edition, count, table.options, table.deck
        case messages.Configure(edition=edition, options=options):
            kept = table.options if edition in (None, table.edition) else {}
            return (
                table.game_id, table.edition if edition is None else edition, len(table.chairs),
                kept if options is None else options, table.deck,
            )  # fmt: skip
    return None


def _seats(table: Table, seat: int, caller: Caller, command: messages.SetSeats, means: Means, received: int) -> AnyEntry:
    taken = [p for p, chair in enumerate(table.chairs) if not chair.free]
    keep = list(range(len(table.chairs)))
    for p in reversed(range(len(table.chairs))):
        if len(keep) > command.count and p not in taken:
            keep.remove(p)
    if len(keep) > command.count:
        raise refuse(NotNow, "seats_taken", f"{len(taken)} seats are taken: somebody has to leave first", seats=len(taken))
    agreed = agreement(table, command)
    assert agreed is not None
    table.setups(*agreed)
    return entries.Resized(when=means.now, keep=keep, count=command.count)


def _swap(table: Table, seat: int, caller: Caller, command: messages.Swap, means: Means, received: int) -> AnyEntry:
    _chair(table, command.a)
    _chair(table, command.b)
    order = list(range(len(table.chairs)))
    order[command.a], order[command.b] = order[command.b], order[command.a]
    return entries.Arranged(when=means.now, order=order)


def _shuffle(table: Table, seat: int, caller: Caller, command: messages.ShuffleSeats, means: Means, received: int) -> AnyEntry:
    order = list(range(len(table.chairs)))
    for last in range(len(order) - 1, 0, -1):
        other = int.from_bytes(means.entropy(8), "little") % (last + 1)
        order[last], order[other] = order[other], order[last]
    return entries.Arranged(when=means.now, order=order, lots=True)


def _configure(table: Table, seat: int, caller: Caller, command: messages.Configure, means: Means, received: int) -> AnyEntry:
    agreed = agreement(table, command)
    assert agreed is not None
    setup = table.setups(*agreed)
    return entries.Configured(
        when=means.now,
        edition=setup.edition.id,
        options=dict(agreed[3]),
        clock=check_clock(table.clock if command.clock is None else command.clock),
        open=table.open if command.open is None else command.open,
        eyes=table.eyes if command.eyes is None else command.eyes,
        hints=table.hints if command.hints is None else command.hints,
    )


def _commit(table: Table, seat: int, caller: Caller, command: messages.Commit, means: Means, received: int) -> AnyEntry:
    return entries.Promised(when=means.now, seat=seat, hash=command.hash)


def _reveal(table: Table, seat: int, caller: Caller, command: messages.Reveal, means: Means, received: int) -> AnyEntry:
    if promise(bytes.fromhex(command.bytes)) != table.chairs[seat].promise:
        raise refuse(Nonsense, "other_bytes", "these are not the bytes that were promised")
    return entries.Shown(when=means.now, seat=seat, bytes=command.bytes)


def _start(table: Table, seat: int, caller: Caller, command: messages.Start, means: Means, received: int) -> AnyEntry:
    free = [p for p, chair in enumerate(table.chairs) if chair.free]
    if free and command.fill is None:
        raise refuse(
            NotNow, "seats_free", f"seats {free} are free: wait, put bots there, change the number of seats, or start with `fill`",
            seats=len(free),
        )  # fmt: skip
    fill = _level(table, command.fill or "", means) if free else ""
    return entries.Started(when=means.now, rules=table.next_setup.game.version, fill=fill)


def _rest(table: Table, seat: int, caller: Caller, command: messages.Rest, means: Means, received: int) -> AnyEntry:
    return entries.Away(when=means.now, seat=seat, why="rest")


def _back(table: Table, seat: int, caller: Caller, command: messages.Back, means: Means, received: int) -> AnyEntry:
    return entries.Returned(when=means.now, seat=seat)


def _pause(table: Table, seat: int, caller: Caller, command: messages.Pause, means: Means, received: int) -> AnyEntry:
    if command.on == bool(table.halted):
        raise refuse(NotNow, "halted" if command.on else "not_halted", f"the game is {'already' if command.on else 'not'} paused")
    return entries.Halted(when=means.now, seat=seat, on=command.on)


def _undo(table: Table, seat: int, caller: Caller, command: messages.Undo, means: Means, received: int) -> AnyEntry:
    ply = last_move(table, seat)
    assert table.sitting is not None
    if len(table.persons()) > 1 and reveals(table.sitting, ply):
        raise refuse(NotNow, "undo_reveals", "something hidden has been seen since then: this move stays")
    return entries.UndoAsked(when=means.now, seat=seat, ply=ply)


def _allow(table: Table, seat: int, caller: Caller, command: messages.Allow, means: Means, received: int) -> AnyEntry:
    assert table.wish is not None
    if table.wish.ask != command.ask:
        raise refuse(Stale, "no_wish", f"wish {command.ask} is no longer open")
    return entries.Allowed(when=means.now, seat=seat, ask=command.ask, yes=command.yes)


def _concede(table: Table, seat: int, caller: Caller, command: messages.Concede, means: Means, received: int) -> AnyEntry:
    return entries.Conceded(when=means.now, seat=seat)


def _say(table: Table, seat: int, caller: Caller, command: messages.Say, means: Means, received: int) -> AnyEntry:
    if command.phrase not in TALK:
        raise refuse(Nonsense, "no_phrase", f"there is no phrase {command.phrase!r} (there are: {', '.join(TALK)})")
    if sum(note.phrase in TALK for note in table.notes) >= MOST_PHRASES:
        raise refuse(Busy, "too_much_talk", f"{MOST_PHRASES} phrases are enough for one game")
    return entries.Said(when=means.now, seat=seat, phrase=command.phrase)


def _rematch(table: Table, seat: int, caller: Caller, command: messages.Rematch, means: Means, received: int) -> AnyEntry:
    carried = table.setup.carried(table.sitting.state) if table.sitting and table.sitting.over() and not table.opening else {}
    return entries.Again(when=means.now, secret=means.entropy(32).hex(), rules=table.next_setup.game.version, carried=carried)


_JUDGES: dict[str, Callable[..., AnyEntry]] = {
    "move": _move, "sit": _sit, "claim": _claim, "ticket": _ticket, "leave": _leave, "bot": _bot, "free": _free, "seats": _seats,
    "swap": _swap, "shuffle": _shuffle, "configure": _configure, "commit": _commit, "reveal": _reveal, "start": _start,
    "rest": _rest, "back": _back, "pause": _pause, "undo": _undo, "allow": _allow, "concede": _concede, "say": _say,
    "rematch": _rematch,
}  # fmt: skip


def hash_of(token: str) -> str:
    """The hash by which the house knows a secret that it does not keep."""
    import hashlib

    return hashlib.sha256(token.encode()).hexdigest()


def check_clock(clock: messages.Clock) -> messages.Clock:
    """Return a clock that makes sense, or say what would."""
    if clock.kind == "none":
        return messages.Clock()
    if clock.seconds < (5 if clock.kind != "days" else 3600):
        raise BadSetup(
            f"a clock of kind {clock.kind} needs at least {5 if clock.kind != 'days' else 3600} seconds, not {clock.seconds}"
        )
    return messages.Clock(clock.kind, clock.seconds, clock.increment if clock.kind == "bank" else 0)


def _chair(table: Table, seat: int) -> Chair:
    if seat >= len(table.chairs):
        raise refuse(Unknown, "no_such_seat", f"there is no seat {seat} (seats are 0 to {len(table.chairs) - 1})")
    return table.chairs[seat]


def _default_level(table: Table, means: Means) -> str:
    return means.levels(table.setup.game)[0]


def _level(table: Table, level: str, means: Means) -> str:
    levels = means.levels(table.setup.game)
    if level and level not in levels:
        raise BadSetup(f"there are no bots of level {level!r} here (there are: {', '.join(levels)})")
    return level or levels[0]
