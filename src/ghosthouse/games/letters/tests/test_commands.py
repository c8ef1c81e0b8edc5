"""`ghosthouse letters words`: questions to the dictionary on the command line."""

import json

import pytest

from ghosthouse.cli import main
from ghosthouse.games.letters import GAME, commands, words
from ghosthouse.games.letters.tests.play import setup
from ghosthouse.kernel import LANGUAGES, Words


@pytest.fixture
def type_in(capsys, monkeypatch):
    """Type `ghosthouse letters words ...`; the exit code and what was said."""
    monkeypatch.setenv("GHOSTHOUSE_LANG", "en")

    def run(*typed):
        code = main(["letters", "words", *map(str, typed)])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run


def test_letters_that_can_become_a_word(type_in):
    """Whether they are a word, how many have them, what may be added, what completes one, and who knows it."""
    code, said, _ = type_in("ghos")

    assert code == 0
    assert said == [
        "GHOS is not a word, but it can become one.",
        "15 longer words have it, for instance GHOST.",
        "No letter can go in front.",
        "At the end, these letters keep it alive: T.",
        "At the end, a word is completed by: T.",
        "The first bot that knows a word with it: pupil (SCOWL 20).",
    ]


def test_a_word_and_letters_that_are_in_none(type_in):
    """Several at once; exit 1 where one of them is in no word, or cannot be read."""
    code, said, _ = type_in("Thin", "jqxz", "x1")

    assert code == 1
    assert said[0] == "THIN is a word."
    assert said[1] == "117 longer words have it, for instance THINE."
    assert said[-2:] == ["JQXZ is in no word.", "X1 has a sign that is no letter here."]


def test_the_answer_depends_on_the_table(type_in):
    """GWR-48, GW-10: level, spelling, edition and list choose the dictionary."""
    rare = next(word for word, band in sorted(words.listed_words("english", 70, "both").items()) if band == 7 and len(word) > 9)

    assert type_in(rare)[1] == [f"{rare.upper()} is in no word."]
    assert type_in(rare, "-o", "dictionary=70")[1][0] == f"{rare.upper()} is a word."
    assert type_in("colour", "-o", "spelling=american")[1] == ["COLOUR is in no word."]
    assert type_in("thin", "star", "--edition", "mini")[1][:2] == ["THIN is in no word.", "STAR is a word."]
    assert type_in()[1] == ["The dictionary has 79673 words."]


def test_a_list_of_ones_own_is_reported_line_by_line(type_in, tmp_path):
    """GW-10: names, signs, short words; each with its line, its reason and the clause."""
    mine = tmp_path / "mine.txt"
    mine.write_text("spook\nLondon\nth1nk\nboo\nspook\n" + "\n".join(f"City{n}" for n in range(30)), "utf-8")

    code, said, _ = type_in("poo", "--deck", mine)

    assert code == 0
    assert said[4:9] == [
        "The first bot that knows a word with it: reader.",
        "1 word counts, 33 lines dropped, 1 repeated.",
        "Line 2: London has a capital letter, as names have (GW-10).",
        "Line 3: th1nk has a sign that is no letter here (GW-10).",
        "Line 4: boo is too short: words have at least 4 letters (GW-10).",
    ]
    assert said[-1] == "And 13 more lines: --all tells them."
    assert len(type_in("poo", "--deck", mine, "--all")[1]) == len(said) + 12


def test_a_list_without_a_word_is_refused(type_in, tmp_path):
    """With what became of each line."""
    mine = tmp_path / "mine.txt"
    mine.write_text("London\n12345\n", "utf-8")

    code, said, error = type_in("--deck", mine)

    assert (code, said) == (2, [])
    assert "line 1: 'London' has a capital letter" in error
    assert "line 2: '12345' has a sign" in error


def test_machines_get_json(type_in, tmp_path):
    """Everything that the text says."""
    mine = tmp_path / "mine.txt"
    mine.write_text("ghost\nboo\n", "utf-8")

    _, said, _ = type_in("hos", "--deck", mine, "--json")
    read = json.loads("\n".join(said))

    assert read["words"] == 1
    assert (read["asked"][0]["left"], read["asked"][0]["right"], read["asked"][0]["inside"]) == ("G", "T", True)
    assert read["list"]["dropped"] == [{"line": 2, "text": "boo", "why": "short", "part": ""}]


def test_it_is_said_in_both_languages(type_in):
    """Every line has its phrase, and nothing stays unfilled."""
    made = setup()
    for language in LANGUAGES:
        spoken = Words(language, [GAME.package])
        for text in ("thin", "hink", " GHTL", "jq", "x1", "", "GHOS", "zymurgy"):
            for line in commands.told(made, words.look_up(made.tables, text)):
                assert line.phrase in spoken
                assert "{" not in spoken.say(line, [])
    assert type_in("jq", "--lang", "de")[1] == ["JQ steht in keinem Wort."]
