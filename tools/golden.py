"""Writes golden records: one whole game of each title, and what came of it, kept so that it stays so.

    python tools/golden.py                       a record for every title in the tree that has none
    python tools/golden.py fright/amigo          for this title (a game alone means all its editions)
    python tools/golden.py --again fright        write it anew, because the rules have a new version or were wrong

A golden record is two files in tests/golden, named by game, edition and rules version. `X.record` is an ordinary record (its moves
were picked at random from a fixed seed), `X.json` what must come of it: hashes of the packed state and of everybody's view at some
plies, the scores, the winners, and the story as a spectator hears it, in phrase ids. tests/golden replays them in plain Python and
in native code.

Write one when the contract tests of a game pass, and not before: a golden record turns whatever the rules do into a promise.
When a test says that a golden record differs, play has changed. That is a new `version` of the game and a new golden record beside
the old one, unless the old behaviour was simply wrong and nobody has played it; then `--again`, and say so in the commit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from ghosthouse import house
from ghosthouse.kernel import SPECTATOR, Line, Record, Refusal, Setup, Sitting, key_from_text, pack

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
PLIES = 12  # about as many plies of a game are hashed


def titles(wanted: list[str]) -> list[house.Title]:
    """The titles meant by their ids or games; all those in the tree if none are named."""
    if not wanted:
        return [title for title in house.titles() if title.game.package.startswith("ghosthouse.games.")]
    chosen = [title for title in house.titles() if {title.id, title.game.id} & set(wanted)]
    for name in wanted:
        house.find_title(name)
    return chosen


def stem(title: house.Title) -> str:
    """The name of a title's golden files."""
    return f"{title.game.id}-{title.edition.id}-{title.game.version}"


def play(setup: Setup) -> Sitting:
    """Plays the game that becomes the record: legal moves at random, from a seed that is the title's name."""
    rng = random.Random(f"golden {setup.title}")
    sitting = Sitting.deal(setup, key_from_text(f"golden {setup.title}"))
    while not sitting.over():
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    return sitting


def spoken(ply: int, line: Line) -> str:
    """A line as text without a language: ply, phrase and what fills it."""
    filled = {**line.seats, **line.terms, **line.numbers, **line.texts}
    return " ".join([str(ply), line.phrase, *(f"{key}={value}" for key, value in sorted(filled.items()))])


def fingerprint(data: bytes) -> str:
    """What is kept of bytes: half a SHA-256."""
    return hashlib.sha256(data).hexdigest()[:32]


def outcome(record: Record) -> dict[str, Any]:
    """Replays a record and returns what came of it."""
    whole = record.replay(house.find)
    every = max(1, whole.ply // PLIES)
    states: dict[str, str] = {}
    views: dict[str, str] = {}
    for ply in sorted({*range(0, whole.ply, every), whole.ply}):
        at = whole if ply == whole.ply else whole.rewound(ply)
        observers = (SPECTATOR, *range(at.setup.seats))
        states[str(ply)] = fingerprint(pack(at.state))
        views[str(ply)] = fingerprint(b"\n".join(msgspec.json.encode(at.view(seat)) for seat in observers))
    return {
        "over": whole.over(),
        "scores": whole.scores(),
        "winners": whole.winners(),
        "states": states,
        "views": views,
        "lines": [spoken(ply, line) for ply, line in whole.lines(SPECTATOR)],
    }


def write(title: house.Title) -> list[Path]:
    """Plays a title and writes its golden files."""
    low, high = title.edition.seats
    record = Record.of(play(title.game.setup(title.edition.id, min(max(low, 3), high))))
    files = [FOLDER / f"{stem(title)}.record", FOLDER / f"{stem(title)}.json"]
    files[0].write_text(record.text(), encoding="utf-8")
    files[1].write_text(json.dumps(outcome(record), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return files


def main(arguments: list[str]) -> int:
    """Writes the golden records that were asked for; returns the exit status."""
    parser = argparse.ArgumentParser(description="Write golden records into tests/golden.")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help="game/edition, or a game for all its editions; all if left out")
    parser.add_argument("--again", action="store_true", help="write also those that are there")
    wish = parser.parse_args(arguments)
    try:
        chosen = titles(wish.titles)
    except Refusal as problem:
        print(f"golden: {problem}", file=sys.stderr)
        return 2
    for title in chosen:
        if (FOLDER / f"{stem(title)}.record").exists() and not wish.again:
            print(f"{title.id}: is there (--again writes it anew)")
            continue
        record, _ = write(title)
        print(f"{title.id}: {record.relative_to(FOLDER.parents[1])}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
