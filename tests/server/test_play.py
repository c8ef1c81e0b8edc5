"""Playing over real sockets and over plain HTTP."""

import asyncio
import json
import time
import urllib.request

import pytest

from ghosthouse import house as all_games
from ghosthouse.kernel.record import read_record
from ghosthouse.table import fair, messages
from tests.server.friends import PATIENCE, Friend, new_id

SEAT = "s" * 43


def made(house, token, **wish):
    body = {"id": new_id(), "title": "fright/mini", "seats": 2, "token": SEAT, **wish}
    status, answer = house.ask("POST", "/api/tables", body, authorization=f"Bearer {token}")
    assert status == 201, answer
    return answer


def playable():
    """The titles whose games are complete enough to be seen."""
    found = []
    for title in all_games.titles(lobby=True):
        try:
            title.game.room("view"), title.game.room("narrate"), title.game.room("notation")
        except ModuleNotFoundError:
            continue
        found.append(title.id)
    return found


async def two_sit(house, title="fright/mini", seats=2, **wish):
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = made(house, ada, title=title, seats=seats, **wish)
    first = await Friend(house.port, table["code"], ada).__aenter__()
    second = await Friend(house.port, table["table"], ben).__aenter__()
    assert isinstance(await second.do(messages.Sit(new_id(), -1, "b" * 43)), messages.Ok)
    return first, second


async def test_two_friends_play_to_the_end(house):
    """One makes a table, the other comes by its short code; both play, both see the same end."""
    ada, ben = await two_sit(house)
    await ada.do(messages.Start(new_id()))

    await asyncio.gather(ada.play(), ben.play())

    assert ada.table.result == ben.table.result
    assert ada.table.result.reason == "rules"
    await ada.go()
    await ben.go()


@pytest.mark.parametrize("title", playable())
async def test_two_friends_and_a_bot_play_any_game(house, title):
    """Nobody enumerates: every title that the lobby shows is played to its end, over real sockets, with a bot."""
    low, high = all_games.find_title(title).edition.seats
    seats = min(max(low, 3), high)
    ada, ben = await two_sit(house, title, seats)
    await ada.do(messages.Start(new_id(), "" if seats > 2 else None))

    await asyncio.gather(ada.play(seconds=120), ben.play(seconds=120))

    assert ada.table.phase == ben.table.phase == "finished"
    await ada.go()
    await ben.go()


async def test_two_taps_from_arriving_to_playing(house):
    """UX 1: one request makes the table, sits down, fills the seats with bots and starts."""
    token = house.guest("Ada")
    table = made(house, token, title="fright/amigo", seats=4, fill="", start=True)

    async with Friend(house.port, table["table"], token) as ada:
        assert ada.table.phase == "playing"
        await ada.play()


async def test_the_same_wish_makes_one_table(house):
    """A retry of the request finds the table that was made."""
    token = house.guest("Ada")
    wish = {"id": new_id(), "title": "fright/mini", "token": SEAT}

    first = house.ask("POST", "/api/tables", wish, authorization=f"Bearer {token}")
    second = house.ask("POST", "/api/tables", wish, authorization=f"Bearer {token}")

    assert first == second


async def test_whoever_comes_back_sees_what_those_see_who_stayed(house):
    """R4: with any last-seen entry, the final view and the whole story are those of somebody who never left."""
    ada, ben = await two_sit(house)
    watcher = await Friend(house.port, ada.table.table).__aenter__()
    await ada.do(messages.Start(new_id()))
    await asyncio.gather(*(friend.until(lambda table: table.phase == "playing") for friend in (ada, ben, watcher)))
    stages = []
    while ada.table.phase != "finished":
        mover = ada if ada.table.decision else ben
        decision = mover.table.decision
        await mover.do(messages.Move(new_id(), decision, next(c.move for c in mover.table.choices if c.legal)))
        at = mover.acknowledged[next(reversed(mover.acknowledged))]
        for friend in (ada, ben, watcher):
            await friend.until(lambda table, at=at: table.at >= at)
        stages.append((ada.table.at, list(ada.story)))

    for seen, story in stages:
        back = Friend(house.port, ada.table.table, ada.guest)
        back.story = list(story)
        back.table = messages.TableMessage(**{**{f: getattr(ada.table, f) for f in ada.table.__struct_fields__}, "at": seen})
        before = back.table
        back._task = asyncio.create_task(back._live())
        await back.until(lambda table, before=before: table is not before)
        assert back.table.view == ada.table.view
        assert back.story == ada.story
        await back.go()

    for friend in (ada, ben, watcher):
        await friend.go()


