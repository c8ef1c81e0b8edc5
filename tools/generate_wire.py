"""Writes web/src/wire: the message types as JSON Schema, as an AsyncAPI document and as TypeScript.

    python tools/generate_wire.py            write them
    python tools/generate_wire.py --check    say which are stale, and change nothing

What is changed there by hand is lost.
"""

import sys
from pathlib import Path

from ghosthouse.server.contract import files

FOLDER = Path(__file__).parents[1] / "web" / "src" / "wire"


def main() -> int:
    """Write or check, and return the exit code."""
    checking = sys.argv[1:] == ["--check"]
    stale = [name for name, text in files().items() if not (FOLDER / name).is_file() or (FOLDER / name).read_text("utf-8") != text]
    for name in stale:
        if checking:
            print(f"web/src/wire/{name} is stale: run `make docs`", file=sys.stderr)
        else:
            (FOLDER / name).write_text(files()[name], "utf-8")
    return 1 if checking and stale else 0


if __name__ == "__main__":
    sys.exit(main())
