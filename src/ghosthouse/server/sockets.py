"""The websocket door: who may come in, how large and how fast frames may be, and what happens to those who do not read.

A socket says `hello`, then follows one table. Every frame that comes in is answered or ends the connection with a code:

    4000  good-bye, come back (the house restarts, or the table is forgotten for now)
    4001  good-bye for good (the table stands still or is gone)
    4002  too many frames that could not be read
    4008  too slow: what waits to be sent has grown too long
    4009  no `hello` in time
    4029  too fast, again and again
"""

from __future__ import annotations

import asyncio
import contextlib
import types
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.refusal import Refusal
from ghosthouse.table import messages
from ghosthouse.table.judge import hash_of
from ghosthouse.table.may import Caller
from ghosthouse.table.refusals import Busy, no, refuse

from .limits import Bucket, Crowd
from .lines import WebsocketLine, line_of
from .logs import log
from .metrics import METRICS
from .node import Held, Node
from .people import COOKIE, Guests
from .settings import Settings

HELLO_SECONDS = 10.0
MOST_QUEUED_FRAMES = 64
MOST_QUEUED_BYTES = 1 << 20
MOST_UNREAD = 20  # frames in a row that could not be read
MOST_TOO_FAST = 200
GOODBYE_SECONDS = 1.0  # for a good-bye to leave; after it, and as long again for its answer, the line is cut

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Scope = dict[str, Any]

CLOSE_CODES = {"going": 4000, "idle": 4000, "stumbled": 4000, "slow": 4008}


class Encoder:
    """Writes messages as frames; the same message object for many viewers is written once."""

    def __init__(self) -> None:
        self._last: Any = None
        self._text = b""

    def text(self, message: messages.Outgoing) -> bytes:
        """Write a message."""
        if message is not self._last:
            self._text = messages.write(message)
            self._last = message
        return self._text


class Socket:
    """One open socket. What it is sent goes out at once, or waits in a bounded queue while the other side does not read."""

    def __init__(self, send: Send, encoder: Encoder, line: WebsocketLine | None = None) -> None:
        self._send = send
        self._encoder = encoder
        self._line = line
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._busy: asyncio.Task[None] | None = None
        self.closing: tuple[int, str] | None = None
        self.closed = asyncio.Event()

    def push(self, message: messages.Outgoing) -> None:
        """Send a message, or put it in line."""
        if self.closing is not None:
            return
        text = self._encoder.text(message)
        if self._busy is not None:
            self._queue.append(text)
            self._queued += len(text)
            if len(self._queue) > MOST_QUEUED_FRAMES or self._queued > MOST_QUEUED_BYTES:
                METRICS.slow.inc()
                self._queue.clear()
                self.end("slow", Line("refusal.slow"), True)
            return
        if self._line is not None and self._line.put(text):
            return
        rest = eager(self._send({"type": "websocket.send", "text": text.decode()}))
        if rest is not None:
            self._busy = asyncio.get_running_loop().create_task(self._drain(rest))

    async def _drain(self, first: Awaitable[None]) -> None:
        """Send what waits, one frame after another."""
        try:
            await first
            while self._queue:
                text = self._queue.popleft()
                self._queued -= len(text)
                await self._send({"type": "websocket.send", "text": text.decode()})
            self._busy = None
        except Exception:  # the other side is gone: its own task notices too
            self._queue.clear()
        if self.closing is not None:
            await self._close()

    def end(self, code: str, line: Line, again: bool) -> None:
        """Say good-bye and close; nothing is sent after that."""
        if self.closing is not None:
            return
        if code != "slow":
            self.push(messages.Bye(code, line, again))
        self.closing = (CLOSE_CODES.get(code, 4001 if not again else 4000), code)
        if self._busy is None:
            self._busy = asyncio.get_running_loop().create_task(self._close())
        elif code == "slow":
            self._busy.cancel()
            self._busy = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        code, reason = self.closing or (1000, "")
        if self._line is not None:
            self._line.flush()
        with contextlib.suppress(Exception):  # it is closed already, or does not read even that
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code, "reason": reason}), GOODBYE_SECONDS)
        if self._line is not None:
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._line.abort)
        self.closed.set()


