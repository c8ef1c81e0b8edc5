"""A table from its making to its rematch: who may do what, and what comes of it."""

import hashlib

import pytest

from ghosthouse.kernel.record import read_record
from ghosthouse.table import fair, may, messages
from ghosthouse.table.fold import Table
from ghosthouse.table.messages import No, Ok
from tests.table.parlour import SETUPS, Parlour, token


@pytest.fixture
def two():
    """Ada and Ben at a small table, playing."""
    room = Parlour()
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Start)
    return room


def replayed(room) -> Table:
    table = Table(SETUPS)
    for row in room.rows:
        table.apply(row)
    return table


def test_a_game_from_sitting_down_to_the_end(two):
    """Two people sit down, start, and play to the end; everybody sees the winners and the secret."""
    two.play("ada", "ben")

    seen = two.sees("ada")
    assert seen.phase == "finished"
    assert seen.result.reason == "rules"
    assert seen.result.winners == two.table.winners() != []
    assert fair.commitment(bytes.fromhex(seen.fair.secret)) == seen.fair.commitment


def test_the_log_is_the_table(two):
    """Law 1: folding the rows again gives the same state, the same views and the same lines."""
    two.play("ada", "ben")

    again = replayed(two)

    assert again.sitting.position() == two.table.sitting.position()
    for viewer in (-1, 0, 1):
        assert again.window(viewer) == two.table.window(viewer)
        assert again.lines(viewer, 0) == two.table.lines(viewer, 0)


def test_a_game_cannot_start_with_free_seats_unless_bots_fill_them():
    """Start names how many seats are free, and `fill` puts bots there."""
    room = Parlour(seats=3)
    room.sit("ada")

    refused = room.do("ada", messages.Start)
    started = room.do("ada", messages.Start, fill="")

    assert (refused.code, refused.line.phrase) == ("not_now", "refusal.seats_free")
    assert isinstance(started, Ok)
    assert [chair.bot for chair in room.table.chairs] == [False, True, True]


def test_bots_play_their_seats():
    """One person and bots: the bots answer by themselves, and the game ends."""
    room = Parlour(title="fright/amigo", seats=4)
    room.sit("ada")
    room.do("ada", messages.Start, fill="")

    room.play("ada")

    assert room.table.phase == "finished"


def test_a_command_sent_twice_is_done_once(two):
    """Law 4: a retry with the same id is answered like the first, and changes nothing."""
    name = "ada" if two.sees("ada").decision else "ben"
    decision = two.sees(name).decision
    move = next(choice.move for choice in two.sees(name).choices if choice.legal)

    first = two.do(name, messages.Move, decision, move, id="the-same-id")
    rows = len(two.rows)
    second = two.do(name, messages.Move, decision, move, id="the-same-id")

    assert second == first
    assert len(two.rows) == rows


def test_the_same_id_of_another_person_is_another_command(two):
    """Ids are told apart by who sends them: counting from one is no crime."""
    first = two.do("ada", messages.Say, "talk.boo", id="say-00001")
    second = two.do("ben", messages.Say, "talk.boo", id="say-00001")

    assert first.at < second.at


def test_a_decision_that_was_answered_is_stale(two):
    """A late second answer to the same decision is refused as stale, not played as the next move."""
    name = "ada" if two.sees("ada").decision else "ben"
    decision = two.sees(name).decision
    two.move(name)

    answer = two.do(name, messages.Move, decision, "whatever")

    assert answer.code == "stale"


def test_an_illegal_move_is_answered_with_its_clause():
    """Law 5: illegal input is answered with the rule that forbids it, and changes nothing."""
    two = Parlour(title="fright/amigo")
    two.sit("ada")
    two.sit("ben")
    two.do("ada", messages.Start)
    dark = None
    while dark is None:
        name = "ada" if two.sees("ada").decision else "ben"
        dark = next((choice for choice in two.sees(name).choices if not choice.legal), None)
        if dark is None:
            two.move(name)
    before = len(two.rows)

    answer = two.move(name, dark.move)

    assert isinstance(answer, No)
    assert answer.code == "illegal"
    assert answer.clause
    assert len(two.rows) == before


