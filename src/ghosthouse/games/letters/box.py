"""What is in the box: editions and decks from `components/`, checked, and turned with a dictionary into the tables of the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any

from ghosthouse.kernel.components import component, editions, read_deck_file
from ghosthouse.kernel.game import Option, Setup
from ghosthouse.kernel.layout import int8, int16, int32, int64, layout
from ghosthouse.kernel.refusal import BadSetup

from . import words
from .automaton import NARROW, Automaton
from .state import ALPHABET, CARDS, SEATS, RingSeen, RingState, Seen, State, Tables

FLAG = (False, True)
COLOURS = ("green", "yellow", "red")
WORDS = ("words", "more", "fewer")  # a list of one's own; or what is added to a shipped one, and taken out of it
DECK_KEYS = {"cards", *COLOURS, *WORDS, "alphabet", "capitals"}
CARD = re.compile(r"(\S)\s*/?\s*(\S)")

# Dictionaries share compiled code where their tables have the same size: nodes and edges are rounded up to these.
# English up to level 60 and German level 50 fit the first (1.3 MB), all others the second (2.06 MB).
CAPACITIES = ((73728, 184320), (114688, 286720))
STEP = (65536, 131072)


def _options(row: dict[str, Any]) -> dict[str, Option]:
    options = {
        "removed": Option(default=row["removed"], values=tuple(row["variants"]), clause="GW-54"),
        "language": Option(default="english", values=tuple(words.ALPHABETS), clause="GWR-48"),
        "dictionary": Option(default=words.USUAL, values=(50, 60, 70), clause="GWR-48"),
        "spelling": Option(default="both", values=words.SPELLINGS, clause="GW-10"),
        "penalty_pick": Option(default="loser", values=("loser", "winner"), clause="GWR-09"),
        "empty_hand_end": Option(default="all", values=("all", "any"), clause="GWR-03"),
        "declare_seconds": Option(default=20, values=range(5, 121), clause="GWR-39"),
        "auto_judge": Option(default=False, values=FLAG, clause="GWR-40"),
        "live": Option(default=False, values=FLAG, clause="GWR-38"),
        "training": Option(default=False, values=FLAG),
        "first_direction": Option(default="clockwise", values=("clockwise", "anticlockwise"), clause="GW-04"),
    }
    if row["words"]:
        del options["language"], options["dictionary"], options["spelling"]
    return options


EDITIONS = editions(__package__, _options)


def shape(setup: Setup) -> type:
    """The layout of the state: two capacities serve 2 to 64 seats."""
    return State if setup.seats <= SEATS else RingState


def seen_shape(setup: Setup) -> type:
    """The layout of what a seat knows."""
    return Seen if setup.seats <= SEATS else RingSeen


def tables(setup: Setup) -> Tables:
    """Turn edition, options and deck into the tables of the rules, or refuse what cannot be played."""
    made: Tables = _tables(setup.edition.id, tuple(sorted(setup.options.items())), setup.deck)
    return made


# --- Decks ------------------------------------------------------------------------------------------------------------------


def read_deck(text: str) -> dict[str, Any]:
    """Read a deck file (TOML), or a bare word list: one word a line, of which no line looks like TOML."""
    if text and not re.search(r"[=\[\]]", text):
        return {"words": text}
    deck = read_deck_file(text)
    if unknown := set(deck) - DECK_KEYS:
        raise BadSetup(f"a deck file has {', '.join(sorted(DECK_KEYS))}; unknown: {', '.join(sorted(unknown))}")
    return deck


def deck_of(edition: str, text: str, language: str = "english") -> dict[str, Any]:
    """The deck that is played with: the edition's in a language, with whatever a file of one's own puts in its place."""
    row = EDITIONS[edition].row
    deck: dict[str, Any] = {"alphabet": words.ALPHABETS[language]} | component(__package__, "decks.toml")[row["decks"][language]]
    own = read_deck(text)
    if row["words"]:
        deck["words"] = words.component(row["words"]).decode()
    for key in (*WORDS, "alphabet", *COLOURS):
        if not isinstance(own.get(key, ""), str):
            raise BadSetup(f"{key} must be a text: a word on each line" if key in WORDS else f"{key} must be a text of letters")
    if not isinstance(own.get("capitals", False), bool):
        raise BadSetup("capitals must be true (fold them, as in German) or false (drop such words as names)")
    if any(colour in own for colour in COLOURS):
        deck |= dict.fromkeys(COLOURS, "")
    return deck | own


def pairs_of(deck: dict[str, Any], alphabet: str) -> list[tuple[int, int]]:
    """The cards of a deck as pairs of letters, smaller letter first; what is no card is said with what would be one."""
    cards = deck["cards"]
    if not isinstance(cards, list) or not cards:
        raise BadSetup('cards must list the cards of one player, for instance ["E/J", "A/T"]')
    pairs = []
    for card in cards:
        written = CARD.fullmatch(str(card).strip())
        letters = card if isinstance(card, list) else written.groups() if written else ()
        folded = [words.fold(str(letter), alphabet) for letter in letters]
        if len(folded) != 2 or not all(len(letter) == 1 and letter in alphabet for letter in folded):
            raise BadSetup(f"{card!r} is no card: a card has two letters of the alphabet {alphabet}, written E/J")
        one, two = (alphabet.index(letter) for letter in folded)
        pairs.append((one, two))
    return pairs


def points_of(deck: dict[str, Any], alphabet: str, pairs: list[tuple[int, int]]) -> list[int]:
    """What each letter is worth; every letter of the cards needs a colour, and only one."""
    points = [0] * len(alphabet)
    for worth, colour in enumerate(COLOURS, 1):
        for char in words.fold(str(deck[colour]), alphabet):
            if char not in alphabet:
                continue  # the edition's own colours may name letters that this alphabet does not have
            if points[alphabet.index(char)] not in (0, worth):
                raise BadSetup(f"{words.capital(char)} has two colours: a letter is green, yellow or red")
            points[alphabet.index(char)] = worth
    for letter in sorted({letter for pair in pairs for letter in pair}):
        if not points[letter]:
            raise BadSetup(f"{words.capital(alphabet[letter])} needs a colour: put it into green, yellow or red")
    return points


def alphabet_of(deck: dict[str, Any]) -> str:
    """The alphabet of a deck, in the order of its letters' numbers."""
    given: str = deck["alphabet"]
    alphabet = "".join(dict.fromkeys("".join(given.lower().split())))
    if not 2 <= len(alphabet) <= ALPHABET:
        raise BadSetup(f"an alphabet has 2 to {ALPHABET} letters, not {len(alphabet)}")
    if strange := [char for char in alphabet if not char.isalpha()]:
        raise BadSetup(f"an alphabet has letters only, not {strange[0]!r}")
    return alphabet


