"""What always holds, whatever is dealt, agreed on and played."""

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.ghooost import GAME, rules
from ghosthouse.games.ghooost.cards import crypt_of, kinds_of, mansion_of, pile_of
from ghosthouse.games.ghooost.heuristics import LEVELS, absent, weigh
from ghosthouse.games.ghooost.state import COLLECT, COPY, KINDS, LOSE_TURN, MISS_COPY, QUARTET, SKELETUM
from ghosthouse.games.ghooost.tests.play import play_on, setup
from ghosthouse.kernel import Chance, Sitting, copy, key_from_text, pack

DECKS = (
    "",
    "",
    "miss_copy = 4\nkitty = 7\n[ranks]\n1 = 4\n3 = 4\n5 = 4\n8 = 4\n11 = 4\n12 = 4\n13 = 4\n2 = 4\n9 = 4\n14 = 4\n",
    "miss_copy = 0\nkitty = 0\n[ranks]\n" + "".join(f"{value} = 4\n" for value in range(1, 15)),
)


@st.composite
def sittings(draw, matches=True, seats=(2, 3, 4, 5, 6)):
    """A dealt game at any table: edition, seats, options and deck, as far as they go together."""
    edition = GAME.editions[draw(st.sampled_from(["classic", "classic", "classic", "mini"]))]
    count = draw(st.sampled_from([n for n in seats if edition.seats[0] <= n <= edition.seats[1]]))
    options = {name: draw(st.sampled_from(option.values)) for name, option in edition.options.items() if name != "first"}
    options["stall_limit"] = draw(st.sampled_from([3, 30, 200]))
    if not matches:
        options["match"] = False
    deck = draw(st.sampled_from(DECKS)) if edition.id == "classic" else ""
    return Sitting.deal(setup(count, edition.id, deck, **options), draw(st.binary(min_size=16, max_size=16)))


def walk(sitting, seed, limit=400):
    """Play at random, and stop before every decision and at the end."""
    rng = random.Random(seed)
    while not sitting.over() and sitting.ply < limit:
        yield sitting
        sitting.act(sitting.next_seat(), rng.choice(sitting.legal(sitting.next_seat())))
    yield sitting


SEEDS = st.integers(0, 1 << 30)


