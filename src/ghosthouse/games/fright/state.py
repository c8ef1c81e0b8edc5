"""What lies on the table, in numbers.

Cards are kinds: 0 .. 23 are ghost kinds (a colour and a number of ghosts, looked up in the tables), 24 is mist.

`cards` holds the draw deck at one end, and at the other everything that lies on the table but mist of the open round:

    [ draw deck, top at deck-1 | nothing: at least as many places as there are cards in hands | laid cards, latest first ]
      0 .. deck-1                deck .. CARDS-laid-1                                           CARDS-laid .. CARDS-1

A laid card also says where it lies: `owner * 32 + kind - 128`, where owner 0 is the open pile and 1 + seat a pile that the seat has
taken. The ghosts of the open pile are the latest; `mist` counts the mist under them, which joins them when the pile is taken. Mist
beside the pile (the German edition) is told by `spent` alone.
"""

from ghosthouse.kernel.layout import Ints, Records, int8, int16, int32, layout, records

SEATS = 6
CARDS = 60
HAND = 5
COLOURS = 6
LEVELS = 8  # 0 to the limit of seven
GHOST_KINDS = 24
MIST = 24
KINDS = 25
NO_COLOUR = COLOURS  # the top of a pile without a ghost

# Actions: 0 .. 24 play that kind, and
TAKE = 25
REDRAW = 26
CALL = 27  # announce the level: only asked for where the table wants it spoken (KA-R13)
RETURN = 28  # .. 31: hand back 0 to 3 fright points, where the table asks (KA-R09)

# Phases
PLAY = 0  # the seat on turn lays a card, or takes
OPEN = 1  # the seat on turn has taken, and must open (KA-65)
SPEAK = 2  # the seat on turn must call the level
RELIEF = 3  # clean seats choose what to hand back
DONE = 4
SHUFFLE = 5  # within a move only: its last act is to deal the next round

CLOCKWISE = 1
COUNTER = -1

# Events
DEALT, PLAYED, DREW, TOOK, REDREW, SPOKE, ROUND_OVER, RELIEVED, GAME_OVER, WON = range(1, 11)

# What the last card did: 0 nothing yet, since the deal or the last take
OPENED, RAISED, MIRRORED, MISTED = range(1, 5)


@layout
class Seat:
    """One player: fright points held, piles taken this round, cards in hand, and what is still to come this round."""

    fright: int = int16()
    taken: int = int8()  # piles taken this round; the round is clean while it is 0
    cards: int = int8()
    fresh: int = int8()  # 1 until the seat has laid its first card of the round: it may still redraw (KG-07)
    asked: int = int8()  # 1 while it may choose what to hand back
    hand: Ints = int8(HAND)  # kinds; places from `cards` on are 0


@layout
class State:
    """The whole game."""

    seats: int = int8()
    turn: int = int8()  # when a round is decided: the seat whose empty hand ended it
    direction: int = int8()
    level: int = int8()
    top: int = int8()  # colour of the topmost ghost of the pile, or NO_COLOUR
    pile: int = int8()  # cards in the open pile, the mist under it included
    mist: int = int8()  # mist under the open pile
    deck: int = int8()
    laid: int = int8()  # cards at the far end of `cards`
    round: int = int8()
    phase: int = int8()
    starter: int = int8()
    taker: int = int8()  # who took the last pile of this round, or -1
    did: int = int8()  # what the last card did, for its call
    spent: Ints = int8(KINDS)  # cards of each kind played this round: open to everybody
    cards: Ints = int8(CARDS)
    seat: Records[Seat] = records(Seat, SEATS)


@layout
class Tables:
    """The deck and the edition, as the rules read them."""

    fits: Ints = int32(COLOURS + 1, LEVELS)  # the kinds that may be laid, by top colour and level
    opens: int = int32()  # the kinds that may open a pile
    ghosts_mask: int = int32()  # the ghost kinds of this deck
    colour: Ints = int8(KINDS)
    ghosts: Ints = int8(KINDS)
    copies: Ints = int8(KINDS)
    total: int = int8()
    hand: int = int8()
    limit: int = int8()
    relief: int = int8()
    rounds: int = int8()
    start_fright: int = int8()
    floor: int = int8()  # no return goes below this (KG-R05)
    first: int = int8()  # who starts round 1, or -1: by chance
    mist_may_open: int = int8()
    mist_beside: int = int8()
    mirror_calls: int = int8()
    two_players_turn: int = int8()
    redraw: int = int8()
    auto_redraw: int = int8()  # KG-R01: hands of only mist are exchanged at the deal
    keep_direction: int = int8()
    next_starter: int = int8()  # 0 round ender, 1 same player, 2 rotate left, 3 last taker
    ask_relief: int = int8()
    speak: int = int8()
    show_pile: int = int8()


@layout
class SeenSeat:
    """What everybody knows of a seat; seat 0 is the observer, the others follow clockwise."""

    fright: int = int16()
    taken: int = int8()
    cards: int = int8()
    fresh: int = int8()
    asked: int = int8()


@layout
class Seen:
    """What one seat knows, as numbers."""

    viewer: int = int8()  # -1 for a spectator
    seats: int = int8()
    turn: int = int8()  # counted from the viewer, clockwise
    direction: int = int8()
    level: int = int8()
    top: int = int8()
    pile: int = int8()
    deck: int = int8()
    round: int = int8()
    phase: int = int8()
    starter: int = int8()  # counted from the viewer, clockwise
    hand: Ints = int8(KINDS)
    spent: Ints = int8(KINDS)
    seat: Records[SeenSeat] = records(SeenSeat, SEATS)
