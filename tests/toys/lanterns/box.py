"""One edition and its one option."""

import tomllib
from typing import Any

from ghosthouse.kernel.game import Edition, Option, Setup
from ghosthouse.kernel.refusal import BadSetup

from .state import State, Tables

EDITIONS = {
    "plain": Edition(
        id="plain",
        seats=(2, 4),
        minutes=1,
        options={"calls": Option(default=True, values=(False, True), clause="LA-R1")},
    ),
}


def shape(setup: Setup) -> type:
    """One capacity."""
    return State


def tables(setup: Setup) -> Any:
    """The tallest candle of the deck file, or six."""
    t: Any = Tables()
    t.calls = int(setup.options["calls"])
    t.tallest = 6
    if setup.deck:
        try:
            t.tallest = tomllib.loads(setup.deck)["tallest"]
        except (tomllib.TOMLDecodeError, KeyError) as problem:
            raise BadSetup(f"a deck file says how tall the tallest candle is: {problem}") from None
        if not 3 <= t.tallest <= 6:
            raise BadSetup(f"the tallest candle cannot be {t.tallest} (possible: 3 to 6)")
    return t
