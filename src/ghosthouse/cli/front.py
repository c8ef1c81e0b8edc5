"""All commands behind one door, and every refusal as one sentence with an exit code.

Nothing here imports numba, NumPy, Textual or a web server: `ghosthouse --help` answers at once, and so does a mistyped command.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import ghosthouse
from ghosthouse.kernel import Nonsense, Refusal

from . import look, measure, play, server, wishes


class Front(TyperGroup):
    """The commands of the house, and behind the name of a game the commands which that game brings."""

    def get_command(self, context: Any, name: str) -> Any:
        """Find a command; the games are only looked through for a name that is none.

        A game cannot import this room, so its commands are lent what reads wishes, as their context's `obj`.
        """
        own = super().get_command(context, name)
        if own is None:
            context.obj = wishes
        return own or _commands_of(name)


def _commands_of(name: str) -> Any:
    from ghosthouse import house

    if name not in house.games():
        raise Nonsense(f"there is no command and no game {name!r} (`ghosthouse --help` lists commands, `ghosthouse games` games)")
    game = house.find(name)
    if importlib.util.find_spec(f"{game.package}.commands") is None:
        raise Nonsense(f"{name} brings no commands of its own: did you mean `ghosthouse play {name}`?")
    return typer.main.get_command(game.room("commands").app)


def _group(name: str, help_text: str) -> typer.Typer:
    made = typer.Typer(name=name, help=help_text, no_args_is_help=True, rich_markup_mode=None, add_completion=False)
    app.add_typer(made)
    return made


app = typer.Typer(cls=Front, rich_markup_mode=None, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        wishes.say(f"ghosthouse {ghosthouse.__version__}")
        raise typer.Exit


@app.callback()
def front(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Five games called Ghosts, in one house.

    Begin with: ghosthouse play
    """


app.command()(play.play)
app.command()(look.games)
app.command()(look.rules)
app.command()(look.replay)
app.command()(look.position)
app.command()(look.scenario)
app.command()(measure.simulate)
_group("deck", "Deck files of your own.").command("check")(look.deck_check)
_native = _group("native", "Rules as machine code.")
_native.command("compile")(measure.native_compile)
_native.command("check")(measure.native_check)
app.command(context_settings=measure.PASSED_ON)(measure.bench)
app.command()(server.serve)
app.command()(server.verify)
app.command()(server.backup)
app.command()(server.restore)
app.command()(server.export)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 done and the answer is no, 2 it cannot be done as said."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without umlauts is no reason to stop
    try:
        code = app(arguments, prog_name="ghosthouse", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Refusal as refusal:
        return _wrong(str(refusal))
    except typer.TyperException as problem:
        said = problem.format_message()
        if said.startswith("Usage:"):  # nothing was asked for: this is the help
            wishes.say(said)
            return 0
        return _wrong(f"{said} (`--help` says what can be said here)")
    except ModuleNotFoundError as problem:
        if problem.name and problem.name.partition(".")[0] == "ghosthouse":
            raise
        return _wrong(str(problem))
    except SystemExit:
        return 0  # only so does Typer leave when whoever read has read enough (`| head`)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        return _wrong(f"{problem.filename or 'a file'}: {problem.strerror or problem}")
    except (KeyboardInterrupt, typer.Abort):
        return 130


def _wrong(sentence: str) -> int:
    wishes.say(f"ghosthouse: {sentence}", err=True)
    return wishes.WRONG
