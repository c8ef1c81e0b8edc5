"""The words that browsers fetch, in parts: games use the same ids for their own words (`zone.hand`), so they are never mixed.

house      the phrases of tables, and what the lobby says of each title, by game
<game>     everything that one game says
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ghosthouse.kernel.game import Edition, Game
from ghosthouse.kernel.phrases import Words, catalogue

LOBBY = frozenset({"title", "box", "tagline", "designers", "publisher"})


def by_part(language: str, table_package: str, titles: Iterable[tuple[Game, Edition]]) -> dict[str, dict[str, Any]]:
    """Return the parts of one language."""
    games = {game.id: _of_all_versions(game, language) for game, _ in titles}
    house = {
        "house": Words(language, [table_package]).phrases,
        "games": {game: _of_the_lobby(words) for game, words in games.items()},
    }
    return {"house": house, **games}


def _of_all_versions(game: Game, language: str) -> dict[str, str]:
    """The phrases of a game, and those that only tables under earlier rules still say."""
    said: dict[str, str] = {}
    for earlier in game.earlier.values():
        said |= catalogue(earlier.package, language)
    return said | catalogue(game.package, language)


def _of_the_lobby(words: Mapping[str, str]) -> dict[str, str]:
    return {id: text for id, text in words.items() if LOBBY & {id.partition(".")[0], id.rpartition(".")[2]}}
