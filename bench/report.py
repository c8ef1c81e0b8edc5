"""The sections of RESULTS.md: each is written by one script, between two marks that name it, and all else belongs to others.

`write` puts a section in its place and its numbers beside it as JSON; `section` is the one of `run.py`.
"""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

WRITER = "bench/run.py"


def section(found: dict[str, Any]) -> str:
    """The section of `run.py` as Markdown."""
    peer, machine = found["peer"], found["machine"]
    lines = [
        *head("Uniformly random play", found, f"Python {machine['python']}, numba {machine['numba']}, NumPy {machine['numpy']}"),
        "A decision is one choice of one player; deals, dice and the restart of finished games are work, not decisions.",
        "Rates are millions of decisions a second of CPU time on one core, the median of "
        f"{found['rounds']} rounds of {found['seconds']} CPU seconds (half the spread behind ±).",
        "All rows and the peer are measured in turn within each round.",
        clock_line(found),
        "",
    ]
    if peer:
        lines.append(
            f"Peer: OpenSpiel {peer['version']}, C++ random rollouts of {peer['game']} from the first decision after the deal, "
            f"{peer['decisions_per_rollout']} decisions each: **{_rate(peer['rates'])}**."
        )
        lines.append("")
    lines += ["| whole games in one native call (deal, legality, choice, step) | M decisions/s | times the peer | to reach |"]
    lines += ["|---|---|---|---|"]
    lines += [_line(row, peer) for row in found["rows"] if row["kind"] == "playouts"]
    lines += ["", "| one decision of each state in one native call, with legal bits and observations | M decisions/s | to reach |"]
    lines += ["|---|---|---|"]
    lines += [_line(row) for row in found["rows"] if row["kind"] == "batch"]
    lines += ["", "| plain Python, with keyed chance | M decisions/s | to reach |", "|---|---|---|"]
    lines += [_line(row) for row in found["rows"] if row["kind"] == "plain"]
    lines += ["", "| sizes and starts | figure | to reach |", "|---|---|---|"]
    lines += [f"| {row['name']} | {row['text']} | {row['goal']} |" for row in found["other"]]
    return "\n".join(lines)


def head(title: str, found: dict[str, Any], by: str) -> list[str]:
    """How a section begins: when, on what, with what (`by`) and by which command it was measured."""
    machine = found["machine"]
    return [
        f"## {title}",
        "",
        f"Measured {found['date']} on {machine['processor']}, {machine['cores']} cores, {machine['system']}, {by}.",
        f"Command: `{found['command']}`; commit {found['commit']}.",
        "",
    ]


def clock_line(found: dict[str, Any], busy: float | None = None) -> str:
    """Say whether the figures stand: by the drift of the reference loop, and by the share of a core where `busy` bounds it."""
    clock = found["reference"]
    measured, limits, s = f"drift of {clock['drift']:.1%}", "limit 10 %", "s"
    if busy is not None:
        measured, limits, s = f"{measured} and its share of {found['given']:.0%} of a core", f"limits 10 % and {busy:.0%}", ""
    return (
        f"The reference loop ran at {clock['low'] / 1e6:.2f} to {clock['high'] / 1e6:.2f} million a CPU second; "
        f"its {measured} {f'make{s} the run void' if found['void'] else f'let{s} the figures stand'} ({limits})."
    )


def figures(found: dict[str, Any]) -> list[str]:
    """The table of a bench whose lines are words."""
    return ["| what | figure | to reach |", "|---|---|---|", *(f"| {' | '.join(line)} |" for line in found["lines"])]


def _line(row: dict[str, Any], peer: dict[str, Any] | None = None) -> str:
    cells = [row["name"], _rate(row["rates"])]
    if row["kind"] == "playouts":
        cells.append(f"{statistics.median(row['times_peer']):.2f}" if peer else "-")
    return f"| {' | '.join([*cells, row['goal']])} |"


def _rate(rates: list[float]) -> str:
    middle = statistics.median(rates)
    spread = (max(rates) - min(rates)) / 2 / middle
    digits = 3 if middle < 1e6 else 1
    return f"{middle / 1e6:.{digits}f} ± {spread:.0%}"


def write(file: Path, writer: str, made: str, name: str, found: dict[str, Any]) -> None:
    """Put what a script (`writer`) has made in its place in RESULTS.md, or at the end, and the numbers into results/`name`.json."""
    begin, end = f"<!-- begin: {writer} writes this section -->", f"<!-- end: {writer} -->"
    text = file.read_text("utf-8") if file.exists() else "# What was measured\n\n"
    framed = f"{begin}\n{made.strip()}\n\n{end}"
    if begin in text and end in text:
        head, _, rest = text.partition(begin)
        text = head + framed + rest.partition(end)[2]
    else:
        text = text.rstrip("\n") + "\n\n" + framed + "\n"
    file.write_text(text, "utf-8")
    numbers = file.parent / "results" / f"{name}.json"
    numbers.parent.mkdir(exist_ok=True)
    numbers.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
