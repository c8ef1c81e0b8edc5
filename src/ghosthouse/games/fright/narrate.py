"""What is said at the table of Ghosts (Knizia): each event as a line for one observer, with its call, and why a move cannot be.

Tones: move (a card that changes nothing), rise, turn, take, round, relief, end.
"""

from __future__ import annotations

from ghosthouse.kernel.event import Line

from . import rules
from .cards import hand_of, sign, sign_of
from .state import (
    DEALT,
    DREW,
    GAME_OVER,
    MIRRORED,
    MIST,
    MISTED,
    NO_COLOUR,
    OPENED,
    PLAYED,
    RAISED,
    REDREW,
    RELIEVED,
    ROUND_OVER,
    SPOKE,
    TOOK,
    WON,
    State,
    Tables,
)

VERBS = {OPENED: "opened", RAISED: "raised", MIRRORED: "mirrored", MISTED: "misted"}
TONES = {OPENED: "rise", RAISED: "rise", MIRRORED: "turn", MISTED: "move"}


def narrate(event: tuple[int, ...], viewer: int) -> Line | None:
    """Word an event for an observer; None where the observer hears nothing."""
    match event:
        case (int(kind), round_, starter, rounds) if kind == DEALT:
            return Line("event.dealt", seats={"who": starter}, numbers={"round": round_, "rounds": rounds}, tone="round")
        case (int(kind), *facts) if kind == PLAYED:
            return _played(*facts)
        case (int(kind), who, colour, ghosts) if kind == DREW:
            card = {"card": f"piece.{sign(colour, ghosts)}"}
            return Line("event.drew", seats={"who": who}, terms=card) if who == viewer else None
        case (int(kind), who, cards, fright) if kind == TOOK:
            return Line("event.took", seats={"who": who}, numbers={"cards": cards, "fright": fright}, tone="take")
        case (int(kind), who) if kind == REDREW:
            return Line("event.redrew", seats={"who": who}, tone="move")
        case (int(kind), who, level, did, mirrors) if kind == SPOKE:
            words = {"word": f"word.{level}"}
            return Line("event.spoke", seats={"who": who}, terms=words, call=call_of(did, mirrors), tone=TONES[did])
        case (int(kind), round_, who) if kind == ROUND_OVER:
            return Line("event.round_over", seats={"who": who}, numbers={"round": round_}, tone="round")
        case (int(kind), who, points, fright) if kind == RELIEVED:
            return Line("event.relieved", seats={"who": who}, numbers={"points": points, "fright": fright}, tone="relief")
        case (int(kind),) if kind == GAME_OVER:
            return Line("event.game_over", tone="end")
        case (int(kind), who, fright) if kind == WON:
            return Line("event.won", seats={"who": who}, numbers={"fright": fright}, tone="end")
    raise ValueError(f"no event of this game: {event}")


def _played(who: int, colour: int, ghosts: int, level: int, did: int, after: int, seats: int, mirrors: int, spoken: int) -> Line:
    """Word a card that was laid. Where the level is called by the players themselves, the card is all there is to say."""
    terms = {"card": f"piece.{sign(colour, ghosts)}"}
    if spoken:
        return Line("event.laid", seats={"who": who}, terms=terms, tone=TONES[did])
    verb = VERBS[did]
    people = {"who": who}
    if did == MIRRORED and seats > 2:  # with two players the turn goes to the other one anyway (KA-90, KG-30)
        verb = "mirrored_back"
        people["next"] = after
    terms["word"] = f"word.{level}"
    return Line(f"event.{verb}", seats=people, terms=terms, numbers={"level": level}, call=call_of(did, mirrors), tone=TONES[did])


def call_of(did: int, mirrors: int) -> str:
    """The phrase of a call. KA-11: the level. KG-11, KG-21, KG-23, KG-26: a mirror or mist is named with it."""
    if mirrors and did == MIRRORED:
        return "call.mirror"
    return "call.mist" if mirrors and did == MISTED else "call.level"


# --- Why not --------------------------------------------------------------------------------------------------------------

# A reason's phrase, and its clause in the AMIGO and in the German edition
REASONS = {
    rules.NOT_ON_TURN: ("reason.not_on_turn", "KA-15", "KG-20"),
    rules.ROUND_DECIDED: ("reason.over", "KA-80", "KG-60"),
    rules.NOT_HELD: ("reason.not_held", "KA-15", "KG-20"),
    rules.TOO_HIGH: ("reason.too_high", "KA-31", "KG-22"),
    rules.MIST_CANNOT_OPEN: ("reason.mist_cannot_open", "KA-R01", "KG-10"),
    rules.NO_PILE: ("reason.no_pile", "KA-62", "KG-46"),
    rules.MUST_OPEN: ("reason.must_open", "KA-65", "KG-44"),
    rules.ONLY_MIST: ("reason.only_mist", "KA-R01", "KG-47"),
    rules.NO_REDRAW: ("reason.no_redraw", "KA-R11", "KG-08"),
    rules.MUST_CALL: ("reason.must_call", "KA-R13", "KA-R13"),
    rules.NOTHING_TO_CALL: ("reason.nothing_to_call", "KA-R13", "KA-R13"),
    rules.NOT_ASKED: ("reason.not_asked", "KA-R09", "KG-R11"),
    rules.TOO_MUCH_RELIEF: ("reason.too_much_relief", "KA-75", "KG-53"),
    rules.MUST_RETURN: ("reason.must_return", "KA-R09", "KG-R11"),
}


def reason(s: State, t: Tables, seat: int, action: int, why: int) -> tuple[Line, str]:
    """Word the reason why a seat may not take an action, with its clause."""
    phrase, *clauses = REASONS[why]
    clause = clauses[1 if t.mist_beside else 0]
    if why == rules.NOT_ON_TURN:
        return Line(phrase, seats={"who": s.turn}), clause
    if why == rules.NOT_HELD:
        if not t.copies[action]:
            return Line("reason.no_such_card"), clause
        return Line(phrase, terms={"card": f"piece.{sign_of(t, action)}"}), clause
    if why == rules.TOO_HIGH:
        return Line(phrase, numbers={"makes": s.level + t.ghosts[action], "limit": t.limit}), clause
    if why == rules.TOO_MUCH_RELIEF:
        return Line(phrase, numbers={"most": rules.most_relief(s, t, seat)}), clause
    if why == rules.NO_REDRAW:
        return _no_redraw(s, t, seat, clause)
    return Line(phrase), clause


def _no_redraw(s: State, t: Tables, seat: int, clause: str) -> tuple[Line, str]:
    if not t.redraw:
        return Line("reason.no_redraw_here"), clause
    if all(kind == MIST for kind in hand_of(s, seat)):
        return Line("reason.redraw_too_late"), "KG-09"
    return Line("reason.no_redraw"), "KG-08"


def makes(s: State, t: Tables, kind: int) -> int:
    """The level that a card would make."""
    same = kind == MIST or (s.top != NO_COLOUR and t.colour[kind] == s.top)
    return int(s.level) if same else int(s.level + t.ghosts[kind])