def everywhere(s, t):
    """Every ghost of the deck, wherever it is, card by card."""
    found = Counter(crypt_of(s, t))
    found.update(MISS_COPY if code > COPY else code for code in pile_of(s))
    found.update(kinds_of(s.discard))
    found[15] += s.kitties
    for p in range(s.seats):
        found.update(mansion_of(s, t, p))
        found.update(kinds_of(s.seat[p].hand))
    return +found


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_ghosts_are_conserved(sitting, seed):
    """GO-90: hands, Mansions, Crypt, pile, Kitties and discards are the deck, at all times; nothing is left where nothing lies."""
    t = sitting.tables
    deck = Counter({kind: rules.count(t.deck, kind) for kind in range(KINDS) if rules.count(t.deck, kind)})
    for here in walk(sitting, seed):
        s = here.state
        assert everywhere(s, t) == deck
        assert Counter(kinds_of(s.cemetery)) == Counter(MISS_COPY if c > COPY else c for c in pile_of(s)) + Counter({15: s.kitties})
        for p in range(s.seats):
            me = s.seat[p]
            assert me.cards == len(kinds_of(me.hand))
            assert not Counter(kinds_of(me.known)) - Counter(kinds_of(me.hand))
            assert not any(s.hidden[p * t.mansion + me.mansion : (p + 1) * t.mansion])
        assert not any(s.hidden[s.seats * t.mansion + s.crypt :])
        assert not any(s.pile[s.height :])


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_what_only_shrinks_and_what_only_grows(sitting, seed):
    """GO-91, GO-33: Crypt and Mansions never grow, discards never shrink, nobody comes back; until the next deal."""
    before = None
    for here in walk(sitting, seed):
        s = here.state
        now = (s.crypt, [s.seat[p].mansion for p in range(s.seats)], len(kinds_of(s.discard)), s.active)
        deal = (s.round, s.voids)
        if before and before[1] == deal:
            (crypt, mansions, gone, active), _ = before
            assert now[0] <= crypt
            assert all(new <= old for new, old in zip(now[1], mansions, strict=True))
            assert now[2] >= gone
            assert now[3] <= active
        before = (now, deal)


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_hands_before_midnight(sitting, seed):
    """GO-92, GO-21, GO-75: at least the refill target, Mansions full, everybody in the game."""
    t = sitting.tables
    for here in walk(sitting, seed):
        s = here.state
        if s.crypt and not here.over():
            assert s.active == s.seats
            for p in range(s.seats):
                assert s.seat[p].cards >= t.hand
                assert s.seat[p].mansion == t.mansion


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_the_pile_never_holds_a_quartet_nor_a_skeletum(sitting, seed):
    """GO-93: and its top, its run and its value to beat are what lies there."""
    for here in walk(sitting, seed):
        s = here.state
        values = [code % COPY for code in pile_of(s)]
        assert SKELETUM not in values
        assert not any(len(set(values[i : i + QUARTET])) == 1 for i in range(len(values) - QUARTET + 1))
        run = next((i for i, value in enumerate(reversed(values)) if value != values[-1]), len(values))
        assert (s.top, s.run) == ((values[-1], run) if values else (0, 0))
        assert all(rules.may_lie_on(high, low) for low, high in zip([0, *values], values, strict=False))


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_there_is_always_something_to_do(sitting, seed):
    """GO-94, GO-40, GO-R12: before midnight the Crypt can be tried; losing the turn is the only move where it is one at all."""
    for here in walk(sitting, seed):
        if here.over():
            break
        s, seat = here.state, here.next_seat()
        legal = here.legal(seat)
        assert legal
        assert (16 in legal) == (s.crypt > 0)
        if LOSE_TURN in legal:
            assert legal == [LOSE_TURN]
            assert set(kinds_of(s.seat[seat].hand)) == {MISS_COPY}
            assert s.crypt == 0
        assert (COLLECT in legal) == (s.height > 0 or (s.kitties > 0 and bool(here.tables.lone_kitty)))


@settings(max_examples=12)
@given(sittings(), SEEDS)
def test_every_game_ends_within_its_bound(sitting, seed):
    """GO-R26, GO-R27, GO-R28, GO-R31, GO-R48: however it is played, and by the steps forward that a round can have."""
    last, actions = (sitting.state.round, sitting.state.voids), 0
    rng = random.Random(seed)
    t, s = sitting.tables, sitting.state
    while not sitting.over():
        sitting.act(sitting.next_seat(), rng.choice(sitting.legal(sitting.next_seat())))
        actions += 1
        assert s.stall < t.stall_limit
        if (s.round, s.voids) != last:
            last, actions = (s.round, s.voids), 0
        assert actions <= (2 * t.total + s.seats + 1) * t.stall_limit
        assert s.round <= s.seats + 1 + t.tie_cap

    assert sitting.ply <= GAME.longest


@settings(max_examples=25)
@given(sittings(), SEEDS, st.binary(min_size=16, max_size=16), st.integers(-1, 5))
def test_imagined_worlds_keep_what_was_seen(sitting, seed, key, seat):
    """GO-R49, GO-05: the own hand, collected ghosts, every count; and a world imagined twice under one key is the same world."""
    seat = min(seat, sitting.setup.seats - 1)
    t = sitting.tables
    for here in walk(sitting, seed, 60):
        s = here.state
        world = here.imagined(seat, key)
        assert everywhere(world, t) == everywhere(s, t)
        for p in range(s.seats):
            one, other = s.seat[p], world.seat[p]
            assert (one.cards, one.mansion, one.known) == (other.cards, other.mansion, other.known)
            assert not Counter(kinds_of(other.known)) - Counter(kinds_of(other.hand))
            if p == seat:
                assert other.hand == one.hand
        again = copy(world)
        rules.imagine(again, t, Chance(key), seat)
        assert pack(again) == pack(world)
        assert rules.awaits(world, t, s.turn) == 0 or any(rules.legal(world, t, s.turn, group) for group in range(GAME.groups))


