"""Tables, for those who come without a socket: made, found, looked at, played at, followed line by line, and taken home."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter
from litestar.response import Stream

from ghosthouse.kernel.event import Line
from ghosthouse.table import messages
from ghosthouse.table.refusals import Busy, Unavailable, refuse

from .. import lobby
from ..limits import Crowd
from ..metrics import METRICS
from ..wire import Made, Moment, NewTable, Rounds, TableInfo, Tables
from .asking import STATUS, Anybody, Asking, Eyes, SeatToken, Seen, TableRef

ANSWER_SECONDS = 15.0
STREAM_QUEUE = 64


class Reply:
    """A request that waits for the answer to its command."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.answer: asyncio.Future[messages.Ok | messages.No] = asyncio.get_running_loop().create_future()

    def push(self, message: messages.Outgoing) -> None:
        """Take the answer; everything else is for sockets."""
        if isinstance(message, messages.Ok | messages.No) and message.id == self.command and not self.answer.done():
            self.answer.set_result(message)

    def end(self, code: str, line: Line, again: bool) -> None:
        """The house goes: the answer is open."""
        if not self.answer.done():
            self.answer.set_exception(refuse(Unavailable, "going", "the house is restarting: send the same command again"))


class Lines:
    """A stream of messages, one a line, for programs that prefer plain HTTP."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(STREAM_QUEUE)

    def push(self, message: messages.Outgoing) -> None:
        """Put a message in line; who does not read is dropped, and comes back with what they have seen."""
        try:
            self.queue.put_nowait(messages.write(message) + b"\n")
        except asyncio.QueueFull:
            METRICS.slow.inc()
            self._stop()

    def end(self, code: str, line: Line, again: bool) -> None:
        """Say good-bye."""
        self.push(messages.Bye(code, line, again))
        self._stop()

    async def lines(self, now: Callable[[], int]) -> AsyncGenerator[bytes, None]:
        """What is in line, and a word now and then while nothing is."""
        while True:
            try:
                line = await asyncio.wait_for(self.queue.get(), 15.0)
            except TimeoutError:
                line = messages.write(messages.Pong(now())) + b"\n"
            if line is None:
                return
            yield line

    def _stop(self) -> None:
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


def tables(asking: Asking, crowd: Crowd) -> list[Any]:
    """The doors about tables."""
    node = asking.node

    @get("/api/tables", summary="Tables that are open to everybody")
    async def open_tables() -> Tables:
        return Tables(await lobby.open_tables(node))

    @post("/api/tables", summary="Make a table", status_code=201)
    async def make_table(request: Anybody, data: NewTable) -> Made:
        return await lobby.make_table(node, await asking.who(request), data)

    @get("/api/tables/{table:str}", summary="A table as an invitation shows it")
    async def table_info(request: Anybody, table: TableRef) -> TableInfo:
        return await lobby.table_info(node, table, await asking.who(request))

    @get("/api/tables/{table:str}/view", summary="The table as I may know it")
    async def view(
        request: Anybody, table: TableRef, seen: Seen = 0, eyes: Eyes = -1, token: SeatToken = None
    ) -> messages.TableMessage:
        held, caller = await asking.at_table(request, table, token)
        node.act(held, held.desk.seen_by, caller)
        return held.desk.look(caller, seen, eyes, node.now())

    @post("/api/tables/{table:str}/commands", summary="Do something at a table", status_code=200)
    async def command(
        request: Anybody, table: TableRef, data: messages.AnyCommand, token: SeatToken = None
    ) -> Response[messages.Ok | messages.No]:
        held, caller = await asking.at_table(request, table, token)
        reply = Reply(data.id)
        node.command(held, reply, caller, data)
        try:
            answer = await asyncio.wait_for(reply.answer, ANSWER_SECONDS)
        except TimeoutError:
            raise refuse(Unavailable, "unavailable", "the house cannot store anything now: send the same command again") from None
        return Response(answer, status_code=STATUS.get(answer.code, 400) if isinstance(answer, messages.No) else 200)

    @get("/api/tables/{table:str}/events", summary="Follow a table: one message a line", media_type="application/x-ndjson")
    async def events(request: Anybody, table: TableRef, seen: Seen = 0, eyes: Eyes = -1, token: SeatToken = None) -> Stream:
        held, caller = await asking.at_table(request, table, token)
        address = request.client.host if request.client else ""
        if crowd.full(address):
            raise refuse(Busy, "too_many", "too many connections from one place")

        async def lines() -> AsyncGenerator[bytes, None]:
            with crowd.with_one_from(address):
                follower = Lines()
                node.act(held, held.desk.join, follower, caller, seen, eyes)
                try:
                    async for line in follower.lines(node.now):
                        yield line
                finally:
                    if node.tables.get(held.id) is held:
                        node.act(held, held.desk.part, follower)

        return Stream(lines(), media_type="application/x-ndjson")

    @get("/api/tables/{table:str}/moment/{ply:int}", summary="The game at an earlier move, through my own eyes")
    async def moment(
        request: Anybody, table: TableRef, ply: Annotated[int, Parameter(ge=0, le=1_000_000)],
        eyes: Eyes = -1, token: SeatToken = None,
    ) -> Moment:  # fmt: skip
        held, caller = await asking.at_table(request, table, token)
        made = held.desk.moment(caller, ply, eyes)
        return Moment(ply, held.desk.table.ply, made.viewer, made.view, made.lines)

    @get("/api/tables/{table:str}/rounds", summary="The rounds that have ended, and how the points stood then")
    async def rounds(request: Anybody, table: TableRef, eyes: Eyes = -1, token: SeatToken = None) -> Rounds:
        held, caller = await asking.at_table(request, table, token)
        return Rounds(held.desk.rounds(caller, eyes))

    @get("/api/tables/{table:str}/record", summary="The record of a finished game", media_type="text/plain")
    async def record(request: Anybody, table: TableRef, game: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0) -> Response[str]:
        """`game` is the number of an earlier game at this table; 0: the last one."""
        held, _ = await asking.at_table(request, table, None)
        kept = await node.record(held, game)
        name = f"{held.desk.table.code.lower()}-{game or held.desk.table.game}.ghost"
        return Response(
            kept.text(), media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )  # fmt: skip

    return [open_tables, make_table, table_info, view, command, events, moment, rounds, record]
