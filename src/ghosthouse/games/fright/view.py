"""What one observer of Ghosts (Knizia) sees: everything that lies open, and the own hand."""

from __future__ import annotations

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.view import Choice, Place, View, Zone, plain, unlit

from . import rules
from .cards import PHASES, hand_of, pile_of, sign_of
from .heuristics import chance_of_missing
from .narrate import makes, reason
from .notation import spell
from .state import (
    CALL,
    CLOCKWISE,
    DONE,
    KINDS,
    MIRRORED,
    MIST,
    NO_COLOUR,
    OPEN,
    PLAY,
    REDRAW,
    RELIEF,
    RETURN,
    SPEAK,
    TAKE,
    State,
    Tables,
)


def view(s: State, t: Tables, seat: int) -> View:
    """Fill a view with what this seat, or a spectator, may see."""
    over = s.phase == DONE
    return View(
        viewer=seat,
        awaited=[p for p in range(s.seats) if rules.awaits(s, t, p)],
        phase=PHASES[s.phase],
        status=status(s, t, seat),
        numbers=_numbers(s, t) | _odds(s, t, seat),
        flags=["clockwise" if s.direction == CLOCKWISE else "counterclockwise"] + (["mirrored"] if s.did == MIRRORED else []),
        zones=_zones(s, t),
        places=[_place(s, t, p, seat) for p in range(s.seats)],
        over=over,
        winners=[p for p in range(s.seats) if over and rules.won(s, t, p)],
        scores=[s.seat[p].fright for p in range(s.seats)],
    )


def _numbers(s: State, t: Tables) -> dict[str, int]:
    numbers = {"round": s.round, "rounds": t.rounds, "limit": t.limit, "deck": s.deck, "pile": s.pile}
    if s.phase != SPEAK:  # where a player has to call the level, the table does not prompt (KA-R13)
        numbers |= {"level": s.level, "headroom": t.limit - s.level}
    if not t.mist_beside and t.show_pile:
        numbers["mist"] = s.mist
    return numbers


