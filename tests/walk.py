"""Random walks through any game: how the contract tests get their positions.

A walk is seeded by the title and the number of seats, so that a failure names a game that anybody can play again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from ghosthouse.house import Title, games
from ghosthouse.kernel import Setup, Sitting, key_from_text

ONLY = os.environ.get("GHOSTHOUSE_TEST_GAMES", "").split()  # while one game is being built, its tests need not wait for the others


def titles(*, lobby: bool = False) -> list[Title]:
    """The titles under test: all that the house finds, unless the environment names some games."""
    chosen = [game for game in games().values() if not ONLY or game.id in ONLY]
    return [Title(game, edition) for game in chosen for edition in game.editions.values() if edition.lobby or not lobby]


def setups() -> list[Setup]:
    """Every title with its fewest, its most, and a middle number of seats (rings beyond eight seats are walked elsewhere)."""
    found = []
    for title in titles():
        low, high = title.edition.seats
        for seats in sorted({low, min(4, high), min(high, 8)}):
            found.append(title.game.setup(title.edition.id, seats))
    return found


def title_setups() -> list[Setup]:
    """One setup for each title, at the number of seats that people usually are."""
    return [usual(title) for title in titles()]


def usual(title: Title) -> Setup:
    """A title with three seats, or the nearest number it allows."""
    low, high = title.edition.seats
    return title.game.setup(title.edition.id, min(max(low, 3), high))


def name(setup: Setup) -> str:
    """A short name for a test's parameter."""
    return f"{setup.title}-{setup.seats}"


def walk(setup: Setup, seed: str, limit: int = 400) -> Iterator[Sitting]:
    """Play uniformly at random from a deal and yield the sitting before every decision; it may not be played on meanwhile."""
    key = key_from_text(f"{name(setup)} {seed}")
    rng = random.Random(f"{name(setup)} {seed}")
    sitting = Sitting.deal(setup, key)
    while not sitting.over() and sitting.ply < limit:
        yield sitting
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    yield sitting


def sample(setup: Setup, seed: str, every: int = 7, limit: int = 300) -> Iterator[Sitting]:
    """The sitting at some of the plies of a walk."""
    for sitting in walk(setup, seed, limit):
        if sitting.ply % every == 0 or sitting.over():
            yield sitting
