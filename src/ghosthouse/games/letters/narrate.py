"""What is said at the table of Ghost!: each event as a line for one observer, with its call, and why a move cannot be.

Tones: turn, move, ghost, challenge, good, bad, end.
"""

from __future__ import annotations

from typing import Any

from ghosthouse.kernel.event import Line

from . import cards, moves, ring
from .state import (
    ADDED,
    CHALLENGED,
    CLOCKWISE,
    COLLECTED,
    DEALT,
    DECLARED,
    GAP,
    GAVE_CARD,
    GAVE_UP,
    GHOSTED,
    JUDGED,
    NOTHING_TO_GIVE,
    OVER,
    PAID,
    PASSED,
    SCORED,
    STARTED,
    TAKEN,
    TURNED,
    State,
    Tables,
)
from .words import capital

ENDS = ("no_words", "no_cards", "quiet")
KINDS = ("impossible", "complete")
VERDICTS = ("", "", "_incomplete", "_complete", "_possible", "_impossible")  # a declaration has told already what it proves
DECLARATIONS = ("shown", "silent", "misspelt", "short", "lacking")


def spelled(signs: list[int]) -> str:
    """Write letters that an event carries as code points."""
    return "".join(capital(chr(sign)) for sign in signs)


def narrate(event: tuple[int, ...], viewer: int) -> Line | None:
    """Word an event for an observer; None where the observer hears nothing."""
    match event:
        case (int(kind), seats, removed) if kind == DEALT:
            return Line("event.dealt", numbers={"seats": seats, "removed": removed}, tone="round")
        case (int(kind), turn, direction) if kind == TURNED:
            side = "clockwise" if direction == CLOCKWISE else "anticlockwise"
            return Line(f"event.turn_{side}", numbers={"turn": turn}, tone="turn")
        case (int(kind), who, _, sign) if kind == STARTED:
            return Line("event.started", seats={"who": who}, texts={"letter": spelled([sign])})
        case (int(kind), who, _, at, *signs) if kind == ADDED:
            return _added(who, at, signs)
        case (int(kind), who, other, _, sign, _) if kind == TAKEN:
            return _between("event.taken", who, other, viewer, texts={"letter": spelled([sign])}, tone="card")
        case (int(kind), who, _) if kind == PASSED:
            return Line("event.passed", seats={"who": who}, tone="move")
        case (int(kind), *facts) if kind in (GHOSTED, PAID, GAVE_CARD, NOTHING_TO_GIVE):
            return _ghost(kind, facts, viewer)
        case (int(kind), one, two, three, *signs) if kind in (GAVE_UP, CHALLENGED, DECLARED, JUDGED, COLLECTED):
            return _challenge(kind, (one, two, three), spelled(signs), viewer)
        case (int(kind), _, who) if kind == GAP:
            return Line("event.gap", seats={"who": who})
        case (int(kind), why) if kind == OVER:
            return Line(f"event.over_{ENDS[why]}", tone="end")
        case (int(kind), who, green, yellow, red, ghosts) if kind == SCORED:
            numbers = {"points": green + 2 * yellow + 3 * red + ghosts, "green": green, "yellow": yellow, "red": red}
            return Line("event.scored", seats={"who": who}, numbers=numbers | {"ghosts": ghosts})
    raise ValueError(f"no event of this game: {event}")


def _between(phrase: str, who: int, other: int, viewer: int, **filled: Any) -> Line:
    """A line about what one player does to another, who hears it in words of their own: languages bend `you` in many ways."""
    return Line(f"{phrase}_you" if viewer == other else phrase, seats={"who": who, "other": other}, **filled)


def _added(who: int, at: int, signs: list[int]) -> Line:
    place = "left" if at == 0 else "right" if at == len(signs) - 1 else "slot"
    texts = {"letter": spelled([signs[at]]), "word": spelled(signs)}
    return Line(f"event.added_{'alone' if len(signs) == 1 else place}", seats={"who": who}, texts=texts, tone="move")


