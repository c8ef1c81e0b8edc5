"""What always holds, whatever is dealt, agreed on and played."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.letters import GAME, knowing, lexicon, moves, ring, rules
from ghosthouse.games.letters import cards as write
from ghosthouse.games.letters.state import ACT, ANSWER, COMPLETE, DONE, GIVE_UP, IMPOSSIBLE, PAY, STACK, STARTED, TAKEN, WORD
from ghosthouse.games.letters.tests.oracle import Player, World
from ghosthouse.games.letters.tests.play import deal, field, fields, play_on
from ghosthouse.kernel import SPECTATOR, Chance, Sitting, copy, key_from_text, legal_actions, pack
from ghosthouse.kernel.chance import start_ply

OWN = """
cards = ["E/E", "E/T", "T/E", "S/A", "E/T", "A/T", "S/A", "N/E", "A/T", "T/S", "N/A", "S/E", "E/A", "T/N"]
words = '''
east
eats
seat
teas
neat
ants
tans
tents
'''
"""
SEEDS = st.integers(0, 1 << 30)


@st.composite
def tables(draw, seats=(2, 3, 4, 5, 8)):
    """A dealt game at any table: edition, seats, options and deck."""
    edition = draw(st.sampled_from(("standard", "standard", "standard", "mini")))
    deck = draw(st.sampled_from(("", OWN))) if edition == "standard" else ""
    options = {
        "penalty_pick": draw(st.sampled_from(("loser", "winner"))),
        "empty_hand_end": draw(st.sampled_from(("all", "any"))),
        "live": draw(st.booleans()),
        "auto_judge": draw(st.booleans()),
        "training": draw(st.booleans()),
        "first_direction": draw(st.sampled_from(("clockwise", "anticlockwise"))),
        "removed": draw(st.sampled_from(GAME.editions[edition].options["removed"].values)),
    }
    if deck:
        options["removed"] = draw(st.sampled_from((0, 3, 6)))
    count = draw(st.sampled_from([n for n in seats if n <= GAME.editions[edition].seats[1]]))
    return deal(edition, count, str(draw(SEEDS)), deck, **options)


def walk(sitting, seed, limit=40000):
    """Play at random, awaited seats in any order, and stop before every decision and at the end."""
    rng = random.Random(seed)
    while not sitting.over() and sitting.ply < limit:
        yield sitting
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    yield sitting


@settings(max_examples=25, deadline=None)
@given(tables(), SEEDS)
def test_cards_are_conserved(sitting, seed):
    """GW-01, GW-52: of every player's cards each is in the deck, the hand, removed, given away or laid open; and what was
    laid open or given away lies in words, stacks or as ghost cards, or was spent."""
    t = sitting.tables
    for here in walk(sitting, seed):
        s = here.state
        letters = sum(s.seat[p].letters + s.seat[p].stacked + s.seat[p].ghosts for p in range(s.seats))
        spent = sum(told.event[0] == TAKEN for told in here.told)
        laid = sum(bin(s.seat[p].placed).count("1") + bin(s.seat[p].given).count("1") for p in range(s.seats))
        assert letters + spent == laid
        for p in range(s.seats):
            me = s.seat[p]
            assert me.placed & me.given == 0 or t.doubles
            count = me.cards + me.height + bin(me.placed).count("1") + bin(me.given).count("1")
            assert count == t.deck - t.removed
            kinds = Counter([*write.hand(me), *(me.deck[i] for i in range(me.height))])
            kinds.update(write.marked(t, me.placed))
            kinds.update(write.marked(t, me.given))
            assert all(kinds[kind] <= Counter(t.kind[: t.deck])[kind] for kind in kinds)


@settings(max_examples=25, deadline=None)
@given(tables(), SEEDS)
def test_what_follows_from_the_size_of_the_deck(sitting, seed):
    """GW-46, GW-49, GW-58: section 1.2: decks stay level and fall by one a turn; no word is missing before they are empty; no hand
    exceeds its size; nobody owes more than two penalties; a game lasts at most 33 - r + 2n turns (with a deck of 31)."""
    t, n = sitting.tables, sitting.setup.seats
    lasting = t.deck - 1 - t.hand - t.removed
    turn = 0
    for here in walk(sitting, seed):
        s = here.state
        assert all(s.seat[p].cards <= t.hand for p in range(n))
        assert all(s.seat[k].letters <= WORD and s.seat[k].stacked <= STACK for k in range(n))
        assert s.turn <= lasting + 2 * t.hand - 4 + 2 * n  # 33 - r + 2n for 31 cards and a hand of seven
        if s.phase == ACT and s.turn != turn:
            turn = s.turn
            assert [s.seat[p].height for p in range(n)] == [max(0, lasting - (turn - 1))] * n
            if turn <= lasting + 1:
                assert all(s.seat[k].letters for k in range(n))
        if s.phase == PAY:
            assert all(knowing.picks_made(s, t, p) <= 2 for p in range(n))
    assert here.over()


@settings(max_examples=20, deadline=None)
@given(tables(), SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(sitting, seed, order):
    """GW-11, GWR-38: whoever locks first, state and events are the same at the end of each turn."""
    rng = random.Random(seed)
    other = Sitting.deal(sitting.setup, sitting.key)
    while not sitting.over():
        chosen = {}
        heard, heard_other = len(sitting.told), len(other.told)
        due = sitting.awaited()
        for seat in due:
            if sitting.setup.options["penalty_pick"] == "winner" and sitting.state.phase == PAY:
                break
            chosen[seat] = rng.choice(sitting.legal(seat))
        for seat in due if chosen else ():
            sitting.act(seat, chosen[seat])
        order.shuffle(due)
        for seat in due if chosen else ():
            other.act(seat, chosen[seat])
        if not chosen:  # winners pick one after the other
            seat = due[0]
            action = rng.choice(sitting.legal(seat))
            sitting.act(seat, action)
            other.act(seat, action)
        assert pack(sitting.state) == pack(other.state)
        news, news_other = ([told.event for told in x] for x in (sitting.told[heard:], other.told[heard_other:]))
        assert sorted(news) == sorted(news_other) if sitting.setup.options["live"] else news == news_other


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(6))
def test_the_game_agrees_with_the_oracle(seats, seed):
    """GW-14, GW-37 and everything they order: random games against a second reading of the rule file, turn by turn."""
    sitting = deal(seats=seats, seed=f"oracle {seed}", removed=(3, 9)[seed % 2])
    t = sitting.tables
    known = {word.upper() for word in GAME.room("box").words_of(sitting.setup)}
    world = World(
        [Player(_cards(sitting, f"hand{p}"), _cards(sitting, f"deck{p}")[::-1]) for p in range(seats)],
        [field(sitting, f"w{k}").split()[0] for k in range(seats)],
        [None] * seats,
        known,
    )
    rng = random.Random(f"{seats} {seed}")
    while not sitting.over():
        turn, did, answers, paid = sitting.state.turn, {}, {}, {}
        heard = len(sitting.told)
        assert {p for p in range(seats) if world.words[world.word_of(p)]} == set(sitting.awaited())
        while not sitting.over() and sitting.state.turn == turn:
            phase = sitting.state.phase
            seat = rng.choice(sitting.awaited())
            legal = sitting.legal(seat)
            bold = [action for action in legal if action in (GIVE_UP, IMPOSSIBLE, COMPLETE)]
            sitting.act(seat, rng.choice(bold if bold and rng.random() < 0.3 else legal))
            text = sitting.moves[-1].text
            if phase == ACT:
                did[seat] = text
            elif phase == PAY:
                paid.setdefault(seat, []).append(text)
            else:
                answers[seat] = text
        starts = {told.event[2]: chr(told.event[3]).upper() for told in sitting.told[heard:] if told.event[0] == STARTED}
        world.play_turn(did, answers, paid, starts)
        for p in range(seats):
            me = world.players[p]
            word = field(sitting, f"w{p}").split()
            assert (world.words[p] or "-") == word[0]
            if world.words[p]:
                assert ("-" if world.adders[p] is None else str(world.adders[p])) == word[1]
            assert sorted(me.hand) == sorted(_cards(sitting, f"hand{p}"))
            assert me.deck[::-1] == _cards(sitting, f"deck{p}")
            assert sorted(me.stack) == sorted(field(sitting, f"stack{p}"))
        assert [world.score(p) for p in range(seats)] == sitting.scores()
        assert world.ended == sitting.over()
    assert world.winners() == sitting.winners()
    assert t.letters == 26


def _cards(sitting, key):
    return field(sitting, key).replace("-", "").split()


@settings(max_examples=15, deadline=None)
@given(tables(seats=(2, 3, 4)), SEEDS)
def test_imagined_worlds_agree_with_what_was_seen(sitting, seed):
    """GWR-34, GWR-54: an imagined world observes the same, keeps what the seat knows, and depends on nothing else."""
    rng = random.Random(seed)
    for here in walk(sitting, seed, limit=60):
        if rng.random() < 0.8:
            continue
        for seat in range(here.setup.seats):
            world = here.imagined(seat, b"a key of 16 byte")
            other = Sitting(here.setup, here.key, world)
            assert pack(other.imagined(seat, b"a key of 16 byte")) == pack(world)
            assert other.view(seat) == here.view(seat)
            assert pack(other.seen(seat)) == pack(here.seen(seat))
            if here.state.phase != ANSWER:  # whether a word can be declared is marked, and told to nobody
                assert other.legal(seat) == here.legal(seat)
            assert other.choices(seat) == here.choices(seat)
            me, mine = here.state.seat[seat], world.seat[seat]
            assert (me.given, list(me.hand), me.lock, me.answer) == (mine.given, list(mine.hand), mine.lock, mine.answer)
            for p in range(here.setup.seats):
                assert here.state.seat[p].placed == world.seat[p].placed
                if world.phase == ACT and world.seat[p].lock and not here.tables.live:
                    ring.ask(world, p)
                    action = world.seat[p].lock - 1
                    assert moves.legal(world, here.tables, p, action >> 5) >> (action & 31) & 1
                    ring.unask(world, p)


def test_imagining_is_uniform():
    """Every card that seat 0 has not seen is equally likely to be in seat 1's hand."""
    sitting = deal(seed="uniform")
    t = sitting.tables
    rounds = 3000
    found = Counter()
    for i in range(rounds):
        world = sitting.imagined(0, i.to_bytes(16, "little"))
        found.update(write.hand(world.seat[1]))
        assert len(set(write.hand(world.seat[1]))) == 7
    hidden = [kind for kind in range(t.deck) if not sitting.state.seat[1].placed >> kind & 1]

    assert set(found) == set(hidden)
    expected = rounds * 7 / len(hidden)
    assert sum((found[kind] - expected) ** 2 / expected for kind in hidden) < 60  # 30 kinds: chi-square, p < 0.001


