"""Exact chances: that the next roll busts, and that a Trap is met.

A bust depends on the Dangerous dice in the middle and on the size of the roll, no more: every die shows 5 or 6 with chance 1/3,
whatever its colour, so a roll of n dice has 3**n equally likely outcomes, and all of them are counted out of 81, four dice being
the largest roll.

How often a Trap is met is counted too, not simulated. A set of k dice is a way to choose k of the twelve and a number for each:
there are C(12, k) * 6**k. Dice that no part of a condition tells apart are counted together, cell by cell, and only what the
condition asks for is remembered on the way. The order in which dice fell matters in one place, the re-roll of two Dangerous dice
at the opening; given how many of k dice are Dangerous, every order is equally likely, and a weight does the rest.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from ghosthouse.kernel.rule import rule

from .state import BUST_AT, DANGEROUS, FACES
from .traps import Atom

OUTCOMES = 81
BUST_SIZE = 6  # the busts that are looked at: those of the ordinary roll that brings six dice

Ways = dict[tuple[int, int], int]  # (dice, Dangerous dice among them) -> number of ways

# --- A bust on the next roll --------------------------------------------------------------------------------------------------


@rule
def bust_of_81(danger: int, size: int) -> int:
    """How many of 81 equally likely outcomes of a roll of `size` dice (0 to 4) bring the Dangerous dice to three or more. GH-29."""
    found = 0
    for outcome in range(OUTCOMES):
        bad = danger
        rest = outcome
        for _ in range(size):
            if rest % 3 == 0:
                bad += 1
            rest //= 3
        if bad >= BUST_AT:
            found += 1
    return found


def bust(danger: int, size: int) -> Fraction:
    """The chance that a roll busts."""
    return Fraction(bust_of_81(danger, size), OUTCOMES)


def percent(danger: int, size: int) -> int:
    """The chance that a roll busts in whole per cent, as the table says it."""
    return int(bust(danger, size) * 100 + Fraction(1, 2))


# --- How often a Trap is met ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    """How often a Trap is met: by dice in the middle when they are not bust, and on a bust with six dice."""

    safe: dict[int, Fraction]
    bust: Fraction


def odds(atoms: tuple[Atom, ...], stock: tuple[int, ...] = (3, 3, 3, 3), *, reroll_one: bool = False) -> Odds:
    """Work out how often a condition holds, at 2, 4, ... dice that are not bust, and when six dice have just gone bust."""
    met = ways(atoms, stock)
    every = ways((), stock)
    safe = {}
    for size in range(2, sum(stock) + 1, 2):
        weigh = {danger: _weight(size, danger, reroll_one) for danger in range(BUST_AT)}
        safe[size] = _share(met, every, size, weigh)
    return Odds(safe, _share(met, every, BUST_SIZE, {d: _bust_weight(d, reroll_one) for d in range(BUST_AT, 5)}))


def worth(atoms: tuple[Atom, ...], fame: int) -> int:
    """About what a Trap brings its owner in a round, in tenths of Fame, for the heuristics: a rule of thumb, not a chance.

    People leave when their Traps are met, so a Trap that builds up pays about as often as it is met at eight dice; one that wants
    no danger pays in the short rounds.
    """
    safe = odds(atoms).safe
    return round(10 * fame * max(safe[8] * Fraction(19, 20), safe[2] + safe[4] * Fraction(7, 10)))


def not_bust(stock: tuple[int, ...] = (3, 3, 3, 3), *, reroll_one: bool = False) -> dict[int, Fraction]:
    """How often the dice are not bust, by their number, when everybody always stays."""
    found = {}
    for size in range(2, sum(stock) + 1, 2):
        parts = [
            comb(size, danger) * 2**danger * 4 ** (size - danger) * _weight(size, danger, reroll_one) for danger in range(size + 1)
        ]
        found[size] = Fraction(sum(parts[:BUST_AT]), sum(parts))
    return found


def _share(met: Ways, every: Ways, size: int, weigh: dict[int, Fraction]) -> Fraction:
    part = sum((met.get((size, danger), 0) * weight for danger, weight in weigh.items()), Fraction(0))
    whole = sum((every.get((size, danger), 0) * weight for danger, weight in weigh.items()), Fraction(0))
    return part / whole if whole else whole  # a pouch of fewer than six dice has no bust with six


def _opening(reroll_one: bool) -> tuple[Fraction, Fraction, Fraction]:
    """How much likelier than by plain rolling an opening with 0, 1, 2 Dangerous dice is (up to a factor). GHR-01.

    Both again: the 32 other pairs are equally likely. Only the second one: behind a Dangerous die the four safe numbers share the
    weight of six, behind a safe die nothing changes: for one Dangerous die in either place (6/4 + 1) / 2.
    """
    return Fraction(1), Fraction(5, 4) if reroll_one else Fraction(1), Fraction(0)


def _weight(size: int, danger: int, reroll_one: bool) -> Fraction:
    """The weight of `size` dice of which `danger` are Dangerous, over all places that these can have had among the first two."""
    first = _opening(reroll_one)
    ways = (Fraction(comb(2, a) * comb(size - 2, danger - a), comb(size, danger)) * first[a] for a in range(min(2, danger) + 1))
    return sum(ways, Fraction(0))


def _bust_weight(danger: int, reroll_one: bool) -> Fraction:
    """The weight of six dice that went bust with the last two: at most two Dangerous ones among the first four."""
    first = _opening(reroll_one)
    total = Fraction(0)
    for a, b in product(range(3), range(3)):
        if a + b < BUST_AT and 0 <= danger - a - b <= 2:
            total += Fraction(comb(2, a) * comb(2, b) * comb(2, danger - a - b), comb(6, danger)) * first[a]
    return total


def ways(atoms: tuple[Atom, ...], stock: tuple[int, ...]) -> Ways:
    """Count the ways in which k dice of the pouch can show numbers so that all atoms hold, by k and by Dangerous dice.

    Sets with more Dangerous dice than any bust that is asked for are left out.
    """
    numbers = tuple(atom for atom in atoms if atom.kind == "samenum")
    colours = tuple(atom for atom in atoms if atom.kind == "samecol")
    counted = tuple(atom for atom in atoms if atom.kind == "n")
    caps = tuple(atom.number + atom.exact for atom in counted)
    most_same = max((atom.number for atom in numbers), default=0)
    most_colour = max((atom.number for atom in colours), default=0)
    faces = _alike(range(FACES), lambda face: (face if numbers else 0, face >= DANGEROUS, *_faces_seen(counted, face)))
    groups = _alike(range(len(stock)), lambda colour: (colour if colours else 0, *_colours_seen(counted, colour)))

    # dice, Dangerous ones, dice of the fullest colour, of each number, and for each counted atom
    states: dict[tuple[Any, ...], int] = {(0, 0, 0, (0,) * (FACES if numbers else 0), (0,) * len(counted)): 1}
    for group in groups:
        pouch = sum(stock[colour] for colour in group)
        inside = {(*state, pouch): number for state, number in states.items()}
        for alike in faces:
            hits = tuple(atom.matches(group[0], alike[0]) for atom in counted)
            danger = alike[0] >= DANGEROUS
            found: dict[tuple[Any, ...], int] = defaultdict(int)
            for (dice, bad, fullest, same, seen, left), number in inside.items():
                for more in range(left + 1):
                    if danger and bad + more > 4:
                        break
                    shows = same
                    if numbers and more:
                        face = alike[0]
                        shows = (*same[:face], min(most_same, same[face] + more), *same[face + 1 :])
                    adds = tuple(min(cap, n + more) if hit else n for n, hit, cap in zip(seen, hits, caps, strict=True))
                    key = (dice + more, bad + danger * more, fullest, shows, adds, left - more)
                    found[key] += number * comb(left, more) * len(alike) ** more
            inside = found
        states = defaultdict(int)
        for (dice, bad, fullest, same, seen, left), number in inside.items():
            full = min(most_colour, max(fullest, pouch - left))
            states[dice, bad, full, same, seen] += number

    total: Ways = defaultdict(int)
    for (dice, bad, full, same, seen), number in states.items():
        if full < most_colour or (numbers and max(same) < most_same):
            continue
        if all(n == atom.number if atom.exact else n >= atom.number for n, atom in zip(seen, counted, strict=True)):
            total[dice, bad] += number
    return total


def _alike(members: range, mark: Any) -> list[list[int]]:
    """Put together what has the same mark."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for member in members:
        groups[mark(member)].append(member)
    return list(groups.values())


def _faces_seen(atoms: tuple[Atom, ...], face: int) -> tuple[bool, ...]:
    return tuple(not atom.faces or face in atom.faces for atom in atoms)


def _colours_seen(atoms: tuple[Atom, ...], colour: int) -> tuple[bool, ...]:
    return tuple(atom.colour in (None, colour) for atom in atoms)
