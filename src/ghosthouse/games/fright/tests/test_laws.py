"""What always holds, whatever is dealt, agreed on and played."""

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.fright import GAME, rules
from ghosthouse.games.fright.cards import gone_of, hand_of, pile_of, sign_of
from ghosthouse.games.fright.notation import parse, read, spell, write
from ghosthouse.games.fright.state import KINDS, MIST, OPEN, SPEAK
from ghosthouse.games.fright.tests.oracle import level_and_top
from ghosthouse.games.fright.tests.play import at, can, deal, field, fright, play_on, told
from ghosthouse.kernel import BadSetup, Chance, Sitting, copy, key_from_text, pack

DECKS = (
    "",
    'colours = ["black", "white", "blue", "red", "green", "yellow"]\ncopies_per_colour = { 1 = 3, 2 = 3, 3 = 3 }\nmist = 0\n',
    'colours = ["black", "white"]\ncopies_per_colour = { 1 = 8, 3 = 6 }\nmist = 30\n',
    'colours = ["red"]\ncopies_per_colour = { 7 = 20 }\nmist = 12\n',
)


@st.composite
def sittings(draw, editions=("amigo", "german", "mini"), seats=(2, 3, 4, 5, 6), decks=DECKS):
    """A dealt game at any table: edition, seats, options and deck, as far as they go together."""
    edition = GAME.editions[draw(st.sampled_from(editions))]
    count = draw(st.sampled_from([n for n in seats if edition.seats[0] <= n <= edition.seats[1]]))
    options = {
        name: draw(
            st.sampled_from([value for value in option.values if not (name == "first" and value != "chance" and value >= count)])
        )
        for name, option in edition.options.items()
        if name != "rounds"
    }
    options["rounds"] = draw(st.integers(1, 3))
    deck = draw(st.sampled_from(decks)) if edition.id != "mini" else ""
    key = draw(st.binary(min_size=16, max_size=16))
    try:
        setup = GAME.setup(edition.id, count, options, deck)
    except BadSetup:
        setup = GAME.setup(edition.id, count, options)
    return Sitting.deal(setup, key)


def walk(sitting, seed, limit=700):
    """Play at random, and stop before every decision and at the end."""
    rng = random.Random(seed)
    while not sitting.over() and sitting.ply < limit:
        yield sitting
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    yield sitting


def everywhere(s, t):
    """Every card of the deck, wherever it is."""
    found = Counter(s.cards[place] for place in range(s.deck))
    found.update(kind for _, kind in gone_of(s))
    found.update(pile_of(s))
    for p in range(s.seats):
        found.update(hand_of(s, p))
    if t.mist_beside:
        found[MIST] += s.spent[MIST]
    return +found


SEEDS = st.integers(0, 1 << 30)


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_cards_are_conserved(sitting, seed):
    """KA-95, KG-70: hands, draw deck, pile, taken piles and mist beside always make up the deck; what was played is counted."""
    t = sitting.tables
    deck = Counter({kind: copies for kind, copies in enumerate(t.copies) if copies})
    for here in walk(sitting, seed):
        s = here.state
        assert everywhere(s, t) == deck
        played = Counter({kind: n for kind, n in enumerate(s.spent) if n})
        assert played == deck - Counter(s.cards[: s.deck]) - sum((Counter(hand_of(s, p)) for p in range(s.seats)), Counter())
        assert not any(s.cards[s.deck : 60 - s.laid])


@settings(max_examples=15)
@given(sittings(), SEEDS)
def test_every_turn_moves_one_card_from_a_hand_to_the_table(sitting, seed):
    """KA-95, KG-70: so that a round has at most as many turns as the deck has cards."""
    turns, total = Counter(), sitting.tables.total
    rng = random.Random(seed)
    while not sitting.over():
        seat = rng.choice(sitting.awaited())
        action = rng.choice(sitting.legal(seat))
        round_, before = sitting.state.round, sum(sitting.state.spent)
        sitting.act(seat, action)
        if action <= MIST:
            turns[round_] += 1
        if sitting.state.round == round_:
            assert sum(sitting.state.spent) == before + (action <= MIST)

    assert all(number <= total for number in turns.values())


