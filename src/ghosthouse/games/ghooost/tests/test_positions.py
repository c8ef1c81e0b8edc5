"""Positions and moves as text: what is read, what is filled in, and what is refused with a sentence."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthouse.games.ghooost.cards import REASONS, SIGNS
from ghosthouse.games.ghooost.position import KEYS as KEYS_WRITTEN
from ghosthouse.games.ghooost.tests.play import at, can, every_field, field, ghosts, play, play_on, refusal, setup
from ghosthouse.games.ghooost.tests.test_laws import everywhere, sittings, walk
from ghosthouse.kernel import BadPosition, Nonsense, NotYourTurn, Sitting, pack


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("hand0 7 7 7 | pile 7 7", "too many 7: this deck has 4, but 5 stand in pile, hand0"),
        ("hand0 X X X", "too many X: this deck has 2, but 3 stand in hand0"),
        ("kitties 5", "the field 'kitties' takes a number from 0 to 4"),
        ("kitties 3 | hand0 K K", "too many K: this deck has 4"),
        ("hand0 15", "hand0: there is no ghost '15'"),
        ("hand0 any any", "the word any stands once in a field"),
        ("hand7 5", "the field 'hand7' is for a seat that is not there"),
        ("known3 5", "the field 'known3' is for a seat that is not there"),
        ("pile 9 5", "5 cannot lie on 9"),
        ("pile 12 14", "14 cannot lie on 12"),
        ("pile 3 4", "4 cannot lie on 3"),
        ("pile 11", "a Skeletum never lies there"),
        ("pile 4 4 4 4", "four 4s in a row are a Quartet"),
        ("pile X4", "X4 must lie on the 4 that she was played with"),
        ("pile 4 X4 X4", "so many Miss Copies cannot lie on 4"),
        ("pile K", "no ghost 'K' can lie there"),
        ("pile X", "no ghost 'X' can lie there"),
        ("pile 77", "no ghost '77' can lie there"),
        ("turn 3", "turn is a seat from 0 to 2"),
        ("turn 1 | left 1", "seat 1 has left and cannot be on turn"),
        ("left 1 1", "left names each seat once"),
        ("left 1 2", "only one player is left"),
        ("left 1 | hand1 5", "seat 1 has left, so it holds nothing"),
        ("hand1 - | mansion1 -", "seat 1 holds nothing, so it has left"),
        ("mansion0 any11", "mansion0 holds 11 ghosts: 10 at most"),
        ("crypt 5 any | mansion1 any3", "before midnight every Mansion holds 10 ghosts, but mansion1 3"),
        ("crypt 5 any | hand1 2 2", "before midnight every hand holds at least 4 ghosts, but hand1 2"),
        ("crypt 5 any | left 2", "before midnight every Mansion holds 10 ghosts, but mansion2 0"),
        ("crypt any | discard any", "only one field can take all the ghosts that are left"),
        ("discard 5", "these ghosts stand nowhere"),
        ("hand0 any63", "63 more ghosts are needed, but only 62"),
        ("hand0 any61", "10 more ghosts are needed, but only 1 of this deck are left"),
        ("hand0 5 | known0 5 5", "known0 is a part of hand0"),
        ("hand0 5 | known0 Q", "known0: there is no ghost 'Q'"),
        ("stall 200", "the field 'stall' takes a number from 0 to 199"),
        ("pile 4 | passes 1", "turns are lost only after midnight"),
        ("passes 3", "turns are lost only after midnight"),
        ("again sometimes", "again is one of double, triple, quartet, skeletum"),
        ("again quartet | pile 4", "after a quartet the Cemetery is empty"),
        ("again skeletum | stall 1", "after a skeletum the Cemetery is empty, and stall is 0"),
        ("again skeletum | hand0 11 11 11 11", "after a skeletum its ghosts lie in the discard pile"),
        ("again quartet | crypt any | discard 5 5 5", "after a quartet its ghosts lie in the discard pile"),
        ("again double | pile 4", "after a double so many equal ghosts lie on top"),
        ("skipped 1", "seat 1 cannot have been passed over just now"),
        ("kitties 1 | skipped 0", "seat 0 cannot have been passed over just now"),
        ("kitties 1 | skipped 1", "seat 1 cannot have been passed over just now"),
        ("kitties 1 | skipped 2 | direction ccw", "seat 2 cannot have been passed over just now"),
        ("kitties 1 | skipped 2 | left 2", "seat 2 cannot have been passed over just now"),
        ("direction up", "the direction is cw or ccw"),
        ("boos 0 1 0", "boos takes a number up to 0"),
        ("boos 0 1", "boos takes a number up to 0 for each of the 3 seats"),
        ("voids 1", "the field 'voids' takes a number from 0 to 0"),
        ("turn -", "the game is over: all but one have left"),
        ("ghosts 5", "unknown field 'ghosts'"),
        ("pile 4 | pile 5", "the field 'pile' stands there twice"),
    ],
)
def test_positions_that_cannot_be(body, says):
    """Whatever no game could reach is refused with what is wrong: five 7s, a Skeletum in the pile, a hand too small."""
    with pytest.raises(BadPosition, match=says.replace("(", r"\(")):
        at(body)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("boos 0 2 0", "after a second Boo! somebody cannot win"),
        ("boos 0 2 0 | barred 1 | points 4 0 3", "without a tie among those who may win, the match is over"),
        ("left 1 2 | turn -", "a match is over when somebody has two Boo!s"),
        ("left 1 2 | turn - | boos 2 0 0 | barred 0 | points 0 3 3", "there is a tie, so the match goes on"),
        ("left 1 2 | turn - | boos 2 0 0 | barred 0 | points 0 3 4 | again double", "the game is over, so nobody must play again"),
    ],
)
def test_matches_that_cannot_be(body, says):
    """GO-83 to GO-86 hold in positions too."""
    with pytest.raises(BadPosition, match=says):
        at(body, match=True)


def test_what_is_left_out_is_filled_in():
    """Hands of four, full Mansions, no Crypt, the rest discarded."""
    sitting = at("pile 4 7 | hand1 9")

    assert [len(ghosts(sitting, f"hand{p}")) for p in range(3)] == [4, 1, 4]
    assert [len(ghosts(sitting, f"mansion{p}")) for p in range(3)] == [10] * 3
    assert field(sitting, "crypt") == "-"
    assert len(ghosts(sitting, "discard")) == 62 - 9 - 30 - 2


def test_any_can_be_counted():
    """`any3` is three ghosts, `crypt any` all that are left."""
    sitting = at("hand0 9 any3 | crypt 2 any | mansion0 5 any")

    assert len(ghosts(sitting, "hand0")) == 4
    assert ghosts(sitting, "crypt", "mansion0")[0] == "2"
    assert len(ghosts(sitting, "crypt")) == 62 - 12 - 30
    assert field(sitting, "discard") == "-"


def test_a_deck_that_no_position_line_can_name():
    """An own deck is read with the setup that brings it."""
    deck = "miss_copy = 1\nkitty = 1\n[ranks]\n" + "".join(f"{value} = 3\n" for value in range(1, 15))
    made = setup(6, deck="miss_copy = 4\nkitty = 7\n[ranks]\n" + "".join(f"{value} = 3\n" for value in range(1, 15)))

    assert len(ghosts(Sitting.deal(made, bytes(16)), "crypt")) == 53 - 48
    with pytest.raises(BadPosition, match="too many 7: this deck has 3"):
        at("hand0 7 7 7 7", 2, deck=deck)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play 5", "play 5"),
        ("5", "play 5"),
        ("5x2", "play 5x2"),
        ("5 5", "play 5x2"),
        ("PLAY 5X2+X", "play 5x2+X"),
        ("5, 5, x", "play 5x2+X"),
        ("kitty", "play K"),
        ("k", "play K"),
        ("play scooty", "play 1"),
        ("take", "collect"),
        ("Sammeln", "collect"),
    ],
)
def test_moves_can_be_written_in_several_ways(text, move):
    """A move is understood as people type it."""
    sitting = at("pile 4 | hand0 1 5 5 X K | turn 0")
    spell, parse = sitting.setup.game.room("notation").spell, sitting.setup.game.room("notation").parse

    assert spell(sitting.state, sitting.tables, 0, parse(sitting.state, sitting.tables, 0, text)) == move
    assert move in can(sitting)


@pytest.mark.parametrize(
    "text", ["", "play", "play ghost", "5x", "5x0", "x5", "play 99", "play 0", "play -5", "dance", "play 5 and 6"]
)
def test_nonsense_is_refused(text):
    """Each with what would work, and nothing changes."""
    sitting = at("pile 4 | hand0 5 5 X K | turn 0")

    with pytest.raises(Nonsense):
        sitting.act(0, text)
    assert sitting.ply == 0


def test_plays_that_no_hand_can_make():
    """Refused with their clause, for the seat on turn only."""
    sitting = at("pile 4 | hand0 5 5 X K | turn 0")

    assert [refusal(sitting, move) for move in ("play X", "play Kx2", "play 5 6", "play 5x5", "5x2+Xx5")] == [
        "GO-62", "GO-57", "GO-11", "GO-11", "GO-11",
    ]  # fmt: skip
    with pytest.raises(NotYourTurn):
        sitting.act(1, "play X")


def test_every_action_has_a_name():
    """All 320 of them, also those that no hand can make, and the names differ."""
    sitting = at("pile 4 | hand0 5 5 X K | turn 0")
    spell = sitting.setup.game.room("notation").spell

    assert len({spell(sitting.state, sitting.tables, 0, action) for action in range(sitting.setup.game.actions)}) == 320


def test_a_refused_move_says_what_would_work():
    """The message names the move, the clause and what is legal."""
    sitting = at("pile 12 | hand0 9 12 | turn 0")

    with pytest.raises(Exception, match=r"play 9: 9 does not dare to face Igor\. .* \(GO-17\); legal: collect, play 12"):
        play(sitting, "play 9")


WORDS = [
    *SIGNS.values(),
    "-",
    "any",
    "any3",
    "any99",
    "X5",
    "X12",
    "15",
    "0",
    "-1",
    "cw",
    "ccw",
    *REASONS[1:],
    "x",
    "٣",
    "²",
    "1e3",
    ",",
]
KEYS = [key.replace("#", number) for key in KEYS_WRITTEN for number in ("0", "1", "5") if "#" in key or number == "0"]


def bent(fields, rng):
    """The fields of a position with something wrong: words lost, doubled, changed or swapped, whole fields lost or made up."""
    found = [[key, words.split()] for key, words in fields]
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        words, others = rng.choice(found)[1], rng.choice(found)[1]
        at = rng.randrange(len(words) + 1)
        match rng.randrange(6):
            case 0:
                words.insert(at, rng.choice(WORDS))
            case 1:
                words[at : at + 1] = [rng.choice(WORDS)]
            case 2:
                del words[at : at + 1]
            case 3 if words and others:
                one, other = rng.randrange(len(words)), rng.randrange(len(others))
                words[one], others[other] = others[other], words[one]
            case 4:
                found.append([rng.choice(KEYS), rng.choices(WORDS, k=rng.randrange(4))])
            case _ if len(found) > 1:
                del found[rng.randrange(len(found))]
    return " | ".join(" ".join([key, *words]) for key, words in found)


@settings(max_examples=25)
@given(sittings(), st.integers(0, 1 << 30))
def test_whatever_is_read_is_a_game(sitting, seed):
    """A bent position is refused, or it is a game: written again it is the same, and it can be played and looked at."""
    rng = random.Random(seed)
    play_on(sitting, rng, limit=rng.choice((0, 20, 90, 300)))
    made, head = sitting.setup, sitting.position().partition("|")[0]
    for _ in range(12):
        try:
            found = Sitting.at(made, f"{head}| {bent(every_field(sitting).items(), rng)}", bytes(16))
        except BadPosition:
            continue
        deck = everywhere(found.state, found.tables)
        for here in walk(found, rng.random(), found.ply + 12):
            assert pack(Sitting.at(made, here.position(), bytes(16)).state) == pack(here.state)
            assert everywhere(here.state, here.tables) == deck
            assert here.over() or here.choices(here.next_seat())
            assert [here.view(viewer).viewer for viewer in (-1, 0)] == [-1, 0]
