"""Houses on one database that are upgraded one after another: an older and a newer one serve the same tables for a while."""

import pytest

from ghosthouse.table import messages
from ghosthouse.table.fold import FINISHED
from ghosthouse.table.refusals import Unavailable
from tests.server.inside import Inside
from tests.server.test_chores import until
from tests.table.test_versions import newer  # noqa: F401 - a fixture
from tests.toys import lanterns


async def game_of_two(inside):
    """Ada and Ben begin a game in this house."""
    ada, ben = await inside.guest("Ada"), await inside.guest("Ben")
    held = await inside.table(ada, "lanterns/plain", seats=2, options={"calls": False})
    inside.do(held, ben, messages.Sit, 1, "b" * 43)
    inside.do(held, ada, messages.Start)
    await until(lambda: held.desk.table.phase == "playing")
    return held, (ada, ben)


async def play(inside, held, people, plies=10_000):
    """So many moves, or all that are left."""
    table = held.desk.table
    for _ in range(plies):
        if table.phase == FINISHED:
            return
        (seat, *_), ply = table.awaited(), table.ply
        move = next(choice.move for choice in table.window(seat).choices if choice.legal)
        inside.do(held, people[seat], messages.Move, table.chairs[seat].decision, move)
        await until(lambda ply=ply: table.ply > ply or table.phase == FINISHED)


async def test_a_game_of_the_older_house_goes_on_in_the_newer_one(tmp_path, newer):  # noqa: F811
    """R8: by the rules that it began with, although that house begins its own games by others."""
    async with (
        Inside(tmp_path / "house.db", find=lambda name: lanterns.GAME) as older,
        Inside(tmp_path / "house.db", find=lambda name: newer) as upgraded,
    ):
        begun, people = await game_of_two(older)
        await play(older, begun, people, 2)
        held = await upgraded.node.held(begun.id)
        await play(upgraded, held, people)

        assert held.desk.table.rules == 1
        assert held.desk.table.ended_by() == "rules"


async def test_a_game_of_the_newer_house_waits_in_the_older_one_until_it_is_upgraded_too(tmp_path, newer):  # noqa: F811
    """Its rules are not there yet. Whoever asks is told to come again, and the table does not stand still for that."""
    async with Inside(tmp_path / "house.db", find=lambda name: newer) as upgraded:
        begun, people = await game_of_two(upgraded)
        await play(upgraded, begun, people, 2)
        async with Inside(tmp_path / "house.db", find=lambda name: lanterns.GAME) as older:
            with pytest.raises(Unavailable, match="rules 2 of lanterns; this house has 1"):
                await older.node.held(begun.id)
            assert not older.node.frozen
        async with Inside(tmp_path / "house.db", find=lambda name: newer) as older:
            held = await older.node.held(begun.id)
            await play(older, held, people, 1)  # the newer toy deals too few candles for a whole game

            assert (held.desk.table.rules, held.desk.table.ply) == (2, 3)


async def test_an_older_house_that_knows_a_table_lets_go_of_it_when_a_newer_one_begins_to_play(tmp_path, newer):  # noqa: F811
    """Those who are connected there are told to come back, and come to whichever house is there then."""
    async with (
        Inside(tmp_path / "house.db", find=lambda name: lanterns.GAME) as older,
        Inside(tmp_path / "house.db", find=lambda name: newer) as upgraded,
    ):
        ada, ben = await upgraded.guest("Ada"), await upgraded.guest("Ben")
        held = await upgraded.table(ada, "lanterns/plain", seats=2, options={"calls": False})
        there = await older.node.held(held.id)
        listener = older.join(there, ben)
        upgraded.do(held, ben, messages.Sit, 1, "b" * 43)
        upgraded.do(held, ada, messages.Start)
        await until(lambda: held.desk.table.phase == "playing")
        older.node.act(there, there.desk.nudged, held.desk.table.at)
        await until(lambda: "stumbled" in listener.heard)

        assert not older.node.frozen
        with pytest.raises(Unavailable):
            await older.node.held(held.id)
