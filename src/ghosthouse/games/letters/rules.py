"""The rules of Ghost! (Karamitsos), in the order of the rulebook. GW-nn are its clauses, GWR-nn our rulings.

A turn has three steps, and in each of them everybody who is asked decides in parallel:

    ACT     one action on the word of the turn, sealed; when the last is in, plays are carried out (GW-14)
    ANSWER  declarations, and ghost letters of words that were given up (GWR-38); then all verdicts are known
    PAY     penalties; then words are collected, new ones started, and the direction flips

A choice is kept in the seat's own field until the last one is in, so the order in which they arrive changes nothing.
What is legal stands in `moves.py`, what a seat knows in `knowing.py`, where things are in `ring.py`.
"""

from __future__ import annotations

from ghosthouse.kernel.chance import draw, shuffle
from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.rule import rule, tell

from .knowing import imagine, observe
from .lexicon import ALL, inside, whole
from .moves import (
    card_of,
    groups_now,
    is_play,
    legal,
    loser_of,
    note_debt,
    owed,
    picker_of,
    place_of,
    removed_of,
    upright_of,
    why_not,
    winner_of,
)
from .ring import actor_of, ask, is_due, neighbour_of, next_due, nobody_due, other_word, side_of, unask, word_of
from .state import (
    ACT,
    ADDED,
    ALIVE,
    ANSWER,
    ANTICLOCKWISE,
    CARD,
    CHALLENGED,
    CLOCKWISE,
    COLLECTED,
    COMPLETE,
    COMPLETED,
    DEAD,
    DEALT,
    DECLARED,
    DONE,
    GAP,
    GAVE_CARD,
    GAVE_UP,
    GHOSTED,
    GIVE_UP,
    IMPOSSIBLE,
    INCOMPLETE,
    JUDGED,
    LEFT,
    LETTER,
    NO_CARDS,
    NO_WORDS,
    NONE,
    NOTHING_TO_GIVE,
    OVER,
    PAID,
    PASS,
    PASSED,
    PAY,
    PROVED,
    QUIET,
    RIGHT,
    SCORED,
    SHOWN,
    STARTED,
    TAKEN,
    TURNED,
    UNPROVED,
    Seat,
    State,
    Tables,
)

__all__ = ["awaits", "groups_now", "imagine", "legal", "next_seat", "observe", "over", "play", "score", "start", "why_not", "won"]


# --- What is told -----------------------------------------------------------------------------------------------------------


@rule
def _say_nothing(c, event: int, t: Tables, word: Seat, one: int, two: int, three: int) -> None:  # type: ignore[no-untyped-def]
    """Tell nobody: what `tell_word` is in compiled code."""


@rule(native=_say_nothing)
def tell_word(c, event: int, t: Tables, word: Seat, one: int, two: int, three: int) -> None:  # type: ignore[no-untyped-def]
    """Tell an event together with a word: three facts, then the letters of the word as code points."""
    tell(c, event, one, two, three, *(t.sign[letter] for letter in word.word[: word.letters]))


