"""What the tests of this game share: sittings from short positions, and what they say."""

from __future__ import annotations

import random

from ghosthouse.games.ghooost import GAME
from ghosthouse.kernel import Illegal, Refusal, Setup, Sitting, Words, key_from_text
from ghosthouse.kernel.notation import fields_of

KEY = key_from_text("a quiet evening")


def setup(seats: int = 3, edition: str = "classic", deck: str = "", **options: object) -> Setup:
    """A setup, or a refusal. A single game unless `match` says otherwise."""
    return GAME.setup(edition, seats, {"match": False} | options, deck)


def at(body: str, seats: int = 3, edition: str = "classic", deck: str = "", **options: object) -> Sitting:
    """Begin in the middle of a game."""
    made = setup(seats, edition, deck, **options)
    return Sitting.at(made, f"{made.title} seats {seats} | {body}", KEY)


def deal(seats: int = 3, seed: str = "deal", edition: str = "classic", deck: str = "", **options: object) -> Sitting:
    """Deal a new game."""
    return Sitting.deal(setup(seats, edition, deck, **options), key_from_text(seed))


def field(sitting: Sitting, *keys: str) -> str | list[str]:
    """What the position line says under a key, or under several; nothing for what is not there."""
    fields = every_field(sitting)
    return fields.get(keys[0], "") if len(keys) == 1 else [fields.get(key, "") for key in keys]


def every_field(sitting: Sitting) -> dict[str, str]:
    """The fields of the position line."""
    return fields_of(sitting.position().partition("|")[2])


def ghosts(sitting: Sitting, *keys: str) -> list[str]:
    """The ghosts that stand under some keys."""
    return [word for key in keys for word in str(field(sitting, key)).replace("-", "").split()]


def can(sitting: Sitting, seat: int = -1) -> set[str]:
    """What a seat, or the one on turn, may do, as moves."""
    seat = sitting.next_seat() if seat < 0 else seat
    spell = sitting.setup.game.room("notation").spell
    return {spell(sitting.state, sitting.tables, seat, action) for action in sitting.legal(seat)}


def play(sitting: Sitting, *moves: str) -> Sitting:
    """Make moves, each for the seat on turn."""
    for move in moves:
        sitting.act(sitting.next_seat(), move)
    return sitting


def refusal(sitting: Sitting, move: str | int, seat: int = -1) -> str:
    """The clause that forbids a move (or the kind of refusal), having made sure that nothing changed; empty if it is obeyed."""
    before = sitting.position()
    try:
        sitting.act(sitting.next_seat() if seat < 0 else seat, move)
    except Refusal as refused:
        assert sitting.position() == before
        return refused.clause if isinstance(refused, Illegal) else refused.code
    return ""


def told(sitting: Sitting, viewer: int = -1) -> list[str]:
    """The phrases that an observer has heard so far."""
    return [line.phrase for _, line in sitting.lines(viewer)]


def calls(sitting: Sitting, language: str = "en") -> list[str]:
    """What has been called aloud so far."""
    words = Words(language, [GAME.package])
    return [call for _, line in sitting.lines(-1) if (call := words.call(line))]


def play_on(sitting: Sitting, rng: random.Random, limit: int = 1_000_000) -> Sitting:
    """Play uniformly at random to the end."""
    while not sitting.over() and sitting.ply < limit:
        sitting.act(sitting.next_seat(), rng.choice(sitting.legal(sitting.next_seat())))
    return sitting
