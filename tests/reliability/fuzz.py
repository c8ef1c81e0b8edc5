"""Instrument 8, strangers who send nonsense: `python -m tests.reliability.fuzz --frames 200000 --seed 1`.

Three layers, all over real sockets: damaged frames (reserved opcodes, no mask, false lengths, no UTF-8, endless fragments),
JSON made by mutating valid messages, and well-formed commands that are illegal or untimely (stale decisions, other people's
seats, ids sent again, a table that is not theirs). Every frame has to be answered, or the connection closed with a code.
Meanwhile two friends and a bot play at another table and must not notice; the memory of the house must not grow by 5 %, nor
its log by a line per 1,000 frames.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import struct
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ghosthouse.table import messages
from tests.reliability.history import Broken
from tests.server.friends import FAST, Friend, RunningHouse, new_id

BATCH = 16  # frames sent at a time; fewer than the house accepts in a row without a readable one
PAUSE = 0.02  # seconds that an innocent player thinks, and the bot beside them: they are there to be disturbed, not to press


def frame(payload: bytes, opcode: int = 1, *, fin: bool = True, masked: bool = True, reserved: int = 0, length: int = -1) -> bytes:
    """A websocket frame, right or wrong."""
    size = len(payload) if length < 0 else length
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


class Stranger:
    """A raw connection that counts what comes back."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.counts: Counter[str] = Counter()

    async def open(self) -> None:
        """Shake hands."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 20)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Broken(f"no socket was opened: {head[:80]!r}")

    async def next(self, seconds: float) -> tuple[int, bytes]:
        """One frame from the house: opcode and payload; opcode 8 with a code, or -1 if the line just broke."""
        try:
            first, second = await asyncio.wait_for(self.reader.readexactly(2), seconds)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return first & 15, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return -1, b""
        except TimeoutError:
            return -2, b""

    async def answers(self, wanted: int, *, unfinished: bool = False) -> bool:
        """Read so many answers; False if the house closed the connection with a code before.

        An `unfinished` frame leaves the house waiting for the rest of it, as it should: then we hang up. The time for an answer
        is counted from here, however much is told meanwhile about the table that this stranger watches.
        """
        until = time.monotonic() + (1 if unfinished else 30)
        while wanted:
            opcode, payload = await self.next(until - time.monotonic())
            if opcode == -2:
                if not unfinished:
                    raise Broken("a frame was neither answered nor was the connection closed")
                self.counts["unfinished frames"] += 1
                return False
            if opcode == 8:
                code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                self.counts[f"closed {code}"] += 1
                return False
            if opcode == -1:
                self.counts["line broken"] += 1
                return False
            if opcode == 1:
                kind = payload[:20]
                if kind.startswith(b'{"t":"no"'):
                    self.counts["refused"] += 1
                    wanted -= 1
                elif kind.startswith((b'{"t":"ok"', b'{"t":"pong')):
                    self.counts["ok"] += 1
                    wanted -= 1
                elif kind.startswith(b'{"t":"welcome'):
                    self.counts["welcome"] += 1
                    wanted -= 1
        return True

    def close(self) -> None:
        """Hang up."""
        self.writer.close()


def damaged(rng: random.Random) -> bytes:
    """A frame that breaks the protocol of websockets itself."""
    text = rng.randbytes(rng.randrange(0, 60))
    return rng.choice([
        lambda: frame(text, rng.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])),
        lambda: frame(text, masked=False),
        lambda: frame(text, reserved=rng.randrange(1, 8)),
        lambda: frame(b"x" * 200, 9),
        lambda: frame(text, 0),
        lambda: frame(b"\xff\xfe\xfd" + text),
        lambda: frame(b"x" * (messages.MOST_FRAME + 1)),
        lambda: frame(b"", length=1 << 40),
        lambda: frame(b"a", fin=False) + frame(b"b", fin=False),
        lambda: frame(b"\x03", 8),
        lambda: rng.randbytes(rng.randrange(2, 200)),
    ])()  # fmt: skip


def mutated(rng: random.Random, valid: list[dict[str, Any]]) -> bytes:
    """A valid message, changed."""
    made: Any = json.loads(json.dumps(rng.choice(valid)))
    kind = rng.randrange(10)
    name = rng.choice(list(made))
    if kind == 0:
        del made[name]
    elif kind == 1:
        made[name] = rng.choice([None, [], {}, -1, 1e308, 2**70, "", "x" * 300, True, [[[[]]]], {"a": {"b": {}}}])
    elif kind == 2:
        made[rng.choice(["extra", "seat", "__proto__", "t", "id"])] = rng.choice([1, "x", None])
    elif kind == 3:
        return json.dumps(made).encode()[: rng.randrange(1, 30)]
    elif kind == 4:
        text = bytearray(json.dumps(made).encode())
        for _ in range(rng.randrange(1, 5)):
            text[rng.randrange(len(text))] = rng.randrange(32, 127)
        return bytes(text)
    elif kind == 5:
        return b"[" * rng.randrange(1, 2_000)
    elif kind == 6:
        return b'{"t":' * rng.randrange(1, 500)
    elif kind == 7:
        return rng.choice([b"", b"null", b"0", b'"hello"', b"NaN", b"{}", b"[]", b'{"t":"table"}', b"\xe2\x80\xa8", b"\0" * 50])
    elif kind == 8:
        return rng.randbytes(rng.randrange(1, 400)).decode("latin-1").encode()
    else:
        made["t"] = rng.choice(["", "HELLO", "ok", "welcome", "table", "move ", "éäü", "x" * 500])
    return json.dumps(made).encode()


def untimely(rng: random.Random, table: str, theirs: str) -> dict[str, Any]:
    """A readable command that cannot be obeyed, or need not be."""
    one = f"{rng.randrange(50):08}" if rng.random() < 0.3 else new_id()
    return rng.choice([
        lambda: {"t": "move", "id": one, "decision": rng.randrange(0, 200), "move": rng.choice(["take", "x", "play K1", "🂡" * 40])},
        lambda: {"t": "sit", "id": one, "seat": rng.randrange(-1, 63), "token": "z" * 43},
        lambda: {"t": "claim", "id": one, "ticket": "y" * 43, "token": "z" * 43},
        lambda: {"t": "start", "id": one, "fill": "no-such-level"},
        lambda: {"t": "concede", "id": one},
        lambda: {"t": "undo", "id": one},
        lambda: {"t": "allow", "id": one, "ask": rng.randrange(100), "yes": True},
        lambda: {"t": "free", "id": one, "seat": rng.randrange(64)},
        lambda: {"t": "seats", "id": one, "count": rng.randrange(1, 64)},
        lambda: {"t": "configure", "id": one, "options": {"rounds": rng.randrange(99), "x" * 40: "y"}},
        lambda: {"t": "say", "id": one, "phrase": "talk.nothing"},
        lambda: {"t": "reveal", "id": one, "bytes": "00" * 16},
        lambda: {
            "t": "hello",
            "table": rng.choice([table, theirs, "nothere1"]),
            "seen": rng.randrange(2**50),
            "eyes": rng.randrange(63),
        },
        lambda: {"t": "ping"},
    ])()  # fmt: skip


class Fuzz:
    """The strangers, and what they have done."""

    def __init__(self, house: RunningHouse, table: str, theirs: str, frames: int, seed: int) -> None:
        self.house = house
        self.table = table
        self.theirs = theirs
        self.left = frames
        self.seed = seed
        self.sent: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    async def stranger(self, number: int) -> None:
        """Come, send, come again, until enough was sent."""
        rng = random.Random(self.seed * 1000 + number)
        valid = [untimely(rng, self.table, self.theirs) for _ in range(60)]
        while self.left > 0:
            stranger = Stranger(self.house.port)
            await stranger.open()
            going = True
            while going and self.left > 0:
                layer = rng.choices(["damaged", "mutated", "untimely"], [1, 12, 12])[0]
                if layer == "damaged":
                    count = 1
                    stranger.writer.write(damaged(rng))
                    stranger.writer.write(frame(b'{"t":"ping"}') * 2)
                    going = await stranger.answers(3, unfinished=True)
                elif layer == "mutated":
                    count = BATCH
                    stranger.writer.write(b"".join(frame(mutated(rng, valid)) for _ in range(count)) + frame(b'{"t":"ping"}'))
                    going = await stranger.answers(count + 1)
                else:
                    count = BATCH
                    texts = [json.dumps(untimely(rng, self.table, self.theirs)).encode() for _ in range(count)]
                    stranger.writer.write(b"".join(map(frame, texts)))
                    going = await stranger.answers(count)
                self.left -= count
                self.sent[layer] += count
            stranger.close()
            self.counts += stranger.counts
            self.counts["connections"] += 1


async def run(given: argparse.Namespace, folder: Path) -> int:
    """Let the strangers in, and look after the others."""
    pause = [int(PAUSE * 1000)] * 2
    house = RunningHouse(str(folder / "house.db"), bug=given.bug, habits={**FAST, "bot_pause": pause}).start().ready()
    begun = time.monotonic()
    players: list[Friend] = []
    try:
        ada, ben = house.guest("Ada"), house.guest("Ben")
        body = {"id": new_id(), "title": "fright/amigo", "seats": 3, "token": "k" * 43}
        _, quiet = house.ask("POST", "/api/tables", body, authorization=f"Bearer {ada}")
        _, open_one = house.ask("POST", "/api/tables", {**body, "id": new_id(), "open": True}, authorization=f"Bearer {ada}")
        players = [Friend(house.port, quiet["table"], token) for token in (ada, ben)]
        for player in players:
            await player.__aenter__()
        await players[1].do(messages.Sit(new_id(), -1, "b" * 43))
        await players[0].do(messages.Start(new_id(), ""))
        waits: list[float] = []
        innocents = [asyncio.create_task(innocent(player, waits, player is players[0])) for player in players]
        warm = Fuzz(house, open_one["table"], quiet["code"], max(1_000, given.frames // 10), given.seed + 7)
        await asyncio.gather(*(warm.stranger(number) for number in range(8)))
        memory, lines, alone = house.memory(), Path(house.log.name).read_text().count("\n"), len(waits)
        fuzz = Fuzz(house, open_one["table"], quiet["code"], given.frames, given.seed)
        await asyncio.gather(*(fuzz.stranger(number) for number in range(8)))
        grown = house.memory() / memory - 1
        logged = (Path(house.log.name).read_text().count("\n") - lines) / given.frames * 1000
        for task in innocents:
            if task.done():
                raise Broken(f"an innocent player was disturbed: {task.exception()}")
            task.cancel()
        if house.ask("GET", "/healthz")[0] != 200:
            raise Broken("the house is not well")
        if grown >= 0.05:
            raise Broken(f"memory grew by {grown:.1%}")
        if logged >= 1:
            raise Broken(f"{logged:.1f} log lines for each 1,000 frames")
        if len(waits) - alone < 10 or any(player.refused for player in players):
            raise Broken(f"the innocent players made only {len(waits) - alone} moves, or were refused")
        quick = sorted(waits[alone:])
        print(
            f"{given.frames} frames ({', '.join(f'{n} {kind}' for kind, n in fuzz.sent.items())}), seed {given.seed}: every one "
            f"answered or closed with a code ({', '.join(f'{n} {kind}' for kind, n in sorted(fuzz.counts.items()))}); "
            f"memory {grown:+.1%}, {logged:.3f} log lines per 1,000; "
            f"{len(quick)} innocent moves, p50 {quick[len(quick) // 2] * 1000:.0f} ms, "
            f"p99 {quick[int(len(quick) * 0.99)] * 1000:.0f} ms; {time.monotonic() - begun:.0f} s"
        )
        return 0
    except Broken as problem:
        print(f"BROKEN (seed {given.seed}): {problem}")
        return 1
    finally:
        for player in players:
            await player.go()
        house.__exit__()


async def innocent(player: Friend, waits: list[float], host: bool) -> None:
    """Play game after game, and note how long each answer took."""
    while True:
        table = await player.until(lambda table: bool(table.decision) or table.phase == "finished", 120)
        if table.phase == "finished":
            if host:
                await player.do(messages.Rematch(new_id()))
            await player.until(lambda table: table.phase != "finished")
            continue
        await asyncio.sleep(PAUSE)
        begun = time.perf_counter()
        move = random.choice([choice.move for choice in table.choices if choice.legal])
        await player.do(messages.Move(new_id(), table.decision, move))
        waits.append(time.perf_counter() - begun)
        await player.until(lambda table, old=table.decision: table.decision != old or table.phase != "playing")


def main(arguments: list[str] | None = None) -> int:
    """Run the instrument."""
    options = argparse.ArgumentParser(prog="python -m tests.reliability.fuzz", description=__doc__)
    options.add_argument("--frames", type=int, default=200_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--bug", default="")
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gh-") as folder:
        return asyncio.run(run(given, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
