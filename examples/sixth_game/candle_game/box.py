"""What is in the box: the editions, read from `components/`, and the tables that the rules read."""

from __future__ import annotations

import tomllib
from importlib import resources

from ghosthouse.kernel.game import Edition, Option, Setup
from ghosthouse.kernel.refusal import BadSetup

from .state import State, Tables

ROWS = tomllib.loads((resources.files(__package__) / "components" / "editions.toml").read_text("utf-8"))

EDITIONS = {
    name: Edition(
        id=name,
        seats=(row["seats"][0], row["seats"][1]),
        minutes=2,
        lobby=row["lobby"],
        options={"hush": Option(default=True, values=(False, True), clause="CA-R1")},
        row=row,
    )
    for name, row in ROWS.items()
}


def shape(setup: Setup) -> type:
    """The layout of the state: one capacity serves two to four seats."""
    return State


def tables(setup: Setup) -> Tables:
    """Turn an edition and its option into the tables of the rules."""
    if setup.deck:
        raise BadSetup("Candle is played with its own cards: leave the deck file out")
    t = Tables()
    t.minutes = setup.edition.row["minutes"]
    t.hush = int(setup.options["hush"])
    for kind, copies in enumerate(setup.edition.row["copies"]):
        t.copies[kind] = copies
    return t
