"""What is told, and why something cannot be done."""

from typing import Any

from ghosthouse.kernel.event import Line

from .state import CALLED, DARK, LIT, SHINES

REASONS = ("", "not_asked", "not_held", "must_call", "nothing_to_call", "no_such")
CLAUSES = ("", "LA-02", "LA-01", "LA-R1", "LA-R1", "LA-01")


def narrate(event: tuple[int, ...], viewer: int) -> Line | None:
    """Word an event: everything that is told here is open."""
    what, *facts = event
    if what == LIT:
        return Line("told.lit", seats={"who": facts[0]}, terms={"candle": f"piece.C{facts[1]}"})
    if what == SHINES:
        return Line("told.shines", seats={"who": facts[0]})
    if what == CALLED:
        return Line("told.called" if facts[1] else "told.miscalled", seats={"who": facts[0]})
    return Line("told.dark") if what == DARK else None


def reason(s: Any, t: Any, seat: int, action: int, why: int) -> tuple[Line, str]:
    """Word why an action is not marked."""
    return Line(f"why.{REASONS[why]}", terms={"candle": f"piece.C{min(action, 5) + 1}"}), CLAUSES[why]
