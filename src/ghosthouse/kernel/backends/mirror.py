"""What a GPU would do, done by a CPU: the same arrays, launched the same way, by the same code.

The kernels of `cuda` and the entry points used here call the very same functions (`march` and `answer` in `entries.tmpl`), so the
bytes must agree. A machine with a GPU and nothing else can then be told what to come to: `bench/gpu.py` packs a mirror's arrays
before and their hashes after.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..chance import ChanceRecord
from ..game import Setup
from ..refusal import Nonsense
from .native import as_array, entries, raw_pair, record_array

OBSERVE, IMAGINE, WEIGH, WHY_NOT, LEGAL, ASK = range(6)


class Mirror:
    """N games of one setup as a GPU holds them, in the memory of a CPU. No game is dealt yet: the first launch does that."""

    def __init__(self, setup: Setup, size: int, seed: int, streams: Any) -> None:
        if size < 1 or len(streams) != size:
            raise Nonsense("a mirror has at least one game, and a policy stream for each")
        self.setup, self.size, self.seed = setup, size, seed
        self._entries = entries(setup.game)
        self.tables = as_array(setup.tables)
        self.states, self.raw = raw_pair(setup.shape, size)
        self.chances = record_array(ChanceRecord, size)
        self.seen = record_array(setup.seen_shape, size)
        self.plies = np.full(size, -1, np.int64)
        self.restarts, self.to_move, self.done, self.out = (np.zeros(size, np.int64) for _ in range(4))
        self.streams = np.array(streams, np.int64)

    def launch(self, decisions: int) -> None:
        """Let every game make this many decisions at random."""
        self._entries.launch(
            self.tables, self.states, self.raw, self.chances, self.plies, self.restarts, self.to_move, self.streams, self.done,
            self.setup.seats, self.seed, decisions,
        )  # fmt: skip

    def inquire(self, what: int, seat: int, action: int = 0, level: int = 0) -> None:
        """Ask one thing about every state: the answers are in `out`, in `seen` (OBSERVE) or in `states` (IMAGINE)."""
        self._entries.inquire(self.tables, self.states, self.chances, self.seen, self.out, what, seat, action, level)
