"""What is in the box: editions and decks, read from `components/`, checked, and turned into the tables of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ghosthouse.kernel.components import component, editions, read_deck_file
from ghosthouse.kernel.game import Option, Setup
from ghosthouse.kernel.refusal import BadSetup

from .state import CARDS, COLOURS, GHOST_KINDS, LEVELS, MIST, NO_COLOUR, SEATS, State, Tables

LETTERS = {"black": "K", "white": "W", "blue": "B", "red": "R", "green": "G", "yellow": "Y"}
FLAG = (False, True)
GHOSTS_ON_A_CARD = tuple(str(ghosts) for ghosts in range(1, LEVELS))  # keys of TOML are texts: `01` or `²` would be others
NEXT_STARTER = ("round_ender", "same_player", "rotate_left", "last_taker")


OPTIONS = {
    "first": Option(default="chance", values=("chance", *range(SEATS)), clause="KA-07, KG-04"),
    "rounds": Option(default=3, values=range(1, 21), clause="KA-R17, KG-R17"),
    "mist_may_open": Option(default=True, values=FLAG, clause="KA-R01, KG-R02"),
    "mist_redraw": Option(default="first_turn", values=("first_turn", "auto_all"), clause="KG-R01"),
    "next_starter": Option(default="round_ender", values=NEXT_STARTER, clause="KG-R04"),
    "keep_direction_between_rounds": Option(default=False, values=FLAG, clause="KA-R04"),
    "start_marker_returnable": Option(default=True, values=FLAG, clause="KG-R05"),
    "return_mode": Option(default="auto", values=("auto", "ask"), clause="KA-R09, KG-R11"),
    "spoken_calls": Option(default="auto", values=("auto", "player"), clause="KA-R13"),
    "show_pile_list": Option(default=True, values=FLAG, clause="KA-R14"),
}


def _options(row: dict[str, Any]) -> dict[str, Option]:
    """The options that an edition offers; where its row names the same thing, that is the default."""
    return {name: replace(OPTIONS[name], default=row.get(name, OPTIONS[name].default)) for name in row["options"]}


EDITIONS = editions(__package__, _options)


def read_deck(text: str) -> dict[str, Any]:
    """Read a deck file and check it by itself; whatever is wrong is said with what would work."""
    return check_deck(read_deck_file(text))


def check_deck(deck: dict[str, Any]) -> dict[str, Any]:
    """Check the rows of a deck: colours, copies by number of ghosts, and mist."""
    unknown = set(deck) - {"colours", "copies_per_colour", "mist"}
    if unknown:
        raise BadSetup(f"a deck has colours, copies_per_colour and mist; unknown: {', '.join(sorted(unknown))}")
    colours, copies, mist = deck.get("colours"), deck.get("copies_per_colour"), deck.get("mist", 0)
    if not isinstance(colours, list) or not 1 <= len(colours) <= COLOURS or len(set(map(str, colours))) != len(colours):
        raise BadSetup(f"colours must list 1 to {COLOURS} different colours")
    for colour in colours:
        if not isinstance(colour, str) or colour not in LETTERS:
            raise BadSetup(f"there is no colour {colour!r} (there are: {', '.join(LETTERS)})")
    if not isinstance(copies, dict) or not copies:
        raise BadSetup("copies_per_colour must say how many cards there are by number of ghosts, for instance { 1 = 3, 2 = 3 }")
    for ghosts, number in copies.items():
        if ghosts not in GHOSTS_ON_A_CARD:
            raise BadSetup(f"a card cannot show {ghosts} ghosts: 1 to {LEVELS - 1} can be played at all")
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= CARDS:
            raise BadSetup(f"there cannot be {number!r} cards with {ghosts} ghosts: 0 to {CARDS}")
    if isinstance(mist, bool) or not isinstance(mist, int) or not 0 <= mist <= CARDS:
        raise BadSetup(f"there cannot be {mist!r} mist cards: 0 to {CARDS}")
    kinds = len(colours) * len([n for n in copies.values() if n])
    total = len(colours) * sum(copies.values()) + mist
    if not kinds:
        raise BadSetup("a deck needs at least one ghost card")
    if kinds > GHOST_KINDS:
        raise BadSetup(f"a deck can have {GHOST_KINDS} kinds of ghost cards, not {kinds}")
    if total > CARDS:
        raise BadSetup(f"a deck can have {CARDS} cards, not {total}")
    return {"colours": colours, "copies_per_colour": {int(k): v for k, v in copies.items() if v}, "mist": mist}


def deck_of(setup: Setup) -> dict[str, Any]:
    """The deck that a setup plays with: its own file, or its edition's."""
    return read_deck(setup.deck) if setup.deck else check_deck(component(__package__, "decks.toml")[setup.edition.row["deck"]])


