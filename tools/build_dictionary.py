"""Builds the English word list of the word game from SCOWL, and the automaton of its default setting.

    python tools/build_dictionary.py                          write both into the game's folder
    python tools/build_dictionary.py --check                  say whether they are stale, and change nothing
    python tools/build_dictionary.py --levels 10 20 35 --out some/folder

The lists are those of Debian's package `scowl` (apt-get install scowl), in /usr/share/dict/scowl: one file for each spelling,
category and level, for instance `british_z-words.35`. From the category *words* come words that are no names, abbreviations or
contractions. Lines with a capital, an apostrophe or any other sign are dropped, accents are folded, and words of four letters and
more are kept, each with the smallest level at which an American and a British list have it.

Of the package's documentation the notice is copied that has to stay with the lists.
"""

import argparse
import gzip
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

from ghosthouse.games.letters import automaton, words

# The spellings of the rule file's section 1.5, shared between the two sides of the Atlantic
AMERICAN = ("english", "american", "variant_1")
BRITISH = ("english", "british", "british_z", "british_variant_1")
CATEGORIES = ("words",)
SCOWL = Path("/usr/share/dict/scowl")
README = Path("/usr/share/doc/scowl/README.gz")
LANGUAGE = "english"
COMPONENTS = Path(words.__file__).parent / "components"
NOTICE = "SCOWL.txt"
FITS = re.compile(r"[a-z]{4,}")
NOTE = """English words of four letters and more, from SCOWL (Debian package scowl, version 2020.12.07).
Written by tools/build_dictionary.py; the notice that belongs to them is in SCOWL.txt.
[american british]: the smallest level at which a list has the words that follow, 0 if none has them."""


def fold(line: str) -> str:
    """Take accents off the letters of a line."""
    return "".join(char for char in unicodedata.normalize("NFD", line) if not unicodedata.combining(char))


def smallest(folder: Path, spellings: list[str], categories: list[str], levels: list[int]) -> dict[str, int]:
    """Return the words of some spellings and categories with the smallest level that has them."""
    found: dict[str, int] = {}
    for level in sorted(levels):
        for spelling in spellings:
            for category in categories:
                file = folder / f"{spelling}-{category}.{level}"
                for line in file.read_text("utf-8").split() if file.exists() else ():
                    word = fold(line)
                    if FITS.fullmatch(word):
                        found.setdefault(word, level)
    return found


def make_list(given: argparse.Namespace) -> bytes:
    """Return the file of the list."""
    here = smallest(given.scowl, given.american, given.categories, given.levels)
    there = smallest(given.scowl, given.british, given.categories, given.levels)
    sections: dict[tuple[int, int], list[str]] = defaultdict(list)
    for word in here.keys() | there.keys():
        sections[here.get(word, 0), there.get(word, 0)].append(word)
    return words.write_list(sections, NOTE)


def notice(readme: Path) -> str:
    """Return what SCOWL's documentation says about copyright and sources."""
    text = gzip.decompress(readme.read_bytes()).decode("utf-8")
    start, end = text.index("COPYRIGHT, SOURCES, and CREDITS:"), text.index("FUTURE PLANS:")
    return (
        "The word list english.txt.xz and the automaton english-60.words were made from SCOWL 2020.12.07.\n"
        "What follows is the part of its README on copyright, sources and credits, unchanged.\n\n" + text[start:end].rstrip() + "\n"
    )


def shipped() -> automaton.Automaton:
    """Build the automaton of the default setting from the list as it lies in the game's folder."""
    words.listed.cache_clear()
    words.listed_words.cache_clear()
    return automaton.build(words.listed_words(LANGUAGE), words.ALPHABETS[LANGUAGE])


def check(folder: Path, made: dict[str, bytes]) -> int:
    """Name the files that are stale; returns the exit status."""
    stale = [name for name, data in made.items() if not (folder / name).exists() or (folder / name).read_bytes() != data]
    if folder == COMPONENTS and not stale and words.unpack(words.component(words.usual_file(LANGUAGE))) != shipped():
        stale = [words.usual_file(LANGUAGE)]
    for name in stale:
        print(f"{name} is stale: run python tools/build_dictionary.py", file=sys.stderr)
    return 1 if stale else 0


def main(arguments: list[str]) -> int:
    """Write or check the files; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scowl", type=Path, default=SCOWL, help="the folder of the lists")
    parser.add_argument("--readme", type=Path, default=README, help="SCOWL's README.gz")
    parser.add_argument("--levels", type=int, nargs="+", default=list(words.LEVELS), help="sizes of SCOWL")
    parser.add_argument("--american", nargs="+", default=list(AMERICAN), help="spelling categories that count as American")
    parser.add_argument("--british", nargs="+", default=list(BRITISH), help="spelling categories that count as British")
    parser.add_argument("--categories", nargs="+", default=list(CATEGORIES), help="sub-categories of SCOWL")
    parser.add_argument("--out", type=Path, default=COMPONENTS, help="where the files are written")
    parser.add_argument("--check", action="store_true", help="change nothing, and fail if a file is stale")
    given = parser.parse_args(arguments)
    if not given.scowl.is_dir():
        print(f"there are no lists in {given.scowl}: apt-get install scowl, or name their folder with --scowl", file=sys.stderr)
        return 2
    if set(given.levels) - set(words.LEVELS):
        print(f"the game knows the levels {', '.join(map(str, words.LEVELS))}", file=sys.stderr)
        return 2
    made = {words.list_file(LANGUAGE): make_list(given)}
    if given.readme.exists():
        made[NOTICE] = notice(given.readme).encode()
    if given.check:
        return check(given.out, made)
    given.out.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (given.out / name).write_bytes(data)
    if given.out == COMPONENTS:
        found = shipped()
        (given.out / words.usual_file(LANGUAGE)).write_bytes(found.pack())
        print(f"{found.words} words up to level 60 in both spellings")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
