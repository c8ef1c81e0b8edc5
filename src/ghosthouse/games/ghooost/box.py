"""What is in the box: editions and decks, read from `components/`, checked, and turned into the tables of the rules."""

from __future__ import annotations

from typing import Any

from ghosthouse.kernel.components import Row, component, editions, read_deck_file
from ghosthouse.kernel.game import Option, Setup
from ghosthouse.kernel.refusal import BadSetup

from .rules import MOST_VOIDS, may_lie_on, some
from .state import (
    CARDS,
    KITTY,
    MISS_COPY,
    MOST_COPIES,
    MOST_KITTIES,
    MOST_OF_A_RANK,
    RANKS,
    SEATS,
    State,
    Tables,
)

FLAG = (False, True)
STALL_LIMITS = range(1, 2001)
TIE_CAPS = range(1, 21)
VALUES = tuple(str(value) for value in range(1, RANKS + 1))  # keys of TOML are texts: `01` or `²` would be others


def _options(row: dict[str, Any]) -> dict[str, Option]:
    options = {
        "match": Option(default=row["match"], values=FLAG, clause="GO-80"),
        "two_player_match": Option(default="off", values=("off", "boo_only"), clause="GO-R29"),
        "first": Option(default="chance", values=("chance", *range(row["seats"][1])), clause="GO-07"),
        "two_miss_copies": Option(default="forbid", values=("forbid", "allow"), clause="GO-R01"),
        "twist_multi": Option(default="per_card", values=("per_card", "per_play"), clause="GO-R06"),
        "collect_lone_kitty": Option(default=True, values=FLAG, clause="GO-R11"),
        "kitty_skip_when_leaving": Option(default=True, values=FLAG, clause="GO-R14"),
        "stall_limit": Option(default=row["stall_limit"], values=STALL_LIMITS, clause="GO-R27"),
        "adjudication": Option(default="fewest_left", values=("fewest_left", "void_and_redeal"), clause="GO-R28"),
        "tiebreak_cap": Option(default=10, values=TIE_CAPS, clause="GO-R31"),
        "show_pile": Option(default="full", values=("full", "top_only"), clause="GO-R32"),
        "known_cards": Option(default=False, values=FLAG, clause="GO-R49"),
    }
    if "decks" in row:
        options["cards"] = Option(default=row["decks"][0], values=tuple(row["decks"]))
    return options


EDITIONS = editions(__package__, _options)


def read_deck(text: str) -> dict[int, int]:
    """Read a deck file as copies by kind and check it by itself; whatever is wrong is said with what would work."""
    return check_deck(read_deck_file(text))


def check_deck(deck: Row) -> dict[int, int]:
    """Check the rows of a deck, and return the copies by kind."""
    unknown = set(deck) - {"ranks", "miss_copy", "kitty"}
    if unknown:
        raise BadSetup(f"a deck has ranks, miss_copy and kitty; unknown: {', '.join(sorted(unknown))}")
    ranks = deck.get("ranks")
    if not isinstance(ranks, dict) or not ranks:
        raise BadSetup("a deck needs [ranks]: how many copies there are of each value, for instance 5 = 4")
    copies = {}
    for value, number in ranks.items():
        if value not in VALUES:
            raise BadSetup(f"there is no ghost of value {value} (values are 1 to {RANKS})")
        copies[int(value)] = _copies(f"copies of {value}", number, MOST_OF_A_RANK)
    if not any(copies.values()):
        raise BadSetup("a deck needs at least one ghost with a value")
    copies[MISS_COPY] = _copies("Miss Copies", deck.get("miss_copy", 0), MOST_COPIES)
    copies[KITTY] = _copies("Kitties", deck.get("kitty", 0), MOST_KITTIES)
    if sum(copies.values()) > CARDS:
        raise BadSetup(f"a deck can have {CARDS} cards, not {sum(copies.values())}")
    return copies


def _copies(what: str, number: object, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise BadSetup(f"a deck cannot have {number!r} {what}: 0 to {most}")
    return number


def deck_of(setup: Setup) -> dict[int, int]:
    """The deck that a setup plays with: its own file, or one of its edition's."""
    if setup.deck:
        return read_deck(setup.deck)
    return check_deck(component(__package__, f"{setup.options.get('cards', setup.edition.row.get('deck'))}.toml"))


def shape(setup: Setup) -> type:
    """The layout of the state: one capacity serves 2 to 6 seats."""
    return State


def tables(setup: Setup) -> Tables:
    """Turn edition, options and deck into the tables of the rules, or refuse what cannot be played."""
    row, chosen, deck = setup.edition.row, setup.options, deck_of(setup)
    t = Tables()
    for kind, copies in deck.items():
        t.deck += some(kind, copies)
    for top in range(RANKS + 1):
        for value in range(1, RANKS + 1):
            t.beats[top] |= may_lie_on(value, top) << value
    t.total = sum(deck.values())
    t.hand, t.mansion = row["hand"], row["mansion"][str(setup.seats)]
    t.most_copies = MOST_COPIES if chosen["two_miss_copies"] == "allow" else 1
    t.twist_once = int(chosen["twist_multi"] == "per_play")
    t.lone_kitty = int(chosen["collect_lone_kitty"])
    t.leaver_skips = int(chosen["kitty_skip_when_leaving"])
    t.void = int(chosen["adjudication"] == "void_and_redeal")
    t.duel = int(setup.seats == 2)
    t.match = int(chosen["match"] and (setup.seats > 2 or chosen["two_player_match"] == "boo_only"))
    t.tie_cap = chosen["tiebreak_cap"]
    t.first = -1 if chosen["first"] == "chance" else chosen["first"]
    t.show_pile = int(chosen["show_pile"] == "full")
    t.show_known = int(chosen["known_cards"])
    t.stall_limit = chosen["stall_limit"]
    if t.first >= setup.seats:
        raise BadSetup(f"seat {t.first} cannot start: there are seats 0 to {setup.seats - 1}")
    need = setup.seats * (t.hand + t.mansion) + 1
    if t.total < need:
        raise BadSetup(
            f"{setup.seats} players need at least {need} cards, a hand of {t.hand} and a Mansion of {t.mansion} each "
            f"and one for the Crypt; this deck has {t.total}"
        )
    return t


def carried(setup: Setup, s: State) -> dict[str, int]:
    """GO-07: whoever lost the last game, or the last round of a match, starts the next one."""
    return {"first": next(p for p in range(s.seats) if not s.seat[p].place)}


def longest_game() -> int:
    """Count out how many decisions the longest game can have, at the widest options. GO-R27, GO-R31, GO-R48.

    Steps forward in a round: each card of Crypt and Mansions leaves once, each card is discarded once, all but one player leave.
    Before each of them, and after the last, at most `stall_limit` actions pass.
    """
    forward = 2 * CARDS + SEATS
    rounds = SEATS + 1 + TIE_CAPS[-1]
    return rounds * (MOST_VOIDS + 1) * (forward + 1) * STALL_LIMITS[-1]
