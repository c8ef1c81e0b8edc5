"""What the tests of this game share: sittings from short positions, and what they say."""

from __future__ import annotations

import random

from ghosthouse.games.hunters import GAME
from ghosthouse.kernel import Illegal, Refusal, Sitting, Words, key_from_text
from ghosthouse.kernel.notation import fields_of

KEY = key_from_text("a haunted attic")
COLOURS = "RGBY"


def at(body: str, seats: int = 3, edition: str = "full", deck: str = "", **options: object) -> Sitting:
    """Begin in the middle of a game."""
    setup = GAME.setup(edition, seats, options, deck)
    return Sitting.at(setup, f"{setup.title} seats {seats} | {body}", KEY)


def deal(seats: int = 3, seed: str = "deal", edition: str = "full", deck: str = "", dice: str = "", **options: object) -> Sitting:
    """Deal a new game; `dice` fixes the first rolls (with option `first`, so that nothing is drawn before them)."""
    options = {"first": 0, **options} if dice else options
    setup = GAME.setup(edition, seats, options, deck)
    script = draws(dice, stock={c: 3 for c in COLOURS if c in "RG" or edition == "full"}) if dice else []
    return Sitting.deal(setup, key_from_text(seed), script=script)


def draws(dice: str, stock: dict[str, int]) -> list[int]:
    """What the rules draw for these dice: for each the place in the pouch and the number less one; a bare number is a re-roll."""
    left = {colour: stock.get(colour, 0) for colour in COLOURS}
    found = []
    for die in dice.split():
        if not die.isdigit():
            colour = die[0]
            found.append(sum(left[c] for c in COLOURS[: COLOURS.index(colour)]))
            left[colour] -= 1
        found.append(int(die[-1]) - 1)
    return found


def roll_next(sitting: Sitting, dice: str) -> Sitting:
    """Fix the dice of the next roll, from the pouch as it is."""
    stock = {colour: sitting.tables.stock[i] for i, colour in enumerate(COLOURS)}
    for die in str(field(sitting, "middle")).split():
        stock[die[0]] -= 1
    sitting.chance.script = draws(dice, stock)
    return sitting


def field(sitting: Sitting, key: str) -> str:
    """What the position line says under a key."""
    return fields_of(sitting.position().partition("|")[2]).get(key, "")


def words(sitting: Sitting, key: str) -> list[str]:
    """The words that the position line has under a key."""
    return [word for word in field(sitting, key).split() if word != "-"]


def numbers(sitting: Sitting, key: str) -> list[int]:
    """The numbers that the position line has under a key."""
    return [int(word) for word in field(sitting, key).split()]


def can(sitting: Sitting, seat: int) -> set[str]:
    """What a seat may do, as moves."""
    spell = sitting.setup.game.room("notation").spell
    return {spell(sitting.state, sitting.tables, seat, action) for action in sitting.legal(seat)}


def play(sitting: Sitting, *moves: str) -> Sitting:
    """Make moves, each for the first seat that is awaited (or `seat: move` for another one)."""
    for move in moves:
        seat, colon, text = move.rpartition(":")
        sitting.act(int(seat) if colon else sitting.next_seat(), text.strip())
    return sitting


def choose(sitting: Sitting, *passing: int) -> Sitting:
    """Everybody in the round chooses: these seats pass, the others stay."""
    for seat in sitting.awaited():
        sitting.act(seat, "pass" if seat in passing else "stay")
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


def reason(sitting: Sitting, seat: int, action: int) -> str:
    """The clause by which the rules say that an action is not marked, whoever is awaited; empty if it is."""
    why = sitting.rules.why_not(sitting.state, sitting.tables, seat, action)
    if not why:
        return ""
    _, clause = sitting.setup.game.room("narrate").reason(sitting.state, sitting.tables, seat, action, why)
    return str(clause)


def told(sitting: Sitting, viewer: int = -1) -> list[str]:
    """The phrases that an observer has heard so far."""
    return [line.phrase for _, line in sitting.lines(viewer)]


def heard(sitting: Sitting, viewer: int = -1, language: str = "en", names: str = "Kate Mark Stuart Joan Ann") -> list[str]:
    """The sentences that an observer has heard so far."""
    speech = Words(language, [GAME.package])
    return [speech.say(line, names.split(), viewer) for _, line in sitting.lines(viewer)]


def play_on(sitting: Sitting, seed: object, limit: int = 400) -> Sitting:
    """Play uniformly at random to the end."""
    rng = random.Random(str(seed))
    while not sitting.over() and sitting.ply < limit:
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    return sitting


def absent_on(sitting: Sitting, until_round: int = 99) -> Sitting:
    """Let the announced policy play for everybody, to the end or to the beginning of a round."""
    policy = GAME.room("heuristics").absent
    rng = random.Random(0)
    while not sitting.over() and sitting.state.round < until_round:
        seat = sitting.next_seat()
        sitting.act(seat, policy(sitting.mind(seat, "", rng)))
    return sitting
