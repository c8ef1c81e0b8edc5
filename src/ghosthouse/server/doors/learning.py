"""Learning: hints, reviews and lessons."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import get, post
from litestar.params import Parameter

from ghosthouse.table import lessons

from .. import lobby
from ..wire import Hint, Lessons, Review, Reviewed, Try
from .asking import Anybody, Asking, Eyes, SeatToken, TableRef, Word


def learning(asking: Asking, games: list[str]) -> list[Any]:
    """The doors about learning; `games` are those of the house, in its order."""
    node = asking.node

    @get("/api/tables/{table:str}/hint", summary="What somebody who knows the game would do in my place")
    async def hint(request: Anybody, table: TableRef, token: SeatToken = None) -> Hint:
        held, caller = await asking.at_table(request, table, token)
        asked = held.desk.question(caller)
        return Hint(asked.seat, asked.ply, asked.decision, await node.advice(asked))

    @get("/api/tables/{table:str}/review", summary="My moves beside those of somebody who knows the game")
    async def review(request: Anybody, table: TableRef, eyes: Eyes = -1, token: SeatToken = None) -> Review:
        """From what the seat knew at each move. Before the end of a game only one's own moves are looked at."""
        held, caller = await asking.at_table(request, table, token)
        seat, asked = held.desk.questions(caller, eyes)
        made = [(question, await node.advice(question)) for question in asked]
        return Review(seat, [Reviewed(question.ply, question.played, best, question.played in best) for question, best in made])

    @get("/api/lessons", summary="What can be learned here")
    async def all_lessons() -> Lessons:
        return Lessons([info for game in games for info in await asyncio.to_thread(lessons.lessons_of, node.find, game)])

    @get("/api/lessons/{game:str}/{name:str}", summary="A lesson, step by step")
    async def lesson(game: Word, name: Word) -> lessons.Lesson:
        return await asyncio.to_thread(lessons.lesson, node.find, lobby.find_game(node, game).id, name)

    @post("/api/lessons/{game:str}/{name:str}/{step:int}", summary="Try a move at a step of a lesson", status_code=200)
    async def lesson_step(game: Word, name: Word, step: Annotated[int, Parameter(ge=0, le=1000)], data: Try) -> lessons.Tried:
        """The lesson itself stays where it is: whoever tries another move sees what would come of it."""
        return await asyncio.to_thread(lessons.attempt, node.find, lobby.find_game(node, game).id, name, step, data.move)

    return [hint, review, all_lessons, lesson, lesson_step]
