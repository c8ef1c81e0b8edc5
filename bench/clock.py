"""How the bench keeps time: CPU seconds of one core, and a fixed loop that tells a busy machine from a quiet one.

Standard library only: the peer's environment runs it too.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much `work` gets done in a CPU second; it returns what it did, and is called until the CPU seconds are used up."""
    done, began, walled = 0, time.process_time(), time.perf_counter()
    while True:
        done += work()
        used = time.process_time() - began
        if used >= seconds or time.perf_counter() - walled > 20 * seconds:
            return done / used


def reference(seconds: float = 0.3) -> float:
    """The rate of a fixed loop of plain Python: the same machine, equally busy, gives the same number again."""
    rnd = random.Random(1)

    def thousand() -> int:
        for _ in range(1000):
            hand = [1, 2, 3, 4, 5]
            hand.pop(int(rnd.random() * 5))
        return 1000

    return rate(thousand, seconds)


def share(seconds: float = 0.3) -> float:
    """The share of one core that this process is given while it wants all of it: less than one where others compute."""
    began, walled = time.process_time(), time.perf_counter()
    while time.perf_counter() - walled < seconds:
        pass
    return (time.process_time() - began) / (time.perf_counter() - walled)


def pin(core: int) -> None:
    """Stay on one core, so that one thread is one core's work."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


class Watch:
    """How quiet the machine is, looked at before, between and after the rows of a bench."""

    def __init__(self) -> None:
        self.references: list[list[float]] = []
        self.shares: list[float] = []
        self.look()

    def look(self) -> None:
        """Take readings of the loop, three, for one alone jitters by a tenth; and of this process's share of a core."""
        self.references.append([reference(0.3) for _ in range(3)])
        self.shares.append(share())
