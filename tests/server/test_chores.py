"""What a house does by itself: it looks after clocks through restarts, puts tables away, forgets people, and checks itself."""

import asyncio

import pytest

from ghosthouse.server import lobby
from ghosthouse.server import store as sql
from ghosthouse.server.metrics import METRICS
from ghosthouse.server.settings import DAY
from ghosthouse.table import messages
from ghosthouse.table.fold import CLOSED, FINISHED
from ghosthouse.table.messages import Clock
from ghosthouse.table.refusals import NotNow
from tests.server.friends import PATIENCE
from tests.server.inside import START, Inside


async def until(claim, seconds=PATIENCE):
    async with asyncio.timeout(seconds):
        while not claim():
            await asyncio.sleep(0.005)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "house.db"


async def duel(inside, **wish):
    """Two people in the middle of a game, Ada to move."""
    ada, ben = await inside.guest("Ada"), await inside.guest("Ben")
    held = await inside.table(ada, seats=2, options={"first": 0}, **wish)
    inside.do(held, ben, messages.Sit, 1, "b" * 43)
    inside.do(held, ada, messages.Start)
    await until(lambda: held.desk.table.phase == "playing")
    await inside.node._flush()
    return held, ada, ben


@pytest.mark.parametrize("clock", [Clock("move", 60), Clock("bank", 300, 5), Clock("days", 86_400)])
async def test_a_deadline_is_a_row_that_survives_a_restart(path, clock):
    """Nobody comes back, and no process remembers the table: the row wakes it, and the game is played to its end."""
    async with Inside(path) as before:
        held, _, _ = await duel(before, clock=clock)
        due = (await before.node.store.all("SELECT due FROM tables"))[0][0]
        assert due == held.desk.table.deadline(0) + before.settings.habits.lag

    async with Inside(path, now=due - 2_000) as after:
        await after.node._look_after()
        assert not after.node.tables  # it is not time yet, and nobody has asked for the table
        await after.node.store.run(("DELETE FROM outages", ()))  # the house was away, and nobody's clock pays: that is another test
        while (due := (await after.node.store.all("SELECT due FROM tables"))[0][0]) is not None:
            after.now = max(after.now, due)
            await after.node._look_after()
            held = await after.node.held(held.id)
            await until(lambda held=held: held.desk.pending is None and not held.desk.thinking)
            await after.node._flush()

        assert held.desk.table.phase == FINISHED
        assert held.desk.table.chairs[0].away == held.desk.table.chairs[1].away == "time"


async def test_nobodys_clock_pays_while_the_house_was_away(path):
    """An outage of a day, and everybody has the time that they had."""
    async with Inside(path) as before:
        held, ada, _ = await duel(before, clock=Clock("move", 60))
        before.now += 20_000
        await before.node._beat()

    async with Inside(path, now=START + DAY) as after:
        back = after.join(await after.node.held(held.id), ada)
        await until(lambda: len(after.node.tables) == 1 and not next(iter(after.node.tables.values())).desk.pending)

        assert back.table.seats[0].left_ms == 40_000
        assert back.table.phase == "playing"


async def test_a_bots_turn_is_taken_up_again(path):
    """The house stopped while a bot was thinking; nobody is there, and it goes on."""
    async with Inside(path) as before:
        ada = await before.guest("Ada")
        await before.table(ada, seats=2, fill="", start=True, options={"first": 1})
        before.node.tables.clear()  # nobody thinks any more

    async with Inside(path, now=START + 20_000) as after:
        await after.node._look_after()
        await until(lambda: [held.desk.table.ply for held in after.node.tables.values()] == [1])


async def test_what_nobody_comes_back_to_is_put_away_and_then_deleted(path):
    """A game after 30 days, and the table 60 days after that; a guest after a year. Long clocks are no reason."""
    async with Inside(path, keep_idle_days=30, keep_tables_days=60, keep_guests_days=365) as inside:
        held, _, _ = await duel(inside)
        slow, _, _ = await duel(inside, clock=Clock("days", 30 * 86_400))

        inside.now += 30 * DAY + 500
        await inside.node._clear_out()
        await until(lambda: held.desk.table.phase == CLOSED)
        assert slow.desk.table.phase == "playing"
        await inside.node._flush()

        inside.now += 61 * DAY
        await inside.node._clear_out()
        assert [row[0] for row in await inside.node.store.all("SELECT id FROM tables")] == [slow.id]
        assert {row[0] for row in await inside.node.store.all("SELECT DISTINCT table_id FROM log")} == {slow.id}

        inside.now += 300 * DAY
        await inside.node._clear_out()
        assert await inside.node.store.all("SELECT id FROM guests") == []


async def test_old_invitations_are_not_shown(path):
    """The lobby lists what somebody has touched lately: a day before the start, a week in the middle of a game."""
    async with Inside(path) as inside:
        ada = await inside.guest("Ada")
        waiting = await inside.table(ada, seats=2, open=True)
        playing, _, _ = await duel(inside, open=True)
        await inside.table(ada, seats=2)
        await inside.node._flush()

        async def listed():
            return {info.table: [seat.name for seat in info.seats] for info in await lobby.open_tables(inside.node)}

        inside.node.tables.clear()  # as a node that has just started: all it knows is in the store
        assert await listed() == {waiting.id: ["Ada", ""], playing.id: ["Ada", "Ben"]}
        inside.now += DAY
        assert set(await listed()) == {playing.id}
        inside.now += 7 * DAY
        assert await listed() == {}
        assert len(await lobby.tables_of(inside.node, ada)) == 2


async def played(inside):
    """One game of Ada against a bot, finished."""
    ada = await inside.guest("Ada")
    held = await inside.table(ada, seats=2, fill="", start=True)
    inside.do(held, ada, messages.Concede)
    await until(lambda: held.desk.table.phase == FINISHED and not inside.node._tasks)
    return held


async def test_finished_tables_are_folded_again_and_compared(path):
    """RELIABILITY 7: a shadow replay of some, here of all."""
    async with Inside(path, check_one_in=1) as inside:
        before = METRICS.checked._value.get()

        held = await played(inside)

        assert METRICS.checked._value.get() == before + 1
        assert held.id in inside.node.tables


async def test_a_table_that_comes_out_otherwise_stands_still(path):
    """It is not mended: its log is kept as it is, and whoever comes is told."""
    async with Inside(path, check_one_in=1) as inside:
        before = METRICS.mismatches._value.get()
        ada = await inside.guest("Ada")
        held = await inside.table(ada, seats=2, fill="", start=True)
        follower = inside.join(held, ada)

        held.desk.table.chairs[1].level = "sly"  # a house whose memory is wrong in one place
        inside.do(held, ada, messages.Concede)
        await until(lambda: held.id in inside.node.frozen)

        assert METRICS.mismatches._value.get() == before + 1
        assert follower.heard[-1] == "frozen"
        assert await inside.node.store.all(sql.ROWS, held.id, 0)
        with pytest.raises(NotNow):
            await inside.node.held(held.id)


async def test_a_house_that_cannot_delete_one_seat_still_forgets_the_person(path):
    """A table that stands still keeps nobody from deleting their data."""
    async with Inside(path) as inside:
        ada = await inside.guest("Ada")
        held = await inside.table(ada, seats=2)
        inside.node._freeze(held.id, ValueError("planted"))

        await inside.node.leave_all(ada.id)
        await inside.guests.forget(ada)

        assert await inside.node.store.all(sql.GUEST_BY_ID, ada.id) == []
