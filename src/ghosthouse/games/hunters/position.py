"""Reads positions of Ghost Hunters: fills a blank state from fields, completes what was left out, refuses what cannot be.

Left out, `places` puts everybody into the round (or, in a sequence, those who are not on turn; on a bust everybody leaves), Traps
before players, in the row and in the deck are dealt in the order of their numbers from those that are named nowhere, Allies in the
row and in the deck likewise, and hands and discards are empty.
"""

from __future__ import annotations

from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.notation import Fields
from ghosthouse.kernel.refusal import BadPosition

from . import rules
from .cards import ALLY_NAMES, LOCKS, NOTHING, PHASES, PLACES, cell_of, trap_id, traps_by_id
from .state import (
    AFTER,
    ALLY,
    BUST_AT,
    BUSTED,
    COLOURS,
    COUNTS,
    DECIDE,
    FACES,
    GONE,
    HAND,
    IN,
    KINDS,
    LAST,
    LEAVING,
    OPEN,
    OVER,
    OWN,
    PASSED,
    SCORING,
    SECOND,
    TINTED,
    TRAP,
    UNSEEN,
    State,
    Tables,
)

KEYS = (
    "round", "phase", "turn", "places", "group", "locks", "tokens", "earned", "total", "middle", "row", "allies", "deck",
    "allydeck", "spent", "traps#", "hand#", "sees", "steel", "named",
)  # fmt: skip


def read(body: str, t: Tables, s: State) -> State:
    """Fill a blank state from the body of a position line; what no game could reach is refused with what is wrong."""
    return _Reader(Fields(body, KEYS), t, s).read()


