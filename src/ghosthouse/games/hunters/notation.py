"""Ghost Hunters as text: positions and moves.

    round 1 | phase trap | turn 2 | places passed in leaving bust | group 2 3 | locks - - - - | tokens 1 2 3 4 | earned 5 0 0 0
    | total 5 0 0 0 | middle R5 R2 B2 G3 | row T21 T18 T22 | allies SWAP TINT | deck T01 ... | allydeck TURN ... | spent STEEL
    | traps0 T02 T25! | hand0 SWAP DIE-R4? | ... | sees R5* G3 x B2 + R4 | steel yes | named T02

Decks are written with the next card first. A Trap with `!` has paid this round, an Ally with `?` was seen by its owner alone.
`group` are those who leave together. `sees` is how the player on turn sees the middle, where Allies changed that: `*` counts as all
colours, `x` does not exist, extra dice stand behind `+`. `position.py` says what a hand-written position may leave out.
"""

from __future__ import annotations

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.notation import join
from ghosthouse.kernel.refusal import Illegal, Nonsense

from .cards import (
    ALLY_NAMES,
    LOCKS,
    NOTHING,
    PHASES,
    PLACES,
    cell_of,
    cell_text,
    middle_dice,
    numbered,
    own_traps,
    row_allies,
    row_traps,
    trap_id,
    traps_by_id,
)
from .narrate import with_traps
from .position import read
from .rules import tally
from .state import (
    CELLS,
    COUNTS,
    DECLINE,
    DICE,
    END,
    GONE,
    KINDS,
    OWN,
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
    STAY,
    TAKE_ALLY,
    TAKE_TRAP,
    TINTED,
    UNSEEN,
    State,
    Tables,
)

__all__ = ["parse", "read", "spell", "write"]

MOVES = (
    "stay, pass, roll 3, take T21, take SWAP, score, score T21, done, swap T30 for T27, tint G5, turn G5 up, banish B6, die R4, ..."
)


# --- Writing ----------------------------------------------------------------------------------------------------------------


def write(s: State, t: Tables) -> str:
    """Write a state as the body of a position line."""
    seats = range(s.seats)

    def list_of(words: list[str]) -> str:
        return " ".join(words) or NOTHING

    fields: dict[str, object] = {
        "round": s.round,
        "phase": PHASES[s.phase],
        "turn": None if s.turn == NOBODY else s.turn,
        "places": " ".join(PLACES[s.seat[p].place] for p in seats),
        "group": " ".join(str(p) for p in seats if s.group >> p & 1) if s.group else None,
        "locks": " ".join(LOCKS[s.seat[p].lock] for p in seats),
        "tokens": " ".join(str(s.seat[p].token) for p in seats),
        "earned": " ".join(str(s.seat[p].earned) for p in seats),
        "total": " ".join(str(s.seat[p].total) for p in seats),
        "middle": list_of([cell_text(cell) for cell in middle_dice(s)]),
        "row": list_of([trap_id(t, card) for card in row_traps(s)]),
        "allies": list_of([ALLY_NAMES[kind] for kind in row_allies(s)]),
        "deck": list_of([trap_id(t, s.trap_deck[i]) for i in range(s.trap_cards - 1, -1, -1)]),
        "allydeck": list_of([ALLY_NAMES[s.ally_deck[i]] for i in range(s.ally_cards - 1, -1, -1)]),
        "spent": list_of([ALLY_NAMES[kind] for kind in range(KINDS) for _ in range(s.spent[kind])]),
    }
    for p in seats:
        me = s.seat[p]
        marks = ["!" if me.paid >> i & 1 else "" for i in range(me.cards)]
        fields[f"traps{p}"] = list_of([trap_id(t, card) + mark for card, mark in zip(own_traps(s, p), marks, strict=True)])
        fields[f"hand{p}"] = list_of([ALLY_NAMES[me.ally[i] & 31] + "?" * (me.ally[i] >= UNSEEN) for i in range(me.allies)])
    if s.turn != NOBODY:
        fields["sees"] = _write_sees(s) if s.touched else None
        fields["steel"] = "yes" if s.steel else None
        named = [trap_id(t, card) for i, card in enumerate(own_traps(s, s.turn)) if s.named >> i & 1]
        fields["named"] = list_of(named) if named else None
    return join(fields)


def _write_sees(s: State) -> str:
    words = ["x" if look == GONE else cell_text(look & 31) + "*" * (look >= TINTED) for look in (s.look[i] for i in range(s.dice))]
    extra = extra_dice(s)
    return " ".join([*words, "+", *map(cell_text, extra)] if extra else words)


def extra_dice(s: State) -> list[int]:
    """The cells of the extra dice that the player on turn sees."""
    seen = [0] * COUNTS
    for i in range(s.dice):
        if s.look[i] != GONE:
            tally(seen, s.look[i], 1)
    return [cell for cell in range(CELLS) for _ in range(s.count[cell] - seen[cell])]


