"""What lies on the table, in numbers.

A die is a *cell*: colour * 6 + number - 1, colours in the order R G B Y, so 0 is R1 and 23 is Y6. How the player whose sequence
runs sees a die of the middle is a *look*: its cell, plus TINTED when it counts as all colours, or GONE when it does not exist for
that player.

`count` says how many dice of each sort lie there; a Trap is judged by adding up a few of these numbers:

    0 .. 23 dice of that cell    24 .. 29 dice showing 1 .. 6    30 .. 33 dice of colour R G B Y

It counts the dice in the middle, and while somebody's sequence runs what that player sees (GH-21, GH-46).

A Trap is its row in the deck, an Ally its kind: SWAP, TINT, TURN, BANISH, STEEL, ENCORE, and from DIE on the extra die of each
cell.
"""

from ghosthouse.kernel.layout import Ints, Records, int8, int16, int32, int64, layout, records

SEATS = 5
DICE = 12
COLOURS = 4
FACES = 6
CELLS = 24
BY_FACE = 24  # in `count`: dice by number
BY_COLOUR = 30  # in `count`: dice by colour
COUNTS = 34
DANGEROUS = 4  # faces from here on (5 and 6, counted from 0)
BUST_AT = 3  # GH-29
TINTED = 32
GONE = -1

TRAPS = 36
ALLIES = 25
ROW = 5
ALLY_ROW = 4
OWN = 6  # Traps before a player: the start card and one a round
HAND = 16  # Allies in a hand: a game brings two a round at most, ten; a position may begin with a few more
ATOMS = 6  # parts of a condition
MOST_ROUNDS = 5
UNSEEN = 32  # added to an Ally in a hand that only its owner has seen

# Ally kinds
SWAP, TINT, TURN, BANISH, STEEL, ENCORE, DIE = range(7)
KINDS = DIE + CELLS

# Actions, in words of 32
STAY, PASS = 0, 1
ROLL = 2  # .. 4: two, three or four dice
DECLINE = 5
SCORE = 6
END = 7
TAKE_ALLY = 8  # .. 11: by place in the Ally row
TAKE_TRAP = 12  # .. 16: by place in the row
PAY = 17  # .. 22: on a bust, by place among the own Traps
PLAY_STEEL = 23
PLAY_ENCORE = 24  # .. 29: by place among the own Traps
PLAY_SWAP = 32  # .. 61: own place * 5 + place in the row
PLAY_TINT = 64  # .. 75: by die of the middle
PLAY_BANISH = 76  # .. 87
PLAY_UP = 96  # .. 107: TURN one higher
PLAY_DOWN = 108  # .. 119: TURN one lower
PLAY_DIE = 128  # .. 151: by cell

# Phases
DECIDE = 0  # everybody in the round chooses stay or pass
LAST = 1  # the last player chooses how many dice to roll
ALLY = 2  # step 1: a lone passer takes an Ally
TRAP = 3  # step 2: take a Trap
SCORING = 4  # before step 3: Allies may still be played
SECOND = 5  # a second Trap may be paid on a bust (STEEL)
AFTER = 6  # after step 3: only SWAP is left
OVER = 7
GO_ON = 8  # within a move only: its last act is to see who owes the next decision

# Where a player is in the round
IN, LEAVING, PASSED, BUSTED = range(4)

# A sealed choice
OPEN, STAYS, PASSES = range(3)

# Events
(DEALT, START_TRAP, ROUND, SHOWN, ALLIES_SHOWN, ROLLED, REROLLED, LOCKED, REVEALED, CHOSE, BUST, FULL, LAST_ONE, DECLINED, LEAVES,
 TOOK_ALLY, DREW_ALLY, NO_ALLY, TOOK_TRAP, SWAPPED, EXTRA_DIE, TINTS, TURNS, BANISHES, STEELED, NAMED, PAID, SCORED, TOKEN,
 RESHUFFLED, ROUND_OVER, FEWEST, REMOVED, GAME_OVER, TOTAL) = range(1, 36)  # fmt: skip


@layout
class Seat:
    """One player."""

    total: int = int16()
    earned: int = int16()  # this round: lies face up
    token: int = int8()  # 1 is the first player
    place: int = int8()
    lock: int = int8()
    cards: int = int8()  # own Traps
    paid: int = int8()  # which of them have paid this round, as bits
    allies: int = int8()
    traps: Ints = int8(OWN)  # in the order in which they came
    ally: Ints = int8(HAND)  # kinds, sorted; those that only the owner has seen with UNSEEN added


