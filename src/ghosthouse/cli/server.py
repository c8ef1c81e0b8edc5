"""Commands about the server: open the house to browsers, look after its database, check a deal at home."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer

from ghosthouse import bots, house
from ghosthouse.kernel import Nonsense, read_record

from . import wishes
from .wishes import AsJson

Database = Annotated[str, typer.Argument(metavar="DATABASE", help="The file of a house, or postgresql://...")]


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; this machine alone if left out.")] = "",
    port: Annotated[int, typer.Option("--port", "-p", metavar="N", help="The port.")] = 8000,
    lan: Annotated[bool, typer.Option("--lan", help="Open to the home network too, with a QR code for phones.")] = False,
    database: Annotated[str, typer.Option("--database", metavar="FILE|URL", help="A file, or postgresql://...")] = "",
    bus: Annotated[str, typer.Option("--bus", metavar="URL", help="For several nodes: redis://, nats:// or postgresql.")] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the house is called.")] = "",
    public_url: Annotated[str, typer.Option("--public-url", metavar="URL", help="How people reach it behind a proxy.")] = "",
    tls_cert: Annotated[str, typer.Option("--tls-cert", metavar="FILE", help="A certificate, to speak https itself.")] = "",
    tls_key: Annotated[str, typer.Option("--tls-key", metavar="FILE", help="Its key.")] = "",
    origin: Annotated[
        list[str], typer.Option("--origin", metavar="URL", help="A page from elsewhere that may open sockets; may be repeated.")
    ] = [],  # noqa: B006 - Typer copies it
    proxies: Annotated[str, typer.Option("--proxies", metavar="ADDRESSES", help="Proxies whose word about clients counts.")] = "",
    keep_tables: Annotated[int, typer.Option("--keep-tables", metavar="DAYS", help="How long finished tables are kept.")] = 60,
    keep_idle: Annotated[int, typer.Option("--keep-idle", metavar="DAYS", help="When abandoned tables are put away.")] = 30,
    keep_guests: Annotated[int, typer.Option("--keep-guests", metavar="DAYS", help="How long guests' data are kept.")] = 365,
    push_contact: Annotated[str, typer.Option("--push-contact", metavar="MAILTO", help="A contact, for web push.")] = "",
    web: Annotated[
        Path | None, typer.Option("--web", metavar="FOLDER", help="Built browser pages other than the package's.")
    ] = None,
    log_level: Annotated[str, typer.Option("--log-level", metavar="LEVEL", help="debug, info, warning or error.")] = "info",
) -> None:
    """Open the house to browsers.

    Everything in one process and one file, until it is interrupted.
    """
    if not 1 <= port <= 65535:
        raise Nonsense(f"a port is a number from 1 to 65535, not {port}")
    if min(keep_tables, keep_idle, keep_guests) < 1:
        raise Nonsense("tables and guests are kept for at least one day")
    if bool(tls_cert) != bool(tls_key):
        raise Nonsense("https needs both a certificate and its key: --tls-cert FILE --tls-key FILE")
    if log_level not in ("debug", "info", "warning", "error"):
        raise Nonsense(f"a log level is debug, info, warning or error, not {log_level!r}")
    main, settings = _room("main", "serve"), _room("settings", "serve")
    chosen = {"host": host, "database": database, "bus": bus, "name": name, "proxies": proxies, "push_contact": push_contact}
    chosen |= {"public_url": public_url.rstrip("/"), "web": str(web or ""), "tls_cert": tls_cert, "tls_key": tls_key}
    main.serve(
        find=house.find,
        titles=[(title.game, title.edition) for title in house.titles()],
        bots=_room("node", "serve").Bots(bots.player, bots.levels, bots.choose_absent, bots.advise),
        settings=settings.Settings(
            **{key: value for key, value in chosen.items() if value},
            port=port,
            lan=lan,
            origins=tuple(origin),
            keep_tables_days=keep_tables,
            keep_idle_days=keep_idle,
            keep_guests_days=keep_guests,
            log_level=log_level,
        ),
        say=lambda line: wishes.say(line, err=True),
    )


def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a finished game; a dash reads standard input.")],
    as_json: AsJson = False,
) -> None:
    """Check how a finished game was dealt.

    That its chance follows from what was promised before play, and its moves from its rules; exit 1 if not.
    """
    from ghosthouse.table import fair

    kept = read_record(wishes.read_file(record))
    wrong = fair.verify(kept)
    sitting = kept.replay(house.find)
    if as_json:
        wishes.print_json({"fair": not wrong, "wrong": wrong, "decisions": sitting.ply, "over": sitting.over()})
    elif wrong:
        for what in wrong:
            wishes.say(what)
    else:
        wishes.say(f"The deal is the one that was promised, and all {sitting.ply} decisions keep the rules.")
    if wrong:
        raise typer.Exit(wishes.FAILED)


def backup(database: Database, to: Annotated[str, typer.Argument(metavar="FILE", help="The copy.")]) -> None:
    """Copy a server's database, while it runs."""
    wishes.say(_room("keeping", "backup").backup(database, to))


def restore(copy: Annotated[str, typer.Argument(metavar="FILE", help="The copy.")], database: Database) -> None:
    """Put a copied database in place.

    What was there is kept beside it.
    """
    wishes.say(_room("keeping", "restore").restore(copy, database))


def export(database: Database, to: Annotated[str, typer.Argument(metavar="FILE", help="A file of JSON lines.")]) -> None:
    """Write all tables as JSON lines.

    It holds the secrets of games that are still running.
    """
    wishes.say(_room("keeping", "export").export(database, to))


def _room(module: str, command: str) -> Any:
    """A module of the server, whose libraries may not be installed."""
    try:
        return importlib.import_module(f"ghosthouse.server.{module}")
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("ghosthouse"):
            raise
        raise Nonsense(f"`{command}` needs {problem.name}: pip install 'ghosthouse[server]'") from None
