"""Whether moves can be taken back: only while nobody has learned anything from them.

The question is asked of each observer in worlds that this observer could not tell from the real one before the moves (the game's
own `imagine`): the same moves are played there, with other chance. If the observer would now see something else in any of them, the
moves have shown them something that was hidden, and taking them back would leave that knowledge behind.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ghosthouse.kernel.chance import Chance, start_ply
from ghosthouse.kernel.event import SPECTATOR
from ghosthouse.kernel.layout import pack
from ghosthouse.kernel.sitting import Move, Sitting

WORLDS = 12  # a difference that shows in only a few worlds is still found in one of them, nearly always


def reveals(sitting: Sitting, ply: int) -> bool:
    """Say whether the moves after `ply` have shown anybody something that was hidden from them."""
    before = sitting.rewound(ply)
    moves = sitting.moves[ply:]
    for viewer in (*range(sitting.setup.seats), SPECTATOR):
        now = _seen(sitting, sitting.state, viewer)
        for number in range(WORLDS):
            key = hashlib.sha256(sitting.key + f"undo {ply} {viewer} {number}".encode()).digest()[:16]
            if _after(before, before.imagined(viewer, key), moves, key, viewer) != now:
                return True
    return False


def _after(before: Sitting, world: Any, moves: list[Move], key: bytes, viewer: int) -> bytes | None:
    rules, t = before.rules, before.tables
    chance = Chance(key)
    for number, move in enumerate(moves, before.ply + 1):
        if not rules.legal(world, t, move.seat, move.action >> 5) >> (move.action & 31) & 1:
            return None
        start_ply(chance, number)
        rules.play(world, t, chance, move.seat, move.action)
        chance.journal.clear()
    return _seen(before, world, viewer)


def _seen(sitting: Sitting, state: Any, viewer: int) -> bytes:
    out = sitting.setup.seen_shape()
    sitting.rules.observe(state, sitting.tables, viewer, out)
    return pack(out)
