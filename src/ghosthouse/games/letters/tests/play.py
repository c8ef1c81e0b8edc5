"""What the tests of this game share: sittings from short positions, and what they say."""

from __future__ import annotations

import random

from ghosthouse.games.letters import GAME
from ghosthouse.kernel import Illegal, Refusal, Setup, Sitting, key_from_text
from ghosthouse.kernel.notation import fields_of

KEY = key_from_text("a quiet evening")


def at(body: str, edition: str = "standard", seats: int = 2, deck: str = "", **options: object) -> Sitting:
    """Begin in the middle of a game."""
    setup = GAME.setup(edition, seats, options, deck)
    return Sitting.at(setup, f"{setup.title} seats {seats} | {body}", KEY)


def deal(edition: str = "standard", seats: int = 2, seed: str = "deal", deck: str = "", **options: object) -> Sitting:
    """Deal a new game."""
    return Sitting.deal(GAME.setup(edition, seats, options, deck), key_from_text(seed))


def setup(edition: str = "standard", seats: int = 2, deck: str = "", **options: object) -> Setup:
    """A setup, or a refusal."""
    return GAME.setup(edition, seats, options, deck)


def field(sitting: Sitting, key: str) -> str:
    """What the position line says under a key; nothing where it stands not there."""
    return fields_of(sitting.position().partition("|")[2]).get(key, "")


def fields(sitting: Sitting, *keys: str) -> list[str]:
    """What the position line says under several keys."""
    found = fields_of(sitting.position().partition("|")[2])
    return [found.get(key, "") for key in keys]


def can(sitting: Sitting, seat: int) -> list[str]:
    """What a seat may do, as moves."""
    spell = sitting.setup.game.room("notation").spell
    return [spell(sitting.state, sitting.tables, seat, action) for action in sitting.legal(seat)]


def play(sitting: Sitting, *moves: str, dice: tuple[int, ...] = ()) -> Sitting:
    """Make moves, written `seat: move`."""
    sitting.chance.script = list(dice)
    for move in moves:
        seat, _, text = move.partition(":")
        sitting.act(int(seat), text.strip())
    return sitting


def refusal(sitting: Sitting, seat: int, move: str | int) -> str:
    """The clause that forbids a move (or the kind of refusal), having made sure that nothing changed; empty if it is obeyed."""
    before = sitting.position()
    try:
        sitting.act(seat, move)
    except Refusal as refused:
        assert sitting.position() == before
        return refused.clause if isinstance(refused, Illegal) else refused.code
    return ""


def told(sitting: Sitting, viewer: int = -1) -> list[str]:
    """The phrases that an observer has heard so far, without `event.`."""
    return [line.phrase.removeprefix("event.") for _, line in sitting.lines(viewer)]


def ending(sitting: Sitting) -> str:
    """Why the game ended, as it was told before the scores."""
    return next(phrase for phrase in told(sitting) if phrase.startswith("over_"))


def play_on(sitting: Sitting, rng: random.Random, limit: int = 40000) -> Sitting:
    """Play uniformly at random to the end."""
    while not sitting.over() and sitting.ply < limit:
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    return sitting
