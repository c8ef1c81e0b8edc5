"""The second dictionary: German words, their deck, and how the list is made; and decks of words that a table agrees on."""

import gzip
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from ghosthouse.games.letters import GAME, automaton, box, lexicon, words
from ghosthouse.games.letters.heuristics import choose
from ghosthouse.games.letters.tests.play import at, deal, field, play, play_on, setup, told
from ghosthouse.kernel import BadSetup
from ghosthouse.kernel.components import component
from ghosthouse.kernel.layout import layout_of

ROOT = Path(__file__).parents[5]


# --- The list -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "count"), [(50, 100484), (60, 167080), (70, 236968)])
def test_the_german_list_has_three_sizes(level, count):
    """GWR-48: as README says."""
    assert len(words.listed_words("german", level)) == count


def test_german_words_are_folded_inflected_and_no_names():
    """GW-10: small letters, ß as ss, umlauts kept; common long words are there, rare long ones and names are not."""
    found = words.listed_words("german")

    assert {"gespenst", "gespenster", "gespenstern", "wohnzimmer", "strasse", "größe".replace("ß", "ss"), "übermut"} <= set(found)
    assert not {"berlin", "angela", "donaudampfschifffahrt", "straße"} & set(found)
    assert all(4 <= len(word) <= 15 and set(word) <= set(words.ALPHABETS["german"]) for word in found)
    levels = [set(words.listed_words("german", level)) for level in (50, 60, 70)]
    assert levels[0] < levels[1] < levels[2]


def test_common_german_words_are_known_to_more_bots():
    """A beginner knows Haus and Geist, a reader Gespenst; Ijjar only those who know the dictionary."""
    t = setup(language="german").tables

    assert [words.look_up(t, word).bands[0] for word in ("Haus", "Geist", "Gespenst", "Ijjar")] == [10, 10, 35, 50]


def test_the_shipped_german_automaton_is_that_of_the_list():
    """Words, parts of words and nearly words: the automaton knows them as the list does."""
    found = words.listed_words("german")
    packed = words.listed_automaton("german")
    t = setup(language="german").tables
    joined = "\n" + "\n".join(found) + "\n"
    rng = random.Random(29)
    every = sorted(found)

    assert (packed.words, packed.letters) == (len(found), 29)
    for _ in range(300):
        word = rng.choice(every)
        start = rng.randrange(len(word))
        text = word[start : start + rng.randint(1, 7)]
        if rng.random() < 0.5:
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(words.ALPHABETS["german"]) + text[place:]
        letters = words.numbers(t, text)
        assert lexicon.inside(t, letters, len(letters), lexicon.ALL) == (text in joined)
        assert lexicon.whole(t, letters, len(letters), lexicon.ALL) == (text in found)


def test_german_masks_are_narrow_and_its_dictionary_takes_two_megabytes():
    """29 letters and two marks fit 31 bits."""
    made = setup(language="german").tables

    assert made.wide == 0
    assert sum(field.size for field in layout_of(made).fields if field.name in ("mask", "first", "edge")) <= 2 * 1024 * 1024


@pytest.mark.slow
@pytest.mark.parametrize("level", [50, 60, 70])
def test_every_german_size_is_built_and_fits(level):
    """The same bound for all; what is shipped is what would be built."""
    built = automaton.build(words.listed_words("german", level), words.ALPHABETS["german"])

    nodes, edges = box.capacity(len(built.mask), len(built.edge))
    assert 8 * nodes + 4 * edges <= 2 * 1024 * 1024
    if level == words.USUAL:
        assert built == words.listed_automaton("german")


# --- The decks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", sorted(words.ALPHABETS))
def test_the_letters_of_a_deck_are_apportioned_by_the_words(language):
    """Section 1.3: 31 different cards; 62 places by Sainte-Laguë among the letters of all words, at least one each."""
    deck = component("ghosthouse.games.letters", "decks.toml")[GAME.editions["standard"].row["decks"][language]]
    counted = Counter(letter for word in words.listed_words(language) for letter in word)
    places = dict.fromkeys(counted, 1)
    rare = {letter for letter, n in counted.items() if n * 62 < sum(counted.values()) / 2}
    while sum(places.values()) < 62:
        open_ = [letter for letter in counted if letter not in rare]
        places[max(open_, key=lambda letter: counted[letter] / (2 * places[letter] + 1))] += 1

    letters = Counter("".join(card.replace("/", "").lower() for card in deck["cards"]))

    assert len({frozenset(card.split("/")) for card in deck["cards"]}) == 31
    assert all(len(set(card.split("/"))) == 2 for card in deck["cards"])
    assert letters == places
    assert sorted((deck["green"] + deck["yellow"] + deck["red"]).lower()) == sorted(words.ALPHABETS[language])

    assert all(any(letter in deck["green"] for letter in card.split("/")) for card in deck["cards"])


def test_a_german_table():
    """GW-28: a declared word with ß or an umlaut; the position line writes such letters like any other."""
    sitting = at("w0 RÖSS 1 | w1 S - | stack0 Ö | hand0 E/Q L/Ä | hand1 E/N T/Ö | deck0 T/H | deck1 I/K", language="german")

    play(sitting, "0: challenge impossible", "1: play Ö/T right", "1: declare Größe", "0: pick ö", dice=(0,))

    assert "declared_shown" in told(sitting)
    assert field(sitting, "stack1") == "RÖSS"
    assert sitting.scores() == [0, 1 + 3 + 1 + 1 + 1]
    play(sitting, "0: play Ä/L links", "1: play n left")
    assert field(sitting, "w1") == "ÄSÖ 0"


