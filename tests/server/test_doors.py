"""What the doors refuse, and how they say it."""

import asyncio
import contextlib
import json
import urllib.request
from pathlib import Path

import pytest
from litestar import Request
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ghosthouse.server.doors.people import over_https
from ghosthouse.server.limits import Crowd
from ghosthouse.server.people import clean_name
from ghosthouse.server.settings import Settings
from ghosthouse.server.sockets import origin_allowed, token_of
from ghosthouse.table import messages
from tests.server.friends import PATIENCE, RunningHouse, new_id


def socket_to(house, **more):
    return connect(f"ws://127.0.0.1:{house.port}/ws", compression=None, proxy=None, **more)


async def test_a_foreign_page_is_refused_before_the_socket_opens(house):
    """Cross-site hijacking: the origin is checked before the handshake is accepted."""
    with pytest.raises(InvalidStatus) as refused:
        async with socket_to(house, origin="https://evil.example"):
            pass
    assert refused.value.response.status_code == 403

    async with socket_to(house, origin=f"http://127.0.0.1:{house.port}") as socket:
        await socket.send('{"t":"ping"}')
        assert json.loads(await socket.recv())["t"] == "pong"


def test_a_foreign_page_cannot_post(house):
    """The same over HTTP, for every request that changes something."""
    status, answer = house.ask("POST", "/api/guest", {"name": "Ada"}, origin="https://evil.example")

    assert (status, answer["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "house.example", True),
        ("https://house.example", "house.example", True),
        ("http://house.example:8000", "house.example:8000", True),
        ("http://house.example:8001", "house.example:8000", False),
        ("https://house.example.evil.example", "house.example", False),
        ("null", "house.example", False),
        ("https://friends.example", "house.example", True),
        ("https://public.example", "127.0.0.1:8000", True),
    ],
)
def test_origins(origin, host, allowed):
    """The house's own pages, and those that its keeper names."""
    settings = Settings(origins=("https://friends.example",), public_url="https://public.example")

    assert origin_allowed(origin, host, settings) is allowed


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "nonsense"),
        ("{", "nonsense"),
        ("[]", "nonsense"),
        ('{"t":"dance"}', "nonsense"),
        ('{"t":"move","id":"aaaaaaaa","decision":-1,"move":"x"}', "nonsense"),
        ('{"t":"move","id":"aaaaaaaa","decision":1,"move":"x","extra":1}', "nonsense"),
        ('{"t":"move","id":"short","decision":1,"move":"x"}', "nonsense"),
        ('{"t":"say","id":"aaaaaaaa","phrase":"talk.boo"}', "not_now"),
        ('{"t":"hello","table":"nothere"}', "unknown"),
        ('{"t":"hello","table":"x; DROP TABLE log"}', "nonsense"),
        (b"\x00\x01", "nonsense"),
    ],
)
async def test_every_bad_frame_is_answered(house, frame, code):
    """R5: a typed answer with a sentence, and the socket stays open."""
    async with socket_to(house) as socket:
        await socket.send(frame)
        answer = json.loads(await asyncio.wait_for(socket.recv(), 5))
        await socket.send('{"t":"ping"}')

        assert (answer["t"], answer["code"]) == ("no", code)
        assert answer["line"]["phrase"].startswith("refusal.")
        assert json.loads(await socket.recv())["t"] == "pong"


