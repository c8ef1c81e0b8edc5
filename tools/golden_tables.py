"""Writes golden tables: the whole log of one table of each game, and what came of it, kept so that every later house can read it.

    python tools/golden_tables.py                    a log for every game in the tree that has none for its rules
    python tools/golden_tables.py --again fright     write it anew: only for a log that no released house has written

A golden table is two files in tests/golden/tables, named by game and rules version. `X.log` has a row of the log on each line, as
the store keeps it; `X.json` says what the fold comes to. Almost every kind of entry is in it: people sit, swap, leave, come back,
run out of time, take back a move, give up and play again. tests/golden folds them in the house as it is now.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ghosthouse import house
from ghosthouse.kernel import Game
from ghosthouse.table import fair, messages
from ghosthouse.table.entries import Row
from ghosthouse.table.fold import Table
from ghosthouse.table.project import record_of
from ghosthouse.table.setups import Setups

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "golden" / "tables"
PEOPLE = ("ada", "ben", "cleo")


def games() -> list[Game]:
    """The games in the tree."""
    return [game for game in house.games().values() if game.package.startswith("ghosthouse.games.")]


def played(game: Game) -> list[Row]:
    """Plays two games at one table, with everything that people do around them."""
    from tests.table.parlour import Parlour

    edition = min(game.editions.values(), key=lambda edition: edition.minutes)
    seats = min(max(edition.seats[0], 3), edition.seats[1])
    clock = messages.Clock("bank", 60, 5)
    room = Parlour(f"{game.id}/{edition.id}", seats, seed=7, clock=clock, table=f"golden-{game.id}", code="GLDN")
    for name in ("ada", "ben"):
        room.sit(name)
    for p in range(2, seats):
        room.do("ada", messages.PutBot, p)
    room.do("ben", messages.Configure, eyes=True, hints=False)
    room.do("ada", messages.Swap, 0, 1)
    room.do("ada", messages.ShuffleSeats)
    room.do("ada", messages.Say, "talk.hello")
    for name in ("ada", "ben"):
        room.do(name, messages.Commit, fair.promise(name.encode().ljust(16)))
    room.do("ada", messages.Start)
    for name in ("ada", "ben"):
        room.do(name, messages.Reveal, name.encode().ljust(16).hex())
    move(room, 4)
    while not take_back(room):
        move(room, 1)
    room.do("ada", messages.Rest)
    room.do("ada", messages.Back)
    room.wait(70_000)  # whoever is asked runs out of time, and comes back by the next move
    move(room, 2)
    room.do("ben", messages.Leave)
    room.sit("cleo")
    move(room)
    room.do("ada", messages.Rematch)
    move(room, 2)
    room.do("cleo", messages.Concede)
    move(room, 1)
    room.do("ada", messages.Concede)
    move(room)
    return room.rows


def move(room: Any, most: int = 1_000) -> None:
    """Lets people decide, whoever is asked, up to so many times or to the end of the game."""
    for _ in range(most):
        asked = [name for name in PEOPLE if name in room.inbox and room.sees(name).decision]
        if room.table.phase != "playing" or not asked:
            return
        lit = [choice.move for choice in room.sees(asked[0]).choices if choice.legal and not choice.asks]
        room.move(asked[0], lit[room.table.ply % len(lit)])


def take_back(room: Any) -> bool:
    """Somebody would like to take a move back, and the other one agrees; False: the house refuses, for something was seen."""
    for name, other in (("ada", "ben"), ("ben", "ada")):
        if isinstance(room.do(name, messages.Undo), messages.Ok):
            room.do(other, messages.Allow, room.sees(other).undo.ask, True)
            return True
    return bool(room.table.phase != "playing")


def lines(rows: list[Row]) -> Iterator[str]:
    """The rows as text."""
    for row in rows:
        yield json.dumps([row.at, row.command, row.body, row.hash], ensure_ascii=False)


def read(path: Path) -> list[Row]:
    """The rows of a golden table."""
    return [Row(*json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def outcome(rows: list[Row]) -> dict[str, Any]:
    """What a log comes to in this house: after each entry the phase and the ply, at the end the result and the record."""
    table = Table(Setups(house.find))
    steps = []
    for row in rows:
        table.apply(row)
        steps.append(f"{table.phase} {table.game} {table.ply} {','.join(map(str, table.awaited()))}".strip())
    return {
        "steps": steps,
        "winners": table.winners(),
        "ended_by": table.ended_by(),
        "notes": [note.phrase for note in table.notes],
        "record": record_of(table, {}).text().splitlines(),
    }


def main() -> int:
    """Write what is missing."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("games", nargs="*")
    options.add_argument("--again", action="store_true")
    given = options.parse_args()
    sys.path.insert(0, str(ROOT))
    for game in games():
        path = FOLDER / f"{game.id}-{game.version}.log"
        if (given.games and game.id not in given.games) or (path.exists() and not given.again):
            continue
        rows = played(game)
        path.write_text("\n".join(lines(rows)) + "\n", "utf-8")
        path.with_suffix(".json").write_text(json.dumps(outcome(rows), indent=1) + "\n", "utf-8")
        print(f"{path.relative_to(ROOT)}: {len(rows)} entries")
    return 0


if __name__ == "__main__":
    sys.exit(main())
