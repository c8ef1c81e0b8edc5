"""A game at one terminal: people who share a keyboard, bots in the other seats.

The table drives a sitting and says nothing but what the person at the keyboard may know. Where several people play, a
curtain falls between them: what one saw is out of sight before the next one's hand is shown. It opens no file and knows no
clock: what is to be kept is handed to `keep` after every decision of a person, before every question, and at the end. What bots
decided in between need not be kept: they would decide the same again.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from ghosthouse.kernel import SPECTATOR, Choice, Mind, Nonsense, Record, Refusal, Sitting, Words

from . import draw, typed
from .draw import Numbered, Row
from .screen import Screen
from .speech import HOUSE, Speech, sentence_case

Player = Callable[[Mind], int | str]

WISHES = ("why", "rule", "log", "table", "odds", "hint", "undo", "share", "quit")  # what `?` tells of, while the game runs


@dataclass(frozen=True)
class Chair:
    """Who plays a seat: a name, and the level of the bot, or nothing for a person."""

    name: str
    level: str = ""

    @property
    def person(self) -> bool:
        """Whether somebody sits here."""
        return not self.level


class End(Enum):
    """How a table was left: the game was over, somebody went and it waits, or the same again."""

    OVER = "over"
    LEFT = "left"
    AGAIN = "again"


def nothing_kept(record: str) -> None:
    """Keep nothing."""


@dataclass
class Table:
    """A game in progress at one terminal.

    `player` finds the bot of a level, `keep` is given the record whenever it has grown, `advisor` is the level that gives
    hints, and `clause` says what a clause of the rules says, or nothing.
    """

    sitting: Sitting
    chairs: list[Chair]
    screen: Screen
    language: str
    player: Callable[[str], Player]
    keep: Callable[[str], None] = nothing_kept
    advisor: str = ""
    clause: Callable[[str], str] = field(default=lambda _: "")

    def __post_init__(self) -> None:
        game = self.sitting.setup.game
        self.speech = Speech(Words(self.language, [HOUSE, game.package]), [chair.name for chair in self.chairs])
        self.people = [seat for seat, chair in enumerate(self.chairs) if chair.person]
        self.facing = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.heard = {seat: 0 for seat in (*self.people, SPECTATOR)}  # how much of what was told each has heard
        self.kept = -1  # the ply that was kept last

    # --- the course of a game ---------------------------------------------------------------------------------------------

    def play(self) -> End:
        """Play until the game is over or somebody leaves; however it ends, it is kept."""
        try:
            return self._play()
        finally:
            self._keep()

    def _play(self) -> End:
        if not self.people:
            self._say(self.speech.own("watching"))
        if self.sitting.ply:
            self._say(self.speech.own("resumed", n=self.sitting.ply))
            self.heard = dict.fromkeys(self.heard, len(self.sitting.told))
        try:
            while not self.sitting.over():
                awaited = self.sitting.awaited()
                machines = [seat for seat in awaited if not self.chairs[seat].person]
                if machines:
                    self._let_think(machines[0])
                elif not self._let_choose(awaited[0]):
                    return End.LEFT
            self._finish()
            self._keep()
            return self._linger()
        except EOFError:
            return End.OVER if self.sitting.over() else End.LEFT

    def _let_think(self, seat: int) -> None:
        self._act(seat, self._advice(seat, self.chairs[seat].level))
        if len(self.people) < 2:
            self._tell(self.facing)

    def _advice(self, seat: int, level: str) -> int | str:
        # A stream of its own for each decision: nothing of the key shows in it, and a resumed game goes on as it would have.
        seed = hashlib.sha256(b"bots" + self.sitting.key + repr((seat, self.sitting.ply)).encode()).hexdigest()
        return self.player(level)(self.sitting.mind(seat, level, random.Random(seed)))

    def _act(self, seat: int, move: int | str) -> None:
        self.sitting.act(seat, move)
        if self.chairs[seat].person:
            self._keep()

    def _keep(self) -> None:
        if self.kept != self.sitting.ply:
            self.keep(self.record().text())
            self.kept = self.sitting.ply

    def record(self) -> Record:
        """The record of the game so far, with who sat where."""
        record = Record.of(self.sitting, {seat: chair.name for seat, chair in enumerate(self.chairs)})
        record.notes = {f"seat{seat}": chair.level or "person" for seat, chair in enumerate(self.chairs)}
        return record

    # --- one person's decision ----------------------------------------------------------------------------------------------

    def _let_choose(self, seat: int) -> bool:
        """Let a person decide; False if they leave instead."""
        self._keep()
        self._face(seat)
        self._tell(seat)
        secret = len(self.sitting.awaited()) > 1 or bool(self.sitting.view(seat).locked)
        if secret:
            self._say(self.speech.own("sealed"), "quiet")
        self._look(seat)
        ply = self.sitting.ply
        while self.sitting.ply == ply:
            line = self.screen.ask(self._prompt(seat))
            if not self._obey(seat, line):
                return False
        if self.sitting.ply > ply:  # otherwise a step back was taken, and another decision is due
            self._after(seat)
        return True

    def _after(self, seat: int) -> None:
        if self.sitting.view(seat).locked:
            self._say(self.speech.own("locked_in"), "quiet")
        self._tell(seat)

    def _face(self, seat: int) -> None:
        """Let the curtain fall between two people, when the one has read enough, and lift it when the other is there."""
        if self.facing == seat:
            return
        if self.facing != SPECTATOR:
            self.screen.ask(self.speech.own("lower", name=self.chairs[self.facing].name) + " ")
        self.facing = SPECTATOR
        self.screen.hide()
        name = self.chairs[seat].name
        self.screen.ask(self.speech.own("curtain", name=name) + " ")
        self._say(self.speech.own("lifted", name=name), "title")
        self.facing = seat

    def _prompt(self, seat: int) -> str:
        if len(self.people) > 1:
            return self.speech.own("prompt", name=self.chairs[seat].name)
        return self.speech.own("prompt_one")

    def _look(self, seat: int) -> None:
        view = self.sitting.view(seat)
        self.screen.show([Row(""), *draw.table(self.speech, view, self._roles())])
        numbered = self._numbered(seat)
        if numbered.choices:
            self.screen.show(draw.choices(self.speech, view, numbered))

    def _numbered(self, seat: int) -> Numbered:
        return Numbered.of(self.sitting.choices(seat))

    def _roles(self) -> list[str]:
        def level(name: str) -> str:
            return self.speech.label(f"level.{name}")

        return [self.speech.own("bot", level=level(chair.level)) if chair.level else "" for chair in self.chairs]

    def _obey(self, seat: int, line: str) -> bool:
        """Do what was typed; False to leave."""
        wish = typed.read(line)
        if any(choice.move.lower() == line.strip().lower() for choice in self._numbered(seat).choices):
            wish = typed.Typed("move", " ".join(line.split()))  # a move may begin like a word of the terminal
        match wish.wish:
            case "quit":
                return False
            case "nothing" | "table":
                self._look(seat)
            case "number" | "move":
                self._try(seat, wish.rest)
            case "why":
                self.screen.show(self._why(seat, wish.rest))
            case "undo":
                self._step_back(seat)
            case _:
                self.screen.show(self._answer(seat, wish))
        return True

    def _answer(self, seat: int, wish: typed.Typed) -> list[Row]:
        """Answer a question that changes nothing."""
        view = self.sitting.view(seat)
        match wish.wish:
            case "help":
                return [*draw.explained(self.speech, view, self._numbered(seat)), *self._help()]
            case "log":
                return self._log(seat, wish.rest)
            case "odds":
                return draw.odds(self.speech, view)
            case "hint":
                return [Row(self._hint(seat))]
            case "rule":
                said = self.clause(wish.rest.upper())
                return [Row(f"{wish.rest.upper()}: {said}" if said else self.speech.own("rule_none", clause=wish.rest.upper()))]
            case "share":
                return self._share(wish.rest)
        return self._help()

    def _help(self) -> list[Row]:
        sample = f"{self.sitting.setup.game.clauses[0]}-01"
        wishes = ("rule", "log", "table", "share", "again") if self.sitting.over() else WISHES
        return [Row("  " + self.speech.own(f"help.{wish}", clause=sample), "quiet") for wish in wishes]

    # --- moves ------------------------------------------------------------------------------------------------------------

    def _try(self, seat: int, text: str) -> None:
        """Make the move that was typed, or say why it cannot be made."""
        numbered = self._numbered(seat)
        try:
            if typed.is_number(text):
                choice = numbered.get(int(text))
                if choice is None:
                    last = len(numbered.choices)
                    wrong = self.speech.own("no_number", n=int(text), last=last) if last else self.speech.own("no_choice")
                    self._say(wrong, "wrong")
                elif not choice.legal:
                    self.screen.show(self._why_choice(seat, choice))
                else:
                    self._make(seat, choice)
            else:
                self._make_text(seat, text, numbered)
        except Refusal as refusal:
            self._say(self._worded(refusal, seat), "wrong")

    def _make(self, seat: int, choice: Choice) -> None:
        if not choice.asks:
            self._act(seat, choice.move)
            return
        wanted = sentence_case(self.speech.label(f"asks.{choice.asks}"))
        if said := " ".join(self.screen.ask(wanted + ": ").split()):
            self._act(seat, f"{choice.move} {said}")

    def _make_text(self, seat: int, text: str, numbered: Numbered) -> None:
        """Make a move given in notation, or by what it is called here; where only a word can be given, give it."""
        try:
            self._act(seat, text)
        except Nonsense:
            labels = numbered.labels(self.speech, self.sitting.view(seat))
            called = [choice for choice, label in zip(numbered.choices, labels, strict=True) if label.lower() == text.lower()]
            if called:
                self._make(seat, called[0])
            elif numbered.legal == 1 and numbered.choices[0].asks:
                self._act(seat, f"{numbered.choices[0].move} {text}")
            else:
                raise

    def _why(self, seat: int, text: str) -> list[Row]:
        """Say why something is not allowed, with the clause, or that it is."""
        if not text:
            return [Row(self.speech.own("why_what"))]
        numbered = self._numbered(seat)
        if typed.is_number(text):
            choice = numbered.get(int(text))
            if choice is None:
                return [Row(self.speech.own("no_number", n=int(text), last=len(numbered.choices)), "wrong")]
            return self._why_choice(seat, choice)
        for choice in numbered.choices:
            if choice.move.lower() == text.lower():
                return self._why_choice(seat, choice)
        try:
            action, _ = self.sitting.read_move(seat, text)
            refusal: Refusal | None = self.sitting.refuse(seat, action)
        except Refusal as problem:
            refusal = problem
        return [Row(self._worded(refusal, seat) if refusal else self.speech.own("allowed", move=text))]

    def _why_choice(self, seat: int, choice: Choice) -> list[Row]:
        move = self._label(seat, choice)
        if choice.legal:
            if not choice.line:
                return [Row(self.speech.own("allowed", move=move))]
            return [Row(self.speech.own("allowed_because", move=move, line=self.speech.line(choice.line, seat)))]
        reason = self.speech.line(choice.why, seat) if choice.why else move
        return [Row(self.speech.own("refused", reason=reason, clause=choice.clause) if choice.clause else reason, "wrong")]

    def _label(self, seat: int, choice: Choice) -> str:
        """What a choice is called among the numbered ones."""
        numbered = self._numbered(seat)
        return numbered.labels(self.speech, self.sitting.view(seat))[numbered.choices.index(choice)]

    def _worded(self, refusal: Refusal, seat: int) -> str:
        said = self.speech.line(refusal.line, seat)
        return self.speech.own("refused", reason=said, clause=refusal.clause) if refusal.clause else said

    def _step_back(self, seat: int) -> None:
        if len(self.people) != 1:
            self._say(self.speech.own("undo_many"), "wrong")
            return
        mine = [ply for ply, move in enumerate(self.sitting.moves) if move.seat == seat]
        if not mine:
            self._say(self.speech.own("undo_none"), "wrong")
            return
        self.sitting = self.sitting.rewound(mine[-1])
        self.heard = dict.fromkeys(self.heard, len(self.sitting.told))
        self._keep()
        self._say(self.speech.own("undo_done"))

    def _hint(self, seat: int) -> str:
        level = self.advisor
        move = self._advice(seat, level)
        if not isinstance(move, str):
            spell = self.sitting.setup.game.room("notation").spell
            move = str(spell(self.sitting.state, self.sitting.tables, seat, move))
        for choice in self.sitting.choices(seat):
            if choice.move == move:
                move = self._label(seat, choice)
        return self.speech.own("hint", level=self.speech.label(f"level.{level}"), move=move)

    # --- what is told -------------------------------------------------------------------------------------------------------

    def _say(self, text: str, tone: str = "") -> None:
        self.screen.show([Row(text, tone)])

    def _tell(self, seat: int) -> None:
        """Tell what happened since this person last heard something."""
        news = self.sitting.told[self.heard[seat] :]
        self.heard[seat] = len(self.sitting.told)
        told = [self.speech.line(line, seat) for _, line in self.sitting.lines(seat, news)]
        self.screen.show([Row(sentence_case(text), "news") for text in told])

    def _log(self, seat: int, count: str) -> list[Row]:
        told = [(ply, self.speech.line(line, seat)) for ply, line in self.sitting.lines(seat)]
        rows = [Row(f"{ply:>4}  {sentence_case(text)}", "news") for ply, text in told]
        if typed.is_number(count):
            rows = rows[-int(count) :] if int(count) else []
        return rows or [Row(self.speech.own("log_empty"))]

    def _share(self, rest: str) -> list[Row]:
        """The record. While the game runs it would tell what is hidden, so only somebody alone may ask for it."""
        everything = rest.lower() in ("all", "alles")
        if not self.sitting.over() and not (everything and len(self.people) < 2):
            return [Row(self.speech.own("share_alone" if len(self.people) < 2 else "share_wait"))]
        return [Row(line) for line in self.record().text().splitlines()]

    def _finish(self) -> None:
        """Tell the end to everybody who is there, and show the table once more."""
        viewer = self.facing if len(self.people) == 1 else SPECTATOR
        if len(self.people) > 1:
            self.heard[SPECTATOR] = min(self.heard[seat] for seat in self.people)
            self.facing = SPECTATOR
        self._tell(viewer)
        view = self.sitting.view(viewer)
        self.screen.show([Row(""), *draw.table(self.speech, view, self._roles())])
        self.screen.show(draw.result(self.speech, view))

    def _linger(self) -> End:
        """Answer what people still want to know when the game is over."""
        viewer = self.facing
        while self.people:
            wish = typed.read(self.screen.ask(self.speech.own("after")))
            if wish.wish in ("nothing", "quit"):
                break
            if wish.wish == "again":
                return End.AGAIN
            if wish.wish == "table":
                self.screen.show(draw.table(self.speech, self.sitting.view(viewer), self._roles()))
            elif wish.wish in ("log", "share", "rule"):
                self.screen.show(self._answer(viewer, wish))
            else:
                self.screen.show(self._help())
        return End.OVER
