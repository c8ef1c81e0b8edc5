"""From a table to the message that one viewer gets.

What is said of the game comes from a `Window`, which holds a view and its choices, and from the lines that this viewer may hear:
this module never touches a state, a deck or a secret before its time. A test reads this file to see that it stays so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any

from msgspec import Struct

from ghosthouse.kernel.event import SPECTATOR, Line
from ghosthouse.kernel.record import Record
from ghosthouse.kernel.view import View

from . import fair, messages
from .chairs import Note
from .fold import CLOSED, FINISHED, LOBBY, PLAYING, Table
from .may import may
from .refusals import NotNow, Unknown, refuse

ENDED = (FINISHED, CLOSED)


def eyes_of(table: Table, seat: int, wished: int) -> int:
    """Whose eyes a viewer looks through: their own seat's, or a spectator's; another seat's where the table allows it."""
    if seat >= 0 and table.phase not in ENDED:
        return seat
    if 0 <= wished < len(table.chairs) and (table.eyes or table.phase in ENDED):
        return wished
    return seat


def around(
    table: Table,
    *,
    now: int,
    names: Mapping[str, str],
    here: Collection[int] = (),
    grace: Mapping[int, int] | None = None,
    spectators: int = 0,
) -> messages.TableMessage:
    """Write down what everybody may know, alike for all, with nothing yet of what one viewer sees and hears.

    `here` are the seats that are connected, `grace` says when patience with one ends.
    """
    return messages.TableMessage(
        table=table.id,
        code=table.code,
        at=table.at,
        after=0,
        lines=[],
        phase=table.phase,
        title=table.title,
        options=table.options,
        own_deck=bool(table.deck),
        game=table.game,
        ply=table.ply,
        you=SPECTATOR,
        eyes=SPECTATOR,
        seats=[_seat(table, p, now, names, here, grace or {}) for p in range(len(table.chairs))],
        clock=table.clock,
        now=now,
        open=table.open,
        allow_eyes=table.eyes,
        allow_hints=table.hints,
        practice=bool(table.opening),
        paused=bool(table.halted),
        decision=0,
        view=None,
        choices=[],
        may=[],
        undo=_wish(table),
        fair=_fair(table),
        result=_result(table),
        spectators=spectators,
    )


def message(
    table: Table, *, seat: int, eyes: int, seen: int, names: Mapping[str, str], same: messages.TableMessage
) -> messages.TableMessage:
    """Write down the whole table for one viewer: `seat` is their own (or -1), `eyes` the seat that they look through.

    `same` is what everybody is told alike (`around`).
    """
    made = copy(same)
    made.you, made.eyes = seat, eyes
    made.after = table.story_from(seen)
    made.lines = story(table, eyes, made.after, names)
    made.may = may(table, seat)
    if seat >= 0 and table.phase == PLAYING:
        made.decision = table.chairs[seat].decision
    if table.phase != LOBBY and table.moved:
        window = table.window(eyes)
        made.view = window.view
        if eyes == seat:
            made.choices = window.choices
    return made


def everything(table: Table) -> list[messages.TableMessage]:
    """What everybody could be shown of a table, with nobody named: two folds of one log must agree on all of it."""
    same = around(table, now=0, names={})
    return [message(table, seat=p, eyes=p, seen=0, names={}, same=same) for p in range(-1, len(table.chairs))]


def story(table: Table, eyes: int, after: int, names: Mapping[str, str]) -> list[messages.Heard]:
    """The lines since an entry, as one viewer may hear them: the game's and the talk around it, in the order of the log."""
    heard = [messages.Heard(at, line, ply) for at, ply, line in table.lines(eyes, after)]
    first = len(table.notes)
    while first and table.notes[first - 1].at > after:
        first -= 1
    talk = [messages.Heard(note.at, _line(note, names), -1, note.seat) for note in table.notes[first:]]
    if not talk or not heard:
        return heard or talk
    return sorted(heard + talk, key=lambda line: line.at)


def _line(note: Note, names: Mapping[str, str]) -> Line:
    seats, texts, terms = {}, {}, dict(note.terms)
    if note.seat >= 0:
        seats = {"who": note.seat, "name": note.seat}
    elif name := names.get(note.guest):
        texts = {"who": name, "name": name}
    elif note.guest:
        terms["who"] = terms["name"] = "seat.somebody"
    elif note.level is not None:
        terms["who"] = terms["name"] = "seat.bot"
    return Line(note.phrase, seats=seats, terms=terms, numbers=note.numbers, texts=texts)


