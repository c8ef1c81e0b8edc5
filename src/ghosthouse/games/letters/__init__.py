"""Ghost! by Sotirios Karamitsos: words grow between neighbours, and nobody wants to finish one. Two players to a ring of 64."""

from ghosthouse.kernel.game import Game

from .state import GROUPS, LONGEST

GAME = Game(id="letters", package=__name__, version=1, groups=GROUPS, longest=LONGEST, clauses=("GW",))

__all__ = ["GAME"]
