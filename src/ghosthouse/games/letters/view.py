"""What one observer of Ghost! sees: every word and stack, how many cards there are, the own hand. Never whether a word lives."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from ghosthouse.kernel.event import SPECTATOR, Line
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.view import Choice, Piece, Place, View, Zone, unlit

from . import cards, knowing, lexicon, moves, ring, rules
from .narrate import reason
from .notation import must_declare, spell, spell_play
from .state import (
    ACT,
    ANSWER,
    CARD,
    CLOCKWISE,
    COMPLETE,
    DONE,
    GIVE_UP,
    IMPOSSIBLE,
    LEFT,
    LETTER,
    LETTER_DEBT,
    NEIGHBOUR,
    OWNER,
    PASS,
    RIGHT,
    SILENT,
    SLOT,
    Seat,
    State,
    Tables,
)
from .words import capital

ENDS = ("left", "right", "slot")  # LEFT, RIGHT, SLOT
OPEN_FLAGS = {GIVE_UP + 1: "gives_up", IMPOSSIBLE + 1: "challenges", COMPLETE + 1: "challenges"}


def view(s: State, t: Tables, seat: int) -> View:
    """Fill a view with what this seat, or a spectator, may see."""
    over = s.phase == DONE
    return View(
        viewer=seat,
        awaited=[p for p in range(s.seats) if rules.awaits(s, t, p)],
        locked=[p for p in range(s.seats) if knowing.has_locked(s, t, p)],
        phase=cards.PHASES[s.phase],
        status=status(s, t, seat),
        numbers=_numbers(s, t, seat),
        flags=["clockwise" if s.direction == CLOCKWISE else "anticlockwise"],
        zones=_own_words(s, t, seat),
        places=[_place(s, t, p, seat) for p in range(s.seats)],
        over=over,
        winners=[p for p in range(s.seats) if over and rules.won(s, t, p)],
        scores=[rules.score(s, t, p) for p in range(s.seats)],
    )


def _numbers(s: State, t: Tables, seat: int) -> dict[str, int]:
    """GW-46: the turns that the decks last are known to all."""
    numbers = {"turn": s.turn, "deck_turns": t.deck - 1 - t.hand - t.removed, "shortest": t.shortest}
    if given := seconds(s, t, seat):
        numbers["seconds"] = given
    if t.training and s.phase == ACT and seat != SPECTATOR and rules.awaits(s, t, seat):
        numbers |= _training(s, t, seat)
    return numbers


def seconds(s: State, t: Tables, seat: int) -> int:
    """GWR-39: a word is declared within so many seconds. A challenge is open to all, so everybody may see the time run."""
    return int(t.seconds) if s.phase == ANSWER and seat != SPECTATOR and must_declare(s, seat) else 0


def _training(s: State, t: Tables, seat: int) -> dict[str, int]:
    """What is left to be found out at other tables: whether the word of the turn lives, and what keeps it alive."""
    word = s.seat[ring.word_of(s, seat)]
    letters = [word.word[i] for i in range(word.letters)]
    n, every = word.letters, lexicon.ALL
    now = lexicon.inside(t, letters, n, every) + lexicon.whole(t, letters, n, every)
    front = lexicon.left_letters(t, letters, n, every)
    end = lexicon.right_letters(t, lexicon.walk(t, t.root, letters, n), every)
    safe = 0
    for card in dict.fromkeys(cards.hand(s.seat[seat])):
        for letter in dict.fromkeys((t.pair[card, 0], t.pair[card, 1])):
            safe += front >> letter & 1 and not lexicon.whole(t, [letter, *letters], n + 1, every)
            safe += end >> letter & 1 and not lexicon.whole(t, [*letters, letter], n + 1, every)
    return {"odds_now": now, "odds_front": front.bit_count(), "odds_end": end.bit_count(), "odds_safe": safe}


# Messages are full of words and stacks that lie as they lay before, and of choices that were there before: they are made once.


class _Made:
    """What was made for some tables, and is shared by all messages."""

    def __init__(self) -> None:
        self.zones: dict[tuple[str, tuple[int, ...]], Zone] = {}
        self.acts: dict[tuple[Any, ...], list[Choice]] = {}


@lru_cache(8)  # tables hold a dictionary each
def _made(t: Tables) -> _Made:
    return _Made()


def _letters(t: Tables, zone: str, letters: tuple[int, ...]) -> Zone:
    made = _made(t).zones
    found = made.get((zone, letters))
    if found is None:
        if len(made) >= 4096:
            made.clear()
        found = Zone(zone, len(letters), [_letter(t.sign[number], t.points[number]) for number in letters])
        made[zone, letters] = found
    return found


@cache
def _letter(sign: int, points: int) -> Piece:
    text = capital(chr(sign))
    return Piece(text, [cards.COLOURS[points]], text) if points else Piece(text, text=text)


@cache
def _heap(zone: str, count: int) -> Zone:
    return Zone(zone, count, layout="stack")


def _word(t: Tables, zone: str, word: Seat) -> Zone:
    return _letters(t, zone, tuple(word.word[: word.letters]))


def _own_words(s: State, t: Tables, seat: int) -> list[Zone]:
    """The two words of a seat, as it sees them: left and right. A spectator sees all words around the ring."""
    if seat == SPECTATOR:
        return []
    return [_word(t, "left", s.seat[seat]), _word(t, "right", s.seat[ring.before(s, seat)])]


def _place(s: State, t: Tables, p: int, viewer: int) -> Place:
    me = s.seat[p]
    zones = []
    if viewer == SPECTATOR or p not in (viewer, ring.before(s, viewer)):
        zones.append(_word(t, "word", me))
    zones.append(_letters(t, "stack", tuple(me.stack[: me.stacked])))
    zones.append(_heap("ghosts", me.ghosts))
    zones.append(Zone("hand", me.cards, _cards(t, cards.hand(me)) if p == viewer else [], layout="fan"))
    zones.append(_heap("deck", me.height))
    if p == viewer and me.given:
        zones.append(Zone("given", bin(me.given).count("1"), _cards(t, cards.marked(t, me.given))))
    return Place(p, {"points": rules.score(s, t, p)}, _flags(s, t, p), zones)


def _cards(t: Tables, kinds: list[int]) -> list[Piece]:
    return [
        Piece(cards.card(t, kind), [cards.COLOURS[t.points[t.pair[kind, side]]] for side in (0, 1)], cards.card(t, kind))
        for kind in kinds
    ]


def _flags(s: State, t: Tables, p: int) -> list[str]:
    """Who added the last letter to which word (GW-19), and what was revealed this turn."""
    flags = []
    if s.seat[p].adder == OWNER:
        flags.append("added_left")
    if s.seat[ring.before(s, p)].adder == NEIGHBOUR:
        flags.append("added_right")
    lock = s.seat[p].lock
    if lock in OPEN_FLAGS and (s.phase != ACT or t.live):
        flags.append(OPEN_FLAGS[lock])
    return flags


# --- Who must do what -------------------------------------------------------------------------------------------------------


def status(s: State, t: Tables, viewer: int) -> Line:
    """Say in one sentence who must do what."""
    if s.phase == DONE:
        return _result(s, t)
    if viewer != SPECTATOR and rules.awaits(s, t, viewer):
        return _mine(s, t, viewer)
    due = [p for p in range(s.seats) if rules.awaits(s, t, p)]
    if len(due) == 1:
        return Line(f"status.{cards.PHASES[s.phase]}_one", seats={"other": due[0]})
    return Line(f"status.{cards.PHASES[s.phase]}_several", numbers={"count": len(due)})


def _mine(s: State, t: Tables, seat: int) -> Line:
    if s.phase == ACT:
        side = "left" if s.direction == CLOCKWISE else "right"
        word = s.seat[ring.word_of(s, seat)]
        kind = "act" if s.seat[seat].cards else "act_empty"
        texts = {"word": cards.word(t, word), "can": _besides(s, t, word)}
        return Line(f"status.{kind}_{side}", seats={"other": ring.neighbour_of(s, seat)}, texts=texts)
    if s.phase == ANSWER:
        asker = ring.asker_of(s, seat)
        word = s.seat[ring.word_of(s, asker)]
        kind = "declare" if must_declare(s, seat) else "pick_ghost"
        return Line(f"status.{kind}", seats={"other": asker}, texts={"word": cards.word(t, word)})
    k = moves.owed(s, t, seat)
    loser, winner = moves.loser_of(s, k), moves.winner_of(s, k)
    if winner == seat:
        return Line("status.take_penalty", seats={"other": loser})
    return Line("status.pay_letter" if s.seat[k].debt == LETTER_DEBT else "status.pay_card", seats={"other": winner})


def _besides(s: State, t: Tables, word: Seat) -> str:
    """What can be done with a word besides adding a letter."""
    long_enough, charged = word.letters >= t.shortest, moves.charged(s, word)
    return "both" if long_enough and charged else "give_up" if long_enough else "challenge" if charged else "none"


def _result(s: State, t: Tables) -> Line:
    """GW-53: who won, with how much, and by what where others have as much."""
    winners = [p for p in range(s.seats) if rules.won(s, t, p)]
    points = rules.score(s, t, winners[0])
    numbers = {"points": points, "count": len(winners), "letters": s.seat[winners[0]].stacked}
    if len(winners) > 1:
        return Line("status.shared", numbers=numbers)
    level = sum(rules.score(s, t, p) == points for p in range(s.seats))
    return Line("status.won_by_letters" if level > 1 else "status.won", seats={"who": winners[0]}, numbers=numbers)


# --- Choices ----------------------------------------------------------------------------------------------------------------


def choices(s: State, t: Tables, seat: int) -> list[Choice]:
    """List what a seat could try now, lit or with the reason why not."""
    if s.phase == ACT:
        return _acts(s, t, seat)
    if s.phase == ANSWER:
        if must_declare(s, seat):
            held = Line("choice.declare", texts={"word": cards.word(t, s.seat[ring.word_of(s, ring.asker_of(s, seat))])})
            return [
                Choice(move="declare", verb="declare", line=held, asks="word"),
                _choice(s, t, seat, SILENT, "no_word", Line("choice.no_word")),
            ]
        word = s.seat[ring.word_of(s, ring.asker_of(s, seat))]
        zone = "right" if s.direction == CLOCKWISE else "left"
        return _picks(s, t, seat, [word.word[i] for i in range(word.letters)], zone, "choice.ghost_letter")
    return _penalties(s, t, seat)


def _acts(s: State, t: Tables, seat: int) -> list[Choice]:
    """What can be done on one's turn. It is asked again whenever somebody else has locked a choice, which changes nothing here."""
    me, word = s.seat[seat], s.seat[ring.word_of(s, seat)]
    all_it_takes = (s.direction, word.adder, bool(me.ghosts), tuple(me.hand[: me.cards]), tuple(word.word[: word.letters]))
    made = _made(t).acts
    found = made.get(all_it_takes)
    if found is None:
        if len(made) >= 512:
            made.clear()
        found = made[all_it_takes] = _new_acts(s, t, seat)
    return found


