"""How bots weigh a move of Ghost Hunters, from what their seat knows; and what is played for somebody who is away.

The question of the game is one sum: what would I score if I left now, against what I would score, on the average over every roll of
two dice that the pouch still holds, if I left after that roll. The sum is exact. What the rolls after that bring, who else leaves,
and what a Trap is worth in rounds to come are rules of thumb; their numbers were found by playing (README.md has the results).

Trying out a die means counting it into the observation and out again.
"""

from __future__ import annotations

from ghosthouse.kernel.game import Mind
from ghosthouse.kernel.rule import rule

from .odds import OUTCOMES, bust_of_81
from .rules import die_place, is_dangerous, is_met, kind_of, own_place, tally
from .state import (
    ALLY,
    BANISH,
    BUST_AT,
    CELLS,
    COLOURS,
    DECIDE,
    DECLINE,
    DIE,
    ENCORE,
    END,
    FACES,
    IN,
    LAST,
    PASS,
    PAY,
    PLAY_DOWN,
    PLAY_STEEL,
    PLAY_SWAP,
    ROLL,
    ROW,
    SCORE,
    SCORING,
    STEEL,
    SWAP,
    TAKE_ALLY,
    TAKE_TRAP,
    TINT,
    TINTED,
    TRAP,
    TURN,
    Seen,
    Tables,
)

LEVELS = ("apprentice", "hunter", "legend")
APPRENTICE, HUNTER, LEGEND, PLAIN = range(4)  # PLAIN is no level to play against: a hunter without Allies, for measuring

NEVER = -1000000
TENTH = 1000  # decisions are weighed in thousandths of a tenth of Fame
ALLY_WORTH = 14  # tenths of Fame: too dear an Ally makes a bot leave too early


@rule
def weigh(o: Seen, t: Tables, seat: int, action: int, level: int) -> int:
    """Weigh an action; more is better."""
    if o.phase == DECIDE:
        return weigh_choice(o, t, action, level)
    if o.phase == LAST:
        return weigh_roll(o, t, action, level)
    if action >= PLAY_STEEL:
        return weigh_ally(o, t, action, level)
    if action >= PAY:
        return fame_of(o, t, o.seat[0].traps[action - PAY], action - PAY)
    if action >= TAKE_TRAP:
        return weigh_trap(o, t, o.row[action - TAKE_TRAP], level)
    if action >= TAKE_ALLY:
        return ally_worth(o.ally_row[action - TAKE_ALLY])
    return 0  # score, done: what an Ally has to beat


# --- What lies there is worth -------------------------------------------------------------------------------------------------


@rule
def fame_of(o: Seen, t: Tables, card: int, place: int) -> int:
    """What an own Trap would pay, twice if it was named."""
    fame: int = t.fame[card]
    return fame * (1 + (o.named >> place & 1))


@rule
def leaving_brings(o: Seen, t: Tables, bust: int) -> int:
    """What a player who left now would score: all own Traps and the best of the row, on a bust the best of all."""
    me = o.seat[0]
    total: int = 0
    best = 0
    for i in range(me.cards):
        card = me.traps[i]
        if is_met(o.count, t, card):
            total += t.fame[card]
            best = max(best, t.fame[card])
    taken = 0
    for i in range(o.row_cards):
        if t.fame[o.row[i]] > taken and is_met(o.count, t, o.row[i]):
            taken = t.fame[o.row[i]]
    return max(best, taken) if bust else total + taken


@rule
def scoring_brings(o: Seen, t: Tables) -> int:
    """What step 3 would pay with the Traps and dice as they are: all that are met, on a bust the best one, or two with STEEL."""
    me = o.seat[0]
    total: int = 0
    best: int = 0
    second = 0
    for i in range(me.cards):
        if is_met(o.count, t, me.traps[i]):
            fame = fame_of(o, t, me.traps[i], i)
            total += fame
            if fame > best:
                second = best
                best = fame
            elif fame > second:
                second = fame
    if o.bust:
        return best + second if o.steel else best
    return total


@rule
def rounds_left(o: Seen, t: Tables) -> int:
    """The rounds that come after this one."""
    left: int = t.rounds - o.round
    return left


# --- Stay or pass -----------------------------------------------------------------------------------------------------------


