"""docs/how-to/batch.md runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "batch.md").read_text(encoding="utf-8")


@pytest.mark.native
@pytest.mark.xdist_group("fright")
def test_the_loop_plays_games_to_their_end():
    """Every action that the loop chooses is legal, and games end and begin again."""
    [loop] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}

    exec(compile(loop, "batch.md", "exec"), names)

    batch = names["batch"]
    assert not batch.illegal.any()
    assert (batch.restarts > 0).all()
    assert batch.scores.any()
    assert all(f"batch.{array}" in PAGE and hasattr(batch, array) for array in ("to_move", "seen", "marks"))
