"""The parlour game Ghost as an oracle.

Two players, one word, letters at the right end alone, any letter at any time: then our game is the classic one. Who adds a
letter after which no word can begin like that, or completes a word, loses. The solver below is written from that definition,
with a set of words; the other ones ask the automaton, and the rules themselves.
"""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.letters import GAME, lexicon, moves, rules, words
from ghosthouse.games.letters.state import COMPLETE, IMPOSSIBLE, PAY, SHOWN, SILENT
from ghosthouse.games.letters.tests.play import setup
from ghosthouse.kernel import Chance, Sitting, copy, legal_actions

OPENINGS = ["a", "h", "j", "m", "r"]  # who begins the English game with one of these wins
START = "z"  # begins each word of the small dictionaries, and stands nowhere else: so to be inside a word is to begin one


def classic(dictionary):
    """Return a function that says who wins at a fragment: True for whoever has to add the next letter."""
    starts = {word[:i] for word in dictionary for i in range(len(word) + 1)}
    letters = sorted({letter for word in dictionary for letter in word})

    @cache
    def wins(fragment):
        return any(
            fragment + letter in starts and fragment + letter not in dictionary and not wins(fragment + letter)
            for letter in letters
        )

    return wins, starts, letters


def by_automaton(t, alphabet):
    """The same, asked of the automaton: what begins a word, and what is one."""

    @cache
    def wins(fragment):
        node = lexicon.beginning(t)
        for letter in fragment:
            node = lexicon.child(t, node, letter)
        for letter in range(alphabet):
            to = lexicon.child(t, node, letter)
            if to != lexicon.NOWHERE and not lexicon.ends_here(t, to, lexicon.ALL) and not wins((*fragment, letter)):
                return True
        return False

    return wins


def by_rules(sitting):
    """The same, by playing our rules: letters go to the right end only, and nobody gives up or spends a ghost card.

    A seat wins if some challenge of its neighbour's last letter succeeds against the best answer, or some letter leaves the
    neighbour lost.
    """
    made, t = sitting.setup, sitting.tables

    def after(s, seat, action):
        world = copy(s)
        rules.play(world, t, Chance(bytes(16)), seat, action)
        return world

    def succeeds(s, seat, action):
        world = after(s, seat, action)
        other = 1 - seat
        if action == IMPOSSIBLE:
            answers = legal_actions(made, world, other)
            world = after(world, other, SHOWN if SHOWN in answers else SILENT)
        assert world.phase == PAY  # the loser holds cards, and is asked for one
        return moves.loser_of(world, 0) == other

    @cache
    def wins(fragment, seat):
        s = at[fragment, seat]
        actions = legal_actions(made, s, seat)
        if any(action in actions and succeeds(s, seat, action) for action in (IMPOSSIBLE, COMPLETE)):
            return True
        found = False
        for action in actions:
            if action < 28 and action & 1:  # a card, at the right end
                world = after(s, seat, action)
                word = "".join(chr(t.sign[letter]) for letter in world.seat[0].word[: world.seat[0].letters])
                at[word, 1 - seat] = world
                found = found or not wins(word, 1 - seat)
        return found

    first = "".join(chr(t.sign[letter]) for letter in sitting.state.seat[0].word[: sitting.state.seat[0].letters])
    at = {(first, sitting.next_seat()): sitting.state}
    return wins, at, first


SMALL = st.sets(st.text("abcd", min_size=3, max_size=5), min_size=1, max_size=30)


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_the_rules_play_the_classic_game(dictionary):
    """GW-16, GW-24 to GW-31: with letters added at the right end only, the winner and the winning openings are those of Ghost."""
    wins, starts, _ = classic(dictionary)
    deck = "\n".join(
        (
            'cards = ["A/B", "A/B", "A/B", "A/B", "A/B", "C/D", "C/D", "C/D", "C/D", "Z/A"]',
            'alphabet = "abcdz"',
            'green = "abcdz"',
            f"words = '''{chr(10).join(START + word for word in sorted(dictionary))}'''",
        )
    )
    hands = "hand0 A/B A/B A/B A/B C/D C/D C/D | hand1 A/B A/B A/B A/B C/D C/D C/D"
    made = GAME.setup("standard", 2, {"removed": 0}, deck)
    sitting = Sitting.at(made, f"letters/standard seats 2 removed=0 | turn 21 | w0 Z - | w1 - | {hands}", bytes(16))

    played, at, first = by_rules(sitting)

    assert first == START
    assert played(START, 0) == wins("")
    for letter in "abcd":
        opened = letter in starts and letter not in dictionary and not wins(letter)
        assert opened == (not played(START + letter, 1))
    assert len(at) > 4


def test_the_openings_of_the_english_game():
    """With the whole dictionary: who wins, by which first letters, and at every fragment of up to three letters."""
    dictionary = set(words.listed_words("english"))
    t = setup().tables
    wins, starts, letters = classic(dictionary)
    solved = by_automaton(t, 26)

    for fragment in sorted(start for start in starts if len(start) <= 3 and start not in dictionary):
        assert wins(fragment) == solved(tuple(ord(char) - 97 for char in fragment)), fragment

    winning = [letter for letter in letters if not wins(letter)]
    assert wins("") is bool(winning)
    assert winning == OPENINGS


@pytest.mark.parametrize(("level", "spelling"), [(50, "american"), (50, "british")])
def test_other_dictionaries_agree_too(level, spelling):
    """Every table's dictionary is walked the same way."""
    dictionary = set(words.listed_words("english", level, spelling))
    wins, _, letters = classic(dictionary)
    solved = by_automaton(setup(dictionary=level, spelling=spelling).tables, 26)

    assert [wins(letter) for letter in letters] == [solved((ord(letter) - 97,)) for letter in letters]