@settings(max_examples=12)
@given(sittings(editions=("amigo", "german"), seats=(2,), decks=DECKS[:1]), SEEDS)
def test_two_players_play_all_sixty_cards_in_each_round(sitting, seed):
    """KA-96, KG-71: sixty turns; turn 61 would be the starter's, who therefore starts every round (unless agreed otherwise)."""
    starters = []
    for here in walk(sitting, seed, 4000):
        s = here.state
        if not any(s.spent):
            starters.append(s.starter)
        if here.over() or field(here, "phase") == "relief":
            assert (sum(s.spent), s.turn) == (60, s.starter)

    assert sitting.over()
    if sitting.setup.options.get("next_starter", "round_ender") == "round_ender":
        assert len(set(starters)) == 1


@settings(max_examples=15)
@given(sittings(), SEEDS)
def test_fright_is_gained_by_taking_alone(sitting, seed):
    """KA-97: in a round each player gains as many points as piles, and loses some only by handing back."""
    begun = fright(sitting)
    round_ = 1
    for here in walk(sitting, seed):
        s = here.state
        if s.round != round_:
            round_, begun = s.round, fright(here)
        if field(here, "phase") not in ("relief", "done"):
            assert [now - then for now, then in zip(fright(here), begun, strict=True)] == [s.seat[p].taken for p in range(s.seats)]
        assert min(fright(here)) >= 0


@settings(max_examples=15)
@given(sittings(), SEEDS)
def test_hands_are_full_while_there_is_a_draw_deck(sitting, seed):
    """KA-98: for everybody who is not in the middle of a turn."""
    for here in walk(sitting, seed):
        s = here.state
        for p in range(s.seats):
            if s.deck and not (s.phase == SPEAK and s.turn == p):
                assert s.seat[p].cards == here.tables.hand


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_the_level_is_what_the_pile_counts(sitting, seed):
    """KA-99, KG-72, KG-73: never more than the limit, never less than before in one pile; a German pile always has a top."""
    before = (0, 0)
    for here in walk(sitting, seed):
        s, t = here.state, here.tables
        level, top = level_and_top(tuple(sign_of(t, kind) for kind in pile_of(s)))

        assert s.level == level <= t.limit
        assert (top or "-") == field(here, "top")
        if s.pile > before[1]:
            assert s.level >= before[0]
        if t.mist_beside and s.pile:
            assert top
        before = (s.level, s.pile)


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_somebody_can_always_do_something(sitting, seed):
    """KG-74: there is a legal move in every position of every table, until the game is over."""
    for here in walk(sitting, seed, 4000):
        if not here.over():
            assert here.awaited()
            assert all(here.legal(seat) for seat in here.awaited())

    assert sitting.over()


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_positions_and_moves_are_text_and_back(sitting, seed):
    """Every state of every table can be written down and read again, to the same bytes; and so can every move."""
    for here in walk(sitting, seed, 200):
        s, t = here.state, here.tables
        assert pack(read(write(s, t), t, here.setup.blank())) == pack(s), here.position()
        for seat in here.awaited():
            for action in here.legal(seat):
                assert parse(s, t, seat, spell(s, t, seat, action)) == action


@settings(max_examples=25)
@given(sittings(), SEEDS)
def test_imagined_worlds_keep_what_was_seen_and_nothing_else(sitting, seed):
    """A world drawn for a seat shows it the same view, has the same cards, and can be played from."""
    for number, here in enumerate(walk(sitting, seed, 200)):
        if number % 7:
            continue
        for viewer in range(-1, here.setup.seats):
            s, t = here.state, here.tables
            world = here.imagined(viewer, key_from_text(f"{seed} {number}"))
            other = copy(world)
            rules.imagine(other, t, Chance(bytes(16)), viewer)
            again = here.imagined(viewer, bytes(16))

            assert everywhere(world, t) == everywhere(s, t)
            assert here.setup.game.room("view").view(world, t, viewer) == here.view(viewer)
            assert pack(other) == pack(again), "nothing of the old order may remain"
            if world.phase == OPEN or (world.phase == 0 and not here.over()):
                assert rules.legal(world, t, world.turn, 0), write(world, t)
            read(write(world, t), t, here.setup.blank())


