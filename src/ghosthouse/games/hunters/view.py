"""What one observer sees of Ghost Hunters: everything but both decks, sealed choices, and the totals of others (GHR-21)."""

from __future__ import annotations

from functools import cache, lru_cache

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.view import Choice, Piece, Place, View, Zone, plain

from . import odds, rules
from .cards import (
    ALLY_NAMES,
    COLOUR_LETTERS,
    PHASES,
    PLACES,
    cell_text,
    is_house,
    label_text,
    middle_dice,
    own_traps,
    row_allies,
    row_traps,
    trap_id,
)
from .narrate import ally_term, card_lines, die_term, reason
from .notation import extra_dice, spell
from .state import (
    AFTER,
    ALLY,
    ATOMS,
    BANISH,
    COLOURS,
    COUNTS,
    DECIDE,
    DECLINE,
    DIE,
    ENCORE,
    END,
    FACES,
    GONE,
    IN,
    KINDS,
    LAST,
    OPEN,
    OVER,
    PASS,
    PAY,
    PLAY_BANISH,
    PLAY_DIE,
    PLAY_DOWN,
    PLAY_ENCORE,
    PLAY_STEEL,
    PLAY_SWAP,
    PLAY_TINT,
    PLAY_UP,
    ROLL,
    ROW,
    SCORE,
    SCORING,
    SECOND,
    STAY,
    STEEL,
    SWAP,
    TAKE_ALLY,
    TAKE_TRAP,
    TINT,
    TINTED,
    TRAP,
    TURN,
    UNSEEN,
    State,
    Tables,
)
from .traps import unpacked

_MET, _PAID, _NAMED = ("met",), ("paid",), ("named",)  # tags of a Trap

# --- The table --------------------------------------------------------------------------------------------------------------


def view(s: State, t: Tables, seat: int) -> View:
    """The whole table as one observer may know it."""
    over = s.phase == OVER
    counts = _middle_counts(s)
    return View(
        viewer=seat,
        awaited=[p for p in range(s.seats) if rules.awaits(s, t, p)],
        locked=[p for p in range(s.seats) if s.seat[p].lock != OPEN],
        phase=PHASES[s.phase],
        status=_status(s, t, seat),
        numbers=_numbers(s, t),
        flags=(["bust"] if s.bust else []) + (["odds"] if t.odds else []),
        zones=_zones(s, t, counts),
        places=[_place(s, t, p, seat, counts) for p in range(s.seats)],
        over=over,
        winners=[p for p in range(s.seats) if over and rules.won(s, t, p)],
        scores=[rules.score(s, t, p) for p in range(s.seats)] if over else [],
    )


def _status(s: State, t: Tables, seat: int) -> Line:
    """The sentence that says who must do what."""
    if s.phase == OVER:
        return _outcome(s, t)
    if s.phase == DECIDE:
        waiting = [p for p in range(s.seats) if rules.awaits(s, t, p)]
        if seat in waiting:
            return Line("status.choose", numbers={"danger": s.danger})
        if len(waiting) == 1:
            return Line("status.choosing_one", seats={"who": waiting[0]})
        return Line("status.choosing", numbers={"n": len(waiting)})
    if s.phase == LAST:
        most = min(4, t.dice - s.dice)
        return Line("status.last", seats={"who": s.turn}, numbers={"most": most, "decline": t.may_decline})
    if s.phase == AFTER and seat == s.turn and not rules.swap_marks(s, seat):
        return Line("status.done")  # GHR-46: where Allies are secret, even those are asked who have nothing to play
    return Line(f"status.{_step(s)}", seats={"who": s.turn})


def _step(s: State) -> str:
    """The step of a sequence, as its sentence is called."""
    if s.phase == SCORING and s.bust:
        return "bust_allies" if s.seat[s.turn].allies else "bust"
    if s.phase == TRAP and s.bust:
        return "trap_bust"
    return PHASES[s.phase]


def _outcome(s: State, t: Tables) -> Line:
    winners = [p for p in range(s.seats) if rules.won(s, t, p)]
    fame = s.seat[winners[0]].total
    if len(winners) > 1:
        return Line("status.shared", numbers={"count": len(winners), "n": fame})
    return Line("status.won", seats={"who": winners[0]}, numbers={"n": fame})


def _numbers(s: State, t: Tables) -> dict[str, int]:
    """How things stand; the odds are for those who ask, unless the table wants them beside the dice (flag `odds`)."""
    numbers = {
        "round": s.round,
        "rounds": t.rounds,
        "danger": s.danger,
        "dice": s.dice,
        "in_round": sum(s.seat[p].place == IN for p in range(s.seats)),
    }
    if s.phase == LAST:
        numbers |= {f"odds_bust_{size}": odds.percent(s.danger, size) for size in (2, 3, 4) if size <= t.dice - s.dice}
    elif numbers["in_round"] > 1:
        numbers["odds_bust"] = odds.percent(s.danger, 2)
    return numbers


