"""Starting a house: the whole of it as one ASGI application, and the server that runs it.

`find` looks a game up by its id, `titles` are pairs of a game and one of its editions in the order of the lobby, `bots` are the
players (`node.Bots`).
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from ghosthouse.kernel.game import Edition, Game
from ghosthouse.kernel.refusal import BadSetup, Refusal

from . import lan, logs, push
from .bus import make_bus
from .http import make_app
from .keeping import only_house
from .limits import Buckets, Crowd
from .lines import WebsocketLine
from .metrics import METRICS
from .node import Bots, Node
from .people import Guests
from .settings import Settings
from .sockets import Door, origin_allowed
from .store import Store, StoreAway, make_store

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
REVIEW_COST = 20.0  # it thinks about every move of a game
COSTS = {("POST", "/api/tables"): 10.0, ("POST", "/api/guest"): 5.0}
# When Python looks for objects that hold each other in a circle. Desks make next to none, and its usual 700 new objects are those
# of a few moves: it spent 15 % of the house's time on looking. Every connection that is gone leaves a circle of some hundred
# objects, and with 50,000 there were ten megabytes of them at a time.
TIDY = (10_000, 20, 100)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class House:
    """The whole house as one ASGI application: the socket door, the HTTP doors, and what goes around both."""

    def __init__(
        self, settings: Settings, find: Callable[[str], Game], titles: Sequence[tuple[Game, Edition]], bots: Bots,
        *, store: Store | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.find, self.titles, self.bots = find, list(titles), bots
        self.store = store or make_store(settings.database)
        self.node = Node(settings, self.store, make_bus(settings.bus, settings.database), find, bots)
        self.guests = Guests(self.store)
        self.requests = Buckets(settings.requests_per_second, settings.requests_per_second * 10)
        self.crowd = Crowd(settings.most_sockets, settings.sockets_per_address)
        self.door = Door(self.node, self.guests, settings, self.crowd)
        self.problem = ""  # why the house could not open
        self.app: Any = None

    async def start(self) -> None:
        """Open the store and the doors."""
        await self.node.start()
        pusher = await push.Pusher.make(self.node, self.settings)
        self.app = make_app(
            self.node, self.guests, self.settings, self.titles, self.crowd, push_key=pusher.key, lan=lan.address(self.settings)
        )

    async def stop(self) -> None:
        """Close them."""
        await self.node.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer uvicorn."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self.door(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                try:
                    await self.start()
                except (StoreAway, Refusal) as problem:
                    self.problem = str(problem)
                    await send({"type": "lifespan.startup.failed", "message": self.problem})
                    return
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                extra = [pair for pair in HEADERS if pair[0] not in there]
                if scope["path"].startswith("/api") and b"cache-control" not in there:
                    extra.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        address = (scope.get("client") or ("", 0))[0]
        if scope["method"] not in SAFE_METHODS and not origin_allowed(
            origin.decode("latin-1") if origin is not None else None, headers.get(b"host", b"").decode("latin-1"), self.settings
        ):
            await _refuse(send_with_headers, 403, "forbidden", "no_origin", "this page may not talk to the house")
        elif (cost := cost_of(scope["method"], scope["path"])) and not self.requests.take(address, cost):
            await _refuse(send_with_headers, 429, "too_fast", "too_fast", "too many requests: wait a moment")
        else:
            await self.app(scope, receive, send_with_headers)


def cost_of(method: str, path: str) -> float:
    """What a request takes from the bucket of its address: most is one token, what the house then keeps is more, a file none."""
    if path.startswith(("/healthz", "/metrics", "/assets")):
        return 0.0
    return COSTS.get((method, path), REVIEW_COST if path.endswith("/review") else 1.0)


async def _refuse(send: Callable[[Any], Awaitable[None]], status: int, code: str, phrase: str, message: str) -> None:
    METRICS.refused.labels(code).inc()
    body = json.dumps({"t": "no", "code": code, "line": {"phrase": f"refusal.{phrase}"}, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def serve(
    *, find: Callable[[str], Game], titles: Sequence[tuple[Game, Edition]], bots: Bots, settings: Settings | None = None,
    say: Callable[[str], None] | None = None,
) -> None:  # fmt: skip
    """Run a house until it is interrupted. `say` prints what people at the keyboard want to know: where the house is."""
    import uvicorn

    settings = settings or Settings()
    logs.set_up(settings.log_level)
    house = House(settings, find, titles, bots)
    host = "0.0.0.0" if settings.lan and settings.host == "127.0.0.1" else settings.host
    config = uvicorn.Config(
        house, host=host, port=settings.port, ws=WebsocketLine, ws_max_size=messages_size(), ws_per_message_deflate=False,
        log_config=None, access_log=False, server_header=False, date_header=True, lifespan="on", timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=settings.proxies or None, backlog=4096,
        loop="uvloop" if _has("uvloop") else "asyncio", http="httptools" if _has("httptools") else "h11",
        limit_concurrency=None, h11_max_incomplete_event_size=32 * 1024, timeout_keep_alive=30,
        ssl_certfile=settings.tls_cert or None, ssl_keyfile=settings.tls_key or None,
    )  # fmt: skip

    def opened() -> None:
        for line in lan.welcome(settings):
            (say or _print)(line)

    server = _server(config, opened)
    with only_house(settings), contextlib.suppress(SystemExit):  # so uvicorn leaves when the port is taken
        server.run()
    if not server.started:
        raise BadSetup(house.problem or f"the house cannot open its doors on {host}:{settings.port}: perhaps another has")


def _server(config: Any, opened: Callable[[], None]) -> Any:
    import uvicorn

    class Server(uvicorn.Server):
        """uvicorn's, which ends by the signal that stopped it; a house that has closed its doors in peace ends with 0."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            if self.started:
                gc.freeze()
                gc.set_threshold(*TIDY)
                opened()

        async def shutdown(self, sockets: Any = None) -> None:
            await super().shutdown(sockets)
            getattr(self, "_captured_signals", []).clear()

    return Server(config)


def messages_size() -> int:
    """How large an incoming frame may be."""
    from ghosthouse.table.messages import MOST_FRAME

    return MOST_FRAME


def _has(module: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(module) is not None


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
