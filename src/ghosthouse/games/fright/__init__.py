"""Ghosts by Reiner Knizia: do not pass fright level seven. Two published editions and a mini one, as rows of one table."""

from ghosthouse.kernel.game import Game

GAME = Game(id="fright", package=__name__, version=1, groups=1, longest=4000, clauses=("KA", "KG"))

__all__ = ["GAME"]
