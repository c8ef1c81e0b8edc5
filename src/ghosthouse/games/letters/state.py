"""What lies on the table, in numbers.

Seats sit in a ring. Word k lies between seat k and seat k+1, and stands in the record of seat k:

          seat 0 -- word 0 -- seat 1 -- word 1 -- seat 2 -- ... -- seat n-1 -- word n-1 -- (seat 0)

Letters are numbers 0, 1, 2 ... in the order of the alphabet in the tables. Cards are numbers too: every player owns the same deck
of up to 31 cards, each with two letters (`Tables.pair`). Cards with the same two letters carry the same number, that of the first
of them, so that nobody can tell them apart; `Tables.twin` leads from one to the next.

Where a card of a player is: in the deck, in the hand, placed (once laid open it is known for good, wherever its letter goes),
given away face down, or removed unseen. The last is what is left over, and is stored nowhere.
"""

from ghosthouse.kernel.layout import Ints, Records, int8, int16, int32, int64, layout, records

SEATS = 8  # the capacity of the ordinary layout
RING_SEATS = 64  # and of the large one
CARDS = 31  # cards of one player (section 1.2 of the rule file: proved)
HAND = 7
STACK = 93  # no stack can hold more: its letters come from the cards of three neighbours
ALPHABET = 52  # letters; with seven cards of a hand and five answers they fill two words of marks
BANDS = 8  # steps of vocabulary, the sizes of SCOWL: 10, 20, 35, 40, 50, 55, 60, 70

# A word grows by one letter in a turn, and only by cards that its two owners hold or draw: 1 + (31 - 1 - 7 - removed) turns with
# decks, and 7 + 7 cards in hand at the end. So no word is ever longer than 38 letters, and none is refused for its length.
WORD = CARDS + HAND

# Actions. Group 0, on the word of the turn: a card of the hand (card * 4 + letter * 2 + end), and
GIVE_UP = 28
IMPOSSIBLE = 29  # challenge: no word can be made of this
COMPLETE = 30  # challenge: this is a word
PASS = 31
# groups 1 and 2, afterwards: a letter (of a word, as ghost card; of a stack, as penalty),
LETTER = 32
SHOWN = LETTER + ALPHABET  # a valid word was declared, with the letters in a row; or the declaration fails:
SILENT = SHOWN + 1  # no word
MISSPELT = SHOWN + 2  # one that the dictionary does not have
SHORT = SHOWN + 3  # one of too few letters
LACKING = SHOWN + 4  # one that does not have the letters in a row
CARD = SHOWN + 5  # a card from the hand as penalty
# and from group 3 on ghost plays, 14 for each place where the new letter can go:
# (removed letter * 3 + place) * 14 + card * 2 + letter, but two times 14 stand in one group, so that a group has 28 of them.
GHOST = CARD + HAND
GHOST_GROUP = GHOST >> 5
PLAYS = 4 * HAND
HALF_GROUP = 2 * HAND
GROUPS = GHOST_GROUP + (3 * WORD + 1) // 2

LEFT, RIGHT, SLOT = range(3)

# A game lasts at most 33 - r + 2n turns (section 1.2), and a seat decides at most four times in a turn: an action, a declaration
# or a ghost letter, and two penalties.
LONGEST = (CARDS + 2 + 2 * RING_SEATS) * 4 * RING_SEATS

CLOCKWISE = 1
ANTICLOCKWISE = -1

# Phases
ACT = 0  # everybody with a word on the side of the turn locks an action
ANSWER = 1  # declarations, and ghost letters of words that were given up
PAY = 2  # penalties
DONE = 3

# Whose: of the two owners of word k, seat k and seat k+1
NONE, OWNER, NEIGHBOUR = range(3)

# What has to be picked as the penalty for a lost challenge, or NONE
LETTER_DEBT, CARD_DEBT = 1, 2

# Events
DEALT, STARTED, TURNED, ADDED, GHOSTED, PASSED, GAVE_UP, CHALLENGED, TAKEN, DECLARED, JUDGED, PAID, GAVE_CARD, NOTHING_TO_GIVE, \
    COLLECTED, GAP, OVER, SCORED = range(1, 19)  # fmt: skip

# What was found when a challenge was judged: a word was declared that proves the string alive, or none; the string is complete,
# or not; where the table judges by itself (GWR-40), it is alive, or not. The odd ones are those that the challenger wins.
PROVED, UNPROVED, INCOMPLETE, COMPLETED, ALIVE, DEAD = range(6)

# Why a game ended
NO_WORDS, NO_CARDS, QUIET = range(3)


