"""Candle as text.

    candle/plain seats 2 | minutes 7 | turn 1 | hush 1 0 | laid 1 2 | deck 3 1 1 2 ... | hand0 1 3 | hand1 2 2

The deck is written from its top. It may be left out: then all cards that lie nowhere else are in it, the lowest on top.
"""

from __future__ import annotations

from ghosthouse.kernel.layout import Ints
from ghosthouse.kernel.notation import Fields, join
from ghosthouse.kernel.refusal import BadPosition, Nonsense

from . import rules
from .state import HAND, HUSH, KINDS, State, Tables

NUMBERS = ("1", "2", "3")


def _cards(counts: Ints) -> str:
    return " ".join(NUMBERS[kind] for kind in range(KINDS) for _ in range(counts[kind]))


def write(s: State, t: Tables) -> str:
    """Write a state as the body of a position line."""
    fields: dict[str, object] = {
        "minutes": s.minutes,
        "turn": s.turn,
        "hush": " ".join(str(s.seat[p].hush) for p in range(s.seats)),
        "laid": _cards(s.laid),
        "deck": " ".join(NUMBERS[s.cards[place]] for place in range(s.deck - 1, -1, -1)),
    }
    return join(fields | {f"hand{p}": _cards(s.seat[p].hand) for p in range(s.seats)})


def read(body: str, t: Tables, s: State) -> State:
    """Read a state; a line that no game could lead to is refused with what is wrong."""
    fields = Fields(body, ("minutes", "turn", "hush", "laid", "deck", "hand#"))
    left = list(t.copies)
    s.turn = fields.number("turn", 0, 0, s.seats - 1)
    _take(fields, "laid", left, s.laid)
    for p in range(s.seats):
        _take(fields, f"hand{p}", left, s.seat[p].hand)
    _read_hush(fields, t, s)
    _read_deck(fields, left, s)
    s.minutes = max(0, t.minutes - sum((kind + 1) * s.laid[kind] for kind in range(KINDS)))
    if fields.number("minutes", s.minutes) != s.minutes:
        raise BadPosition(f"with {fields.found.get('laid', [])} laid, {s.minutes} minutes are left, not {fields.word('minutes')}")
    for p in range(s.seats):
        if not (0 if s.deck == 0 or (s.minutes == 0 and p == s.turn) else HAND) <= rules.count(s, p) <= HAND:
            raise BadPosition(f"seat {p} must hold {HAND} cards, not {rules.count(s, p)}")
    if s.minutes and not rules.legal(s, t, s.turn, 0):
        raise BadPosition(f"seat {s.turn} is on turn with nothing to do")
    return s


def _take(fields: Fields, key: str, left: list[int], into: Ints) -> None:
    for word in fields.words(key):
        if word not in NUMBERS:
            raise BadPosition(f"cards show {', '.join(NUMBERS)}, not {word!r} (in {key!r})")
        kind = NUMBERS.index(word)
        if left[kind] == 0:
            raise BadPosition(f"there are not that many cards {word} in the box (one too many in {key!r})")
        left[kind] -= 1
        into[kind] += 1


def _read_hush(fields: Fields, t: Tables, s: State) -> None:
    words = fields.words("hush") or [str(t.hush)] * s.seats
    if len(words) != s.seats or any(word not in ("0", str(t.hush)) for word in words):
        raise BadPosition(f"the field 'hush' takes {s.seats} words, 0 or {t.hush}, not {' '.join(words)!r}")
    for p, word in enumerate(words):
        s.seat[p].hush = int(word)


def _read_deck(fields: Fields, left: list[int], s: State) -> None:
    words = fields.words("deck") if "deck" in fields.found else _cards(left).split()
    counts = [0] * KINDS
    _take(fields, "deck", left, counts)
    if "deck" in fields.found and any(left):
        raise BadPosition(f"some cards lie nowhere: {_cards(left)}")
    s.deck = len(words)
    for place, word in enumerate(reversed(words)):
        s.cards[place] = NUMBERS.index(word)


def spell(s: State, t: Tables, seat: int, action: int) -> str:
    """Write an action as a move."""
    if action == HUSH:
        return "hush"
    return f"lay {action + 1}"


def parse(s: State, t: Tables, seat: int, text: str) -> int:
    """Read a move: `lay 2`, or just `2`; `hush`."""
    match text.lower().split():
        case ["hush"]:
            return HUSH
        case ["lay", number] | [number] if number in NUMBERS:
            return NUMBERS.index(number)
    raise Nonsense(f"{text!r} is no move; moves are: lay 1, lay 2, lay 3, hush")
