"""Reads positions of Ghost!: fills a blank state from fields, completes what was left out, refuses what no game could reach.

What may be left out: `turn` 1, `direction` cw, `phase` act, `quiet` 0; `due` is everybody who has not locked a choice; hands
are empty, and no card was given away or removed. Without `deck0`, the cards that stand nowhere else lie in the deck, as many as
`decks` says; of what is left then, the cards that the table removes are removed, and all others have been laid open.
"""

from __future__ import annotations

from ghosthouse.kernel.notation import Fields
from ghosthouse.kernel.refusal import BadPosition, Refusal

from . import cards, moves, ring, words
from .state import (
    ACT,
    ANSWER,
    ANTICLOCKWISE,
    CLOCKWISE,
    COMPLETE,
    DONE,
    GIVE_UP,
    HAND,
    IMPOSSIBLE,
    LETTER,
    LETTER_DEBT,
    NEIGHBOUR,
    NONE,
    OWNER,
    PAY,
    STACK,
    WORD,
    State,
    Tables,
)

KEYS = (
    "turn", "direction", "phase", "quiet", "stirred", "due", "decks", "ghosts", "w#",
    "hand#", "deck#", "given#", "removed#", "stack#", "lock#", "answer#", "lost#", "paid#",
)  # fmt: skip
MOST_GHOSTS = 60


def read(body: str, t: Tables, s: State) -> State:
    """Fill a blank state from the body of a position line."""
    return _Reader(Fields(body, KEYS), t, s).read()


