"""Candles are bits: bit k is the candle of height k + 1."""

from ghosthouse.kernel.layout import Ints, Records, int8, int16, layout, records

CANDLES = 6
CALL_GOOD, CALL_BAD = 6, 7
CHOOSE, CALL, DONE = range(3)
LIT, SHINES, DARK, CALLED = range(1, 5)


@layout
class Seat:
    """One player."""

    points: int = int16()
    hand: int = int8()
    spent: int = int8()
    lock: int = int8()  # the height chosen in secret, 0 before


@layout
class State:
    """The whole game."""

    seats: int = int8()
    round: int = int8()
    phase: int = int8()
    caller: int = int8()
    cards: Ints = int8(CANDLES)  # scratch of the deal, zero otherwise
    seat: Records[Seat] = records(Seat, 4)


@layout
class Tables:
    """What the table agreed on."""

    calls: int = int8()
    tallest: int = int8()


@layout
class SeenSeat:
    """What everybody knows of a seat."""

    points: int = int16()
    spent: int = int8()
    locked: int = int8()


@layout
class Seen:
    """What one seat knows."""

    viewer: int = int8()
    seats: int = int8()
    round: int = int8()
    phase: int = int8()
    caller: int = int8()
    hand: int = int8()
    lock: int = int8()
    seat: Records[SeenSeat] = records(SeenSeat, 4)
