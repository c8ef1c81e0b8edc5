"""Sealed choices at a table: what goes out up to the reveal is the same whatever was chosen, in content, size and order."""

from __future__ import annotations

import pytest

from ghosthouse.table import messages
from tests.table.parlour import Parlour
from tests.walk import ONLY, name, title_setups

PEOPLE = ("ada", "ben", "cleo", "dan")
SPECTATOR = "eve"


def begun(setup) -> Parlour:
    """A table of people who have just begun, and somebody who watches; always the same one."""
    room = Parlour(title=setup.title, seats=setup.seats)
    for person in PEOPLE[: setup.seats]:
        room.sit(person)
    room.come(SPECTATOR)
    room.do(PEOPLE[0], messages.Start)
    return room


def choosing(room: Parlour) -> list[str]:
    """Who owes a decision, the later ones first."""
    return [person for person in PEOPLE if person in room.inbox and room.sees(person).decision][::-1]


def plain_moves(room: Parlour, person: str) -> list[str]:
    """What somebody may choose without typing a text."""
    return [choice.move for choice in room.sees(person).choices if choice.legal and not choice.asks]


def at_once() -> list:
    """The titles that begin with several people choosing at the same time."""
    found = []
    for setup in title_setups():
        if setup.seats <= len(PEOPLE):
            room = begun(setup)
            if len(choosing(room)) > 1 and len(plain_moves(room, choosing(room)[0])) > 1:
                found.append(setup)
    return found


def sent_after(setup, chosen: int) -> tuple[dict[str, list[bytes]], Parlour]:
    """Everything that the others are sent when the last person chooses this, and the next ones, all but one, something."""
    room = begun(setup)
    first, *others = choosing(room)
    before = {person: len(box) for person, box in room.inbox.items()}
    assert isinstance(room.move(first, plain_moves(room, first)[chosen]), messages.Ok)
    for person in others[:-1]:
        room.move(person, plain_moves(room, person)[0])
    sent = {
        person: [messages.write(message) for message in box[before[person] :]]
        for person, box in room.inbox.items()
        if person != first
    }
    return sent, room


@pytest.mark.parametrize("setup", at_once(), ids=name)
def test_a_sealed_choice_is_in_nothing_that_the_others_get(setup):
    """Laws 3 and 7 of what people meet: every message to everybody else, to its last byte, whichever of two things was chosen."""
    one, other = sent_after(setup, 0)[0], sent_after(setup, 1)[0]

    assert one == other
    assert all(one.values())  # they were told that somebody had chosen


@pytest.mark.parametrize("setup", at_once(), ids=name)
def test_the_reveal_tells_what_was_chosen(setup):
    """The proof is not empty: when the last choice is in, the same two tables look different."""
    ends = []
    for chosen in (0, 1):
        _, room = sent_after(setup, chosen)
        [last] = choosing(room)
        room.move(last, plain_moves(room, last)[0])
        seen = room.sees(SPECTATOR)
        ends.append(messages.write(seen))

    assert ends[0] != ends[1]


def test_there_are_sealed_choices():
    """Some games of the house have them; the tests above are not empty."""
    assert at_once() or ONLY