@layout
class State:
    """The whole game. Places of an array that hold nothing are 0."""

    hand: int = int32()  # the kinds that the player on turn holds, as bits; 0 outside sequences
    seats: int = int8()
    round: int = int8()
    phase: int = int8()
    turn: int = int8()  # whose sequence or last turn it is, or -1
    waiting: int = int8()  # choices still missing
    group: int = int8()  # who leaves together, as bits
    lone: int = int8()  # 1 if one player leaves alone without a bust: an Ally is due
    bust: int = int8()  # 1 if the group busts
    steel: int = int8()  # 1 once STEEL was played in this sequence
    named: int = int8()  # own Traps named by ENCORE in this sequence, as bits
    touched: int = int8()  # 1 if the player on turn sees other dice than everybody
    dice: int = int8()  # in the middle
    danger: int = int8()  # Dangerous dice in the middle
    row_cards: int = int8()
    ally_row_cards: int = int8()
    trap_cards: int = int8()  # in the Trap deck
    ally_cards: int = int8()  # in the Ally deck
    middle: Ints = int8(DICE)  # cells, in the order rolled
    look: Ints = int8(DICE)  # how the player on turn sees them
    count: Ints = int8(COUNTS)
    row: Ints = int8(ROW)
    ally_row: Ints = int8(ALLY_ROW)
    trap_deck: Ints = int8(TRAPS)  # the next card is the last one
    ally_deck: Ints = int8(ALLIES)
    spent: Ints = int8(KINDS)  # discarded Allies by kind
    seat: Records[Seat] = records(Seat, SEATS)


@layout
class Tables:
    """The decks and the edition, as the rules read them."""

    label: Ints = int64(TRAPS)  # how each Trap is called (see `traps.py`)
    atom: Ints = int32(TRAPS, ATOMS)  # its condition (see `traps.py`); 0 where there is no further part
    worth: Ints = int16(TRAPS)  # what a Trap brings in a round, in tenths of Fame, for the heuristics
    fame: Ints = int8(TRAPS)
    copies: Ints = int8(KINDS)
    stock: Ints = int8(COLOURS)  # dice by colour
    traps: int = int8()
    allies: int = int8()
    dice: int = int8()
    row: int = int8()
    rounds: int = int8()
    first: int = int8()  # who gets token 1, or -1: by chance
    reroll_one: int = int8()
    bust_exchange: int = int8()
    may_decline: int = int8()
    shortage_deck: int = int8()
    refill: int = int8()
    secret_allies: int = int8()
    open_totals: int = int8()
    odds: int = int8()


@layout
class SeenSeat:
    """What an observer knows of a seat; seat 0 is the observer, the others follow clockwise."""

    total: int = int16()  # every amount was open when it was earned, so whoever has a memory knows the sum (GHR-21)
    earned: int = int16()
    token: int = int8()
    place: int = int8()
    locked: int = int8()  # 1 if it has chosen
    cards: int = int8()
    paid: int = int8()
    allies: int = int8()
    traps: Ints = int8(OWN)
    ally: Ints = int8(HAND)  # kinds; GONE for one that only its owner has seen


@layout
class Seen:
    """What one seat, or a spectator, knows, as numbers."""

    hand: int = int32()
    viewer: int = int8()  # -1 for a spectator
    seats: int = int8()
    round: int = int8()
    phase: int = int8()
    turn: int = int8()  # counted from the viewer, clockwise; -1: nobody
    lock: int = int8()  # the observer's own choice
    lone: int = int8()
    bust: int = int8()
    steel: int = int8()
    named: int = int8()
    dice: int = int8()
    danger: int = int8()
    row_cards: int = int8()
    ally_row_cards: int = int8()
    trap_cards: int = int8()
    ally_cards: int = int8()
    middle: Ints = int8(DICE)
    look: Ints = int8(DICE)
    count: Ints = int8(COUNTS)
    pouch: Ints = int8(COLOURS)
    row: Ints = int8(ROW)
    ally_row: Ints = int8(ALLY_ROW)
    spent: Ints = int8(KINDS)
    seat: Records[SeenSeat] = records(SeenSeat, SEATS)
