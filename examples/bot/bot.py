"""A small bot that plays any game of a house, with nothing but Python's own library.

    python examples/bot/bot.py http://localhost:8000 GHSTLY              sits down at a table, by its code or link
    python examples/bot/bot.py http://localhost:8000 --title fright/amigo    opens a table of its own and says its code

It knows no rules: the house says which moves there are, and `choose` below takes one by chance. Replace it by something better.
Everything that it sends it may send twice, because a command is done once for its id. So all its trouble with the line comes to the
same: wait a moment, and say it again.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

PATIENCE = 1.0  # seconds between attempts


def choose(table: dict[str, Any]) -> str | None:
    """Choose one of the moves that are legal now, or None where every legal one asks for a text of one's own.

    `table` is all that this seat may know: `view` what lies on the table, `lines` what was told since the last time, `choices` what
    could be tried. `docs/reference/websocket.md` describes it.
    """
    legal = [choice["move"] for choice in table["choices"] if choice.get("legal", True) and not choice.get("asks")]
    return random.choice(legal) if legal else None


class No(Exception):
    """The house refused, and said why."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body.get("message", "no"))
        self.code = body.get("code", "")


class House:
    """One house, and who we are there."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token

    def open(self, method: str, path: str, body: Any = None, timeout: float = 30.0) -> Any:
        """Send a request; a refusal is raised, a line that breaks is tried again."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.url + path, data, headers, method=method)
            try:
                return urllib.request.urlopen(request, timeout=timeout)
            except urllib.error.HTTPError as problem:
                refusal = json.loads(problem.read() or b"{}")
                if problem.code not in (429, 502, 503, 504):
                    raise No(refusal) from None
            except OSError:
                pass  # the house is restarting, or the network has gone
            time.sleep(PATIENCE)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the answer."""
        with self.open(method, path, body) as answer:
            return json.loads(answer.read())

    def arrive(self, name: str) -> None:
        """Come in as a guest. The token is ours for good; keep it to be the same guest next time."""
        self.token = self.ask("POST", "/api/guest", {"name": name, "bot": True})["token"]

    def do(self, table: str, kind: str, **fields: Any) -> Any:
        """Do something at a table."""
        return self.ask("POST", f"/api/tables/{table}/commands", {"t": kind, "id": secrets.token_urlsafe(12), **fields})

    def follow(self, table: str) -> Iterator[dict[str, Any]]:
        """Everything that the table tells us, for ever: one message a line; when the stream ends we come back to where we were."""
        seen = 0
        while True:
            try:
                with self.open("GET", f"/api/tables/{table}/events?seen={seen}", timeout=60.0) as lines:
                    for line in lines:
                        message = json.loads(line)
                        if message["t"] == "table":
                            seen = message["at"]
                        yield message
            except (OSError, ValueError):
                pass  # the line broke, perhaps in the middle of a message
            time.sleep(PATIENCE / 10)


def play(house: House, table: str, games: int) -> None:
    """Sit at a table and answer whatever the seat is asked, until so many games are over."""
    asked, ended = 0, 0
    for message in house.follow(table):
        if message["t"] != "table":
            continue
        if message["you"] < 0:
            house.do(table, "sit", seat=-1, token=secrets.token_urlsafe(32))
        elif message["phase"] in ("finished", "closed") and message["game"] > ended:
            ended = message["game"]
            won = message["you"] in message["result"].get("winners", [])
            print(f"game {ended}: {'won' if won else 'lost'}", flush=True)
            games -= 1
            if not games or message["phase"] == "closed":
                return
        elif message["decision"] and message["decision"] != asked:
            asked = message["decision"]
            try:
                move = choose(message) or house.ask("GET", f"/api/tables/{table}/hint")["moves"][0]
                house.do(table, "move", decision=asked, move=move)
            except No as refusal:
                if refusal.code not in ("stale", "not_now"):  # somebody was faster: the next message says what is asked now
                    raise


def main() -> int:
    """Read the command line and play."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("house", help="the address of a house")
    options.add_argument("table", nargs="?", help="the code of a table, or its link")
    options.add_argument("--title", help="open a table for this game instead")
    options.add_argument("--seats", type=int, default=0, help="how many seats it has")
    options.add_argument("--name", default="Example bot", help="what we are called")
    options.add_argument("--token", default="", help="be the guest that we were before")
    options.add_argument("--games", type=int, default=1, help="how many games to play; 0: until stopped")
    given = options.parse_args()
    house = House(given.house, given.token)
    try:
        if not given.token:
            house.arrive(given.name)
        if given.title:
            wish = {"id": secrets.token_urlsafe(12), "title": given.title, "seats": given.seats, "token": secrets.token_urlsafe(32)}
            made = house.ask("POST", "/api/tables", wish)
            print(f"the table is {made['code']}", flush=True)
            table = made["table"]
        elif given.table:
            table = given.table.rstrip("/").rpartition("/")[2]
        else:
            options.error("name a table, or a --title to open one")
        play(house, table, given.games)
    except No as refusal:
        print(f"the house said no: {refusal}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
