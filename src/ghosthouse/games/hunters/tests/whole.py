"""Solves the mini edition for two from the deal to the end, secret choices and all.

    python -m ghosthouse.games.hunters.tests.whole                    all 540 deals: about a minute
    python -m ghosthouse.games.hunters.tests.whole --every 60         one deal in sixty

Nobody knows there what the other does not know: the Traps of the second round are those that are left, the order of the Allies is
hidden from both, Fame can be added up. So the game is solved backwards: the last round from every state that it can begin in, by
the lead that somebody has; then the first round from every deal. Where both choose in secret, the value is that of a game of two
rows and two columns.

Unlike `solver.py` it asks no telling of the rules what follows. It is written from the definition for this edition alone (two
rounds, a row of two, three Allies that change no row), and counts with floating point; `test_mini.py` holds the one beside the
other.

Dice that do the same need not be told apart. A *look* is what a set of dice is good for: whether it is a bust, and for the
changes that a player may make to it (none, the extra die, a turned die, both) which Traps can be met together.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np

from ghosthouse.games.hunters.tests.oracle import component, met

EDITION = component("editions.toml")["mini"]
HOUSE = {trap["id"]: trap for trap in component("traps.toml")["traps"]}
CARDS = EDITION["traps"]
FAME = [HOUSE[card]["fame"] for card in CARDS]
ALL = range(len(CARDS))
STOCK = EDITION["dice"]
DICE = sum(STOCK.values())
DIE, TURN, STEEL = 1, 2, 4  # Allies, as bits of a hand
ALLIES = (DIE, TURN, STEEL)
EXTRA = next(ally["die"] for ally in EDITION["allies"] if ally["effect"] == "die")
WIDE = 40  # no lead is larger than this
LEADS = np.arange(-WIDE, WIDE + 1)


def sign(lead):
    """The first seat's share of the victory with a lead."""
    return np.where(lead > 0, 1.0, np.where(lead < 0, 0.0, 0.5))


# --- Dice ---------------------------------------------------------------------------------------------------------------------


def danger(dice):
    """How many of some dice are Dangerous."""
    return sum(number >= 5 for _, number in dice)


@cache
def rolls(pouch, size):
    """Every roll of some dice of a pouch, and its chance; dice that fall together have no order."""
    found = []
    for dice in combinations_with_replacement([(colour, number) for colour in STOCK for number in range(1, 7)], size):
        ways = 1
        for colour, many in zip(STOCK, pouch, strict=True):
            ways *= prod(many - i for i in range(sum(c == colour for c, _ in dice)))
        if ways > 0:
            orders = factorial(size) // prod(factorial(dice.count(die)) for die in set(dice))
            found.append((dice, orders * ways / prod(sum(pouch) - i for i in range(size)) / 6**size))
    return found


@cache
def fallen(dice, size):
    """What lies in the middle after a roll, and its chance."""
    pouch = tuple(many - sum(c == colour for c, _ in dice) for colour, many in STOCK.items())
    found = defaultdict(float)
    for more, chance in rolls(pouch, size):
        found[tuple(sorted(dice + more))] += chance
    return found


@cache
def completed(dice):
    """The Traps that some dice meet, as bits."""
    seen = [({colour}, number) for colour, number in dice]
    return sum(1 << card for card in ALL if met(HOUSE[CARDS[card]]["when"], seen))


@cache
def look(dice):
    """What dice are good for: a bust or not, and by changes the sets of Traps that they can meet."""
    turned = {
        tuple(sorted((*dice[:i], (colour, number + by), *dice[i + 1 :])))
        for i, (colour, number) in enumerate(dice)
        for by in (-1, 1)
        if 1 <= number + by <= 6
    }
    more = (EXTRA[0], int(EXTRA[1]))
    ways = ({dice}, {(*dice, more)}, turned, {(*other, more) for other in turned})
    return danger(dice) >= 3, tuple(frozenset(completed(tuple(sorted(other))) for other in way) for way in ways)


