""" "Your turn" for people who are elsewhere: who is told, what a message holds, and that a browser could read it."""

import asyncio
import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ghosthouse.server import push
from ghosthouse.server import store as sql
from ghosthouse.table import messages
from ghosthouse.table.messages import Clock
from tests.server.friends import PATIENCE, RunningHouse
from tests.server.inside import Inside

DAYS = Clock("days", 86_400)
CONTACT = "mailto:ghosts@example.org"


def text(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Postbox:
    """What a push service is to us: it takes sealed messages for one browser, which alone can open them."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.sealed = []
        self.status = 201
        box = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self):
                box.sealed.append((dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(box.status)
                if box.status == 307:
                    self.send_header("location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Door)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.endpoint = f"http://127.0.0.1:{self.server.server_port}/box"

    @property
    def keys(self):
        point = self.private.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return json.dumps({"p256dh": text(point), "auth": text(self.auth)})

    def opened(self):
        """The messages, as the browser reads them."""
        return [json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth)) for _, body in self.sealed]


@pytest.fixture
def postbox():
    """A push service of the test's own."""
    box = Postbox()
    yield box
    box.server.shutdown()
    box.server.server_close()


@pytest.fixture
async def inside(tmp_path, monkeypatch):
    """A node that sends push messages, for once into our own network too."""
    monkeypatch.setattr(push, "_check_public", lambda endpoint: None)
    async with Inside(tmp_path / "house.db", push_contact=CONTACT) as running:
        running.pusher = await push.Pusher.make(running.node, running.settings)
        yield running


async def two_at_a_table(inside, postbox, clock=DAYS):
    """Ada and Ben play; Ben is elsewhere and would like to be told."""
    ada, ben = await inside.guest("Ada"), await inside.guest("Ben")
    held = await inside.table(ada, seats=2, clock=clock, options={"first": 0})
    await inside.node.store.run((sql.ADD_PUSH, (postbox.endpoint, ben.id, postbox.keys)))
    inside.do(held, ben, messages.Sit, 1, "b" * 43)
    inside.join(held, ada)
    inside.do(held, ada, messages.Start)
    await until(lambda: held.desk.table.phase == "playing")
    return ada, ben, held


async def until(claim):
    async with asyncio.timeout(PATIENCE):
        while not claim():
            await asyncio.sleep(0.005)


def first_move(inside, held, guest):
    asked = held.desk.table.window(0)
    inside.do(held, guest, messages.Move, held.desk.table.chairs[0].decision, next(c.move for c in asked.choices if c.legal))


async def test_whoever_is_asked_and_elsewhere_is_told_once(inside, postbox):
    """A sealed message that this browser can open: a sentence, the table's code, where to go, and nothing of the game."""
    ada, _, held = await two_at_a_table(inside, postbox)
    assert postbox.sealed == []  # it is Ada's turn, and Ada is here

    first_move(inside, held, ada)
    await until(lambda: postbox.sealed)
    inside.do(held, ada, messages.Say, "talk.hurry")
    await until(lambda: held.desk.pending is None and not inside.node._tasks)

    code = held.desk.table.code
    assert postbox.opened() == [{"title": "It is your turn", "body": code, "url": f"/t/{code}"}]
    [(headers, _)] = postbox.sealed
    assert headers["ttl"] == str(push.KEEP_SECONDS)
    assert headers["authorization"].startswith("vapid t=")
    assert f"k={inside.pusher.key}" in headers["authorization"]


@pytest.mark.parametrize("clock", [Clock("move", 60), Clock("bank", 300, 5)])
async def test_in_haste_nobody_is_told(inside, postbox, clock):
    """With seconds on the clock a message would come too late."""
    ada, _, held = await two_at_a_table(inside, postbox, clock)

    first_move(inside, held, ada)
    await until(lambda: held.desk.table.ply == 1 and not inside.node._tasks)

    assert postbox.sealed == []


async def test_whoever_is_here_is_not_told(inside, postbox):
    """They see it."""
    ada, ben, held = await two_at_a_table(inside, postbox)
    inside.join(held, ben)

    first_move(inside, held, ada)
    await until(lambda: held.desk.table.ply == 1 and not inside.node._tasks)

    assert postbox.sealed == []


async def test_a_subscription_that_was_given_up_is_forgotten(inside, postbox):
    """The push service says so, and the house stops knocking."""
    postbox.status = 410
    ada, ben, held = await two_at_a_table(inside, postbox)

    first_move(inside, held, ada)
    await until(lambda: postbox.sealed and not inside.node._tasks)

    assert await inside.node.store.all(sql.PUSHES, ben.id) == []


async def test_the_key_of_the_house_stays_the_same(inside):
    """Browsers have subscribed with it."""
    again = await push.Pusher.make(inside.node, inside.settings)

    assert again.key == inside.pusher.key
    assert len(base64.urlsafe_b64decode(again.key + "=")) == 65


async def test_without_a_contact_there_is_no_push(tmp_path):
    """The browser is offered none."""
    async with Inside(tmp_path / "house.db") as running:
        assert (await push.Pusher.make(running.node, running.settings)).key == ""


async def test_nobody_points_us_elsewhere(inside, postbox):
    """A push service that answers "over there" is not followed: there could be our own network."""
    postbox.status = 307
    ada, _, held = await two_at_a_table(inside, postbox)

    first_move(inside, held, ada)
    await until(lambda: postbox.sealed and not inside.node._tasks)

    assert len(postbox.sealed) == 1


def test_whoever_was_subscribed_is_told_no_more_when_they_say_so(tmp_path):
    """Each browser by itself, and nobody for anybody else."""
    with RunningHouse(str(tmp_path / "house.db"), push_contact=CONTACT) as house:
        ada, ben = house.guest("Ada"), house.guest("Ben")
        places = ["https://push.example/phone", "https://push.example/desk"]

        def told(guest):
            return house.ask("GET", "/api/me/data", authorization=f"Bearer {guest}")[1]["push"]

        def push(method, guest, endpoint, **more):
            return house.ask(method, "/api/push", {"endpoint": endpoint, **more}, authorization=f"Bearer {guest}")[0]

        for place in places:
            assert push("POST", ada, place, keys={"p256dh": "k", "auth": "a"}) == 204
        assert push("DELETE", ben, places[0]) == 204
        assert sorted(told(ada)) == sorted(places)

        assert push("DELETE", ada, places[0]) == 204
        assert told(ada) == places[1:]
        assert house.ask("DELETE", "/api/push", {"endpoint": places[1]})[0] == 403


@pytest.mark.parametrize("endpoint", ["https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/x", "https://169.254.169.254/x"])
def test_nothing_is_sent_into_our_own_network(endpoint):
    """Whoever subscribes says where we send: that must be a place outside."""
    with pytest.raises(PermissionError):
        push._check_public(endpoint)
