"""What all doors share: who asks, at which table, and what may stand in a path or a header."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request
from litestar.params import HeaderParameter, Parameter

from ghosthouse.table.judge import hash_of
from ghosthouse.table.may import Caller
from ghosthouse.table.refusals import Forbidden, refuse

from ..node import Held, Node
from ..people import Guests
from ..settings import Settings
from ..sockets import token_of
from ..store import Guest

STATUS = {
    "nonsense": 400, "bad_setup": 400, "bad_position": 400, "bad_record": 400, "forbidden": 403, "unknown": 404, "illegal": 409,
    "not_your_turn": 409, "stale": 409, "not_now": 409, "busy": 429, "too_fast": 429, "unavailable": 503,
}  # fmt: skip

TableRef = Annotated[str, Parameter(pattern=r"^[A-Za-z0-9_-]{4,32}$", description="a table's id, or its short code")]
Seen = Annotated[int, Parameter(ge=0, le=2**53, description="the `at` of the last message received")]
Eyes = Annotated[int, Parameter(ge=-1, lt=64, description="the seat to look through, -1: one's own")]
SeatToken = Annotated[
    str | None, HeaderParameter(name="X-Seat-Token", pattern=r"^[A-Za-z0-9_-]{43,86}$", description="the secret of a seat")
]
Word = Annotated[str, Parameter(max_length=64, description="a game, or a lesson of it")]
Json = dict[str, Any]
Anybody = Request[Any, Any, Any]


@dataclass(frozen=True)
class Asking:
    """A house as its doors see it."""

    node: Node
    guests: Guests
    settings: Settings

    async def who(self, request: Anybody) -> Guest | None:
        """The guest who asks, or None: a stranger."""
        token = token_of({name: value.decode("latin-1") for name, value in request.scope["headers"]})
        return await self.guests.who(token, self.node.now()) if token else None

    async def known(self, request: Anybody) -> Guest:
        """The guest who asks; a stranger is refused."""
        guest = await self.who(request)
        if guest is None:
            raise refuse(Forbidden, "no_guest", "say who you are first: POST /api/guest")
        return guest

    async def at_table(self, request: Anybody, table: str, token: str | None) -> tuple[Held, Caller]:
        """A table, and who asks there: a guest, or whoever has the secret of a seat."""
        guest, held = await self.who(request), await self.node.held(table)
        if guest is not None:
            self.node.name(held, guest.id, guest.name)
        return held, Caller(guest.id if guest else "", hash_of(token) if token else "")
