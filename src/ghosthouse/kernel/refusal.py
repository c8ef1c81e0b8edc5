"""The ways in which the house says no, a type each, so that callers can tell nonsense from an illegal move from bad timing.

Nothing here changes anything: whoever raises a refusal has left the state as it was.
A developer reads `str(refusal)`, in English, with the facts; a player reads `refusal.line`, worded by id in their language.
"""

from __future__ import annotations

from .event import Line


class Refusal(ValueError):
    """Something was asked that cannot be done; `code` is stable, `line` is the sentence for people, `clause` the rule behind it."""

    code = "refused"
    clause = ""
    OTHER = "refusal.other"  # the phrase of a refusal that has no words of its own: the message as it is

    def __init__(self, message: str, line: Line | None = None) -> None:
        super().__init__(message)
        self.line = line or Line(self.OTHER, texts={"what": message})


class Nonsense(Refusal):
    """The request cannot be read: an unknown word, a damaged file, a number out of range."""

    code = "nonsense"


class NotYourTurn(Refusal):
    """The seat owes no decision now; `clause` is the rule that says so, where the game has one."""

    code = "not_your_turn"

    def __init__(self, message: str, line: Line | None = None, clause: str = "") -> None:
        super().__init__(message, line)
        self.clause = clause


class Illegal(Refusal):
    """The move is a move of the game, but not now; `clause` is the rule that forbids it."""

    code = "illegal"

    def __init__(self, message: str, line: Line | None = None, clause: str = "") -> None:
        super().__init__(message, line)
        self.clause = clause


class BadSetup(Refusal):
    """A game cannot be set up like that: seats, options or a deck file."""

    code = "bad_setup"


class BadPosition(Refusal):
    """A position line cannot be read, or no game could reach it."""

    code = "bad_position"


class BadRecord(Refusal):
    """A record or scenario file is damaged; the message names the line."""

    code = "bad_record"
