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
from functools import cache
from itertools import product
from math import comb
from typing import Any

from ghosthouse.kernel.chance import Chance, draw, key_from_text, shuffle
from ghosthouse.kernel.rule import rule

from .rules import holds, tally
from .state import BUST_AT, COUNTS, DANGEROUS, FACES
from .traps import Atom

OUTCOMES = 81
STOCK = (3, 3, 3, 3)  # dice by colour in the full edition
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


@cache
def percent(danger: int, size: int) -> int:
    """The chance that a roll busts in whole per cent, as the table says it."""
    return int(bust(danger, size) * 100 + Fraction(1, 2))


# --- How often a Trap is met ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    """How often a Trap is met: by dice in the middle when they are not bust, and on a bust with six dice."""

    safe: dict[int, Fraction]
    bust: Fraction


@cache
def odds(atoms: tuple[Atom, ...], stock: tuple[int, ...] = STOCK, *, reroll_one: bool = False) -> Odds:
    """Work out how often a condition holds, at 2, 4, ... dice that are not bust, and when six dice have just gone bust."""
    met = ways(atoms, stock)
    every = ways((), stock)
    safe = {}
    for size in range(2, sum(stock) + 1, 2):
        weigh = {danger: _weight(size, danger, reroll_one) for danger in range(BUST_AT)}
        safe[size] = _share(met, every, size, weigh)
    return Odds(safe, _share(met, every, BUST_SIZE, {d: _bust_weight(d, reroll_one) for d in range(BUST_AT, 5)}))


def worth(atoms: tuple[Atom, ...], fame: int) -> int:
    """About what a Trap brings its owner in a round, in tenths of Fame, for the heuristics; a rule of thumb.

    People leave when their Traps are met, so a Trap that builds up pays about as often as it is met at eight dice; one that wants
    no danger pays in the short rounds. A fixed sample of dice says how often: with exact chances (which the Traps of the house have
    in their file) a table would wait for a deck that somebody made difficult.
    """
    packed = [atom.packed() for atom in atoms]
    two, four, eight = (sum(all(holds(counts, atom) for atom in packed) for counts in shots) for shots in _sample())
    return round(10 * fame * max(eight * 0.95, two + four * 0.7) / SAMPLE)


SAMPLE = 400


@cache
def _sample() -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
    """Counted dice that are not bust: two, four and eight of them, the same in every house."""
    c = Chance(key_from_text("what a Trap is worth"))
    found: tuple[list[list[int]], list[list[int]], list[list[int]]] = ([], [], [])
    while len(found[2]) < SAMPLE:
        colours = [die // 3 for die in range(sum(STOCK))]
        shuffle(c, colours, len(colours))
        counts, danger = [0] * COUNTS, 0
        for number, colour in enumerate(colours[:8], 1):
            face = draw(c, FACES)
            danger += face >= DANGEROUS
            if danger >= BUST_AT or (number == 2 and danger == 2):
                break
            tally(counts, colour * FACES + face, 1)
            for size, shots in zip((2, 4, 8), found, strict=True):
                if number == size and len(shots) < SAMPLE:
                    shots.append(counts.copy())
    return found


def not_bust(stock: tuple[int, ...] = STOCK, *, reroll_one: bool = False) -> dict[int, Fraction]:
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

    Number by number, and within it colour by colour, some of the dice still in the pouch come to show it. Sets with more Dangerous
    dice than anybody asks for are left out: more than two, but for six dice that have just gone bust.
    """
    counted = tuple(atom for atom in atoms if atom.kind == "n")
    caps = tuple(atom.number + atom.exact for atom in counted)
    same = max((atom.number for atom in atoms if atom.kind == "samenum"), default=0)
    full = max((atom.number for atom in atoms if atom.kind == "samecol"), default=0)
    faces = _alike(range(FACES), lambda face: (face if same else 0, face >= DANGEROUS, *_faces_seen(counted, face)))
    groups = _alike(range(len(stock)), lambda colour: (colour if full else 0, *_colours_seen(counted, colour)))
    pouch = tuple(sum(stock[colour] for colour in group) for group in groups)

    # dice left by colour, Dangerous ones, whether enough show one number, the hits of each counted atom -> ways
    states: dict[tuple[Any, ...], int] = {(pouch, 0, same == 0, (0,) * len(counted)): 1}
    for alike in faces:
        danger = alike[0] >= DANGEROUS
        running = {(*state, 0): number for state, number in states.items()}  # and how many show this number
        for place, group in enumerate(groups):
            hits = tuple(atom.matches(group[0], alike[0]) for atom in counted)
            found: dict[tuple[Any, ...], int] = defaultdict(int)
            for (left, bad, enough, seen, here), number in running.items():
                for more in range(left[place] + 1):
                    now = bad + danger * more
                    after = (*left[:place], left[place] - more, *left[place + 1 :])
                    if now > 4 or (now >= BUST_AT and sum(pouch) - sum(after) > BUST_SIZE):
                        break
                    adds = tuple(min(cap, n + more) if hit else n for n, hit, cap in zip(seen, hits, caps, strict=True))
                    key = (after, now, enough, adds, min(same, here + more))
                    found[key] += number * comb(left[place], more) * len(alike) ** more
            running = found
        later = [face for others in faces[faces.index(alike) + 1 :] for face in others]
        states = defaultdict(int)
        for (left, bad, enough, seen, here), number in running.items():
            for atom, n in zip(counted, seen, strict=True):
                hope = sum(m for m, group in zip(left, groups, strict=True) if any(atom.matches(group[0], face) for face in later))
                if n + hope < atom.number or (atom.exact and n > atom.number):
                    break  # whatever follows, this part will not hold
            else:
                states[left, bad, enough or here >= same, seen] += number

    total: Ways = defaultdict(int)
    for (left, bad, enough, seen), number in states.items():
        drawn = [before - after for before, after in zip(pouch, left, strict=True)]
        held = all(n == atom.number if atom.exact else n >= atom.number for n, atom in zip(seen, counted, strict=True))
        if held and enough and max(drawn, default=0) >= full:
            total[sum(drawn), bad] += number
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
