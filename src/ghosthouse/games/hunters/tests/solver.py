"""Solves the last round of a game for two, from the definition: every choice, every roll, every mixture, in fractions.

What a position is worth is the first seat's share of the victory when nobody can do better: 1, 1/2 for a shared one, 0. Where one
player is on turn it is the best of what follows; where dice fall, the average over all rolls; where both choose in secret, the
value of a game of two rows and two columns. Nothing is hidden in a last round but the other one's choice, because the decks no
longer matter; so this is exact.

It is slow and knows no rule: what may be done and what follows it asks one of two tellings, the rules that people play by
(`Played`) or those of the oracle (`Told`).
"""

from __future__ import annotations

import copy
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from ghosthouse.games.hunters.tests.oracle import Hunt
from ghosthouse.games.hunters.tests.play import field, numbers, words
from ghosthouse.kernel import Chance, legal_actions, pack
from ghosthouse.kernel import copy as twin

KEY = bytes(16)


class Played:
    """The rules that people play by; a position is a state, a move its number."""

    def __init__(self, sitting):
        self.setup, self.rules, self.begun = sitting.setup, sitting.rules, twin(sitting.state)

    def winners(self, s):
        """The seats that have won; None while the game runs."""
        t = self.setup.tables
        return [p for p in range(2) if self.rules.won(s, t, p)] if self.rules.over(s, t) else None

    def asked(self, s):
        """The seats that owe a decision."""
        return [p for p in range(2) if self.rules.awaits(s, self.setup.tables, p)]

    def moves(self, s, seat):
        """What a seat may do; staying before passing."""
        return legal_actions(self.setup, s, seat)

    def after(self, s, moves, script=()):
        """Where moves lead, and how many dice were rolled on the way."""
        s, chance = twin(s), Chance(KEY)
        chance.script = list(script)
        before = s.dice
        for seat, move in moves:
            self.rules.play(s, self.setup.tables, chance, seat, move)
        rolled = s.dice - before
        if not s.touched:  # the order in which dice fell makes no difference
            for i, cell in enumerate(sorted(s.middle[i] for i in range(s.dice))):
                s.middle[i] = s.look[i] = cell
        return s, rolled

    def pouch(self, s):
        """The dice in the pouch by colour."""
        return [self.setup.tables.stock[c] - sum(s.middle[i] // 6 == c for i in range(s.dice)) for c in range(4)]

    def name(self, s):
        """What tells positions apart."""
        return pack(s)


class Told:
    """The same of the oracle; a position is a `Hunt`, a move its words."""

    def __init__(self, sitting):
        hunt = Hunt("mini", 2, sitting.setup.options, Chance(KEY))
        hunt.round, hunt.middle = sitting.state.round, [(die[0], int(die[1])) for die in words(sitting, "middle")]
        hunt.row, hunt.ally_row, hunt.spent = words(sitting, "row"), words(sitting, "allies"), words(sitting, "spent")
        hunt.trap_deck, hunt.ally_deck = [], words(sitting, "allydeck")[::-1]
        for p, hunter in enumerate(hunt.players):
            hunter.traps, hunter.hand = words(sitting, f"traps{p}"), words(sitting, f"hand{p}")
            hunter.total, hunter.token = numbers(sitting, "total")[p], numbers(sitting, "tokens")[p]
        assert {key: value for key, value in hunt.summary().items() if key != "deck" and field(sitting, key) != value} == {}
        self.begun = hunt

    def winners(self, hunt):
        best = max(hunter.total for hunter in hunt.players)
        return [p for p, hunter in enumerate(hunt.players) if hunter.total == best] if hunt.over else None

    def asked(self, hunt):
        return hunt.awaited()

    def moves(self, hunt, seat):
        return sorted(hunt.moves(seat), key=lambda move: (move == "pass", move))

    def after(self, hunt, moves, script=()):
        there = copy.copy(hunt)
        for name in ("c", "players", "row", "ally_row", "ally_deck", "spent", "middle", "leaving", "group", *SEQUENCE):
            if name in vars(hunt):
                setattr(there, name, copy.deepcopy(getattr(hunt, name)))
        there.c.script = list(script)
        before = len(there.middle)
        for seat, move in moves:
            there.play(seat, move)
        return there, len(there.middle) - before

    def pouch(self, hunt):
        return [hunt.stock.get(c, 0) - sum(die[0] == c for die in hunt.middle) for c in "RGBY"]

    def name(self, hunt):
        inside = [repr(getattr(hunt, name, None)) for name in ("last", "step", "bust", "lone", "leaving", *SEQUENCE)]
        return (*hunt.summary().values(), *(hunter.choice for hunter in hunt.players), *(inside if hunt.leaving else inside[:1]))


SEQUENCE = ("seen", "extra", "encored", "steel")  # what the oracle remembers within a sequence


class Solver:
    """Solves positions of one telling."""

    def __init__(self, telling):
        self.telling = telling
        self.known = {}

    def value(self, s):
        """The first seat's share of the victory when nobody can do better."""
        name = self.telling.name(s)
        if name not in self.known:
            self.known[name] = self.solve(s)
        return self.known[name]

    def solve(self, s):
        winners = self.telling.winners(s)
        if winners is not None:
            return Fraction(1 if winners == [0] else 0 if winners == [1] else 1, len(winners))
        asked = self.telling.asked(s)
        if len(asked) == 2:
            return value_of(self.matrix(s))
        mine = asked[0] == 0
        best = Fraction(0 if mine else 1)
        for move in self.telling.moves(s, asked[0]):
            best = (max if mine else min)(best, self.expect(s, [(asked[0], move)]))
            if best == mine:  # nothing is better than to win
                break
        return best

    def matrix(self, s):
        """What both choices are worth: rows are the first seat's, columns the second one's; staying comes first."""
        ours, theirs = (self.telling.moves(s, p) for p in range(2))
        return [[self.expect(s, [(0, mine), (1, yours)]) for yours in theirs] for mine in ours]

    def expect(self, s, moves):
        """What moves are worth on the average over the dice that may fall then."""
        there, rolled = self.telling.after(s, moves)
        if not rolled:
            return self.value(there)
        falls = rolls(self.telling.pouch(s), rolled)
        return sum(chance * self.value(self.telling.after(s, moves, script)[0]) for script, chance in falls)


def rolls(pouch, size):
    """Every roll of some dice of a pouch, as what the rules draw for it and its chance; dice that fall together have no order."""
    cells = [(colour, number) for colour in range(4) for number in range(6)]
    for dice in combinations_with_replacement(cells, size):
        taken = Counter(colour for colour, _ in dice)
        if any(taken[colour] > pouch[colour] for colour in taken):
            continue
        orders = factorial(size) // prod(factorial(many) for many in Counter(dice).values())
        ways = prod(pouch[colour] - i for colour in taken for i in range(taken[colour]))
        left, script = list(pouch), []
        for colour, number in dice:
            script += [sum(left[:colour]), number]
            left[colour] -= 1
        yield script, Fraction(orders * ways, prod(sum(pouch) - i for i in range(size)) * 6**size)


def value_of(matrix):
    """The value of a game of two rows and two columns: who chooses the row wants much, who chooses the column to give little."""
    (a, b), (c, d) = matrix
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


def mixture(matrix):
    """How often the first row is chosen when nobody can do better."""
    (a, b), (c, d) = matrix
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return Fraction(int(min(a, b) == low)) if low == high else (d - c) / (a + d - b - c)
