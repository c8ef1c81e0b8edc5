"""What is carried to a GPU: a mirror on the CPU that says what must come of it, and the script that packs, compares and times.

No GPU is needed here. The stand-in for CuPy below takes exactly what the script would launch, decodes it as the compiled kernel
does, and lets the CPU carry it out; what it cannot show is that a real device comes to the same, which `bench/gpu.py run` is for.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bench import gpu
from ghosthouse import house
from ghosthouse.kernel import Setup
from ghosthouse.kernel.backends import cuda, mirror
from ghosthouse.kernel.backends.batch import Batch
from ghosthouse.kernel.backends.binder import dtype_of
from ghosthouse.kernel.backends.mirror import Mirror
from ghosthouse.kernel.backends.native import NativeGame, as_array, entries, word_of
from ghosthouse.kernel.chance import ChanceRecord
from ghosthouse.kernel.layout import layout_of
from tests.sixth_game.here import CANDLE, find
from tests.walk import name, titles, usual

pytestmark = pytest.mark.native

# Compiling the mirror's two entry points takes long for the large games, and says the same of all of them.
FIRST = {title.game.id: usual(title) for title in reversed(titles()) if title.game.id != CANDLE.id}
one_of_each_game = pytest.mark.parametrize(
    "setup", [CANDLE.setup("plain", 3), *(pytest.param(setup, marks=pytest.mark.slow) for setup in FIRST.values())], ids=name
)
ROOT = Path(__file__).parents[2]


# --- The mirror -------------------------------------------------------------------------------------------------------------


@one_of_each_game
def test_a_mirror_plays_the_games_of_a_batch(setup: Setup):
    """Launches of one decision, and of many, lead to the states, plies and results of a batch that picks from the same streams."""
    size = 24
    batch = Batch(setup, size, gpu.SEED, look=False)
    start = batch._streams.copy()
    single, many = Mirror(setup, size, gpu.SEED, start), Mirror(setup, size, gpu.SEED, start)
    ended = np.zeros(size, np.int64)

    for _ in range(90):
        batch.step_at_random()
        single.launch(1)
        ended += batch.done
    many.launch(90)

    for array in gpu.ARRAYS:
        assert getattr(single, array).tobytes() == getattr(many, array).tobytes(), array
    going = single.plies >= 0  # a batch deals a finished game anew at once, a GPU before the next decision
    assert going.sum() > 0
    assert (single.states[going] == batch.states[going]).all()
    assert (single.plies[going] == batch.plies[going]).all()
    assert (single.to_move[going] == batch.to_move[going]).all()
    assert (going == (batch.done == 0)).all()
    assert (single.streams == batch._streams).all()
    assert (single.restarts == batch.restarts).all()
    assert (single.done == ended).all()


@one_of_each_game
def test_a_mirror_answers_what_rules_answer(setup: Setup):
    """Every question of the `rest` kernel, against plain Python, for states in the middle of games."""
    from ghosthouse.kernel import Chance, layout_of, pack, unpack

    glass = Mirror(setup, 6, gpu.SEED, gpu.streams(6))
    glass.launch(25)
    rules, weigh, t = setup.game.room("rules"), setup.game.room("heuristics").weigh, setup.tables
    plain = [unpack(setup.shape, state.tobytes()) for state in glass.states]
    for seat in range(setup.seats):
        glass.inquire(mirror.OBSERVE, seat)
        for i, s in enumerate(plain):
            seen = setup.seen_shape()
            rules.observe(s, t, seat, seen)
            assert glass.seen[i].tobytes() == pack(seen)
        for action in range(0, setup.game.actions, 7):
            glass.inquire(mirror.WHY_NOT, seat, action)
            assert glass.out.tolist() == [rules.why_not(s, t, seat, action) for s in plain]
            glass.inquire(mirror.LEGAL, seat, action)
            assert glass.out.tolist() == [rules.legal(s, t, seat, action >> 5) for s in plain]
            marked = glass.out >> (action & 31) & 1
            glass.inquire(mirror.WEIGH, seat, action, 0)
            for i, mark in enumerate(marked):
                seen = unpack(setup.seen_shape, glass.seen[i].tobytes())
                assert glass.out[i] == (weigh(seen, t, seat, action, 0) if mark else 0)
    chances = glass.chances.copy()
    glass.inquire(mirror.IMAGINE, 0)
    for i, s in enumerate(plain):
        c = Chance(chances[i]["k0"].tobytes() + chances[i]["k1"].tobytes(), int(chances[i]["ply"]))
        c.index = int(chances[i]["index"])
        rules.imagine(s, t, c, 0)
        assert glass.states[i].tobytes() == pack(s)
    assert layout_of(setup.shape).size == glass.states.itemsize


def test_an_argument_is_what_the_compiler_makes_of_an_array():
    """The script that is carried says it in its own words, because it travels alone."""
    assert gpu.argument(4096, 8, 10) == cuda.argument(4096, 8, 10) == [0, 0, 10, 8, 4096, 10, 8]
    assert gpu.argument(4096, 4, 10, 43) == cuda.argument(4096, 4, 10, 43) == [0, 0, 430, 4, 4096, 10, 43, 172, 4]
    assert (gpu.OBSERVE, gpu.IMAGINE, gpu.WEIGH, gpu.WHY_NOT, gpu.LEGAL, gpu.ASK) == (
        mirror.OBSERVE, mirror.IMAGINE, mirror.WEIGH, mirror.WHY_NOT, mirror.LEGAL, mirror.ASK,
    )  # fmt: skip


# --- The script, with a stand-in for CuPy -------------------------------------------------------------------------------------


class OnDevice:
    """An array that is only reached by its pointer, or by copying it back."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array.copy()
        self.data = SimpleNamespace(ptr=self._array.ctypes.data)

    def get(self) -> np.ndarray:
        """Copies it back."""
        return self._array.copy()

    def sum(self) -> np.ndarray:
        """Adds it up."""
        return self._array.sum()

    @property
    def nbytes(self) -> int:
        """How many bytes it has."""
        return self._array.nbytes


