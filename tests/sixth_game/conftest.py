"""A house with a sixth game in it: installed into a folder of its own, and seen only by processes that are told of the folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sixth_game.here import FOLDER

ROOT = Path(__file__).parents[2]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the sixth game, with its entry point."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    alone = ["--no-deps", "--no-build-isolation", "--no-index", "--no-compile", "--target", str(target)]
    done = subprocess.run([*pip, *alone, str(FOLDER)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="session")
def beside(installed: Path) -> Run:
    """Runs Python in a process that has the sixth game installed beside the house."""

    def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(installed), "NO_COLOR": "1", "LANG": "C.UTF-8", **environment}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=env,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run
