"""The mini edition, small enough to be counted through and solved, against the oracle of `oracle.py`."""

import random
from dataclasses import replace
from functools import cache

import pytest

from ghosthouse.games.letters import GAME, rules
from ghosthouse.games.letters.notation import parse, spell
from ghosthouse.games.letters.tests.oracle import POINTS, Player, World
from ghosthouse.games.letters.tests.play import deal, field
from ghosthouse.kernel import Chance, Sitting, copy, legal_actions, pack, unpack

MINI_POINTS = {**dict.fromkeys("EAT", 1), **dict.fromkeys("SN", 2), "R": 3}
WORDS = {word.upper() for word in GAME.room("words").component("mini.txt").decode().split("\n") if word and word[0] != "#"}


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


def value_by_rules(setup, s):
    """What seat 0 gets more than seat 1 with perfect play: with one word left, one seat at a time decides and nothing is hidden."""

    @cache
    def value(data):
        state = unpack(setup.shape, data)
        if rules.over(state, setup.tables):
            return rules.score(state, setup.tables, 0) - rules.score(state, setup.tables, 1)
        seat = rules.next_seat(state, setup.tables, -1)
        found = []
        for action in legal_actions(setup, state, seat):
            world = copy(state)
            rules.play(world, setup.tables, Chance(bytes(16)), seat, action)
            found.append(value(pack(world)))
        return max(found) if seat == 0 else min(found)

    return value(pack(s))


def value_by_oracle(world):
    """The same from the oracle's own reading: every action, every answer, every penalty written out."""
    if world.ended:
        scores = [sum(MINI_POINTS[letter] for letter in me.stack) + me.ghosts for me in world.players]
        return scores[0] - scores[1]
    mover = 0 if world.words[world.word_of(0)] else 1
    if not world.words[world.word_of(mover)]:
        return value_by_oracle(turned(world, {}, {}, {}))
    other = 1 - mover
    word, me = world.words[world.word_of(mover)], world.players[mover]
    better = max if mover == 0 else min
    worse = min if mover == 0 else max
    found = []
    for card in sorted(set(me.hand)):
        for turned_card in (card, card[::-1]):
            for end in ("left", "right"):
                found.append(value_by_oracle(turned(world, {mover: f"play {turned_card} {end}"}, {}, {})))
            for at in range(len(word)) if me.ghosts else ():
                rest = word[:at] + word[at + 1 :]
                made = {
                    "left": turned_card[0] + rest,
                    "right": rest + turned_card[0],
                    "slot": word[:at] + turned_card[0] + word[at + 1 :],
                }
                for place, result in made.items():
                    if result != word:
                        found.append(value_by_oracle(turned(world, {mover: f"ghost {at} {turned_card} {place}"}, {}, {})))
    if len(word) >= 3:
        picks = [turned(world, {mover: "give up"}, {other: f"pick {letter}"}, {}) for letter in sorted(set(word))]
        found.append(worse(value_by_oracle(made) for made in picks))
    if world.adders[world.word_of(mover)] == other:
        kinds = ["challenge impossible"] + ["challenge complete"] * (len(word) >= 3)
        for kind in kinds:
            answers = ["no word", *(f"declare {known}" for known in sorted(WORDS) if word in known)][:2]
            outcomes = []
            for answer in answers if kind == "challenge impossible" else ["no word"]:
                right = world.judge(word, kind, answer)
                loser = other if right else mover
                debtor = world.players[loser]
                gifts = [f"pick {letter}" for letter in sorted(set(debtor.stack))] or [
                    f"give {card}" for card in sorted(debtor.hand)
                ]
                ends = [value_by_oracle(turned(world, {mover: kind}, {other: answer}, {loser: [gift]})) for gift in gifts or [""]]
                outcomes.append(max(ends) if loser == 0 else min(ends))
            found.append(worse(outcomes))
    if not me.hand and len(word) < 3:
        found.append(value_by_oracle(turned(world, {mover: "pass"}, {}, {})))
    return better(found)


def turned(world, did, answers, paid):
    """The world after a turn."""
    players = [replace(me, hand=list(me.hand), deck=list(me.deck), stack=list(me.stack)) for me in world.players]
    after = replace(world, players=players, words=list(world.words), adders=list(world.adders))
    after.play_turn(did, answers, paid, {})
    return after


@pytest.mark.parametrize("seed", range(30))
def test_endings_with_one_word_are_solved_alike(seed):
    """GW-47 to GW-51: perfect play in the end-game, by the rules and by the oracle: the same value."""
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
    stacks = ["".join(rng.choices("AENRST", k=rng.randint(0, 1))) for _ in range(2)]
    ghosts = [rng.randint(0, 1), 0]
    turn = rng.choice([(6, "ccw"), (5, "cw")])
    body = f"turn {turn[0]} | direction {turn[1]} | w0 {word} {adder} | w1 - | ghosts {ghosts[0]} {ghosts[1]}"
    body += "".join(f" | hand{p} {' '.join(hands[p])} | stack{p} {stacks[p]}" for p in (0, 1))
    made = GAME.setup("mini", 2)
    sitting = Sitting.at(made, f"letters/mini seats 2 | {body}", bytes(16))
    players = [Player(list(hands[p]), [], list(stacks[p]), ghosts[p]) for p in (0, 1)]
    world = World(players, [word, ""], [None if adder == "-" else int(adder), None], WORDS, 3, turn[1] == "cw", turn[0])

    assert value_by_rules(made, sitting.state) == value_by_oracle(world)


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