def _new_acts(s: State, t: Tables, seat: int) -> list[Choice]:
    me = s.seat[seat]
    word = cards.word(t, s.seat[ring.word_of(s, seat)])
    zone = "left" if s.direction == CLOCKWISE else "right"
    ways, lit = _ways(t, me), moves.legal(s, t, seat, 0)
    found = []
    for i, upright, sign, card in ways:
        for end, makes in ((LEFT, sign + word), (RIGHT, word + sign)):
            line = Line(f"choice.play_{ENDS[end]}", texts={"letter": sign, "word": makes})
            action, picks = i * 4 + upright * 2 + end, [("hand", i)]
            if lit >> action & 1:
                found.append(Choice(spell_play(card, end), action, "play", picks, line=line))
            else:
                found.append(_choice(s, t, seat, action, "play", line, picks))
    found += [
        _choice(s, t, seat, GIVE_UP, "give_up", Line("choice.give_up")),
        _choice(s, t, seat, IMPOSSIBLE, "impossible", Line("choice.impossible")),
        _choice(s, t, seat, COMPLETE, "complete", Line("choice.complete")),
    ]
    if not me.cards:
        found.append(_choice(s, t, seat, PASS, "pass", Line("choice.pass")))
    if me.ghosts:
        found += _ghost_plays(s, t, seat, zone, word, ways)
    return found


