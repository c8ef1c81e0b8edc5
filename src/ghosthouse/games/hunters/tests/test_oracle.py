"""Two tellings of the rules, written apart, agree move by move: on what may be done, and on what follows."""

import random

import pytest

from ghosthouse.games.hunters import GAME
from ghosthouse.games.hunters.tests.oracle import Hunt
from ghosthouse.games.hunters.tests.play import can
from ghosthouse.kernel import Chance, Sitting, key_from_text
from ghosthouse.kernel.chance import start_ply
from ghosthouse.kernel.notation import fields_of

EVERY_OTHER_WAY = {
    "first": 1,
    "first_reroll": "one",
    "bust_exchange": False,
    "last_turn": "may_decline",
    "ally_shortage": "deck",
    "ally_row": "refill",
    "secret_allies": True,
}
TABLES = [
    *(("mini", 2, options) for options in ({}, EVERY_OTHER_WAY)),
    *(("full", seats, options) for seats in (2, 3, 4, 5) for options in ({}, EVERY_OTHER_WAY)),
]


def compare(edition, seats, options, seed, bold):
    """Play one game in both tellings and compare all along; return the moves made."""
    setup = GAME.setup(edition, seats, options)
    key = key_from_text(seed)
    sitting = Sitting.deal(setup, key)
    chance = Chance(key)
    hunt = Hunt(edition, seats, setup.options, chance)
    rng = random.Random(seed)
    while not sitting.over():
        fields = fields_of(sitting.position().partition("|")[2])
        summary = hunt.summary()
        assert {name: fields.get(name) for name in summary} == summary
        assert sitting.awaited() == hunt.awaited()
        for seat in range(seats):
            assert can(sitting, seat) == hunt.moves(seat), sitting.position()
        seat = rng.choice(sitting.awaited())
        moves = sorted(can(sitting, seat))
        move = "stay" if moves == ["pass", "stay"] and rng.random() < bold else rng.choice(moves)
        sitting.act(seat, move)
        start_ply(chance, sitting.ply)
        hunt.play(seat, move)
    assert hunt.over
    assert sitting.scores() == [hunter.total for hunter in hunt.players]
    return [move.text.split()[0] for move in sitting.moves]


@pytest.mark.parametrize(("edition", "seats", "options"), TABLES)
def test_both_tellings_agree(edition, seats, options):
    """GH-01 to GH-56 as a whole, in both editions, with every option the one and the other way; shy and bold players."""
    for number, bold in enumerate((0.3, 0.7, 0.95)):
        compare(edition, seats, options, f"{edition} {seats} {number}", bold)


def test_the_comparison_meets_every_kind_of_move():
    """The proof is not empty: in these games everything is done that can be done."""
    seen = set()
    for number in range(16):
        seen.update(compare("full", 4, EVERY_OTHER_WAY, f"wide {number}", 0.8))

    assert seen == {
        "stay", "pass", "roll", "decline", "take", "score", "done", "swap", "die", "tint", "turn", "banish", "steel", "encore",
    }  # fmt: skip


def test_a_changed_rule_is_noticed(monkeypatch):
    """The comparison can fail: without the exchange of tokens the tellings part."""
    rules = GAME.room("rules")
    honest = rules.close_group

    def forgetful(s, t, c):
        tokens = [me.token for me in s.seat]
        honest(s, t, c)
        for me, token in zip(s.seat, tokens, strict=True):
            me.token = token

    monkeypatch.setattr(rules, "close_group", forgetful)

    with pytest.raises(AssertionError):
        compare("mini", 2, {}, "noticed", 0.3)
