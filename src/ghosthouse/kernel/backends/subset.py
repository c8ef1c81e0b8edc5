"""Where a rule leaves the subset that compiles: said with file and line, in words that say what would work.

`lint` reads the source of every rule that a game's contract reaches, and needs no compiler. `compile_faults` compiles, and
turns the compiler's long complaint into the place it is about.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..chance import ChanceRecord
from ..game import CONTRACT, Game, Setup
from ..layout import layout_of
from ..rule import is_rule, native_source

NUMBER, ARRAY, RECORDS = "number", "array", "records"  # what a field can be

BUILTINS = {"range", "min", "max", "abs", "len", "int", "bool"}

STATEMENTS = (
    ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass, ast.Expr,
)  # fmt: skip

# What may not stand in a rule, and what to write instead.
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Try: "a rule raises and catches nothing: mark what is legal, and answer with a number",
    ast.Raise: "a rule raises nothing: mark what is legal, and answer with a number",
    ast.Assert: "a rule asserts nothing: check in a test, or where positions are read",
    ast.With: "`with` does not compile",
    ast.Match: "`match` does not compile: use if and elif",
    ast.FunctionDef: "a function inside a rule does not compile: write it beside the rule and mark it with @rule",
    ast.ClassDef: "a class inside a rule does not compile",
    ast.Lambda: "a lambda does not compile: write a function and mark it with @rule",
    ast.Import: "a rule imports nothing: import names at the top of the module",
    ast.ImportFrom: "a rule imports nothing: import names at the top of the module",
    ast.Global: "a rule has no memory but the state",
    ast.Nonlocal: "a rule has no memory but the state",
    ast.Delete: "nothing can be deleted in a rule: write 0",
    ast.List: "a list has to be allocated: use a field of the state",
    ast.Dict: "a dict does not compile: use an array in the tables",
    ast.Set: "a set does not compile: use the bits of a number",
    ast.ListComp: "a comprehension has to be allocated: write the loop",
    ast.SetComp: "a comprehension has to be allocated: write the loop",
    ast.DictComp: "a comprehension has to be allocated: write the loop",
    ast.GeneratorExp: "a generator does not compile: write the loop",
    ast.JoinedStr: "there are no strings in a rule: tell an event by its number",
    ast.Slice: "a slice does not work on plain arrays: index one element",
    ast.Starred: "a star does not compile: write the arguments out",
    ast.NamedExpr: "`:=` does not compile everywhere: assign on a line of its own",
    ast.Yield: "a rule returns once",
    ast.YieldFrom: "a rule returns once",
    ast.Await: "a rule waits for nothing",
    ast.Div: "`/` makes a float: divide whole numbers with //",
    ast.Pow: "`**` makes a float where the exponent is negative: multiply, or shift",
    ast.MatMult: "there are no matrices in a rule",
    ast.In: "`in` does not compile for arrays: write the loop, or use the bits of a number",
    ast.NotIn: "`not in` does not compile for arrays: write the loop, or use the bits of a number",
    ast.Is: "`is` asks for an object: compare numbers with ==",
    ast.IsNot: "`is not` asks for an object: compare numbers with !=",
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Fault:
    """A place where a rule leaves the subset."""

    file: str
    line: int
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule}: {self.what}"


def reached(game: Game) -> list[Callable[..., Any]]:
    """Every rule that the contract reaches, as compiled code sees it: stand-ins instead of what they stand in for."""
    entry = [getattr(game.room("rules"), name) for name in CONTRACT] + [game.room("heuristics").weigh]
    found: dict[Callable[..., Any], None] = {}
    waiting = [native_source(function) for function in entry if is_rule(function)]
    while waiting:
        function = waiting.pop(0)
        if isinstance(function, str) or function in found:
            continue
        found[function] = None
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if isinstance(value, types.FunctionType) and is_rule(value):
                waiting.append(native_source(value))
    return list(found)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def lint(game: Game) -> list[Fault]:
    """Read every rule that a game reaches and return what will not compile."""
    faults = [
        Fault(
            _file(function), function.__code__.co_firstlineno, function.__name__, "the contract's function is not marked with @rule"
        )
        for function in (*(getattr(game.room("rules"), name) for name in CONTRACT), game.room("heuristics").weigh)
        if not is_rule(function)
    ]
    known: dict[str, str] = {}
    for edition, row in game.editions.items():
        known |= field_kinds(game.setup(edition, row.seats[0]))
    for function in reached(game):
        faults += lint_rule(function, known)
    return sorted(set(faults))


def lint_rule(function: Callable[..., Any], fields: Mapping[str, str] | None = None) -> list[Fault]:
    """Read one rule; `fields` says of what kind each field is that there is, where that is known."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = _Reader(function, fields).read(tree)
    return [Fault(_file(function), first + line - 1, function.__name__, what) for line, what in found]