def test_a_move_that_cannot_be_read_is_nonsense(two):
    """Unreadable text is told apart from an illegal move."""
    name = "ada" if two.sees("ada").decision else "ben"

    assert two.move(name, "abracadabra").code == "nonsense"


def test_out_of_turn_is_stale_or_not_your_turn(two):
    """Whoever owes nothing is told so."""
    name = "ben" if two.sees("ada").decision else "ada"

    assert two.do(name, messages.Move, 1, "take").code == "stale"


def test_a_stranger_cannot_move(two):
    """Only somebody who sits there can move; watching is free."""
    two.come("a stranger")

    answer = two.do("a stranger", messages.Move, two.table.at, "take")

    assert (answer.code, answer.line.phrase) == ("forbidden", "refusal.no_seat")
    assert two.sees("a stranger").you == -1
    assert two.sees("a stranger").choices == []


def test_a_seat_is_found_again_by_its_secret(two):
    """UX 2: the seat is a secret token; on a device without the guest's cookie it opens the same seat."""
    two.come("another device", secret=token("ada"))

    assert two.sees("another device").you == two.sees("ada").you
    assert two.sees("another device").view == two.sees("ada").view


def test_a_wrong_secret_opens_nothing(two):
    """A token that belongs to no seat makes a spectator."""
    two.come("another device", secret="x" * 43)

    assert two.sees("another device").you == -1


def test_a_taken_seat_cannot_be_taken(two):
    """A person's seat is theirs."""
    two.come("cleo")

    assert two.do("cleo", messages.Sit, 0, token("cleo")).line.phrase == "refusal.seated_full"


def test_nobody_sits_twice():
    """One person, one seat."""
    room = Parlour(seats=3)
    room.sit("ada")

    assert room.do("ada", messages.Sit, 2, token("second")).line.phrase == "refusal.seated_already"


def test_a_friend_takes_over_a_bots_seat_while_the_game_runs():
    """UX 1: friends replace bots, also later."""
    room = Parlour(title="fright/amigo", seats=3, thinks=False)
    room.sit("ada")
    room.do("ada", messages.Start, fill="")

    seat = room.sit("ben", 1)

    assert seat == 1
    assert room.sees("ben").view.viewer == 1


def test_whoever_leaves_is_replaced_by_a_bot_and_knows_only_one_hand():
    """A seat that was left is a bot's; whoever left it cannot see a second hand of the same game."""
    room = Parlour(title="fright/amigo", seats=3, thinks=False)
    for name in ("ada", "ben"):
        room.sit(name)
    room.do("ada", messages.Start, fill="")
    room.do("ben", messages.Leave)

    elsewhere = room.do("ben", messages.Sit, 2, token("ben again"))
    home = room.do("ben", messages.Sit, 1, token("ben once more"))

    assert elsewhere.line.phrase == "refusal.knows_another_hand"
    assert isinstance(home, Ok)


def test_a_seat_moves_to_another_device_by_a_ticket(two):
    """The ticket works once; the old secret opens the seat no longer."""
    ticket = "t" * 43
    two.do("ada", messages.Ticket, hashlib.sha256(ticket.encode()).hexdigest())
    two.come("phone")

    claimed = two.do("phone", messages.Claim, ticket, "p" * 43)
    again = two.do("phone", messages.Claim, ticket, "q" * 43)
    two.come("old device", secret=token("ada"))

    assert isinstance(claimed, Ok)
    assert again.line.phrase == "refusal.no_ticket"
    assert two.sees("old device").you == -1


def test_seats_can_be_added_taken_away_swapped_and_drawn():
    """Before the start the people at the table arrange it."""
    room = Parlour(title="fright/amigo", seats=4)
    room.sit("ada", 3)
    room.sit("ben", 0)

    room.do("ada", messages.SetSeats, 3)
    assert [chair.guest for chair in room.table.chairs] == ["ben", "", "ada"]
    room.do("ada", messages.Swap, 0, 1)
    assert [chair.guest for chair in room.table.chairs] == ["", "ben", "ada"]
    assert room.do("ada", messages.SetSeats, 1).code == "not_now"
    assert room.do("ada", messages.SetSeats, 9).code == "bad_setup"
    room.do("ada", messages.ShuffleSeats)
    assert sorted(chair.guest for chair in room.table.chairs) == ["", "ada", "ben"]


