"""What this game measures beside the house: its dictionary. `ghosthouse bench letters` calls it; nothing else does.

The dictionary is that of the default table. It is asked in machine code, about mixed strings of one to nine letters: half of them
parts of words, half of those with one letter changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from ghosthouse.kernel.layout import layout_of

from . import GAME, automaton, lexicon, words

QUERIES = 20_000
ROOM = 2 * words.LONGEST_WORD


def sizes() -> Iterator[tuple[str, int]]:
    """Sizes in bytes."""
    fields = layout_of(GAME.setup().tables).fields
    yield "dictionary in memory", sum(field.size for field in fields if field.name in ("mask", "first", "edge"))


def works() -> Iterator[tuple[str, str, Callable[[], int]]]:
    """What takes time: its name, the unit to tell it in, and a function that does it some times and says how many."""
    found = words.listed_words("english")

    def build() -> int:
        automaton.build(found, words.LATIN)
        return 1

    def load() -> int:
        words.listed_automaton("english")
        return 1

    yield "dictionary built in plain Python", "s", build
    yield "dictionary loaded", "ms", load
    yield from _questions()


def _questions() -> Iterator[tuple[str, str, Callable[[], int]]]:
    import numba
    import numpy as np

    from ghosthouse.kernel.backends.binder import Binder
    from ghosthouse.kernel.backends.native import as_array

    binder = Binder()
    inside, whole, witness = (binder.twin(rule) for rule in (lexicon.inside, lexicon.whole, lexicon.witness))
    left, right, walk = (binder.twin(rule) for rule in (lexicon.left_letters, lexicon.right_letters, lexicon.walk))
    every = lexicon.ALL

    @numba.njit
    def ask_inside(tables: Any, rows: Any, lengths: Any, out: Any) -> int:
        total = 0
        for i in range(len(lengths)):
            total += inside(tables[0], rows[i], lengths[i], every)
        return total

    @numba.njit
    def ask_whole(tables: Any, rows: Any, lengths: Any, out: Any) -> int:
        total = 0
        for i in range(len(lengths)):
            total += whole(tables[0], rows[i], lengths[i], every)
        return total

    @numba.njit
    def ask_extensions(tables: Any, rows: Any, lengths: Any, out: Any) -> int:
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

    tables, out = as_array(GAME.setup().tables), np.zeros(ROOM, np.int8)
    rows, lengths = np.zeros((QUERIES, ROOM), np.int8), np.zeros(QUERIES, np.int64)
    for i, text in enumerate(strings()):
        rows[i, : len(text)], lengths[i] = text, len(text)
    asks = {"inside a word": ask_inside, "a whole word": ask_whole, "all 52 extensions": ask_extensions, "a witness": ask_witness}
    for name, ask in asks.items():

        def work(ask: Callable[..., int] = ask) -> int:
            ask(tables, rows, lengths, out)
            return QUERIES

        yield name, "µs", work


def strings() -> Iterator[list[int]]:
    """The strings that are asked about, as numbers of letters."""
    rng = random.Random(7)
    every = sorted(words.listed_words("english"))
    for _ in range(QUERIES):
        word = rng.choice(every)
        start = rng.randrange(len(word))
        text = [ord(char) - ord("a") for char in word[start : start + rng.randint(1, 9)]]
        if rng.random() < 0.5:
            text[rng.randrange(len(text))] = rng.randrange(26)
        yield text
