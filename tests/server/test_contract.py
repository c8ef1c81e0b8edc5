"""What goes over the wire is what the published schema says, and the documents fit together."""

import asyncio
import json
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest

from ghosthouse import house as all_games
from ghosthouse.server import contract
from ghosthouse.table import messages
from tests.server.friends import new_id
from tests.server.test_play import made, two_sit

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire"
SCHEMA = contract.schema()


def validator(name):
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


@pytest.mark.parametrize("title", [title.id for title in all_games.titles(lobby=True)])
async def test_everything_that_is_heard_fits_the_schema(house, title):
    """Every frame of a whole game, of every game, as a player and as a spectator get it."""
    outgoing = validator("Outgoing")
    ada, ben = await two_sit(house, title)
    for friend in (ada, ben):
        friend.keep_frames = True
    await ada.do(messages.Start(new_id()))
    await ada.do(messages.Say(new_id(), "talk.hello"))
    await ada.do(messages.Say(new_id(), "talk.nothing"))
    await asyncio.gather(ada.play(), ben.play())

    frames = ada.frames + ben.frames
    assert {json.loads(frame)["t"] for frame in frames} >= {"table", "ok", "no"}
    for frame in frames:
        outgoing.validate(json.loads(frame))
    for friend in (ada, ben):
        await friend.go()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/house", "House"),
        ("/api/me", "Me"),
        ("/api/me/tables", "Tables"),
        ("/api/tables", "Tables"),
        ("/api/lessons", "Lessons"),
        ("/api/lessons/fright/01_seven", "Lesson"),
        ("/api/tables/{table}", "TableInfo"),
        ("/api/tables/{table}/view", "TableMessage"),
        ("/api/tables/{table}/moment/0", "Moment"),
        ("/api/tables/{table}/rounds", "Rounds"),
        ("/api/tables/{table}/review", "Review"),
        ("/api/tables/{table}/record", "No"),
        ("/api/nothing", "No"),
    ],
)
def test_every_answer_fits_the_schema(house, path, name):
    """Over HTTP."""
    token = house.guest("Ada")
    table = made(house, token, fill="", start=True, open=True)["table"]

    _, answer = house.ask("GET", path.format(table=table), authorization=f"Bearer {token}")

    validator(name).validate(answer)


def test_the_schema_says_what_can_be_sent():
    """As the house reads it: what is right passes in both, what is wrong fails in both."""
    incoming = validator("Incoming")
    right = [
        {"t": "hello", "table": "GHSTLY"},
        {"t": "move", "id": "a" * 8, "decision": 3, "move": "take"},
        {"t": "configure", "id": "a" * 8, "options": {"rounds": 2}, "clock": {"kind": "bank", "seconds": 60, "increment": 5}},
        {"t": "ping"},
    ]
    wrong = [
        {"t": "hello"},
        {"t": "hello", "table": "GHSTLY", "more": 1},
        {"t": "move", "id": "a" * 8, "decision": -1, "move": "take"},
        {"t": "move", "id": "a", "decision": 3, "move": "take"},
        {"t": "dance", "id": "a" * 8},
        {"t": "sit", "id": "a" * 8, "seat": 99, "token": "t" * 43},
    ]

    for frame in right:
        incoming.validate(frame)
        messages.read_incoming(json.dumps(frame))
    for frame in wrong:
        assert not incoming.is_valid(frame), frame
        with pytest.raises(msgspec.ValidationError):
            messages.read_incoming(json.dumps(frame))


def test_every_reference_of_the_asyncapi_document_leads_somewhere():
    """Messages, channels and schemas name each other."""
    document = contract.asyncapi()

    def refs(part):
        if isinstance(part, dict):
            yield from ([part["$ref"]] if "$ref" in part else [])
            for value in part.values():
                yield from refs(value)
        elif isinstance(part, list):
            for value in part:
                yield from refs(value)

    found = set(refs(document))
    assert len(found) > 50
    for ref in found:
        there = document
        for name in ref.removeprefix("#/").split("/"):
            there = there[name]


def test_a_house_serves_what_stands_in_the_tree(house):
    """The documents of a running house are the committed files."""
    _, asyncapi = house.ask("GET", "/api/schema/asyncapi.json")
    _, schema = house.ask("GET", "/api/schema/messages.json")

    assert asyncapi == json.loads((WIRE / "asyncapi.json").read_text("utf-8"))
    assert schema == json.loads((WIRE / "schema.json").read_text("utf-8"))
