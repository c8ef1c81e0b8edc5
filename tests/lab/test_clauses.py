"""Clauses and the tests that name them."""

import sys

import pytest

from ghosthouse.kernel import Game, Nonsense
from ghosthouse.lab import coverage, read_clauses
from ghosthouse.lab.clauses import _named

README = """# Attic

- **AT-01** Two to four play.
- **AT-02** Everybody draws; **AT-03** and shows it.
See AT-04, which is only mentioned, and **AT**, which is no clause.

| ruling | question | we say |
|---|---|---|
| **AT-R1** | Who starts? | Chance. |
| ATR-02 | Ties? | Shared. |
| AT-05 to AT-06 | no single clause | |
"""

TESTS = '''"""AT-03 in the docstring of a module is not a test."""

def test_players():
    """AT-01: two to four. AT-R1."""

class TestDrawing:
    """AT-02."""

    def test_ties(self):
        """ATR-02 and, by mistake, AT-77."""

def helper():
    """AT-03."""
'''


@pytest.fixture
def attic(tmp_path, monkeypatch):
    """A game that is only a rulebook and tests."""
    folder = tmp_path / "attic_of_clauses"
    (folder / "tests" / "scenarios").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "README.md").write_text(README)
    (folder / "tests" / "test_rules.py").write_text(TESTS)
    (folder / "tests" / "scenarios" / "shown.toml").write_text('title = "Shown"\nclauses = ["AT-03"]\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "attic_of_clauses", raising=False)
    return Game(id="attic", package="attic_of_clauses", version=1, groups=1, longest=9, clauses=("AT",))


def test_clauses_are_read_in_the_order_of_the_book(attic):
    """In bold, or alone in the first cell of a table row."""
    assert [(clause.id, clause.text) for clause in read_clauses(attic)] == [
        ("AT-01", "Two to four play."),
        ("AT-02", "Everybody draws;"),
        ("AT-03", "and shows it."),
        ("AT-R1", "Who starts?; Chance."),
        ("ATR-02", "Ties?; Shared."),
    ]


def test_tests_are_found_by_docstring_and_scenario(attic):
    """A function or a class that is a test, or a scenario's list."""
    found = coverage(attic)

    assert {clause.id: clause.tests for clause in found.clauses} == {
        "AT-01": ["test_rules.py::test_players"],
        "AT-02": ["test_rules.py::TestDrawing"],
        "AT-03": ["scenarios/shown.toml"],
        "AT-R1": ["test_rules.py::test_players"],
        "ATR-02": ["test_rules.py::test_ties"],
    }
    assert found.holes == []
    assert found.unknown == {"AT-77": ["test_rules.py::test_ties"]}


def test_a_clause_without_a_test_is_a_hole(attic, tmp_path):
    """The scenario goes, and AT-03 stands alone."""
    (tmp_path / "attic_of_clauses" / "tests" / "scenarios" / "shown.toml").unlink()

    assert coverage(attic).holes == ["AT-03"]


def test_an_installed_game_has_no_tests_to_count(attic, tmp_path):
    """It says where they stand."""
    for file in sorted((tmp_path / "attic_of_clauses" / "tests").rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    (tmp_path / "attic_of_clauses" / "tests").rmdir()

    with pytest.raises(Nonsense, match="they stand in a checkout"):
        coverage(attic)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AT-07 to AT-10: all", ["AT-07", "AT-08", "AT-09", "AT-10"]),
        ("AT-R1 to AT-R3", ["AT-R1", "AT-R2", "AT-R3"]),
        ("AT-1..AT-3 and AT-5", ["AT-1", "AT-2", "AT-3", "AT-5"]),
        ("AT-07a, AT-07, AT-07", ["AT-07a", "AT-07"]),
        ("AT-03 to ATR-05", ["AT-03", "ATR-05"]),
        ("CAT-03, AT-", []),
    ],
)
def test_names_in_a_text(attic, text, names):
    """Each once; a range names what lies between."""
    assert _named(attic, text) == names
