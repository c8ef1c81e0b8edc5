"""Players by the names of their levels."""

from __future__ import annotations

from collections.abc import Callable

from ghosthouse.kernel import BadSetup, Game, Mind

from .chance import choose_at_random
from .heuristic import choose_by_heuristics

Player = Callable[[Mind], int | str]

RANDOM = "random"


def levels(game: Game) -> tuple[str, ...]:
    """The names of the players that a game can be played against."""
    return (*game.room("heuristics").LEVELS, RANDOM)


def player(game: Game, level: str) -> Player:
    """Return the player of a level, or say which levels there are."""
    if level not in levels(game):
        raise BadSetup(f"{game.id} has no bots of level {level!r} (there are: {', '.join(levels(game))})")
    return choose_at_random if level == RANDOM else choose_by_heuristics
