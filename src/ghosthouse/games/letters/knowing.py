"""What a seat knows of the game, and every world that it cannot tell from the true one.

Open to all: words, who added the last letter, stacks, numbers of cards, what was ever laid open, and after the reveal who gave
up or challenged. A seat also knows its own hand and the cards it gave away face down. Nobody knows the order of a deck, nor the
cards removed.
"""

from __future__ import annotations

from ghosthouse.kernel.bits import nth_bit, popcount
from ghosthouse.kernel.chance import draw, shuffle
from ghosthouse.kernel.event import SPECTATOR
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.rule import rule

from .moves import charged, groups_now, legal, loser_of, owed, picked_before
from .ring import after, ask, asker_of, before, is_due, unask, word_of
from .state import ACT, ANSWER, LETTER, LETTER_DEBT, NONE, PAY, STACK, WORD, Seat, Seen, State, Tables


@rule
def has_locked(s: State, t: Tables, seat: int) -> int:
    """1 if a seat has answered in this phase what it was asked. Penalties that winners pick are open, and not locked."""
    if is_due(s, seat):
        return 0
    if s.phase == ACT:
        return 1 if s.seat[word_of(s, seat)].letters else 0
    if s.phase == ANSWER:
        return 1 if s.seat[seat].answer else 0
    return 1 if s.phase == PAY and t.winner_picks == 0 and picks_made(s, t, seat) else 0


@rule
def picks_made(s: State, t: Tables, seat: int) -> int:
    """How many penalties a loser has locked."""
    made = 0
    if s.seat[seat].loser != NONE and s.seat[seat].paid and loser_of(s, seat) == seat:
        made = 1
    one = before(s, seat)
    if s.seat[one].loser != NONE and s.seat[one].paid and loser_of(s, one) == seat:
        made += 1
    return made


@rule
def observe(s: State, t: Tables, seat: int, out: Seen) -> None:
    """Write down what a seat, or a spectator, knows."""
    out.viewer = seat
    out.turn = s.turn
    out.seats = s.seats
    out.direction = s.direction
    out.phase = s.phase
    out.quiet = s.quiet
    out.given = 0
    out.cards = 0
    out.awaited = 0
    out.charged = 0
    for i in range(t.hand):
        out.hand[i] = 0
    if seat != SPECTATOR:
        me = s.seat[seat]
        out.given = me.given
        out.cards = me.cards
        out.awaited = is_due(s, seat)
        out.charged = 1 if s.phase == ACT and charged(s, s.seat[word_of(s, seat)]) else 0
        for i in range(me.cards):
            out.hand[i] = me.hand[i]
    observe_question(s, t, seat, out)
    p = seat if seat != SPECTATOR else 0
    for step in range(s.seats):
        observe_seat(s, t, p, out.seat[step])
        p = after(s, p)


@rule
def observe_seat(s: State, t: Tables, p: int, seen) -> None:  # type: ignore[no-untyped-def]
    """Write down what everybody knows of a seat."""
    me = s.seat[p]
    seen.placed = me.placed
    points = 0
    for i in range(me.stacked):
        points += t.points[me.stack[i]]
    seen.points = points
    seen.adder = me.adder
    seen.letters = me.letters
    seen.cards = me.cards
    seen.height = me.height
    seen.stacked = me.stacked
    seen.ghosts = me.ghosts
    seen.locked = has_locked(s, t, p)
    seen.open = me.lock - 1 if me.lock and (s.phase != ACT or t.live) else 0
    for i in range(WORD):
        seen.word[i] = me.word[i]


@rule
def observe_question(s: State, t: Tables, seat: int, out: Seen) -> None:
    """Write down the letters that a seat decides about, in their order."""
    n = 0
    out.own = 0
    if seat != SPECTATOR:
        if s.phase == ACT:
            n = copy_word(s.seat[word_of(s, seat)], out)
        elif is_due(s, seat) and s.phase == ANSWER:
            n = copy_word(s.seat[word_of(s, asker_of(s, seat))], out)
        elif is_due(s, seat):
            k = owed(s, t, seat)
            out.own = 1 if loser_of(s, k) == seat else 0
            if s.seat[k].debt == LETTER_DEBT:
                spent = picked_before(s, t, k) - LETTER
                loser = s.seat[loser_of(s, k)]
                for i in range(loser.stacked):
                    if loser.stack[i] == spent:
                        spent = -1
                    else:
                        out.letters[n] = loser.stack[i]
                        n += 1
    out.about = n
    for i in range(n, STACK):
        out.letters[i] = 0