def _zones(s: State, t: Tables, counts: list[int]) -> list[Zone]:
    pouch = list(t.stock)
    for cell in middle_dice(s):
        pouch[cell // FACES] -= 1
    cards = tuple(row_traps(s))
    met = _met(t, tuple(counts), cards)
    row = [_trap_piece(t, card, _MET if met >> i & 1 else ()) for i, card in enumerate(cards)]
    spent = [plain(ALLY_NAMES[kind]) for kind in range(KINDS) for _ in range(s.spent[kind])]
    zones = [
        Zone("middle", s.dice, [_die_piece(cell) for cell in middle_dice(s)]),
        Zone("row", s.row_cards, row),
        Zone("ally_row", s.ally_row_cards, [plain(ALLY_NAMES[kind]) for kind in row_allies(s)]),
        Zone("pouch", sum(pouch), [plain(COLOUR_LETTERS[c]) for c in range(COLOURS) for _ in range(pouch[c])], layout="pile"),
        Zone("trap_deck", s.trap_cards, layout="pile"),
        Zone("ally_deck", s.ally_cards, layout="pile"),
        Zone("spent", len(spent), spent, layout="pile"),
    ]
    if s.touched:
        seen = [_look_piece(s, i) for i in range(s.dice)] + [_die_piece(cell, "extra") for cell in extra_dice(s)]
        zones.insert(1, Zone("sees", len(seen), seen))
    return zones


def _middle_counts(s: State) -> list[int]:
    """The dice in the middle as everybody sees them, counted."""
    counts = [0] * COUNTS
    for cell in middle_dice(s):
        rules.tally(counts, cell, 1)
    return counts


@cache
def _die_piece(cell: int, *tags: str) -> Piece:
    return Piece(cell_text(cell), tags=[*tags, "danger"] if rules.is_dangerous(cell) else list(tags))


@cache
def _house_trap(label: int, tags: tuple[str, ...]) -> Piece:
    return Piece(label_text(label), tags=list(tags))


@lru_cache(512)
def _met(t: Tables, counts: tuple[int, ...], cards: tuple[int, ...]) -> int:
    """Which of these Traps are met by these dice, as bits by place: asked once, however many views show them."""
    return sum(1 << i for i, card in enumerate(cards) if rules.is_met(counts, t, card))


def _look_piece(s: State, place: int) -> Piece:
    look = s.look[place]
    if look == GONE:
        return Piece(cell_text(s.middle[place]), tags=["gone"])
    return _die_piece(look & 31, *(["tinted"] if look >= TINTED else []), *(["turned"] if look & 31 != s.middle[place] else []))


def _trap_piece(t: Tables, card: int, tags: tuple[str, ...]) -> Piece:
    """A Trap; the house's cards have words and pictures, those of somebody's own deck say what they want and pay.

    Their ids are marked: an own T05 is not the T05 that the house has words and a picture for.
    """
    if is_house(t.label[card]):
        return _house_trap(t.label[card], tags)
    atoms = tuple(unpacked(t.atom[card, i]) for i in range(ATOMS) if t.atom[card, i])
    return Piece(f"own/{trap_id(t, card)}", tags=list(tags), text=trap_id(t, card), says=card_lines(atoms, t.fame[card]))


def _place(s: State, t: Tables, p: int, viewer: int, counts: list[int]) -> Place:
    me = s.seat[p]
    numbers = {"token": me.token, "earned": me.earned}
    if p == viewer or t.open_totals or s.phase == OVER:  # GH-50, GHR-21
        numbers["total"] = me.total
    cards = tuple(own_traps(s, p))
    met = _met(t, tuple(s.count if p == s.turn else counts), cards)
    named = s.named if p == s.turn else 0
    traps = [
        _trap_piece(t, card, _MET[: met >> i & 1] + _PAID[: me.paid >> i & 1] + _NAMED[: named >> i & 1])
        for i, card in enumerate(cards)
    ]
    allies = [_held_piece(me.ally[i], open_to=p == viewer) for i in range(me.allies)]
    flags = [PLACES[me.place]] if s.phase != OVER else []
    flags += ["first"] if me.token == 1 else []
    flags += ["turn"] if p == s.turn else []
    flags += ["steel"] if p == s.turn and s.steel else []
    return Place(p, numbers, flags, [Zone("traps", len(traps), traps), Zone("allies", len(allies), allies)])


def _held_piece(card: int, *, open_to: bool) -> Piece:
    if card < UNSEEN:
        return plain(ALLY_NAMES[card])
    return Piece(ALLY_NAMES[card - UNSEEN], tags=["hidden"]) if open_to else Piece()


# --- Choices ----------------------------------------------------------------------------------------------------------------


def choices(s: State, t: Tables, seat: int) -> list[Choice]:
    """What a seat could try now: what is marked is lit, what lies there and is not answers with the reason."""
    return [_choice(s, t, seat, action) for action in _thinkable(s, t, seat)]


def _thinkable(s: State, t: Tables, seat: int) -> list[int]:
    """The actions that somebody might try in this phase, whether they are marked or not."""
    if s.phase == DECIDE:
        return [STAY, PASS]
    if s.phase == LAST:
        return [ROLL, ROLL + 1, ROLL + 2, *([DECLINE] if t.may_decline else [])]
    me = s.seat[seat]
    own, dice, row = range(me.cards), range(s.dice), range(s.row_cards)
    actions = [TAKE_ALLY + i for i in range(s.ally_row_cards)] if s.phase == ALLY else []
    if s.phase in (ALLY, TRAP):
        actions += [TAKE_TRAP + i for i in row]
    elif s.phase in (SCORING, SECOND) and s.bust:
        actions += [PAY + i for i in own]
    if s.phase == SCORING:
        actions.append(SCORE)
    if s.phase in (SCORING, SECOND, AFTER):
        actions.append(END)
    for kind in sorted({me.ally[i] & 31 for i in range(me.allies)}):
        if kind == SWAP:
            actions += [PLAY_SWAP + ROW * i + j for i in own for j in row]
        elif kind == TINT:
            actions += [PLAY_TINT + i for i in dice]
        elif kind == TURN:
            actions += [first + i for i in dice for first in (PLAY_DOWN, PLAY_UP)]
        elif kind == BANISH:
            actions += [PLAY_BANISH + i for i in dice]
        elif kind == STEEL:
            actions.append(PLAY_STEEL)
        elif kind == ENCORE:
            actions += [PLAY_ENCORE + i for i in own]
        else:
            actions.append(PLAY_DIE + kind - DIE)
    return actions


def _choice(s: State, t: Tables, seat: int, action: int) -> Choice:
    why = rules.why_not(s, t, seat, action)
    line, clause = reason(s, t, seat, action, why) if why else (None, "")
    verb, picks, does = _meaning(s, t, seat, action)
    return Choice(spell(s, t, seat, action), action, verb, picks, not why, does, line, clause)


def _meaning(s: State, t: Tables, seat: int, action: int) -> tuple[str, list[tuple[str, int]], Line]:
    """The verb of an action, what to touch for it, and a line that says what it would do."""
    plain = {STAY: "stay", PASS: "pass", DECLINE: "decline", END: "done"}
    if action in plain:
        return plain[action], [], Line(f"choice.{plain[action]}")
    if action == SCORE:
        return "score", [], Line("choice.score", numbers={"n": 0 if s.bust else _would_score(s, t, seat)})
    if ROLL <= action < DECLINE:
        return "roll", [], Line("choice.roll", numbers={"n": action - ROLL + 2})
    if action < TAKE_TRAP:
        kind = s.ally_row[action - TAKE_ALLY]
        return "take", [("ally_row", action - TAKE_ALLY)], Line("choice.take_ally", terms={"ally": ally_term(kind)})
    if action < PAY:
        place = action - TAKE_TRAP
        card = s.row[place]
        met = "not_met" if not rules.is_met(s.count, t, card) else "bust" if s.bust else "met"
        return "take", [("row", place)], Line(f"choice.take_trap_{met}", numbers={"n": t.fame[card]})
    if action < PLAY_STEEL:
        place = action - PAY
        return "score_one", [("traps", place)], Line("choice.pay", numbers={"n": _pays(s, t, seat, place)})
    return _ally_meaning(s, t, seat, action)


def _pays(s: State, t: Tables, seat: int, place: int) -> int:
    """What an own Trap pays: twice if it was named."""
    fame: int = t.fame[s.seat[seat].traps[place]]
    return fame * (1 + (s.named >> place & 1))


def _would_score(s: State, t: Tables, seat: int) -> int:
    """What step 3 would pay now, without a bust."""
    done = rules.completed(s, t, seat)
    return sum(_pays(s, t, seat, place) for place in range(s.seat[seat].cards) if done >> place & 1)


def _ally_meaning(s: State, t: Tables, seat: int, action: int) -> tuple[str, list[tuple[str, int]], Line]:
    me = s.seat[seat]
    kind = rules.kind_of(action)
    held = ("allies", next(i for i in range(me.allies) if me.ally[i] & 31 == kind))
    own = rules.own_place(action)
    if kind == STEEL:
        return "play", [held], Line("choice.steel")
    if kind == ENCORE:
        return "play", [held, ("traps", own)], Line("choice.encore")
    if kind == SWAP:
        place = action - PLAY_SWAP - own * ROW
        names = {"given": trap_id(t, me.traps[own]), "trap": trap_id(t, s.row[place])}
        return "play", [held, ("traps", own), ("row", place)], Line("choice.swap", texts=names)
    if kind >= DIE:
        return "play", [held], Line("choice.die", terms={"die": die_term(kind - DIE)})
    place = rules.die_place(action)
    die = {"die": die_term(s.look[place] if s.look[place] != GONE else s.middle[place])}
    picks = [held, ("middle", place)]
    if kind == TURN:
        up = action < PLAY_DOWN
        return "turn_up" if up else "turn_down", picks, Line(f"choice.turn_{'up' if up else 'down'}", terms=die)
    return "play", picks, Line("choice.tint" if kind == TINT else "choice.banish", terms=die)
