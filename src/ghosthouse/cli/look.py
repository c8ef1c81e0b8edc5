"""Commands that look: games, rules, positions, records, scenarios, decks."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ghosthouse import house
from ghosthouse.kernel import SPECTATOR, Game, Nonsense, Refusal, Sitting, Words, read_record, read_scenario
from ghosthouse.kernel.phrases import fill
from ghosthouse.kernel.scenario import run as run_scenario
from ghosthouse.lab import clauses as lab_clauses

from . import wishes
from .wishes import AsJson, DeckFile, EditionName, GameName, Language, OptionWords, SeatCount

Eyes = Annotated[int | None, typer.Option("--seat", "-p", metavar="P", help="Through the eyes of this seat; else a spectator's.")]


# --- games ------------------------------------------------------------------------------------------------------------------


def games(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game, with its options and bots.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Also titles that are not for the lobby.")] = False,
    lang: Language = "",
    as_json: AsJson = False,
) -> None:
    """List the games, their options and bots."""
    language = wishes.language_of(lang)
    name, _, edition = game.partition("/")
    if game:
        house.find_title(game)
    chosen = [
        title
        for title in house.titles(lobby=not every and not game)
        if (not name or title.game.id == name) and (not edition or title.edition.id == edition)
    ]
    rows = [_title_row(title, language) for title in chosen]
    if as_json:
        wishes.print_json(rows)
        return
    wide = max((len(row["id"]) for row in rows), default=0)
    for title, row in zip(chosen, rows, strict=True):
        words = Words(language, ["ghosthouse.terminal", title.game.package])
        by = f" ({row['designers']})" if row["designers"] else ""
        wishes.say(f"{row['id']:<{wide}}  {row['title']}{by}: {_size(words, title)}")
        if game:
            _describe(words, row)


def _title_row(title: house.Title, language: str) -> dict[str, Any]:
    game, edition = title.game, title.edition
    return {
        "id": title.id,
        "game": game.id,
        "edition": edition.id,
        "title": wishes.title_words(game, edition.id, language),
        "designers": wishes.word_for(game, edition.id, "designers", language),
        "publisher": wishes.word_for(game, edition.id, "publisher", language),
        "seats": list(edition.seats),
        "minutes": edition.minutes,
        "lobby": edition.lobby,
        "rules": game.version,
        "bots": [*game.room("heuristics").LEVELS, "random"],
        "options": {
            name: {"default": option.default, "values": list(option.values), "clause": option.clause}
            for name, option in edition.options.items()
        },
    }


def _size(words: Words, title: house.Title) -> str:
    low, high = title.edition.seats
    given: dict[str, str | int] = {"low": low, "high": high, "alike": str(low == high), "minutes": title.edition.minutes}
    return fill(words.word("terminal.size"), given)


def _describe(words: Words, row: dict[str, Any]) -> None:
    """The bots and the table options of a title: how each is typed, and what it means."""
    wishes.say(f"  --bots {','.join(row['bots'])}")
    for name, option in row["options"].items():
        values = option["values"]
        many = len(values) > 8 and all(isinstance(value, int) for value in values)
        can = f"{values[0]} .. {values[-1]}" if many else ", ".join(map(str, values))
        clause = f" ({option['clause']})" if option["clause"] else ""
        wishes.say(f"  --option {name}={option['default']}   {can}{clause}")
        wishes.say(f"      {words.word(f'option.{name}')}: {words.word(f'option.{name}.help')}")


# --- rules ------------------------------------------------------------------------------------------------------------------


def rules(
    game: GameName,
    clause: Annotated[str, typer.Argument(metavar="[CLAUSE]", help="One clause, such as KA-31.")] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="The table of clauses and tests; 1 if one has none.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rules of a game.

    Or one clause of them, or which test holds which clause.
    """
    found = house.find(game.partition("/")[0])
    if coverage:
        _coverage(found, as_json)
    elif clause:
        known = {row.id.upper(): row for row in lab_clauses.read_clauses(found)}
        if clause.upper() not in known:
            raise Nonsense(f"{found.id} has no clause {clause} ({', '.join(list(known)[:3])} ... {list(known)[-1]})")
        row = known[clause.upper()]
        if as_json:
            wishes.print_json({"id": row.id, "text": row.text})
        else:
            wishes.say(f"{row.id}: {row.text}")
    elif as_json:
        wishes.print_json([{"id": row.id, "text": row.text} for row in lab_clauses.read_clauses(found)])
    else:
        wishes.say(lab_clauses.rulebook(found), end=False)


