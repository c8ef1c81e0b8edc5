"""What one observer of Ghooost! sees: everything that lies open, the own hand, and how many ghosts lie face down."""

from __future__ import annotations

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.view import Choice, Place, View, Zone, plain

from . import rules
from .cards import REASONS, SIGNS, action_of, kinds_of, pile_of, pile_sign, play_of
from .narrate import ghost, marked, reason
from .notation import spell
from .state import (
    CLOCKWISE,
    COLLECT,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    PLAY_KITTY,
    QUARTET,
    RANKS,
    SCOOTY,
    SKELETUM,
    TRY_CRYPT,
    TWIST,
    USE_MANSION,
    State,
    Tables,
)


def view(s: State, t: Tables, seat: int) -> View:
    """Fill a view with what this seat, or a spectator, may see."""
    over = s.turn == NOBODY
    flags = ["clockwise" if s.direction == CLOCKWISE else "counterclockwise"]
    flags += ["scary"] * rules.is_scary(s.top) + ["tie_break"] * (s.barred != NOBODY and not over)
    flags += ["adjudicated"] * (over and s.adjudicated > 0)
    return View(
        viewer=seat,
        awaited=[] if over else [s.turn],
        phase="over" if over else "before" if s.crypt else "after",
        status=status(s, t, seat),
        numbers=_numbers(s, t, seat),
        flags=flags,
        zones=_zones(s, t),
        places=[_place(s, t, p, seat) for p in range(s.seats)],
        over=over,
        winners=[p for p in range(s.seats) if over and rules.won(s, t, p)],
        scores=[rules.score(s, t, p) for p in range(s.seats)],
    )


def _numbers(s: State, t: Tables, viewer: int) -> dict[str, int]:
    numbers = {"round": s.round} if t.match else {}
    if s.crypt:
        numbers["crypt"] = s.crypt
    numbers["beat"] = s.top
    if s.run > 1:
        numbers["run"] = s.run
    if 2 * s.stall >= t.stall_limit:  # nothing goes forward: say in time that the round will be adjudicated (GO-R27)
        numbers["patience"] = t.stall_limit - s.stall
    if viewer >= 0 and (s.crypt or s.seat[viewer].mansion):
        numbers["odds_crypt" if s.crypt else "odds_mansion"] = _odds(s, t, viewer)
    return numbers


def _odds(s: State, t: Tables, viewer: int) -> int:
    """How likely a ghost that is turned up now would be valid, in percent, from what this seat has seen."""
    unseen = t.deck - s.cemetery - s.discard
    unseen -= sum(s.seat[p].hand if p == viewer else s.seat[p].known for p in range(s.seats))
    kinds = kinds_of(unseen)
    fit = sum(kind == KITTY or t.beats[s.top] >> kind & 1 for kind in kinds)
    return round(100 * fit / len(kinds)) if kinds else 0


def _zones(s: State, t: Tables) -> list[Zone]:
    """The Cemetery (GO-R32: in full, or its top alone), the Kitties beside it, the Crypt and the discard pile."""
    pile = [plain(pile_sign(code)) for code in pile_of(s)]
    gone = [plain(SIGNS[kind]) for kind in kinds_of(s.discard)]
    return [
        Zone("cemetery", s.height, pile if t.show_pile else pile[-1:], layout="stack"),
        Zone("kitties", s.kitties, [plain(SIGNS[KITTY])] * s.kitties),
        Zone("crypt", s.crypt, layout="stack"),
        Zone("discard", len(gone), gone if t.show_pile else [], layout="pile"),
    ]


def _place(s: State, t: Tables, p: int, viewer: int) -> Place:
    me = s.seat[p]
    numbers = {"place": me.place} if me.place else {}
    if t.match:
        numbers |= {"boos": me.boos} if t.duel else {"points": me.points, "boos": me.boos}
    flags = ["passed_over"] * (s.skipped == p)
    if s.again and s.turn == p:
        flags.append(f"again_{REASONS[s.again]}")
    if s.barred == p and s.turn == NOBODY:  # GO-86: while a tie-break is played, everybody may still win
        flags.append("barred")
    shown = me.hand if p == viewer else me.known if t.show_known else 0
    hand = [plain(SIGNS[kind]) for kind in kinds_of(shown)]
    return Place(p, numbers, flags, [Zone("hand", me.cards, hand, layout="fan"), Zone("mansion", me.mansion, layout="stack")])


def status(s: State, t: Tables, viewer: int) -> Line:
    """Say in one sentence who must do what. What only the owner of a hand can know is said to nobody else."""
    if s.turn == NOBODY:
        return _result(s, t)
    me = s.seat[s.turn]
    seats, numbers = {"who": s.turn}, {"beat": s.top, "ghosts": s.height + s.kitties}
    terms = {"again": f"again.{REASONS[s.again] or 'not'}"}
    what = "scary" if rules.is_scary(s.top) else {0: "empty", SCOOTY: "any"}.get(s.top, "beat")
    if s.top:
        terms["top"] = ghost(s.top)
    legal = marked(s, t, viewer) if viewer == s.turn else set()
    if s.crypt:
        if legal and legal <= {COLLECT, TRY_CRYPT}:
            return Line("status.stuck", seats, terms, numbers | {"ghosts": numbers["ghosts"] if COLLECT in legal else 0})
        return Line(f"status.before_{what}", seats, terms, numbers)
    if me.cards == 0:
        return Line("status.mansion", seats, terms, numbers)
    if viewer == s.turn:
        if rules.loses_turn(s, t, me):
            return Line("status.lose_turn", seats, terms, numbers)
        if legal == {COLLECT}:
            return Line("status.must_collect", seats, terms, numbers)
    return Line(f"status.after_{what}", seats, terms, numbers)


