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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numba

try:
    cuda: Any = importlib.import_module("numba.cuda")
    _dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    _nvvm: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")
except ImportError as problem:  # pragma: no cover - told to people without the extra
    raise ModuleNotFoundError("PTX needs numba-cuda: pip install 'ghosthouse[cuda]'") from problem

from ..chance import ChanceRecord
from ..game import Setup
from .binder import INNER, Binder, dtype_of
from .native import bind, template, word_of

HOPPER = (9, 0)
WARP = 32  # threads that go through the same instruction together
BLOCK = 256  # threads of a block that plays in the memory of the device
ON_CHIP_BLOCK = 128  # at most, where states are played on the chip
ON_CHIP = 48 * 1024  # bytes there that a block may have without asking
PLACE, COUNTED = 2, 8  # bytes of them for the list of games that have ended: for each thread, and for how many there are


class _NoDevice:
    """Stands in for a GPU while compiling: all that the compiler asks is what it compiles for."""

    compute_capability = HOPPER


@dataclass(frozen=True)
class Ptx:
    """Compiled kernels: the text, the names of their entries, and what the launch needs to know."""

    text: str
    entry: str
    block: int  # threads in a block: exactly so many


KERNELS = '''
@inner
def carry(source, above, target, below, words, k):
    """Copy words, all threads of a block side by side.

    Each fetches eight before it puts down the first: fetching is waiting, and eight wait no longer than one. Behind the last word
    there is only the last word, again.
    """
    last = words - 1
    for j in range(k, words, 8 * BLOCK):
        j1 = min(j + BLOCK, last)
        j2 = min(j + 2 * BLOCK, last)
        j3 = min(j + 3 * BLOCK, last)
        j4 = min(j + 4 * BLOCK, last)
        j5 = min(j + 5 * BLOCK, last)
        j6 = min(j + 6 * BLOCK, last)
        j7 = min(j + 7 * BLOCK, last)
        w0 = source[above + j]
        w1 = source[above + j1]
        w2 = source[above + j2]
        w3 = source[above + j3]
        w4 = source[above + j4]
        w5 = source[above + j5]
        w6 = source[above + j6]
        w7 = source[above + j7]
        target[below + j] = w0
        target[below + j1] = w1
        target[below + j2] = w2
        target[below + j3] = w3
        target[below + j4] = w4
        target[below + j5] = w5
        target[below + j6] = w6
        target[below + j7] = w7


def step_kernel(tables, longs, keys, plies, restarts, to_move, streams, done, seats, seed, decisions):
    """One thread a game: `decisions` uniformly random decisions, games that end start again.

    `longs` and `keys` are the states and the chances, read eight bytes at a time. Those of a block are neighbours, so they are
    fetched together, played on the chip, and brought back: a thread that reads its own state byte by byte from afar waits for
    memory nine tenths of its time.
    """
    k = cuda.threadIdx.x
    block = cuda.blockIdx.x
    rows = min(BLOCK, plies.size - block * BLOCK)
    i = block * BLOCK + k
    mine = min(i, plies.size - 1)
    ply = plies[mine]  # asked for before the states, so that all of it comes together
    seat = to_move[mine]
    stream = streams[mine]
    ended = cuda.shared.array(BLOCK, SMALL)
    count = cuda.shared.array(1, COUNT)
    if k == 0:
        count[0] = 0
    if ON_CHIP:
        here = cuda.shared.array(STATE_LONGS, LONG)
        close = cuda.shared.array(CHANCE_LONGS, LONG)
        at = k
        carry(longs, block * STATE_LONGS, here, 0, STATE_LONGS * rows // BLOCK, k)
        carry(keys, block * CHANCE_LONGS, close, 0, CHANCE_LONGS * rows // BLOCK, k)
    else:
        here = longs
        close = keys
        at = i
    states = here.view(STATE)
    chances = close.view(CHANCE)
    cuda.syncthreads()
    total = 0
    for _ in range(decisions):
        # Few games end at once, but among 32 threads there often is one, and the others would wait while it deals: so those of a
        # block are dealt side by side, by its first threads (hunters 0.50 -> 0.57 billion/s, fright 3.7 -> 3.8).
        if k < rows and ply < 0:
            ended[cuda.atomic.add(count, 0, 1)] = k
        cuda.syncthreads()
        waiting = count[0]
        if waiting:
            if k < waiting:
                other = ended[k]
                place = at - k + other
                to_move[i - k + other] = deal_again(
                    tables[0], states[place], chances[place], here.view(WORD), WORDS, place, i - k + other, restarts, seats, seed
                )
            cuda.syncthreads()
            if k == 0:
                count[0] = 0
        if k < rows:
            if ply < 0:
                ply = 0
                seat = to_move[i]
            ply, seat, stream = march(tables[0], states[at], chances[at], ply, seat, stream)
            if ply < 0:
                total += 1
                restarts[i] += 1
        cuda.syncthreads()
    if k < rows:
        plies[i] = ply
        to_move[i] = seat
        streams[i] = stream
        if total:
            done[i] += total
    if ON_CHIP:
        carry(here, 0, longs, block * STATE_LONGS, STATE_LONGS * rows // BLOCK, k)
        carry(close, 0, keys, block * CHANCE_LONGS, CHANCE_LONGS * rows // BLOCK, k)


def games_kernel(tables, blank, plies, scores, wins, seats, seed, first, limit):
    """One thread a game, from its deal to its end, on the chip: only lengths, scores and winners are written out."""
    i = grid(1)
    k = cuda.threadIdx.x
    here = cuda.shared.array(BLOCK, STATE_TYPE)
    close = cuda.shared.array(BLOCK, CHANCE_TYPE)
    if i >= plies.size:
        return
    s = here[k]
    here[k] = blank[0]
    plies[i] = random_game(tables[0], s, close[k], seats, seed, first + i, limit)
    for p in range(seats):
        scores[i, p] = score(s, tables[0], p)
        wins[i, p] = won(s, tables[0], p) if over(s, tables[0]) else 0


def rest_kernel(tables, states, chances, seen, out, what, seat, action, level):
    """One thread a game: everything that rules answer about a state, and what they imagine."""
    i = grid(1)
    if i >= states.size:
        return
    out[i] = answer(tables[0], states[i], chances[i], seen[i], what, seat, action, level)
'''


