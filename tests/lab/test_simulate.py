"""Many games at once: what a report says, and that it depends on nothing but the games."""

import sys

import pytest

from ghosthouse.kernel import BadSetup, Nonsense, Sitting, key_from
from ghosthouse.lab import Interval, mean_interval, simulate, wilson
from tests.toys.lanterns import GAME

SETUP = GAME.setup("plain", 3)
MIXED = ["random", "low", "high"]


def results(report):
    """Everything in a report but how fast it went."""
    return (
        report.title,
        report.games,
        report.decisions,
        report.length,
        report.shared,
        report.shortest,
        report.longest,
        report.counts,
        report.seats,
    )


# --- intervals --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_agrees_with_the_tables(hits, trials, low, high):
    """The last row is the worked example of Newcombe (1998): 81 of 263."""
    found = wilson(hits, trials)

    assert found.value == hits / trials
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_nothing_tried_says_nothing():
    """No trial: anything is possible. One number has no spread."""
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)
    assert mean_interval(0, 0, 0) == Interval(0.0, 0.0, 0.0)
    assert mean_interval(7, 49, 1) == Interval(7.0, 7.0, 7.0)


def test_the_interval_of_a_mean():
    """1, 2, 3, 4: mean 2.5, standard error 0.6455."""
    found = mean_interval(10, 30, 4)

    assert (found.value, found.low, found.high) == pytest.approx((2.5, 2.5 - 1.96 * 0.6455, 2.5 + 1.96 * 0.6455), abs=1e-3)


# --- playing ----------------------------------------------------------------------------------------------------------------


def test_a_report_counts_what_was_played():
    """Length, wins and points follow from the games; here they are counted once more by hand, from sittings.

    The high player, in seat 1, lights its tallest candle, the others their lowest; all call well.
    """
    report = simulate(SETUP, 60, 5, engine="plain", levels=["low", "high", "low"])
    lengths, wins, points, rounds = [], [0, 0, 0], [0, 0, 0], []
    for game in range(60):
        sitting = Sitting.deal(SETUP, key_from(5, game))
        while not sitting.over():
            seat = sitting.next_seat()
            legal = sitting.legal(seat)
            sitting.act(seat, legal[-1] if seat == 1 and legal != [6, 7] else legal[0])
        lengths.append(sitting.ply)
        rounds.append(sitting.state.round)
        for p in range(3):
            wins[p] += p in sitting.winners()
            points[p] += sitting.scores()[p]

    assert report.games == 60
    assert report.decisions == sum(lengths)
    assert (report.shortest, report.longest) == (min(lengths), max(lengths))
    assert report.length.value == sum(lengths) / 60
    assert [seat.wins for seat in report.seats] == wins
    assert [seat.points.value for seat in report.seats] == [total / 60 for total in points]
    assert [(one.name, one.total, one.games, one.share) for one in report.counts] == [
        ("round", sum(rounds), sum(number > 0 for number in rounds), wilson(sum(number > 0 for number in rounds), 60))
    ]
    assert report.unfinished == 0
    assert report.engine == "plain"


def test_the_same_games_however_they_are_cut(monkeypatch):
    """Chunks of one or of all: the same report. Another seed: another."""
    chunks = sys.modules["ghosthouse.lab.simulate"]
    whole = simulate(SETUP, 50, 5, engine="plain", levels=MIXED)
    monkeypatch.setattr(chunks, "CHUNK", {"plain": 1})

    assert results(simulate(SETUP, 50, 5, engine="plain", levels=MIXED)) == results(whole)
    assert results(simulate(SETUP, 50, 6, engine="plain", levels=MIXED)) != results(whole)


@pytest.mark.native
def test_native_code_plays_the_same_games():
    """Compiled or not, one thread or three: the same decisions, wins and points."""
    plain = simulate(SETUP, 200, 7, engine="plain", levels=MIXED)

    assert results(simulate(SETUP, 200, 7, engine="native", levels=MIXED)) == results(plain)
    assert results(simulate(SETUP, 200, 7, engine="native", levels=MIXED, threads=3)) == results(plain)


def test_progress_is_heard_to_the_end():
    """A bar ends full."""
    heard = []

    simulate(SETUP, 50, 5, engine="plain", progress=heard.append)

    assert heard == sorted(heard)
    assert heard[-1] == 50


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 0}, "1 to 1,000,000,000 games, not 0"),
        ({"games": 10**12}, "1 to 1,000,000,000 games"),
        ({"threads": 0}, "1 to 256 threads, not 0"),
        ({"threads": 100000}, "1 to 256 threads"),
        ({"levels": ["low", "high"]}, "2 players were named for 3 seats"),
        ({"levels": ["wise"]}, r"no bots of level 'wise' \(there are: low, high, random\)"),
    ],
)
def test_what_cannot_be_simulated_is_refused(change, said):
    """With what would work."""
    wish = {"games": 10, "seed": 1, "engine": "plain"} | change

    with pytest.raises((Nonsense, BadSetup), match=said):
        simulate(SETUP, wish.pop("games"), wish.pop("seed"), **wish)
