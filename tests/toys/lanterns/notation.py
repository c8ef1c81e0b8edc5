"""Positions and moves of Lanterns as text."""

from typing import Any

from ghosthouse.kernel.notation import Fields, join
from ghosthouse.kernel.refusal import BadPosition, Nonsense

from .state import CALL_BAD, CALL_GOOD, CANDLES

PHASES = ("choose", "call", "done")


def _heights(mask: int) -> str:
    return " ".join(str(k + 1) for k in range(CANDLES) if mask >> k & 1)


def _mask(words: list[str]) -> int:
    if any(word not in "123456" for word in words):
        raise BadPosition(f"candles are 1 to 6, not {' '.join(words)}")
    return sum(1 << int(word) - 1 for word in set(words))


def write(s: Any, t: Any) -> str:
    """Write a state."""
    fields: dict[str, object] = {"round": s.round, "phase": PHASES[s.phase], "caller": s.caller if s.caller >= 0 else None}
    for p in range(s.seats):
        me = s.seat[p]
        fields |= {f"hand{p}": _heights(me.hand), f"points{p}": me.points}
        fields |= {f"spent{p}": _heights(me.spent) or None, f"lock{p}": me.lock or None}
    return join(fields)


def read(body: str, t: Any, s: Any) -> Any:
    """Read a state."""
    fields = Fields(body, ("round", "phase", "caller", "hand#", "points#", "spent#", "lock#"))
    s.round = fields.number("round", 1, 1, 3)
    phase = fields.word("phase", "choose")
    if phase not in PHASES:
        raise BadPosition(f"there is no phase {phase!r} (there are: {', '.join(PHASES)})")
    s.phase = PHASES.index(phase)
    s.caller = fields.number("caller", -1, -1, s.seats - 1)
    for p in range(s.seats):
        me = s.seat[p]
        me.hand, me.spent = _mask(fields.words(f"hand{p}")), _mask(fields.words(f"spent{p}"))
        me.points, me.lock = fields.number(f"points{p}"), fields.number(f"lock{p}", 0, 0, 6)
        if me.hand & me.spent:
            raise BadPosition(f"seat {p} holds a candle that it has spent")
    return s


def spell(s: Any, t: Any, seat: int, action: int) -> str:
    """Write an action."""
    if action < CANDLES:
        return f"light {action + 1}"
    return {CALL_GOOD: "call noon", CALL_BAD: "call night"}.get(action, f"action {action}")


def parse(s: Any, t: Any, seat: int, text: str) -> int:
    """Read a move."""
    verb, _, rest = text.lower().partition(" ")
    if verb == "light" and rest in set("123456"):
        return int(rest) - 1
    if verb == "call" and rest.isalpha():
        return CALL_GOOD if rest == rest[::-1] else CALL_BAD
    raise Nonsense(f"a move is 'light 1' to 'light 6', or 'call WORD', not {text!r}")
