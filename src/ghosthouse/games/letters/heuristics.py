"""How bots weigh a move of Ghost!, from what their seat knows and the words they know (section 5 of the rule file).

A bot has a vocabulary: the words up to one of SCOWL's levels. What it does not know it takes for impossible, with the more
certainty the more words it knows; so a small vocabulary challenges in vain, overlooks words that are complete, finds nothing to
declare, and plays strings it has no word for, in the hope that nobody asks. Weights are hundredths of a point.
"""

from __future__ import annotations

from ghosthouse.kernel.game import NOBODY, Mind
from ghosthouse.kernel.rule import rule

from . import lexicon, words
from .lexicon import band, beginning, child, ends_here
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
def walk_play(t: Tables, node: int, o: Seen, action: int) -> int:
    """Walk the letters that a decision is about, changed as a play would change them."""
    letter, removed, place = NOBODY, NOBODY, SLOT
    if o.phase == ACT and is_play(action):
        letter = int(t.pair[o.hand[card_of(action)], upright_of(action)])
        removed = removed_of(action)
        place = place_of(action)
    for i in range(-1, o.about + 1):
        if i == -1:
            step = letter if place == LEFT else NOBODY
        elif i == o.about:
            step = letter if place == RIGHT else NOBODY
        elif i == removed:
            step = letter if place == SLOT else NOBODY
        else:
            step = int(o.letters[i])
        if step != NOBODY:
            node = child(t, node, step)
    return node


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
    if o.phase != ACT and action < SHOWN:  # the neighbour's ghost letter, the own penalty: the cheapest; from a loser: the dearest
        points = int(t.points[action - LETTER])
        return points if o.phase != ANSWER and o.own == 0 else -points
    if action >= CARD and o.phase != ACT:  # the rarer its letters, the sooner a card is given away
        card = o.hand[action - CARD]
        return int(t.points[t.pair[card, 0]] + t.points[t.pair[card, 1]])
    if o.phase == ACT and (action == GIVE_UP or action == PASS):  # noqa: SIM109 - `in` does not compile
        return 200 - 100 * worth(o, t) if action == GIVE_UP else 0
    known = vocabulary(level)
    alive = False  # some word that the bot knows holds the letters, and
    done = False  # they are one themselves
    left = 0  # letters that the neighbour could add without ending the word
    looks = 1 + 2 * t.letters if level >= AUTHOR and action < GIVE_UP else 1
    # One loop over what may stand in front (nothing, then each letter) and behind (each letter), so that compiled code has one
    # walk
    for look in range(looks):
        front = look - 1 if look <= t.letters else NOBODY
        behind = look - 1 - t.letters if look > t.letters else NOBODY
        lives = False
        ends = False
        for begun in range(2):
            node = walk_play(t, start_of(t, begun, front), o, action)
            node = child(t, node, behind) if behind >= 0 else node
            if begun == 0:
                lives = band(t, node) <= known
            elif lives:
                ends = ends_here(t, node, known)
        if look == 0:
            alive, done = lives, ends
        elif lives and not ends:
            left += 1
    if o.phase == ANSWER:
        if action != SHOWN:
            return 0 if action == SILENT else -1
        return 100 if alive else NEVER
    if is_play(action):
        return weigh_play(o, t, action, level, alive, done, left)
    if action == COMPLETE:
        return 100 * (worth(o, t) + 1) if done else NEVER
    if alive:
        return NEVER
    return doubt(level) * (worth(o, t) + 1) - (100 - doubt(level)) * (worth(o, t) + 2)


@rule
def start_of(t: Tables, begun: int, front: int) -> int:
    """The node to walk from: anywhere in a word or at its beginning, with a letter in front or none."""
    node = beginning(t) if begun else t.root
    return child(t, node, front) if front >= 0 else node


@rule
def weigh_play(o: Seen, t: Tables, action: int, level: int, alive: bool, done: bool, left: int) -> int:
    """A safe letter costs nothing; a ghost card its point and the removed letter; anything else the word, if somebody asks."""
    cost: int = 0
    if removed_of(action) != NOBODY:
        taken: int = t.points[o.letters[removed_of(action)]]
        cost = 100 + 100 * taken
    stake = worth(o, t) + int(t.points[t.pair[o.hand[card_of(action)], upright_of(action)]])
    if done:
        return -cost - 100 * stake - 150
    if not alive:  # a bluff, or the hope that it is a word after all
        sure = doubt(level) if cheek(o) else doubt(level) // 2
        return -cost - sure * (stake + 1)
    if level < AUTHOR or cost:
        return -cost
    return TRAP if left == 0 else -3 * left


@rule
def cheek(o: Seen) -> int:
    """1 in three turns of four, 0 in the others, when a bot is in the mood to bluff; who looks on cannot tell which."""
    mood = o.turn * 7
    for i in range(o.cards):
        mood += o.hand[i] * (i + 3)
    return 1 if mood & 3 else 0


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
