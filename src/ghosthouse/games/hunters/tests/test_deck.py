"""Decks: the house's, and those that people type in; and how often each Trap is met, counted exactly."""

import contextlib
import json
import time
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.cli import main
from ghosthouse.games.hunters import GAME
from ghosthouse.games.hunters.box import EDITIONS, deck_file, house_deck, house_traps, read_deck
from ghosthouse.games.hunters.deck import check
from ghosthouse.games.hunters.narrate import condition_lines
from ghosthouse.games.hunters.odds import not_bust, odds, ways, worth
from ghosthouse.games.hunters.tests.oracle import met
from ghosthouse.games.hunters.tests.play import absent_on, at, deal, field, play, play_on, words
from ghosthouse.games.hunters.traps import parse, text_of
from ghosthouse.house import find
from ghosthouse.kernel import BadSetup, Record, Words, Zone, read_record
from ghosthouse.terminal.speech import Speech

HOUSE = deck_file(house_deck(EDITIONS["full"].row))

# The condition columns of the rule file's table: at 2, 4, 6, 8, 10, 12 dice that are not bust, and on a bust with six
TABLE = """
T01 T02 T03 T04  0.22 0.16 0.11 0.08 0.06 0.04  0.00
T05 T06 T07 T08  0.18 0.33 0.49 0.62 0.73 0.82  0.33
T09 T10 T11 T12  0.00 0.05 0.20 0.40 0.59 0.73  0.04
T13 T14 T15 T16  0.01 0.14 0.42 0.67 0.82 0.90  0.21
T17 T18 T19 T20  0.03 0.15 0.33 0.51 0.66 0.77  0.14
T21 T22 T23 T24  0.05 0.24 0.50 0.76 0.95 1.00  0.50
T25 T26          0.25 0.46 0.55 0.60 0.63 0.65  0.88
T27              0.00 0.15 0.23 0.29 0.32 0.35  0.77
T28              0.00 0.29 0.47 0.57 0.65 0.70  1.00
T29              0.00 0.16 0.64 0.93 1.00 1.00  0.64
T30 T31          0.00 0.10 0.33 0.57 0.74 0.85  0.08
T32              0.00 0.02 0.19 0.45 0.66 0.80  0.00
T33              0.00 0.08 0.35 0.74 0.98 1.00  0.35
T34              0.00 0.07 0.36 0.84 1.00 1.00  0.36
T35 T36          0.07 0.12 0.11 0.08 0.06 0.04  0.00
"""


def test_the_chances_are_those_of_the_rule_file():
    """Section 1.3: all seven columns of all 36 Traps, to two places."""
    expected = {}
    for row in TABLE.split("\n"):
        names = [word for word in row.split() if word[0] == "T"]
        expected |= {name: row.split()[len(names) :] for name in names}
    report = check(GAME.setup(deck=HOUSE))

    rows = {row["id"]: [*row["met"].values(), row["met_on_bust"]] for row in report.json()["traps"]}
    assert {name: [f"{chance:.2f}" for chance in chances] for name, chances in rows.items()} == expected


def test_how_often_the_dice_are_not_bust():
    """Section 1.3: 0.944, 0.741, 0.516, 0.332, 0.202 at 4 to 12 dice."""
    assert [f"{float(chance):.3f}" for chance in not_bust().values()] == ["1.000", "0.944", "0.741", "0.516", "0.332", "0.202"]


def test_every_way_is_counted_once():
    """C(12, k) sets of dice, each with 6**k numbers; those with more Dangerous dice than anybody asks for are left out."""
    every = ways((), (3, 3, 3, 3))

    for size in range(13):
        for danger in range(min(size, 4) + 1):
            expected = comb(12, size) * comb(size, danger) * 2**danger * 4 ** (size - danger)
            assert every.get((size, danger), 0) == (expected if danger < 3 or size <= 6 else 0)


