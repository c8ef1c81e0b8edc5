"""Candle: it burns for ten minutes, and whoever burns it out has lost. A small game of our own, for two to four."""

from ghosthouse.kernel.game import Game

GAME = Game(id="candle", package=__name__, version=1, groups=1, longest=14, clauses=("CA",))

__all__ = ["GAME"]