def shape(setup: Setup) -> type:
    """The layout of the state: one capacity serves 2 to 6 seats."""
    return State


def tables(setup: Setup) -> Tables:
    """Turn edition, options and deck into the tables of the rules, or refuse what cannot be played."""
    row, deck = setup.edition.row, deck_of(setup)
    chosen: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()} | dict(row) | dict(setup.options)
    t = Tables()
    kind = 0
    for number, colour in enumerate(LETTERS):
        for ghosts, copies in sorted(deck["copies_per_colour"].items()):
            if colour in deck["colours"]:
                t.colour[kind], t.ghosts[kind], t.copies[kind] = number, ghosts, copies
                t.ghosts_mask |= 1 << kind
                kind += 1
    t.colour[MIST] = NO_COLOUR
    t.copies[MIST] = deck["mist"]
    t.total = sum(t.copies)
    t.hand, t.limit, t.relief = row["hand"], row["limit"], row["relief"]
    t.start_fright = row["start_fright"]
    t.floor = 0 if chosen["start_marker_returnable"] else row["start_fright"]
    t.first = -1 if chosen["first"] == "chance" else chosen["first"]
    t.rounds = chosen["rounds"]
    t.mist_may_open = int(chosen["mist_may_open"])
    t.mist_beside = int(row["mist_beside"])
    t.mirror_calls = int(row["mirror_calls"])
    t.two_players_turn = int(row["two_players_turn"])
    t.auto_redraw = int(chosen["mist_redraw"] == "auto_all")
    t.redraw = int(row["redraw"] and (row["mist_beside"] or not t.mist_may_open))  # KG-R19: beside, the right stays; KA-R01
    t.keep_direction = int(chosen["keep_direction_between_rounds"])
    t.next_starter = NEXT_STARTER.index(chosen["next_starter"])
    t.ask_relief = int(chosen["return_mode"] == "ask")
    t.speak = int(chosen["spoken_calls"] == "player")
    t.show_pile = int(chosen["show_pile_list"])
    _mark_what_fits(t)
    _check_fit(t, setup)
    return t


def _mark_what_fits(t: Tables) -> None:
    mist = 1 << MIST if t.copies[MIST] else 0
    t.opens = t.ghosts_mask | (mist if t.mist_may_open else 0)
    for top in range(COLOURS + 1):
        for level in range(LEVELS):
            fits = mist
            for kind in range(GHOST_KINDS):
                if t.copies[kind] and (t.colour[kind] == top or level + t.ghosts[kind] <= t.limit):
                    fits |= 1 << kind
            t.fits[top, level] = fits


def _check_fit(t: Tables, setup: Setup) -> None:
    if any(t.copies[k] and t.ghosts[k] > t.limit for k in range(GHOST_KINDS)):
        raise BadSetup(f"a card with more ghosts than the limit of {t.limit} could not even open a pile")
    if setup.options["first"] != "chance" and t.first >= setup.seats:
        raise BadSetup(f"seat {t.first} cannot start: there are seats 0 to {setup.seats - 1}")
    if t.total < t.hand * setup.seats:
        raise BadSetup(f"{setup.seats} players need at least {t.hand * setup.seats} cards; this deck has {t.total}")
    others = t.hand * (setup.seats - 1)
    if t.redraw and t.total - others <= t.copies[MIST]:
        raise BadSetup(
            f"too little to exchange a hand of mist for: with {setup.seats} players such a deck needs more than {others} ghosts, "
            f"not {t.total - t.copies[MIST]} (KG-R21)"
        )
