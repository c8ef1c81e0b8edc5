"""The game once more, written from its definition and not from the rules: slow, plain, and of one opinion with them.

Ghosts are words ("5", "X", "K"), hands and heaps are lists, a Miss Copy in the pile is "X5". A world is one round; `settle` goes
from one round of a match to the next.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

VALUES = [str(value) for value in range(1, 15)]
ORDER = [*VALUES, "X", "K"]


@dataclass
class World:
    """Everything that a round is made of; Mansions and Crypt have the next ghost first, the pile its bottom first."""

    hands: list[list[str]]
    mansions: list[list[str]]
    crypt: list[str]
    turn: int
    seen: list[list[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    kitties: int = 0
    gone: list[str] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    clockwise: bool = True
    stall: int = 0
    passes: int = 0
    again: str = ""
    skipped: int = -1
    void: bool = False
    adjudicated: bool = False
    loser: int = -1

    def __post_init__(self) -> None:
        self.seen = self.seen or [[] for _ in self.hands]


@dataclass(frozen=True)
class House:
    """What the table agreed on."""

    hand: int = 4
    two_copies: bool = False
    twist_once: bool = False
    lone_kitty: bool = True
    leaver_skips: bool = True
    voids: bool = False
    limit: int = 200


# --- Legal moves --------------------------------------------------------------------------------------------------------------


def top_of(world: World) -> int:
    """The value to beat."""
    return int(world.pile[-1].removeprefix("X")) if world.pile else 0


def fits(value: int, number: int, top: int) -> bool:
    """Whether so many ghosts of a value may be played on a value."""
    quartet = number >= 4
    fearless = value == 1
    scary = {3: (3, 12), 12: (12,)}
    if quartet or fearless:
        return True
    if top in scary:
        return value in scary[top]
    return value >= top


def something_to_collect(world: World, house: House) -> bool:
    """A pile, or Kitties where they count."""
    return bool(world.pile) or (world.kitties > 0 and house.lone_kitty)


def write(value: str, number: int, copies: int) -> str:
    """The notation of a play."""
    text = f"play {value}"
    if number > 1:
        text += f"x{number}"
    if copies:
        text += "+X" + (f"x{copies}" if copies > 1 else "")
    return text


def moves(world: World, house: House) -> dict[str, list[str]]:
    """What the player on turn may do, with the ghosts that leave the hand for it."""
    if world.loser >= 0 or world.void:
        return {}
    hand = world.hands[world.turn]
    found: dict[str, list[str]] = {}
    for value in VALUES:
        for number in range(1, hand.count(value) + 1):
            for copies in range(min(hand.count("X"), 4 if house.two_copies else 1) + 1):
                if fits(int(value), number + copies, top_of(world)):
                    found[write(value, number, copies)] = [value] * number + ["X"] * copies
    if "K" in hand:
        found["play K"] = ["K"]
    if something_to_collect(world, house):
        found["collect"] = []
    if world.crypt:
        found["crypt"] = []
    elif not hand:
        found["mansion"] = []
    elif set(hand) == {"X"} and not something_to_collect(world, house):
        found["pass"] = []
    return found


# --- What follows from a move -------------------------------------------------------------------------------------------------


def after(before: World, house: House, move: str) -> World:
    """The world that follows."""
    world = deepcopy(before)
    seat = world.turn
    hand = world.hands[seat]
    played = moves(world, house)[move]
    forward = False
    further = ""
    turned = None
    world.again, world.skipped = "", -1
    world.passes = world.passes + 1 if move == "pass" else 0
    if move in ("crypt", "mansion"):
        turned = (world.crypt if move == "crypt" else world.mansions[seat]).pop(0)
        forward = True
        if turned == "K" or (turned != "X" and fits(int(turned), 1, top_of(world))):
            played = [turned]
        else:
            hand.append(turned)
            world.seen[seat].append(turned)
            take(world, seat, house)
    elif move == "collect":
        take(world, seat, house)
    elif move == "pass":
        world.seen[seat] = list(hand)
    else:
        for ghost in played:
            hand.remove(ghost)
            if ghost in world.seen[seat]:
                world.seen[seat].remove(ghost)
    if played == ["K"]:
        world.kitties += 1
    elif played:
        value = played[0]
        world.pile += [ghost if ghost != "X" else f"X{value}" for ghost in played]
        if value == "8":
            for _ in range(1 if house.twist_once else len(played)):
                world.clockwise = not world.clockwise
        if [ghost.removeprefix("X") for ghost in world.pile[-4:]] == [value] * 4:
            further = "quartet"
        elif value == "11":
            further = "skeletum"
        elif len(played) > 1:
            further = {2: "double", 3: "triple"}[len(played)]
        if further in ("quartet", "skeletum"):
            world.gone += ["X" if ghost.startswith("X") else ghost for ghost in world.pile] + ["K"] * world.kitties
            world.pile, world.kitties = [], 0
            forward = True
    while world.crypt and len(hand) < house.hand:
        hand.append(world.crypt.pop(0))
        forward = True
    gone = not hand and not world.mansions[seat]
    if gone:
        world.out.append(seat)
        forward = True
        further = ""
    world.stall = 0 if forward else world.stall + 1
    inside = [p for p in range(len(world.hands)) if p not in world.out]
    if len(inside) == 1:
        return end(world, inside[0])
    if further:
        world.again = further
    else:
        world.turn = neighbour(world, seat)
        if played == ["K"] and (not gone or house.leaver_skips):
            world.skipped = world.turn
            world.turn = neighbour(world, world.turn)
    if world.passes == len(inside) or world.stall >= house.limit:
        adjudicate(world, house)
    return world


def take(world: World, seat: int, house: House) -> None:
    """Collect the Cemetery, if there is something to collect."""
    if something_to_collect(world, house):
        taken = ["X" if ghost.startswith("X") else ghost for ghost in world.pile] + ["K"] * world.kitties
        world.hands[seat] += taken
        world.seen[seat] += taken
        world.pile, world.kitties = [], 0


def neighbour(world: World, seat: int) -> int:
    """The next player who is still in the game."""
    seats = len(world.hands)
    ring = [(seat + k if world.clockwise else seat - k) % seats for k in range(1, seats + 1)]
    return next(p for p in ring if p not in world.out)


def adjudicate(world: World, house: House) -> None:
    """Nothing goes forward: void, or out by what is left, ties by turn order."""
    if house.voids:
        world.void = True
        return
    world.adjudicated = True
    inside = [p for p in range(len(world.hands)) if p not in world.out]
    ring = [world.turn]
    while len(ring) < len(inside):
        ring.append(neighbour(world, ring[-1]))
    ring.sort(key=lambda p: len(world.hands[p]) + len(world.mansions[p]))
    world.out += ring[:-1]
    end(world, ring[-1])


def end(world: World, loser: int) -> World:
    """The round is over."""
    world.loser, world.again, world.skipped, world.passes, world.stall = loser, "", -1, 0, 0
    return world


# --- A match ------------------------------------------------------------------------------------------------------------------


@dataclass
class Match:
    """Points and Boo!s, and who cannot win any more."""

    points: list[int]
    boos: list[int]
    barred: int = -1
    ties: int = 0
    winners: list[int] = field(default_factory=list)


def settle(match: Match, out: list[int], loser: int, cap: int) -> None:
    """Score a round; there are winners when the match is over."""
    seats = len(match.points)
    rewards = [1] * len(out)
    if seats > 2:
        rewards[0] += 1
        rewards[-1] += 2
    for seat, reward in zip(out, rewards, strict=True):
        match.points[seat] += reward
    match.boos[loser] += 1
    if match.barred >= 0:
        match.ties += 1
        match.barred = loser
    elif match.boos[loser] == 2:
        match.barred = loser
    if match.barred >= 0:
        able = [p for p in range(seats) if p != match.barred]
        best = [p for p in able if match.points[p] == max(match.points[q] for q in able)]
        if len(best) == 1 or match.ties >= cap:
            match.winners = best