def test_bots_play_a_whole_german_game():
    """Words are declared and challenged, and somebody wins."""
    levels = ["beginner", "reader", "scholar"]
    sitting = deal(seats=3, seed="deutsch", language="german")
    rngs = [random.Random(p) for p in range(3)]
    while not sitting.over():
        seat = sitting.next_seat()
        sitting.act(seat, choose(sitting.mind(seat, levels[seat], rngs[seat])))

    assert sitting.winners()
    said = [move.text.removeprefix("declare ").lower() for move in sitting.moves if move.text.startswith("declare ")]
    assert said
    assert set(said) <= set(words.listed_words("german"))


# --- Words that a table agrees on -----------------------------------------------------------------------------------------------


def test_words_are_allowed_and_forbidden():
    """GWR-48: players may agree to allow other words; a table may do without some."""
    deck = 'more = "spooktacular\\nLondon\\n"\nfewer = "thin\\nboo\\n"'
    made = setup(deck=deck)
    known = box.words_of(made)

    assert "spooktacular" in known
    assert "thin" not in known
    assert len(known) == 79673
    assert [words.look_up(made.tables, text).word for text in ("spooktacular", "thin", "thing")] == [True, False, True]
    assert [(drop.part, drop.text) for drop in box.report(made).dropped] == [("more", "London"), ("fewer", "boo")]
    assert "line 1 of fewer" not in box.report(made).report()
    assert "line 2 of fewer: 'boo' is too short" in box.report(made).report()


def test_a_word_that_was_forbidden_is_no_declaration():
    """GW-28: THIN is forbidden here, THINK is not."""
    body = "w0 HIN 1 | w1 S - | stack0 Q | stack1 Q | hand0 E/J A/T | hand1 E/N O/M | deck0 T/Y | deck1 E/T"
    for said, heard in (("thin", "declared_misspelt"), ("think", "declared_shown")):
        sitting = play(at(body, deck="fewer = 'thin'"), "0: challenge impossible", "1: play E/N right", f"1: declare {said}")
        assert heard in told(sitting)


@pytest.mark.parametrize(("key", "value"), [("more", "3"), ("fewer", "['thin']")])
def test_what_is_no_list_is_refused(key, value):
    """A word on each line."""
    with pytest.raises(BadSetup, match=f"{key} must be a text: a word on each line"):
        setup(deck=f"{key} = {value}")


def test_a_german_list_of_ones_own():
    """With language=german: German letters and cards, capitals that mark no names, ss for ß."""
    made = setup(language="german", deck="Gespenst\nGroßmut\nÜbel\nth1nk\n")

    assert set(box.words_of(made)) == {"gespenst", "grossmut", "übel"}
    assert [drop.text for drop in box.report(made).dropped] == ["th1nk"]
    assert play_on(deal(language="german", deck="Gespenst\nÜbel\n", removed=9), random.Random(1)).over()


def test_the_examples_of_the_page_work():
    """docs/how-to/bring-a-dictionary.md: its files can be played with."""
    page = (ROOT / "docs" / "how-to" / "bring-a-dictionary.md").read_text("utf-8")
    files = [part.partition("```")[0] for part in page.split("```toml\n")[1:]]

    agreed, french = (setup(deck=text) for text in files)

    assert len(box.words_of(agreed)) == 79673 + 2 - 1
    assert words.look_up(french.tables, "hantée").word
    assert words.look_up(french.tables, "fantôme").text == "FANTOME"
    assert play_on(deal(deck=files[1], seats=3), random.Random(2)).over()
    assert all(key in box.DECK_KEYS for text in files for key in tomllib.loads(text))


# --- Building the list ----------------------------------------------------------------------------------------------------------


def test_the_german_list_can_be_built_again(tmp_path):
    """tools/build_german.py reads a list, folds it, weighs words by their families, and notes the smallest levels."""
    given = [f"HAUS{part.upper()} Haus{part}" for part in ("tor", "tier", "boot", "berg", "turm", "wand", "bahn")]
    given += [
        "HAUS Haus",
        "TOR Tor",
        "TIER",
        "BOOT",
        "BERG",
        "TURM",
        "WAND",
        "BAHN",
        "GROESSE Größe",
        "UEBELKEITEN Übelkeiten",
        "AB",
        "X1YZ",
    ]
    source = tmp_path / "words"
    source.write_bytes(gzip.compress("\n".join(given).encode()))
    command = [sys.executable, str(ROOT / "tools" / "build_german.py"), "--words", str(source), "--out", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    made = words.read_sections((tmp_path / "out" / words.list_file("german")).read_bytes())
    assert made == {
        (40,): ("haus",),  # six words begin with it, and count twice
        (50,): ("bahn", "berg", "boot", "grösse", "haustor", "tier", "turm", "wand"),
        (60,): ("hausbahn", "hausberg", "hausboot", "haustier", "hausturm", "hauswand"),
    }
    assert subprocess.run([*command, "--check"], env=environment, capture_output=True, check=False).returncode == 0
    source.write_bytes(b"HAUS Haus\n")
    stale = subprocess.run([*command, "--check"], env=environment, capture_output=True, text=True, check=False)
    assert (stale.returncode, "is stale" in stale.stderr) == (1, True)
