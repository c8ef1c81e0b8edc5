"""`make bench-web`: the pages on a slow phone, at play, and before Lighthouse.

    python bench/web.py                     everything, about eight minutes; writes its section of bench/RESULTS.md
    python bench/web.py --smoke             one of each, nothing written: does the bench itself work?
    python bench/web.py arrive lighthouse   only these rows (arrive, play, lighthouse); nothing is written

`pages/measure.mjs` does the measuring, in Debian's Chromium (another one: CHROMIUM=/path/to/it), against houses of its own.
Lighthouse lives in an environment of its own under .bench/, made on the first run from bench/pages/package-lock.json. A fixed loop
runs before, between and after: if it drifts by more than 10 %, or others take the processor, the run is void (exit code 1) and
nothing is written.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGES = ROOT / ".bench" / "pages"
sys.path.insert(0, str(HERE))

import report  # noqa: E402 - beside this file
from clock import Watch  # noqa: E402
from run import BUSY, LIMIT, commit, drift_of, machine, row_wishes, say, verdict  # noqa: E402

from ghosthouse import house as games  # noqa: E402

ROWS = ("arrive", "play", "lighthouse")
CATEGORIES = ("performance", "accessibility", "best-practices")


def main() -> int:
    """Measure, and write down what was found."""
    wish = row_wishes("python bench/web.py", "How fast and how well made the pages are.", ROWS)
    targets = tomllib.loads((HERE / "targets.toml").read_text("utf-8"))["all"]["web"]
    if "lighthouse" in wish.rows:
        set_up()
    watch = Watch()
    rows = []
    for words in _calls(wish.rows, wish.smoke):
        say(f"web: {' '.join(words)}")
        rows.append({"call": words, "found": measure(words)})
        watch.look()
    found: dict[str, Any] = {
        "date": datetime.date.today().isoformat(),
        "command": " ".join(["make bench-web" if not sys.argv[1:] else "python bench/web.py", *sys.argv[1:]]),
        "commit": commit(),
        "machine": machine(),
        "chromium": _version(),
        "reference": drift_of(watch.references),
        "given": min(watch.shares),
        "rows": rows,
    }
    found["void"] = found["reference"]["drift"] > LIMIT or found["given"] < BUSY
    found["lines"] = [line for row in rows for line in _lines(row, targets)]
    print(json.dumps(found, indent=1) if wish.json else section(found))
    if found["void"]:
        drift = found["reference"]["drift"]
        print(
            f"bench: void, the reference loop drifted by {drift:.0%} and was given {found['given']:.0%} of a core", file=sys.stderr
        )
        return 0 if wish.smoke else 1
    if not wish.smoke and wish.rows == list(ROWS):
        report.write(HERE / "RESULTS.md", "bench/web.py", section(found), "web", found)
    return 0


def set_up() -> None:
    """Make the environment of Lighthouse, as its lock file says; again only when that has changed."""
    lock = HERE / "pages" / "package-lock.json"
    done = PAGES / "node_modules" / ".ready"
    if done.exists() and done.read_bytes() == lock.read_bytes():
        return
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / "pages" / name, PAGES / name)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=PAGES, check=True, stdout=sys.stderr)
    done.write_bytes(lock.read_bytes())


def measure(words: list[str]) -> dict[str, Any]:
    """One call of `pages/measure.mjs`."""
    done = subprocess.run(
        ["node", str(HERE / "pages" / "measure.mjs"), *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"bench: {' '.join(words)} ended with {done.returncode}")
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def _calls(rows: list[str], smoke: bool) -> list[list[str]]:
    times, seconds = ("1", "4") if smoke else ("5", "40")
    titles = [title.id for title in games.titles(lobby=True)]
    calls = {
        "arrive": [["arrive", times]],
        "play": [["play", title, seconds] for title in (titles[:1] if smoke else titles)],
        "lighthouse": [["lighthouse", page, times] for page in ("lobby", "table")],
    }
    return [call for row in rows for call in calls[row]]


def _lines(row: dict[str, Any], targets: dict[str, float]) -> list[tuple[str, str, str]]:
    """What is said of a row: names, figures, what was to be reached."""
    (kind, *words), found = row["call"], row["found"]
    if kind == "arrive":
        most = targets["first_game"]
        names = {
            "lobby": "from the address to the first game: its picture and the button that plays it",
            "link": "from a friend's link to the field for one's name",
            "table": "from a tap on Play to the table, with what one holds",
        }
        return [
            (
                f"slow phone: {name}",
                f"{statistics.median(found[what]) / 1000:.2f} s (of {len(found[what])}: {_range(found[what])})",
                f"within {most} s: {verdict(statistics.median(found[what]) <= most * 1000)}" if what == "lobby" else "",
            )
            for what, name in names.items()
        ]
    if kind == "play":
        title, parts = words[0], [found["lobby"], found["table"]]
        long = sum(len(part["long"]) for part in parts)
        moved = sorted({what for part in parts for what in part["moved"]})
        counted = f"{sum(part['tasks'] for part in parts):,} tasks, {found['touches']} touches"
        return [
            (
                f"{title}: the longest task of the page, from the lobby on",
                f"{max(part['ms'] for part in parts):.0f} ms ({max(part['cpu'] for part in parts):.0f} ms busy; {counted})",
                f"none over {targets['task']} ms: {verdict(long == 0)}",
            ),
            (
                f"{title}: what is animated beside transform and opacity",
                "; ".join(moved) or f"nothing, in {sum(part['frames'] for part in parts):,} frames",
                f"nothing: {verdict(not moved)}",
            ),
        ]
    medians = {one: statistics.median(score[one] for score in found["scores"]) for one in CATEGORIES}
    least = dict(zip(CATEGORIES, (targets["performance"], 100, 100), strict=True))
    missed = "; ".join(sorted(found["missed"]))
    return [
        (
            f"Lighthouse {found['version']}, {words[0]}: {one}",
            f"{medians[one]:.0f} (of {len(found['scores'])}: {min(score[one] for score in found['scores'])} at least)"
            + (f"; not full: {missed}" if one == "performance" and missed else ""),
            f"at least {least[one]}: {verdict(medians[one] >= least[one])}",
        )
        for one in CATEGORIES
    ]


def _range(times: list[float]) -> str:
    return f"{min(times) / 1000:.2f} to {max(times) / 1000:.2f}"


def _version() -> str:
    said = subprocess.run(
        [os.environ.get("CHROMIUM") or "/usr/bin/chromium", "--version"], capture_output=True, text=True, check=False
    ).stdout
    found = re.search(r"[\d.]+", said)
    return found[0] if found else "unknown"


def section(found: dict[str, Any]) -> str:
    """The section of RESULTS.md as Markdown."""
    lines = [
        *report.head("The pages", found, f"Chromium {found['chromium']}"),
        "The slow phone is that of Chromium's developer tools: Slow 4G (562.5 ms for each request, 1.44 Mbit/s) "
        "and a processor four times slower, with nothing kept from before.",
        "At play nothing is slowed down, and motion is on; a task is what the page's own thread does in one go.",
        "Lighthouse runs as it comes: a simulated slow phone.",
        "Medians are given; house, browser and measuring share the machine.",
        report.clock_line(found, BUSY),
        "",
    ]
    return "\n".join([*lines, *report.figures(found)])


if __name__ == "__main__":
    sys.exit(main())
