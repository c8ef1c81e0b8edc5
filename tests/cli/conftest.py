"""A command line with one game more, in this process and in processes of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ghosthouse import house
from ghosthouse.cli import main
from tests.toys.lanterns import GAME

ROOT = Path(__file__).parents[2]
SAID = ("GHOSTHOUSE_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR")


@dataclass
class Answer:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def state(tmp_path, monkeypatch):
    """A state folder of this test alone; nothing is kept in anybody's home."""
    for name in SAID:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "ghosthouse"


@pytest.fixture
def type_in(monkeypatch, capsys, state):
    """Type a command, with lines for its questions; `lanterns` is a game of the house."""
    known = {**house.games(), GAME.id: GAME}
    monkeypatch.setattr(house, "games", lambda: known)

    def run(*words, lines=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture
def start(tmp_path, state):
    """Start `python -m ghosthouse` as a process of its own, in a house with `lanterns` installed beside it."""
    beside = tmp_path / "beside" / "lanterns-1.dist-info"
    beside.mkdir(parents=True)
    (beside / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns\nVersion: 1\n")
    (beside / "entry_points.txt").write_text("[ghosthouse.games]\nlanterns = tests.toys.lanterns:GAME\n")
    started = []

    def run(*words, **more):
        environment = {name: value for name, value in os.environ.items() if name not in SAID}
        environment |= {
            "PYTHONPATH": os.pathsep.join([str(beside.parent), str(ROOT)]),
            "PYTHONUNBUFFERED": "1",
            "TERM": "dumb",
        } | more.pop("env", {})
        process = subprocess.Popen(
            [sys.executable, "-m", "ghosthouse", *map(str, words)],
            stdin=more.pop("stdin", subprocess.PIPE),
            stdout=more.pop("stdout", subprocess.PIPE),
            stderr=more.pop("stderr", subprocess.PIPE),
            env=environment,
            encoding="utf-8",
            errors="replace",
            **more,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def in_process(start):
    """Run a command in a process of its own to its end."""

    def run(*words, lines=(), **more):
        process = start(*words, **more)
        out, err = process.communicate("".join(f"{line}\n" for line in lines), timeout=180)
        return Answer(process.returncode, out, err)

    return run
