"""The house itself: what it offers, in which words, how it is, what it speaks, and its pages."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from ghosthouse import __version__
from ghosthouse.kernel.phrases import LANGUAGES
from ghosthouse.table import __name__ as table_package
from ghosthouse.table import messages
from ghosthouse.table.judge import TALK
from ghosthouse.table.refusals import Unknown, refuse

from .. import contract, lobby, pages, phrasebook
from .. import store as sql
from ..metrics import METRICS
from ..store import StoreAway
from ..wire import House, TitleInfo
from .asking import Anybody, Asking, Json

AWAY = ResponseSpec(Json, description="The house cannot reach its store now", generate_examples=False)


def house(asking: Asking, titles: list[tuple[Any, Any]], push_key: str, lan: str) -> list[Any]:
    """The doors about the house."""
    node, settings = asking.node, asking.settings
    parts: dict[str, Json] = {language: phrasebook.by_part(language, table_package, titles) for language in LANGUAGES}
    title_infos: list[TitleInfo] = [lobby.title_info(game, edition, node.bots.levels(game)) for game, edition in titles]
    here = House(
        settings.name, __version__, messages.PROTOCOL, title_infos, list(LANGUAGES), list(TALK), push_key, lan,
        settings.keep_tables_days, settings.keep_guests_days,
    )  # fmt: skip
    built = pages.read_pages(settings.web)
    openings = pages.make_openings(
        built, {one: msgspec.json.encode({"language": one, "house": here, "words": parts[one]["house"]}) for one in LANGUAGES}
    )

    @get("/api/house", summary="What can be played here")
    async def offers() -> House:
        return here

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

    @get("/api/schema/asyncapi.json", summary="The websocket, as an AsyncAPI document")
    async def asyncapi() -> Json:
        return contract.asyncapi()

    @get("/api/schema/messages.json", summary="Every message and body, as JSON Schema")
    async def message_schema() -> Json:
        return contract.schema()

    @get("/healthz", summary="Whether the house is well", responses={503: AWAY})
    async def health() -> Response[Json]:
        try:
            await node.store.all(sql.FACT, "schema")
        except StoreAway:
            return Response({"well": False, "store": "away"}, status_code=503)
        return Response({"well": True, "store": node.store.name, "bus": node.bus.name})

    @get("/metrics", summary="Numbers for Prometheus", include_in_schema=False)
    async def metrics() -> Response[bytes]:
        return Response(METRICS.text(), media_type="text/plain; version=0.0.4")

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Anybody, path: str = "/") -> Response[bytes]:
        asked = request.headers
        return pages.answer(
            built, path, asked.get("accept-encoding", ""), asked.get("if-none-match", ""),
            openings=openings, speaks=asked.get("accept-language", ""),
        )  # fmt: skip

    return [offers, words, asyncapi, message_schema, health, metrics, page]
