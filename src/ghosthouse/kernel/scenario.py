"""A scenario: a position, moves, and what must follow or be refused. Tests, tutorials, puzzles and bug reports have this form.

    title = "The same colour turns the table"
    clauses = ["KA-40", "KA-43"]
    position = "fright/amigo seats 3 | level 6 | top K | ..."

    [[step]]
    seat = 2
    move = "play K2"
    then = { level = "6", direction = "ccw" }     # fields of the position after the move
    tells = ["played"]                            # phrase ids heard by a spectator, in this order, among others

    [[step]]
    seat = 1
    move = "play R2"
    refused = "KA-31"                             # the clause, or a kind: nonsense, not_your_turn

Instead of a position, `edition`, `seats`, `options` and `chance` deal a new game. `dice = [5, 0]` scripts what is drawn next.
`legal = [...]` lists every legal move before a step.

A game's lessons are the scenarios of its `tutorial/` folder, in the order of their names. There `you` is the learner's seat, `say`
is the id of a phrase: what is told before the first step, and at each step; a last step without a move has the last word.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from . import notation
from .chance import key_from_text
from .event import SPECTATOR
from .game import Game
from .refusal import BadRecord, Refusal
from .sitting import Sitting


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One move of a scenario and what must come of it."""

    seat: int = -1
    move: str = ""
    then: dict[str, str | int] = {}
    tells: list[str] = []
    refused: str = ""
    legal: list[str] | None = None
    dice: list[int] = []
    over: bool | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None
    awaited: list[int] | None = None
    say: str = ""


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario file."""

    title: str
    clauses: list[str] = []
    position: str = ""
    game: str = ""
    edition: str = ""
    seats: int = 0
    options: dict[str, Any] = {}
    deck: str = ""
    chance: str = ""
    dice: list[int] = []
    you: int = 0
    say: str = ""
    step: list[Step] = []


def read_scenario(path: Traversable) -> Scenario:
    """Read a scenario file; what is wrong is said with the file's name."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Scenario)
    except OSError as problem:
        raise BadRecord(f"{path.name}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path.name}: it is no UTF-8 text") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise BadRecord(f"{path.name}: {problem}") from None


@cache
def lessons(game: Game) -> dict[str, Scenario]:
    """The lessons that a game brings, by the names of their files; none where it has no folder for them."""
    folder = resources.files(game.package) / "tutorial"
    files = (
        sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
        if folder.is_dir()
        else []
    )
    return {file.name.removesuffix(".toml"): read_scenario(file) for file in files}


def begin(scenario: Scenario, find: Callable[[str], Game]) -> Sitting:
    """Seat a scenario: its position, or its deal."""
    key = key_from_text(scenario.chance or scenario.title)
    if not scenario.position:
        if not scenario.game:
            raise BadRecord("a scenario has a position, or a game to deal")
        setup = find(scenario.game).setup(scenario.edition, scenario.seats, scenario.options, scenario.deck)
        return Sitting.deal(setup, key, script=scenario.dice)
    if said := [name for name in ("game", "edition", "seats", "options") if getattr(scenario, name)]:
        raise BadRecord(f"the position says already what is played: leave out {', '.join(said)}")
    setup, _ = notation.read_line(find, scenario.position, scenario.deck)
    sitting = Sitting.at(setup, scenario.position, key)
    sitting.chance.script = list(scenario.dice)
    return sitting


def run(scenario: Scenario, find: Callable[[str], Game]) -> list[str]:
    """Play a scenario and return what differed from what it says; an empty list means that all of it holds."""
    try:
        sitting = begin(scenario, find)
    except ValueError as problem:  # a refusal, or dice that cannot be
        return [f"cannot begin: {problem}"]
    wrong: list[str] = []
    for number, step in enumerate(scenario.step, 1):
        wrong += [f"step {number}: {what}" for what in play_step(sitting, step)]
        if wrong:
            return wrong
    return _undrawn(sitting)


def _undrawn(sitting: Sitting) -> list[str]:
    dice = sitting.chance.script
    return [f"dice {dice} are scripted, but nothing drew them"] if dice else []


def play_step(sitting: Sitting, step: Step) -> list[str]:
    """Make one step of a scenario and return what differed."""
    wrong: list[str] = []
    spell = sitting.setup.game.room("notation").spell
    if step.legal is not None and not 0 <= step.seat < sitting.setup.seats:
        wrong.append(f"there is no seat {step.seat} whose moves are legal (seats are 0 to {sitting.setup.seats - 1})")
    elif step.legal is not None:
        can = sorted(spell(sitting.state, sitting.tables, step.seat, a) for a in sitting.legal(step.seat))
        if can != sorted(step.legal):
            wrong.append(f"legal is {can}, not {sorted(step.legal)}")
    if step.dice:
        wrong += _undrawn(sitting)
        sitting.chance.script = list(step.dice)
    told = len(sitting.told)
    if step.move:
        before = sitting.position()
        try:
            sitting.act(step.seat, step.move)
        except Refusal as refusal:
            got = refusal.clause or refusal.code
            if not step.refused or step.refused not in (got, refusal.code):
                wrong.append(f"{step.move} is refused: {refusal}" + (f" (expected {step.refused})" if step.refused else ""))
            if sitting.position() != before:
                wrong.append(f"the refused {step.move} changed the position")
        except ValueError as problem:
            wrong.append(f"{step.move} cannot be carried out: {problem}")
        else:
            if step.refused:
                wrong.append(f"{step.move} is obeyed, but should be refused by {step.refused}")
    wrong += _compare(sitting, step, told)
    return wrong


def _compare(sitting: Sitting, step: Step, told: int) -> list[str]:
    wrong: list[str] = []
    fields = notation.fields_of(sitting.position().partition("|")[2])
    for key, value in step.then.items():
        if key not in fields and str(value):
            wrong.append(f"the position has no field {key!r} here (it has: {', '.join(fields)})")
        elif fields.get(key, "") != str(value):
            wrong.append(f"{key} is {fields.get(key, '')!r}, not {str(value)!r}")
    heard = [line.phrase for _, line in sitting.lines(SPECTATOR, sitting.told[told:])]
    rest = iter(heard)
    if not all(phrase in rest for phrase in step.tells):
        wrong.append(f"told {heard}, which does not hold {step.tells} in order")
    for name, want, got in (
        ("over", step.over, sitting.over()),
        ("scores", step.scores, sitting.scores()),
        ("winners", step.winners, sitting.winners()),
        ("awaited", step.awaited, sitting.awaited()),
    ):
        if want is not None and want != got:
            wrong.append(f"{name} is {got}, not {want}")
    return wrong