def eager(coroutine: Any) -> Awaitable[None] | None:
    """Run a coroutine up to where it has to wait; return what is left of it, or None if it has come to its end.

    Sending to a socket whose buffer has room never waits, so most messages need no task of their own.
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    except Exception:  # the other side is gone: its own task notices too
        return None

    @types.coroutine
    def rest() -> Generator[Any, Any, None]:
        wish = waits_for
        while True:
            try:
                value = yield wish
            except BaseException as problem:
                try:
                    wish = coroutine.throw(problem)
                except StopIteration:
                    return
            else:
                try:
                    wish = coroutine.send(value)
                except StopIteration:
                    return

    return rest()


class Door:
    """Lets sockets in and speaks with them."""

    def __init__(self, node: Node, guests: Guests, settings: Settings, crowd: Crowd) -> None:
        self.node = node
        self.guests = guests
        self.settings = settings
        self.crowd = crowd
        self.encoder = Encoder()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Speak with one socket until it goes."""
        if (await receive())["type"] != "websocket.connect":
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("", 0))[0]
        reason = self._why_not(scope, headers, address)
        if reason:
            METRICS.refused.labels(reason).inc()
            await send({"type": "websocket.close", "code": 4003, "reason": reason})
            return
        with self.crowd.with_one_from(address):
            try:
                await send({"type": "websocket.accept"})
                await self._speak(headers, receive, Socket(send, self.encoder, line_of(scope)))
            except (OSError, RuntimeError):
                pass  # closed in the middle of a word
            except Exception as problem:
                if type(problem).__name__ != "ClientDisconnected":
                    log.exception("socket_broke")

    def _why_not(self, scope: Scope, headers: dict[bytes, str], address: str) -> str:
        """The reason why a socket is not let in, or nothing: asked before it is accepted."""
        if scope["path"] != "/ws":
            return "no_page"
        if not origin_allowed(headers.get(b"origin"), headers.get(b"host", ""), self.settings):
            return "no_origin"
        return "too_many" if self.crowd.full(address) else ""

    async def _speak(self, headers: dict[bytes, str], receive: Receive, socket: Socket) -> None:
        guest_token = token_of(headers)
        held: Held | None = None
        caller = Caller()
        bucket = Bucket(self.settings.frames_per_second, self.settings.frames_per_second * 2)
        unread = fast = 0
        try:
            while socket.closing is None:
                try:
                    event = await asyncio.wait_for(receive(), HELLO_SECONDS) if held is None else await receive()
                except TimeoutError:
                    socket.closing = (4009, "no hello")
                    break
                if event["type"] != "websocket.receive":
                    return
                if not bucket.take():
                    fast += 1
                    METRICS.refused.labels("too_fast").inc()
                    socket.push(no("", refuse(Busy, "too_fast", "too many frames: wait a moment")))
                    if fast > MOST_TOO_FAST:
                        socket.closing = (4029, "too fast")
                    continue
                try:
                    frame = messages.read_incoming(event.get("text") or event.get("bytes") or b"")
                except (msgspec.DecodeError, UnicodeDecodeError) as problem:
                    unread += 1
                    METRICS.refused.labels("nonsense").inc()
                    socket.push(
                        messages.No("nonsense", Line("refusal.no_json", texts={"what": str(problem)[:200]}), str(problem)[:200])
                    )
                    if unread >= MOST_UNREAD:
                        socket.closing = (4002, "unreadable")
                    continue
                unread = 0
                if isinstance(frame, messages.Ping):
                    socket.push(messages.Pong(self.node.now()))
                elif isinstance(frame, messages.Hello):
                    try:
                        guest = await self.guests.who(guest_token, self.node.now()) if guest_token else None
                        fresh = await self.node.held(frame.table)
                    except Refusal as refusal:
                        METRICS.refused.labels(refusal.code).inc()
                        socket.push(no("", refusal))
                        continue
                    if held is not None:
                        self._part(held, socket)
                    held = fresh
                    caller = Caller(guest.id if guest else "", hash_of(frame.token) if frame.token else "")
                    if guest is not None:
                        self.node.name(held, guest.id, guest.name)
                    self.node.act(held, held.desk.join, socket, caller, frame.seen, frame.eyes)
                elif held is None:
                    socket.push(messages.No("not_now", Line("refusal.first_hello"), "say hello first", frame.id))
                else:
                    self.node.command(held, socket, caller, frame)
        finally:
            if held is not None:
                self._part(held, socket)
            if socket.closing is not None and not socket.closed.is_set():
                await socket._close()

    def _part(self, held: Held, socket: Socket) -> None:
        if self.node.tables.get(held.id) is held and socket in held.desk.viewers:
            held.used = self.node.now()
            self.node.act(held, held.desk.part, socket)


def token_of(headers: dict[bytes, str]) -> str:
    """The guest's token from a bearer header (programs) or the cookie (browsers)."""
    bearer = headers.get(b"authorization", "")
    if bearer.lower().startswith("bearer "):
        return bearer[7:].strip()
    try:
        cookie = SimpleCookie(headers.get(b"cookie", "")[:4096]).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie else ""


def origin_allowed(origin: str | None, host: str, settings: Settings) -> bool:
    """Say whether a page of this origin may talk to the house. Programs send no origin; browsers always do."""
    if origin is None:
        return True
    if origin in settings.origins:
        return True
    there = urlsplit(origin)
    if there.scheme not in ("http", "https"):
        return False
    if settings.public_url and origin == "{0.scheme}://{0.netloc}".format(urlsplit(settings.public_url)):
        return True
    return bool(host) and there.netloc.lower() == host.lower()
