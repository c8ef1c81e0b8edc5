"""People for tests, over real sockets: they come back when the line breaks, and resend what was not answered, with the same id."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import websockets
from websockets.asyncio.client import connect

from ghosthouse.table import messages

ROOT = Path(__file__).parents[2]
BYTECODE = Path(tempfile.gettempdir()) / "ghosthouse-tests-bytecode"
PATIENCE = 120.0  # seconds: nothing takes so long, however many others compute on this machine
FAST = {"bot_pause": [0, 0], "absent_pause": 0, "retry": 50}


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningHouse:
    """A real server process, which can be killed and started again."""

    def __init__(self, database: str, *, port: int = 0, **settings: Any) -> None:
        self.port = port or free_port()
        self.settings = {
            "database": database, "port": self.port, "habits": FAST, "frames_per_second": 1e6, "requests_per_second": 1e6,
            "sockets_per_address": 100_000, **settings,
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None
        self.log = open(f"{database if '://' not in database else '/tmp/house'}.{self.port}.log", "ab")  # noqa: SIM115 - it lives as long as we

    def start(self) -> RunningHouse:
        """Start the process; `ready` waits for it."""
        command = [sys.executable, "-m", "tests.server.run_house", json.dumps(self.settings)]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(BYTECODE)  # started often: compiled once
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=self.log, env=environment)
        return self

    def ready(self, seconds: float = PATIENCE) -> RunningHouse:
        """Wait until the house answers."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.process is not None and self.process.poll() is not None:
                raise RuntimeError(f"the house has ended: {self.tail()}")
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                return self
            time.sleep(0.02)
        self.kill()  # nobody else will, if it was started outside of a `with`
        raise RuntimeError(f"the house does not answer: {self.tail()}")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """Ask it to end."""
        if self.process is None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process = None
        return code

    def tail(self) -> str:
        """The last lines of its log."""
        self.log.flush()
        return Path(self.log.name).read_text("utf-8", "replace")[-2000:]

    def memory(self) -> int:
        """Resident memory in bytes."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self) -> RunningHouse:
        return self.start().ready()

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.log.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """One HTTP request; returns the status and the JSON."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=data, method=method, headers=sent)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, _read(answer.read())
        except urllib.error.HTTPError as problem:
            return problem.code, _read(problem.read())

    def guest(self, name: str) -> str:
        """Come in as a guest; returns the bearer token."""
        status, me = self.ask("POST", "/api/guest", {"name": name, "bot": True})
        assert status == 201, me
        return str(me["token"])


def _read(text: bytes) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text.decode()


def new_id() -> str:
    """An id for a command."""
    return secrets.token_urlsafe(12)


class Friend:
    """Somebody at a table. `heard` keeps every message, as the proof of what was acknowledged."""

    def __init__(
        self, port: int | Callable[[], int], table: str, guest: str = "", *, seat_token: str | None = None, eyes: int = -1
    ) -> None:
        self.port = port if callable(port) else (lambda: port)
        self.table_id = table
        self.guest = guest
        self.seat_token = seat_token
        self.eyes = eyes
        self.table: messages.TableMessage | None = None
        self.story: list[messages.Heard] = []
        self.acknowledged: dict[str, int] = {}
        self.refused: list[messages.No] = []
        self.waiting: dict[str, tuple[messages.Command, asyncio.Future[Any]]] = {}
        self.frames: list[str] = []
        self.keep_frames = False
        self.connects = 0
        self.deaf = False
        self.rest = 0.02  # seconds before the next attempt to connect
        self.changed = asyncio.Event()
        self._socket: Any = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Friend:
        self._task = asyncio.create_task(self._live())
        await self.until(lambda table: True)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.go()

    async def go(self) -> None:
        """Leave for good."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._socket is not None:
            await self._socket.close()

    def cut(self) -> None:
        """The line breaks, without a word; `_live` notices and comes back."""
        if self._socket is not None:
            self._socket.transport.abort()

    def forget(self) -> None:
        """Everything that was seen, as when a page is loaded again: what still comes on the old line is not for the new page."""
        self.table, self.story = None, []
        self.deaf = True

    async def _live(self) -> None:
        """Connect, and connect again."""
        headers = {"authorization": f"Bearer {self.guest}"} if self.guest else {}
        while True:
            try:
                async with connect(
                    f"ws://127.0.0.1:{self.port()}/ws", additional_headers=headers, compression=None, max_size=1 << 22,
                    open_timeout=30, close_timeout=1, proxy=None,
                ) as socket:  # fmt: skip
                    self.connects += 1
                    self._socket, self.deaf = socket, False
                    seen = self.table.at if self.table else 0
                    await self._say(messages.Hello(self.table_id, seen, self.seat_token, self.eyes))
                    for command, _ in list(self.waiting.values()):
                        await self._say(command)
                    async for text in socket:
                        self._hear(text)
            except (OSError, websockets.WebSocketException, TimeoutError, EOFError):
                pass
            self._socket = None
            await asyncio.sleep(self.rest)

    async def _say(self, message: Any) -> None:
        await self._socket.send(messages.write(message).decode())

    def _hear(self, text: str | bytes) -> None:
        if self.keep_frames:
            self.frames.append(str(text))
        match messages.read_outgoing(text):
            case messages.TableMessage() if self.deaf:
                pass
            case messages.TableMessage() as table:
                self.story = [heard for heard in self.story if heard.at <= table.after] + table.lines
                self.table = table
            case messages.Ok(command, at):
                before = self.acknowledged.setdefault(command, at)
                assert before == at, f"{command} was acknowledged as entry {before} and as entry {at}"
                self._answered(command, messages.Ok(command, at))
            case messages.No() as no:
                self.refused.append(no)
                if no.code not in ("busy", "unavailable", "too_fast"):
                    self._answered(no.id, no)
        self.changed.set()

    def _answered(self, command: str, answer: messages.Ok | messages.No) -> None:
        if command in self.waiting:
            _, future = self.waiting.pop(command)
            if not future.done():  # whoever asked may have given up
                future.set_result(answer)

    async def do(self, command: messages.Command, seconds: float = PATIENCE) -> messages.Ok | messages.No:
        """Send a command until it is answered, whatever happens to the line."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waiting[command.id] = (command, future)
        if self._socket is not None:
            with contextlib.suppress(OSError, websockets.WebSocketException):
                await self._say(command)
        answer: messages.Ok | messages.No = await asyncio.wait_for(future, seconds)
        return answer

    async def until(self, claim: Callable[[messages.TableMessage], bool], seconds: float = PATIENCE) -> messages.TableMessage:
        """Wait until the table is as claimed."""
        async with asyncio.timeout(seconds):
            while self.table is None or not claim(self.table):
                self.changed.clear()
                await self.changed.wait()
        return self.table

    async def play(self, choose: Callable[[messages.TableMessage], str] | None = None, seconds: float = 300.0) -> None:
        """Answer every decision until the game has ended."""
        async with asyncio.timeout(seconds):
            while True:
                table = await self.until(lambda table: bool(table.decision) or table.phase in ("finished", "closed"), seconds)
                if table.phase in ("finished", "closed"):
                    return
                lit = [choice.move for choice in table.choices if choice.legal and not choice.asks]
                move = choose(table) if choose else secrets.choice(lit)
                answer = await self.do(messages.Move(new_id(), table.decision, move), seconds)
                if isinstance(answer, messages.Ok):
                    await self.until(lambda table, old=table.decision: table.decision != old or table.phase != "playing", seconds)
