"""uvicorn's websocket, with what its ASGI interface has no words for: an end at once, a bound on what waits in the system, and a
short way out for messages.

Somebody who does not read can be told good-bye for ever: a close waits behind everything that was sent before it, in this process
and in the system's own buffer. So the door asks a line to `abort` when a reader is too slow. Where a house runs on another server
than uvicorn, its sockets have no such line, and end when the server gives up on them.
"""

from __future__ import annotations

import socket
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "ghosthouse.line"
MOST_HELD = 32 * 1024  # bytes that one turn of the loop may gather for one reader before they leave
MOST_IN_THE_SYSTEM = 256 * 1024  # bytes that wait in the system for one reader, about; it doubles what it is given


class WebsocketLine(WebSocketsSansIOProtocol):
    """One connection."""

    def connection_made(self, transport: Any) -> None:
        """Bound what the system keeps for a reader; uvicorn bounds what this process keeps."""
        self.held = bytearray()  # frames of this turn of the loop
        super().connection_made(transport)
        there = transport.get_extra_info("socket")
        if there is not None:
            there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_IN_THE_SYSTEM // 2)

    def handle_connect(self, event: Any) -> None:
        """Tell the application about this line."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][EXTENSION] = self

    def keepalive_timeout(self) -> None:
        """Whoever answers no ping reads nothing either: a good-bye would wait for ever."""
        super().keepalive_timeout()
        self.abort()

    def put(self, text: bytes) -> bool:
        """Send a text soon; False if it would have to wait for the reader. (Through ASGI a message costs three times as much.)

        Somebody who moves is told that it is stored, and then how the table is now: what comes in one turn of the loop leaves
        together, because a call of the system costs more than the making of a small message.
        """
        if not self.writable.is_set():
            self.flush()
            return False
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not self.held:
            self.loop.call_soon(self.flush)
        self.held += head + text
        if len(self.held) > MOST_HELD:
            self.flush()
        return True

    def flush(self) -> None:
        """Send what is held now."""
        held, self.held = self.held, bytearray()
        if held and not (self.disconnected or self.close_sent or self.transport.is_closing()):  # else nobody is left to hear it
            self.transport.write(held)

    def abort(self) -> None:
        """End the connection now, whatever still waits to be sent."""
        self.transport.abort()


def line_of(scope: Any) -> WebsocketLine | None:
    """The line of a websocket, where the server is uvicorn with our protocol."""
    line = scope.get("extensions", {}).get(EXTENSION)
    return line if isinstance(line, WebsocketLine) else None
