"""The player that follows the game's own heuristics, at one of the game's levels.

A game weighs single actions (`weigh`, a rule, so that native playouts use the very same one), or chooses by itself (`choose`) where
an action is not all there is to a move: words.
"""

from __future__ import annotations

from dataclasses import replace

from ghosthouse.kernel import BadSetup, Mind

from .mindful import something_legal


def choose_by_heuristics(mind: Mind) -> int | str:
    """Choose what the game's heuristics prefer; equals are decided by lot."""
    return mind.rng.choice(preferred(mind))  # always one draw, so that a stream does not shift with the weights


def advise(mind: Mind) -> list[int | str]:
    """Return what the strongest of the game's heuristics would do in this seat: one move, or several that are equally good."""
    return preferred(replace(mind, level=mind.setup.game.room("heuristics").LEVELS[-1]))


def preferred(mind: Mind) -> list[int | str]:
    """Return the moves that the game's heuristics prefer, all equally."""
    something_legal(mind)
    heuristics = mind.setup.game.room("heuristics")
    if mind.level not in heuristics.LEVELS:
        raise BadSetup(f"{mind.setup.game.id} has no level {mind.level!r} (there are: {', '.join(heuristics.LEVELS)})")
    if hasattr(heuristics, "choose"):
        return [heuristics.choose(mind)]
    level = heuristics.LEVELS.index(mind.level)
    weights = [heuristics.weigh(mind.seen, mind.setup.tables, mind.seat, action, level) for action in mind.legal]
    most = max(weights)
    return [action for action, weight in zip(mind.legal, weights, strict=True) if weight == most]
