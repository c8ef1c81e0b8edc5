"""One game being played: moves in, refusals that change nothing, undo, and what happens when a rule itself breaks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ghosthouse.kernel import SPECTATOR, Illegal, Nonsense, NotYourTurn, Refusal, Sitting, key_from, pack
from ghosthouse.kernel.chance import draw
from tests.sixth_game.here import CANDLE, setup
from tests.toys.lanterns import GAME as LANTERNS

LINE = "candle/plain seats 3 | turn 1 | hush 1 1 0 | laid 1 3 | hand0 1 2 | hand1 2 2 | hand2 3 3"


def everything(sitting: Sitting) -> tuple[Any, ...]:
    """All that a move may change."""
    c = sitting.chance
    return pack(sitting.state), list(sitting.moves), list(sitting.told), list(c.journal), list(c.script), sitting.position()


def play_on(sitting: Sitting, moves: int, seed: int = 1) -> Sitting:
    """Makes random moves."""
    rng = random.Random(seed)
    for _ in range(moves):
        seat = rng.choice(sitting.awaited())
        sitting.act(seat, rng.choice(sitting.legal(seat)))
    return sitting


def test_a_move_is_an_action_or_a_text():
    """The same move as a number, as its notation, and as people type it; the record keeps what was given."""
    sittings = [Sitting.at(setup(3), LINE, key_from(1)) for _ in range(3)]

    for sitting, move in zip(sittings, (1, "lay 2", "  LAY   2 "), strict=True):
        sitting.act(1, move)

    assert len({pack(sitting.state) for sitting in sittings}) == 1
    assert [sitting.moves[0].text for sitting in sittings] == ["lay 2", "lay 2", "LAY 2"]
    assert [sitting.moves[0].action for sitting in sittings] == [1, 1, 1]


@pytest.mark.parametrize(
    ("seat", "move", "kind", "said"),
    [
        (1, "lay 3", Illegal, r"lay 3: No card of 3 minutes in your hand. Lay one that you hold. \(CA-10\); legal: lay 2, hush"),
        (1, 2, Illegal, r"CA-10"),
        (0, "lay 1", NotYourTurn, r"seat 0 owes no decision now \(awaited: \[1\]\)"),
        (1, "sing", Nonsense, "'sing' is no move; moves are: lay 1, lay 2, lay 3, hush"),
        (1, "", Nonsense, "'' is no move"),
        (1, 32, Nonsense, r"there is no action 32 \(actions are 0 to 31\)"),
        (1, -1, Nonsense, "there is no action -1"),
        (1, 31, Illegal, "CA-02"),
        (3, "lay 1", Nonsense, r"there is no seat 3 \(seats are 0 to 2\)"),
        (SPECTATOR, "lay 1", Nonsense, "there is no seat -1"),
        (SPECTATOR, 0, Nonsense, "there is no seat -1"),
    ],
)
def test_a_refusal_changes_nothing(seat: int, move: int | str, kind: type[Refusal], said: str):
    """Law 5: each kind of wrong move has its own type and sentence, and leaves everything as it was."""
    sitting = Sitting.at(setup(3), LINE, key_from(1))
    before = everything(sitting)

    with pytest.raises(kind, match=said):
        sitting.act(seat, move)

    assert everything(sitting) == before


def test_nothing_is_legal_when_the_game_is_over():
    """Whoever moves then is told so, whatever the seat."""
    sitting = play_on(Sitting.at(setup(2), "candle/plain seats 2 | turn 0 | laid 3 3 3 | hand0 1 1 | hand1 2 3", key_from(1)), 0)
    sitting.act(0, "lay 1")

    assert (sitting.over(), sitting.winners(), sitting.scores()) == (True, [1], [0, 1])
    assert (sitting.awaited(), sitting.choices(0), sitting.choices(1)) == ([], [], [])
    for seat in (0, 1):
        with pytest.raises(NotYourTurn, match="the game is over"):
            sitting.act(seat, "lay 1")


def test_undo_is_playing_again_up_to_there():
    """Every earlier ply is the state that was there, with the events told until then; playing on is not disturbed."""
    sitting = Sitting.deal(setup(4), key_from(7))
    states = [pack(sitting.state)]
    for _ in range(5):
        play_on(sitting, 1, seed=len(states))
        states.append(pack(sitting.state))

    for ply, state in enumerate(states):
        again = sitting.rewound(ply)
        assert (again.ply, pack(again.state)) == (ply, state)
        assert again.told == [told for told in sitting.told if told.ply <= ply]
    assert sitting.ply == 5
    assert pack(sitting.state) == states[-1]


def test_undo_from_a_position_goes_back_to_the_position():
    """A game from the middle begins there again."""
    sitting = play_on(Sitting.at(setup(3), LINE, key_from(1)), 2)

    assert sitting.rewound(0).position() == Sitting.at(setup(3), LINE, key_from(1)).position()


@pytest.mark.parametrize("ply", [-1, 3])
def test_undo_beyond_the_game_is_refused(ply: int):
    """With the plies that there are."""
    sitting = play_on(Sitting.at(setup(3), LINE, key_from(1)), 2)

    with pytest.raises(Nonsense, match=rf"there is no ply {ply} \(0 to 2\)"):
        sitting.rewound(ply)


def test_every_decision_draws_from_a_ply_of_its_own():
    """Law 2: the deal is ply 0 and the first decision ply 1, so that no decision draws what the deal has drawn."""
    sitting = Sitting.deal(setup(3), key_from(1))
    plies = [sitting.chance.ply]
    for _ in range(3):
        play_on(sitting, 1)
        plies.append(sitting.chance.ply)

    assert plies == [0, 1, 2, 3]


def test_after_undo_chance_is_the_same():
    """Law 2: what a ply draws depends on key and ply alone, so undoing and repeating a move deals the same card."""
    sitting = Sitting.deal(LANTERNS.setup("plain", 3), key_from(5))
    play_on(sitting, 4)

    again = sitting.rewound(2)
    for move in sitting.moves[2:]:
        again.act(move.seat, move.text)

    assert pack(again.state) == pack(sitting.state)


@pytest.mark.parametrize("problem", [ValueError("broken"), IndexError("broken"), KeyboardInterrupt()])
def test_a_rule_that_breaks_leaves_the_state_as_it_was(problem: BaseException, monkeypatch: pytest.MonkeyPatch):
    """A fault inside a rule is nobody's move: state, journal, scripted dice and record are as before, and play goes on."""
    sitting = Sitting.at(setup(3), LINE, key_from(1))
    sitting.chance.script = [1, 2]
    before = everything(sitting)
    rules = CANDLE.room("rules")
    honest = rules.play

    def breaking(s: Any, t: Any, c: Any, seat: int, action: int) -> None:
        honest(s, t, c, seat, action)
        draw(c, 3)
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(rules, "play", breaking)
        with pytest.raises(type(problem)):
            sitting.act(1, "lay 2")

    assert everything(sitting) == before
    sitting.chance.script = []
    untouched = Sitting.at(setup(3), LINE, key_from(1))
    assert sitting.act(1, "lay 2") == untouched.act(1, "lay 2")
    assert everything(sitting) == everything(untouched)


