"""`ghosthouse letters words`: what the dictionary of a table says about some letters, and what became of a list of one's own.

What is read from the command line is lent by the front door (`context.obj`), so that options mean here what they mean elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from ghosthouse.kernel.event import Line
from ghosthouse.kernel.game import Setup
from ghosthouse.kernel.phrases import Words

from . import GAME, box, words
from .heuristics import LEVELS, vocabulary

ANSWER_IS_NO = 1
MOST_LINES = 20  # dropped lines that are told unless all of them are wanted

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def front() -> None:
    """Commands of Ghost!, the word game."""


@app.command(name="words")
def ask(
    context: typer.Context,
    tried: Annotated[list[str] | None, typer.Argument(metavar="[TRY]...", help="Letters in a row, or words.")] = None,
    edition: Annotated[str, typer.Option("--edition", "-e", metavar="NAME", help="The edition; standard if left out.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="As dictionary=70.")] = None,
    deck: Annotated[Path | None, typer.Option("--deck", metavar="FILE", help="A word list, or a deck file with words.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Tell every line of the list that was dropped.")] = False,
    lang: Annotated[str, typer.Option("--lang", "-l", metavar="CODE", help="en or de; the system's own if left out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Ask the dictionary of a table.

    Is this a word, does it stand in one, and which letters may be added? Exit 1 if one of them stands in no word.
    """
    door = context.obj
    setup = door.setup_of(GAME.id, edition, 0, option or [], deck)
    checked = box.report(setup) if deck else None
    found = [words.look_up(setup.tables, text) for text in tried or []]
    if as_json:
        lists = {"taken": len(checked.words), "repeated": checked.repeated, "dropped": checked.dropped} if checked else None
        door.print_json({"words": len(box.words_of(setup)), "asked": found, "list": lists})
    else:
        spoken = Words(door.language_of(lang), [GAME.package])
        lines = [Line("words.size", numbers={"count": len(box.words_of(setup))})] if not found else []
        for one in found:
            lines += told(setup, one)
        lines += dropped(checked, len(checked.dropped) if every else MOST_LINES) if checked else []
        for line in lines:
            door.say(spoken.say(line, []))
    if not all(one.inside for one in found):
        raise typer.Exit(ANSWER_IS_NO)


def told(setup: Setup, found: words.Found) -> list[Line]:
    """Say what is known about some letters.

    First whether they are a word, can become one, or neither; then how many longer words have them, the letters that may be
    added in front and at the end, those that complete a word, and which bots know one.
    """
    texts = {"text": found.text or "-"}
    if not found.readable:
        return [Line("words.unreadable", texts=texts)]
    if not found.inside:
        return [Line("words.neither", texts=texts)]
    lines = [Line("words.word" if found.word else "words.inside", texts=texts)]
    plain = words.fold(found.text, words.alphabet_of(setup.tables))
    longer = [word for word in box.words_of(setup) if plain in word and word != plain]
    if longer:
        example = min(longer, key=lambda word: (len(word), word))
        texts = {"witness": "".join(map(words.capital, example))}
        lines.append(Line("words.longer", texts=texts, numbers={"count": len(longer)}))
    for side, letters in (("left", found.left), ("right", found.right)):
        lines.append(Line(f"words.{side}" if letters else f"words.{side}_none", texts={"letters": " ".join(letters)}))
    for side, letters in (("left", found.left_words), ("right", found.right_words)):
        if letters:
            lines.append(Line(f"words.completes_{side}", texts={"letters": " ".join(letters)}))
    knows = next(name for level, name in enumerate(LEVELS) if words.LEVELS[vocabulary(level)] >= found.bands[0])
    by_scowl = box.language_of(setup.options) == "english" and not box.report(setup)
    known = Line("words.known" if by_scowl else "words.known_own", terms={"bot": f"level.{knows}"})
    return [*lines, replace(known, numbers={"level": found.bands[0]})]


def dropped(checked: words.Checked, most: int) -> Iterable[Line]:
    """Say how many words count, and why lines of a list were dropped: up to `most` of them, with their numbers."""
    counts = {"dropped": len(checked.dropped), "taken": len(checked.words), "repeated": checked.repeated}
    yield Line("words.dropped", numbers=counts)
    for drop in checked.dropped[:most]:
        facts = {"line": drop.line, "shortest": checked.shortest, "longest": words.LONGEST_WORD}
        yield Line(
            "words.dropped_line",
            texts={"text": drop.text[:40], "why": drop.why, "part": drop.part, "clause": "GW-10"},
            numbers=facts,
        )
    if len(checked.dropped) > most:
        yield Line("words.dropped_more", numbers={"count": len(checked.dropped) - most})
