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
from ghosthouse.kernel.notation import NUMBER, join
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

# What people type, in either language; `spell` writes the first of each.
PLAY_WORDS = ("play", "open", "spiel", "spiele", "lege", "eröffne")
TAKE_WORDS = ("take", "nehmen", "nimm", "nehme")
REDRAW_WORDS = ("redraw", "tauschen", "tausche")
RETURN_WORDS = ("return", "gib")
CALL_WORDS = ("call", "sage", "sag")
MIST_WORDS = ("m", "mist", "nebel")
COLOUR_WORDS = {word: letter for letter, words in zip(LETTERS, (
    "black schwarz", "white weiß", "blue blau", "red rot", "green grün", "yellow gelb",
), strict=True) for word in words.split()}  # fmt: skip
NUMBERS = {word: number for number, words in enumerate((
    "0 zero null", "1 one eins", "2 two zwei", "3 three drei", "4 four vier", "5 five fünf", "6 six sechs", "7 seven sieben",
)) for word in words.split()}  # fmt: skip
SUFFIXES = {"mirror": MIRRORED, "spiegel": MIRRORED, "mist": MISTED, "nebel": MISTED}


def parse(s: State, t: Tables, seat: int, text: str) -> int:
    """Read a move, in English or German: `play K2`, `K2`, `black 2`, `mist`, `take`, `redraw`, `call 6`, `six`, `return 2`."""
    match text.lower().replace(",", " ").split():
        case [verb, *called] if verb in CALL_WORDS:
            return _parse_call(s, seat, called, text)
        case [number, *_] as called if number in NUMBERS or NUMBER.fullmatch(number):
            return _parse_call(s, seat, called, text)
        case [verb] if verb in TAKE_WORDS:
            return TAKE
        case [verb] if verb in REDRAW_WORDS:
            return REDRAW
        case [verb, "0" | "1" | "2" | "3" as number] if verb in RETURN_WORDS:
            return RETURN + int(number)
        case [verb, *card] if verb in PLAY_WORDS:
            return _parse_card(t, card, text)
        case card:
            return _parse_card(t, card, text)


def _parse_card(t: Tables, words: list[str], text: str) -> int:
    known = kinds_by_sign(t)
    match words:
        case [mist] if mist in MIST_WORDS:
            wanted = "M"
        case [colour, ghosts] if colour in COLOUR_WORDS and ghosts in NUMBERS:
            wanted = f"{COLOUR_WORDS[colour]}{NUMBERS[ghosts]}"
        case [card] if re.fullmatch(r"[a-z][0-9]+", card):
            wanted = card.upper()
        case _:
            line = Line("reason.no_move", texts={"what": text})
            raise Nonsense(f"{text!r} is no move; moves are: play K2, play M, take, redraw, call 6, return 2", line)
    if wanted not in known:
        line = Line("reason.not_in_deck", texts={"card": wanted, "deck": " ".join(known)})
        raise Nonsense(f"this deck has no card {wanted} (it has: {' '.join(known)})", line)
    return known[wanted]


def _parse_call(s: State, seat: int, words: list[str], text: str) -> int:
    """Read a call. KA-R13: a wrong one is refused and costs nothing; the word behind the number may be left out."""
    match words:
        case [word] if word in NUMBERS or NUMBER.fullmatch(word):
            suffix = 0
        case [word, loud] if (word in NUMBERS or NUMBER.fullmatch(word)) and loud in SUFFIXES:
            suffix = SUFFIXES[loud]
        case _:
            line = Line("reason.no_call", texts={"what": text})
            raise Nonsense(f"{text!r} is no call; calls are: call 6, call 6 mirror, call 6 mist", line)
    level = NUMBERS[word] if word in NUMBERS else int(word)
    if s.phase == SPEAK and seat == s.turn and (level != s.level or suffix not in (0, s.did)):
        line = Line("reason.wrong_call", texts={"called": " ".join(words)})
        raise Illegal(f"{text}: that is not what the pile says; count once more", line, "KA-R13")
    return CALL
