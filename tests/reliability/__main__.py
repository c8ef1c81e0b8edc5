"""Every instrument, one after another: `python -m tests.reliability`.

    python -m tests.reliability               all of them, at the counts that are promised
    python -m tests.reliability --quick       with small counts: do the instruments themselves work?
    python -m tests.reliability sim storm     only these; `kill` means everything that is killed
    python -m tests.reliability --list        what would be run

Other options go to the instruments as they are: `python -m tests.reliability sim --faults 1000000`.
Each runs in a process of its own and prints its seed and its counts. The exit code is 1 if any of them went red.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Instrument:
    """One run: a module with its options at full counts, and what replaces them when it has to be quick."""

    name: str
    module: str
    full: str
    quick: str

    def command(self, *, quick: bool, seed: int) -> list[str]:
        """The command line."""
        seeded = [] if self.module in ("every_call", "bugs") else ["--seed", str(seed)]
        return ["-m", f"tests.reliability.{self.module}", *(self.quick if quick else self.full).split(), *seeded]


INSTRUMENTS = (
    Instrument("sim", "sim", "", "--faults 1000"),
    Instrument("every-call", "every_call", "", "--step 7"),
    Instrument("leaks", "leaks", "", "--pairs 8"),
    Instrument("fuzz", "fuzz", "", "--frames 20000"),
    Instrument("schema", "schema", "", "--examples 10"),
    Instrument("kill", "kill", "", "--kills 6"),
    Instrument("kill-postgres", "kill", "--postgres --kills 20", "--postgres --kills 3"),
    Instrument("kill-node", "kill", "--nodes 2 --kills 20", "--nodes 2 --kills 3"),
    Instrument("kill-database", "kill", "--victim database --kills 10", "--victim database --kills 2"),
    Instrument("kill-bus", "kill", "--victim redis --kills 10", "--victim redis --kills 2"),
    Instrument("storm", "storm", "", "--sockets 80 --storms 3"),
    Instrument("evening", "kill", "--to-the-end", "--to-the-end"),
    Instrument("bugs", "bugs", "", "early_ack errors_tell guess_not_stored"),
)


def main(arguments: list[str] | None = None) -> int:
    """Run what is wished for, and say in the end what came of it."""
    options = argparse.ArgumentParser(
        prog="python -m tests.reliability", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("names", nargs="*", metavar="INSTRUMENT", help=", ".join(one.name for one in INSTRUMENTS))
    options.add_argument("--quick", action="store_true")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--list", action="store_true")
    given, more = options.parse_known_args(arguments)
    if unknown := set(given.names) - {one.name for one in INSTRUMENTS}:
        options.error(f"there is no instrument {', '.join(sorted(unknown))}")
    chosen = [
        one for one in INSTRUMENTS
        if not given.names or one.name in given.names or one.name.partition("-")[0] in given.names
    ]  # fmt: skip
    told = []
    for one in chosen:
        command = [*one.command(quick=given.quick, seed=given.seed), *more]
        print(f"\n== {one.name}: python {' '.join(command)}", flush=True)
        if given.list:
            continue
        begun = time.monotonic()
        code = subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode
        told.append((one.name, code, time.monotonic() - begun))
    if told:
        print(f"\n== {'quick' if given.quick else 'full'} counts, seed {given.seed}")
    for name, code, seconds in told:
        print(f"{'green' if code == 0 else 'RED  '} {name:<14} {seconds:5.0f} s")
    return 1 if any(code for _, code, _ in told) else 0


if __name__ == "__main__":
    sys.exit(main())
