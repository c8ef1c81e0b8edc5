"""Solves the mini edition for two, hidden cards and all: between which bounds its value lies.

    python -m ghosthouse.games.ghooost.tests.solve                    all 840 deals, 300 rounds: about ten minutes
    python -m ghosthouse.games.ghooost.tests.solve --every 60         one deal in sixty, in some seconds

Chance deals once, so the game is one tree of histories for each deal, and players cannot tell apart what they have seen alike. The
strategies come from counterfactual regret minimisation (CFR+, in turns, later rounds counting more). Nothing is taken on trust from
it: each strategy is answered as well as can be, exactly, and the two answers bound the value from both sides.

Where both players know every card, by counting what they have seen, the rest is solved by looking ahead, and cut off.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ghosthouse.games.ghooost import rules
from ghosthouse.games.ghooost.cards import kinds_of
from ghosthouse.games.ghooost.state import DREW
from ghosthouse.games.ghooost.tests.oracle import World
from ghosthouse.games.ghooost.tests.test_oracle import begin, deals
from ghosthouse.kernel import copy, legal_actions, pack

TOLD = (1, 3, 10, 30, 60, 100, 150, 200, 300, 500, 1000)  # after so many rounds the bounds are worked out


@dataclass
class Level:
    """The histories of one length, as columns: where each comes from, by which choice, who decides, and what it is worth."""

    parent: Any
    choice: Any
    mover: Any
    value: Any


class Tree:
    """Every history of some deals. An information set is what one player has seen; its choices are numbered in a row."""

    def __init__(self, some: list[World]) -> None:
        self.ids: dict[Any, int] = {}
        self.worlds: dict[bytes, tuple[Any, ...]] = {}
        self.values: dict[bytes, float] = {}
        self.columns: list[tuple[list[int], list[int], list[int], list[float]]] = []
        self.sets: dict[tuple[int, int], tuple[int, tuple[int, ...], int]] = {}  # (player, seen) -> first choice, legal, length
        self.choices = 0
        for world in some:
            sitting = begin(world)
            self.setup, self.t, self.c = sitting.setup, sitting.tables, sitting.chance
            hands = tuple(self.known_as(("hand", p, sitting.state.seat[p].hand)) for p in (0, 1))
            self.grow(self.follow(sitting.state), hands, 0, -1, -1)
        self.levels = [Level(*map(np.array, column)) for column in self.columns]

    def known_as(self, seen: Any) -> int:
        """A number for what was seen, the same for the same."""
        return self.ids.setdefault(seen, len(self.ids))

    def follow(self, s: Any) -> tuple[Any, ...]:
        """What a state leads to, worked out once: who decides, its value if nobody does, what is legal, and what follows."""
        key = pack(s)
        if key not in self.worlds:
            if rules.over(s, self.t) or self.all_known(s):
                self.worlds[key] = (-1, self.look_ahead(s), (), ())
            else:
                legal = tuple(legal_actions(self.setup, s, s.turn))
                self.worlds[key] = (s.turn, 0.0, legal, tuple(self.after(s, action) for action in legal))
        return self.worlds[key]

    def after(self, s: Any, action: int) -> tuple[Any, int, int]:
        """What follows from an action, and what each player sees of it."""
        mover = s.turn
        then = self.played(s, action)
        events = [tuple(event) for event in self.c.journal]
        seen = [self.known_as((action if p == mover else -1, *(heard(event, p) for event in events))) for p in (0, 1)]
        return self.follow(then), seen[0], seen[1]

    def played(self, s: Any, action: int) -> Any:
        """The state after an action; what was told is left in the journal."""
        then = copy(s)
        self.c.journal.clear()
        rules.play(then, self.t, self.c, s.turn, action)
        return then

    def all_known(self, s: Any) -> bool:
        """Whether both players know every card: what neither has seen is of one kind."""
        unseen = self.t.deck - s.cemetery - s.discard
        return all(len(set(kinds_of(unseen - s.seat[p].hand - s.seat[1 - p].known))) < 2 for p in (0, 1))

    def look_ahead(self, s: Any) -> float:
        """The chance that seat 0 wins, both playing as well as can be with open cards: 0 or 1."""
        key = pack(s)
        if key not in self.values:
            if rules.over(s, self.t):
                self.values[key] = float(rules.won(s, self.t, 0))
            else:
                found = [self.look_ahead(self.played(s, action)) for action in legal_actions(self.setup, s, s.turn)]
                self.values[key] = max(found) if s.turn == 0 else min(found)
        return self.values[key]

    def grow(self, world: tuple[Any, ...], seen: tuple[int, ...], length: int, parent: int, choice: int) -> None:
        """Write down a history and all that follow from it. Whoever has seen the same may do the same, after as many actions."""
        mover, value, legal, follows = world
        if len(self.columns) == length:
            self.columns.append(([], [], [], []))
        column = self.columns[length]
        here = len(column[0])
        for cells, cell in zip(column, (parent, choice, mover, value), strict=True):
            cells.append(cell)
        if mover < 0:
            return
        if (mover, seen[mover]) not in self.sets:
            self.sets[mover, seen[mover]] = (self.choices, legal, length)
            self.choices += len(legal)
        first, known, when = self.sets[mover, seen[mover]]
        assert (known, when) == (legal, length)
        for step, (then, *more) in enumerate(follows):
            both = tuple(self.known_as(old << 32 | new) for old, new in zip(seen, more, strict=True))
            self.grow(then, both, length + 1, here, first + step)


def heard(event: tuple[int, ...], player: int) -> tuple[int, ...]:
    """An event as a player hears it: what the other draws is a number of cards."""
    return event if event[0] != DREW or event[1] == player else (*event[:2], len(kinds_of(event[2])))


class Solver:
    """Strategies for both players, a number for each choice, that get better by the round."""

    def __init__(self, tree: Tree) -> None:
        self.levels, n = tree.levels, tree.choices
        sizes = [len(legal) for _, legal, _ in tree.sets.values()]
        self.size = np.array(sizes)
        self.set_of = np.repeat(np.arange(len(sizes)), sizes)
        self.player = np.repeat([player for player, _ in tree.sets], sizes)
        self.length = np.repeat([length for _, _, length in tree.sets.values()], sizes)
        self.regret, self.weight = np.zeros(n), np.zeros(n)

    def strategy(self, weights: Any) -> Any:
        """Weights as shares of their information set; all alike where there are none."""
        total = np.bincount(self.set_of, weights, len(self.size))[self.set_of]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / self.size[self.set_of])

    def reach(self, strategy: Any) -> list[Any]:
        """How likely each player is to play up to each history, by length: two rows."""
        found = [np.ones((2, len(self.levels[0].parent)))]
        for level in self.levels[1:]:
            played = np.where(self.player[level.choice] == [[0], [1]], strategy[level.choice], 1)
            found.append(found[-1][:, level.parent] * played)
        return found

    def worth(self, player: int, strategy: Any, reach: list[Any], answer: bool) -> tuple[list[Any], Any]:
        """What each history is worth to a player, and each choice of his; `answer` takes the best choice, else the strategy's."""
        values = [np.where(level.mover < 0, level.value if player == 0 else 1 - level.value, 0.0) for level in self.levels]
        of_choice = np.zeros_like(strategy)
        for length in range(len(self.levels) - 1, 0, -1):
            level = self.levels[length]
            mine = self.player[level.choice] == player
            likely = reach[length - 1][1 - player][level.parent] * values[length]
            of_choice += np.bincount(level.choice[mine], likely[mine], len(strategy))
            taken = self.best(player, length - 1, of_choice) if answer else strategy
            share = np.where(mine, taken[level.choice], strategy[level.choice])
            values[length - 1] += np.bincount(level.parent, values[length] * share, len(values[length - 1]))
        return values, of_choice

    def best(self, player: int, length: int, worth: Any) -> Any:
        """The best choice of each of a player's information sets at one length, as a strategy."""
        found = np.zeros_like(worth)
        mine = np.flatnonzero((self.player == player) & (self.length == length))
        mine = mine[np.lexsort((-worth[mine], self.set_of[mine]))]
        found[mine[np.diff(self.set_of[mine], prepend=-1) > 0]] = 1
        return found

    def improve(self, number: int) -> None:
        """One round: each player in turn regrets what would have been better, and forgets what would have been worse."""
        for player in (0, 1):
            strategy = self.strategy(self.regret)
            reach = self.reach(strategy)
            _, worth = self.worth(player, strategy, reach, answer=False)
            mine = self.player == player
            whole = np.bincount(self.set_of, worth * strategy, len(self.size))[self.set_of]
            self.regret[mine] = np.maximum(0, self.regret + worth - whole)[mine]
            own = np.zeros_like(strategy)
            for level, likely in zip(self.levels[1:], reach, strict=False):
                own[level.choice] = likely[player][level.parent]
            self.weight[mine] += (number * own * strategy)[mine]

    def bounds(self) -> tuple[float, float]:
        """How often the starter wins at least, whoever he plays against, and at most, whatever he does."""
        strategy = self.strategy(self.weight)
        reach = self.reach(strategy)
        first, second = (float(self.worth(player, strategy, reach, answer=True)[0][0].mean()) for player in (0, 1))
        return 1 - second, first


def main() -> None:
    """Print the bounds as they close in."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--every", type=int, default=1, help="one deal in so many")
    options.add_argument("--rounds", type=int, default=300)
    chosen = options.parse_args()
    sys.setrecursionlimit(10_000)
    began = time.perf_counter()
    some = list(deals(2))[:: chosen.every]
    tree = Tree(some)
    histories = sum(len(level.parent) for level in tree.levels)
    print(f"{len(some)} deals, {histories:,} histories, {len(tree.sets):,} information sets ({time.perf_counter() - began:.0f} s)")
    solver = Solver(tree)
    for number in range(1, chosen.rounds + 1):
        solver.improve(number)
        if number in TOLD or number == chosen.rounds:
            low, high = solver.bounds()
            passed = time.perf_counter() - began
            print(f"{number:5} rounds: the starter wins {100 * low:.3f} to {100 * high:.3f} % ({passed:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