@settings(max_examples=20, deadline=None)
@given(tables(), SEEDS)
def test_positions_are_the_whole_state(sitting, seed):
    """At any table, in any phase, a position line read again gives the same bytes."""
    rng = random.Random(seed)
    for here in walk(sitting, seed):
        if rng.random() < 0.05 or here.state.phase in (1, PAY, DONE):
            again = Sitting.at(here.setup, here.position(), here.key)
            assert pack(again.state) == pack(here.state), here.position()


@settings(max_examples=20, deadline=None)
@given(tables(), SEEDS)
def test_marks_and_reasons_agree(sitting, seed):
    """Legality is said once: 0 where marked, a worded reason with its clause where not."""
    rng = random.Random(seed)
    narrate = GAME.room("narrate")
    for here in walk(sitting, seed, limit=120):
        if rng.random() < 0.93:
            continue
        for seat in range(here.setup.seats):
            legal = set(here.legal(seat))
            for action in rng.sample(range(GAME.actions), 150) + sorted(legal):
                why = rules.why_not(here.state, here.tables, seat, action)
                assert (why == 0) == (action in legal)
                if why:
                    _, clause = narrate.reason(here.state, here.tables, seat, action, why)
                    assert clause.startswith("GW")


def test_dead_bytes_are_zero():
    """States are compared byte for byte: nothing of a played card, a removed letter or an old lock stays behind."""
    for seed in range(8):
        sitting = deal(seats=3, seed=f"dead {seed}")
        for here in walk(sitting, seed):
            s = here.state
            for p in range(3):
                me = s.seat[p]
                assert not any(me.hand[i] for i in range(me.cards, 7))
                assert not any(me.deck[i] for i in range(me.height, 31))
                assert not any(me.word[i] for i in range(me.letters, WORD))
                assert not any(me.stack[i] for i in range(me.stacked, STACK))
                if s.phase == ACT:
                    assert (me.answer, me.paid, me.loser, me.debt) == (0, 0, 0, 0)
                if s.phase == DONE:
                    assert me.lock == 0
                if not me.letters:
                    assert me.adder == 0


