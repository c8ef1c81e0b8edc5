"""How the bots of Ghooost! fare: the two tables of the README, played again.

    python -m ghosthouse.games.ghooost.tests.fare                     10,000 games a cell: some minutes
    python -m ghosthouse.games.ghooost.tests.fare --games 1000 --seed 2

Single games in native code, so the same games and the same seed give the same figures. `ghosthouse simulate` plays any one cell:
`ghosthouse simulate ghooost --seats 2 --option match=false --bots sly,timid --seed 1`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import cycle, islice

from ghosthouse.games.ghooost.heuristics import BOLD, LEVELS, SLY, TIMID
from ghosthouse.games.ghooost.tests.play import setup

RANDOM = -1
SEATS = (2, 3, 4, 5, 6)
COMPANIES = {  # who sits at a table, seat by seat, over and over
    "sly": (SLY,),
    "bold": (BOLD,),
    "timid": (TIMID,),
    "sly and timid in turn": (SLY, TIMID),
    "bold and timid in turn": (BOLD, TIMID),
    "sly and bold in turn": (SLY, BOLD),
    "all levels in turn": (TIMID, BOLD, SLY),
}


def company_of(name: str, seats: int) -> list[int]:
    """The levels of a company, seat by seat."""
    return list(islice(cycle(COMPANIES[name]), seats))


def rounds(seats: int, levels: list[int], games: int, seed: int) -> tuple[int, list[int]]:
    """Play single games; return how many were adjudicated, and how many each seat lost."""
    from ghosthouse.kernel.backends.native import NativeGame  # the tests of single moves need no native code

    played = NativeGame(setup(seats)).playouts(games, seed, levels=levels)
    return int(played["tallies"]["adjudicated"].sum()), [int(lost) for lost in (played["wins"] == 0).sum(axis=0)]


def one_among(seats: int, better: int, worse: int, games: int, seed: int) -> float:
    """How often, in percent, one player loses among others of another level, sitting in each seat in turn."""
    lost = 0
    for seat in range(seats):
        levels = [worse] * seats
        levels[seat] = better
        lost += rounds(seats, levels, games // seats, seed + seat)[1][seat]
    return 100 * lost / (games // seats * seats)


def adjudicated(games: int, seed: int) -> Iterator[str]:
    """How many rounds go nowhere (GO-R27), by company and number of players."""
    yield f"| of {games:,} rounds | " + " | ".join(f"{seats} players" for seats in SEATS) + " |"
    yield "| --- " * (len(SEATS) + 1) + "|"
    for name in COMPANIES:
        cells = [str(rounds(seats, company_of(name, seats), games, seed)[0]) for seats in SEATS]
        yield f"| {name} | " + " | ".join(cells) + " |"


def beaten(games: int, seed: int) -> Iterator[str]:
    """How often one player loses among others of the level below."""
    yield "| | " + " | ".join(f"{seats} players" for seats in SEATS) + " |"
    yield "| --- " * (len(SEATS) + 1) + "|"
    yield "| a fair share | " + " | ".join(f"{100 / seats:.1f} %" for seats in SEATS) + " |"
    for better, worse in ((TIMID, RANDOM), (BOLD, TIMID), (SLY, BOLD)):
        cells = [f"{one_among(seats, better, worse, games, seed):.1f} %" for seats in SEATS]
        others = "those who play at random" if worse == RANDOM else f"the {LEVELS[worse]}"
        yield f"| {LEVELS[better]} among {others} | " + " | ".join(cells) + " |"


def main() -> None:
    """Print both tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--games", type=int, default=10_000, help="games for each cell")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    for rows in (beaten(chosen.games, chosen.seed), adjudicated(chosen.games, chosen.seed)):
        for row in rows:
            print(row, flush=True)
        print()


if __name__ == "__main__":
    main()
