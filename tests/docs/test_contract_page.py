"""docs/reference/contract.md lists what there is: no function, field or file of the contract is missing, none is made up."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from ghosthouse.kernel import Edition, Game, Option
from ghosthouse.kernel import game as contract

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "contract.md").read_text(encoding="utf-8")


def first_cells(sentence: str) -> list[str]:
    """The first column of the first table behind a sentence."""
    found = []
    for line in PAGE[PAGE.index(sentence) :].splitlines():
        if line.startswith("|"):
            found.append(line.split("|")[1].strip().strip("`"))
        elif found:
            break
    return found[2:]


@pytest.mark.parametrize(
    ("kind", "sentence"), [(Game, "`Game`, in"), (Edition, "`Edition`, one for"), (Option, "`Option`, one for")]
)
def test_every_field_is_described(kind: type, sentence: str):
    """In the order of the class."""
    assert first_cells(sentence) == [field.name for field in dataclasses.fields(kind)]


def test_every_rule_is_described():
    """With the arguments that it has in the games themselves."""
    described = dict(cell.rstrip(")").split("(") for cell in first_cells("## The rules"))
    assert set(described) == set(contract.CONTRACT)

    rules = (ROOT / "src/ghosthouse/games/fright/rules.py").read_text(encoding="utf-8")
    for name, arguments in described.items():
        written = re.search(rf"^def {name}\((.*?)\)", rules, re.MULTILINE)
        assert written, name
        assert ", ".join(part.partition(":")[0] for part in written[1].split(", ")) == arguments


def test_every_file_is_described():
    """The files that the kernel's contract names, and those beside the code; every game of the house has them."""
    described = first_cells("## The files")
    named = re.findall(r"^    (\w+\.py|phrases/) ", contract.__doc__ or "", re.MULTILINE)

    assert set(named) <= set(described)
    assert set(described) - set(named) == {"README.md", "tests/"}
    for name in described:
        assert (ROOT / "examples/sixth_game/candle_game" / name).exists()
