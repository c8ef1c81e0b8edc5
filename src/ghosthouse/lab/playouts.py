"""Whole games by the thousand, in native code or in plain Python, with the same results to the last point.

Both run the same text, `entries.tmpl` of the kernel's backends: once compiled, once as it stands. Game i's chance and policy come
from (seed, i) alone, so the results depend neither on the engine nor on threads nor on how the games are cut into chunks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from ghosthouse.kernel import Chance, Game, Setup, pack, restore, unpack
from ghosthouse.kernel import bits as bit_rules
from ghosthouse.kernel import chance as chance_rules
from ghosthouse.kernel.game import CONTRACT

AT_RANDOM = -1  # the level of a seat that plays uniformly at random


@dataclass
class Tally:
    """What was counted over some games; two tallies add up."""

    seats: int
    games: int = 0
    decisions: int = 0
    cpu: float = 0.0
    squares: int = 0  # of the lengths
    shortest: int = 0
    longest: int = 0
    unfinished: int = 0
    shared: int = 0
    totals: dict[str, int] = field(default_factory=dict)  # of the game's tallies, over all games
    marked: dict[str, int] = field(default_factory=dict)  # games in which a tally is not zero

    def __post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.points = [0] * self.seats
        self.points_squared = [0] * self.seats

    def add(self, other: Tally) -> None:
        """Count the games of another tally too."""
        self.shortest = min(self.shortest, other.shortest) if self.games else other.shortest
        self.longest = max(self.longest, other.longest)
        for name in ("games", "decisions", "cpu", "squares", "unfinished", "shared"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wins", "points", "points_squared"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)])
        for name in other.totals:
            self.totals[name] = self.totals.get(name, 0) + other.totals[name]
            self.marked[name] = self.marked.get(name, 0) + other.marked[name]


Engine = Callable[[int, int], Tally]  # (first game, number of games) -> what came of them


def native_engine(setup: Setup, seed: int, levels: list[int]) -> Engine:
    """Play in native code; several threads may call it at once."""
    from ghosthouse.kernel.backends.native import NativeGame

    def run(first: int, games: int) -> Tally:
        native = NativeGame(setup)  # its workplaces belong to one thread
        began = time.thread_time()
        played = native.playouts(games, seed, first=first, levels=levels)
        tally = Tally(setup.seats, games, played["decisions"], time.thread_time() - began)
        plies, scores, wins = played["plies"], played["scores"], played["wins"]
        tally.squares = int((plies * plies).sum())
        tally.shortest, tally.longest = int(plies.min()), int(plies.max())
        tally.unfinished = int((plies >= setup.game.longest).sum())
        tally.shared = int((wins.sum(axis=1) > 1).sum())
        tally.wins = [int(n) for n in wins.sum(axis=0)]
        tally.points = [int(n) for n in scores.sum(axis=0)]
        tally.points_squared = [int(n) for n in (scores * scores).sum(axis=0)]
        tally.totals = {name: int(counts.sum()) for name, counts in played["tallies"].items()}
        tally.marked = {name: int((counts != 0).sum()) for name, counts in played["tallies"].items()}
        return tally

    return run


def plain_engine(setup: Setup, seed: int, levels: list[int]) -> Engine:
    """Play in plain Python: slower by a factor of a few hundred, and in need of nothing."""
    playouts = _plain_entries(setup.game)["playouts"]

    def run(first: int, games: int) -> Tally:
        state, chance, plies = setup.blank(), Chance(bytes(16)), [0] * games
        chance.journal = _Deaf()
        scores: dict[tuple[int, int], int] = {}
        wins: dict[tuple[int, int], int] = {}
        finals = [b""] * (games if setup.game.tallies else 0)
        began = time.thread_time()
        decisions = playouts(
            [setup.tables], [state], state, [chance], [setup.seen_shape()], setup.seats, seed, first, games, levels, plies, scores,
            wins, setup.game.longest, finals,
        )  # fmt: skip
        tally = Tally(setup.seats, games, decisions, time.thread_time() - began)
        tally.squares = sum(ply * ply for ply in plies)
        tally.shortest, tally.longest = min(plies), max(plies)
        tally.unfinished = sum(ply >= setup.game.longest for ply in plies)
        tally.shared = sum(sum(wins[game, p] for p in range(setup.seats)) > 1 for game in range(games))
        for p in range(setup.seats):
            tally.wins[p] = sum(wins[game, p] for game in range(games))
            tally.points[p] = sum(scores[game, p] for game in range(games))
            tally.points_squared[p] = sum(scores[game, p] ** 2 for game in range(games))
        ends: list[Any] = [unpack(setup.shape, data) for data in finals]
        for name in setup.game.tallies:
            tally.totals[name] = sum(getattr(end, name) for end in ends)
            tally.marked[name] = sum(getattr(end, name) != 0 for end in ends)
        return tally

    return run


@cache
def _plain_entries(game: Game) -> dict[str, Any]:
    """Run the text of the entry points with the rules as they are, uncompiled."""
    rules = game.room("rules")
    names: dict[str, Any] = {name: getattr(rules, name) for name in CONTRACT}
    names |= {name: getattr(chance_rules, name) for name in ("spread_key", "start_ply", "next_pick", "bounded", "siphash")}
    names |= {"popcount": bit_rules.popcount, "nth_bit": bit_rules.nth_bit}
    names |= {"weigh": game.room("heuristics").weigh, "GROUPS": game.groups, "inner": _as_it_is, "entry": _as_it_is}
    exec((resources.files("ghosthouse.kernel.backends") / "entries.tmpl").read_text("utf-8"), names)
    names["clear_words"], names["keep_words"] = _clear, _keep  # what the text does to memory instead of a record
    return names


def _as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _clear(state: Any, _: int) -> None:
    restore(state, bytes(len(state._bytes)))


def _keep(finals: list[bytes], game: int, state: Any, _: int) -> None:
    finals[game] = pack(state)


class _Deaf(list[tuple[int, ...]]):
    """A journal that keeps nothing: nobody listens to a simulated game."""

    def append(self, event: tuple[int, ...]) -> None:
        """Hear nothing."""
