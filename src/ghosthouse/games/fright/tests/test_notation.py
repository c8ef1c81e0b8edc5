"""Positions and moves as text: what may be left out, what is refused, and with which words."""

import pytest

from ghosthouse.games.fright.tests.play import GAME, at, can, deal, field, hand, play, refusal, setup
from ghosthouse.kernel import LANGUAGES, BadPosition, Nonsense, Words, pack
from ghosthouse.kernel.notation import read_body

FULL = "deck - | level 6 | top G | turn 0 | hand0 W1 | hand1 - | hand2 B2"


def test_a_position_may_be_as_short_as_its_point():
    """What is left out is filled in: a pile that fits, hands, deck, points."""
    sitting = at("turn 2 | level 6 | top K | hand2 K3 R2 any")

    assert field(sitting, "level", "top", "direction", "round", "phase") == ["6", "K", "cw", "1", "play"]
    assert hand(sitting, 2)[0] in ("B1", "B2", "B3", "G1", "K1", "K2", "K3")
    assert {"K3", "R2"} <= set(hand(sitting, 2))
    assert [len(hand(sitting, p)) for p in range(3)] == [5, 5, 5]
    assert sitting.scores() == [3, 3, 3]
    assert str(field(sitting, "pile")).split()[-1][0] == "K"


def test_an_empty_body_is_the_start_of_a_round():
    """Everything left out: nothing lies on the table, seat 0 starts."""
    sitting = at("turn 1")

    assert field(sitting, "pile", "gone", "turn", "starter", "fresh") == ["-", "-", "1", "1", "1 1 1"]


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("top", "KWBRGY")
def test_a_pile_is_found_for_every_level_and_top(level, top):
    """Each can be had with a few cards."""
    sitting = at(f"turn 0 | level {level} | top {top}")

    assert field(sitting, "level", "top") == [str(level), top]


def test_cards_are_known_by_the_next_card_first():
    """The deck is written in the order in which it is drawn, and `any` stands for the rest."""
    sitting = at("turn 0 | pile Y1 | hand0 K1 any | hand1 K2 any | deck R1 R2 any")

    play(sitting, "play K1", "play K2")

    assert "R1" in hand(sitting, 0)
    assert "R2" in hand(sitting, 1)


