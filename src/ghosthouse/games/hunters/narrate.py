"""What is told at the table, observer by observer, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import NOBODY

from . import rules
from .cards import ALLY_NAMES, COLOUR_LETTERS, cell_text, is_house, label_text
from .state import (
    ALLIES_SHOWN,
    BANISHES,
    BUST,
    CHOSE,
    DANGEROUS,
    DEALT,
    DECLINED,
    DREW_ALLY,
    EXTRA_DIE,
    FACES,
    FEWEST,
    FULL,
    GAME_OVER,
    LAST_ONE,
    LEAVES,
    LOCKED,
    NAMED,
    NO_ALLY,
    PAID,
    REMOVED,
    REROLLED,
    RESHUFFLED,
    REVEALED,
    ROLLED,
    ROUND,
    ROUND_OVER,
    ROW,
    SCORED,
    SHOWN,
    START_TRAP,
    STAYS,
    STEELED,
    SWAPPED,
    TINTS,
    TOKEN,
    TOOK_ALLY,
    TOOK_TRAP,
    TOTAL,
    TURNS,
    State,
    Tables,
)
from .traps import Atom

Facts = tuple[int, ...]


def with_traps(line: Line, **labels: int) -> Line:
    """Name Traps in a line: cards of the house have words, those of somebody's own deck go by their id."""
    terms, texts = dict(line.terms), dict(line.texts)
    for key, label in labels.items():
        if is_house(label):
            terms[key] = f"trap.{label_text(label)}"
        else:
            texts[key] = label_text(label)
    return Line(line.phrase, line.seats, terms, line.numbers, texts, line.call, line.tone)


def ally_term(kind: int) -> str:
    """The phrase that names an Ally."""
    return f"ally.{ALLY_NAMES[kind]}"


def die_term(look: int) -> str:
    """The phrase that names a die as it is seen."""
    return f"die.{cell_text(look & 31)}"


def condition_lines(atoms: tuple[Atom, ...]) -> list[Line]:
    """Word a condition, a line for each of its parts: for cards that somebody typed in, which no catalogue knows."""
    return [_part(atom) for atom in atoms]


def card_lines(atoms: tuple[Atom, ...], fame: int) -> list[Line]:
    """What stands on such a card: its condition, and what it pays."""
    return [*condition_lines(atoms), Line("part.fame", numbers={"n": fame})]


def _part(atom: Atom) -> Line:
    if atom.kind != "n":
        return Line(f"part.{atom.kind}", numbers={"n": atom.number})
    many = "none" if atom.exact and atom.number == 0 else "exact" if atom.exact else "least"
    sort = "any" if atom.colour is None else COLOUR_LETTERS[atom.colour]
    if sort == "any" and atom.faces == tuple(range(DANGEROUS, FACES)):
        return Line(f"part.dice_{many}", numbers={"n": atom.number}, texts={"sort": "danger"})
    if not atom.faces:
        return Line(f"part.dice_{many}", numbers={"n": atom.number}, texts={"sort": sort})
    shown = dict.fromkeys("abcdef", 0) | dict(zip("abcdef", (face + 1 for face in atom.faces), strict=False))
    return Line(f"part.faces_{many}", numbers={"n": atom.number, "k": len(atom.faces), **shown}, texts={"sort": sort})


# --- Events -----------------------------------------------------------------------------------------------------------------


def narrate(event: tuple[int, ...], viewer: int) -> Line | None:
    """Word an event for one observer; all that is hidden at this table is an Ally that only its owner sees (GHR-18)."""
    what, *facts = event
    if what == DREW_ALLY:
        seat, kind, secret = facts
        if secret and viewer != seat:
            return Line("told.drew_hidden", seats={"who": seat})
        return Line("told.drew_ally", seats={"who": seat}, terms={"ally": ally_term(kind)})
    return _TOLD[what](*facts)


def _row(phrase: str, labels: Facts) -> Line:
    shown = dict(zip("abcde", (label for label in labels if label), strict=False))
    blank = dict.fromkeys("abcde"[len(shown) : ROW], "-")  # a phrase names all five places
    return with_traps(Line(phrase, numbers={"n": len(shown)}, texts=blank), **shown)


