"""docs/reference/http.md and websocket.md list what there is: every request, message and code, and none that is made up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from ghosthouse.server import http, sockets
from ghosthouse.server.http import STATUS
from ghosthouse.server.wire import NewTable
from ghosthouse.table import messages

PAGES = Path(__file__).parents[2] / "docs" / "reference"
HTTP, SOCKET = ((PAGES / name).read_text(encoding="utf-8") for name in ("http.md", "websocket.md"))


def rows(page: str, heading: str) -> list[list[str]]:
    """The first table below a heading, without its head."""
    found = []
    for line in page[page.index(heading) :].splitlines():
        if line.startswith("|"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
        elif found:
            break
    return found[2:]


def tags(union: object) -> list[str]:
    return [kind.__struct_config__.tag for kind in get_args(union)]


def routes() -> list[str]:
    """The requests that the source declares, and their methods."""
    source = Path(http.__file__).read_text(encoding="utf-8")
    declared = re.findall(r"@(get|post|patch|delete)\(\s*\"([^\"]+)\"", source)
    return [f"{method.upper()} {re.sub(r':(str|int)', '', path)}" for method, path in declared if path != "/metrics"]


def test_every_request_is_described():
    """In the page as in the source."""
    described = [row[0].strip("`") for row in rows(HTTP, "## What there is")]

    assert sorted(described) == sorted(routes())


@pytest.mark.parametrize(("heading", "union"), [("## What can be sent", messages.Incoming), ("## What comes", messages.Outgoing)])
def test_every_message_is_described(heading: str, union: object):
    """By its tag."""
    assert sorted(row[0].strip("`") for row in rows(SOCKET, heading)) == sorted(tags(union))


def test_every_status_is_described():
    """The codes of refusals, each with the status that carries it."""
    described = {
        code: int(status)
        for status, codes in rows(HTTP, "## When it cannot be")
        for code in re.findall(r"`(\w+)`", codes.partition(":")[0])
        if status != "413"
    }

    assert described == STATUS


def test_every_way_to_close_is_described():
    """The codes that the source closes with, and the protocol's own for a frame that is too large."""
    source = Path(sockets.__file__).read_text(encoding="utf-8")
    used = set(re.findall(r"\b(40[0-9]{2})\b", source)) - {"4096", "4003"}

    assert {row[0] for row in rows(SOCKET, "## Closing")} == {"1009", *used}


def test_the_examples_can_be_read():
    """Each is a message, or the body of a request."""
    examples = re.findall(r"```json\n(.+?)\n```", SOCKET + HTTP, re.DOTALL)
    assert len(examples) == 3

    for text in examples:
        if '"t"' in text:
            messages.read_incoming(text.encode())
        else:
            wish = json.loads(text)
            msgspec.convert({**wish, "id": "a" * 10, "token": "t" * 43}, NewTable)
