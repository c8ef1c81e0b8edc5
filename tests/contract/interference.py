"""Non-interference, as a checker: what a seat gets may depend on nothing that the seat does not know.

For a state and an observer, `imagine` draws another world that the observer cannot tell apart. Whatever reaches the observer
(view, choices, marks, refusals, observation, further imagining) must then be the same bytes for both. When somebody makes the same
move in both, and the observer still cannot tell them apart, what was told must be the same as well. For sealed choices, two
different choices of somebody else must leave everything the observer gets the same until the reveal.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ghosthouse.kernel import SPECTATOR, Refusal, Setup, Sitting, copy, key_from_text, pack


def twin(sitting: Sitting, state: object) -> Sitting:
    """A sitting that differs only in its state; the moves and events are shared, for reading."""
    other = Sitting(sitting.setup, sitting.key, state)
    other.moves = list(sitting.moves)
    other.told = list(sitting.told)
    return other


def given_to(sitting: Sitting, seat: int) -> bytes:
    """Everything that a table would send an observer in this state, as bytes."""
    parts = [msgspec.json.encode(sitting.view(seat)), pack(sitting.seen(seat))]
    if seat != SPECTATOR:
        parts.append(msgspec.json.encode(sitting.choices(seat)))
        parts.append(repr(sitting.legal(seat)).encode())
        actions = sitting.setup.game.actions
        for action in range(0, actions, 5 if actions > 64 else 1):
            parts.append(answer(sitting, seat, action))
        for text in typed_texts(sitting, seat):
            parts.append(answer(sitting, seat, text))
        parts.append(pack(sitting.imagined(seat, b"the same key 16.")))
    parts.append(msgspec.json.encode(sitting.lines(seat)))
    return b"\n".join(parts)


def answer(sitting: Sitting, seat: int, move: int | str) -> bytes:
    """What a seat is answered that tries a move: the refusal in full, or how the move was read."""
    try:
        read = sitting.read_move(seat, move)
        refusal: Refusal | None = sitting.refuse(seat, read[0])
    except Refusal as problem:
        read, refusal = (-1, ""), problem
    return repr((read, refusal)).encode() + msgspec.json.encode(refusal.line if refusal else None)


def typed_texts(sitting: Sitting, seat: int) -> list[str]:
    """Texts that a seat might type: the first action, some that it may do now, a bare number, and nonsense."""
    spell = sitting.setup.game.room("notation").spell
    moves = [spell(sitting.state, sitting.tables, seat, action) for action in (0, *sitting.legal(seat)[:3])]
    return [*moves, "1", "abracadabra 99"]


def leaks(sitting: Sitting, worlds: int = 2) -> Iterator[str]:
    """Say for which observers something differs between worlds that they cannot tell apart."""
    for seat in range(sitting.setup.seats):
        mine = given_to(sitting, seat)
        for number in range(worlds):
            world = twin(sitting, sitting.imagined(seat, key_from_text(f"world {number}")))
            theirs = given_to(world, seat)
            if mine != theirs:
                yield f"seat {seat} can tell {sitting.position()!r} from {world.position()!r}: {first_difference(mine, theirs)}"
        for number in range(worlds):  # what nobody may know, a spectator may know least of all
            world = twin(sitting, sitting.imagined(seat, key_from_text(f"world {number}")))
            spectator = [msgspec.json.encode(x.view(SPECTATOR)) + pack(x.seen(SPECTATOR)) for x in (sitting, world)]
            if spectator[0] != spectator[1]:
                yield f"a spectator can tell two worlds of seat {seat} apart: {first_difference(*spectator)}"


def told_leaks(sitting: Sitting, worlds: int = 1) -> Iterator[str]:
    """Say who hears more of a move than the table shows: the same move in two worlds, told differently to one who sees the same.

    Not while choices are sealed: another world has other ones, and their reveal may well be told and nowhere be seen any more.
    """
    if sitting.view(SPECTATOR).locked:
        return
    for seat in range(sitting.setup.seats):
        for number in range(worlds):
            world = sitting.imagined(seat, key_from_text(f"world {number}"))
            for mover in sitting.awaited()[:2]:
                both = set(sitting.legal(mover)) & set(twin(sitting, world).legal(mover))
                for action in sorted(both)[:: max(1, len(both) // 2)]:
                    pair = [twin(sitting, copy(state)) for state in (sitting.state, world)]
                    told = [one.act(mover, action) for one in pair]
                    for hearer in (seat, SPECTATOR):
                        shown = [msgspec.json.encode(one.view(hearer)) + pack(one.seen(hearer)) for one in pair]
                        heard = [msgspec.json.encode(one.lines(hearer, news)) for one, news in zip(pair, told, strict=True)]
                        if shown[0] == shown[1] and heard[0] != heard[1]:
                            yield f"{hearer} hears of {action} by {mover} what it cannot see: {first_difference(*heard)}"


def sealed_leaks(sitting: Sitting, most: int = 4) -> Iterator[str]:
    """Say where a sealed choice shows before the reveal: in content, size or order of what others get."""
    for seat in sitting.awaited():
        seen: dict[int, bytes] = {}
        for action in sitting.legal(seat)[:: max(1, len(sitting.legal(seat)) // most)]:
            world = twin(sitting, copy(sitting.state))
            try:
                news = world.act(seat, action)
            except Refusal:
                continue
            if seat not in world.view(SPECTATOR).locked:
                continue
            for other in [SPECTATOR, *(p for p in range(sitting.setup.seats) if p != seat)]:
                got = msgspec.json.encode([world.view(other), world.lines(other, news)])
                got += pack(world.seen(other))
                if other != SPECTATOR:
                    got += msgspec.json.encode(world.choices(other)) + pack(world.imagined(other, b"the same key 16."))
                if seen.setdefault(other, got) != got:
                    yield f"seat {seat}'s sealed choice shows to {other}: {first_difference(seen[other], got)}"


def first_difference(one: bytes, two: bytes) -> str:
    """Where two byte strings part, with what stands around it."""
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, at - 60) : at + 40]!r} against {two[max(0, at - 60) : at + 40]!r}"


def all_leaks(setup: Setup, walk: Iterator[Sitting]) -> list[str]:
    """Every leak found along a walk."""
    found: list[str] = []
    for sitting in walk:
        found += leaks(sitting)
        found += told_leaks(sitting)
        found += sealed_leaks(sitting)
    return found
