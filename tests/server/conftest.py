"""A real house for the tests of the server."""

import pytest

from tests.server.friends import RunningHouse


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One running server for the tests of a module."""
    with RunningHouse(str(tmp_path_factory.mktemp("house") / "house.db")) as running:
        yield running
