"""People: who comes in, what they are called, what is known of them, and how they are forgotten."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.datastructures import Cookie

from ghosthouse.table.refusals import Forbidden, refuse

from .. import lobby
from .. import store as sql
from ..people import COOKIE
from ..settings import Settings
from ..wire import Me, NewGuest, PushEnd, PushSubscription, Tables
from .asking import Anybody, Asking, Json

YEAR = 365 * 86_400  # seconds


def people(asking: Asking, push_key: str) -> list[Any]:
    """The doors about people."""
    node, guests, settings = asking.node, asking.guests, asking.settings

    @post("/api/guest", summary="Come in as a guest", status_code=201)
    async def guest_arrives(request: Anybody, data: NewGuest) -> Response[Me]:
        there = await asking.who(request)
        if there is not None and not data.bot:  # coming in twice makes no second person
            there = await guests.rename(there, data.name, data.language, node.now())
            return Response(Me(there.name, there.language), status_code=201)
        guest, token = await guests.arrive(data.name, data.language, node.now())
        if data.bot:
            return Response(Me(guest.name, guest.language, token=token), status_code=201)
        cookie = Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=over_https(request, settings))
        return Response(Me(guest.name, guest.language), cookies=[cookie], status_code=201)

    @get("/api/me", summary="Who I am")
    async def me(request: Anybody) -> Me:
        guest = await asking.who(request)
        return Me(guest.name, guest.language) if guest else Me("", "", known=False)

    @patch("/api/me", summary="Call me otherwise")
    async def rename(request: Anybody, data: NewGuest) -> Me:
        guest = await guests.rename(await asking.known(request), data.name, data.language, node.now())
        node.renamed(guest.id, guest.name)
        return Me(guest.name, guest.language)

    @delete("/api/me", summary="Delete my data", status_code=204)
    async def forget_me(request: Anybody) -> Response[None]:
        guest = await asking.known(request)
        await node.leave_all(guest.id)
        await guests.forget(guest)
        node.renamed(guest.id, "")
        gone = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")
        return Response(None, status_code=204, cookies=[gone])

    @get("/api/me/data", summary="Everything that the house knows of me")
    async def my_data(request: Anybody) -> Json:
        guest = await asking.known(request)
        pushes = await node.store.all(sql.PUSHES, guest.id)
        found = await lobby.tables_of(node, guest)
        return {
            "name": guest.name,
            "language": guest.language,
            "seen": guest.seen,
            "push": [str(endpoint) for endpoint, _ in pushes],
            "tables": msgspec.to_builtins(found),
        }

    @get("/api/me/tables", summary="My tables")
    async def my_tables(request: Anybody) -> Tables:
        return Tables(await lobby.tables_of(node, await asking.known(request)))

    @post("/api/push", summary="Tell me when it is my turn", status_code=204)
    async def subscribe(request: Anybody, data: PushSubscription) -> None:
        guest = await asking.known(request)
        if not push_key:
            raise refuse(Forbidden, "no_push", "this house sends no push messages")
        keys = json.dumps({"p256dh": data.keys.p256dh, "auth": data.keys.auth})
        await node.store.run((sql.ADD_PUSH, (data.endpoint, guest.id, keys)))

    @delete("/api/push", summary="Do not tell me any more", status_code=204)
    async def unsubscribe(request: Anybody, data: PushEnd) -> None:
        """A browser that was never subscribed is answered the same: nobody learns of anybody else's."""
        guest = await asking.known(request)
        await node.store.run((sql.END_PUSH, (data.endpoint, guest.id)))

    return [guest_arrives, me, rename, forget_me, my_data, my_tables, subscribe, unsubscribe]


def over_https(request: Anybody, settings: Settings) -> bool:
    """Say whether a browser came over https, to us or to a proxy before us; on a home network it does not, and needs its cookie."""
    public = urlsplit(settings.public_url)
    return request.url.scheme == "https" or (public.scheme == "https" and public.netloc == request.headers.get("host", ""))
