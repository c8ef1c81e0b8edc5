"""The mini edition is small enough to be solved: its last round for two, exactly, from wherever it stands."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from ghosthouse.games.hunters.heuristics import LEVELS, weigh
from ghosthouse.games.hunters.tests.play import at, roll_next, words
from ghosthouse.games.hunters.tests.solver import Played, Solver, Told, mixture, rolls, value_of
from ghosthouse.kernel import BadPosition

TRAPS = ("T01", "T02", "T05", "T06", "T17", "T21", "T25", "T28", "T33")
HALF = Fraction(1, 2)

# T28 and T25 are met, T21 will be with any dice, for the last two are red; what the players hold is dead, but for two 1s.
BY_HAND = "round 2 | middle R5 G2 G3 G6 | traps0 T01 T02 | traps1 T05 T17 | row T28 T21 T25 | allies -"
CALM = "round 2 | middle R1 G2 R3 G6 | traps0 T01 T05 | traps1 T06 T21 | row T17 T25 T28"


def mini(body):
    """A position of the mini edition for two."""
    return at(body, 2, edition="mini")


def matrix_of(body):
    """What staying and passing are worth to both."""
    telling = Played(mini(body))
    return Solver(telling).matrix(telling.begun)


# --- The solver -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("matrix", "value", "first_row"),
    [
        ([[1, 0], [0, 1]], HALF, HALF),
        ([[3, 1], [0, 2]], Fraction(3, 2), HALF),
        ([[2, 1], [1, 0]], 1, 1),
        ([[0, 1], [1, 2]], 1, 0),
        ([[Fraction(2, 3), Fraction(1, 9)], [Fraction(5, 9), 1]], Fraction(49, 81), Fraction(4, 9)),
    ],
)
def test_games_of_two_rows_and_two_columns(matrix, value, first_row):
    """Matching pennies and others, solved by hand; and no column gives less than the value against the mixture."""
    assert value_of(matrix) == value
    assert mixture(matrix) == first_row
    against = [first_row * up + (1 - first_row) * down for up, down in zip(*matrix, strict=True)]
    assert min(against) == value


@pytest.mark.parametrize(("middle", "size"), [("R1 G2", 2), ("R1 R2 R3 G2", 2), ("R1 G2", 3)])
def test_every_roll_is_tried_with_its_chance(middle, size):
    """GH-11, GH-34: against all orders of all dice of the pouch; and what the rules roll by such a script is that roll."""
    pouch = [c for c in "RG" for _ in range(3 - middle.count(c))]
    every = Counter()
    for colours in permutations(pouch, size):
        for faces in product("123456", repeat=size):
            every["".join(sorted(map("".join, zip(colours, faces, strict=True))))] += 1
    whole = sum(every.values())

    found = {}
    for script, chance in rolls([pouch.count(c) for c in "RGBY"], size):
        left, dice = pouch.copy(), []
        for which, face in zip(script[::2], script[1::2], strict=True):
            dice.append(f"{left.pop(which)}{face + 1}")
        found["".join(sorted(dice))] = chance
    assert found == {roll: Fraction(ways, whole) for roll, ways in every.items()}

    sitting = roll_next(mini(f"phase last | turn 0 | middle {middle}"), "")
    sitting.chance.script = script
    sitting.act(0, f"roll {size}")
    assert words(sitting, "middle")[-size:] == dice


def test_a_position_that_was_solved_by_hand():
    """GH-16, GH-29, GH-31, GH-34, GH-38: all four ways to choose, on paper and by the solver.

    Both stay, or seat 0 passes (and takes T28): it is 3 against 3 whether the last dice bust or not, a shared victory, but for two
    1s (1 of 36), with which seat 1 has T17 as well and wins. Seat 1 passes alone: 3 against 3 in any case. Both pass: seat 0 has
    the lower token, takes T28 and wins 3 to 2.
    """
    shared = Fraction(35, 36) * HALF

    assert matrix_of(BY_HAND) == [[shared, HALF], [shared, 1]]


@pytest.mark.parametrize(
    "body",
    [
        BY_HAND,
        f"{CALM} | total 5 4 | allies - | hand1 SWAP",
        f"{CALM} | total 5 4 | allies TINT",
        f"{CALM} | total 3 4 | tokens 2 1 | allies - | hand0 STEEL",
    ],
)
def test_both_tellings_are_worth_the_same(body):
    """The rules that people play by and those of the oracle, searched to the end each by itself: the same fraction."""
    values = []
    for kind in (Played, Told):
        telling = kind(mini(body))
        values.append(Solver(telling).value(telling.begun))

    assert values[0] == values[1]
    assert 0 <= values[0] <= 1


def test_sometimes_only_a_mixture_is_right():
    """GH-13: why choices are secret. Here seat 0 stays four times out of nine; whoever could see the choice would win more."""
    matrix = matrix_of("round 2 | middle R1 G1 R6 G1 | traps0 T02 T06 | traps1 T33 T01 | row T25 T28 T21 | total 6 4 | allies -")

    assert mixture(matrix) == Fraction(4, 9)
    assert value_of(matrix) == Fraction(49, 81)
    assert min(max(column) for column in zip(*matrix, strict=True)) > value_of(matrix) > max(min(row) for row in matrix)


@pytest.mark.slow
def test_a_whole_last_round_is_solved():
    """From the opening roll to the end: here a lead of one Fame is worth a little less than half of the victory."""
    telling = Played(mini("round 2 | middle R1 G6 | traps0 T01 T05 | traps1 T06 T21 | row T17 T25 T28 | total 5 4 | allies -"))
    solver = Solver(telling)

    assert solver.value(telling.begun) == Fraction(2173669, 4432320)
    assert len(solver.known) > 20000


# --- Bots against perfect play ------------------------------------------------------------------------------------------------


def last_decisions(number):
    """Positions at four dice in the last round, at random: the dice, who holds what, how it stands."""
    rng = random.Random("perfect play")
    while number:
        cards = rng.sample(TRAPS, 7)
        middle = " ".join(f"{c}{rng.randrange(1, 7)}" for c in rng.sample("RRRGGG", 4))
        held = f"traps0 {cards[0]} {cards[1]} | traps1 {cards[2]} {cards[3]} | row {' '.join(cards[4:])}"
        total = rng.choice(("5 5", "5 4", "6 4", "4 5", "3 5"))
        try:
            yield mini(f"round 2 | middle {middle} | {held} | total {total} | allies -")
        except BadPosition:  # such dice were a bust
            continue
        number -= 1


def lost(number):
    """What each level gives away on the average by its choice, in shares of a victory, against somebody who does not err.

    The last figure is what somebody gives away who tosses a coin.
    """
    levels = range(len(LEVELS))
    given = [Fraction(0)] * (len(LEVELS) + 1)
    for sitting in last_decisions(number):
        telling = Played(sitting)
        matrix = Solver(telling).matrix(telling.begun)
        other = mixture([[-worth for worth in column] for column in zip(*matrix, strict=True)])
        worth = [stay * other + leave * (1 - other) for stay, leave in matrix]
        for level in levels:
            weights = [weigh(sitting.seen(0), sitting.tables, 0, action, level) for action in (0, 1)]
            given[level] += value_of(matrix) - worth[weights.index(max(weights))]
        given[-1] += value_of(matrix) - sum(worth) / 2
    return [float(total / number) for total in given]


def test_bots_come_near_to_perfect_play():
    """Stay or pass at four dice: counting danger is a little better than a coin, the sum gives next to nothing away."""
    apprentice, hunter, legend, coin = lost(24)

    assert apprentice < coin
    assert max(hunter, legend) < 0.01 < apprentice / 2
