"""The rules on a GPU: PTX made on any machine, with or without one, and carried to where a GPU is.

`compile_ptx(setup)` compiles a kernel for sm_90 from the same native twins that the CPU runs: `step`, as many uniformly random
decisions per state and launch as it is told, `games`, whole games, or `rest`, everything else that rules answer. Every rule is
inlined: the text must hold no call and no local memory, which `faults` checks, because either of them costs most of the speed.

On the machine with the GPU nothing of ghosthouse is needed, nor numba: `docs/how-to/gpu.md` shows how CuPy loads the text, and an
array argument becomes 64-bit values (`argument`). What must come of it a CPU can say beforehand: `mirror`.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

try:
    cuda: Any = importlib.import_module("numba.cuda")
    _dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
except ImportError as problem:  # pragma: no cover - told to people without the extra
    raise ModuleNotFoundError("PTX needs numba-cuda: pip install 'ghosthouse[cuda]'") from problem

from ..chance import ChanceRecord
from ..game import Setup
from .binder import INNER, Binder, dtype_of
from .native import bind, template, word_of

HOPPER = (9, 0)
BLOCK = 128  # threads
ON_CHIP = 48 * 1024  # bytes of shared memory that a block may have without asking


class _NoDevice:
    """Stands in for a GPU while compiling: all that the compiler asks is what it compiles for."""

    compute_capability = HOPPER


@dataclass(frozen=True)
class Ptx:
    """Compiled kernels: the text, the names of their entries, and what the launch needs to know."""

    text: str
    entry: str
    state_size: int
    seen_size: int
    block: int  # the most threads in a block; `games` takes exactly this many


KERNELS = '''
def step_kernel(tables, states, raw, chances, plies, restarts, to_move, streams, done, seats, seed, decisions):
    """One thread a game: `decisions` uniformly random decisions, games that end start again."""
    i = grid(1)
    if i >= states.size:
        return
    ply, seat, stream, ended = march(
        tables[0], states[i], chances[i], raw, i, plies[i], to_move[i], streams[i], restarts, seats, seed, decisions
    )
    plies[i] = ply
    to_move[i] = seat
    streams[i] = stream
    done[i] += ended


def rest_kernel(tables, states, chances, seen, out, what, seat, action, level):
    """One thread a game: everything that rules answer about a state, and what they imagine."""
    i = grid(1)
    if i >= states.size:
        return
    out[i] = answer(tables[0], states[i], chances[i], seen[i], what, seat, action, level)


def games_kernel(tables, blank, plies, scores, wins, seats, seed, first, limit):
    """One thread a game, from its deal to its end, on the chip: only lengths, scores and winners are written out."""
    i = grid(1)
    k = cuda.threadIdx.x
    here = cuda.shared.array(BLOCK, STATE)
    keys = cuda.shared.array(BLOCK, CHANCE)
    if i >= plies.size:
        return
    s = here[k]
    here[k] = blank[0]
    plies[i] = random_game(tables[0], s, keys[k], seats, seed, first + i, limit)
    for p in range(seats):
        scores[i, p] = score(s, tables[0], p)
        wins[i, p] = won(s, tables[0], p) if over(s, tables[0]) else 0
'''


def _inlined(function: Any) -> Any:
    """Compile like `INNER`, and inline it wherever it is called, however long it is: left alone, the compiler calls a long rule."""
    twin = INNER(function)
    twin.targetoptions["forceinline"] = True  # no option of the CPU's compiler, but its twins become device functions with it
    return twin


def compile_ptx(setup: Setup, kernel: str = "step") -> Ptx:
    """Compile a kernel of a setup ("step", "games" or "rest") to PTX for Hopper; no GPU is needed."""
    state, chance = numba.from_dtype(dtype_of(setup.shape)), numba.from_dtype(dtype_of(ChanceRecord))
    block = block_of(setup) if kernel == "games" else BLOCK
    names = bind(setup.game, Binder(_inlined))
    names |= {"inner": _inlined, "entry": lambda function: function, "grid": cuda.grid, "cuda": cuda}
    names |= {"BLOCK": block, "STATE": state, "CHANCE": chance}
    exec(compile(template() + KERNELS, "entries.tmpl", "exec"), names)
    states, chances = state[::1], chance[::1]
    words = numba.types.Array(numba.from_dtype(word_of(setup.shape)), 2, "C")
    tables = numba.from_dtype(dtype_of(type(setup.tables)))[::1]
    i64 = numba.int64
    row = i64[::1]
    seen = numba.from_dtype(dtype_of(setup.seen_shape))[::1]
    by_seat = [numba.types.Array(number, 2, "C") for number in (i64, numba.int8)]
    signatures = {
        "step": numba.void(tables, states, words, chances, row, row, row, row, row, i64, i64, i64),
        "games": numba.void(tables, states, row, *by_seat, i64, i64, i64, i64),
        "rest": numba.void(tables, states, chances, seen, row, i64, i64, i64, i64),
    }
    real = _dispatcher.get_current_device
    _dispatcher.get_current_device = lambda: _NoDevice()
    try:
        text, _ = cuda.compile_ptx(names[f"{kernel}_kernel"], signatures[kernel], cc=HOPPER, device=False)
    finally:
        _dispatcher.get_current_device = real
    entry = re.search(r"\.visible \.entry (\w+)\(", text)
    assert entry, "the compiler made no entry"
    return Ptx(text, entry[1], setup.state_size(), np.dtype(dtype_of(setup.seen_shape)).itemsize, block)


def block_of(setup: Setup) -> int:
    """How many games of a setup fit on the chip together: all that a block of `games` may have, in whole warps if there is one."""
    fit = min(BLOCK, ON_CHIP // (setup.state_size() + dtype_of(ChanceRecord).itemsize))
    return fit if fit < 32 else fit // 32 * 32


def faults(ptx: Ptx) -> list[str]:
    """List what must not be in the text: calls that were not inlined, and local memory."""
    found = []
    for number, line in enumerate(ptx.text.splitlines(), 1):
        if re.search(r"\bcall(\.uni)?\b", line) or ".local" in line:
            found.append(f"line {number}: {line.strip()}")
    return found


def argument(pointer: int, item_size: int, *shape: int) -> list[int]:
    """What a contiguous array is for a kernel launched by hand: seven 64-bit values, or nine for the two dimensions of `raw`."""
    items = 1
    strides: list[int] = []
    for size in reversed(shape):
        strides.insert(0, items * item_size)
        items *= size
    return [0, 0, items, item_size, pointer, *shape, *strides]