class Dice:
    """All dice that somebody decides at, by number, and how likely a roll leads from there to each look."""

    def __init__(self):
        safe = {dice: chance for dice, chance in fallen((), 2).items() if danger(dice) < 2}  # GH-07: the others are rolled again
        colours = defaultdict(float)
        for dice, chance in fallen((), 2).items():
            colours[dice[0][0], dice[1][0]] += chance
        self.two, self.first = list(safe), np.zeros(len(safe))
        for i, dice in enumerate(self.two):  # the colours stay, so each pair of colours keeps its chance
            pair = dice[0][0], dice[1][0]
            alike = sum(chance for other, chance in safe.items() if (other[0][0], other[1][0]) == pair)
            self.first[i] = safe[dice] / alike * colours[pair]
        self.four = sorted({after for dice in self.two for after in fallen(dice, 2) if danger(after) < 3})
        self.states = [*self.two, *self.four]
        self.looks, numbers = [], {}

        def number(dice):
            if (seen := look(dice)) not in numbers:
                numbers[seen] = len(numbers)
                self.looks.append(seen)
            return numbers[seen]

        self.now = np.array([number(dice) for dice in self.states])
        place = {dice: i for i, dice in enumerate(self.four)}
        chances = {size: [defaultdict(float) for _ in self.states] for size in (2, 3, 4)}
        self.next, busts = np.zeros((len(self.two), len(self.four))), [defaultdict(float) for _ in self.two]
        for i, dice in enumerate(self.states):
            for size in (2, 3, 4):
                for after, chance in fallen(dice, size).items() if size <= DICE - len(dice) else ():
                    chances[size][i][number(after)] += chance
                    if size == 2 and i < len(self.two):
                        if after in place:
                            self.next[i, place[after]] += chance
                        else:
                            busts[i][number(after)] += chance
        self.size = {size: self.matrix(rows) for size, rows in chances.items()}
        self.bust = self.matrix(busts)

    def matrix(self, rows):
        found = np.zeros((len(rows), len(self.looks)))
        for i, row in enumerate(rows):
            for j, chance in row.items():
                found[i, j] = chance
        return found

    def bring(self, found):
        """What a last turn may bring, given what each look brings: the different ones, and their chances by size and dice."""
        some = sorted(set(found))
        which = np.array([some.index(one) for one in found])[:, None] == np.arange(len(some))
        return some, {size: chances @ which for size, chances in self.size.items()}

    def last_turn(self, chances, table, best):
        """What a last turn is worth by dice when what it brings is worth a row of a table: the best size that there is (GH-34)."""
        two = len(self.two)
        found = chances[2] @ table
        for size in (3, 4):
            found[:two] = best(found[:two], chances[size][:two] @ table)
        return found

    def solve(self, together, alone, other):
        """What dice are worth: `together` by look when both leave, `alone` and `other` by dice when only seat 0 or seat 1 does."""
        two = len(self.two)
        leave = together[self.now]
        on = self.size[2][two:] @ together
        four = matrix_value(on, other[two:], alone[two:], leave[two:])
        on = self.next @ four + self.bust @ together
        return np.concatenate([matrix_value(on, other[:two], alone[:two], leave[:two]), four])

    def opening(self, worth):
        """What a round is worth before its first roll, when all dice are worth that much."""
        return self.first @ worth[: len(self.two)]


def matrix_value(a, b, c, d):
    """The values of many games of two rows and two columns: rows are the first seat's choices, to stay or to pass."""
    low, high = np.maximum(np.minimum(a, b), np.minimum(c, d)), np.minimum(np.maximum(a, c), np.maximum(b, d))
    whole = a + d - b - c
    saddle = high - low < 1e-13
    return np.where(saddle, low, (a * d - b * c) / np.where(saddle, 1, whole))


# --- Sequences ----------------------------------------------------------------------------------------------------------------


@cache
def options(seen, traps, hand):
    """What a sequence may bring: Fame, and the Allies that were played for it. GH-20, GH-31, GHR-43, GHR-45."""
    bust, ways = seen
    found = set()
    for changes, reached in enumerate(ways):
        if changes & ~hand:
            continue
        for mask in reached:
            pays = [FAME[card] for card in ALL if traps & mask & 1 << card]
            if not bust:
                found.add((sum(pays), changes))
                continue
            found |= {(fame, changes) for fame in pays or [0]}
            if hand & STEEL:
                both = [sum(pair) for pair in combinations(pays, 2)]
                found |= {(fame, changes | STEEL) for fame in [*both, *(pays or [0])]}
    return frozenset(found)