def test_a_view_shows_no_more_than_the_game():
    """Never whether a string lives: no view, choice or status differs between two dictionaries that judge it differently."""
    body = "w0 HINK 1 | w1 S 0 | hand0 E/J A/T | hand1 E/N | decks 5"
    seen = []
    for deck in ("words = 'thinking'", "words = 'ghosts'"):
        sitting = Sitting.at(GAME.setup("standard", 2, deck=deck), f"letters/standard seats 2 | {body}", bytes(16))
        seen.append([sitting.view(seat) for seat in (SPECTATOR, 0, 1)] + [sitting.choices(seat) for seat in (0, 1)])
        sitting.act(0, "challenge impossible")
        sitting.act(1, "play E/N right")
        seen[-1] += [sitting.view(seat) for seat in (SPECTATOR, 0, 1)] + [sitting.choices(1)]

    assert seen[0] == seen[1]


def test_playing_is_the_same_from_bytes():
    """A copy of a state plays on as the state does."""
    sitting = deal(seats=4, seed="copy")
    rng = random.Random(3)
    for _ in range(80):
        seat = rng.choice(sitting.awaited())
        action = rng.choice(sitting.legal(seat))
        world, c = copy(sitting.state), Chance(sitting.key)
        start_ply(c, sitting.ply + 1)
        rules.play(world, sitting.tables, c, seat, action)
        sitting.act(seat, action)
        assert pack(world) == pack(sitting.state)


