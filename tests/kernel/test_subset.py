"""The tool that says, with file and line, where a rule leaves the compilable subset."""

import importlib
import inspect
import sys
import textwrap

import pytest

from ghosthouse import house
from ghosthouse.kernel import Game
from ghosthouse.kernel.backends.subset import ARRAY, FORBIDDEN, NUMBER, RECORDS, lint, lint_rule, reached
from tests.toys.lanterns import GAME

every_game = pytest.mark.parametrize("game", [*house.games().values(), GAME], ids=lambda game: game.id)

HEAD = """
from ghosthouse.kernel import layout_of
from ghosthouse.kernel import chance
from ghosthouse.kernel.rule import rule

SEVEN = 7
ROWS = (1, 2, 3)


def unmarked(s):
    return s.level


@rule
def fine(s, t, seat: int) -> tuple[int, int]:
    \"\"\"A docstring is no string.\"\"\"
    level: int = s.seat[seat].level + SEVEN
    for i in range(3):
        if i < level and not s.cards[i, 0] & 1:
            continue
        s.cards[i, 0], s.cards[i, 1] = s.cards[i, 1], s.cards[i, 0]
    return max(level, 0), -level if level > 3 else level // 2


@rule
def planted(s, t, seat):
"""

FAULTS = [
    ("x = s.level / 2", "`/` makes a float"),
    ("x = s.level ** 2", "`**` makes a float"),
    ("s.level += 1.5", "1.5 is no whole number"),
    ("x = 'red'", "'red' is no whole number"),
    ("x = None", "None is no whole number"),
    ("x = f'{seat}'", "no strings"),
    ("x = [1, 2]", "a list has to be allocated"),
    ("x = {1: 2}", "a dict"),
    ("x = {1, 2}", "a set"),
    ("x = (1, 2)", "a tuple can only be returned"),
    ("x = [i for i in range(3)]", "a comprehension"),
    ("x = sum(i for i in range(3))", "sum does not compile"),
    ("x = s.cards[1:3]", "a slice"),
    ("x = seat in s.cards", "`in` does not compile"),
    ("x = seat not in s.cards", "`not in` does not compile"),
    ("x = s is t", "`is` asks for an object"),
    ("x = lambda: 1", "a lambda"),
    ("raise ValueError", "raises nothing"),
    ("assert seat", "asserts nothing"),
    ("del seat", "nothing can be deleted"),
    ("global SEVEN", "no memory but the state"),
    ("import math", "imports nothing"),
    ("for card in s.cards: pass", "a loop counts with range"),
    ("x = unmarked(s)", "unmarked is not a rule: mark it with @rule"),
    ("x = ROWS[1]", "ROWS is a tuple"),
    ("x = chance.HALF", "chance.HALF looks into a module: import the name HALF itself"),
    ("x = s.cards.count(3)", "is a method"),
    ("x = fine(s, t, seat=1)", "given by position"),
    ("x = sorted(s.cards)", "sorted does not compile"),
    ("x = nowhere(s)", "nowhere is not known"),
    ("try:\n        pass\n    finally:\n        pass", "raises and catches nothing"),
    ("with s: pass", "`with`"),
    ("match seat:\n        case 1: pass", "`match`"),
    ("def inner(): pass", "beside the rule"),
    ("class Inner: pass", "a class inside a rule"),
    ("x = fine(*s)", "a star"),
    ("if (y := seat): pass", "`:=`"),
    ("from math import pi", "imports nothing"),
    ("x = s @ t", "no matrices"),
    ("x = s is not t", "`is not`"),
    ("x = {i for i in range(3)}", "a comprehension"),
    ("x = {i: i for i in range(3)}", "a comprehension"),
    ("x = max(i for i in range(3))", "a generator"),
    ("x = max(s.cards)", "max compares two numbers or more"),
    ("nonlocal_free = 1\n    while seat: pass\n    else: pass", "`while ... else`"),
]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Writes a module of rules and imports it."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(text):
        (tmp_path / "planted_rules.py").write_text(text)
        monkeypatch.delitem(sys.modules, "planted_rules", raising=False)
        importlib.invalidate_caches()
        return importlib.import_module("planted_rules")

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return write


@every_game
def test_the_rules_of_the_house_stay_in_the_subset(game):
    """Every rule that a contract reaches, kernel included."""
    names = {function.__name__ for function in reached(game)}

    assert {"start", "legal", "play", "observe", "imagine", "weigh", "siphash"} <= names
    assert lint(game) == []


