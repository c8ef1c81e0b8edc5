"""Lessons: a game's own scenarios, told to one seat, one step after another.

A lesson is no table: nothing is stored and nobody else plays. The learner sees what their seat may know in a real position, with
the real choices; tries one; and is told what comes of it. Whoever wants to go on opens a table at the lesson's last position.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import Game, Setup
from ghosthouse.kernel.notation import read_line, write_line
from ghosthouse.kernel.refusal import Refusal
from ghosthouse.kernel.scenario import Scenario, Step, begin, lessons, play_step
from ghosthouse.kernel.sitting import Sitting, Told
from ghosthouse.kernel.view import Choice, View

from .messages import No
from .refusals import NotNow, Unknown, no, refuse


class LessonInfo(Struct):
    """A lesson of a game, as lists show it. What it is called is the phrase `lesson.<lesson>` of the game's words."""

    game: str
    lesson: str
    title: str
    seats: int
    steps: int
    clauses: list[str]


class LessonStep(Struct):
    """One step, as it stands before it is made.

    `say` is what the lesson says. `move` is what it asks the learner to do: one of `choices`, or a text where a choice asks for
    one; it is empty where somebody else moves, or nobody. `no` is the answer to a move that the lesson has refused on purpose.
    `lines` are what the learner hears when the step is made.
    """

    seat: int
    say: Line | None
    view: View
    choices: list[Choice]
    move: str
    no: No | None
    lines: list[Line]


class Lesson(Struct):
    """A lesson, with all its steps. `you` is the learner's seat; `opening` is where it ends: a table can be opened there."""

    game: str
    lesson: str
    title: str
    seats: int
    you: int
    say: Line | None
    steps: list[LessonStep]
    opening: str


class Tried(Struct):
    """What came of a move that the learner tried: `wanted` if the lesson goes on with it; `no` if it cannot be done at all."""

    wanted: bool
    no: No | None
    view: View
    lines: list[Line]


def lessons_of(find: Callable[[str], Game], game_id: str) -> list[LessonInfo]:
    """List the lessons of a game, in the order in which they are meant to be taken."""
    return [
        LessonInfo(
            game_id,
            name,
            begin(scenario, find).setup.title,
            begin(scenario, find).setup.seats,
            len(scenario.step),
            scenario.clauses,
        )
        for name, scenario in lessons(find(game_id)).items()
    ]


def lesson(find: Callable[[str], Game], game_id: str, name: str) -> Lesson:
    """Return a whole lesson."""
    scenario = _named(find(game_id), name)
    sitting = begin(scenario, find)
    steps = [_told(sitting, step, scenario.you) for step in scenario.step]
    return Lesson(
        game=game_id,
        lesson=name,
        title=sitting.setup.title,
        seats=sitting.setup.seats,
        you=scenario.you,
        say=_line(scenario.say),
        steps=steps,
        opening="" if sitting.over() else sitting.position(),
    )


def attempt(find: Callable[[str], Game], game_id: str, name: str, number: int, move: str) -> Tried:
    """Try a move of the learner's at a step (counted from 0), and say what comes of it; the lesson itself stays where it is."""
    scenario = _named(find(game_id), name)
    if number >= len(scenario.step):
        raise refuse(Unknown, "no_such_step", f"there is no step {number} in this lesson (0 to {len(scenario.step) - 1})")
    sitting, step = begin(scenario, find), scenario.step[number]
    for before in scenario.step[:number]:
        play_step(sitting, before)
    if step.seat != scenario.you or not step.move:
        raise refuse(NotNow, "not_your_step", f"step {number} is not the learner's")
    told: list[Told] = []
    answer = None
    wanted = _asked_for(sitting, step, move)
    try:
        told = _act(sitting, step, move)
    except Refusal as refusal:
        answer = no("", refusal)
    return Tried(wanted, answer, sitting.view(scenario.you), _heard(sitting, told, scenario.you))


def redealt(find: Callable[[str], Game], line: str, seat: int, key: bytes) -> tuple[Setup, str]:
    """Read a position to practise from, and draw everything again that the seat does not know: nobody wrote its secrets."""
    setup, state = read_line(find, line)
    if seat >= setup.seats:
        raise refuse(Unknown, "no_such_seat", f"there is no seat {seat} (seats are 0 to {setup.seats - 1})")
    return setup, write_line(setup, Sitting(setup, key, state).imagined(seat, key))


def _told(sitting: Sitting, step: Step, you: int) -> LessonStep:
    mine = step.seat == you and bool(step.move)
    view, choices = sitting.view(you), sitting.choices(you) if mine else []
    told: list[Told] = []
    answer = None
    if step.move:
        try:
            told = _act(sitting, step, step.move)
        except Refusal as refusal:
            answer = no("", refusal) if mine else None
    return LessonStep(step.seat, _line(step.say), view, choices, step.move if mine else "", answer, _heard(sitting, told, you))


def _asked_for(sitting: Sitting, step: Step, move: str) -> bool:
    """Say whether a step asks for this move; what nobody can ever play has no number, and is known by its text."""
    if " ".join(move.split()) == step.move:
        return True
    try:
        return sitting.read_move(step.seat, move)[0] == sitting.read_move(step.seat, step.move)[0]
    except Refusal:
        return False


def _act(sitting: Sitting, step: Step, move: str) -> list[Told]:
    """Make a move with the dice of the step; another move may need other dice, and then they fall as they like."""
    sitting.chance.script = list(step.dice) or sitting.chance.script
    try:
        return sitting.act(step.seat, move)
    except Refusal:
        raise
    except ValueError:  # the script does not fit this move
        sitting.chance.script = []
        return sitting.act(step.seat, move)


def _heard(sitting: Sitting, told: list[Told], you: int) -> list[Line]:
    return [line for _, line in sitting.lines(you, told)]


def _line(phrase: str) -> Line | None:
    return Line(phrase) if phrase else None


def _named(game: Game, name: str) -> Scenario:
    found = lessons(game)
    if name not in found:
        raise refuse(Unknown, "no_such_lesson", f"{game.id} has no lesson {name!r} (there are: {', '.join(found) or 'none'})")
    return found[name]
