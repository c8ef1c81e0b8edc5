"""docs/how-to/add-a-game.md shows the sixth game as it is: every block on the page stands in one of its files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "sixth_game"
SUFFIXES = {"python": ".py", "toml": ".toml", "markdown": ".md"}
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("language", "block"), BLOCKS, ids=[block.strip().splitlines()[0][:40] for _, block in BLOCKS])
def test_every_block_stands_in_the_example(language: str, block: str):
    """Word for word."""
    files = [path for path in EXAMPLE.rglob(f"*{SUFFIXES[language]}") if "site" not in path.parts]

    assert [path for path in files if block in path.read_text(encoding="utf-8")], block


def test_every_file_of_the_example_is_mentioned():
    """A reader meets each of them on the way."""
    names = {path.name for path in (EXAMPLE / "candle_game").rglob("*") if path.suffix in {".py", ".toml", ".md"}}
    quiet = {"test_rules.py", "editions.toml", *(path.name for path in EXAMPLE.rglob("scenarios/*.toml"))}

    assert [name for name in sorted(names - quiet) if name not in PAGE] == []
