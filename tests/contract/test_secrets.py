"""Law 3: a seat's view is the only way out, and it holds nothing that the seat may not know."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec
import pytest

from ghosthouse import house
from ghosthouse.kernel import SPECTATOR, Choice, Line, Setup, Sitting, copy, key_from_text, layout_of, legal_actions, pack
from ghosthouse.kernel.notation import read_body, write_line
from tests.contract.interference import all_leaks, leaks, told_leaks
from tests.walk import name, sample, setups, title_setups, usual

every_setup = pytest.mark.parametrize("setup", setups(), ids=name)
every_title = pytest.mark.parametrize("setup", title_setups(), ids=name)
every_secret = pytest.mark.parametrize("setup", [setup for setup in title_setups() if setup.game.hides], ids=name)


@every_setup
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(setup: Setup):
    """Non-interference over views, choices, marks, refusals, events, observations, imagining and sealed choices."""
    assert all_leaks(setup, sample(setup, "secrets", every=17, limit=140)) == []


@every_setup
def test_imagining_agrees_with_what_the_seat_saw(setup: Setup):
    """An imagined world is a world: it observes the same, can be written as a position, and imagining from it is the same."""
    for sitting in sample(setup, "imagine", every=23, limit=160):
        for seat in range(setup.seats):
            world = sitting.imagined(seat, key_from_text("a world"))
            seen, again = setup.seen_shape(), setup.seen_shape()
            sitting.rules.observe(sitting.state, sitting.tables, seat, seen)
            sitting.rules.observe(world, sitting.tables, seat, again)
            assert pack(seen) == pack(again)
            assert sitting.rules.over(world, sitting.tables) == sitting.rules.over(sitting.state, sitting.tables)
            line = write_line(setup, world)
            assert pack(read_body(setup, line)) == pack(world), line
            from_there = Sitting(setup, sitting.key, world).imagined(seat, key_from_text("another world"))
            assert pack(from_there) == pack(sitting.imagined(seat, key_from_text("another world"))), line


@every_title
def test_imagined_worlds_can_be_played_to_their_end(setup: Setup):
    """A bot that searches imagined worlds never meets a dead one: each of them is a legal position with a way on."""
    for sitting in sample(setup, "worlds", every=41, limit=120):
        for seat in range(setup.seats):
            world = Sitting(setup, b"a world to play.", sitting.imagined(seat, key_from_text("played")))
            for _ in range(60):
                if world.over():
                    break
                turn = world.next_seat()
                world.act(turn, legal_actions(setup, world.state, turn)[0])


@every_title
def test_something_is_hidden_and_something_differs(setup: Setup):
    """The proof is not empty: imagined worlds differ somewhere along a walk, and nowhere if the game says that it hides nothing."""
    differ = 0
    for number, sitting in enumerate(sample(setup, "hidden", every=5, limit=60)):  # a key for each: few worlds may well be equal
        key = key_from_text(f"other {number}")
        differ += any(pack(sitting.imagined(p, key)) != pack(sitting.state) for p in range(setup.seats))

    assert (differ > 0) == setup.game.hides


@every_secret
def test_a_planted_leak_in_a_view_is_found(setup: Setup, monkeypatch: pytest.MonkeyPatch):
    """The checker can fail: a view that carries a checksum of the whole state is caught."""
    room = setup.game.room("view")
    honest = room.view

    def leaky(s: Any, t: Any, seat: int) -> Any:
        view = honest(s, t, seat)
        view.numbers["checksum"] = crc32(pack(s))
        return view

    monkeypatch.setattr(room, "view", leaky)

    assert _caught(setup)


@every_secret
def test_a_planted_leak_in_an_observation_is_found(setup: Setup, monkeypatch: pytest.MonkeyPatch):
    """The checker can fail: one byte of the observation that depends on a hidden one is caught."""
    room = setup.game.room("rules")
    honest = room.observe
    first = next(f for f in layout_of(setup.seen_shape).fields if not f.shape)

    def leaky(s: Any, t: Any, seat: int, out: Any) -> None:
        honest(s, t, seat, out)
        setattr(out, first.name, crc32(pack(s)) % 100)

    monkeypatch.setattr(room, "observe", leaky)

    assert _caught(setup)


@every_secret
def test_a_planted_leak_in_imagine_is_found(setup: Setup, monkeypatch: pytest.MonkeyPatch):
    """The checker can fail: an `imagine` that lets the old order shine through is caught."""
    room = setup.game.room("rules")

    def lazy(s: Any, t: Any, c: Any, seat: int) -> None:
        """Imagine nothing: the world stays as it is."""

    honest = room.imagine
    calls = 0

    def sometimes(s: Any, t: Any, c: Any, seat: int) -> None:
        nonlocal calls
        calls += 1
        (lazy if crc32(pack(s)) % 2 else honest)(s, t, c, seat)

    monkeypatch.setattr(room, "imagine", sometimes)

    assert _caught(setup)


@every_secret
@pytest.mark.parametrize("room", ["choices of the view", "reasons of the refusals"])
def test_a_planted_leak_in_words_is_found(setup: Setup, room: str, monkeypatch: pytest.MonkeyPatch):
    """The checker can fail: a choice or a reason that depends on a hidden card is caught."""
    view, narrate = setup.game.room("view"), setup.game.room("narrate")
    choices, reason = view.choices, narrate.reason

    def leaky_choices(s: Any, t: Any, seat: int) -> Any:
        return [*choices(s, t, seat), Choice(move=f"peek {crc32(pack(s))}", legal=False)]

    def leaky_reason(s: Any, t: Any, seat: int, action: int, why: int) -> Any:
        line, clause = reason(s, t, seat, action, why)
        return msgspec.structs.replace(line, texts={**line.texts, "checksum": str(crc32(pack(s)))}), clause

    monkeypatch.setattr(*((view, "choices", leaky_choices) if room.startswith("choices") else (narrate, "reason", leaky_reason)))

    assert _caught(setup)


def test_a_planted_leak_in_what_is_told_is_found(monkeypatch: pytest.MonkeyPatch):
    """The checker can fail: a story that tells everybody all the facts is caught, wherever cards are drawn in secret."""

    def leaky(event: tuple[int, ...], viewer: int) -> Line:
        return Line("told", texts={"facts": repr(event)})

    caught = []
    for setup in map(usual, house.titles(lobby=True)):
        with monkeypatch.context() as patch:
            patch.setattr(setup.game.room("narrate"), "narrate", leaky)
            if any(any(told_leaks(sitting)) for sitting in sample(setup, "planted", every=3, limit=40)):
                caught.append(setup.title)

    assert len(caught) > 1, caught


def _caught(setup: Setup) -> bool:
    """Look along some games, the next one only if nothing was found: a short game of few cards shows little."""
    walks = (sample(setup, f"planted {number}", every=3, limit=40) for number in range(8))
    return any(any(leaks(sitting, worlds=4)) for walk in walks for sitting in walk)


@every_setup
def test_views_are_messages(setup: Setup):
    """A view is plain data that survives the wire, for seats and spectators."""
    for sitting in sample(setup, "wire", every=31, limit=120):
        for seat in (SPECTATOR, *range(setup.seats)):
            view = sitting.view(seat)
            assert view.viewer == seat
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


@every_title
def test_looking_changes_nothing(setup: Setup):
    """Views, choices, lines, observations and imagining leave the state as it is."""
    for sitting in sample(setup, "looking", every=31, limit=120):
        before = pack(copy(sitting.state))
        for seat in range(setup.seats):
            sitting.view(seat), sitting.choices(seat), sitting.lines(seat), sitting.seen(seat), sitting.position()
            sitting.imagined(seat, bytes(16))
        assert pack(sitting.state) == before
