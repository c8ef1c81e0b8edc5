"""How bots weigh a move of Ghost!, from what their seat knows and the words they know (section 5 of the rule file).

A bot has a vocabulary: the words up to one of SCOWL's levels. What it does not know may be impossible or beyond it, and the more
words it knows, the surer it is of the first; a string of which it does not even know the parts it leaves to others. So a small
vocabulary challenges in vain, overlooks words that are complete, finds nothing to declare, gives up early, and plays strings it has
no word for, in the hope that nobody asks. Weights are hundredths of a point.

How sure a level is was not guessed: in games of mixed levels it was counted how often a string that a level does not know is in
no word of the dictionary at all, by its length and by how much of it is known (19 November 2026; 160 games at 4 seats).
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
AUTHOR = 3
SCHOLAR = 4  # from here on bots count what is left to their neighbour

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
def doubt(level: int, n: int, known_parts: int) -> int:
    """How likely it is, in hundredths, that a string is impossible of which a level knows no word.

    `known_parts` says of how many of its two halves (all but the last letter, all but the first) the level knows a word. If it
    knows both, the string looks like a word; if it knows neither, others have led it away into words that it does not know.
    """
    if level > AUTHOR:
        return 98 if level == SCHOLAR else 100
    if n < 3:
        return 1 + level
    if known_parts == 1:
        if level == AUTHOR:
            return min(95, 68 + 4 * n)
        if level == AUTHOR - 1:
            return min(80, 14 + 9 * n)
        return (42 if n > 5 else 12) + 6 * level
    if level == AUTHOR:
        return 70 if known_parts else 55
    if level == AUTHOR - 1:
        return 20 if known_parts == 0 else 30 if n < 5 else 52
    return 6 + 6 * level if known_parts else 15


@rule
def risk(level: int, odd: bool) -> int:
    """How likely it is, in hundredths, that a letter is the end of a word which a level plays without knowing one that goes on so.

    It is odd where not even the three letters at that end stand in a word that the level knows.
    """
    sure = 60 + 6 * level if level < AUTHOR else 85 + 8 * (level - AUTHOR)
    return min(100, sure + 20 if odd else sure)


@rule
def walk_play(t: Tables, node: int, o: Seen, action: int, begin: int, end: int) -> int:
    """Walk the letters that a decision is about, changed as a play would change them: those from place `begin` up to `end`.

    A letter in front is at place -1, one at the end at `o.about`.
    """
    letter, removed, place = NOBODY, NOBODY, SLOT
    if o.phase == ACT and is_play(action):
        letter = int(t.pair[o.hand[card_of(action)], upright_of(action)])
        removed = removed_of(action)
        place = place_of(action)
    for i in range(begin, end):
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
    n = int(o.about)
    alive = False  # some word that the bot knows holds the letters, and
    done = False  # they are one themselves
    parts = 0  # known parts of letters that it does not know as a whole
    left = 0  # letters that the neighbour could add without ending the word
    looks = 3 + (2 * t.letters if level >= SCHOLAR and action < GIVE_UP else 0)
    # One loop over what is looked at, so that compiled code has one walk: the whole; two parts of it (of a play the three letters
    # at the end where it adds one); then the whole with each letter in front, and with each letter behind
    for look in range(looks):
        if (look == 1 or look == 2) and (alive or o.phase != ACT or (look == 2 and action < GIVE_UP)):
            continue
        front = look - 3 if 3 <= look < 3 + t.letters else NOBODY
        behind = look - 3 - t.letters if look >= 3 + t.letters else NOBODY
        begin = -1
        end = n + 1
        if action < GIVE_UP and look == 1:
            begin, end = (n - 2, n + 1) if place_of(action) == RIGHT else (-1, 2)
        elif look == 1:
            end = n - 1
        elif look == 2:
            begin = 1
        lives = False
        ends = False
        for begun in range(2):
            node = walk_play(t, start_of(t, begun, front), o, action, begin, end)
            node = child(t, node, behind) if behind >= 0 else node
            if begun == 0:
                lives = band(t, node) <= known
            elif lives:
                ends = ends_here(t, node, known)
        if look == 0:
            alive, done = lives, ends
        elif look < 3:
            parts += int(lives)
        elif lives and not ends:
            left += 1
    if o.phase == ANSWER:
        if action != SHOWN:
            return 0 if action == SILENT else -1
        return 100 if alive else NEVER
    if is_play(action):
        return weigh_play(o, t, action, level, alive, done, left, parts == 0)
    if action == COMPLETE:
        return 100 * (worth(o, t) + 1) if done else NEVER
    if alive:
        return NEVER
    sure = doubt(level, n, parts)
    return sure * (worth(o, t) + 1) - (100 - sure) * (worth(o, t) + 2)


@rule
def start_of(t: Tables, begun: int, front: int) -> int:
    """The node to walk from: anywhere in a word or at its beginning, with a letter in front or none."""
    node = beginning(t) if begun else t.root
    return child(t, node, front) if front >= 0 else node


@rule
def weigh_play(o: Seen, t: Tables, action: int, level: int, alive: bool, done: bool, left: int, odd: bool) -> int:
    """A safe letter costs nothing; a ghost card its point and the removed letter; anything else the word, if somebody asks."""
    cost: int = 0
    if removed_of(action) != NOBODY:
        taken: int = t.points[o.letters[removed_of(action)]]
        cost = 100 + 100 * taken
    stake = worth(o, t) + int(t.points[t.pair[o.hand[card_of(action)], upright_of(action)]])
    if done:
        return -cost - 100 * stake - 150
    if not alive:  # a bluff, or the hope that it is a word after all
        sure = risk(level, odd) if cheek(o) else risk(level, odd) // 2
        return -cost - sure * (stake + 2)
    if level < SCHOLAR or cost:
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
