"""The language of Trap conditions: read with an error that points at the character, packed into numbers, written again.

    cond := atom (" & " atom)*
    atom := "n(" sel ")" (">=" int | "=" int)  |  "samenum>=" int  |  "samecol>=" int
    sel  := faces | colour | colour ":" faces        faces := int ("," int)*      colour := R|G|B|Y

`n(sel)` counts the dice that match. All atoms must hold, and none of them uses dice up. An atom is packed into one number that the
rules read in native code (`rules.holds`):

    bits 0-5   which of the counts from `base` on are added up, the lowest always among them
    bits 6-11  base: a place in `State.count`
    bit  12    1 for "=", 0 for ">="
    bits 13-17 the number
    bit  18    LARGEST: the largest of these counts instead of their sum ("samenum", "samecol")
"""

from __future__ import annotations

import string
from dataclasses import dataclass

from .cards import COLOUR_LETTERS
from .state import ATOMS, BY_COLOUR, BY_FACE, COLOURS, FACES

LARGEST = 1 << 18
MOST = 31  # the largest number of an atom


class ConditionError(ValueError):
    """A condition that cannot be read; the message shows it, with a mark under the place."""

    def __init__(self, text: str, place: int, why: str) -> None:
        super().__init__(f"{text}\n{' ' * place}^ {why}")
        self.place = place
        self.why = why


@dataclass(frozen=True, slots=True)
class Atom:
    """One part of a condition. `faces` are counted from 0; `kind` is "n", "samenum" or "samecol"; no colour means any."""

    kind: str
    number: int
    exact: bool = False
    colour: int | None = None
    faces: tuple[int, ...] = ()

    def text(self) -> str:
        """Write the atom as the language does."""
        if self.kind != "n":
            return f"{self.kind}>={self.number}"
        shown = ",".join(str(face + 1) for face in self.faces)
        if self.colour is not None:
            shown = COLOUR_LETTERS[self.colour] + (f":{shown}" if shown else "")
        return f"n({shown}){'=' if self.exact else '>='}{self.number}"

    def packed(self) -> int:
        """The number that the rules read."""
        largest = 0 if self.kind == "n" else LARGEST
        if self.kind == "samenum":
            base, mask = BY_FACE, (1 << FACES) - 1
        elif self.kind == "samecol":
            base, mask = BY_COLOUR, (1 << COLOURS) - 1
        elif not self.faces:
            base, mask = BY_COLOUR + (self.colour or 0), 1
        else:
            base = (BY_FACE if self.colour is None else self.colour * FACES) + self.faces[0]
            mask = sum(1 << (face - self.faces[0]) for face in self.faces)
        return mask | base << 6 | self.exact << 12 | self.number << 13 | largest

    def matches(self, colour: int, face: int) -> bool:
        """Say whether a die counts for this atom of kind "n"."""
        return self.colour in (None, colour) and (not self.faces or face in self.faces)


def unpacked(packed: int) -> Atom:
    """The atom that a packed number stands for."""
    mask, base, exact, number = packed & 63, packed >> 6 & 63, bool(packed >> 12 & 1), packed >> 13 & 31
    if packed & LARGEST:
        return Atom("samenum" if base == BY_FACE else "samecol", number)
    if base >= BY_COLOUR:
        return Atom("n", number, exact, base - BY_COLOUR)
    colour, first = (None, base - BY_FACE) if base >= BY_FACE else divmod(base, FACES)
    return Atom("n", number, exact, colour, tuple(first + i for i in range(FACES) if mask >> i & 1))


def text_of(atoms: tuple[Atom, ...]) -> str:
    """Write a condition."""
    return " & ".join(atom.text() for atom in atoms)


def parse(text: str) -> tuple[Atom, ...]:
    """Read a condition; what cannot be read is a ConditionError that points at the place."""
    reader = _Reader(text)
    atoms = [reader.atom()]
    while reader.more("&"):
        atoms.append(reader.atom())
    if reader.at < len(text):
        raise reader.wrong("here ' & ' and another part could follow, or nothing")
    if len(atoms) > ATOMS:
        raise ConditionError(text, 0, f"a condition has up to {ATOMS} parts, not {len(atoms)}")
    return tuple(atoms)


class _Reader:
    """Reads a condition from left to right; blanks may stand between words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def wrong(self, why: str, place: int | None = None) -> ConditionError:
        return ConditionError(self.text, self.at if place is None else place, why)

    def skip(self) -> int:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        return self.at

    def more(self, word: str) -> bool:
        """Read a word if it stands there."""
        self.skip()
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    def need(self, word: str) -> None:
        if not self.more(word):
            raise self.wrong(f"{word!r} is missing here")

    def integer(self, low: int, high: int, what: str) -> int:
        place = self.skip()
        while self.at < len(self.text) and self.text[self.at] in string.digits:
            self.at += 1
        digits = self.text[place : self.at]
        if not digits:
            raise self.wrong(f"{what} is missing here ({low} to {high})")
        if len(digits) > 4 or not low <= int(digits) <= high:
            raise self.wrong(f"{what} is {low} to {high}, not {digits}", place)
        return int(digits)

    def atom(self) -> Atom:
        place = self.skip()
        for kind in ("samenum", "samecol"):
            if self.more(kind):
                self.need(">=")
                return Atom(kind, self.integer(1, MOST, "how many"))
        if not self.more("n"):
            raise self.wrong("a part begins with n(, samenum or samecol", place)
        self.need("(")
        colour, faces = self.selection()
        self.need(")")
        exact = False
        if not self.more(">="):
            exact = self.more("=")
            if not exact:
                raise self.wrong("'>=' or '=' is missing here")
        return Atom("n", self.integer(0 if exact else 1, MOST, "how many"), exact, colour, faces)

    def selection(self) -> tuple[int | None, tuple[int, ...]]:
        """A colour, faces, or both: `G`, `1,4`, `G:1,4`."""
        place = self.skip()
        letter = self.text[place : place + 1]
        if letter.isalpha():
            if letter not in COLOUR_LETTERS:
                raise self.wrong(f"there is no colour {letter} (there are: {', '.join(COLOUR_LETTERS)})")
            self.at += 1
            return COLOUR_LETTERS.index(letter), self.faces() if self.more(":") else ()
        return None, self.faces()

    def faces(self) -> tuple[int, ...]:
        found: list[int] = []
        while True:
            place = self.skip()
            if place < len(self.text) and not self.text[place].isdigit():
                raise self.wrong("a number of a die (1 to 6) is missing here" + ("" if found else ", or a colour R, G, B, Y"))
            face = self.integer(1, FACES, "a number of a die") - 1
            if face in found:
                raise self.wrong(f"{face + 1} stands there twice", place)
            found.append(face)
            if not self.more(","):
                return tuple(sorted(found))
