"""How bots weigh a move of Ghost Hunters, from what their seat knows."""

from __future__ import annotations

from ghosthouse.kernel.game import Mind
from ghosthouse.kernel.rule import rule

from .state import Seen, Tables

LEVELS = ("apprentice", "hunter", "legend")


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better."""
    return 0


def absent(mind: Mind) -> int:
    """Stand in until written."""
    return mind.legal[0]
