"""How bots weigh a move of Ghosts (Knizia), from what their seat knows; and what is played for somebody who is away.

The levels follow the strategy notes of the rule files. The numbers of the sly one were found by playing; `README.md` says how the
levels fare against each other.
"""

from __future__ import annotations

from ghosthouse.kernel.game import Mind
from ghosthouse.kernel.rule import rule

from .state import CLOCKWISE, KINDS, MIST, REDRAW, TAKE, Seen, Tables

LEVELS = ("calm", "bold", "sly")
CALM, BOLD, SLY = range(3)

NEVER = -1000000


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better. A pile costs a fright point and the clean round: it is taken when nothing else is legal."""
    if action > REDRAW:  # there is one call; and whatever may be returned is better returned
        return action
    if action == REDRAW:  # a hand of mist is a hand of answers: it is kept where mist can be played
        return NEVER
    if action == TAKE:
        return NEVER + 1
    if level == CALM:
        return -raised(o, t, action)
    if level == BOLD:
        return weigh_boldly(o, t, action)
    return weigh_slyly(o, t, action)


@rule
def mirrors(o: Seen, t: Tables, kind: int) -> bool:
    """Say whether a card has the colour on top."""
    return kind != MIST and o.pile > 0 and bool(t.colour[kind] == o.top)


@rule
def raised(o: Seen, t: Tables, kind: int) -> int:
    """By how much a card raises the level."""
    ghosts: int = t.ghosts[kind]
    return 0 if kind == MIST or mirrors(o, t, kind) else ghosts


@rule
def weigh_boldly(o: Seen, t: Tables, kind: int) -> int:
    """Keep mist for the end; get rid of heavy cards while there is room, best of all on exactly the limit."""
    if kind == MIST:
        return -60
    ghosts: int = t.ghosts[kind]
    return 30 + ghosts if o.level + raised(o, t, kind) == t.limit else 10 * ghosts


@rule
def weigh_slyly(o: Seen, t: Tables, kind: int) -> int:
    """Weigh the chance that the next player must take, in thousandths, against what is left for the way back."""
    turns = mirrors(o, t, kind)
    level: int = o.level + raised(o, t, kind)
    top = o.top if kind == MIST else t.colour[kind]
    after = 1 if (o.direction == CLOCKWISE) != turns else o.seats - 1
    value: int = chance_of_none(o, t, t.fits[top, level], o.seat[after].cards)
    mist = o.hand[MIST] - (1 if kind == MIST else 0)
    same = -1 if kind != MIST else 0  # cards of the colour that will lie on top: answers if play comes back
    for held in range(MIST):
        if t.colour[held] == top:
            same += o.hand[held]
    value += 200 * min(mist, 2) + (130 if same > 0 else 0) - (160 if mist + same <= 0 else 0)
    value += 230 if turns else 0
    return value + (300 * t.ghosts[kind] if kind != MIST else 0)  # heavy cards are good to be rid of


@rule
def chance_of_none(o: Seen, t: Tables, fits: int, cards: int) -> int:
    """The chance, in thousandths, that a hand of so many unseen cards holds none of the kinds that fit."""
    unseen = 0
    others = 0
    for kind in range(KINDS):
        left = t.copies[kind] - o.spent[kind] - o.hand[kind]
        unseen += left
        if fits >> kind & 1 == 0:
            others += left
    return chance_of_missing(others, unseen, cards)


@rule
def chance_of_missing(others: int, unseen: int, cards: int) -> int:
    """The chance, in thousandths, that so many cards out of the unseen ones are all among the others."""
    chance: int = 1000
    for _ in range(cards):
        if others <= 0:
            return 0
        chance = chance * others // unseen
        others -= 1
        unseen -= 1
    return chance


def absent(mind: Mind) -> int:
    """Play for somebody who is away: the card that raises the least, the pile only if nothing else is legal; return what may be."""
    return max(mind.legal, key=lambda action: weigh(mind.seen, mind.setup.tables, mind.seat, action, CALM))
