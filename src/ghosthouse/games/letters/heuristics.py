"""How bots weigh a move of Ghost!, from what their seat knows and the words they know (section 5 of the rule file).

A bot has a vocabulary: the words up to one of SCOWL's levels. What it does not know it takes for impossible, with the more
certainty the more words it knows; so a small vocabulary challenges in vain, overlooks words that are complete, finds nothing to
declare, and plays strings it has no word for, in the hope that nobody asks. Weights are hundredths of a point.
"""

from __future__ import annotations

from ghosthouse.kernel.game import NOBODY, Mind
from ghosthouse.kernel.rule import rule

from . import lexicon, words
from .lexicon import NOWHERE, band, beginning, child, ends_here
from .moves import card_of, is_play, place_of, removed_of, upright_of
from .state import (
    ACT,
    ANSWER,
    CARD,
    COMPLETE,
    GIVE_UP,
    LEFT,
    LETTER,
    PASS,
    PLAYS,
    RIGHT,
    SHOWN,
    SILENT,
    SLOT,
    Seen,
    Tables,
)

LEVELS = ("beginner", "pupil", "reader", "author", "scholar", "lexicon")
AUTHOR = 3  # from here on bots count what is left to their neighbour

NEVER = -1000000
TRAP = 150  # a string that leaves the neighbour nothing


# --- What a bot knows -------------------------------------------------------------------------------------------------------


@rule
def vocabulary(level: int) -> int:
    """The band of words that a level knows: SCOWL 10, 20, 35, 50, 60, 70."""
    if level < AUTHOR:
        return level
    return 4 if level == AUTHOR else level + 2


@rule
def doubt(level: int) -> int:
    """How sure a level is, in hundredths, that what it has no word for is impossible."""
    if level < AUTHOR:
        return 40 + 15 * level
    return 88 if level == AUTHOR else 97 if level == AUTHOR + 1 else 100


@rule
def follow(t: Tables, node: int, o: Seen, removed: int, filler: int) -> int:
    """Walk the letters that a decision is about; the one at `removed` is left out, or `filler` stands in its place."""
    for i in range(o.about):
        if node == NOWHERE:
            return NOWHERE
        if i != removed:
            node = child(t, node, o.letters[i])
        elif filler != NOBODY:
            node = child(t, node, filler)
    return node


@rule
def result(t: Tables, node: int, o: Seen, action: int) -> int:
    """Walk what a play would make of the word."""
    letter = t.pair[o.hand[card_of(action)], upright_of(action)]
    place = place_of(action)
    if place == LEFT:
        node = child(t, node, letter)
    node = follow(t, node, o, removed_of(action), letter if place == SLOT else NOBODY)
    return child(t, node, letter) if place == RIGHT and node != NOWHERE else node


@rule
def worth(o: Seen, t: Tables) -> int:
    """The points of the letters that a decision is about."""
    points = 0
    for i in range(o.about):
        points += t.points[o.letters[i]]
    return points