@pytest.mark.parametrize(("line", "said"), FAULTS, ids=[line.partition("\n")[0] for line, _ in FAULTS])
def test_a_planted_fault_is_found_on_its_line(module, line, said):
    """With file and line, and with what would work."""
    made = module(HEAD + textwrap.indent(line, "    ", lambda text: not text.startswith("    ")) + "\n    return 0\n")

    faults = lint_rule(made.planted)

    assert faults, line
    assert any(said in fault.what for fault in faults), faults
    source = inspect.getsource(made).splitlines()
    assert source[faults[0].line - 1].strip() in line
    assert faults[0].file == made.__file__
    assert str(faults[0]).startswith(f"{made.__file__}:{faults[0].line}: planted: ")


def test_a_fine_rule_has_no_faults(module):
    """The lint does not cry wolf."""
    assert lint_rule(module(HEAD + "    return 0\n").fine) == []


def test_every_forbidden_thing_is_planted_once(module):
    """So that no row of the table is dead."""
    said = {what for _, what in FAULTS}

    for kind, sentence in FORBIDDEN.items():
        if kind.__name__ in ("Nonlocal", "Yield", "YieldFrom", "Await"):  # they need another function around, or make another kind
            continue
        assert any(part in sentence for part in said), kind


def test_generators_are_no_rules(module):
    """A rule returns once."""
    made = module(HEAD + "    yield 1\n")

    assert [fault.what for fault in lint_rule(made.planted)] == ["a rule returns once"]


def test_a_contract_function_without_its_mark_is_found(module, monkeypatch):
    """Forgetting @rule is the commonest fault of all."""
    rules = GAME.room("rules")
    monkeypatch.delattr(rules.over, "__rule__")

    assert [fault.what for fault in lint(GAME)] == ["the contract's function is not marked with @rule"]
    assert isinstance(GAME, Game)


def test_a_field_that_no_layout_has_is_found(module, monkeypatch):
    """The compiler only says KeyError here."""
    made = module("from ghosthouse.kernel.rule import rule\n\n\n@rule\ndef over(s, t):\n    return s.nowhere\n")
    monkeypatch.setattr(GAME.room("rules"), "over", made.over)

    assert [(fault.line, fault.what) for fault in lint(GAME)] == [(6, "there is no field 'nowhere' in state, tables or seen")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("s.seat[0] = s.seat[1]", "a whole record of seat cannot be assigned"),
        ("s.seat[0], s.seat[1] = s.seat[1], s.seat[0]", "a whole record of seat cannot be assigned"),
        ("s.seat = t.seat", "the whole of seat cannot be assigned"),
        ("s.cards = t.cards", "the whole of cards cannot be assigned"),
    ],
)
def test_what_would_be_a_second_name_in_plain_python_is_found(module, line, said):
    """Machine code copies where plain Python binds: the two would part, and no error would say so."""
    made = module(HEAD + f"    {line}\n    return 0\n")

    assert said in [
        fault.what.partition(":")[0] for fault in lint_rule(made.planted, {"seat": RECORDS, "cards": ARRAY, "level": NUMBER})
    ]


def test_a_name_that_is_a_number_somewhere_is_no_fault(module):
    """`me.cards = 0` is fine where `cards` counts a hand, though another record may have an array of that name."""
    made = module(HEAD + "    s.cards = 0\n    return 0\n")

    assert lint_rule(made.planted, {"cards": NUMBER}) == []


@pytest.mark.native
@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ("    return s.seat[0] + s.round", 6, "No implementation of function"),
        ("    x = s.round\n    y = s.seat\n    return y", 4, "does not fit where it is called"),
    ],
)
def test_the_compilers_complaint_becomes_a_place(module, monkeypatch, body, line, said, tmp_path):
    """What no lint can see (records where numbers should be) is compiled, and the place is named."""
    from ghosthouse.kernel.backends import native, subset

    monkeypatch.setenv("GHOSTHOUSE_CACHE", str(tmp_path / "cache"))
    made = module(f"from ghosthouse.kernel.rule import rule\n\n\n@rule\ndef score(s, t, seat):\n{body}\n")
    monkeypatch.setattr(GAME.room("rules"), "score", made.score)
    native.entries.cache_clear()

    faults = subset.compile_faults(GAME.setup("plain", 2))

    native.entries.cache_clear()
    assert [(fault.file, fault.line) for fault in faults] == [(made.__file__, line)]
    assert said in faults[0].what
    assert "\n" not in faults[0].what
