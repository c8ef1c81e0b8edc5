"""R8: a table stays with the rules that it began with, although the house has newer ones."""

import shutil
import sys
from pathlib import Path

import pytest

from ghosthouse.kernel import BadRecord, Record, Sitting, key_from
from ghosthouse.server import phrasebook
from ghosthouse.table import messages
from ghosthouse.table.fold import FINISHED
from ghosthouse.table.setups import Setups
from tests.table.parlour import Parlour, token
from tests.toys import lanterns

OLD = Path(lanterns.__file__).parent


def copied(to: Path) -> Path:
    """The toy game, in another place."""
    shutil.copytree(OLD, to, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    return to


@pytest.fixture
def newer(tmp_path, monkeypatch):
    """The toy game with changed rules (a deal of two candles), and its folder as it was kept in `v1`."""
    folder = copied(tmp_path / "lanterns_newer")
    copied(folder / "v1")
    for file, old, new in (
        ("__init__.py", "version=1", "version=2"),
        ("rules.py", "draw_candles(s, t, c, p, 3)", "draw_candles(s, t, c, p, 2)"),
        ("phrases/en.toml", "[told]", '[told]\nnovelty = "Something new."'),
    ):
        text = (folder / file).read_text("utf-8")
        assert old in text, file
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import lanterns_newer

    yield lanterns_newer.GAME
    for name in [name for name in sys.modules if name.partition(".")[0] == "lanterns_newer"]:
        del sys.modules[name]


class LanternHouse(Parlour):
    """A room in a house that knows this game alone; `game` can be exchanged, as when the house is upgraded."""

    def __init__(self, game):
        self.game = game
        super().__init__(title="lanterns/plain", seats=2, options={"calls": False})
        for name in ("ada", "ben"):
            self.sit(name)

    @property
    def setups(self):
        return Setups(lambda name: self.game)


def test_a_game_is_found_by_the_version_of_its_rules(newer):
    """The newest by its name, the earlier by their numbers; one that was never kept is an error with those that were."""
    assert newer.by_rules(2) is newer
    assert newer.by_rules(1).package == "lanterns_newer.v1"
    assert (newer.by_rules(1).id, newer.by_rules(1).version) == ("lanterns", 1)
    with pytest.raises(BadRecord, match="played by rules 3 of lanterns; this house has 1, 2"):
        newer.by_rules(3)


def test_a_record_is_replayed_by_its_own_rules(newer):
    """The same text comes out the same in the newer house."""
    sitting = Sitting.deal(lanterns.GAME.setup("plain", 2, {"calls": False}), key_from(seed=1))
    while not sitting.over():
        sitting.act(sitting.next_seat(), sitting.legal(sitting.next_seat())[0])
    record = Record.of(sitting)

    again = record.replay(lambda name: newer)

    assert again.position() == sitting.position()
    assert again.setup.game.version == 1


def test_a_running_table_stays_with_its_rules_and_a_rematch_has_the_newest(newer):
    """An upgrade in the middle of a game changes nothing of it; the next game is the new one."""
    room = LanternHouse(lanterns.GAME)
    room.do("ada", messages.Start)
    before = {name: room.sees(name) for name in ("ada", "ben")}

    room.game = newer
    room.desk = room.open_desk()
    for name in ("ada", "ben"):
        room.come(name, secret=token(name))

    assert room.table.sitting.setup.game.version == 1
    for name in ("ada", "ben"):
        assert (room.sees(name).view, room.sees(name).choices) == (before[name].view, before[name].choices)
    room.play("ada", "ben")
    assert room.table.phase == FINISHED
    assert room.desk.record().rules == 1
    assert isinstance(room.do("ada", messages.Rematch), messages.Ok)
    assert room.table.sitting.setup.game.version == 2
    assert sum(choice.legal for choice in room.sees("ada").choices) == 2


def test_a_table_in_the_lobby_starts_with_the_newest_rules(newer):
    """No game has begun there yet."""
    room = LanternHouse(lanterns.GAME)
    room.game = newer
    room.desk = room.open_desk()
    room.come("ada", secret=token("ada"))

    room.do("ada", messages.Start)

    assert room.table.rules == room.table.sitting.setup.game.version == 2


def test_words_of_earlier_rules_are_still_said(newer):
    """The newest wording wins; what only an earlier version says is there too."""
    earlier = Path(sys.modules["lanterns_newer"].__file__).parent / "v1" / "phrases" / "en.toml"
    earlier.write_text(earlier.read_text("utf-8").replace("[told]", '[told]\nlegacy = "As it was."', 1), "utf-8")

    words = phrasebook.by_part("en", "ghosthouse.table", [(newer, next(iter(newer.editions.values())))])["lanterns"]

    assert (words["told.legacy"], words["told.novelty"]) == ("As it was.", "Something new.")
