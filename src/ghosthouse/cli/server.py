"""Commands that belong to the server. They are passed on as typed: the server knows its own options, and is imported only here."""

from __future__ import annotations

import importlib
import importlib.util

import typer

from ghosthouse.kernel import Nonsense

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def serve(context: typer.Context) -> None:
    """Open the house to browsers."""
    _pass_on("serve", context)


def verify(context: typer.Context) -> None:
    """Check how a finished game was dealt."""
    _pass_on("verify", context)


def backup(context: typer.Context) -> None:
    """Copy a server's database, while it runs."""
    _pass_on("backup", context)


def restore(context: typer.Context) -> None:
    """Put a copied database in place."""
    _pass_on("restore", context)


def export(context: typer.Context) -> None:
    """Write a database's records as files."""
    _pass_on("export", context)


def _pass_on(command: str, context: typer.Context) -> None:
    if importlib.util.find_spec("ghosthouse.server.main") is None:
        raise Nonsense(f"there is no server in this house yet, so nothing can {command}")
    try:
        main = importlib.import_module("ghosthouse.server.main")
    except ModuleNotFoundError as problem:
        raise Nonsense(f"{command} needs {problem.name}: pip install 'ghosthouse[server]'") from None
    raise typer.Exit(int(main.main([command, *context.args])))
