"""Reads positions of Ghosts (Knizia): fills a blank state from fields, completes what was left out, refuses what cannot be."""

from __future__ import annotations

from ghosthouse.kernel.notation import Fields
from ghosthouse.kernel.refusal import BadPosition

from . import rules
from .cards import ANY, CALLS, LETTERS, NOTHING, PHASES, kinds_by_sign, sign_of
from .state import (
    CARDS,
    CLOCKWISE,
    COUNTER,
    DONE,
    KINDS,
    MIRRORED,
    MIST,
    MISTED,
    NO_COLOUR,
    OPEN,
    OPENED,
    PLAY,
    RAISED,
    RELIEF,
    SPEAK,
    State,
    Tables,
)

KEYS = (
    "round", "phase", "starter", "turn", "direction", "level", "top", "call", "pile", "taken", "gone", "beside", "deck", "hand#",
    "fright", "fresh", "asked",
)  # fmt: skip


def read(body: str, t: Tables, s: State) -> State:
    """Fill a blank state from the body of a position line; what no game could reach is refused with what is wrong."""
    return _Reader(Fields(body, KEYS), t, s).read()


class _Reader:
    """Reads one position: `left` counts the copies of each kind that are not placed yet."""

    def __init__(self, fields: Fields, t: Tables, s: State) -> None:
        self.fields = fields
        self.t = t
        self.s = s
        self.known = kinds_by_sign(t)
        self.left = list(t.copies)

    def read(self) -> State:
        """Read all fields, the certain ones before those that take what is left."""
        s, t, fields = self.s, self.t, self.fields
        pile = self.cards("pile")
        gone = self.gone()
        self.beside = fields.number("beside", 0, 0, CARDS if t.mist_beside else 0)
        self.use(MIST, self.beside, "beside")
        hands = [self.cards(f"hand{p}") for p in range(s.seats)]
        deck = self.cards("deck")
        s.round = fields.number("round", 1, 1, t.rounds)
        s.direction = (CLOCKWISE, COUNTER)[fields.one_of("direction", ("cw", "ccw"), "cw")]
        self.put_pile(pile)
        self.untouched = not (s.pile or gone or self.beside)
        self.put_phase(bool(gone))
        self.put_hands(hands, deck)
        self.put_rest(deck, gone)
        s.spent[MIST] += self.beside
        self.put_seats(gone)
        self.put_call()
        self.check()
        return s

    # Words to cards

    def use(self, kind: int, number: int, where: str) -> None:
        """Take copies of a kind out of what is left."""
        self.left[kind] -= number
        if self.left[kind] < 0:
            copies = self.t.copies[kind]
            raise BadPosition(f"too many {sign_of(self.t, kind)}: {where} has one more than the {copies} of this deck")

    def kind(self, word: str, where: str) -> int:
        """Read a card and take it out of what is left; `any` is -1."""
        if word == ANY:
            return -1
        if word.upper() not in self.known:
            raise BadPosition(f"{where}: this deck has no card {word!r} (it has: {' '.join(self.known)})")
        kind = self.known[word.upper()]
        self.use(kind, 1, where)
        return kind

    def cards(self, key: str) -> list[int] | None:
        """The cards of a field; None if it was left out."""
        if key not in self.fields.found:
            return None
        words = self.fields.words(key)
        return [self.kind(word, key) for word in words if word != NOTHING]

    def gone(self) -> list[tuple[int, list[int]]]:
        """The taken piles, oldest first: a seat and its cards."""
        piles: list[tuple[int, list[int]]] = []
        body = " ".join(word for word in self.fields.words("gone") if word != NOTHING)
        for part in body.split("/") if body else []:
            words = part.split()
            if len(words) < 2 or words[0] not in map(str, range(self.s.seats)):
                raise BadPosition(f"gone: a taken pile is a seat (0 to {self.s.seats - 1}) and its cards, not {part.strip()!r}")
            piles.append((int(words[0]), [self.kind(word, "gone") for word in words[1:]]))
        return piles

    def draw_any(self, number: int) -> list[int]:
        """Take cards that nobody asked for: spread over what is left, so that they are of many kinds."""
        rest = [kind for kind in range(KINDS) for _ in range(self.left[kind])]
        if number > len(rest):
            raise BadPosition(f"there are not enough cards: {number} more are needed, {len(rest)} are left")
        chosen = [rest[i * len(rest) // number] for i in range(number)]
        for kind in chosen:
            self.left[kind] -= 1
        return chosen

    # The parts of the table

    def put_pile(self, pile: list[int] | None) -> None:
        """Lay the pile. Level and top follow from it; given alone, they call for a pile that has them."""
        s, t, fields = self.s, self.t, self.fields
        level = fields.number("level", high=t.limit) if "level" in fields.found else -1
        word = fields.word("top", "").upper()
        if word and word not in (*LETTERS, NOTHING):
            raise BadPosition(f"top is the colour of the topmost ghost ({' '.join(LETTERS)}) or -, not {word!r}")
        top = LETTERS.index(word) if word and word in LETTERS else NO_COLOUR
        if pile is None:
            pile = self.fitting_pile(level, top) if level > 0 or top != NO_COLOUR else []
        if -1 in pile:
            raise BadPosition("a pile cannot hold any card: write level and top, and leave the pile out")
        s.top = NO_COLOUR
        for place, kind in enumerate(pile):
            s.spent[kind] += 1
            if kind == MIST:
                if place != s.mist or t.mist_beside:
                    raise BadPosition("mist lies beside the pile" if t.mist_beside else "mist lies at the bottom of the pile")
                s.mist += 1
                continue
            if t.colour[kind] != s.top:
                s.level += t.ghosts[kind]
                s.top = t.colour[kind]
            if s.level > t.limit:
                raise BadPosition(f"this pile counts {s.level}, past the limit of {t.limit}")
        s.pile = len(pile)
        if level not in (-1, s.level) or (word and top != s.top):
            colour = NOTHING if s.top == NO_COLOUR else LETTERS[s.top]
            raise BadPosition(f"the pile has level {s.level} and top {colour}, not level {max(level, 0)} and top {word or colour}")
        self.pile = [kind for kind in pile if kind != MIST]

    def fitting_pile(self, level: int, top: int) -> list[int]:
        """Find a shortest pile of cards that are left with this level and top."""
        t = self.t
        wanted = level if level > 0 else 0

        def below(above: int, missing: int, room: int) -> list[int] | None:
            """Cards worth `missing` that can lie under a card of colour `above`."""
            if missing == 0:
                return []
            if room == 0:
                return None
            for kind in range(MIST - 1, -1, -1):
                if self.left[kind] and t.colour[kind] != above and 0 < t.ghosts[kind] <= missing:
                    self.left[kind] -= 1
                    rest = below(t.colour[kind], missing - t.ghosts[kind], room - 1)
                    self.left[kind] += 1
                    if rest is not None:
                        return [*rest, kind]
            return None

        for room in range(1, t.limit + 1):
            for kind in range(MIST - 1, -1, -1):
                fits = self.left[kind] and (top == NO_COLOUR or t.colour[kind] == top)
                if fits and t.ghosts[kind] <= (wanted or t.ghosts[kind]):
                    self.left[kind] -= 1
                    rest = below(t.colour[kind], (wanted or t.ghosts[kind]) - t.ghosts[kind], room - 1)
                    self.left[kind] += 1
                    if rest is not None:
                        found = [*rest, kind]
                        for card in found:
                            self.use(card, 1, "pile")
                        return found
        colour = NOTHING if top == NO_COLOUR else LETTERS[top]
        raise BadPosition(f"no pile of the cards that are left has level {wanted} and top {colour}")

    def put_phase(self, taken: bool) -> None:
        """Say who must do what."""
        s, fields = self.s, self.fields
        default = "open" if taken and not s.pile and not (self.beside and self.t.mist_may_open) else "play"
        s.phase = fields.one_of("phase", PHASES, default)
        s.starter = fields.number("starter", 0, 0, s.seats - 1)
        if "starter" not in fields.found and self.untouched:
            s.starter = fields.number("turn", 0, 0, s.seats - 1)
        s.turn = fields.number("turn", s.starter, 0, s.seats - 1)

    def put_hands(self, hands: list[list[int] | None], deck: list[int] | None) -> None:
        """Deal the hands; `any` fills a hand up, and so do hands that were left out while there is a draw deck."""
        s, t = self.s, self.t
        for p, given in enumerate(hands):
            full = t.hand - (1 if s.phase == SPEAK and p == s.turn else 0)
            hand = given if given is not None else [] if deck == [] else [-1]
            named = [kind for kind in hand if kind >= 0]
            if len(named) < len(hand):
                named += self.draw_any(max(0, full - len(named)))
            if len(named) > full:
                raise BadPosition(f"seat {p} cannot hold {len(named)} cards now: {full} at most")
            s.seat[p].cards = len(named)
            for place, kind in enumerate(named):
                s.seat[p].hand[place] = kind

    def put_rest(self, deck: list[int] | None, gone: list[tuple[int, list[int]]]) -> None:
        """Lay the deck and the taken piles; one of them takes all cards that are left, if it says `any`."""
        s, t = self.s, self.t
        greedy = [cards for _, cards in gone if -1 in cards]
        if deck is None:
            deck = [] if greedy else [-1]
        if -1 in deck:
            greedy.append(deck)
        rest = [kind for kind in range(KINDS) for _ in range(self.left[kind])]
        if len(greedy) > 1:
            raise BadPosition("only one field can take all the cards that are left: deck any, or one pile of gone")
        if greedy:
            if t.mist_beside and greedy[0] is not deck:
                rest = self.mist_beside(rest)
            place = greedy[0].index(-1)
            greedy[0][place : place + 1] = rest
        elif rest:
            raise BadPosition(
                f"{len(rest)} cards are nowhere ({' '.join(sign_of(t, kind) for kind in rest[:6])} ...): "
                f"leave the deck out, or give them to a taken pile (gone {s.seats - 1} any)"
            )
        if any(-1 in cards for cards in (deck, *(cards for _, cards in gone))):
            raise BadPosition("the word any stands once in a field")
        s.deck = len(deck)
        for place, kind in enumerate(reversed(deck)):
            s.cards[place] = kind
        for owner, cards in gone:
            if t.mist_beside and MIST in cards:
                raise BadPosition("mist lies beside the pile and is not taken with it: beside counts it")
            for kind in cards:
                s.spent[kind] += 1
                self.lay(32 * (1 + owner) + kind)
        for kind in self.pile:
            self.lay(kind)

    def mist_beside(self, rest: list[int]) -> list[int]:
        """Lay what mist is left beside the pile, where no taken pile can hold it; return the other cards."""
        mist = rest.count(MIST)
        if mist and "beside" in self.fields.found:
            raise BadPosition(f"{mist} mist cards are nowhere: no taken pile holds mist, so leave beside out, or count all")
        self.beside += mist
        return [kind for kind in rest if kind != MIST]

    def lay(self, code: int) -> None:
        """Lay a card on the far end of the cards."""
        self.s.laid += 1
        self.s.cards[CARDS - self.s.laid] = code - 128

    def put_seats(self, gone: list[tuple[int, list[int]]]) -> None:
        """Fill in what each seat has of points, piles and rights."""
        s, t = self.s, self.t
        piles = [sum(owner == p for owner, _ in gone) for p in range(s.seats)]
        cards = [sum(len(kinds) for owner, kinds in gone if owner == p) for p in range(s.seats)]
        taken = self.fields.numbers("taken", piles, CARDS)
        fright = self.fields.numbers("fright", [t.start_fright + number for number in taken], 9999)
        fresh = self.fields.numbers("fresh", self.fresh(), 1)
        s.taker = gone[-1][0] if gone else -1
        for p in range(s.seats):
            me = s.seat[p]
            me.fright, me.taken, me.fresh = fright[p], taken[p], fresh[p]
            if not piles[p] <= taken[p] <= cards[p]:
                raise BadPosition(f"seat {p} cannot have taken {taken[p]} piles: gone gives it {piles[p]} with {cards[p]} cards")
            if fright[p] < taken[p]:
                raise BadPosition(f"seat {p} has taken {taken[p]} piles this round, so it has at least {taken[p]} fright points")
            if me.fresh and me.cards != t.hand:
                raise BadPosition(f"seat {p} has not laid a card this round, so it holds {t.hand}: fresh 1 cannot be")
        able = [int(s.phase == RELIEF and not me.taken and rules.most_relief(s, t, p) > 0) for p, me in enumerate(s.seat)]
        for p, asked in enumerate(self.fields.numbers("asked", able[: s.seats], 1)):
            s.seat[p].asked = asked
            if asked and not able[p]:
                raise BadPosition(f"seat {p} has nothing to return: asked 0")

    def fresh(self) -> list[int]:
        """Who has not laid a card yet, if play went round from the starter."""
        s = self.s
        laid = sum(s.spent)
        return [int((p - s.starter) % s.seats >= laid and s.seat[p].cards == self.t.hand) for p in range(s.seats)]

    def put_call(self) -> None:
        """What the last card did, as the pile shows it; only mist can be told from nothing else."""
        s, t = self.s, self.t
        seen = 0
        if s.phase != OPEN and not self.untouched:
            if not self.pile:
                seen = MISTED
            elif len(self.pile) > 1 and t.colour[self.pile[-1]] == t.colour[self.pile[-2]]:
                seen = MIRRORED
            else:
                seen = OPENED if s.pile == 1 else RAISED
        can = {seen} | ({MISTED} if seen and (s.mist or self.beside) else set())
        word = self.fields.word("call", CALLS[seen])
        if word not in CALLS or CALLS.index(word) not in can:
            raise BadPosition(f"the call cannot be {word!r} here (possible: {', '.join(CALLS[one] for one in sorted(can))})")
        s.did = CALLS.index(word)

    def check(self) -> None:
        """Refuse what no game could reach."""
        s, t = self.s, self.t
        hand = s.seat[s.turn].cards
        for p in range(s.seats):
            full = t.hand - (1 if s.phase == SPEAK and p == s.turn else 0)
            if s.deck and s.seat[p].cards != full:
                raise BadPosition(f"while there is a draw deck seat {p} holds {full} cards, not {s.seat[p].cards}; any fills it up")
            if t.auto_redraw and rules.may_redraw(s, t, p):
                raise BadPosition(f"seat {p} would have exchanged its hand of mist at the deal")
        if self.untouched:
            if s.direction != CLOCKWISE and (s.round == 1 or not t.keep_direction):
                raise BadPosition("a round begins clockwise")
            if s.phase != PLAY or s.turn != s.starter:
                raise BadPosition("before the first card the starter plays: phase play, turn and starter the same seat")
        elif s.seat[s.starter].fresh:
            raise BadPosition("cards lie on the table, so the starter is not fresh")
        if s.phase == PLAY and not s.pile and not self.untouched and not (self.beside and t.mist_may_open):
            raise BadPosition("without a pile somebody has just taken it: phase open")
        if s.phase == OPEN and (s.pile or s.taker != s.turn):
            raise BadPosition("in phase open there is no pile, and the last pile of gone lies before the seat on turn")
        if s.phase == SPEAK and not t.speak:
            raise BadPosition("nobody calls here: phase speak needs the option spoken_calls=player")
        if s.phase == RELIEF and not (t.ask_relief and any(s.seat[p].asked for p in range(s.seats))):
            raise BadPosition("phase relief needs the option return_mode=ask, and a seat that is asked")
        if s.phase == DONE and s.round != t.rounds:
            raise BadPosition(f"the game is over after round {t.rounds}, not after round {s.round}")
        if s.phase in (RELIEF, DONE) and hand:
            raise BadPosition(f"the round is over when an empty hand comes on turn; seat {s.turn} holds {hand} cards")
        if s.phase in (PLAY, OPEN) and not (hand and rules.legal(s, t, s.turn, 0)):
            raise BadPosition(f"seat {s.turn} is on turn and could do nothing: it holds " + ("only mist" if hand else "no card"))