def test_several_seats_may_be_awaited():
    """Sealed choices: everybody is awaited until each has locked, a second lock is refused, and the order does not matter."""
    one, two = (Sitting.deal(LANTERNS.setup("plain", 3), key_from(2)) for _ in range(2))
    choices = {seat: one.legal(seat)[0] for seat in range(3)}
    assert one.awaited() == [0, 1, 2]

    one.act(1, choices[1])
    assert (one.awaited(), one.next_seat()) == ([0, 2], 0)
    with pytest.raises(NotYourTurn):
        one.act(1, choices[1])
    for seat in (0, 2):
        one.act(seat, choices[seat])
    for seat in (2, 1, 0):
        two.act(seat, choices[seat])

    assert pack(one.state) == pack(two.state)


def test_events_are_heard_with_their_plies():
    """The deal is told at ply 0; what somebody may not hear is left out."""
    sitting = Sitting.at(setup(3), LINE, key_from(1))
    sitting.act(1, "lay 2")

    assert [(ply, line.phrase) for ply, line in sitting.lines(1)] == [(1, "event.laid"), (1, "event.drew")]
    assert [(ply, line.phrase) for ply, line in sitting.lines(SPECTATOR)] == [(1, "event.laid"), (1, "event.drew_hidden")]
    assert [told.ply for told in Sitting.deal(setup(3), key_from(1)).told] == [0]


def test_a_mind_holds_what_the_seat_knows_and_no_more():
    """Law 3: two deals that differ in hidden cards alone give a bot the same bytes."""
    sitting = Sitting.at(setup(3), LINE, key_from(1))
    world = Sitting(sitting.setup, sitting.key, sitting.imagined(1, key_from(9)))
    assert pack(world.state) != pack(sitting.state)

    mine, theirs = (s.mind(1, "bold", random.Random(1)) for s in (sitting, world))

    assert (pack(mine.seen), mine.legal, mine.level) == (pack(theirs.seen), theirs.legal, "bold")
    assert not any(isinstance(part, sitting.setup.shape) for part in vars(mine).values())
