"""What the tests of this game share: sittings from short positions, and what they say."""

from __future__ import annotations

import random

from ghosthouse.games.fright import GAME
from ghosthouse.kernel import Illegal, Refusal, Setup, Sitting, Words, key_from_text
from ghosthouse.kernel.notation import fields_of

KEY = key_from_text("a quiet evening")


def at(body: str, edition: str = "amigo", seats: int = 3, **options: object) -> Sitting:
    """Begin in the middle of a game."""
    setup = GAME.setup(edition, seats, options)
    return Sitting.at(setup, f"{setup.title} seats {seats} | {body}", KEY)


def deal(edition: str = "amigo", seats: int = 3, seed: str = "deal", deck: str = "", **options: object) -> Sitting:
    """Deal a new game."""
    return Sitting.deal(GAME.setup(edition, seats, options, deck), key_from_text(seed))


def field(sitting: Sitting, *keys: str) -> str | list[str]:
    """What the position line says under a key, or under several."""
    fields = fields_of(sitting.position().partition("|")[2])
    return fields[keys[0]] if len(keys) == 1 else [fields[key] for key in keys]


def fright(sitting: Sitting) -> list[int]:
    """The fright points by seat."""
    return sitting.scores()


def hand(sitting: Sitting, seat: int) -> list[str]:
    """A hand, sorted."""
    return sorted(str(field(sitting, f"hand{seat}")).replace("-", "").split())


def can(sitting: Sitting, seat: int) -> set[str]:
    """What a seat may do, as moves."""
    spell = sitting.setup.game.room("notation").spell
    return {spell(sitting.state, sitting.tables, seat, action) for action in sitting.legal(seat)}


def play(sitting: Sitting, *moves: str) -> Sitting:
    """Make moves, each for the seat that is awaited (or `seat: move` where several are)."""
    for move in moves:
        seat, colon, text = move.rpartition(":")
        sitting.act(int(seat) if colon else sitting.next_seat(), text.strip())
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


def calls(sitting: Sitting, language: str = "en") -> list[str]:
    """What has been called aloud so far."""
    words = Words(language, [GAME.package])
    return [call for _, line in sitting.lines(-1) if (call := words.call(line))]


def told(sitting: Sitting, viewer: int = -1) -> list[str]:
    """The phrases that an observer has heard so far."""
    return [line.phrase for _, line in sitting.lines(viewer)]


def play_on(sitting: Sitting, rng: random.Random, limit: int = 4000) -> Sitting:
    """Play uniformly at random to the end."""
    while not sitting.over() and sitting.ply < limit:
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    return sitting


def setup(edition: str = "amigo", seats: int = 3, deck: str = "", **options: object) -> Setup:
    """A setup, or a refusal."""
    return GAME.setup(edition, seats, options, deck)