@settings(max_examples=20)
@given(sittings(), SEEDS)
def test_nothing_shows_what_a_seat_may_not_know(sitting, seed):
    """Two states that a seat cannot tell apart give it the same view, choices, refusals and observations, with every option."""
    rooms = sitting.setup.game.room("view")
    for number, here in enumerate(walk(sitting, seed, 200)):
        if number % 9:
            continue
        for viewer in range(-1, here.setup.seats):
            world = here.imagined(viewer, key_from_text(f"{number} {seed}"))
            twin = Sitting(here.setup, here.key, world)

            assert twin.view(viewer) == here.view(viewer)
            assert pack(twin.seen(viewer)) == pack(here.seen(viewer))
            if viewer >= 0:
                assert can(twin, viewer) == can(here, viewer)
                assert twin.choices(viewer) == here.choices(viewer)
                assert rooms.status(world, here.tables, viewer) == rooms.status(here.state, here.tables, viewer)
                for action in range(32):
                    ours, theirs = here.refuse(viewer, action), twin.refuse(viewer, action)
                    assert (type(ours), str(ours)) == (type(theirs), str(theirs))


@settings(max_examples=15)
@given(sittings(), SEEDS)
def test_an_observation_says_what_lies_open_and_the_own_hand(sitting, seed):
    """What bots and learners are given is what the table shows, counted from their own seat."""
    for number, here in enumerate(walk(sitting, seed, 150)):
        if number % 5:
            continue
        s, t, n = here.state, here.tables, here.setup.seats
        laid = Counter(pile_of(s)) + Counter(kind for _, kind in gone_of(s))
        if t.mist_beside:
            laid[MIST] = sum(t.copies) - s.deck - sum(seat.cards for seat in s.seat[:n]) - sum(laid.values())
        for viewer in range(-1, n):
            seen, first = here.seen(viewer), max(viewer, 0)
            assert (seen.viewer, seen.seats) == (viewer, n)
            assert [(seen.turn + first) % n, (seen.starter + first) % n] == [s.turn, s.starter]
            for name in ("direction", "level", "top", "pile", "deck", "round", "phase"):
                assert getattr(seen, name) == getattr(s, name), name
            assert {kind: seen.spent[kind] for kind in range(KINDS) if seen.spent[kind]} == +laid
            assert {kind: seen.hand[kind] for kind in range(KINDS) if seen.hand[kind]} == Counter(
                hand_of(s, viewer) if viewer >= 0 else []
            )
            for step in range(n):
                theirs, me = seen.seat[step], s.seat[(first + step) % n]
                for name in ("fright", "taken", "cards", "fresh", "asked"):
                    assert getattr(theirs, name) == getattr(me, name), name


def deals_that_could_be(sitting, viewer, possible):
    """Every deal of the cards that a seat has not seen, by brute force: how often each comes out of all their orders."""
    t = sitting.tables
    sizes = [0 if p == viewer else seat.cards for p, seat in enumerate(sitting.state.seat[: sitting.setup.seats])]
    hidden = deck_of(sitting.state) + [kind for p in range(len(sizes)) if sizes[p] for kind in hand_of(sitting.state, p)]
    found = Counter()
    for order in permutations(hidden):
        hands, at = [], 0
        for size in sizes:
            hands.append(tuple(sorted(sign_of(t, kind) for kind in order[at : at + size])))
            at += size
        if possible(hands):
            found[(*hands, tuple(sign_of(t, kind) for kind in order[at:]))] += 1
    return found


def deck_of(s):
    """The draw deck, the next card first."""
    return [s.cards[place] for place in range(s.deck - 1, -1, -1)]


