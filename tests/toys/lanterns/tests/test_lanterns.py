"""The toy's own tests, so that there is something to be covered."""

from ghosthouse.kernel import Sitting, key_from
from tests.toys.lanterns import GAME


def played(line, *moves, **options):
    """The position after some moves."""
    sitting = Sitting.at(GAME.setup("plain", 2, options), line, key_from(1))
    for seat, move in moves:
        sitting.act(seat, move)
    return sitting


def test_everybody_draws_three_candles():
    """LA-01."""
    state = Sitting.deal(GAME.setup("plain", 4), key_from(1)).state

    assert [state.seat[p].hand.bit_count() for p in range(4)] == [3, 3, 3, 3]


def test_the_tallest_candle_that_stands_alone_shines():
    """LA-02, LA-03: all are lit together."""
    sitting = played("lanterns/plain seats 2 | hand0 1 2 3 | hand1 4 5 6", (0, "light 2"))
    assert sitting.scores() == [0, 0]

    sitting.act(1, "light 5")

    assert sitting.scores() == [0, 1]


def test_whoever_shines_calls_a_word():
    """LA-R1: for another point, unless the table does without."""
    line = "lanterns/plain seats 2 | hand0 1 2 3 | hand1 4 5 6 | lock0 1"

    assert played(line, (1, "light 5"), (1, "call noon")).scores() == [0, 2]
    assert played(line, (1, "light 5"), (1, "call night")).scores() == [0, 1]
    assert played(line.replace("seats 2", "seats 2 calls=False"), (1, "light 5"), calls=False).awaited() == [0, 1]