def test_what_is_agreed_can_be_changed_before_the_start():
    """Options, edition and clock; what cannot be is said with what would work."""
    room = Parlour(title="fright/amigo", seats=3)
    room.sit("ada")

    wrong = room.do("ada", messages.Configure, options={"rounds": 99})
    right = room.do("ada", messages.Configure, options={"rounds": 1}, clock=messages.Clock("bank", 300, 5))

    assert wrong.code == "bad_setup"
    assert "1 to 20" in wrong.message
    assert isinstance(right, Ok)
    assert room.sees("ada").options == {"rounds": 1}
    assert room.sees("ada").clock == messages.Clock("bank", 300, 5)


def test_an_option_that_looks_like_a_number_is_not_a_flag():
    """One agreement, one setup: 1 and True are kept apart where setups are shared."""
    room = Parlour(title="fright/amigo", seats=3)
    room.sit("ada")

    right = room.do("ada", messages.Configure, options={"mist_may_open": True})
    wrong = room.do("ada", messages.Configure, options={"mist_may_open": 1})

    assert isinstance(right, Ok)
    assert wrong.code == "bad_setup"


def test_a_rematch_keeps_seats_and_agreement_and_has_a_new_secret(two):
    """UX 9: one tap; the first game's lines are gone, the second deal is promised anew."""
    two.play("ada", "ben")
    first = two.sees("ada")

    two.do("ben", messages.Rematch)

    seen = two.sees("ada")
    assert (seen.phase, seen.game, seen.ply) == ("playing", 2, 0)
    assert seen.fair.commitment != first.fair.commitment
    assert seen.fair.secret == ""
    assert seen.after == 0


def test_what_the_rulebook_carries_over_holds_for_the_rematch():
    """Whoever lost starts the next game, however often; what the table agreed on stays as it was, and the log tells it all."""
    room = Parlour("ghooost/mini")
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Start)
    starters = []
    for _ in range(6):
        room.play("ada", "ben")
        (loser,) = {0, 1} - set(room.table.winners())
        room.do("ada", messages.Rematch)
        starters.append(room.table.sitting.next_seat())
        assert starters[-1] == loser
        assert room.table.options == {}
        assert replayed(room).sitting.position() == room.table.sitting.position()
    assert set(starters) == {0, 1}

    room.play("ada", "ben")
    room.do("ben", messages.Leave)
    room.do("ada", messages.Rematch)
    assert room.table.setup.options["first"] == "chance"


def test_after_very_many_games_another_table_is_opened(two, monkeypatch):
    """R5: every process that serves a table reads its whole log, so the log has an end."""
    two.do("ada", messages.Start)
    two.play("ada", "ben")
    monkeypatch.setattr(may, "MOST_ENTRIES", two.table.at)

    assert two.do("ada", messages.Rematch).line.phrase == "refusal.too_many_games"


def test_a_rematch_with_a_free_seat_waits_for_somebody(two):
    """Somebody left after the game: the table is open again, and starts when the seat is taken."""
    two.play("ada", "ben")
    two.do("ben", messages.Leave)

    two.do("ada", messages.Rematch)
    assert two.sees("ada").phase == "lobby"
    two.sit("cleo")
    two.do("cleo", messages.Start)

    assert two.sees("ada").phase == "playing"


def test_conceding_ends_a_duel(two):
    """Whoever is left has won."""
    two.do("ada", messages.Concede)

    result = two.sees("ben").result
    assert (result.reason, result.winners) == ("conceded", [two.sees("ben").you])