class Game:
    """The mini edition for two. Whoever has token 1 is seat `first`; the value is the share of the victory of seat 0."""

    def __init__(self):
        self.dice = Dice()
        self.known = {}
        self.most, self.last, self.any = cache(self.most), cache(self.last), cache(self.any)

    def most(self, traps, hand):
        """The most Fame that a sequence can bring, by look."""
        return np.array([max(options(seen, traps, hand))[0] for seen in self.dice.looks])

    def last(self, traps, hand):
        """The most Fame that a last turn can bring, and the chances of that."""
        levels, chances = self.dice.bring(list(self.most(traps, hand)))
        return np.array(levels)[:, None], chances

    def any(self, traps):
        """The Fame that a last turn can bring as its player likes, with an empty hand, and the chances of that."""
        return self.dice.bring([gains(seen, traps) for seen in self.dice.looks])

    def last_round(self, traps, hands, ally, first):
        """What the last round is worth before its first roll, by the lead that seat 0 brings to it."""
        key = traps, hands, ally, first
        if key not in self.known:
            if first == 1:  # seen from the other side of the table
                self.known[key] = 1 - self.last_round(traps[::-1], hands[::-1], ally, 0)[::-1]
            else:
                self.known[key] = self.dice.opening(self.last_round_by_dice(traps, hands, ally))
        return self.known[key]

    def last_round_by_dice(self, traps, hands, ally):
        """The last round by dice and lead when seat 0 has token 1. More Fame is better, and Allies are good for nothing later."""
        row = [1 << card for card in ALL if not (traps[0] | traps[1]) >> card & 1]
        together, alone, other = [], [], []
        for mine, yours in (row, row[::-1]):
            gain = self.most(traps[0] | mine, hands[0]), self.most(traps[1] | yours, hands[1])
            together.append(sign(LEADS + (gain[0] - gain[1])[:, None]))
            lone = self.most(traps[0] | mine, hands[0] | ally)[self.dice.now]
            levels, chances = self.last(traps[1] | yours, hands[1])
            alone.append(shifted(self.dice.last_turn(chances, sign(LEADS - levels), np.minimum), lone))
            lone = self.most(traps[1] | yours, hands[1] | ally)[self.dice.now]
            levels, chances = self.last(traps[0] | mine, hands[0])
            other.append(shifted(self.dice.last_turn(chances, sign(LEADS + levels), np.maximum), -lone))
        return self.dice.solve(np.maximum(*together), np.maximum(*alone), np.minimum(*other))

    def between(self, traps, earned, hands, left, spent, first):
        """What the game is worth after the first round. GH-49: the fewest Fame draws, in the order of the tokens; GH-52."""
        deck = [ally for ally in ALLIES if not (hands[0] | hands[1] | left | spent) & ally]
        drawing = [p for p in (first, 1 - first) if earned[p] == min(earned)]
        worth = 0.0
        for order in (deck, deck[::-1]):
            held, pile = list(hands), list(order)
            for p in drawing:
                held[p] |= pile.pop()
            pile = pile or [ally for ally in ALLIES if (left | spent) & ally] or [0]
            for ally in pile:
                chance = 1 / 2 / len(pile)
                worth += chance * self.last_round(traps, tuple(held), ally, first)[WIDE + earned[0] - earned[1]]
        return worth

    def game(self, traps, row, ally):
        """What a whole game is worth from its deal, when seat 0 has token 1: start Traps, the first row, the Ally beside it."""
        return float(self.dice.opening(self.first_round_by_dice(traps, row, ally)))

    def first_round_by_dice(self, traps, row, ally):
        """The first round by dice when seat 0 has token 1, and hands are empty."""
        dice, worth = self.dice, cache(self.between)
        together, alone, other = [], [], []
        for mine, yours in (row, row[::-1]):
            after = traps[0] | mine, traps[1] | yours
            ends = cache(lambda one, two, after=after: worth(after, (one, two), (0, 0), ally, 0, 1))
            pairs = [(gains(seen, after[0]), gains(seen, after[1])) for seen in dice.looks]
            together.append(np.array([max(min(ends(one, two) for two in second) for one in first) for first, second in pairs]))
            alone.append(self.leave_first(0, after, ally, worth))
            other.append(self.leave_first(1, after, ally, worth))
        return dice.solve(np.maximum(*together), np.maximum(*alone), np.minimum(*other))

    def leave_first(self, seat, after, ally, worth):
        """What it is worth by dice that a seat passes alone in the first round, takes the Ally, and the other has the last turn."""
        dice, (best, worst) = self.dice, ((max, min), (min, max))[seat]
        some, chances = self.any(after[1 - seat])
        turns = {}
        for way in {way for seen in dice.looks if not seen[0] for way in options(seen, after[seat], ally)}:
            fame, played = way
            hands = tuple(ally & ~played if p == seat else 0 for p in (0, 1))
            ends = cache(
                lambda more, fame=fame, played=played, hands=hands: worth(
                    after, (fame, more) if seat == 0 else (more, fame), hands, 0, ally & played, 0
                )
            )
            table = np.array([worst(map(ends, fame)) for fame in some])
            turns[way] = dice.last_turn(chances, table, np.minimum if seat == 0 else np.maximum)
        return np.array(
            [best(turns[way][i] for way in options(dice.looks[now], after[seat], ally)) for i, now in enumerate(dice.now)]
        )


def gains(seen, traps):
    """What a sequence with an empty hand may bring."""
    return tuple(sorted(fame for fame, _ in options(seen, traps, 0)))


def shifted(table, by):
    """Each row of a table by lead, read at a lead that is larger by a number of its own."""
    columns = np.clip(np.arange(len(LEADS)) + by[:, None], 0, len(LEADS) - 1)
    return np.take_along_axis(table, columns, axis=1)


def deals():
    """All deals of two players: start Traps, the first row, the Ally beside it."""
    for one in ALL:
        for other in ALL:
            for row in combinations([card for card in ALL if card not in (one, other)], 2):
                for ally in ALLIES:
                    if one != other:
                        yield (1 << one, 1 << other), (1 << row[0], 1 << row[1]), ally


def main():
    """Print what token 1 is worth."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="one deal in so many")
    some = list(deals())[:: parser.parse_args().every]
    game = Game()
    values = [game.game(*deal) for deal in some]
    dice = game.dice
    print(f"{len(some)} deals, {len(dice.states):,} sets of dice, {len(dice.looks):,} looks, {len(game.known):,} last rounds")
    print(
        f"whoever has token 1 gets {100 * np.mean(values):.4f} % ({100 * min(values):.3f} to {100 * max(values):.3f} by the deal)"
    )


if __name__ == "__main__":
    main()
