"""What no file in the repository may hold: the host of a registry, or a path of the machine it was written on.

A lock file with a host in it works only where that host answers; ours names versions and hashes alone.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Put together from pieces, so that this file passes its own test.
_DOT = r"\."
HOSTS = "|".join(
    _DOT.join(name)
    for name in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "(?:org|com)"),
        ("registry", "yarnpkg", "com"),
        ("npmmirror", "com"),
        ("anaconda", "org"),
        ("deb", "debian", "org"),
        ("download", "pytorch", "org"),
    )
)
INDEX_OPTIONS = "|".join(f"--{option}[= ]" for option in ("index-url", "extra-index-url", "find-links"))
FOLDERS = ("root", r"home/[a-z]\w*", "work/(?:main|shared|scratch)")
MACHINE_PATHS = "|".join(rf"(?<![\w.])/{folder}/" for folder in FOLDERS)


def tracked_files() -> list[Path]:
    """Returns the files that git knows, without those deleted in the working tree."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: nothing says which files belong to the repository")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def hits(pattern: str, path: Path) -> list[str]:
    """Returns the place of each match in a file; a file that is not text has none."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return []
    return [
        f"{path}:{number}: {hit.group()}" for number, line in enumerate(text.splitlines(), 1) if (hit := re.search(pattern, line))
    ]


@pytest.mark.parametrize("pattern", [HOSTS, INDEX_OPTIONS, MACHINE_PATHS], ids=["host", "index option", "machine path"])
def test_no_tracked_file_holds(pattern):
    """A fresh clone works wherever a registry can be reached under any name, and tells nothing of where it was made."""
    assert [hit for path in tracked_files() for hit in hits(pattern, path)] == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (HOSTS, "https://" + ".".join(["registry", "npmjs", "org"]) + "/svelte/-/svelte-5.tgz"),
        (HOSTS, "files." + ".".join(["pythonhosted", "org"]) + "/packages/"),
        (INDEX_OPTIONS, "--index" + "-url https://example.invalid/simple"),
        (MACHINE_PATHS, "see /" + "home/somebody/notes"),
    ],
    ids=["npm host", "Python host", "index option", "machine path"],
)
def test_a_planted_line_is_found(tmp_path, pattern, line):
    """The patterns match what they are for."""
    (tmp_path / "planted.txt").write_text(f"harmless\n{line}\n")

    assert len(hits(pattern, tmp_path / "planted.txt")) == 1