def own_words(edition: str, deck: dict[str, Any], options: Mapping[str, Any]) -> words.Checked | None:
    """The words of a table whose deck brings some, checked; None where a shipped list is played with as it is.

    GWR-48: a deck may bring a list of its own, or words that are added to the chosen one (`more`) or taken out of it (`fewer`).
    """
    shortest, capitals, alphabet = EDITIONS[edition].row["shortest"], deck.get("capitals", False), alphabet_of(deck)
    parts = {
        key: words.check_list(deck[key], alphabet, shortest, capitals=capitals, part="" if key == "words" else key)
        for key in WORDS
        if key in deck
    }
    if not parts:
        return None
    if "words" not in parts and alphabet != words.ALPHABETS[language_of(options)]:
        raise BadSetup("an alphabet of one's own needs a word list of one's own: give words as well")
    kept = parts["words"].words if "words" in parts else frozenset(words.listed_words(*listed_by(options)))
    if "more" in parts:
        kept |= parts["more"].words
    if "fewer" in parts:
        kept -= parts["fewer"].words
    dropped = tuple(drop for part in parts.values() for drop in part.dropped)
    return words.Checked(alphabet, shortest, kept, dropped, sum(part.repeated for part in parts.values()))


def report(setup: Setup) -> words.Checked | None:
    """What became of the word list that a setup brings: how many words were taken, and each line that was dropped."""
    deck = deck_of(setup.edition.id, setup.deck, language_of(setup.options))
    return own_words(setup.edition.id, deck, setup.options)


def words_of(setup: Setup) -> Collection[str]:
    """All words of the dictionary that a setup plays with."""
    checked = report(setup)
    return checked.words if checked else words.listed_words(*listed_by(setup.options))


def language_of(options: Mapping[str, Any]) -> str:
    """The language of a table's words."""
    return str(options.get("language", "english"))


def listed_by(options: Mapping[str, Any]) -> tuple[str, int, str]:
    """Which shipped list a table plays with: language, level, spelling. Only English has more than one spelling."""
    language = language_of(options)
    return language, options["dictionary"], options["spelling"] if language == "english" else "both"


# --- Tables -----------------------------------------------------------------------------------------------------------------