def _ally_row(number: int, *kinds: int) -> Line:
    names = [ally_term(kind) for kind in kinds[:number]] + ["ally.none"] * (4 - number)
    return Line("told.ally_row", numbers={"n": number}, terms=dict(zip("abcd", names, strict=True)))


def _rolled(who: int, size: int, *rest: int) -> Line:
    *cells, danger = rest
    names = [die_term(cell) if cell != NOBODY else "die.none" for cell in cells]
    dice = dict(zip("abcd", names, strict=True))
    return Line("told.rolled", seats={"who": who}, terms=dice, numbers={"n": size, "danger": danger}, tone="move")


def _rerolled(who: int, one: int, other: int, only_second: int) -> Line:
    phrase = "told.rerolled_one" if only_second else "told.rerolled"
    return Line(phrase, seats={"who": who}, terms={"a": die_term(one), "b": die_term(other)}, tone="move")


def _who(phrase: str, tone: str = "") -> Callable[..., Line]:
    return lambda who: Line(phrase, seats={"who": who}, tone=tone)


def _trap(phrase: str, tone: str = "") -> Callable[..., Line]:
    return lambda who, label: with_traps(Line(phrase, seats={"who": who}, tone=tone), trap=label)


def _number(phrase: str, tone: str = "") -> Callable[..., Line]:
    return lambda number: Line(phrase, numbers={"n": number}, tone=tone)


_TOLD: dict[int, Callable[..., Line | None]] = {
    DEALT: lambda first, seats: Line("told.dealt", seats={"who": first}),
    START_TRAP: _trap("told.start_trap"),
    ROUND: _number("told.round", "round"),
    SHOWN: lambda *labels: _row("told.row", labels),
    ALLIES_SHOWN: _ally_row,
    ROLLED: _rolled,
    REROLLED: _rerolled,
    LOCKED: _who("told.locked", "lock"),
    REVEALED: lambda: Line("told.revealed", call="call.three", tone="reveal"),
    CHOSE: lambda who, choice: Line("told.stays" if choice == STAYS else "told.passes", seats={"who": who}),
    BUST: lambda danger: Line("told.bust", numbers={"n": danger}, call="call.bust", tone="disaster"),
    FULL: lambda: Line("told.full"),
    LAST_ONE: _who("told.last_one"),
    DECLINED: _who("told.declined"),
    LEAVES: lambda who, bust: Line("told.leaves_bust" if bust else "told.leaves", seats={"who": who}),
    TOOK_ALLY: lambda who, kind: Line("told.took_ally", seats={"who": who}, terms={"ally": ally_term(kind)}),
    NO_ALLY: _who("told.no_ally"),
    TOOK_TRAP: _trap("told.took_trap"),
    SWAPPED: lambda who, given, got: with_traps(Line("told.swapped", seats={"who": who}), given=given, trap=got),
    EXTRA_DIE: lambda who, cell: Line("told.extra_die", seats={"who": who}, terms={"die": die_term(cell)}),
    TINTS: lambda who, look, cell: Line("told.tints", seats={"who": who}, terms={"die": die_term(look)}),
    TURNS: lambda who, look, after, cell: Line(
        "told.turns", seats={"who": who}, terms={"die": die_term(look)}, numbers={"n": (after & 31) % 6 + 1}
    ),
    BANISHES: lambda who, look, cell: Line("told.banishes", seats={"who": who}, terms={"die": die_term(look)}),
    STEELED: _who("told.steel"),
    NAMED: _trap("told.named"),
    PAID: lambda who, label, fame, twice: with_traps(
        Line("told.paid_twice" if twice else "told.paid", seats={"who": who}, numbers={"n": fame}, tone="fame"), trap=label
    ),
    SCORED: lambda who, fame: Line("told.scored", seats={"who": who}, numbers={"n": fame}, call="call.fame"),
    TOKEN: lambda one, other, low, high: Line(
        "told.tokens", seats={"who": one, "other": other}, numbers={"low": low, "high": high}
    ),
    RESHUFFLED: _number("told.reshuffled"),
    ROUND_OVER: _number("told.round_over", "round"),
    FEWEST: lambda who, fame: Line("told.fewest", seats={"who": who}, numbers={"n": fame}),
    REMOVED: lambda number, *labels: _row("told.removed", labels) if number else None,
    GAME_OVER: lambda: Line("told.game_over", tone="win"),
    TOTAL: lambda who, fame, won: Line("told.wins" if won else "told.total", seats={"who": who}, numbers={"n": fame}),
}


