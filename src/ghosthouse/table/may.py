"""Who may do what at a table now, said once: `why_not` gives the reason, `may` the list, `check` the refusal.

What a command says in detail (which seat, which move) is judged in `judge`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass

from ghosthouse.kernel.refusal import Refusal

from .chairs import Chair
from .fold import CLOSED, DEALING, FINISHED, LOBBY, PLAYING, Table
from .refusals import Busy, Forbidden, NotNow, refuse

MOST_TALK = 2_000  # entries of one game that are no moves
MOST_ENTRIES = 50_000  # of one table, after which a new one has to be opened: each process that serves it reads them all


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends something: a guest (empty: a stranger), and the hash of a seat's secret if one was shown."""

    guest: str = ""
    token: str = ""


def seat_of(table: Table, caller: Caller) -> int:
    """The seat that belongs to a caller, by its secret or by the guest, or -1."""
    if caller.token:
        for p, chair in enumerate(table.chairs):
            if chair.token and hmac.compare_digest(chair.token, caller.token):
                return p
    if caller.guest:
        for p, chair in enumerate(table.chairs):
            if chair.guest == caller.guest:
                return p
    return -1


# --- Who may do what: phases, then the reason why not ---------------------------------------------------------------------------

_PHASES: dict[str, tuple[str, ...]] = {
    "move": (PLAYING,),
    "sit": (LOBBY, PLAYING, FINISHED),
    "claim": (LOBBY, DEALING, PLAYING, FINISHED),
    "ticket": (LOBBY, DEALING, PLAYING, FINISHED),
    "leave": (LOBBY, DEALING, PLAYING, FINISHED),
    "bot": (LOBBY, FINISHED),
    "free": (LOBBY, PLAYING, FINISHED),
    "seats": (LOBBY,),
    "swap": (LOBBY,),
    "shuffle": (LOBBY,),
    "configure": (LOBBY,),
    "commit": (LOBBY, FINISHED),
    "reveal": (DEALING,),
    "start": (LOBBY,),
    "rest": (PLAYING,),
    "back": (DEALING, PLAYING, FINISHED),
    "pause": (PLAYING,),
    "undo": (PLAYING,),
    "allow": (PLAYING,),
    "concede": (PLAYING,),
    "say": (LOBBY, DEALING, PLAYING, FINISHED),
    "rematch": (FINISHED,),
    "hint": (PLAYING,),  # no command: it is asked for over HTTP, changes nothing and stands in no log
}
_POSSIBLE = {
    phase: tuple(tag for tag, phases in _PHASES.items() if phase in phases and tag != "move")
    for phase in (LOBBY, DEALING, PLAYING, FINISHED, CLOSED)
}
_STANDING = ("sit", "claim")  # what somebody does who has no seat
_ALWAYS = ("move", "back", "leave", "concede", "reveal", "claim", "rematch")  # not subject to the bound on talk


def why_not(table: Table, seat: int, tag: str) -> str:
    """Return the reason why the person on a seat (-1: nobody) cannot do something now, as a phrase; empty if they can."""
    if table.phase not in _PHASES[tag]:
        return "phase"
    if tag in _STANDING:
        if tag == "sit" and table.opening and table.been:
            return "practice"
        if tag == "sit" and not any(chair.free or chair.bot for chair in table.chairs):
            return "seated_full"
        return "seated_already" if seat >= 0 and tag == "sit" else ""
    if seat < 0:
        return "no_seat"
    if table.talked >= MOST_TALK and tag not in _ALWAYS:
        return "too_much_talk"
    reason = _REASONS.get(tag)
    return reason(table, seat, table.chairs[seat]) if reason else ""


def _no_back(table: Table, seat: int, me: Chair) -> str:
    return "" if me.away else "not_away"


def _no_rest(table: Table, seat: int, me: Chair) -> str:
    return "already_away" if me.away else ""


def _no_pause(table: Table, seat: int, me: Chair) -> str:
    return "" if len(table.persons()) == 1 else "not_alone"


def _no_undo(table: Table, seat: int, me: Chair) -> str:
    if table.wish is not None:
        return "wish_waits"
    return "" if last_move(table, seat) >= 0 else "nothing_to_undo"


def _no_allow(table: Table, seat: int, me: Chair) -> str:
    return "" if table.wish is not None and seat in table.wish.waiting else "no_wish"


def _no_concede(table: Table, seat: int, me: Chair) -> str:
    return "conceded_already" if me.conceded else ""


def _no_reveal(table: Table, seat: int, me: Chair) -> str:
    return "" if me.promise and not me.shown else "no_promise"


def _no_bot(table: Table, seat: int, me: Chair) -> str:
    return "" if any(chair.free for chair in table.chairs) else "seated_full"


def _no_free(table: Table, seat: int, me: Chair) -> str:
    return "" if any(can_be_freed(table, p, seat) for p in range(len(table.chairs))) else "nobody_to_free"


def _no_rematch(table: Table, seat: int, me: Chair) -> str:
    return "too_many_games" if table.at >= MOST_ENTRIES else ""


def _no_hint(table: Table, seat: int, me: Chair) -> str:
    if not table.hints:
        return "no_hints"
    return "" if me.decision and not me.conceded else "nothing_asked"


_REASONS: dict[str, Callable[[Table, int, Chair], str]] = {
    "back": _no_back, "rest": _no_rest, "pause": _no_pause, "undo": _no_undo, "allow": _no_allow, "concede": _no_concede,
    "reveal": _no_reveal, "bot": _no_bot, "free": _no_free, "hint": _no_hint,
    "rematch": _no_rematch,
}  # fmt: skip


def may(table: Table, seat: int) -> list[str]:
    """The tags of the commands that the person on a seat (-1: somebody without one) could use now.

    Everybody is told after every move, so what was found is kept while nothing has changed that a reason looks at: the entries that
    are no moves (`facts`), and what a move can change.
    """
    chairs = table.chairs
    asked, moved = (bool(chairs[seat].decision), last_move(table, seat) >= 0) if seat >= 0 else (False, False)
    basis = (seat, asked, moved, table.phase, table.wish, *[chair.away for chair in chairs])
    if table.allowed_as_of != table.facts:
        table.allowed, table.allowed_as_of = {}, table.facts
    kept = table.allowed.get(basis)
    if kept is None:
        kept = table.allowed[basis] = [tag for tag in _POSSIBLE[table.phase] if not why_not(table, seat, tag)]
    return kept


def can_be_freed(table: Table, p: int, seat: int) -> bool:
    """Say whether somebody on `seat` may free the seat `p`: a bot's, or that of a person who is away."""
    chair = table.chairs[p]
    if table.phase == PLAYING:
        return chair.person and p != seat and chair.away in ("gone", "time")
    return chair.bot or (chair.person and p != seat and bool(chair.away))


def last_move(table: Table, seat: int) -> int:
    """The ply before the last move of a seat, or -1."""
    moves = table.sitting.moves if table.sitting else []
    for ply in range(len(moves) - 1, -1, -1):
        if moves[ply].seat == seat:
            return ply
    return -1


_REFUSED: dict[str, type[Refusal]] = {"no_seat": Forbidden, "too_much_talk": Busy, "practice": Forbidden, "no_hints": Forbidden}


def check(table: Table, seat: int, tag: str) -> None:
    """Raise the refusal where the person on a seat (-1: nobody) cannot do something now."""
    if reason := why_not(table, seat, tag):
        raise refuse(_REFUSED.get(reason, NotNow), reason, f"{tag}: {reason.replace('_', ' ')} (phase {table.phase})")
