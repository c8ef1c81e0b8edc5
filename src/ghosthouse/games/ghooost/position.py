"""Reads positions of Ghooost!: fills a blank state from fields, completes what was left out, refuses what cannot be.

In hands, Mansions, Crypt and discard pile `any` stands for ghosts that do not matter: it fills a hand or a Mansion up, `any3` is
three of them; in the Crypt or the discard pile `any` is all that are left. Hands and Mansions that are left out are `any`, a Crypt
that is left out is empty, and ghosts that stand nowhere lie in the discard pile.
"""

from __future__ import annotations

import re

from ghosthouse.kernel.game import NOBODY
from ghosthouse.kernel.notation import Fields
from ghosthouse.kernel.refusal import BadPosition

from .cards import ANY, KIND_OF, NOTHING, REASONS, SIGNS, pile_sign
from .rules import MOST_VOIDS, count, leads, may_lie_on, next_active, some
from .state import (
    CARDS,
    CLOCKWISE,
    COPY,
    COUNTER,
    DOUBLE,
    KINDS,
    KITTY,
    MISS_COPY,
    QUARTET,
    RANKS,
    SEATS,
    SKELETON,
    SKELETUM,
    TRIPLE,
    State,
    Tables,
)

KEYS = (
    "round", "starter", "turn", "direction", "pile", "kitties", "hand#", "known#", "mansion#", "crypt", "discard", "left", "stall",
    "passes", "again", "skipped", "voids", "adjudicated", "boos", "points", "ties", "barred",
)  # fmt: skip
ALL = -1  # `any` that takes everything that is left
MOST_ROUNDS = 999


def read(body: str, t: Tables, s: State) -> State:
    """Fill a blank state from the body of a position line; what no game could reach is refused with what is wrong."""
    return _Reader(Fields(body, KEYS), t, s).read()


