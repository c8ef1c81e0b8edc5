"""The player that leaves everything to chance: the yardstick for all others."""

from __future__ import annotations

from ghosthouse.kernel import Mind

from .mindful import something_legal


def choose_at_random(mind: Mind) -> int:
    """Choose any legal action, all equally likely."""
    return mind.rng.choice(something_legal(mind))