def _inlined(function: Any) -> Any:
    """Compile like `INNER`, and inline it wherever it is called, however long it is: left alone, the compiler calls a long rule."""
    twin = INNER(function)
    twin.targetoptions["forceinline"] = True  # no option of the CPU's compiler, but its twins become device functions with it
    return twin


def compile_ptx(setup: Setup, kernel: str = "step") -> Ptx:
    """Compile a kernel of a setup ("step", "games" or "rest") to PTX for Hopper; no GPU is needed."""
    state, chance, tables = (dtype_of(record) for record in (setup.shape, ChanceRecord, type(setup.tables)))
    word = word_of(setup.shape)
    on_chip = kernel == "games" or (kernel == "step" and fit(setup) >= WARP)
    block = fit(setup) if on_chip else BLOCK
    names = bind(setup.game, Binder(_inlined))
    names |= {"inner": _inlined, "entry": lambda function: function, "grid": cuda.grid, "cuda": cuda, "BLOCK": block}
    names |= {"STATE": state, "STATE_TYPE": numba.from_dtype(state), "STATE_LONGS": block * state.itemsize // 8, "ON_CHIP": on_chip}
    names |= {"CHANCE": chance, "CHANCE_TYPE": numba.from_dtype(chance), "CHANCE_LONGS": block * chance.itemsize // 8}
    names |= {"WORD": word, "WORDS": state.itemsize // word.itemsize}
    names |= {"LONG": numba.int64, "SMALL": numba.int16, "COUNT": numba.int32}
    exec(compile(template() + KERNELS, "entries.tmpl", "exec"), names)

    def records(dtype: Any) -> Any:
        return numba.from_dtype(dtype)[::1]

    def rows(number: Any) -> Any:
        return numba.types.Array(number, 2, "C")

    i64 = numba.int64
    row = i64[::1]
    seen = records(dtype_of(setup.seen_shape))
    signatures = {
        "step": numba.void(records(tables), row, row, row, row, row, row, row, i64, i64, i64),
        "games": numba.void(records(tables), records(state), row, rows(i64), rows(numba.int8), i64, i64, i64, i64),
        "rest": numba.void(records(tables), records(state), records(chance), seen, row, i64, i64, i64, i64),
    }
    with _no_device(), _small_code():
        text, _ = cuda.compile_ptx(names[f"{kernel}_kernel"], signatures[kernel], cc=HOPPER, device=False)
    text = text.replace(".address_size 64", '.address_size 64\n.pragma "nounroll";', 1)
    entry = re.search(r"\.visible \.entry (\w+)\(", text)
    assert entry, "the compiler made no entry"
    return Ptx(text, entry[1], block)


def fit(setup: Setup) -> int:
    """How many games of a setup the chip holds for a block: a block's threads, or else as many as there is room for."""
    room = (ON_CHIP - COUNTED) // (setup.state_size() + dtype_of(ChanceRecord).itemsize + PLACE)
    return min(ON_CHIP_BLOCK, room // WARP * WARP) or room


@contextmanager
def _no_device() -> Iterator[None]:
    """Let the compiler believe in a GPU."""
    real = _dispatcher.get_current_device
    _dispatcher.get_current_device = lambda: _NoDevice()
    try:
        yield
    finally:
        _dispatcher.get_current_device = real


@contextmanager
def _small_code() -> Iterator[None]:
    """Compile for size: a kernel holds all rules, and what does not fit into a GPU's instruction cache is fetched again and again.

    Unrolled loops made Ghost Hunters 370 kB long; 52 of 60 cycles its threads then waited for instructions. There is no option for
    this, so the mark is put on what the compiler hands to NVVM.
    """
    real = _nvvm.llvm_replace

    def marked(text: str) -> str:
        lines = real(text).splitlines()
        return "\n".join(_marked(line) if line.startswith("define ") else line for line in lines)

    _nvvm.llvm_replace = marked
    try:
        yield
    finally:
        _nvvm.llvm_replace = real


def _marked(definition: str) -> str:
    end = definition.rindex(")") + 1
    return f"{definition[:end]} optsize{definition[end:]}"


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
