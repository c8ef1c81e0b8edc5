"""The rules of Ghosts (Knizia), in the order of the rulebook. KA-nn is the AMIGO edition, KG-nn the earlier German one.

Where the two differ, a field of the tables says which holds; `components/editions.toml` has the rows.
"""

from __future__ import annotations

from ghosthouse.kernel.chance import draw, shuffle
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.layout import Ints
from ghosthouse.kernel.rule import rule, tell

from .state import (
    CALL,
    CARDS,
    CLOCKWISE,
    COUNTER,
    DEALT,
    DONE,
    DREW,
    GAME_OVER,
    HAND,
    KINDS,
    MIRRORED,
    MIST,
    MISTED,
    NO_COLOUR,
    OPEN,
    OPENED,
    PLAY,
    PLAYED,
    RAISED,
    REDRAW,
    REDREW,
    RELIEF,
    RELIEVED,
    RETURN,
    ROUND_OVER,
    SHUFFLE,
    SPEAK,
    SPOKE,
    TAKE,
    TOOK,
    WON,
    Seen,
    State,
    Tables,
)

# --- Set-up ---------------------------------------------------------------------------------------------------------------


@rule
def start(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Set the game up. KA-02, KG-02: fright points are handed out once; KA-07, KG-04: the table or chance says who starts."""
    for p in range(s.seats):
        s.seat[p].fright = t.start_fright
    s.starter = t.first if t.first >= 0 else draw(c, s.seats)
    s.direction = CLOCKWISE
    s.round = 1
    deal(s, t, c)


@rule
def deal(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Deal a round. KA-04 to KA-06, KG-03, KG-06: all cards are shuffled, everybody gets a hand, no pile, clockwise."""
    n = 0
    for kind in range(MIST + 1):
        s.spent[kind] = 0
        for _ in range(t.copies[kind]):
            s.cards[n] = kind
            n += 1
    for place in range(n, CARDS):
        s.cards[place] = 0
    shuffle(c, s.cards, n)
    s.deck = n
    s.laid = 0
    clear_table(s)
    s.taker = NOBODY
    if not t.keep_direction:  # KA-R04, KG-R09
        s.direction = CLOCKWISE
    for p in range(s.seats):
        me = s.seat[p]
        me.taken = 0
        me.cards = 0
        me.fresh = 1
        for _ in range(t.hand):
            draw_card(s, me)
    s.turn = s.starter
    s.phase = PLAY
    tell(c, DEALT, s.round, s.starter, t.rounds)
    if t.auto_redraw:
        for step in range(s.seats):  # KG-R21: clockwise from the starter, each reshuffling before the next
            p = around(s, s.starter + step)
            while may_redraw(s, t, p):
                exchange_hand(s, t, c, p)


@rule
def draw_card(s: State, me) -> None:  # type: ignore[no-untyped-def]
    """Move the top card of the draw deck into a hand."""
    s.deck -= 1
    me.hand[me.cards] = s.cards[s.deck]
    me.cards += 1
    s.cards[s.deck] = 0


@rule
def may_redraw(s: State, t: Tables, seat: int) -> bool:
    """KG-07 to KG-09: a hand of nothing but mist may be exchanged until the seat's first card of the round. KA-R01."""
    me = s.seat[seat]
    return t.redraw == 1 and me.fresh == 1 and me.cards > 0 and held(s, seat) == 1 << MIST


@rule
def exchange_hand(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """KG-07, KG-R18: the hand goes back into the draw deck, which is shuffled, and as many cards are drawn."""
    me = s.seat[seat]
    n = me.cards
    for i in range(n):
        s.cards[s.deck] = me.hand[i]
        s.deck += 1
    me.cards = 0
    shuffle(c, s.cards, s.deck)
    for _ in range(n):
        draw_card(s, me)
    tell(c, REDREW, seat)


# --- Legality: said here, once ----------------------------------------------------------------------------------------------


@rule
def held(s: State, seat: int) -> int:
    """The kinds in a hand, as bits."""
    me = s.seat[seat]
    mask = 0
    for i in range(HAND):  # all five places, as in `lay`
        if i < me.cards:
            mask |= 1 << me.hand[i]
    return mask


@rule
def legal(s: State, t: Tables, seat: int, group: int) -> int:
    """Mark what a seat may do. KA-15: only the seat on turn acts (but for choosing what to hand back)."""
    if s.phase == RELIEF:
        if s.seat[seat].asked:
            return ((2 << most_relief(s, t, seat)) - 1) << RETURN
        return 0
    if seat != s.turn or s.phase == DONE:
        return 0
    if s.phase == SPEAK:
        return 1 << CALL
    mine = held(s, seat)
    if s.pile == 0:  # KA-21, KG-10: opening; KA-62, KG-46: nothing to take
        marks = mine & t.opens
    else:
        marks = mine & t.fits[s.top, s.level]  # KA-31, KA-41, KA-50; KG-22, KG-25, KG-28
        if t.mist_may_open or mine & t.ghosts_mask:  # KA-61, KG-41; KG-47: an all-mist hand could not open
            marks |= 1 << TAKE
    if mine == 1 << MIST and may_redraw(s, t, seat):  # looked at first, because such a hand is rare
        marks |= 1 << REDRAW
    return marks


# Reasons why not
(
    NOT_ON_TURN, ROUND_DECIDED, NOT_HELD, TOO_HIGH, MIST_CANNOT_OPEN, NO_PILE, MUST_OPEN, ONLY_MIST, NO_REDRAW, MUST_CALL,
    NOTHING_TO_CALL, NOT_ASKED, TOO_MUCH_RELIEF, MUST_RETURN,
) = range(1, 15)  # fmt: skip


@rule
def why_not(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why an action is not marked, or 0 if it is."""
    if legal(s, t, seat, 0) >> action & 1:
        return 0
    if s.phase == DONE:
        return ROUND_DECIDED
    if s.phase == RELIEF:
        if action < RETURN or s.seat[seat].asked == 0:
            return MUST_RETURN if s.seat[seat].asked else NOT_ASKED
        return TOO_MUCH_RELIEF
    if seat != s.turn:
        return NOT_ON_TURN
    if action >= RETURN:
        return NOT_ASKED
    if s.phase == SPEAK:
        return MUST_CALL
    if action == CALL:
        return NOTHING_TO_CALL
    if action == TAKE:
        if s.pile:
            return ONLY_MIST
        return MUST_OPEN if s.phase == OPEN else NO_PILE
    if action == REDRAW:
        return NO_REDRAW
    if not held(s, seat) >> action & 1:
        return NOT_HELD
    return TOO_HIGH if s.pile else MIST_CANNOT_OPEN


# --- Turns ----------------------------------------------------------------------------------------------------------------


@rule
def next_seat(s: State, t: Tables, after: int) -> int:
    """The first seat after `after` that owes a decision, or NOBODY."""
    if s.phase == RELIEF:
        for step in range(s.seats):
            p = around(s, after + 1 + step)
            if s.seat[p].asked:
                return p
    if s.phase == DONE:
        return NOBODY
    return s.turn


@rule
def awaits(s: State, t: Tables, seat: int) -> int:
    """1 if this seat owes a decision."""
    if s.phase == RELIEF:
        return s.seat[seat].asked
    return 1 if s.phase != DONE and s.turn == seat else 0


@rule
def play(s: State, t: Tables, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """Carry out a legal action."""
    if action <= MIST:
        lay(s, t, c, seat, action)
    elif action == TAKE:
        take(s, t, c, seat)
    elif action == REDRAW:
        exchange_hand(s, t, c, seat)
    elif action == CALL:
        tell(c, SPOKE, seat, s.level, s.did, t.mirror_calls)
        finish_turn(s, t, c, seat)
    else:
        hand_back(s, c, seat, action - RETURN)
        s.seat[seat].asked = 0
        if all_answered(s):
            next_round(s, t, c)
    if s.phase == SHUFFLE:  # here alone: a GPU has this code once, and its threads deal together
        deal(s, t, c)


@rule
def lay(s: State, t: Tables, c, seat: int, kind: int) -> None:  # type: ignore[no-untyped-def]
    """Lay one card. KA-10: every turn ends with exactly one card from the hand on the table."""
    me = s.seat[seat]
    place = 0
    for i in range(HAND - 1, -1, -1):  # all five, without a branch that could be guessed wrong: 20.5 -> 22.5 M/s
        if me.hand[i] == kind:
            place = i
    me.cards -= 1
    me.hand[place] = me.hand[me.cards]
    me.hand[me.cards] = 0
    me.fresh = 0
    s.spent[kind] += 1
    if kind == MIST:
        lay_mist(s, t)
    else:
        s.laid += 1
        s.cards[CARDS - s.laid] = kind - 128
        s.pile += 1
        if s.top == t.colour[kind]:  # KA-40 to KA-43, KG-23 to KG-25: same colour, a mirror
            turn_the_table(s, t)
            s.did = MIRRORED
        else:  # KA-20, KA-30, KA-34, KG-11, KG-21: the first ghost, or another colour, adds its ghosts
            s.did = OPENED if s.pile == 1 else RAISED
            s.level += t.ghosts[kind]
            s.top = t.colour[kind]
    after = around(s, seat + s.direction)
    tell(c, PLAYED, seat, t.colour[kind], t.ghosts[kind], s.level, s.did, after, s.seats, t.mirror_calls, t.speak)
    s.phase = PLAY
    if t.speak:
        s.phase = SPEAK
    else:
        finish_turn(s, t, c, seat)


@rule
def lay_mist(s: State, t: Tables) -> None:
    """KA-50 to KA-52: under the pile. KG-26 to KG-28, KG-R19: beside it, where it is no pile. Level and direction stay."""
    s.did = MISTED
    if t.mist_beside == 0:
        s.mist += 1
        s.pile += 1


@rule
def turn_the_table(s: State, t: Tables) -> None:
    """KA-43, KG-24: reverse. KA-90, KA-R12, KG-30, KG-R08: with two players it has no effect, and one edition draws no arrow."""
    if s.seats > 2 or t.two_players_turn:
        s.direction = COUNTER if s.direction == CLOCKWISE else CLOCKWISE


@rule
def finish_turn(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """KA-12 to KA-14, KG-12, KG-29: draw one card while there is one, then the neighbour in the direction of play."""
    me = s.seat[seat]
    if s.deck:
        draw_card(s, me)
        kind = me.hand[me.cards - 1]
        tell(c, DREW, seat, t.colour[kind], t.ghosts[kind])
    s.phase = PLAY
    s.turn = around(s, seat + s.direction)
    if s.seat[s.turn].cards == 0:  # KA-71 to KA-73, KG-51: the turn reaches an empty hand
        end_round(s, t, c)


@rule
def around(s: State, seat: int) -> int:
    """Count seats in a ring: `seat` may be one or more past either end."""
    while seat >= s.seats:
        seat -= s.seats
    return seat if seat >= 0 else seat + s.seats


@rule
def take(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """KA-63 to KA-65, KG-42 to KG-44: one fright point; the pile lies face down before the taker, who must open a new one."""
    me = s.seat[seat]
    me.fright += 1
    me.taken += 1
    tell(c, TOOK, seat, s.pile, me.fright)
    for i in range(s.pile - s.mist):
        s.cards[CARDS - s.laid + i] += 32 * (1 + seat)
    for _ in range(s.mist):  # turned over, the mist lies on top; KG-R06: mist beside the pile stays there
        s.laid += 1
        s.cards[CARDS - s.laid] = 32 * (1 + seat) + MIST - 128
    clear_table(s)
    s.taker = seat
    s.phase = OPEN


@rule
def clear_table(s: State) -> None:
    """No pile lies open any more."""
    s.pile = 0
    s.mist = 0
    s.level = 0
    s.top = NO_COLOUR
    s.did = 0


# --- The end of a round and of the game -----------------------------------------------------------------------------------------


@rule
def end_round(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """KA-72 to KA-76, KG-52 to KG-54: nobody pays for what is left; whoever took no pile hands fright points back."""
    tell(c, ROUND_OVER, s.round, s.turn)
    waiting = 0
    for p in range(s.seats):
        if s.seat[p].taken == 0:
            if t.ask_relief and most_relief(s, t, p) > 0:
                s.seat[p].asked = 1
                waiting = 1
            else:
                hand_back(s, c, p, most_relief(s, t, p))
    if waiting:
        s.phase = RELIEF
    else:
        next_round(s, t, c)


@rule
def most_relief(s: State, t: Tables, seat: int) -> int:
    """KA-75, KG-53: up to three, never below 0; KG-R05: or never below the starting marker, where the table says so."""
    return max(0, min(t.relief, s.seat[seat].fright - t.floor))


@rule
def hand_back(s: State, c, seat: int, points: int) -> None:  # type: ignore[no-untyped-def]
    """Return fright points after a clean round."""
    s.seat[seat].fright -= points
    tell(c, RELIEVED, seat, points, s.seat[seat].fright)


@rule
def all_answered(s: State) -> bool:
    """Say whether every seat that was asked has handed back what it wanted to."""
    for p in range(s.seats):
        if s.seat[p].asked:
            return False
    return True


@rule
def next_round(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """KA-80, KG-60: the agreed number of rounds, then the end; otherwise deal again."""
    if s.round >= t.rounds:
        s.phase = DONE
        tell(c, GAME_OVER)
        for p in range(s.seats):
            if won(s, t, p):
                tell(c, WON, p, s.seat[p].fright)
        return
    s.starter = next_starter(s, t)
    s.round += 1
    s.phase = SHUFFLE


@rule
def next_starter(s: State, t: Tables) -> int:
    """KA-77: whose empty hand ended the round. KG-R04: or as the table agreed."""
    if t.next_starter == 1:
        return s.starter
    if t.next_starter == 2:
        return around(s, s.starter + 1)
    if t.next_starter == 3 and s.taker != NOBODY:
        return s.taker
    return s.turn


@rule
def over(s: State, t: Tables) -> int:
    """1 at the end of the game."""
    return 1 if s.phase == DONE else 0


@rule
def score(s: State, t: Tables, seat: int) -> int:
    """The fright points held: few are good. KG-R20: what is still held after the last return."""
    return s.seat[seat].fright


@rule
def won(s: State, t: Tables, seat: int) -> int:
    """KA-81, KA-82, KG-61: the lowest total wins, and those who share it all win."""
    for p in range(s.seats):
        if s.seat[p].fright < s.seat[seat].fright:
            return 0
    return 1


# --- What a seat knows --------------------------------------------------------------------------------------------------------


@rule
def observe(s: State, t: Tables, seat: int, out: Seen) -> None:
    """Write down what a seat, or a spectator, knows: the own hand, and everything that lies open."""
    n = s.seats
    p = max(seat, 0)
    out.viewer = seat
    out.seats = n
    out.turn = around(s, s.turn - p)
    out.direction = s.direction
    out.level = s.level
    out.top = s.top
    out.pile = s.pile
    out.deck = s.deck
    out.round = s.round
    out.phase = s.phase
    out.starter = around(s, s.starter - p)
    for kind in range(KINDS):
        out.spent[kind] = s.spent[kind]
    for kind in range(KINDS):
        out.hand[kind] = 0
    if seat >= 0:
        for i in range(s.seat[seat].cards):
            out.hand[s.seat[seat].hand[i]] += 1
    for step in range(n):
        me = s.seat[p]
        seen = out.seat[step]
        seen.fright = me.fright
        seen.taken = me.taken
        seen.cards = me.cards
        seen.fresh = me.fresh
        seen.asked = me.asked
        p += 1
        if p == n:
            p = 0


@rule
def imagine(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Deal again what a seat has not seen: the draw deck and the other hands.

    The hidden cards are gathered behind the draw deck (there is room for all hands), sorted, so that nothing of their old order
    is left, shuffled until they fit what the table has seen, and dealt out. The own hand is sorted too: nobody sees its order.
    What a hand of mist that went back (KG-07) tells about the others' mist is left out: it happens once in a million deals.
    """
    n = s.deck
    for p in range(s.seats):
        if p != seat:
            for i in range(s.seat[p].cards):
                s.cards[n] = s.seat[p].hand[i]
                n += 1
    sort_cards(s.cards, n)
    shuffle(c, s.cards, n)
    while not fits_what_was_seen(s, t, seat, n):
        shuffle(c, s.cards, n)
    for p in range(s.seats):
        if p != seat:
            for i in range(s.seat[p].cards):
                n -= 1
                s.seat[p].hand[i] = s.cards[n]
                s.cards[n] = 0
        else:
            sort_cards(s.seat[p].hand, s.seat[p].cards)


@rule
def fits_what_was_seen(s: State, t: Tables, seat: int, n: int) -> bool:
    """Say whether hands dealt from the last of n cards could be: some hands are known to hold a ghost.

    KG-44, KG-47: a taker who must open with a ghost holds one. KG-R01: where all hands of only mist were exchanged at the deal, a
    hand that has not been played from holds one.
    """
    for p in range(s.seats):
        if p != seat:
            known = p == s.turn and s.phase == OPEN and t.mist_may_open == 0
            if t.auto_redraw and t.redraw and s.seat[p].fresh:
                known = True
            ghosts = 0
            for _ in range(s.seat[p].cards):
                n -= 1
                if s.cards[n] != MIST:
                    ghosts += 1
            if known and ghosts == 0:
                return False
    return True


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
