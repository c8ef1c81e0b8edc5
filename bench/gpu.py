"""The rules on a GPU: packed here, where there may be none, and run there, where there may be nothing else.

    python bench/gpu.py pack --out DIR [TITLE ...]    make PTX, arrays and expected hashes; needs ghosthouse with numba-cuda
    python bench/gpu.py run DIR                       load, compare and time them; needs this file, NumPy and CuPy

`pack` plays on the CPU what the GPU is to play (kernel/backends/mirror.py: the same functions, compiled for this machine) and keeps
hashes of every array after some launches. `run` prints one JSON document: for each title whether all hashes agree, and decisions
and games a second for several numbers of states and of decisions in a launch. Its exit code is 0 if all agree, 1 if one differs,
2 if there is nothing to run on. docs/how-to/gpu.md walks through both.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SEED = 7
CHECKED = 4096  # games that are compared byte by byte
STAGES = ((1, 1), (63, 1), (2, 100))  # launches, decisions in each: hashes are taken after each stage
SIZES = ((1 << 20, 1), (1 << 20, 100), (1 << 18, 100), (1 << 16, 1000))  # states, decisions a launch: what is timed
SECONDS = 2.0  # that each timing lasts at least
BLOCK = 128  # threads in a block
OBSERVE, IMAGINE, WEIGH, WHY_NOT, LEGAL, ASK = range(6)  # what `rest` is asked, as in kernel/backends/mirror.py
ARRAYS = ("states", "chances", "plies", "restarts", "to_move", "streams", "done")

Fetch = Callable[[str], bytes]
Launch = Callable[[int], None]
Inquire = Callable[[int, int, int, int], None]


def streams(size: int) -> Any:
    """Where the random policies of all games begin."""
    return (np.arange(1, size + 1, dtype=np.int64) * 2654435761 + SEED * 40503) % 4294967295 + 1


def questions(seats: int, actions: int, levels: int) -> list[tuple[int, int, int, int]]:
    """What is asked about every state: kind, seat, action, level. Each seat weighs what it has observed just before."""
    some = sorted({0, 1, actions // 3, actions // 2, actions - 1})
    asked = [(OBSERVE, -1, 0, 0)]
    for seat in range(seats):
        asked.append((OBSERVE, seat, 0, 0))
        asked += [(WEIGH, seat, action, level) for action in range(min(actions, 32)) for level in range(levels)]
        asked += [(WHY_NOT, seat, action, 0) for action in some]
        asked += [(LEGAL, seat, group, 0) for group in range(0, actions, 32)]
        asked.append((ASK, seat, 0, 0))
    return asked + [(IMAGINE, seat, 0, 0) for seat in range(seats)]


def witness(row: dict[str, Any], launch: Launch, inquire: Inquire, fetch: Fetch) -> dict[str, str]:
    """Go through all stages and questions, and return the hash of every array after each. Both sides of the comparison are this."""
    found = {}
    for stage, (launches, decisions) in enumerate(STAGES):
        for _ in range(launches):
            launch(decisions)
        for name in ARRAYS:
            found[f"stage {stage}: {name}"] = _hash(fetch(name))
    answers: dict[int, Any] = {kind: hashlib.sha256() for kind in range(6)}
    for kind, seat, action, level in questions(row["seats"], row["actions"], row["levels"]):
        inquire(kind, seat, action, level)
        answers[kind].update(fetch("seen" if kind == OBSERVE else "states" if kind == IMAGINE else "out"))
    names = ("observe", "imagine", "weigh", "why_not", "legal", "ask")
    return found | {f"rest: {name}": answers[kind].hexdigest()[:32] for kind, name in enumerate(names)}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


# --- pack: on any machine ---------------------------------------------------------------------------------------------------


def pack(out: Path, wanted: list[str]) -> int:
    """Write a folder for each title, and `manifest.json` beside them."""
    from ghosthouse import house
    from ghosthouse.kernel import Refusal

    try:
        chosen = [house.find_title(name) for name in wanted] or house.titles(lobby=True)
    except Refusal as problem:
        print(f"gpu: {problem}", file=sys.stderr)
        return 2
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for title in chosen:
        began = time.perf_counter()
        rows.append(_pack_title(out, title.game.setup(title.edition.id)))
        print(f"{title.id}: packed in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    (out / "manifest.json").write_text(json.dumps({"seed": SEED, "titles": rows}, indent=1) + "\n", encoding="utf-8")
    return 0


def _pack_title(out: Path, setup: Any) -> dict[str, Any]:
    from ghosthouse.kernel.backends.cuda import compile_ptx, faults
    from ghosthouse.kernel.backends.mirror import Mirror

    mirror = Mirror(setup, CHECKED, SEED, streams(CHECKED))
    folder = out / setup.title.replace("/", "-")
    folder.mkdir(exist_ok=True)
    entries, wrong = {}, []
    for kernel in ("step", "rest"):
        ptx = compile_ptx(setup, kernel)
        (folder / f"{kernel}.ptx").write_text(ptx.text, encoding="ascii")
        entries[kernel] = ptx.entry
        wrong += faults(ptx)
    for name in ("tables", *ARRAYS):
        array = getattr(mirror, name)
        np.save(folder / f"{name}.npy", array.view(np.uint8) if array.dtype.names else array)
    row = {
        "title": setup.title,
        "folder": folder.name,
        "rules": setup.game.version,
        "seats": setup.seats,
        "actions": setup.game.actions,
        "levels": len(setup.game.room("heuristics").LEVELS),
        "state": mirror.states.itemsize,
        "word": mirror.raw.itemsize,
        "chance": mirror.chances.itemsize,
        "table": mirror.tables.itemsize,
        "seen": mirror.seen.itemsize,
        "entries": entries,
        "faults": wrong,
    }
    row["expected"] = witness(
        row,
        mirror.launch,
        lambda kind, seat, action, level: mirror.inquire(kind, seat, action, level),
        lambda name: getattr(mirror, name).tobytes(),
    )
    return row


# --- run: where the GPU is --------------------------------------------------------------------------------------------------


def run(folder: Path) -> int:
    """Load what was packed, compare hashes, time launches, print JSON."""
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        print(f"gpu: there is no {manifest}: make it with `python bench/gpu.py pack --out {folder}`", file=sys.stderr)
        return 2
    try:
        import cupy
    except ImportError as problem:
        print(
            f"gpu: CuPy is not here ({problem}): install the one for this CUDA, for instance `pip install cupy-cuda13x`",
            file=sys.stderr,
        )
        return 2
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except Exception as problem:  # CuPy has a type of its own for each thing that a driver can lack
        count, why = 0, f": {problem}"
    else:
        why = ""
    if not count:
        print(f"gpu: CuPy is here, a GPU is not{why}", file=sys.stderr)
        return 2
    packed = json.loads(manifest.read_text("utf-8"))
    rows = [_run_title(cupy, folder / row["folder"], row, packed["seed"]) for row in packed["titles"]]
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"]
    report = {"device": device.decode() if isinstance(device, bytes) else device, "cupy": cupy.__version__, "titles": rows}
    print(json.dumps(report, indent=1))
    return 0 if all(row["agrees"] for row in rows) else 1


class Games:
    """The games of a title on the GPU: the same arrays as a mirror's."""

    def __init__(self, cupy: Any, folder: Path, row: dict[str, Any], size: int, seed: int) -> None:
        self.cupy, self.row, self.size, self.seed = cupy, row, size, seed
        kernels = {
            name: cupy.RawModule(path=str(folder / f"{name}.ptx")).get_function(row["entries"][name]) for name in row["entries"]
        }
        self.step, self.rest = kernels["step"], kernels["rest"]
        self.tables = cupy.asarray(np.load(folder / "tables.npy"))
        first = {name: np.load(folder / f"{name}.npy") for name in ARRAYS} if size == CHECKED else fresh(row, size)
        self.arrays = {name: cupy.asarray(array) for name, array in first.items()}
        self.arrays["seen"] = cupy.asarray(np.zeros(size * row["seen"], np.uint8))
        self.arrays["out"] = cupy.asarray(np.zeros(size, np.int64))

    def launch(self, decisions: int) -> None:
        """Let every game make this many decisions at random."""
        row, words = self.row, self.row["state"] // self.row["word"]
        arguments = self._records("tables", "states") + argument(self._pointer("states"), row["word"], self.size, words)
        arguments += self._records("chances") + self._numbers("plies", "restarts", "to_move", "streams", "done")
        self._start(self.step, [*arguments, row["seats"], self.seed, decisions])

    def inquire(self, what: int, seat: int, action: int, level: int) -> None:
        """Ask one thing about every state."""
        arguments = self._records("tables", "states", "chances", "seen") + self._numbers("out")
        self._start(self.rest, [*arguments, what, seat, action, level])

    def fetch(self, name: str) -> bytes:
        """The bytes of an array, copied from the GPU."""
        return bytes(self.arrays[name].get().tobytes())

    def _pointer(self, name: str) -> int:
        return int((self.tables if name == "tables" else self.arrays[name]).data.ptr)

    def _records(self, *names: str) -> list[int]:
        sizes = {"tables": "table", "states": "state", "chances": "chance", "seen": "seen"}
        shaped = [(name, self.row[sizes[name]], 1 if name == "tables" else self.size) for name in names]
        return [value for name, item, items in shaped for value in argument(self._pointer(name), item, items)]

    def _numbers(self, *names: str) -> list[int]:
        return [value for name in names for value in argument(self._pointer(name), 8, self.size)]

    def _start(self, kernel: Any, arguments: list[int]) -> None:
        blocks = (self.size + BLOCK - 1) // BLOCK
        kernel((blocks,), (BLOCK,), tuple(np.int64(value) for value in arguments))


