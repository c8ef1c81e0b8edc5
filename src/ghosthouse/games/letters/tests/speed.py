"""Measures the word game: `python -m ghosthouse.games.letters.tests.speed`. CPU time, the best of several runs, one core.

It is no test: figures depend on the machine. The bounds that issue and README name are printed beside them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from ghosthouse.games.letters import GAME, automaton, lexicon, words
from ghosthouse.kernel import Sitting, key_from
from ghosthouse.kernel.backends.binder import Binder
from ghosthouse.kernel.backends.native import NativeGame, as_array

QUERIES = 20_000


def best(work: Callable[[], object], runs: int = 7) -> float:
    """The least CPU time of several runs, in seconds."""
    found = []
    for _ in range(runs):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return min(found)


def strings() -> tuple[Any, Any]:
    """Mixed strings of one to nine letters: half of them from words, half of those with one letter changed; and their lengths."""
    rng = random.Random(7)
    every = sorted(words.english_words(60, "both"))
    rows, lengths = np.zeros((QUERIES, 96), np.int8), np.zeros(QUERIES, np.int64)
    for i in range(QUERIES):
        word = rng.choice(every)
        start = rng.randrange(len(word))
        text = [ord(char) - 97 for char in word[start : start + rng.randint(1, 9)]]
        if rng.random() < 0.5:
            text[rng.randrange(len(text))] = rng.randrange(26)
        rows[i, : len(text)], lengths[i] = text, len(text)
    return rows, lengths


def measure_words() -> None:
    """Build, load, and ask: in machine code."""
    found = words.english_words(60, "both")
    print(f"build             {best(lambda: automaton.build(found, words.LATIN), 3):.2f} s      (at most 5 s)")
    print(f"load              {best(lambda: words.english_automaton(60, 'both'), 20) * 1e3:.1f} ms     (at most 10 ms)")
    tables = as_array(GAME.setup("standard", 2).tables)
    size = sum(tables.dtype.fields[name][0].itemsize for name in ("mask", "first", "edge"))
    print(f"memory            {size / 1e6:.2f} MB    (at most 2 MB)")
    binder = Binder()
    inside, whole, witness = (binder.twin(rule) for rule in (lexicon.inside, lexicon.whole, lexicon.witness))
    left, right, walk = (binder.twin(rule) for rule in (lexicon.left_letters, lexicon.right_letters, lexicon.walk))
    every = lexicon.ALL

    @numba.njit
    def ask_inside(tables: Any, rows: Any, lengths: Any) -> int:
        return sum([inside(tables[0], rows[i], lengths[i], every) for i in range(len(lengths))])

    @numba.njit
    def ask_whole(tables: Any, rows: Any, lengths: Any) -> int:
        return sum([whole(tables[0], rows[i], lengths[i], every) for i in range(len(lengths))])

    @numba.njit
    def ask_extensions(tables: Any, rows: Any, lengths: Any) -> int:
        total = 0
        for i in range(len(lengths)):
            total ^= left(tables[0], rows[i], lengths[i], every)
            total ^= right(tables[0], walk(tables[0], tables[0].root, rows[i], lengths[i]), every)
        return total

    @numba.njit
    def ask_witness(tables: Any, rows: Any, lengths: Any, out: Any) -> int:
        total = 0
        for i in range(len(lengths)):
            total += witness(tables[0], rows[i], lengths[i], every, out)
        return total

    rows, lengths = strings()
    out = np.zeros(96, np.int8)
    for name, bound, work in (
        ("inside", 0.15, lambda: ask_inside(tables, rows, lengths)),
        ("whole word", 0.15, lambda: ask_whole(tables, rows, lengths)),
        ("52 extensions", 2.0, lambda: ask_extensions(tables, rows, lengths)),
        ("witness", 3.0, lambda: ask_witness(tables, rows, lengths, out)),
    ):
        work()
        print(f"{name:<17} {best(work) / QUERIES * 1e6:.3f} us   (at most {bound} us)")


def measure_play() -> None:
    """Whole games: uniformly random natively at 2, 4 and 64 seats, by heuristics, and in plain Python."""
    speeds = {}
    for seats, games in ((2, 4000), (4, 2000), (64, 120)):
        native = NativeGame(GAME.setup("standard", seats))
        native.playouts(2, 1)
        decisions = native.playouts(games, 7)["decisions"]
        speeds[seats] = decisions / best(lambda native=native, games=games: native.playouts(games, 7))  # type: ignore[misc]
        print(f"{seats:>2} seats          {speeds[seats] / 1e6:.2f} M decisions/s" + ("  (at least 1)" if seats == 4 else ""))
    print(f"64 against 4      {speeds[4] / speeds[64]:.2f} times a decision (at most 1.3)")
    native = NativeGame(GAME.setup("standard", 4))
    for level in (2, 4):
        decisions = native.playouts(20, 7, levels=[level] * 4)["decisions"]
        seconds = best(lambda level=level: native.playouts(20, 7, levels=[level] * 4), 3)  # type: ignore[misc]
        print(f"bots of level {level}   {decisions / seconds / 1e3:.0f} k decisions/s")
    setup = GAME.setup("standard", 4)

    def plain() -> int:
        sitting, rng = Sitting.deal(setup, key_from(7, 1)), random.Random(7)
        while not sitting.over():
            seat = sitting.next_seat()
            sitting.act(seat, rng.choice(sitting.legal(seat)))
        return sitting.ply

    plies = plain()
    print(f"a sitting         {plies / best(plain, 3):.0f} decisions/s in plain Python")


if __name__ == "__main__":
    measure_words()
    measure_play()
