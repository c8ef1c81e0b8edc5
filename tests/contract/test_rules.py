"""The contract of DESIGN.md, held for every title that the house finds."""

from __future__ import annotations

import random

import pytest

from ghosthouse import house
from ghosthouse.kernel import (
    NOBODY,
    SPECTATOR,
    Chance,
    Illegal,
    Nonsense,
    NotYourTurn,
    Record,
    Refusal,
    Setup,
    Sitting,
    copy,
    key_from_text,
    pack,
    read_record,
    unpack,
)
from ghosthouse.kernel.game import CONTRACT
from ghosthouse.kernel.layout import Layout, layout_of
from ghosthouse.kernel.notation import read_line
from ghosthouse.kernel.rule import is_rule
from tests.walk import name, sample, setups, title_setups, titles, usual, walk

every_setup = pytest.mark.parametrize("setup", setups(), ids=name)
every_title = pytest.mark.parametrize("setup", title_setups(), ids=name)


@every_title
def test_rules_are_marked_and_complete(setup: Setup):
    """A game gives every function of the contract, each of them a rule."""
    rules = setup.game.room("rules")

    assert [f for f in CONTRACT if not is_rule(getattr(rules, f, None))] == []
    assert is_rule(setup.game.room("heuristics").weigh)


@every_title
def test_tallies_are_numbers_of_the_state(setup: Setup):
    """A report on many games adds them up."""
    assert set(setup.game.tallies) <= {f.name for f in layout_of(setup.shape).fields if not f.shape and not f.record}


@every_title
def test_fields_are_signed(setup: Setup):
    """Unsigned words belong to the chance module alone: elsewhere they make `a - b` differ between Python and machine code."""

    def kinds(shape: Layout) -> set[str]:
        inner = [kinds(layout_of(f.record)) if f.record else {f.kind} for f in shape.fields]
        return set().union(*inner)

    for record in (setup.shape, setup.seen_shape, type(setup.tables)):
        assert kinds(layout_of(record)) <= set("bhiq")


@every_setup
def test_a_game_ends_within_its_bound(setup: Setup):
    """Law: random play never meets a state without a legal move or an end, and never passes the longest game."""
    for sitting in walk(setup, "to the end", limit=setup.game.longest + 1):
        if sitting.over():
            break
        awaited = sitting.awaited()
        assert awaited, sitting.position()
        for seat in awaited:
            assert sitting.legal(seat), (seat, sitting.position())

    assert sitting.over()
    assert sitting.ply <= setup.game.longest
    assert sitting.awaited() == []
    assert sitting.next_seat() == NOBODY
    assert sitting.winners() or len(set(sitting.scores())) <= 1


@every_setup
def test_next_seat_finds_the_awaited_seats_in_order(setup: Setup):
    """`next_seat` walks around the ring and stops at exactly the seats that `awaits` names."""
    for sitting in sample(setup, "ring"):
        awaited = sitting.awaited()
        for after in range(-1, setup.seats):
            ring = [(after + 1 + k) % setup.seats for k in range(setup.seats)]
            first = next((p for p in ring if p in awaited), NOBODY)
            assert sitting.rules.next_seat(sitting.state, sitting.tables, after) == first


@every_setup
def test_why_not_is_zero_exactly_where_marked(setup: Setup):
    """Legality is said once: every action without a mark has a reason with a clause, every action with one has none."""
    narrate = setup.game.room("narrate")
    for sitting in sample(setup, "why not", every=11, limit=120):
        for seat in sitting.awaited():
            legal = set(sitting.legal(seat))
            for action in range(setup.game.actions):
                why = sitting.rules.why_not(sitting.state, sitting.tables, seat, action)
                assert (why == 0) == (action in legal), (seat, action, why, sitting.position())
                if why:
                    line, clause = narrate.reason(sitting.state, sitting.tables, seat, action, why)
                    assert line.phrase
                    assert clause.startswith(setup.game.clauses), (action, clause)


@every_setup
def test_seats_that_owe_nothing_have_no_marks(setup: Setup):
    """Only an awaited seat may act."""
    for sitting in sample(setup, "marks"):
        for seat in set(range(setup.seats)) - set(sitting.awaited()):
            assert sitting.legal(seat) == []


@every_setup
def test_the_order_of_arrival_changes_nothing(setup: Setup):
    """Where several seats are asked at once, each answers in its own field: forwards and backwards come to the same bytes."""
    for sitting in sample(setup, "order", every=5, limit=160):
        awaited = sitting.awaited()
        if len(awaited) < 2 or any(len(sitting.legal(seat)) < 1 for seat in awaited):
            continue
        chosen = {seat: sitting.legal(seat)[sitting.ply % len(sitting.legal(seat))] for seat in awaited}
        ends = []
        for order in (awaited, awaited[::-1]):
            other = Sitting(setup, sitting.key, copy(sitting.state), moves=list(sitting.moves))
            for seat in order:
                if seat in other.awaited():  # somebody else's answer may have settled the matter: then in either order
                    other.act(seat, chosen[seat])
            ends.append(pack(other.state))
        assert ends[0] == ends[1], sitting.position()


