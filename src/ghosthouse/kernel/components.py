"""What a game keeps in `components/`: TOML files of rows, and among them `editions.toml`, one row for each edition.

A row of an edition needs `seats`, `minutes` and `lobby`; whatever else stands in it is the game's own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from .game import Edition, Option
from .refusal import BadSetup

Row = dict[str, Any]


def component(package: str, name: str) -> Row:
    """Read a file of a game's components."""
    return tomllib.loads((resources.files(package) / "components" / name).read_text("utf-8"))


def editions(package: str, options: Callable[[Row], Mapping[str, Option]]) -> dict[str, Edition]:
    """Read a game's editions; `options` says what a table may agree on in the edition of a row."""
    return {
        name: Edition(
            id=name,
            seats=(row["seats"][0], row["seats"][1]),
            minutes=row["minutes"],
            lobby=row["lobby"],
            options=options(row),
            row=row,
        )
        for name, row in component(package, "editions.toml").items()
    }


def read_deck_file(text: str) -> Row:
    """Read somebody's own deck file, as far as that it is TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadSetup(f"the deck file is no TOML: {problem}") from None
