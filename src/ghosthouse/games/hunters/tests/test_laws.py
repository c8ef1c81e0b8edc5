"""What always holds, whatever is dealt, agreed on and played."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.hunters import GAME, rules
from ghosthouse.games.hunters.notation import parse, read, spell, write
from ghosthouse.games.hunters.state import BUST_AT, COLOURS, COUNTS, DECIDE, FACES, GONE, IN, LAST, LEAVING, LOCKED, UNSEEN
from ghosthouse.games.hunters.tests.play import can, field, words
from ghosthouse.kernel import SPECTATOR, Sitting, copy, key_from_text, pack

DECKS = (
    "",
    'allies = [ { effect = "encore", copies = 9 }, { effect = "turn", copies = 8 }, { effect = "banish", copies = 8 } ]',
    'allies = [ { effect = "swap", copies = 20 }, { effect = "die", die = "Y6", copies = 5 } ]',
)
SEEDS = st.integers(0, 1 << 30)


@st.composite
def sittings(draw, editions=("full", "full", "mini"), decks=DECKS):
    """A dealt game at any table: edition, seats, options and deck."""
    edition = GAME.editions[draw(st.sampled_from(editions))]
    seats = draw(st.integers(*edition.seats))
    options = {
        name: draw(st.sampled_from([value for value in option.values if name != "first" or value in ("chance", *range(seats))]))
        for name, option in edition.options.items()
    }
    deck = draw(st.sampled_from(decks)) if edition.id == "full" else ""
    return Sitting.deal(GAME.setup(edition.id, seats, options, deck), draw(st.binary(min_size=16, max_size=16)))


def walk(sitting, seed, bold=0.75):
    """Play at random, rather staying than passing, and stop before every decision and at the end."""
    rng = random.Random(seed)
    while not sitting.over():
        yield sitting
        seat = rng.choice(sitting.awaited())
        legal = sitting.legal(seat)
        sitting.act(seat, legal[0] if legal == [0, 1] and rng.random() < bold else rng.choice(legal))
    yield sitting


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_cards_and_dice_are_conserved(sitting, seed):
    """GH-01, GH-02, GH-03, GH-22, GH-41: no Trap lies in two places, no Ally is lost, no colour has more dice than it has."""
    t = sitting.tables
    deck = Counter({kind: copies for kind, copies in enumerate(t.copies) if copies})
    for here in walk(sitting, seed):
        s = here.state
        traps = [s.trap_deck[i] for i in range(s.trap_cards)] + [s.row[i] for i in range(s.row_cards)]
        allies = Counter([s.ally_deck[i] for i in range(s.ally_cards)] + [s.ally_row[i] for i in range(s.ally_row_cards)])
        for me in s.seat:
            traps += [me.traps[i] for i in range(me.cards)]
            allies.update(me.ally[i] % UNSEEN for i in range(me.allies))
            assert [me.ally[i] for i in range(me.allies)] == sorted(me.ally[i] for i in range(me.allies))
        allies.update({kind: n for kind, n in enumerate(s.spent) if n})
        assert len(set(traps)) == len(traps)
        assert allies == deck
        for colour in range(COLOURS):
            assert sum(s.middle[i] // FACES == colour for i in range(s.dice)) <= t.stock[colour]


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_what_is_counted_is_what_lies_there(sitting, seed):
    """GH-21, GH-46: between sequences everybody sees the middle; within one the looks and the extra dice make up the counts."""
    for here in walk(sitting, seed):
        s = here.state
        counts = [0] * COUNTS
        for i in range(s.dice):
            if s.look[i] != GONE:
                rules.tally(counts, s.look[i], 1)
            if not s.touched:
                assert s.look[i] == s.middle[i]
        extra = [now - then for now, then in zip(s.count, counts, strict=True)]
        assert min(extra) >= 0
        assert s.touched or not any(extra)
        assert sum(extra[24:30]) == sum(extra[30:34]) == sum(extra[:24])
        assert s.danger == sum(s.middle[i] % FACES > 3 for i in range(s.dice))


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_the_round_stands_as_it_must(sitting, seed):
    """GH-10, GH-12, GH-26, GH-29, GH-34, GH-38, GHR-34: tokens stay 1 to n; nobody decides on a bust or with an empty pouch."""
    for here in walk(sitting, seed):
        s, t = here.state, here.tables
        seats = s.seat[: s.seats]
        assert sorted(me.token for me in seats) == list(range(1, s.seats + 1))
        inside = [me for me in seats if me.place == IN]
        if s.phase in (DECIDE, LAST):
            assert s.danger < BUST_AT
            assert s.dice % 2 == 0
            assert 2 <= s.dice < t.dice
            assert (len(inside) == 1) == (s.phase == LAST)
        if s.bust:
            assert s.danger >= BUST_AT
            assert not inside
        for p, me in enumerate(seats):
            took = me.cards - s.round
            assert took in (0, 1)
            assert not me.earned or me.place not in (IN,)
            assert (me.place == LEAVING) == (s.group >> p & 1 == 1 and me.place not in (2, 3))
        assert not here.over() or all(me.cards == t.rounds + 1 for me in seats)


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_fame_adds_up(sitting, seed):
    """GH-20, GH-25, GH-50: totals are what was paid, event by event; a Trap pays once a round."""
    seats = sitting.setup.seats
    for _ in walk(sitting, seed):
        pass

    paid = [0] * seats
    this_round = set()
    for _, line in sitting.lines(SPECTATOR):
        if line.phrase == "told.round":
            this_round.clear()
        if line.phrase in ("told.paid", "told.paid_twice"):
            paid[line.seats["who"]] += line.numbers["n"]
            trap = (line.seats["who"], *line.terms.values(), *line.texts.values())
            assert trap not in this_round
            this_round.add(trap)
    assert paid == sitting.scores()
    assert sitting.winners() == [p for p in range(seats) if paid[p] == max(paid)]


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_positions_and_moves_are_read_as_they_are_written(sitting, seed):
    """A position is the whole state; a move has one notation, whatever the case of its letters."""
    for here in walk(sitting, seed):
        if here.ply % 3 == 0:
            s, t = here.state, here.tables
            again = read(write(s, t), t, here.setup.blank())
            assert pack(again) == pack(s), write(s, t)
            for seat in here.awaited():
                for action in here.legal(seat):
                    text = spell(s, t, seat, action)
                    assert parse(s, t, seat, text) == parse(s, t, seat, text.upper()) == action


@settings(max_examples=20)
@given(sittings(), SEEDS, st.binary(min_size=16, max_size=16))
def test_what_is_hidden_does_not_show(sitting, seed, other):
    """GH-13, GH-14, GHR-18: in a world that a seat cannot tell apart it sees, may do and imagines the very same."""
    for here in walk(sitting, seed):
        if here.ply % 4:
            continue
        for seat in (SPECTATOR, *range(here.setup.seats)):
            world = Sitting(here.setup, here.key, here.imagined(seat, other))
            assert pack(world.seen(seat)) == pack(here.seen(seat))
            assert world.view(seat) == here.view(seat)
            if seat >= 0:
                assert world.choices(seat) == here.choices(seat)
                assert can(world, seat) == can(here, seat)
            assert pack(world.imagined(seat, b"one key for both")) == pack(here.imagined(seat, b"one key for both"))


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_a_sealed_choice_shows_in_nothing_before_the_reveal(sitting, seed):
    """GH-13: whatever was chosen, everybody else gets the same view, observation and lines, in content, size and order."""
    for here in walk(sitting, seed):
        if here.state.phase != DECIDE or here.state.waiting < 2:
            continue
        seat = here.awaited()[0]
        one, two = (Sitting(here.setup, here.key, copy(here.state)) for _ in range(2))
        news = one.act(seat, "stay"), two.act(seat, "pass")
        assert news[0] == news[1] == [type(news[0][0])(1, (LOCKED, seat))]
        for viewer in (SPECTATOR, *range(here.setup.seats)):
            if viewer != seat:
                assert one.view(viewer) == two.view(viewer)
                assert pack(one.seen(viewer)) == pack(two.seen(viewer))
                assert one.lines(viewer) == two.lines(viewer)
        assert one.seen(seat).lock != two.seen(seat).lock
        assert one.view(seat) == two.view(seat)


def test_imagined_locks_and_hands_are_drawn_fairly():
    """GH-13, GHR-18: a hidden choice is either one; a hidden Ally is any of those not seen."""
    setup = GAME.setup("full", 3, {"secret_allies": True})
    line = "hunters/full seats 3 secret_allies=True | middle R1 G2 | locks - pass - | hand1 SWAP? | allies TINT TINT"
    sitting = Sitting.at(setup, line, key_from_text("fair"))
    worlds = []
    for n in range(400):
        world = Sitting(setup, sitting.key, sitting.imagined(0, key_from_text(f"world {n}")))
        worlds.append((field(world, "locks"), words(world, "hand1")[0], words(world, "deck")[0]))

    locks, hands, decks = (Counter(part) for part in zip(*worlds, strict=True))
    assert set(locks) == {"- stay -", "- pass -"}
    assert min(locks.values()) > 150
    assert set(hands) >= {"SWAP?", "DIE-R4?", "TINT?", "ENCORE?"}
    assert 50 < hands["SWAP?"] < 120  # five of the 23 that seat 0 has not seen
    assert len(decks) > 20
    mine = Sitting(setup, sitting.key, sitting.imagined(1, key_from_text("mine")))
    assert (field(mine, "locks"), field(mine, "hand1")) == ("- pass -", "SWAP?")