@rule
def _keep_the_score(c, t: Tables, me: Seat, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Tell nobody: what `tell_score` is in compiled code."""


@rule(native=_keep_the_score)
def tell_score(c, t: Tables, me: Seat, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Tell what a seat has at the end: letters of each colour, and ghost cards (GW-51)."""
    worth = [t.points[letter] for letter in me.stack[: me.stacked]]
    tell(c, SCORED, seat, worth.count(1), worth.count(2), worth.count(3), me.ghosts)


# --- Set-up -----------------------------------------------------------------------------------------------------------------


@rule
def start(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Set the game up: GW-01 to GW-05."""
    s.turn = 1
    s.direction = ANTICLOCKWISE if t.anticlockwise else CLOCKWISE  # GW-04
    tell(c, DEALT, s.seats, t.removed)
    for p in range(s.seats):
        me = s.seat[p]
        for card in range(t.deck):
            me.deck[card] = t.kind[card]
        shuffle(c, me.deck, t.deck)
        me.height = t.deck
        begin_word(s, t, c, p, p)  # GW-02
        for _ in range(t.removed):  # GW-03, GW-54: nobody sees them
            me.height -= 1
            me.deck[me.height] = 0
        for _ in range(t.hand):
            draw_card(me, me.cards)
            me.cards += 1
    tell(c, TURNED, s.turn, s.direction)
    ask_all(s)


@rule
def begin_word(s: State, t: Tables, c, k: int, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Start a word with the top card of a seat's own deck, its upright letter by chance (GW-02, GW-07, GW-23, GW-34)."""
    me = s.seat[seat]
    me.height -= 1
    card = me.deck[me.height]
    me.deck[me.height] = 0
    lay_open(t, me, card)
    word = s.seat[k]
    word.word[0] = t.pair[card, draw(c, 2)]
    word.letters = 1
    word.adder = NONE  # GW-19
    tell(c, STARTED, seat, k, t.sign[word.word[0]])


@rule
def lay_open(t: Tables, me: Seat, card: int) -> None:
    """Note that everybody has seen one more of these cards."""
    while (me.placed >> card) & 1:
        card = t.twin[card]
    me.placed |= 1 << card


@rule
def draw_card(me: Seat, place: int) -> None:
    """Take the top card of the own deck into a place of the hand."""
    me.height -= 1
    me.hand[place] = me.deck[me.height]
    me.deck[me.height] = 0


@rule
def ask_all(s: State) -> None:
    """GW-11, GW-12, GW-48: everybody with a word on the side of the turn acts."""
    s.phase = ACT
    for k in range(s.seats):
        if s.seat[k].letters:
            ask(s, actor_of(s, k))


# --- Decisions --------------------------------------------------------------------------------------------------------------


@rule
def next_seat(s: State, t: Tables, last: int) -> int:
    """The first seat after `last` that owes a decision, or NOBODY."""
    return next_due(s, last + 1 if last + 1 < s.seats else 0)


@rule
def awaits(s: State, t: Tables, seat: int) -> int:
    """1 if this seat owes a decision."""
    return is_due(s, seat)


@rule
def play(s: State, t: Tables, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """Lock a legal choice. GW-11: it stands; when it is the last one that is awaited, all of them are carried out."""
    if s.phase == ACT:
        s.seat[seat].lock = action + 1
        unask(s, seat)
        if t.live:  # GWR-38: the table wants to see at once
            carry_out(s, t, c, seat)
            if s.seat[seat].lock:
                announce(s, t, c, seat)
    elif s.phase == ANSWER:
        s.seat[seat].answer = action + 1
        unask(s, seat)
    else:
        k = owed(s, t, seat)
        s.seat[k].paid = action + 1
        if t.winner_picks:
            pay_letter(s, t, c, k)  # GWR-09: openly
            ask_picker(s, t, other_word(s, loser_of(s, k), k))
        if owed(s, t, seat) == NOBODY:  # GW-38: who owes two pays both
            unask(s, seat)
    if nobody_due(s):
        go_on(s, t, c)


@rule
def go_on(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """Everybody who was asked has decided: carry it out, up to the next question (GW-14)."""
    if s.phase == ACT:
        reveal(s, t, c)
        s.phase = ANSWER
    if s.phase == ANSWER and nobody_due(s):
        settle_given_up(s, t, c)
        judge(s, t, c)
        s.phase = PAY
        ask_for_penalties(s, t)
    if s.phase == PAY and nobody_due(s):
        pay(s, t, c)
        close_words(s, t, c)
        finish_turn(s, t, c)


@rule
def reveal(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GW-14: plays first, then give-ups, then challenges, each in the order of the words."""
    if not t.live:
        for k in range(s.seats):
            if s.seat[k].letters:
                carry_out(s, t, c, actor_of(s, k))
    for k in range(s.seats):
        actor = actor_of(s, k)
        if s.seat[actor].lock == GIVE_UP + 1:
            ask(s, neighbour_of(s, actor))
            if not t.live:
                announce(s, t, c, actor)
    for k in range(s.seats):
        actor = actor_of(s, k)
        if s.seat[actor].lock > GIVE_UP + 1:
            if s.seat[actor].lock == IMPOSSIBLE + 1 and not t.judge:  # GWR-40
                ask(s, neighbour_of(s, actor))
            if not t.live:
                announce(s, t, c, actor)


@rule
def carry_out(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Carry out a locked play or pass; give-ups and challenges wait until everybody has acted."""
    me = s.seat[seat]
    action = me.lock - 1
    if is_play(action):
        me.lock = 0
        s.stirred = 1
        add_letter(s, t, c, seat, action)
    elif action == PASS:  # GW-57: draw, leave the word and its last adder as they are
        me.lock = 0
        tell(c, PASSED, seat, me.height)
        if me.height:
            draw_card(me, me.cards)
            me.cards += 1
    else:
        s.stirred = 1


@rule
def announce(s: State, t: Tables, c, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Say that a word is given up, or challenged."""
    k = word_of(s, seat)
    if s.seat[seat].lock == GIVE_UP + 1:
        tell_word(c, GAVE_UP, t, s.seat[k], seat, k, neighbour_of(s, seat))
    elif s.seat[seat].lock == IMPOSSIBLE + 1:
        tell_word(c, CHALLENGED, t, s.seat[k], seat, neighbour_of(s, seat), 0)
    else:
        tell_word(c, CHALLENGED, t, s.seat[k], seat, neighbour_of(s, seat), 1)


# --- Playing a letter -------------------------------------------------------------------------------------------------------


@rule
def add_letter(s: State, t: Tables, c, seat: int, action: int) -> None:  # type: ignore[no-untyped-def]
    """GW-16 to GW-19: the word grows by one letter at an end, and a card is drawn. With a ghost card: GW-40 to GW-44."""
    me = s.seat[seat]
    k = word_of(s, seat)
    word = s.seat[k]
    place = card_of(action)
    card = me.hand[place]
    letter = t.pair[card, upright_of(action)]
    end = place_of(action)
    removed = removed_of(action)
    if removed != NOBODY:
        me.ghosts -= 1
        other = neighbour_of(s, seat)
        taken = word.word[removed]
        collect_letter(s.seat[other], taken)  # GWR-24
        take_out(word, removed)
        tell(c, TAKEN, seat, other, k, t.sign[taken], removed)
    if end == RIGHT:
        at = word.letters
    else:
        at = 0 if end == LEFT else removed
        for i in range(word.letters, at, -1):
            word.word[i] = word.word[i - 1]
    word.word[at] = letter
    word.letters += 1
    word.adder = side_of(s, k, seat)
    lay_open(t, me, card)
    if me.height:
        draw_card(me, place)
    else:
        drop_card(me, place)
    tell_word(c, ADDED, t, word, seat, k, at)


@rule
def take_out(word: Seat, place: int) -> None:
    """Take a letter out of a word; the gap closes."""
    word.letters -= 1
    for i in range(place, word.letters):
        word.word[i] = word.word[i + 1]
    word.word[word.letters] = 0


@rule
def drop_card(me: Seat, place: int) -> None:
    """Take a card out of a hand; the others keep their order."""
    me.cards -= 1
    for i in range(place, me.cards):
        me.hand[i] = me.hand[i + 1]
    me.hand[me.cards] = 0


@rule
def collect_letter(me: Seat, letter: int) -> None:
    """Lay a letter on a stack."""
    me.stack[me.stacked] = letter
    me.stacked += 1


@rule
def collect_word(word: Seat, me: Seat) -> None:
    """GW-08: all letters of a word go to a stack, left to right, as they lie; a gap is left."""
    for i in range(word.letters):
        collect_letter(me, word.word[i])
        word.word[i] = 0
    word.letters = 0
    word.adder = NONE


# --- Giving up --------------------------------------------------------------------------------------------------------------


@rule
def settle_given_up(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GW-21, GW-22: the letter that the neighbour picked becomes a ghost card, the rest go to the neighbour's stack."""
    for k in range(s.seats):
        actor = actor_of(s, k)
        if s.seat[actor].lock == GIVE_UP + 1:
            other = neighbour_of(s, actor)
            letter = s.seat[other].answer - 1 - LETTER
            s.seat[other].answer = 0
            word = s.seat[k]
            place = 0
            while word.word[place] != letter:
                place += 1
            take_out(word, place)
            s.seat[actor].ghosts += 1
            tell(c, GHOSTED, other, actor, k, t.sign[letter], word.letters)
            collect_word(word, s.seat[other])


# --- Challenges -------------------------------------------------------------------------------------------------------------


@rule
def judge(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GW-27 to GW-31, GW-37: all verdicts, on the strings as they lie now."""
    for k in range(s.seats):
        actor = actor_of(s, k)
        other = neighbour_of(s, actor)
        word = s.seat[k]
        action = s.seat[actor].lock - 1
        if action == IMPOSSIBLE:
            if t.judge:
                verdict = ALIVE if inside(t, word.word, word.letters, ALL) else DEAD
            else:
                verdict = PROVED if s.seat[other].answer == SHOWN + 1 else UNPROVED
                tell_word(c, DECLARED, t, word, other, actor, s.seat[other].answer - 1 - SHOWN)
                s.seat[other].answer = 0
            settle_challenge(s, t, c, k, verdict)
        elif action == COMPLETE:
            settle_challenge(s, t, c, k, COMPLETED if whole(t, word.word, word.letters, ALL) else INCOMPLETE)


@rule
def settle_challenge(s: State, t: Tables, c, k: int, verdict: int) -> None:  # type: ignore[no-untyped-def]
    """Note who lost the challenge on a word, and say what was found."""
    actor = actor_of(s, k)
    loser = neighbour_of(s, actor) if verdict & 1 else actor
    s.seat[k].loser = side_of(s, k, loser)
    tell_word(c, JUDGED, t, s.seat[k], loser, winner_of(s, k), verdict)


@rule
def ask_for_penalties(s: State, t: Tables) -> None:
    """GWR-38: all penalties are asked for at once."""
    for k in range(s.seats):
        if s.seat[k].loser != NONE:
            note_debt(s, t, k)
    for k in range(s.seats):
        if s.seat[k].debt != NONE:
            ask_picker(s, t, k)


@rule
def ask_picker(s: State, t: Tables, k: int) -> None:
    """Ask for the penalty of a lost challenge, unless it has to wait for an earlier one (GW-38)."""
    if s.seat[k].debt != NONE and owed(s, t, picker_of(s, t, k)) != NOBODY:
        ask(s, picker_of(s, t, k))


@rule
def pay(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GW-32, GW-37, GW-38: penalties in the order of the words, before any word of a challenge is collected."""
    for k in range(s.seats):
        if s.seat[k].loser != NONE:
            loser = loser_of(s, k)
            winner = winner_of(s, k)
            me = s.seat[loser]
            if t.winner_picks and s.seat[k].paid:
                continue  # paid openly already
            if me.stacked:
                pay_letter(s, t, c, k)
            elif me.cards:
                give_card(s, t, c, k)
            else:
                tell(c, NOTHING_TO_GIVE, loser, winner)  # GWR-33


@rule
def pay_letter(s: State, t: Tables, c, k: int) -> None:  # type: ignore[no-untyped-def]
    """GW-32: a letter of the loser's stack becomes a ghost card of the winner. Of several alike, the one held longest goes."""
    me = s.seat[loser_of(s, k)]
    letter = s.seat[k].paid - 1 - LETTER
    place = 0
    while me.stack[place] != letter:
        place += 1
    me.stacked -= 1
    for i in range(place, me.stacked):
        me.stack[i] = me.stack[i + 1]
    me.stack[me.stacked] = 0
    s.seat[winner_of(s, k)].ghosts += 1
    tell(c, PAID, loser_of(s, k), winner_of(s, k), t.sign[letter])


@rule
def give_card(s: State, t: Tables, c, k: int) -> None:  # type: ignore[no-untyped-def]
    """GW-32, GW-35, GWR-34: a hand card, face down, not replaced. Where winners pick, they pick blindly: by chance (GWR-09)."""
    loser = loser_of(s, k)
    me = s.seat[loser]
    place = draw(c, me.cards) if t.winner_picks else s.seat[k].paid - 1 - CARD
    other = other_word(s, loser, k)
    if s.seat[other].loser != NONE and loser_of(s, other) == loser and s.seat[other].paid - 1 - CARD > place:
        s.seat[other].paid -= 1  # the cards behind move up, that of the other penalty too
    card = me.hand[place]
    while (me.given >> card) & 1:
        card = t.twin[card]
    me.given |= 1 << card
    tell(c, GAVE_CARD, loser, winner_of(s, k), t.sign[t.pair[card, 0]], t.sign[t.pair[card, 1]])
    drop_card(me, place)
    s.seat[winner_of(s, k)].ghosts += 1


# --- The end of a turn ------------------------------------------------------------------------------------------------------


@rule
def close_words(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GW-33, GW-37: winners collect their words; then new words are started by whoever acted (GW-23, GW-34, GW-47)."""
    for k in range(s.seats):
        word = s.seat[k]
        if word.loser != NONE:
            winner = winner_of(s, k)
            tell_word(c, COLLECTED, t, word, winner, k, 0)
            word.loser = NONE
            word.debt = NONE
            word.paid = 0
            collect_word(word, s.seat[winner])
    for k in range(s.seats):
        actor = actor_of(s, k)
        if s.seat[actor].lock:
            s.seat[actor].lock = 0
            if s.seat[actor].height:
                begin_word(s, t, c, k, actor)
            else:
                tell(c, GAP, k, actor)


@rule
def finish_turn(s: State, t: Tables, c) -> None:  # type: ignore[no-untyped-def]
    """GW-15, GW-49, GW-50, GW-58: the end of the game, or the direction card is flipped and the next turn begins."""
    words = 0
    empty = 0
    for p in range(s.seats):
        if s.seat[p].letters:
            words += 1
        if s.seat[p].cards == 0:
            empty += 1
    s.quiet = 0 if s.stirred else s.quiet + 1
    s.stirred = 0
    if words == 0:  # GW-49
        end_game(s, t, c, NO_WORDS)
    elif empty == s.seats or (t.any_empty and empty):  # GW-50, GWR-03, GWR-55
        end_game(s, t, c, NO_CARDS)
    elif s.quiet == 2:  # GW-58
        end_game(s, t, c, QUIET)
    else:
        s.direction = -s.direction
        s.turn += 1
        tell(c, TURNED, s.turn, s.direction)
        ask_all(s)


@rule
def end_game(s: State, t: Tables, c, why: int) -> None:  # type: ignore[no-untyped-def]
    """The game is over; words left on the table score for nobody (GW-50, GW-58, GWR-37)."""
    s.phase = DONE
    tell(c, OVER, why)
    for p in range(s.seats):
        tell_score(c, t, s.seat[p], p)


@rule
def over(s: State, t: Tables) -> int:
    """1 at the end of the game."""
    return 1 if s.phase == DONE else 0


@rule
def score(s: State, t: Tables, seat: int) -> int:
    """GW-51, GW-52: the colours of the letters in the stack, and a point for each unspent ghost card."""
    me = s.seat[seat]
    points: int = me.ghosts
    for i in range(me.stacked):
        points += t.points[me.stack[i]]
    return points


@rule
def won(s: State, t: Tables, seat: int) -> int:
    """GW-53: the highest score; of those the fewest letters in the stack (GWR-36); who is still equal shares the victory."""
    mine = score(s, t, seat)
    for p in range(s.seats):
        theirs = score(s, t, p)
        if theirs > mine or (theirs == mine and s.seat[p].stacked < s.seat[seat].stacked):
            return 0
    return 1
