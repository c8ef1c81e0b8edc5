"""The words of a table: the English list that is shipped, word lists of one's own, and what can be asked about a string.

The English list is made from SCOWL by `tools/build_dictionary.py`. It holds each word with the smallest SCOWL level at which
American and British lists have it, so one file serves every level and spelling. Spelling is folded: no capitals, no accents.
"""

from __future__ import annotations

import hashlib
import lzma
import unicodedata
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources

from . import lexicon
from .automaton import Automaton, build, mark_of, remember, remembered, unpack
from .state import ALPHABET, Tables

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)  # SCOWL's sizes: the bands of vocabulary
SPELLINGS = ("both", "american", "british")
LATIN = "abcdefghijklmnopqrstuvwxyz"
LONGEST_WORD = 48
WORTH_KEEPING = 5000  # shorter lists are built in less time than it takes to notice
LIST = "english.txt.xz"
SHIPPED = "english-60.words"  # the automaton of the default setting, built before


# --- Folding ----------------------------------------------------------------------------------------------------------------

LIGATURES = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe"})


def fold(text: str, alphabet: str) -> str:
    """Write a word as dictionaries are written (GWR-18): small letters, blanks around it gone, and only letters of the alphabet.

    An accent goes if its letter is not in the alphabet. What the alphabet has no letter for stays, and makes the word no word.
    """
    folded = []
    for char in unicodedata.normalize("NFC", text.strip().lower()):
        if char not in alphabet:
            plain = "".join(c for c in unicodedata.normalize("NFD", char) if not unicodedata.combining(c))
            char = plain.translate(LIGATURES)
        folded.append(char)
    return "".join(folded)


def capital(char: str) -> str:
    """The capital of a letter, where it has one that is a single letter and leads back."""
    upper = char.upper()
    return upper if len(upper) == 1 and upper.lower() == char else char


# --- The English list ---------------------------------------------------------------------------------------------------------


def component(name: str) -> bytes:
    """Read a file that came with the game."""
    return (resources.files(__package__) / "components" / name).read_bytes()


@cache
def english() -> dict[tuple[int, int], tuple[str, ...]]:
    """The shipped list: words by their smallest American and British level (0: in none of the lists)."""
    return read_sections(component(LIST))


def read_sections(data: bytes) -> dict[tuple[int, int], tuple[str, ...]]:
    """Read the file of a list."""
    sections: dict[tuple[int, int], tuple[str, ...]] = {}
    for part in lzma.decompress(data).decode("ascii").split("\n[")[1:]:
        head, _, body = part.partition("]\n")
        american, british = map(int, head.split())
        sections[american, british] = tuple(body.split())
    return sections


def write_list(sections: Mapping[tuple[int, int], list[str]], note: str) -> bytes:
    """The file of a list: the way back from `read_sections`."""
    lines = [f"# {line}" for line in note.splitlines()]
    for (american, british), words in sorted(sections.items()):
        lines += [f"[{american} {british}]", *sorted(words)]
    return lzma.compress(("\n".join(lines) + "\n").encode("ascii"), preset=9 | lzma.PRESET_EXTREME)


@lru_cache(maxsize=2)
def english_words(level: int, spelling: str) -> Mapping[str, int]:
    """The words up to a SCOWL level in a spelling, with their bands."""
    found: dict[str, int] = {}
    for (american, british), words in english().items():
        sizes = {"american": [american], "british": [british], "both": [american, british]}[spelling]
        smallest = min((size for size in sizes if size), default=0)
        if 0 < smallest <= level:
            found.update(dict.fromkeys(words, LEVELS.index(smallest)))
    return found


def english_automaton(level: int, spelling: str) -> Automaton:
    """The automaton of a level and spelling: shipped, kept from an earlier time, or built now."""
    if (level, spelling) == (60, "both"):
        return unpack(component(SHIPPED))
    mark = mark_of(hashlib.sha256(component(LIST)).hexdigest(), str(level), spelling)
    found = remembered(mark)
    if found is None:
        found = build(english_words(level, spelling), LATIN)
        remember(mark, found)
    return found


# --- Word lists of one's own ----------------------------------------------------------------------------------------------------

PROPER, SIGN, SHORT, LONG = "proper", "sign", "short", "long"
REASONS = {
    PROPER: "has a capital letter, as names have (GW-10)",
    SIGN: "has a sign that is no letter of the alphabet {alphabet} (GW-10)",
    SHORT: "is too short: words have at least {shortest} letters (GW-10)",
    LONG: f"is longer than {LONGEST_WORD} letters",
}


@dataclass(frozen=True)
class Dropped:
    """A line of a list that is not taken as a word, and why."""

    line: int
    text: str
    why: str


