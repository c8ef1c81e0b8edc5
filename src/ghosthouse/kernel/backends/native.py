"""Native code: the rules of a game compiled for this machine's cores, through a cache that cannot go stale.

Only the entry points (`entries.tmpl`) are cached. Their file in the cache folder carries a hash of every source that they reach, of
the versions of Python, numba and NumPy, and of the settings, so a changed rule is always compiled anew. The cache folder is
`$GHOSTHOUSE_CACHE`, else `ghosthouse` in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

try:
    import numba
    import numpy as np
except ModuleNotFoundError as problem:  # pragma: no cover - told to people who installed the small core only
    raise ModuleNotFoundError("native code needs numba and NumPy: pip install 'ghosthouse[native]'") from problem

from .. import bits, chance
from ..chance import ChanceRecord
from ..game import CONTRACT, Game, Setup
from ..layout import pack, unpack
from ..refusal import Illegal, Nonsense
from .binder import INNER, Binder, dtype_of

KERNEL_RULES: dict[str, Callable[..., Any]] = {
    "spread_key": chance.spread_key,
    "start_ply": chance.start_ply,
    "next_pick": chance.next_pick,
    "bounded": chance.bounded,
    "siphash": chance.siphash,
    "popcount": bits.popcount,
    "nth_bit": bits.nth_bit,
}

START, PLAY, LEGAL, OBSERVE, IMAGINE, ASK, WEIGH, KEY = range(8)


def cache_folder() -> Path:
    """Where entry points and their machine code are kept."""
    chosen = os.environ.get("GHOSTHOUSE_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "ghosthouse"


def bind(game: Game, binder: Binder) -> dict[str, Any]:
    """Bind everything that the entry points of a game call."""
    rules, heuristics = game.room("rules"), game.room("heuristics")
    names = {name: binder.twin(getattr(rules, name)) for name in CONTRACT}
    names["weigh"] = binder.twin(heuristics.weigh)
    names |= {name: binder.twin(function) for name, function in KERNEL_RULES.items()}
    names["GROUPS"] = game.groups
    return names


def template() -> str:
    """The text of the entry points."""
    return (resources.files(__package__) / "entries.tmpl").read_text("utf-8")


def fingerprint(game: Game, binder: Binder) -> str:
    """Hash every source and constant that the entry points reach, and everything else that machine code depends on.

    Files that no rule reaches (phrases, views, other rooms of the kernel) are left out: changing them compiles nothing again.
    """
    backend = {Path(__file__).parent / name for name in ("binder.py", "entries.tmpl", "native.py")}
    digest = hashlib.sha256()
    for text in sorted(file.name.encode() + b"\0" + file.read_bytes() for file in backend | set(map(Path, binder.files))):
        digest.update(hashlib.sha256(text).digest())
    settings = (
        platform.python_version(), numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK", ""), game.id,
        game.version, game.groups,
    )  # fmt: skip
    digest.update(repr((settings, sorted(binder.constants))).encode())
    return digest.hexdigest()[:24]


@cache
def entries(game: Game) -> ModuleType:
    """Load the entry points of a game; they are compiled, or read from the cache, when first called."""
    binder = Binder()
    names = bind(game, binder)
    mark = fingerprint(game, binder)
    name = f"ghosthouse_entries_{game.id}_{mark}"
    file = cache_folder() / f"{name}.py"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, suffix=".part", delete=False, encoding="utf-8") as part:
            part.write(f"# {mark}\n" + template())
        os.replace(part.name, file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(names)
    module.__dict__["inner"] = INNER
    module.__dict__["entry"] = numba.njit(nogil=True, error_model="numpy", cache=True)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def warm_mark(setup: Setup) -> Path:
    """The file that says that the machine code of this shape is in the cache."""
    binder = Binder()
    bind(setup.game, binder)
    shapes = f"{setup.state_size()}_{dtype_of(type(setup.tables)).itemsize}"
    return cache_folder() / f"ghosthouse_warm_{setup.game.id}_{fingerprint(setup.game, binder)}_{shapes}"


def is_warm(setup: Setup) -> bool:
    """Say whether native code for this setup can be had without compiling."""
    return warm_mark(setup).exists()


def record_array(record: type, n: int = 1) -> Any:
    """An array of zeroed records."""
    return np.zeros(n, dtype_of(record))


def as_array(record: Any) -> Any:
    """A one-record array with the same bytes as a plain record."""
    return np.frombuffer(bytearray(pack(record)), dtype_of(type(record)))


def key_array(key: bytes) -> Any:
    """A one-record array of chance, with its key set."""
    if len(key) != 16:
        raise ValueError(f"a chance key has 16 bytes, not {len(key)}")
    chances = record_array(ChanceRecord)
    chances[0]["k0"] = int.from_bytes(key[:8], "little")
    chances[0]["k1"] = int.from_bytes(key[8:], "little")
    return chances


class NativeGame:
    """One setup in native code: single states for tests and bots, whole games for the lab."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.entries = entries(setup.game)
        self.tables = as_array(setup.tables)
        self.seen = record_array(setup.seen_shape)
        self.out = np.zeros(max(setup.game.groups, 8), np.int64)

    def _one(self, what: int, states: Any, chances: Any, ply: int = 0, seat: int = 0, action: int = 0) -> None:
        if not -1 <= seat < self.setup.seats or not 0 <= action < self.setup.game.actions:  # native code would read past its arrays
            raise Nonsense(f"there is no seat {seat} or no action {action} in {self.setup.title}")
        self.entries.one(what, states, self.tables, chances, 0, ply, seat, action, self.seen, self.out)

    def deal(self, key: bytes) -> tuple[Any, Any]:
        """Deal a game: a one-state array and its chance."""
        states, chances = as_array(self.setup.blank()), key_array(key)
        self._one(START, states, chances)
        return states, chances

    def play(self, states: Any, chances: Any, ply: int, seat: int, action: int) -> None:
        """Carry out an action; one that is not marked is refused, and changes nothing."""
        self._one(LEGAL, states, _no_chance(), 0, seat, action)
        if seat < 0 or not int(self.out[action >> 5]) >> (action & 31) & 1:
            raise Illegal(f"seat {seat} may not do {action} now")
        self._one(PLAY, states, chances, ply, seat, action)

    def legal(self, states: Any, seat: int) -> list[int]:
        """The marks of a seat, a word for each group."""
        self._one(LEGAL, states, _no_chance(), 0, seat)
        return [int(word) for word in self.out[: self.setup.game.groups]]

    def observe(self, states: Any, seat: int) -> bytes:
        """The bytes of what a seat knows."""
        self.seen[:] = np.zeros(1, self.seen.dtype)
        self._one(OBSERVE, states, _no_chance(), 0, seat)
        return bytes(self.seen.tobytes())

    def imagine(self, states: Any, key: bytes, seat: int) -> None:
        """Draw everything again that a seat does not know, in place."""
        self._one(IMAGINE, states, key_array(key), 0, seat)

    def ask(self, states: Any, seat: int, action: int = 0) -> dict[str, int]:
        """Everything else that rules answer about a state and a seat."""
        self._one(ASK, states, _no_chance(), 0, seat, action)
        return dict(zip(("next_seat", "over", "awaits", "score", "won", "why_not"), map(int, self.out[:6]), strict=True))

    def weigh(self, states: Any, seat: int, action: int, level: int) -> int:
        """How much the heuristics weigh an action, from what the seat knows."""
        self.observe(states, seat)
        self._one(WEIGH, states, _no_chance(), level, seat, action)
        return int(self.out[0])

    def plain(self, states: Any) -> Any:
        """The plain-Python state with the same bytes."""
        return unpack(self.setup.shape, states.tobytes())

    def playouts(self, games: int, seed: int, *, first: int = 0, levels: list[int] | None = None) -> dict[str, Any]:
        """Play whole games on this thread: `plies`, `scores`, `wins` and each of the game's tallies as arrays, and `decisions`.

        `levels` names a heuristic level for each seat; -1, the default, plays uniformly at random.
        """
        seats = self.setup.seats
        if games < 0 or len(levels or [-1] * seats) != seats:
            raise Nonsense(f"playouts take a number of games, and a level for each of {seats} seats, not {games} and {levels}")
        states, raw = raw_pair(self.setup.shape, 1)
        plies = np.zeros(games, np.int64)
        scores = np.zeros((games, seats), np.int64)
        wins = np.zeros((games, seats), np.int8)
        chosen = np.array(levels or [-1] * seats, np.int64)
        tallies = self.setup.game.tallies
        finals = np.zeros((games if tallies else 0, raw.shape[1]), raw.dtype)
        decisions = self.entries.playouts(
            self.tables, states, raw, record_array(ChanceRecord), record_array(self.setup.seen_shape), seats, seed, first, games,
            chosen, plies, scores, wins, self.setup.game.longest, finals,
        )  # fmt: skip
        ends = finals.view(states.dtype).reshape(-1)
        counted = {name: ends[name].astype(np.int64) for name in tallies}
        return {"plies": plies, "scores": scores, "wins": wins, "tallies": counted, "decisions": int(decisions)}


@cache
def _no_chance() -> Any:
    return record_array(ChanceRecord)


def raw_pair(record: type, n: int) -> tuple[Any, Any]:
    """Records, and the same memory as rows of the widest words that fit."""
    states = record_array(record, n)
    return states, states.view(word_of(record)).reshape(n, -1)


def word_of(record: type) -> Any:
    """The dtype of the widest words that a record is a whole number of."""
    size = dtype_of(record).itemsize
    return np.dtype(np.int64 if size % 8 == 0 else np.int32 if size % 4 == 0 else np.int8)
