"""The mini edition once more, written from its definition and not from the rules: slow, plain, and of one opinion with them.

Seven cards: K1 K1 K2 W1 W1 W2 M. Two cards a hand, limit three, one fright point to begin with, one comes back after a clean round,
one round. Mist may open, and lies under the pile.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

CARDS = ("K1", "K1", "K2", "W1", "W1", "W2", "M")
LIMIT = 3


class World(NamedTuple):
    """Everything there is: hands and taken cards are sorted, the pile is in the order of play, the deck has the next card first."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    pile: tuple[str, ...]
    took: tuple[tuple[str, ...], ...]
    fright: tuple[int, ...]
    turn: int
    step: int  # 1 clockwise, -1 the other way
    opening: bool = False
    over: bool = False


def deals(seats: int) -> list[World]:
    """All ways to deal: seat 0 starts, hands are cut off the top of the cards."""
    found = set()
    for cards in sorted(set(permutations(CARDS))):
        hands = tuple(tuple(sorted(cards[2 * p : 2 * p + 2])) for p in range(seats))
        found.add(World(hands, cards[2 * seats :], (), ((),) * seats, (1,) * seats, 0, 1))
    return sorted(found)


def level_and_top(pile: tuple[str, ...]) -> tuple[int, str]:
    """Count a pile from the bottom: each ghost of another colour than the ghost before it adds."""
    level, top = 0, ""
    for card in pile:
        if card != "M" and card[0] != top:
            level, top = level + int(card[1]), card[0]
    return level, top


def moves(world: World) -> set[str]:
    """What the seat on turn may do."""
    if world.over:
        return set()
    found = {f"play {card}" for card in world.hands[world.turn] if level_and_top((*world.pile, card))[0] <= LIMIT}
    if world.pile:
        found.add("take")
    return found


def after(world: World, move: str) -> World:
    """The world that follows from a move."""
    seat = world.turn
    if move == "take":
        took = changed(world.took, seat, tuple(sorted(world.took[seat] + world.pile)))
        fright = changed(world.fright, seat, world.fright[seat] + 1)
        return world._replace(pile=(), took=took, fright=fright, opening=True)
    card = move.removeprefix("play ")
    top = level_and_top(world.pile)[1]
    step = -world.step if card != "M" and card[0] == top else world.step
    rest = list(world.hands[seat])
    rest.remove(card)
    hands = changed(world.hands, seat, tuple(sorted([*rest, *world.deck[:1]])))
    turn = (seat + step) % len(hands)
    world = world._replace(hands=hands, deck=world.deck[1:], pile=(*world.pile, card), turn=turn, step=step, opening=False)
    return world if hands[turn] else ended(world)


def ended(world: World) -> World:
    """The world after its only round: who took nothing gives a point back."""
    fright = tuple(max(0, points - (not took)) for points, took in zip(world.fright, world.took, strict=True))
    return world._replace(fright=fright, over=True)


def winners(world: World) -> list[int]:
    """Who has the fewest points."""
    return [seat for seat, points in enumerate(world.fright) if points == min(world.fright)]


def changed(things: tuple, place: int, thing: object) -> tuple:
    """A tuple with one thing in place of another."""
    return (*things[:place], thing, *things[place + 1 :])


def games(world: World, depth: int) -> int:
    """How many sequences of this many moves there are (games that end earlier count where they end): perft."""
    if depth == 0 or world.over:
        return 1
    return sum(games(after(world, move), depth - 1) for move in sorted(moves(world)))
