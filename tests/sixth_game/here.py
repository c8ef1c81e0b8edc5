"""The sixth game without installing it: for tests that want a small game and do not ask how the house finds it."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "sixth_game"

if str(FOLDER) not in sys.path:
    sys.path.append(str(FOLDER))

from candle_game import GAME as CANDLE  # noqa: E402 - it is found only now

from ghosthouse.kernel import Nonsense, Setup  # noqa: E402
from ghosthouse.kernel.game import Game  # noqa: E402

__all__ = ["CANDLE", "FOLDER", "find", "setup"]


def find(name: str) -> Game:
    """What `house.find` does, in a house of one game."""
    if name != CANDLE.id:
        raise Nonsense(f"there is no game {name!r} (there are: {CANDLE.id})")
    return CANDLE


def setup(seats: int = 2, edition: str = "plain", **options: object) -> Setup:
    """A table of Candle."""
    return CANDLE.setup(edition, seats, options)
