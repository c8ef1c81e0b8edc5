"""http.md, websocket.md and settings.md list what there is: every request, message, code and setting, and none that is made up."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
import typer

from ghosthouse.cli.front import app
from ghosthouse.server import doors, sockets
from ghosthouse.server.doors.asking import STATUS
from ghosthouse.server.settings import Settings
from ghosthouse.server.wire import NewTable
from ghosthouse.table import messages
from ghosthouse.table.effects import Habits

PAGES = Path(__file__).parents[2] / "docs" / "reference"
HTTP, SOCKET, SETTINGS = ((PAGES / name).read_text(encoding="utf-8") for name in ("http.md", "websocket.md", "settings.md"))


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
    source = "".join(path.read_text(encoding="utf-8") for path in Path(doors.__file__).parent.glob("*.py"))
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


@pytest.mark.parametrize(("heading", "kind", "column"), [("# The settings", Settings, 2), ("## How patient", Habits, 1)])
def test_every_setting_is_described_with_its_default(heading: str, kind: type, column: int):
    """In the order of the class; a default that is nothing, or a value of its own, is left out."""
    described = [(name, row[column].strip("`")) for row in rows(SETTINGS, heading) for name in re.findall(r"`(\w+)`", row[0])]
    there = {field.name: field for field in dataclasses.fields(kind)}

    assert [name for name, _ in described] == list(there)
    for name, default in described:
        value = there[name].default
        assert default == ("" if value in ("", ()) or value is dataclasses.MISSING else str(value)), name


def test_every_option_of_serve_is_among_the_settings():
    """And none is made up."""
    described = set(re.findall(r"`(--[a-z-]+)`", "".join(row[1] for row in rows(SETTINGS, "# The settings"))))
    serve = typer.main.get_command(app).get_command(None, "serve")
    options = {word for parameter in serve.params for word in parameter.opts if word.startswith("--") and word != "--help"}

    assert described == options


def test_every_promise_is_shown_somewhere_that_exists():
    """promises.md: each of the eight has a test file, and the verbs of its instruments are in the Makefile."""
    page = (PAGES / "promises.md").read_text(encoding="utf-8")
    makefile = (PAGES.parents[1] / "Makefile").read_text(encoding="utf-8")
    table = rows(page, "# What a house promises")

    assert [row[0].strip("*") for row in table] == [f"R{number}" for number in range(1, 9)]
    assert all("tests/" in row[2] for row in table)
    for path in re.findall(r"`(tests/[\w/]+\.py)`", page):
        assert (PAGES.parents[1] / path).is_file(), path
    for verb in re.findall(r"`make ([a-z-]+)`", page):
        assert re.search(rf"^{verb}:", makefile, re.MULTILINE), verb
