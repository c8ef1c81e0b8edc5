"""The rules on a GPU: PTX made on any machine, with or without one, and carried to where a GPU is.

`compile_ptx(setup)` compiles a kernel for sm_90 from the same native twins that the CPU runs: `step`, as many uniformly random
decisions per state and launch as it is told, or `rest`, everything else that rules answer. Every rule is inlined: the text must
hold no call and no local memory, which `faults` checks, because either of them costs most of the speed.

On the machine with the GPU nothing of ghosthouse needs numba: `docs/how-to/gpu.md` shows how CuPy loads the text, and an array
argument becomes seven 64-bit values (0, 0, items, item size, pointer, shape, stride).
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
from .native import bind, template

HOPPER = (9, 0)


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


KERNELS = '''
def step_kernel(tables, states, raw, chances, plies, restarts, to_move, streams, done, seats, seed, decisions):
    """One thread a game: `decisions` uniformly random decisions, games that end start again."""
    i = grid(1)
    if i >= states.size:
        return
    t = tables[0]
    s = states[i]
    c = chances[i]
    ply = plies[i]
    seat = to_move[i]
    stream = streams[i]
    ended = 0
    for _ in range(decisions):
        if ply < 0:
            clear_words(raw, i)
            s.seats = seats
            spread_key(c, seed, i, restarts[i])
            start(s, t, c)
            ply = 0
            seat = next_seat(s, t, -1)
        action, stream = pick(s, t, seat, stream)
        ply += 1
        start_ply(c, ply)
        play(s, t, c, seat, action)
        if over(s, t):
            ended += 1
            restarts[i] += 1
            ply = -1
        else:
            seat = next_seat(s, t, seat)
    plies[i] = ply
    to_move[i] = seat
    streams[i] = stream
    done[i] += ended


def rest_kernel(tables, states, chances, seen, out, what, seat, action):
    """One thread a game: everything that rules answer about a state, and what they imagine."""
    i = grid(1)
    if i >= states.size:
        return
    t = tables[0]
    s = states[i]
    c = chances[i]
    if what == 0:
        observe(s, t, seat, seen[i])
    elif what == 1:
        imagine(s, t, c, seat)
    elif what == 2:
        out[i] = weigh(seen[i], t, seat, action, 0)
    elif what == 3:
        out[i] = why_not(s, t, seat, action)
    elif what == 4:
        out[i] = legal(s, t, seat, action)
    else:
        out[i] = awaits(s, t, seat) + 2 * over(s, t) + 4 * won(s, t, seat) + 8 * score(s, t, seat)
'''


def compile_ptx(setup: Setup, kernel: str = "step") -> Ptx:
    """Compile a kernel of a setup ("step" or "rest") to PTX for Hopper; no GPU is needed."""
    names = bind(setup.game, Binder())
    names |= {"inner": INNER, "entry": lambda function: function, "grid": cuda.grid}
    exec(compile(template() + KERNELS, "entries.tmpl", "exec"), names)
    states = numba.from_dtype(dtype_of(setup.shape))[::1]
    words = numba.types.Array(numba.int64 if dtype_of(setup.shape).itemsize % 8 == 0 else numba.int32, 2, "C")
    tables = numba.from_dtype(dtype_of(type(setup.tables)))[::1]
    chances = numba.from_dtype(dtype_of(ChanceRecord))[::1]
    i64 = numba.int64
    row = i64[::1]
    seen = numba.from_dtype(dtype_of(setup.seen_shape))[::1]
    signatures = {
        "step": numba.void(tables, states, words, chances, row, row, row, row, row, i64, i64, i64),
        "rest": numba.void(tables, states, chances, seen, row, i64, i64, i64),
    }
    real = _dispatcher.get_current_device
    _dispatcher.get_current_device = lambda: _NoDevice()
    try:
        text, _ = cuda.compile_ptx(names[f"{kernel}_kernel"], signatures[kernel], cc=HOPPER, device=False)
    finally:
        _dispatcher.get_current_device = real
    entry = re.search(r"\.visible \.entry (\w+)\(", text)
    assert entry, "the compiler made no entry"
    return Ptx(text, entry[1], setup.state_size(), np.dtype(dtype_of(setup.seen_shape)).itemsize)


def faults(ptx: Ptx) -> list[str]:
    """List what must not be in the text: calls that were not inlined, and local memory."""
    found = []
    for number, line in enumerate(ptx.text.splitlines(), 1):
        if re.search(r"\bcall(\.uni)?\b", line) or ".local" in line:
            found.append(f"line {number}: {line.strip()}")
    return found


def argument(pointer: int, items: int, item_size: int) -> list[int]:
    """What an array argument is for a kernel launched by hand."""
    return [0, 0, items, item_size, pointer, items, item_size]


def machine_types() -> dict[str, Any]:
    """The NumPy types of the arrays that the kernel takes beside states, tables and chance (for whoever carries them)."""
    return {name: np.int64 for name in ("plies", "restarts", "to_move", "streams", "done")}
