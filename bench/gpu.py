"""The rules on a GPU: packed here, where there may be none, and run there, where there may be nothing else.

    python bench/gpu.py pack --out DIR [TITLE ...]    make PTX, arrays and expected hashes; needs ghosthouse with numba-cuda
    python bench/gpu.py run DIR                       load, compare and time them; needs this file, NumPy and CuPy
    python bench/gpu.py report FILE                   put what `run` printed into RESULTS.md

`pack` plays on the CPU what the GPU is to play (kernel/backends/mirror.py: the same functions, compiled for this machine) and keeps
hashes of every array after some launches, and of the results of whole games. `run` prints one JSON document: for each title whether
all hashes agree, and decisions and games a second for several numbers of states and of decisions in a launch, and for whole games.
Its exit code is 0 if all agree, 1 if one differs, 2 if there is nothing to run on. docs/how-to/gpu.md walks through both.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

SEED = 7
CHECKED = 4096  # games that are compared byte by byte
STAGES = ((1, 1), (63, 1), (2, 100))  # launches, decisions in each: hashes are taken after each stage
SIZES = ((1 << 20, 1), (1 << 20, 100), (1 << 18, 100), (1 << 16, 1000))  # states, decisions a launch: what is timed
WHOLE = 1 << 21  # whole games in a launch
SECONDS = 2.0  # that each timing lasts at least
OBSERVE, IMAGINE, WEIGH, WHY_NOT, LEGAL, ASK = range(6)  # what `rest` is asked, as in kernel/backends/mirror.py
ARRAYS = ("states", "chances", "plies", "restarts", "to_move", "streams", "done")
RESULTS = ("plies", "scores", "wins")  # of whole games
KERNELS = ("step", "games", "rest")

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
    from ghosthouse.kernel.backends.native import NativeGame, as_array

    mirror = Mirror(setup, CHECKED, SEED, streams(CHECKED))
    folder = out / setup.title.replace("/", "-")
    folder.mkdir(exist_ok=True)
    entries, blocks, wrong = {}, {}, []
    for kernel in KERNELS:
        ptx = compile_ptx(setup, kernel)
        (folder / f"{kernel}.ptx").write_text(ptx.text, encoding="ascii")
        entries[kernel] = ptx.entry
        wrong += faults(ptx)
        blocks[kernel] = ptx.block
    for name in ("tables", *ARRAYS):
        array = getattr(mirror, name)
        np.save(folder / f"{name}.npy", array.view(np.uint8) if array.dtype.names else array)
    np.save(folder / "blank.npy", as_array(setup.blank()).view(np.uint8))
    row = {
        "title": setup.title,
        "folder": folder.name,
        "rules": setup.game.version,
        "seats": setup.seats,
        "actions": setup.game.actions,
        "levels": len(setup.game.room("heuristics").LEVELS),
        "state": mirror.states.itemsize,
        "chance": mirror.chances.itemsize,
        "table": mirror.tables.itemsize,
        "seen": mirror.seen.itemsize,
        "blocks": blocks,
        "longest": setup.game.longest,
        "entries": entries,
        "faults": wrong,
    }
    row["expected"] = witness(
        row,
        mirror.launch,
        lambda kind, seat, action, level: mirror.inquire(kind, seat, action, level),
        lambda name: getattr(mirror, name).tobytes(),
    )
    played = NativeGame(setup).playouts(CHECKED, SEED)
    row["expected"] |= {f"games: {name}": _hash(played[name].tobytes()) for name in RESULTS}
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
    began = time.perf_counter()
    kernels = _load(cupy, folder, packed["titles"])
    loaded = time.perf_counter() - began
    rows = [_run_title(cupy, folder / row["folder"], row, kernels[row["title"]], packed["seed"]) for row in packed["titles"]]
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"]
    report = {
        "date": time.strftime("%Y-%m-%d"),
        "device": device.decode() if isinstance(device, bytes) else device,
        "cupy": cupy.__version__,
        "seed": packed["seed"],
        "loaded": round(loaded, 1),
        "titles": rows,
    }
    print(json.dumps(report, indent=1))
    return 0 if all(row["agrees"] for row in rows) else 1


def _load(cupy: Any, folder: Path, rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The kernels by title. The driver compiles the PTX of a large game for half a minute, so all are loaded side by side."""
    cupy.zeros(1)  # a context, which the threads then share

    def load(row: dict[str, Any], name: str) -> Any:
        cupy.cuda.Device(0).use()
        return cupy.RawModule(path=str(folder / row["folder"] / f"{name}.ptx")).get_function(row["entries"][name])

    with ThreadPoolExecutor() as pool:
        wanted = {(row["title"], name): pool.submit(load, row, name) for row in rows for name in row["entries"]}
    found: dict[str, dict[str, Any]] = {row["title"]: {} for row in rows}
    for (title, name), kernel in wanted.items():
        found[title][name] = kernel.result()
    return found