@cache
def tables_shape(nodes: int, edges: int, wide: bool) -> type[Tables]:
    """The record class of tables for automata up to a size: the fields of `Tables`, the large ones first."""
    fields: dict[str, Any] = {"mask": int64(nodes) if wide else int32(nodes), "first": int32(nodes), "edge": int32(edges)}
    fields |= {"root": int32(), "sign": int32(ALPHABET + 1), "seconds": int16(), "pair": int8(CARDS, 2)}
    fields |= {name: int8(CARDS) for name in ("kind", "twin")} | {"points": int8(ALPHABET + 1)}
    rest = (
        "letters",
        "wide",
        "shortest",
        "deck",
        "hand",
        "removed",
        "doubles",
        "any_empty",
        "winner_picks",
        "live",
        "judge",
        "training",
    )
    fields |= {name: int8() for name in (*rest, "anticlockwise")}
    declared = type("Tables", (), {**fields, "__annotations__": dict.fromkeys(fields, int), "__module__": __name__})
    declared.__doc__ = Tables.__doc__
    return layout(declared)


def capacity(nodes: int, edges: int) -> tuple[int, int]:
    """The size of tables that hold an automaton."""
    for most in CAPACITIES:
        if nodes <= most[0] and edges <= most[1]:
            return most
    return -(-nodes // STEP[0]) * STEP[0], -(-edges // STEP[1]) * STEP[1]


@lru_cache(maxsize=8)
def _tables(edition: str, chosen: tuple[tuple[str, Any], ...], text: str) -> Tables:
    """Make tables; setups that agree on everything but the seats share them, dictionary and all."""
    row, options = EDITIONS[edition].row, dict(chosen)
    language = language_of(options)
    deck = deck_of(edition, text, language)
    alphabet = alphabet_of(deck)
    pairs = pairs_of(deck, alphabet)
    points = points_of(deck, alphabet, pairs)
    hand, removed = row["hand"], options["removed"]
    if not 1 + removed + hand <= len(pairs) <= CARDS:
        raise BadSetup(
            f"a deck has {1 + removed + hand} to {CARDS} cards, not {len(pairs)}: "
            f"1 starts a word, {removed} are removed, {hand} are drawn (GW-02, GW-03)"
        )
    own = own_words(edition, deck, options)
    if own is not None and not own.words:
        raise BadSetup(f"the word list has no word that can be played: {own.report()}")
    if own is None and alphabet != words.ALPHABETS[language]:
        raise BadSetup("an alphabet of one's own needs a word list of one's own: give words as well")
    if own is not None:
        automaton = words.own_automaton(own.words, alphabet, language)
    else:
        automaton = words.listed_automaton(*listed_by(options))
    t: Tables = _filled(automaton)
    t.letters, t.wide, t.root = len(alphabet), int(len(alphabet) > NARROW), automaton.root
    for i, char in enumerate(alphabet):
        t.sign[i], t.points[i] = ord(char), points[i]
    _fill_cards(t, pairs)
    t.shortest, t.hand, t.removed = row["shortest"], hand, removed
    t.any_empty = int(options["empty_hand_end"] == "any")
    t.winner_picks = int(options["penalty_pick"] == "winner")
    t.live, t.judge, t.seconds = int(options["live"]), int(options["auto_judge"]), options["declare_seconds"]
    t.training = int(options["training"])
    t.anticlockwise = int(options["first_direction"] == "anticlockwise")
    return t


def _filled(automaton: Automaton) -> Any:
    nodes, edges = capacity(len(automaton.mask), len(automaton.edge))
    t = tables_shape(nodes, edges, automaton.letters > NARROW)()
    t.mask[: len(automaton.mask)] = memoryview(automaton.mask)
    t.first[: len(automaton.first)] = memoryview(automaton.first)
    t.edge[: len(automaton.edge)] = memoryview(automaton.edge)
    return t


def _fill_cards(t: Any, pairs: list[tuple[int, int]]) -> None:
    """Lay the cards into the tables; cards with the same letters, either way round, get the number of the first of them."""
    sets = [frozenset(pair) for pair in pairs]
    t.deck = len(pairs)
    for card, pair in enumerate(pairs):
        t.pair[card, 0], t.pair[card, 1] = pair
        t.kind[card] = sets.index(sets[card])
        t.twin[card] = next((other for other in range(card + 1, len(sets)) if sets[other] == sets[card]), card)
    t.doubles = int(len(set(sets)) < len(sets) or min(map(len, sets)) < 2)
