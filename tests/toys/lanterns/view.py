"""What a seat sees of Lanterns."""

from typing import Any

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.view import Choice, Piece, Place, View, Zone

from . import rules
from .narrate import reason
from .state import CALL, CANDLES, CHOOSE


def view(s: Any, t: Any, seat: int) -> View:
    """The whole table as one observer may know it."""
    awaited = [p for p in range(s.seats) if rules.awaits(s, t, p)]
    over = bool(rules.over(s, t))
    status = Line("status.over")
    if s.phase == CHOOSE:
        status = Line("status.choose")
    elif s.phase == CALL:
        status = Line("status.call", seats={"who": s.caller})
    return View(
        viewer=seat,
        awaited=awaited,
        locked=[p for p in range(s.seats) if s.seat[p].lock],
        phase=("choose", "call", "done")[s.phase],
        status=status,
        numbers={"round": s.round, "odds_dark": 100 // (1 + s.seats)},
        places=[_place(s, p, seat) for p in range(s.seats)],
        over=over,
        winners=[p for p in range(s.seats) if over and rules.won(s, t, p)],
        scores=[s.seat[p].points for p in range(s.seats)],
    )


def _place(s: Any, p: int, viewer: int) -> Place:
    me = s.seat[p]
    hand = [k + 1 for k in range(CANDLES) if me.hand >> k & 1]
    shown = [Piece(id=f"C{height}") for height in hand] if p == viewer else []
    spent = [Piece(id=f"C{k + 1}") for k in range(CANDLES) if me.spent >> k & 1]
    return Place(
        seat=p,
        numbers={"points": me.points},
        flags=["shining"] if s.caller == p else [],
        zones=[Zone("hand", len(hand), shown), Zone("spent", len(spent), spent)],
    )


def choices(s: Any, t: Any, seat: int) -> list[Choice]:
    """Every candle, lit or with the reason; or a word to call."""
    if s.phase == CALL:
        return [Choice("call", verb="call", line=Line("choice.call"), asks="word")]
    found = []
    for action in range(CANDLES):
        why = rules.why_not(s, t, seat, action)
        line, clause = reason(s, t, seat, action, why) if why else (None, "")
        found.append(
            Choice(
                f"light {action + 1}",
                action,
                verb="light",
                legal=not why,
                line=Line("choice.light", terms={"candle": f"piece.C{action + 1}"}),
                why=line,
                clause=clause,
            )
        )
    return found
