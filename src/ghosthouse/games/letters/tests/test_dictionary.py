"""The dictionary: the list, the automaton against brute force, lists of one's own, and what can be asked."""

import contextlib
import os
import random
import string
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.letters import GAME, automaton, box, lexicon, words
from ghosthouse.games.letters.state import GHOST
from ghosthouse.games.letters.tests.play import deal, play_on, setup
from ghosthouse.kernel import BadSetup, Sitting, pack
from ghosthouse.kernel.layout import layout_of
from ghosthouse.lab.playouts import AT_RANDOM, native_engine, plain_engine

ROOT = Path(__file__).parents[5]


def tables(found, alphabet=string.ascii_lowercase):
    """Tables of a small dictionary: words with their bands."""
    t = box._filled(automaton.build(found, alphabet))
    t.letters, t.wide, t.root = len(alphabet), int(len(alphabet) > automaton.NARROW), 1
    for i, char in enumerate(alphabet):
        t.sign[i] = ord(char)
    return t


def parts(found, known):
    """All strings inside words that somebody knows, by brute force."""
    return {
        word[i:j] for word, band in found.items() if band <= known for i in range(len(word)) for j in range(i + 1, len(word) + 1)
    }


# --- The list -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "spelling", "count"),
    [
        (50, "both", 63295), (60, "both", 79673), (70, "both", 115434),
        (60, "american", 77028), (60, "british", 78737), (50, "american", 61291), (70, "british", 113974),
    ],
)  # fmt: skip
def test_the_list_has_the_figures_of_the_rule_file(level, spelling, count):
    """GWR-48: sizes 50, 60 and 70, American, British or both."""
    assert len(words.listed_words("english", level, spelling)) == count


def test_the_default_list_is_the_one_that_was_counted():
    """Section 1.5: 686,754 letters; some words it has, some it has not."""
    found = words.listed_words("english")

    assert sum(map(len, found)) == 686754
    assert {"cafe", "gaol", "grey", "gray", "judgement", "judgment", "travelling", "traveling", "fiance"} <= set(found)
    assert not {"london", "nasa", "zyzzyva"} & set(found)
    assert all(word.isascii() and word.isalpha() and word.islower() and len(word) >= 4 for word in found)


def test_spellings_differ():
    """GW-10: both spellings are valid, or one alone."""
    american, british = words.listed_words("english", 60, "american"), words.listed_words("english", 60, "british")

    assert "color" in american
    assert "color" not in british
    assert "colour" in british
    assert "colour" not in american
    assert {"organise", "organize"} <= set(british)


def test_the_shipped_automaton_is_that_of_the_list():
    """What is shipped is what would be built from the list. (How fast: `ghosthouse bench letters`.)"""
    built = automaton.build(words.listed_words("english"), words.LATIN)

    assert built == automaton.unpack(words.component(words.usual_file("english")))
    assert automaton.unpack(built.pack()) == built


@pytest.mark.parametrize("level", [60, 70])
def test_a_dictionary_takes_at_most_two_megabytes(level):
    """Nodes of eight bytes and edges of four, rounded up so that dictionaries share compiled code."""
    made = setup(dictionary=level).tables
    dictionary = sum(field.size for field in layout_of(made).fields if field.name in ("mask", "first", "edge"))

    assert dictionary <= 2 * 1024 * 1024
    assert type(setup(dictionary=50, spelling="british").tables) is type(setup().tables)


def test_tables_are_shared_between_setups():
    """A house with a thousand tables holds one dictionary, whatever the number of seats."""
    assert setup(seats=2).tables is setup(seats=64).tables


