"""Where things are around the table: seats, words between them, and who owes a decision."""

from __future__ import annotations

from ghosthouse.kernel.bits import lowest_bit
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.rule import rule

from .state import CLOCKWISE, OWNER, State


@rule
def after(s: State, seat: int) -> int:
    """The next seat clockwise: the left neighbour."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def before(s: State, seat: int) -> int:
    """The next seat anticlockwise: the right neighbour."""
    return seat - 1 if seat else s.seats - 1


@rule
def word_of(s: State, seat: int) -> int:
    """GW-12: the word on which a seat acts this turn; GWR-01: clockwise its left one."""
    return seat if s.direction == CLOCKWISE else before(s, seat)


@rule
def actor_of(s: State, k: int) -> int:
    """The seat that acts on a word this turn."""
    return k if s.direction == CLOCKWISE else after(s, k)


@rule
def neighbour_of(s: State, seat: int) -> int:
    """The neighbour of the turn: the other owner of the word on which a seat acts."""
    return after(s, seat) if s.direction == CLOCKWISE else before(s, seat)


@rule
def asker_of(s: State, seat: int) -> int:
    """The seat whose neighbour of the turn this seat is."""
    return before(s, seat) if s.direction == CLOCKWISE else after(s, seat)


@rule
def side_of(s: State, k: int, seat: int) -> int:
    """Which owner of a word a seat is. GWR-44: by word number, for two players share two words."""
    return OWNER if k == seat else OWNER + 1


@rule
def seat_at(s: State, k: int, side: int) -> int:
    """The seat that is this owner of a word."""
    return k if side == OWNER else after(s, k)


@rule
def other_word(s: State, seat: int, k: int) -> int:
    """The other one of the two words of a seat."""
    return before(s, seat) if k == seat else seat


@rule
def is_due(s: State, seat: int) -> int:
    """1 if a seat owes a decision."""
    return int((s.due[seat >> 5] >> (seat & 31)) & 1)


@rule
def ask(s: State, seat: int) -> None:
    """A seat owes a decision from now on."""
    s.due[seat >> 5] |= 1 << (seat & 31)


@rule
def unask(s: State, seat: int) -> None:
    """A seat owes nothing any more."""
    s.due[seat >> 5] &= ~(1 << (seat & 31))


@rule
def nobody_due(s: State) -> bool:
    """Say whether everybody has decided."""
    return bool(s.due[0] == 0 and s.due[1] == 0)


@rule
def next_due(s: State, seat: int) -> int:
    """The first seat from this one on and around that owes a decision, or NOBODY. It looks at words of 32 seats, not at seats."""
    here = seat >> 5
    ahead = s.due[here] >> (seat & 31)
    if ahead:
        return seat + lowest_bit(ahead)
    if s.due[1 - here]:
        return (1 - here) * 32 + lowest_bit(s.due[1 - here])
    if s.due[here]:
        return here * 32 + lowest_bit(s.due[here])
    return NOBODY
