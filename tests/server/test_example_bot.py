"""The example bot, as somebody would start it, at tables of a real house."""

import asyncio
import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

from ghosthouse import house as all_games
from ghosthouse.table import messages
from tests.server.friends import PATIENCE, Friend, RunningHouse, new_id
from tests.server.test_play import made

A_GAME = 5 * PATIENCE  # a whole game, however busy the machine is
BOT = Path(__file__).parents[2] / "examples" / "bot" / "bot.py"


@contextlib.asynccontextmanager
async def started(house, *arguments):
    """The bot as a process, which does not outlive its test."""
    address = f"http://127.0.0.1:{house.port}"
    bot = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), address, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield bot
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.communicate()


async def ended(bot):
    """Its exit code and what it said, each as text."""
    out, err = await asyncio.wait_for(bot.communicate(), PATIENCE)
    return bot.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("title", [title.id for title in all_games.titles(lobby=True)])
async def test_the_example_bot_plays_any_game_to_its_end(house, title):
    """It comes by the code, takes a seat, and answers what it is asked."""
    ada = house.guest("Ada")
    table = made(house, ada, title=title, seats=2)
    async with Friend(house.port, table["table"], ada) as friend, started(house, table["code"].lower(), "--name", "Robo") as bot:
        await friend.until(lambda table: table.seats[1].name == "Robo")
        await friend.do(messages.Start(new_id()))
        await friend.play(seconds=A_GAME)

        code, said, wrong = await ended(bot)

    assert (code, wrong) == (0, "")
    assert said in ("game 1: won\n", "game 1: lost\n")


async def test_the_example_bot_answers_where_a_text_is_wanted(house):
    """Somebody has to say the level aloud: no move of the list will do, so it asks for a hint."""
    ada = house.guest("Ada")
    table = made(house, ada, title="fright/amigo", seats=2, options={"spoken_calls": "player", "rounds": 1})
    async with Friend(house.port, table["table"], ada) as friend, started(house, table["code"]) as bot:
        await friend.until(lambda table: table.seats[1].who == "person")
        await friend.do(messages.Start(new_id()))
        await friend.do(messages.Rest(new_id()))
        await friend.until(lambda table: table.phase == "finished", A_GAME)

        code, _, wrong = await ended(bot)

    assert (code, wrong) == (0, "")
    assert [heard for heard in friend.story if heard.line.phrase == "event.spoke" and heard.line.seats["who"] == 1]


async def test_the_example_bot_opens_a_table_and_stays_through_a_restart(tmp_path):
    """It says the code, waits for somebody, and comes back by itself when the house was killed in the middle of a game."""
    with RunningHouse(str(tmp_path / "house.db")) as house:
        async with started(house, "--title", "fright/amigo", "--seats", "2") as bot:
            said = (await asyncio.wait_for(bot.stdout.readline(), PATIENCE)).decode()
            async with Friend(house.port, said.split()[-1], house.guest("Ada")) as friend:
                await friend.do(messages.Sit(new_id(), -1, "a" * 43))
                await friend.do(messages.Start(new_id()))
                await friend.until(lambda table: table.phase == "playing")
                async with asyncio.TaskGroup() as both:
                    both.create_task(friend.play(seconds=A_GAME))
                    await friend.until(lambda table: table.ply > 4)
                    house.kill()
                    house.start()
                    await asyncio.to_thread(house.ready)
            code, said, wrong = await ended(bot)

    assert (code, wrong) == (0, "")
    assert said.startswith("game 1: ")


def test_the_page_shows_a_choice_that_works():
    """docs/how-to/write-a-bot.md: another `choose`, on a table with a legal move, an illegal one and one that asks for a text."""
    page = (BOT.parents[2] / "docs" / "how-to" / "write-a-bot.md").read_text(encoding="utf-8")
    names = {}
    exec(page.partition("```python\n")[2].partition("```")[0], names)
    choices = [
        {"move": "declare", "action": 0, "asks": "word"},
        {"move": "play K2", "action": 1, "legal": False},
        {"move": "take", "action": 3},
        {"move": "play R1", "action": 2},
    ]

    assert names["choose"]({"choices": choices}) == "play R1"
    assert names["choose"]({"choices": choices[:2]}) is None


async def test_a_house_that_says_no_is_quoted(house):
    """And the bot ends with 1."""
    async with started(house, "NOTHER") as bot:
        assert await ended(bot) == (1, "", "the house said no: there is no table 'NOTHER'\n")
