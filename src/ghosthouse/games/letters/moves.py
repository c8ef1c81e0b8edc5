"""What a seat may do: how actions are numbered, which of them are legal, and why the others are not.

Legality is said here and nowhere else.
"""

from __future__ import annotations

from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.rule import rule

from .lexicon import ALL, inside
from .ring import asker_of, before, is_due, other_word, seat_at, word_of
from .state import (
    ACT,
    ANSWER,
    CARD,
    CARD_DEBT,
    CLOCKWISE,
    COMPLETE,
    DONE,
    GHOST,
    GHOST_GROUP,
    GIVE_UP,
    HALF_GROUP,
    IMPOSSIBLE,
    LEFT,
    LETTER,
    LETTER_DEBT,
    NEIGHBOUR,
    NONE,
    OWNER,
    PASS,
    PLAYS,
    RIGHT,
    SHOWN,
    SILENT,
    Seat,
    State,
    Tables,
)

# --- Numbers of actions -----------------------------------------------------------------------------------------------------


@rule
def is_play(action: int) -> bool:
    """Say whether an action plays a card, with or without a ghost card."""
    return action < PLAYS or action >= GHOST


@rule
def part_of(action: int) -> int:
    """Which fourteen a ghost play belongs to: removed letter * 3 + place."""
    return 2 * ((action - GHOST) >> 5) + (1 if (action & 31) >= HALF_GROUP else 0)


@rule
def within(action: int) -> int:
    """The number of a ghost play within its fourteen: card * 2 + letter."""
    bit = action & 31
    return bit - HALF_GROUP if bit >= HALF_GROUP else bit


@rule
def card_of(action: int) -> int:
    """The card of a play, as its place in the hand."""
    return action >> 2 if action < PLAYS else within(action) >> 1


@rule
def upright_of(action: int) -> int:
    """Which of the two letters of the card is upright."""
    return (action >> 1) & 1 if action < PLAYS else within(action) & 1


@rule
def removed_of(action: int) -> int:
    """The letter that a ghost card takes out of the word, as its place; NOBODY where none is spent."""
    return NOBODY if action < PLAYS else part_of(action) // 3


