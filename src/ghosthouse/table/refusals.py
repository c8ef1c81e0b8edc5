"""How a table says no, beside the refusals of the game itself. Phrases: `refusal.*` in `phrases/`."""

from __future__ import annotations

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.refusal import Refusal

from .messages import No


class Stale(Refusal):
    """The decision was made already, or went away; the table message that follows shows what is asked now."""

    code = "stale"


class NotNow(Refusal):
    """The table is in no state for this."""

    code = "not_now"


class Forbidden(Refusal):
    """This viewer may not do that."""

    code = "forbidden"


class Unknown(Refusal):
    """There is no such table, seat, game or ticket."""

    code = "unknown"


class Busy(Refusal):
    """Too much at once: wait and send it again."""

    code = "busy"


class Unavailable(Refusal):
    """The house cannot store anything just now; nothing was done, and the same command may be sent again."""

    code = "unavailable"


def refuse(kind: type[Refusal], phrase: str, message: str, **numbers: int) -> Refusal:
    """Make a refusal whose sentence has an id of its own: `refusal.<phrase>`."""
    return kind(message, Line(f"refusal.{phrase}", numbers=numbers))


def no(command: str, refusal: Refusal) -> No:
    """Word a refusal as a message."""
    return No(refusal.code, refusal.line, str(refusal), command, refusal.clause)