# --- The automaton ------------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text("abcd", min_size=1, max_size=7), st.integers(0, 7), min_size=1, max_size=25), st.randoms())
def test_the_automaton_agrees_with_brute_force(found, rng):
    """GW-28, GW-10: inside, whole, extensions on both sides and a witness, for every vocabulary."""
    t = tables(found, "abcd")
    texts = ["".join(rng.choice("abcd") for _ in range(rng.randint(1, 6))) for _ in range(30)] + list(found)
    for known in (0, 3, 7, lexicon.ALL):
        inner = parts(found, known)
        whole = {word for word, band in found.items() if band <= known}
        for text in texts:
            word = ["abcd".index(char) for char in text]
            n = len(word)
            assert lexicon.inside(t, word, n, known) == (text in inner)
            assert lexicon.whole(t, word, n, known) == (text in whole)
            if text in inner:
                node = lexicon.walk(t, t.root, word, n)
                right = {c for c in "abcd" if lexicon.right_letters(t, node, known) >> "abcd".index(c) & 1}
                left = {c for c in "abcd" if lexicon.left_letters(t, word, n, known) >> "abcd".index(c) & 1}
                assert right == {c for c in "abcd" if text + c in inner}
                assert left == {c for c in "abcd" if c + text in inner}
            out = [0] * 60
            length = lexicon.witness(t, word, n, known, out)
            named = "".join("abcd"[letter] for letter in out[:length])
            assert (named in whole and text in named) if text in inner else length == 0


def test_the_english_automaton_agrees_with_the_list():
    """Strings from words, strings that are nearly words, and noise, against searching in the joined list."""
    t = setup().tables
    found = words.listed_words("english")
    joined = "\n" + "\n".join(found) + "\n"
    rng = random.Random(60)
    every = sorted(found)
    for _ in range(400):
        word = rng.choice(every)
        start = rng.randrange(len(word))
        text = word[start : start + rng.randint(1, 7)]
        if rng.random() < 0.5:
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(string.ascii_lowercase) + text[place:]
        letters = [ord(char) - 97 for char in text]
        assert lexicon.inside(t, letters, len(letters), lexicon.ALL) == (text in joined)
        assert lexicon.whole(t, letters, len(letters), lexicon.ALL) == (text in found)


def test_vocabularies_are_nested():
    """What SCOWL 20 knows, SCOWL 35 knows too: GHOS is in GHOST from size 20 on."""
    assert words.look_up(setup().tables, "ghos").bands == (20, 35, 40, 50, 55, 60, 70)
    assert words.look_up(setup().tables, "hink").bands[0] == 10
    assert words.look_up(setup().tables, "jq").bands == ()


@pytest.mark.parametrize("size", [26, 29, 30, 41, 52])
def test_alphabets_of_any_size_up_to_52(size):
    """More than 29 letters need masks of 64 bits; the questions are the same."""
    alphabet = (string.ascii_lowercase + "äöüßçéèàåøñžščćđłążźńśýůțș")[:size]
    rng = random.Random(size)
    found = {"".join(rng.choices(alphabet, k=rng.randint(3, 8))): rng.randrange(8) for _ in range(300)}
    t = tables(found, alphabet)
    inner = parts(found, lexicon.ALL)

    for _ in range(600):
        text = "".join(rng.choices(alphabet, k=2)) if rng.random() < 0.5 else rng.choice(sorted(inner))
        letters = [alphabet.index(char) for char in text]
        assert lexicon.inside(t, letters, len(letters), lexicon.ALL) == (text in inner)
        assert lexicon.whole(t, letters, len(letters), lexicon.ALL) == (text in found)
    assert t.wide == (size > 29)


def wide_deck(size):
    """A deck file with an alphabet of so many letters, all of them on its cards, and words of them."""
    alphabet = (string.ascii_lowercase + "äöüßçéèàåøñžščćđłążźńśýůțș")[:size]
    rng = random.Random(size)
    found = ["".join(rng.choices(alphabet, k=rng.randint(4, 8))) for _ in range(400)]
    letters = list(alphabet) + rng.choices(alphabet, k=62 - size)
    cards = [f"{one}/{two}" for one, two in zip(letters[:31], letters[31:], strict=True)]
    lines = [f'alphabet = "{alphabet}"', f"cards = {cards}", f'green = "{alphabet[::3]}"', f'yellow = "{alphabet[1::3]}"']
    return "\n".join([*lines, f'red = "{alphabet[2::3]}"', f'words = """{chr(10).join(found)}"""'])


