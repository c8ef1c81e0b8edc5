"""docs/how-to/play-with-your-own-cards.md: its file is a deck, its tables are whole, and its mistakes are answered as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ghosthouse import house
from ghosthouse.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "play-with-your-own-cards.md").read_text(encoding="utf-8")
GAME = house.find("hunters")
[DECK] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ROWS = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE))


@pytest.fixture
def say(capsys, monkeypatch, tmp_path):
    """Type a command about box.toml, which holds some text; exit code and all that was said."""
    monkeypatch.setenv("GHOSTHOUSE_LANG", "en")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)

    def run(text: str, *typed: str) -> tuple[int, str]:
        Path("box.toml").write_text(text, encoding="utf-8")
        code = main(list(typed))
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_the_file_is_checked_and_read_back(say):
    """Step 3: 36 rows of chances, and each card in words."""
    code, said = say(DECK, "deck", "check", "box.toml", "--game", "hunters")

    assert code == 0
    assert len(re.findall(r"^c\d\d .* 0\.\d\d$|^c\d\d .* 1\.00$", said, re.MULTILINE)) == 36
    assert "c36       3 dice showing 1 or 2, 2 dice showing 3 or 4, 5 Fame" in said


def test_the_file_is_played_with(say):
    """Step 4: a whole game of bots with these cards, told by their ids."""
    code, said = say(DECK, "play", "hunters", "--deck", "box.toml", "--people", "0", "--seats", "2", "--seed", "page")

    assert code == 0
    assert re.search(r"pays \w+ \d Fame", said)
    assert re.search(r"c\d\d \(.* Fame\)", said)
    assert not re.search(r"T\d\d", said)


def test_mistakes_are_answered_as_the_page_says(say):
    """A card too few, and a slip in a condition."""
    row = next(line for line in DECK.splitlines() if "c36" in line)
    few = say(DECK.replace(row, ""), "deck", "check", "box.toml", "--game", "hunters")
    slip = say(DECK.replace("n(G:1,4)>=1", "n(G:1,7)>=1"), "deck", "check", "box.toml", "--game", "hunters")
    quoted = [re.sub("^    ", "", block, flags=re.MULTILINE) for block in re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE)]

    assert (few[0], slip[0]) == (2, 2)
    assert few[1] in quoted
    assert any(block in slip[1] for block in quoted if block.startswith("Trap 2"))


def test_the_tables_of_the_page_are_whole():
    """Every condition on the page can be typed, and every effect is there."""
    conditions = [what.strip("`") for what in ROWS.values() if what.startswith("`")]
    effects = {name.partition("`, ")[0].strip("`") for name in ROWS if name.startswith("`")}

    assert len(conditions) > 6
    for when in conditions:
        GAME.setup(deck=re.sub(r'when = "[^"]*"', f'when = "{when}"', DECK, count=1))
    assert effects == {*GAME.room("box").EFFECTS, "die"}
