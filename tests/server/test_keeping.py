"""Copies of a database: taken while the house is open, put back when it is not, and never two houses on one file."""

import json
import sqlite3
from contextlib import closing

import pytest

from ghosthouse.kernel.refusal import BadSetup
from ghosthouse.server.keeping import backup, export, only_house, restore
from ghosthouse.server.settings import Settings
from ghosthouse.server.sqlite import SqliteStore
from tests.server.test_play import made


@pytest.fixture
async def store(tmp_path):
    """An open store on a file."""
    opened = SqliteStore(tmp_path / "house.db")
    await opened.open()
    yield opened
    await opened.close()


def facts(path):
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT name, value FROM house").fetchall())


async def keep(store, value):
    await store.run(("INSERT INTO house VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", ("mark", value)))


async def test_a_copy_is_complete_although_the_house_is_open(store, tmp_path):
    """What was acknowledged is in it, also what stands in the WAL alone."""
    await keep(store, "first")

    said = backup(store.path, str(tmp_path / "copy.db"))

    assert said == f"0 tables are kept in {tmp_path / 'copy.db'}"
    assert facts(tmp_path / "copy.db")["mark"] == "first"


async def test_a_copy_is_not_put_under_an_open_house(store, tmp_path):
    """The house would write on into a file that nobody reads again: it has to be closed first."""
    backup(store.path, str(tmp_path / "copy.db"))

    with pytest.raises(BadSetup, match="stop the house first"):
        restore(str(tmp_path / "copy.db"), store.path)

    await keep(store, "still there")
    assert facts(store.path)["mark"] == "still there"


async def test_a_copy_is_put_back_and_what_was_there_is_kept(tmp_path):
    """Nothing is lost by a wrong word."""
    path, copy = tmp_path / "house.db", tmp_path / "copy.db"
    for value in ("first", "second"):
        store = SqliteStore(path)
        await store.open()
        await keep(store, value)
        await store.close()
        if value == "first":
            backup(str(path), str(copy))

    restore(str(copy), str(path))

    assert facts(path)["mark"] == "first"
    assert facts(tmp_path / "house.db.before")["mark"] == "second"
    with pytest.raises(BadSetup, match="in the way"):
        restore(str(copy), str(path))


def test_what_is_no_database_is_not_put_anywhere(tmp_path):
    """Damaged, something else, or not there."""
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 500)

    with pytest.raises(BadSetup, match="no database of a house"):
        restore(str(tmp_path / "letter.txt"), str(tmp_path / "house.db"))
    with pytest.raises(BadSetup, match="there is no database"):
        restore(str(tmp_path / "nothing.db"), str(tmp_path / "house.db"))
    with pytest.raises(BadSetup, match="pg_dump"):
        backup("postgresql://house:secret@db/house", str(tmp_path / "copy.db"))


def test_two_houses_do_not_open_on_one_file(tmp_path):
    """The second one would not hear of what the first one does; with a bus it would."""
    settings = Settings(database=str(tmp_path / "house.db"))

    with only_house(settings):
        with pytest.raises(BadSetup, match="another house is open"), only_house(settings):
            pass
        with only_house(Settings(database=settings.database, bus="redis://127.0.0.1")):
            pass
    with only_house(settings):
        pass


def test_an_export_holds_every_table_with_its_log(house, tmp_path):
    """One object a line, from an open house."""
    tables = {made(house, house.guest("Ada"))["table"] for _ in range(3)}

    export(house.settings["database"], str(tmp_path / "tables.jsonl"))

    lines = [json.loads(line) for line in (tmp_path / "tables.jsonl").read_text().splitlines()]
    assert tables <= {line["table"] for line in lines}
    assert all(json.loads(line["log"][0][2])["k"] == "created" for line in lines)