# --- Weights ----------------------------------------------------------------------------------------------------------------


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better."""
    known = vocabulary(level)
    if o.phase == ACT:
        if is_play(action):
            return weigh_play(o, t, action, known, level)
        return weigh_other(o, t, action, known, level)
    if o.phase == ANSWER and action >= SHOWN:
        if action != SHOWN:
            return 0 if action == SILENT else -1
        return 100 if band(t, follow(t, t.root, o, NOBODY, NOBODY)) <= known else NEVER
    if action >= CARD:  # the rarer its letters, the sooner a card is given away
        card = o.hand[action - CARD]
        return int(t.points[t.pair[card, 0]] + t.points[t.pair[card, 1]])
    points = int(t.points[action - LETTER])
    return points if o.phase != ANSWER and o.own == 0 else -points


@rule
def weigh_play(o: Seen, t: Tables, action: int, known: int, level: int) -> int:
    """A safe letter costs nothing; a ghost card its point and the removed letter; anything else the word, if somebody asks."""
    cost: int = 0
    if removed_of(action) != NOBODY:
        taken: int = t.points[o.letters[removed_of(action)]]
        cost = 100 + 100 * taken
    alive = result(t, t.root, o, action)
    whole = result(t, beginning(t), o, action)
    mine: int = t.points[t.pair[o.hand[card_of(action)], upright_of(action)]]
    if ends_here(t, whole, known):
        return -cost - 100 * (worth(o, t) + mine) - 150
    if band(t, alive) > known:  # a bluff, or the hope that it is a word after all
        sure = doubt(level) if cheek(o) else doubt(level) // 2
        return -cost - sure * (worth(o, t) + mine + 1)
    if level < AUTHOR or cost:
        return -cost
    left = replies(o, t, action, alive, whole, known)
    return TRAP if left == 0 else -3 * left


@rule
def cheek(o: Seen) -> int:
    """1 in three turns of four, 0 in the others, when a bot is in the mood to bluff; who looks on cannot tell which."""
    mood = o.turn * 7
    for i in range(o.cards):
        mood += o.hand[i] * (i + 3)
    return 1 if mood & 3 else 0


@rule
def replies(o: Seen, t: Tables, action: int, alive: int, whole: int, known: int) -> int:
    """How many letters the neighbour could add, at either end, without completing or killing the word."""
    count = 0
    for letter in range(t.letters):
        if band(t, child(t, alive, letter)) <= known and not ends_here(t, child(t, whole, letter), known):
            count += 1
        if band(t, result(t, child(t, t.root, letter), o, action)) <= known and not ends_here(
            t, result(t, child(t, beginning(t), letter), o, action), known
        ):
            count += 1
    return count


@rule
def weigh_other(o: Seen, t: Tables, action: int, known: int, level: int) -> int:
    """Giving up costs the word but for a letter; a challenge wins or loses it, by what the bot knows."""
    points = worth(o, t)
    if action == GIVE_UP:
        return 200 - 100 * points
    if action == PASS:
        return 0
    if action == COMPLETE:
        return 100 * (points + 1) if ends_here(t, follow(t, beginning(t), o, NOBODY, NOBODY), known) else NEVER
    if band(t, follow(t, t.root, o, NOBODY, NOBODY)) <= known:
        return NEVER
    return doubt(level) * (points + 1) - (100 - doubt(level)) * (points + 2)


# --- In words ---------------------------------------------------------------------------------------------------------------


def choose(mind: Mind) -> int | str:
    """Choose what weighs most, equals by lot. A declaration is made with a word that the bot knows."""
    t, level = mind.setup.tables, LEVELS.index(mind.level)
    weights = [weigh(mind.seen, t, mind.seat, action, level) for action in mind.legal]
    most = max(weights)
    chosen = mind.rng.choice([action for action, weight in zip(mind.legal, weights, strict=True) if weight == most])
    if chosen != SHOWN:
        return chosen
    out = [0] * (2 * words.LONGEST_WORD)
    n = lexicon.witness(t, mind.seen.letters, mind.seen.about, vocabulary(level), out)
    return f"declare {words.text_of(t, out[:n])}"


def absent(mind: Mind) -> int:
    """What is announced for absent players.

    GWR-41: a random card, letter and end, no ghost card; with an empty hand give up, or pass. GWR-49: no word is declared; as
    ghost letter or penalty the cheapest colour, leftmost or longest held; from the hand a card by chance.
    """
    o, t, legal = mind.seen, mind.setup.tables, mind.legal
    if o.phase == ACT:
        plays = [action for action in legal if action < PLAYS]
        if plays:
            return mind.rng.choice(plays)
        return GIVE_UP if GIVE_UP in legal else PASS
    if SILENT in legal:
        return SILENT
    if legal[0] >= CARD:
        return mind.rng.choice(legal)
    cheapest: int = min(o.letters[: o.about], key=lambda letter: int(t.points[letter]))
    return LETTER + cheapest