async def test_a_record_can_be_fetched_and_checked_after_the_end(house):
    """Commit and reveal over the wire; the record verifies at home, and is refused before the end."""
    ada, ben = await two_sit(house)
    shown = {ada: "aa" * 16, ben: "bb" * 16}
    for friend, value in shown.items():
        await friend.do(messages.Commit(new_id(), fair.promise(bytes.fromhex(value))))
    await ada.do(messages.Start(new_id()))
    early = house.ask("GET", f"/api/tables/{ada.table.table}/record")
    for friend, value in shown.items():
        await friend.do(messages.Reveal(new_id(), value))
    await asyncio.gather(ada.play(), ben.play())

    status, text = house.ask("GET", f"/api/tables/{ada.table.table}/record")

    assert (early[0], early[1]["line"]["phrase"]) == (409, "refusal.not_finished")
    assert status == 200
    record = read_record(text)
    assert fair.verify(record) == []
    assert record.replay(all_games.find).over()
    assert set(record.names.values()) == {"Ada", "Ben"}
    await ada.go()
    await ben.go()


async def test_records_of_earlier_games_stay(house):
    """After a rematch the first game's record can still be fetched and checked; the running one's cannot."""
    ada, ben = await two_sit(house)
    await ada.do(messages.Start(new_id()))
    await asyncio.gather(ada.play(), ben.play())
    path = f"/api/tables/{ada.table.table}/record"
    first = house.ask("GET", path)
    await ada.do(messages.Rematch(new_id()))
    await ada.until(lambda table: table.phase == "playing")

    assert first[0] == 200
    assert house.ask("GET", path + "?game=1") == first
    assert fair.verify(read_record(first[1])) == []
    assert house.ask("GET", path + "?game=2")[1]["line"]["phrase"] == "refusal.not_finished"
    assert house.ask("GET", path + "?game=3")[1]["line"]["phrase"] == "refusal.no_such_game"
    await ada.go()
    await ben.go()


async def test_a_game_over_plain_http(house):
    """The bot API without a socket: look, answer, look again."""
    token = house.guest("Bot")
    table = made(house, token, title="fright/mini", fill="", start=True)["table"]
    headers = {"authorization": f"Bearer {token}"}
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        _, seen = house.ask("GET", f"/api/tables/{table}/view", **headers)
        if seen["phase"] == "finished":
            break
        if seen["decision"]:
            move = next(choice["move"] for choice in seen["choices"] if choice.get("legal", True))
            command = {"t": "move", "id": new_id(), "decision": seen["decision"], "move": move}
            status, answer = house.ask("POST", f"/api/tables/{table}/commands", command, **headers)
            assert (status, answer["t"]) == (200, "ok")
            again = house.ask("POST", f"/api/tables/{table}/commands", command, **headers)
            assert again == (200, answer)
        await asyncio.sleep(0.01)

    assert seen["phase"] == "finished"


async def test_a_stream_of_lines_for_programs(house):
    """Newline-delimited JSON: the same messages as on the socket."""
    token = house.guest("Bot")
    table = made(house, token, title="fright/mini", fill="", start=True)["table"]
    request = urllib.request.Request(
        f"http://127.0.0.1:{house.port}/api/tables/{table}/events", headers={"authorization": f"Bearer {token}"}
    )

    def read():
        with urllib.request.urlopen(request, timeout=PATIENCE) as lines:
            return [json.loads(lines.readline()) for _ in range(2)]

    welcome, seen = await asyncio.to_thread(read)
    assert welcome["t"] == "welcome"
    assert seen["t"] == "table"
    assert seen["you"] == 0