# --- Reasons ----------------------------------------------------------------------------------------------------------------

REASONS = {
    rules.GAME_IS_OVER: ("why.over", "GH-54"),
    rules.OUT_OF_THE_ROUND: ("why.out", "GH-24"),
    rules.HAS_CHOSEN: ("why.has_chosen", "GH-14"),
    rules.NOT_YOUR_SEQUENCE: ("why.not_your_sequence", "GH-17"),
    rules.MUST_CHOOSE: ("why.must_choose", "GH-13"),
    rules.ALLIES_LATER: ("why.allies_later", "GH-39"),
    rules.NO_DECISION_NOW: ("why.no_decision", "GH-13"),
    rules.NOT_LAST: ("why.not_last", "GH-34"),
    rules.TOO_FEW_DICE: ("why.too_few_dice", "GH-35"),
    rules.MUST_ROLL: ("why.must_roll", "GHR-10"),
    rules.ROLL_FIRST: ("why.roll_first", "GHR-42"),
    rules.NOT_ALONE: ("why.not_alone", "GH-18"),
    rules.NO_ALLY_ON_A_BUST: ("why.no_ally_on_a_bust", "GH-30"),
    rules.ALLY_DONE: ("why.ally_done", "GH-18"),
    rules.NOT_IN_ALLY_ROW: ("why.no_such_ally", "GH-18"),
    rules.ALLY_FIRST: ("why.ally_first", "GH-18"),
    rules.TRAP_DONE: ("why.trap_done", "GH-19"),
    rules.NOT_IN_ROW: ("why.no_such_trap", "GH-23"),
    rules.TRAP_FIRST: ("why.trap_first", "GH-19"),
    rules.CHOOSE_ONE: ("why.choose_one", "GH-31"),
    rules.ALL_PAY: ("why.all_pay", "GH-20"),
    rules.NOT_OWN: ("why.not_own", "GH-20"),
    rules.NOT_MET: ("why.not_met", "GH-31"),
    rules.HAS_PAID: ("why.has_paid", "GH-22"),
    rules.SCORING_DONE: ("why.scoring_done", "GHR-29"),
    rules.NOT_YET_DONE: ("why.not_yet_done", "GHR-46"),
    rules.NOT_HELD: ("why.not_held", "GH-39"),
    rules.TOO_LATE: ("why.too_late", "GH-45"),
    rules.CHOOSE_SECOND: ("why.choose_second", "GHR-43"),
    rules.SWAP_PAID: ("why.swap_paid", "GH-43"),
    rules.ROW_EMPTY: ("why.row_empty", "GHR-27"),
    rules.NO_SUCH_DIE: ("why.die_not_there", "GH-41"),
    rules.DIE_IS_GONE: ("why.die_is_gone", "GHR-38"),
    rules.NOT_DANGEROUS: ("why.not_dangerous", "GHR-38"),
    rules.NO_WRAP: ("why.no_wrap", "GH-41"),
    rules.NO_BUST: ("why.no_bust", "GHR-43"),
    rules.STEEL_TWICE: ("why.steel_twice", "GHR-43"),
    rules.NAMED_ALREADY: ("why.named_already", "GH-41"),
    rules.NO_SUCH_ACTION: ("why.no_such_action", "GH-39"),
}


def reason(s: State, t: Tables, seat: int, action: int, why: int) -> tuple[Line, str]:
    """Word why an action is not marked, and name its clause."""
    phrase, clause = REASONS[why]
    line = Line(phrase)
    me = s.seat[seat]
    own = rules.own_place(action)
    if why in (rules.NOT_MET, rules.HAS_PAID, rules.SWAP_PAID, rules.NAMED_ALREADY):
        line = with_traps(line, trap=t.label[me.traps[own]])
    elif why in (rules.NOT_HELD, rules.TOO_LATE):
        line = Line(phrase, terms={"ally": ally_term(rules.kind_of(action))})
    elif why in (rules.NOT_DANGEROUS, rules.NO_WRAP):
        line = Line(phrase, terms={"die": die_term(s.look[rules.die_place(action)])})
    elif why == rules.TOO_FEW_DICE:
        line = Line(phrase, numbers={"n": t.dice - s.dice})
    return line, clause
