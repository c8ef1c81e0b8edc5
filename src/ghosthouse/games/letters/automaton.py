"""Builds the automaton of a dictionary, and keeps it in a file. How rules walk it is in `lexicon.py`.

The minimal acyclic automaton of all ends of `<word>` is made from the sorted ends: what two neighbours in that order share is
still open, the rest of each is frozen, and frozen nodes with the same children are one node. An end that shares nothing more with
its neighbours runs on as a chain, and chains are looked up by their text. Words of different vocabulary bands end in different
nodes, so a node has one smallest band; that costs a quarter more memory than one band would, and saves an automaton for each bot.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
import tempfile
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

MAGIC = b"ghosthouse words 1\n"
NARROW = 29  # letters that fit 31 bits beside the two marks
HEAD = "<IIIIB"

Node = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Automaton:
    """A dictionary as flat arrays: see `Tables` for what they hold."""

    words: int
    letters: int
    root: int
    mask: array[int]
    first: array[int]
    edge: array[int]

    def pack(self) -> bytes:
        """Return the automaton as the bytes of a file."""
        head = struct.pack(HEAD, self.words, self.root, len(self.mask), len(self.edge), self.letters)
        body = b"".join(_little(part).tobytes() for part in (self.mask, self.first, self.edge))
        return MAGIC + head + zlib.compress(body, 9)


def unpack(data: bytes) -> Automaton:
    """Read the bytes of a file; a damaged one is a ValueError."""
    if not data.startswith(MAGIC):
        raise ValueError("this is no file of words, or one of another version")
    try:
        start = len(MAGIC)
        words, root, nodes, edges, letters = struct.unpack_from(HEAD, data, start)
        body = zlib.decompress(data[start + struct.calcsize(HEAD) :])
    except (struct.error, zlib.error) as problem:
        raise ValueError(f"the file of words is damaged: {problem}") from None
    mask, first, edge = array(_kind(letters)), array("i"), array("i")
    cut = nodes * mask.itemsize
    if len(body) != cut + 4 * nodes + 4 * edges:
        raise ValueError("the file of words is damaged: it does not have the length that its head says")
    mask.frombytes(body[:cut])
    first.frombytes(body[cut : cut + 4 * nodes])
    edge.frombytes(body[cut + 4 * nodes :])
    return Automaton(words, letters, root, _little(mask), _little(first), _little(edge))


def _kind(letters: int) -> str:
    return "i" if letters <= NARROW else "q"


def _little(part: array[int]) -> array[int]:
    if sys.byteorder == "big":
        part = part[:]
        part.byteswap()
    return part


def build(words: Mapping[str, int], alphabet: str) -> Automaton:
    """Build the automaton of words with their bands; all their letters must be in the alphabet."""
    letters = len(alphabet)
    # Letters become characters whose order is that of the numbers; the mark of the beginning is one more of them.
    number = {chr(0x100 + i): i for i in range(letters + 1)}
    coded = str.maketrans({char: chr(0x100 + i) for i, char in enumerate(alphabet)})
    begin = chr(0x100 + letters)
    nodes = _Frozen(number, letters + 1)
    root = nodes.grow({begin + word.translate(coded): band for word, band in words.items()})
    return _flatten(nodes.nodes, nodes.bands, root, len(words), letters)


class _Frozen:
    """The frozen nodes: node i has the children nodes[i], and bands[i] is the smallest band of a word through it."""

    def __init__(self, number: Mapping[str, int], end: int) -> None:
        self.number = number
        self.end = end
        self.nodes: list[Node] = []
        self.bands: list[int] = []
        self.known: dict[Node, int] = {}
        self.last: dict[int, int] = {}
        self.chains: dict[tuple[str, int], int] = {}

    def freeze(self, children: Node) -> int:
        """Return the node with these children."""
        node = self.known.get(children)
        if node is None:
            node = self.known[children] = len(self.nodes)
            self.nodes.append(children)
            self.bands.append(min(self.bands[child] for _, child in children))
        return node

    def leaf(self, band: int) -> int:
        """Return the node behind the end of words of a band."""
        if band not in self.last:
            self.last[band] = len(self.nodes)
            self.nodes.append(())
            self.bands.append(band)
        return self.last[band]

    def chain(self, text: str, band: int) -> int:
        """Return the node from which this text alone leads to an end."""
        found = self.chains.get((text, band))
        start = 0
        while found is None and start < len(text):
            start += 1
            found = self.chains.get((text[start:], band))
        if found is None:
            found = self.chains["", band] = self.freeze(((self.end, self.leaf(band)),))
        for at in range(start - 1, -1, -1):
            found = self.chains[text[at:], band] = self.freeze(((self.number[text[at]], found),))
        return found

    def grow(self, marked: Mapping[str, int]) -> int:
        """Add all ends of these texts, and return the root."""
        best: dict[str, int] = {}
        for text, band in marked.items():
            for i in range(len(text)):
                end = text[i:]
                if best.get(end, band) >= band:
                    best[end] = band
        ends = sorted(best)
        shared = _shared(ends)
        open_nodes: list[list[tuple[int, int]]] = [[]]  # the node of each start of the current end that is still open
        for place, end in enumerate(ends):
            before, after, band = shared[place], shared[place + 1], best[end]
            depth = before if before > after else after
            for _ in range(before, depth):
                open_nodes.append([])
            if depth == len(end):
                open_nodes[depth].append((self.end, self.leaf(band)))
            else:
                open_nodes[depth].append((self.number[end[depth]], self.chain(end[depth + 1 :], band)))
            for at in range(depth - 1, after - 1, -1):
                # The mark of an end came first, because a shorter text sorts first; children stand in the order of their numbers.
                open_nodes[at].append((self.number[end[at]], self.freeze(tuple(sorted(open_nodes.pop())))))
        return self.freeze(tuple(sorted(open_nodes.pop()))) if ends else self.leaf(0)


def _shared(ends: list[str]) -> list[int]:
    """How many characters each text shares with the one before it; one more 0 at the end."""
    shared = [0]
    for one, two in pairwise(ends):
        n = 0
        for a, b in zip(one, two, strict=False):
            if a != b:
                break
            n += 1
        shared.append(n)
    shared.append(0)
    return shared


def _flatten(nodes: list[Node], bands: list[int], root: int, words: int, letters: int) -> Automaton:
    """Number the nodes from the root outwards, so that what is walked often lies together, and lay them into arrays."""
    order = [root]
    place = {root: 1}  # 0 is nowhere
    for node in order:
        for _, child in nodes[node]:
            if child not in place:
                place[child] = len(order) + 1
                order.append(child)
    mask, first, edge = array(_kind(letters), [0]), array("i", [0]), array("i")
    blocks: dict[tuple[int, ...], int] = {}
    for node in order:
        children = tuple(place[child] for _, child in nodes[node])
        bits = 0
        for letter, _ in nodes[node]:
            bits |= 1 << letter
        if len(children) == 1:
            start = children[0]
        else:
            start = blocks.setdefault(children, len(edge))
            if start == len(edge):
                edge.extend(children)
        mask.append(bits)
        first.append(start * 16 + bands[node])
    return Automaton(words, letters, 1, mask, first, edge)


# --- Automata that were built before --------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """Where automata are kept: `$GHOSTHOUSE_CACHE`, else `ghosthouse` in the user's cache folder."""
    chosen = os.environ.get("GHOSTHOUSE_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "ghosthouse"


def mark_of(*parts: str) -> str:
    """Name what an automaton is built from, and the code that builds it."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for part in parts:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:24]


def remembered(mark: str) -> Automaton | None:
    """The automaton that was kept under a mark; None if there is none, or it is damaged."""
    try:
        return unpack((cache_folder() / f"ghosthouse_words_{mark}").read_bytes())
    except (OSError, ValueError):
        return None


def remember(mark: str, automaton: Automaton) -> None:
    """Keep an automaton for the next time; where nothing can be written, it is built again."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("wb", dir=folder, suffix=".part", delete=False) as part:
            part.write(automaton.pack())
        os.replace(part.name, folder / f"ghosthouse_words_{mark}")
    except OSError:
        return
