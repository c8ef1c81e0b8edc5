"""Setups by what was agreed: made once, and shared by all tables with the same agreement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ghosthouse.kernel.game import Game, Setup


class Setups:
    """Setups by what was agreed, made once: tables with the same agreement share the read-only tables of the rules."""

    def __init__(self, find: Callable[[str], Game], most: int = 64) -> None:
        self.find = find
        self.most = most
        self._made: dict[tuple[Any, ...], Setup] = {}

    def __call__(self, game: str, edition: str, seats: int, options: dict[str, Any], deck: str, rules: int = 0) -> Setup:
        """Return the setup, or raise BadSetup (Nonsense for a game that is not there). `rules`: their version, 0 for the newest."""
        agreed = self._key(game, edition, seats, options, deck, rules)
        made = self._made.get(agreed)
        if made is None:
            made = self._game(game, rules).setup(edition, seats, options, deck)
            if len(self._made) >= self.most:
                self._made.pop(next(iter(self._made)))
            self._made[agreed] = made
        return made

    def knows(self, game: str, edition: str, seats: int, options: dict[str, Any], deck: str, rules: int = 0) -> bool:
        """Say whether a setup is there already; making one may take seconds where a game has a dictionary to read."""
        return self._key(game, edition, seats, options, deck, rules) in self._made

    def _game(self, game: str, rules: int) -> Game:
        found = self.find(game)
        return found.by_rules(rules) if rules else found

    def _key(self, game: str, edition: str, seats: int, options: dict[str, Any], deck: str, rules: int) -> tuple[Any, ...]:
        sorts = tuple(sorted((name, type(value).__name__, value) for name, value in options.items()))
        return self._game(game, rules), edition, seats, sorts, deck