class _Reader:
    """Reads one position: `left` counts the copies of each kind that have no place yet."""

    def __init__(self, fields: Fields, t: Tables, s: State) -> None:
        self.fields = fields
        self.t = t
        self.s = s
        self.left = [count(t.deck, kind) for kind in range(KINDS)]
        self.where: dict[int, list[str]] = {}

    def read(self) -> State:
        """Read all fields, the certain ones before those that take what is left."""
        self.put_turn()
        self.put_pile()
        self.put_heaps()
        self.put_match()
        self.check()
        return self.s

    # Words

    def seat(self, key: str, default: str) -> int:
        """A seat, or NOBODY."""
        word = self.fields.word(key, default)
        if word == NOTHING:
            return NOBODY
        if word not in map(str, range(self.s.seats)):
            raise BadPosition(f"{key} is a seat from 0 to {self.s.seats - 1} or {NOTHING}, not {word!r}")
        return int(word)

    def use(self, kind: int, where: str) -> int:
        """Take a copy of a kind out of what is left."""
        self.where.setdefault(kind, []).append(where)
        if not self.left[kind]:
            copies, places = count(self.t.deck, kind), ", ".join(dict.fromkeys(self.where[kind]))
            raise BadPosition(f"too many {SIGNS[kind]}: this deck has {copies}, but {len(self.where[kind])} stand in {places}")
        self.left[kind] -= 1
        return kind

    def ghosts(self, key: str, default: str) -> list[tuple[int, int]]:
        """The ghosts of a field as (kind, 1), and each `any` as (ALL, how many)."""
        found = []
        for word in self.fields.found.get(key, [default]):
            if word.upper() in KIND_OF:
                found.append((self.use(KIND_OF[word.upper()], key), 1))
            elif filler := re.fullmatch(rf"{ANY}(\d*)", word):
                found.append((ALL, int(filler[1] or ALL)))
            elif word != NOTHING:
                raise BadPosition(f"{key}: there is no ghost {word!r} (values are 1 to {RANKS}, X is Miss Copy, K is Kitty)")
        if sum(kind == ALL for kind, _ in found) > 1:
            raise BadPosition(f"{key}: the word {ANY} stands once in a field")
        return found

    def fill(self, found: list[tuple[int, int]], size: int, where: str) -> list[int]:
        """Put ghosts in the place of `any`; without a number it fills up to a size, or takes all if the size is ALL."""
        kinds: list[int] = []
        for kind, number in found:
            if kind != ALL:
                kinds.append(kind)
                continue
            rest = [other for other in range(KINDS) for _ in range(self.left[other])]
            named = sum(other != ALL for other, _ in found)
            need = number if number != ALL else len(rest) if size == ALL else max(0, size - named)
            if need > len(rest):
                raise BadPosition(f"{where}: {need} more ghosts are needed, but only {len(rest)} of this deck are left")
            kinds += [self.use(rest[i * len(rest) // need], where) for i in range(need)]  # spread, so that they are of many kinds
        return kinds

    # The parts of the table

    def put_turn(self) -> None:
        """Say where the game stands."""
        s, t, fields = self.s, self.t, self.fields
        s.round = fields.number("round", 1, 1, MOST_ROUNDS)
        s.starter = fields.number("starter", 0, 0, s.seats - 1)
        s.turn = self.seat("turn", str(s.starter))
        s.direction = {"cw": CLOCKWISE, "ccw": COUNTER}.get(fields.word("direction", "cw"), 0)
        if not s.direction:
            raise BadPosition("the direction is cw or ccw")
        s.active = s.seats
        for word in fields.words("left"):
            if word == NOTHING:
                continue
            if word not in map(str, range(s.seats)) or s.seat[int(word)].place:
                raise BadPosition(f"left names each seat once that has left, in their order, not {word!r}")
            s.active -= 1
            s.seat[int(word)].place = s.seats - s.active
        s.stall = fields.number("stall", 0, 0, t.stall_limit - 1)
        s.passes = fields.number("passes", 0, 0, SEATS - 1)
        s.voids = fields.number("voids", 0, 0, MOST_VOIDS if t.void else 0)
        s.adjudicated = fields.number("adjudicated", 0, 0, 100)
        again = fields.word("again", "")
        if again not in REASONS:
            raise BadPosition(f"again is one of {', '.join(REASONS[1:])}, not {again!r}")
        s.again = REASONS.index(again)
        s.skipped = self.seat("skipped", NOTHING)

    def put_pile(self) -> None:
        """Lay the Cemetery. GO-93: it holds no Skeletum and no run of four. GO-13 to GO-19: each ghost may lie on the one below."""
        s = self.s
        for word in self.fields.words("pile"):
            if word == NOTHING:
                continue
            sign = word.upper().removeprefix("X")
            if sign not in KIND_OF or not 1 <= KIND_OF[sign] <= RANKS:
                raise BadPosition(f"pile: no ghost {word!r} can lie there (a value from 1 to {RANKS}, or X5: Miss Copy as a 5)")
            value = KIND_OF[sign]
            copied = word.upper() != sign
            if not may_lie_on(value, s.top):
                raise BadPosition(f"pile: {value} cannot lie on {s.top} (GO-13, GO-17)")
            if value == SKELETUM:
                raise BadPosition("pile: a Skeletum never lies there, he is discarded at once (GO-59)")
            if copied and value != s.top:
                raise BadPosition(f"pile: {word} must lie on the {value} that she was played with (GO-62)")
            self.use(MISS_COPY if copied else value, "pile")
            if s.height == CARDS:
                raise BadPosition(f"pile: more than {CARDS} ghosts")
            s.pile[s.height] = value + COPY if copied else value
            s.height += 1
            s.cemetery += some(MISS_COPY if copied else value, 1)
            s.run = s.run + 1 if value == s.top else 1
            s.top = value
            if s.run >= QUARTET:
                raise BadPosition(f"pile: four {value}s in a row are a Quartet and leave the Cemetery at once (GO-48)")
            copies = sum(s.pile[s.height - 1 - i] > COPY for i in range(s.run))
            if copies > (s.run - copies) * self.t.most_copies:
                raise BadPosition(f"pile: so many Miss Copies cannot lie on {value} (GO-62, GO-R01): {pile_sign(value + COPY)}")
        s.kitties = self.fields.number("kitties", 0, 0, count(self.t.deck, KITTY))
        for _ in range(s.kitties):
            self.use(KITTY, "kitties")
        s.cemetery += some(KITTY, s.kitties)

    def put_heaps(self) -> None:
        """Deal hands, Mansions, Crypt and discard pile."""
        s, t = self.s, self.t
        crypt = self.ghosts("crypt", NOTHING)
        discard = self.ghosts("discard", NOTHING if (ALL, ALL) in crypt else ANY)
        if (ALL, ALL) in crypt and (ALL, ALL) in discard:
            raise BadPosition(f"only one field can take all the ghosts that are left: crypt {ANY} or discard {ANY}")
        fillers = [NOTHING if s.seat[p].place else ANY for p in range(s.seats)]
        hands = [self.ghosts(f"hand{p}", fillers[p]) for p in range(s.seats)]
        mansions = [self.ghosts(f"mansion{p}", fillers[p]) for p in range(s.seats)]
        for p in range(s.seats):
            me = s.seat[p]
            for kind in self.fill(hands[p], t.hand, f"hand{p}"):
                me.hand += some(kind, 1)
                me.cards += 1
            mansion = self.fill(mansions[p], t.mansion, f"mansion{p}")
            me.mansion = len(mansion)
            if me.mansion > t.mansion:
                raise BadPosition(f"mansion{p} holds {me.mansion} ghosts: {t.mansion} at most (GO-03)")
            for place, kind in enumerate(reversed(mansion)):
                s.hidden[p * t.mansion + place] = kind
        rest = {"crypt": crypt, "discard": discard}
        for key in sorted(rest, key=lambda name: (ALL, ALL) in rest[name]):  # the one that takes the rest comes last
            kinds = self.fill(rest[key], ALL, key)
            if key == "discard":
                s.discard = sum(some(kind, 1) for kind in kinds)
                continue
            s.crypt = len(kinds)
            if s.seats * t.mansion + s.crypt > CARDS:
                raise BadPosition(f"crypt: {s.crypt} ghosts are more than there can be")
            for place, kind in enumerate(reversed(kinds)):
                s.hidden[s.seats * t.mansion + place] = kind
        if any(self.left):
            missing = " ".join(SIGNS[kind] for kind in range(KINDS) for _ in range(self.left[kind]))
            raise BadPosition(f"these ghosts stand nowhere: {missing} (leave the discard pile out, and they lie there)")
        self.put_known()

    def put_known(self) -> None:
        """Say what everybody has seen of the hands."""
        for p in range(self.s.seats):
            me = self.s.seat[p]
            for word in self.fields.words(f"known{p}"):
                if word == NOTHING:
                    continue
                if word.upper() not in KIND_OF:
                    raise BadPosition(f"known{p}: there is no ghost {word!r}")
                kind = KIND_OF[word.upper()]
                me.known += some(kind, 1)
                if count(me.known, kind) > count(me.hand, kind):
                    raise BadPosition(f"known{p} is a part of hand{p}, which does not hold so many {SIGNS[kind]}")

    def put_match(self) -> None:
        """Fill in Boo!s and points."""
        s, t, fields = self.s, self.t, self.fields
        nothing = [0] * s.seats
        boos = self.fields.numbers("boos", nothing, 99 if t.match else 0)
        points = self.fields.numbers("points", nothing, 9999 if t.match else 0)
        for p in range(s.seats):
            s.seat[p].boos, s.seat[p].points = boos[p], points[p]
        s.ties = fields.number("ties", 0, 0, t.tie_cap if t.match else 0)
        s.barred = self.seat("barred", NOTHING)

    # What no game could reach

    def check(self) -> None:
        """Refuse what no game could reach."""
        s, t = self.s, self.t
        for p in range(s.seats):
            me = s.seat[p]
            if s.turn == NOBODY and s.adjudicated:  # the last round was perhaps broken off with everything lying where it lay
                continue
            if me.place and (me.cards or me.mansion):
                raise BadPosition(f"seat {p} has left, so it holds nothing (GO-70)")
            if not me.place and not me.cards and not me.mansion:
                raise BadPosition(f"seat {p} holds nothing, so it has left: name it in left (GO-70)")
            if s.crypt and (me.place or me.mansion < t.mansion):
                raise BadPosition(f"before midnight every Mansion holds {t.mansion} ghosts, but mansion{p} {me.mansion} (GO-21)")
            if s.crypt and me.cards < t.hand:
                raise BadPosition(f"before midnight every hand holds at least {t.hand} ghosts, but hand{p} {me.cards} (GO-92)")
        if s.turn == NOBODY:
            self.check_end()
            return
        if s.active < 2:
            raise BadPosition("only one player is left, so the round is over (GO-76)")
        if s.seat[s.turn].place:
            raise BadPosition(f"seat {s.turn} has left and cannot be on turn (GO-74)")
        if s.passes and (s.passes >= s.active or s.crypt or s.height):
            raise BadPosition("turns are lost only after midnight, with nothing to collect, and by fewer than all players (GO-40)")
        if s.again > TRIPLE and (s.cemetery or s.stall):
            raise BadPosition(f"after a {REASONS[s.again]} the Cemetery is empty, and stall is 0 (GO-48, GO-59, GO-R27)")
        if s.again > TRIPLE and not self.has_gone(s.again):
            raise BadPosition(f"after a {REASONS[s.again]} its ghosts lie in the discard pile (GO-48, GO-59)")
        if DOUBLE <= s.again <= TRIPLE and s.run <= s.again:
            raise BadPosition(f"after a {REASONS[s.again]} so many equal ghosts lie on top (GO-45)")
        if s.skipped != NOBODY and (
            not s.kitties or s.again or s.skipped == s.turn or s.seat[s.skipped].place or next_active(s, s.skipped) != s.turn
        ):
            raise BadPosition(f"seat {s.skipped} cannot have been passed over just now (GO-56)")
        if s.barred == NOBODY and (s.ties or any(s.seat[p].boos > 1 for p in range(s.seats))):
            raise BadPosition("after a second Boo! somebody cannot win: say who with barred (GO-84)")
        if s.barred != NOBODY and (not s.seat[s.barred].boos or sum(leads(s, p) for p in range(s.seats)) < 2):
            raise BadPosition("without a tie among those who may win, the match is over: turn - (GO-84, GO-86)")

    def has_gone(self, again: int) -> bool:
        """Whether the discard pile holds what a Quartet or a Skeletum leaves there."""
        gone, copies = self.s.discard, count(self.s.discard, MISS_COPY)
        if again == SKELETON:
            return count(gone, SKELETUM) > 0
        return any(0 < count(gone, value) and count(gone, value) + copies >= QUARTET for value in range(1, RANKS + 1))

    def check_end(self) -> None:
        """A game that is over has one player left, and a match has a winner, or too many ties."""
        s, t = self.s, self.t
        if s.active != 1:
            raise BadPosition("nobody is on turn, so the game is over: all but one have left (GO-76)")
        if s.again or s.skipped != NOBODY:
            raise BadPosition("the game is over, so nobody must play again or was passed over")
        if t.match and s.barred == NOBODY:
            raise BadPosition("a match is over when somebody has two Boo!s: say who with barred (GO-83)")
        if t.match and s.ties < t.tie_cap and sum(leads(s, p) for p in range(s.seats)) != 1:
            raise BadPosition("there is a tie, so the match goes on (GO-85)")