@pytest.mark.parametrize("reroll_one", [False, True])
@pytest.mark.parametrize(
    "condition",
    [
        "n(R:1,5)>=1",
        "n(5,6)=1 & n(R)>=2",
        "samenum>=2 & n(G)>=1",
        "samecol>=3",
        "n(2,3)=2 & samecol>=2",
        "n(1)=0",
        "samenum>=2 & samecol>=2",
    ],
)
def test_counting_agrees_with_going_through_all_rolls(condition, reroll_one):
    """The same chances by the longest way: every order of drawing and every number, for a pouch of two red and two green dice."""
    pouch = ["R", "R", "G", "G"]
    found = {2: [Fraction(0), Fraction(0)], 4: [Fraction(0), Fraction(0)]}
    for size, (part, whole) in list(found.items()):
        for chosen in combinations(range(4), size):
            for order in sorted(set(_orders(chosen))):
                for numbers in product(range(1, 7), repeat=size):
                    weight = _opening_weight(numbers[0] > 4, numbers[1] > 4, reroll_one)
                    if not weight or sum(n > 4 for n in numbers) > 2:
                        continue
                    whole += weight
                    shown = [({pouch[die]}, n) for die, n in zip(order, numbers, strict=True)]
                    part += weight * met(condition, shown)
        found[size] = [part, whole]

    counted = odds(parse(condition), (2, 2), reroll_one=reroll_one).safe
    assert counted == {size: part / whole for size, (part, whole) in found.items()}


def _orders(chosen):
    """The orders of a set of dice in which the opening pair matters: which two came first, and which of them was second."""
    for first in chosen:
        for second in chosen:
            if first != second:
                yield (first, second, *(die for die in chosen if die not in (first, second)))


def _opening_weight(first, second, reroll_one):
    if first and second:
        return Fraction(0)
    if reroll_one:
        return Fraction(3, 2) if first else Fraction(1)
    return Fraction(1)


def test_chances_of_a_bust_at_six():
    """`bust6`: met when the round busts on the roll that brings six dice; against simulated rounds."""
    rng = Random(6)
    condition = "n(5)>=1 & n(6)>=1"
    hits = busts = 0
    while busts < 6000:
        numbers = [rng.randrange(1, 7) for _ in range(6)]
        if sum(n > 4 for n in numbers[:2]) == 2 or sum(n > 4 for n in numbers[:4]) > 2 or sum(n > 4 for n in numbers) < 3:
            continue
        busts += 1
        hits += met(condition, [({"R"}, n) for n in numbers])

    assert float(odds(parse(condition)).bust) == pytest.approx(hits / busts, abs=0.02)


def test_the_worth_of_the_house_traps_follows_from_their_chances():
    """traps.toml keeps what would take a moment to work out; for other decks a sample says nearly the same."""
    for card in house_traps():
        safe = odds(card.atoms).safe
        exact = 10 * card.fame * max(safe[8] * Fraction(19, 20), safe[2] + safe[4] * Fraction(7, 10))
        assert card.worth == round(exact), card.id
        assert worth(card.atoms, card.fame) == pytest.approx(float(exact), abs=3), card.id


def test_a_difficult_deck_keeps_nobody_waiting():
    """A table that is opened with somebody's deck only samples: what is hard to count costs no more than what is easy."""
    hard = "n(G:2,5,6)>=1 & n(G:4,6)>=1 & n(R:2,3,5)=1 & n(B:3,6)>=1 & n(R:1,2,6)>=2 & samenum>=3"
    rows = [f'{{ id = "x{n}", when = "{hard}", fame = 5 }}' for n in range(36)]
    begun = time.process_time()

    GAME.setup("full", 3, deck=own_deck(rows, ""))

    assert time.process_time() - begun < 5


def test_the_report_is_for_people_and_for_machines():
    """`ghosthouse deck check FILE`: a table in words, and plain values."""
    report = check(GAME.setup(deck=HOUSE))
    english, german = (report.text(Words(language, [GAME.package])) for language in ("en", "de"))

    lines = english.split("\n")
    assert lines[2].split() == ["Trap", "condition", "Fame", "2", "4", "6", "8", "10", "12", "bust", "6"]
    assert lines[4].split() == ["T02", "n(5,6)=0", "&", "n(2)>=1", "4", "0.22", "0.16", "0.11", "0.08", "0.06", "0.04", "0.00"]
    assert "Not bust" in english
    assert "144" in english
    assert "5 SWAP, 3 DIE-R4" in english
    assert "Nicht geplatzt" in german
    assert max(map(len, lines[2:-3])) < 110
    values = json.loads(json.dumps(report.json()))
    assert values["traps"][4]["when"] == "n(G:1,4)>=1"
    assert values["allies"]["SWAP"] == 5
    assert values["not_bust"]["12"] == pytest.approx(0.2016, abs=1e-4)