def _ways(t: Tables, me: Seat) -> list[tuple[int, int, str, str]]:
    """The different cards of a hand, as they can be turned: place, which letter is upright, that letter, and the card."""
    return [
        (i, upright, cards.letter(t, t.pair[me.hand[i], upright]), cards.card(t, me.hand[i], upright))
        for i in range(me.cards)
        if moves.is_first(me, i, NOBODY)
        for upright in range(1 if moves.same_letters(t, me.hand[i]) else 2)
    ]


def _ghost_plays(s: State, t: Tables, seat: int, zone: str, word: str, ways: list[tuple[int, int, str, str]]) -> list[Choice]:
    """What each play would make of the word, and nothing about what its letters are good for.

    There may be hundreds, so what is marked is asked for once and not for each of them.
    """
    marks: dict[int, int] = {}
    found = []
    for removed, gone in enumerate(word):
        head, tail = word[:removed], word[removed + 1 :]
        for i, upright, sign, card in ways:
            for place, makes in ((LEFT, sign + head + tail), (RIGHT, head + tail + sign), (SLOT, head + sign + tail)):
                action = moves.ghost_play(removed, place, i, upright)
                if (group := action >> 5) not in marks:
                    marks[group] = moves.legal(s, t, seat, group)
                line = Line(f"choice.ghost_{ENDS[place]}", texts={"letter": sign, "word": makes, "gone": gone})
                picks = [(zone, removed), ("hand", i)]
                if marks[group] >> (action & 31) & 1:
                    found.append(Choice(spell_play(card, place, removed), action, "ghost", picks, line=line))
                else:
                    found.append(_choice(s, t, seat, action, "ghost", line, picks))
    return found


