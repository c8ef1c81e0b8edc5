"""The front door: it answers at once, knows its commands, and says no in one sentence."""

import json
import subprocess
import sys

import pytest

HEAVY = ("numba", "numpy", "llvmlite", "textual", "rich", "litestar", "cupy")


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["games"], ["nonsense"], ["play", "--help"], ["simulate", "--help"]])
def test_the_front_door_opens_at_once(words):
    """Neither numba nor NumPy nor Textual is imported to answer."""
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"  # an installed numba-cuda puts a redirector into every interpreter
        "from ghosthouse.cli import main\n"
        f"main({words!r})\n"
        "print('imported', *sorted({name.partition('.')[0] for name in set(sys.modules) - before}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = done.stdout.rpartition("imported")[2].split()

    assert "ghosthouse" in imported
    assert not set(imported) & set(HEAVY)


def test_help_lists_the_commands(type_in):
    """All of them, on a page that also comes when nothing is asked for."""
    said = type_in("--help")

    assert said.code == 0
    for command in ("play", "games", "rules", "replay", "position", "scenario", "simulate", "bench", "serve", "verify"):
        assert f"\n  {command} " in said.out
    assert type_in().out == said.out
    assert "\n  check" in type_in("deck").out


def test_version(type_in):
    """The package's own."""
    import ghosthouse

    assert type_in("--version").out == f"ghosthouse {ghosthouse.__version__}\n"


def test_python_dash_m_is_the_same_door(in_process):
    """With the same exit codes."""
    assert in_process("games").code == 0
    assert in_process("fly").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fly"], "there is no command and no game 'fly'"),
        (["lanterns"], "lanterns brings no commands of its own: did you mean `ghosthouse play lanterns`?"),
        (["--fly"], "No such option: --fly"),
        (["play", "chess"], "there is no game 'chess' (there are: "),
        (["play", "lanterns", "--seats", "7"], "lanterns plain is for 2 to 4 players, not 7"),
        (["play", "lanterns", "--seats", "-1"], "there cannot be -1 seats"),
        (["simulate", "lanterns", "--seats", "0"], "there cannot be 0 seats"),
        (["deck", "check", "/dev/null"], "the deck file /dev/null is empty"),
        (["simulate", "lanterns", "--deck", "/dev/null"], "the deck file /dev/null is empty"),
        (["play", "lanterns", "--seats", "two"], "'--seats'"),
        (["play", "lanterns", "--edition", "grand"], "lanterns has no edition 'grand' (there are: plain)"),
        (["play", "lanterns/plain", "--edition", "grand"], "lanterns/plain names the edition plain, --edition says grand"),
        (["play", "lanterns", "--option", "calls"], "an option is written name=value, not 'calls'"),
        (["play", "lanterns", "--option", "calls=maybe"], "option calls cannot be 'maybe' (possible: False, True)"),
        (["play", "lanterns", "--option", "wicks=2"], "lanterns plain has no option 'wicks' (there are: calls)"),
        (["play", "lanterns", "--bots", "wise"], "lanterns has no bots of level 'wise' (there are: low, high, random)"),
        (["play", "lanterns", "--people", "Ada,,Ben"], "--people takes a number, or different names such as Ada,Ben"),
        (["play", "lanterns", "--people", "Ada,Ada"], "--people takes a number, or different names"),
        (["play", "lanterns", "--people", "3", "--seats", "2"], "3 people do not fit 2 seats"),
        (["play", "lanterns", "--people", "5"], "lanterns plain is for 2 to 4 players, not 5"),
        (["play", "lanterns", "--people", "99999"], "99999 people do not fit one table"),
        (["play", "lanterns", "--lang", "fr"], "there is no language 'fr' here (there are: en, de)"),
        (["play", "lanterns", "--deck", "/nowhere/deck.toml"], "cannot read /nowhere/deck.toml: No such file or directory"),
        (["play", "lanterns", "--resume", "x.record"], "give --resume alone"),
        (["play", "--resume", "/nowhere/x.record"], "cannot read /nowhere/x.record"),
        (["play", "--resume", "last"], "no game is kept in "),
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "lanterns", "--games", "0"], "a simulation has 1 to 1,000,000,000 games, not 0"),
        (["simulate", "lanterns", "--games", "9", "--bots", "low,high"], "2 players were named for 4 seats"),
        (["simulate", "lanterns", "--seed", "-4"], "a seed is a number from 0 to 2147483647, not -4"),
        (["simulate", "lanterns", "--threads", "-4"], "there cannot be -4 threads"),
        (["games", "chess"], "there is no game 'chess'"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "lanterns", "LA-99"], "lanterns has no clause LA-99 (LA-01, LA-02, LA-03 ... LA-R1)"),
        (["position", "lanterns/plain seats 3"], "a position has fields behind bars"),
        (["position", "lanterns/plain seats 9 | round 1"], "lanterns plain is for 2 to 4 players, not 9"),
        (["position", "lanterns/plain seats 2 | hand0 9"], "candles are 1 to 6, not 9"),
        (["position", "lanterns/plain seats 2 | hand0 1 | spent0 1"], "seat 0 holds a candle that it has spent"),
        (["position", "lanterns/plain seats 2 | hand0 1", "--seat", "2"], "there is no seat 2 (seats are 0 to 1)"),
        (["replay", "/nowhere/x.record"], "cannot read /nowhere/x.record"),
        (["scenario", "/nowhere"], "there is no file /nowhere"),
        (["scenario"], "Missing argument 'FILE...'"),
        (["deck", "check", "/nowhere/deck.toml"], "cannot read /nowhere/deck.toml"),
        (["serve", "--port", "99999"], "a port is a number from 1 to 65535, not 99999"),
        (["serve", "--log-level", "loud"], "a log level is debug, info, warning or error, not 'loud'"),
        (["serve", "--keep-tables", "0"], "kept for at least one day"),
        (["verify", "/nowhere/x.record"], "cannot read /nowhere/x.record"),
        (["backup", "/nowhere/house.db", "/nowhere/copy.db"], "there is no database at /nowhere/house.db"),
        (["restore", "/nowhere/copy.db", "/nowhere/house.db"], "there is no database at /nowhere/copy.db"),
        (["native", "check", "chess"], "there is no game 'chess'"),
        (["native", "compile", "lanterns/grand"], "lanterns has no edition 'grand'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_gets_a_sentence(type_in, words, said):
    """On standard error, with what would work, exit code 2, and no traceback."""
    answer = type_in(*words)

    assert answer.code == 2
    assert said in answer.err
    assert answer.err.startswith("ghosthouse: ")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    assert answer.out == ""


def test_whoever_has_read_enough_may_close_the_pipe(start):
    """`| head -1` is no error."""
    process = start("rules", "lanterns")
    process.stdout.close()

    assert process.wait(60) == 0
    assert process.stderr.read() == ""


def test_text_that_a_terminal_cannot_show_is_no_error(in_process):
    """German umlauts on a terminal that has none."""
    for encoding in ("ascii", "cp437"):
        answer = in_process("play", "lanterns", "--lang", "de", lines=["?"], env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})

        assert answer.code == 0
        assert "hlt heimlich eine Kerze." in answer.out
        assert answer.err == ""