def test_the_check_knows_the_options_of_the_table():
    """GHR-01: where only the second die of a Dangerous opening is rolled again, one Dangerous die is likelier at two dice."""
    both, one = (check(GAME.setup(deck=HOUSE, options={"first_reroll": way})) for way in ("both", "one"))

    for report, chance in ((both, Fraction(1, 2)), (one, Fraction(5, 9))):
        safe = next(row.odds.safe[2] for row in report.rows if row.card.id == "T25")
        assert safe == chance / 2  # the Dangerous die is a 5 as often as a 6
    assert both.safe[12] != one.safe[12]


def test_the_mini_deck_is_counted_with_its_own_dice():
    """Six dice in two colours."""
    report = check(GAME.setup("mini", deck=deck_file(house_deck(EDITIONS["mini"].row))))

    assert list(report.safe) == [2, 4, 6]
    assert len(report.rows) == 6


# --- A deck of one's own ------------------------------------------------------------------------------------------------------

ROWS = [f'{{ id = "box{n}", when = "n({n % 4 + 1})>={1 + n // 13}", fame = {1 + n % 6} }}' for n in range(36)]
ALLIES = 'allies = [ { effect = "swap", copies = 5 }, { effect = "die", die = "R4", copies = 20 } ]'


def own_deck(rows=ROWS, allies=ALLIES):
    """A deck file."""
    return "traps = [\n" + ",\n".join(rows) + "\n]\n" + allies + "\n"


def test_a_deck_of_ones_own_is_played_with():
    """Whoever owns the box types its cards: they are dealt, scored, written and recorded by their own names."""
    sitting = deal(4, deck=own_deck())
    assert sitting.position().split(" | ")[0].endswith("deck=own")
    assert set(words(sitting, "row")) <= {f"box{n}" for n in range(36)}
    play_on(sitting, "own")

    record = Record.of(sitting)
    again = read_record(record.text()).replay(find)
    assert again.position() == sitting.position()
    assert max(sitting.scores()) > 0


def test_own_traps_say_what_they_want_and_pay():
    """They have no words of the house: the table reads the condition out, in every language; the log has their names."""
    sitting = at("middle G1 R2 | traps0 box0 | row box1 box2 box3 box4 box5", 2, deck=own_deck())
    piece = sitting.view().places[0].zones[0].pieces[0]

    assert (piece.id, piece.text, piece.tags) == ("own/box0", "box0", ["met"])
    assert said(piece, "en") == "box0 (a 1, 1 Fame) (met now)"
    assert said(piece, "de") == "box0 (eine 1, 1 Ruhm) (jetzt erfüllt)"
    play(sitting, "0: pass", "1: pass", "take BOX2")
    assert field(sitting, "traps0").startswith("box0! box2")
    line = next(line for _, line in sitting.lines(-1) if line.phrase == "told.took_trap")
    assert line.texts == {"trap": "box2"}


def said(piece, language):
    """A piece as the terminal says it."""
    return Speech(Words(language, ["ghosthouse.terminal", GAME.package]), []).piece(Zone("row", 1, [piece]), 0)


