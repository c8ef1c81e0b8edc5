"""Compile everything that native code needs for one shape of a game, and leave the mark that says so."""

from __future__ import annotations

from pathlib import Path

from ..game import Setup
from .batch import Batch
from .native import NativeGame, warm_mark


def warm(setup: Setup) -> Path:
    """Compile, or read from the cache, every entry point of a setup's shape; return the mark that is left in the cache."""
    native = NativeGame(setup)
    native.deal(bytes(16))
    native.playouts(1, 0)
    Batch(setup, 1, 0)
    mark = warm_mark(setup)
    mark.touch()
    return mark
