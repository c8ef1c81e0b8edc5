"""Players for any game. They get a Mind (what a seat knows, and what it may do) and never the state.

A player is a function from a Mind to a move: an action, or the text of one where the game takes words. `player` finds one by the
name of its level: `random`, or one of the game's own.
"""

from .absent import choose_absent
from .chance import choose_at_random
from .heuristic import advise, choose_by_heuristics
from .players import RANDOM, Player, levels, player

__all__ = ["RANDOM", "Player", "advise", "choose_absent", "choose_at_random", "choose_by_heuristics", "levels", "player"]
