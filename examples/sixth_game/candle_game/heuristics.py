"""Players of Candle, who know what their seat knows."""

from __future__ import annotations

from ghosthouse.kernel.game import Mind
from ghosthouse.kernel.rule import rule

from .state import HUSH, Seen, Tables

LEVELS = ("timid", "bold")


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better. The timid burn little, the bold leave a last minute or two; nobody puts it out by choice."""
    if action == HUSH:
        return 40 if o.minutes <= 3 else 0
    left = o.minutes - action - 1
    if left <= 0:
        return -100
    if level == 0:
        return 30 - action
    return 50 if left == 1 else 30 + action


def absent(mind: Mind) -> int:
    """CA-R3: whoever is away lays the lowest card, and hushes only when nothing else is left."""
    return mind.legal[0]
