"""Bots of this game, the exact sum behind their choices, and what is played for somebody who is away."""

import random
from fractions import Fraction
from itertools import permutations, product

import pytest

from ghosthouse.games.hunters import GAME
from ghosthouse.games.hunters.heuristics import (
    APPRENTICE,
    HUNTER,
    LEGEND,
    LEVELS,
    PLAIN,
    TENTH,
    after_a_roll,
    leaving_brings,
    weigh,
)
from ghosthouse.games.hunters.odds import bust, bust_of_81, percent
from ghosthouse.games.hunters.state import BUST_AT
from ghosthouse.games.hunters.tests.oracle import component, met
from ghosthouse.games.hunters.tests.play import absent_on, at, deal, play, words
from ghosthouse.kernel import pack


def chosen(sitting, seat, level):
    """What a level weighs most, as a move."""
    spell = sitting.setup.game.room("notation").spell
    legal = sitting.legal(seat)
    best = max(legal, key=lambda action: weigh(sitting.seen(seat), sitting.tables, seat, action, level))
    return spell(sitting.state, sitting.tables, seat, best)


# --- Chances of a bust --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("danger", "chances"),
    [
        (0, (Fraction(0), Fraction(1, 27), Fraction(1, 9))),
        (1, (Fraction(1, 9), Fraction(7, 27), Fraction(33, 81))),
        (2, (Fraction(5, 9), Fraction(19, 27), Fraction(65, 81))),
    ],
)
def test_the_chance_of_a_bust_is_exact(danger, chances):
    """Section 5 of the rule file: by Dangerous dice in the middle and size of the roll; GH-29."""
    assert tuple(bust(danger, size) for size in (2, 3, 4)) == chances
    for size in (2, 3, 4):
        rolls = list(product(range(1, 7), repeat=size))
        hits = sum(danger + sum(n >= 5 for n in roll) >= BUST_AT for roll in rolls)
        assert Fraction(hits, len(rolls)) == Fraction(bust_of_81(danger, size), 81)


def test_per_cents_are_rounded():
    """ "bust on the next roll: 56 %"."""
    assert [percent(danger, 2) for danger in range(3)] == [0, 11, 56]
    assert percent(3, 2) == 100


# --- The sum ------------------------------------------------------------------------------------------------------------------


def by_hand(sitting, seat):
    """What leaving after the next roll brings on the average: every ordered pair of dice in the pouch, every pair of numbers."""
    cards = {trap["id"]: trap for trap in component("traps.toml")["traps"]}
    middle = [({die[0]}, int(die[1])) for die in words(sitting, "middle")]
    pouch = [c for c in "RGBY" for _ in range(3 - sum(c in colours for colours, _ in middle))]
    own, row = words(sitting, f"traps{seat}"), words(sitting, "row")
    total = Fraction(0)
    pairs = list(permutations(range(len(pouch)), 2))
    kinds = {}
    for one, two in pairs:
        kinds[pouch[one], pouch[two]] = kinds.get((pouch[one], pouch[two]), 0) + 1
    for (one, two), ways in kinds.items():
        for first, second in product(range(1, 7), repeat=2):
            dice = [*middle, ({one}, first), ({two}, second)]
            pays = {card: cards[card]["fame"] for card in (*own, *row) if met(cards[card]["when"], dice)}
            best = max((pays.get(card, 0) for card in row), default=0)
            single = max(pays.values(), default=0)
            full = sum(pays.get(card, 0) for card in own) + best
            total += ways * (single if sum(n >= 5 for _, n in dice) >= 3 else full)
    return total / (36 * len(pairs))


@pytest.mark.parametrize(
    "body",
    [
        "middle R5 G1",
        "round 3 | middle R5 G1 B2 Y6 | traps0 T13 T21 T33 | row T29 T34 T25 T28 T17",
        "round 5 | middle R1 R1 R3 G2 G2 B4 B4 Y5 Y3 Y6 | traps0 T01 T05 T09 T13 T30",
    ],
)
def test_the_next_roll_is_summed_exactly(body):
    """Section 5: E[bust] is the best single Trap, otherwise all that are met and the best of the row."""
    sitting = at(body, 2)

    assert after_a_roll(sitting.seen(0), sitting.tables, HUNTER) == int(by_hand(sitting, 0) * 10 * TENTH)


def test_what_leaving_brings():
    """All own Traps that are met and the best of the row; on a bust the best of all."""
    seen = at("round 2 | middle R1 R2 | traps0 T06 T05 | row T17 T21 T25 T01 T02", 2).seen(0)

    assert leaving_brings(seen, at("middle R1 G2", 2).tables, 0) == 3 + 4
    assert leaving_brings(seen, at("middle R1 G2", 2).tables, 1) == 4


def test_trying_out_leaves_the_observation_as_it_was():
    """Dice are counted in and out again: whoever thinks with the record finds it unchanged."""
    for n in range(4):
        sitting = deal(4, seed=f"trying {n}")
        rng = random.Random(n)
        while not sitting.over():
            seat = sitting.next_seat()
            seen = sitting.seen(seat)
            before = pack(seen)
            for action in sitting.legal(seat):
                if sitting.legal(seat) != [0, 1]:
                    for level in (APPRENTICE, HUNTER, LEGEND):
                        weigh(seen, sitting.tables, seat, action, level)
            assert pack(seen) == before
            sitting.act(seat, rng.choice(sitting.legal(seat)))


