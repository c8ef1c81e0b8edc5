"""Bots of this game, and what is played for somebody who is away."""

import random

import pytest

from ghosthouse.games.fright.heuristics import BOLD, CALM, LEVELS, SLY, absent, weigh
from ghosthouse.games.fright.tests.play import at, deal, play
from ghosthouse.kernel.layout import layout_of


def chosen(sitting, seat, level):
    """What a level weighs most, as a move."""
    spell = sitting.setup.game.room("notation").spell
    legal = sitting.legal(seat)
    best = max(legal, key=lambda action: weigh(sitting.seen(seat), sitting.tables, seat, action, level))
    return spell(sitting.state, sitting.tables, seat, best)


@pytest.mark.parametrize("level", range(3))
def test_a_bot_takes_only_when_it_must(level):
    """A pile costs a point, and the clean round."""
    assert chosen(at("turn 0 | level 7 | top K | hand0 M R1 R2 R3 W1"), 0, level) == "play M"
    assert chosen(at("turn 0 | level 7 | top K | hand0 B1 R1 R2 R3 W1"), 0, level) == "take"


@pytest.mark.parametrize("level", range(3))
def test_a_bot_returns_all_it_may(level):
    """Fewer points are always better."""
    end = "deck - | level 5 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B1 | gone 2 any | fright 4 2 6"
    sitting = play(at(end, return_mode="ask"), "play W1")

    assert chosen(sitting, 0, level) == "return 3"
    assert chosen(sitting, 1, level) == "return 2"


@pytest.mark.parametrize("level", range(3))
def test_a_bot_keeps_five_mists_where_it_can_play_them(level):
    """They are five answers; a starter has to exchange them."""
    follower = at("turn 1 | starter 0 | pile K1 | hand1 M M M M M | fresh 0 1 1", "german")

    assert chosen(follower, 1, level) == "play M"
    assert chosen(at("turn 0 | hand0 M M M M M", "german"), 0, level) == "redraw"


def test_the_levels_have_their_own_ways():
    """Calm raises the least, bold goes to the limit, sly corners the next player."""
    sitting = at("turn 0 | level 4 | top K | hand0 R1 R3 B2 G1 W2")

    assert LEVELS == ("calm", "bold", "sly")
    assert chosen(sitting, 0, CALM) in ("play R1", "play G1")
    assert chosen(sitting, 0, BOLD) == "play R3"
    assert chosen(sitting, 0, SLY) == "play R3"


def test_bots_weigh_what_their_seat_sees_and_nothing_else():
    """Two worlds that a seat cannot tell apart are the same to it: the record it gets has no hand but its own, and no deck."""
    sitting = at("turn 0 | pile Y1 K1 | hand0 K2 R1 W3 B2 M")

    assert not {"cards", "key"} & {field.name for field in layout_of(sitting.seen(0)).fields}
    for number in range(5):
        other = deal(seed=f"other {number}")
        other.state = sitting.imagined(0, bytes([number]) * 16)
        for level in range(3):
            assert chosen(other, 0, level) == chosen(sitting, 0, level)


def test_the_absent_play_the_lightest_card_and_never_take_at_will():
    """The announced policy: the card that raises the least; the pile only if nothing else is legal; all that may be returned."""
    rng = random.Random(1)
    calm = at("turn 0 | level 4 | top K | hand0 R2 R3 B2 G1 W2")
    stuck = at("turn 0 | level 7 | top K | hand0 B1 R1 R2 R3 W1")
    spell = calm.setup.game.room("notation").spell

    for sitting, move in ((calm, "play G1"), (stuck, "take")):
        assert spell(sitting.state, sitting.tables, 0, absent(sitting.mind(0, "calm", rng))) == move


@pytest.mark.native
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(("better", "worse"), [(CALM, -1), (BOLD, CALM), (SLY, BOLD)])
def test_each_level_beats_the_one_below(seats, better, worse):
    """One seat of the better level against all others of the worse one: fewer points, and more than its share of wins."""
    np = pytest.importorskip("numpy")
    native = pytest.importorskip("ghosthouse.kernel.backends.native")
    game = native.NativeGame(at("turn 0", seats=seats).setup)
    shares, gaps = [], []
    for seat in range(seats):
        levels = [worse] * seats
        levels[seat] = better
        played = game.playouts(600, seat, levels=levels)
        wins = played["wins"] / played["wins"].sum(axis=1, keepdims=True)
        others = [p for p in range(seats) if p != seat]
        shares.append(wins[:, seat])
        gaps.append(played["scores"][:, others].mean(axis=1) - played["scores"][:, seat])
    share, gap = np.concatenate(shares), np.concatenate(gaps)
    error = 3 * share.std() / len(share) ** 0.5

    assert share.mean() - error > 1 / seats
    assert gap.mean() - 3 * gap.std() / len(gap) ** 0.5 > 0