def test_imagined_worlds_are_uniform():
    """GO-05, GO-R49: the unseen ghosts are equally likely to be anywhere: each place of the Crypt, the Mansions and the other hands
    holds each kind as often as its share of what is unseen, within five standard errors."""
    sitting = Sitting.deal(setup(3), bytes(16))
    play_on(sitting, random.Random(4), limit=25)
    s, t, seat, worlds = sitting.state, sitting.tables, 0, 4000
    unseen = Counter(kinds_of(t.deck - s.cemetery - s.discard - s.seat[0].hand - s.seat[1].known - s.seat[2].known))
    total = sum(unseen.values())
    first_of_crypt, own_mansion, next_hand = Counter(), Counter(), Counter()
    for n in range(worlds):
        world = sitting.imagined(seat, n.to_bytes(16, "little"))
        first_of_crypt[crypt_of(world, t)[0]] += 1
        own_mansion[mansion_of(world, t, 0)[-1]] += 1
        next_hand.update(kinds_of(world.seat[1].hand - world.seat[1].known))
    drawn = sum(next_hand.values())
    for seen, number in ((first_of_crypt, worlds), (own_mansion, worlds), (next_hand, drawn)):
        assert number
        for kind in range(KINDS):
            share = unseen[kind] / total
            assert abs(seen[kind] - number * share) <= 5 * (number * share * (1 - share)) ** 0.5 + 1e-9


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("limit", [0, 2, 4])
def test_imagined_worlds_are_all_that_can_be(seat, limit):
    """GO-05, GO-R49: in the mini edition each deal that agrees with what a seat has seen is as likely as any other."""
    sitting = play_on(Sitting.deal(setup(2, "mini"), key_from_text("all that can be 3")), random.Random(2), limit=limit)
    s, t, worlds = sitting.state, sitting.tables, 3000
    unseen = kinds_of(t.deck - s.cemetery - s.discard - s.seat[seat].hand - s.seat[1 - seat].known)
    held = s.seat[1 - seat].cards - len(kinds_of(s.seat[1 - seat].known))

    def placed(cards):
        """Somebody else's hand, the Mansions and the Crypt, from cards in a row."""
        ends = [held, held + s.seat[0].mansion, held + s.seat[0].mansion + s.seat[1].mansion]
        hand = tuple(sorted([*kinds_of(s.seat[1 - seat].known), *cards[: ends[0]]]))
        return hand, cards[ends[0] : ends[1]], cards[ends[1] : ends[2]], cards[ends[2] :]

    deals = [placed(cards) for cards in permutations(unseen)]
    found = Counter()
    for n in range(worlds):
        world = sitting.imagined(seat, n.to_bytes(16, "little"))
        rest = [tuple(mansion_of(world, t, p)) for p in (0, 1)] + [tuple(crypt_of(world, t))]
        found[tuple(sorted(kinds_of(world.seat[1 - seat].hand))), *rest] += 1

    assert len(set(deals)) > 2
    for world, number in Counter(deals).items():
        share = number / len(deals)
        assert abs(found.pop(world, 0) - worlds * share) <= 5 * (worlds * share * (1 - share)) ** 0.5
    assert not found


@settings(max_examples=15)
@given(sittings(matches=False), SEEDS)
def test_bots_move_legally_and_weigh_what_they_know(sitting, seed):
    """Every level weighs every legal action, from the same bytes the same; and whoever is away plays legally."""
    rng = random.Random(seed)
    for here in walk(sitting, seed, 60):
        if here.over():
            break
        seat = here.next_seat()
        assert absent(here.mind(seat, "", rng)) in here.legal(seat)
        world = here.imagined(seat, bytes(16))
        other = setup_seen(here, world, seat)
        for level in range(len(LEVELS)):
            weights = [weigh(here.seen(seat), here.tables, seat, action, level) for action in here.legal(seat)]
            assert weights == [weigh(other, here.tables, seat, action, level) for action in here.legal(seat)]


def setup_seen(sitting, world, seat):
    """What the seat would observe in another world."""
    out = sitting.setup.seen_shape()
    rules.observe(world, sitting.tables, seat, out)
    return out