@rule
def copy_word(word: Seat, out: Seen) -> int:
    """Copy the letters of a word, and return how many there are."""
    for i in range(word.letters):
        out.letters[i] = word.word[i]
    return int(word.letters)


# --- Other worlds -----------------------------------------------------------------------------------------------------------


@rule
def imagine(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Deal again what a seat has not seen, for each player from that player's own deck, and lock other choices for the others.

    What is hidden of a player is that deck but for the cards laid open. It is gathered in the order of the cards, so that
    nothing of the true order is left, shuffled, and dealt to hand, face-down gifts and deck; what is left over is removed.
    """
    for p in range(s.seats):
        me = s.seat[p]
        n = gather(t, me)
        if p == seat:
            n = leave_out_own(t, me, n)
            shuffle(c, me.deck, n)
        else:
            shuffle(c, me.deck, n)
            for i in range(me.cards):
                n -= 1
                me.hand[i] = me.deck[n]
            gifts = popcount(me.given)
            me.given = 0
            for _ in range(gifts):
                n -= 1
                give(t, me, me.deck[n])
        for i in range(me.height, t.deck):
            me.deck[i] = 0
    for p in range(s.seats):
        if p != seat:
            lock_again(s, t, c, p)


@rule
def gather(t: Tables, me: Seat) -> int:
    """Lay all cards of a player that were never laid open into the deck, in their order; return how many."""
    n = 0
    for card in range(t.deck):
        if (me.placed >> card) & 1 == 0:
            me.deck[n] = t.kind[card]
            n += 1
    return n


@rule
def leave_out_own(t: Tables, me: Seat, n: int) -> int:
    """Take the own hand and the own gifts out of what was gathered; return how many are left."""
    for i in range(me.cards):
        n = leave_out(me, n, me.hand[i])
    for card in range(t.deck):
        if (me.given >> card) & 1:
            n = leave_out(me, n, t.kind[card])
    return n


@rule
def leave_out(me: Seat, n: int, card: int) -> int:
    """Take one card out of what was gathered."""
    place = 0
    while me.deck[place] != card:
        place += 1
    for i in range(place, n - 1):
        me.deck[i] = me.deck[i + 1]
    return n - 1


@rule
def give(t: Tables, me: Seat, card: int) -> None:
    """Note that a player gave one more of these cards away face down."""
    while (me.given >> card) & 1:
        card = t.twin[card]
    me.given |= 1 << card


@rule
def lock_again(s: State, t: Tables, c, p: int) -> None:  # type: ignore[no-untyped-def]
    """Put any legal choice in the place of one that is sealed."""
    if s.phase == ACT:
        if s.seat[p].lock and t.live == 0:
            ask(s, p)
            s.seat[p].lock = any_move(s, t, c, p) + 1
            unask(s, p)
    elif s.phase == ANSWER:
        if s.seat[p].answer:
            ask(s, p)
            s.seat[p].answer = any_move(s, t, c, p) + 1
            unask(s, p)
    elif s.phase == PAY and t.winner_picks == 0:
        made = picks_made(s, t, p)
        if made:
            due = is_due(s, p)
            forget_picks(s, p)
            ask(s, p)
            for _ in range(made):
                k = owed(s, t, p)
                s.seat[k].paid = any_move(s, t, c, p) + 1
            if due == 0:
                unask(s, p)


@rule
def forget_picks(s: State, p: int) -> None:
    """Take the penalties that a loser has locked back."""
    one = before(s, p)
    if s.seat[one].loser != NONE and loser_of(s, one) == p:
        s.seat[one].paid = 0
    if s.seat[p].loser != NONE and loser_of(s, p) == p:
        s.seat[p].paid = 0


@rule
def any_move(s: State, t: Tables, c, seat: int) -> int:  # type: ignore[no-untyped-def]
    """Choose any legal action of a seat, all equally likely."""
    groups = groups_now(s, t, seat)
    n = 0
    for counting in range(2):
        if counting == 1:
            n = draw(c, n)
        for group in range(groups):
            marks = legal(s, t, seat, group)
            count = popcount(marks)
            if counting == 0:
                n += count
            elif n < count:
                return group * 32 + nth_bit(marks, n)
            else:
                n -= count
    return NOBODY