@rule
def weigh_choice(o: Seen, t: Tables, action: int, level: int) -> int:
    """Compare leaving now with leaving after one more roll."""
    if level == APPRENTICE:
        return 1 if (action == PASS) == (o.danger >= 2) else 0
    count_extra_dice(o, level, 1)
    value = leaving_brings(o, t, 0) * 10 * TENTH if action == PASS else after_a_roll(o, t, level)
    count_extra_dice(o, level, -1)
    if level != LEGEND:
        return value
    others = 0
    for p in range(1, o.seats):
        if o.seat[p].place == IN:
            others += 1
    leave = 20 + (50 if o.danger == 2 else 0)  # per cent, for each of the others, by experience
    nobody_else = TENTH
    everybody_else = TENTH
    for _ in range(others):
        nobody_else = nobody_else * (100 - leave) // 100
        everybody_else = everybody_else * leave // 100
    if action == PASS:
        return value + nobody_else * ALLY_WORTH
    return value + everybody_else * ALLY_WORTH * (OUTCOMES - bust_of_81(o.danger, 2)) // OUTCOMES


@rule
def count_extra_dice(o: Seen, level: int, by: int) -> None:
    """Count the extra dice in the own hand in or out: a legend decides with them in mind."""
    me = o.seat[0]
    if level == LEGEND:
        for i in range(me.allies):
            if me.ally[i] >= DIE:
                tally(o.count, me.ally[i] - DIE, by)


