"""The pins and the project agree: `make lock` was not forgotten after a change of the dependencies."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def pins(text: str) -> dict[str, str]:
    """Returns name and version of each pinned requirement."""
    return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE))


def wishes(project: dict) -> list[Requirement]:
    """Returns what the project asks for, in its core and all its extras, without its own name."""
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return [wish for line in lines if (wish := Requirement(line)).name != project["name"]]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize("wish", wishes(PROJECT), ids=str)
def test_a_wish_is_pinned_to_a_version_that_fits(wish):
    """Every requirement of pyproject.toml stands in requirements/dev.txt; otherwise run `make lock`."""
    pinned = pins((ROOT / "requirements" / "dev.txt").read_text())

    assert wish.name in pinned
    assert wish.specifier.contains(pinned[wish.name], prereleases=True)


@pytest.mark.parametrize("file", ["dev.txt", "uv.txt"])
def test_every_pin_has_a_hash(file):
    """A file that arrives changed is refused at install."""
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / "requirements" / file).read_text(), flags=re.MULTILINE)[1:]

    assert blocks
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_both_files_pin_the_same_uv():
    """The uv that installs is the uv that is installed."""
    dev, uv = (pins((ROOT / "requirements" / file).read_text()) for file in ("dev.txt", "uv.txt"))

    assert dev["uv"] == uv["uv"]
