"""One rule, several machines: the same game in plain Python and in native code, byte for byte, and PTX without a GPU."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ghosthouse.kernel import SPECTATOR, Chance, Illegal, Nonsense, Setup, Sitting, key_from, pack
from ghosthouse.kernel.backends.batch import Batch
from ghosthouse.kernel.backends.native import NativeGame
from ghosthouse.kernel.game import NOBODY
from ghosthouse.lab.playouts import AT_RANDOM, plain_engine
from tests.walk import name, setups, title_setups, titles, usual

pytestmark = pytest.mark.native


def grouped(found: list[Setup]) -> list[Any]:
    """Parameters that keep a game's tests in one worker: two workers would compile the same rules twice."""
    return [pytest.param(setup, id=name(setup), marks=pytest.mark.xdist_group(setup.game.id)) for setup in found]


def shapes() -> list[Setup]:
    """One setup for each game and capacity: titles that share them share their machine code."""
    return list({(setup.game.id, setup.shape): setup for setup in reversed(title_setups())}.values())


every_setup = pytest.mark.parametrize("setup", grouped(setups()))
every_title = pytest.mark.parametrize("setup", grouped(title_setups()))
every_shape = pytest.mark.parametrize("setup", grouped(shapes()))


def compare(setup: Setup, games: int, limit: int, seed: int) -> int:
    """Play the same games in plain Python and natively, comparing everything at every ply; return the decisions compared."""
    native = NativeGame(setup)
    rng = random.Random(seed)
    compared = 0
    for game in range(games):
        sitting = Sitting.deal(setup, key_from(seed, game))
        states, chances = native.deal(key_from(seed, game))
        assert states.tobytes() == pack(sitting.state)
        while not sitting.over() and sitting.ply < limit:
            seat = rng.choice(sitting.awaited())
            legal = sitting.legal(seat)
            marks = native.legal(states, seat)
            assert [32 * g + b for g, word in enumerate(marks) for b in range(32) if word >> b & 1] == legal
            action = rng.choice(legal)
            sitting.act(seat, action)
            native.play(states, chances, sitting.ply, seat, action)
            assert states.tobytes() == pack(sitting.state), f"after {sitting.moves[-1]} at ply {sitting.ply}"
            compared += 1
            if sitting.ply % 9 == 0:
                _compare_questions(sitting, native, states)
    return compared


def _compare_questions(sitting: Sitting, native: NativeGame, states: np.ndarray) -> None:
    s, t, rules = sitting.state, sitting.tables, sitting.rules
    weigh = sitting.setup.game.room("heuristics").weigh
    for seat in range(sitting.setup.seats):
        answers = native.ask(states, seat, action=3)
        plain = {
            "next_seat": rules.next_seat(s, t, seat),
            "over": rules.over(s, t),
            "awaits": rules.awaits(s, t, seat),
            "score": rules.score(s, t, seat),
            "won": rules.won(s, t, seat),
            "why_not": rules.why_not(s, t, seat, 3),
        }
        assert answers == {key: int(value) for key, value in plain.items()}
        assert native.observe(states, seat) == pack(sitting.seen(seat))
        world = states.copy()
        native.imagine(world, b"one key to check", seat)
        assert world.tobytes() == pack(sitting.imagined(seat, b"one key to check"))
        for action in sitting.legal(seat)[:5]:
            assert native.weigh(world, seat, action, 0) == weigh(sitting.seen(seat), t, seat, action, 0)


@every_setup
def test_native_code_plays_the_same_game(setup: Setup):
    """The same decisions give the same bytes at every ply, and every question the same answer."""
    assert compare(setup, games=3, limit=160, seed=11) > 0


@every_title
def test_single_states_are_asked_at_the_door_too(setup: Setup):
    """Law 5: native code checks nothing, so its door does: actions that are not marked, seats and actions that are not there."""
    native = NativeGame(setup)
    states, chances = native.deal(key_from(1))
    before, seat = states.tobytes(), native.ask(states, 0)["next_seat"]
    legal = {32 * g + b for g, word in enumerate(native.legal(states, seat)) for b in range(32) if word >> b & 1}
    wrong = next(action for action in range(setup.game.actions) if action not in legal)

    with pytest.raises(Illegal):
        native.play(states, chances, 1, seat, wrong)
    with pytest.raises(Illegal):
        native.play(states, chances, 1, SPECTATOR, min(legal))
    for strange in ((seat, -1), (seat, setup.game.actions), (setup.seats, 0), (-2, 0)):
        with pytest.raises(Nonsense):
            native.play(states, chances, 1, *strange)
        with pytest.raises(Nonsense):
            native.ask(states, *strange)

    assert states.tobytes() == before


@every_title
def test_playouts_are_games_of_plain_python(setup: Setup):
    """A game of the lab can be played again in plain Python from (seed, i), and a chunk of games alone is part of the whole."""
    native = NativeGame(setup)
    result = native.playouts(5, 77)

    assert result["decisions"] == int(result["plies"].sum()) > 0
    plain = plain_engine(setup, 77, [AT_RANDOM] * setup.seats)
    for game in range(2):
        alone = plain(game, 1)
        assert (alone.decisions, alone.points) == (result["plies"][game], result["scores"][game].tolist())
        assert alone.wins == result["wins"][game].tolist()
    again = NativeGame(setup).playouts(3, 77, first=2)
    assert (again["plies"] == result["plies"][2:]).all()
    assert (again["scores"] == result["scores"][2:]).all()


