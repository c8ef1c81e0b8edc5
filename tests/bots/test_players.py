"""Players for any game: they get a mind, choose something legal, and never see the state."""

import random

import pytest

from ghosthouse import bots
from ghosthouse.kernel import BadSetup, Mind, NotYourTurn, Sitting, key_from
from tests.toys.lanterns import GAME

SETUP = GAME.setup("plain", 3)
MIDDLE = "lanterns/plain seats 3 | hand0 1 3 5 | hand1 1 3 6 | hand2 2 4 5 | lock0 1"


def mind(seat, level="high", line=MIDDLE, seed=1):
    """What a bot in this seat may think with."""
    return Sitting.at(SETUP, line, key_from(1)).mind(seat, level, random.Random(seed))


def test_the_heuristic_player_takes_what_weighs_most():
    """A level is a row of the game's own weights."""
    assert bots.choose_by_heuristics(mind(1, "high")) == 5
    assert bots.choose_by_heuristics(mind(1, "low")) == 0


def test_equal_weights_are_decided_by_lot(monkeypatch):
    """A player of equal weights is a random one; nobody always gets the first."""
    monkeypatch.setattr(GAME.room("heuristics"), "weigh", lambda *_: 7)

    chosen = {bots.choose_by_heuristics(mind(1, seed=seed)) for seed in range(50)}

    assert chosen == {0, 2, 5}


def test_a_game_that_chooses_by_itself_is_asked(monkeypatch):
    """Where weights are not enough the game's `choose` answers, with a text if it likes."""
    monkeypatch.setattr(GAME.room("heuristics"), "choose", lambda mind: f"light {mind.legal[1] + 1}", raising=False)

    assert bots.choose_by_heuristics(mind(1)) == "light 3"


def test_the_random_player_takes_every_legal_action_and_no_other():
    """Uniformly random among the legal ones."""
    chosen = [bots.choose_at_random(mind(2, bots.RANDOM, seed=seed)) for seed in range(300)]

    assert set(chosen) == {1, 3, 4}
    assert all(chosen.count(action) > 60 for action in (1, 3, 4))


def test_the_absent_player_does_what_the_game_announced():
    """The lowest candle."""
    assert bots.choose_absent(mind(2)) == 1


def test_the_same_stream_chooses_the_same():
    """A bot draws from the stream in its mind and from nothing else."""
    first = [bots.choose_at_random(mind(2, seed=seed)) for seed in range(20)]

    assert [bots.choose_at_random(mind(2, seed=seed)) for seed in range(20)] == first


@pytest.mark.parametrize("choose", [bots.choose_at_random, bots.choose_absent, bots.choose_by_heuristics])
def test_a_seat_that_owes_nothing_is_not_asked(choose):
    """Seat 0 has locked its choice."""
    with pytest.raises(NotYourTurn, match="seat 0 of lanterns/plain"):
        choose(mind(0))


def test_players_are_found_by_the_name_of_their_level():
    """The game's levels, and random; an unknown one is told which there are."""
    assert bots.levels(GAME) == ("low", "high", "random")
    assert bots.player(GAME, "random") is bots.choose_at_random
    assert bots.player(GAME, "low") is bots.choose_by_heuristics
    with pytest.raises(BadSetup, match=r"no bots of level 'wise' \(there are: low, high, random\)"):
        bots.player(GAME, "wise")
    with pytest.raises(BadSetup, match="no level 'wise'"):
        bots.choose_by_heuristics(mind(1, "wise"))


def test_a_mind_holds_no_state():
    """Whatever a bot can reach from its mind is the setup, what its seat knows, its marks and its stream."""
    made = mind(1)

    assert {name for name in Mind.__dataclass_fields__} == {"setup", "seat", "seen", "legal", "level", "rng"}
    assert type(made.seen) is SETUP.seen_shape
    assert "state" not in vars(made)


def test_two_states_that_a_seat_cannot_tell_apart_get_the_same_move():
    """What the others hold and have locked is nothing to a bot."""
    other = "lanterns/plain seats 3 | hand0 2 4 6 | hand1 1 3 6 | hand2 1 2 3 | lock0 4"

    for level in bots.levels(GAME):
        play = bots.player(GAME, level)
        assert [play(mind(1, level, seed=n)) for n in range(20)] == [play(mind(1, level, other, n)) for n in range(20)]
