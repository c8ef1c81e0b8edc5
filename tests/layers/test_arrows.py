"""The arrows of the house: which room may import which.

    games  ->  kernel  <-  bots, lab, envs, table  <-  server, terminal        house, cli look across

The rules are patterns over folders, so a sixth game adds no line here.
A new *room* does: it has to say where its arrows point.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Room -> the rooms that it may import beside itself.
# A game is a room of its own, `games/<name>`; "games/*" stands for any of them.
ARROWS: dict[str, set[str]] = {
    "": set(),  # ghosthouse/__init__.py: everybody pays for what it imports, so it imports nothing
    "kernel": set(),
    "games": {"kernel"},  # games/__init__.py; it names no game
    "games/*": {"kernel"},
    "bots": {"kernel"},
    "lab": {"kernel"},
    "envs": {"kernel"},
    "table": {"kernel"},
    "server": {"kernel", "table"},
    "terminal": {"kernel", "table"},
    "house": {"kernel", "games", "games/*"},
    "cli": {"kernel", "games", "bots", "lab", "envs", "table", "server", "terminal", "house"},
    "__main__": {"cli"},  # python -m ghosthouse
}

# Rooms that meet games as arguments only. No string in them may be a game's name.
NAMELESS = ("kernel", "bots", "lab", "envs", "table", "server", "terminal", "house", "cli")


def room_of(module: str) -> str:
    """Returns the room that a dotted module lives in: `ghosthouse.games.fright.rules` lives in `games/fright`."""
    parts = module.split(".")[1:]
    if not parts:
        return ""
    if parts[0] == "games" and len(parts) > 1:
        return f"games/{parts[1]}"
    return parts[0]


def pattern_of(room: str) -> str:
    """Returns the row of `ARROWS` for a room: every game shares one row."""
    return "games/*" if room.startswith("games/") else room


def modules(package: Path) -> Iterator[tuple[str, Path]]:
    """Yields the dotted name and path of each source file, without the tests inside game folders."""
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        if "tests" in parts:
            continue  # a test may look across, and pytest is the only one that imports it
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(module: str, path: Path, known: set[str]) -> Iterator[tuple[int, str]]:
    """Yields line and dotted target of each import of the house's own code, written out or by `import_module("...")`.

    Imports inside functions and under TYPE_CHECKING count too: an arrow is a thought, not a cost.
    """
    is_package = path.name == "__init__.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                near = module.split(".")
                near = near[: len(near) - node.level + is_package]
                base = ".".join([*near, base] if base else near)
            for alias in node.names:
                # `from ghosthouse import kernel` imports a module, `from ghosthouse import __version__` a name.
                deeper = f"{base}.{alias.name}"
                yield node.lineno, deeper if deeper in known else base
        elif isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if called in ("import_module", "__import__") and isinstance(first, ast.Constant):
                yield node.lineno, str(first.value)


def wrong_imports(package: Path) -> list[str]:
    """Returns one sentence for each import that goes against the arrows."""
    sources = list(modules(package))
    known = {name for name, _ in sources} | {
        ".".join(folder.relative_to(package.parent).parts) for folder in package.rglob("*") if folder.is_dir()
    }
    found = []
    for module, path in sources:
        here = room_of(module)
        may = ARROWS.get(pattern_of(here))
        if may is None:
            found.append(f"{path.relative_to(package)}: the room {here!r} has no arrows yet; give it a row in ARROWS")
            continue
        for line, target in imports(module, path, known):
            if target.split(".")[0] != "ghosthouse":
                continue
            there = room_of(target)
            if there not in ("", here) and pattern_of(there) not in may:
                found.append(f"{path.relative_to(package)}:{line}: {here or 'the front page'} must not import {there}")
    return found


def games(package: Path) -> list[str]:
    """Returns the ids of the games in the tree, which are the names of their folders."""
    folder = package / "games"
    return sorted(path.parent.name for path in folder.glob("*/__init__.py")) if folder.is_dir() else []


def named_games(package: Path, web: Path) -> list[str]:
    """Returns one sentence for each place that knows a game by its name.

    In Python that is a string which is the name, or a path or title that begins with it ("fright/amigo").
    Prose may use the word: `letters` and `hunters` are English too, and sentences decide nothing.
    """
    ids = games(package)
    if not ids:
        return []
    either = "|".join(map(re.escape, ids))
    spelled = re.compile(rf"(?:ghosthouse\.)?(?:games[./])?(?:{either})(?:[./:][\w./:-]*)?")
    found = []
    for room in NAMELESS:
        for path in sorted([*package.glob(f"{room}.py"), *package.glob(f"{room}/**/*.py")]):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and spelled.fullmatch(node.value):
                    found.append(f"{path.relative_to(package)}:{node.lineno}: names the game {node.value!r}")

    quoted = re.compile(rf"""(["'`])(?:[^"'`\s]*/)?(?:{either})(?:[/:][^"'`\s]*)?\1""")
    for path in sorted(web.rglob("*")) if web.is_dir() else []:
        if path.suffix not in {".ts", ".js", ".svelte", ".css", ".html", ".json"}:
            continue
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for hit in quoted.finditer(text):
                found.append(f"web/src/{path.relative_to(web)}:{number}: names the game {hit.group()}")
    return found


def test_every_import_follows_the_arrows():
    """Games know the kernel, the rooms know the kernel, and only house and cli look across."""
    assert wrong_imports(ROOT / "src" / "ghosthouse") == []


def test_nobody_knows_a_game_by_name():
    """Nobody enumerates: a game is found by its folder, so a sixth one needs no edit anywhere."""
    assert named_games(ROOT / "src" / "ghosthouse", ROOT / "web" / "src") == []


# ---- the proof that the two tests above can fail


@pytest.fixture
def house(tmp_path):
    """A small, well-behaved house in a folder of its own."""
    package = tmp_path / "src" / "ghosthouse"
    for file, text in {
        "__init__.py": "",
        "__main__.py": "from ghosthouse.cli import main",
        "kernel/__init__.py": "from ghosthouse.kernel.chance import draw",
        "kernel/chance.py": "import hashlib",
        "games/__init__.py": "",
        "games/attic/__init__.py": "from ghosthouse.games.attic import rules",
        "games/attic/rules.py": "from ghosthouse.kernel import chance\nfrom ...kernel import draw",
        "games/attic/tests/test_rules.py": "from ghosthouse.lab import study",
        "games/cellar/__init__.py": "from ghosthouse import kernel",
        "bots/__init__.py": "from ghosthouse.kernel import chance",
        "server/__init__.py": "from ghosthouse import __version__, table",
        "table/__init__.py": '"""Knows no attic, whatever this sentence says."""',
        "house.py": "from ghosthouse import games, kernel",
        "cli.py": "from ghosthouse import bots, house, server",
    }.items():
        (package / file).parent.mkdir(parents=True, exist_ok=True)
        (package / file).write_text(text)
    return package


def test_a_well_behaved_house_passes(house):
    """The checker does not cry wolf."""
    assert wrong_imports(house) == []
    assert named_games(house, house / "no-web") == []


@pytest.mark.parametrize(
    ("file", "text", "wrong"),
    [
        ("games/attic/rules.py", "import ghosthouse.games.cellar", "games/attic must not import games/cellar"),
        ("games/attic/rules.py", "from ..cellar import rules", "games/attic must not import games/cellar"),
        ("games/attic/rules.py", "from ghosthouse.bots import random", "games/attic must not import bots"),
        ("games/attic/rules.py", "def f():\n    from ghosthouse import house", "games/attic must not import house"),
        ("games/__init__.py", "from . import attic", "games must not import games/attic"),
        ("kernel/chance.py", "from ghosthouse.games import attic", "kernel must not import games/attic"),
        ("kernel/chance.py", "from .. import table", "kernel must not import table"),
        ("kernel/chance.py", 'import_module("ghosthouse.bots")', "kernel must not import bots"),
        ("bots/__init__.py", "from ghosthouse.lab import study", "bots must not import lab"),
        ("table/__init__.py", "import ghosthouse.server", "table must not import server"),
        ("server/__init__.py", "from ghosthouse.bots import pick", "server must not import bots"),
        ("server/__init__.py", "from ghosthouse.games.attic import rules", "server must not import games/attic"),
        ("house.py", "from ghosthouse.cli import main", "house must not import cli"),
        ("__init__.py", "from .kernel import draw", "the front page must not import kernel"),
        ("cellarage/__init__.py", "", "the room 'cellarage' has no arrows yet"),
    ],
)
def test_a_planted_import_is_found(house, file, text, wrong):
    """One arrow bent at a time, and the checker says which."""
    (house / file).parent.mkdir(exist_ok=True)
    (house / file).write_text(text)

    found = wrong_imports(house)

    assert len(found) == 1
    assert wrong in found[0]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("kernel/chance.py", 'GAMES = ["attic"]'),
        ("bots/__init__.py", 'if game.name == "cellar": pass'),
        ("house.py", 'FIRST = "attic/mini"'),
        ("cli.py", 'load("ghosthouse.games.attic.rules")'),
    ],
)
def test_a_planted_name_is_found(house, file, text):
    """A name in a list, in a condition, in a title and in a module path."""
    (house / file).write_text(text)

    assert len(named_games(house, house / "no-web")) == 1


@pytest.mark.parametrize("line", ['if (game === "attic") {', "import Skin from '../../games/attic/skin/Table.svelte'"])
def test_a_planted_name_in_the_web_is_found(house, tmp_path, line):
    """The browser draws any view; it has no favourites."""
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "table.ts").write_text(line)

    assert len(named_games(house, tmp_path / "web")) == 1
