"""The rules of Ghooost!, in the order of the rulebook. GO-nn are its clauses, GO-Rnn the house's rulings (README.md)."""

from __future__ import annotations

from ghosthouse.kernel.chance import draw, shuffle
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.layout import Ints
from ghosthouse.kernel.rule import rule, tell

from .state import (
    AGAIN,
    BOOED,
    CERBERUS,
    CLOCKWISE,
    COLLECT,
    COLLECTED,
    COPY,
    CRYPT,
    DEAD,
    DEALT,
    DISCARDED,
    DOUBLE,
    DREW,
    FOURFOLD,
    GAME_OVER,
    HOWLED,
    IGOR,
    KINDS,
    KITTY,
    LEFT,
    LOSE_TURN,
    LOST_TURN,
    MANSION,
    MIDNIGHT,
    MISS_COPY,
    NO_REASON,
    PASSED_OVER,
    PLAY_KITTY,
    PLAYED,
    QUARTET,
    REVERSED,
    SCOOTY,
    SKELETON,
    SKELETUM,
    STALLED,
    TIED,
    TRIPLE,
    TRY_CRYPT,
    TURNED_UP,
    TWIST,
    USE_MANSION,
    VOIDED,
    WON,
    Seat,
    Seen,
    State,
    Tables,
)

MOST_VOIDS = 3  # GO-R48: a round that was voided so often is adjudicated by what is left

# --- Heaps: sixteen counts of four bits in one number -------------------------------------------------------------------------

ONES = 0x0111111111111110  # one of each rank
THREES = 0x0303030303030303
FIFTEENS = 0x000F000F000F000F
BYTES = 0x000000FF000000FF
ALL_RANKS = 0x7FFE  # the values 1 to 14, as bits
SCARY = 1 << CERBERUS | 1 << IGOR


@rule
def count(heap: int, kind: int) -> int:
    """How many ghosts of a kind lie in a heap."""
    return heap >> 4 * kind & 15


@rule
def some(kind: int, number: int) -> int:
    """A heap of some ghosts of one kind."""
    return number << 4 * kind


@rule
def at_least(heap: int, number: int) -> int:
    """The values of which a heap holds at least 1 to 4, as bits.

    Counts stay below 8, so adding 8 - number sets the top bit of just the fields that hold enough; the rest moves these bits,
    four places apart, side by side.
    """
    marks = ((heap & 15 * ONES) + (8 - number) * ONES) >> 3 & ONES
    marks = (marks | marks >> 3) & THREES
    marks = (marks | marks >> 6) & FIFTEENS
    marks = (marks | marks >> 12) & BYTES
    return (marks | marks >> 24) & ALL_RANKS


# --- Set-up -------------------------------------------------------------------------------------------------------------------


