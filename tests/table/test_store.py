"""What the desk does when storing goes wrong: fails, loses the race, or ends nobody knows how."""

from collections import deque

import pytest

from ghosthouse.table import messages
from ghosthouse.table.effects import Append, Reread
from ghosthouse.table.entries import BrokenChain, Row
from ghosthouse.table.fold import Table
from ghosthouse.table.messages import Ok, Paused
from tests.table.parlour import SETUPS, Parlour


@pytest.fixture
def room():
    room = Parlour()
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Start)
    return room


def send_move(room):
    """Send a move and keep back what should be stored; returns who moved, the command and the row."""
    name = "ada" if room.sees("ada").decision else "ben"
    seen = room.sees(name)
    command = messages.Move("the-move-1", seen.decision, next(c.move for c in seen.choices if c.legal))
    effects = room.desk.command(name, room.caller(name), command, room.now)
    (append,) = [effect for effect in effects if isinstance(effect, Append)]
    return name, command, append.row


def answers(room, name, command):
    return [m for m in room.inbox[name] if getattr(m, "id", None) == command.id]


def test_nothing_is_answered_or_shown_before_the_commit(room):
    """Law 4: between the command and `stored` nobody hears anything."""
    before = {name: len(box) for name, box in room.inbox.items()}

    name, command, row = send_move(room)
    assert {name: len(box) for name, box in room.inbox.items()} == before
    assert room.table.ply == 0

    room.rows.append(row)
    room.carry_out(room.desk.stored(room.now))
    assert answers(room, name, command) == [Ok(command.id, row.at)]
    assert room.table.ply == 1


def test_an_unknown_outcome_that_was_stored_is_answered_once(room):
    """Section 6: the desk reads the log, finds its command there, and answers; it does not guess and does not repeat."""
    name, command, row = send_move(room)
    room.rows.append(row)  # the commit happened; its answer was lost

    room.carry_out(room.desk.unsure(room.now))

    assert answers(room, name, command) == [Ok(command.id, row.at)]
    assert room.table.ply == 1


def test_an_unknown_outcome_that_was_not_stored_is_stored_again(room):
    """The same, where the commit had not happened."""
    name, command, row = send_move(room)

    room.carry_out(room.desk.unsure(room.now))

    assert answers(room, name, command) == [Ok(command.id, row.at)]
    assert [row.command for row in room.rows].count(row.command) == 1


def test_while_the_store_is_away_play_pauses_with_a_reason_and_goes_on_by_itself(room):
    """R7: everybody is told, nothing is acknowledged, commands wait, and all is well afterwards."""
    name, command, _ = send_move(room)
    effects = room.desk.failed(room.now)
    (reread,) = [effect for effect in effects if isinstance(effect, Reread)]
    room.carry_out([effect for effect in effects if not isinstance(effect, Reread)])

    assert reread.at > room.now
    assert isinstance(room.inbox["ada"][-1], Paused)
    other = "ben" if name == "ada" else "ada"
    assert room.desk.command(other, room.caller(other), messages.Say("say-00001", "talk.hello"), room.now) == []
    assert answers(room, name, command) == []

    again = room.desk.failed(room.now)  # the reading failed too
    assert [type(effect) for effect in again] == [Reread]

    room.carry_out(again)
    assert answers(room, name, command)
    assert Paused(False, messages.Line("note.store_back")) in room.inbox["ada"]
    assert room.table.notes[-1].phrase == "talk.hello"


@pytest.mark.parametrize(("waited", "there"), [(2_000, True), (500, False), (2_000, False)])
def test_what_somebody_said_who_has_hung_up_long_ago_is_not_carried_out(room, waited, there):
    """They have said it again elsewhere, where it may have been refused: it must not happen after a "no"."""
    name, _, _ = send_move(room)
    other = "ben" if name == "ada" else "ada"
    room.desk.failed(room.now)  # the store is away, and what is said meanwhile waits
    room.desk.command(other, room.caller(other), messages.Say("say-00001", "talk.hello"), room.now)
    if not there:
        room.desk.part(other, room.now)
    room.now += waited

    room.carry_out(room.desk.tail([], None, room.now))

    assert ("talk.hello" in [note.phrase for note in room.table.notes]) == (there or waited < 1_000)


def test_another_node_was_faster(room):
    """The row of that number is taken: the log is read, and the command is judged at the table as it is now."""
    other_node = room.open_desk()
    name, command, _ = send_move(room)
    talk = other_node.command("x", room.caller("ada"), messages.Say("say-00009", "talk.boo"), room.now)
    room.rows.append(next(effect for effect in talk if isinstance(effect, Append)).row)

    room.carry_out(room.desk.taken(room.now))

    assert len(answers(room, name, command)) == 1
    assert isinstance(answers(room, name, command)[0], Ok)
    assert [note.phrase for note in room.table.notes if note.phrase.startswith("talk")] == ["talk.boo"]


