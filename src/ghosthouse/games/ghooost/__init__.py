"""Ghooost! by Richard Garfield: get rid of the ghosts in your hand and in your mansion, and do not be the last."""

from ghosthouse.kernel.game import Game

# `longest` follows from GO-R27 at the widest options: `box.longest_game` counts it out, and a test holds it.
# The lab counts the rounds that went nowhere and were adjudicated (GO-R27).
GAME = Game(id="ghooost", package=__name__, version=1, groups=10, longest=29_160_000, clauses=("GO",), tallies=("adjudicated",))

__all__ = ["GAME"]
