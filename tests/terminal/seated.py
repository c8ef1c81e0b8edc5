"""People at a scripted terminal: what they type is a list, what they saw is a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ghosthouse import bots
from ghosthouse.kernel import Game, Sitting, key_from
from ghosthouse.terminal import Chair, PlainScreen, Table

CURTAIN = "\n" * 40


class Typist:
    """Types the given lines, one for each question, and keeps everything that was shown and asked."""

    def __init__(self, lines: Iterable[str] | Callable[[str], str]) -> None:
        self.lines = lines if callable(lines) else None
        self.rest = [] if callable(lines) else list(lines)
        self.shown: list[str] = []

    def read(self, prompt: str) -> str:
        """Answer a question; nobody is there any more when the lines are used up."""
        self.shown.append(prompt)
        if self.lines is not None:
            return self.lines(prompt)
        if not self.rest:
            raise EOFError
        return self.rest.pop(0)

    @property
    def text(self) -> str:
        """Everything shown so far."""
        return "\n".join(self.shown)

    def between_curtains(self) -> list[str]:
        """What was shown between one fall of the curtain and the next."""
        return self.text.split(CURTAIN)


def first_choice(prompt: str) -> str:
    """Type what ends a game soonest: the first choice, Enter at curtains, a word where one is asked for, Enter at the end."""
    if prompt.startswith(("A word", "Ein Wort")):
        return "noon"
    return "1" if "?" in prompt else ""


def table(
    game: Game,
    people: Iterable[str],
    levels: Iterable[str],
    lines: Iterable[str] | Callable[[str], str],
    language: str = "en",
    seed: int = 519,
    edition: str = "",
    **more: object,
) -> tuple[Table, Typist]:
    """Seat people and bots at a fresh game."""
    chairs = [Chair(name) for name in people] + [Chair(f"Bot {n}", level) for n, level in enumerate(levels)]
    sitting = Sitting.deal(game.setup(edition, len(chairs)), key_from(seed))
    typist = Typist(lines)
    screen = PlainScreen(typist.read, typist.shown.append)
    made = Table(sitting, chairs, screen, language, lambda level: bots.player(game, level), advisor=bots.levels(game)[0], **more)  # type: ignore[arg-type]
    return made, typist
