"""Machine code comes from a cache that cannot go stale: whatever a rule reaches, a change of it is a change of the game."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.sixth_game.here import FOLDER

pytestmark = pytest.mark.native

START = """
import json
from candle_game import GAME
from ghosthouse.kernel import Sitting, key_from, pack
from ghosthouse.kernel.backends.native import NativeGame

native = NativeGame(GAME.setup("plain", 4))
states, _ = native.deal(key_from(1))
made = native.entries.one.stats
print(json.dumps({
    "native": states.tobytes().hex(),
    "plain": pack(Sitting.deal(native.setup, key_from(1)).state).hex(),
    "compiled": sum(made.cache_misses.values()),
    "loaded": sum(made.cache_hits.values()),
}))
"""
LOOK = """
import json
from candle_game import GAME
from ghosthouse.kernel import Sitting, key_from, pack
from ghosthouse.kernel.backends.native import Binder, bind, fingerprint

binder = Binder()
bind(GAME, binder)
plain = pack(Sitting.deal(GAME.setup("plain", 4), key_from(1)).state).hex()
print(json.dumps({"plain": plain, "key": fingerprint(GAME, binder)}))
"""


class House:
    """A house with its own cache and its own copy of the sixth game, whose files a test may change."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.game = folder / "site" / "candle_game"
        shutil.copytree(FOLDER / "candle_game", self.game, ignore=shutil.ignore_patterns("__pycache__"))

    def start(self) -> dict[str, Any]:
        """Starts a new process, deals a game there in native code, and returns what came of it."""
        return self._run(START)

    def look(self) -> dict[str, Any]:
        """Starts a new process that compiles nothing, and returns the key under which it would look for machine code."""
        return self._run(LOOK)

    def _run(self, script: str) -> dict[str, Any]:
        done = self.run(script)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def run(self, script: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Runs a script in a new process of this house."""
        env = {**os.environ, "PYTHONPATH": str(self.game.parent), "GHOSTHOUSE_CACHE": str(self.cache), **settings}
        return subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False)

    def files(self) -> set[str]:
        """What lies in the cache."""
        return {f"{path.name} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in self.cache.iterdir() if path.is_file()}

    def change(self, file: str, old: str, new: str) -> None:
        """Edits a file of the game."""
        path = self.game / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, (file, old)
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A house that has never compiled anything."""
    return House(tmp_path)


def test_a_second_start_compiles_nothing(house: House):
    """The first start compiles, the second reads: no file is new or written again. Words and views are no machine code."""
    first = house.start()
    files = house.files()
    house.change("phrases/en.toml", "Ten minutes of light.", "Ten minutes of warm light.")
    house.change("view.py", 'layout="fan"', 'layout="row"')
    second = house.start()

    assert (first["compiled"], first["loaded"]) == (1, 0)
    assert (second["compiled"], second["loaded"]) == (0, 1)
    assert house.files() == files
    assert first["native"] == first["plain"] == second["native"]


# Four numbers that the deal adds up, from four kinds of places
ADDED = {
    "inner/__init__.py": "",
    "inner/numbers.py": "MORE = 0\n",
    "inner/read.py": "from importlib import resources\n\nREAD = int((resources.files(__package__) / 'number.txt').read_text())\n",
    "inner/number.txt": "0",
    "inner/hands.py": "from ghosthouse.kernel.rule import rule\n\n\n@rule\ndef called():\n    return 0\n",
}
IMPORTED = "from .inner.hands import called\nfrom .inner.numbers import MORE\nfrom .inner.read import READ\n"
CHANGES = {
    "a constant read from a file that is no source": ("inner/number.txt", "0", "1"),
    "a rule in another folder": ("inner/hands.py", "return 0", "return 1"),
    "a line of a rule": ("rules.py", "s.minutes = t.minutes\n", "s.minutes = t.minutes - 1\n"),
    "a constant in state.py": ("state.py", "HAND = 2", "HAND = 1"),
    "a constant in a folder without rules": ("inner/numbers.py", "MORE = 0", "MORE = 1"),
}
COMPILED = ("a line of a rule", "a constant in state.py", "a constant in a folder without rules")


def test_a_change_of_anything_that_a_rule_reaches_is_seen(house: House):
    """Change one thing and start again: the deal is another one each time, and machine code is looked for under another key.

    For the last three changes machine code is made, from the second of them on beside that of the change before: it deals what
    plain Python deals.
    """
    (house.game / "inner").mkdir()
    for name, text in ADDED.items():
        (house.game / name).write_text(text)
    house.change("rules.py", "from .state import DEALT", IMPORTED + "from .state import DEALT")
    house.change("rules.py", "for _ in range(HAND):", "for _ in range(HAND + MORE + READ + called()):")
    before = house.look()

    for what, change in CHANGES.items():
        house.change(*change)
        after = house.look()

        assert after["plain"] != before["plain"], f"{what} changes nothing: this test could not fail"
        assert after["key"] != before["key"], f"stale: {what}"
        before = after
        if what in COMPILED:
            started = house.start()
            assert started["native"] == started["plain"] == after["plain"], f"stale: {what}"
            assert started["compiled"] == 1, what


def test_a_planted_index_is_found_where_bounds_are_checked(house: House):
    """Native code writes past an array without a word; the setting under which the parity games are played once finds it."""
    house.change("rules.py", "s.minutes = t.minutes\n", "s.minutes = t.minutes\n    s.laid[s.minutes] = 0\n")

    checked = house.run(START, NUMBA_BOUNDSCHECK="1")

    assert "IndexError: index is out of bounds" in checked.stderr
