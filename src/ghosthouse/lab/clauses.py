"""The clauses of a game's rulebook, and the tests that name them.

A clause stands in the game's README, in bold (`**KA-01** Each player ...`) or alone in the first cell of a table row (rulings).
A test names it in its docstring, a scenario in its `clauses`; `KA-72 to KA-76` names all five.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import msgspec

from ghosthouse.kernel import Game, Nonsense


class Clause(msgspec.Struct):
    """A clause: its id, its sentence, and the tests that name it."""

    id: str
    text: str
    tests: list[str] = []


class Coverage(msgspec.Struct):
    """All clauses of a game, and the names in tests that are no clause."""

    game: str
    clauses: list[Clause]
    unknown: dict[str, list[str]] = {}

    @property
    def holes(self) -> list[str]:
        """The clauses that no test names."""
        return [clause.id for clause in self.clauses if not clause.tests]


def rulebook(game: Game) -> str:
    """The game's README."""
    file = resources.files(game.package) / "README.md"
    if not file.is_file():
        raise Nonsense(f"{game.id} has no README.md with its rules")
    return file.read_text("utf-8")


def read_clauses(game: Game) -> list[Clause]:
    """The clauses in the game's README, in its order."""
    name = _name(game)
    cell = re.compile(rf"\|\s*[*`]*({name})[*`]*\s*\|(.*)")
    bold = re.compile(rf"\*\*({name})\*\*")
    found: dict[str, Clause] = {}
    for line in rulebook(game).splitlines():
        row = cell.match(line.strip())
        marks = [row] if row else list(bold.finditer(line))
        for number, mark in enumerate(marks):
            end = marks[number + 1].start() if number + 1 < len(marks) else len(line)
            text = row[2] if row else line[mark.end() : end]
            found.setdefault(mark[1], Clause(mark[1], _plain(text)))
    return list(found.values())


def coverage(game: Game) -> Coverage:
    """Find for every clause the tests that name it."""
    folder = Path(str(resources.files(game.package))) / "tests"
    if not folder.is_dir():
        raise Nonsense(f"the tests of {game.id} are not here ({folder}): they stand in a checkout, not in an installed package")
    made = Coverage(game.id, read_clauses(game))
    by_id = {clause.id: clause for clause in made.clauses}
    for test, text in (*_tests(folder), *_scenarios(folder)):
        for name in _named(game, text):
            if name in by_id:
                by_id[name].tests.append(test)
            else:
                made.unknown.setdefault(name, []).append(test)
    return made


def _name(game: Game) -> str:
    """The pattern of a clause's name: a prefix, R for rulings before or behind the dash, a number, a letter for its parts."""
    return rf"(?:{'|'.join(map(re.escape, game.clauses))})R?-R?\d+[a-z]?"


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\s*\|\s*", "; ", text.strip().strip("|")).replace("**", "").replace("`", "")).strip(" -:")


def _named(game: Game, text: str) -> list[str]:
    """The clauses that a text names, each once, ranges written out."""
    name = _name(game)
    found: dict[str, None] = {}
    for first, last in re.findall(rf"\b({name})(?:\s*(?:to|bis|–|\.\.+)\s*({name}))?\b", text):
        found[first] = None
        head, low = re.fullmatch(r"(.*?)(\d+)[a-z]?", first).groups()  # type: ignore[union-attr]
        if last and (match := re.fullmatch(re.escape(head) + r"(\d+)[a-z]?", last)):
            for number in range(int(low) + 1, int(match[1])):
                found[f"{head}{number:0{len(low)}}"] = None
        if last:
            found[last] = None
    return list(found)


def _tests(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"), str(file))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
                yield f"{file.relative_to(folder).as_posix()}::{node.name}", ast.get_docstring(node) or ""


def _scenarios(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.rglob("*.toml")):
        clauses = tomllib.loads(file.read_text("utf-8")).get("clauses", [])
        if isinstance(clauses, list):
            yield file.relative_to(folder).as_posix(), ", ".join(map(str, clauses))
