"""The rules of Lanterns."""

# mypy: ignore-errors
from ghosthouse.kernel.bits import popcount
from ghosthouse.kernel.chance import draw, shuffle
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.rule import rule, tell

from .state import CALL, CALL_BAD, CALL_GOOD, CALLED, CHOOSE, DARK, DONE, LIT, SHINES

NOT_ASKED, NOT_HELD, MUST_CALL, NOTHING_TO_CALL, NO_SUCH = range(1, 6)


@rule
def start(s, t, c):
    """LA-01: three candles each."""
    s.round = 1
    s.caller = NOBODY
    for p in range(s.seats):
        draw_candles(s, t, c, p, 3)


@rule
def draw_candles(s, t, c, p, n):
    """Give a seat n candles out of those it has not spent."""
    left = 0
    for k in range(t.tallest):
        if not s.seat[p].spent >> k & 1:
            s.cards[left] = k
            left += 1
    shuffle(c, s.cards, left)
    s.seat[p].hand = 0
    for i in range(n):
        s.seat[p].hand |= 1 << s.cards[i]
    for i in range(left):
        s.cards[i] = 0


@rule
def awaits(s, t, seat):
    """1 if this seat owes a decision."""
    if s.phase == CALL:
        return 1 if s.caller == seat else 0
    return 1 if s.phase == CHOOSE and s.seat[seat].lock == 0 else 0


@rule
def next_seat(s, t, after):
    """The first seat that owes a decision."""
    p = after
    for _ in range(s.seats):
        p += 1
        if p >= s.seats:
            p = 0
        if awaits(s, t, p):
            return p
    return NOBODY


@rule
def legal(s, t, seat, group):
    """Mark what a seat may do."""
    if not awaits(s, t, seat):
        return 0
    return 1 << CALL_GOOD | 1 << CALL_BAD if s.phase == CALL else s.seat[seat].hand


@rule
def why_not(s, t, seat, action):
    """Say why not."""
    if legal(s, t, seat, 0) >> action & 1:
        return 0
    if not awaits(s, t, seat):
        return NOT_ASKED
    if s.phase == CALL:
        return MUST_CALL
    if action < CALL_GOOD:
        return NOT_HELD
    return NOTHING_TO_CALL if action <= CALL_BAD else NO_SUCH


@rule
def play(s, t, c, seat, action):
    """Carry out a legal action."""
    if s.phase == CALL:
        tell(c, CALLED, seat, 1 if action == CALL_GOOD else 0)
        if action == CALL_GOOD:
            s.seat[seat].points += 1
        next_round(s)
        return
    s.seat[seat].lock = action + 1
    for p in range(s.seats):
        if s.seat[p].lock == 0:
            return
    light(s, t, c)


@rule
def light(s, t, c):
    """LA-02, LA-03: all candles are lit together, and the tallest that stands alone shines."""
    best = 0
    s.caller = NOBODY
    for p in range(s.seats):
        height = s.seat[p].lock
        tell(c, LIT, p, height)
        alone = 1
        for q in range(s.seats):
            if q != p and s.seat[q].lock == height:
                alone = 0
        if alone and height > best:
            best = height
            s.caller = p
    for p in range(s.seats):
        me = s.seat[p]
        me.hand &= ~(1 << me.lock - 1)
        me.spent |= 1 << me.lock - 1
        me.lock = 0
    if s.caller == NOBODY:
        tell(c, DARK)
        next_round(s)
        return
    s.seat[s.caller].points += 1
    tell(c, SHINES, s.caller, best)
    if t.calls:
        s.phase = CALL
    else:
        next_round(s)


@rule
def next_round(s):
    """LA-02: three rounds."""
    s.caller = NOBODY
    s.phase = CHOOSE
    if s.round == 3:
        s.phase = DONE
    else:
        s.round += 1


@rule
def over(s, t):
    """1 at the end."""
    return 1 if s.phase == DONE else 0


@rule
def score(s, t, seat):
    """The points."""
    return s.seat[seat].points


@rule
def won(s, t, seat):
    """Most points win."""
    for p in range(s.seats):
        if s.seat[p].points > s.seat[seat].points:
            return 0
    return 1


@rule
def observe(s, t, seat, out):
    """What a seat knows."""
    out.viewer = seat
    out.seats = s.seats
    out.round = s.round
    out.phase = s.phase
    out.caller = s.caller
    out.hand = s.seat[seat].hand if seat >= 0 else 0
    out.lock = s.seat[seat].lock if seat >= 0 else 0
    for p in range(s.seats):
        out.seat[p].points = s.seat[p].points
        out.seat[p].spent = s.seat[p].spent
        out.seat[p].locked = 1 if s.seat[p].lock else 0


@rule
def imagine(s, t, c, seat):
    """Draw the other hands, and what was chosen in secret, again."""
    for p in range(s.seats):
        if p != seat:
            n = popcount(s.seat[p].hand)
            draw_candles(s, t, c, p, n)
            if s.seat[p].lock:
                pick = draw(c, n)
                mask = s.seat[p].hand
                for _ in range(pick):
                    mask &= mask - 1
                s.seat[p].lock = popcount((mask & -mask) - 1) + 1