@pytest.mark.parametrize(("seed", "won"), [(2, [1]), (16, [0, 1]), (30, [1]), (53, [0])])
def test_conceding_among_many_leaves_the_seat_to_the_house(seed, won):
    """The game goes on without waiting. Whoever gave up does not win it, however well the house plays on: the next one does."""
    room = Parlour(title="fright/amigo", seats=3, seed=seed)
    for name in ("ada", "ben", "cleo"):
        room.sit(name)
    room.do("ada", messages.Start)
    room.do("cleo", messages.Concede)

    room.play("ada", "ben")

    assert room.table.phase == "finished"
    assert (2 in room.table.sitting.winners()) == (seed > 2)
    assert room.table.winners() == won


def test_ready_phrases_are_said_and_others_are_not(two):
    """Talk is by phrase: nothing free can be written to strangers."""
    two.do("ada", messages.Say, "talk.boo")

    assert two.sees("ben").lines[-1].line.phrase == "talk.boo"
    assert two.sees("ben").lines[-1].by == two.sees("ada").you
    assert two.do("ada", messages.Say, "talk.something_rude").code == "nonsense"


def test_talk_is_bounded(two):
    """R5: talking cannot grow a log without bound."""
    answers = [two.do("ada", messages.Say, "talk.boo") for _ in range(305)]

    assert answers[-1].code == "busy"


def test_spectators_look_through_eyes_only_where_the_table_lends_them():
    """Deny by default: a wish for eyes changes nothing at a table that lends none."""
    rooms = {allowed: Parlour(eyes=allowed) for allowed in (False, True)}
    for room in rooms.values():
        room.sit("ada")
        room.sit("ben")
        room.do("ada", messages.Start)
        room.come("watcher", eyes=1)

    assert rooms[False].sees("watcher").view.viewer == -1
    assert rooms[True].sees("watcher").view.viewer == 1
    assert rooms[True].sees("watcher").choices == []


def test_a_seated_player_never_looks_through_other_eyes():
    """Also where spectators may."""
    room = Parlour(eyes=True)
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Start)
    room.come("ada", eyes=1)

    assert room.sees("ada").view.viewer == 0


def test_when_the_game_has_ended_everybody_may_see_every_hand(two):
    """UX: finished players are never left with a dead screen."""
    two.play("ada", "ben")
    two.come("ada", eyes=1)

    assert two.sees("ada").view.viewer == 1


def test_what_may_be_done_is_listed(two):
    """The browser decides no rule: `may` says what could be used now, and everything else is refused."""
    may = two.sees("ada").may

    assert "concede" in may
    assert "start" not in may
    assert two.do("ada", messages.Start).code == "not_now"


def test_a_deal_that_was_promised_can_be_checked_at_home():
    """Both promise bytes, both show them, and the record verifies; a changed secret does not."""
    room = Parlour()
    for name in ("ada", "ben"):
        room.sit(name)
        room.do(name, messages.Commit, fair.promise(name.encode().ljust(16, b".")))
    room.do("ada", messages.Start)
    assert room.sees("ada").phase == "dealing"
    room.do("ada", messages.Reveal, b"ada.............".hex())
    assert room.sees("ada").phase == "dealing"
    room.do("ben", messages.Reveal, b"ben.............".hex())
    assert room.sees("ada").phase == "playing"
    room.play("ada", "ben")

    record = room.desk.record()
    assert fair.verify(read_record(record.text())) == []

    record.notes["secret"] = "00" * 32
    assert len(fair.verify(record)) == 2


def test_bytes_that_were_not_promised_are_refused():
    """Nobody changes their mind after the promise."""
    room = Parlour()
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Commit, fair.promise(b"a" * 16))
    room.do("ada", messages.Start)

    assert room.do("ada", messages.Reveal, (b"b" * 16).hex()).line.phrase == "refusal.other_bytes"


def test_the_table_deals_without_bytes_that_are_never_shown():
    """Nobody can hold a table up by not showing."""
    room = Parlour()
    room.sit("ada")
    room.sit("ben")
    room.do("ada", messages.Commit, fair.promise(b"a" * 16))
    room.do("ada", messages.Start)

    room.wait(6_000)

    assert room.sees("ben").phase == "playing"
    assert room.table.shown == {}


def test_the_record_is_kept_back_until_the_game_has_ended(two):
    """The record holds the chance of the whole game: nobody gets it before."""
    with pytest.raises(Exception, match="ended"):
        two.desk.record()