@rule
def place_of(action: int) -> int:
    """Where the letter goes: LEFT, RIGHT, or the SLOT of the removed letter."""
    if action < PLAYS:
        return action & 1
    part = part_of(action)
    return part - 3 * (part // 3)


@rule
def ghost_play(removed: int, place: int, card: int, upright: int) -> int:
    """The number of a ghost play."""
    part = removed * 3 + place
    return GHOST + (part >> 1) * 32 + (part & 1) * HALF_GROUP + card * 2 + upright


# --- Legality: said here, once ----------------------------------------------------------------------------------------------


@rule
def legal(s: State, t: Tables, seat: int, group: int) -> int:
    """Mark what a seat may do."""
    if is_due(s, seat) == 0:  # GW-11: a locked choice stands; GW-48: without a word on this side there is nothing to do
        return 0
    if s.phase == ACT:
        if group == 0:
            return act_marks(s, t, seat)
        return ghost_marks(s, t, seat, group) if group >= GHOST_GROUP else 0
    if group == 0 or group >= GHOST_GROUP:
        return 0
    if s.phase == ANSWER:
        return answer_marks(s, t, seat, group)
    return penalty_marks(s, t, seat, group)


@rule
def groups_now(s: State, t: Tables, seat: int) -> int:
    """From which group on nothing is marked now: ghost plays, most of all actions, need a ghost card and a word."""
    if s.phase != ACT or s.seat[seat].ghosts == 0:
        return GHOST_GROUP
    return GHOST_GROUP + (3 * s.seat[word_of(s, seat)].letters + 1) // 2


@rule
def act_marks(s: State, t: Tables, seat: int) -> int:
    """GW-13: exactly one of play, give up, challenge; and the guards for empty hands."""
    me = s.seat[seat]
    word = s.seat[word_of(s, seat)]
    marks = hand_marks(t, me)
    if word.letters >= t.shortest:  # GW-20
        marks |= 1 << GIVE_UP
    if charged(s, word):  # GW-25
        marks |= 1 << IMPOSSIBLE
        if word.letters >= t.shortest:  # GW-26
            marks |= 1 << COMPLETE
    if me.cards == 0 and word.letters < t.shortest:  # GW-55 to GW-57
        marks |= 1 << PASS
    return marks


@rule
def charged(s: State, word: Seat) -> bool:
    """GW-25: whether the neighbour of the turn added the last letter. GW-36, GWR-52: a pass in between changes nothing."""
    return bool(word.adder == (NEIGHBOUR if s.direction == CLOCKWISE else OWNER))


@rule
def hand_marks(t: Tables, me: Seat) -> int:
    """GW-16, GW-17: any card, any of its letters, either end. GWR-43: of what is alike, the first stands for all."""
    if t.doubles == 0:
        return (1 << (4 * me.cards)) - 1
    marks = 0
    for i in range(me.cards):
        if is_first(me, i, NOBODY):
            marks |= (3 if same_letters(t, me.hand[i]) else 15) << (4 * i)
    return marks


@rule
def is_first(me: Seat, i: int, gone: int) -> bool:
    """Say whether no card before this one in the hand is like it; the card at place `gone` counts for nothing."""
    for j in range(i):
        if j != gone and me.hand[j] == me.hand[i]:
            return False
    return True


@rule
def same_letters(t: Tables, card: int) -> bool:
    """GWR-43: whether a card has the same letter twice."""
    return bool(t.pair[card, 0] == t.pair[card, 1])


@rule
def ghost_marks(s: State, t: Tables, seat: int, group: int) -> int:
    """GW-40 to GW-43: a ghost card takes any letter out, then a card is played; the word must not be as before."""
    me = s.seat[seat]
    if me.ghosts == 0 or me.cards == 0:  # GWR-50
        return 0
    word = s.seat[word_of(s, seat)]
    part = 2 * (group - GHOST_GROUP)
    return part_marks(t, me, word, part) | part_marks(t, me, word, part + 1) << HALF_GROUP


@rule
def part_marks(t: Tables, me: Seat, word: Seat, part: int) -> int:
    """The cards that may be played when one letter is removed and the new one goes to one place."""
    removed = part // 3
    if removed >= word.letters:
        return 0
    same = unchanging(word, removed, part - 3 * removed)
    marks = 0
    for i in range(me.cards):
        card = me.hand[i]
        if t.doubles and not is_first(me, i, NOBODY):
            continue
        if t.pair[card, 0] != same:
            marks |= 1 << (2 * i)
        if t.pair[card, 1] != same and not same_letters(t, card):
            marks |= 2 << (2 * i)
    return marks


@rule
def unchanging(word: Seat, removed: int, place: int) -> int:
    """The letter that would leave the word as it was (GW-43, GWR-26), or -1.

    In the slot that is the removed letter. At an end it is too, if all letters from there to the slot are the same one.
    """
    letter = word.word[removed]
    if place == LEFT:
        for i in range(removed):
            if word.word[i] != letter:
                return -1
    elif place == RIGHT:
        for i in range(removed + 1, word.letters):
            if word.word[i] != letter:
                return -1
    return int(letter)


@rule
def answer_marks(s: State, t: Tables, seat: int, group: int) -> int:
    """GW-21: one letter of the word that was given up. GW-28: a declaration, or one of the four ways to fail.

    That a word can be declared is marked only where there is one: whoever declares must still know it (GWR-40), for the way to
    this action leads through a typed word (`notation.py`), or through the vocabulary of a bot.
    """
    asker = asker_of(s, seat)
    word = s.seat[word_of(s, asker)]
    if s.seat[asker].lock == GIVE_UP + 1:
        return letter_marks(word.word, word.letters, -1, group)
    if group != SHOWN >> 5:
        return 0
    marks = 15 << (SILENT & 31)
    if inside(t, word.word, word.letters, ALL):
        marks |= 1 << (SHOWN & 31)
    return marks


@rule
def letter_marks(letters, n: int, spent: int, group: int) -> int:  # type: ignore[no-untyped-def]
    """The first n letters of an array as marks; one copy of the letter `spent` is passed over."""
    marks = 0
    for i in range(n):
        if letters[i] == spent:
            spent = -1
        elif (LETTER + letters[i]) >> 5 == group:
            marks |= 1 << ((LETTER + letters[i]) & 31)
    return marks


@rule
def penalty_marks(s: State, t: Tables, seat: int, group: int) -> int:
    """GW-32: a letter of the stack, else a card of the hand. GW-38: the second penalty from what the first one leaves."""
    k = owed(s, t, seat)
    if k == NOBODY:
        return 0
    loser = s.seat[loser_of(s, k)]
    first = picked_before(s, t, k)
    if s.seat[k].debt == LETTER_DEBT:
        return letter_marks(loser.stack, loser.stacked, first - LETTER, group)
    if group != CARD >> 5:
        return 0
    marks = 0
    for i in range(loser.cards):
        if CARD + i != first and is_first(loser, i, first - CARD):
            marks |= 1 << ((CARD + i) & 31)
    return marks


# --- Debts ------------------------------------------------------------------------------------------------------------------


@rule
def loser_of(s: State, k: int) -> int:
    """The seat that lost the challenge on a word."""
    return seat_at(s, k, s.seat[k].loser)


@rule
def winner_of(s: State, k: int) -> int:
    """The seat that won the challenge on a word."""
    return seat_at(s, k, NEIGHBOUR if s.seat[k].loser == OWNER else OWNER)


@rule
def picker_of(s: State, t: Tables, k: int) -> int:
    """GWR-09: the loser picks the penalty, or the winner where the table wants it."""
    return winner_of(s, k) if t.winner_picks else loser_of(s, k)


@rule
def earlier_debt(s: State, k: int) -> int:
    """GW-38: the word with a smaller number on which the same seat lost as well, or NOBODY."""
    loser = loser_of(s, k)
    other = other_word(s, loser, k)
    if other < k and s.seat[other].loser != NONE and loser_of(s, other) == loser:
        return other
    return NOBODY


@rule
def note_debt(s: State, t: Tables, k: int) -> None:
    """Note what has to be picked for a lost challenge: a letter, a card, or nothing.

    GW-38: an earlier penalty of the same loser takes its letter or card first. GWR-33: where nothing is left, nothing is given.
    GWR-09: where winners pick, what comes from a hand is left to chance.
    """
    loser = s.seat[loser_of(s, k)]
    first = earlier_debt(s, k)
    taken = 1 if first != NOBODY and (t.winner_picks == 0 or s.seat[first].paid == 0) else 0
    if loser.stacked > taken:
        s.seat[k].debt = LETTER_DEBT
    elif t.winner_picks == 0 and loser.cards > (0 if loser.stacked else taken):
        s.seat[k].debt = CARD_DEBT


@rule
def is_open(s: State, k: int) -> bool:
    """Say whether a penalty is still to be picked."""
    return s.seat[k].debt != NONE and s.seat[k].paid == 0


@rule
def picked_before(s: State, t: Tables, k: int) -> int:
    """The action that the loser has locked for the earlier penalty, or -1. Where winners pick, theirs is carried out already."""
    first = earlier_debt(s, k)
    return s.seat[first].paid - 1 if first != NOBODY and t.winner_picks == 0 else -1


@rule
def owed(s: State, t: Tables, seat: int) -> int:
    """The word whose penalty a seat has to pick now, the smaller number first; NOBODY if there is none.

    Where winners pick, the second of two picks from one stack waits for the first.
    """
    one = before(s, seat)
    for i in range(2):
        k = min(one, seat) if i == 0 else max(one, seat)
        if is_open(s, k) and picker_of(s, t, k) == seat:
            first = earlier_debt(s, k)
            if t.winner_picks == 0 or first == NOBODY or not is_open(s, first):
                return k
    return NOBODY


# --- Why not ----------------------------------------------------------------------------------------------------------------

# Reasons, in the order in which they are asked
IS_OVER, LOCKED, NO_WORD_HERE, NO_CARD, ALIKE, TOO_SHORT_TO_GIVE_UP, STARTING_CARD, OWN_LETTER, TOO_SHORT_TO_BE_COMPLETE, \
    HAS_CARDS, MUST_GIVE_UP, NOT_NOW, NO_GHOST, NO_LETTER_THERE, EMPTY_HAND, SAME_WORD, MUST_DECLARE, MUST_PICK, NOT_IN_WORD, \
    NO_WORD_HOLDS_IT, MUST_PAY, NOT_IN_STACK, STACK_FIRST, NO_SUCH_ACTION = range(1, 25)  # fmt: skip


@rule
def why_not(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why an action is not marked, or 0 if it is."""
    if (legal(s, t, seat, action >> 5) >> (action & 31)) & 1:
        return 0
    if s.phase == DONE:
        return IS_OVER
    if is_due(s, seat) == 0:
        return why_nothing(s, seat)
    if action >= GHOST and (action & 31) >= PLAYS:
        return NO_SUCH_ACTION
    if s.phase == ACT:
        return why_not_act(s, t, seat, action)
    if s.phase == ANSWER:
        if s.seat[asker_of(s, seat)].lock == GIVE_UP + 1:
            return NOT_IN_WORD if LETTER <= action < SHOWN else MUST_PICK
        return NO_WORD_HOLDS_IT if action == SHOWN else MUST_DECLARE
    return why_not_pay(s, t, seat, action)


@rule
def why_nothing(s: State, seat: int) -> int:
    """Say why a seat has nothing to decide."""
    if s.phase != ACT:
        return NOT_NOW
    return LOCKED if s.seat[word_of(s, seat)].letters else NO_WORD_HERE


@rule
def why_not_act(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why an action cannot be taken on the word of the turn."""
    me = s.seat[seat]
    word = s.seat[word_of(s, seat)]
    if action == GIVE_UP:
        return TOO_SHORT_TO_GIVE_UP
    if action == IMPOSSIBLE or action == COMPLETE:  # noqa: SIM109 - `in` does not compile
        if not charged(s, word):
            return STARTING_CARD if word.adder == NONE else OWN_LETTER
        return TOO_SHORT_TO_BE_COMPLETE
    if action == PASS:
        return HAS_CARDS if me.cards else MUST_GIVE_UP
    if PLAYS <= action < GHOST:
        return NOT_NOW
    if me.cards == 0:
        return EMPTY_HAND
    if action >= GHOST:
        if me.ghosts == 0:
            return NO_GHOST
        if removed_of(action) >= word.letters:
            return NO_LETTER_THERE
    if card_of(action) >= me.cards:
        return NO_CARD
    card = me.hand[card_of(action)]
    if not is_first(me, card_of(action), NOBODY) or (upright_of(action) and same_letters(t, card)):
        return ALIKE
    return SAME_WORD


@rule
def why_not_pay(s: State, t: Tables, seat: int, action: int) -> int:
    """Say why a penalty cannot be this one."""
    if LETTER <= action < SHOWN:
        return NOT_IN_STACK
    if CARD <= action < GHOST:
        return STACK_FIRST if s.seat[owed(s, t, seat)].debt == LETTER_DEBT else NO_CARD
    return MUST_PAY
