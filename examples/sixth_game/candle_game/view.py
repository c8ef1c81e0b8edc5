"""What one observer of Candle sees: the candle, what was laid, and the own hand."""

from __future__ import annotations

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.layout import Ints
from ghosthouse.kernel.view import Choice, Piece, Place, View, Zone, unlit

from . import rules
from .narrate import reason
from .notation import spell
from .state import HUSH, KINDS, State, Tables


def pieces(counts: Ints) -> list[Piece]:
    """Cards, face up, the lowest first."""
    return [Piece(f"C{kind + 1}") for kind in range(KINDS) for _ in range(counts[kind])]


def view(s: State, t: Tables, seat: int) -> View:
    """Fill a view with what this seat, or a spectator, may see."""
    over = bool(rules.over(s, t))
    return View(
        viewer=seat,
        awaited=[p for p in range(s.seats) if rules.awaits(s, t, p)],
        phase="out" if over else "burning",
        status=Line("status.out" if over else "status.lay", seats={"who": s.turn}),
        numbers={"minutes": s.minutes, "deck": s.deck},
        zones=[Zone("laid", sum(s.laid), pieces(s.laid)), Zone("deck", s.deck, layout="stack")],
        places=[_place(s, p, seat) for p in range(s.seats)],
        over=over,
        winners=[p for p in range(s.seats) if rules.won(s, t, p)],
        scores=[rules.score(s, t, p) for p in range(s.seats)],
    )


def _place(s: State, p: int, viewer: int) -> Place:
    me = s.seat[p]
    shown = pieces(me.hand) if p == viewer else []
    return Place(p, flags=["may_hush"] if me.hush else [], zones=[Zone("hand", rules.count(s, p), shown, layout="fan")])


def choices(s: State, t: Tables, seat: int) -> list[Choice]:
    """Every number that is held, and hushing, lit or with the reason why not."""
    found = []
    place = 0
    for kind in range(KINDS):
        held = s.seat[seat].hand[kind]
        if held:
            line = Line("choice.lay", numbers={"left": max(0, s.minutes - kind - 1)})
            found.append(Choice(spell(s, t, seat, kind), kind, "lay", picks=[("hand", place)], line=line))
        place += held
    hush = Choice(spell(s, t, seat, HUSH), HUSH, "hush", line=Line("choice.hush"))
    if why := rules.why_not(s, t, seat, HUSH):
        hush = unlit(hush, *reason(s, t, seat, HUSH, why))
    return [*found, hush]
