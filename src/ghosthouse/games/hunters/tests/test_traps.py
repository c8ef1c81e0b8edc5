"""The language of conditions: read, written, packed into numbers, and judged by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthouse.games.hunters import rules
from ghosthouse.games.hunters.box import house_traps
from ghosthouse.games.hunters.cards import cell_of, cell_text, is_house, label, label_text
from ghosthouse.games.hunters.state import ATOMS, CELLS, COUNTS, TINTED
from ghosthouse.games.hunters.tests.oracle import component, met
from ghosthouse.games.hunters.tests.play import at, field, play
from ghosthouse.games.hunters.traps import Atom, ConditionError, parse, text_of, unpacked

faces = st.lists(st.integers(0, 5), min_size=1, max_size=6, unique=True).map(lambda found: tuple(sorted(found)))
numbers = st.integers(1, 31)
counts = st.one_of(
    st.builds(Atom, st.just("n"), numbers, st.booleans(), st.none(), faces),
    st.builds(Atom, st.just("n"), st.integers(1, 4), st.booleans(), st.integers(0, 3), st.one_of(st.just(()), faces)),
    st.builds(Atom, st.just("n"), st.integers(0, 3), st.just(True), st.none() | st.integers(0, 3), faces),
)
atoms = st.one_of(counts, st.builds(Atom, st.sampled_from(["samenum", "samecol"]), numbers))
conditions = st.lists(atoms, min_size=1, max_size=ATOMS).map(tuple)


@given(conditions)
def test_what_is_written_is_read_again(condition):
    """Section 1.2 of the rule file: every condition has a text, and the text is that condition."""
    assert parse(text_of(condition)) == condition
    assert parse(text_of(condition).replace(" ", "").replace(">=", "  >= ").replace(",", " , ")) == condition


@given(conditions)
def test_packed_atoms_say_the_same(condition):
    """The numbers that the rules read hold all of it, and none of them is 0."""
    for atom in condition:
        assert unpacked(atom.packed()) == atom
        assert 0 < atom.packed() < 1 << 31


dice = st.lists(st.tuples(st.integers(0, CELLS - 1), st.booleans()), max_size=14)


@given(conditions, dice)
def test_rules_judge_as_the_text_says(condition, shown):
    """GH-20, GH-21: the packed condition over counted dice, against its text over a list of dice; tinted: all colours."""
    counted = [0] * COUNTS
    for cell, tinted in shown:
        rules.tally(counted, cell + TINTED * tinted, 1)
    listed = [(set("RGBY") if tinted else {cell_text(cell)[0]}, cell % 6 + 1) for cell, tinted in shown]

    assert all(rules.holds(counted, atom.packed()) for atom in condition) == met(text_of(condition), listed)


def test_atoms_never_use_dice_up():
    """GH-20: one die can serve any number of atoms and of Traps; a Trap pays once, not for each die."""
    sitting = at("phase trap | turn 0 | middle G1 R3 | traps0 T05 | row T13 T25 T26 T27 T28")
    play(sitting, "take T13")

    assert field(sitting, "earned") == "8 0 0"  # 5 for 1, 3, green and red with two dice, and 3 for the same green 1


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("n(G:1,7)>=1", 6, "a number of a die is 1 to 6, not 7"),
        ("n(2)>2", 4, "'>=' or '=' is missing here"),
        ("n(2)>=1 & n(3)", 14, "'>=' or '=' is missing here"),
        ("n(2)>=1 &", 9, "a part begins with n(, samenum or samecol"),
        ("n(2)>=1 n(3)>=1", 8, "here ' & ' and another part could follow, or nothing"),
        ("n(2)>=1 and n(3)>=1", 8, "here ' & ' and another part could follow, or nothing"),
        ("n[2]>=1", 1, "'(' is missing here"),
        ("n(2>=1", 3, "')' is missing here"),
        ("n(K)>=1", 2, "there is no colour K (there are: R, G, B, Y)"),
        ("n(g)>=1", 2, "there is no colour g (there are: R, G, B, Y)"),
        ("n(2,2)>=1", 4, "2 stands there twice"),
        ("n()>=1", 2, "a number of a die (1 to 6) is missing here, or a colour R, G, B, Y"),
        ("n(G:)>=1", 4, "a number of a die (1 to 6) is missing here, or a colour R, G, B, Y"),
        ("n(1,)>=1", 4, "a number of a die (1 to 6) is missing here"),
        ("n(2)>=", 6, "how many is missing here (1 to 31)"),
        ("n(2)>=0", 6, "how many is 1 to 31, not 0"),
        ("n(2)>=32", 6, "how many is 1 to 31, not 32"),
        ("n(2)>=99999999999999999999", 6, "how many is 1 to 31, not 99999999999999999999"),
        ("samenum=3", 7, "'>=' is missing here"),
        ("samenums>=3", 7, "'>=' is missing here"),
        ("", 0, "a part begins with n(, samenum or samecol"),
        ("six dice", 0, "a part begins with n(, samenum or samecol"),
        (" & ".join(["n(R)>=1"] * 7), 0, "a condition has up to 6 parts, not 7"),
    ],
)
def test_an_error_points_at_the_character(text, place, why):
    """Section 1.2: whoever types a card is shown where it went wrong."""
    with pytest.raises(ConditionError) as caught:
        parse(text)

    assert (caught.value.place, caught.value.why) == (place, why)
    assert str(caught.value) == f"{text}\n{' ' * place}^ {why}"


@given(st.text(alphabet="n()samecolu>=&,:0123456789RGBYK x²é", max_size=30))
def test_no_text_breaks_the_reader(text):
    """Nonsense is refused with a place inside the text, whatever it is."""
    found, place = (), 0
    try:
        found = parse(text)
    except ConditionError as problem:
        place = problem.place

    assert 0 <= place <= len(text)
    assert not found or parse(text_of(found)) == found


def test_the_house_has_thirty_six_traps():
    """Section 1.3: 144 Fame in all; two 2s, ten 3s, eleven 4s, twelve 5s, one 6; the printed four as they are printed."""
    cards = {card.id: card for card in house_traps()}
    fame = [card.fame for card in cards.values()]

    assert len(cards) == 36
    assert sum(fame) == 144
    assert [fame.count(n) for n in range(2, 7)] == [2, 10, 11, 12, 1]
    assert {name: (text_of(cards[name].atoms), cards[name].fame) for name in ("T02", "T05", "T09", "T13")} == {
        "T02": ("n(5,6)=0 & n(2)>=1", 4),
        "T05": ("n(G:1,4)>=1", 3),
        "T09": ("n(1)>=2 & n(3)>=1", 5),
        "T13": ("n(1)>=1 & n(3)>=1 & n(G)>=1 & n(R)>=1", 5),
    }


def test_the_house_has_twenty_five_allies():
    """Section 1.4: 5+3+2+2+2+3+3+2+2+1."""
    assert [row["copies"] for row in component("allies.toml")["allies"]] == [5, 3, 2, 2, 2, 3, 3, 2, 2, 1]


@given(st.text(alphabet="ABCabcXYZ0189-_", min_size=1, max_size=8), st.booleans())
def test_ids_are_packed_and_read_again(text, house):
    """A Trap is called what its owner calls it."""
    number = label(text, house=house)

    assert (label_text(number), is_house(number)) == (text, house)
    assert 0 < number < 1 << 62


@pytest.mark.parametrize("text", ["", "nine chars", "a b", "ä", "123456789", "x|y"])
def test_ids_that_cannot_be_written_are_refused(text):
    """They would not fit into a position line."""
    with pytest.raises(ValueError, match="1 to 8 letters"):
        label(text, house=False)


def test_dice_are_read_as_they_are_written():
    """A colour and a number."""
    assert [cell_of(cell_text(cell)) for cell in range(CELLS)] == list(range(CELLS))
    assert [cell_of(word) for word in ("r5", "K5", "R7", "R0", "R", "R55", "")] == [4, -1, -1, -1, -1, -1, -1]