def _picks(s: State, t: Tables, seat: int, letters: list[int], zone: str, phrase: str) -> list[Choice]:
    """A choice for each different letter; the first of several alike is the one to touch."""
    found = []
    for letter in dict.fromkeys(letters):
        line = Line(phrase, texts={"letter": cards.letter(t, letter)})
        picks = [(zone, letters.index(letter))] if zone else []
        found.append(_choice(s, t, seat, LETTER + letter, "pick", line, picks))
    return found


def _penalties(s: State, t: Tables, seat: int) -> list[Choice]:
    k = moves.owed(s, t, seat)
    loser = s.seat[moves.loser_of(s, k)]
    if s.seat[k].debt == LETTER_DEBT:
        letters = [loser.stack[i] for i in range(loser.stacked)]
        legal = [x for x in letters if moves.legal(s, t, seat, (LETTER + x) >> 5) >> ((LETTER + x) & 31) & 1]
        found = _picks(s, t, seat, letters, "stack" if moves.loser_of(s, k) == seat else "", "choice.penalty")
        return [choice for choice in found if choice.action - LETTER in legal]
    hand = cards.hand(loser)
    found = [
        _choice(s, t, seat, CARD + i, "give", Line("choice.give", texts={"card": cards.card(t, kind)}), [("hand", i)])
        for i, kind in enumerate(hand)
    ]
    return [choice for choice in found if choice.legal]


def _choice(
    s: State, t: Tables, seat: int, action: int, verb: str, line: Line, picks: list[tuple[str, int]] | None = None
) -> Choice:
    why = rules.why_not(s, t, seat, action)
    choice = Choice(move=spell(s, t, seat, action), action=action, verb=verb, picks=picks or [], line=line)
    return unlit(choice, *reason(s, t, seat, action, why)) if why else choice
