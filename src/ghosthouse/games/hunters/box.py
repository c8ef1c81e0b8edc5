"""What is in the box: editions and decks, read from `components/` or from somebody's own deck file, checked, turned into tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ghosthouse.kernel.components import component, editions, read_deck_file
from ghosthouse.kernel.game import Option, Setup
from ghosthouse.kernel.refusal import BadSetup

from .cards import ALLY_NAMES, COLOUR_LETTERS, cell_of, cell_text, label
from .odds import worth
from .state import BANISH, COLOURS, DICE, DIE, ENCORE, STEEL, SWAP, TINT, TURN, State, Tables
from .traps import Atom, ConditionError, parse, text_of

FLAG = (False, True)
EFFECTS = {"swap": SWAP, "tint": TINT, "turn": TURN, "banish": BANISH, "steel": STEEL, "encore": ENCORE}
MOST_FAME = 60


@dataclass(frozen=True, slots=True)
class TrapCard:
    """A Trap of a deck: what it is called, its condition, and the Fame that it pays."""

    id: str
    atoms: tuple[Atom, ...]
    fame: int
    worth: int  # to a bot: see `odds.worth`
    house: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game, checked: Traps in the order of the file, and copies of Allies by kind."""

    traps: tuple[TrapCard, ...]
    allies: Mapping[int, int]


def _options(row: dict[str, Any]) -> dict[str, Option]:
    return {
        "first": Option(default="chance", values=("chance", *range(row["seats"][1])), clause="GH-04"),
        "first_reroll": Option(default="both", values=("both", "one"), clause="GHR-01"),
        "bust_exchange": Option(default=True, values=FLAG, clause="GHR-07"),
        "last_turn": Option(default="forced", values=("forced", "may_decline"), clause="GHR-10"),
        "ally_shortage": Option(default="none", values=("none", "deck"), clause="GHR-15"),
        "ally_row": Option(default="replace", values=("replace", "refill"), clause="GHR-17"),
        "secret_allies": Option(default=False, values=FLAG, clause="GHR-18"),
        "open_totals": Option(default=False, values=FLAG, clause="GHR-21"),
        "odds": Option(default=False, values=FLAG),
    }


EDITIONS = editions(__package__, _options)


# --- Decks ------------------------------------------------------------------------------------------------------------------


@cache
def house_traps() -> tuple[TrapCard, ...]:
    """All Traps of the house."""
    return _read_traps(component(__package__, "traps.toml")["traps"], house=True)


@cache
def house_allies() -> Mapping[int, int]:
    """All Allies of the house."""
    return _read_allies(component(__package__, "allies.toml")["allies"])


def house_deck(row: Mapping[str, Any]) -> Deck:
    """The cards of the house that an edition plays with."""
    wanted = row.get("traps")
    traps = tuple(card for card in house_traps() if wanted is None or card.id in wanted)
    return Deck(traps, _read_allies(row["allies"]) if "allies" in row else house_allies())


def read_deck(text: str, row: Mapping[str, Any]) -> Deck:
    """Read a deck file for an edition: Traps, Allies or both, card for card; whatever is wrong is said with its place.

    What the file leaves out comes from the house.
    """
    given = read_deck_file(text)
    if not given or set(given) - {"traps", "allies"}:
        names = ", ".join(sorted(set(given) - {"traps", "allies"}))
        raise BadSetup(f"a deck file has traps, allies or both; {f'unknown: {names}' if names else 'this one has neither'}")
    house = house_deck(row)
    deck = Deck(
        _read_traps(given["traps"]) if "traps" in given else house.traps,
        _read_allies(given["allies"]) if "allies" in given else house.allies,
    )
    for what, found, wanted in (
        ("Traps", len(deck.traps), len(house.traps)),
        ("Allies", sum(deck.allies.values()), sum(house.allies.values())),
    ):
        if found != wanted:
            raise BadSetup(f"this deck has {found} {what}; the box holds {wanted}, no more and no fewer")
    return deck


def _read_traps(rows: object, *, house: bool = False) -> tuple[TrapCard, ...]:
    cards: list[TrapCard] = []
    taken: set[str] = set()
    for number, row in enumerate(_rows(rows, "traps", '{ id = "T01", when = "n(R)>=2", fame = 3 }'), 1):
        where = f"Trap {number}" + (f" ({row['id']})" if isinstance(row.get("id"), str) else "")
        _only(where, row, {"id", "when", "fame", "worth"} if house else {"id", "when", "fame"})
        name, when, fame = row.get("id"), row.get("when"), row.get("fame")
        if not isinstance(name, str):
            raise BadSetup(f'{where} needs an id: a short name, for instance id = "T{number:02}"')
        if name.upper() in ALLY_NAMES:
            raise BadSetup(f"{where}: {name} is the name of an Ally")
        if name.lower() in taken:
            raise BadSetup(f"{where}: another Trap has this id; each card needs its own (capitals do not tell them apart)")
        taken.add(name.lower())
        if not isinstance(when, str):
            raise BadSetup(f'{where} needs a condition, for instance when = "n(R)>=2"')
        if isinstance(fame, bool) or not isinstance(fame, int) or not 0 <= fame <= MOST_FAME:
            raise BadSetup(f"{where}: fame is a number from 0 to {MOST_FAME}, not {fame!r}")
        try:
            label(name, house=house)
            atoms = parse(when)
            cards.append(TrapCard(name, atoms, fame, row["worth"] if house else worth(atoms, fame), house))
        except ConditionError as problem:
            raise BadSetup(f"{where}: the condition cannot be read\n{problem}") from None
        except ValueError as problem:
            raise BadSetup(f"{where}: {problem}") from None
    return tuple(cards)


