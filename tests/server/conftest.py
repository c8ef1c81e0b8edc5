"""A real house for the tests of the server."""

import tempfile
from pathlib import Path

import pytest

from tests.server.friends import RunningHouse


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One running server for the tests of a module."""
    with RunningHouse(str(tmp_path_factory.mktemp("house") / "house.db")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres():
    """A database for all tests that need one; its own user has to reach the folder, which pytest's are not open enough for."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="gh-") as folder:
        from tests.reliability.kill import Postgres

        server = Postgres(Path(folder))
        yield server.url
        server.stop()
