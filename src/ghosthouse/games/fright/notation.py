"""Ghosts (Knizia) as text: positions and moves.

    round 1 | phase play | starter 0 | turn 2 | direction cw | level 6 | top K | call raise | pile M R3 K3 | taken 1 0 0
    | gone 0 K1 M | deck B1 B2 ... | hand0 K2 ... | hand1 ... | hand2 ... | fright 4 3 3 | fresh 0 0 0

`pile` and `gone` are written bottom or oldest card first, `deck` the next card first, `-` is nothing. `gone` are taken piles,
parted by `/`, each headed by the seat that has it; `beside` counts mist beside the pile. A hand-written position may leave out
what does not matter (`position.py`): without a pile, one is made that fits `level` and `top`; the word `any` fills a hand up, or
stands for all other cards in the deck or in a taken pile; hands and deck that are left out are `any`.
"""

from __future__ import annotations

import re

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.notation import join
from ghosthouse.kernel.refusal import Illegal, Nonsense

from .cards import CALLS, LETTERS, NOTHING, PHASES, gone_of, hand_of, kinds_by_sign, pile_of, sign_of
from .position import read
from .state import CALL, CLOCKWISE, MIRRORED, MIST, MISTED, NO_COLOUR, REDRAW, RELIEF, RETURN, SPEAK, TAKE, State, Tables

__all__ = ["parse", "read", "spell", "write"]


# --- Writing ----------------------------------------------------------------------------------------------------------------


def write(s: State, t: Tables) -> str:
    """Write a state as the body of a position line."""
    seats = range(s.seats)

    def cards(kinds: list[int]) -> str:
        return " ".join(sign_of(t, kind) for kind in kinds) or NOTHING

    fields: dict[str, object] = {
        "round": s.round,
        "phase": PHASES[s.phase],
        "starter": s.starter,
        "turn": s.turn,
        "direction": "cw" if s.direction == CLOCKWISE else "ccw",
        "level": s.level,
        "top": NOTHING if s.top == NO_COLOUR else LETTERS[s.top],
        "call": CALLS[s.did],
        "pile": cards(pile_of(s)),
        "taken": " ".join(str(s.seat[p].taken) for p in seats),
        "gone": _write_gone(s, t),
        "beside": s.spent[MIST] if t.mist_beside else None,
        "deck": cards([s.cards[place] for place in range(s.deck - 1, -1, -1)]),
    }
    fields |= {f"hand{p}": cards(hand_of(s, p)) for p in seats}
    fields["fright"] = " ".join(str(s.seat[p].fright) for p in seats)
    fields["fresh"] = " ".join(str(s.seat[p].fresh) for p in seats)
    fields["asked"] = " ".join(str(s.seat[p].asked) for p in seats) if s.phase == RELIEF else None
    return join(fields)


def _write_gone(s: State, t: Tables) -> str:
    words: list[str] = []
    holder = -1
    for owner, kind in gone_of(s):
        if owner != holder:
            words += (["/"] if words else []) + [str(owner)]
            holder = owner
        words.append(sign_of(t, kind))
    return " ".join(words) or NOTHING


def spell(s: State, t: Tables, seat: int, action: int) -> str:
    """Write an action as a move."""
    if action == TAKE:
        return "take"
    if action == REDRAW:
        return "redraw"
    if action == CALL:
        return f"call {s.level}"
    if action >= RETURN:
        return f"return {action - RETURN}"
    return f"play {sign_of(t, action)}" if t.copies[action] else f"play #{action}"


# --- Reading moves ----------------------------------------------------------------------------------------------------------

NUMBERS = {word: number for number, words in enumerate((
    "zero null", "one eins", "two zwei", "three drei", "four vier", "five fünf", "six sechs", "seven sieben",
)) for word in words.split()}  # fmt: skip
SUFFIXES = {"mirror": MIRRORED, "spiegel": MIRRORED, "mist": MISTED, "nebel": MISTED}
MIST_WORDS = ("m", "mist", "nebel")


def parse(s: State, t: Tables, seat: int, text: str) -> int:
    """Read a move: `play K2`, `open K2`, `K2`, `play M`, `mist`, `take`, `redraw`, `call 6`, `return 2`."""
    words = text.lower().replace(",", " ").split()
    if words[:1] == ["call"]:
        return _parse_call(s, seat, words[1:], text)
    if words and len(words) <= 2 and (words[0] in NUMBERS or words[0].isdigit()):
        return _parse_call(s, seat, words, text)
    match words:
        case ["take"] | ["nehmen"]:
            return TAKE
        case ["redraw"] | ["tauschen"]:
            return REDRAW
        case ["return", number] if number.isdigit() and int(number) <= 3:
            return RETURN + int(number)
        case ["play" | "open", card] | [card]:
            wanted = "M" if card in MIST_WORDS else card.upper()
            known = kinds_by_sign(t)
            if wanted in known:
                return known[wanted]
            if re.fullmatch(r"m|[a-z]\d+", card):
                raise Nonsense(f"this deck has no card {wanted} (it has: {' '.join(known)})")
    raise Nonsense(f"{text!r} is no move; moves are: play K2, play M, take, redraw, call 6, return 2")


def _parse_call(s: State, seat: int, words: list[str], text: str) -> int:
    """Read a call. KA-R13: a wrong one is refused and costs nothing; the word behind the number may be left out."""
    number = NUMBERS.get(words[0], int(words[0]) if words and words[0].isdigit() else -1) if words else -1
    suffix = SUFFIXES.get(words[1], -1) if len(words) == 2 else 0
    if number < 0 or suffix < 0 or len(words) > 2:
        raise Nonsense(f"{text!r} is no call; calls are: call 6, call 6 mirror, call 6 mist")
    if s.phase == SPEAK and seat == s.turn and (number != s.level or suffix not in (0, s.did)):
        line = Line("reason.wrong_call", texts={"called": " ".join(words)})
        raise Illegal(f"{text}: that is not what the pile says; count once more", line, "KA-R13")
    return CALL
