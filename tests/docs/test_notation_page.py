"""docs/reference/notation.md keeps its promises: its examples run, its tables are complete, and its grammar is the house's own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from ghosthouse import house
from ghosthouse.kernel import Record, Refusal, Scenario, Setup, read_record
from ghosthouse.kernel.notation import read_line, write_line
from ghosthouse.kernel.scenario import Step, run
from tests.walk import name, setups, walk

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
WORDED = {  # what the grammar says in words
    "a lower-case letter from a to z": "[a-z]",
    "any character but white space and the bar": r"[^\s|]",
    "the end of a line": "\n",
    "the text of a deck file as a JSON string": r'"[^\n]*"',
    "32 hexadecimal digits": "[0-9a-fA-F]{32}",
    "any text on one line": r"[^\n]*",
}


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def table_below(sentence: str) -> list[list[str]]:
    """The rows of the first table behind a sentence, cells without their code marks."""
    rows = []
    for line in PAGE[PAGE.index(sentence) :].splitlines():
        if line.startswith("|"):
            cells = [cell.strip().replace("\\|", "|").strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            rows.append(cells)
        elif rows:
            break
    return rows[2:]


# --- The grammar: EBNF turned into regular expressions ----------------------------------------------------------------------


class Grammar:
    """Reads the rules of the page. None of them recurs, so each is a regular expression."""

    def __init__(self, text: str) -> None:
        self.rules = dict(re.findall(r"^(\w+)\s*=\s*(.*?)\s*;$", text, re.MULTILINE | re.DOTALL))

    def pattern(self, rule: str) -> str:
        """The regular expression of a rule."""
        self.rest = re.findall(r'"[^"]*"|\?[^?]*\?|\w+|[,|()\[\]{}]', self.rules[rule])
        made = self._choice()
        assert not self.rest, (rule, self.rest)
        return made

    def _choice(self) -> str:
        found = [self._sequence()]
        while self.rest[:1] == ["|"]:
            self.rest.pop(0)
            found.append(self._sequence())
        return f"(?:{'|'.join(found)})"

    def _sequence(self) -> str:
        found = self._part()
        while self.rest[:1] == [","]:
            self.rest.pop(0)
            found += self._part()
        return found

    def _part(self) -> str:
        token = self.rest.pop(0)
        if token in "([{":
            inside = self._choice()
            assert self.rest.pop(0) == {"(": ")", "[": "]", "{": "}"}[token]
            return inside + {"(": "", "[": "?", "{": "*"}[token]
        if token.startswith('"'):
            return re.escape(token[1:-1])
        if token.startswith("?"):
            return WORDED[token.strip("? ")]
        waiting, self.rest = self.rest, []
        made = self.pattern(token)
        self.rest = waiting
        return made


GRAMMAR = Grammar("\n".join(blocks("ebnf")))
POSITION, RECORD = (re.compile(GRAMMAR.pattern(rule)) for rule in ("position", "record"))


@pytest.mark.parametrize("setup", setups(), ids=name)
def test_the_grammar_holds_what_the_house_writes(setup: Setup):
    """Positions along a game of every title, and its record, can be derived from the page."""
    for sitting in walk(setup, "grammar", limit=60):
        assert POSITION.fullmatch(sitting.position()), sitting.position()
    text = Record.of(sitting, {0: "Ada Äö {1}", 1: ""}).text()

    assert RECORD.fullmatch(text), text


@pytest.mark.parametrize(
    "line",
    [
        "fright/amigo seats 3",
        "fright/amigo seats 3 | ",
        "fright/amigo seats 3 | K1",
        "Fright/amigo seats 3 | turn 0",
        "fright/amigo 3 | turn 0",
        "fright/amigo seats 3 | turn  0",
        "fright/amigo seats 3 | turn 0\n",
    ],
)
def test_the_grammar_does_not_hold_everything(line: str):
    """What it holds is not just any line."""
    assert not POSITION.fullmatch(line)


# --- The examples -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [line for block in blocks("position") for line in block.splitlines()])
def test_example_positions_are_read(line: str):
    """Each is a position by the grammar and for its game, and stays the same once it was written in full."""
    assert POSITION.fullmatch(line)

    setup, state = read_line(house.find, line)
    full = write_line(setup, state)

    assert write_line(*read_line(house.find, full)) == full
    if "phase" in line:
        assert full == line


@pytest.mark.parametrize(("line", "because"), table_below("| not a position"))
def test_example_refusals_are_given(line: str, because: str):
    """The reader says what the page says."""
    with pytest.raises(Refusal, match=re.escape(because)):
        read_line(house.find, line)


def test_the_example_record_replays():
    """It is a record by the grammar, is written as it stands there, and can be played."""
    [text] = blocks("record")

    assert RECORD.fullmatch(text)
    assert read_record(text).text() == text
    assert read_record(text).replay(house.find).over()


@pytest.mark.parametrize(("line", "becomes", "said"), table_below("| line | becomes"))
def test_example_damage_is_named(line: str, becomes: str, said: str):
    """One line of the example record replaced."""
    lines = blocks("record")[0].splitlines()
    lines[int(line) - 1] = becomes

    with pytest.raises(Refusal, match=re.escape(said)):
        read_record("\n".join(lines)).replay(house.find)


@pytest.mark.parametrize("text", blocks("scenario"))
def test_the_example_scenario_holds(text: str):
    """And it would not hold if it claimed something else."""
    scenario = msgspec.convert(tomllib.loads(text), Scenario)

    assert run(scenario, house.find) == []
    scenario.step[0].then["level"] = 5
    assert run(scenario, house.find) == ["step 1: level is '6', not '5'"]


@pytest.mark.parametrize(("sentence", "kind"), [("At its head:", Scenario), ("In a step, all of it optional:", Step)])
def test_every_key_of_a_scenario_is_described(sentence: str, kind: type):
    """The tables list the keys that are read, all of them and no others."""
    described = [key.strip(" `") for row in table_below(sentence) for key in row[0].split(",")]

    assert sorted(described) == sorted(field.name for field in msgspec.structs.fields(kind))