@pytest.mark.parametrize("seats", [9, 33, 64])
def test_large_rings_play_to_their_end(seats):
    """GW-01: up to 64 players in one ring, in the large layout."""
    sitting = deal(seats=seats, seed="ring")

    play_on(sitting, random.Random(seats))

    assert sitting.over()
    assert sitting.state.turn <= 30 + 2 * seats
    assert len(sitting.winners()) >= 1


def test_sixty_four_players_act_answer_and_pay_at_once():
    """GWR-38, GW-38: everybody challenges everybody in one turn of a full ring; nobody is left out, and nothing mixed up."""
    words = " | ".join(f"w{k} {'THIN' if k % 2 else 'JQXZ'} {(k + 1) % 64}" for k in range(64))
    hands = " | ".join(f"hand{p} E/J A/T | stack{p} Q" for p in range(64))
    sitting = Sitting.at(GAME.setup("standard", 64), f"letters/standard seats 64 | {words} | {hands} | decks 5", bytes(16))

    for p in range(64):
        sitting.act(p, "challenge complete" if p % 2 else "challenge impossible")
    assert sitting.awaited() == [p for p in range(64) if p % 2]  # each challenged by an even neighbour
    for p in range(63, 0, -2):
        sitting.act(p, "no word")
    # w(even) is lost by the odd seat behind it, w(odd) by the even one: everybody owes one letter
    assert sitting.awaited() == list(range(64))
    for p in range(64):
        sitting.act(p, "pick Q")

    assert field(sitting, "ghosts") == " ".join(["1"] * 64)
    assert fields(sitting, "stack0", "stack1", "stack63") == ["JQXZ", "THIN", "THIN"]
    assert sitting.awaited() == list(range(64))
    assert sitting.state.turn == 2


def test_next_seat_goes_around_a_ring_of_64():
    """The seat that is asked next is found from words of 32 seats, wherever it sits."""
    sitting = deal(seats=64, seed="around")
    rng = random.Random(64)
    for _ in range(300):
        s = copy(sitting.state)
        due = [rng.getrandbits(32) & rng.getrandbits(32) & rng.getrandbits(32) for _ in range(2)]
        s.due[0], s.due[1] = due
        seats = [p for p in range(64) if due[p // 32] >> p % 32 & 1]
        last = rng.randrange(-1, 64)
        expected = next((p % 64 for p in range(last + 1, last + 65) if p % 64 in seats), -1)
        assert rules.next_seat(s, sitting.tables, last) == expected


def test_every_declaration_the_rules_take_is_true():
    """GW-28: a declaration is marked as shown exactly where the dictionary holds the string."""
    sitting = deal(seats=2, seed="true")
    rng = random.Random(9)
    seen = Counter()
    for seed in range(30):
        sitting = deal(seats=3, seed=f"true {seed}")
        while not sitting.over():
            for seat in sitting.awaited():
                if GAME.room("notation").must_declare(sitting.state, seat):
                    k = ring.word_of(sitting.state, ring.asker_of(sitting.state, seat))
                    word = sitting.state.seat[k]
                    lives = lexicon.inside(sitting.tables, word.word, word.letters, lexicon.ALL)
                    assert (moves.SHOWN in legal_actions(sitting.setup, sitting.state, seat)) == lives
                    seen[lives] += 1
            seat = rng.choice(sitting.awaited())
            sitting.act(seat, rng.choice(sitting.legal(seat)))
    assert min(seen[True], seen[False]) > 5


def test_the_absent_policy_ends_games_of_all_sizes():
    """GWR-41, GWR-49: with nobody there, every game ends."""
    absent = GAME.room("heuristics").absent
    for seats in (2, 5, 9):
        sitting = Sitting.deal(GAME.setup("standard", seats), key_from_text("nobody"))
        rng = random.Random(seats)
        while not sitting.over():
            seat = sitting.next_seat()
            sitting.act(seat, absent(sitting.mind(seat, "", rng)))
        assert sitting.state.turn >= 20