@pytest.mark.parametrize(
    ("when", "english", "german"),
    [
        ("n(5,6)=0 & n(2)>=1", "no Dangerous die, a 2", "kein gefährlicher Würfel, eine 2"),
        ("n(G:1,4)>=1", "a green 1 or 4", "eine grüne 1 oder 4"),
        ("n(1)>=2 & n(3)>=1", "2 dice showing 1, a 3", "2 Würfel mit 1, eine 3"),
        ("n(R)>=1 & n(Y)>=2", "a red die, 2 yellow dice", "ein roter Würfel, 2 gelbe Würfel"),
        ("n(5,6)>=2", "2 Dangerous dice", "2 gefährliche Würfel"),
        ("n(5,6)=1", "exactly one Dangerous die", "genau ein gefährlicher Würfel"),
        ("n(B)=0 & n(B)=2", "no blue die, exactly 2 blue dice", "kein blauer Würfel, genau 2 blaue Würfel"),
        ("n(B:1,2,3)=0", "no blue 1, 2 or 3", "keine blaue 1, 2 oder 3"),
        ("n(Y:6)=1 & n(1)=3", "exactly one yellow 6, exactly 3 dice showing 1", "genau eine gelbe 6, genau 3 Würfel mit 1"),
        ("n(R:2,5)>=2", "2 red dice showing 2 or 5", "2 rote Würfel mit 2 oder 5"),
        ("samenum>=3 & samecol>=2", "3 dice of one number, 2 dice of one colour", "3-mal die gleiche Zahl, 2 Würfel einer Farbe"),
        ("n(1,2,3,4,5,6)>=5", "5 dice showing 1, 2, 3, 4, 5 or 6", "5 Würfel mit 1, 2, 3, 4, 5 oder 6"),
    ],
)
def test_conditions_are_put_into_words(when, english, german):
    """Whoever sits at a table with typed cards reads and hears sentences, not formulas."""
    for language, sentence in (("en", english), ("de", german)):
        speech = Words(language, [GAME.package])
        assert ", ".join(speech.say(line, []) for line in condition_lines(parse(when))) == sentence


def test_a_house_name_in_an_own_deck_has_no_house_words():
    """A card that is called T05 but is another one must not be explained, or drawn, as the house's."""
    rows = [row.replace("box", "T0" if n < 10 else "T") for n, row in enumerate(ROWS)]
    sitting = deal(2, deck=own_deck(rows))
    pieces = [
        piece
        for zone in (*sitting.view().zones, *sitting.view().places[0].zones)
        for piece in zone.pieces
        if zone.id in ("row", "traps")
    ]

    assert len(pieces) == 6
    for piece in pieces:
        number = next(n for n, row in enumerate(rows) if f'"{piece.text}"' in row)
        assert said(piece, "en").startswith(f"{piece.text} (")
        assert f"{1 + number % 6} Fame" in said(piece, "en")
        assert f"piece.{piece.id}" not in Words("en", [GAME.package])


def test_half_a_deck_is_filled_up_by_the_house():
    """Traps alone or Allies alone may be typed."""
    only_traps = GAME.setup("full", 3, deck=own_deck(allies=""))
    only_allies = GAME.setup("full", 3, deck=ALLIES)

    assert only_traps.tables.copies[0] == 5
    assert list(only_allies.tables.copies)[:2] == [5, 0]
    assert absent_on(deal(3, deck=ALLIES)).over()


