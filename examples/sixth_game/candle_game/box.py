"""What is in the box: the editions, read from `components/`, and the tables that the rules read."""

from __future__ import annotations

from ghosthouse.kernel.components import editions
from ghosthouse.kernel.game import Option, Setup
from ghosthouse.kernel.refusal import BadSetup

from .state import State, Tables

EDITIONS = editions(__package__, lambda row: {"hush": Option(default=True, values=(False, True), clause="CA-R1")})


def shape(setup: Setup) -> type:
    """The layout of the state: one capacity serves two to four seats."""
    return State


def tables(setup: Setup) -> Tables:
    """Turn an edition and its option into the tables of the rules."""
    if setup.deck:
        raise BadSetup("Candle is played with its own cards: leave the deck file out")
    t = Tables()
    t.minutes = setup.edition.row["burns"]
    t.hush = int(setup.options["hush"])
    for kind, copies in enumerate(setup.edition.row["copies"]):
        t.copies[kind] = copies
    return t
