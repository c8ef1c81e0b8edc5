"""The README keeps its promises: its session runs, its commands exist, its picture is there."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def sessions(markdown: str) -> list[str]:
    """Returns the Python blocks that show a console session."""
    blocks = re.findall(r"^```python\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL)
    return [block for block in blocks if ">>> " in block]


def differences(markdown: str) -> str:
    """Runs the sessions of a page, each going on where the last one ended, and returns what came out otherwise."""
    text = "\n".join(sessions(markdown))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test, out=report.append)
    return "".join(report)


def test_the_session_runs_as_printed():
    """What a reader types after us answers as it did for us."""
    assert sessions(README)
    assert differences(README) == ""


def test_a_wrong_answer_is_noticed():
    """The runner compares, it does not merely run."""
    assert "Got:" in differences("```python\n>>> 1 + 1\n3\n```\n")


def test_every_command_exists():
    """Each `make` verb on the page is a verb of the Makefile."""
    verbs = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(re.findall(r"```.*?```|`[^`]+`", README, re.DOTALL))))

    assert {"play", "test"} <= named
    assert named <= verbs


@pytest.mark.parametrize("picture", re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README))
def test_every_picture_is_there(picture):
    """Pictures live in the repository, not elsewhere."""
    assert (ROOT / picture).is_file()


def test_every_picture_says_what_it_shows():
    """A reader who cannot see the picture gets a sentence."""
    assert all(text.strip() for text in re.findall(r"!\[([^\]]*)\]", README))
