"""The rules of Ghost Hunters, in the order of the rulebook. GH-nn are its clauses, GHR-nn our rulings; README.md has them all."""

from __future__ import annotations

from ghosthouse.kernel.chance import draw, lot, part, shuffle
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.layout import Ints
from ghosthouse.kernel.rule import rule, tell

from .state import (
    AFTER,
    ALLIES_SHOWN,
    ALLY,
    ATOMS,
    BANISH,
    BANISHES,
    BUST,
    BUST_AT,
    BUSTED,
    BY_COLOUR,
    BY_FACE,
    CHOSE,
    COLOURS,
    COUNTS,
    DANGEROUS,
    DEALT,
    DECIDE,
    DECLINE,
    DECLINED,
    DICE,
    DIE,
    DREW_ALLY,
    ENCORE,
    END,
    EXTRA_DIE,
    FACES,
    FEWEST,
    FULL,
    GAME_OVER,
    GO_ON,
    GONE,
    HAND,
    IN,
    KINDS,
    LAST,
    LAST_ONE,
    LEAVES,
    LEAVING,
    LOCKED,
    NAMED,
    NO_ALLY,
    OPEN,
    OVER,
    OWN,
    PAID,
    PASS,
    PASSED,
    PASSES,
    PAY,
    PLAY_BANISH,
    PLAY_DIE,
    PLAY_DOWN,
    PLAY_ENCORE,
    PLAY_STEEL,
    PLAY_SWAP,
    PLAY_TINT,
    PLAY_UP,
    REMOVED,
    REROLLED,
    RESHUFFLED,
    REVEALED,
    ROLL,
    ROLLED,
    ROUND,
    ROUND_OVER,
    ROW,
    SCORE,
    SCORED,
    SCORING,
    SECOND,
    SHOWN,
    START_TRAP,
    STAY,
    STAYS,
    STEEL,
    STEELED,
    SWAP,
    SWAPPED,
    TAKE_ALLY,
    TAKE_TRAP,
    TINT,
    TINTED,
    TINTS,
    TOKEN,
    TOOK_ALLY,
    TOOK_TRAP,
    TOTAL,
    TRAP,
    TURN,
    TURNS,
    UNSEEN,
    Seen,
    State,
    Tables,
)
from .traps import LARGEST

# --- Set-up -----------------------------------------------------------------------------------------------------------------


