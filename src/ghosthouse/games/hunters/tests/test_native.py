"""The rules as machine code, at tables that differ from the usual: the same bytes as plain Python, decision by decision."""

import random

import pytest

from ghosthouse.games.hunters import GAME
from ghosthouse.games.hunters.heuristics import LEVELS, weigh
from ghosthouse.games.hunters.tests.play import deal
from ghosthouse.kernel import key_from_text, pack

pytestmark = pytest.mark.native

OTHER = {"first_reroll": "one", "bust_exchange": False, "last_turn": "may_decline", "ally_shortage": "deck"}
MANY_SWAPS = 'allies = [ { effect = "swap", copies = 20 }, { effect = "die", die = "Y6", copies = 5 } ]'
TABLES = [
    ("full", 5, "", {"secret_allies": True, **OTHER}),
    ("full", 3, "", {"ally_row": "refill", "open_totals": True, "odds": True}),
    ("full", 4, MANY_SWAPS, {"first": 2, "secret_allies": True}),
    ("mini", 2, "", OTHER),
    ("mini", 2, "", {"secret_allies": True, "ally_row": "refill"}),
]


@pytest.mark.parametrize(("edition", "seats", "deck", "options"), TABLES)
def test_machine_code_agrees_at_every_table(edition, seats, deck, options):
    """Deals, moves, legal marks, reasons, imagined worlds and what bots think, with every option somewhere."""
    native = pytest.importorskip("ghosthouse.kernel.backends.native")
    for seed in ("one", "two"):
        sitting = deal(seats, seed, edition, deck, **options)
        game = native.NativeGame(sitting.setup)
        states, chances = game.deal(key_from_text(seed))
        rng = random.Random(seed)
        while not sitting.over():
            assert states.tobytes() == pack(sitting.state), sitting.position()
            seat = rng.choice(sitting.awaited())
            s, t = sitting.state, sitting.tables
            assert game.ask(states, seat)["next_seat"] == sitting.rules.next_seat(s, t, seat)
            for p in range(seats):
                assert game.legal(states, p) == [sitting.rules.legal(s, t, p, group) for group in range(GAME.groups)]
                action = rng.randrange(GAME.actions)
                assert game.ask(states, p, action)["why_not"] == sitting.rules.why_not(s, t, p, action)
            if sitting.ply % 7 == 0:
                compare_minds(game, states, sitting, seat, rng)
            legal = sitting.legal(seat)
            action = 0 if legal == [0, 1] and rng.random() < 0.7 else rng.choice(legal)
            game.play(states, chances, sitting.ply + 1, seat, action)
            sitting.act(seat, action)
        assert states.tobytes() == pack(sitting.state)


def compare_minds(game, states, sitting, seat, rng):
    """What a seat knows, imagines and thinks is the same on both machines."""
    world = states.copy()
    game.imagine(world, key_from_text("another world"), seat)
    assert world.tobytes() == pack(sitting.imagined(seat, key_from_text("another world")))
    assert game.observe(states, seat) == pack(sitting.seen(seat))
    action = rng.choice(sitting.legal(seat))
    for level in range(len(LEVELS)):
        assert game.weigh(states, seat, action, level) == weigh(sitting.seen(seat), sitting.tables, seat, action, level)


def test_bots_play_whole_games_in_machine_code():
    """Every level against every other, to the end, and stronger ones earn more."""
    native = pytest.importorskip("ghosthouse.kernel.backends.native")
    game = native.NativeGame(GAME.setup("full", 4))

    result = game.playouts(60, 3, levels=[-1, 0, 1, 2])

    means = result["scores"].mean(axis=0)
    assert result["plies"].max() <= GAME.longest
    assert means[0] + 8 < means[1]
    assert means[1] + 4 < means[2]
    assert means[1] + 4 < means[3]
