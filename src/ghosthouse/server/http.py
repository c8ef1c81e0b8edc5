"""HTTP: the doors together, how each of them refuses, and the OpenAPI document that says so.

Refusals have the body of the message `no`. The OpenAPI document is at `/api/schema/openapi.json`.
"""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.response_cache import ResponseCacheConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.spec import Contact

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.refusal import Refusal
from ghosthouse.table import messages
from ghosthouse.table.refusals import no

from .doors.asking import STATUS, Asking
from .doors.house import house
from .doors.learning import learning
from .doors.people import people
from .doors.tables import tables
from .limits import Crowd
from .logs import log
from .metrics import METRICS
from .node import Node
from .people import Guests
from .settings import Settings
from .store import StoreAway

# Any door may refuse, and says so in the OpenAPI document: with the message `no`.
REFUSALS = {
    status: ResponseSpec(messages.No, description=meaning, generate_examples=False)
    for status, meaning in (
        (400, "This cannot be read, or makes no sense"), (403, "Not for this sender"), (404, "There is no such thing"),
        (409, "Not as things stand at the table"), (413, "Too large"), (429, "Too much at once: wait a moment"),
        (503, "The house cannot reach its store now: send the same again"),
    )
}  # fmt: skip


def make_app(
    node: Node, guests: Guests, settings: Settings, titles: list[tuple[Any, Any]], crowd: Crowd,
    *, push_key: str = "", lan: str = "",
) -> Litestar:  # fmt: skip
    """Put the HTTP application together. `titles` are pairs of a game and one of its editions, in the order of the lobby."""
    asking = Asking(node, guests, settings)
    games = list(dict.fromkeys(game.id for game, _ in titles))
    doors = [
        *people(asking, push_key), *tables(asking, crowd), *learning(asking, games), *house(asking, titles, push_key, lan),
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
    log.error("request_broke", exc_info=problem)
    METRICS.trouble.inc()
    return _answer(messages.No("not_now", Line("refusal.stumbled"), "the house stumbled over this; nothing was done"), 500)
