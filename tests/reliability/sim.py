"""Instrument 1, a seeded simulation of the whole house: `python -m tests.reliability.sim --faults 10000 --seed 1`.

Episodes are played until so many faults have been injected. A violation prints the seed of its episode and the command that
plays it again; the storm and the calm after it are judged apart.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter

from ghosthouse import house
from tests.reliability.history import Broken
from tests.reliability.world import Weather, play_episode


def playable() -> list[str]:
    """The titles whose games can be seen and played, in the order of the house; minis too: they are quick."""
    found = []
    for title in house.titles():
        try:
            for room in ("rules", "view", "narrate", "notation", "heuristics"):
                title.game.room(room)
        except ModuleNotFoundError:
            continue
        found.append(title.id)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Play episodes and print the counts."""
    options = argparse.ArgumentParser(prog="python -m tests.reliability.sim", description=__doc__)
    options.add_argument("--faults", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--episodes", type=int, default=0, help="play so many episodes instead")
    options.add_argument("--one", type=int, default=0, help="play the one episode of this seed")
    options.add_argument("--titles", default="", help="only these titles, parted by commas")
    options.add_argument("--bug", default="", help="plant a bug first (see bugs.py)")
    given = options.parse_args(arguments)
    if given.bug:
        from tests.reliability import bugs

        bugs.plant(given.bug)
    titles = given.titles.split(",") if given.titles else playable()
    print(f"simulation: seed {given.seed}, titles {', '.join(titles)}, {Weather()}")
    faults: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    trace = hashlib.sha256()
    episode, begun = 0, time.process_time()
    episodes = 1 if given.one else given.episodes
    while (episode < episodes) if episodes else (faults.total() < given.faults):
        seed = given.one or given.seed * 1_000_003 + episode
        try:
            world = play_episode(seed, Weather(), titles)
        except Broken as problem:
            print(f"BROKEN in episode {episode}: {problem}")
            print(f"again: python -m tests.reliability.sim --one {seed} --titles {','.join(titles)}")
            return 1
        faults += world.faults
        counts += world.history.counts
        counts["virtual seconds"] += (world.now - 1_000_000_000) // 1000
        for log in world.logs.values():
            trace.update(log[-1].hash.encode())
        episode += 1
    print(f"{episode} episodes, {faults.total()} faults: " + ", ".join(f"{name} {n}" for name, n in sorted(faults.items())))
    print(", ".join(f"{n} {name}" for name, n in sorted(counts.items())))
    print(f"trace {trace.hexdigest()[:16]}, {time.process_time() - begun:.1f} s of CPU; no promise was broken")
    return 0


if __name__ == "__main__":
    sys.exit(main())
