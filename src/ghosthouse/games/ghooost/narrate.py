"""What is said at the table of Ghooost!: each event as a line for one observer, with its call, and why a move cannot be.

Tones: move, turned, disaster (ghosts collected), sweep (ghosts discarded), midnight, win (somebody leaves), ghost (the noise of the
loser), round (a deal).
"""

from __future__ import annotations

from collections.abc import Callable

from ghosthouse.kernel.event import Line

from . import rules
from .cards import REASONS, SIGNS, kinds_of, play_of
from .rules import count
from .state import (
    AGAIN,
    BOOED,
    CLOCKWISE,
    COLLECT,
    COLLECTED,
    CRYPT,
    DEAD,
    DEALT,
    DISCARDED,
    DOUBLE,
    DREW,
    FOURFOLD,
    GAME_OVER,
    HOWLED,
    KITTY,
    LEFT,
    LOSE_TURN,
    LOST_TURN,
    MIDNIGHT,
    MISS_COPY,
    PASSED_OVER,
    PLAYED,
    QUARTET,
    REVERSED,
    STALLED,
    TIED,
    TRIPLE,
    TRY_CRYPT,
    TURNED_UP,
    TWIST,
    USE_MANSION,
    VOIDED,
    WON,
    State,
    Tables,
)


def narrate(event: tuple[int, ...], viewer: int) -> Line | None:
    """Word an event for an observer; only what was drawn into a hand is heard differently by its owner."""
    kind, *facts = event
    if kind == DREW:
        return _drew(viewer, *facts)
    if kind not in _TOLD:
        raise ValueError(f"no event of this game: {event}")
    return _TOLD[kind](*facts)


def ghost(kind: int) -> str:
    """The phrase that names a ghost."""
    return f"piece.{SIGNS[kind]}"


def _dealt(who: int, round_: int) -> Line:
    if round_:
        return Line("event.dealt_round", seats={"who": who}, numbers={"round": round_}, tone="round")
    return Line("event.dealt", seats={"who": who}, tone="round")


def _played(who: int, value: int, number: int, copies: int, run: int) -> Line:
    """Say what was played; a Double, a Triple, a Twist and Kitty are called, a Quartet is called when it sweeps."""
    size = number + copies
    call = "call.double" if size == DOUBLE + 1 else "call.triple" if size == TRIPLE + 1 else ""
    if run >= QUARTET:
        call = ""
    elif value == KITTY:
        call = "call.kitty"
    elif value == TWIST and size == 1:
        call = "call.twist"
    seats, terms = {"who": who}, {"ghost": ghost(value)}
    if copies:
        return Line("event.played_copy", seats, terms, {"size": size, "copies": copies}, call=call, tone="move")
    return Line("event.played", seats, terms, {"size": size}, call=call, tone="move")


def _turned_up(who: int, kind: int, source: int, valid: int) -> Line:
    phrase = f"event.{'crypt' if source == CRYPT else 'mansion'}_{'valid' if valid else 'invalid'}"
    call = "call.kitty" if kind == KITTY else "call.twist" if kind == TWIST and valid else ""
    return Line(phrase, {"who": who}, {"ghost": ghost(kind)}, call=call, tone="move")


def _drew(viewer: int, who: int, heap: int) -> Line:
    """Cards drawn from the Crypt are seen by their owner alone, up to four at once; the others see how many they are."""
    kinds = kinds_of(heap)
    if viewer != who:
        return Line("event.drew", {"who": who}, numbers={"n": len(kinds)})
    names = dict.fromkeys(("g1", "g2", "g3", "g4"), "again.not") | {f"g{i}": ghost(kind) for i, kind in enumerate(kinds, 1)}
    return Line("event.drew_seen", {"who": who}, names, {"n": len(kinds)})


def _discarded(who: int, value: int, reason: int, number: int) -> Line:
    numbers = {"n": number}
    if reason == FOURFOLD:
        return Line("event.quartet", {"who": who}, {"ghost": ghost(value)}, numbers, call="call.quartet", tone="sweep")
    return Line("event.skeletum", {"who": who}, numbers=numbers, call="call.skeletum", tone="sweep")


def _left(who: int, place: int, points: int, adjudicated: int) -> Line:
    phrase = "event.ranked" if adjudicated else "event.left"
    return Line(phrase, {"who": who}, numbers={"place": place, "points": points}, tone="win")


def _reversed(direction: int) -> Line:
    return Line("event.clockwise" if direction == CLOCKWISE else "event.counterclockwise", tone="turned")


