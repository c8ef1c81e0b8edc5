"""Ghost! as text: positions and moves.

    turn 5 | direction cw | phase act | quiet 0 | due 0 1 | w0 HIN 1 | w1 O - | ghosts 0 1
    | hand0 E/J A/T | deck0 N/O S/Z | given0 - | removed0 E/Q | stack0 SG | hand1 ... | lock0 play J/E left

`w0` is the word between seat 0 and seat 1, with the seat that added the last letter to it; `-` alone is a gap. Decks are
written from their top card on. Cards of a player that stand nowhere have been laid open. `position.py` reads all this, and says
what may be left out.

Moves: `play J/E left` (the upright letter first), `ghost 0 T/E slot` (letter 0 of the word is taken out, T goes where it was),
`give up`, `challenge impossible`, `challenge complete`, `pass`; `pick E` (a ghost letter, or a penalty from a stack), `give
E/J` (a penalty from the hand); `declare THINKING` or `no word`. A declared word is judged here, at the door: the rules see
whether it counts.
"""

from __future__ import annotations

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.notation import join
from ghosthouse.kernel.refusal import Illegal, Nonsense

from . import cards, lexicon, moves, ring, words
from .position import read
from .state import (
    ANSWER,
    CARD,
    CLOCKWISE,
    COMPLETE,
    GHOST,
    GIVE_UP,
    HALF_GROUP,
    IMPOSSIBLE,
    LACKING,
    LEFT,
    LETTER,
    MISSPELT,
    NONE,
    PASS,
    RIGHT,
    SHORT,
    SHOWN,
    SILENT,
    SLOT,
    State,
    Tables,
)

__all__ = ["judge_word", "parse", "read", "spell", "write"]

SIMPLE = {"give up": GIVE_UP, "challenge impossible": IMPOSSIBLE, "challenge complete": COMPLETE, "pass": PASS, "no word": SILENT}
FAILS = {"fail misspelt": MISSPELT, "fail short": SHORT, "fail lacking": LACKING}
WRITTEN = {action: text for text, action in (SIMPLE | FAILS).items()}
ALSO = {
    "impossible": IMPOSSIBLE, "complete": COMPLETE,
    "aufgeben": GIVE_UP, "passen": PASS, "unmöglich": IMPOSSIBLE, "fertig": COMPLETE, "kein wort": SILENT,
}  # fmt: skip
ENDS = {
    "left": LEFT, "right": RIGHT, "slot": SLOT, "front": LEFT, "end": RIGHT,
    "links": LEFT, "rechts": RIGHT, "lücke": SLOT, "vorn": LEFT, "hinten": RIGHT,
}  # fmt: skip
END_NAMES = ("left", "right", "slot")
MOVES = "play J/E left, ghost 0 T/E slot, give up, challenge impossible, challenge complete, pass, pick E, give E/J, declare WORD"
LONGEST_TEXT = 60


# --- Writing ----------------------------------------------------------------------------------------------------------------


def write(s: State, t: Tables) -> str:
    """Write a state as the body of a position line."""
    seats = range(s.seats)
    fields: dict[str, object] = {
        "turn": s.turn,
        "direction": "cw" if s.direction == CLOCKWISE else "ccw",
        "phase": cards.PHASES[s.phase],
        "quiet": s.quiet,
        "stirred": s.stirred or None,
        "due": " ".join(str(p) for p in seats if ring.is_due(s, p)) or cards.NOTHING,
    }
    fields |= {f"w{k}": _write_word(s, t, k) for k in seats}
    fields["ghosts"] = " ".join(str(s.seat[p].ghosts) for p in seats)
    for p in seats:
        me = s.seat[p]
        hand = cards.hand(me)
        deck = [me.deck[i] for i in range(me.height - 1, -1, -1)]
        given = cards.marked(t, me.given)
        fields[f"hand{p}"] = _list(t, hand)
        fields[f"deck{p}"] = _list(t, deck)
        fields[f"given{p}"] = _list(t, given) if given else None
        fields[f"removed{p}"] = _list(t, _rest(t, [*hand, *deck, *given, *cards.marked(t, me.placed)]))
        fields[f"stack{p}"] = cards.stack(t, me) or None
        fields[f"lock{p}"] = spell(s, t, p, me.lock - 1) if me.lock else None
        fields[f"answer{p}"] = spell(s, t, p, me.answer - 1) if me.answer else None
        fields[f"lost{p}"] = moves.loser_of(s, p) if me.loser != NONE else None
        fields[f"paid{p}"] = spell(s, t, moves.loser_of(s, p), me.paid - 1) if me.paid else None
    return join(fields)


