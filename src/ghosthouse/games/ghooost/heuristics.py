"""How bots weigh a move of Ghooost!, from what their seat knows; and what is played for somebody who is away.

The bold and the sly level weigh the *burden* of the hand that a move would leave: what each group of equal ghosts is likely to
cost, about a hundred to a turn. The numbers were found by playing, candidates against the best so far; `README.md` says how the
levels fare.

Sensible players who never vary go round in circles (GO-R27), so every level grows restless: the longer nothing has gone forward,
the more its weights are shaken by a number made of what it sees. Nothing is drawn for that: a bot does the same in the same place.
"""

from __future__ import annotations

from ghosthouse.kernel.game import Mind
from ghosthouse.kernel.rule import rule

from .rules import count
from .state import (
    CERBERUS,
    COLLECT,
    IGOR,
    KINDS,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    QUARTET,
    RANKS,
    SCOOTY,
    SKELETUM,
    TRY_CRYPT,
    TWIST,
    USE_MANSION,
    Seen,
    Tables,
)

LEVELS = ("timid", "bold", "sly")
TIMID, BOLD, SLY = range(3)

SURE = 100_000  # nothing outweighs it
CERTAIN = 64  # chances are counted in sixty-fourths

# Burdens. A low ghost waits long for an empty Cemetery; Cerberus is low and locks the others out, so he is shed first.
LOWEST, HIGHEST = 330, 110  # of a 2 and of a 14; the others lie in between
SCOOTYS, CERBERUSES, TWISTS, SKELETUMS, IGORS = 40, 450, 120, 60, 45
KITTYS, LONELY, FULL_SET = 60, 250, 20  # Kitty, Miss Copy with nobody to copy, a Quartet in hand
PAIRED = 38  # sixty-fourths of a single's burden that a pair or a triple of it is
UNSEEN = 150  # a ghost that is still to be drawn

# What else a move is worth
COLLECTING = -66
CLEARING, CLEARED = 50, -10  # emptying the Cemetery; for each ghost that nobody will have to collect any more
PASSING_OVER = 60  # Kitty
TURNING = 60  # Twist
NEXT_SHARE = 23  # sixty-fourths of the burden that a further turn can take off
STUCK_SHARE = 109  # sixty-fourths of what must be collected if nothing fits in the further turn
BOLD_STUCK_SHARE = 45  # the bold do not look twice
STUCK_EARLY = 60  # before midnight one can still try the Crypt

STEP = 80  # between one value and the next, to the timid

