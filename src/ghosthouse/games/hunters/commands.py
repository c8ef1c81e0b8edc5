"""`ghosthouse hunters deck`: the house's own cards as a deck file, to type one's own over.

What is read from the command line is lent by the front door (`context.obj`), so that options mean here what they mean elsewhere.
"""

from __future__ import annotations

from typing import Annotated

import typer

from . import GAME
from .box import deck_file, house_deck

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def front() -> None:
    """Commands of Ghost Hunters."""


@app.command()
def deck(
    context: typer.Context,
    edition: Annotated[str, typer.Option("--edition", "-e", metavar="NAME", help="The edition; full if left out.")] = "",
) -> None:
    """Print the house's cards as a deck file.

    Save it, type your own cards over them, and ask `ghosthouse deck check` what it makes of them.
    """
    context.obj.say(deck_file(house_deck(GAME.setup(edition).edition.row)), end=False)
