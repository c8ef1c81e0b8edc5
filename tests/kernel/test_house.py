"""The house finds games, in its folder and from entry points, and says which there are."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ghosthouse import games as folder
from ghosthouse import house
from ghosthouse.kernel import BadSetup, Nonsense, Option
from tests.sixth_game.here import CANDLE


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch):
    """Lets a test announce games by entry points, as installed packages do, and forgets them afterwards."""

    def announce(**values: str) -> None:
        house.games.cache_clear()
        entries = [EntryPoint(name=name, value=value, group=house.GROUP) for name, value in values.items()]
        monkeypatch.setattr(house, "entry_points", lambda group: [entry for entry in entries if entry.group == group])

    yield announce
    house.games.cache_clear()


def test_every_folder_is_a_game():
    """Nobody enumerates: a package in the games folder is a game, under the name of its folder."""
    [place] = folder.__path__
    folders = {path.parent.name for path in Path(place).glob("*/__init__.py")}

    assert folders <= set(house.games())
    assert {game.id for game in house.games().values() if game.package.startswith("ghosthouse.games.")} == folders


def test_an_unknown_game_says_which_there_are():
    """The sentence lists what would work."""
    with pytest.raises(Nonsense, match=r"there is no game 'chess' \(there are: .*fright.*\)"):
        house.find("chess")
    with pytest.raises(Nonsense, match="there is no game ''"):
        house.find_title("/amigo")


def test_a_title_is_a_game_in_an_edition():
    """A game alone means its first edition; an unknown edition says which there are."""
    first = house.find_title("fright")

    assert first.id == house.find_title(first.id).id
    assert first.edition.id == next(iter(first.game.editions))
    with pytest.raises(Nonsense, match=rf"fright has no edition 'grand' \(there are: {first.edition.id}, .*\)"):
        house.find_title("fright/grand")


@pytest.mark.parametrize(
    ("values", "given", "meant"),
    [
        ((False, True), True, True),
        ((False, True), "TRUE", True),
        ((False, True), "on", True),
        ((False, True), "off", False),
        (range(1, 21), 3, 3),
        (range(1, 21), "3", 3),
        (("chance", 0, 1), "0", 0),
        (("chance", 0, 1), "Chance", "chance"),
    ],
)
def test_an_option_is_read_as_a_value_or_its_text(values, given, meant):
    """As it comes from a file, from the wire or from somebody who types."""
    read = Option(default=values[0], values=values).read("mode", given)

    assert (read, type(read)) == (meant, type(meant))


@pytest.mark.parametrize(
    ("values", "given", "can"),
    [
        ((False, True), 1, "False, True"),
        ((False, True), "1", "False, True"),
        (range(1, 21), True, "1 to 20"),
        (range(1, 21), 21, "1 to 20"),
        (range(1, 21), "\u00b3", "1 to 20"),
        (("chance", 0, 1), False, "chance, 0, 1"),
        (("chance", 0, 1), None, "chance, 0, 1"),
    ],
)
def test_what_an_option_cannot_be_is_refused_with_what_it_can(values, given, can):
    """A number is no truth value, though Python thinks that True is one."""
    with pytest.raises(BadSetup, match=rf"option mode cannot be .* \(possible: {can}\)"):
        Option(default=values[0], values=values).read("mode", given)


def test_the_lobby_shows_what_was_published():
    """Mini editions can be played, and do not stand in the lobby."""
    every, shown = house.titles(), house.titles(lobby=True)

    assert {title.id for title in shown} < {title.id for title in every}
    assert all(title.edition.lobby for title in shown)
    for game in house.games().values():
        assert any(not edition.lobby for edition in game.editions.values()), f"{game.id} has no mini edition"


def test_a_game_from_an_entry_point_stands_behind_those_of_the_house(announced):
    """An installed package announces its GAME, and that is all."""
    before = list(house.games())
    announced(candle="candle_game:GAME")

    assert list(house.games()) == [*before, "candle"]
    assert house.find("candle") is CANDLE
    assert [title.id for title in house.titles() if title.game is CANDLE] == ["candle/plain", "candle/mini"]
    assert "candle/mini" not in [title.id for title in house.titles(lobby=True)]


def test_nobody_takes_the_place_of_a_game_of_the_house(announced, monkeypatch: pytest.MonkeyPatch):
    """A package that announces an id which is taken does not change what that id means."""
    own = house.find("fright")
    monkeypatch.setattr("candle_game.GAME", type(CANDLE)(**{**vars_of(CANDLE), "id": "fright"}))
    announced(candle="candle_game:GAME")

    assert house.find("fright") is own


def test_a_package_that_cannot_be_loaded_is_left_out_and_named(announced):
    """One broken package does not take the house down with it."""
    announced(attic="attic_game:GAME", candle="candle_game:GAME")

    with pytest.warns(RuntimeWarning, match=r"the game 'attic' \(attic_game:GAME\) cannot be loaded and is left out: .*attic_game"):
        found = house.games()

    assert "attic" not in found
    assert found["candle"] is CANDLE


def test_an_entry_point_that_is_no_game_is_left_out_and_named(announced):
    """Whatever a package announces, the house stands."""
    announced(page="candle_game.state:HAND")

    with pytest.warns(RuntimeWarning, match=r"the game 'page' .* is left out: .*2 is no Game"):
        found = house.games()

    assert "page" not in found


def vars_of(game: object) -> dict[str, object]:
    """The fields of a game as it was made."""
    return {name: getattr(game, name) for name in ("id", "package", "version", "groups", "longest", "clauses", "tallies")}
