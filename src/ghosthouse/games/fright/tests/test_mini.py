"""The mini edition against an oracle that knows nothing of the rules' code: the same moves, and the same world after each."""

import pytest

from ghosthouse.games.fright import rules
from ghosthouse.games.fright.cards import gone_of, hand_of, pile_of, sign_of
from ghosthouse.games.fright.notation import parse, spell
from ghosthouse.games.fright.state import OPEN
from ghosthouse.games.fright.tests import oracle
from ghosthouse.games.fright.tests.play import at
from ghosthouse.kernel import Chance, copy

CHANCE = Chance(bytes(16))


def begin(world):
    """The rules' state for a deal of the oracle, and its tables."""
    hands = " | ".join(f"hand{p} {' '.join(cards)}" for p, cards in enumerate(world.hands))
    sitting = at(f"turn 0 | {hands} | deck {' '.join(world.deck)}", "mini", len(world.hands))
    return sitting.state, sitting.tables


def world_of(s, t, played):
    """What the oracle would call a state; `played` are the cards of the open pile in the order of play."""
    seats = range(s.seats)
    assert sorted(played) == sorted(sign_of(t, kind) for kind in pile_of(s))
    assert [card for card in played if card != "M"] == [sign_of(t, kind) for kind in pile_of(s) if sign_of(t, kind) != "M"]
    return oracle.World(
        hands=tuple(tuple(sorted(sign_of(t, kind) for kind in hand_of(s, p))) for p in seats),
        deck=tuple(sign_of(t, s.cards[place]) for place in range(s.deck - 1, -1, -1)),
        pile=played,
        took=tuple(tuple(sorted(sign_of(t, kind) for owner, kind in gone_of(s) if owner == p)) for p in seats),
        fright=tuple(s.seat[p].fright for p in seats),
        turn=s.turn,
        step=s.direction,
        opening=s.phase == OPEN,
        over=bool(rules.over(s, t)),
    )


def explore(deals):
    """Walk through all that can follow from some deals, both ways at once; return how many worlds there were."""
    seen = set()
    for first in deals:
        s, t = begin(first)
        assert world_of(s, t, ()) == first
        waiting = [(first, s)]
        while waiting:
            world, s = waiting.pop()
            if world in seen:
                continue
            seen.add(world)
            can = {spell(s, t, s.turn, action) for action in range(32) if rules.legal(s, t, s.turn, 0) >> action & 1}
            assert can == oracle.moves(world), world
            if world.over:
                assert [p for p in range(s.seats) if rules.won(s, t, p)] == oracle.winners(world)
            for move in sorted(can):
                follows, after = oracle.after(world, move), copy(s)
                rules.play(after, t, CHANCE, s.turn, parse(s, t, s.turn, move))
                assert world_of(after, t, follows.pile) == follows, (world, move)
                waiting.append((follows, after))
    return len(seen)


@pytest.mark.parametrize(("seats", "count"), [(2, 11911), (3, 6879)])
def test_rules_and_oracle_agree_on_every_world_of_some_deals(seats, count):
    """One deal in forty, with all that can follow from it."""
    assert explore(oracle.deals(seats)[::40]) == count


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "deals", "count"), [(2, 378, 32196), (3, 207, 54532)])
def test_rules_and_oracle_agree_on_every_world(seats, deals, count):
    """Every deal of the mini edition, and every world that can follow."""
    every = oracle.deals(seats)

    assert len(every) == deals
    assert explore(every) == count


def perft(s, t, depth):
    """Count the sequences of moves by the rules."""
    if depth == 0 or rules.over(s, t):
        return 1
    total = 0
    for action in range(32):
        if rules.legal(s, t, s.turn, 0) >> action & 1:
            after = copy(s)
            rules.play(after, t, CHANCE, s.turn, action)
            total += perft(after, t, depth - 1)
    return total


@pytest.mark.parametrize(("seats", "counts"), [(2, [1, 1, 3, 8, 21, 57, 131, 257, 426]), (3, [1, 1, 3, 7, 14, 25, 44, 69, 103])])
def test_the_games_of_the_first_deal_are_counted(seats, counts):
    """As in chess: how many games of so many moves there are, by the rules, by the oracle, and as written down here."""
    deal = oracle.deals(seats)[0]
    s, t = begin(deal)

    assert [oracle.games(deal, depth) for depth in range(9)] == counts
    assert [perft(s, t, depth) for depth in range(9)] == counts


def test_the_oracle_is_asked_something():
    """The walk meets takes, mirrors, mist that opens, turned tables and shared victories; otherwise agreeing would mean little."""
    deal = oracle.deals(3)[40]
    seen, waiting = set(), [deal]
    while waiting:
        world = waiting.pop()
        if world not in seen:
            seen.add(world)
            waiting += [oracle.after(world, move) for move in oracle.moves(world)]

    assert any(world.opening for world in seen)
    assert any(world.step == -1 for world in seen)
    assert any(world.pile[:1] == ("M",) for world in seen)
    assert any(oracle.moves(world) == {"take"} for world in seen)
    assert any(world.over and len(oracle.winners(world)) > 1 for world in seen)
    assert any(world.over and any(world.hands) for world in seen)
