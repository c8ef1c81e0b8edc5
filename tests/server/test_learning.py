"""Lessons, practice, hints and reviews, as a browser asks for them."""

import json

import pytest

from ghosthouse import house as all_games
from ghosthouse.kernel.scenario import lessons
from tests.server.friends import new_id
from tests.server.test_play import SEAT, made

WITH_LESSONS = [(game.id, name) for game in all_games.games().values() for name in lessons(game)]


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def seen(house, table, token, **more):
    return house.ask("GET", f"/api/tables/{table}/view", **bearer(token), **more)[1]


def move(house, table, token, decision, text):
    command = {"t": "move", "id": new_id(), "decision": decision, "move": text}
    return house.ask("POST", f"/api/tables/{table}/commands", command, **bearer(token))


def on_turn(house, table, token):
    """Wait until a decision is open, and return the table."""
    for _ in range(500):
        now = seen(house, table, token)
        if now["decision"] or now["phase"] != "playing":
            return now
    raise AssertionError("the bots never come to an end")


def test_lessons_are_listed_in_order(house):
    """Game by game, as the files are named."""
    status, found = house.ask("GET", "/api/lessons")

    assert status == 200
    assert [(info["game"], info["lesson"]) for info in found["lessons"]] == WITH_LESSONS


@pytest.mark.parametrize(("game", "name"), WITH_LESSONS)
def test_a_lesson_is_taken_to_its_end(house, game, name):
    """Every move that a lesson asks for is the one that it wants; then play goes on from there against bots."""
    _, whole = house.ask("GET", f"/api/lessons/{game}/{name}")
    for number, step in enumerate(whole["steps"]):
        if step["move"]:
            status, tried = house.ask("POST", f"/api/lessons/{game}/{name}/{number}", {"move": step["move"]})
            assert (status, tried["wanted"], tried["lines"]) == (200, True, step["lines"])
    if not whole["opening"]:
        return

    token = house.guest("Ada")
    wish = {"title": whole["title"], "sit": whole["you"], "fill": "", "start": True, "opening": whole["opening"]}
    table = made(house, token, **{"seats": 0, **wish})["table"]

    now = seen(house, table, token)
    assert (now["practice"], now["phase"], now["you"]) == (True, "playing", whole["you"])
    assert len(now["seats"]) == whole["seats"]


def test_another_move_is_tried_without_harm(house):
    """A legal one shows what would come of it, an illegal one its reason; the lesson stays where it is."""
    _, whole = house.ask("GET", "/api/lessons/fright/01_seven")
    _, other = house.ask("POST", "/api/lessons/fright/01_seven/0", {"move": "play W2"})
    _, illegal = house.ask("POST", "/api/lessons/fright/01_seven/0", {"move": "take"})
    _, nonsense = house.ask("POST", "/api/lessons/fright/01_seven/0", {"move": "dance"})

    assert (other["wanted"], other["no"], other["view"]["numbers"]["level"]) == (False, None, 2)
    assert illegal["no"]["clause"] == "KA-62"
    assert nonsense["no"]["code"] == "nonsense"
    assert house.ask("GET", "/api/lessons/fright/01_seven")[1] == whole


@pytest.mark.parametrize("path", ["/api/lessons/fright/none", "/api/lessons/none/01_seven"])
def test_lessons_that_are_not_there(house, path):
    """A typed refusal with a sentence."""
    status, no = house.ask("GET", path)

    assert (status, no["code"]) == (404, "unknown")


PRACTICE = {
    "title": "fright/amigo",
    "seats": 0,
    "fill": "",
    "start": True,
    "opening": "fright/amigo seats 3 | turn 0 | level 6 | top K | hand0 K2 R1 M any",
}
MINI = {**PRACTICE, "title": "fright/mini", "opening": "fright/mini seats 2 | turn 0 | hand0 W1 any"}