def _file(function: Callable[..., Any]) -> str:
    return function.__code__.co_filename


class _Reader:
    """Reads the body of one rule."""

    def __init__(self, function: Callable[..., Any], fields: Mapping[str, str] | None) -> None:
        self.fields = fields
        self.globals = function.__globals__
        self.locals = set(function.__code__.co_varnames)

    def read(self, rule: ast.FunctionDef) -> Iterator[tuple[int, str]]:
        arguments = rule.args
        if arguments.kwonlyargs or arguments.kwarg:
            yield rule.lineno, "keyword-only arguments do not compile: pass them by position"
        body = rule.body[1:] if ast.get_docstring(rule) is not None else rule.body
        for statement in body:
            yield from self._statement(statement)

    def _statement(self, node: ast.stmt) -> Iterator[tuple[int, str]]:
        if type(node) in FORBIDDEN:
            yield node.lineno, FORBIDDEN[type(node)]
            return
        if not isinstance(node, STATEMENTS):
            yield node.lineno, f"`{type(node).__name__.lower()}` does not compile"
            return
        if isinstance(node, ast.For):
            if not (isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"):
                yield node.lineno, "a loop counts with range(...): loop over the places of an array, not over the array"
            if node.orelse:
                yield node.lineno, "`for ... else` reads unlike any rulebook: use a flag"
        if isinstance(node, ast.While) and node.orelse:
            yield node.lineno, "`while ... else` reads unlike any rulebook: use a flag"
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from self._target(target)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            swap = isinstance(node.targets[0], ast.Tuple)
            yield from () if swap else [(node.lineno, "a tuple can only be returned and taken apart")]
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                yield from self._statement(child)
            elif isinstance(child, ast.expr) and not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                yield from self._expression(child)

    def _target(self, node: ast.expr) -> Iterator[tuple[int, str]]:
        """What is assigned whole is a second name for the same thing in plain Python, and a copy in machine code."""
        for part in node.elts if isinstance(node, ast.Tuple) else [node]:
            if isinstance(part, ast.Attribute) and self._kind(part) in (ARRAY, RECORDS):
                yield node.lineno, f"the whole of {part.attr} cannot be assigned: change its parts, one by one"
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Attribute) and self._kind(part.value) == RECORDS:
                yield node.lineno, f"a whole record of {part.value.attr} cannot be assigned: change its fields, one by one"

    def _kind(self, node: ast.Attribute) -> str:
        return self.fields.get(node.attr, NUMBER) if self.fields else NUMBER

    def _expression(self, node: ast.expr) -> Iterator[tuple[int, str]]:
        for part, line in _parts(node, node.lineno):
            if type(part) in FORBIDDEN:
                yield line, FORBIDDEN[type(part)]
            elif isinstance(part, ast.Constant) and type(part.value) not in (int, bool):
                yield line, f"{part.value!r} is no whole number: rules know nothing else"
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                yield from self._name(part)
            elif isinstance(part, ast.Attribute):
                yield from self._attribute(part)
            elif isinstance(part, ast.Call):
                yield from self._call(part)

    def _attribute(self, node: ast.Attribute) -> Iterator[tuple[int, str]]:
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        if isinstance(self.globals.get(base), types.ModuleType) and base not in self.locals:
            yield node.lineno, f"{base}.{node.attr} looks into a module: import the name {node.attr} itself"
        elif self.fields is not None and node.attr not in self.fields:
            yield node.lineno, f"there is no field {node.attr!r} in state, tables or seen"

    def _name(self, node: ast.Name) -> Iterator[tuple[int, str]]:
        name = node.id
        if name in self.locals:
            return
        if name not in self.globals:
            if name not in BUILTINS:
                known = "does not compile" if hasattr(builtins, name) else "is not known"
                yield node.lineno, f"{name} {known} here (what does: {', '.join(sorted(BUILTINS))}, and rules)"
            return
        value = self.globals[name]
        if is_rule(value) or isinstance(value, int | types.ModuleType):
            return
        if isinstance(value, types.FunctionType):
            yield node.lineno, f"{name} is not a rule: mark it with @rule"
        else:
            yield (
                node.lineno,
                f"{name} is a {type(value).__name__}: constants in rules are whole numbers; put the rest into the tables",
            )

    def _call(self, node: ast.Call) -> Iterator[tuple[int, str]]:
        if not isinstance(node.func, ast.Name):
            yield node.lineno, f"`{ast.unparse(node.func)}(...)` is a method: call rules by their names"
        elif node.func.id in ("min", "max") and len(node.args) < 2:
            yield node.lineno, f"{node.func.id} compares two numbers or more: write the loop over the places of an array"
        if node.keywords:
            yield node.lineno, "arguments of a rule are given by position"


