"""The house: finds the games, in the games folder and from entry points, and lists what can be played.

Nobody else enumerates games. A game from outside the tree names its `GAME` in the entry-point group `ghosthouse.games`.
"""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from .kernel.game import Edition, Game
from .kernel.refusal import Nonsense

GROUP = "ghosthouse.games"


@dataclass(frozen=True)
class Title:
    """A game in one of its editions: what a person chooses in the lobby."""

    game: Game
    edition: Edition

    @property
    def id(self) -> str:
        """The id of the title, as positions and links write it."""
        return f"{self.game.id}/{self.edition.id}"


@cache
def games() -> dict[str, Game]:
    """All games by id: those of the house first, then those that were installed beside it."""
    from . import games as folder

    found: dict[str, Game] = {}
    for module in pkgutil.iter_modules(folder.__path__):
        if module.ispkg:
            game = importlib.import_module(f"{folder.__name__}.{module.name}").GAME
            found[game.id] = game
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"{game!r} is no Game")
        except Exception as problem:  # somebody else's package: it must not take the house down with it
            what = f"the game {entry.name!r} ({entry.value}) cannot be loaded and is left out: {problem!r}"
            warnings.warn(what, RuntimeWarning, stacklevel=2)
            continue
        found.setdefault(game.id, game)
    return found


def find(game_id: str) -> Game:
    """Return a game by its id, or say which there are."""
    if game_id not in games():
        raise Nonsense(f"there is no game {game_id!r} (there are: {', '.join(games())})")
    return games()[game_id]


def titles(*, lobby: bool = False) -> list[Title]:
    """All titles, or only those that the lobby shows."""
    every = [Title(game, edition) for game in games().values() for edition in game.editions.values()]
    return [title for title in every if title.edition.lobby or not lobby]


def find_title(text: str) -> Title:
    """Return the title meant by `game` or `game/edition`; a game alone means its first edition."""
    game_id, _, edition = text.partition("/")
    game = find(game_id)
    if edition and edition not in game.editions:
        raise Nonsense(f"{game_id} has no edition {edition!r} (there are: {', '.join(game.editions)})")
    return Title(game, game.editions[edition or next(iter(game.editions))])