@every_setup
def test_a_refusal_changes_nothing(setup: Setup):
    """Law 5: illegal, untimely and senseless moves are refused, each with its own type, and leave every byte as it was."""
    rng = random.Random(5)
    for sitting in sample(setup, "refusals", every=13, limit=120):
        before, ply = pack(sitting.state), sitting.ply
        for seat in range(setup.seats):
            legal = set(sitting.legal(seat))
            tries = [rng.randrange(setup.game.actions) for _ in range(6)]
            for move in [*tries, -1, setup.game.actions, "abracadabra 99", ""]:
                if move in legal:
                    continue
                with pytest.raises(Refusal) as caught:
                    sitting.act(seat, move)
                assert isinstance(caught.value, Illegal | NotYourTurn | Nonsense)
        with pytest.raises(Nonsense):
            sitting.act(setup.seats, 0)
        assert (pack(sitting.state), sitting.ply) == (before, ply)


@every_setup
def test_positions_round_trip(setup: Setup):
    """A position line is the whole state: read again, it gives the same bytes."""
    for sitting in sample(setup, "positions"):
        line = sitting.position()

        again_setup, again = read_line(house.find, line)

        assert pack(again) == pack(sitting.state), line
        assert (again_setup.title, again_setup.seats) == (setup.title, setup.seats)
        assert "\n" not in line


@every_setup
def test_moves_round_trip(setup: Setup):
    """Every legal action has a notation of its own, and the notation is read as that action."""
    rooms = setup.game.room("notation")
    for sitting in sample(setup, "moves"):
        for seat in sitting.awaited():
            texts = {}
            for action in sitting.legal(seat):
                text = rooms.spell(sitting.state, sitting.tables, seat, action)
                assert rooms.parse(sitting.state, sitting.tables, seat, text) == action, (text, sitting.position())
                assert texts.setdefault(text, action) == action, f"{text} means two actions"


@every_setup
def test_records_replay_to_the_same_bytes(setup: Setup):
    """Law 1: a record played again gives the same bytes and the same lines, at the end and at any ply before it."""
    for sitting in walk(setup, "record", limit=150):  # noqa: B007 - the last one is what is taken down
        pass
    text = Record.of(sitting, {0: "Ada"}).text()

    again = read_record(text).replay(house.find)
    half = read_record(text).replay(house.find, upto=sitting.ply // 2)

    assert pack(again.state) == pack(sitting.state)
    assert again.told == sitting.told
    assert Record.of(again, {0: "Ada"}).text() == text
    assert pack(half.state) == pack(sitting.rewound(sitting.ply // 2).state)


@every_setup
def test_states_pack_and_unpack(setup: Setup):
    """A state is its bytes."""
    for sitting in sample(setup, "bytes", every=29):
        data = pack(sitting.state)
        assert pack(unpack(setup.shape, data)) == data
        assert pack(copy(sitting.state)) == data


@every_title
def test_the_absent_players_policy_ends_every_game(setup: Setup):
    """R6: even if everybody leaves, the announced policy plays the game to its end, legally."""
    absent = setup.game.room("heuristics").absent
    sitting = Sitting.deal(setup, key_from_text("nobody"))
    rng = random.Random(6)

    while not sitting.over():
        seat = sitting.next_seat()
        sitting.act(seat, absent(sitting.mind(seat, "", rng)))
        assert sitting.ply <= setup.game.longest


@every_title
def test_seats_beyond_the_edition_are_refused(setup: Setup):
    """KA-01 and its likes: any other number of players is refused, with what would work."""
    low, high = setup.edition.seats
    for seats in (low - 1, high + 1):
        if seats > 0:
            with pytest.raises(Refusal, match=f"{low} to {high}"):
                setup.game.setup(setup.edition.id, seats)


def test_every_option_plays_a_game():
    """Every value of every table option deals and plays some way without a fault."""
    for title in titles():
        base = usual(title)
        for option_name, option in title.edition.options.items():
            values = option.values if not isinstance(option.values, range) else (option.values[0], option.values[-1])
            for value in values:
                try:
                    setup = title.game.setup(title.edition.id, base.seats, {option_name: value})
                except Refusal:
                    assert value != option.default, f"{title.id} refuses its own default {option_name}={value}"
                    continue  # a seat that is not there cannot start, for instance: refused with a sentence
                for sitting in walk(setup, f"{option_name}={value}", limit=25):
                    view = sitting.view(SPECTATOR)
                    assert view.viewer == SPECTATOR


@every_setup
def test_the_lowest_key_of_chance_matters(setup: Setup):
    """Two keys deal two games: chance really comes from the key."""
    deals = {pack(Sitting.deal(setup, bytes([n] * 16)).state) for n in range(8)}

    assert len(deals) > 1


@every_title
def test_draws_come_from_the_ply(setup: Setup):
    """Law 2: dealing twice with the same key gives the same bytes, whatever was drawn elsewhere meanwhile."""
    one = Sitting.deal(setup, bytes(range(16)))
    c = Chance(bytes(range(16)))
    s = setup.blank()
    one.rules.start(s, setup.tables, c)

    assert pack(s) == pack(one.state)