def test_another_node_answered_the_same_decision(room):
    """Two devices answer at once: one is stored, the other is told that it is stale. Neither is played as the next move."""
    other_node = room.open_desk()
    name, command, _ = send_move(room)
    seen = room.sees(name)
    move = messages.Move("another-id-1", seen.decision, next(c.move for c in seen.choices if c.legal))
    made = other_node.command("x", room.caller(name), move, room.now)
    room.rows.append(next(effect for effect in made if isinstance(effect, Append)).row)

    room.carry_out(room.desk.taken(room.now))

    assert answers(room, name, command)[0].code == "stale"
    assert room.table.ply == 1


def test_the_same_command_on_two_nodes_is_done_once(room):
    """The client resent it to another node: found by its id, answered with the same entry."""
    other_node = room.open_desk()
    name, command, row = send_move(room)
    made = other_node.command("x", room.caller(name), command, room.now)
    room.rows.append(next(effect for effect in made if isinstance(effect, Append)).row)

    room.carry_out(room.desk.taken(room.now))

    assert answers(room, name, command) == [Ok(command.id, row.at)]
    assert room.table.ply == 1


def test_a_nudge_makes_the_desk_read(room):
    """News from the bus: the desk reads the tail, and its viewers see it."""
    other_node = room.open_desk()
    made = other_node.command("x", room.caller("ada"), messages.Say("say-00009", "talk.boo"), room.now)
    room.rows.append(next(effect for effect in made if isinstance(effect, Append)).row)

    room.carry_out(room.desk.nudged(len(room.rows), room.now))

    assert room.sees("ben").lines[-1].line.phrase == "talk.boo"
    assert room.desk.nudged(len(room.rows), room.now) == []


def test_a_changed_row_is_noticed():
    """R2: a log that is not what was written makes no table."""
    room = Parlour()
    room.sit("ada")
    row = room.rows[1]
    table = Table(SETUPS)
    table.apply(room.rows[0])

    with pytest.raises(BrokenChain, match="changed after"):
        table.apply(Row(row.at, row.command, row.body.replace('"seat":0', '"seat":1'), row.hash))
    with pytest.raises(BrokenChain, match="entry 2 is expected"):
        table.apply(Row(3, row.command, row.body, row.hash))


def test_a_replay_that_comes_out_differently_is_noticed(room, monkeypatch):
    """R2: a rule that changed under a running game is found by the checksum of the state, not by a player."""
    room.play("ada", "ben")
    narrow = Table(SETUPS)
    rows = deque(room.rows)
    while narrow.ply < 1:
        narrow.apply(rows.popleft())
    narrow.sitting.state.seat[0].fright += 1

    def go_on():
        while rows:
            narrow.apply(rows.popleft())

    with pytest.raises(BrokenChain, match="another state"):
        go_on()


def test_rules_that_break_on_a_legal_move_void_it_and_the_seat_chooses_again(room, monkeypatch):
    """Nothing crashes: the entry stays in the log as void, in every replay alike."""
    name = "ada" if room.sees("ada").decision else "ben"
    rules = room.table.sitting.rules

    class Broken:
        def __getattr__(self, word):
            return getattr(rules, word)

        def play(self, *_):
            raise ZeroDivisionError

    position = room.table.sitting.position()
    room.table.sitting.rules = Broken()
    answer = room.move(name)
    room.table.sitting.rules = rules

    assert isinstance(answer, Ok)
    assert room.table.sitting.position() == position
    assert room.sees(name).decision
    assert "note.void" in [heard.line.phrase for heard in room.sees(name).lines]


def test_a_view_that_breaks_for_one_viewer_does_not_stop_the_others(room, monkeypatch):
    """One stumbling block, one missing message; an operator is told."""
    window = room.table.window

    def broken(viewer):
        if viewer == 0:
            raise ZeroDivisionError
        return window(viewer)

    monkeypatch.setattr(room.table, "window", broken)
    effects = room.desk.join("watcher", room.caller("watcher"), 0, -1, room.now)
    effects += room.desk.join("ada", room.caller("ada"), 0, -1, room.now)

    kinds = [type(effect).__name__ for effect in effects]
    assert "Trouble" in kinds
    assert any(isinstance(getattr(effect, "message", None), messages.TableMessage) for effect in effects)
