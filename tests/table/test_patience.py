"""Clocks, grace, and the seats of people who are away."""

import pytest

from ghosthouse.house import find
from ghosthouse.table import messages
from ghosthouse.table.effects import Habits
from ghosthouse.table.messages import Clock, Ok
from tests.table.parlour import Parlour

HABITS = Habits(bot_pause=(0, 0), absent_pause=0, grace=60_000, lag=1_000)


def playing(*names, clock=None, title="fright/amigo", habits=HABITS, **more):
    room = Parlour(title=title, seats=max(2, len(names)), clock=clock, habits=habits, options={"rounds": 1}, **more)
    for name in names:
        room.sit(name)
    room.do(names[0], messages.Start, fill="")
    return room


def on_turn(room, *names):
    return next(name for name in names if room.sees(name).decision)


def test_time_for_each_move_runs_out_and_the_house_plays_on():
    """UX 8: the announced safe move is made, and the seat is marked as away."""
    room = playing("ada", "ben", clock=Clock("move", 30))
    late = on_turn(room, "ada", "ben")

    room.wait(30_500)
    assert room.table.ply == 0  # the way over the network is not counted
    room.wait(600)

    assert room.table.ply == 1
    assert room.sees(late).seats[room.sees(late).you].away
    assert "note.away_time" in [heard.line.phrase for heard in room.sees(late).lines] or room.table.notes


def test_a_move_brings_somebody_back():
    """Whoever moves again is back at once."""
    room = playing("ada", "ben", clock=Clock("move", 30))
    late = on_turn(room, "ada", "ben")
    room.wait(31_500)
    other = on_turn(room, *({"ada", "ben"} - {late}))

    assert isinstance(room.do(late, messages.Back), Ok)
    room.move(other)
    assert isinstance(room.move(late), Ok)
    assert not room.sees(late).seats[room.sees(late).you].away


def test_a_bank_is_charged_for_thinking_and_paid_for_moving():
    """Bank and increment, from the log alone."""
    room = playing("ada", "ben", clock=Clock("bank", 100, 5))
    mover = on_turn(room, "ada", "ben")

    room.wait(20_000)
    room.move(mover)

    seat = room.sees(mover).you
    assert room.table.chairs[seat].bank == 100_000 - 20_000 + 5_000
    assert room.sees(mover).seats[seat].left_ms == 85_000
    assert not room.sees(mover).seats[seat].running


def test_an_empty_bank_is_no_death_sentence():
    """Whoever comes back to an empty clock gets a few seconds for each move."""
    room = playing("ada", "ben", clock=Clock("bank", 10))
    late = on_turn(room, "ada", "ben")
    room.wait(11_500)

    room.do(late, messages.Back)

    assert room.table.chairs[room.sees(late).you].bank == 5_000


def test_clocks_survive_a_restart():
    """Deadlines follow from the log: a process that has just started finds them where they were."""
    room = playing("ada", "ben", clock=Clock("move", 30))
    due = [room.table.deadline(p) for p in room.table.awaited()]

    room.desk = room.open_desk()

    assert [room.table.deadline(p) for p in room.table.awaited()] == due
    room.inbox.clear()
    room.now += 31_500
    room.carry_out(room.desk.tick(room.now))
    assert room.table.ply == 1


def test_nobodys_clock_pays_for_an_outage():
    """When no node was running, the time in between is given back, once."""
    room = playing("ada", "ben", clock=Clock("move", 30))
    room.wait(10_000)
    down = room.now
    room.now += 3_600_000
    room.desk = room.open_desk()
    room.carry_out(room.desk.house_was_away("outage-1", down, room.now, room.now))
    room.carry_out(room.desk.house_was_away("outage-1", down, room.now, room.now))

    (seat,) = room.table.awaited()
    assert room.table.ply == 0
    assert room.table.deadline(seat) == room.now + 20_000
    assert sum(row.command == "lost:outage-1" for row in room.rows) == 1


def test_without_a_clock_the_house_waits_a_while_for_somebody_who_is_gone():
    """Grace, then the safe move; handed back the moment they return."""
    room = playing("ada", "ben")
    gone = on_turn(room, "ada", "ben")
    room.go(gone)

    room.wait(59_000)
    assert room.table.ply == 0
    room.wait(2_000)
    assert room.table.ply == 1
    assert room.table.chairs[room.sees(gone).you].away == "gone"

    room.come(gone)
    assert room.table.chairs[room.sees(gone).you].away == ""
    other = on_turn(room, *({"ada", "ben"} - {gone}))
    room.move(other)
    assert isinstance(room.move(gone), Ok)


def test_the_house_does_not_play_for_people_while_nobody_waits():
    """Both gone: the table rests, however long, and goes on when they are back."""
    room = playing("ada", "ben")
    room.go("ada")
    room.go("ben")

    room.wait(10 * 86_400_000)

    assert room.table.ply == 0