@layout
class Seat:
    """One player, and the word to the player's left."""

    placed: int = int32()  # own cards that have been laid open: known to everybody
    given: int = int32()  # own cards given away from the hand, face down: known to the player alone
    lock: int = int16()  # the action locked this turn, plus 1; from the reveal on only give-ups and challenges, which are open
    answer: int = int16()  # the declaration or ghost letter locked, plus 1
    paid: int = int16()  # the penalty locked for the challenge on the word of this record, plus 1
    loser: int = int8()  # which owner lost the challenge on the word of this record, or NONE
    debt: int = int8()  # what has to be picked as penalty for it: LETTER_DEBT, CARD_DEBT or NONE
    adder: int = int8()  # which owner added the last letter of the word, or NONE (GW-19)
    letters: int = int8()  # the length of the word; 0 is a gap
    cards: int = int8()  # cards in hand
    height: int = int8()  # cards in the deck
    stacked: int = int8()  # letters in the stack
    ghosts: int = int8()
    hand: Ints = int8(HAND)
    deck: Ints = int8(CARDS)  # the top card is at height-1; behind it all places are 0
    word: Ints = int8(WORD)
    stack: Ints = int8(STACK)  # the letter held longest first


@layout
class State:
    """The whole game, for up to eight players."""

    due: Ints = int64(2)  # who owes a decision: a bit for each seat, 32 to a word
    turn: int = int16()
    seats: int = int8()
    direction: int = int8()
    phase: int = int8()
    stirred: int = int8()  # 1 once somebody did more than pass this turn
    quiet: int = int8()  # turns of passes and gaps in a row (GW-58)
    seat: Records[Seat] = records(Seat, SEATS)


@layout
class RingState:
    """The whole game, for up to 64 players. The same fields as State."""

    due: Ints = int64(2)
    turn: int = int16()
    seats: int = int8()
    direction: int = int8()
    phase: int = int8()
    stirred: int = int8()
    quiet: int = int8()
    seat: Records[Seat] = records(Seat, RING_SEATS)


class Tables:
    """The deck, the dictionary and what the table agreed on, as the rules read them.

    `tables_shape` makes the record classes: they differ in how many nodes and edges they hold, and in the width of a mask.

    The dictionary is an automaton (`lexicon.py`): from a node a letter leads to another, and node 0 is nowhere. `mask` has a bit
    for each letter that leads on, and two more for the beginning and the end of a word. `first` is 16 times a number, plus the
    smallest band of vocabulary that has a word this way. The number is the only child, or the place in `edge` where the children
    stand in the order of their letters.
    """

    root: int
    letters: int  # in the alphabet; the mark of a word's beginning is the next number, that of its end the one after
    wide: int  # 1 if masks have 64 bits
    shortest: int  # GW-10: letters that a word has at least; GW-20, GW-26: to be given up, or challenged as complete
    deck: int  # cards of a player
    hand: int
    removed: int
    doubles: int  # 1 if some cards of the deck are alike, or have the same letter twice
    any_empty: int  # GWR-03
    winner_picks: int  # GWR-09
    live: int  # GWR-38
    judge: int  # GWR-40
    training: int  # 1 if views tell what a string is good for
    seconds: int  # GWR-39
    anticlockwise: int  # 1 if the direction card starts on its other side
    pair: Ints  # the two letters of each card
    kind: Ints  # the number that a card carries: that of the first card with the same letters
    twin: Ints  # the next card with the same letters, or the card itself
    points: Ints  # by letter: 1 green, 2 yellow, 3 red
    sign: Ints  # by letter: its code point
    mask: Ints
    first: Ints
    edge: Ints


@layout
class SeenSeat:
    """What everybody knows of a seat and of the word to its left; seat 0 is the observer, the others follow clockwise."""

    placed: int = int32()
    points: int = int16()  # of the stack
    adder: int = int8()
    letters: int = int8()
    cards: int = int8()
    height: int = int8()
    stacked: int = int8()
    ghosts: int = int8()
    locked: int = int8()  # 1 if the seat has answered what it was asked in this phase
    open: int = int8()  # what it does this turn, once revealed: GIVE_UP, IMPOSSIBLE, COMPLETE, or 0
    word: Ints = int8(WORD)


@layout
class Seen:
    """What one seat knows, as numbers."""

    given: int = int32()  # own cards that were given away face down
    turn: int = int16()
    viewer: int = int8()  # -1 for a spectator
    seats: int = int8()
    direction: int = int8()
    phase: int = int8()
    quiet: int = int8()
    awaited: int = int8()
    cards: int = int8()
    about: int = int8()  # how many letters `letters` has
    charged: int = int8()  # 1 if the neighbour of the turn added the last letter to the word of the turn
    own: int = int8()  # in the phase of penalties: 1 if the stack to pick from is the observer's own
    hand: Ints = int8(HAND)
    letters: Ints = int8(STACK)  # what is decided about: the word of the turn, the word asked about, or the stack to pick from
    seat: Records[SeenSeat] = records(SeenSeat, SEATS)


@layout
class RingSeen:
    """What one seat of a large ring knows. The same fields as Seen."""

    given: int = int32()
    turn: int = int16()
    viewer: int = int8()
    seats: int = int8()
    direction: int = int8()
    phase: int = int8()
    quiet: int = int8()
    awaited: int = int8()
    cards: int = int8()
    about: int = int8()
    charged: int = int8()
    own: int = int8()
    hand: Ints = int8(HAND)
    letters: Ints = int8(STACK)
    seat: Records[SeenSeat] = records(SeenSeat, RING_SEATS)
