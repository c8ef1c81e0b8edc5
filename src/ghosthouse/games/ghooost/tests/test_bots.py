"""The bots of Ghooost!: they do not go round in circles, and each level beats the one below it.

Games are played in native code from fixed seeds, so the figures are the same in every run.
"""

import random

import pytest

from ghosthouse.games.ghooost.heuristics import BOLD, LEVELS, SLY, TIMID, absent, weigh
from ghosthouse.games.ghooost.tests.fare import COMPANIES, RANDOM, company_of, one_among, rounds
from ghosthouse.games.ghooost.tests.play import at, deal


@pytest.mark.native
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_bots_do_not_go_round_in_circles(seats):
    """GO-R27: fewer than one round in a hundred is adjudicated, in every company, with any number of players.

    Two go round most often: sly and timid about six times in a thousand, so more of their rounds are needed to tell.
    """
    games = 4000 if seats == 2 else 1500
    for name in COMPANIES:
        assert rounds(seats, company_of(name, seats), games, 1)[0] < games // 100, name


@pytest.mark.native
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("better", "worse"), [(TIMID, RANDOM), (BOLD, TIMID), (SLY, BOLD)])
def test_each_level_beats_the_one_below(seats, better, worse):
    """One better player among worse ones, in every seat in turn, loses less often than its share."""
    assert one_among(seats, better, worse, 20_000, 7) < 0.985 * 100 / seats


def best(sitting, level):
    """The move that a level weighs most, and the weights by move."""
    seat = sitting.next_seat()
    spell = sitting.setup.game.room("notation").spell
    weights = {
        spell(sitting.state, sitting.tables, seat, action): weigh(sitting.seen(seat), sitting.tables, seat, action, level)
        for action in sitting.legal(seat)
    }
    return max(weights, key=weights.get)


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_an_empty_hand_wakes_the_mansion(level):
    """GO-R24: collecting instead is rarely wise."""
    assert best(at("pile 9 | hand0 - | turn 0"), level) == "mansion"


@pytest.mark.parametrize("level", [BOLD, SLY])
def test_whoever_can_leave_leaves(level):
    """Whatever else could be done."""
    assert best(at("pile 4 4 4 | hand0 9 9 | mansion0 - | turn 0"), level) == "play 9x2"


def test_the_sly_keep_a_quartet_in_mind():
    """They collect what makes a Quartet and two pairs, and play a Quartet where nothing else fits."""
    assert best(at("pile 2 4 13 | hand0 13 13 13 2 4 | turn 0"), SLY) == "collect"
    assert best(at("pile 2 4 14 | hand0 5 5 5 5 2 | turn 0"), SLY) == "play 5x4"


def test_the_sly_look_before_they_double():
    """A Double that leaves one ghost that fits nowhere would bring it all back."""
    assert best(at("pile 4 | hand0 9 9 2 | turn 0"), SLY) != "play 9x2"


def test_the_timid_try_the_crypt_before_a_good_ghost_goes():
    """And play the lowest that fits."""
    assert best(at("pile 6 | hand0 7 9 14 12 | turn 0 | crypt any"), TIMID) == "play 7"
    assert best(at("pile 12 | hand0 7 9 1 K | turn 0 | crypt any"), TIMID) == "crypt"


def test_whoever_is_away_plays_as_the_timid_do():
    """The announced policy for an absent player."""
    for seed in range(20):
        sitting = deal(3, f"away {seed}")
        seat = sitting.next_seat()
        action = absent(sitting.mind(seat, "", random.Random(1)))
        assert sitting.setup.game.room("notation").spell(sitting.state, sitting.tables, seat, action) == best(sitting, TIMID)
