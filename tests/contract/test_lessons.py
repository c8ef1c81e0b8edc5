"""Every lesson of every game holds, is worded, and can be taken by somebody who knows nothing yet."""

from __future__ import annotations

import pytest

from ghosthouse.house import find, games
from ghosthouse.kernel import LANGUAGES, Sitting, Words
from ghosthouse.kernel.scenario import lessons, run
from ghosthouse.table.lessons import Lesson, attempt, lesson, redealt
from ghosthouse.table.refusals import NotNow, Unknown
from tests.walk import ONLY

EVERY = [(game.id, name) for game in games().values() for name in lessons(game)]
CHOSEN = [(game, name) for game, name in EVERY if not ONLY or game in ONLY]
every_lesson = pytest.mark.parametrize(("game", "name"), CHOSEN, ids=[f"{game}-{name}" for game, name in CHOSEN])


def mine(made: Lesson) -> list[int]:
    """The steps that are the learner's to make."""
    return [number for number, step in enumerate(made.steps) if step.move]


@every_lesson
def test_a_lesson_is_a_scenario_that_holds(game: str, name: str):
    """What a lesson says of the rules is true, and cites clauses of its game."""
    scenario = lessons(find(game))[name]

    assert run(scenario, find) == []
    assert scenario.clauses
    assert all(clause.startswith(find(game).clauses) for clause in scenario.clauses)


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_worded(game: str, name: str, language: str):
    """Its name and everything that it says, in every language."""
    words, made = Words(language, [find(game).package]), lesson(find, game, name)

    said = [made.say, *(step.say for step in made.steps)]

    assert f"lesson.{name}" in words
    assert [line.phrase for line in said if line and line.phrase not in words] == []
    assert made.say is not None


@every_lesson
def test_the_learner_can_touch_what_is_asked_for(game: str, name: str):
    """Each move of the learner is among the choices, or typed where one asks for a text; a refused one says its clause."""
    made = lesson(find, game, name)

    assert mine(made)
    for number in mine(made):
        step = made.steps[number]
        lit = {choice.move: choice for choice in step.choices if not choice.asks}
        assert step.move in lit or any(choice.asks and choice.legal for choice in step.choices), step.move
        assert step.say is not None, f"step {number} asks for {step.move} and does not say so"
        if step.move in lit:
            assert lit[step.move].legal == (step.no is None)
        if step.no is not None:
            assert step.no.clause.startswith(find(game).clauses)


@every_lesson
def test_whatever_the_learner_tries_is_answered(game: str, name: str):
    """The wanted move is known as such, every other one has a view or a sentence, and all are seen through the learner's eyes."""
    made = lesson(find, game, name)
    for number in mine(made):
        step = made.steps[number]
        wanted = attempt(find, game, name, number, step.move)
        assert wanted.wanted
        assert (wanted.no, wanted.lines) == (step.no, step.lines)
        for choice in step.choices:
            tried = attempt(find, game, name, number, choice.move) if not choice.asks else wanted
            assert (tried.no is None) == choice.legal or choice.asks
            assert tried.view.viewer == made.you


@every_lesson
def test_the_lesson_shows_the_learner_nothing_else(game: str, name: str):
    """Law 3: every view is that of the learner's seat."""
    made = lesson(find, game, name)

    assert {step.view.viewer for step in made.steps} == {made.you}


@every_lesson
def test_a_lesson_can_be_played_on(game: str, name: str):
    """Its last position can be dealt again for the learner, who then knows just as much as before."""
    made = lesson(find, game, name)
    if not made.opening:
        return

    setup, line = redealt(find, made.opening, made.you, bytes(16))

    before, after = (Sitting.at(setup, opening, bytes(16)) for opening in (made.opening, line))
    assert setup.title == made.title
    assert after.view(made.you) == before.view(made.you)
    assert after.choices(made.you) == before.choices(made.you)


def test_there_is_a_lesson_to_take():
    """Somebody brings one; the tests above are not empty."""
    assert EVERY


def test_a_step_that_is_somebody_elses_is_refused():
    """Only the learner's moves can be tried."""
    game, name, number = next(
        (game, name, number) for game, name in EVERY for number, step in enumerate(lesson(find, game, name).steps) if not step.move
    )

    with pytest.raises(NotNow):
        attempt(find, game, name, number, "anything")


def test_a_step_that_is_not_there_is_refused():
    """And it is said how many there are."""
    game, name = EVERY[0]

    with pytest.raises(Unknown, match="0 to"):
        attempt(find, game, name, 999, "anything")


def test_a_lesson_that_is_not_there_is_refused():
    """And those that are there are named."""
    game, name = EVERY[0]

    with pytest.raises(Unknown, match=name):
        lesson(find, game, "none")