@every_title
def test_a_batch_is_its_games_one_by_one(setup: Setup):
    """Game i of a batch depends on (seed, i) alone: not on the size of the batch, nor on threads; it restarts by itself."""
    small, large = Batch(setup, 3, 5), Batch(setup, 8, 5, threads=2)
    rules, tables = setup.game.room("rules"), setup.tables
    c = Chance(key_from(5, 1))
    plain = setup.blank()
    rules.start(plain, tables, c)
    assert small.states[1].tobytes() == pack(plain) == large.states[1].tobytes()

    for _ in range(400):
        choice = _first_marked(small)
        small.actions[:] = choice
        large.actions[:] = _first_marked(large)
        assert small.step() == 3
        assert large.step() == 8
        assert (small.states == large.states[:3]).all()
    assert (small.marks != 0).any(axis=1).all()


def _first_marked(batch: Batch) -> np.ndarray:
    return batch.legal().argmax(axis=1)


@every_title
def test_a_batch_reports_illegal_actions_instead_of_obeying(setup: Setup):
    """Law 5 for batches from NumPy: what is not marked is reported, and the game stays as it was."""
    batch = Batch(setup, 4, 9)
    before = batch.states.copy()
    wrong = (~batch.legal()).argmax(axis=1)
    batch.actions[:] = wrong
    batch.actions[3] = setup.game.actions + 5

    assert batch.step() == 0
    assert batch.illegal.tolist() == [1, 1, 1, 1]
    assert (batch.states == before).all()

    batch.actions[:] = _first_marked(batch)
    assert batch.step() == 4
    assert batch.illegal.tolist() == [0, 0, 0, 0]


def test_a_batch_takes_whole_numbers_for_each_game_and_nothing_else():
    """Law 5: native code checks no types and no bounds, so the door does; what a caller may not write is read-only."""
    batch = Batch(usual(titles()[0]), 3, 9)
    for wrong in (np.zeros(3), np.zeros(2, np.int64), np.zeros((3, 1), np.int64), np.zeros(3, bool), [0, 0], "abc"):
        with pytest.raises(Nonsense, match="actions are 3 integers in a row"):
            batch.actions = wrong
    for array in ("states", "marks", "seen", "plies", "restarts", "to_move", "done", "illegal", "scores", "wins"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, array)[:] = 0
    for seed in (-1, 2**63):
        with pytest.raises(Nonsense, match="a number from 0 to"):
            Batch(batch.setup, 3, seed)

    frozen = _first_marked(batch).astype(np.int8)
    frozen.flags.writeable = False
    batch.actions = frozen
    assert batch.step() == 3
    batch.actions = np.full(3, 2**64 - 1, np.uint64)
    assert batch.step() == 0


def test_a_batch_that_does_not_look_still_says_what_is_legal():
    """`look` leaves the arrays out that are written for agents; legality is known all the same."""
    seeing, blind = (Batch(usual(titles()[0]), 3, 9, look=look) for look in (True, False))

    assert (blind.legal() == seeing.legal()).all()
    assert not blind.marks.any()


@every_title
def test_a_batch_shows_what_the_seat_on_turn_knows(setup: Setup):
    """Observations and marks of a batch are those of plain Python."""
    batch = Batch(setup, 2, 21)
    for _ in range(50):
        batch.step_at_random()
    from ghosthouse.kernel import legal_actions, unpack

    for i in range(2):
        seat = int(batch.to_move[i])
        assert seat != NOBODY
        s = unpack(setup.shape, batch.states[i].tobytes())
        seen = setup.seen_shape()
        setup.game.room("rules").observe(s, setup.tables, seat, seen)
        assert batch.seen[i].tobytes() == pack(seen)
        assert np.flatnonzero(batch.legal()[i]).tolist() == legal_actions(setup, s, seat)


@every_shape
@pytest.mark.parametrize("kernel", ["step", "rest", pytest.param("games", marks=pytest.mark.slow)])  # the rules of `step` again
def test_rules_compile_for_the_gpu(setup: Setup, kernel: str):
    """Every rule compiles to PTX for sm_90 on a machine without a GPU, with no call left and no local memory."""
    from ghosthouse.kernel.backends.cuda import compile_ptx, faults

    ptx = compile_ptx(setup, kernel)

    assert ".target sm_90" in ptx.text
    assert faults(ptx) == []


BOUNDS = """
import sys
from tests.parity.test_native import compare
from ghosthouse import house
title = house.find_title(sys.argv[1])
low, high = title.edition.seats
print(sum(compare(title.game.setup(title.edition.id, n), games=1, limit=120, seed=3) for n in sorted({low, min(high, 6)})))
"""


@pytest.mark.parametrize(
    "title", [pytest.param(title.id, marks=pytest.mark.xdist_group(title.game.id)) for title in titles(lobby=True)]
)
def test_no_index_leaves_its_array(title: str):
    """Native code checks no bounds, so the parity games are played once in a process that does."""
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path])}

    done = subprocess.run([sys.executable, "-c", BOUNDS, title], env=env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[-1]) > 0
