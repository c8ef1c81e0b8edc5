"""Chance comes through the door: test vectors, bounds without bias, and a tripwire for statistics."""

from __future__ import annotations

import json
import math
import struct
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthouse.kernel import Chance, chance, key_from
from ghosthouse.kernel.chance import _settle_three, bounded, draw, lot, next_pick, part, shuffle, siphash, spread_key, start_ply

# The first words of the reference vectors of SipHash-2-4 for messages of eight bytes (key 00 01 .. 0f, message 00 01 .. 07).
REFERENCE = bytes.fromhex("6224939a79f5f593")


def test_siphash_agrees_with_the_reference_vector():
    """The keyed function is SipHash-2-4 itself, so that anybody can check a deal with a library of their own."""
    key = bytes(range(16))
    word = siphash(int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little"), int.from_bytes(bytes(range(8)), "little"))

    assert word.to_bytes(8, "little") == REFERENCE


def words_by_the_book(key: bytes, ply: int) -> Iterator[int]:
    """The words of a ply, from the paper's description of SipHash and docs/reference/chance.md, sharing no code with the kernel."""
    for index in count():
        message = struct.pack("<Q", ply * 2**32 + index)
        k = struct.unpack("<2Q", key)
        v = [k[0] ^ 0x736F6D6570736575, k[1] ^ 0x646F72616E646F6D, k[0] ^ 0x6C7967656E657261, k[1] ^ 0x7465646279746573]

        def turn(x: int, by: int) -> int:
            return (x << by | x >> (64 - by)) % 2**64

        def rounds(n: int, v: list[int] = v) -> None:
            for _ in range(n):
                for a, b, by, half in ((0, 1, 13, True), (2, 3, 16, False), (0, 3, 21, False), (2, 1, 17, True)):
                    v[a] = (v[a] + v[b]) % 2**64
                    v[b] = turn(v[b], by) ^ v[a]
                    if half:
                        v[a] = turn(v[a], 32)

        for block in (struct.unpack("<Q", message)[0], len(message) << 56):
            v[3] ^= block
            rounds(2)
            v[0] ^= block
        v[2] ^= 0xFF
        rounds(4)
        yield v[0] ^ v[1] ^ v[2] ^ v[3]


def test_draws_can_be_checked_at_home():
    """docs/reference/chance.md: a draw is the upper half of a word times the bound; half a word shuffles three places."""
    key = bytes(range(16))
    words = words_by_the_book(key, 3)
    expected = [(next(words) >> 32) * n >> 32 for n in (2, 6, 52, 1000, 2**31)]
    deck = list(range(10))
    places = list(range(9, 0, -1))
    while places:
        word = next(words)
        for half in (word >> 32, word % 2**32):
            for place in places[:3]:
                other, half = divmod(half * (place + 1), 2**32)
                deck[place], deck[other] = deck[other], deck[place]
            del places[:3]

    c = Chance(key)
    start_ply(c, 3)
    cards = list(range(10))
    drawn = [draw(c, n) for n in (2, 6, 52, 1000, 2**31)]
    shuffle(c, cards, 10)

    assert drawn == expected == [1, 3, 45, 491, 1785422446]
    assert cards == deck


def test_draws_that_would_be_biased_are_drawn_again():
    """docs/reference/chance.md: below 3/8 of 2^32 a quarter of all words is passed over, and none of them is drawn."""
    n = 0x60000000
    words = words_by_the_book(bytes(range(16)), 5)
    expected, passed = [], 0
    while len(expected) < 40:
        product = (next(words) >> 32) * n
        if product % 2**32 < 2**32 % n:
            passed += 1
        else:
            expected.append(product >> 32)

    c = Chance(bytes(range(16)))
    start_ply(c, 5)

    assert [draw(c, n) for _ in range(40)] == expected
    assert passed > 4


@pytest.mark.parametrize("cards", [3, 4, 7, 10])
def test_a_half_that_would_bias_a_shuffle_is_passed_over(cards: int, monkeypatch: pytest.MonkeyPatch):
    """As if it had not been there: its three places are drawn from the next half."""
    orders = []
    for halves in ([0, 0xDEADBEEF, 0xCAFEBABE, 0, 0x80000001, 1, 2, 3], [0xDEADBEEF, 0xCAFEBABE, 0x80000001, 1, 2, 3]):
        words = iter([upper << 32 | lower for upper, lower in zip(halves[::2], halves[1::2], strict=True)])
        monkeypatch.setattr(chance, "_next_word", lambda c, words=words: next(words))
        order = list(range(cards))
        shuffle(Chance(bytes(16)), order, cards)
        orders.append(order)

    assert orders[0] == orders[1]


def test_several_draws_share_half_a_word():
    """docs/reference/chance.md: the page's example by its own arithmetic; and draws go on with the next word."""
    words = words_by_the_book(bytes(range(16)), 3)
    half, expected = next(words) >> 32, []
    for n in (12, 6, 11, 6):
        number, half = divmod(half * n, 2**32)
        expected.append(number)

    c = Chance(bytes(range(16)), 3)
    rest, drawn = lot(c, 12 * 6 * 11 * 6), []
    for n in (12, 6, 11, 6):
        number, rest = part(c, rest, n)
        drawn.append(number)

    assert drawn == expected == [9, 2, 10, 3]
    assert draw(c, 1000) == (next(words) >> 32) * 1000 >> 32


def test_several_draws_are_as_fair_as_single_ones():
    """Tripwire: 36 pairs of dice over 7,200 rolls; chi-square with 35 degrees of freedom stays under 80 (p about 0.00002)."""
    seen: Counter[tuple[int, int]] = Counter()
    for game in range(7200):
        c = Chance(key_from(9, game))
        one, rest = part(c, lot(c, 36), 6)
        seen[one, part(c, rest, 6)[0]] += 1

    assert len(seen) == 36
    assert sum((n - 200) ** 2 / 200 for n in seen.values()) < 80


def test_a_lot_that_would_be_biased_is_passed_over(monkeypatch: pytest.MonkeyPatch):
    """2^32 is no multiple of 36: half a word of 0 is one of the few that would favour a pair."""
    words = iter([0x00000000_FFFFFFFF, 0x12345678_00000000])
    monkeypatch.setattr(chance, "_next_word", lambda c: next(words))

    assert lot(Chance(bytes(16)), 36) == 0x12345678


def test_a_script_is_drawn_by_parts_as_well():
    """A scenario scripts the dice of a roll one by one; those that it leaves out come from the key."""
    keyed, scripted = Chance(key_from(4)), Chance(key_from(4))
    rest = lot(keyed, 216)
    scripted.script = [3, 5]

    rest_too = lot(scripted, 216)
    assert [part(scripted, rest_too, 6)[0] for _ in range(2)] == [3, 5]
    assert part(scripted, rest_too, 6) == part(keyed, rest, 6)


def test_the_page_checks_a_shuffle_against_what_the_house_draws():
    """The browser has an implementation of its own (web/src/verify), which its tests hold to these numbers."""
    page = json.loads((Path(__file__).parents[2] / "web" / "tests" / "chance.json").read_text("utf-8"))
    key = bytes.fromhex(page["key"])

    for ply, drawn in page["draws"]:
        c = Chance(key, ply)
        assert drawn == [draw(c, (2, 6, 7, 52, 1000003, 2**31)[i % 6]) for i in range(len(drawn))]
    for order in page["shuffles"]:
        cards = list(range(len(order)))
        shuffle(Chance(key, 3), cards, len(cards))
        assert cards == order


@given(st.integers(1, 2**31), st.binary(min_size=16, max_size=16))
def test_a_draw_is_below_its_bound(n: int, key: bytes):
    """Law: 0 <= draw(c, n) < n, whatever the key."""
    c = Chance(key)
    start_ply(c, 1)

    assert 0 <= draw(c, n) < n


@given(st.integers(0, 40), st.binary(min_size=16, max_size=16))
def test_a_shuffle_keeps_the_cards(n: int, key: bytes):
    """Law: a shuffle of the first n cards is a permutation of them, and touches nothing behind."""
    c = Chance(key)
    cards = list(range(50))
    shuffle(c, cards, n)

    assert sorted(cards[:n]) == list(range(n))
    assert cards[n:] == list(range(n, 50))


def test_a_biased_half_is_thrown_away():
    """Of 2**32 halves, 2**32 mod 120 would favour some order of three cards out of six: those settle nothing."""
    cards = [0, 1, 2, 3, 4, 5]
    biased = [half for half in range(400) if _settle_three(list(cards), 5, half) == 5]
    kept = list(cards)
    _settle_three(kept, 5, biased[0])

    # The last product is half * 120 below 2**32, and 2**32 mod 120 is 16: only 0 leaves a rest below it that small.
    assert biased == [0]
    assert kept == cards


def test_every_order_of_four_cards_comes_as_often():
    """Tripwire: 24 orders over 4,800 shuffles; chi-square with 23 degrees of freedom stays under 60 (p about 0.00004)."""
    seen: Counter[tuple[int, ...]] = Counter()
    for game in range(4800):
        cards = [0, 1, 2, 3]
        shuffle(Chance(key_from(1, game)), cards, 4)
        seen[tuple(cards)] += 1

    assert len(seen) == 24
    assert sum((n - 200) ** 2 / 200 for n in seen.values()) < 60


def test_every_card_comes_to_every_place_as_often():
    """Tripwire: 13 cards over 3,900 shuffles; chi-square with 144 degrees of freedom stays under 220 (p about 0.00005)."""
    seen: Counter[tuple[int, int]] = Counter()
    for game in range(3900):
        cards = list(range(13))
        shuffle(Chance(key_from(5, game)), cards, 13)
        seen.update(enumerate(cards))

    assert sum((seen[place, card] - 300) ** 2 / 300 for place in range(13) for card in range(13)) < 220


def test_dice_are_fair_along_plies():
    """Tripwire: one die a ply over 6,000 plies; chi-square with 5 degrees of freedom stays under 30 (p about 0.00001)."""
    c = Chance(key_from(2))
    seen: Counter[int] = Counter()
    for ply in range(6000):
        start_ply(c, ply)
        seen[draw(c, 6)] += 1

    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 30


def test_draws_of_a_ply_do_not_depend_on_earlier_plies():
    """Law 2: a draw is keyed by ply and index; what other plies drew does not shift it."""
    one, two = Chance(key_from(3)), Chance(key_from(3))
    start_ply(one, 1)
    for _ in range(17):
        draw(one, 100)
    start_ply(one, 2)
    start_ply(two, 2)

    assert [draw(one, 1000) for _ in range(5)] == [draw(two, 1000) for _ in range(5)]


def test_games_of_a_seed_have_keys_of_their_own():
    """Game i's key comes from (seed, i): no two of them alike, and restarts differ too."""
    keys = {key_from(seed, game) for seed in range(20) for game in range(200)}
    c = Chance(bytes(16))
    restarts = set()
    for restart in range(50):
        spread_key(c, 5, 0, restart)
        restarts.add((c.k0, c.k1))

    assert len(keys) == 4000
    assert len(restarts) == 50


def test_a_script_is_drawn_first_and_checked():
    """Scenarios script dice; a number that could not be drawn there is an error, not a wrong die."""
    c = Chance(key_from(4))
    c.script = [5, 0, 6]

    assert (draw(c, 6), draw(c, 6)) == (5, 0)
    with pytest.raises(ValueError, match="0 to 5"):
        draw(c, 6)


def test_a_key_has_sixteen_bytes():
    """A wrong key is refused with what a key is."""
    with pytest.raises(ValueError, match="16 bytes"):
        Chance(b"short")


def test_policy_streams_do_not_stick():
    """A policy's stream walks far and stays within 32 bits; its choices are even enough."""
    stream, seen = 1, Counter()
    for _ in range(5000):
        stream = next_pick(stream)
        assert 0 < stream < 2**32
        seen[bounded(stream, 5)] += 1

    assert all(math.isclose(n, 1000, rel_tol=0.15) for n in seen.values())