def test_what_a_position_says_is_read_again_to_the_same_bytes():
    """Written out in full, with taken piles of several seats."""
    sitting = at("turn 1 | pile M R1 K2 | gone 0 Y1 M / 1 G1 G2 / 0 B3 | taken 2 1 0 | fright 5 4 0 | starter 2")

    again = read_body(sitting.setup, sitting.position())

    assert pack(again) == pack(sitting.state)
    assert field(sitting, "gone", "taken") == ["0 Y1 M / 1 G1 G2 / 0 B3", "2 1 0"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("turn 0 | pile K1 K1 K1 K1", "too many K1: pile has one more than the 3"),
        ("turn 0 | hand0 M M M M M | hand1 M M any", "too many M"),
        ("turn 0 | hand0 K9 any", "no card 'K9'"),
        ("turn 0 | hand0 X1 any", "no card 'X1' .it has: K1 K2 K3"),
        ("turn 0 | hand0 K1 K2 K3 W1 W2 W3", "seat 0 cannot hold 6 cards"),
        ("turn 0 | hand0 K1 K2", "holds 5 cards, not 2; any fills it up"),
        ("turn 0 | hand7 K1", "hand7.*a seat that is not there"),
        ("turn 0 | hand K1", "unknown field 'hand'|seat that is not there"),
        ("turn 3", "a number from 0 to 2"),
        ("turn 0 | level 8 | top K", "a number from 0 to 7"),
        ("turn 0 | level -1", "a number from 0 to 7"),
        ("turn 0 | gone \u00b2 K1", "a taken pile is a seat .0 to 2. and its cards"),
        ("turn 0 | fright \u00b2 0 0", "a number up to 9999 for each of the 3 seats"),
        ("turn 0 | level 6 | top Z", "top is the colour"),
        ("turn 0 | level 5 | pile K1 R1", "the pile has level 2 and top R, not level 5"),
        ("turn 0 | top K | pile K1 R1", "level 2 and top R"),
        ("turn 0 | pile K3 R3 B3", "counts 9, past the limit"),
        ("turn 0 | pile K1 M", "at the bottom of the pile"),
        ("turn 0 | pile any", "leave the pile out"),
        ("turn 0 | level 7 | top K | gone 1 K1 K1 K1 K2 K2 K2 K3 K3 K3", "no pile of the cards that are left"),
        ("turn 0 | direction up", "direction is one of cw, ccw, not .up."),
        ("turn 0 | direction ccw", "begins clockwise"),
        ("turn 0 | starter 1", "before the first card the starter plays"),
        ("turn 0 | phase open", "before the first card the starter plays|in phase open"),
        ("turn 0 | pile K1 | phase open", "in phase open there is no pile"),
        ("turn 0 | gone 1 K1 | phase open", "lies before the seat on turn"),
        ("turn 0 | gone 1 K1 | phase play", "somebody has just taken"),
        ("turn 0 | phase dance", "one of play, open"),
        ("turn 0 | pile K1 | phase speak", "spoken_calls=player"),
        ("turn 0 | pile K1 | phase relief", "return_mode=ask"),
        ("turn 0 | pile K1 | phase done", "after round 3, not after round 1"),
        (f"round 3 | {FULL.replace('turn 0', 'turn 2')} | gone 2 any | phase done", "seat 2 holds 1 cards"),
        ("round 4 | turn 0", "a number from 1 to 3"),
        ("turn 0 | gone 3 K1", "a taken pile is a seat"),
        ("turn 0 | gone K1", "a taken pile is a seat"),
        ("turn 0 | gone 0", "a taken pile is a seat"),
        ("turn 0 | pile K1 | taken 1 0 0", "seat 0 cannot have taken 1 piles: gone gives it 0 with 0 cards"),
        ("turn 0 | pile K1 | gone 0 K2 | taken 2 0 0", "with 1 cards"),
        ("turn 0 | pile K1 | gone 0 K2 | fright 0 3 3", "at least 1 fright"),
        ("turn 0 | fright 3 3", "for each of the 3 seats"),
        ("turn 0 | fright 3 3 x", "for each of the 3 seats"),
        ("turn 0 | pile K1 | fresh 1 1 1", "the starter is not fresh"),
        (f"{FULL} | gone 2 any | fresh 0 1 0", "fresh 1 cannot be"),
        ("turn 0 | asked 1 0 0", "nothing to return"),
        ("turn 0 | beside 1", "a number from 0 to 0"),
        ("turn 0 | pile K1 | call mirror", "the call cannot be 'mirror' here .possible: open."),
        ("turn 0 | call mist", "the call cannot be 'mist'"),
        (FULL, "cards are nowhere"),
        ("turn 0 | pile K1 | deck K2 | hand0 any", "cards are nowhere"),
        ("turn 0 | pile K1 | deck any | gone 1 any", "only one field"),
        ("turn 0 | pile K1 | deck any any", "stands once"),
        (f"{FULL.replace('hand0 W1', 'hand0 -')} | gone 2 any", "it holds no card"),
        ("turn 0 | pile K1 | pile K2", "stands there twice"),
        ("turn 0 | hands K1", "unknown field"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_what_is_wrong(body, says):
    """Too many copies, levels that cannot be, unknown seats, cards that are nowhere ..."""
    with pytest.raises(BadPosition, match=says):
        at(body)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("turn 0 | pile M K1", "mist lies beside the pile"),
        ("turn 0 | pile K1 | gone 1 M", "is not taken with it"),
        ("turn 0 | beside 7 | pile K1", "too many M"),
        ("turn 0 | beside 1 | deck - | level 5 | top G | hand0 W1 | gone 2 any", "5 mist cards are nowhere"),
        ("turn 0 | gone 0 K1 | phase open | hand0 M M M M M", "could do nothing: it holds only mist"),
    ],
)
def test_german_positions_that_cannot_be_are_refused(body, says):
    """KG-27, KG-44: mist beside the pile, and takers that hold a ghost."""
    with pytest.raises(BadPosition, match=says):
        at(body, "german")


def test_no_taken_pile_of_the_german_edition_holds_mist():
    """KG-27, KG-R06: `any` lays the mist that is left beside the pile."""
    sitting = at("deck - | level 5 | top G | turn 0 | hand0 W1 M | hand1 W2 | hand2 B1 | gone 2 any", "german")

    assert field(sitting, "beside") == "5"
    assert "M" not in str(field(sitting, "gone")).split()


def test_hands_that_were_exchanged_at_the_deal_cannot_be_mist():
    """KG-R01: where that is agreed on."""
    with pytest.raises(BadPosition, match="exchanged its hand"):
        at("turn 0 | hand0 M M M M M", "german", mist_redraw="auto_all")


@pytest.mark.parametrize("text", ["play K2", "k2", "open K2", "PLAY k2", "  play   K2 "])
def test_a_card_may_be_played_in_several_words(text):
    """Large or small, with or without the verb."""
    sitting = at("turn 0 | hand0 K2 any")

    sitting.act(0, text)

    assert field(sitting, "pile") == "K2"
    assert sitting.moves[0].text == " ".join(text.split())


@pytest.mark.parametrize(
    "text", ["play K2", "K2", "open k2", "black 2", "spiele K2", "Schwarz zwei", "lege schwarz 2", "eröffne K2"]
)
def test_a_card_is_named_in_letters_or_in_words(text):
    """In English and German."""
    assert field(play(at("turn 0 | hand0 K2 any"), text), "pile") == "K2"


@pytest.mark.parametrize("text", ["play M", "m", "mist", "play mist", "Nebel"])
def test_mist_may_be_called_mist(text):
    """In English and German."""
    sitting = at("turn 0 | pile K1 | hand0 M any")

    sitting.act(0, text)

    assert field(sitting, "pile") == "M K1"