async def test_a_frame_that_is_too_large_closes_the_socket(house):
    """16 KiB are enough for anybody."""
    async with socket_to(house) as socket:
        await socket.send("x" * (messages.MOST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd.code == 1009


async def test_nothing_but_nonsense_ends_the_conversation(house):
    """Twenty unreadable frames in a row, each answered; then the door closes with its code."""
    async with socket_to(house) as socket:
        for _ in range(25):
            await socket.send("nonsense")
        answers = []

        async def listen():
            while True:
                answers.append(await asyncio.wait_for(socket.recv(), 5))

        with pytest.raises(ConnectionClosed) as closed:
            await listen()
    assert len(answers) == 20
    assert closed.value.rcvd.code == 4002


async def test_whoever_is_too_fast_is_told_and_then_dropped(tmp_path):
    """A token bucket for each socket."""
    with RunningHouse(str(tmp_path / "slow.db"), frames_per_second=5.0) as house:
        async with socket_to(house) as socket:
            codes = []

            async def hurry():
                for _ in range(400):
                    await socket.send('{"t":"ping"}')
                    codes.append(json.loads(await asyncio.wait_for(socket.recv(), 5))["t"])

            with pytest.raises(ConnectionClosed) as closed:
                await hurry()
        assert codes[:10] == ["pong"] * 10
        assert "no" in codes
        assert closed.value.rcvd.code == 4029


async def test_one_address_has_so_many_sockets(tmp_path):
    """And no more."""
    with RunningHouse(str(tmp_path / "few.db"), sockets_per_address=3) as house:
        sockets = [await socket_to(house).__aenter__() for _ in range(3)]
        with pytest.raises(InvalidStatus):
            async with socket_to(house):
                pass
        for socket in sockets:
            await socket.close()
        await let_in_again(house)


async def let_in_again(house):
    """Come in as soon as the house has noticed that somebody is gone."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(InvalidStatus):
                async with socket_to(house):
                    return
            await asyncio.sleep(0.02)


async def test_streams_count_like_sockets(tmp_path):
    """One address has so many of both; when a stream is closed its place is free again, and nobody is left at the table."""
    with RunningHouse(str(tmp_path / "few.db"), sockets_per_address=2) as house:
        table = house.ask("POST", "/api/tables", {"id": new_id(), "title": "fright/mini", "sit": -1})[1]["table"]
        path = f"/api/tables/{table}/events"
        streams = [urllib.request.urlopen(f"http://127.0.0.1:{house.port}{path}", timeout=PATIENCE) for _ in range(2)]
        for stream in streams:
            assert json.loads(stream.readline())["t"] == "welcome"
        assert house.ask("GET", f"/api/tables/{table}/view")[1]["spectators"] == 2

        status, no = house.ask("GET", path)
        with pytest.raises(InvalidStatus):
            async with socket_to(house):
                pass
        for stream in streams:
            stream.close()

        assert (status, no["line"]["phrase"]) == (429, "refusal.too_many")
        await let_in_again(house)
        async with asyncio.timeout(PATIENCE):
            while house.ask("GET", f"/api/tables/{table}/view")[1]["spectators"]:
                await asyncio.sleep(0.02)


def test_requests_are_bounded_by_address(tmp_path):
    """Too many requests: a typed answer that says to wait."""
    with RunningHouse(str(tmp_path / "few.db"), requests_per_second=1.0) as house:
        answers = [house.ask("GET", "/api/house") for _ in range(15)]

        assert answers[0][0] == 200
        assert (answers[-1][0], answers[-1][1]["code"]) == (429, "too_fast")


FULL_OF_SWAPS = 'allies = [ { effect = "swap", copies = 25 } ]'


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("a-socket-file", "a-socket-file", True),
    ],
)
def test_who_is_counted_as_one(one, other, same):
    """Somebody with IPv6 has millions of addresses, and is still one."""
    crowd = Crowd(10, 1)
    with crowd.with_one_from(one):
        assert crowd.full(other) is same
    assert not crowd.full(one)


def test_what_is_kept_is_bounded_more_strictly(tmp_path):
    """Nobody fills a disk with tables: twenty at once, and then two a second."""
    with RunningHouse(str(tmp_path / "few.db"), requests_per_second=20.0) as house:
        wishes = [{"id": new_id(), "title": "fright/mini", "sit": -1} for _ in range(60)]
        answers = [house.ask("POST", "/api/tables", wish)[0] for wish in wishes]

        assert answers[:19] == [201] * 19
        assert 429 in answers[20:]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/api/guest", {}, 400, "nonsense"),
        ("POST", "/api/guest", {"name": "\u202e \u200b"}, 400, "nonsense"),
        ("POST", "/api/guest", {"name": "x" * 65}, 400, "nonsense"),
        ("POST", "/api/tables", {"id": "aaaaaaaa", "title": "fright/mini", "sit": -1}, 201, None),
        ("POST", "/api/tables", {"id": "aaaaaaab", "title": "fright/mini"}, 403, "forbidden"),
        ("POST", "/api/tables", {"id": "aaaaaaac", "title": "chess", "sit": -1}, 404, "unknown"),
        ("POST", "/api/tables", {"id": "aaaaaaad", "title": "fright/amigo", "sit": -1, "seats": 9}, 400, "bad_setup"),
        ("POST", "/api/tables", {"id": "aaaaaaae", "title": "fright/amigo", "sit": -1, "deck": "x = ["}, 400, "bad_setup"),
        ("POST", "/api/tables", {"id": "aaaaaaah", "title": "hunters/full", "sit": -1, "deck": FULL_OF_SWAPS}, 201, None),
        ("POST", "/api/tables", {"id": "aaaaaaaf", "title": "fright/amigo", "sit": -1, "options": {"rounds": []}}, 400, "nonsense"),
        ("POST", "/api/tables", {"id": "aaaaaaag", "title": "fright/amigo", "sit": -1, "start": True}, 403, "forbidden"),
        ("POST", "/api/tables/nothere/commands", {"t": "undo", "id": "aaaaaaaa"}, 404, "unknown"),
        ("GET", "/api/tables/nothere/view", None, 404, "unknown"),
        ("GET", "/api/tables/%2e%2e%2fetc/view", None, 404, "unknown"),
        ("GET", "/api/tables/a%20b%20c/view", None, 400, "nonsense"),
        ("GET", "/api/words/xx", None, 404, "unknown"),
        ("GET", "/api/me/tables", None, 403, "forbidden"),
        ("GET", "/api/nothing", None, 404, "unknown"),
        ("GET", "/../../etc/passwd.txt", None, 404, "unknown"),
        ("PUT", "/api/tables", None, 405, "nonsense"),
    ],
)
def test_requests_are_answered_with_a_status_and_a_sentence(house, method, path, body, status, code):
    """Bad input of any kind gets a typed error."""
    got, answer = house.ask(method, path, body)

    assert got == status, answer
    if code:
        assert (answer["t"], answer["code"]) == ("no", code)
        assert answer["line"]["phrase"].startswith("refusal.")


def test_a_body_that_is_too_large_is_refused(house):
    """64 KiB."""
    status, answer = house.ask("POST", "/api/guest", {"name": "x" * 100_000})

    assert (status, answer["t"]) == (413, "no")


def test_headers_keep_a_page_at_home(house):
    """Strict CSP with no inline script, no sniffing, no framing, no referrer with an invitation in it."""
    with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/") as answer:
        headers = {name.lower(): value for name, value in answer.headers.items()}

    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_the_guests_cookie_is_out_of_reach_of_scripts(house):
    """HttpOnly, SameSite, and Secure only where the page came over https: the home network has none."""
    body = json.dumps({"name": "Ada"}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{house.port}/api/guest", data=body, headers={"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        cookie = answer.headers["set-cookie"]
        shown = answer.read().decode()

    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    token = token_of({b"cookie": cookie.split(";")[0]})
    assert len(token) == 43
    assert token not in shown
    assert house.ask("GET", "/api/me", cookie=cookie.split(";")[0])[1] == {"name": "Ada", "language": "en"}


@pytest.mark.parametrize(("host", "secure"), [("ghosts.example", True), ("192.168.0.7:8000", False)])
def test_the_cookie_is_for_https_alone_where_the_house_is_reached_so(tmp_path, host, secure):
    """Behind a proxy the house itself hears plain http: the address that people use decides; at home it stays as it is."""
    settings = Settings(public_url="https://ghosts.example", database=str(tmp_path / "house.db"))
    scope = {
        "type": "http",
        "scheme": "http",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "server": ("x", 80),
    }

    assert over_https(Request(scope), settings) is secure


def test_the_store_keeps_only_hashes(house):
    """Neither a guest's token nor a seat's is anywhere in the database."""
    token, seat = house.guest("Ada"), "k" * 43
    house.ask("POST", "/api/tables", {"id": new_id(), "title": "fright/mini", "token": seat}, authorization=f"Bearer {token}")
    path = Path(house.settings["database"])
    kept = b"".join(path.with_name(path.name + end).read_bytes() for end in ("", "-wal"))

    assert b"Ada" in kept
    assert token.encode() not in kept
    assert seat.encode() not in kept


@pytest.mark.parametrize(
    ("given", "shown"),
    [("  Ada   Lovelace ", "Ada Lovelace"), ("A\u202eda", "Ada"), ("x" * 60, "x" * 24), ("Zoë\n\tB", "Zoë B"), ("👻", "👻")],
)
def test_names_are_one_clean_line(given, shown):
    """No control signs, no tricks with the direction of writing."""
    assert clean_name(given) == shown


def test_health_and_numbers(house):
    """For whoever runs the house."""
    assert house.ask("GET", "/healthz") == (200, {"well": True, "store": "sqlite", "bus": "memory"})
    status, text = house.ask("GET", "/metrics")
    assert status == 200
    assert "ghosthouse_sockets" in text


def test_a_polite_end(tmp_path):
    """SIGTERM closes doors, says good-bye and exits with 0."""
    with RunningHouse(str(tmp_path / "house.db")) as house:
        assert house.stop() == 0


def test_a_wrong_method_is_told_the_right_ones(house):
    """A refusal like any other, with the header that programs read."""
    request = urllib.request.Request(f"http://127.0.0.1:{house.port}/api/house", method="PUT")

    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)

    assert refused.value.code == 405
    assert set(refused.value.headers["allow"].split(", ")) == {"GET", "OPTIONS"}
    assert json.loads(refused.value.read())["t"] == "no"


def test_the_openapi_document_says_how_doors_refuse(house):
    """Every operation promises the body of its refusals, and it is the message `no`."""
    _, document = house.ask("GET", "/api/schema/openapi.json")

    bodies = {
        (path, method, status): answer["content"]["application/json"]["schema"]
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for status, answer in operation["responses"].items()
        if status in ("400", "403", "404", "409", "429")
    }
    assert len(bodies) > 50
    assert {str(body.get("$ref")).rpartition("/")[2] for body in bodies.values()} == {"No"}