async def test_looking_back_in_a_running_game_is_through_my_own_eyes(house):
    """Threat model 7: the replay of an unfinished game is per viewer."""
    ada, ben = await two_sit(house, "fright/amigo")
    await ada.do(messages.Start(new_id()))
    await asyncio.gather(*(friend.until(lambda table: table.phase == "playing") for friend in (ada, ben)))
    for _ in range(4):
        mover = ada if ada.table.decision else ben
        await mover.do(messages.Move(new_id(), mover.table.decision, next(c.move for c in mover.table.choices if c.legal)))
        await asyncio.gather(*(f.until(lambda t, n=mover.table.at: t.at >= n) for f in (ada, ben)))

    path = f"/api/tables/{ada.table.table}/moment/2?eyes={ben.table.you}"
    _, mine = house.ask("GET", path, authorization=f"Bearer {ada.guest}")
    _, spectators = house.ask("GET", path)
    missing, _ = house.ask("GET", f"/api/tables/{ada.table.table}/moment/99")

    assert mine["viewer"] == mine["view"]["viewer"] == ada.table.you
    assert spectators["viewer"] == -1
    assert missing == 404
    await ada.go()
    await ben.go()


async def test_rounds_and_the_points_that_stood_when_they_ended(house):
    """Everybody at a table, and who comes later, can be told how each round ended; Ghosts counts three of them (KA-80)."""
    token = house.guest("Bot")
    headers = {"authorization": f"Bearer {token}"}
    table = made(house, token, title="fright/mini", options={"rounds": 3}, fill="", start=True)["table"]
    told = []
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        _, seen = house.ask("GET", f"/api/tables/{table}/view", **headers)
        _, answer = house.ask("GET", f"/api/tables/{table}/rounds", **headers)
        told.append((seen["view"]["numbers"]["round"], answer["rounds"]))
        if seen["phase"] == "finished":
            break
        if seen["decision"]:
            move = next(choice["move"] for choice in seen["choices"] if choice.get("legal", True))
            house.ask(
                "POST",
                f"/api/tables/{table}/commands",
                {"t": "move", "id": new_id(), "decision": seen["decision"], "move": move},
                **headers,
            )
        await asyncio.sleep(0.01)

    _, last = told[-1]
    assert [one["number"] for one in last] == [1, 2, 3]
    assert last[-1] == {"number": 3, "ply": seen["ply"], "scores": seen["result"]["scores"]}
    assert told[0][1] == []
    assert all(len(rounds) >= number - 1 for number, rounds in told), "a round that is over is told at once"
    assert all(rounds == last[: len(rounds)] for _, rounds in told), "and never otherwise afterwards"


def test_my_tables_and_the_lobby(house):
    """An open table is in the lobby, a private one is not; mine are mine."""
    token = house.guest("Ada")
    open_one = made(house, token, open=True)
    private = made(house, token)

    _, lobby = house.ask("GET", "/api/tables")
    _, mine = house.ask("GET", "/api/me/tables", authorization=f"Bearer {token}")
    _, by_code = house.ask("GET", f"/api/tables/{private['code'].lower()}")

    assert open_one["table"] in [table["table"] for table in lobby["tables"]]
    assert private["table"] not in [table["table"] for table in lobby["tables"]]
    assert {table["table"]: table["yours"] for table in mine["tables"]} == {open_one["table"]: 0, private["table"]: 0}
    assert by_code["table"] == private["table"]
    assert by_code["seats"][0] == {"who": "person", "name": "Ada"}


def test_delete_my_data(house):
    """Name, token and list are gone; the seat is left; nobody is called by the name any more."""
    token, other = house.guest("Zerlina"), house.guest("Ben")
    table = made(house, token, open=True)["table"]
    house.ask("POST", f"/api/tables/{table}/commands", {"t": "sit", "id": new_id(), "seat": 1, "token": "c" * 43},
              authorization=f"Bearer {other}")  # fmt: skip

    status, _ = house.ask("DELETE", "/api/me", authorization=f"Bearer {token}")

    _, me = house.ask("GET", "/api/me", authorization=f"Bearer {token}")
    _, seen = house.ask("GET", f"/api/tables/{table}/view", authorization=f"Bearer {other}")
    assert status == 204
    assert me["known"] is False
    assert seen["seats"][0]["who"] == "free"
    assert "Zerlina" not in json.dumps(seen)


def test_what_the_house_knows_of_me(house):
    """Everything, as data."""
    token = house.guest("Ada")
    made(house, token)

    _, known = house.ask("GET", "/api/me/data", authorization=f"Bearer {token}")

    assert known["name"] == "Ada"
    assert len(known["tables"]) == 1
    assert token not in json.dumps(known)
