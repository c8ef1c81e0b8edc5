"""What lies on the table, in numbers.

Cards are kinds 0, 1 and 2, which show 1, 2 and 3 minutes. Hands and laid cards are counts by kind, because their order means
nothing; the draw deck is an array, because its order is chance: its top is `cards[deck - 1]`, places from `deck` on are 0.
"""

from ghosthouse.kernel.layout import Ints, Records, int8, layout, records

SEATS = 4
KINDS = 3
CARDS = 18
HAND = 2  # CA-02

# Actions: 0 .. 2 lay that kind, and
HUSH = 3

# Events
DEALT, LAID, DREW, HUSHED, OUT = range(1, 6)


@layout
class Seat:
    """One player: the hand, and whether it may still hush."""

    hush: int = int8()
    hand: Ints = int8(KINDS)


@layout
class State:
    """The whole game."""

    seats: int = int8()
    turn: int = int8()  # at the end: whoever laid the last card
    minutes: int = int8()  # that the candle will still burn; 0: it is out
    deck: int = int8()  # cards to draw
    laid: Ints = int8(KINDS)
    cards: Ints = int8(CARDS)
    seat: Records[Seat] = records(Seat, SEATS)


@layout
class Tables:
    """The edition and what the table agreed on."""

    minutes: int = int8()
    hush: int = int8()
    copies: Ints = int8(KINDS)


@layout
class SeenSeat:
    """What everybody knows of a seat; seat 0 is the observer, the others follow to the left."""

    hush: int = int8()
    cards: int = int8()


@layout
class Seen:
    """What one seat knows."""

    viewer: int = int8()  # -1 for a spectator
    seats: int = int8()
    turn: int = int8()  # counted from the viewer
    minutes: int = int8()
    deck: int = int8()
    hand: Ints = int8(KINDS)
    laid: Ints = int8(KINDS)
    seat: Records[SeenSeat] = records(SeenSeat, SEATS)