def _seat(
    table: Table, p: int, now: int, names: Mapping[str, str], here: Collection[int], grace: Mapping[int, int]
) -> messages.Seat:
    chair = table.chairs[p]
    if chair.bot:
        return messages.Seat(p, "bot", level=chair.level or "", conceded=chair.conceded)
    if chair.free:
        return messages.Seat(p, "free")
    left, running = -1, False
    if table.phase == PLAYING:
        due = table.deadline(p)
        running = due is not None
        if due is not None:
            left = max(0, due - now)
        elif table.clock.kind != "none":
            left = chair.bank if table.clock.kind == "bank" else table.clock.seconds * 1000
    return messages.Seat(
        p,
        "person",
        name=names.get(chair.guest, ""),
        here=p in here,
        away=bool(chair.away),
        conceded=chair.conceded,
        promised=bool(chair.promise),
        left_ms=left,
        running=running,
        grace_ms=max(0, grace[p] - now) if p in grace else -1,
    )


def _wish(table: Table) -> messages.UndoWish | None:
    wish = table.wish
    return messages.UndoWish(wish.ask, wish.seat, wish.ply, list(wish.waiting)) if wish else None


def _fair(table: Table) -> messages.Fair:
    ended = table.phase in ENDED
    promises = table.promises if table.moved else {p: c.promise for p, c in enumerate(table.chairs) if c.promise}
    shown = table.shown if table.moved else {p: bytes.fromhex(c.shown) for p, c in enumerate(table.chairs) if c.shown}
    return messages.Fair(
        name=table.fair_name,
        commitment=fair.commitment(table.secret),
        promises={str(p): text for p, text in promises.items()},
        bytes={str(p): value.hex() for p, value in shown.items()},
        secret=table.secret.hex() if ended else "",
    )


def _result(table: Table) -> messages.Result | None:
    if table.phase not in ENDED:
        return None
    scores = table.window(SPECTATOR).view.scores if table.moved else []
    reason: Any = table.ended_by()
    return messages.Result(reason, table.winners(), scores)


class Moment(Struct):
    """A game at an earlier ply, as one viewer knew it."""

    viewer: int
    view: View
    lines: list[messages.Heard]


def moment(table: Table, eyes: int, ply: int, names: Mapping[str, str]) -> Moment:
    """Go back in a game for one viewer: what they see is what they could see then."""
    if not table.moved or not 0 <= ply <= table.ply:
        raise refuse(Unknown, "no_such_ply", f"there is no ply {ply} in this game (0 to {table.ply})")
    until = table.moved[ply]
    lines = [line for line in story(table, eyes, 0, names) if line.at <= until]
    return Moment(eyes, table.sitting_at(ply).view(eyes), lines)


def rounds(table: Table, eyes: int) -> list[messages.Round]:
    """The rounds that have ended, for one viewer; none where a game does not count rounds."""
    if not table.moved:
        return []
    ends = table.round_ends()
    if table.phase in ENDED:
        return [messages.Round(number, ply, table.sitting_at(ply).scores()) for number, ply in ends]
    return [messages.Round(number, ply, table.sitting_at(ply).view(eyes).scores) for number, ply in ends]


def record_of(table: Table, names: Mapping[str, str]) -> Record:
    """The record of a game that has ended, with what is needed to check its deal."""
    if table.phase not in ENDED or table.sitting is None:
        raise refuse(NotNow, "not_finished", "a record holds everything: it is given out when the game has ended")
    record = Record.of(table.sitting, {p: _record_name(table, p, names) for p in range(len(table.chairs))})
    record.notes = fair.notes(table.secret, table.fair_name, table.promises, table.shown)
    if table.stepped_back:
        record.notes["stepped-back"] = "alone at the table, moves were taken back"
    if conceded := [str(p) for p, chair in enumerate(table.chairs) if chair.conceded]:
        record.notes["conceded"] = " ".join(conceded)
    return record


def _record_name(table: Table, p: int, names: Mapping[str, str]) -> str:
    chair = table.chairs[p]
    return names.get(chair.guest, "") or ("somebody" if chair.person else f"bot ({chair.level})")
