"""Ghooost! as text: positions and moves.

    round 1 | starter 0 | turn 2 | direction cw | pile 4 7 7 X7 | kitties 1 | hand0 5 5 9 X | hand1 2 3 ... | hand2 ...
    | known0 5 9 | mansion0 9 2 ... | mansion1 ... | mansion2 ... | crypt 4 K ... | discard 3 3 | left - | stall 3

`pile` is written bottom first, `mansion` and `crypt` the next card first, `left` the seats that have left, the first of them first.
`known` is the part of a hand that everybody has seen. What is not the case is left out: `again`, `skipped`, `passes`, `voids`,
`adjudicated`, and in a match `ties` and `barred` beside `boos` and `points`. A position written by hand may leave out more
(`position.py`).
"""

from __future__ import annotations

import re

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.notation import join
from ghosthouse.kernel.refusal import Illegal, Nonsense, NotYourTurn

from .cards import (
    KIND_OF,
    NOTHING,
    REASONS,
    SIGNS,
    action_of,
    crypt_of,
    mansion_of,
    pile_of,
    pile_sign,
    play_of,
    signs_of,
    words,
)
from .position import read
from .state import (
    CLOCKWISE,
    COLLECT,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    MOST_COPIES,
    MOST_OF_A_RANK,
    PLAY_KITTY,
    TRY_CRYPT,
    USE_MANSION,
    State,
    Tables,
)

__all__ = ["parse", "read", "spell", "write"]

NAMES = {COLLECT: "collect", TRY_CRYPT: "crypt", USE_MANSION: "mansion", LOSE_TURN: "pass"}


# --- Writing ------------------------------------------------------------------------------------------------------------------


def write(s: State, t: Tables) -> str:
    """Write a state as the body of a position line."""
    seats = range(s.seats)
    left = sorted((p for p in seats if s.seat[p].place), key=lambda p: int(s.seat[p].place))
    fields: dict[str, object] = {
        "round": s.round,
        "starter": s.starter,
        "turn": seat_or_none(s.turn),
        "direction": "cw" if s.direction == CLOCKWISE else "ccw",
        "pile": words(pile_sign(code) for code in pile_of(s)),
        "kitties": s.kitties or None,
    }
    fields |= {f"hand{p}": signs_of(s.seat[p].hand) for p in seats}
    fields |= {f"known{p}": signs_of(s.seat[p].known) for p in seats if s.seat[p].known}
    fields |= {f"mansion{p}": words(SIGNS[kind] for kind in mansion_of(s, t, p)) for p in seats}
    fields |= {
        "crypt": words(SIGNS[kind] for kind in crypt_of(s, t)),
        "discard": signs_of(s.discard),
        "left": words(str(p) for p in left),
        "stall": s.stall,
        "passes": s.passes or None,
        "again": REASONS[s.again] or None,
        "skipped": None if s.skipped == NOBODY else s.skipped,
        "voids": s.voids or None,
        "adjudicated": s.adjudicated or None,
    }
    if t.match:
        fields["boos"] = " ".join(str(s.seat[p].boos) for p in seats)
        fields["points"] = " ".join(str(s.seat[p].points) for p in seats)
        fields["ties"] = s.ties or None
        fields["barred"] = None if s.barred == NOBODY else s.barred
    return join(fields)


def seat_or_none(seat: int) -> str:
    """Write a seat, or that there is none."""
    return NOTHING if seat == NOBODY else str(seat)


def spell(s: State, t: Tables, seat: int, action: int) -> str:
    """Write an action as a move."""
    if action in NAMES:
        return NAMES[action]
    value, number, copies = play_of(action)
    if value == 0:
        return f"play #{action}"  # no move at all; only refusals ever write it
    ghosts = SIGNS[value] + (f"x{number}" if number > 1 else "")
    return f"play {ghosts}" + ("+X" if copies else "") + (f"x{copies}" if copies > 1 else "")


# --- Reading moves ------------------------------------------------------------------------------------------------------------

MOVES = "play 5, play 5x2, play 5x2+X, play K, collect, crypt, mansion, pass"
WORDS = {
    "collect": COLLECT, "take": COLLECT, "sammeln": COLLECT, "nehmen": COLLECT,
    "crypt": TRY_CRYPT, "try": TRY_CRYPT, "gruft": TRY_CRYPT,
    "mansion": USE_MANSION, "spukhaus": USE_MANSION,
    "pass": LOSE_TURN, "aussetzen": LOSE_TURN,
}  # fmt: skip
GHOST_WORDS = {
    "scooty": "1",
    "cerberus": "3",
    "zerberus": "3",
    "twist": "8",
    "skeletum": "11",
    "igor": "12",
    "kitty": "k",
    "copy": "x",
}


def parse(s: State, t: Tables, seat: int, text: str) -> int:
    """Read a move: `play 5x2+X` (or `5 5 X`), `play K`, `collect`, `crypt`, `mansion`, `pass`.

    Plays that no hand can make are refused here, with their clause: they have no number.
    """
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    held = dict.fromkeys(SIGNS, 0)
    for word in re.split(r"[\s,+]+", text.lower().removeprefix("play ").removeprefix("spiele ").removeprefix("spielen ").strip()):
        ghost = re.fullmatch(r"(\d+|x|k)(?:x(\d+))?", GHOST_WORDS.get(word, word))
        if not ghost:
            raise Nonsense(f"{text!r} is no move; moves are: {MOVES}")
        if ghost[1].upper() not in KIND_OF:
            raise Nonsense(f"there is no ghost {ghost[1]}: values are 1 to 14, X is Miss Copy, K is Kitty")
        held[KIND_OF[ghost[1].upper()]] += int(ghost[2] or 1)
    values = [kind for kind in range(1, KITTY) if held[kind]]
    copies, kitties = held[MISS_COPY], held[KITTY]
    if kitties == 1 and not values and not copies:
        return PLAY_KITTY
    if sum(held.values()) < 1:
        raise Nonsense(f"{text!r} plays no ghost; moves are: {MOVES}")
    if s.turn != seat:
        raise NotYourTurn(f"seat {seat} owes no decision now", Line("refusal.not_your_turn", seats={"who": seat}))
    if kitties:
        raise Illegal(f"{text}: Kitty is played alone, one at a time (GO-57)", Line("reason.kitty_alone"), "GO-57")
    if not values:
        raise Illegal(f"{text}: Miss Copy is played only with a ghost to copy (GO-62)", Line("reason.copy_alone"), "GO-62")
    if len(values) > 1:
        raise Illegal(f"{text}: one play holds ghosts of one value (GO-11)", Line("reason.not_identical"), "GO-11")
    if held[values[0]] > MOST_OF_A_RANK or copies > MOST_COPIES:
        line = Line("reason.too_many", terms={"ghost": f"piece.{SIGNS[values[0] if copies <= MOST_COPIES else MISS_COPY]}"})
        raise Illegal(f"{text}: nobody holds so many (GO-11)", line, "GO-11")
    return action_of(values[0], held[values[0]], copies)
