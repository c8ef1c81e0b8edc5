"""The mini edition, small enough to be counted through and solved, against the oracle of `oracle.py`."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from ghosthouse.games.letters import GAME, rules
from ghosthouse.games.letters.notation import parse, spell
from ghosthouse.games.letters.tests.oracle import POINTS, Player, World
from ghosthouse.games.letters.tests.play import at, deal, field
from ghosthouse.games.letters.tests.solving import by_definition, by_rules, game_value
from ghosthouse.kernel import Chance, Sitting, copy, legal_actions, pack, unpack

WORDS = {word.upper() for word in GAME.room("words").component("mini.txt").decode().split("\n") if word and word[0] != "#"}
DEALT = "w0 E - | w1 A - | hand0 S/T N/E | deck0 A/R | removed0 - | hand1 S/T E/A | deck1 N/E | removed1 -"
SOLVED = 1  # what seat 0 gets more than seat 1 from there, with open cards and perfect play


def test_six_letters_and_a_tiny_dictionary():
    """Four cards, a hand of two, words of three letters and more."""
    sitting = deal("mini", 2)
    t = sitting.tables

    letters = {chr(t.sign[t.pair[i, side]]) for i in range(t.deck) for side in (0, 1)}
    assert letters == set("aenrst")
    assert (t.deck, t.hand, t.removed, t.shortest) == (4, 2, 0, 3)
    assert len(WORDS) == 33


def test_its_states_are_counted_through():
    """From one deal, by plies: so many different states, while nothing is drawn by lot (the golden numbers of this edition)."""
    line = (
        "letters/mini seats 2 | w0 S - | w1 E - | hand0 E/A A/R | deck0 N/E | hand1 A/R E/A | deck1 S/T | removed0 - | removed1 -"
    )
    made = GAME.setup("mini", 2)
    level = {pack(Sitting.at(made, line, bytes(16)).state)}
    counts = []
    for _ in range(3):
        following = set()
        for data in level:
            s = unpack(made.shape, data)
            seat = rules.next_seat(s, made.tables, -1)
            for action in legal_actions(made, s, seat):
                world = copy(s)
                rules.play(world, made.tables, Chance(bytes(16)), seat, action)
                following.add(pack(world))
        level = following
        counts.append(len(level))

    assert counts == [8, 56, 504]


def turned(world, did, answers, paid):
    """The world after a turn."""
    players = [replace(me, hand=list(me.hand), deck=list(me.deck), stack=list(me.stack)) for me in world.players]
    after = replace(world, players=players, words=list(world.words), adders=list(world.adders))
    after.play_turn(did, answers, paid, {})
    return after


@pytest.mark.parametrize("seed", range(30))
def test_endings_with_one_word_are_solved_alike(seed):
    """GW-47 to GW-51: perfect play in the end-game, by the rules and by the definition: the same value."""
    rng = random.Random(seed)
    word = "".join(rng.choices("AENRST", k=rng.randint(1, 3)))
    if rng.random() < 0.5:
        found = rng.choice(sorted(WORDS))
        start = rng.randrange(len(found) - 1)
        word = found[start : start + 3]
    adder = rng.choice("01-") if len(word) > 1 else "-"
    hands = [rng.sample(["E/A", "S/T", "N/E", "A/R"], rng.randint(0, 2)) for _ in range(2)]
    if not any(hands):
        hands[0] = ["E/A"]
    if sum(map(len, hands)) > 3:  # four cards and a ghost card are solved as well, in ten times the time
        hands[1].pop()
    stacks = ["".join(rng.choices("AENRST", k=rng.randint(0, 1))) for _ in range(2)]
    ghosts = [rng.randint(0, 1), 0]
    turn = rng.choice([(6, "ccw"), (5, "cw")])
    body = f"turn {turn[0]} | direction {turn[1]} | w0 {word} {adder} | w1 - | ghosts {ghosts[0]} {ghosts[1]}"
    body += "".join(f" | hand{p} {' '.join(hands[p])} | stack{p} {stacks[p]}" for p in (0, 1))
    made = GAME.setup("mini", 2)
    sitting = Sitting.at(made, f"letters/mini seats 2 | {body}", bytes(16))
    players = [Player(list(hands[p]), [], list(stacks[p]), ghosts[p]) for p in (0, 1)]
    world = World(players, [word, ""], [None if adder == "-" else int(adder), None], WORDS, 3, turn[1] == "cw", turn[0])

    assert by_rules(made, sitting.state, {}) == by_definition(world, {})


def as_world(sitting):
    """The oracle's picture of a sitting of the mini edition."""
    words = [field(sitting, f"w{k}").split() for k in (0, 1)]
    return World(
        [Player(_held(sitting, f"hand{p}"), _held(sitting, f"deck{p}")[::-1]) for p in (0, 1)],
        [word[0] for word in words],
        [None if word[1] == "-" else int(word[1]) for word in words],
        WORDS,
        3,
        sitting.state.direction == 1,
        sitting.state.turn,
    )


