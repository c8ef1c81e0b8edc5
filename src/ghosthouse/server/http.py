"""The HTTP doors: guests, the lobby, tables for those who come without a socket, records, replays, and the built browser pages.

Refusals have the body of the message `no`. The OpenAPI document is at `/api/schema/openapi.json`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, delete, get, patch, post
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.spec import Contact
from litestar.params import HeaderParameter, Parameter
from litestar.response import Stream

from ghosthouse import __version__
from ghosthouse.kernel.event import Line
from ghosthouse.kernel.phrases import LANGUAGES
from ghosthouse.kernel.refusal import Refusal
from ghosthouse.table import __name__ as table_package
from ghosthouse.table import lessons, messages
from ghosthouse.table.judge import TALK, Caller, hash_of
from ghosthouse.table.refusals import Busy, Forbidden, Unavailable, Unknown, no, refuse

from . import contract, lobby, pages, phrasebook
from . import store as sql
from .limits import Crowd
from .metrics import METRICS
from .node import Held, Node
from .people import COOKIE, Guests
from .settings import Settings
from .sockets import token_of
from .store import Guest, StoreAway
from .wire import (
    Hint,
    House,
    Lessons,
    Made,
    Me,
    Moment,
    NewGuest,
    NewTable,
    PushSubscription,
    Review,
    Reviewed,
    Rounds,
    TableInfo,
    Tables,
    TitleInfo,
    Try,
)

STATUS = {
    "nonsense": 400, "bad_setup": 400, "bad_position": 400, "bad_record": 400, "forbidden": 403, "unknown": 404, "illegal": 409,
    "not_your_turn": 409, "stale": 409, "not_now": 409, "busy": 429, "too_fast": 429, "unavailable": 503,
}  # fmt: skip
# Any door may refuse, and says so in the OpenAPI document: with the message `no`.
REFUSALS = {
    status: ResponseSpec(messages.No, description=meaning, generate_examples=False)
    for status, meaning in (
        (400, "This cannot be read, or makes no sense"), (403, "Not for this sender"), (404, "There is no such thing"),
        (409, "Not as things stand at the table"), (413, "Too large"), (429, "Too much at once: wait a moment"),
        (503, "The house cannot reach its store now: send the same again"),
    )
}  # fmt: skip
ANSWER_SECONDS = 15.0
STREAM_QUEUE = 64
YEAR = 365 * 86_400

TableRef = Annotated[str, Parameter(pattern=r"^[A-Za-z0-9_-]{4,32}$", description="a table's id, or its short code")]
Seen = Annotated[int, Parameter(ge=0, le=2**53, description="the `at` of the last message received")]
Eyes = Annotated[int, Parameter(ge=-1, lt=64, description="the seat to look through, -1: one's own")]
SeatToken = Annotated[
    str | None, HeaderParameter(name="X-Seat-Token", pattern=r"^[A-Za-z0-9_-]{43,86}$", description="the secret of a seat")
]
Word = Annotated[str, Parameter(max_length=64, description="a game, or a lesson of it")]
Json = dict[str, Any]


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


def make_app(
    node: Node,
    guests: Guests,
    settings: Settings,
    titles: list[tuple[Any, Any]],
    crowd: Crowd,
    *,
    push_key: str = "",
    lan: str = "",
) -> Litestar:
    """Put the HTTP application together. `titles` are pairs of a game and one of its editions, in the order of the lobby."""

    async def who(request: Request[Any, Any, Any]) -> Guest | None:
        token = token_of({name: value.decode("latin-1") for name, value in request.scope["headers"]})
        return await guests.who(token, node.now()) if token else None

    async def known(request: Request[Any, Any, Any]) -> Guest:
        guest = await who(request)
        if guest is None:
            raise refuse(Forbidden, "no_guest", "say who you are first: POST /api/guest")
        return guest

    async def sit_down(request: Request[Any, Any, Any], table: str, token: str | None) -> tuple[Held, Caller]:
        guest, held = await who(request), await node.held(table)
        if guest is not None:
            node.name(held, guest.id, guest.name)
        return held, Caller(guest.id if guest else "", hash_of(token) if token else "")

    @get("/api/house", summary="What can be played here")
    async def house() -> House:
        return House(
            settings.name, __version__, messages.PROTOCOL, title_infos, list(LANGUAGES), list(TALK), push_key, lan,
            settings.keep_tables_days, settings.keep_guests_days,
        )  # fmt: skip

    @get(
        "/api/words/{language:str}/{part:str}", summary="The phrases of the house and its lobby (`house`), or of one game", cache=60
    )
    async def words(language: Annotated[str, Parameter(pattern="^[a-z]{2}$")], part: str) -> Json:
        """Games use the same ids for their own words (`zone.hand`), so each game's phrases come by themselves."""
        known_parts = parts.get(language, {})
        if part not in known_parts:
            raise refuse(Unknown, "no_page", f"there are no words {language}/{part} (there are: {', '.join(known_parts)})")
        chosen: Json = known_parts[part]
        return chosen

    @post("/api/guest", summary="Come in as a guest", status_code=201)
    async def guest_arrives(request: Request[Any, Any, Any], data: NewGuest) -> Response[Me]:
        there = await who(request)
        if there is not None and not data.bot:  # coming in twice makes no second person
            there = await guests.rename(there, data.name, data.language, node.now())
            return Response(Me(there.name, there.language), status_code=201)
        guest, token = await guests.arrive(data.name, data.language, node.now())
        if data.bot:
            return Response(Me(guest.name, guest.language, token=token), status_code=201)
        cookie = Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=over_https(request, settings))
        return Response(Me(guest.name, guest.language), cookies=[cookie], status_code=201)

    @get("/api/me", summary="Who I am")
    async def me(request: Request[Any, Any, Any]) -> Me:
        guest = await who(request)
        return Me(guest.name, guest.language) if guest else Me("", "", known=False)

    @patch("/api/me", summary="Call me otherwise")
    async def rename(request: Request[Any, Any, Any], data: NewGuest) -> Me:
        guest = await guests.rename(await known(request), data.name, data.language, node.now())
        node.renamed(guest.id, guest.name)
        return Me(guest.name, guest.language)

    @delete("/api/me", summary="Delete my data", status_code=204)
    async def forget_me(request: Request[Any, Any, Any]) -> Response[None]:
        guest = await known(request)
        await node.leave_all(guest.id)
        await guests.forget(guest)
        node.renamed(guest.id, "")
        gone = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")
        return Response(None, status_code=204, cookies=[gone])

    @get("/api/me/data", summary="Everything that the house knows of me")
    async def my_data(request: Request[Any, Any, Any]) -> Json:
        guest = await known(request)
        pushes = await node.store.all(sql.PUSHES, guest.id)
        found = await lobby.infos(node, await node.store.all(sql.MY_TABLES, guest.id), guest)
        return {
            "name": guest.name,
            "language": guest.language,
            "seen": guest.seen,
            "push": [str(endpoint) for endpoint, _ in pushes],
            "tables": msgspec.to_builtins(found),
        }

    @get("/api/me/tables", summary="My tables")
    async def my_tables(request: Request[Any, Any, Any]) -> Tables:
        guest = await known(request)
        return Tables(await lobby.infos(node, await node.store.all(sql.MY_TABLES, guest.id), guest))

    @get("/api/tables", summary="Tables that are open to everybody")
    async def open_tables() -> Tables:
        return Tables(await lobby.infos(node, await node.store.all(sql.OPEN_TABLES)))

    @post("/api/tables", summary="Make a table", status_code=201)
    async def make_table(request: Request[Any, Any, Any], data: NewTable) -> Made:
        return await lobby.make_table(node, await who(request), data)

    @get("/api/tables/{table:str}", summary="A table as an invitation shows it")
    async def table_info(request: Request[Any, Any, Any], table: TableRef) -> TableInfo:
        found = await node.store.all(sql.TABLE, table, table.upper())
        if not found:
            raise refuse(Unknown, "no_such_table", f"there is no table {table!r}")
        return (await lobby.infos(node, found, await who(request)))[0]

    @get("/api/tables/{table:str}/view", summary="The table as I may know it")
    async def view(
        request: Request[Any, Any, Any], table: TableRef, seen: Seen = 0, eyes: Eyes = -1, token: SeatToken = None
    ) -> messages.TableMessage:
        held, caller = await sit_down(request, table, token)
        node.act(held, held.desk.seen_by, caller)
        return held.desk.look(caller, seen, eyes, node.now())

    @post("/api/tables/{table:str}/commands", summary="Do something at a table", status_code=200)
    async def command(
        request: Request[Any, Any, Any], table: TableRef, data: messages.AnyCommand, token: SeatToken = None
    ) -> Response[messages.Ok | messages.No]:
        held, caller = await sit_down(request, table, token)
        reply = Reply(data.id)
        node.command(held, reply, caller, data)
        try:
            answer = await asyncio.wait_for(reply.answer, ANSWER_SECONDS)
        except TimeoutError:
            raise refuse(Unavailable, "unavailable", "the house cannot store anything now: send the same command again") from None
        return Response(answer, status_code=STATUS.get(answer.code, 400) if isinstance(answer, messages.No) else 200)

    @get("/api/tables/{table:str}/events", summary="Follow a table: one message a line", media_type="application/x-ndjson")
    async def events(
        request: Request[Any, Any, Any], table: TableRef, seen: Seen = 0, eyes: Eyes = -1, token: SeatToken = None
    ) -> Stream:
        held, caller = await sit_down(request, table, token)
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
        request: Request[Any, Any, Any], table: TableRef, ply: Annotated[int, Parameter(ge=0, le=1_000_000)],
        eyes: Eyes = -1, token: SeatToken = None,
    ) -> Moment:  # fmt: skip
        held, caller = await sit_down(request, table, token)
        made = held.desk.moment(caller, ply, eyes)
        return Moment(ply, held.desk.table.ply, made.viewer, made.view, made.lines)

    @get("/api/tables/{table:str}/rounds", summary="The rounds that have ended, and how the points stood then")
    async def rounds(request: Request[Any, Any, Any], table: TableRef, eyes: Eyes = -1, token: SeatToken = None) -> Rounds:
        held, caller = await sit_down(request, table, token)
        return Rounds(held.desk.rounds(caller, eyes))

    @get("/api/tables/{table:str}/hint", summary="What somebody who knows the game would do in my place")
    async def hint(request: Request[Any, Any, Any], table: TableRef, token: SeatToken = None) -> Hint:
        held, caller = await sit_down(request, table, token)
        asked = held.desk.question(caller)
        return Hint(asked.seat, asked.ply, asked.decision, await node.advice(asked))

    @get("/api/tables/{table:str}/review", summary="My moves beside those of somebody who knows the game")
    async def review(request: Request[Any, Any, Any], table: TableRef, eyes: Eyes = -1, token: SeatToken = None) -> Review:
        """From what the seat knew at each move. Before the end of a game only one's own moves are looked at."""
        held, caller = await sit_down(request, table, token)
        seat, asked = held.desk.questions(caller, eyes)
        made = [(question, await node.advice(question)) for question in asked]
        return Review(seat, [Reviewed(question.ply, question.played, best, question.played in best) for question, best in made])

    @get("/api/tables/{table:str}/record", summary="The record of a finished game", media_type="text/plain")
    async def record(request: Request[Any, Any, Any], table: TableRef) -> Response[str]:
        held, _ = await sit_down(request, table, None)
        name = f"{held.desk.table.code.lower()}-{held.desk.table.game}.ghost"
        return Response(
            held.desk.record().text(), media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )  # fmt: skip

    @get("/api/lessons", summary="What can be learned here")
    async def all_lessons() -> Lessons:
        games = dict.fromkeys(game.id for game, _ in titles)
        return Lessons([info for game in games for info in await asyncio.to_thread(lessons.lessons_of, node.find, game)])

    @get("/api/lessons/{game:str}/{name:str}", summary="A lesson, step by step")
    async def lesson(game: Word, name: Word) -> lessons.Lesson:
        return await asyncio.to_thread(lessons.lesson, node.find, lobby.find_game(node, game).id, name)

    @post("/api/lessons/{game:str}/{name:str}/{step:int}", summary="Try a move at a step of a lesson", status_code=200)
    async def lesson_step(game: Word, name: Word, step: Annotated[int, Parameter(ge=0, le=1000)], data: Try) -> lessons.Tried:
        """The lesson itself stays where it is: whoever tries another move sees what would come of it."""
        return await asyncio.to_thread(lessons.attempt, node.find, lobby.find_game(node, game).id, name, step, data.move)

    @post("/api/push", summary="Tell me when it is my turn", status_code=204)
    async def subscribe(request: Request[Any, Any, Any], data: PushSubscription) -> None:
        guest = await known(request)
        if not push_key:
            raise refuse(Forbidden, "no_push", "this house sends no push messages")
        keys = json.dumps({"p256dh": data.keys.p256dh, "auth": data.keys.auth})
        await node.store.run((sql.ADD_PUSH, (data.endpoint, guest.id, keys)))

    away = ResponseSpec(Json, description="The house cannot reach its store now", generate_examples=False)

    @get("/api/schema/asyncapi.json", summary="The websocket, as an AsyncAPI document")
    async def asyncapi() -> Json:
        return contract.asyncapi()

    @get("/api/schema/messages.json", summary="Every message and body, as JSON Schema")
    async def message_schema() -> Json:
        return contract.schema()

    @get("/healthz", summary="Whether the house is well", responses={503: away})
    async def health() -> Response[Json]:
        try:
            await node.store.all(sql.FACT, "schema")
        except StoreAway:
            return Response({"well": False, "store": "away"}, status_code=503)
        return Response({"well": True, "store": node.store.name, "bus": node.bus.name})

    @get("/metrics", summary="Numbers for Prometheus", include_in_schema=False)
    async def metrics() -> Response[bytes]:
        return Response(METRICS.text(), media_type="text/plain; version=0.0.4")

    built = pages.read_pages(settings.web)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any], path: str = "/") -> Response[bytes]:
        return pages.answer(built, path, request.headers.get("accept-encoding", ""), request.headers.get("if-none-match", ""))

    parts: dict[str, Json] = {language: phrasebook.by_part(language, table_package, titles) for language in LANGUAGES}
    title_infos: list[TitleInfo] = [lobby.title_info(game, edition, node.bots.levels(game)) for game, edition in titles]

    doors: list[Any] = [
        house, words, guest_arrives, me, rename, forget_me, my_data, my_tables, open_tables, make_table, table_info, view,
        command, events, moment, rounds, hint, review, record, all_lessons, lesson, lesson_step, asyncapi, message_schema, subscribe, health, metrics,
        page,
    ]  # fmt: skip
    for door in doors:
        door.responses = {**REFUSALS, **(door.responses or {})}
    return Litestar(
        route_handlers=doors,
        exception_handlers={Refusal: _refused, StoreAway: _away, HTTPException: _http, Exception: _broken},
        openapi_config=OpenAPIConfig(
            title="ghosthouse", version=str(messages.PROTOCOL), path="/api/schema", contact=Contact(name="the ghosthouse authors"),
            render_plugins=[],
            description="Tables, people and records. Live tables speak over a websocket: see the AsyncAPI document.",
        ),
        request_max_body_size=64 * 1024,
        response_cache_config=ResponseCacheConfig(default_expiration=60),
        logging_config=None,
        debug=False,
    )  # fmt: skip


