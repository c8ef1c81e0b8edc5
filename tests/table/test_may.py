"""What is said to be possible is what is possible, after every entry and for everybody."""

import random

import pytest

from ghosthouse.table import messages
from ghosthouse.table.may import may, why_not
from tests.table.parlour import Parlour

TAGS = [kind.__struct_config__.tag for kind in messages.Command.__subclasses__()] + ["hint"]
WISHES = (
    (messages.Undo,), (messages.Rest,), (messages.Back,), (messages.Say, "talk.boo"), (messages.Leave,), (messages.Concede,),
    (messages.Rematch,), (messages.Sit, -1, "y" * 43), (messages.Free, 0), (messages.Free, 1), (messages.Pause, True),
    (messages.Pause, False), (messages.PutBot, 2), (messages.Start, ""),
)  # fmt: skip


def fresh(table, seat):
    return [tag for tag in TAGS if tag != "move" and not why_not(table, seat, tag)]


@pytest.mark.parametrize("seed", range(6))
def test_what_may_be_done_is_never_out_of_date(seed):
    """It is kept between messages; kept for too long, a browser would offer what is refused, or hide what is possible."""
    rng = random.Random(seed)
    people = ["ada", "ben", "cleo"]
    room = Parlour(seats=3, seed=seed, title="fright/mini")
    for name in people[: rng.randint(1, 3)]:
        room.sit(name)
    for name in people:
        if name not in room.inbox:
            room.come(name)
    seen = set()
    for _ in range(120):
        name = rng.choice(people)
        asked = [one for one in people if room.sees(one).decision]
        if asked and rng.random() < 0.7:
            room.move(rng.choice(asked))
        else:
            kind, *values = rng.choice(WISHES)
            room.do(name, kind, *values)
        if room.table.wish and rng.random() < 0.8:
            answers = [one for one in people if "allow" in room.sees(one).may]
            for one in answers[:1]:
                room.do(one, messages.Allow, room.table.wish.ask, rng.random() < 0.7)
        for seat in range(-1, len(room.table.chairs)):
            assert sorted(may(room.table, seat)) == sorted(fresh(room.table, seat)), (room.rows[-1], seat)
            seen |= {room.table.phase, *may(room.table, seat)}

    assert {"playing", "say", "concede", "hint"} <= seen
