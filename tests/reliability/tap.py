"""Instrument 7, a tap on every message: `install(file)` makes a house check each message before it leaves.

For each message about a running game, everything that its viewer does not know is drawn again (the game's `imagine`), and the
message is built once more in that other world. A viewer who could see anything of what is hidden would get another message:
that is a leak, and it is written to the file. Messages are compared as bytes, so sizes and orders inside them count as well.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from ghosthouse.table import messages
from ghosthouse.table.desk import Desk


def install(file: str) -> None:
    """Check every message of this process from now on; leaks are appended to the file, and so is a count of what was checked."""
    honest = Desk._message
    place = Path(file)
    place.touch()
    counted = [0]

    def tapped(desk: Desk, seat: int, seen: int, eyes: int, same: Any) -> messages.TableMessage:
        made = honest(desk, seat, seen, eyes, same)
        table = desk.table
        if table.phase == "playing" and table.sitting is not None:
            viewer = made.eyes
            text = messages.write(made)
            real = table.sitting.state
            table.sitting.state = table.sitting.imagined(viewer, secrets.token_bytes(16))
            table._windows.clear()
            try:
                other = messages.write(honest(desk, seat, seen, eyes, same))
            finally:
                table.sitting.state = real
                table._windows.clear()
            counted[0] += 1
            if other != text:
                _append(place, f"LEAK {table.title} ply {table.ply} viewer {viewer}: {_difference(text, other)}\n")
            elif counted[0] % 500 == 0:
                _append(place, f"checked {counted[0]}\n")
        return made

    wanted: Any = tapped
    Desk._message = wanted  # type: ignore[method-assign]


def _append(place: Path, line: str) -> None:
    with place.open("a", encoding="utf-8") as file:
        file.write(line)


def _difference(one: bytes, other: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 60]!r} / {other[max(0, at - 60) : at + 60]!r}"


def leaks(file: str | Path) -> list[str]:
    """The leaks that a tap has found."""
    return [line for line in Path(file).read_text("utf-8").splitlines() if line.startswith("LEAK")]
