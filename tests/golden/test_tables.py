"""Golden tables: logs that were written once, by this house or an earlier one, and must be read the same ever after (R2, R8)."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from ghosthouse.house import find
from ghosthouse.kernel import Game
from ghosthouse.table import messages
from ghosthouse.table.entries import BrokenChain
from ghosthouse.table.fold import Table
from ghosthouse.table.project import everything
from ghosthouse.table.setups import Setups
from tests.walk import ONLY
from tools import golden_tables

LOGS = sorted(path for path in golden_tables.FOLDER.glob("*.log") if not ONLY or path.stem.split("-")[0] in ONLY)
GAMES = [game for game in golden_tables.games() if not ONLY or game.id in ONLY]

every_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_a_golden_table_for_its_rules(game: Game):
    """`python tools/golden_tables.py` writes it."""
    assert (golden_tables.FOLDER / f"{game.id}-{game.version}.log").exists()


@every_log
def test_a_golden_table_is_read_as_it_was_written(path: Path):
    """The chain of hashes, the checksum of the state before every move, and what the table comes to after each entry."""
    kept = json.loads(path.with_suffix(".json").read_text("utf-8"))

    assert golden_tables.outcome(golden_tables.read(path)) == kept
    assert kept["steps"][-1].startswith(("finished", "closed"))


@every_log
def test_everybody_can_still_look_at_a_golden_table(path: Path):
    """Each seat and a spectator get a whole message of it, with words for all that was told."""
    table = Table(Setups(find))
    table.apply_all(golden_tables.read(path))

    for shown in everything(table):
        assert messages.read_outgoing(messages.write(shown)) == shown
        assert shown.result is not None


@every_log
def test_a_damaged_golden_table_stands_still(path: Path):
    """One letter of one entry, and the fold stops there instead of guessing."""
    rows = golden_tables.read(path)
    middle = len(rows) // 2
    body = rows[middle].body
    rows[middle] = msgspec.structs.replace(rows[middle], body=body.replace("1", "2", 1))
    assert rows[middle].body != body

    table = Table(Setups(find))
    with pytest.raises(BrokenChain, match=f"entry {middle + 1}"):
        table.apply_all(rows)

    assert table.at == middle


def test_the_golden_tables_hold_what_people_do_at_tables():
    """Together they have nearly every kind of entry in them."""
    kinds = {json.loads(row.body)["k"] for path in LOGS for row in golden_tables.read(path)}

    assert kinds >= {
        "created", "sat", "bot", "configured", "arranged", "said", "promised", "started", "shown", "moved", "undo", "allowed",
        "away", "returned", "left", "again", "conceded",
    } or ONLY  # fmt: skip
