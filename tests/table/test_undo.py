"""Taking moves back: by consent, and never when something hidden has been seen."""

import pytest

from ghosthouse.table import messages, undo
from ghosthouse.table.messages import Ok
from tests.table.parlour import Parlour


def duel(**more):
    room = Parlour(title="fright/amigo", seats=2, options={"rounds": 1}, **more)
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Start)
    return room


def on_turn(room):
    return next(name for name in ("ada", "ben") if room.sees(name).decision)


def test_a_card_that_was_drawn_stays_drawn():
    """A played card and a drawn one were both hidden: in company the move stays."""
    room = duel()
    mover = on_turn(room)
    room.move(mover)

    answer = room.do(mover, messages.Undo)

    assert answer.line.phrase == "refusal.undo_reveals"


def test_taking_the_open_pile_hides_and_shows_nothing_and_can_be_undone():
    """The pile lies open and is taken: nobody has learned anything. The other says yes, and the table is as it was."""
    room = duel()
    room.move(on_turn(room))
    mover = on_turn(room)
    other = "ben" if mover == "ada" else "ada"
    before = room.table.sitting.position()
    room.move(mover, "take")

    asked = room.do(mover, messages.Undo)
    wish = room.sees(other).undo
    assert isinstance(asked, Ok)
    assert (wish.seat, wish.waiting) == (room.sees(mover).you, [room.sees(other).you])
    room.do(other, messages.Allow, wish.ask, True)

    assert room.table.sitting.position() == before
    assert room.sees(mover).decision
    assert room.sees(mover).undo is None
    assert "note.undone" in [note.phrase for note in room.table.notes]


def test_the_lines_of_what_was_undone_are_taken_back_too():
    """A viewer forgets every line behind `after`: with what came before, exactly one account of the game remains."""
    room = duel()
    room.move(on_turn(room))
    mover = on_turn(room)
    other = "ben" if mover == "ada" else "ada"
    room.move(mover, "take")
    room.do(mover, messages.Undo)
    room.do(other, messages.Allow, room.sees(other).undo.ask, True)

    def kept(name):
        lines = []
        for message in room.inbox[name]:
            if isinstance(message, messages.TableMessage):
                lines = [heard for heard in lines if heard.at <= message.after] + message.lines
        return lines

    live = kept(mover)
    room.come(mover, seen=0)
    assert live == room.sees(mover).lines


def test_a_wish_can_be_refused_and_ends_with_the_next_move():
    """No is an answer; so is playing on."""
    room = duel()
    room.move(on_turn(room))
    mover = on_turn(room)
    other = "ben" if mover == "ada" else "ada"
    room.move(mover, "take")
    room.do(mover, messages.Undo)
    assert room.do(mover, messages.Undo).line.phrase == "refusal.wish_waits"

    room.do(other, messages.Allow, room.sees(other).undo.ask, False)
    assert room.sees(mover).undo is None

    room.do(mover, messages.Undo)
    wish = room.sees(other).undo.ask
    room.move(mover)
    assert room.sees(other).undo is None
    assert room.do(other, messages.Allow, wish, True).code == "not_now"


def test_alone_every_move_can_be_taken_back_and_the_record_says_so():
    """Step back when alone: only bots sit there. The record of such a game is marked."""
    room = Parlour(title="fright/amigo", seats=3, options={"rounds": 1})
    room.sit("ada")
    room.do("ada", messages.Start, fill="")
    before = room.sees("ada").view
    room.move("ada")

    room.do("ada", messages.Undo)

    assert room.sees("ada").view == before
    room.play("ada")
    assert "stepped-back" in room.desk.record().notes


def test_after_an_undo_the_log_still_replays():
    """Law 1 holds across undone moves."""
    room = Parlour(title="fright/amigo", seats=3, options={"rounds": 1})
    room.sit("ada")
    room.do("ada", messages.Start, fill="")
    for _ in range(3):
        room.move("ada")
        room.do("ada", messages.Undo)
        room.move("ada")
    here = room.table.sitting.position()

    room.desk = room.open_desk()

    assert room.table.sitting.position() == here


@pytest.mark.parametrize("seed", range(5))
def test_what_reveals_is_found_in_imagined_worlds(seed):
    """The check itself: along whole games, a move that lays a card reveals, taking an open pile does not."""
    room = duel(seed=seed)
    found = set()
    while room.table.phase == "playing" and len(found) < 2:
        mover = on_turn(room)
        takes = any(choice.move == "take" and choice.legal for choice in room.sees(mover).choices)
        room.move(mover, "take" if takes else None)
        if room.table.phase == "playing":
            found.add((takes, undo.reveals(room.table.sitting, room.table.ply - 1)))

    assert found == {(False, True), (True, False)}