@pytest.mark.parametrize("size", [30, 52])
def test_whole_games_with_alphabets_of_more_than_29_letters(size):
    """GWR-43: letters are numbers all the way: plays, ghost letters, declarations, penalties, positions, scores."""
    for seed in range(3):
        sitting = deal(seats=3, seed=f"wide {seed}", deck=wide_deck(size))
        rng = random.Random(seed)
        while not sitting.over():
            seat = rng.choice(sitting.awaited())
            legal = sitting.legal(seat)
            bold = [action for action in legal if 28 <= action < 32 or action >= GHOST]
            sitting.act(seat, rng.choice(bold if bold and rng.random() < 0.5 else legal))
            if sitting.ply % 16 == 0:
                assert pack(Sitting.at(sitting.setup, sitting.position(), sitting.key).state) == pack(sitting.state)
        assert sitting.winners()
        assert any(ord(char) > 127 for move in sitting.moves for char in move.text)


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("made", [{"deck": 52}, {"language": "german"}, {"dictionary": 70}], ids=str)
def test_large_dictionaries_play_the_same_in_native_code(made):
    """Masks of 64 bits, 29 letters, and the larger tables: games at random and of bots come out as in plain Python."""
    pytest.importorskip("numba")
    chosen = setup(seats=3, **{**made, "deck": wide_deck(made["deck"])} if "deck" in made else made)
    for levels in ([AT_RANDOM] * 3, [0, 2, 5]):
        native, plain = (engine(chosen, 7, levels)(0, 6) for engine in (native_engine, plain_engine))
        assert (native.decisions, native.points, native.wins) == (plain.decisions, plain.points, plain.wins)


@pytest.mark.parametrize("data", [b"", b"no words", automaton.MAGIC, automaton.MAGIC + b"\x01\x02", automaton.MAGIC + bytes(40)])
def test_a_damaged_file_of_words_is_said_to_be_one(data):
    """And a damaged one in the cache is built again."""
    with pytest.raises(ValueError, match="words"):
        automaton.unpack(data)


