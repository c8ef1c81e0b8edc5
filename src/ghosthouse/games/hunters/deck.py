"""Checks a deck of Traps and Allies, and works out exactly how often each Trap is met.

Not for play: this is the bench on which somebody who owns the box, or invents cards, looks at them (`ghosthouse deck check FILE`).

The chances are counted, not simulated. A set of k dice is a way to choose k of the twelve and a number for each: there are
C(12, k) * 6**k. Dice that no part of a condition tells apart are counted together, cell by cell, and only what the condition asks
for is remembered on the way, so that a deck takes less than a second. The order in which dice fell matters in one place, the
re-roll of two Dangerous dice at the opening; given how many of k dice are Dangerous, every order is equally likely, and a weight
does the rest.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from ghosthouse.kernel.phrases import Words

from .box import EDITIONS, Deck, TrapCard, read_deck
from .cards import ALLY_NAMES, COLOUR_LETTERS
from .state import BUST_AT, DANGEROUS, FACES
from .traps import Atom, text_of

BUST_SIZE = 6  # the busts that are looked at: those of the ordinary roll that brings six dice

Ways = dict[tuple[int, int], int]  # (dice, Dangerous dice among them) -> number of ways


@dataclass(frozen=True)
class Odds:
    """How often a Trap is met: by dice in the middle when they are not bust, and on a bust with six dice."""

    safe: dict[int, Fraction]
    bust: Fraction


@dataclass(frozen=True)
class Row:
    """A Trap of a deck, with its odds."""

    card: TrapCard
    odds: Odds


@dataclass(frozen=True)
class Report:
    """What `check` found out about a deck that can be played with."""

    deck: Deck
    rows: list[Row]
    safe: dict[int, Fraction]  # how often the dice are not bust, by their number

    def json(self) -> dict[str, Any]:
        """The report as plain values for a machine: chances as floats, by number of dice."""
        return {
            "traps": [
                {
                    "id": row.card.id,
                    "when": text_of(row.card.atoms),
                    "fame": row.card.fame,
                    "met": {str(size): float(chance) for size, chance in row.odds.safe.items()},
                    "met_on_bust": float(row.odds.bust),
                }
                for row in self.rows
            ],
            "allies": {ALLY_NAMES[kind]: copies for kind, copies in self.deck.allies.items()},
            "not_bust": {str(size): float(chance) for size, chance in self.safe.items()},
        }

    def text(self, words: Words) -> str:
        """The report as a table for people, headed in their language."""
        sizes = list(self.safe)
        wide = max(len(text_of(row.card.atoms)) for row in self.rows)
        head = f"{words.word('deck.trap'):8}  {words.word('deck.condition'):{wide}}  {words.word('deck.fame'):>5}"
        lines = [words.word("deck.heading"), "", head + "".join(f"{size:6}" for size in sizes) + f"{words.word('deck.bust'):>8}"]
        for row in self.rows:
            cells = "".join(f"{shown(chance):>6}" for chance in row.odds.safe.values())
            card = f"{row.card.id:8}  {text_of(row.card.atoms):{wide}}  {row.card.fame:5}"
            lines.append(f"{card}{cells}{shown(row.odds.bust):>8}")
        total = sum(row.card.fame for row in self.rows)
        safe = "".join(f"{shown(chance):>6}" for chance in self.safe.values())
        lines += ["", f"{words.word('deck.not_bust'):{wide + 10}}  {total:5}{safe}"]
        allies = ", ".join(f"{copies} {ALLY_NAMES[kind]}" for kind, copies in self.deck.allies.items())
        return "\n".join([*lines, f"{words.word('deck.allies')}: {allies}", ""])


def check(text: str, edition: str = "") -> Report:
    """Check the text of a deck file (TOML) and return a `Report` with `.rows`, `.text(words)` and `.json()`.

    A deck that cannot be played raises BadSetup, whose message names the card and points at the character.
    """
    row = EDITIONS[edition or next(iter(EDITIONS))].row
    deck = read_deck(text, row)
    stock = stock_of(row["dice"])
    return Report(deck, [Row(card, odds(card.atoms, stock)) for card in deck.traps], not_bust(stock))


def stock_of(dice: dict[str, int]) -> tuple[int, ...]:
    """The dice in the pouch by colour."""
    return tuple(dice.get(letter, 0) for letter in COLOUR_LETTERS)


def shown(chance: Fraction) -> str:
    """Write a chance with two places, rounded half up from the exact value."""
    hundredths = (chance * 200 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"


# --- Chances ----------------------------------------------------------------------------------------------------------------


def odds(atoms: tuple[Atom, ...], stock: tuple[int, ...] = (3, 3, 3, 3), *, reroll_one: bool = False) -> Odds:
    """Work out how often a condition holds, at 2, 4, ... dice that are not bust, and when six dice have just gone bust."""
    met = ways(atoms, stock)
    every = ways((), stock)
    safe = {}
    for size in range(2, sum(stock) + 1, 2):
        weigh = {danger: _weight(size, danger, reroll_one) for danger in range(BUST_AT)}
        safe[size] = _share(met, every, size, weigh)
    return Odds(safe, _share(met, every, BUST_SIZE, {d: _bust_weight(d, reroll_one) for d in range(BUST_AT, 5)}))


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
    return part / whole


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