_TOLD: dict[int, Callable[..., Line]] = {
    DEALT: _dealt,
    PLAYED: _played,
    TURNED_UP: _turned_up,
    COLLECTED: lambda who, n, heap: Line("event.collected", {"who": who}, numbers={"n": n}, tone="disaster"),
    MIDNIGHT: lambda: Line("event.midnight", call="call.midnight", tone="midnight"),
    REVERSED: _reversed,
    DISCARDED: _discarded,
    AGAIN: lambda who, why: Line("event.again", {"who": who}, {"why": f"why.{REASONS[why]}"}),
    PASSED_OVER: lambda who, by: Line("event.passed_over", {"who": who}),
    LOST_TURN: lambda who: Line("event.lost_turn", {"who": who}, tone="move"),
    LEFT: _left,
    STALLED: lambda n: Line("event.stalled", numbers={"n": n}, tone="disaster"),
    DEAD: lambda: Line("event.dead", tone="disaster"),
    VOIDED: lambda: Line("event.voided", tone="round"),
    HOWLED: lambda who: Line("event.howled", {"who": who}, call="call.ghost", tone="ghost"),
    BOOED: lambda who, boos: Line("event.booed", {"who": who}, numbers={"boos": boos}, call="call.boo", tone="disaster"),
    TIED: lambda n: Line("event.tied", numbers={"n": n}, tone="round"),
    WON: lambda who, points, sharing: Line("event.won", {"who": who}, numbers={"points": points, "n": sharing}, tone="win"),
    GAME_OVER: lambda who: Line("event.game_over", {"who": who}, tone="round"),
}


# --- Why not --------------------------------------------------------------------------------------------------------------------

GROUPS = 10  # of 32 actions each
WITH_A_WAY = (
    rules.CRYPT_IS_EMPTY, rules.NOT_MIDNIGHT, rules.HAND_FIRST, rules.NO_PASS, rules.NOTHING_THERE, rules.NOT_HELD,
)  # fmt: skip
NOT_FROM_HAND = {TRY_CRYPT: "crypt", USE_MANSION: "mansion", COLLECT: "collect", LOSE_TURN: "pass"}

# The phrase of a reason, and its clause
WHY = {
    rules.ALL_OVER: ("reason.over", "GO-76"),
    rules.NOT_ON_TURN: ("reason.not_on_turn", "GO-30"),
    rules.NO_SUCH_PLAY: ("reason.kitty_alone", "GO-57"),
    rules.CRYPT_IS_EMPTY: ("reason.crypt_empty", "GO-35"),
    rules.NOT_MIDNIGHT: ("reason.not_midnight", "GO-21"),
    rules.HAND_FIRST: ("reason.hand_first", "GO-37"),
    rules.NO_PASS: ("reason.no_pass", "GO-R12"),
    rules.NOTHING_THERE: ("reason.nothing_there", "GO-R12"),
    rules.NOT_HELD: ("reason.not_held", "GO-11"),
    rules.NOT_SO_MANY: ("reason.not_so_many", "GO-11"),
    rules.NO_MISS_COPY: ("reason.no_miss_copy", "GO-61"),
    rules.TWO_COPIES: ("reason.two_copies", "GO-R01"),
    rules.ON_CERBERUS: ("reason.on_cerberus", "GO-17"),
    rules.ON_IGOR: ("reason.on_igor", "GO-17"),
    rules.SKELETUM_TOO_LOW: ("reason.skeletum", "GO-60"),
    rules.TOO_LOW: ("reason.too_low", "GO-13"),
}


def marked(s: State, t: Tables, seat: int) -> set[int]:
    """The actions that a seat may take."""
    found = set()
    for group in range(GROUPS):
        word = rules.legal(s, t, seat, group)
        while word:
            low = word & -word
            found.add(32 * group + low.bit_length() - 1)
            word ^= low
    return found


def way(s: State, t: Tables, seat: int) -> str:
    """The phrase that says what would work now: `way.play_crypt_collect` and shorter ones."""
    legal = marked(s, t, seat)
    parts = ["play"] if legal - set(NOT_FROM_HAND) else []
    return "way." + "_".join(parts + [word for action, word in NOT_FROM_HAND.items() if action in legal])


def reason(s: State, t: Tables, seat: int, action: int, why: int) -> tuple[Line, str]:
    """Word the reason why a seat may not take an action, with its clause."""
    phrase, clause = WHY[why]
    value, _, copies = play_of(action)
    hand = s.seat[seat].hand
    ways = {"way": way(s, t, seat)} if why in WITH_A_WAY else {}
    match why:
        case rules.NOT_ON_TURN:
            return Line(phrase, {"who": s.turn}), clause
        case rules.NO_SUCH_PLAY if value != KITTY:
            return Line("reason.no_such_play"), "GO-11"
        case rules.NO_PASS if s.crypt > 0:
            return Line("reason.no_pass_before_midnight", terms=ways), "GO-R41"
        case rules.NO_PASS if rules.can_collect(s, t):
            return Line("reason.no_pass_collect", terms=ways), "GO-40"
        case rules.NOTHING_THERE if s.kitties:
            return Line("reason.lone_kitty", terms=ways), "GO-R11"
        case rules.NOT_HELD:
            return Line(phrase, terms={"ghost": ghost(value)} | ways), clause
        case rules.NOT_SO_MANY:
            return Line(phrase, terms={"ghost": ghost(value)}, numbers={"n": count(hand, value)}), clause
        case rules.NO_MISS_COPY:
            return Line(phrase, numbers={"n": count(hand, MISS_COPY), "copies": copies}), clause
        case rules.ON_CERBERUS | rules.ON_IGOR:
            return Line(phrase, terms={"ghost": ghost(value)}), clause
        case rules.SKELETUM_TOO_LOW:
            return Line(phrase, terms={"top": ghost(s.top)}), clause
        case rules.TOO_LOW:
            return Line(phrase, terms={"ghost": ghost(value), "top": ghost(s.top)}, numbers={"four": QUARTET}), clause
    return Line(phrase, terms=ways), clause