@dataclass(frozen=True)
class Checked:
    """A word list that was checked: the words taken, folded, and the lines that were dropped."""

    alphabet: str
    shortest: int
    words: frozenset[str]
    dropped: tuple[Dropped, ...]
    repeated: int = 0

    def report(self, most: int = 20) -> str:
        """Say what was taken and what was dropped, a sentence for each line up to `most` of them."""
        lines = [f"{len(self.words)} words taken, {len(self.dropped)} lines dropped, {self.repeated} repeated"]
        for drop in self.dropped[:most]:
            why = REASONS[drop.why].format(alphabet=self.alphabet, shortest=self.shortest)
            lines.append(f"line {drop.line}: {drop.text[:40]!r} {why}")
        if len(self.dropped) > most:
            lines.append(f"... and {len(self.dropped) - most} more lines")
        return "\n".join(lines)


def check_list(text: str, alphabet: str = LATIN, shortest: int = 4, *, capitals: bool = False) -> Checked:
    """Check a word list, one word a line; empty lines and those that begin with # are passed over.

    A capital letter marks a name, and the line is dropped; with `capitals` it is folded, for languages that write nouns so.
    """
    words: set[str] = set()
    dropped: list[Dropped] = []
    repeated = 0
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip().removeprefix("\ufeff")
        if not word or word.startswith("#"):
            continue
        folded = fold(word, alphabet)
        why = ""
        if word != word.lower() and not capitals:
            why = PROPER
        elif any(char not in alphabet for char in folded):
            why = SIGN
        elif not shortest <= len(folded) <= LONGEST_WORD:
            why = SHORT if len(folded) < shortest else LONG
        if why:
            dropped.append(Dropped(number, word, why))
        elif folded in words:
            repeated += 1
        else:
            words.add(folded)
    return Checked(alphabet, shortest, frozenset(words), tuple(dropped), repeated)


def with_bands(words: frozenset[str]) -> dict[str, int]:
    """Words of a list of one's own with bands: those of the English list; other words are spread evenly by their spelling."""
    known = english_words(LEVELS[-1], "both")
    return {word: known.get(word, zlib.crc32(word.encode()) % len(LEVELS)) for word in words}


def own_automaton(words: frozenset[str], alphabet: str) -> Automaton:
    """The automaton of a list of one's own: built now, or kept from an earlier time if it is a long list."""
    assert len(alphabet) <= ALPHABET
    if len(words) < WORTH_KEEPING:
        return build(with_bands(words), alphabet)
    mark = mark_of(hashlib.sha256(component(LIST)).hexdigest(), alphabet, *sorted(words))
    found = remembered(mark)
    if found is None:
        found = build(with_bands(words), alphabet)
        remember(mark, found)
    return found


# --- Questions in text ------------------------------------------------------------------------------------------------------


def alphabet_of(t: Tables) -> str:
    """The letters of a table, in the order of their numbers."""
    return "".join(map(chr, t.sign[: t.letters]))


def numbers(t: Tables, text: str) -> list[int] | None:
    """The letters of a text as numbers, folded; None if one of them is no letter of this table."""
    places = {chr(t.sign[i]): i for i in range(t.letters)}
    folded = fold(text, alphabet_of(t))
    return [places[char] for char in folded] if all(char in places for char in folded) else None


def text_of(t: Tables, letters: list[int]) -> str:
    """Write letters in capitals, as they stand on the cards."""
    return "".join(capital(chr(t.sign[letter])) for letter in letters)


@dataclass(frozen=True)
class Found:
    """What the dictionary says about a string. Letters are capitals, as on the cards."""

    text: str
    readable: bool  # False if some sign of it is no letter of the table
    inside: bool = False
    word: bool = False
    left: str = ""  # letters that may be added in front, so that it stays inside a word
    right: str = ""
    left_words: str = ""  # those of them that would complete a word
    right_words: str = ""
    witness: str = ""  # one word that holds it
    bands: tuple[int, ...] = field(default=())  # the SCOWL levels whose vocabulary knows a word that holds it


def look_up(t: Tables, text: str) -> Found:
    """Say everything about a string that the dictionary of a table knows."""
    read = numbers(t, text)
    if not read:
        return Found("".join(map(capital, fold(text, alphabet_of(t)))), readable=False)
    n, every = len(read), lexicon.ALL
    node = lexicon.walk(t, t.root, read, n)
    alive = lexicon.inside(t, read, n, every)
    fronts = _letters(lexicon.left_letters(t, read, n, every))
    backs = _letters(lexicon.right_letters(t, node, every))
    out = [0] * (2 * LONGEST_WORD)
    return Found(
        text=text_of(t, read),
        readable=True,
        inside=alive,
        word=lexicon.whole(t, read, n, every),
        left=text_of(t, fronts),
        right=text_of(t, backs),
        left_words=text_of(t, [x for x in fronts if lexicon.whole(t, [x, *read], n + 1, every)]),
        right_words=text_of(t, [x for x in backs if lexicon.whole(t, [*read, x], n + 1, every)]),
        witness=text_of(t, out[: lexicon.witness(t, read, n, every, out)]),
        bands=tuple(size for band, size in enumerate(LEVELS) if alive and lexicon.inside(t, read, n, band)),
    )


def _letters(mask: int) -> list[int]:
    return [i for i in range(ALPHABET) if mask >> i & 1]
