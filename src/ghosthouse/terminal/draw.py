"""A view as rows of text, the same for every game: numbers, zones, seats, the sentence that says who must do what, and choices.

Every row can be read without colour; its tone only helps those who see it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from ghosthouse.kernel import Choice, View

from .speech import Speech, sentence_case

FEW = 8  # choices that cannot be made now are listed up to here; `?` lists all of them


class Row(NamedTuple):
    """One line of text and its tone: title, status, legal, unlit, news, wrong, quiet, or none."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class Numbered:
    """The choices of one decision with their numbers: what is legal first, then what is not."""

    choices: list[Choice]

    @classmethod
    def of(cls, choices: list[Choice]) -> Numbered:
        """Number some choices."""
        return cls([c for c in choices if c.legal] + [c for c in choices if not c.legal])

    @property
    def legal(self) -> int:
        """How many of them can be made."""
        return sum(choice.legal for choice in self.choices)

    def get(self, number: int) -> Choice | None:
        """The choice of a number."""
        return self.choices[number - 1] if 1 <= number <= len(self.choices) else None

    def labels(self, speech: Speech, view: View) -> list[str]:
        """What they are called, in order."""
        verbs = Counter(choice.verb for choice in self.choices)
        return [speech.choice(view, choice, verbs[choice.verb] == 1) for choice in self.choices]


def table(speech: Speech, view: View, roles: list[str]) -> list[Row]:
    """The whole table as one observer may know it. `roles` says behind each name who plays there."""
    rows = []
    head = [*speech.numbers(view.numbers, view.zones), *speech.flags(view.flags)]
    if head:
        rows.append(Row(sentence_case(", ".join(head)) + ".", "title"))
    rows += [Row("  " + speech.zone(zone)) for zone in view.zones]
    rows += [_place(speech, view, number, roles) for number in range(len(view.places))]
    if view.status:
        rows.append(Row(sentence_case(speech.line(view.status, view.viewer)), "status"))
    return rows


def _place(speech: Speech, view: View, number: int, roles: list[str]) -> Row:
    place = view.places[number]
    seat = place.seat
    about = [speech.own("you")] if seat == view.viewer else []
    about += [roles[seat]] if roles[seat] else []
    if seat in view.awaited:
        about.append(speech.own("to_move"))
    if seat in view.locked:
        about.append(speech.own("locked"))
    if view.over and seat in view.winners:
        about.append(speech.own("won"))
    known = [*speech.numbers(place.numbers, place.zones), *speech.flags(place.flags), *map(speech.zone, place.zones)]
    name = speech.names[seat] + (f" ({', '.join(about)})" if about else "")
    sign = ">" if seat in view.awaited else " "
    return Row(f"{sign} {name}: {'; '.join(known)}" if known else f"{sign} {name}", "you" if seat == view.viewer else "")


def choices(speech: Speech, view: View, numbered: Numbered) -> list[Row]:
    """The numbered choices: one row for each that can be made, one row for all that cannot be made now."""
    labels = numbered.labels(speech, view)
    rows = [Row(speech.own("choices"))]
    for number, (choice, label) in enumerate(zip(numbered.choices, labels, strict=True), 1):
        if choice.legal:
            rows.append(Row(f"{number:>3}  {_told(label, speech.line(choice.line, view.viewer) if choice.line else '')}", "legal"))
    unlit = [f"{number}: {label}" for number, label in enumerate(labels, 1) if number > numbered.legal]
    if unlit:
        shown = unlit[:FEW] + ([speech.own("more", n=len(unlit) - FEW)] if len(unlit) > FEW else [])
        rows.append(Row(f"{speech.own('not_now', n=numbered.legal + 1)} {', '.join(shown)}", "unlit"))
    return rows


def _told(label: str, line: str) -> str:
    """What a choice is called and what it would do; once, where the sentence begins with the name."""
    if line.lower().startswith(label.lower()):
        return line
    return f"{label}: {line}" if line else label


def explained(speech: Speech, view: View, numbered: Numbered) -> list[Row]:
    """Every choice with its notation, and what it would do or why it cannot be made."""
    rows = [Row(speech.own("help_title"))]
    for number, (choice, label) in enumerate(zip(numbered.choices, numbered.labels(speech, view), strict=True), 1):
        said = choice.line if choice.legal else choice.why
        text = f"{number:>3}  {label}" + (f" [{choice.move}]" if choice.move != label else "")
        text += f": {speech.line(said, view.viewer)}" if said else ""
        text += f" ({choice.clause})" if not choice.legal and choice.clause else ""
        rows.append(Row(text, "legal" if choice.legal else "unlit"))
    return rows


def odds(speech: Speech, view: View) -> list[Row]:
    """What the view knows in numbers about what may come: only for those who ask."""
    rows = [Row("  " + text) for text in speech.odds(view.numbers)]
    for place in view.places:
        told = speech.odds(place.numbers)
        rows += [Row(f"  {speech.names[place.seat]}: {', '.join(told)}")] if told else []
    return rows or [Row(speech.own("odds_none"))]


def result(speech: Speech, view: View) -> list[Row]:
    """How the game ended: the points of every seat, and who has won."""
    rows = [Row(speech.own("over"), "title")]
    rows += [Row("  " + speech.own("score", name=speech.names[p], n=points)) for p, points in enumerate(view.scores)]
    names = ", ".join(speech.names[p] for p in view.winners)
    said = speech.own("winners", names=names, n=len(view.winners)) if view.winners else speech.own("nobody_won")
    return [*rows, Row(said, "status")]
