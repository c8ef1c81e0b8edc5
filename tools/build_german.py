"""Builds the German word list of the word game, and the automaton of its usual setting.

    python tools/build_german.py             write both into the game's folder
    python tools/build_german.py --check     say whether they are stale, and change nothing
    python tools/build_german.py --words FILE --out some/folder

The words are those of https://github.com/enz/german-wordlist, a list for word games that its authors gave to the public domain
(CC0 1.0): with all inflections, without names and abbreviations. It is taken from Debian's package `tanglet-data` (apt-get
install tanglet-data), in /usr/share/tanglet/gamedata/de/words: one word a line, behind its spelling in capitals where the two
differ. Capitals and accents are folded, ß becomes ss, and words of 4 to 15 letters are kept.

The list does not say how familiar a word is, and it has 670,000 of them. So they are weighed by their family: by how many other
words of the list begin or end with it, where the rest is a word too. `haus` is in 700 of them, `ijjar` in none. Forms of a word
count as much as the word. What a level takes is said in `LEVELS`; it is about as many words as the English list has there, and
more from 50 on, for German has more forms: all short words, and longer ones of some family.
"""

import argparse
import gzip
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

from ghosthouse.games.letters import automaton, words

LANGUAGE = "german"
SOURCE = Path("/usr/share/tanglet/gamedata/de/words")
COMPONENTS = Path(words.__file__).parent / "components"
LONGEST = 15
LEVELS = {  # level: (words up to so many letters, words of at least such a weight)
    10: (0, 170),
    20: (0, 75),
    35: (0, 15),
    40: (0, 12),
    50: (7, 10),
    55: (7, 8),
    60: (8, 6),
    70: (8, 3),
}
# Endings of forms: a form is weighed like the word that is left, or the one that it was cut from.
FORMS = (
    "e en er es em n s st t te ten ter tes tem test tet end ende enden ender endes endem ern r in innen d est et sten ste ens "
    "ung ungen lich ig ige igen iger iges igem"
)
ENDINGS = FORMS.split()
BASES = ("", "e", "en", "n")
NOTE = """German words of 4 to 15 letters, from https://github.com/enz/german-wordlist (CC0 1.0; Debian package tanglet-data).
Written by tools/build_german.py. [level]: the smallest level that has the words that follow."""


def fold(line: str) -> str:
    """Fold a line: small letters, no accents but those of the alphabet, ss for the sharp s."""
    return words.fold(unicodedata.normalize("NFC", line), words.ALPHABETS[LANGUAGE])


def read_words(file: Path) -> set[str]:
    """Return the words of a list, compressed or not, that a game can use."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
    alphabet = set(words.ALPHABETS[LANGUAGE])
    folded = {fold(line.split()[-1]) for line in text.splitlines() if line.strip()}
    return {word for word in folded if 4 <= len(word) and set(word) <= alphabet}


def families(known: set[str]) -> Counter[str]:
    """Return in how many words each one is the first or the last part, the rest being a word as well."""
    found: Counter[str] = Counter()
    for word in known:
        for cut in range(3, len(word) - 2):
            one, two = word[:cut], word[cut:]
            if one in known and two in known:
                found[one] += 1
                found[two] += 1
    return found


def weight(word: str, known: set[str], family: Counter[str]) -> int:
    """Weigh a word: its own family counts twice, that of the word it is a form of once, that of a participle's half."""
    best = 2 * family[word]
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word.removesuffix(ending)
            best = max([best, *(family[stem + base] for base in BASES if stem + base in known)])
    if word.startswith("ge") and len(word) > 6:
        stem = word[2:]
        best = max([best, *(family[base] // 2 for base in (stem, stem[:-1] + "en", stem[:-2] + "en") if base in known)])
    return best


def level_of(word: str, weighs: int) -> int:
    """Return the smallest level that has a word; 0 if none has."""
    if len(word) > LONGEST:
        return 0
    return next((level for level, (short, least) in LEVELS.items() if len(word) <= short or weighs >= least), 0)


def make_list(file: Path) -> bytes:
    """Return the file of the list."""
    known = read_words(file)
    family = families(known)
    sections: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for word in known:
        if level := level_of(word, weight(word, known, family)):
            sections[level,].append(word)
    return words.write_list(sections, NOTE)


def main(arguments: list[str]) -> int:
    """Write or check the files; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=Path, default=SOURCE, help="the list to choose from")
    parser.add_argument("--out", type=Path, default=COMPONENTS, help="where the files are written")
    parser.add_argument("--check", action="store_true", help="change nothing, and fail if a file is stale")
    given = parser.parse_args(arguments)
    if not given.words.is_file():
        print(f"there is no list {given.words}: apt-get install tanglet-data, or name one with --words", file=sys.stderr)
        return 2
    made = make_list(given.words)
    listed = given.out / words.list_file(LANGUAGE)
    if given.check:
        if not listed.exists() or listed.read_bytes() != made:
            print(f"{listed.name} is stale: run python tools/build_german.py", file=sys.stderr)
            return 1
        return 0
    given.out.mkdir(parents=True, exist_ok=True)
    listed.write_bytes(made)
    if given.out == COMPONENTS:
        words.listed.cache_clear()
        words.listed_words.cache_clear()
        found = automaton.build(words.listed_words(LANGUAGE), words.ALPHABETS[LANGUAGE])
        (given.out / words.usual_file(LANGUAGE)).write_bytes(found.pack())
    sizes = Counter(levels[0] for levels, listed in words.read_sections(made).items() for _ in listed)
    print(", ".join(f"{level}: {sum(n for other, n in sizes.items() if other <= level)}" for level in LEVELS))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
