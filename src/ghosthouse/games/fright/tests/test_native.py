"""The rules as machine code, at tables that differ from the books: the same bytes as plain Python, decision by decision."""

import random

import pytest

from ghosthouse.games.fright.tests.play import deal
from ghosthouse.kernel import key_from_text, pack

pytestmark = pytest.mark.native

MISTY = 'colours = ["black", "white"]\ncopies_per_colour = { 1 = 8, 3 = 6 }\nmist = 30\n'
TABLES = [
    ("amigo", 4, "", {"mist_may_open": False, "keep_direction_between_rounds": True, "return_mode": "ask"}),
    ("amigo", 2, "", {"spoken_calls": "player", "rounds": 2}),
    ("german", 5, "", {"next_starter": "last_taker", "start_marker_returnable": False, "return_mode": "ask"}),
    ("german", 3, MISTY, {"mist_redraw": "auto_all"}),
    ("german", 3, MISTY, {"next_starter": "rotate_left"}),
    ("german", 4, MISTY, {"mist_may_open": True, "next_starter": "same_player", "spoken_calls": "player"}),
    ("mini", 3, "", {"mist_may_open": False}),
]


@pytest.mark.parametrize(("edition", "seats", "deck", "options"), TABLES)
def test_machine_code_agrees_at_every_table(edition, seats, deck, options):
    """Deals, moves, legal marks, reasons and imagined worlds, with every option somewhere."""
    native = pytest.importorskip("ghosthouse.kernel.backends.native")
    for seed in ("one", "two"):
        sitting = deal(edition, seats, seed, deck, **options)
        game = native.NativeGame(sitting.setup)
        states, chances = game.deal(key_from_text(seed))
        rng = random.Random(seed)
        while not sitting.over():
            assert states.tobytes() == pack(sitting.state), sitting.position()
            seat = rng.choice(sitting.awaited())
            assert game.ask(states, seat)["next_seat"] == sitting.next_seat()
            for p in range(seats):
                assert game.legal(states, p) == [sitting.rules.legal(sitting.state, sitting.tables, p, 0)]
            action = rng.randrange(32)
            assert game.ask(states, seat, action)["why_not"] == sitting.rules.why_not(sitting.state, sitting.tables, seat, action)
            if sitting.ply % 5 == 0:
                world = states.copy()
                game.imagine(world, key_from_text("another world"), seat)
                assert world.tobytes() == pack(sitting.imagined(seat, key_from_text("another world")))
                assert game.observe(states, seat) == pack(sitting.seen(seat))
            action = rng.choice(sitting.legal(seat))
            game.play(states, chances, sitting.ply + 1, seat, action)
            sitting.act(seat, action)
        assert states.tobytes() == pack(sitting.state)
