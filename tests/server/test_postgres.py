"""The store on PostgreSQL says what became of every row, whatever its driver throws. (Real servers are killed by `make kill`.)"""

import asyncio

import asyncpg
import pytest

from ghosthouse.server.postgres import PostgresStore
from ghosthouse.table.entries import Row


class Connection:
    """A connection that breaks on the first word."""

    def __init__(self, problem):
        self.problem = problem

    async def execute(self, *_):
        raise self.problem


class Pool:
    """A pool of such connections."""

    def __init__(self, problem):
        self.problem = problem

    async def acquire(self, timeout):
        return Connection(self.problem)

    async def release(self, connection, timeout):
        raise asyncpg.InterfaceError("it is closed")


@pytest.mark.parametrize(
    ("problem", "outcome"),
    [
        (asyncpg.exceptions.CannotConnectNowError("starting up"), "failed"),
        (asyncpg.exceptions.DiskFullError("no space left"), "failed"),
        (asyncpg.exceptions.ConnectionDoesNotExistError("gone"), "unsure"),
        (asyncpg.InternalClientError("got an unexpected message"), "unsure"),
        (ConnectionResetError("gone"), "unsure"),
        (TimeoutError(), "unsure"),
        (RuntimeError("a mistake of ours"), "unsure"),
    ],
)
async def test_the_fate_of_a_row_is_always_told(problem, outcome):
    """Section 6: a row of which nobody is told anything would stop its table for good."""
    store = PostgresStore("postgresql://nowhere")
    store._pool = Pool(problem)
    told = asyncio.get_running_loop().create_future()

    store.append("the-table", Row(1, "", "{}", ""), None, told.set_result)

    assert await asyncio.wait_for(told, 5) == outcome