CALM = 24  # actions without a step forward, at a limit of 200, before anybody grows restless
RESTLESS = 7  # how much more the weights are shaken by each action after that
ALWAYS = 10  # how much they are shaken anyway


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better."""
    if action == USE_MANSION:  # rarely wise to collect instead (GO-R24)
        return SURE
    if level == TIMID:
        worth = weigh_timidly(action)
    elif action & 15 > 0:
        worth = weigh_play(o, t, action, level)
    elif action == LOSE_TURN:  # there is nothing else to do
        worth = 0
    else:
        worth = weigh_taking(o, t, action, level)
    return worth + shaken(o, action, ALWAYS + RESTLESS * max(0, o.stall * 200 // t.stall_limit - CALM))


@rule
def shaken(o: Seen, action: int, most: int) -> int:
    """A number from 0 to `most` that looks like chance, made of what the seat sees and of the action."""
    x = o.stall * 7919 + action * 104729 + o.height * 31 + o.seat[0].cards * 1009 + o.crypt * 523 + o.round * 77
    x = (x ^ x >> 7) * 2654435 & 0x7FFFFFFF
    x = (x ^ x >> 13) * 40503 & 0x7FFFFFFF
    return x * (most + 1) >> 31


@rule
def weigh_timidly(action: int) -> int:
    """The lowest ghost that fits; the Crypt before a good one goes; the Cemetery only if nothing else can be done."""
    if action == COLLECT:
        return -SURE
    if action == TRY_CRYPT:
        return -STEP * IGOR + STEP // 2
    value = action & 15
    return -STEP * (value if value > SCOOTY else KITTY)


@rule
def weigh_taking(o: Seen, t: Tables, action: int, level: int) -> int:
    """The burden of collecting, or of the chance to have to after trying the Crypt."""
    now = burden(o, 0, 0, 0, 0)
    more = burden(o, 1, 0, 0, 0) - now
    if action == COLLECT:
        return COLLECTING - now - more
    fits = chance_to_fit(o, t) if level == SLY else CERTAIN // 2
    return -now - (CERTAIN - fits) * (more + UNSEEN) // CERTAIN


@rule
def weigh_play(o: Seen, t: Tables, action: int, level: int) -> int:
    """The burden that a play leaves in the hand, and what the play does on the table."""
    value = action & 15
    number = 1 + (action >> 4 & 3)
    copies = action >> 6
    size = number + copies
    left = o.seat[0].cards - size
    worth = -burden(o, 0, value, number, copies)
    if o.crypt > 0:
        worth -= max(0, t.hand - left) * UNSEEN
    elif left == 0 and o.seat[0].mansion == 0:
        return SURE
    if value == KITTY:
        return worth + PASSING_OVER
    clears = value == SKELETUM or size + (o.run if value == o.top else 0) >= QUARTET
    if clears:
        worth += CLEARING + CLEARED * (o.height + o.kitties + size)
    if value == TWIST:
        worth += TURNING
    if left > 0 and (clears or size > 1):
        worth += further_turn(o, t, value, number, 0 if clears else value, -worth, level)
    return worth


@rule
def burden(o: Seen, collected: int, value: int, number: int, copies: int) -> int:
    """The burden of the hand less a play, or with the Cemetery in it if that is `collected` (1)."""
    total = 0
    help_of_copy = 0
    copied = o.hand[MISS_COPY] + collected * o.cemetery[MISS_COPY] - copies
    for kind in range(SCOOTY, RANKS + 1):
        held = o.hand[kind] + collected * o.cemetery[kind] - (number if kind == value else 0)
        if held > 0:
            weight = burden_of(kind, held)
            total += weight
            if copied > 0:
                help_of_copy = max(help_of_copy, weight - burden_of(kind, held + 1))
    kitties: int = o.hand[KITTY] + collected * o.cemetery[KITTY] - (number if value == KITTY else 0)
    if copied > 0:
        total += copied * LONELY - (help_of_copy + LONELY if help_of_copy > 0 else 0)
    return total + kitties * KITTYS


@rule
def burden_of(kind: int, held: int) -> int:
    """The burden of so many equal ghosts: pairs and triples bring a further turn, a Quartet clears the Cemetery."""
    if held >= QUARTET:
        return FULL_SET
    if kind == SCOOTY:
        weight = SCOOTYS
    elif kind == CERBERUS:
        weight = CERBERUSES
    elif kind == TWIST:
        weight = TWISTS
    elif kind == SKELETUM:
        weight = SKELETUMS
    elif kind == IGOR:
        weight = IGORS
    else:
        weight = LOWEST + (HIGHEST - LOWEST) * (kind - 2) // (RANKS - 2)
    return weight if held == 1 else weight * PAIRED // CERTAIN


@rule
def further_turn(o: Seen, t: Tables, value: int, number: int, top: int, left: int, level: int) -> int:
    """What the further turn is worth: the best that can be shed on `top`, or having to collect what was just played.

    `left` is the burden of what is left in the hand.
    """
    best = -1
    for kind in range(SCOOTY, RANKS + 1):
        held = o.hand[kind] - (number if kind == value else 0)
        if held >= QUARTET or (held > 0 and t.beats[top] >> kind & 1 == 1):
            best = max(best, burden_of(kind, held))
    if o.hand[KITTY] > 0:
        best = max(best, KITTYS)
    if best >= 0:
        return best * NEXT_SHARE // CERTAIN if level == SLY else 0
    if top == 0:  # nothing but Miss Copy is left, and nothing to collect
        return 0
    if o.crypt > 0:
        return -STUCK_EARLY
    return -(burden(o, 1, 0, 0, 0) - left) * (STUCK_SHARE if level == SLY else BOLD_STUCK_SHARE) // CERTAIN


@rule
def chance_to_fit(o: Seen, t: Tables) -> int:
    """The chance, in sixty-fourths, that a ghost nobody has seen would be valid now."""
    fitting = 0
    unseen = 0
    for kind in range(KINDS):
        left = count(t.deck, kind) - o.hand[kind] - o.cemetery[kind] - o.discard[kind]
        for step in range(1, o.seats):
            left -= o.seat[step].known[kind]
        unseen += left
        if kind == KITTY or t.beats[o.top] >> kind & 1 == 1:
            fitting += left
    chance: int = CERTAIN * fitting // unseen if unseen > 0 else 0
    return chance


def absent(mind: Mind) -> int:
    """Play for somebody who is away: as a timid player does."""
    return max(mind.legal, key=lambda action: weigh(mind.seen, mind.setup.tables, mind.seat, action, TIMID))