class _Reader:
    """Reads one position."""

    def __init__(self, fields: Fields, t: Tables, s: State) -> None:
        self.fields = fields
        self.t = t
        self.s = s
        self.known = {frozenset((t.pair[i, 0], t.pair[i, 1])): t.kind[i] for i in range(t.deck)}

    def read(self) -> State:
        """Read all fields, the ones that others lean on first."""
        s, fields = self.s, self.fields
        for key in fields.found:
            number = key.lstrip("abcdefghijklmnopqrstuvwxyz")
            if number and int(number) >= s.seats:
                raise BadPosition(f"there is no seat for {key}: seats are 0 to {s.seats - 1}")
        s.turn = fields.number("turn", 1, 1, 999)
        s.direction = (CLOCKWISE, ANTICLOCKWISE)[fields.one_of("direction", ("cw", "ccw"), "cw")]
        s.phase = fields.one_of("phase", cards.PHASES, "act")
        s.quiet = fields.number("quiet", 0, 0, 2 if s.phase == DONE else 1)
        s.stirred = fields.number("stirred", 0, 0, 1)
        for k in range(s.seats):
            self.read_word(k)
        self.read_ghosts()
        for p in range(s.seats):
            self.read_cards(p)
            self.read_stack(p)
        if s.phase != DONE:
            self.read_choices()
        elif any(fields.words(f"{key}{p}") for key in ("lock", "answer", "lost", "paid") for p in range(s.seats)):
            raise BadPosition("the game is over: nothing is locked, lost or paid")
        self.check_bounds()
        if s.phase != DONE and ring.nobody_due(s):
            raise BadPosition("nobody has anything to decide here: without a word on the table, the phase is done (GW-49)")
        return s

    def given_words(self, key: str) -> list[str]:
        """The words of a field but for `-`, which is nothing."""
        return [word for word in self.fields.words(key) if word != cards.NOTHING]

    # Words, stacks and ghost cards

    def letters(self, text: str, where: str, most: int) -> list[int]:
        """Read letters."""
        found = words.numbers(self.t, text)
        if found is None:
            alphabet = "".join(map(words.capital, words.alphabet_of(self.t)))
            raise BadPosition(f"{where}: {text!r} has a sign that is no letter of this table (letters are {alphabet})")
        if len(found) > most:
            raise BadPosition(f"{where} cannot have {len(found)} letters: {most} is the most that any game can reach")
        return found

    def read_word(self, k: int) -> None:
        """Read a word and who added its last letter."""
        s, given = self.s, self.given_words(f"w{k}")
        if len(given) > 2:
            raise BadPosition(f"w{k} is a word and the seat that added to it last (or -), not {' '.join(given)!r}")
        if not given:
            return
        word = s.seat[k]
        for letter in self.letters(given[0], f"w{k}", WORD):
            word.word[word.letters] = letter
            word.letters += 1
        if len(given) == 2:
            word.adder = self.owner(k, given[1], f"w{k}")

    def owner(self, k: int, text: str, where: str) -> int:
        """Read which of its two owners did something to a word."""
        for side in (OWNER, NEIGHBOUR):
            if text == str(ring.seat_at(self.s, k, side)):
                return side
        raise BadPosition(f"{where}: word {k} lies between the seats {k} and {ring.after(self.s, k)}, not at {text!r}")

    def read_ghosts(self) -> None:
        """Read how many ghost cards everybody has."""
        s, given = self.s, self.fields.words("ghosts")
        if not given:
            return
        if len(given) != s.seats or not all(word.isdecimal() and int(word) <= MOST_GHOSTS for word in given):
            raise BadPosition(f"ghosts takes a number up to {MOST_GHOSTS} for each of the {s.seats} seats, not {' '.join(given)!r}")
        for p, word in enumerate(given):
            s.seat[p].ghosts = int(word)

    def read_stack(self, p: int) -> None:
        """Read a stack; blanks between its letters do not matter."""
        me = self.s.seat[p]
        for letter in self.letters("".join(self.given_words(f"stack{p}")), f"stack{p}", STACK):
            me.stack[me.stacked] = letter
            me.stacked += 1

    # Cards

    def kinds(self, key: str) -> list[int]:
        """Read cards."""
        found = []
        for word in self.given_words(key):
            pair = words.numbers(self.t, word.replace("/", ""))
            kind = self.known.get(frozenset(pair)) if pair and len(pair) == 2 else None
            if kind is None:
                deck = " ".join(dict.fromkeys(cards.card(self.t, self.t.kind[i]) for i in range(self.t.deck)))
                raise BadPosition(f"{key}: this deck has no card {word!r} (it has: {deck})")
            found.append(kind)
        return found

    def read_cards(self, p: int) -> None:
        """Lay out the cards of a player."""
        t, me = self.t, self.s.seat[p]
        left = [t.kind[i] for i in range(t.deck)]
        named = {key: self.kinds(f"{key}{p}") for key in ("hand", "deck", "given", "removed")}
        for key, kinds in named.items():
            for kind in kinds:
                if kind not in left:
                    raise BadPosition(f"{key}{p}: seat {p} has no other card {cards.card(t, kind)}")
                left.remove(kind)
        if len(named["hand"]) > min(t.hand, HAND):
            raise BadPosition(f"hand{p}: no hand has more than {t.hand} cards")
        if f"deck{p}" not in self.fields.found:
            height = self.fields.number("decks", 0, 0, t.deck)
            if height > len(left):
                raise BadPosition(f"decks: seat {p} has only {len(left)} cards left for a deck, not {height}")
            named["deck"], left = left[:height], left[height:]
        if f"removed{p}" not in self.fields.found:
            left = left[min(t.removed, len(left)) :]
        for i, kind in enumerate(named["hand"]):
            me.hand[i] = kind
        for i, kind in enumerate(reversed(named["deck"])):
            me.deck[i] = kind
        me.cards, me.height = len(named["hand"]), len(named["deck"])
        me.given, me.placed = self.mask(named["given"]), self.mask(left)

    def mask(self, kinds: list[int]) -> int:
        """Cards as bits: of cards that are alike, the first ones."""
        mask = 0
        for kind in kinds:
            while mask >> kind & 1:
                kind = self.t.twin[kind]
            mask |= 1 << kind
        return mask

    def check_bounds(self) -> None:
        """Refuse positions from which a word or a stack could outgrow its place: no game gets there (`state.py`)."""
        s = self.s
        takes = [int(s.seat[p].height > 0 and self.takes_a_card(p)) for p in range(s.seats)]
        heights = [s.seat[p].height - takes[p] for p in range(s.seats)]
        if len(set(heights)) > 1:
            raise BadPosition(f"at the end of this turn decks are equally high (GW-46), not {' '.join(map(str, heights))}")
        for k in range(s.seats):
            word, owners = s.seat[k], [s.seat[k], s.seat[ring.after(s, k)]]
            turns = heights[0] + (takes[ring.actor_of(s, k)] if s.phase == ACT else 0)
            most = word.letters + turns + sum(max(me.cards, 1) if turns else me.cards for me in owners)
            if most > WORD:
                raise BadPosition(f"w{k} could grow to {most} letters; no game gets beyond {WORD}")
            near = {ring.before(s, k), k, ring.after(s, k)}
            hidden = sum(self.t.deck - bin(s.seat[p].placed).count("1") for p in near)
            letters = word.stacked + word.letters + s.seat[ring.before(s, k)].letters
            if letters + hidden > STACK:
                raise BadPosition(
                    f"stack{k} could grow to {letters + hidden} letters, past the {STACK} cards of three players: "
                    "shorten it, or let more cards have been laid open"
                )

    def takes_a_card(self, p: int) -> bool:
        """Say whether a seat has still to take a card off its deck this turn: as everybody does whose play is not carried out."""
        if self.s.phase == ACT:
            return ring.is_due(self.s, p) == 1 or self.s.seat[p].lock != 0
        return self.s.phase != DONE and self.s.seat[p].lock != 0

    # Choices that are locked

    def read_choices(self) -> None:
        """Read what is locked and lost, then who is still asked."""
        s = self.s
        for k in range(s.seats):
            if given := self.given_words(f"lost{k}"):
                if s.phase != PAY:
                    raise BadPosition(f"lost{k}: challenges are lost in the phase pay only")
                s.seat[k].loser = self.owner(k, " ".join(given), f"lost{k}")
        if s.phase == ACT:
            for p in range(s.seats):
                if s.seat[ring.word_of(s, p)].letters:
                    self.lock(p, "lock")
        else:
            self.read_open_locks()
            if s.phase == PAY:
                self.read_paid()
            for p in range(s.seats):
                self.lock(p, "answer" if s.phase == ANSWER else "paid")
        self.read_due()

    def read_open_locks(self) -> None:
        """Read who gave up or challenged this turn."""
        s = self.s
        for p in range(s.seats):
            text = " ".join(self.fields.words(f"lock{p}"))
            if not text:
                continue
            action = {"give up": GIVE_UP, "challenge impossible": IMPOSSIBLE, "challenge complete": COMPLETE}.get(text)
            word = s.seat[ring.word_of(s, p)]
            given_up = s.phase == PAY and action == GIVE_UP
            if action is None or (not given_up and not moves.act_marks(s, self.t, p) >> action & 1):
                raise BadPosition(f"lock{p}: seat {p} cannot have done this on the word {cards.word(self.t, word)!r}: {text}")
            s.seat[p].lock = action + 1
        for k in range(s.seats):
            challenged = s.seat[ring.actor_of(s, k)].lock > GIVE_UP + 1
            if s.phase == PAY and (s.seat[k].loser != NONE) != challenged:
                raise BadPosition(f"lost{k} stands exactly where the word was challenged: see lock{ring.actor_of(s, k)}")

    def read_paid(self) -> None:
        """Read the penalties that winners have picked already, for they are carried out; note what has to be picked."""
        s = self.s
        for k in range(s.seats):
            given = self.given_words(f"paid{k}") if self.t.winner_picks else []
            if given:
                letters = self.letters("".join(given[1:]), f"paid{k}", 1)
                if s.seat[k].loser == NONE or given[0] != "pick" or not letters:
                    raise BadPosition(f"paid{k} is the letter that a winner picked, for instance: pick E")
                s.seat[k].paid, s.seat[k].debt = LETTER + letters[0] + 1, LETTER_DEBT
        for k in range(s.seats):
            if s.seat[k].loser != NONE and not s.seat[k].paid:
                moves.note_debt(s, self.t, k)

    def lock(self, p: int, key: str) -> None:
        """Read a choice that is locked, as if it were made now."""
        from .notation import parse

        s, t = self.s, self.t
        number = p
        if key == "paid":
            ring.ask(s, p)
            number = moves.owed(s, t, p)
            if number < 0:
                ring.unask(s, p)
                return
        elif key == "answer" and not self.is_asked(p):
            if self.fields.words(f"answer{p}"):
                raise BadPosition(f"answer{p}: seat {p} is not asked anything")
            return
        ring.ask(s, p)
        text = " ".join(self.fields.words(f"{key}{number}"))
        if not text:
            return
        try:
            action = parse(s, t, p, text)
        except Refusal as problem:
            raise BadPosition(f"{key}{number}: {problem}") from None
        if not moves.legal(s, t, p, action >> 5) >> (action & 31) & 1:
            raise BadPosition(f"{key}{number}: seat {p} cannot choose {text!r} here")
        ring.unask(s, p)
        if key == "lock":
            s.seat[p].lock = action + 1
        elif key == "answer":
            s.seat[p].answer = action + 1
        else:
            s.seat[number].paid = action + 1
            self.lock(p, key)

    def is_asked(self, p: int) -> bool:
        """Say whether a seat is asked for a declaration or a ghost letter."""
        lock = self.s.seat[ring.asker_of(self.s, p)].lock
        return lock == GIVE_UP + 1 or (lock == IMPOSSIBLE + 1 and not self.t.judge)

    def read_due(self) -> None:
        """Read who is still asked. At live tables, who has acted can be read off nothing else."""
        s = self.s
        if "due" not in self.fields.found:
            return
        given = self.given_words("due")
        if not all(word.isdecimal() and int(word) < s.seats for word in given):
            raise BadPosition(f"due lists seats (0 to {s.seats - 1}), not {' '.join(given)!r}")
        due = {int(word) for word in given}
        asked = {p for p in range(s.seats) if ring.is_due(s, p)}
        live = self.t.live and s.phase == ACT
        if not due or not due <= asked or (due != asked and not live):
            raise BadPosition(f"due is {' '.join(map(str, sorted(asked)))} here, not {' '.join(given) or cards.NOTHING}")
        for p in asked - due:
            ring.unask(s, p)
