"""Nothing leaves a table but through views: what the code may touch, and what the messages hold."""

import ast
import random
from pathlib import Path

import pytest

from ghosthouse import bots
from ghosthouse import table as package
from ghosthouse.kernel.phrases import LANGUAGES, Words
from ghosthouse.table import judge, messages
from ghosthouse.table.desk import Desk
from ghosthouse.table.fold import Table
from ghosthouse.table.may import Caller
from ghosthouse.table.project import around, message
from tests.table.parlour import SETUPS, Parlour

FOLDER = Path(package.__file__).parent
SERVER = FOLDER.parent / "server"

# What holds more than one viewer may know. `secret` is shown when a game has ended, in one place, which a test below watches.
CLOSED = {"state", "sitting", "position", "imagined", "told", "chance", "key", "seen_shape", "mind", "rewound"}


def touched(path: Path) -> set[str]:
    """The attributes that a source file reads."""
    return {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}


def test_messages_are_built_from_windows_only():
    """Law 3: `project` has no way to a state; the one sitting it touches is that of a finished game's record."""
    tree = ast.parse((FOLDER / "project.py").read_text("utf-8"))
    reads = {
        function.name: {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)} & CLOSED
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
    }

    assert {name for name, attributes in reads.items() if attributes} <= {"record_of"}


@pytest.mark.parametrize("path", sorted(SERVER.rglob("*.py")), ids=lambda path: str(path.relative_to(SERVER)))
def test_the_server_never_touches_a_state(path):
    """The shell passes rows and messages on; it has no business with states, chances or positions."""
    assert touched(path) & (CLOSED - {"mind", "key"}) == set()  # it hands minds on to bots


def test_a_planted_touch_is_found(tmp_path):
    """The reader of attributes sees what it is for."""
    (tmp_path / "planted.py").write_text("def f(table):\n    return table.sitting.state.cards\n")

    assert touched(tmp_path / "planted.py") & CLOSED == {"sitting", "state"}


def finished_rows(seed):
    room = Parlour(title="fright/amigo", seats=3, seed=seed, options={"rounds": 1})
    for name in ("ada", "ben", "cleo"):
        room.sit(name)
    room.do("ada", messages.Start)
    room.play("ada", "ben", "cleo")
    return room


def test_the_secret_is_in_no_message_before_the_end():
    """Commit and reveal: the secret, the chance and the log's hashes stay in the house until the game has ended."""
    room = finished_rows(1)
    secret, key = room.table.secret.hex(), room.table.sitting.key.hex()

    for name, box in room.inbox.items():
        for number, sent in enumerate(box):
            text = messages.write(sent).decode()
            ended = isinstance(sent, messages.TableMessage) and sent.phase == "finished"
            assert ended or secret not in text, (name, number)
            assert key not in text
            assert room.table.hash not in text


@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same_to_them(seed):
    """Non-interference: at every ply, what is hidden from a viewer is drawn again; message and hint stay the same bytes."""
    room = finished_rows(seed)
    rng = random.Random(seed)
    table = Table(SETUPS)
    compared = differed = 0
    for row in room.rows:
        table.apply(row)
        if table.phase != "playing" or table.sitting is None:
            continue
        real = table.sitting.state
        for viewer in (-1, 0, 1, 2):
            before = text_for(table, viewer)
            table.sitting.state = table.sitting.imagined(viewer, rng.randbytes(16))
            table._windows.clear()
            compared += 1
            differed += table.sitting.position() != at_home(table, real)
            assert text_for(table, viewer) == before
            table.sitting.state = real
            table._windows.clear()

    assert compared > 100
    assert differed > 50  # the worlds really were others


def at_home(table, real):
    other, table.sitting.state = table.sitting.state, real
    line = table.sitting.position()
    table.sitting.state = other
    return line


def text_for(table, viewer):
    same = around(table, now=0, names={})
    text = messages.write(message(table, seat=viewer, eyes=viewer, seen=table.at, names={}, same=same))
    return text + hint_for(table, viewer)


def hint_for(table, viewer):
    """What a hint says to somebody who is asked."""
    if viewer < 0 or not table.chairs[viewer].decision:
        return b""
    desk = Desk(table, {}, bots.levels, random.randbytes)
    asked = desk.question(Caller(table.chairs[viewer].guest))
    return ",".join(asked.spell(move) for move in bots.advise(asked.mind)).encode()


def test_a_planted_leak_is_found(monkeypatch):
    """The test above goes red when a view shows one hidden card."""
    from ghosthouse.games.fright import view as room_view

    honest = room_view.view

    def leaky(s, t, seat):
        made = honest(s, t, seat)
        made.numbers["leak"] = int(s.seat[(seat + 1) % s.seats].hand[0])
        return made

    monkeypatch.setattr(room_view, "view", leaky)

    with pytest.raises(AssertionError):
        test_worlds_that_a_viewer_cannot_tell_apart_look_the_same_to_them(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_of_a_table_has_words(language):
    """Each note, refusal and ready phrase that the code names is in each language."""
    words = Words(language, [package.__name__])
    named = set(judge.TALK)
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                named |= {f"refusal.{arg.value}" for arg in node.args[1:2] if isinstance(arg, ast.Constant)}
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_note":
                named |= {f"note.{arg.value}" for arg in node.args[:1] if isinstance(arg, ast.Constant)}
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and path.name == "judge.py":
                named |= {f"refusal.{node.value.value}"} if node.value.value else set()
    named |= {f"note.away_{why}" for why in ("time", "gone", "rest")}

    assert len(named) > 50
    assert {phrase for phrase in named if phrase not in words} == set()


def test_both_languages_say_the_same_things():
    """No phrase is in one language only."""
    english, german = (set(Words(language, [package.__name__]).phrases) for language in ("en", "de"))

    assert english == german
