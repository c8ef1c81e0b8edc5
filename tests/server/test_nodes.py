"""Two nodes serve the same tables: a real PostgreSQL, and between the nodes a real Redis, a real NATS, or PostgreSQL itself."""

import asyncio
import contextlib
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ghosthouse.server.bus import MemoryBus, PostgresBus, make_bus
from ghosthouse.server.store import without_password
from ghosthouse.table import messages
from tests.reliability.kill import Redis
from tests.server.friends import PATIENCE, Friend, RunningHouse, free_port, new_id
from tests.server.test_play import made

pytestmark = pytest.mark.xdist_group("nodes")  # one PostgreSQL for all of these

NATS = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
REDIS = shutil.which("redis-server") or (Path(__file__).parents[2] / ".venv" / "bin" / "redis-server").exists()


@contextlib.contextmanager
def bus_of(kind, folder):
    """A bus of a kind, as its URL."""
    if kind == "redis":
        server = Redis(folder)
        yield server.url
        server.stop()
    elif kind == "nats":
        port = free_port()
        process = subprocess.Popen([NATS, "-a", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        yield f"nats://127.0.0.1:{port}"
        process.kill()
        process.wait()
    else:
        yield ""  # what a house on PostgreSQL takes by itself


@contextlib.contextmanager
def two_nodes(database, bus):
    """Two houses on one database, started side by side."""
    houses = [RunningHouse(database, bus=bus) for _ in range(2)]
    try:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda house: house.start().ready(60), houses))
        yield houses
    finally:
        for house in houses:
            house.__exit__()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("redis", marks=pytest.mark.skipif(not REDIS, reason="there is no redis-server here")),
        pytest.param("nats", marks=pytest.mark.skipif(not NATS, reason="there is no nats-server here")),
        "postgresql",
    ],
)
def nodes(request, postgres, tmp_path_factory):
    """Two running nodes, for each kind of bus."""
    with bus_of(request.param, tmp_path_factory.mktemp("bus")) as bus, two_nodes(postgres, bus) as houses:
        assert [house.ask("GET", "/healthz")[1]["bus"] for house in houses] == [request.param] * 2
        yield houses


async def across(nodes, title="fright/mini", seats=3):
    """Ada on the first node, Ben and a spectator on the second, a bot wherever it likes."""
    first, second = nodes
    ada, ben = first.guest("Ada"), second.guest("Ben")
    table = made(first, ada, title=title, seats=seats)
    friends = [Friend(first.port, table["code"], ada), Friend(second.port, table["code"], ben), Friend(second.port, table["code"])]
    for friend in friends:
        await friend.__aenter__()
    assert isinstance(await friends[1].do(messages.Sit(new_id(), 1, "b" * 43)), messages.Ok)
    return friends


async def test_a_game_across_two_nodes(nodes):
    """Any node, any table: everybody sees everybody by name, moves as they happen, and the same end."""
    ada, ben, watcher = await across(nodes)
    await ada.until(lambda table: table.seats[1].name == "Ben")
    await watcher.until(lambda table: [seat.name for seat in table.seats[:2]] == ["Ada", "Ben"])

    await ben.do(messages.Start(new_id(), ""))
    await asyncio.gather(ada.play(), ben.play())
    await watcher.until(lambda table: table.phase == "finished")

    assert ada.table.result == ben.table.result == watcher.table.result
    assert ada.table.at == ben.table.at == watcher.table.at
    for friend in (ada, ben, watcher):
        await friend.go()


async def test_a_new_name_and_no_name_reach_the_other_node(nodes):
    """What somebody is called changes everywhere; after "delete my data" they are called nothing, and their seat is free."""
    first, second = nodes
    ada, ben, watcher = await across(nodes)

    second.ask("PATCH", "/api/me", {"name": "Benedict"}, authorization=f"Bearer {ben.guest}")
    await ada.until(lambda table: table.seats[1].name == "Benedict")
    status, _ = second.ask("DELETE", "/api/me", authorization=f"Bearer {ben.guest}")
    await ada.until(lambda table: table.seats[1].who == "free")

    assert status == 204
    async with asyncio.timeout(PATIENCE):
        while "Bened" in str(first.ask("GET", f"/api/tables/{ada.table.table}/view", authorization=f"Bearer {ada.guest}")):
            await asyncio.sleep(0.01)  # the news of the seat may come before the news of the name
    for friend in (ada, ben, watcher):
        await friend.go()


async def test_a_command_is_sent_again_to_another_node(nodes):
    """R1, R4: the same id on the other node is answered alike and done once."""
    first, second = nodes
    ada, ben, watcher = await across(nodes)
    phrase = {"t": "say", "id": new_id(), "phrase": "talk.hello"}
    path = f"/api/tables/{ada.table.table}/commands"

    answers = [house.ask("POST", path, phrase, authorization=f"Bearer {ada.guest}") for house in (first, second, first)]
    await watcher.until(lambda table: table.at >= answers[0][1]["at"])

    assert answers[0] == answers[1] == answers[2]
    assert sum(heard.line.phrase == "talk.hello" for heard in watcher.story) == 1
    for friend in (ada, ben, watcher):
        await friend.go()


async def test_a_node_dies_and_its_people_go_on_at_the_other(postgres):
    """Any node: whoever was at the one that was killed plays on at the one that stands."""
    with two_nodes(postgres, "") as houses:
        ada, ben, watcher = await across(houses)
        await ada.do(messages.Start(new_id(), ""))
        await ada.until(lambda table: table.phase == "playing")

        houses[0].kill()
        ada.port = watcher.port
        await asyncio.gather(ada.play(), ben.play())

        assert ada.table.result == ben.table.result
        for friend in (ada, ben, watcher):
            await friend.go()


def test_a_house_on_postgresql_has_a_bus_unless_told_otherwise():
    """Two nodes that share a database and did not hear of each other would show people old tables."""
    url = "postgresql://house:secret@db/house"

    assert isinstance(make_bus("", url), PostgresBus)
    assert isinstance(make_bus("memory", url), MemoryBus)
    assert isinstance(make_bus("", "ghosthouse.db"), MemoryBus)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://house:secret@db/house", "postgresql://house:***@db/house"),
        ("redis://:secret@db:6379/0", "redis://:***@db:6379/0"),
        ("postgresql://db/house", "postgresql://db/house"),
        ("ghosthouse.db", "ghosthouse.db"),
    ],
)
def test_a_password_is_never_shown(url, shown):
    """In a sentence about what is wrong with a URL."""
    assert without_password(url) == shown