def test_the_sum_leaves_the_observation_as_it_was():
    """The same for choosing, with Allies in hand."""
    sitting = at("round 2 | middle R1 G5 | hand0 DIE-R4 TINT", 3)
    seen = sitting.seen(0)
    before = pack(seen)

    for level in (APPRENTICE, HUNTER, LEGEND, PLAIN):
        weigh(seen, sitting.tables, 0, 0, level)
        weigh(seen, sitting.tables, 0, 1, level)

    assert pack(seen) == before


# --- The levels ---------------------------------------------------------------------------------------------------------------


def test_apprentices_count_danger_only():
    """They stay until two dice are Dangerous."""
    assert chosen(at("middle R1 G5"), 0, APPRENTICE) == "stay"
    assert chosen(at("middle R1 G5 B6 Y2"), 0, APPRENTICE) == "pass"


@pytest.mark.parametrize("level", [HUNTER, LEGEND])
def test_better_bots_stay_while_it_is_free(level):
    """Section 5: with no danger a roll of two cannot bust; with much to lose and two Dangerous dice they pass."""
    nothing_yet = "middle R1 G2 | traps0 T32 | row T33 T34 T29 T30 T28"
    assert chosen(at(nothing_yet), 0, level) == "stay"
    rich = "round 4 | middle R5 G6 B1 Y1 R1 G3 | traps0 T17 T21 T22 T33 | row T25 T26 T27 T28 T09"
    assert chosen(at(rich), 0, level) == "pass"


@pytest.mark.parametrize("level", [HUNTER, LEGEND])
def test_with_two_dangerous_dice_the_last_player_rolls_two(level):
    """Section 5: with d = 2 always two; with d = 0 and little in hand more."""
    assert chosen(at("phase last | turn 0 | middle R5 G6 B1 Y1", 2), 0, level) == "roll 2"
    assert chosen(at("phase last | turn 0 | middle R1 G2 | traps0 T32 | row T33 T34 T29 T30", 2), 0, level) == "roll 4"


def test_better_bots_play_allies_that_pay():
    """An extra die that completes a Trap, a die turned, a second Trap on a bust; not what brings nothing."""
    body = "round 5 | phase score | turn 0 | middle R1 G3 B1 Y4 | traps0 T18 T20 T25 T26 T27 T28 | row T02 T03 T05 T06"
    assert chosen(at(f"{body} | hand0 DIE-R4"), 0, HUNTER) == "die R4"
    assert chosen(at(f"{body} | hand0 DIE-R4"), 0, PLAIN) == "score"
    assert chosen(at(f"{body} | hand0 TURN"), 0, LEGEND) == "turn G3 up"
    assert chosen(at(f"{body} | hand0 DIE-G1"), 0, LEGEND) == "score"
    bust_now = "round 5 | phase score | turn 0 | middle R5 G5 B6 R1 | traps0 T21 T25 T26 T28 T01 T02 | row T03 T04 T05 T06"
    assert chosen(at(f"{bust_now} | hand0 STEEL"), 0, HUNTER) == "steel"


def test_nobody_plays_allies_before_the_trap_is_taken():
    """What it completes is known only then."""
    sitting = at("phase trap | turn 0 | middle R1 G3 | hand0 DIE-R4 TINT TURN SWAP")

    for level in range(len(LEVELS)):
        assert chosen(sitting, 0, level).startswith("take ")


def test_legends_collect_for_the_rounds_to_come():
    """A Trap that is met now and little worth later, against one that will pay often."""
    early = "phase trap | turn 0 | middle R1 G5 | row T25 T29 T01 T02 T03"
    assert chosen(at(early), 0, HUNTER) == "take T25"
    assert chosen(at(early), 0, LEGEND) == "take T29"
    late = "round 5 | phase trap | turn 0 | middle R1 G5 | row T25 T29 T01 T02 T03 | traps0 T04 T05 T06 T07 T08"
    assert chosen(at(late), 0, LEGEND) == "take T25"


def test_bots_weigh_what_their_seat_sees_and_nothing_else():
    """Two worlds that a seat cannot tell apart are the same to it."""
    sitting = play(at("middle R1 G5 | hand1 SWAP", 3, secret_allies=True), "1: stay")

    for number in range(5):
        other = deal(3, secret_allies=True)
        other.state = sitting.imagined(0, bytes([number]) * 16)
        for level in range(len(LEVELS)):
            assert chosen(other, 0, level) == chosen(sitting, 0, level)


# --- Absent players -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_if_everybody_leaves_the_game_still_ends(seats):
    """GHR-39, GHR-48: with every option, legally, and without an Ally played."""
    options = {"secret_allies": True, "ally_shortage": "deck", "last_turn": "may_decline"}
    for chosen_options in ({}, options):
        sitting = absent_on(deal(seats, seed="nobody", **chosen_options))

        assert sitting.over()
        assert sitting.ply <= GAME.longest
        assert not any(
            move.text.split()[0] in ("swap", "tint", "turn", "banish", "die", "steel", "encore") for move in sitting.moves
        )
