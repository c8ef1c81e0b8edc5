"""Ghost Hunters (Ghosts by Kapidakis and Karagiannis): push your luck with twelve dice, and trap what you have seen."""

from ghosthouse.kernel.game import Game

GAME = Game(id="hunters", package=__name__, version=1, groups=5, longest=320, clauses=("GH",))

__all__ = ["GAME"]