def argument(pointer: int, item_size: int, *shape: int) -> list[int]:
    """What a contiguous array is for such a kernel: nothing, nothing, items, item size, pointer, then shape and strides in bytes.

    `ghosthouse.kernel.backends.cuda.argument` says the same; a test holds them together.
    """
    items = 1
    strides: list[int] = []
    for size in reversed(shape):
        strides.insert(0, items * item_size)
        items *= size
    return [0, 0, items, item_size, pointer, *shape, *strides]


def fresh(row: dict[str, Any], size: int) -> dict[str, Any]:
    """Arrays of games that are dealt by the first launch."""
    made: dict[str, Any] = {name: np.zeros(size, np.int64) for name in ("restarts", "to_move", "done")}
    made["states"] = np.zeros(size * row["state"], np.uint8)
    made["chances"] = np.zeros(size * row["chance"], np.uint8)
    made["plies"] = np.full(size, -1, np.int64)
    made["streams"] = streams(size)
    return made


def _run_title(cupy: Any, folder: Path, row: dict[str, Any], seed: int) -> dict[str, Any]:
    games = Games(cupy, folder, row, CHECKED, seed)
    found = witness(row, games.launch, games.inquire, games.fetch)
    differs = [name for name, expected in row["expected"].items() if found.get(name) != expected]
    timed = [_time(cupy, folder, row, size, decisions, seed) for size, decisions in SIZES]
    return {
        "title": row["title"],
        "seats": row["seats"],
        "state": row["state"],
        "agrees": not differs,
        "differs": differs,
        "timed": timed,
    }