class Kernel:
    """A kernel of the sixth game: decodes what was launched, as the PTX declares it, and carries it out on the CPU."""

    def __init__(self, path: str, entry: str) -> None:
        self.text = Path(path).read_text("ascii")
        assert f".visible .entry {entry}(" in self.text
        self.parameters = len(re.findall(rf"^\s*\.param \.u64 {entry}_param_\d+,?$", self.text, re.MULTILINE))
        self.what = Path(path).stem

    def __call__(self, grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...]) -> None:
        """Launches."""
        assert len(arguments) == self.parameters
        assert all(isinstance(value, np.int64) for value in arguments)
        values = [int(value) for value in arguments]

        def array(*dtype: Any) -> Any:
            nothing, none, items, size, pointer = values[:5]
            dimensions = 2 if dtype == (2,) else 1
            shape, strides = values[5 : 5 + dimensions], values[5 + dimensions : 5 + 2 * dimensions]
            del values[: 5 + 2 * dimensions]
            kind = np.dtype(f"i{size}") if dimensions == 2 else np.dtype(dtype[0])
            assert (nothing, none, items, size) == (0, 0, int(np.prod(shape)), kind.itemsize)
            assert strides == ([size] if dimensions == 1 else [size * shape[1], size])
            memory = (ctypes.c_char * (items * size)).from_address(pointer)
            return np.frombuffer(memory, kind).reshape(shape)

        setup = CANDLE.setup("plain")
        self.threads, self.block = grid[0] * block[0], block[0]
        tables = array(dtype_of(type(setup.tables)))
        if self.what == "games":
            self.whole_games(setup, array, values)
        elif self.what == "step":
            longs, keys = array(np.int64), array(np.int64)
            arrays = [array(np.int64) for _ in range(5)]
            assert len(values) == 3
            states, chances = longs.view(dtype_of(setup.shape)), keys.view(dtype_of(ChanceRecord))
            raw = states.view(word_of(setup.shape)).reshape(len(states), -1)
            self.check(len(states), cuda.fit(setup))
            entries(setup.game).launch(tables, states, raw, chances, *arrays, *values)
        else:
            arrays = [
                array(dtype_of(setup.shape)),
                array(dtype_of(ChanceRecord)),
                array(dtype_of(setup.seen_shape)),
                array(np.int64),
            ]
            assert len(values) == 4
            self.check(len(arrays[0]), cuda.BLOCK)
            entries(setup.game).inquire(tables, *arrays, *values)

    def check(self, size: int, block: int) -> None:
        """As many threads as there are games, in blocks of the size that the kernel was made for."""
        assert self.block == block
        assert self.threads >= size > self.threads - block

    def whole_games(self, setup: Setup, array: Any, values: list[int]) -> None:
        """What the kernel of whole games does, by the entry point of playouts."""
        assert array(dtype_of(setup.shape)).tobytes() == as_array(setup.blank()).tobytes()
        plies, scores, wins = array(np.int64), array(2), array(2)
        _, seed, first, limit = values
        assert limit == setup.game.longest
        self.check(len(plies), cuda.fit(setup))
        played = NativeGame(setup).playouts(len(plies), seed, first=first)
        for result, expected in zip((plies, scores, wins), (played[which] for which in gpu.RESULTS), strict=True):
            assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
            result[:] = expected