def _ghost(kind: int, facts: list[int], viewer: int) -> Line:
    """Word how somebody came by a ghost card. GWR-54: its letter lay open; GWR-34: but not that of a card from a hand."""
    who, other, *rest = facts
    if kind == GHOSTED:
        texts, numbers = {"letter": spelled(rest[1:2])}, {"count": rest[2]}
        return _between("event.ghosted", who, other, viewer, texts=texts, numbers=numbers, tone="card")
    if kind == PAID:
        return _between("event.paid", who, other, viewer, texts={"letter": spelled(rest)}, tone="card")
    if kind == NOTHING_TO_GIVE:
        return _between("event.nothing_to_give", who, other, viewer)
    if viewer == who:
        texts = {"card": "/".join(map(spelled, ([rest[0]], [rest[1]])))}
        return _between("event.gave_card", who, other, viewer, texts=texts, tone="card")
    return _between("event.gave_hidden", who, other, viewer, tone="card")


def _challenge(kind: int, facts: tuple[int, int, int], word: str, viewer: int) -> Line:
    """Word what has to do with a whole word: giving it up, challenging it, and what comes of that."""
    who, other, which = facts
    texts = {"word": word}
    if kind == GAVE_UP:
        return _between("event.gave_up", who, which, viewer, texts=texts, tone="bad")
    if kind == COLLECTED:
        return Line("event.collected", seats={"who": who}, texts=texts, tone="good")
    if kind == CHALLENGED:
        called = KINDS[which]
        return _between(
            f"event.challenged_{called}", who, other, viewer, texts=texts, call=f"call.{called}", tone="challenge"
        )  # fmt: skip
    if kind == DECLARED:
        how = DECLARATIONS[which]
        if how != "silent":
            texts["said"] = ""  # the words that `who` typed: the kernel fills them in
        tone = "good" if how == "shown" else "bad"
        call = "call.silent" if how == "silent" else "call.declared"
        return Line(f"event.declared_{how}", seats={"who": who, "other": other}, texts=texts, call=call, tone=tone)
    return _between(f"event.lost{VERDICTS[which]}", who, other, viewer, texts=texts, tone="bad")


# --- Why not ----------------------------------------------------------------------------------------------------------------

REASONS = {
    moves.IS_OVER: ("over", "GW-49"),
    moves.LOCKED: ("locked", "GW-11"),
    moves.NO_WORD_HERE: ("no_word_here", "GW-48"),
    moves.NO_CARD: ("no_card", "GW-16"),
    moves.ALIKE: ("alike", "GWR-43"),
    moves.TOO_SHORT_TO_GIVE_UP: ("too_short_to_give_up", "GW-20"),
    moves.STARTING_CARD: ("starting_card", "GWR-11"),
    moves.OWN_LETTER: ("own_letter", "GW-25"),
    moves.TOO_SHORT_TO_BE_COMPLETE: ("too_short_to_be_complete", "GW-26"),
    moves.HAS_CARDS: ("has_cards", "GW-56"),
    moves.MUST_GIVE_UP: ("must_give_up", "GW-55"),
    moves.NOT_NOW: ("not_now", "GW-13"),
    moves.NO_GHOST: ("no_ghost", "GW-40"),
    moves.NO_LETTER_THERE: ("no_letter_there", "GW-41"),
    moves.EMPTY_HAND: ("empty_hand", "GWR-50"),
    moves.SAME_WORD: ("same_word", "GW-43"),
    moves.MUST_DECLARE: ("must_declare", "GW-28"),
    moves.MUST_PICK: ("must_pick", "GW-21"),
    moves.NOT_IN_WORD: ("not_in_word", "GW-21"),
    moves.NO_WORD_HOLDS_IT: ("must_declare", "GW-28"),  # whether there is a word is nobody's to say (GWR-40)
    moves.MUST_PAY: ("must_pay", "GW-32"),
    moves.NOT_IN_STACK: ("not_in_stack", "GW-32"),
    moves.STACK_FIRST: ("stack_first", "GW-32"),
    moves.NO_SUCH_ACTION: ("no_such_action", "GW-13"),
}


def reason(s: State, t: Tables, seat: int, action: int, why: int) -> tuple[Line, str]:
    """Word the reason why a seat may not take an action, with its clause."""
    name, clause = REASONS[why]
    phrase = f"reason.{name}"
    if why in (moves.TOO_SHORT_TO_GIVE_UP, moves.TOO_SHORT_TO_BE_COMPLETE):
        return Line(phrase, numbers={"shortest": t.shortest}), clause
    if why == moves.NO_LETTER_THERE:
        return Line(phrase, numbers={"last": s.seat[ring.word_of(s, seat)].letters - 1}), clause
    if why == moves.SAME_WORD:
        return Line(phrase, texts={"word": cards.word(t, s.seat[ring.word_of(s, seat)])}), clause
    return Line(phrase), clause
