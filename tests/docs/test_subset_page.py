"""docs/reference/rules-subset.md: every example on the left is refused by the reader of rules, every one on the right is not."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

import pytest

from ghosthouse.kernel.backends.subset import ARRAY, BUILTINS, FORBIDDEN, NUMBER, RECORDS, Fault, lint_rule

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "rules-subset.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip().replace("\\|", "|").strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1])
    for line in PAGE.partition("| not this |")[2].splitlines()[2:]
    if line.startswith("|")
]
FIELDS = {"turn": NUMBER, "cards": ARRAY, "seat": RECORDS, "hand": ARRAY, "copies": ARRAY, "fits": ARRAY}
MODULE = """
from ghosthouse.kernel import chance
from ghosthouse.kernel.chance import HALF, draw
from ghosthouse.kernel.rule import rule, tell

KINDS, MIST, TOLD = 3, 24, 1
NAMES = (1, 2)


def plain(n):
    return n


@rule
def helper(n):
    return n


@rule
def example(s, t, c, me, n, one, two, k, pair):
    {code}
"""


def faults(code: str, folder: Path, name: str) -> list[Fault]:
    """Reads a rule with one line in it."""
    file = folder / f"{name}.py"
    file.write_text(MODULE.format(code=code), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"{folder.name}_{name}", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lint_rule(module.example, FIELDS)


@pytest.mark.parametrize(("bad", "good"), ROWS, ids=[row[0] for row in ROWS])
@pytest.mark.filterwarnings('ignore:"is.*" with:SyntaxWarning')
def test_every_row_is_true(bad: str, good: str, tmp_path: Path):
    """The reader says something about the left, and nothing about the right."""
    assert faults(bad, tmp_path, "bad")
    assert faults(good, tmp_path, "good") == []


@pytest.mark.filterwarnings('ignore:"is.*" with:SyntaxWarning')
def test_what_is_forbidden_is_on_the_page():
    """Each construct that the reader knows stands in the table, or is named below it because it takes more than a line."""
    shown = {type(node) for bad, _ in ROWS for node in ast.walk(ast.parse(bad))}
    longer = {
        ast.Try: "`try`", ast.Match: "`match`", ast.ClassDef: "`class`", ast.FunctionDef: "a function inside a rule",
        ast.Await: "`async`", ast.Yield: "`yield`", ast.YieldFrom: "`yield`",
        ast.SetComp: "", ast.DictComp: "", ast.ImportFrom: "", ast.Nonlocal: "",  # like their neighbours in the table
    }  # fmt: skip

    assert set(FORBIDDEN) - shown == set(longer)
    assert [words for words in longer.values() if words not in PAGE] == []


def test_what_may_be_called_is_on_the_page():
    """The names that mean the same on every machine."""
    [line] = [line for line in PAGE.splitlines() if "and other rules" in line]

    assert set(re.findall(r"`(\w+)`", line)) == BUILTINS
