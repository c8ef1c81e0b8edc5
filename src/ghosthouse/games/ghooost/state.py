"""What lies on the table, in numbers.

Ghosts are kinds: 0 is Miss Copy, 1 .. 14 are the ghosts of that value, 15 is Kitty.

A heap of ghosts whose order does not matter (a hand, the discard pile) is one number, sixteen counts of four bits, so that
collecting the Cemetery is an addition:

    kind    15      14      13     ...     2       1       0
          |0ccc|  |cccc|  |cccc|         |cccc|  |cccc|  |cccc|      7 of a kind at most, so bit 63 stays free

`hidden` holds the ghosts that nobody may look at. Each stretch shrinks from its end, so the next card is the last of the stretch:

    [ Mansion of seat 0 | Mansion of seat 1 | ... | Crypt |  nothing  ]
      0 .. mansion-1      t.mansion ..              t.mansion * seats ..

`pile` holds the Cemetery's pile from the bottom to the top: a value, or `COPY + value` for a Miss Copy lying there as that ghost.
"""

from ghosthouse.kernel.layout import Ints, Records, int8, int16, int32, int64, layout, records

SEATS = 6
CARDS = 64
KINDS = 16
MISS_COPY = 0
SCOOTY = 1
CERBERUS = 3
TWIST = 8
SKELETUM = 11
IGOR = 12
RANKS = 14
KITTY = 15
COPY = 16  # a Miss Copy in the pile is COPY + the value she was played as
MOST_OF_A_RANK = 4  # copies of one rank that a deck may hold, and so a play
MOST_COPIES = 4  # Miss Copies that a deck may hold
MOST_KITTIES = 7

QUARTET = 4  # identical ghosts that make a Quartet (GO-46, GO-47)

# Actions. A play from hand is 16 * shape + value, where shape = (ghosts of that value - 1) + 4 * Miss Copies among them.
# No ghost has the value 0, so the 0 of the first four shapes stands for everything that is not a play from hand.
COLLECT = 0
PLAY_KITTY = KITTY
TRY_CRYPT = 16
USE_MANSION = 32
LOSE_TURN = 48

CLOCKWISE = 1
COUNTER = -1

# Where a card is turned up
CRYPT, MANSION = range(2)

# Why a seat must play again
NO_REASON, DOUBLE, TRIPLE, FOURFOLD, SKELETON = range(5)

# Events
DEALT, PLAYED, TURNED_UP, COLLECTED, DREW, MIDNIGHT, REVERSED, DISCARDED, AGAIN, PASSED_OVER, LOST_TURN, LEFT, STALLED, DEAD, \
    VOIDED, HOWLED, BOOED, TIED, WON, GAME_OVER = range(1, 21)  # fmt: skip


@layout
class Seat:
    """One player."""

    hand: int = int64()  # a heap
    known: int = int64()  # the part of the hand that everybody has seen: what was collected, and not yet played
    points: int = int16()
    cards: int = int8()  # ghosts in hand
    mansion: int = int8()  # ghosts in the Mansion
    place: int = int8()  # 0 while still in the game, then 1 for who left first, ...
    boos: int = int8()


@layout
class State:
    """The whole game."""

    cemetery: int = int64()  # a heap: the pile and the Kitties beside it, Miss Copies as Miss Copies
    discard: int = int64()  # a heap
    seat: Records[Seat] = records(Seat, SEATS)
    stall: int = int16()  # actions since something went forward (GO-R27)
    round: int = int16()
    seats: int = int8()
    turn: int = int8()  # NOBODY at the end
    starter: int = int8()
    direction: int = int8()
    active: int = int8()  # players still in the game
    crypt: int = int8()  # ghosts in the Crypt; midnight has struck when there are none
    top: int = int8()  # the value to beat, 0 on an empty pile
    run: int = int8()  # equal ghosts at the top of the pile
    height: int = int8()  # ghosts in the pile
    kitties: int = int8()  # Kitties beside it
    again: int = int8()  # why the seat on turn must play again, or NO_REASON
    skipped: int = int8()  # who was passed over by the last action, or NOBODY
    passes: int = int8()  # lost turns in a row (GO-R26)
    voids: int = int8()  # how often this round was voided and dealt again
    barred: int = int8()  # who cannot win the match after its last round, or NOBODY while nobody has two Boo!s
    ties: int = int8()  # tie-break rounds played
    adjudicated: int = int8()  # rounds of this game that were adjudicated
    hidden: Ints = int8(CARDS)
    pile: Ints = int8(CARDS)


@layout
class Tables:
    """The deck, the edition and the options, as the rules read them."""

    deck: int = int64()  # a heap: every ghost of the deck
    beats: Ints = int32(RANKS + 1)  # by value to beat: the values that may be played on it, as bits
    total: int = int8()
    hand: int = int8()
    mansion: int = int8()
    most_copies: int = int8()  # Miss Copies allowed in one play (GO-R01)
    twist_once: int = int8()  # several Twists in one play reverse once (GO-R06)
    lone_kitty: int = int8()  # a Kitty beside an empty pile can be collected (GO-R11)
    leaver_skips: int = int8()  # a leaver's Kitty still passes somebody over (GO-R14)
    void: int = int8()  # a stalled round is voided and dealt again (GO-R28)
    match: int = int8()  # several rounds (GO-80 to GO-86)
    duel: int = int8()  # a match of two, which counts Boo!s only (GO-R29)
    tie_cap: int = int8()  # GO-R31
    first: int = int8()  # who starts the first round, or -1: by chance
    show_pile: int = int8()  # GO-R32; only the view reads it
    show_known: int = int8()  # the aid that shows collected cards; only the view reads it
    stall_limit: int = int16()  # GO-R27


@layout
class SeenSeat:
    """What everybody knows of a seat; seat 0 is the observer, the others follow clockwise."""

    points: int = int16()
    cards: int = int8()
    mansion: int = int8()
    place: int = int8()
    boos: int = int8()
    known: Ints = int8(KINDS)


@layout
class Seen:
    """What one seat knows, as numbers."""

    stall: int = int16()
    round: int = int16()
    viewer: int = int8()  # -1 for a spectator
    seats: int = int8()
    turn: int = int8()  # counted from the viewer, clockwise; -1 at the end
    direction: int = int8()
    active: int = int8()
    crypt: int = int8()
    top: int = int8()
    run: int = int8()
    height: int = int8()
    kitties: int = int8()
    again: int = int8()
    passes: int = int8()
    barred: int = int8()  # counted from the viewer; -1 while nobody has two Boo!s
    hand: Ints = int8(KINDS)
    cemetery: Ints = int8(KINDS)
    discard: Ints = int8(KINDS)
    seat: Records[SeenSeat] = records(SeenSeat, SEATS)
