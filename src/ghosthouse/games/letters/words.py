"""The words of a table: the lists that are shipped, word lists of one's own, and what can be asked about a string.

The English list is made from SCOWL by `tools/build_dictionary.py`, the German one from a list for word games by
`tools/build_german.py`. They hold each word with the smallest level that has it, an English one with one for American and one
for British lists, so one file serves every level and spelling. Spelling is folded: no capitals, no accents but those of the
alphabet.
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
ALPHABETS = {"english": LATIN, "german": LATIN + "äöü"}  # by language; ß is written ss, as on cards and in capitals
LONGEST_WORD = 48
WORTH_KEEPING = 5000  # shorter lists are built in less time than it takes to notice
USUAL = 60  # the level whose automaton is shipped, built before


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


@cache
def capital(char: str) -> str:
    """The capital of a letter, where it has one that is a single letter and leads back."""
    upper = char.upper()
    return upper if len(upper) == 1 and upper.lower() == char else char


# --- The lists that are shipped -------------------------------------------------------------------------------------------------


def list_file(language: str) -> str:
    """The file of the list of a language."""
    return f"{language}.txt.xz"


def usual_file(language: str) -> str:
    """The file of the automaton of the usual dictionary of a language."""
    return f"{language}-{USUAL}.words"


def component(name: str) -> bytes:
    """Read a file that came with the game."""
    return (resources.files(__package__) / "components" / name).read_bytes()


@cache
def listed(language: str) -> dict[tuple[int, ...], tuple[str, ...]]:
    """A shipped list: words by the smallest level of each spelling that the language has (0: in none of its lists)."""
    return read_sections(component(list_file(language)))


def read_sections(data: bytes) -> dict[tuple[int, ...], tuple[str, ...]]:
    """Read the file of a list."""
    sections: dict[tuple[int, ...], tuple[str, ...]] = {}
    for part in lzma.decompress(data).decode("utf-8").split("\n[")[1:]:
        head, _, body = part.partition("]\n")
        sections[tuple(map(int, head.split()))] = tuple(body.split())
    return sections


def write_list(sections: Mapping[tuple[int, ...], list[str]], note: str) -> bytes:
    """The file of a list: the way back from `read_sections`."""
    lines = [f"# {line}" for line in note.splitlines()]
    for levels, words in sorted(sections.items()):
        lines += [f"[{' '.join(map(str, levels))}]", *sorted(words)]
    return lzma.compress(("\n".join(lines) + "\n").encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)


@lru_cache(maxsize=3)
def listed_words(language: str, level: int = USUAL, spelling: str = "both") -> Mapping[str, int]:
    """The words of a language up to a level in a spelling, with their bands. Where a language has one spelling, it is that."""
    found: dict[str, int] = {}
    for levels, words in listed(language).items():
        sizes = {"american": levels[:1], "british": levels[-1:], "both": levels}[spelling]
        smallest = min((size for size in sizes if size), default=0)
        if 0 < smallest <= level:
            found.update(dict.fromkeys(words, LEVELS.index(smallest)))
    return found


def listed_automaton(language: str, level: int = USUAL, spelling: str = "both") -> Automaton:
    """The automaton of a shipped list: shipped itself, kept from an earlier time, or built now."""
    if (level, spelling) == (USUAL, "both"):
        return unpack(component(usual_file(language)))
    mark = mark_of(hashlib.sha256(component(list_file(language))).hexdigest(), str(level), spelling)
    found = remembered(mark)
    if found is None:
        found = build(listed_words(language, level, spelling), ALPHABETS[language])
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
    part: str = ""  # of which of several lists it is a line


@dataclass(frozen=True)
class Checked:
    """A word list that was checked: the words that count, folded, and the lines that were dropped."""

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
            part = f" of {drop.part}" if drop.part else ""
            lines.append(f"line {drop.line}{part}: {drop.text[:40]!r} {why}")
        if len(self.dropped) > most:
            lines.append(f"... and {len(self.dropped) - most} more lines")
        return "\n".join(lines)


def check_list(text: str, alphabet: str = LATIN, shortest: int = 4, *, capitals: bool = False, part: str = "") -> Checked:
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
            dropped.append(Dropped(number, word, why, part))
        elif folded in words:
            repeated += 1
        else:
            words.add(folded)
    return Checked(alphabet, shortest, frozenset(words), tuple(dropped), repeated)


def with_bands(words: frozenset[str], language: str) -> dict[str, int]:
    """Words of a list of one's own with bands: those of the shipped list; other words are spread evenly by their spelling."""
    known = listed_words(language, LEVELS[-1])
    return {word: known.get(word, zlib.crc32(word.encode()) % len(LEVELS)) for word in words}


def own_automaton(words: frozenset[str], alphabet: str, language: str = "english") -> Automaton:
    """The automaton of a list of one's own: built now, or kept from an earlier time if it is a long list."""
    assert len(alphabet) <= ALPHABET
    if len(words) < WORTH_KEEPING:
        return build(with_bands(words, language), alphabet)
    mark = mark_of(hashlib.sha256(component(list_file(language))).hexdigest(), alphabet, *sorted(words))
    found = remembered(mark)
    if found is None:
        found = build(with_bands(words, language), alphabet)
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