class _Reader:
    """Reads one position. `left` are the Traps that lie nowhere yet, `spare` the copies of Allies that do."""

    def __init__(self, fields: Fields, t: Tables, s: State) -> None:
        self.fields = fields
        self.t = t
        self.s = s
        self.known = traps_by_id(t)
        self.left = list(range(t.traps))
        self.spare = list(t.copies)

    def read(self) -> State:
        """Read all fields, those that others lean on first."""
        s, t, fields = self.s, self.t, self.fields
        s.round = fields.number("round", 1, 1, t.rounds)
        s.phase = fields.one_of("phase", PHASES, "decide")
        s.turn = fields.number("turn", NOBODY, NOBODY, s.seats - 1)
        if (s.turn == NOBODY) != (s.phase in (DECIDE, OVER)):
            raise BadPosition(f"phase {PHASES[s.phase]} {'names' if s.turn == NOBODY else 'does not name'} a seat on turn")
        self.put_dice()
        self.put_places()
        self.put_tokens()
        self.put_fame()
        self.put_traps()
        self.put_allies()
        self.put_sequence()
        self.check()
        return s

    # Words

    def each(self, key: str, default: list[str]) -> list[str]:
        """A word for each seat."""
        words = self.fields.words(key) if key in self.fields.found else default
        if len(words) != self.s.seats:
            raise BadPosition(f"{key} takes a word for each of the {self.s.seats} seats, not {' '.join(words)!r}")
        return words

    def named(self, key: str, names: tuple[str, ...], default: list[str]) -> list[int]:
        """A word out of a few for each seat."""
        words = self.each(key, default)
        for word in words:
            if word not in names:
                raise BadPosition(f"{key}: {word!r} is none of {', '.join(names)}")
        return [names.index(word) for word in words]

    def list_of(self, key: str) -> list[str] | None:
        """The words of a field; None if it was left out."""
        if key not in self.fields.found:
            return None
        return [word for word in self.fields.words(key) if word != NOTHING]

    def traps(self, key: str, words: list[str]) -> list[int]:
        """Read Traps and take them out of those that are left."""
        cards = []
        for word in words:
            card = self.known.get(word.lower().rstrip("!"), NOBODY)
            if card == NOBODY:
                raise BadPosition(f"{key}: this deck has no Trap {word!r}")
            if card not in self.left:
                raise BadPosition(f"{key}: {trap_id(self.t, card)} lies somewhere else already")
            self.left.remove(card)
            cards.append(card)
        return cards

    def allies(self, key: str, words: list[str]) -> list[int]:
        """Read Allies and take them out of the copies that are left."""
        kinds = []
        for word in words:
            if word.upper() not in ALLY_NAMES:
                raise BadPosition(f"{key}: there is no Ally {word!r}")
            kind = ALLY_NAMES.index(word.upper())
            self.spare[kind] -= 1
            if self.spare[kind] < 0:
                raise BadPosition(f"{key}: one {word.upper()} more than the {self.t.copies[kind]} of this deck")
            kinds.append(kind)
        return kinds

    # The parts of the table

    def put_dice(self) -> None:
        """Lay the dice of the middle."""
        s, t = self.s, self.t
        words = self.list_of("middle") or []
        if not 2 <= len(words) <= t.dice:
            raise BadPosition(f"the middle holds 2 to {t.dice} dice, not {len(words)}")
        for i, word in enumerate(words):
            cell = cell_of(word)
            if cell < 0:
                raise BadPosition(f"middle: a die is written by colour and number, for instance R5, not {word!r}")
            s.middle[i] = s.look[i] = cell
            rules.tally(s.count, cell, 1)
            s.danger += rules.is_dangerous(cell)
        s.dice = len(words)
        for colour in range(COLOURS):
            used = sum(s.middle[i] // FACES == colour for i in range(s.dice))
            if used > t.stock[colour]:
                raise BadPosition(f"there are {t.stock[colour]} dice of colour {'RGBY'[colour]}, not {used}")

    def put_places(self) -> None:
        """Say who is in the round, who is leaving and who has left, and what has been chosen."""
        s = self.s
        bust = s.danger >= BUST_AT
        if s.phase == DECIDE:
            usual = ["in"] * s.seats
        elif s.phase == LAST:
            usual = ["in" if p == s.turn else "passed" for p in range(s.seats)]
        elif s.phase == OVER:
            usual = ["bust" if bust else "passed"] * s.seats
        else:
            usual = ["leaving" if bust or p == s.turn else "in" for p in range(s.seats)]
        for p, place in enumerate(self.named("places", PLACES, usual)):
            s.seat[p].place = place
        for p, choice in enumerate(self.named("locks", LOCKS, [LOCKS[OPEN]] * s.seats)):
            s.seat[p].lock = choice
            if choice != OPEN and (s.phase != DECIDE or s.seat[p].place != IN):
                raise BadPosition(f"seat {p} has nothing to choose now: its lock is {LOCKS[OPEN]}")
        leaving = [p for p in range(s.seats) if s.seat[p].place == LEAVING]
        words = self.list_of("group")
        if words is None:
            words = [str(p) for p in leaving]
        for word in words:
            if word not in map(str, range(s.seats)):
                raise BadPosition(f"group: there is no seat {word!r}")
            s.group |= 1 << int(word)
        inside = [p for p in range(s.seats) if s.seat[p].place == IN]
        if s.phase == DECIDE:
            s.waiting = sum(s.seat[p].lock == OPEN for p in inside)
            if len(inside) < 2 or not s.waiting:
                raise BadPosition("phase decide: two or more players are in the round, and one of them has not chosen yet")
        if s.phase == LAST and inside != [s.turn]:
            raise BadPosition("phase last: the player on turn is the only one in the round")
        if s.phase in (DECIDE, LAST, OVER) and s.group:
            raise BadPosition(f"in phase {PHASES[s.phase]} nobody is leaving")
        if s.phase == OVER and inside:
            raise BadPosition("the game is over when nobody is in the round")
        if s.phase not in (DECIDE, LAST, OVER):
            self.check_group(bust, inside, leaving)

    def check_group(self, bust: bool, inside: list[int], leaving: list[int]) -> None:
        """Check those who leave together."""
        s = self.s
        gone = BUSTED if bust else PASSED
        members = [p for p in range(s.seats) if s.group >> p & 1]
        if s.seat[s.turn].place != LEAVING:
            raise BadPosition(f"seat {s.turn} is on turn, so it is leaving")
        if not set(leaving) <= set(members) or any(s.seat[p].place not in (LEAVING, gone) for p in members):
            raise BadPosition("the group are those who are leaving and those who left with them at the same decision")
        if bust and inside:
            raise BadPosition("on a bust everybody in the round leaves")
        s.bust = int(bust)
        s.lone = int(len(members) == 1 and not bust)

    def put_tokens(self) -> None:
        """Hand out the tokens."""
        s = self.s
        tokens = self.fields.numbers("tokens", list(range(1, s.seats + 1)), s.seats)
        if sorted(tokens) != list(range(1, s.seats + 1)):
            raise BadPosition(f"the tokens are 1 to {s.seats}, each once, not {' '.join(map(str, tokens))}")
        for p, token in enumerate(tokens):
            s.seat[p].token = token
        if s.turn != NOBODY and s.phase != LAST and rules.lowest_token(s, LEAVING) != s.turn:
            raise BadPosition("of those who are leaving, the one with the lowest token is on turn")

    def put_fame(self) -> None:
        """Put down what was earned; whoever is still in the round has earned nothing in it."""
        s = self.s
        earned = self.fields.numbers("earned", [0] * s.seats, 9999)
        total = self.fields.numbers("total", earned, 30000)
        for p, me in enumerate(s.seat[: s.seats]):
            me.earned, me.total = earned[p], total[p]
            if me.earned > me.total:
                raise BadPosition(f"seat {p} has earned {me.earned} this round, so its total is no less")
            if me.earned and (s.phase == OVER or (me.place in (IN, LEAVING) and not self.scored(p))):
                raise BadPosition(f"seat {p} has earned nothing in this round yet")

    def scored(self, seat: int) -> bool:
        """Say whether a player has begun step 3 in this round."""
        return self.s.seat[seat].place in (PASSED, BUSTED) or (seat == self.s.turn and self.s.phase in (SECOND, AFTER))

    def took(self, seat: int) -> bool:
        """Say whether a player has taken the Trap of this round."""
        return self.scored(seat) or (seat == self.s.turn and self.s.phase == SCORING)

    def put_traps(self) -> None:
        """Lay the Traps: before players, in the row, in the deck; all numbers follow from the round and from who has taken one."""
        s, t = self.s, self.t
        given = [self.list_of(f"traps{p}") for p in range(s.seats)]
        own = [self.named_traps(f"traps{p}") for p in range(s.seats)]
        row = self.named_traps("row")
        deck = self.named_traps("deck")
        for p in range(s.seats):
            me = s.seat[p]
            cards = self.exactly(f"traps{p}", own[p], s.round + self.took(p))
            me.cards = len(cards)
            for i, card in enumerate(cards):
                me.traps[i] = card
            for i, word in enumerate(given[p] or []):
                if word.endswith("!"):
                    me.paid |= 1 << i
            if me.paid and not self.scored(p):
                raise BadPosition(f"seat {p} has not scored in this round, so none of its Traps has paid")
        cards = self.exactly("row", row, t.row - sum(self.took(p) for p in range(s.seats)))
        s.row_cards = len(cards)
        for i, card in enumerate(cards):
            s.row[i] = card
        cards = self.exactly("deck", deck, t.traps - s.seats - t.row * s.round)
        s.trap_cards = len(cards)
        for i, card in enumerate(reversed(cards)):
            s.trap_deck[i] = card

    def named_traps(self, key: str) -> list[int] | None:
        """The Traps of a field; None if it was left out."""
        words = self.list_of(key)
        return None if words is None else self.traps(key, words)

    def exactly(self, key: str, cards: list[int] | None, number: int) -> list[int]:
        """The Traps of a place that holds exactly so many; those left out are the first of those that lie nowhere."""
        if cards is None:
            cards, self.left = self.left[:number], self.left[number:]
        if len(cards) != number:
            raise BadPosition(f"{key} holds {number} Traps in this position, not {len(cards)}")
        return cards

    def put_allies(self) -> None:
        """Lay the Allies: hands, row, discards, and the deck, which takes what is left if it was left out."""
        s, t = self.s, self.t
        for p in range(s.seats):
            words = self.list_of(f"hand{p}") or []
            room = HAND - self.allies_to_come(p)
            if len(words) > room:
                raise BadPosition(f"hand{p} has {len(words)} Allies; in this position there is room for {room}")
            hidden = [word.endswith("?") for word in words]
            if any(hidden) and not t.secret_allies:
                raise BadPosition("a hidden Ally (?) needs the option secret_allies=True")
            for kind, unseen in zip(self.allies(f"hand{p}", [w.rstrip("?") for w in words]), hidden, strict=True):
                rules.give_ally(s, p, kind + UNSEEN * unseen)
        for kind in self.allies("spent", self.list_of("spent") or []):
            s.spent[kind] += 1
        row, deck = self.named_allies("allies"), self.named_allies("allydeck")
        if row is None:
            row = self.spread(s.seats - 1)
        if deck is None:
            deck = self.spread(sum(self.spare))
        if len(row) > s.seats - 1:
            raise BadPosition(f"the Ally row holds {s.seats - 1} at most (GH-03), not {len(row)}")
        if any(self.spare):
            missing = " ".join(ALLY_NAMES[kind] for kind in range(KINDS) for _ in range(self.spare[kind]))
            raise BadPosition(f"some Allies lie nowhere: {missing}; leave allydeck out, or put them into spent")
        s.ally_row_cards = len(row)
        for i, kind in enumerate(row):
            s.ally_row[i] = kind
        s.ally_cards = len(deck)
        for i, kind in enumerate(reversed(deck)):
            s.ally_deck[i] = kind

    def allies_to_come(self, seat: int) -> int:
        """How many Allies a player could still get: one by leaving alone and one for the fewest Fame, every round."""
        s = self.s
        if s.phase == OVER:
            return 0
        due = s.seat[seat].place in (IN, LEAVING) and not (seat == s.turn and s.phase in (TRAP, SCORING, SECOND, AFTER))
        return 2 * (self.t.rounds - s.round) + 1 + due

    def named_allies(self, key: str) -> list[int] | None:
        """The Allies of a field; None if it was left out."""
        words = self.list_of(key)
        return None if words is None else self.allies(key, words)

    def spread(self, number: int) -> list[int]:
        """Take Allies that nobody asked for, in the order of their kinds."""
        rest = [kind for kind in range(KINDS) for _ in range(self.spare[kind])][:number]
        for kind in rest:
            self.spare[kind] -= 1
        return rest

    def put_sequence(self) -> None:
        """What the player on turn has done and sees."""
        s, fields = self.s, self.fields
        running = s.phase not in (DECIDE, LAST, OVER)
        for key in ("sees", "steel", "named"):
            if key in fields.found and not running:
                raise BadPosition(f"{key} belongs to a sequence, which nobody is in now")
        s.hand = 0
        if not running:
            return
        me = s.seat[s.turn]
        for i in range(me.allies):
            s.hand |= 1 << (me.ally[i] & 31)
        s.steel = int(fields.word("steel", "no") == "yes")
        if s.steel and not s.bust:
            raise BadPosition("STEEL can be played on a bust only")
        for word in self.list_of("named") or []:
            card = self.known.get(word.lower(), NOBODY)
            own = [me.traps[i] for i in range(me.cards)]
            if card not in own:
                raise BadPosition(f"named: {word!r} is none of the Traps of seat {s.turn}")
            s.named |= 1 << own.index(card)
        if "sees" in fields.found:
            self.put_sees(fields.words("sees"))

    def put_sees(self, words: list[str]) -> None:
        """Read how the player on turn sees the dice."""
        s = self.s
        looks, _, extra = (" ".join(words) + " ").partition("+ ")
        if len(looks.split()) != s.dice:
            raise BadPosition(f"sees takes a word for each of the {s.dice} dice in the middle, not {looks.strip()!r}")
        for i in range(COUNTS):
            s.count[i] = 0
        s.touched = 1
        for i, word in enumerate(looks.split()):
            cell = cell_of(word.rstrip("*"))
            if word == "x":
                s.look[i] = GONE
                continue
            if cell < 0 or cell // FACES != s.middle[i] // FACES:
                raise BadPosition(f"sees: {word!r} is not of that die's colour (* behind it: all colours; x: no die)")
            s.look[i] = cell + TINTED * word.endswith("*")
            rules.tally(s.count, s.look[i], 1)
        for word in extra.split():
            if cell_of(word) < 0:
                raise BadPosition(f"sees: {word!r} is no die")
            rules.tally(s.count, cell_of(word), 1)

    def check(self) -> None:
        """Refuse what no game could reach."""
        s, t = self.s, self.t
        even = s.dice % 2 == 0
        if s.phase in (DECIDE, LAST) and (s.danger >= BUST_AT or not even or s.dice >= t.dice):
            raise BadPosition("before a decision and a last turn an even number of dice lies there, not all, and no bust")
        if s.dice == 2 and s.danger == 2:
            raise BadPosition("two Dangerous dice do not stand after the opening roll (GH-07)")
        if s.phase == OVER and s.round != t.rounds:
            raise BadPosition(f"the game is over after round {t.rounds}, not after round {s.round}")
        if s.phase == ALLY and not (s.lone and s.ally_row_cards):
            raise BadPosition("phase ally: a player leaves alone, without a bust, and an Ally lies there")
        if s.phase == SECOND and not (s.steel and rules.completed(s, t, s.turn) & ~s.seat[s.turn].paid):
            raise BadPosition("phase second: STEEL was played, one Trap has paid, and another one is completed")
        if s.phase in (TRAP, ALLY) and s.seat[s.turn].cards >= OWN:
            raise BadPosition("before step 2 a player has one Trap for every round so far")
