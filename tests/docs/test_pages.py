"""The pages keep the house's habits: links that lead somewhere, one sentence per line, one kind of page per folder."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
KINDS = ("tutorial", "how-to", "reference", "explanation", "decisions")
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("changelog.d/*.md")])

# The end of one sentence and the beginning of the next on one line; a heading's or an item's own number is no sentence.
SECOND_SENTENCE = re.compile(r"[.?!] +(?=[A-Z\"*])")
OWN_NUMBER = re.compile(r"^(?:#+ )?(?:[-*] |\d+\. )?")

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def prose(text: str) -> list[tuple[int, str]]:
    """Returns the numbered lines of a page that are prose: no code blocks, no tables, no inline code."""
    lines, fenced = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith(("|", "<")) and not line.startswith("    "):
            words = re.sub(r"`[^`]*`|\[[^\]]*\]\([^)]*\)", "Word", line.strip())
            lines.append((number, OWN_NUMBER.sub("", words, count=1)))
    return lines


def crowded(text: str) -> list[str]:
    """Returns the lines that hold more than one sentence."""
    return [f"{number}: {line}" for number, line in prose(text) if SECOND_SENTENCE.search(line)]


def dead_links(page: Path) -> list[str]:
    """Returns the relative links of a page that lead nowhere."""
    links = re.findall(r"\]\(([^)\s#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [link for link in links if "://" not in link and not (page.parent / link).exists()]


@pages
def test_one_sentence_per_line(page):
    """A changed sentence is one changed line."""
    assert crowded(page.read_text(encoding="utf-8")) == []


@pages
def test_every_link_leads_somewhere(page):
    """Moving a file moves what points at it."""
    assert dead_links(page) == []


@pages
def test_a_page_begins_with_its_title(page):
    """The index of the docs is made of these titles."""
    if page.parent.name == "changelog.d" and page.name != "README.md":
        pytest.skip("a fragment is one sentence, with no title")
    assert page.read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_page(kind):
    """Four kinds of page and the decisions, each in a folder of its own and none of them empty."""
    assert list((DOCS / kind).glob("*.md"))


@pytest.mark.parametrize("page", sorted((DOCS / "decisions").glob("*.md")), ids=lambda page: page.name)
def test_a_decision_has_its_three_parts(page):
    """Context, choice, consequence: one page each, numbered."""
    text = page.read_text(encoding="utf-8")

    assert re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", page.name)
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == ["Context", "Choice", "Consequence"]
    assert len(text.splitlines()) <= 60


def test_decisions_are_numbered_without_gaps():
    """Two branches that take the same number meet here."""
    numbers = sorted(int(page.name[:4]) for page in (DOCS / "decisions").glob("*.md"))

    assert numbers == list(range(1, len(numbers) + 1))


def test_every_verb_is_described():
    """The reference page knows each verb of the Makefile."""
    verbs = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    described = re.findall(r"^## `make ([a-z-]+)`", (DOCS / "reference" / "verbs.md").read_text(), re.MULTILINE)

    assert described == verbs


def test_planted_faults_are_found(tmp_path):
    """The checks above can fail."""
    page = tmp_path / "page.md"
    page.write_text("# A page\n\nOne sentence. Another one.\nSee [nothing](nowhere.md).\n")

    assert len(crowded(page.read_text())) == 1
    assert dead_links(page) == ["nowhere.md"]