def over_https(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """Say whether a browser came over https, to us or to a proxy before us; on a home network it does not, and needs its cookie."""
    public = urlsplit(settings.public_url)
    return request.url.scheme == "https" or (public.scheme == "https" and public.netloc == request.headers.get("host", ""))


def _answer(refusal: messages.No, status: int, headers: dict[str, str] | None = None) -> Response[messages.No]:
    METRICS.refused.labels(refusal.code).inc()
    return Response(refusal, status_code=status, media_type="application/json", headers=headers)


def _refused(_: Request[Any, Any, Any], refusal: Refusal) -> Response[messages.No]:
    return _answer(no("", refusal), STATUS.get(refusal.code, 400))


def _away(_: Request[Any, Any, Any], problem: StoreAway) -> Response[messages.No]:
    return _answer(messages.No("unavailable", Line("refusal.unavailable"), str(problem)), 503)


def _http(_: Request[Any, Any, Any], problem: HTTPException) -> Response[messages.No]:
    if problem.status_code == 404:
        return _answer(messages.No("unknown", Line("refusal.no_page"), "there is nothing here"), 404)
    if problem.status_code == 413:
        return _answer(messages.No("nonsense", Line("refusal.too_large"), "that is too large"), 413)
    what = "; ".join(
        f"{part.get('key', '')}: {part.get('message', '')}" for part in problem.extra or () if isinstance(part, dict)
    ) or str(problem.detail)
    return _answer(
        messages.No("nonsense", Line("refusal.no_json", texts={"what": what[:300]}), what[:300]),
        problem.status_code,
        problem.headers,
    )


def _broken(_: Request[Any, Any, Any], problem: Exception) -> Response[messages.No]:
    from .logs import log

    log.error("request_broke", exc_info=problem)
    METRICS.trouble.inc()
    return _answer(messages.No("not_now", Line("refusal.stumbled"), "the house stumbled over this; nothing was done"), 500)
