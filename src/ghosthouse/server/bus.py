"""The bus between nodes: it carries "this table is now at entry n" and "these seats are connected here", and nothing that matters.

A message that gets lost costs a little time: nodes also ask the store how far their tables have come. So a bus may fail in any way
it likes, as long as it comes back by itself and says that there was a gap. (The channels of our framework did not: all four of
their network backends stay deaf after one broken connection.)
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Protocol

from ghosthouse.kernel.refusal import BadSetup

from .store import without_password

TOPIC = "ghosthouse"
RETRY = (0.05, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts to connect
QUIET = 5.0  # seconds without a word after which the connection is tried

Heard = Callable[[bytes], None]
Gap = Callable[[], None]


class Bus(Protocol):
    """A way to tell the other nodes something."""

    name: str

    async def run(self, heard: Heard, gap: Gap) -> None:
        """Listen until cancelled; connect again by itself, and call `gap` on each connection: something may have been missed."""

    def publish(self, data: bytes) -> None:
        """Tell the other nodes something if they can be reached just now."""


class MemoryBus:
    """The bus of a house with one node: there is nobody to tell."""

    name = "memory"

    async def run(self, heard: Heard, gap: Gap) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()

    def publish(self, data: bytes) -> None:
        """Tell nobody."""


class SupervisedBus:
    """What all network buses share: one connection, made again whenever it breaks, and messages sent in the background."""

    name = "none"

    def __init__(self, url: str) -> None:
        self.url = url
        self.gaps = 0
        self.lost = 0
        self._send: Callable[[bytes], Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, heard: Heard, gap: Gap) -> None:
        """Listen until cancelled."""
        attempt = 0
        while True:
            try:
                async for connected in self._listen(heard):
                    self._send = connected
                    self.gaps += 1
                    attempt = 0
                    gap()
            except asyncio.CancelledError:
                raise
            except Exception:  # whatever a client library throws when its server dies: connect again
                self._send = None
            self._send = None
            await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
            attempt += 1

    def _listen(self, heard: Heard) -> Any:
        """Connect, yield a coroutine function that sends, and go on listening until the connection breaks."""
        raise NotImplementedError

    def publish(self, data: bytes) -> None:
        """Send in the background; count what could not be sent."""
        send = self._send
        if send is None or len(self._tasks) > 1_000:
            self.lost += 1
            return

        async def deliver() -> None:
            try:
                await send(data)
            except Exception:  # the listener notices the broken connection and mends it
                self.lost += 1

        task = asyncio.get_running_loop().create_task(deliver())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class RedisBus(SupervisedBus):
    """Redis (or Valkey) publish and subscribe."""

    name = "redis"

    async def _listen(self, heard: Heard) -> Any:
        import redis.asyncio as redis

        client = redis.from_url(self.url, socket_connect_timeout=3, socket_timeout=QUIET * 2)
        try:
            async with client.pubsub() as channel:
                await channel.subscribe(TOPIC)

                async def send(data: bytes) -> None:
                    await client.publish(TOPIC, data)

                yield send
                while True:
                    message = await channel.get_message(timeout=QUIET)
                    if message is None:
                        await channel.ping()
                        if await channel.get_message(timeout=QUIET) is None:
                            raise ConnectionError("redis has gone quiet")
                    elif message["type"] == "message":
                        heard(message["data"])
        finally:
            with contextlib.suppress(Exception):
                await client.aclose()


class NatsBus(SupervisedBus):
    """NATS core (never JetStream: the store is the truth)."""

    name = "nats"

    async def _listen(self, heard: Heard) -> Any:
        import nats

        closed = asyncio.Event()

        async def on_closed() -> None:
            closed.set()

        async def on_message(message: Any) -> None:
            heard(message.data)

        # Connecting again is ours: one way for all buses, and each connection is reported as a gap.
        client = await nats.connect(
            self.url, allow_reconnect=False, connect_timeout=3, closed_cb=on_closed, disconnected_cb=on_closed,
            error_cb=_quiet, ping_interval=int(QUIET), max_outstanding_pings=2,
        )  # fmt: skip
        try:
            await client.subscribe(TOPIC, cb=on_message)

            async def send(data: bytes) -> None:
                await client.publish(TOPIC, data)
                await client.flush(timeout=3)

            yield send
            await closed.wait()
            raise ConnectionError("nats has closed the connection")
        finally:
            with contextlib.suppress(Exception):
                await client.close()


class PostgresBus(SupervisedBus):
    """PostgreSQL's LISTEN and NOTIFY."""

    name = "postgresql"

    async def _listen(self, heard: Heard) -> Any:
        import asyncpg

        connection = await asyncpg.connect(self.url, timeout=3, command_timeout=QUIET)
        broken = asyncio.Event()
        connection.add_termination_listener(lambda *_: broken.set())
        try:
            await connection.add_listener(TOPIC, lambda *words: heard(words[-1].encode()))

            async def send(data: bytes) -> None:
                await connection.execute("SELECT pg_notify($1, $2)", TOPIC, data.decode())

            yield send
            while not broken.is_set():
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(broken.wait(), QUIET)
                    break
                await connection.execute("SELECT 1")
            raise ConnectionError("PostgreSQL has closed the connection")
        finally:
            with contextlib.suppress(Exception):
                connection.terminate()


async def _quiet(problem: Exception) -> None:
    """What NATS complains about shows as a gap; its own words go nowhere."""


def make_bus(url: str, database: str) -> Bus:
    """Return the bus that a setting names: `memory`, `redis://...`, `nats://...`, `postgresql` (the database's own) or its URL.

    Nothing named: a file has one house and needs none; on PostgreSQL there may be other nodes, and its own bus is always there.
    """
    shared = database.startswith(("postgresql://", "postgres://"))
    if url == "memory" or not (url or shared):
        return MemoryBus()
    if url in ("", "postgresql"):
        if not shared:
            raise BadSetup("the bus `postgresql` is that of a PostgreSQL database: --database postgresql://...")
        return PostgresBus(database)
    kind = url.partition("://")[0]
    kinds: dict[str, type[SupervisedBus]] = {
        "redis": RedisBus, "rediss": RedisBus, "unix": RedisBus, "nats": NatsBus, "tls": NatsBus,
        "postgresql": PostgresBus, "postgres": PostgresBus,
    }  # fmt: skip
    if kind not in kinds:
        raise BadSetup(f"there is no bus for {without_password(url)!r} (possible: memory, redis://..., nats://..., postgresql)")
    return kinds[kind](url)
