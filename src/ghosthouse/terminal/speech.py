"""Words at one table: phrases of the terminal and of the game, with the names of those who sit there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ghosthouse.kernel import Choice, Line, View, Words, Zone
from ghosthouse.kernel.phrases import fill

HOUSE = "ghosthouse.terminal"
MANY = 3  # equal neighbours are counted from here on: two of a letter belong to a word, three of a card are a heap


@dataclass
class Speech:
    """How this table speaks: one language, these names."""

    words: Words
    names: list[str]

    def own(self, phrase: str, **values: str | int) -> str:
        """One of the terminal's own sentences."""
        return fill(self.words.word(f"terminal.{phrase}"), values)

    def line(self, line: Line, reader: int) -> str:
        """A sentence of the game as one reader hears it, with what is called aloud behind it."""
        said = self.words.say(line, self.names, reader)
        aloud = self.words.call(line)
        return f'{said} "{aloud}"' if aloud and aloud not in said else said

    def label(self, *phrases: str) -> str:
        """The first of these phrases that the catalogue has; failing all, the last part of the first one, spelled out."""
        for phrase in phrases:
            if phrase in self.words:
                return self.words.word(phrase)
        return phrases[0].rpartition(".")[2].replace("_", " ")

    def number(self, name: str, value: int) -> str:
        """A number of a view: `round 2`, or the phrase's own sentence where it has a place for {n}."""
        label = self.label(f"number.{name}")
        return fill(label, {"n": value}) if "{n" in label else f"{label} {value}"

    def numbers(self, numbers: dict[str, int], zones: Iterable[Zone] = ()) -> list[str]:
        """The numbers of a view. What a zone of the same name counts is said there, and odds are told only to those who ask.

        A number whose plural stands there too is the count so far: `round 1 of 3`.
        """
        counted = {zone.id: zone.count for zone in zones}
        said = []
        for name, value in numbers.items():
            if name.startswith("odds") or counted.get(name) == value or (name[-1:] == "s" and name[:-1] in numbers):
                continue
            text = self.number(name, value)
            said.append(self.own("of", text=text, n=numbers[name + "s"]) if name + "s" in numbers else text)
        return said

    def odds(self, numbers: dict[str, int]) -> list[str]:
        """The numbers of a view that say how likely something is."""
        return [self.number(name, value) for name, value in numbers.items() if name.startswith("odds")]

    def flags(self, flags: Iterable[str]) -> list[str]:
        """The flags of a view."""
        return [self.label(f"flag.{flag}") for flag in flags]

    def piece(self, zone: Zone, index: int) -> str:
        """What one piece of a zone shows."""
        if index >= len(zone.pieces) or not zone.pieces[index].id:
            return self.own("hidden", n=1)
        piece = zone.pieces[index]
        name = self.words.word(f"piece.{piece.id}") if f"piece.{piece.id}" in self.words else piece.text or piece.id
        if piece.says:
            name += f" ({', '.join(self.words.say(line, self.names) for line in piece.says)})"
        marks = [self.words.word(f"tag.{tag}") for tag in piece.tags if f"tag.{tag}" in self.words]
        return f"{name} ({', '.join(marks)})" if marks else name

    def zone(self, zone: Zone) -> str:
        """A zone and what lies there: many equal neighbours are counted, hidden pieces are counted too.

        A stack is told from the top, because that is the card that counts.
        """
        label = self.label(f"zone.{zone.id}")
        shown = [self.piece(zone, i) for i, piece in enumerate(zone.pieces) if piece.id]
        if zone.layout == "stack" and len(set(shown)) > 1:
            shown.reverse()
            label = self.own("from_top", label=label)
        hidden = max(zone.count, len(zone.pieces)) - len(shown)
        if not shown:
            return f"{label}: {hidden}" if hidden else f"{label}: {self.own('empty')}"
        told = [", ".join([name] * many) if many < MANY else f"{many} × {name}" for name, many in _runs(shown)]
        if hidden:
            told.append(self.own("hidden", n=hidden))
        return f"{label}: {', '.join(told)}"

    def choice(self, view: View, choice: Choice, alone: bool = True) -> str:
        """What a choice is called: its verb and the pieces to touch, or its notation where it touches none.

        `alone` says that no other choice has this verb, so that the verb is name enough but for the own pieces.
        """
        own = [zone for place in view.places if place.seat == view.viewer for zone in place.zones]
        picks = [(zone_id, index, own) for zone_id, index in choice.picks]
        if not alone:
            picks = [(zone_id, index, [*own, *view.zones]) for zone_id, index in choice.picks]
        pieces = [name for pick in picks if (name := self._picked(*pick))]
        verb = f"verb.{choice.verb}"
        if pieces:
            return self.own("touch", verb=self.label(verb), pieces=", ".join(pieces))
        return self.words.word(verb) if alone and verb in self.words else choice.move

    def _picked(self, zone_id: str, index: int, zones: list[Zone]) -> str:
        for zone in zones:
            if zone.id == zone_id and 0 <= index < len(zone.pieces):
                return self.piece(zone, index)
        return ""


def _runs(names: list[str]) -> list[tuple[str, int]]:
    runs: list[tuple[str, int]] = []
    for name in names:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return runs


def sentence_case(text: str) -> str:
    """A text with its first letter large, the rest as it is."""
    return text[:1].upper() + text[1:]
