"""Making tables, and listing them."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import Any

from ghosthouse.kernel.game import Edition, Game, Setup
from ghosthouse.kernel.refusal import BadSetup, Nonsense
from ghosthouse.table import entries, messages
from ghosthouse.table.fold import Table
from ghosthouse.table.judge import Means, check_clock, judge
from ghosthouse.table.lessons import redealt
from ghosthouse.table.may import Caller
from ghosthouse.table.refusals import Forbidden, Unavailable, Unknown, refuse

from . import store as sql
from .node import Node, new_code
from .settings import DAY
from .store import Guest, Listed, Listing, ListUpdate, StoreAway
from .wire import Made, NewTable, OptionInfo, Somebody, TableInfo, TitleInfo


async def make_table(node: Node, guest: Guest | None, wish: NewTable) -> Made:
    """Make a table as somebody wishes; the same wish sent again makes no second one."""
    if wish.sit >= 0 and (guest is None or wish.token is None):
        raise refuse(Forbidden, "no_guest", "say who you are first (POST /api/guest), and give the seat a token")
    setup, opening = await asyncio.to_thread(agreed, node, wish)
    owner = guest.id if guest else secrets.token_hex(8)
    table_id = hashlib.sha256(f"{owner}/{wish.id}".encode()).hexdigest()[:20]
    now = node.now()
    for _ in range(8):
        created = entries.Created(
            when=now, table=table_id, code=new_code(), game=setup.game.id, edition=setup.edition.id, seats=setup.seats,
            options=setup.changed_options() if wish.opening else dict(wish.options), deck=wish.deck, clock=check_clock(wish.clock),
            open=wish.open, eyes=wish.eyes, hints=wish.hints, opening=opening, secret=secrets.token_hex(32),
        )  # fmt: skip
        table, rows = first_rows(node, created, guest, wish, now)
        update = _update(table)
        try:
            made = await node.store.create(update, rows)
        except StoreAway as problem:
            raise refuse(Unavailable, "unavailable", f"the house cannot store anything now: {problem}") from None
        if made == "made":
            held = node.adopt(table, {guest.id: guest.name} if guest else {})
            return Made(table.id, table.code, held.desk.table.at)
        if made == "there":
            held = await node.held(table_id)
            return Made(table_id, held.desk.table.code, held.desk.table.at)
    raise refuse(Unavailable, "unavailable", "no free code was found for the table; try again")


def find_game(node: Node, game_id: str) -> Game:
    """Find a game, or say that it is not here."""
    try:
        return node.find(game_id)
    except Nonsense as problem:
        raise refuse(Unknown, "no_such_title", str(problem)) from None


def agreed(node: Node, wish: NewTable) -> tuple[Setup, str]:
    """What a wish comes to, as a setup and the position that the games begin at; or the refusal that says what would work."""
    game_id, _, edition = wish.title.partition("/")
    game = find_game(node, game_id)
    if not wish.opening:
        return node.setups(game.id, edition, wish.seats, wish.options, wish.deck), ""
    setup, opening = redealt(node.find, wish.opening, max(wish.sit, 0), secrets.token_bytes(16))
    if setup.title != wish.title or wish.deck or wish.seats not in (0, setup.seats) or wish.options:
        raise BadSetup(f"the opening is a position of {setup.title} with {setup.seats} seats, and says all that is agreed")
    if wish.sit < 0 or wish.fill is None or not wish.start or wish.open:
        raise BadSetup("a position is practised alone: sit down, fill the other seats, start, and leave the table closed")
    return setup, opening


def first_rows(
    node: Node, created: entries.Created, guest: Guest | None, wish: NewTable, now: int
) -> tuple[Table, list[entries.Row]]:
    """The first rows of a new table: it is made, somebody sits down, bots fill it up, it starts."""
    table, rows = Table(node.setups), []
    caller, means = Caller(guest.id if guest else ""), Means(now, secrets.token_bytes, node.bots.levels)

    def add(entry: Any, command: str) -> None:
        row = entries.row_of(entry, table.at + 1, command, table.hash)
        table.apply(row)
        rows.append(row)

    def ask(command: messages.Command) -> None:
        add(judge(table, caller, command, means), f"{command.id}:{caller.guest}")

    add(created, f"made:{wish.id}"[:64])
    if wish.sit >= 0:
        assert wish.token is not None
        ask(messages.Sit(f"{wish.id}-sit", wish.sit, wish.token))
    if wish.fill is not None:
        for p, chair in enumerate(table.chairs):
            if chair.free:
                ask(messages.PutBot(f"{wish.id}-bot-{p}", p, wish.fill))
    if wish.start:
        ask(messages.Start(f"{wish.id}-start"))
    return table, rows


def _update(table: Table) -> ListUpdate:
    seats = [
        ("bot", chair.level or "") if chair.bot else ("person", chair.guest) if chair.person else ("free", "")
        for chair in table.chairs
    ]
    listing = Listing(table.title, table.game, table.ply, table.awaited(), seats, table.clock, [])
    return ListUpdate(table.id, table.code, table.phase, table.open, table.when, table.when + 5_000, listing)


async def open_tables(node: Node) -> list[TableInfo]:
    """The tables that anybody may join or watch."""
    since = (node.now() - DAY, node.now() - 7 * DAY)
    return _infos(node, await node.store.all(sql.OPEN_TABLES, *since), await node.store.all(sql.OPEN_NAMES, *since))


async def tables_of(node: Node, guest: Guest) -> list[TableInfo]:
    """The tables at which somebody has sat."""
    return _infos(node, await node.store.all(sql.MY_TABLES, guest.id), await node.store.all(sql.MY_NAMES, guest.id), guest)


async def table_info(node: Node, table: str, guest: Guest | None) -> TableInfo:
    """One table, by its id or code."""
    found = await node.store.all(sql.TABLE, table, table.upper())
    if not found:
        raise refuse(Unknown, "no_such_table", f"there is no table {table!r}")
    names = await node.store.all(sql.NAMES, str(found[0][0]))
    return _infos(node, found, [(found[0][0], *name) for name in names], guest)[0]


def _infos(
    node: Node, found: list[tuple[object, ...]], named: list[tuple[object, ...]], me: Guest | None = None
) -> list[TableInfo]:
    """Word list entries for somebody: names instead of guests, and their own seat."""
    names_at: dict[str, dict[str, str]] = {}
    for table, guest, name in named:
        names_at.setdefault(str(table), {})[str(guest)] = str(name)
    made = []
    for row in found:
        listed = sql.listed(row)
        held = node.tables.get(listed.id)
        if held is not None:  # fresher than what the store has
            update = node.update(held)
            listed = Listed(update.id, update.code, update.phase, update.open, update.changed, update.listing)
            names = held.desk.names
        else:
            names = names_at.get(listed.id, {})
        made.append(_info(listed, names, me))
    return made


def _info(listed: Listed, names: dict[str, str], me: Guest | None) -> TableInfo:
    made, seats, yours = listed.listing, [], -1
    for p, (who, what) in enumerate(made.seats):
        if who == "person":
            seats.append(Somebody("person", name=names.get(what, "")))
            if me is not None and what == me.id:
                yours = p
        else:
            seats.append(Somebody("bot" if who == "bot" else "free", level=what))
    return TableInfo(
        listed.id, listed.code, made.title, listed.phase, made.game, made.ply, seats, made.clock, listed.changed,
        yours=yours, turn=yours >= 0 and yours in made.awaited, winners=made.winners,
    )  # fmt: skip


def title_info(game: Game, edition: Edition, levels: tuple[str, ...]) -> TitleInfo:
    """A title as the lobby shows it."""
    options = [OptionInfo(name, option.default, list(option.values), option.clause) for name, option in edition.options.items()]
    return TitleInfo(
        f"{game.id}/{edition.id}", game.id, edition.id, game.version, edition.seats, edition.minutes, edition.lobby, list(levels),
        options,
    )  # fmt: skip