@rule
def after_a_roll(o: Seen, t: Tables, level: int) -> int:
    """What leaving after the next roll of two dice brings on the average over every pair in the pouch; in thousandths."""
    total: int = 0
    left = 0
    full: int = 4
    for i in range(o.seat[0].cards):
        full += t.fame[o.seat[0].traps[i]]
    for colour in range(COLOURS):
        left += o.pouch[colour]
    for one in range(CELLS):
        here = o.pouch[one // FACES]
        if here == 0:
            continue
        tally(o.count, one, 1)
        danger = o.danger + is_dangerous(one)
        for other in range(one, CELLS):
            there = o.pouch[other // FACES] - (1 if one // FACES == other // FACES else 0)
            if there <= 0:
                continue
            tally(o.count, other, 1)
            bad = danger + is_dangerous(other)
            value = leaving_brings(o, t, 1 if bad >= BUST_AT else 0) * 10
            missing = full - value // 10
            if level == LEGEND and bad < 2 and missing > 0:  # the rolls after that will bring some of what is not met yet
                value += missing * (20 if bad == 0 else 4) // 10
            total += value * here * there * (1 if one == other else 2)
            tally(o.count, other, -1)
        tally(o.count, one, -1)
    return total * TENTH // (left * (left - 1) * FACES * FACES)


# --- The last turn ----------------------------------------------------------------------------------------------------------


@rule
def weigh_roll(o: Seen, t: Tables, action: int, level: int) -> int:
    """Choose how many dice to roll: what a roll of two brings is exact, what a larger one adds is in proportion."""
    size = action - ROLL + 2
    if level == APPRENTICE:
        return 1 if size == (3 if o.danger == 0 else 2) else 0
    now = leaving_brings(o, t, 0) * 10 * TENTH
    ally = ALLY_WORTH * TENTH
    if action == DECLINE:
        return now + ally
    bust = leaving_brings(o, t, 1) * 10 * TENTH
    two = bust_of_81(o.danger, 2)
    # the average over two dice is (safe part) * (now + 2 * gain) + (bust part) * best single Trap
    safe = (after_a_roll(o, t, HUNTER) * OUTCOMES - bust * two) // (OUTCOMES - two)
    gain = (safe - now) // 2
    risk = bust_of_81(o.danger, size)
    return ((OUTCOMES - risk) * (now + gain * size + ally) + risk * bust) // OUTCOMES


# --- Sequences --------------------------------------------------------------------------------------------------------------


@rule
def weigh_trap(o: Seen, t: Tables, card: int, level: int) -> int:
    """A Trap of the row: what it pays now, and what it will bring in the rounds to come; a hunter asks that among equals only."""
    fame: int = t.fame[card]
    now: int = 10 * fame if is_met(o.count, t, card) else 0
    if o.bust:  # only one pays: the row helps by what it is better than the best own one
        now = max(0, now - 10 * scoring_brings(o, t))
    if level == APPRENTICE:
        return now
    ahead: int = t.worth[card] * rounds_left(o, t)
    return 10 * now + ahead * 7 if level == LEGEND else 100 * now + ahead


@rule
def ally_worth(kind: int) -> int:
    """Which Ally to take, by experience: those that change the middle help most often."""
    if kind == SWAP:
        return 12
    if kind == TURN:
        return 20
    if kind == BANISH:
        return 18
    if kind == TINT:
        return 10
    if kind == STEEL:
        return 11
    return 14


@rule
def uses_allies(level: int) -> bool:
    """Say whether a level plays its Allies."""
    return HUNTER <= level <= LEGEND


@rule
def weigh_ally(o: Seen, t: Tables, action: int, level: int) -> int:
    """Play an Ally if it pays; what it has to bring for that falls as the game runs out."""
    if not uses_allies(level) or o.phase == ALLY or o.phase == TRAP:
        return NEVER
    kind = kind_of(action)
    last = rounds_left(o, t) == 0
    if kind == SWAP:
        return weigh_swap(o, t, action) - (0 if last else 15)
    if o.phase != SCORING:
        return NEVER
    before = scoring_brings(o, t)
    me = o.seat[0]
    if kind == STEEL:
        o.steel = 1
        gain = scoring_brings(o, t) - before
        o.steel = 0
    elif kind == ENCORE:
        o.named |= 1 << own_place(action)
        gain = scoring_brings(o, t) - before
        o.named &= ~(1 << own_place(action))
    elif kind >= DIE:
        tally(o.count, kind - DIE, 1)
        gain = scoring_brings(o, t) - before
        tally(o.count, kind - DIE, -1)
    else:
        gain = try_die(o, t, action, kind) - before
    wanted = 0 if last else 2 if level == LEGEND or me.allies > 2 else 3
    return gain * 10 + 5 if gain > wanted else NEVER


@rule
def try_die(o: Seen, t: Tables, action: int, kind: int) -> int:
    """What step 3 would pay after TINT, BANISH or TURN of a die."""
    place = die_place(action)
    look = o.look[place]
    tally(o.count, look, -1)
    changed = look
    if kind == TINT:
        changed = look | TINTED
    elif kind == TURN:
        changed = look + 1 if action < PLAY_DOWN else look - 1
    if kind != BANISH:
        tally(o.count, changed, 1)
    brings = scoring_brings(o, t)
    if kind != BANISH:
        tally(o.count, changed, -1)
    tally(o.count, look, 1)
    return brings


@rule
def weigh_swap(o: Seen, t: Tables, action: int) -> int:
    """What exchanging a Trap brings: now, before scoring, and in the rounds to come."""
    own = own_place(action)
    given = o.seat[0].traps[own]
    got = o.row[action - PLAY_SWAP - own * ROW]
    gain: int = (t.worth[got] - t.worth[given]) * rounds_left(o, t)
    if o.phase == SCORING:
        before = scoring_brings(o, t)
        o.seat[0].traps[own] = got
        gain += 10 * (scoring_brings(o, t) - before)
        o.seat[0].traps[own] = given
    return gain


# --- Absent players ---------------------------------------------------------------------------------------------------------


def absent(mind: Mind) -> int:
    """Play for somebody who is away, as GHR-39 and GHR-48 announce it.

    Pass; two dice; the leftmost Ally; the Trap that pays most now, leftmost among equals; on a bust the completed Trap that pays
    most, the oldest among equals; no Ally is played.
    """
    o, t, legal = mind.seen, mind.setup.tables, mind.legal
    for simple in (PASS, ROLL, SCORE, END):
        if simple in legal:
            return simple
    if o.phase == ALLY:
        return TAKE_ALLY
    if o.phase == TRAP:
        pays = [t.fame[o.row[i]] if is_met(o.count, t, o.row[i]) else 0 for i in range(o.row_cards)]
        return TAKE_TRAP + pays.index(max(pays))
    own = [action for action in legal if PAY <= action < PLAY_STEEL]
    return max(own, key=lambda action: (fame_of(o, t, o.seat[0].traps[action - PAY], action - PAY), -action))
