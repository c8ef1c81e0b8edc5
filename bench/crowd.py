"""The load for the server's bench: people at tables on plain sockets, who move when a move is due.

The load is open: due times are fixed beforehand, and how long an answer took is counted from the time that its move was due, not
from when it could be sent. A house that falls behind cannot hide it by making its people wait.

The websocket is written here, and small, because the crowd has one core for thousands of sockets.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
from base64 import b64encode
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from ghosthouse.table import messages


class Choice(msgspec.Struct):
    """What of a choice is needed to take it."""

    move: str
    legal: bool = True
    asks: str = ""


class Seen(msgspec.Struct):
    """What of a table message is needed to play on."""

    at: int
    phase: str
    ply: int
    decision: int
    choices: list[Choice]


class Answer(msgspec.Struct):
    """`ok` or `no`."""

    t: str
    id: str = ""
    at: int = 0
    message: str = ""


read_seen = msgspec.json.Decoder(Seen).decode
read_answer = msgspec.json.Decoder(Answer).decode


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def frame(payload: bytes) -> bytes:
    """A text frame from a client, with a mask of zeros."""
    size = len(payload)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


class Line(asyncio.Protocol):
    """One socket. `heard` gets every text; pings are answered."""

    def __init__(self, heard: Callable[[bytes], None], headers: str = "") -> None:
        self.heard = heard
        self.headers = headers
        self.buffer = b""
        self.open = asyncio.get_running_loop().create_future()
        self.lost = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Shake hands."""
        self.transport = transport
        key = b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{self.headers}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take the stream apart into frames."""
        data = self.buffer + data if self.buffer else data
        at = 0
        if not self.open.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = data
                return
            at = end + 4
            self.open.set_result(b" 101 " in data[:end])
        total = len(data)
        while total - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if total < start + size:
                break
            kind = data[at] & 15
            if kind == 1:
                self.heard(data[start : start + size])
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + data[start : start + size])
            at = start + size
        self.buffer = data[at:]

    def connection_lost(self, problem: Exception | None) -> None:
        """The house has hung up."""
        self.lost = True
        if not self.open.done():
            self.open.set_result(False)

    def say(self, message: Any) -> None:
        """Send a message."""
        self.transport.write(frame(messages.write(message)))


async def connect(port: int, heard: Callable[[bytes], None], guest: str = "") -> Line:
    """Open a socket; `guest` is a bearer token."""
    headers = f"Authorization: Bearer {guest}\r\n" if guest else ""
    _, line = await asyncio.get_running_loop().create_connection(lambda: Line(heard, headers), "127.0.0.1", port)
    if not await line.open:
        raise ConnectionError("the house opened no socket")
    return line


class Table:
    """Some people at one table, all on this side. Moves are counted; what is not a move (a rematch) is not."""

    def __init__(self, port: int, code: str, guests: list[str], rng: random.Random) -> None:
        self.port, self.code, self.guests, self.rng = port, code, guests, rng
        self.lines: list[Line] = []
        self.seen: list[Seen | None] = [None] * len(guests)
        self.views = 0
        self.moves = 0
        self.refused: list[str] = []
        self.number = 0
        self.under_way = ""  # the id of the command that waits for its answer
        self.begun = 0.0  # when it was due; 0 if it is no move
        self.due: deque[float] = deque()
        self.acked: list[float] = []  # seconds from due to acknowledged
        self.told: list[float] = []  # seconds from due to the last view of it
        self.telling: tuple[int, float] | None = None
        self.most = 0  # stop after so many moves; 0: go on
        self.clock = asyncio.get_running_loop().time
        self.counts_until = float("inf")

    async def sit(self) -> None:
        """Everybody comes and takes a seat, the game starts."""
        for number, guest in enumerate(self.guests):
            line = await connect(self.port, lambda text, number=number: self._hear(number, text), guest)
            line.say(messages.Hello(self.code))
            self.lines.append(line)
            if number:
                line.say(messages.Sit(self._id(), -1, f"{number}".rjust(43, "s")))
                await self._until(lambda number=number: (seen := self.seen[number]) is not None and seen.at > number)
        self.lines[0].say(messages.Start(self._id(), ""))
        await self._until(lambda: all(seen is not None and seen.phase == "playing" for seen in self.seen))

    def wish(self, due: float) -> None:
        """A move is due."""
        self.due.append(due)
        self._go_on()

    def idle(self) -> bool:
        """Nothing is due, nothing waits for an answer."""
        return not self.due and not self.under_way

    def leave(self) -> None:
        """Everybody hangs up."""
        for line in self.lines:
            line.transport.abort()

    # ---

    def _id(self) -> str:
        self.number += 1
        return f"{self.code}-{self.number:08}"

    async def _until(self, claim: Callable[[], bool]) -> None:
        until = self.clock() + 60
        while not claim():
            if self.clock() > until or self.refused:
                raise RuntimeError(f"table {self.code} does not come about: {self.refused[-1:]}")
            await asyncio.sleep(0.002)

    def _hear(self, number: int, text: bytes) -> None:
        if text.startswith(b'{"t":"table"'):
            self.seen[number] = read_seen(text)
            self.views += 1
            self._told()
            self._go_on()
        elif text.startswith((b'{"t":"ok"', b'{"t":"no"')):
            answer = read_answer(text)
            if answer.t == "no":
                self.refused.append(answer.message)
            if answer.id == self.under_way:
                if answer.t == "ok":
                    self._acknowledged(answer.at)
                self.under_way = ""
                self._go_on()

    def _acknowledged(self, at: int) -> None:
        self.telling = (at, self.begun if self.begun <= self.counts_until else 0.0)
        if self.telling[1]:
            self.moves += 1
            self.acked.append(self.clock() - self.begun)
        self._told()

    def _told(self) -> None:
        """Note when everybody has seen what the last command led to; nothing is sent before."""
        if self.telling and all(seen is not None and seen.at >= self.telling[0] for seen in self.seen):
            if self.telling[1]:
                self.told.append(self.clock() - self.telling[1])
            self.telling = None

    def _go_on(self) -> None:
        """Send what is due, if the table is ready for it: everybody has to have seen what the last move led to."""
        if not self.due or self.under_way or self.telling or (self.most and self.moves >= self.most):
            return
        for number, seen in enumerate(self.seen):
            if seen is None:
                continue
            if seen.phase == "finished" and number == 0:
                self.under_way, self.begun = self._id(), 0.0
                self.lines[0].say(messages.Rematch(self.under_way))
                return
            if seen.decision and seen.phase == "playing":
                lit = [choice for choice in seen.choices if choice.legal]
                free = [choice for choice in lit if not choice.asks] or lit
                self.under_way, self.begun = self._id(), self.due.popleft()
                self.lines[number].say(messages.Move(self.under_way, seen.decision, self.rng.choice(free).move))
                return


async def play_openly(tables: list[Table], rate: float, seconds: float) -> None:
    """Let moves fall due at all tables in turn, so many a second in all, and wait for the last answers."""
    loop = asyncio.get_running_loop()
    every, begun = len(tables) / rate, loop.time() + 0.05
    for number, table in enumerate(tables):
        table.counts_until = begun + seconds

        def again(table: Table = table, due: float = begun + number / rate) -> None:
            table.wish(due)
            if due + every < begun + seconds:
                loop.call_at(due + every, again, table, due + every)

        loop.call_at(begun + number / rate, again)
    await asyncio.sleep(begun + seconds - loop.time())
    until = loop.time() + 20
    while any(not table.idle() for table in tables) and loop.time() < until:
        await asyncio.sleep(0.01)


async def play_to(tables: list[Table], moves: int) -> None:
    """Let all tables make so many moves, as fast as they can."""
    loop = asyncio.get_running_loop()
    for table in tables:
        table.most = moves
        table.due.extend([loop.time()] * (2 * moves))
        table._go_on()
    while any(table.moves < moves for table in tables):
        if lost := [table.code for table in tables if any(line.lost for line in table.lines)]:
            raise ConnectionError(f"tables {lost} have lost a line")
        await asyncio.sleep(0.01)
