"""A newer house opens an older database, on both engines; nothing is lost by it, and nothing is half done."""

import asyncpg
import pytest

from ghosthouse.server import store as sql
from ghosthouse.server.store import StoreAway, make_store

pytestmark = pytest.mark.xdist_group("nodes")  # with the other tests that need a PostgreSQL

MORE = ("ALTER TABLE guests ADD COLUMN colour TEXT NOT NULL DEFAULT 'white'",)
GUEST = (sql.ADD_GUEST, ("guest-1", "t" * 64, "Ada", "en", 0))


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request, tmp_path):
    """An empty database of its own."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    url = request.getfixturevalue("postgres")
    name = f"schema_{abs(hash(request.node.name))}"
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return url.replace("/postgres?", f"/{name}?")


async def opened(database, *steps):
    """Open a database and run something in it; returns the version of its schema and its guests."""
    store = make_store(database)
    await store.open()
    try:
        await store.run(*steps)
        return (await store.all(sql.FACT, "schema"))[0][0], await store.all("SELECT * FROM guests")
    finally:
        await store.close()


async def test_an_older_database_is_brought_up_to_date(database, monkeypatch):
    """By the steps that it lacks, once; what was in it stays."""
    assert await opened(database, GUEST) == ("1", [("guest-1", "t" * 64, "Ada", "en", 0)])
    monkeypatch.setattr(sql, "STEPS", (*sql.STEPS, MORE))

    newer = ("2", [("guest-1", "t" * 64, "Ada", "en", 0, "white")])
    assert await opened(database) == newer
    assert await opened(database) == newer


async def test_a_step_that_fails_leaves_the_database_as_it_was(database, monkeypatch):
    """All of it is one transaction: the older house goes on with it."""
    before = await opened(database, GUEST)
    with monkeypatch.context() as newer:
        newer.setattr(sql, "STEPS", (*sql.STEPS, MORE, ("CREATE TABLE broken (",)))
        with pytest.raises(StoreAway):
            await opened(database)

    assert await opened(database) == before


async def test_a_newer_database_is_refused_with_a_sentence(database, monkeypatch):
    """An older house would not know what the new parts are for."""
    with monkeypatch.context() as newer:
        newer.setattr(sql, "STEPS", (*sql.STEPS, MORE))
        await opened(database, GUEST)

    with pytest.raises(StoreAway, match="has schema 2, this house knows schemas up to 1: it needs a newer house"):
        await opened(database)


async def test_a_new_database_has_the_newest_schema(database, monkeypatch):
    """Every step in order."""
    monkeypatch.setattr(sql, "STEPS", (*sql.STEPS, MORE))

    assert await opened(database) == ("2", [])