@pytest.mark.parametrize(
    ("body", "options", "viewer", "possible"),
    [
        ("turn 0 | hand0 K1 W2 | hand1 M K1 | deck W1 K2 W1", {}, 0, lambda hands: True),
        ("turn 0 | pile W1 | hand0 K1 W2 | hand1 M K1 | deck W1 K2", {}, 1, lambda hands: True),
        ("turn 0 | hand0 K1 W2 | hand1 M K1 | deck W1 K2 W1", {}, -1, lambda hands: True),
        ("turn 0 | deck - | gone 0 K1 W1 K2 | hand0 M W1 | hand1 K1 W2", {"mist_may_open": False}, 1, lambda hands: True),
        (
            "turn 0 | deck - | gone 0 K1 W1 K2 | hand0 W2 | hand1 K1 W1 | hand2 M",
            {"mist_may_open": False},
            1,
            lambda hands: hands[0] != ("M",),  # KG-44: the taker will open with a ghost
        ),
    ],
    ids=["at the start", "on a pile", "by a spectator", "of a full hand", "of a hand that has a ghost"],
)
def test_imagined_worlds_are_uniform(body, options, viewer, possible):
    """Every deal that agrees with what the seat has seen is equally likely, and no other is drawn: against all orders there are."""
    sitting = at(body, "mini", 3 if "hand2" in body else 2, **options)
    worlds = 4000
    drawn = Counter()
    for number in range(worlds):
        world = sitting.imagined(viewer, number.to_bytes(16, "little"))
        hands = [
            () if p == viewer else tuple(sorted(sign_of(sitting.tables, kind) for kind in hand_of(world, p)))
            for p in range(sitting.setup.seats)
        ]
        drawn[(*hands, tuple(sign_of(sitting.tables, kind) for kind in deck_of(world)))] += 1

    could = deals_that_could_be(sitting, viewer, possible)
    every = sum(could.values())

    assert set(drawn) <= set(could)
    chi_square = sum((drawn[deal] - worlds * n / every) ** 2 / (worlds * n / every) for deal, n in could.items())
    freedom = len(could) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


def test_the_order_in_which_cards_came_to_a_hand_is_nowhere():
    """The same hand, dealt in another order, is the same to its owner: both imagine the same worlds, to the byte."""
    key = key_from_text("fog")
    one, two = (deal("amigo", 3, "fog") for _ in range(2))
    hand = two.state.seat[1].hand
    hand[0], hand[1], hand[2], hand[3], hand[4] = hand[4], hand[2], hand[0], hand[3], hand[1]
    assert pack(two.state) != pack(one.state)

    assert two.view(1) == one.view(1)
    assert pack(two.imagined(1, key)) == pack(one.imagined(1, key))


def test_a_german_taker_is_imagined_with_a_ghost():
    """KG-44, KG-47: whoever has just taken must open with a ghost, so every imagined world gives one."""
    deck = 'colours = ["black"]\ncopies_per_colour = { 1 = 12 }\nmist = 40\n'
    sitting = deal("german", 3, "fog", deck, first=0)
    rng = random.Random(4)
    while sitting.state.phase != OPEN:
        seat = sitting.next_seat()
        legal = sitting.legal(seat)
        sitting.act(seat, 25 if 25 in legal else rng.choice(legal))
    taker = sitting.state.turn
    bare = 0

    for number in range(60):
        world = sitting.imagined((taker + 1) % 3, key_from_text(f"fog {number}"))
        assert set(hand_of(world, taker)) != {MIST}
        bare += set(hand_of(world, (taker + 2) % 3)) == {MIST}

    assert bare, "others may well hold nothing but mist"


def test_hands_exchanged_at_the_deal_are_imagined_with_a_ghost():
    """KG-R01: where all hands of mist went back at the deal, nobody is imagined with one before the own first card."""
    deck = 'colours = ["black"]\ncopies_per_colour = { 1 = 12 }\nmist = 40\n'
    sitting = deal("german", 3, "fog", deck, first=0, mist_redraw="auto_all")

    for number in range(40):
        world = sitting.imagined(1, key_from_text(f"fog {number}"))
        assert all(set(hand_of(world, p)) != {MIST} for p in (0, 2))


@settings(max_examples=10)
@given(st.integers(2, 6), st.sampled_from(("amigo", "german")), SEEDS)
def test_every_game_has_three_rounds_and_winners_with_the_fewest(seats, edition, seed):
    """KA-80 to KA-82, KG-60, KG-61: at every number of players."""
    sitting = play_on(deal(edition, seats, f"game {seed}"), random.Random(seed))

    assert told(sitting).count("event.round_over") == 3
    assert sitting.winners() == [p for p, points in enumerate(sitting.scores()) if points == min(sitting.scores())]
    assert told(sitting).count("event.won") == len(sitting.winners())