def _odds(s: State, t: Tables, viewer: int) -> dict[str, int]:
    """How likely it is, as far as this observer can count, that the next player but the observer holds nothing that fits.

    Not where the table leaves counting to the players: where they call the level, or hide the pile.
    """
    if s.phase != PLAY or not s.pile or t.speak or not t.show_pile:
        return {}
    fits = t.fits[s.top, s.level]
    unseen = others = 0
    for kind in range(KINDS):
        left = t.copies[kind] - s.spent[kind]
        unseen += left
        others += 0 if fits >> kind & 1 else left
    for kind in hand_of(s, viewer) if viewer >= 0 else ():
        unseen -= 1
        others -= 0 if fits >> kind & 1 else 1
    after = s.turn if s.turn != viewer else rules.around(s, s.turn + s.direction)
    return {"odds_stuck": chance_of_missing(others, unseen, s.seat[after].cards) // 10}


def _zones(s: State, t: Tables) -> list[Zone]:
    """The pile (KA-R14: its list may be hidden, its top never), mist beside it, and the draw deck."""
    pile = pile_of(s)
    shown = pile if t.show_pile else [kind for kind in pile if kind != MIST][-1:]
    zones = [
        Zone("pile", s.pile, [plain(sign_of(t, kind)) for kind in shown], layout="stack"),
        Zone("deck", s.deck, layout="stack"),
    ]
    if t.mist_beside:
        zones.append(Zone("beside", s.spent[MIST], [plain(sign_of(t, MIST)) for _ in range(s.spent[MIST])]))
    return zones


def _place(s: State, t: Tables, p: int, viewer: int) -> Place:
    me = s.seat[p]
    flags = [] if me.taken else ["clean"]
    if p == s.starter:
        flags.append("starter")
    hand = [plain(sign_of(t, kind)) for kind in sorted(hand_of(s, p))] if p == viewer else []
    numbers = {"fright": me.fright, "taken": me.taken, "hand": me.cards}
    return Place(p, numbers, flags, [Zone("hand", me.cards, hand, layout="fan")])


def status(s: State, t: Tables, viewer: int) -> Line:
    """Say in one sentence who must do what. What only the owner of a hand can know is said to nobody else."""
    who = {"who": s.turn}
    if s.phase == DONE:
        return _result(s, t)
    if s.phase == RELIEF:
        return _relief(s, t, viewer)
    if s.phase == SPEAK:
        return Line("status.speak", seats=who)
    mine = viewer == s.turn
    if mine and rules.may_redraw(s, t, viewer):
        return Line("status.redraw" if rules.legal(s, t, viewer, 0) != 1 << REDRAW else "status.must_redraw", seats=who)
    if mine and rules.legal(s, t, viewer, 0) == 1 << TAKE:
        return Line("status.must_take", seats=who)
    if not s.pile:
        return Line("status.open" if t.mist_may_open else "status.open_ghost", seats=who)
    return Line("status.play", seats=who)


def _relief(s: State, t: Tables, viewer: int) -> Line:
    asked = [p for p in range(s.seats) if s.seat[p].asked]
    if viewer in asked:
        return Line("status.relief", seats={"who": viewer}, numbers={"most": rules.most_relief(s, t, viewer)})
    if len(asked) == 1:
        return Line("status.relief", seats={"who": asked[0]}, numbers={"most": rules.most_relief(s, t, asked[0])})
    return Line("status.relief_several", numbers={"count": len(asked)})


def _result(s: State, t: Tables) -> Line:
    winners = [p for p in range(s.seats) if rules.won(s, t, p)]
    numbers = {"fright": s.seat[winners[0]].fright, "count": len(winners)}
    if len(winners) > 1:  # KA-82, KG-61
        return Line("status.shared", numbers=numbers)
    return Line("status.won", seats={"who": winners[0]}, numbers=numbers)


def choices(s: State, t: Tables, seat: int) -> list[Choice]:
    """List what a seat could try now: each card it holds, lit or with the reason why not, and the other moves of the moment."""
    if s.phase == RELIEF:
        most = rules.most_relief(s, t, seat)
        return [
            _choice(s, t, seat, RETURN + n, "return", Line("choice.return", numbers={"points": n})) for n in range(most, -1, -1)
        ]
    if s.phase == SPEAK:
        return [Choice(move="call", action=CALL, verb="call", line=Line("choice.call"), asks="level")]
    hand = sorted(hand_of(s, seat))
    found = [
        _choice(s, t, seat, kind, "play", _effect(s, t, kind), [("hand", place)])
        for place, kind in enumerate(hand)
        if place == 0 or hand[place - 1] != kind
    ]
    if s.phase == PLAY and s.pile:
        cost = "choice.take" if s.seat[seat].taken else "choice.take_clean"
        found.append(_choice(s, t, seat, TAKE, "take", Line(cost), [("pile", 0)]))
    if rules.may_redraw(s, t, seat):
        found.append(_choice(s, t, seat, REDRAW, "redraw", Line("choice.redraw")))
    return found


def _choice(
    s: State, t: Tables, seat: int, action: int, verb: str, line: Line, picks: list[tuple[str, int]] | None = None
) -> Choice:
    why = rules.why_not(s, t, seat, action)
    choice = Choice(move=spell(s, t, seat, action), action=action, verb=verb, picks=picks or [], line=line)
    return unlit(choice, *reason(s, t, seat, action, why)) if why else choice


def _effect(s: State, t: Tables, kind: int) -> Line:
    """Say what a card would do."""
    numbers = {"makes": makes(s, t, kind)}
    if kind == MIST:
        return Line("choice.mist", numbers=numbers)
    if s.top != NO_COLOUR and t.colour[kind] == s.top:
        return Line("choice.mirror" if s.seats > 2 else "choice.mirror_of_two", numbers=numbers)  # KA-90, KG-30
    return Line("choice.open" if s.phase == OPEN or not s.pile else "choice.raise", numbers=numbers)
