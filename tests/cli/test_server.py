"""Commands about the server: the house opens, and a deal is checked at home."""

import json
import re
import urllib.request

import pytest

from ghosthouse.kernel import Record, Sitting
from ghosthouse.table import fair
from tests.toys.lanterns import GAME


@pytest.fixture
def dealt(tmp_path):
    """A record whose deal was promised, as a file."""
    secret, shown = bytes(range(32)), {0: b"a" * 16, 1: b"b" * 16}
    promises = {seat: fair.promise(value) for seat, value in shown.items()}
    sitting = Sitting.deal(GAME.setup("plain", 2, {"calls": False}), fair.key(secret, "T/1", shown))
    while not sitting.over():
        seat = sitting.next_seat()
        sitting.act(seat, sitting.legal(seat)[0])
    record = Record.of(sitting)
    record.notes = fair.notes(secret, "T/1", promises, shown)
    file = tmp_path / "fair.record"
    file.write_text(record.text())
    return file


def test_a_fair_deal_is_verified(type_in, dealt):
    """From the record alone."""
    assert type_in("verify", dealt).out == "The deal is the one that was promised, and all 6 decisions keep the rules.\n"
    assert json.loads(type_in("verify", dealt, "--json").out) == {"fair": True, "wrong": [], "decisions": 6, "over": True}


def test_another_deal_than_the_promised_one_is_found(type_in, dealt):
    """Exit code 1, and what is wrong."""
    head, _, _ = dealt.read_text().partition("moves\n")
    dealt.write_text(re.sub(r"chance \w+", "chance " + "0" * 32, head) + "moves\nend\n")

    answer = type_in("verify", dealt)

    assert answer.code == 1
    assert "the chance of the game does not follow" in answer.out


def test_moves_that_the_rules_refuse_are_found(type_in, dealt):
    """A record that does not replay is damaged, however fair its deal."""
    head, _, _ = dealt.read_text().partition("moves\n")
    dealt.write_text(head + "moves\n0 light 9\nend\n")

    assert type_in("verify", dealt).code == 2


def test_a_game_that_promised_nothing_cannot_be_verified(type_in, dealt):
    """A game at one keyboard has no house to mistrust."""
    dealt.write_text("".join(line for line in dealt.read_text().splitlines(True) if not line.startswith("note ")))

    assert "was not made at a table that promises fair deals" in type_in("verify", dealt).err


def test_missing_libraries_are_named_with_the_command_that_installs_them(type_in, monkeypatch):
    """The small core has no web server."""
    import importlib

    def missing(name):
        raise ModuleNotFoundError("No module named 'litestar'", name="litestar")

    monkeypatch.setattr(importlib, "import_module", missing)

    assert type_in("serve").err == "ghosthouse: `serve` needs litestar: pip install 'ghosthouse[server]'\n"


def test_the_house_opens_and_closes(start, tmp_path):
    """A real server on a port of its own: it answers, knows every title, is copied while it runs, and ends in peace."""
    import socket
    import time

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = tmp_path / "house.db"
    process = start("serve", "--port", port, "--database", database, "--log-level", "error", cwd=tmp_path)
    deadline = time.monotonic() + 180
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                assert answer.status == 200
            break
        except OSError:
            assert time.monotonic() < deadline
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.1)

    copied = start("backup", database, tmp_path / "copy.db")
    assert copied.wait(180) == 0
    exported = start("export", database, tmp_path / "tables.jsonl")
    assert exported.wait(180) == 0
    process.terminate()
    _, said = process.communicate(timeout=180)

    assert process.returncode == 0
    assert f"The house is open: http://localhost:{port}" in said
    restored = start("restore", tmp_path / "copy.db", tmp_path / "again.db")
    assert restored.wait(180) == 0
    assert (tmp_path / "again.db").exists()
    assert (tmp_path / "tables.jsonl").read_text() == ""