def _read_allies(rows: object) -> dict[int, int]:
    copies: dict[int, int] = {}
    for number, row in enumerate(_rows(rows, "allies", '{ effect = "swap", copies = 5 }'), 1):
        where = f"Ally {number}"
        _only(where, row, {"effect", "die", "copies"})
        effect, many = row.get("effect"), row.get("copies", 1)
        if effect == "die":
            cell = cell_of(str(row.get("die", "")))
            if cell < 0:
                raise BadSetup(
                    f'{where}: a die is a colour R, G, B, Y and a number, for instance die = "R4", not {row.get("die")!r}'
                )
            kind = DIE + cell
        elif isinstance(effect, str) and effect in EFFECTS:
            kind = EFFECTS[effect]
            if "die" in row:
                raise BadSetup(f'{where}: only effect = "die" names a die')
        else:
            raise BadSetup(f"{where}: there is no effect {effect!r} (there are: {', '.join(EFFECTS)}, die)")
        if isinstance(many, bool) or not isinstance(many, int) or not 1 <= many <= 99:
            raise BadSetup(f"{where}: copies is a number from 1 on, not {many!r}")
        if kind in copies:
            raise BadSetup(f"{where}: there is another row for {ALLY_NAMES[kind]}; count its copies there")
        copies[kind] = many
    return copies


def _rows(rows: object, what: str, example: str) -> list[dict[str, Any]]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise BadSetup(f"{what} must be a list of rows, for instance {what} = [ {example}, ... ]")
    return rows


def _only(where: str, row: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(set(row) - known)
    if unknown:
        raise BadSetup(f"{where}: unknown {', '.join(unknown)} (a row has: {', '.join(sorted(known))})")


def deck_of(setup: Setup) -> Deck:
    """The deck that a setup plays with: its own file, or its edition's."""
    row = setup.edition.row
    return read_deck(setup.deck, row) if setup.deck else house_deck(row)


def deck_file(deck: Deck) -> str:
    """Write a deck as a file, to start one's own from."""
    about = f"# {len(deck.traps)} Traps and {sum(deck.allies.values())} Allies"
    lines = [f"{about}; docs/how-to/play-with-your-own-cards.md says what a row may say.", "", "traps = ["]
    lines += [f'    {{ id = "{card.id}", when = "{text_of(card.atoms)}", fame = {card.fame} }},' for card in deck.traps]
    lines += ["]", "allies = ["]
    for kind, copies in deck.allies.items():
        which = f'effect = "die", die = "{cell_text(kind - DIE)}"' if kind >= DIE else f'effect = "{ALLY_NAMES[kind].lower()}"'
        lines.append(f"    {{ {which}, copies = {copies} }},")
    return "\n".join([*lines, "]", ""])


# --- Tables -----------------------------------------------------------------------------------------------------------------


def shape(setup: Setup) -> type:
    """The layout of the state: one capacity serves 2 to 5 seats."""
    return State


def tables(setup: Setup) -> Tables:
    """Turn edition, options and deck into the tables of the rules, or refuse what cannot be played."""
    row, chosen, deck = setup.edition.row, setup.options, deck_of(setup)
    t = Tables()
    for number, card in enumerate(deck.traps):
        t.label[number] = label(card.id, house=card.house)
        t.fame[number] = card.fame
        t.worth[number] = card.worth
        for place, atom in enumerate(card.atoms):
            t.atom[number, place] = atom.packed()
    for kind, copies in deck.allies.items():
        t.copies[kind] = copies
    for colour in range(COLOURS):
        t.stock[colour] = row["dice"].get(COLOUR_LETTERS[colour], 0)
    t.traps, t.allies, t.dice = len(deck.traps), sum(t.copies), sum(t.stock)
    t.row, t.rounds = row["row"], row["rounds"]
    t.first = -1 if chosen["first"] == "chance" else chosen["first"]
    t.reroll_one = int(chosen["first_reroll"] == "one")
    t.bust_exchange = int(chosen["bust_exchange"])
    t.may_decline = int(chosen["last_turn"] == "may_decline")
    t.shortage_deck = int(chosen["ally_shortage"] == "deck")
    t.refill = int(chosen["ally_row"] == "refill")
    t.secret_allies = int(chosen["secret_allies"])
    t.open_totals = int(chosen["open_totals"])
    t.odds = int(chosen["odds"])
    if t.first >= setup.seats:
        raise BadSetup(f"seat {t.first} cannot be the first player: there are seats 0 to {setup.seats - 1} (GH-04)")
    assert t.dice <= DICE
    assert t.traps >= setup.seats + t.row * t.rounds  # the Trap deck never runs out
    return t