def _held(sitting, key):
    return field(sitting, key).replace("-", "").split()


def after_turns(seed, turns):
    """A deal of the mini edition after some turns of random plays, so that both words still lie there."""
    rng = random.Random(f"turns {seed}")
    sitting = deal("mini", 2, f"solved {seed}")
    while sitting.state.turn <= turns:
        seat = sitting.next_seat()
        sitting.act(seat, rng.choice([action for action in sitting.legal(seat) if action < 28]))
    return sitting


@pytest.mark.parametrize(("seed", "turns"), [pytest.param(0, 1, marks=pytest.mark.slow), *((seed, 2) for seed in range(8))])
def test_both_words_are_solved_alike(seed, turns):
    """GW-11, GW-37: with open cards and two words everything is chosen at once: the values of matrix games, by the rules and by
    the definition, down to challenges that coincide and penalties that are owed twice."""
    sitting = after_turns(seed, turns)

    assert by_rules(sitting.setup, sitting.state, {}) == by_definition(as_world(sitting), {})


@pytest.mark.slow
def test_a_whole_game_is_solved():
    """From the deal to the end: the value of one deal with open cards, by the definition and by the rules."""
    sitting = at(DEALT, "mini")

    assert by_definition(as_world(sitting), {}) == SOLVED
    assert by_rules(sitting.setup, sitting.state, {}) == SOLVED


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[3]], 3),
        ([[0, 2], [1, 3]], 1),  # a saddle
        ([[1, -1], [-1, 1]], 0),  # matching pennies
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),  # paper, scissors, stone
        ([[2, -1], [-1, 1]], Fraction(1, 5)),
        ([[4, 1, 8], [2, 3, 1]], Fraction(5, 2)),
    ],
)
def test_matrix_games_have_their_values(matrix, value):
    """The solver under the solvers."""
    assert game_value([[Fraction(entry) for entry in row] for row in matrix]) == value


def test_every_first_turn_agrees_with_the_oracle():
    """GW-14, GW-16, GW-18: all pairs of first actions of a deal."""
    made = GAME.setup("mini", 2)
    sitting = deal("mini", 2, "first")
    players = [
        Player(field(sitting, f"hand{p}").split(), field(sitting, f"deck{p}").replace("-", "").split()[::-1]) for p in (0, 1)
    ]
    start = World(players, [field(sitting, f"w{k}").split()[0] for k in (0, 1)], [None, None], WORDS, 3)
    compared = 0
    for one in legal_actions(made, sitting.state, 0):
        for two in legal_actions(made, sitting.state, 1):
            again = sitting.rewound(0)
            texts = [spell(again.state, again.tables, seat, action) for seat, action in ((0, one), (1, two))]
            assert [parse(again.state, again.tables, seat, text) for seat, text in enumerate(texts)] == [one, two]
            world = turned(start, dict(enumerate(texts)), {}, {})
            again.act(1, two)
            again.act(0, one)
            assert [field(again, f"w{k}") for k in (0, 1)] == [f"{world.words[k]} {world.adders[k]}" for k in (0, 1)]
            assert [sorted(field(again, f"hand{p}").split()) for p in (0, 1)] == [sorted(me.hand) for me in world.players]
            compared += 1
    assert compared == 64


def test_the_oracle_scores_as_the_deck_says():
    """GW-51: the colours of the standard deck are those of the rule file."""
    t = deal().tables

    assert {chr(t.sign[i]).upper(): t.points[i] for i in range(26)} == POINTS