def _coverage(game: Game, as_json: bool) -> None:
    made = lab_clauses.coverage(game)
    if as_json:
        wishes.print_json({"game": made.game, "clauses": made.clauses, "holes": made.holes, "unknown": made.unknown})
    else:
        wide = max((len(row.id) for row in made.clauses), default=0)
        for row in made.clauses:
            wishes.say(f"{row.id:<{wide}}  {', '.join(row.tests) or '- no test names it'}")
        for name, tests in made.unknown.items():
            wishes.say(f"{name} is no clause of {made.game}, but is named by {', '.join(tests)}")
        named = len(made.clauses) - len(made.holes)
        wishes.say(f"{len(made.clauses)} clauses, {named} with tests, {len(made.holes)} without, {len(made.unknown)} unknown names")
    if made.holes or made.unknown or not made.clauses:
        raise typer.Exit(wishes.FAILED)


# --- positions and records --------------------------------------------------------------------------------------------------


def position(
    line: Annotated[str, typer.Argument(metavar="LINE", help="A position line, in quotes; a dash reads it from standard input.")],
    seat: Eyes = None,
    deck: DeckFile = None,
    lang: Language = "",
    as_json: AsJson = False,
) -> None:
    """Read a position line and show it."""
    text = wishes.read_file(Path("-")).strip() if line == "-" else line
    sitting = _sitting_at(text, wishes.read_deck(deck) if deck else "")
    names = [f"seat {p}" for p in range(sitting.setup.seats)]
    _show(sitting, _eyes(sitting, seat), names, wishes.language_of(lang), as_json, told=False)


def _sitting_at(line: str, deck: str) -> Sitting:
    from ghosthouse.kernel import notation

    setup, _ = notation.read_line(house.find, line, deck)
    return Sitting.at(setup, line, bytes(16))  # nothing is drawn when a position is only looked at


def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file; a dash reads it from standard input.")],
    ply: Annotated[int | None, typer.Option("--ply", metavar="N", help="Stop after N decisions; 0 is the deal.")] = None,
    seat: Eyes = None,
    lang: Language = "",
    as_json: AsJson = False,
) -> None:
    """Play a record again.

    Up to any decision, through the eyes of any seat.
    """
    kept = read_record(wishes.read_file(record))
    if ply is not None and not 0 <= ply <= len(kept.moves):
        raise Nonsense(f"this record has no ply {ply} (0 to {len(kept.moves)})")
    sitting = kept.replay(house.find, ply)
    names = [kept.names.get(p, f"seat {p}") for p in range(sitting.setup.seats)]
    _show(sitting, _eyes(sitting, seat), names, wishes.language_of(lang), as_json, told=True)


def _eyes(sitting: Sitting, seat: int | None) -> int:
    if seat is not None and not 0 <= seat < sitting.setup.seats:
        raise Nonsense(f"there is no seat {seat} (seats are 0 to {sitting.setup.seats - 1})")
    return SPECTATOR if seat is None else seat