class Games:
    """The games of a title on the GPU: the same arrays as a mirror's."""

    def __init__(self, cupy: Any, folder: Path, row: dict[str, Any], kernels: dict[str, Any], size: int, seed: int) -> None:
        self.cupy, self.row, self.kernels, self.size, self.seed = cupy, row, kernels, size, seed
        self.tables = cupy.asarray(np.load(folder / "tables.npy"))
        first = {name: np.load(folder / f"{name}.npy") for name in ARRAYS} if size == CHECKED else fresh(row, size)
        self.arrays = {name: cupy.asarray(array) for name, array in first.items()}
        self.arrays["seen"] = cupy.asarray(np.zeros(size * row["seen"], np.uint8))
        self.arrays["out"] = cupy.asarray(np.zeros(size, np.int64))

    def launch(self, decisions: int) -> None:
        """Let every game make this many decisions at random."""
        row = self.row
        arguments = self._records("tables") + self._longs("states") + self._longs("chances")
        arguments += self._numbers("plies", "restarts", "to_move", "streams", "done")
        self._start("step", [*arguments, row["seats"], self.seed, decisions])

    def inquire(self, what: int, seat: int, action: int, level: int) -> None:
        """Ask one thing about every state."""
        arguments = self._records("tables", "states", "chances", "seen") + self._numbers("out")
        self._start("rest", [*arguments, what, seat, action, level])

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

    def _longs(self, name: str) -> list[int]:
        size = self.arrays[name].nbytes
        if size % 8:
            raise ValueError(f"{self.size} {name} are {size} bytes: take a number of games that makes whole words of eight")
        return argument(self._pointer(name), 8, size // 8)

    def _start(self, name: str, arguments: list[int]) -> None:
        start(self.kernels[name], self.row["blocks"][name], self.size, arguments)


class WholeGames:
    """Whole games on the GPU, each from its deal to its end in one launch; what is kept is what `playouts` keeps on a CPU."""

    def __init__(self, cupy: Any, folder: Path, row: dict[str, Any], kernels: dict[str, Any], size: int, seed: int) -> None:
        self.row, self.kernel, self.size, self.seed = row, kernels["games"], size, seed
        self.tables, self.blank = (cupy.asarray(np.load(folder / f"{name}.npy")) for name in ("tables", "blank"))
        shapes = {"plies": (size,), "scores": (size, row["seats"]), "wins": (size, row["seats"])}
        types = {"plies": np.int64, "scores": np.int64, "wins": np.int8}
        self.arrays = {name: cupy.asarray(np.zeros(shapes[name], types[name])) for name in RESULTS}

    def launch(self, first: int) -> None:
        """Play the games from number `first` on."""
        row = self.row
        arguments = [
            *argument(int(self.tables.data.ptr), row["table"], 1),
            *argument(int(self.blank.data.ptr), row["state"], 1),
            *argument(int(self.arrays["plies"].data.ptr), 8, self.size),
            *argument(int(self.arrays["scores"].data.ptr), 8, self.size, row["seats"]),
            *argument(int(self.arrays["wins"].data.ptr), 1, self.size, row["seats"]),
        ]
        start(self.kernel, row["blocks"]["games"], self.size, [*arguments, row["seats"], self.seed, first, row["longest"]])

    def fetch(self, name: str) -> bytes:
        """The bytes of a result, copied from the GPU."""
        return bytes(self.arrays[name].get().tobytes())


def start(kernel: Any, block: int, threads: int, arguments: list[int]) -> None:
    """Launch a kernel with as many blocks as its threads need."""
    kernel(((threads + block - 1) // block,), (block,), tuple(np.int64(value) for value in arguments))


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


def _run_title(cupy: Any, folder: Path, row: dict[str, Any], kernels: dict[str, Any], seed: int) -> dict[str, Any]:
    games = Games(cupy, folder, row, kernels, CHECKED, seed)
    found = witness(row, games.launch, games.inquire, games.fetch)
    whole = WholeGames(cupy, folder, row, kernels, CHECKED, seed)
    whole.launch(0)
    found |= {f"games: {name}": _hash(whole.fetch(name)) for name in RESULTS}
    differs = [name for name, expected in row["expected"].items() if found.get(name) != expected]
    return {
        "title": row["title"],
        "rules": row["rules"],
        "seats": row["seats"],
        "state": row["state"],
        "agrees": not differs,
        "differs": differs,
        "compared": len(row["expected"]),
        "timed": [_time(cupy, Games(cupy, folder, row, kernels, size, seed), decisions) for size, decisions in SIZES],
        "whole_games": _time_whole(cupy, WholeGames(cupy, folder, row, kernels, WHOLE, seed)),
    }


def _time(cupy: Any, games: Games, decisions: int) -> dict[str, Any]:
    games.launch(200)  # the games drift apart
    ended = int(games.arrays["done"].sum())
    launches, passed = _repeat(cupy, lambda number: games.launch(decisions), max(1, 200 // decisions))
    finished = int(games.arrays["done"].sum()) - ended
    return {
        "states": games.size,
        "decisions_per_launch": decisions,
        "launches": launches,
        "seconds": round(passed, 3),
        "decisions_per_second": round(games.size * decisions * launches / passed),
        "games_per_second": round(finished / passed),
    }


def _time_whole(cupy: Any, whole: WholeGames) -> dict[str, Any]:
    whole.launch(0)
    launches, passed = _repeat(cupy, lambda number: whole.launch(number * whole.size), 1)
    decisions = int(whole.arrays["plies"].sum())  # of the last launch; all launches are alike in length
    return {
        "games_per_launch": whole.size,
        "launches": launches,
        "seconds": round(passed, 3),
        "decisions_per_second": round(decisions * launches / passed),
        "games_per_second": round(whole.size * launches / passed),
    }


def _repeat(cupy: Any, launch: Callable[[int], None], bundle: int) -> tuple[int, float]:
    """Launch until enough time has passed; return how often, and the seconds."""
    cupy.cuda.Device().synchronize()
    launches, began, passed = 0, time.perf_counter(), 0.0
    while passed < SECONDS:
        for _ in range(bundle):
            launch(launches)
            launches += 1
        cupy.cuda.Device().synchronize()
        passed = time.perf_counter() - began
    return launches, passed


# --- report: back home --------------------------------------------------------------------------------------------------------


def report(file: Path) -> int:
    """Write the section of RESULTS.md."""
    import tomllib

    from report import write  # beside this file

    here = Path(__file__).parent
    found = json.loads(file.read_text("utf-8"))
    write(
        here / "RESULTS.md", "bench/gpu.py", section(found, tomllib.loads((here / "targets.toml").read_text("utf-8"))), "gpu", found
    )
    return 0


def section(found: dict[str, Any], targets: dict[str, Any]) -> str:
    """What a run found, as Markdown."""
    shapes = [(timed["states"], timed["decisions_per_launch"]) for timed in found["titles"][0]["timed"]] if found["titles"] else []
    heads = [f"{states:,} states, {decisions} a launch" for states, decisions in shapes]
    lines = [
        "## On a GPU",
        "",
        f"Measured {found['date']} on one {found['device']}, CuPy {found['cupy']}; the PTX for sm_90 is of `bench/gpu.py pack`.",
        "Command there: `python gpu.py run gpu > gpu.json`; here: `python bench/gpu.py report gpu.json`.",
        "",
        "Billions of uniformly random decisions a second, legality, deals and restarts included, with keyed chance.",
        "Before anything is timed, the bytes of all arrays are compared with what the CPU came to.",
        "",
        f"| title | bytes | {' | '.join(heads)} | whole games | millions of games/s | to reach |",
        f"|---|---|{'---|' * (len(heads) + 3)}",
    ]
    for row in found["titles"]:
        goals = targets.get(row["title"], {})
        reached = [
            f"{goal / 1e9:g} {where}: {'reached' if rate >= goal else '**missed**'}"
            for where, goal, rate in (
                ("a launch", goals.get("gpu_step"), row["timed"][0]["decisions_per_second"]),
                ("in whole games", goals.get("gpu_games"), row["whole_games"]["decisions_per_second"]),
            )
            if goal
        ]
        cells = [
            f"{row['title']}, {row['seats']} seats",
            f"{row['compared']} hashes agree" if row["agrees"] else f"**{len(row['differs'])} of {row['compared']} hashes differ**",
            *(f"{timed['decisions_per_second'] / 1e9:.2f}" for timed in row["timed"]),
            f"{row['whole_games']['decisions_per_second'] / 1e9:.2f}",
            f"{row['whole_games']['games_per_second'] / 1e6:.1f}",
            ", ".join(reached),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Pack, run or report; return the exit code."""
    parser = argparse.ArgumentParser(prog="gpu", description="Carry the rules to a GPU.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    packing = verbs.add_parser("pack", help="make PTX, arrays and expected hashes; needs no GPU")
    packing.add_argument("--out", type=Path, required=True, metavar="DIR")
    packing.add_argument("titles", nargs="*", metavar="TITLE", help="game/edition; all of the lobby if left out")
    running = verbs.add_parser("run", help="compare and time what was packed; needs NumPy, CuPy and a GPU")
    running.add_argument("folder", type=Path, metavar="DIR")
    reporting = verbs.add_parser("report", help="put what `run` printed into RESULTS.md")
    reporting.add_argument("file", type=Path, metavar="FILE")
    wish = parser.parse_args(arguments)
    if wish.verb == "report":
        return report(wish.file)
    return pack(wish.out, wish.titles) if wish.verb == "pack" else run(wish.folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