def stand_in(devices: int = 1) -> Any:
    """As much of CuPy as the script uses."""
    runtime = SimpleNamespace(getDeviceCount=lambda: devices, getDeviceProperties=lambda number: {"name": b"a stand-in"})
    return SimpleNamespace(
        __version__="0",
        asarray=OnDevice,
        zeros=lambda size: OnDevice(np.zeros(size)),
        RawModule=lambda path: SimpleNamespace(get_function=lambda entry: Kernel(path, entry)),
        cuda=SimpleNamespace(runtime=runtime, Device=lambda number=0: SimpleNamespace(synchronize=lambda: None, use=lambda: None)),
    )


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script on small numbers, in a house of one game."""
    monkeypatch.setattr(gpu, "CHECKED", 96)
    monkeypatch.setattr(gpu, "STAGES", ((1, 1), (9, 1), (2, 20)))
    monkeypatch.setattr(gpu, "SIZES", ((200, 1), (136, 50)))
    monkeypatch.setattr(gpu, "WHOLE", 150)
    monkeypatch.setattr(gpu, "SECONDS", 0.01)
    monkeypatch.setattr(house, "games", lambda: {"candle": CANDLE})
    monkeypatch.setattr(house, "find", find)


def test_what_is_packed_runs_and_agrees(
    small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Pack and run, end to end: every parameter that the PTX declares is given, every hash agrees, and JSON is printed."""
    assert gpu.main(["pack", "--out", str(tmp_path)]) == 0
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    [row] = manifest["titles"]
    assert (row["title"], row["faults"], row["seats"]) == ("candle/plain", [], 4)
    assert row["state"] == layout_of(CANDLE.setup("plain").shape).size
    assert {path.name for path in (tmp_path / "candle-plain").iterdir()} == {
        "step.ptx", "games.ptx", "rest.ptx", "tables.npy", "blank.npy", *(f"{array}.npy" for array in gpu.ARRAYS)
    }  # fmt: skip

    capsys.readouterr()
    monkeypatch.setitem(sys.modules, "cupy", stand_in())
    assert gpu.main(["run", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)

    [ran] = report["titles"]
    assert (ran["agrees"], ran["differs"]) == (True, [])
    assert [(timed["states"], timed["decisions_per_launch"]) for timed in ran["timed"]] == [(200, 1), (136, 50)]
    assert all(timed["decisions_per_second"] > timed["games_per_second"] > 0 for timed in [*ran["timed"], ran["whole_games"]])
    told = gpu.section(report, {"candle/plain": {"gpu_step": 1, "gpu_games": 10**18}})
    assert re.search(r"\| candle/plain, 4 seats \| 30 hashes agree (\| \d+\.\d\d ){3}\|", told)
    assert "| 1e-09 a launch: reached, 1e+09 in whole games: **missed** |" in told

    row["expected"]["stage 1: states"] = "0" * 32
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert gpu.main(["run", str(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out)["titles"][0]["differs"] == ["stage 1: states"]


def test_a_run_without_cupy_or_gpu_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """One sentence each, exit 2: nothing packed, no CuPy, CuPy without a device, CuPy without a driver."""
    assert gpu.main(["run", str(tmp_path)]) == 2
    assert "gpu.py pack --out" in capsys.readouterr().err

    (tmp_path / "manifest.json").write_text('{"seed": 7, "titles": []}')
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert gpu.main(["run", str(tmp_path)]) == 2
    assert "CuPy is not here" in capsys.readouterr().err

    monkeypatch.setitem(sys.modules, "cupy", stand_in(devices=0))
    assert gpu.main(["run", str(tmp_path)]) == 2
    assert "CuPy is here, a GPU is not" in capsys.readouterr().err

    broken = stand_in()
    broken.cuda.runtime.getDeviceCount = lambda: 1 // 0
    monkeypatch.setitem(sys.modules, "cupy", broken)
    assert gpu.main(["run", str(tmp_path)]) == 2
    assert "a GPU is not: integer division" in capsys.readouterr().err


def test_an_unknown_title_is_not_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The sentence of the house, and exit 2."""
    assert gpu.main(["pack", "--out", str(tmp_path), "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_the_script_travels_alone(tmp_path: Path):
    """`run` imports NumPy and CuPy, and nothing of the house."""
    alone = tmp_path / "gpu.py"
    alone.write_text((ROOT / "bench" / "gpu.py").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "manifest.json").write_text('{"seed": 7, "titles": []}')
    blocked = "import sys; sys.modules['ghosthouse'] = None; sys.argv[1:] = ['run', '.']; exec(open('gpu.py').read())"

    done = subprocess.run(
        [sys.executable, "-c", blocked], cwd=tmp_path, env={**os.environ}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "gpu: CuPy is " in done.stderr
