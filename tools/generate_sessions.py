"""Plays the sessions in the docs again and writes down what was said, so that no page shows an output that nobody gets.

    python tools/generate_sessions.py            write them
    python tools/generate_sessions.py --check    say which are stale, and change nothing

A session is a block fenced as `console` with a line `$ ghosthouse ...`. What a reader types stands behind the prompts of the
session, and is typed again. Commands of one page share a folder, so that a game saved by one is resumed by the next.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```console\n(\$ ghosthouse .*?)^```$", re.MULTILINE | re.DOTALL)
PROMPTS = ("(? helps): ", "Enter leaves: ")


def played(command: str, typed: list[str], folder: Path) -> str:
    """Returns what a command says, with the lines typed at its prompts."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    done = subprocess.run(
        [sys.executable, "-m", "ghosthouse", *command.split()[1:]],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment | {"XDG_STATE_HOME": str(folder), "TERM": "dumb"},
        check=False,
    )
    said = done.stdout + done.stderr
    return re.sub(r"[ \t]+$", "", said, flags=re.MULTILINE).rstrip("\n")


def sessions(block: str) -> list[tuple[str, list[str]]]:
    """Returns the commands of a block, each with the lines typed at its prompts."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ ghosthouse "):
            found.append((line[2:], []))
            continue
        for prompt in PROMPTS:
            _, asked, answer = (line + " ").partition(prompt)
            if asked:
                found[-1][1].append(answer.strip())
    return found


def refreshed(page: str) -> str:
    """Returns a page with all of its sessions played again."""
    with tempfile.TemporaryDirectory() as name:

        def again(match: re.Match[str]) -> str:
            parts = [f"$ {command}\n{played(command, typed, Path(name))}\n" for command, typed in sessions(match[1])]
            return "```console\n" + "\n".join(parts) + "```"

        return BLOCK.sub(again, page)


def main(arguments: list[str]) -> int:
    """Writes or checks the sessions; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = []
    for file in sorted(DOCS.rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        fresh = refreshed(text)
        if fresh != text:
            stale.append(file.relative_to(DOCS.parent).as_posix())
            if not arguments:
                file.write_text(fresh, encoding="utf-8")
    if arguments and stale:
        print(f"sessions are stale in {', '.join(stale)}: run `make docs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
