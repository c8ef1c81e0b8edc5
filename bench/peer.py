"""Measures the peer: OpenSpiel's C++ rollouts of euchre, the nearest of its games to a hand of cards. Runs in its own environment.

Nothing of Python stands between the moves of a rollout: one call of its evaluator plays 2,000 of them from the first decision after
the deal. It answers each line on standard input (CPU seconds) with a line of decisions a CPU second, so that `run.py` can measure
both in turn. Chance events are work, not decisions.
"""

from __future__ import annotations

import json
import random
import sys

import pyspiel
from clock import pin, rate

GAME = "euchre"
ROLLOUTS = 2000
SAMPLE = 2000  # rollouts in Python that say how many decisions one has


def first_decision(game: pyspiel.Game) -> pyspiel.State:
    """The first decision of a game, behind its deal."""
    rnd = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rnd.choice(state.legal_actions()))
    return state


def decisions_of_a_rollout(root: pyspiel.State) -> float:
    """How many decisions a uniformly random rollout has, on average."""
    rnd, decisions = random.Random(3), 0
    for _ in range(SAMPLE):
        state = root.clone()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rnd.choice(state.legal_actions()))
    return decisions / SAMPLE


def main() -> None:
    """Answer until the input ends."""
    pin(int(sys.argv[1]))
    game = pyspiel.load_game(GAME)
    root = first_decision(game)
    long = decisions_of_a_rollout(root)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 1.4, 1, 100, False, 1, False)

    def rollouts() -> int:
        bot.step(root)
        return ROLLOUTS

    rollouts()
    print(json.dumps({"game": GAME, "decisions_per_rollout": round(long, 2)}), flush=True)
    for line in sys.stdin:
        print(rate(rollouts, float(line)) * long, flush=True)


if __name__ == "__main__":
    main()
