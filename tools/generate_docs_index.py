"""Writes docs/README.md, the list of all pages, from the pages' own titles.

    python tools/generate_docs_index.py            write it
    python tools/generate_docs_index.py --check    say whether it is stale, and change nothing

Every script named tools/generate_*.py takes the same two forms: `make docs` runs the first, `make check` the second.
"""

import sys
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"

# Folder -> what a reader comes there for, in the order of a first visit.
KINDS = {
    "tutorial": "Tutorials take a beginner's hand.",
    "how-to": "How-to pages answer a wish.",
    "reference": "Reference is complete and dry.",
    "explanation": "Explanations tell why.",
    "decisions": "Decision records: context, choice, consequence, one page each.",
}


def index(docs: Path) -> str:
    """Returns the text of the index: a heading for each kind, a line for each page."""
    lines = ["# Docs", "", "<!-- Written by tools/generate_docs_index.py; run `make docs` after adding a page. -->"]
    for folder, purpose in KINDS.items():
        lines += ["", f"## {folder}", "", purpose, ""]
        for page in sorted((docs / folder).rglob("*.md")):
            title = page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()
            lines.append(f"- [{title}]({page.relative_to(docs).as_posix()})")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Writes or checks the index; returns the exit status."""
    target, text = DOCS / "README.md", index(DOCS)
    if arguments == ["--check"]:
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            print("docs/README.md is stale: run `make docs`", file=sys.stderr)
            return 1
    elif arguments:
        print(__doc__, file=sys.stderr)
        return 2
    else:
        target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