def _parts(node: ast.AST, line: int) -> Iterator[tuple[ast.AST, int]]:
    """A node and everything in it with the lines they stand on, but nothing in parts that are forbidden as a whole."""
    line = getattr(node, "lineno", line)
    yield node, line
    if type(node) not in FORBIDDEN:
        for child in ast.iter_child_nodes(node):
            yield from _parts(child, line)


def field_kinds(setup: Setup) -> dict[str, str]:
    """Of what kind each field is that a rule of this setup can meet: in state, tables, seen and chance.

    A name that stands for a number in one of them and for an array in another is a number: which is meant, nobody can tell from it.
    """
    found: dict[str, str] = {}
    waiting = [setup.shape, type(setup.tables), setup.seen_shape, ChanceRecord]
    while waiting:
        for field in layout_of(waiting.pop()).fields:
            kind = RECORDS if field.record else ARRAY if field.shape else NUMBER
            found[field.name] = kind if found.get(field.name, kind) == kind else NUMBER
            waiting += [field.record] if field.record else []
    return found


def compile_faults(setup: Setup) -> list[Fault]:
    """Compile a setup's entry points; an error of the compiler becomes the place that it is about."""
    from .warm import warm

    try:
        warm(setup)
    except Exception as problem:  # numba raises whatever it stumbles over
        return [fault_of(problem, setup.game)]
    return []


def fault_of(problem: Exception, game: Game) -> Fault:
    """Find the innermost place that a compiler's message names: in a rule, or at the rule that an entry point calls there."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(problem))
    said = " ".join(text.partition("\n\n")[0].split())
    said = said.partition("(step: nopython frontend) ")[2] or said
    rules = {Path(_file(function)).name: _file(function) for function in reached(game)}
    places = [(Path(file), int(line)) for file, line in re.findall(r"(?:File \"|at )([^\"\n]+?\.py)\"?(?:, line | \()(\d+)", text)]
    for file, line in reversed(places):
        if file.name in rules:
            return Fault(rules[file.name], line, "compiler", said)
    for file, line in reversed(places):
        for name in re.findall(r"\w+(?=\()", _line_of(file, line)):
            function = getattr(game.room("rules"), name, None)
            if name in CONTRACT and callable(function):
                return Fault(_file(function), function.__code__.co_firstlineno, name, f"does not fit where it is called: {said}")
    file, line = places[-1] if places else (Path("unknown"), 0)
    return Fault(str(file), line, "compiler", said)


def _line_of(file: Path, number: int) -> str:
    file = file if file.is_file() else Path("/") / re.sub(r"^(\.\./)+", "", str(file))
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return lines[number - 1] if 0 < number <= len(lines) else ""