def _write_word(s: State, t: Tables, k: int) -> str:
    word = s.seat[k]
    if not word.letters:
        return cards.NOTHING
    adder = cards.NOTHING if word.adder == NONE else str(ring.seat_at(s, k, word.adder))
    return f"{cards.word(t, word)} {adder}"


def _list(t: Tables, kinds: list[int]) -> str:
    return " ".join(cards.card(t, kind) for kind in kinds) or cards.NOTHING


def _rest(t: Tables, known: list[int]) -> list[int]:
    rest = [t.kind[i] for i in range(t.deck)]
    for kind in known:
        rest.remove(kind)
    return rest


def spell(s: State, t: Tables, seat: int, action: int) -> str:
    """Write an action as a move."""
    if action in WRITTEN:
        return WRITTEN[action]
    if action == SHOWN:
        return f"declare {_some_word(s, t, seat) or '?'}"
    if LETTER <= action < SHOWN:
        return f"pick {cards.letter(t, action - LETTER)}" if action - LETTER < t.letters else f"pick #{action - LETTER}"
    if CARD <= action < GHOST:
        return f"give {_spell_card(s, t, seat, action - CARD, 0)}"
    if action >= GHOST and (action & 31) >= 2 * HALF_GROUP:
        return f"#{action}"
    played = _spell_card(s, t, seat, moves.card_of(action), moves.upright_of(action))
    return spell_play(played, moves.place_of(action), moves.removed_of(action))


def spell_play(card: str, place: int, removed: int = NOBODY) -> str:
    """Write a play of a card that is written already, with a ghost card that removes a letter or without."""
    where = END_NAMES[place]
    return f"play {card} {where}" if removed == NOBODY else f"ghost {removed} {card} {where}"


def _spell_card(s: State, t: Tables, seat: int, place: int, upright: int) -> str:
    me = s.seat[seat]
    return cards.card(t, me.hand[place], upright) if place < me.cards else f"#{place}/{upright}"


def _some_word(s: State, t: Tables, seat: int) -> str:
    """A word that could be declared: what a declaration made by its number is recorded as."""
    word = s.seat[ring.word_of(s, ring.asker_of(s, seat))]
    out = [0] * (2 * words.LONGEST_WORD)
    return words.text_of(t, out[: lexicon.witness(t, word.word, word.letters, lexicon.ALL, out)])


# --- Reading moves ----------------------------------------------------------------------------------------------------------


def parse(s: State, t: Tables, seat: int, text: str) -> int:
    """Read a move; a declared word is judged and becomes the action that it amounts to.

    Whoever has to declare may type the word alone, even one that is a move at other times: `pass` is a word too.
    """
    words_ = text.lower().split()
    plain = " ".join(words_)
    alone = len(words_) == 1 or plain not in SIMPLE | FAILS | ALSO
    if words_[:1] == ["declare"] or (alone and must_declare(s, seat)):
        return _declared(s, t, seat, " ".join(text.split()[words_[:1] == ["declare"] :]))
    if plain in SIMPLE | FAILS | ALSO:
        return (SIMPLE | FAILS | ALSO)[plain]
    match words_:
        case ["pick", sign]:
            return LETTER + _letter(t, sign)
        case ["give", sign]:
            return CARD + _place(s, t, seat, sign, _given_before(s, t, seat))[0]
        case ["play", sign, end] if end in (*END_NAMES, *ENDS):
            place, upright = _place(s, t, seat, sign)
            if ENDS[end] == SLOT:
                message = "a letter goes into a slot only after a ghost card took one out: ghost 0 T/E slot"
                raise Nonsense(message, Line("reason.no_slot"))
            return place * 4 + upright * 2 + ENDS[end]
        case ["ghost", number, sign, end] if number.isdecimal() and end in ENDS:
            place, upright = _place(s, t, seat, sign)
            word = s.seat[ring.word_of(s, seat)]
            if int(number) >= max(word.letters, 1):
                line = Line("reason.no_letter_there", numbers={"last": word.letters - 1})
                raise Illegal(f"the word has no letter {number} (letters are 0 to {word.letters - 1})", line, "GW-41")
            return moves.ghost_play(int(number), ENDS[end], place, upright)
    raise Nonsense(f"{text!r} is no move; moves are: {MOVES}", Line("reason.no_move", texts={"text": text[:LONGEST_TEXT]}))