def test_a_game_brings_commands_of_its_own(type_in, monkeypatch, tmp_path):
    """They stand behind its name, and are imported only when it is typed."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "commands.py").write_text(
        "import typer\napp = typer.Typer()\n\n"
        "@app.command()\ndef words(tried: str): typer.echo(f'{tried} is a word')\n\n"
        "@app.command()\ndef price(): raise typer.Exit(1)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    from ghosthouse import house
    from ghosthouse.kernel import Game

    shop = Game(id="shop", package="shop", version=1, groups=1, longest=1, clauses=("SH",))
    known = {"shop": shop}
    monkeypatch.setattr(house, "games", lambda: known)

    assert type_in("shop", "words", "noon").out == "noon is a word\n"
    assert type_in("shop", "price").code == 1
    assert "Usage: ghosthouse shop" in type_in("shop", "--help").out


def test_json_is_json_and_nothing_else(type_in):
    """Everything that reports has it."""
    line = "lanterns/plain seats 2 | hand0 1 2 3 | hand1 4 5 6"
    for words in (
        ["games"],
        ["games", "lanterns"],
        ["rules", "lanterns"],
        ["rules", "lanterns", "LA-01"],
        ["position", line],
        ["simulate", "lanterns", "--games", "5", "--plain"],
        ["native", "check", "lanterns", "--lint-only"],
    ):
        answer = type_in(*words, "--json")
        assert answer.code == 0, words
        assert json.loads(answer.out)
        assert answer.err == ""
