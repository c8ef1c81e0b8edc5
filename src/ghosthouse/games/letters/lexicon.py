"""Questions to the dictionary, answered by walking its automaton: is this inside a word, is it a word, what may be added?

The automaton holds all ends of `<word>`, where `<` and `>` stand for the marks of beginning and end. A string is inside a word
exactly if it can be walked from the root, and is a word if it can be walked behind the first mark and the second mark follows.

A band is a step of vocabulary: 0 knows SCOWL's smallest list alone, 7 all of them. Each node keeps the smallest band that has a
word there, so one automaton answers for people of every vocabulary; `ALL` asks the whole dictionary.
"""

from __future__ import annotations

from ghosthouse.kernel.bits import popcount
from ghosthouse.kernel.layout import Ints
from ghosthouse.kernel.rule import rule

from .state import Tables

NOWHERE = 0
ALL = 15
HALF = 0xFFFFFFFF


@rule
def child(t: Tables, node: int, letter: int) -> int:
    """Follow a letter (or a mark) from a node; NOWHERE if no word goes that way."""
    mask = t.mask[node]
    if (mask >> letter) & 1 == 0:
        return NOWHERE
    number: int = t.first[node] >> 4
    if mask & (mask - 1) == 0:  # the only child stands in the node itself: a third of all nodes need no edge
        return number
    below = mask & ((1 << letter) - 1)
    place = popcount(below & HALF) + popcount(below >> 32) if t.wide else popcount(below)
    only: int = t.edge[number + place]
    return only


@rule
def walk(t: Tables, node: int, word: Ints, n: int) -> int:
    """Follow the first n letters of an array."""
    for i in range(n):
        if node == NOWHERE:
            return NOWHERE
        node = child(t, node, word[i])
    return node


@rule
def band(t: Tables, node: int) -> int:
    """The smallest band that has a word through this node; above ALL for NOWHERE."""
    return ALL + 1 if node == NOWHERE else t.first[node] & 15


@rule
def beginning(t: Tables) -> int:
    """The node where words begin."""
    return child(t, t.root, t.letters)


@rule
def ends_here(t: Tables, node: int, known: int) -> bool:
    """Say whether a word that somebody with this vocabulary knows ends at a node."""
    return band(t, child(t, node, t.letters + 1)) <= known


@rule
def inside(t: Tables, word: Ints, n: int, known: int) -> bool:
    """GW-28: whether some known word has these letters in a row."""
    return band(t, walk(t, t.root, word, n)) <= known


@rule
def whole(t: Tables, word: Ints, n: int, known: int) -> bool:
    """GW-10: whether these letters are a known word. Shorter words than the shortest are not in the automaton at all."""
    return ends_here(t, walk(t, beginning(t), word, n), known)


@rule
def right_letters(t: Tables, node: int, known: int) -> int:
    """The letters that may follow, as bits, at the node where a string leads."""
    letters: int = t.mask[node] & ((1 << t.letters) - 1)
    if known < ALL:
        for letter in range(t.letters):
            if (letters >> letter) & 1 and band(t, child(t, node, letter)) > known:
                letters ^= 1 << letter
    return letters


@rule
def left_letters(t: Tables, word: Ints, n: int, known: int) -> int:
    """The letters that may stand before a string, as bits."""
    letters = 0
    for letter in range(t.letters):
        if band(t, walk(t, child(t, t.root, letter), word, n)) <= known:
            letters |= 1 << letter
    return letters


@rule
def witness(t: Tables, word: Ints, n: int, known: int, out: Ints) -> int:
    """Write a known word with these letters in a row into `out`, and return its length; 0 if there is none.

    Letters are put in front until the beginning of a word fits, then behind until one ends. There is always a letter that fits,
    because the string so far is inside a word.
    """
    if not inside(t, word, n, known):
        return 0
    for i in range(n):
        out[i] = word[i]
    node = walk(t, beginning(t), out, n)
    while band(t, node) > known:
        for i in range(n, 0, -1):
            out[i] = out[i - 1]
        n += 1
        letter = 0
        out[0] = 0
        while not inside(t, out, n, known):
            letter += 1
            out[0] = letter
        node = walk(t, beginning(t), out, n)
    while not ends_here(t, node, known):
        letter = 0
        while band(t, child(t, node, letter)) > known:
            letter += 1
        out[n] = letter
        n += 1
        node = child(t, node, letter)
    return n