def test_with_days_on_the_clock_every_game_ends():
    """R6: all have left, and the absent players' policy brings the game to its end."""
    room = playing("ada", "ben", clock=Clock("days", 86_400))
    room.go("ada")
    room.go("ben")

    room.wait(400 * 86_400_000)

    assert room.table.phase == "finished"


def test_a_rest_is_played_by_the_house_until_i_am_back():
    """Handed to the house by wish; coming back is a wish too."""
    room = playing("ada", "ben")
    name = on_turn(room, "ada", "ben")

    room.do(name, messages.Rest)

    assert room.table.ply == 1
    room.go(name)
    room.come(name)
    assert room.table.chairs[room.sees(name).you].away == "rest"
    room.do(name, messages.Back)
    assert room.table.chairs[room.sees(name).you].away == ""


def test_somebody_who_stays_away_can_be_replaced():
    """No host with magic powers: anybody at the table may give the seat of somebody gone to a bot, and of nobody else."""
    room = playing("ada", "ben", "cleo")
    gone = on_turn(room, "ada", "ben", "cleo")
    here = next(name for name in ("ada", "ben", "cleo") if name != gone)
    seat = room.sees(gone).you

    early = room.do(here, messages.Free, seat)
    room.go(gone)
    room.wait(61_000)
    late = room.do(here, messages.Free, seat)

    assert early.line.phrase == "refusal.nobody_to_free"
    assert isinstance(late, Ok)
    assert room.table.chairs[seat].bot


def test_alone_the_game_can_be_paused():
    """Bots and clocks stand still until it goes on."""
    room = playing("ada", clock=Clock("move", 30))
    while not room.sees("ada").decision:
        room.wait(1)
    due = room.table.deadline(room.sees("ada").you)
    room.do("ada", messages.Pause, True)

    assert room.sees("ada").paused
    room.wait(3_600_000)
    assert room.move("ada").line.phrase == "refusal.halted"
    room.do("ada", messages.Pause, False)

    assert room.table.deadline(room.sees("ada").you) == due + 3_600_000
    assert isinstance(room.move("ada"), Ok)


def test_in_company_nobody_can_pause():
    """Not alone: a pause is no weapon."""
    room = playing("ada", "ben")

    assert room.do("ada", messages.Pause, True).line.phrase == "refusal.not_alone"


def test_a_bot_answers_no_faster_when_it_thinks_less():
    """Threat model 6: the pause is drawn before the bot thinks, so it tells nothing of what was found."""
    habits = Habits(bot_pause=(500, 1_400))
    waits = set()
    for seed in range(20):
        room = playing("ada", habits=habits, thinks=False, seed=seed)
        if not room.thoughts:
            room.move("ada")
        waits.add(room.thoughts[0].at - room.now)

    assert len(waits) > 10
    assert min(waits) >= 500
    assert max(waits) <= 1_400


@pytest.mark.parametrize("clock", [Clock("move", 1), Clock("bank", 0, 5), Clock("days", 60)])
def test_a_clock_that_makes_no_sense_is_refused(clock):
    """With what would work."""
    room = Parlour(title="fright/amigo", seats=2)
    room.sit("ada")

    answer = room.do("ada", messages.Configure, clock=clock)

    assert answer.code == "bad_setup"
    assert "at least" in answer.message


@pytest.fixture
def against_time(monkeypatch):
    """A game in which seat 0 has ten seconds for every decision, by its rules; it is on turn."""
    monkeypatch.setattr(find("fright").room("view"), "seconds", lambda s, t, seat: 10 if seat == 0 else 0, raising=False)
    room = playing("ada", "ben")
    if not room.table.chairs[0].decision:
        room.move("ben")
    return room


def test_a_decision_against_time_is_made_by_the_house_when_the_time_is_over(against_time):
    """GWR-39 and its like: the policy decides this once, everybody sees the time run, and nobody is sent away for it."""
    room = against_time
    before = room.table.ply
    assert (room.sees("ben").seats[0].running, room.sees("ben").seats[0].left_ms) == (True, 10_000)

    room.wait(10_500)
    assert room.table.ply == before  # the way over the network is not counted
    room.wait(1_000)

    assert room.table.ply == before + 1
    assert not room.sees("ben").seats[0].away
    assert room.sees("ben").lines[-1].line.phrase == "note.late"


def test_a_decision_against_time_runs_on_through_a_restart(against_time):
    """The time follows from the log, and the house looks after the table although nobody has come back."""
    room = against_time
    due, before = room.table.rules_due(0), room.table.ply

    room.desk = room.open_desk()
    room.carry_out(room.desk.tick(room.now))
    assert room.table.rules_due(0) == due
    assert room.desk.summary().due == due + HABITS.lag
    room.wait(11_500)

    assert room.table.ply == before + 1


def test_other_decisions_have_the_time_of_the_table(against_time):
    """Seat 1 has no bound here."""
    room = against_time
    while not room.table.chairs[1].decision:
        room.move("ada")
    before = room.table.ply

    room.wait(50_000)

    assert room.table.ply == before
    assert room.sees("ada").seats[1].left_ms == -1
