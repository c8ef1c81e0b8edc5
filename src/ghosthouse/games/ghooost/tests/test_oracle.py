"""Rules against an oracle that knows nothing of their code: the same moves, and the same world after each."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.ghooost import rules
from ghosthouse.games.ghooost.tests.oracle import ORDER, House, Match, World, after, moves, settle
from ghosthouse.games.ghooost.tests.play import at, can, every_field, field, ghosts, play, setup
from ghosthouse.kernel import Sitting, copy, pack


def listed(cards, ordered=False):
    """How a position writes ghosts."""
    return " ".join(cards if ordered else sorted(cards, key=ORDER.index)) or "-"


def written(world):
    """The fields of a position that the oracle has an opinion on."""
    seats = range(len(world.hands))
    fields = {f"hand{p}": listed(world.hands[p]) for p in seats}
    fields |= {f"known{p}": listed(world.seen[p]) if world.seen[p] else "" for p in seats}
    fields |= {f"mansion{p}": listed(world.mansions[p], ordered=True) for p in seats}
    return fields | {
        "turn": "-" if world.loser >= 0 else str(world.turn),
        "direction": "cw" if world.clockwise else "ccw",
        "pile": listed(world.pile, ordered=True),
        "kitties": str(world.kitties or ""),
        "crypt": listed(world.crypt, ordered=True),
        "discard": listed(world.gone),
        "left": " ".join(map(str, world.out)) or "-",
        "stall": str(world.stall),
        "passes": str(world.passes or ""),
        "again": world.again,
        "skipped": "" if world.skipped < 0 else str(world.skipped),
    }


def world_of(sitting):
    """The oracle's world for a round that has just been dealt."""
    seats = range(sitting.setup.seats)
    return World(
        hands=[ghosts(sitting, f"hand{p}") for p in seats],
        mansions=[ghosts(sitting, f"mansion{p}") for p in seats],
        crypt=ghosts(sitting, "crypt"),
        turn=sitting.next_seat(),
    )


def house_of(sitting):
    """The oracle's reading of the options."""
    chosen = sitting.setup.options
    return House(
        hand=sitting.tables.hand,
        two_copies=chosen["two_miss_copies"] == "allow",
        twist_once=chosen["twist_multi"] == "per_play",
        lone_kitty=chosen["collect_lone_kitty"],
        leaver_skips=chosen["kitty_skip_when_leaving"],
        voids=chosen["adjudication"] == "void_and_redeal",
        limit=chosen["stall_limit"],
    )


def same(sitting, world):
    """Whether rules and oracle see the same world."""
    fields = every_field(sitting)
    return {key: fields.get(key, "") for key in written(world)} == written(world)


OPTIONS = st.fixed_dictionaries(
    {
        "match": st.booleans(),
        "two_player_match": st.sampled_from(["off", "boo_only"]),
        "two_miss_copies": st.sampled_from(["forbid", "allow"]),
        "twist_multi": st.sampled_from(["per_card", "per_play"]),
        "collect_lone_kitty": st.booleans(),
        "kitty_skip_when_leaving": st.booleans(),
        "adjudication": st.sampled_from(["fewest_left", "fewest_left", "void_and_redeal"]),
        "stall_limit": st.sampled_from([1, 4, 15, 40, 200]),
        "tiebreak_cap": st.integers(1, 3),
        "cards": st.sampled_from(["ghooost-62", "ghooost-62-ludorium"]),
    }
)


@settings(max_examples=30)
@given(OPTIONS, st.integers(2, 6), st.binary(min_size=16, max_size=16), st.randoms())
def test_whole_matches_agree_with_the_oracle(options, seats, key, rng):
    """Every option, every number of players: the same moves, the same world, the same points, to the end of the match."""
    sitting = Sitting.deal(setup(seats, **options), key)
    house, match = house_of(sitting), Match([0] * seats, [0] * seats)
    many_rounds = bool(sitting.tables.match)
    world, voids = world_of(sitting), 0
    while not sitting.over() and sitting.ply < 1000:
        assert can(sitting) == set(moves(world, house))
        move = rng.choice(sorted(can(sitting)))
        starter = int(str(field(sitting, "starter")))
        world = after(world, house, move)
        play(sitting, move)
        if world.void and voids == 3:  # GO-R48
            return
        if world.void:
            voids += 1
            assert field(sitting, "starter", "voids") == [str(starter), str(voids)]
            world = world_of(sitting)
        elif world.loser < 0:
            assert same(sitting, world), sitting.position()
        elif not many_rounds:
            assert sitting.over()
            assert same(sitting, world), sitting.position()
            assert sitting.winners() == sorted(world.out)
        else:
            settle(match, world.out, world.loser, options["tiebreak_cap"])
            assert field(sitting, "points", "boos") == [" ".join(map(str, match.points)), " ".join(map(str, match.boos))]
            assert (sitting.over(), sitting.winners()) == (bool(match.winners), sorted(match.winners))
            if not sitting.over():
                assert field(sitting, "starter", "voids", "barred") == [
                    str(world.loser), "", "" if match.barred < 0 else str(match.barred),
                ]  # fmt: skip
                world, voids = world_of(sitting), 0


# --- The mini edition, every world of a deal ----------------------------------------------------------------------------------

MINI = ("5", "5", "5", "11", "12", "X", "K")


def deals(seats):
    """All ways to deal the mini edition, the starter being seat 0."""
    for cards in sorted(set(permutations(MINI))):
        hands = [[card] for card in cards[:seats]]
        mansions = [[card] for card in cards[seats : 2 * seats]]
        yield World(hands=hands, mansions=mansions, crypt=list(cards[2 * seats :]), turn=0)


def begin(world):
    """The rules' sitting for a deal of the oracle."""
    seats = range(len(world.hands))
    heaps = " | ".join(f"hand{p} {world.hands[p][0]} | mansion{p} {world.mansions[p][0]}" for p in seats)
    return at(f"turn 0 | {heaps} | crypt {' '.join(world.crypt)}", len(world.hands), "mini")


def explore(some):
    """Walk through all that can follow from some deals, on both sides at once; return how many worlds there were."""
    seen = set()
    for first in some:
        sitting = begin(first)
        spell, parse = (getattr(sitting.setup.game.room("notation"), name) for name in ("spell", "parse"))
        house, t = house_of(sitting), sitting.tables
        waiting = [(first, sitting.state)]
        while waiting:
            world, s = waiting.pop()
            if pack(s) in seen:
                continue
            seen.add(pack(s))
            sitting.state = s
            assert same(sitting, world), sitting.position()
            legal = {spell(s, t, s.turn, action) for action in sitting.legal(s.turn)}
            assert legal == set(moves(world, house)), sitting.position()
            for move in sorted(legal):
                follows = copy(s)
                rules.play(follows, t, sitting.chance, s.turn, parse(s, t, s.turn, move))
                sitting.chance.journal.clear()
                waiting.append((after(world, house, move), follows))
    return len(seen)


@pytest.mark.parametrize(("seats", "count"), [(2, 7457), (3, 5441)])
def test_rules_and_oracle_agree_on_every_world_of_some_deals(seats, count):
    """One deal in sixty of the mini edition, with all that can follow from it."""
    assert explore(list(deals(seats))[::60]) == count


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "count"), [(2, 53320), (3, 83178)])
def test_rules_and_oracle_agree_on_every_world(seats, count):
    """Every deal of the mini edition, and every world that can follow."""
    every = list(deals(seats))

    assert len(every) == 840
    assert explore(every) == count