def test_a_deck_of_the_mini_edition_has_its_own_size():
    """Card for card, there as well."""
    with pytest.raises(BadSetup, match="this deck has 36 Traps; the box holds 6, no more and no fewer"):
        GAME.setup("mini", 2, deck=own_deck())
    assert GAME.setup("mini", 2, deck=own_deck(ROWS[:6], "")).tables.traps == 6


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (own_deck(ROWS[:35]), "this deck has 35 Traps; the box holds 36, no more and no fewer"),
        (own_deck([*ROWS, ROWS[0].replace("box0", "extra")]), "this deck has 37 Traps"),
        (own_deck(allies=ALLIES.replace("20", "19")), "this deck has 24 Allies; the box holds 25"),
        (
            own_deck([ROWS[0].replace("n(1)", "n(G:1,7)"), *ROWS[1:]]),
            r"Trap 1 \(box0\): the condition cannot be read\nn\(G:1,7\)>=1\n      \^ a number",
        ),
        (own_deck([ROWS[0].replace("box0", "box1"), *ROWS[1:]]), r"Trap 2 \(box1\): another Trap has this id"),
        (own_deck([ROWS[0].replace("box0", "Box1"), *ROWS[1:]]), r"Trap 2 \(box1\): another Trap has this id"),
        (own_deck([ROWS[0].replace("box0", "swap"), *ROWS[1:]]), r"Trap 1 \(swap\): swap is the name of an Ally"),
        (
            own_deck([ROWS[0].replace("box0", "my first card"), *ROWS[1:]]),
            r"Trap 1 \(my first card\): a Trap's id is 1 to 8 letters",
        ),
        (
            own_deck([ROWS[0].replace("fame = 1", "fame = 99"), *ROWS[1:]]),
            r"Trap 1 \(box0\): fame is a number from 0 to 60, not 99",
        ),
        (own_deck([ROWS[0].replace("fame = 1", "fame = true"), *ROWS[1:]]), r"fame is a number from 0 to 60, not True"),
        (
            own_deck([ROWS[0].replace("fame = 1", "fame = 1, worth = 3"), *ROWS[1:]]),
            r"Trap 1 \(box0\): unknown worth \(a row has: fame, id, when\)",
        ),
        (own_deck([ROWS[0].replace('id = "box0", ', ""), *ROWS[1:]]), 'Trap 1 needs an id: a short name, for instance id = "T01"'),
        (own_deck(['{ id = "x", fame = 3 }', *ROWS[1:]]), r'Trap 1 \(x\) needs a condition, for instance when = "n\(R\)>=2"'),
        (
            own_deck(allies='allies = [ { effect = "ghost" } ]'),
            "Ally 1: there is no effect 'ghost' .there are: swap, tint, turn, banish",
        ),
        (
            own_deck(allies='allies = [ { effect = "die" } ]'),
            'Ally 1: a die is a colour R, G, B, Y and a number, for instance die = "R4", not None',
        ),
        (own_deck(allies='allies = [ { effect = "die", die = "K9" } ]'), "not 'K9'"),
        (own_deck(allies='allies = [ { effect = "swap", die = "R4" } ]'), 'Ally 1: only effect = "die" names a die'),
        (own_deck(allies='allies = [ { effect = "swap" }, { effect = "swap" } ]'), "Ally 2: there is another row for SWAP"),
        (own_deck(allies='allies = [ { effect = "swap", copies = 0 } ]'), "copies is a number from 1 on, not 0"),
        (own_deck(allies="allies = 3"), "allies must be a list of rows"),
        (own_deck(allies="", rows=["3"]), "traps must be a list of rows"),
        (own_deck(allies='allies = [ { effect = ["swap"] } ]'), "Ally 1: there is no effect .'swap'."),
        ("# only a remark", "this one has neither"),
        ("dice = 12", "unknown: dice"),
        ("traps = [", "the deck file is no TOML"),
    ],
)
def test_what_is_wrong_with_a_deck_is_said_with_its_place(text, why):
    """A card that cannot be read is named, and so is what would work."""
    with pytest.raises(BadSetup, match=why):
        GAME.setup("full", 3, deck=text)


@settings(max_examples=150)
@given(st.integers(0, len(HOUSE)), st.integers(0, 12), st.text(alphabet='n()>=&,:0159RGT"{}[]#= \n\\e\u0000\u202e', max_size=12))
def test_no_slip_of_the_pen_breaks_the_reader(place, gone, typed):
    """Law 5: whatever is struck out of a deck file or typed into it, it is read or refused in words that can be printed."""
    text = HOUSE[:place] + typed + HOUSE[place + gone :]

    with contextlib.suppress(BadSetup):
        deck = read_deck(text, EDITIONS["full"].row)
        assert (len(deck.traps), sum(deck.allies.values())) == (36, 25)


def test_the_deck_of_the_house_is_printed_to_type_over(capsys):
    """`ghosthouse hunters deck > box.toml`: a whole file, and of the mini edition too."""
    for edition, typed in (("full", []), ("mini", ["--edition", "mini"])):
        assert main(["hunters", "deck", *typed]) == 0
        text = capsys.readouterr().out
        deck, house = read_deck(text, EDITIONS[edition].row), house_deck(EDITIONS[edition].row)
        assert [(card.id, card.atoms, card.fame) for card in deck.traps] == [(c.id, c.atoms, c.fame) for c in house.traps]
        assert deck.allies == house.allies
    assert main(["hunters", "deck", "--edition", "grand"]) == 2


def test_the_deck_of_the_house_can_be_written_and_read():
    """To start one's own from: the same cards, now by their ids only."""
    setup = GAME.setup("full", 3, deck=HOUSE)
    house = GAME.setup("full", 3)

    for field_name in ("fame", "copies"):
        assert list(getattr(setup.tables, field_name)) == list(getattr(house.tables, field_name))
    assert all(setup.tables.atom[i, j] == house.tables.atom[i, j] for i in range(36) for j in range(6))
    assert text_of(parse("n( 5 ,6 )=0&n(2) >= 1")) == "n(5,6)=0 & n(2)>=1"