def _result(s: State, t: Tables) -> Line:
    if not t.match:
        return Line("status.lost", {"who": next(p for p in range(s.seats) if not s.seat[p].place)})
    winners = [p for p in range(s.seats) if rules.won(s, t, p)]
    numbers = {"points": s.seat[winners[0]].points, "n": len(winners)}
    if len(winners) > 1:
        return Line("status.shared", numbers=numbers)
    return Line("status.won_duel" if t.duel else "status.won", {"who": winners[0]}, numbers=numbers)


# --- Choices --------------------------------------------------------------------------------------------------------------------


def choices(s: State, t: Tables, seat: int) -> list[Choice]:
    """List what a seat could try now: every set in its hand, lit or with the reason why not, and what else there is to do."""
    hand = kinds_of(s.seat[seat].hand)
    copies = hand.count(MISS_COPY)
    most = min(copies, t.most_copies)
    found = []
    for value in dict.fromkeys(kind for kind in hand if 1 <= kind <= RANKS):
        for extra in range(most + 1):
            found += [_play(s, t, seat, hand, action_of(value, n, extra)) for n in range(1, hand.count(value) + 1)]
    if KITTY in hand:
        found.append(_play(s, t, seat, hand, PLAY_KITTY))
    if copies:
        found.append(_refused("play X", [("hand", hand.index(MISS_COPY))], Line("reason.copy_alone"), "GO-62"))
    found.append(_other(s, t, seat, COLLECT, "collect", _collecting(s)))
    found.append(_other(s, t, seat, TRY_CRYPT, "crypt", Line("choice.crypt", numbers={"n": s.crypt})))
    if not s.crypt:
        found.append(_other(s, t, seat, USE_MANSION, "mansion", Line("choice.mansion", numbers={"n": s.seat[seat].mansion})))
        if rules.loses_turn(s, t, s.seat[seat]):
            found.append(_other(s, t, seat, LOSE_TURN, "pass", Line("choice.pass")))
    return found


def _play(s: State, t: Tables, seat: int, hand: tuple[int, ...], action: int) -> Choice:
    value, number, copies = play_of(action)
    picks = [("hand", hand.index(value) + i) for i in range(number)]
    picks += [("hand", hand.index(MISS_COPY) + i) for i in range(copies)]
    why = rules.why_not(s, t, seat, action)
    if why:
        return _refused(spell(s, t, seat, action), picks, *reason(s, t, seat, action, why), action=action)
    return Choice(spell(s, t, seat, action), action, "play", picks, line=_effect(s, t, seat, value, number + copies))


def _refused(move: str, picks: list[tuple[str, int]], why: Line, clause: str, *, action: int = -1, verb: str = "play") -> Choice:
    return Choice(move, action, verb, picks, legal=False, why=why, clause=clause)


def _other(s: State, t: Tables, seat: int, action: int, verb: str, line: Line) -> Choice:
    """A choice that is no play from hand; one touches the place that it is about."""
    picks = {COLLECT: [("cemetery", 0) if s.height else ("kitties", 0)], TRY_CRYPT: [("crypt", 0)], USE_MANSION: [("mansion", 0)]}
    why = rules.why_not(s, t, seat, action)
    if why:
        return _refused(spell(s, t, seat, action), [], *reason(s, t, seat, action, why), action=action, verb=verb)
    return Choice(spell(s, t, seat, action), action, verb, picks.get(action, []), line=line)


def _collecting(s: State) -> Line:
    return Line("choice.collect", numbers={"n": s.height + s.kitties})


def _effect(s: State, t: Tables, seat: int, value: int, size: int) -> Line:
    """Say what a play would do."""
    me = s.seat[seat]
    run = size + (s.run if value == s.top else 0)
    if me.cards == size and me.mansion == 0:
        place = s.seats - s.active + 1
        return Line("choice.last", numbers={"place": place, "points": 0 if t.duel else rules.points_for(t, place, s.seats)})
    if value == KITTY:
        return Line("choice.kitty", {"next": rules.next_active(s, seat)}, numbers={"n": s.active})
    if run >= QUARTET:
        return Line("choice.quartet", numbers={"n": s.height + s.kitties + size})
    if value == SKELETUM:
        return Line("choice.skeletum", numbers={"n": s.height + s.kitties + size})
    if size > 1:
        return Line("choice.twist_again" if value == TWIST else "choice.again", numbers={"n": size})
    if value == TWIST:
        return Line("choice.twist")
    if rules.is_scary(value):
        return Line("choice.scary", numbers={"value": value})
    return Line("choice.single", numbers={"beat": value})