@rule
def start(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Set the game up. GH-01 to GH-05."""
    first = t.first if t.first >= 0 else draw(c, s.seats)
    tell(c, DEALT, first, s.seats)
    s.turn = NOBODY
    for p in range(s.seats):  # GH-04: token 1 to one player, the others clockwise
        s.seat[p].token = around(s, p - first) + 1
    for card in range(t.traps):
        s.trap_deck[card] = card
    s.trap_cards = t.traps
    shuffle(c, s.trap_deck, s.trap_cards)
    for p in range(s.seats):  # GH-02: one Trap each, open (GHR-19)
        add_trap(s, p, draw_trap(s))
        tell(c, START_TRAP, p, t.label[s.seat[p].traps[0]])
    for kind in range(KINDS):
        for _ in range(t.copies[kind]):
            s.ally_deck[s.ally_cards] = kind
            s.ally_cards += 1
    shuffle(c, s.ally_deck, s.ally_cards)
    s.round = 1
    open_round(s, t, c)
    roll(s, t, c, 2)
    roll_again(s, t, c)
    ask(s)


@rule
def around(s: State, seat: int) -> int:
    """Count seats in a ring: `seat` may be one round past either end."""
    if seat >= s.seats:
        return seat - s.seats
    return seat if seat >= 0 else seat + s.seats


@rule
def draw_trap(s: State) -> int:
    """Take the top card of the Trap deck; there always is one: seats and all rows together are fewer than the deck."""
    s.trap_cards -= 1
    card: int = s.trap_deck[s.trap_cards]
    s.trap_deck[s.trap_cards] = 0
    return card


@rule
def add_trap(s: State, seat: int, card: int) -> None:
    """Lay a Trap before a player, behind the older ones."""
    me = s.seat[seat]
    me.traps[me.cards] = card
    me.cards += 1


@rule
def draw_ally(s: State, t: Tables, c) -> int:  # type: ignore[no-untyped-def]
    """Take the top card of the Ally deck; GHR-16: an empty one is made anew of the discards. NOBODY if there is none at all."""
    if s.ally_cards == 0:
        for kind in range(KINDS):
            for _ in range(s.spent[kind]):
                s.ally_deck[s.ally_cards] = kind
                s.ally_cards += 1
            s.spent[kind] = 0
        if s.ally_cards == 0:
            return NOBODY
        tell(c, RESHUFFLED, s.ally_cards)
        shuffle(c, s.ally_deck, s.ally_cards)
    s.ally_cards -= 1
    drawn: int = s.ally_deck[s.ally_cards]
    s.ally_deck[s.ally_cards] = 0
    return drawn


@rule
def give_ally(s: State, seat: int, card: int) -> None:
    """Put an Ally into a hand, which is kept sorted. GH-56: there it stays, and any number of them."""
    me = s.seat[seat]
    place = me.allies
    while place > 0 and me.ally[place - 1] > card:
        me.ally[place] = me.ally[place - 1]
        place -= 1
    me.ally[place] = card
    me.allies += 1
    if seat == s.turn:
        s.hand |= 1 << (card & 31)


@rule
def draw_into_hand(s: State, t: Tables, c, seat: int) -> int:  # type: ignore[no-untyped-def]
    """Draw an Ally for a player; GHR-18: open, or only for the owner to see. Returns 0 if there was none."""
    kind = draw_ally(s, t, c)
    if kind == NOBODY:
        tell(c, NO_ALLY, seat)
        return 0
    tell(c, DREW_ALLY, seat, kind, t.secret_allies)
    give_ally(s, seat, kind + UNSEEN * t.secret_allies)
    return 1


# --- Rolling ----------------------------------------------------------------------------------------------------------------


@rule
def open_round(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Reveal Traps and Allies. GH-02, GH-03, GH-51, GH-52."""
    tell(c, ROUND, s.round)
    for p in range(s.seats):
        s.seat[p].place = IN
        s.seat[p].paid = 0
    for i in range(t.row):
        s.row[i] = draw_trap(s)
    s.row_cards = t.row
    tell(c, SHOWN, shown(s, t, 0), shown(s, t, 1), shown(s, t, 2), shown(s, t, 3), shown(s, t, 4))
    missing = s.seats - 1 - s.ally_row_cards
    for _ in range(missing):
        kind = draw_ally(s, t, c)
        if kind != NOBODY:  # GHR-16: else the row is short
            s.ally_row[s.ally_row_cards] = kind
            s.ally_row_cards += 1
    tell(c, ALLIES_SHOWN, s.ally_row_cards, s.ally_row[0], s.ally_row[1], s.ally_row[2], s.ally_row[3])


@rule
def roll_again(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GH-07, GH-08: two Dangerous dice do not stand, in an opening roll only. GHR-01: both are rolled again, or one of them."""
    while s.danger == 2:
        chance = lot(c, FACES * FACES)
        for place in range(t.reroll_one, 2):
            face, chance = part(c, chance, FACES)
            set_face(s, place, face)
        tell(c, REROLLED, roller(s), s.middle[0], s.middle[1], t.reroll_one)


@rule
def shown(s: State, t: Tables, place: int) -> int:
    """The label of the Trap at a place of the row, 0 if there is none: for telling."""
    return t.label[s.row[place]] if place < s.row_cards else 0


@rule
def roll(s: State, t: Tables, c, size: int) -> None:  # type: ignore[no-untyped-def]
    """Draw dice from the pouch and roll them into the middle. GH-06, GH-09, GH-11: they stay, and their numbers never change.

    For each die first which one of those in the pouch (counted R, G, B, Y), then its number less one.
    """
    ways = 1
    for i in range(size):
        ways *= (t.dice - s.dice - i) * FACES
    chance = lot(c, ways)
    for _ in range(size):
        which, chance = part(c, chance, t.dice - s.dice)
        colour = 0
        while which >= t.stock[colour] - s.count[BY_COLOUR + colour]:
            which -= t.stock[colour] - s.count[BY_COLOUR + colour]
            colour += 1
        face, chance = part(c, chance, FACES)
        cell = colour * FACES + face
        s.middle[s.dice] = cell
        s.look[s.dice] = cell
        s.dice += 1
        count_die(s.count, cell, 1)
        s.danger += is_dangerous(cell)
    tell(c, ROLLED, roller(s), size, rolled(s, size, 0), rolled(s, size, 1), rolled(s, size, 2), rolled(s, size, 3), s.danger)


@rule
def rolled(s: State, size: int, number: int) -> int:
    """A die of the roll that just fell, NOBODY if there were fewer: for telling."""
    return s.middle[s.dice - size + number] if number < size else NOBODY


@rule
def roller(s: State) -> int:
    """Who rolls: the player in the round with the lowest token. GHR-04: nothing depends on it."""
    return lowest_token(s, IN)


@rule
def set_face(s: State, place: int, face: int) -> None:
    """Turn a die of the opening roll to the number it showed when rolled again; its colour stays. GH-07."""
    cell = s.middle[place]
    count_die(s.count, cell, -1)
    s.danger -= is_dangerous(cell)
    cell = cell // FACES * FACES + face
    s.middle[place] = cell
    s.look[place] = cell
    count_die(s.count, cell, 1)
    s.danger += is_dangerous(cell)


@rule
def is_dangerous(look: int) -> int:
    """1 for a die that shows 5 or 6."""
    return 1 if (look & 31) % FACES >= DANGEROUS else 0


@rule
def tally(count: Ints, look: int, by: int) -> None:
    """Count a die in, or out with `by` -1. A tinted one counts in every colour."""
    if look < TINTED:
        count_die(count, look, by)
    else:
        face = (look & 31) % FACES
        count[BY_FACE + face] += by
        for colour in range(COLOURS):
            count[colour * FACES + face] += by
            count[BY_COLOUR + colour] += by


@rule
def count_die(count: Ints, cell: int, by: int) -> None:
    """Count a die as it was rolled, in or out."""
    count[cell] += by
    count[BY_COLOUR + cell // FACES] += by
    count[BY_FACE + cell % FACES] += by


# --- Decision ---------------------------------------------------------------------------------------------------------------


@rule
def ask(s: State) -> None:
    """Ask everybody who is still in the round to choose. GH-13."""
    s.phase = DECIDE
    s.waiting = 0
    for p in range(s.seats):
        if s.seat[p].place == IN:
            s.waiting += 1


@rule
def lock(s: State, t: Tables, c, seat: int, choice: int) -> None:  # type: ignore[no-untyped-def]
    """Seal a choice. GH-13, GH-14: nobody hears what it is before the last one is in."""
    s.seat[seat].lock = choice
    s.waiting -= 1
    tell(c, LOCKED, seat)
    if s.waiting == 0:
        reveal(s, t, c)


@rule
def reveal(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Open all choices at once. GH-15: nobody passes, roll; GH-16, GH-17: those who pass leave, one after another."""
    tell(c, REVEALED)
    passing = 0
    for p in range(s.seats):
        me = s.seat[p]
        if me.place == IN:
            tell(c, CHOSE, p, me.lock)
            if me.lock == PASSES:
                me.place = LEAVING
                s.group |= 1 << p
                passing += 1
            me.lock = OPEN
    s.lone = 1 if passing == 1 else 0  # GH-18
    s.phase = GO_ON


@rule
def proceed(s: State, t: Tables, c, size: int) -> None:  # type: ignore[no-untyped-def]
    """Go on until somebody owes a decision: the next sequence, a last turn, another roll, or the end of the round.

    `size` is how many dice the last player has chosen to roll.
    """
    alone = s.turn
    if alone != NOBODY and s.seat[alone].place == LEAVING:
        end_sequence(s)
        alone = NOBODY
    if alone == NOBODY and lowest_token(s, LEAVING) == NOBODY:  # GH-17: the sequences are over
        close_group(s, t, c)
        left = 0
        for p in range(s.seats):
            if s.seat[p].place == IN:
                left += 1
        if left == 1:  # GH-34
            s.phase = LAST
            s.turn = lowest_token(s, IN)
            tell(c, LAST_ONE, s.turn)
            return
        if left == 0:  # GH-48
            end_round(s, t, c)
            if s.phase == OVER:
                return
        size = 2
    if size:
        roll(s, t, c, size)
        if s.dice == 2:
            roll_again(s, t, c)
    if alone != NOBODY:
        leave_last(s, c, alone)
    elif size:
        if s.danger < BUST_AT and s.dice < t.dice:
            ask(s)
            return
        everybody_leaves(s, c)
    begin_sequence(s, t, c, lowest_token(s, LEAVING))


@rule
def everybody_leaves(s: State, c) -> None:  # type: ignore[no-untyped-def]
    """GH-29, GH-33: three Dangerous dice bust all who are in; GH-38, GHR-12: the last die of the pouch sends them out in full."""
    if s.danger >= BUST_AT:
        s.bust = 1
        tell(c, BUST, s.danger)
    else:
        tell(c, FULL)
    for p in range(s.seats):
        if s.seat[p].place == IN:
            s.seat[p].place = LEAVING
            s.group |= 1 << p
    s.lone = 0  # always two or more: a single player left would have had the last turn


@rule
def lowest_token(s: State, place: int) -> int:
    """The player with the lowest token among those at a place, or NOBODY."""
    found = NOBODY
    for p in range(s.seats):
        if s.seat[p].place == place and (found == NOBODY or s.seat[p].token < s.seat[found].token):
            found = p
    return found


# --- Pass and bust sequences --------------------------------------------------------------------------------------------------


@rule
def begin_sequence(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Begin a player's sequence. GH-18: a lone passer's Ally comes first; GH-30: on a bust there is none."""
    me = s.seat[seat]
    s.turn = seat
    for i in range(me.allies):
        s.hand |= 1 << (me.ally[i] & 31)
    tell(c, LEAVES, seat, s.bust)
    s.phase = TRAP
    if s.lone:
        if s.ally_row_cards:
            s.phase = ALLY
        elif t.shortage_deck:  # GHR-15
            draw_into_hand(s, t, c, seat)
        else:
            tell(c, NO_ALLY, seat)


@rule
def take_ally(s: State, t: Tables, c, seat: int, place: int) -> None:  # type: ignore[no-untyped-def]
    """Step 1: take an Ally of the row. GH-18."""
    kind = s.ally_row[place]
    s.ally_row_cards -= 1
    for i in range(place, s.ally_row_cards):
        s.ally_row[i] = s.ally_row[i + 1]
    s.ally_row[s.ally_row_cards] = 0
    tell(c, TOOK_ALLY, seat, kind)
    give_ally(s, seat, kind)
    s.phase = TRAP


@rule
def take_trap(s: State, t: Tables, c, seat: int, place: int) -> None:  # type: ignore[no-untyped-def]
    """Step 2: take a Trap of the row, which is not filled up. GH-19, GH-23."""
    card = s.row[place]
    s.row_cards -= 1
    for i in range(place, s.row_cards):
        s.row[i] = s.row[i + 1]
    s.row[s.row_cards] = 0
    tell(c, TOOK_TRAP, seat, t.label[card])
    add_trap(s, seat, card)
    s.phase = SCORING


@rule
def holds(count: Ints, atom: int) -> bool:
    """Say whether one part of a condition holds (`traps.py` packs it)."""
    base = (atom >> 6) & 63
    number = (atom >> 13) & 31
    total = 0
    most = 0
    for i in range(FACES):  # one loop for all kinds of parts, so that 32 threads of a GPU go through it together
        if atom >> i & 1:
            total += count[base + i]
            most = max(most, count[base + i])
    if (atom >> 12) & 1:
        return total == number
    return (most if atom & LARGEST else total) >= number


@rule
def is_met(count: Ints, t: Tables, card: int) -> bool:
    """Say whether a Trap's condition holds for these dice: all its parts do, and none of them uses dice up. GH-20, GH-21."""
    for i in range(ATOMS):
        atom = t.atom[card, i]
        if atom == 0:
            return True
        if not holds(count, atom):
            return False
    return True


@rule
def completed(s: State, t: Tables, seat: int) -> int:
    """The own Traps that are met, as bits by place. GH-20: old and new; GH-46: the personal dice count for all of them."""
    me = s.seat[seat]
    mask = 0
    for i in range(me.cards):
        if is_met(s.count, t, me.traps[i]):
            mask |= 1 << i
    return mask


@rule
def settle(s: State, t: Tables, c, action: int) -> None:  # type: ignore[no-untyped-def]
    """Go on with a sequence after a move, as far as nothing is left to choose. GHR-46: no empty questions."""
    seat = s.turn
    if s.phase == SCORING:
        if action != SCORE and may_play_before_scoring(s, t, seat):
            return
        done = completed(s, t, seat)
        if s.bust and done & (done - 1):  # GH-31: the owner chooses among several
            return
        score_all(s, t, c, seat, done)
    if s.phase == AFTER and swap_marks(s, seat) == 0 and not (t.secret_allies and s.hand):
        s.phase = GO_ON


@rule
def score_all(s: State, t: Tables, c, seat: int, done: int) -> None:  # type: ignore[no-untyped-def]
    """Step 3: every completed Trap pays. GH-20 to GH-22, GH-28."""
    for i in range(s.seat[seat].cards):
        if done >> i & 1:
            pay(s, t, c, seat, i)
    tell(c, SCORED, seat, s.seat[seat].earned)
    s.phase = AFTER


@rule
def pay(s: State, t: Tables, c, seat: int, place: int) -> None:  # type: ignore[no-untyped-def]
    """Pay one Trap, once; twice if ENCORE named it. GH-22, GH-25, GHR-36."""
    me = s.seat[seat]
    twice = s.named >> place & 1
    fame = t.fame[me.traps[place]] * (1 + twice)
    me.paid |= 1 << place
    me.earned += fame
    me.total += fame
    tell(c, PAID, seat, t.label[me.traps[place]], fame, twice)


@rule
def pay_on_a_bust(s: State, t: Tables, c, seat: int, place: int) -> None:  # type: ignore[no-untyped-def]
    """GH-30, GH-31: one completed Trap pays; GHR-43: with STEEL a second one may."""
    first = s.phase == SCORING
    pay(s, t, c, seat, place)
    if first and s.steel and completed(s, t, seat) & ~s.seat[seat].paid:
        s.phase = SECOND
    else:
        tell(c, SCORED, seat, s.seat[seat].earned)
        s.phase = AFTER


@rule
def end_sequence(s: State) -> None:
    """A player is out of the round. GH-24; GH-46: what was seen by this player alone is gone."""
    s.seat[s.turn].place = BUSTED if s.bust else PASSED
    s.turn = NOBODY
    s.hand = 0
    s.steel = 0
    s.named = 0
    if s.touched:
        for i in range(COUNTS):
            s.count[i] = 0
        for i in range(s.dice):
            s.look[i] = s.middle[i]
            count_die(s.count, s.middle[i], 1)
        s.touched = 0


@rule
def close_group(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GH-26 to GH-28: those who left together turn the order of their tokens round. GHR-05 to GHR-08.

    The lowest and the highest change places, then those within, and so on: bounds keep what was changed out of the next step.
    """
    low = 0
    high = s.seats + 1
    while s.group and (t.bust_exchange or not s.bust):
        one = NOBODY
        other = NOBODY
        for p in range(s.seats):
            if s.group >> p & 1 and low < s.seat[p].token < high:
                if one == NOBODY or s.seat[p].token < s.seat[one].token:
                    one = p
                if other == NOBODY or s.seat[p].token > s.seat[other].token:
                    other = p
        if one == other:
            break
        low = s.seat[one].token
        high = s.seat[other].token
        s.seat[one].token = high
        s.seat[other].token = low
        tell(c, TOKEN, one, other, low, high)
    s.group = 0
    s.lone = 0
    s.bust = 0


# --- The last player --------------------------------------------------------------------------------------------------------


@rule
def leave_last(s: State, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """The last player has rolled two, three or four dice, and leaves. GH-34 to GH-37; or declined to (GHR-10)."""
    if s.danger >= BUST_AT:
        s.bust = 1
        tell(c, BUST, s.danger)
    s.lone = 1 - s.bust  # GH-36: an Ally only without a bust
    s.seat[seat].place = LEAVING
    s.group = 1 << seat


# --- Allies -----------------------------------------------------------------------------------------------------------------


@rule
def play_ally(s: State, t: Tables, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """Play an Ally. GH-39 to GH-46: personal, once, then discarded."""
    spend(s, seat, kind_of(action))
    if action >= PLAY_DIE:
        tell(c, EXTRA_DIE, seat, action - PLAY_DIE)
        count_die(s.count, action - PLAY_DIE, 1)
        s.touched = 1
    elif action >= PLAY_TINT:
        change_die(s, c, seat, action)
    elif action >= PLAY_SWAP:
        own = own_place(action)
        swap(s, t, c, seat, own, action - PLAY_SWAP - own * ROW)
    elif action >= PLAY_ENCORE:
        tell(c, NAMED, seat, t.label[s.seat[seat].traps[own_place(action)]])
        s.named |= 1 << own_place(action)
    else:
        tell(c, STEELED, seat)
        s.steel = 1


@rule
def spend(s: State, seat: int, kind: int) -> None:
    """Discard a played Ally; one that everybody knew of goes before one that only its owner has seen. GH-41."""
    me = s.seat[seat]
    place = 0
    while me.ally[place] & 31 != kind:  # sorted: those that everybody knows of come first
        place += 1
    me.allies -= 1
    for i in range(place, me.allies):
        me.ally[i] = me.ally[i + 1]
    me.ally[me.allies] = 0
    s.spent[kind] += 1
    s.hand = 0
    for i in range(me.allies):
        s.hand |= 1 << (me.ally[i] & 31)


@rule
def change_die(s: State, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """TINT, BANISH and TURN: one player sees a die of the middle otherwise. GHR-37, GHR-38: as that player now sees it."""
    place = die_place(action)
    before = s.look[place]
    tally(s.count, before, -1)
    s.touched = 1
    if action >= PLAY_UP:
        s.look[place] = before + 1 if action < PLAY_DOWN else before - 1
        tell(c, TURNS, seat, before, s.look[place], s.middle[place])
    elif action >= PLAY_BANISH:
        s.look[place] = GONE
        tell(c, BANISHES, seat, before, s.middle[place])
        return
    else:
        s.look[place] = before | TINTED
        tell(c, TINTS, seat, before, s.middle[place])
    tally(s.count, s.look[place], 1)


@rule
def swap(s: State, t: Tables, c, seat: int, own: int, place: int) -> None:  # type: ignore[no-untyped-def]
    """SWAP: an own Trap that has not paid against one of the row, place for place. GH-43, GH-44; GHR-44: a name is lost with it."""
    me = s.seat[seat]
    given = me.traps[own]
    got = s.row[place]
    for i in range(own, me.cards - 1):
        me.traps[i] = me.traps[i + 1]
    me.traps[me.cards - 1] = got
    s.row[place] = given
    me.paid = without(me.paid, own)
    s.named = without(s.named, own)
    tell(c, SWAPPED, seat, t.label[given], t.label[got])


@rule
def without(mask: int, place: int) -> int:
    """Take one place out of a mask; those above it move down."""
    return (mask & ((1 << place) - 1)) | (mask >> (place + 1) << place)


# --- End of the round, end of the game ----------------------------------------------------------------------------------------


@rule
def end_round(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GH-48 to GH-54: an Ally for the fewest Fame, Fame face down, and all that is left over makes room."""
    tell(c, ROUND_OVER, s.round)
    least = s.seat[0].earned
    for p in range(s.seats):
        least = min(least, s.seat[p].earned)
    for token in range(1, s.seats + 1):  # GH-49: in the order of the tokens
        for p in range(s.seats):
            if s.seat[p].token == token and s.seat[p].earned == least:  # GHR-32: a 0 counts, and so do the busted
                tell(c, FEWEST, p, least)
                draw_into_hand(s, t, c, p)
    for p in range(s.seats):  # GH-50
        s.seat[p].earned = 0
    if s.round == t.rounds:  # GH-54
        s.phase = OVER
        tell_totals(s, t, c)
        return
    tell(c, REMOVED, s.row_cards, shown(s, t, 0), shown(s, t, 1), shown(s, t, 2), shown(s, t, 3), shown(s, t, 4))
    for i in range(ROW):  # GH-51, GHR-47
        s.row[i] = 0
    s.row_cards = 0
    if not t.refill:  # GH-52, GHR-17
        for i in range(s.ally_row_cards):
            s.spent[s.ally_row[i]] += 1
            s.ally_row[i] = 0
        s.ally_row_cards = 0
    for i in range(DICE):  # GH-53
        s.middle[i] = 0
        s.look[i] = 0
    for i in range(COUNTS):
        s.count[i] = 0
    s.dice = 0
    s.danger = 0
    s.round += 1
    open_round(s, t, c)


@rule
def tell_totals(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Turn the Fame up again, the least first, so that it stays open to the last who has won."""
    tell(c, GAME_OVER)
    told = 0
    for _ in range(s.seats):
        least = NOBODY
        for p in range(s.seats):
            if not told >> p & 1 and (least == NOBODY or s.seat[p].total < s.seat[least].total):
                least = p
        told |= 1 << least
        tell(c, TOTAL, least, s.seat[least].total, won(s, t, least))


@rule
def over(s: State, t: Tables) -> int:
    """1 at the end of the game."""
    return 1 if s.phase == OVER else 0


@rule
def score(s: State, t: Tables, seat: int) -> int:
    """All Fame that was earned. GH-55: Allies and Traps are worth nothing."""
    return s.seat[seat].total


@rule
def won(s: State, t: Tables, seat: int) -> int:
    """GH-55: the highest total wins, and all who share it win together."""
    for p in range(s.seats):
        if s.seat[p].total > s.seat[seat].total:
            return 0
    return 1


# --- Legality: said here, once ------------------------------------------------------------------------------------------------


@rule
def legal(s: State, t: Tables, seat: int, group: int) -> int:
    """Mark what a seat may do."""
    if s.phase == DECIDE:  # GH-13, GH-14
        if group == 0 and s.seat[seat].place == IN and s.seat[seat].lock == OPEN:
            return 1 << STAY | 1 << PASS
        return 0
    if seat != s.turn:  # GH-17
        return 0
    if group == 0:
        return step_marks(s, t, seat)
    if s.hand == 0 or s.phase == SECOND:  # GH-39; outside sequences no hand is open
        return 0
    if group == 1:
        return swap_marks(s, seat)
    if s.phase == AFTER:  # GH-45
        return 0
    if group == 2:
        return die_marks(s)
    if group == 3:
        return turn_marks(s)
    return s.hand >> DIE


@rule
def step_marks(s: State, t: Tables, seat: int) -> int:
    """The marks of the first word: the steps of a sequence, the last turn, and the Allies that need no die."""
    if s.phase == ALLY:
        return ((1 << s.ally_row_cards) - 1) << TAKE_ALLY | naming_marks(s, seat)
    if s.phase == TRAP:
        return ((1 << s.row_cards) - 1) << TAKE_TRAP | naming_marks(s, seat)
    if s.phase == SCORING:
        if s.bust:
            done = completed(s, t, seat)
            if done:  # GHR-13, GHR-14: one of them, and not none
                return done << PAY | naming_marks(s, seat)
        return 1 << SCORE | naming_marks(s, seat)
    if s.phase == SECOND:
        return (completed(s, t, seat) & ~s.seat[seat].paid) << PAY | 1 << END
    if s.phase == LAST:  # GH-35
        left = t.dice - s.dice
        sizes = 1 if left == 2 else 3 if left == 3 else 7
        return sizes << ROLL | t.may_decline << DECLINE
    return 1 << END if s.phase == AFTER else 0


@rule
def naming_marks(s: State, seat: int) -> int:
    """STEEL, once and on a bust only (GHR-43), and ENCORE for any own Trap not named yet."""
    marks = 0
    if s.hand >> STEEL & 1 and s.bust and not s.steel:
        marks = 1 << PLAY_STEEL
    if s.hand >> ENCORE & 1:
        marks |= (((1 << s.seat[seat].cards) - 1) & ~s.named) << PLAY_ENCORE
    return marks


@rule
def swap_marks(s: State, seat: int) -> int:
    """SWAP: any own Trap that has not paid, for any of the row. GH-43, GHR-27."""
    marks = 0
    if s.hand >> SWAP & 1:
        row = (1 << s.row_cards) - 1
        for i in range(s.seat[seat].cards):
            if not s.seat[seat].paid >> i & 1:
                marks |= row << (i * ROW)
    return marks


@rule
def die_marks(s: State) -> int:
    """TINT: any die that exists for this player; BANISH: a Dangerous one. GHR-38."""
    there = 0
    dangerous = 0
    for i in range(s.dice):
        if s.look[i] != GONE:
            there |= 1 << i
            dangerous |= is_dangerous(s.look[i]) << i
    marks = there if s.hand >> TINT & 1 else 0
    return marks | dangerous << (PLAY_BANISH - PLAY_TINT) if s.hand >> BANISH & 1 else marks


@rule
def turn_marks(s: State) -> int:
    """TURN: one higher or one lower, within 1 to 6."""
    marks = 0
    if s.hand >> TURN & 1:
        for i in range(s.dice):
            if s.look[i] != GONE:
                face = (s.look[i] & 31) % FACES
                if face < FACES - 1:
                    marks |= 1 << i
                if face > 0:
                    marks |= 1 << (i + PLAY_DOWN - PLAY_UP)
    return marks


@rule
def may_play_before_scoring(s: State, t: Tables, seat: int) -> bool:
    """Say whether a player must be asked before step 3. GHR-46: also for nothing, where hands are secret."""
    if s.hand == 0:
        return False
    if t.secret_allies or s.hand >> DIE:
        return True
    return naming_marks(s, seat) != 0 or swap_marks(s, seat) != 0 or die_marks(s) != 0 or turn_marks(s) != 0


# Reasons why not
(GAME_IS_OVER, OUT_OF_THE_ROUND, HAS_CHOSEN, NOT_YOUR_SEQUENCE, MUST_CHOOSE, ALLIES_LATER, NO_DECISION_NOW, NOT_LAST, TOO_FEW_DICE,
 MUST_ROLL, ROLL_FIRST, NOT_ALONE, NO_ALLY_ON_A_BUST, ALLY_DONE, NOT_IN_ALLY_ROW, ALLY_FIRST, TRAP_DONE, NOT_IN_ROW, TRAP_FIRST,
 CHOOSE_ONE, ALL_PAY, NOT_OWN, NOT_MET, HAS_PAID, SCORING_DONE, NOT_YET_DONE, NOT_HELD, TOO_LATE, CHOOSE_SECOND,
 SWAP_PAID, ROW_EMPTY, NO_SUCH_DIE, DIE_IS_GONE, NOT_DANGEROUS, NO_WRAP, NO_BUST, STEEL_TWICE, NAMED_ALREADY,
 NO_SUCH_ACTION) = range(1, 40)  # fmt: skip


@rule
def why_not(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why an action is not marked, or 0 if it is."""
    if legal(s, t, seat, action >> 5) >> (action & 31) & 1:
        return 0
    if s.phase == OVER:
        return GAME_IS_OVER
    ally = action >= PLAY_STEEL
    if s.phase == DECIDE:
        if s.seat[seat].place != IN:
            return OUT_OF_THE_ROUND
        if s.seat[seat].lock != OPEN:
            return HAS_CHOSEN
        return ALLIES_LATER if ally else NOT_LAST if ROLL <= action <= DECLINE else MUST_CHOOSE
    if seat != s.turn:
        return NOT_YOUR_SEQUENCE
    if action <= PASS:
        return NO_DECISION_NOW
    if s.phase == LAST:
        return ROLL_FIRST if action > DECLINE else MUST_ROLL if action == DECLINE else TOO_FEW_DICE
    if action <= DECLINE:
        return NOT_LAST
    if ally:
        return why_not_ally(s, t, seat, action)
    return why_not_step(s, t, seat, action)


@rule
def why_not_step(s: State, t: Tables, seat: int, action: int) -> int:
    """Why a step of a sequence cannot be done now."""
    if TAKE_ALLY <= action < TAKE_TRAP:
        if s.phase == ALLY:
            return NOT_IN_ALLY_ROW
        return ALLY_DONE if s.lone else NO_ALLY_ON_A_BUST if s.bust else NOT_ALONE
    if s.phase == ALLY:
        return ALLY_FIRST
    if TAKE_TRAP <= action < PAY:
        return NOT_IN_ROW if s.phase == TRAP else TRAP_DONE
    if s.phase == TRAP:
        return TRAP_FIRST
    if action == END:
        return NOT_YET_DONE
    if s.phase == AFTER:
        return SCORING_DONE
    if action == SCORE:
        return CHOOSE_ONE
    if action - PAY >= s.seat[seat].cards:
        return NOT_OWN
    if not s.bust:
        return ALL_PAY
    return HAS_PAID if s.seat[seat].paid >> (action - PAY) & 1 else NOT_MET


@rule
def why_not_ally(s: State, t: Tables, seat: int, action: int) -> int:
    """Why an Ally cannot be played now."""
    me = s.seat[seat]
    kind = kind_of(action)
    if kind == NOBODY:
        return NO_SUCH_ACTION
    if not s.hand >> kind & 1:
        return NOT_HELD
    if s.phase == SECOND:
        return CHOOSE_SECOND
    if kind == SWAP:
        own = (action - PLAY_SWAP) // ROW
        if own >= me.cards:
            return NOT_OWN
        return SWAP_PAID if me.paid >> own & 1 else ROW_EMPTY if s.row_cards == 0 else NOT_IN_ROW
    if s.phase == AFTER:
        return TOO_LATE
    if kind == STEEL:
        return STEEL_TWICE if s.steel else NO_BUST
    if kind == ENCORE:
        return NAMED_ALREADY if action - PLAY_ENCORE < me.cards else NOT_OWN
    place = die_place(action)
    if place >= s.dice:
        return NO_SUCH_DIE
    if s.look[place] == GONE:
        return DIE_IS_GONE
    return NOT_DANGEROUS if kind == BANISH else NO_WRAP


@rule
def kind_of(action: int) -> int:
    """The Ally that an action plays, or NOBODY."""
    if action >= PLAY_DIE:
        return DIE + action - PLAY_DIE if DIE + action - PLAY_DIE < KINDS else NOBODY
    if action >= PLAY_UP:
        return TURN if action < PLAY_DOWN + DICE else NOBODY
    if action >= PLAY_TINT:
        return TINT if action < PLAY_BANISH else BANISH if action < PLAY_BANISH + DICE else NOBODY
    if action >= PLAY_SWAP:
        return SWAP if action < PLAY_SWAP + OWN * ROW else NOBODY
    if action >= PLAY_ENCORE:
        return ENCORE if action < PLAY_ENCORE + OWN else NOBODY
    return STEEL if action == PLAY_STEEL else NOBODY


@rule
def own_place(action: int) -> int:
    """Which own Trap a move is about: on a bust, for ENCORE, for SWAP."""
    if action >= PLAY_SWAP:
        return (action - PLAY_SWAP) // ROW
    return action - PLAY_ENCORE if action >= PLAY_ENCORE else action - PAY


@rule
def die_place(action: int) -> int:
    """Which die of the middle a TINT, BANISH or TURN is for."""
    if action >= PLAY_DOWN:
        return action - PLAY_DOWN
    if action >= PLAY_UP:
        return action - PLAY_UP
    return action - PLAY_BANISH if action >= PLAY_BANISH else action - PLAY_TINT


# --- Turns ------------------------------------------------------------------------------------------------------------------


@rule
def next_seat(s: State, t: Tables, after: int) -> int:
    """The first seat after `after` that owes a decision, or NOBODY."""
    if s.phase != DECIDE:
        return s.turn
    p = after
    for _ in range(s.seats):
        p += 1
        if p >= s.seats:
            p = 0
        if s.seat[p].place == IN and s.seat[p].lock == OPEN:
            return p
    return NOBODY


@rule
def awaits(s: State, t: Tables, seat: int) -> int:
    """1 if this seat owes a decision."""
    if s.phase == DECIDE:
        return 1 if s.seat[seat].place == IN and s.seat[seat].lock == OPEN else 0
    return 1 if s.turn == seat else 0


@rule
def play(s: State, t: Tables, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """Carry out a legal action."""
    size = 0
    if action <= PASS:
        lock(s, t, c, seat, PASSES if action == PASS else STAYS)
    elif action <= DECLINE:
        if action == DECLINE:
            tell(c, DECLINED, seat)
        else:
            size = action - ROLL + 2
        s.phase = GO_ON
    elif action == END:
        if s.phase == AFTER:
            s.phase = GO_ON
        else:
            tell(c, SCORED, seat, s.seat[seat].earned)
            s.phase = AFTER
    elif action != SCORE:
        if action < TAKE_TRAP:
            take_ally(s, t, c, seat, action - TAKE_ALLY)
        elif action < PAY:
            take_trap(s, t, c, seat, action - TAKE_TRAP)
        elif action < PLAY_STEEL:
            pay_on_a_bust(s, t, c, seat, action - PAY)
        else:
            play_ally(s, t, c, seat, action)
    settle(s, t, c, action)
    if s.phase == GO_ON:  # here alone: a GPU has all that follows once, and its threads go through it together
        proceed(s, t, c, size)


# --- What a seat knows --------------------------------------------------------------------------------------------------------


@rule
def observe(s: State, t: Tables, seat: int, out: Seen) -> None:
    """Write down what a seat, or a spectator, knows: all that lies open, the own choice, the own Allies."""
    origin = seat if seat >= 0 else 0
    out.hand = 0
    out.viewer = seat
    out.seats = s.seats
    out.round = s.round
    out.phase = s.phase
    out.turn = around(s, s.turn - origin) if s.turn >= 0 else NOBODY
    out.lock = s.seat[seat].lock if seat >= 0 else OPEN
    out.lone = s.lone
    out.bust = s.bust
    out.steel = s.steel
    out.named = s.named
    out.dice = s.dice
    out.danger = s.danger
    out.row_cards = s.row_cards
    out.ally_row_cards = s.ally_row_cards
    out.trap_cards = s.trap_cards
    out.ally_cards = s.ally_cards
    for colour in range(COLOURS):
        out.pouch[colour] = t.stock[colour]
    for i in range(DICE):
        out.middle[i] = s.middle[i]
        out.look[i] = s.look[i]
        if i < s.dice:
            out.pouch[s.middle[i] // FACES] -= 1
    for i in range(COUNTS):
        out.count[i] = s.count[i]
    for i in range(ROW):
        out.row[i] = s.row[i]
    for i in range(s.seats - 1):
        out.ally_row[i] = s.ally_row[i]
    for kind in range(KINDS):
        out.spent[kind] = s.spent[kind]
    for step in range(s.seats):
        p = around(s, origin + step)
        me = s.seat[p]
        seen = out.seat[step]
        seen.total = me.total
        seen.earned = me.earned
        seen.token = me.token
        seen.place = me.place
        seen.locked = 1 if me.lock != OPEN else 0
        seen.cards = me.cards
        seen.paid = me.paid
        seen.allies = me.allies
        for i in range(OWN):
            seen.traps[i] = me.traps[i]
        for i in range(HAND):
            card = me.ally[i]
            seen.ally[i] = card if card < UNSEEN else card - UNSEEN if p == seat else GONE
            if p == seat and i < me.allies:
                out.hand |= 1 << (card & 31)


@rule
def imagine(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Draw again what a seat does not know: both decks, the sealed choices of others, and Allies that only their owners have seen.

    What is hidden is gathered, sorted, so that nothing of its old order is left, shuffled, and put back.
    """
    sort_cards(s.trap_deck, s.trap_cards)
    shuffle(c, s.trap_deck, s.trap_cards)
    n = s.ally_cards
    for p in range(s.seats):
        me = s.seat[p]
        if p != seat:
            if me.lock != OPEN:
                me.lock = STAYS + draw(c, 2)
            for i in range(me.allies):
                if me.ally[i] >= UNSEEN:
                    s.ally_deck[n] = me.ally[i] - UNSEEN
                    n += 1
    sort_cards(s.ally_deck, n)
    shuffle(c, s.ally_deck, n)
    for p in range(s.seats):
        me = s.seat[p]
        if p != seat:
            for i in range(me.allies):
                if me.ally[i] >= UNSEEN:
                    n -= 1
                    me.ally[i] = s.ally_deck[n] + UNSEEN
                    s.ally_deck[n] = 0
            sort_cards(me.ally, me.allies)


@rule
def sort_cards(cards: Ints, n: int) -> None:
    """Sort the first n cards of an array, in place."""
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