def _show(sitting: Sitting, viewer: int, names: list[str], language: str, as_json: bool, *, told: bool) -> None:
    from ghosthouse.terminal import PlainScreen, Speech
    from ghosthouse.terminal.draw import Numbered, Row, choices, result, table

    speech = Speech(Words(language, ["ghosthouse.terminal", sitting.setup.game.package]), names)
    heard = [(ply, speech.line(line, viewer)) for ply, line in sitting.lines(viewer)]
    view = sitting.view(viewer)
    open_choices = sitting.choices(viewer) if viewer >= 0 else []
    if as_json:
        wishes.print_json(
            {
                "title": sitting.setup.title,
                "options": sitting.setup.changed_options(),
                "ply": sitting.ply,
                "view": view,
                "choices": open_choices,
                "told": [{"ply": ply, "text": text} for ply, text in heard],
                "over": sitting.over(),
                "awaited": sitting.awaited(),
            }
        )
        return
    screen = PlainScreen(write=wishes.say)
    if told:
        screen.show([Row(f"{ply:>4}  {text}") for ply, text in heard])
    screen.show(table(speech, view, [""] * sitting.setup.seats))
    if open_choices:
        screen.show(choices(speech, view, Numbered.of(open_choices)))
    if sitting.over():
        screen.show(result(speech, view))


# --- scenarios --------------------------------------------------------------------------------------------------------------


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Run scenario files.

    Says what differed; exit 1 if anything did.
    """
    outcomes = []
    for file in _scenario_files(files):
        title, wrong = "", []
        try:
            found = read_scenario(file)
            title, wrong = found.title, run_scenario(found, house.find)
        except Refusal as problem:
            wrong = [str(problem)]
        outcomes.append({"file": str(file), "title": title, "wrong": wrong})
        if not as_json:
            wishes.say(f"{'FAILED' if wrong else 'ok'}  {file}" + (f": {title}" if title else ""))
            for what in wrong:
                wishes.say(f"    {what}")
    failed = sum(bool(outcome["wrong"]) for outcome in outcomes)
    if as_json:
        wishes.print_json({"passed": len(outcomes) - failed, "failed": failed, "scenarios": outcomes})
    else:
        wishes.say(f"{len(outcomes) - failed} passed, {failed} failed")
    if failed:
        raise typer.Exit(wishes.FAILED)


def _scenario_files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise Nonsense(f"there are no scenario files (*.toml) in {path}")
            yield from inside
        elif path.exists():
            yield path
        else:
            raise Nonsense(f"there is no file {path}")


# --- decks ------------------------------------------------------------------------------------------------------------------


def deck_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A deck file (TOML).")],
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME", help="For which game; all are tried if left out.")] = "",
    edition: EditionName = "",
    seats: SeatCount = 0,
    option: OptionWords = [],  # noqa: B006 - Typer copies it
    lang: Language = "",
    as_json: AsJson = False,
) -> None:
    """Check a deck file.

    And say what its game can tell about it.
    """
    text = wishes.read_deck(file)
    name, _, in_title = game.partition("/")
    known = [house.find(name)] if game else list(house.games().values())
    refused = {}
    for candidate in known:
        try:
            report = _check(candidate, text, edition or in_title, seats, option)
        except Refusal as problem:
            refused[candidate.id] = str(problem)
            continue
        if as_json:
            wishes.print_json({"game": candidate.id, "ok": True, "report": report.json() if report else None})
        else:
            words = Words(wishes.language_of(lang), [candidate.package])
            wishes.say(report.text(words) if report else f"{file} is a deck for {candidate.id}.", end=not report)
        return
    if len(refused) == 1:
        raise Nonsense(f"{file} is no deck for {known[0].id}: {refused[known[0].id]}")
    reasons = "\n".join(f"  {name}: {reason}" for name, reason in refused.items())
    raise Nonsense(f"{file} is a deck for no game of the house (--game GAME asks one of them):\n{reasons}")


def _check(game: Game, text: str, edition: str, seats: int, option: list[str]) -> Any:
    """What the game's own bench of decks says, or nothing where it has none but would play with this deck."""
    if _takes_anything(game):
        raise Nonsense(f"{game.id} is played with its own cards only")
    setup = game.setup(edition, seats, wishes.read_options(option), text)
    if importlib.util.find_spec(f"{game.package}.deck") is None:
        return None
    return game.room("deck").check(setup)


def _takes_anything(game: Game) -> bool:
    """A game that is content with a deck file of rubbish never reads deck files."""
    try:
        game.setup(deck="= rubbish")
    except Refusal:
        return False
    return True
