"""Golden records: games that were played once and must come out the same ever after, in plain Python and in native code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ghosthouse import house
from ghosthouse.kernel import BadRecord, Record, read_record
from tests.walk import ONLY, titles
from tools import golden

RECORDS = sorted(path for path in Path(__file__).parent.glob("*.record") if not ONLY or path.stem.split("-")[0] in ONLY)
IN_THE_TREE = [title for title in titles() if title.game.package.startswith("ghosthouse.games.")]

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def kept(path: Path) -> tuple[Record, dict[str, Any]]:
    """A golden record, and what came of it when it was written."""
    return read_record(path.read_text("utf-8")), json.loads(path.with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("title", IN_THE_TREE, ids=lambda title: title.id)
def test_every_title_has_a_golden_record(title: house.Title):
    """Mini editions too: a title without one could change unnoticed. `python tools/golden.py` writes it."""
    path = golden.FOLDER / f"{golden.stem(title)}.record"

    assert path.exists(), (
        f"{title.id}, rules {title.game.version}: once its contract tests pass, run: python tools/golden.py {title.id}"
    )
    record, outcome = kept(path)
    assert (record.game, record.edition, record.rules) == (title.game.id, title.edition.id, title.game.version)
    assert outcome["over"], "a golden record is a whole game"


@every_record
def test_a_golden_record_comes_out_the_same(path: Path):
    """Law 1: the same states, scores and winners, the same story, and the same views for everybody."""
    record, outcome = kept(path)

    again = golden.outcome(record)

    assert (again["over"], again["scores"], again["winners"]) == (outcome["over"], outcome["scores"], outcome["winners"])
    assert again["states"] == outcome["states"]
    assert again["lines"] == outcome["lines"]
    assert again["views"] == outcome["views"]


@every_record
def test_a_golden_record_is_written_as_it_was_read(path: Path):
    """The text of a record is stable too."""
    assert kept(path)[0].text() == path.read_text("utf-8")


@every_record
@pytest.mark.native
def test_native_code_plays_golden_records(path: Path):
    """Law 1, on another machine: every hashed ply has the same bytes in native code."""
    from ghosthouse.kernel.backends.native import NativeGame

    record, outcome = kept(path)
    whole = record.replay(house.find)
    native = NativeGame(whole.setup)
    states, chances = native.deal(record.chance)
    hashes = {"0": golden.fingerprint(states.tobytes())}
    for ply, move in enumerate(whole.moves, 1):
        native.play(states, chances, ply, move.seat, move.action)
        if str(ply) in outcome["states"]:
            hashes[str(ply)] = golden.fingerprint(states.tobytes())

    assert hashes == outcome["states"]


def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """The tests above can fail: the same record under rules that shuffle otherwise is refused, or comes out differently."""
    if not RECORDS:
        pytest.skip("none of the games under test has a golden record")
    record, outcome = kept(RECORDS[0])
    rules = house.find(record.game).by_rules(record.rules).room("rules")
    honest = rules.start

    def another(s: Any, t: Any, c: Any) -> None:
        c.k0 ^= 1
        honest(s, t, c)

    monkeypatch.setattr(rules, "start", another)
    try:
        changed = golden.outcome(record)
    except BadRecord:
        return
    assert changed["states"] != outcome["states"]