def _letter(t: Tables, sign: str) -> int:
    read_ = words.numbers(t, sign)
    if read_ is None or len(read_) != 1:
        letters = "".join(map(words.capital, words.alphabet_of(t)))
        line = Line("reason.no_letter", texts={"text": sign[:LONGEST_TEXT], "letters": letters})
        raise Nonsense(f"{sign!r} is no letter of this table (letters are {letters})", line)
    return read_[0]


def _given_before(s: State, t: Tables, seat: int) -> int:
    """The place of the card that a seat has chosen for an earlier penalty (GW-38); negative if there is none."""
    k = moves.owed(s, t, seat)
    return moves.picked_before(s, t, k) - CARD if k != NOBODY else NOBODY


def _place(s: State, t: Tables, seat: int, sign: str, last: int = NOBODY) -> tuple[int, int]:
    """Find a card in the hand: its place, and which of its letters is upright. `J` alone means the only card with a J.

    Of equal cards the first one is meant; the one at the place `last` only if there is no other.
    """
    me = s.seat[seat]
    upright, slash, other = sign.partition("/")
    up = _letter(t, upright)
    down = _letter(t, other) if slash else -1
    found: dict[int, tuple[int, int]] = {}
    for place in sorted(range(me.cards), key=lambda place: place == last):
        kind = me.hand[place]
        for side in (0, 1):
            if t.pair[kind, side] == up and down in (-1, t.pair[kind, 1 - side]):
                found.setdefault(kind, (place, side))
    if not found:
        held = ", ".join(cards.card(t, kind) for kind in cards.hand(me)) or "nothing"
        line = Line("reason.no_such_card", texts={"card": words.fold(sign, "").upper()})
        raise Illegal(f"no card {sign.upper()} in this hand (it holds {held})", line, "GW-16")
    if len(found) > 1:
        several = ", ".join(cards.card(t, kind, side) for kind, (_, side) in found.items())
        line = Line("reason.several_cards", texts={"letter": cards.letter(t, up), "cards": several})
        raise Nonsense(f"{sign.upper()} is on several cards ({several}): name one of them", line)
    return next(iter(found.values()))


def _declared(s: State, t: Tables, seat: int, text: str) -> int:
    folded = words.fold(text, words.alphabet_of(t))
    if not folded.isalpha() or len(folded) > LONGEST_TEXT:
        line = Line("reason.not_one_word", texts={"text": text[:LONGEST_TEXT] or cards.NOTHING})
        raise Nonsense(f"{text[:LONGEST_TEXT]!r} is not one word of letters: declare a word, or say `no word`", line)
    if not must_declare(s, seat):
        return MISSPELT  # the rules will say that nothing has to be declared now
    word = s.seat[ring.word_of(s, ring.asker_of(s, seat))]
    return judge_word(t, [word.word[i] for i in range(word.letters)], text)


def must_declare(s: State, seat: int) -> bool:
    """Say whether a seat owes a declaration now."""
    return s.phase == ANSWER and ring.is_due(s, seat) == 1 and s.seat[ring.asker_of(s, seat)].lock == IMPOSSIBLE + 1


def judge_word(t: Tables, letters: list[int], text: str) -> int:
    """Judge a declared word. GW-28: valid, and with the letters in a row; GWR-17 to GWR-19; it is folded before (GWR-18)."""
    read_ = words.numbers(t, text)
    if len(words.fold(text, words.alphabet_of(t))) < t.shortest:
        return SHORT
    if read_ is None or not lexicon.whole(t, read_, len(read_), lexicon.ALL):
        return MISSPELT
    rows = range(len(read_) - len(letters) + 1)
    return SHOWN if any(read_[i : i + len(letters)] == letters for i in rows) else LACKING
