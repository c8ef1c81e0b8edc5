"""Many games side by side: step N states in one native call, in threads, with legal bits and observations written in place.

    batch = Batch(setup, 1024, seed=7)
    while True:
        batch.actions[:] = policy(batch.seen, batch.marks)     # for the seats in batch.to_move
        batch.step()

Games that end restart by themselves (`done` says which did, `scores` and `wins` keep how they ended). An action that is not marked
is not obeyed: `illegal` is 1 there and the game is as it was. Game i's chance comes from (seed, i, restarts), so results depend
neither on the number of threads nor on the size of the batch.

Native code checks no bounds and no types, so callers write `actions` and nothing else: all other arrays are shown read-only.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ..chance import ChanceRecord
from ..game import Setup
from ..refusal import Nonsense
from .native import as_array, entries, raw_pair, record_array


class Batch:
    """N games of one setup, stepped together."""

    def __init__(self, setup: Setup, size: int, seed: int, *, threads: int = 1, look: bool = True) -> None:
        if size < 1 or threads < 1:
            raise Nonsense("a batch has at least one game and one thread")
        if not 0 <= seed < 2**31:
            raise Nonsense(f"the seed of a batch is a number from 0 to {2**31 - 1}, not {seed}")
        self.setup, self.size, self.seed, self.look = setup, size, seed, look
        self.threads = min(threads, size)
        self._entries = entries(setup.game)
        self._tables = as_array(setup.tables)
        seats, groups = setup.seats, setup.game.groups
        self._states, self._raw = raw_pair(setup.shape, size)
        self._chances = record_array(ChanceRecord, size)
        self._plies = np.zeros(size, np.int64)
        self._restarts = np.zeros(size, np.int64)
        self._to_move = np.zeros(size, np.int64)
        self._actions = np.zeros(size, np.int64)
        self._streams = (np.arange(1, size + 1, dtype=np.int64) * 2654435761 + seed * 40503) % 4294967295 + 1
        self._marks = np.zeros((size, groups), np.int64)
        self._known = np.zeros((size, groups), np.int64)
        self._seen = record_array(setup.seen_shape, size)
        self._done = np.zeros(size, np.int8)
        self._illegal = np.zeros(size, np.int8)
        self._scores = np.zeros((size, seats), np.int64)
        self._wins = np.zeros((size, seats), np.int8)
        self.states, self.marks, self.seen = map(_shown, (self._states, self._marks, self._seen))
        self.plies, self.restarts, self.to_move = map(_shown, (self._plies, self._restarts, self._to_move))
        self.done, self.illegal, self.scores, self.wins = map(_shown, (self._done, self._illegal, self._scores, self._wins))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._run(fresh=True, choose=False)

    @property
    def actions(self) -> Any:
        """What is to be done next in each game, for the seats in `to_move`: 64-bit integers, written in place or given whole."""
        return self._actions

    @actions.setter
    def actions(self, chosen: Any) -> None:
        given = np.asarray(chosen)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise Nonsense(f"actions are {self.size} integers in a row, not {given.dtype} in the shape {given.shape}")
        self._actions[:] = given

    def step(self) -> int:
        """Carry out `actions`; return how many were legal."""
        return self._run(fresh=False, choose=False)

    def step_at_random(self) -> int:
        """Let every game make one uniformly random decision."""
        return self._run(fresh=False, choose=True)

    def legal(self) -> Any:
        """What is legal, as an array of booleans with a column for each action; without `look` too."""
        return ((self._known[:, :, None] >> np.arange(32)) & 1).astype(bool).reshape(self.size, -1)

    def _run(self, *, fresh: bool, choose: bool) -> int:
        bounds = [self.size * k // self.threads for k in range(self.threads + 1)]
        if self._pool is None:
            return self._part(0, self.size, fresh, choose)
        running = [self._pool.submit(self._part, low, high, fresh, choose) for low, high in pairwise(bounds)]
        return sum(part.result() for part in running)

    def _part(self, low: int, high: int, fresh: bool, choose: bool) -> int:
        return int(
            self._entries.step(
                self._tables, self._states, self._raw, self._chances, self._plies, self._restarts, self._to_move, self._actions,
                self._streams, self._known, self._marks, self._seen, self._done, self._illegal, self._scores, self._wins,
                self.setup.seats, self.seed, low, high, fresh, choose, self.look,
            )
        )  # fmt: skip


def _shown(array: Any) -> Any:
    """The same memory, to be read and not written."""
    view = array.view()
    view.flags.writeable = False
    return view