def test_practice_begins_at_a_position_and_nobody_else_sits_down(house):
    """Somebody knows what they chose: it is no game for others, who may only watch."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = made(house, ada, **PRACTICE)["table"]
    now = on_turn(house, table, ada)

    status, no = house.ask(
        "POST", f"/api/tables/{table}/commands", {"t": "sit", "id": new_id(), "seat": 1, "token": "c" * 43}, **bearer(ben)
    )

    assert now["view"]["numbers"]["level"] == 6
    assert {"K2", "R1", "M"} <= {piece["id"] for zone in now["view"]["places"][0]["zones"] for piece in zone.get("pieces", [])}
    assert (status, no["line"]["phrase"]) == (403, "refusal.practice")
    assert "sit" not in seen(house, table, ben)["may"]


def test_practice_is_played_to_its_end_undone_and_played_again(house):
    """Moves can be taken back, the record holds the position, and a rematch begins there again."""
    ada = house.guest("Ada")
    table = made(house, ada, **MINI)["table"]
    first = on_turn(house, table, ada)
    move(house, table, ada, first["decision"], "play W1")
    house.ask("POST", f"/api/tables/{table}/commands", {"t": "undo", "id": new_id()}, **bearer(ada))
    again = on_turn(house, table, ada)
    assert again["view"] == first["view"]
    while (now := on_turn(house, table, ada))["phase"] == "playing":
        move(house, table, ada, now["decision"], next(choice["move"] for choice in now["choices"] if choice.get("legal", True)))

    _, record = house.ask("GET", f"/api/tables/{table}/record")
    house.ask("POST", f"/api/tables/{table}/commands", {"t": "rematch", "id": new_id()}, **bearer(ada))

    assert "\nposition fright/mini seats 2 |" in record
    assert on_turn(house, table, ada)["view"] == first["view"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"opening": "fright/amigo seats 3 | turn 9"}, "bad_position"),
        ({"opening": "nonsense"}, "bad_position"),
        ({"title": "fright/mini"}, "bad_setup"),
        ({"seats": 4}, "bad_setup"),
        ({"open": True}, "bad_setup"),
        ({"start": False}, "bad_setup"),
        ({"sit": 3}, "unknown"),
    ],
)
def test_practice_that_cannot_be_is_refused(house, change, code):
    """With what would work."""
    wish = {"id": new_id(), "token": SEAT, **PRACTICE, **change}

    status, no = house.ask("POST", "/api/tables", wish, **bearer(house.guest("Ada")))

    assert (status, no["code"]) == (404 if code == "unknown" else 400, code)


@pytest.mark.parametrize("title", [title.id for title in all_games.titles(lobby=True)])
def test_a_hint_is_a_move_that_can_be_made(house, title):
    """For every game: what somebody who knows it would do, from what my seat knows; asked twice, answered alike."""
    ada = house.guest("Ada")
    table = made(house, ada, title=title, seats=0, fill="", start=True)["table"]
    now = on_turn(house, table, ada)

    status, hint = house.ask("GET", f"/api/tables/{table}/hint", **bearer(ada))

    assert (status, hint["decision"]) == (200, now["decision"])
    _, again = house.ask("GET", f"/api/tables/{table}/hint", **bearer(ada))
    assert again == hint or again["ply"] > hint["ply"]  # where seats choose at once, a bot may have locked meanwhile
    assert "hint" in now["may"]
    assert move(house, table, ada, now["decision"], hint["moves"][0])[0] == 200


def test_hints_are_for_whoever_is_asked_and_where_they_were_agreed(house):
    """A spectator gets none, nor anybody at a table that plays without."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = made(house, ada, fill="", start=True)["table"]
    strict = made(house, ada, fill="", start=True, hints=False)["table"]
    on_turn(house, strict, ada)

    stranger = house.ask("GET", f"/api/tables/{table}/hint", **bearer(ben))
    without = house.ask("GET", f"/api/tables/{strict}/hint", **bearer(ada))
    looking_back = house.ask("GET", f"/api/tables/{strict}/review", **bearer(ada))

    assert (stranger[0], stranger[1]["line"]["phrase"]) == (403, "refusal.no_seat")
    assert (without[0], without[1]["line"]["phrase"]) == (403, "refusal.no_hints")
    assert (looking_back[0], looking_back[1]["line"]["phrase"]) == (403, "refusal.no_hints")
    assert "hint" not in seen(house, strict, ada)["may"]


def test_a_review_reasons_from_what_i_knew(house):
    """My own moves while the game runs, anybody's after it; following the adviser gives full agreement."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = made(house, ada, title="fright/mini", fill="", start=True)["table"]
    early = None
    while (now := on_turn(house, table, ada))["phase"] == "playing":
        _, hint = house.ask("GET", f"/api/tables/{table}/hint", **bearer(ada))
        move(house, table, ada, now["decision"], hint["moves"][0])
        early = early or house.ask("GET", f"/api/tables/{table}/review?eyes=1", **bearer(ada))[1]
    _, mine = house.ask("GET", f"/api/tables/{table}/review", **bearer(ada))
    _, bots = house.ask("GET", f"/api/tables/{table}/review?eyes=1", **bearer(ben))

    assert early["seat"] == 0
    assert mine["seat"] == 0
    assert mine["decisions"]
    assert all(decision["agreed"] for decision in mine["decisions"])
    assert bots["seat"] == 1
    assert bots["decisions"]
    assert all(decision["move"] for decision in bots["decisions"])
    json.dumps(bots)
