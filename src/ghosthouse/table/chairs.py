"""What a table is made of beside the game: seats and who sits on them, what was said around it, and a wish to go back."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Chair:
    """A seat of the table, and who sits on it."""

    guest: str = ""
    token: str = ""
    level: str | None = None  # a bot's level; None where no bot sits
    away: str = ""  # why the house plays for the person, or ""
    conceded: bool = False
    ticket: str = ""
    promise: str = ""
    shown: str = ""
    bank: int = 0
    begun: int = 0  # when its decision began
    decision: int = 0  # the entry that asked for it; 0: owes nothing
    limit: int = 0  # how long this decision may take by the rules of the game; 0: they say nothing

    @property
    def person(self) -> bool:
        """A person sits here, or is expected back."""
        return bool(self.token)

    @property
    def bot(self) -> bool:
        """A bot sits here."""
        return self.level is not None

    @property
    def helped(self) -> bool:
        """The house plays here."""
        return self.level is not None or bool(self.away) or self.conceded

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return not self.token and self.level is None


@dataclass(frozen=True, slots=True)
class Note:
    """Something said or done around the table: a phrase, the seat it is about, and who it was by name."""

    at: int
    phrase: str
    seat: int = -1
    guest: str = ""
    level: str | None = None
    ply: int = -1
    terms: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody's wish to go back to before `ply`; `waiting` are the seats that have not answered."""

    ask: int
    seat: int
    ply: int
    waiting: tuple[int, ...]
