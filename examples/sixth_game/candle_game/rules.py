"""The rules of Candle, in the order of the README."""

from __future__ import annotations

from typing import Any

from ghosthouse.kernel.chance import draw, shuffle
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.rule import rule, tell

from .state import DEALT, DREW, HAND, HUSH, HUSHED, KINDS, LAID, OUT, Seen, State, Tables

NOT_ON_TURN, IS_OUT, NOT_HELD, HAS_HUSHED, NO_HUSH, NO_SUCH = range(1, 7)  # the reasons why not


@rule
def start(s: State, t: Tables, c: Any) -> None:
    """CA-01 to CA-03: light the candle, deal two cards each, and let chance say who begins."""
    s.minutes = t.minutes
    s.turn = draw(c, s.seats)
    for kind in range(KINDS):
        for _ in range(t.copies[kind]):
            s.cards[s.deck] = kind
            s.deck += 1
    shuffle(c, s.cards, s.deck)
    for p in range(s.seats):
        s.seat[p].hush = t.hush  # CA-12, CA-R1
        for _ in range(HAND):
            draw_card(s, p)
    tell(c, DEALT, s.turn, s.minutes)


@rule
def draw_card(s: State, p: int) -> int:
    """Move the top card of the deck into a hand, and return its kind."""
    s.deck -= 1
    kind: int = s.cards[s.deck]
    s.cards[s.deck] = 0
    s.seat[p].hand[kind] += 1
    return kind


@rule
def over(s: State, t: Tables) -> int:
    """CA-20: 1 when no minute is left."""
    return 1 if s.minutes == 0 else 0


@rule
def awaits(s: State, t: Tables, seat: int) -> int:
    """CA-03: 1 if it is this seat's turn."""
    return 1 if s.minutes > 0 and s.turn == seat else 0


@rule
def next_seat(s: State, t: Tables, after: int) -> int:
    """The seat on turn, or NOBODY when the candle is out."""
    return s.turn if s.minutes > 0 else NOBODY


@rule
def legal(s: State, t: Tables, seat: int, group: int) -> int:
    """CA-10: every number in the hand. CA-12: hushing, once."""
    if s.minutes == 0 or s.turn != seat:
        return 0
    me = s.seat[seat]
    marks = me.hush << HUSH
    for kind in range(KINDS):
        if me.hand[kind] > 0:
            marks |= 1 << kind
    return marks


@rule
def why_not(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why an action is not marked, or 0 if it is."""
    if legal(s, t, seat, 0) >> action & 1:
        return 0
    if s.minutes == 0:
        return IS_OUT
    if s.turn != seat:
        return NOT_ON_TURN
    if action == HUSH:
        return HAS_HUSHED if t.hush else NO_HUSH
    return NOT_HELD if action < KINDS else NO_SUCH


@rule
def play(s: State, t: Tables, c: Any, seat: int, action: int) -> None:
    """Carry out a legal action and pass the turn to the left."""
    if action == HUSH:
        s.seat[seat].hush = 0
        tell(c, HUSHED, seat, s.minutes)
    else:
        burn(s, c, seat, action)
    if s.minutes > 0:
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0


@rule
def burn(s: State, c: Any, seat: int, kind: int) -> None:
    """CA-10: lay a card; CA-11: draw one, if the candle still burns. CA-R2: it cannot burn longer than it is."""
    s.seat[seat].hand[kind] -= 1
    s.laid[kind] += 1
    s.minutes = max(0, s.minutes - kind - 1)
    tell(c, LAID, seat, kind, s.minutes)
    if s.minutes == 0:
        tell(c, OUT, seat)
    elif s.deck:
        drawn = draw_card(s, seat)
        tell(c, DREW, seat, drawn)


@rule
def won(s: State, t: Tables, seat: int) -> int:
    """CA-21: everybody but whoever laid the last card."""
    return 1 if s.minutes == 0 and s.turn != seat else 0


@rule
def score(s: State, t: Tables, seat: int) -> int:
    """CA-21: a point for those who have won."""
    return won(s, t, seat)


# --- What a seat knows ------------------------------------------------------------------------------------------------------


@rule
def observe(s: State, t: Tables, seat: int, out: Seen) -> None:
    """Write down what a seat, or a spectator, knows: the own hand, and everything that lies open."""
    p = max(seat, 0)
    out.viewer = seat
    out.seats = s.seats
    out.turn = s.turn - p if s.turn >= p else s.turn - p + s.seats
    out.minutes = s.minutes
    out.deck = s.deck
    for kind in range(KINDS):
        out.hand[kind] = s.seat[seat].hand[kind] if seat >= 0 else 0
        out.laid[kind] = s.laid[kind]
    for step in range(s.seats):
        out.seat[step].hush = s.seat[p].hush
        out.seat[step].cards = count(s, p)
        p = p + 1 if p + 1 < s.seats else 0


@rule
def count(s: State, p: int) -> int:
    """How many cards a seat holds, which everybody can see."""
    cards = 0
    for kind in range(KINDS):
        cards += s.seat[p].hand[kind]
    return cards


@rule
def imagine(s: State, t: Tables, c: Any, seat: int) -> None:
    """Deal again what a seat has not seen: the deck and the other hands.

    What is hidden is counted from the box, so nothing of the true order can shine through.
    """
    n = 0
    for kind in range(KINDS):
        hidden = t.copies[kind] - s.laid[kind]
        if seat >= 0:
            hidden -= s.seat[seat].hand[kind]
        for _ in range(hidden):
            s.cards[n] = kind
            n += 1
    shuffle(c, s.cards, n)
    for p in range(s.seats):
        if p != seat:
            cards = count(s, p)
            for kind in range(KINDS):
                s.seat[p].hand[kind] = 0
            for _ in range(cards):
                n -= 1
                s.seat[p].hand[s.cards[n]] += 1
                s.cards[n] = 0
