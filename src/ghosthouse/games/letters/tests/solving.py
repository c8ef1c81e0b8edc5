"""The mini edition with open cards, solved exactly, twice: by the rules, and by the oracle from its own reading of the rule file.

After the deal nothing is left to chance there: the decks hold one card each, and it is drawn in the first turn. What both players
choose at once is a matrix game, and its value a fraction. The value of a position is what seat 0 gets more than seat 1 when both
play as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ghosthouse.games.letters import rules
from ghosthouse.games.letters.tests.oracle import World
from ghosthouse.kernel import Chance, Setup, copy, legal_actions, pack

POINTS = {**dict.fromkeys("EAT", 1), **dict.fromkeys("SN", 2), "R": 3}


# --- Matrix games ---------------------------------------------------------------------------------------------------------------


def game_value(matrix: list[list[Fraction]]) -> Fraction:
    """The value of a zero-sum game for whoever chooses the row, by the simplex method in fractions."""
    low, high = max(map(min, matrix)), min(map(max, zip(*matrix, strict=True)))
    if low == high:
        return low
    shift = 1 - min(map(min, matrix))
    many = len(matrix[0])
    # The column player's program: the most y with (matrix + shift) y <= 1; one slack for each row.
    rows = [
        [value + shift for value in row] + [Fraction(int(i == j)) for j in range(len(matrix))] + [Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    goal = [Fraction(-1)] * many + [Fraction(0)] * (len(matrix) + 1)
    while True:
        column = next((j for j, value in enumerate(goal[:-1]) if value < 0), None)  # Bland's rule: it never goes round in circles
        if column is None:
            return 1 / goal[-1] - shift
        ratios = [(row[-1] / row[column], i) for i, row in enumerate(rows) if row[column] > 0]
        pivot = rows[min(ratios)[1]]
        pivot[:] = [value / pivot[column] for value in pivot]
        for row in (*rows, goal):
            if row is not pivot and row[column]:
                factor = row[column]
                row[:] = [a - factor * b for a, b in zip(row, pivot, strict=True)]


def both_choose(one: list[Any], two: list[Any], value: Callable[[Any, Any], Fraction]) -> Fraction:
    """The value where seat 0 chooses among `one` and seat 1 among `two`, neither knowing what the other does."""
    return game_value([[value(a, b) for b in two] for a in one])


# --- By the rules ---------------------------------------------------------------------------------------------------------------


def by_rules(setup: Setup, s: Any, known: dict[bytes, Fraction]) -> Fraction:
    """Solve a position by what the rules do."""
    if rules.over(s, setup.tables):
        return Fraction(rules.score(s, setup.tables, 0) - rules.score(s, setup.tables, 1))
    data = pack(s)
    if data not in known:
        asked = rules.awaits(s, setup.tables, 1)
        table = [list(_choices(setup, after, 1)) if asked else [after] for after in _choices(setup, s, 0)]
        known[data] = game_value([[by_rules(setup, after, known) for after in row] for row in table])
    return known[data]


def _choices(setup: Setup, s: Any, seat: int) -> Iterator[Any]:
    """Every state after all decisions that a seat owes in this phase, in the same order whatever the other seat has sealed."""
    if not rules.awaits(s, setup.tables, seat):
        yield s
        return
    phase = s.phase
    for action in legal_actions(setup, s, seat):
        after = copy(s)
        rules.play(after, setup.tables, Chance(bytes(16)), seat, action)
        if after.phase == phase and after.turn == s.turn and rules.awaits(after, setup.tables, seat):
            yield from _choices(setup, after, seat)
        else:
            yield after


# --- By the definition ----------------------------------------------------------------------------------------------------------


def by_definition(world: World, known: dict[str, Fraction]) -> Fraction:
    """Solve a position by the oracle: every action, every answer, every penalty written out."""
    if world.ended:
        scores = [sum(POINTS[letter] for letter in me.stack) + me.ghosts for me in world.players]
        return Fraction(scores[0] - scores[1])
    mark = repr(world)
    if mark not in known:
        known[mark] = both_choose(_acts(world, 0), _acts(world, 1), lambda one, two: _answered(world, _did(one, two), known))
    return known[mark]


def _did(*texts: str) -> dict[int, str]:
    """What was done, by player; who had nothing to do is left out."""
    return {i: text for i, text in enumerate(texts) if text}


def _copied(world: World) -> World:
    players = [replace(me, hand=list(me.hand), deck=list(me.deck), stack=list(me.stack)) for me in world.players]
    return replace(world, players=players, words=list(world.words), adders=list(world.adders))


def _acts(world: World, i: int) -> list[str]:
    """GW-13: what a player may do; nothing where there is no word on this side (GW-48)."""
    k, me = world.word_of(i), world.players[i]
    word = world.words[k]
    if not word:
        return [""]
    turned = sorted({way for card in me.hand for way in (card, card[::-1])})
    found = [f"play {card} {end}" for card in turned for end in ("left", "right")]
    for at in range(len(word)) if me.ghosts else ():
        rest = word[:at] + word[at + 1 :]
        for card in turned:
            made = {"left": card[0] + rest, "right": rest + card[0], "slot": word[:at] + card[0] + word[at + 1 :]}
            found += [f"ghost {at} {card} {place}" for place, result in made.items() if result != word]
    if len(word) >= world.shortest:
        found.append("give up")
    if world.adders[k] == world.neighbour(i):
        found += ["challenge impossible"] + ["challenge complete"] * (len(word) >= world.shortest)
    if not me.hand and len(word) < world.shortest:
        found.append("pass")
    return found


def _answered(world: World, did: dict[int, str], known: dict[str, Fraction]) -> Fraction:
    acted = _copied(world)
    acted.act(did)

    def answers(i: int) -> list[str]:
        asker = next((j for j in did if acted.neighbour(j) == i), None)
        word = acted.words[acted.word_of(asker)] if asker is not None else ""
        if asker is not None and did[asker] == "give up":
            return [f"pick {letter}" for letter in sorted(set(word))]
        if asker is not None and did[asker] == "challenge impossible":
            return ["no word", *[f"declare {known}" for known in sorted(acted.dictionary) if word in known][:1]]
        return [""]

    return both_choose(answers(0), answers(1), lambda one, two: _paid(acted, did, _did(one, two), known))


def _paid(acted: World, did: dict[int, str], answers: dict[int, str], known: dict[str, Fraction]) -> Fraction:
    settled = _copied(acted)
    lost = settled.settle(did, answers)

    def payments(i: int) -> list[list[str]]:
        """GW-32, GW-38: what a player may give for each challenge lost, in order of the words."""
        me, many = settled.players[i], sum(loser == i for loser, _ in lost.values())
        coins = [[f"pick {letter}" for letter in me.stack] + [f"give {card}" for card in me.hand]] * many
        found = {}
        for gifts in product(*coins):
            letters = [gift for gift in gifts if gift.startswith("pick")]
            hand = [gift for gift in gifts if gift.startswith("give")]
            from_stack = min(len(me.stack), many)
            fits = len(letters) == from_stack and list(gifts[:from_stack]) == letters and len(set(hand)) == len(hand)
            if fits and all(letters.count(gift) <= me.stack.count(gift[5:]) for gift in letters):
                found[gifts] = list(gifts)
        if not found and many:  # GWR-33: less than is owed, or nothing
            return [[f"pick {letter}" for letter in me.stack] + [f"give {card}" for card in me.hand]]
        return list(found.values())

    def value(one: list[str], two: list[str]) -> Fraction:
        after = _copied(settled)
        after.close(did, lost, {0: list(one), 1: list(two)}, {})
        return by_definition(after, known)

    return both_choose(payments(0), payments(1), value)
