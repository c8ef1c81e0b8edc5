"""Players of Lanterns."""

# mypy: ignore-errors
from ghosthouse.kernel.game import Mind
from ghosthouse.kernel.rule import rule

from .state import CALL_GOOD

LEVELS = ("low", "high")


@rule
def weigh(o, t, seat, action, level):
    """A low player lights low candles, a high one high candles; both call well."""
    return action if level and action < CALL_GOOD else -action


def absent(mind: Mind) -> int:
    """Whoever is away lights the lowest candle, and calls nothing that counts."""
    return mind.legal[0] if mind.legal[0] < 6 else 7
