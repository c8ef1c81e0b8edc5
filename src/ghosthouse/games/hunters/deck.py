"""Checks a deck of Traps and Allies, and works out exactly how often each Trap is met.

Not for play: this is the bench on which somebody who owns the box, or invents cards, looks at them (`ghosthouse deck check FILE`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ghosthouse.kernel.game import Setup
from ghosthouse.kernel.phrases import Words

from .box import Deck, TrapCard, deck_of
from .cards import ALLY_NAMES, COLOUR_LETTERS
from .narrate import card_lines
from .odds import Odds, not_bust, odds
from .traps import text_of


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
        lines += [f"{words.word('deck.allies')}: {allies}", "", words.word("deck.in_words")]
        return "\n".join([*lines, *(f"{row.card.id:8}  {in_words(row.card, words)}" for row in self.rows), ""])


def in_words(card: TrapCard, words: Words) -> str:
    """A card as the table will say it, so that whoever typed it can compare it with the one in the box."""
    return ", ".join(words.say(line, []) for line in card_lines(card.atoms, card.fame))


def check(setup: Setup) -> Report:
    """Look at the deck of a setup and return a `Report` with `.rows`, `.text(words)` and `.json()`.

    A deck that cannot be played never became a setup: BadSetup named the card and pointed at the character.
    """
    deck, stock = deck_of(setup), stock_of(setup.edition.row["dice"])
    reroll_one = setup.options["first_reroll"] == "one"  # GHR-01: it changes how often the opening is Dangerous
    rows = [Row(card, odds(card.atoms, stock, reroll_one=reroll_one)) for card in deck.traps]
    return Report(deck, rows, not_bust(stock, reroll_one=reroll_one))


def stock_of(dice: dict[str, int]) -> tuple[int, ...]:
    """The dice in the pouch by colour."""
    return tuple(dice.get(letter, 0) for letter in COLOUR_LETTERS)


def shown(chance: Fraction) -> str:
    """Write a chance with two places, rounded half up from the exact value."""
    hundredths = (chance * 200 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"