@pytest.mark.parametrize("text", ["take", "TAKE", "nehmen", "nimm"])
def test_taking_is_one_word(text):
    """Nothing else needs to be said."""
    sitting = at("turn 0 | pile K1")

    sitting.act(0, text)

    assert field(sitting, "taken") == "1 0 0"


@pytest.mark.parametrize("text", ["call 4", "4", "four", "vier", "call 4 mirror", "4, mirror", "vier, Spiegel", "sage vier"])
def test_a_call_may_be_said_as_at_the_table(text):
    """KA-R13: the number is what counts; the word behind it may be said, if it is right."""
    sitting = play(at("turn 0 | pile Y1 K3 | hand0 K1 any", spoken_calls="player"), "play K1")

    sitting.act(0, text)

    assert field(sitting, "turn", "phase") == ["2", "play"]


@pytest.mark.parametrize("text", ["call 5", "3", "call 4 mist", "vier, Nebel", "zero", "8", "call 99"])
def test_a_wrong_call_is_refused(text):
    """KA-R13: it costs nothing."""
    sitting = play(at("turn 0 | pile Y1 K3 | hand0 K1 any", spoken_calls="player"), "play K1")

    assert refusal(sitting, 0, text) == "KA-R13"


@pytest.mark.parametrize(
    "text",
    ["", "dance", "play", "play K2 K3", "call", "call many", "call 4 loudly", "return", "return 9", "return ²", "²", "4 5 6"],
)
def test_nonsense_is_answered_with_what_would_work(text):
    """It is told apart from illegal moves."""
    sitting = at("turn 0 | hand0 K2 any")

    with pytest.raises(Nonsense, match=r"moves are: play K2|calls are: call 6"):
        sitting.act(0, text)


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("dance", "dance is no move. Moves are: play K2,", "dance ist kein Zug. Züge sind: spiele K2,"),
        ("K9", "This deck has no card K9. It has: K1", "In diesem Spiel gibt es keine Karte K9. Es hat: K1"),
        ("call loudly", "call loudly is no call. Calls are: call 6,", "call loudly ist keine Ansage. Ansagen sind: sage 6,"),
    ],
)
def test_nonsense_is_answered_in_the_language_of_the_player(text, english, german):
    """With what would work, in words that work."""
    with pytest.raises(Nonsense) as caught:
        at("turn 0").act(0, text)

    for language, said in (("en", english), ("de", german)):
        assert Words(language, [GAME.package]).say(caught.value.line, {}).startswith(said)


def test_what_an_answer_offers_can_be_typed():
    """The moves and calls that are named there, in both languages."""
    offered = [
        Words(language, [GAME.package]).word(f"reason.{phrase}") for language in LANGUAGES for phrase in ("no_move", "no_call")
    ]
    moves = {move.strip() for text in offered for move in text.rstrip(".").partition(": ")[2].split(",")}
    sitting = at("turn 0")
    parse = sitting.setup.game.room("notation").parse

    assert len(moves) == 16
    assert all(0 <= parse(sitting.state, sitting.tables, 0, move) < 32 for move in moves)


@pytest.mark.parametrize("text", ["K9", "play Z1", "P2"])
def test_a_card_that_no_deck_has_is_nonsense(text):
    """The cards there are stand in the answer."""
    with pytest.raises(Nonsense, match=r"this deck has no card .* \(it has: K1 K2 K3 W1"):
        at("turn 0").act(0, text)


def test_mist_is_no_card_of_a_deck_without_mist():
    """It is refused as nonsense there."""
    deck = 'colours = ["black"]\ncopies_per_colour = { 1 = 20 }\n'
    with pytest.raises(Nonsense, match="no card M"):
        deal("amigo", 2, "bare", deck, first=0).act(0, "play M")


def test_every_action_has_a_notation():
    """Those of kinds that a deck has not, too: a refusal must be able to name them."""
    sitting = at("turn 0")
    spell = sitting.setup.game.room("notation").spell

    texts = [spell(sitting.state, sitting.tables, 0, action) for action in range(32)]

    assert len(set(texts)) == 32
    assert texts[24:] == ["play M", "take", "redraw", "call 0", "return 0", "return 1", "return 2", "return 3"]
    assert refusal(sitting, 0, 20) == "KA-15"


def test_the_head_of_a_position_must_fit():
    """A line of another title is not read as this one."""
    line = at("turn 0").position()

    with pytest.raises(BadPosition, match="not for fright/german seats 3"):
        read_body(setup("german"), line)
    with pytest.raises(BadPosition, match="not for fright/amigo seats 4"):
        read_body(setup(seats=4), line)


def test_legal_moves_are_listed_as_they_are_written():
    """What the spelled moves say is what may be typed."""
    sitting = at("turn 0 | pile Y1 K3 | hand0 K1 R1 R2 R3 M")

    for move in can(sitting, 0):
        assert refusal(at("turn 0 | pile Y1 K3 | hand0 K1 R1 R2 R3 M"), 0, move) == ""