def spell(s: State, t: Tables, seat: int, action: int) -> str:
    """Write an action as a move."""
    simple = {STAY: "stay", PASS: "pass", DECLINE: "decline", SCORE: "score", END: "done", PLAY_STEEL: "steel"}
    if action in simple:
        return simple[action]
    if ROLL <= action < DECLINE:
        return f"roll {action - ROLL + 2}"
    if TAKE_ALLY <= action < TAKE_TRAP:
        return f"take {_name(_ally_row(s), action - TAKE_ALLY)}"
    if TAKE_TRAP <= action < PAY:
        return f"take {_name(_row(s, t), action - TAKE_TRAP)}"
    if PAY <= action < PLAY_STEEL:
        return f"score {_name(_own(s, t, seat), action - PAY)}"
    if PLAY_ENCORE <= action < PLAY_ENCORE + OWN:
        return f"encore {_name(_own(s, t, seat), action - PLAY_ENCORE)}"
    if PLAY_SWAP <= action < PLAY_SWAP + OWN * ROW:
        own, place = divmod(action - PLAY_SWAP, ROW)
        return f"swap {_name(_own(s, t, seat), own)} for {_name(_row(s, t), place)}"
    for first, words in ((PLAY_TINT, "tint {}"), (PLAY_BANISH, "banish {}"), (PLAY_UP, "turn {} up"), (PLAY_DOWN, "turn {} down")):
        if first <= action < first + DICE:
            return words.format(_name(_dice(s), action - first))
    if PLAY_DIE <= action < PLAY_DIE + CELLS:
        return f"die {cell_text(action - PLAY_DIE)}"
    return f"#{action}"


def _name(names: list[str], place: int) -> str:
    return names[place] if place < len(names) else f"#{place + 1}"


def _ally_row(s: State) -> list[str]:
    return numbered([ALLY_NAMES[kind] for kind in row_allies(s)])


def _row(s: State, t: Tables) -> list[str]:
    return [trap_id(t, card) for card in row_traps(s)]


def _own(s: State, t: Tables, seat: int) -> list[str]:
    return [trap_id(t, card) for card in own_traps(s, seat)]


def _dice(s: State) -> list[str]:
    return numbered([cell_text(cell) for cell in middle_dice(s)])


# --- Reading moves ----------------------------------------------------------------------------------------------------------


def parse(s: State, t: Tables, seat: int, text: str) -> int:
    """Read a move. A card or die that exists in the game but does not lie there is refused by its clause."""
    match text.lower().split():
        case ["stay" | "bleiben"]:
            return STAY
        case ["pass" | "passen" | "gehen"]:
            return PASS
        case ["roll" | "würfeln", size] if size in ("2", "3", "4"):
            return ROLL + int(size) - 2
        case ["decline" | "verzichten"]:
            return DECLINE
        case ["score" | "werten"]:
            return SCORE
        case ["done" | "fertig"]:
            return END
        case ["take" | "nehmen", card]:
            return _take(s, t, card)
        case ["score" | "werten", card]:
            return PAY + _find_own(s, t, seat, card)
        case ["steel"]:
            return PLAY_STEEL
        case ["encore", card]:
            return PLAY_ENCORE + _find_own(s, t, seat, card)
        case ["swap", own, "for" | "gegen", card]:
            return PLAY_SWAP + ROW * _find_own(s, t, seat, own) + _find_in_row(s, t, card)
        case ["tint", die]:
            return PLAY_TINT + _find_die(s, die)
        case ["banish", die]:
            return PLAY_BANISH + _find_die(s, die)
        case ["turn", die, "up"]:
            return PLAY_UP + _find_die(s, die)
        case ["turn", die, "down"]:
            return PLAY_DOWN + _find_die(s, die)
        case ["die", die] if cell_of(die) >= 0:
            return PLAY_DIE + cell_of(die)
    raise Nonsense(f"{text!r} is no move of this game; moves are: {MOVES}")


def _take(s: State, t: Tables, card: str) -> int:
    allies = [name.lower() for name in _ally_row(s)]
    if card in allies:
        return TAKE_ALLY + allies.index(card)
    kind = card.partition("#")[0].upper()
    if kind in ALLY_NAMES:
        line = Line("why.ally_not_there", terms={"ally": f"ally.{kind}"})
        raise Illegal(f"take {card}: no {kind} lies in the Ally row ({', '.join(_ally_row(s)) or 'it is empty'})", line, "GH-18")
    return TAKE_TRAP + _find_in_row(s, t, card)


def _find_in_row(s: State, t: Tables, word: str) -> int:
    card = _known(t, word)
    if card in row_traps(s):
        return row_traps(s).index(card)
    row = ", ".join(_row(s, t)) or "it is empty"
    line = with_traps(Line("why.trap_not_there"), trap=t.label[card])
    raise Illegal(f"{trap_id(t, card)} does not lie in the row ({row}); a Trap that was taken is not replaced", line, "GH-23")


def _find_own(s: State, t: Tables, seat: int, word: str) -> int:
    card = _known(t, word)
    if card in own_traps(s, seat):
        return own_traps(s, seat).index(card)
    line = with_traps(Line("why.trap_not_yours"), trap=t.label[card])
    raise Illegal(f"{trap_id(t, card)} does not lie before seat {seat} ({', '.join(_own(s, t, seat))})", line, "GH-20")


def _known(t: Tables, word: str) -> int:
    known = traps_by_id(t)
    if word not in known:
        raise Nonsense(f"there is no card {word!r} (Traps: {', '.join(trap_id(t, card) for card in known.values())})")
    return known[word]


def _find_die(s: State, word: str) -> int:
    name = word.upper()
    dice = _dice(s)
    if name in dice:
        return dice.index(name)
    if cell_of(name.partition("#")[0]) < 0:
        raise Nonsense(f"{word!r} is no die; a die is written by colour and number, R5, and the second of its kind R5#2")
    line = Line("why.no_such_die", texts={"die": name})
    raise Illegal(f"no {name} lies in the middle ({', '.join(dice)})", line, "GH-41")