def _time(cupy: Any, folder: Path, row: dict[str, Any], size: int, decisions: int, seed: int) -> dict[str, Any]:
    games = Games(cupy, folder, row, size, seed)
    games.launch(200)  # the games drift apart, and the kernel is loaded
    ended = int(games.arrays["done"].sum())
    cupy.cuda.Device().synchronize()
    launches, began, passed = 0, time.perf_counter(), 0.0
    while passed < SECONDS:
        for _ in range(max(1, 200 // decisions)):
            games.launch(decisions)
            launches += 1
        cupy.cuda.Device().synchronize()
        passed = time.perf_counter() - began
    finished = int(games.arrays["done"].sum()) - ended
    return {
        "states": size,
        "decisions_per_launch": decisions,
        "launches": launches,
        "seconds": round(passed, 3),
        "decisions_per_second": round(size * decisions * launches / passed),
        "games_per_second": round(finished / passed),
    }


def main(arguments: list[str]) -> int:
    """Pack or run; return the exit code."""
    parser = argparse.ArgumentParser(prog="gpu", description="Carry the rules to a GPU.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    packing = verbs.add_parser("pack", help="make PTX, arrays and expected hashes; needs no GPU")
    packing.add_argument("--out", type=Path, required=True, metavar="DIR")
    packing.add_argument("titles", nargs="*", metavar="TITLE", help="game/edition; all of the lobby if left out")
    running = verbs.add_parser("run", help="compare and time what was packed; needs NumPy, CuPy and a GPU")
    running.add_argument("folder", type=Path, metavar="DIR")
    wish = parser.parse_args(arguments)
    return pack(wish.out, wish.titles) if wish.verb == "pack" else run(wish.folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
