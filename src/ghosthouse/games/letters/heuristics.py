"""How bots weigh a move."""

from __future__ import annotations

from ghosthouse.kernel.rule import rule

from .state import Seen, Tables

LEVELS = ("beginner",)


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better."""
    return 0
