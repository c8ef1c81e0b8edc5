"""What is said at the table of Candle: each event as one observer may hear it, and why a move cannot be."""

from __future__ import annotations

from ghosthouse.kernel.event import Line

from . import rules
from .state import DEALT, DREW, HUSHED, LAID, OUT, State, Tables


def narrate(event: tuple[int, ...], viewer: int) -> Line | None:
    """Word an event for an observer. CA-02, CA-11: what a card shows is for whoever drew it; the others hear that one was drawn."""
    match event:
        case (int(what), who, minutes) if what == DEALT:
            return Line("event.dealt", seats={"who": who}, numbers={"minutes": minutes}, tone="round")
        case (int(what), who, kind, minutes) if what == LAID:
            card = {"card": f"piece.C{kind + 1}"}
            return Line("event.laid", seats={"who": who}, terms=card, numbers={"minutes": minutes}, tone="move")
        case (int(what), who, kind) if what == DREW:
            if who == viewer:
                return Line("event.drew", seats={"who": who}, terms={"card": f"piece.C{kind + 1}"})
            return Line("event.drew_hidden", seats={"who": who})
        case (int(what), who, minutes) if what == HUSHED:
            return Line("event.hushed", seats={"who": who}, numbers={"minutes": minutes}, tone="relief")
        case (int(what), who) if what == OUT:
            return Line("event.out", seats={"who": who}, tone="end")
    raise ValueError(f"no event of this game: {event}")


REASONS = {
    rules.NOT_ON_TURN: ("reason.not_on_turn", "CA-03"),
    rules.IS_OUT: ("reason.out", "CA-20"),
    rules.NOT_HELD: ("reason.not_held", "CA-10"),
    rules.HAS_HUSHED: ("reason.has_hushed", "CA-12"),
    rules.NO_HUSH: ("reason.no_hush", "CA-R1"),
    rules.NO_SUCH: ("reason.no_such", "CA-02"),
}


def reason(s: State, t: Tables, seat: int, action: int, why: int) -> tuple[Line, str]:
    """Word the reason why a seat may not take an action, with its clause."""
    phrase, clause = REASONS[why]
    if why == rules.NOT_ON_TURN:
        return Line(phrase, seats={"who": s.turn}), clause
    if why == rules.NOT_HELD:
        return Line(phrase, terms={"card": f"piece.C{action + 1}"}), clause
    return Line(phrase), clause
