"""The announced policy for a seat whose player is away: every game ends, even if everybody leaves."""

from __future__ import annotations

from ghosthouse.kernel import Mind

from .mindful import something_legal


def choose_absent(mind: Mind) -> int:
    """Choose what the game announces for absent players."""
    something_legal(mind)
    return int(mind.setup.game.room("heuristics").absent(mind))