def test_built_automata_are_kept(tmp_path, monkeypatch):
    """The second table with the same list does not build again; a damaged file does no harm."""
    monkeypatch.setenv("GHOSTHOUSE_CACHE", str(tmp_path))
    monkeypatch.setattr(words, "WORTH_KEEPING", 1)
    built = []
    honest = words.build
    monkeypatch.setattr(words, "build", lambda *given: built.append(1) or honest(*given))
    mine = frozenset({"spook", "boo"})

    one, two = words.own_automaton(mine, "bkops"), words.own_automaton(mine, "bkops")
    assert (len(built), one) == (1, two)

    kept = next(tmp_path.iterdir())
    kept.write_bytes(kept.read_bytes()[:-3])
    assert words.own_automaton(mine, "bkops") == one
    assert len(built) == 2


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    """A file in the way of the folder: the automaton is built each time."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("GHOSTHOUSE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(words, "WORTH_KEEPING", 1)

    assert words.own_automaton(frozenset({"boo"}), "bo").words == 1


# --- Lists of one's own -------------------------------------------------------------------------------------------------------


def test_a_list_is_checked_and_what_is_dropped_is_said():
    """GW-10: proper nouns, digits and other signs, short words; each with its line."""
    checked = words.check_list("# mine\nghost\nLondon\n\nth1nk\nboo\nghost\ncafé\nrock'n'roll\n" + "a" * 49 + "\n")

    assert checked.words == {"ghost", "cafe"}
    assert [(drop.line, drop.why) for drop in checked.dropped] == [
        (3, words.PROPER), (5, words.SIGN), (6, words.SHORT), (9, words.SIGN), (10, words.LONG),
    ]  # fmt: skip
    assert checked.repeated == 1
    report = checked.report()
    assert "line 3: 'London' has a capital letter, as names have (GW-10)" in report
    assert "line 5: 'th1nk' has a sign that is no letter" in report
    assert "line 6: 'boo' is too short: words have at least 4 letters (GW-10)" in report
    assert "and 3 more lines" in checked.report(most=2)


def test_a_table_plays_with_a_list_of_its_own():
    """One word a line is a deck file already; what is not in it is no word."""
    t = setup(deck="spook\nhaunted\n").tables

    assert words.look_up(t, "spook").word
    assert words.look_up(t, "aunt").inside
    assert not words.look_up(t, "thin").inside


@pytest.mark.parametrize("text", ["London\nNASA\n", "12345\nx-ray\n", "a\nbe\n"])
def test_a_list_without_a_word_is_refused_with_its_report(text):
    """Each line with its reason."""
    with pytest.raises(BadSetup, match=r"line 1: .*\nline 2: "):
        setup(deck=text)


def test_a_german_list_can_be_brought():
    """Thirty letters, capitals folded, its own cards: masks of 64 bits, and a whole game."""
    deck = '''
words = """
Gespenst
Geist
Spuk
Schloß
Größe
Übermut
Straße
"""
alphabet = "abcdefghijklmnopqrstuvwxyzäöüß"
capitals = true
cards = ["E/Ü", "N/Ö", "I/ß", "S/G", "R/T", "A/U", "E/P", "T/H", "N/S", "E/I", "A/R"]
green = "ENISRATDHUL"
yellow = "CGMOBWFK"
red = "ZPVßJYXQÄÖÜ"
'''
    made = setup(deck=deck, removed=0)

    assert made.tables.wide == 1
    assert words.look_up(made.tables, "röß").inside
    assert words.look_up(made.tables, "STRASSE").word is False
    assert words.look_up(made.tables, "Straße").word
    assert play_on(deal(deck=deck, removed=0), random.Random(30)).over()


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_a_list_or_is_refused(text):
    """Whatever is given: a game, or a refusal with a reason, never an error."""
    with contextlib.suppress(BadSetup):
        assert GAME.setup("standard", 2, deck=text).tables.root == 1


# --- Building the list ----------------------------------------------------------------------------------------------------------


def test_the_list_can_be_built_again(tmp_path):
    """tools/build_dictionary.py reads lists by spelling, category and level, folds, filters, and notes the smallest levels."""
    lists = tmp_path / "scowl"
    lists.mkdir()
    (lists / "english-words.10").write_text("house\nhouses\nLondon\nit's\ncafé\nox\n", "utf-8")
    (lists / "american-words.35").write_text("color\nhouse\n", "utf-8")
    (lists / "british-words.20").write_text("colour\n", "utf-8")
    (lists / "english-upper.10").write_text("paris\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "tools" / "build_dictionary.py"), "--scowl", str(lists), "--out", str(tmp_path / "out")]

    done = subprocess.run([*command, "--readme", "none"], env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    made = words.read_sections((tmp_path / "out" / words.list_file("english")).read_bytes())
    assert made == {(10, 10): ("cafe", "house", "houses"), (35, 0): ("color",), (0, 20): ("colour",)}
    checked = subprocess.run([*command, "--readme", "none", "--check"], env=environment, capture_output=True, check=False)
    assert checked.returncode == 0
    (lists / "english-words.10").write_text("castle\n", "utf-8")
    stale = subprocess.run([*command, "--readme", "none", "--check"], env=environment, capture_output=True, text=True, check=False)
    assert (stale.returncode, "is stale" in stale.stderr) == (1, True)
    missing = [*command[:3], str(tmp_path / "nowhere")]
    assert subprocess.run(missing, env=environment, capture_output=True, check=False).returncode == 2