@rule
def start(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Set the game up. GO-07: the table says who starts the first round, or chance does."""
    s.starter = t.first if t.first >= 0 else draw(c, s.seats)
    s.barred = NOBODY
    s.round = 1
    deal(s, t, c)


@rule
def deal(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Deal a round. GO-02 to GO-06, GO-08: everything is shuffled; hands, Mansions, Crypt; nothing lies open; clockwise."""
    n = 0
    for kind in range(KINDS):
        for _ in range(count(t.deck, kind)):
            s.hidden[n] = kind
            n += 1
    shuffle(c, s.hidden, n)
    s.crypt = n - s.seats * t.mansion
    for p in range(s.seats):
        me = s.seat[p]
        me.hand = 0
        me.known = 0
        me.cards = 0
        me.mansion = t.mansion
        me.place = 0
        while me.cards < t.hand:
            draw_one(s, t, me)
    clear_pile(s)
    s.discard = 0
    s.direction = CLOCKWISE
    s.active = s.seats
    s.turn = s.starter
    s.again = NO_REASON
    s.skipped = NOBODY
    s.stall = 0
    s.passes = 0
    tell(c, DEALT, s.starter, s.round if t.match == 1 else 0)


@rule
def next_hidden(s: State, t: Tables) -> int:
    """Take the top card of the Crypt. GO-R27: something went forward."""
    s.crypt -= 1
    place = s.seats * t.mansion + s.crypt
    kind: int = s.hidden[place]
    s.hidden[place] = 0
    s.stall = 0
    return kind


@rule
def draw_one(s: State, t: Tables, me: Seat) -> int:
    """Draw the top card of the Crypt into a hand."""
    kind = next_hidden(s, t)
    me.hand += some(kind, 1)
    me.cards += 1
    return kind


@rule
def clear_pile(s: State) -> None:
    """GO-10: nothing lies in the Cemetery, and the value to beat is 0."""
    for place in range(s.height):
        s.pile[place] = 0
    s.cemetery = 0
    s.height = 0
    s.kitties = 0
    s.top = 0
    s.run = 0


# --- Validity of a play: said here, once --------------------------------------------------------------------------------------


@rule
def is_scary(value: int) -> bool:
    """Cerberus and Igor, also as Miss Copy plays them (GO-R03)."""
    return SCARY >> value & 1 == 1


@rule
def may_lie_on(value: int, top: int) -> bool:
    """GO-13 to GO-19: whether ghosts of a value that are no Quartet may be played on a value (0: an empty pile).

    | on        | valid                          |
    |-----------|--------------------------------|
    | 3, Scary  | 1, 3, 12 (and Kitty, Quartets) |
    | 12, Scary | 1, 12 (and Kitty, Quartets)    |
    | any other | 1, the same or higher          |
    """
    if value == SCOOTY:  # GO-14, fearless
        return True
    if top == CERBERUS and value == IGOR:  # GO-16, GO-17
        return True
    if is_scary(top):
        return value == top
    return value >= top  # GO-13, GO-18; GO-19: a Scooty on top is a value of 1


@rule
def plays(s: State, t: Tables, hand: int, number: int, copies: int) -> int:
    """The values of which a hand may play so many and so many Miss Copies, as bits. GO-11, GO-12, GO-46, GO-61."""
    valid: int = ALL_RANKS if number + copies >= QUARTET else t.beats[s.top]
    return at_least(hand, number) & valid


@rule
def can_collect(s: State, t: Tables) -> bool:
    """GO-R11, GO-R12: nobody collects nothing; a Kitty beside an empty pile is something where the table says so."""
    return s.height > 0 or (s.kitties > 0 and t.lone_kitty == 1)


@rule
def loses_turn(s: State, t: Tables, me: Seat) -> bool:
    """GO-40: after midnight, a hand of nothing but Miss Copy and nothing to collect."""
    return s.crypt == 0 and me.cards > 0 and count(me.hand, MISS_COPY) == me.cards and not can_collect(s, t)


@rule
def legal(s: State, t: Tables, seat: int, group: int) -> int:
    """Mark what a seat may do: two shapes of plays in each group, and in the first two what is not a play from hand."""
    if seat != s.turn or seat == NOBODY:
        return 0
    me = s.seat[seat]
    copies = group >> 1
    if copies > t.most_copies or copies > count(me.hand, MISS_COPY):  # GO-62, GO-R01
        return 0
    number = 1 + 2 * (group & 1)
    marks = plays(s, t, me.hand, number, copies) | plays(s, t, me.hand, number + 1, copies) << 16
    if group == 0:
        if count(me.hand, KITTY) > 0:  # GO-15, GO-57: always, and one at a time
            marks |= 1 << PLAY_KITTY
        if can_collect(s, t):  # GO-20, GO-22, GO-35, GO-R24, GO-R25
            marks |= 1 << COLLECT
        if s.crypt > 0:  # GO-20, GO-22
            marks |= 1 << TRY_CRYPT
    elif group == 1:
        if s.crypt == 0 and me.cards == 0:  # GO-21, GO-35, GO-37
            marks |= 1 << USE_MANSION - 32
        if loses_turn(s, t, me):
            marks |= 1 << LOSE_TURN - 32
    return marks


# Reasons why not, in the order in which they are asked
ALL_OVER, NOT_ON_TURN, NO_SUCH_PLAY, CRYPT_IS_EMPTY, NOT_MIDNIGHT, HAND_FIRST, NO_PASS, NOTHING_THERE, NOT_HELD, NOT_SO_MANY, \
    NO_MISS_COPY, TWO_COPIES, ON_CERBERUS, ON_IGOR, SKELETUM_TOO_LOW, TOO_LOW = range(1, 17)  # fmt: skip


@rule
def why_not(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why an action is not marked, or 0 if it is."""
    if legal(s, t, seat, action >> 5) >> (action & 31) & 1:
        return 0
    if s.turn == NOBODY:
        return ALL_OVER
    if seat != s.turn:
        return NOT_ON_TURN
    me = s.seat[seat]
    if action == COLLECT:
        return NOTHING_THERE
    if action == TRY_CRYPT:
        return CRYPT_IS_EMPTY
    if action == USE_MANSION:
        return NOT_MIDNIGHT if s.crypt > 0 else HAND_FIRST
    if action == LOSE_TURN:
        return NO_PASS
    value = action & 15
    if value == 0 or (value == KITTY and action != PLAY_KITTY):
        return NO_SUCH_PLAY
    number = 1 + (action >> 4 & 3)
    copies = action >> 6
    if count(me.hand, value) < number:
        return NOT_SO_MANY if count(me.hand, value) else NOT_HELD
    if copies > t.most_copies:
        return TWO_COPIES
    if copies > count(me.hand, MISS_COPY):
        return NO_MISS_COPY
    if value == SKELETUM:
        return SKELETUM_TOO_LOW
    if s.top == CERBERUS:
        return ON_CERBERUS
    return ON_IGOR if s.top == IGOR else TOO_LOW


# --- A turn, before midnight and after ----------------------------------------------------------------------------------------


@rule
def next_seat(s: State, t: Tables, after: int) -> int:
    """The seat on turn: one player at a time decides."""
    return s.turn


@rule
def awaits(s: State, t: Tables, seat: int) -> int:
    """1 if this seat is on turn."""
    return 1 if s.turn == seat and seat != NOBODY else 0


@rule
def play(s: State, t: Tables, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """Carry out a legal action; what it leads to comes in the order of GO-R46."""
    me = s.seat[seat]
    s.stall += 1
    s.again = NO_REASON
    s.skipped = NOBODY
    s.passes = s.passes + 1 if action == LOSE_TURN else 0
    value = 0  # what is laid in the Cemetery, if anything
    if action == LOSE_TURN:  # GO-40
        tell(c, LOST_TURN, seat)
        me.known = me.hand  # by losing the turn everybody has learnt that the hand is Miss Copy and nothing else
    elif action == COLLECT:
        collect(s, t, c, seat)
    elif action & 15 == 0:  # TRY_CRYPT, USE_MANSION
        value = turn_up(s, t, c, seat, action)
        if value > 0:
            lay(s, t, c, seat, value, 1, 0)
    else:
        value = action & 15
        number = 1 + (action >> 4 & 3)
        copies = action >> 6
        take_from_hand(me, value, number)
        take_from_hand(me, MISS_COPY, copies)
        tell(c, PLAYED, seat, value, number, copies, number + copies + (s.run if value == s.top else 0))
        lay(s, t, c, seat, value, number, copies)
    if s.crypt > 0:
        refill(s, t, c, seat)
    pass_on(s, t, c, seat, value)


@rule
def take_from_hand(me: Seat, kind: int, number: int) -> None:
    """Take ghosts out of a hand; those that everybody knows of go first, for nobody can tell them from the others."""
    seen = count(me.known, kind)
    me.known -= some(kind, min(seen, number))
    me.hand -= some(kind, number)
    me.cards -= number


@rule
def collect(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """GO-25: the pile and the Kitties beside it go into the hand, seen by everybody. GO-R11: a Kitty alone, or not."""
    if can_collect(s, t):
        me = s.seat[seat]
        me.hand += s.cemetery
        me.known += s.cemetery
        me.cards += s.height + s.kitties
        tell(c, COLLECTED, seat, s.height + s.kitties, s.cemetery)
        clear_pile(s)


@rule
def turn_up(s: State, t: Tables, c, seat: int, action: int) -> int:  # type: ignore[no-untyped-def]
    """Turn up the top card of the Crypt (GO-23) or of the Mansion (GO-38), and return it to be played, or 0.

    It is played by itself (GO-R17). One that is not valid goes into the hand with the whole Cemetery (GO-24, GO-38, GO-R04,
    GO-R05) and does nothing else (GO-64); Miss Copy never is (GO-62, GO-R44).
    """
    me = s.seat[seat]
    if action == TRY_CRYPT:
        source = CRYPT
        kind = next_hidden(s, t)
    else:
        source = MANSION
        me.mansion -= 1
        place = seat * t.mansion + me.mansion
        kind = s.hidden[place]
        s.hidden[place] = 0
        s.stall = 0  # GO-R27
    valid = kind == KITTY or t.beats[s.top] >> kind & 1 == 1
    tell(c, TURNED_UP, seat, kind, source, 1 if valid else 0)
    if source == CRYPT and s.crypt == 0:  # GO-31, GO-R18
        tell(c, MIDNIGHT)
    if valid:
        return kind
    me.hand += some(kind, 1)
    me.known += some(kind, 1)
    me.cards += 1
    collect(s, t, c, seat)
    return 0


@rule
def refill(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """GO-26 to GO-29, GO-R19: before midnight draw up to four, or what there is. GO-31: the last card strikes midnight."""
    me = s.seat[seat]
    drawn = 0
    while me.cards < t.hand and s.crypt > 0:
        drawn += some(draw_one(s, t, me), 1)
    if drawn:
        tell(c, DREW, seat, drawn)
        if s.crypt == 0:
            tell(c, MIDNIGHT)


# --- Combinations and abilities -----------------------------------------------------------------------------------------------


@rule
def lay(s: State, t: Tables, c, seat: int, value: int, number: int, copies: int) -> None:  # type: ignore[no-untyped-def]
    """Lay ghosts in the Cemetery and let them work: reversal first, then what is discarded, then who must play again. GO-64."""
    s.cemetery += some(value, number) + some(MISS_COPY, copies)
    if value == KITTY:  # GO-55, GO-R43: beside the pile
        s.kitties += 1
        return
    size = number + copies
    for i in range(size):
        s.pile[s.height] = value if i < number else COPY + value  # GO-63
        s.height += 1
    s.run = s.run + size if value == s.top else size  # GO-R02, GO-R21
    s.top = value
    if value == TWIST and (size & 1 == 1 or t.twist_once == 1):  # GO-58, GO-R06
        s.direction = -s.direction
        tell(c, REVERSED, s.direction)
    if s.run >= QUARTET:  # GO-46 to GO-49
        s.again = FOURFOLD
        discard(s, c, seat, value, FOURFOLD)
    elif value == SKELETUM:  # GO-59, GO-R07
        s.again = SKELETON
        discard(s, c, seat, value, SKELETON)
    elif size > 1:  # GO-45, GO-R39: counted in this play alone
        s.again = DOUBLE if size == 2 else TRIPLE


@rule
def discard(s: State, c, seat: int, value: int, reason: int) -> None:  # type: ignore[no-untyped-def]
    """GO-48, GO-59: the whole Cemetery, Kitties included, leaves the round (GO-53); what lay in it does nothing (GO-R45)."""
    tell(c, DISCARDED, seat, value, reason, s.height + s.kitties)
    s.discard += s.cemetery
    s.stall = 0  # GO-R27
    clear_pile(s)


# --- Whose turn it is, leaving, and the end of a round ------------------------------------------------------------------------


@rule
def next_active(s: State, seat: int) -> int:
    """GO-30, GO-74: the next player in the direction of play who is still in the game."""
    p = seat
    while True:
        p += s.direction
        if p == s.seats:
            p = 0
        elif p < 0:
            p = s.seats - 1
        if s.seat[p].place == 0:
            return p


@rule
def pass_on(s: State, t: Tables, c, seat: int, value: int) -> None:  # type: ignore[no-untyped-def]
    """Find out who has left, who is on turn next, and whether the round has ended; `value` is what was laid, or 0."""
    me = s.seat[seat]
    gone = me.cards == 0 and me.mansion == 0
    if gone:  # GO-70
        leave(s, t, c, seat, 0)
        s.again = NO_REASON  # GO-71
    if s.active > 1:
        stuck = s.passes >= s.active or s.stall >= t.stall_limit
        if s.again:  # GO-45, GO-48, GO-50 to GO-52, GO-59
            if not stuck:
                tell(c, AGAIN, seat, s.again)
        else:
            s.turn = next_active(s, seat)
            if value == KITTY and (not gone or t.leaver_skips == 1):  # GO-56, GO-R08, GO-R09, GO-R14
                s.skipped = s.turn
                tell(c, PASSED_OVER, s.skipped, seat)
                s.turn = next_active(s, s.turn)
        if stuck:
            adjudicate(s, t, c)
    if s.active == 1:  # GO-76
        end_round(s, t, c)


@rule
def leave(s: State, t: Tables, c, seat: int, adjudicated: int) -> None:  # type: ignore[no-untyped-def]
    """GO-70, GO-73, GO-74: a player is out of the game, as a winner; the Cemetery stays."""
    s.active -= 1
    s.seat[seat].place = s.seats - s.active
    s.stall = 0  # GO-R27
    points = 0 if t.duel == 1 else points_for(t, s.seat[seat].place, s.seats)  # GO-R29: two count their Boo!s aloud
    tell(c, LEFT, seat, s.seat[seat].place, points, adjudicated)


@rule
def ghosts_left(me: Seat) -> int:
    """GO-R28: what is left in hand and Mansion."""
    return me.cards + me.mansion


@rule
def adjudicate(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GO-R26 to GO-R28: nothing goes forward, so those with the fewest ghosts left leave in that order, or the round is void.

    Ties go by turn order, from the player who would be on turn next. GO-R48: a round is not voided for ever.
    """
    if s.passes >= s.active:
        tell(c, DEAD)
    else:
        tell(c, STALLED, s.stall)
    if t.void == 1 and s.voids < MOST_VOIDS:
        s.voids += 1
        tell(c, VOIDED)
        deal(s, t, c)
        return
    s.adjudicated += 1
    while s.active > 1:
        p = s.turn
        best = NOBODY
        for _ in range(s.seats):
            if s.seat[p].place == 0 and (best == NOBODY or ghosts_left(s.seat[p]) < ghosts_left(s.seat[best])):
                best = p
            p += s.direction
            if p == s.seats:
                p = 0
            elif p < 0:
                p = s.seats - 1
        leave(s, t, c, best, 1)


@rule
def end_round(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GO-76, GO-77: the player who is left has lost; a single game is over, a match goes on to the next round."""
    loser = 0
    while s.seat[loser].place > 0:
        loser += 1
    tell(c, HOWLED, loser)
    s.again = NO_REASON
    s.skipped = NOBODY
    s.passes = 0
    s.turn = NOBODY
    if t.match == 1:
        settle_round(s, t, c, loser)
    else:
        tell(c, GAME_OVER, loser)
    if s.turn != NOBODY:
        deal(s, t, c)


# --- Several rounds -----------------------------------------------------------------------------------------------------------


@rule
def points_for(t: Tables, place: int, seats: int) -> int:
    """GO-80, GO-81, GO-R34: 1 for leaving, 1 more for the first, 2 more for the last to leave. GO-R29: a duel has no bonus."""
    if t.match == 0:
        return 0
    points = 1
    if t.duel == 0 and place == 1:
        points += 1
    if t.duel == 0 and place == seats - 1:
        points += 2
    return points


@rule
def settle_round(s: State, t: Tables, c, loser: int) -> None:  # type: ignore[no-untyped-def]
    """Score a round of a match and go on with the next (GO-82), unless the match is decided (GO-83 to GO-86, GO-R31)."""
    for p in range(s.seats):
        if p != loser:
            s.seat[p].points += points_for(t, s.seat[p].place, s.seats)
    s.seat[loser].boos += 1
    tell(c, BOOED, loser, s.seat[loser].boos)
    if s.barred != NOBODY:  # GO-86: a tie-break round was played
        s.ties += 1
        s.barred = loser
    elif s.seat[loser].boos == 2:  # GO-83
        s.barred = loser
    if s.barred != NOBODY:
        sharing = 0
        for p in range(s.seats):
            sharing += leads(s, p)
        if sharing == 1 or s.ties >= t.tie_cap:
            for p in range(s.seats):
                if leads(s, p):
                    tell(c, WON, p, 0 if t.duel == 1 else s.seat[p].points, sharing)
            return
        tell(c, TIED, sharing)
    s.starter = loser
    s.round += 1
    s.voids = 0
    s.turn = loser


@rule
def leads(s: State, seat: int) -> int:
    """GO-84, GO-86, GO-R47: 1 if a seat may win and nobody else who may has more points."""
    if seat == s.barred:
        return 0
    for p in range(s.seats):
        if p != s.barred and s.seat[p].points > s.seat[seat].points:
            return 0
    return 1


@rule
def over(s: State, t: Tables) -> int:
    """1 at the end of the game."""
    return 1 if s.turn == NOBODY else 0


@rule
def score(s: State, t: Tables, seat: int) -> int:
    """The points of a match; in a single game 1 for having left."""
    if t.match == 1:
        return s.seat[seat].points
    return 1 if s.seat[seat].place > 0 else 0


@rule
def won(s: State, t: Tables, seat: int) -> int:
    """GO-77, GO-84: in a single game everybody but the loser, in a match the highest score of those who may win."""
    if t.match == 1:
        return leads(s, seat)
    return 1 if s.seat[seat].place > 0 else 0


# --- What a seat knows --------------------------------------------------------------------------------------------------------


@rule
def around(s: State, seat: int) -> int:
    """Count seats in a ring: `seat` may be one round past either end."""
    if seat >= s.seats:
        return seat - s.seats
    return seat if seat >= 0 else seat + s.seats


@rule
def spread(heap: int, out: Ints) -> None:
    """Write a heap as a row of counts by kind."""
    for kind in range(KINDS):
        out[kind] = count(heap, kind)


@rule
def observe(s: State, t: Tables, seat: int, out: Seen) -> None:
    """Write down what a seat, or a spectator, knows: the own hand, and everything that lies, or has lain, open. GO-R32."""
    origin = seat if seat >= 0 else 0
    out.viewer = seat
    out.seats = s.seats
    out.turn = around(s, s.turn - origin) if s.turn != NOBODY else NOBODY
    out.barred = around(s, s.barred - origin) if s.barred != NOBODY else NOBODY
    out.direction = s.direction
    out.active = s.active
    out.crypt = s.crypt
    out.top = s.top
    out.run = s.run
    out.height = s.height
    out.kitties = s.kitties
    out.again = s.again
    out.passes = s.passes
    out.stall = s.stall
    out.round = s.round
    spread(s.seat[origin].hand if seat >= 0 else 0, out.hand)
    spread(s.cemetery, out.cemetery)
    spread(s.discard, out.discard)
    for step in range(s.seats):
        me = s.seat[around(s, origin + step)]
        seen = out.seat[step]
        seen.points = me.points
        seen.cards = me.cards
        seen.mansion = me.mansion
        seen.place = me.place
        seen.boos = me.boos
        spread(me.known, seen.known)


@rule
def imagine(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Deal again what a seat has not seen: Crypt, all Mansions (GO-05), and what is not known of the other hands.

    What nobody has shown is the deck less everything seen. It is written into `hidden` in order, so that nothing of the old
    deal is left, shuffled, dealt to the hands from its end, and the rest spread over the Mansions and the Crypt.
    """
    unseen = t.deck - s.cemetery - s.discard
    for p in range(s.seats):
        unseen -= s.seat[p].hand if p == seat else s.seat[p].known
    n = 0
    for kind in range(KINDS):
        for _ in range(count(unseen, kind)):
            s.hidden[n] = kind
            n += 1
    for place in range(n, s.seats * t.mansion + s.crypt):
        s.hidden[place] = 0
    shuffle(c, s.hidden, n)
    for p in range(s.seats):
        if p != seat:
            me = s.seat[p]
            drawn = me.cards
            for kind in range(KINDS):
                drawn -= count(me.known, kind)
            me.hand = me.known
            for _ in range(drawn):
                n -= 1
                me.hand += some(s.hidden[n], 1)
                s.hidden[n] = 0
    move_up(s, n - s.crypt, s.seats * t.mansion, s.crypt)
    n -= s.crypt
    for step in range(s.seats):
        p = s.seats - 1 - step
        n -= s.seat[p].mansion
        move_up(s, n, p * t.mansion, s.seat[p].mansion)


@rule
def move_up(s: State, low: int, high: int, number: int) -> None:
    """Move hidden cards to places further up, from the last to the first, and leave nothing behind."""
    for i in range(number):
        source = low + number - 1 - i
        target = high + number - 1 - i
        if source != target:
            s.hidden[target] = s.hidden[source]
            s.hidden[source] = 0
