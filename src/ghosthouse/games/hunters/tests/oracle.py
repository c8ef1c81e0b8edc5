"""A second, independent telling of the rules: plain objects and words, written from the rule file and not from `rules.py`.

It shares with the game only where chance comes from (the order of draws is part of the record format) and the deck files. Moves are
words, Traps are ids, dice are pairs of a letter and a number. It is slow and clear, and nobody plays with it.
"""

from __future__ import annotations

import math
import re
import tomllib
from importlib import resources
from itertools import product

from ghosthouse.kernel.chance import draw, lot, part, shuffle

KINDS = ["SWAP", "TINT", "TURN", "BANISH", "STEEL", "ENCORE", *(f"DIE-{c}{n}" for c in "RGBY" for n in "123456")]


def component(name):
    """A component file of the game."""
    return tomllib.loads((resources.files("ghosthouse.games.hunters") / "components" / name).read_text("utf-8"))


def met(condition, dice):
    """Say whether a condition holds for dice, each a set of colours and a number. Evaluated word by word from the text."""
    for atom in condition.split(" & "):
        if atom.startswith("same"):
            number = int(atom.split(">=")[1])
            if atom.startswith("samenum"):
                best = max((sum(n == face for _, n in dice) for face in range(1, 7)), default=0)
            else:
                best = max((sum(c in colours for colours, _ in dice) for c in "RGBY"), default=0)
            if best < number:
                return False
            continue
        selection, sign, number = re.fullmatch(r"n\((.*)\)(>=|=)(\d+)", atom).groups()
        colour = selection[0] if selection[0].isalpha() else ""
        faces = [int(face) for face in selection.lstrip("RGBY:").split(",") if face]
        hits = sum((not colour or colour in colours) and (not faces or n in faces) for colours, n in dice)
        if not (hits == int(number) if sign == "=" else hits >= int(number)):
            return False
    return True


class Hunter:
    """A player."""

    def __init__(self):
        self.traps, self.paid, self.hand, self.hidden = [], set(), [], []
        self.total = self.earned = 0
        self.token = 0
        self.place = "in"
        self.choice = None


class Hunt:
    """One game: who owes what, and what follows."""

    def __init__(self, edition, seats, options, chance):
        row = component("editions.toml")[edition]
        house = component("traps.toml")["traps"]
        wanted = row.get("traps", [trap["id"] for trap in house])
        self.cards = {trap["id"]: trap for trap in house if trap["id"] in wanted}
        self.c, self.o, self.seats = chance, options, seats
        self.rounds, self.row_size, self.stock = row["rounds"], row["row"], row["dice"]
        self.players = [Hunter() for _ in range(seats)]
        first = options["first"] if options["first"] != "chance" else draw(chance, seats)
        for p, hunter in enumerate(self.players):
            hunter.token = (p - first) % seats + 1
        self.trap_deck = self.shuffled(list(self.cards))
        for hunter in self.players:
            hunter.traps.append(self.trap_deck.pop())
        allies = row["allies"] if "allies" in row else component("allies.toml")["allies"]
        deck = [self.kind(ally) for ally in allies for _ in range(ally["copies"])]
        self.ally_deck = self.shuffled(sorted(deck, key=KINDS.index))
        self.row, self.ally_row, self.spent = [], [], []
        self.round, self.over = 1, False
        self.leaving, self.group = [], []
        self.step, self.last, self.bust, self.lone = "", None, False, False
        self.open_round()

    @staticmethod
    def kind(ally):
        return f"DIE-{ally['die']}" if ally["effect"] == "die" else ally["effect"].upper()

    def shuffled(self, cards):
        numbers = list(range(len(cards)))
        shuffle(self.c, numbers, len(numbers))
        return [cards[number] for number in numbers]

    # Dice

    def open_round(self):
        for hunter in self.players:
            hunter.place, hunter.paid = "in", set()
        self.row = [self.trap_deck.pop() for _ in range(self.row_size)]
        while len(self.ally_row) < self.seats - 1 and (ally := self.draw_ally()):
            self.ally_row.append(ally)
        self.middle = []
        self.roll(2)
        while all(n >= 5 for _, n in self.middle):
            half = lot(self.c, 36)
            for place in (1,) if self.o["first_reroll"] == "one" else (0, 1):
                face, half = part(self.c, half, 6)
                self.middle[place] = (self.middle[place][0], face + 1)

    def roll(self, size):
        left = sum(self.stock.values()) - len(self.middle)
        half = lot(self.c, math.perm(left, size) * 6**size)
        for _ in range(size):
            pouch = [c for c in "RGBY" for _ in range(self.stock.get(c, 0) - sum(die[0] == c for die in self.middle))]
            which, half = part(self.c, half, len(pouch))
            face, half = part(self.c, half, 6)
            self.middle.append((pouch[which], face + 1))

    @property
    def danger(self):
        return sum(n >= 5 for _, n in self.middle)

    def draw_ally(self):
        if not self.ally_deck and self.spent:
            self.ally_deck = self.shuffled(sorted(self.spent, key=KINDS.index))
            self.spent = []
        return self.ally_deck.pop() if self.ally_deck else None

    def gain(self, hunter):
        ally = self.draw_ally()
        if ally:
            hunter.hand.append(ally)
            if self.o["secret_allies"]:
                hunter.hidden.append(ally)

    # Who may do what

    def inside(self):
        return [p for p, hunter in enumerate(self.players) if hunter.place == "in"]

    def awaited(self):
        if self.over:
            return []
        if self.leaving:
            return [self.leaving[0]]
        if self.last is not None:
            return [self.last]
        return [p for p in self.inside() if self.players[p].choice is None]

    def moves(self, p):
        """All moves of a player, as words."""
        if p not in self.awaited():
            return set()
        if self.last is not None:
            left = sum(self.stock.values()) - len(self.middle)
            return {f"roll {n}" for n in (2, 3, 4) if n <= left} | ({"decline"} if self.o["last_turn"] == "may_decline" else set())
        if not self.leaving:
            return {"stay", "pass"}
        hunter = self.players[p]
        found = self.ally_moves(hunter)
        if self.step == "ally":
            found |= {f"take {name}" for name in named(self.ally_row)}
        elif self.step == "trap":
            found |= {f"take {card}" for card in self.row}
        elif self.step == "score":
            done = self.completed(hunter)
            found |= {f"score {card}" for card in done} if self.bust and done else {"score"}
        elif self.step == "second":
            found |= {f"score {card}" for card in self.completed(hunter) if card not in hunter.paid} | {"done"}
        else:
            found.add("done")
        return found

    def ally_moves(self, hunter):
        if self.step == "second":
            return set()
        found = set()
        dice = dict(zip(named([f"{c}{n}" for c, n in self.middle]), self.seen, strict=True))
        for ally in set(hunter.hand):
            if ally == "SWAP":
                found |= {f"swap {own} for {card}" for own, card in product(hunter.traps, self.row) if own not in hunter.paid}
            elif self.step == "after":
                continue
            elif ally == "TINT":
                found |= {f"tint {name}" for name, die in dice.items() if die}
            elif ally == "BANISH":
                found |= {f"banish {name}" for name, die in dice.items() if die and die[1] >= 5}
            elif ally == "TURN":
                found |= {f"turn {name} up" for name, die in dice.items() if die and die[1] < 6}
                found |= {f"turn {name} down" for name, die in dice.items() if die and die[1] > 1}
            elif ally == "STEEL":
                found |= {"steel"} if self.bust and not self.steel else set()
            elif ally == "ENCORE":
                found |= {f"encore {card}" for card in hunter.traps if card not in self.encored}
            else:
                found.add(f"die {ally[4:]}")
        return found

    def completed(self, hunter):
        dice = [die for die in self.seen if die] + self.extra
        return [card for card in hunter.traps if met(self.cards[card]["when"], dice)]

    # What follows

    def play(self, p, move):
        """Make a move and all that follows from it."""
        assert move in self.moves(p), (move, self.moves(p))
        hunter = self.players[p]
        if move in ("stay", "pass"):
            hunter.choice = move
            if all(self.players[q].choice for q in self.inside()):
                self.reveal()
        elif self.last is not None:
            self.last = None
            if move != "decline":
                self.roll(int(move.split()[1]))
            self.leave([p], bust=self.danger >= 3)
        else:
            self.sequence(hunter, move)

    def reveal(self):
        passing = [p for p in self.inside() if self.players[p].choice == "pass"]
        for hunter in self.players:
            hunter.choice = None
        if passing:
            self.leave(passing, bust=False)
        else:
            self.next_roll()

    def next_roll(self):
        self.roll(2)
        if self.danger >= 3 or len(self.middle) == sum(self.stock.values()):
            self.leave(self.inside(), bust=self.danger >= 3)

    def leave(self, group, *, bust):
        self.group, self.bust, self.lone = group, bust, len(group) == 1 and not bust
        self.leaving = sorted(group, key=lambda p: self.players[p].token)
        for p in group:
            self.players[p].place = "leaving"
        self.begin()

    def begin(self):
        self.seen = [({c}, n) for c, n in self.middle]
        self.extra, self.encored, self.steel = [], set(), False
        self.step = "trap"
        if self.lone and self.ally_row:
            self.step = "ally"
        elif self.lone and self.o["ally_shortage"] == "deck":
            self.gain(self.players[self.leaving[0]])

    def sequence(self, hunter, move):
        verb, *rest = move.split()
        if verb == "take" and self.step == "ally":
            hunter.hand.append(self.ally_row.pop(named(self.ally_row).index(rest[0])))
            self.step = "trap"
        elif verb == "take":
            self.row.remove(rest[0])
            hunter.traps.append(rest[0])
            self.step = "score"
        elif verb == "score" and rest:
            self.pay(hunter, rest[0])
            more = [card for card in self.completed(hunter) if card not in hunter.paid]
            self.step = "second" if self.step == "score" and self.steel and more else "after"
        elif verb == "score":
            self.score(hunter)
        elif verb == "done" and self.step == "after":
            self.end_sequence(hunter)
            return
        elif verb == "done":
            self.step = "after"
        else:
            self.use(hunter, verb, rest)
        self.go_on(hunter)

    def go_on(self, hunter):
        ask = bool(hunter.hand) and self.o["secret_allies"]
        choice = self.bust and len(self.completed(hunter)) > 1
        if self.step == "score" and not (ask or choice or self.ally_moves(hunter)):
            self.score(hunter)
        if self.step == "after" and not (ask or self.ally_moves(hunter)):
            self.end_sequence(hunter)

    def score(self, hunter):
        for card in self.completed(hunter):
            self.pay(hunter, card)
        self.step = "after"

    def pay(self, hunter, card):
        fame = self.cards[card]["fame"] * (2 if card in self.encored else 1)
        hunter.paid.add(card)
        hunter.earned += fame
        hunter.total += fame

    def use(self, hunter, verb, rest):
        ally = f"DIE-{rest[0]}" if verb == "die" else verb.upper()
        hunter.hand.remove(ally)
        if hunter.hidden.count(ally) > hunter.hand.count(ally):
            hunter.hidden.remove(ally)
        self.spent.append(ally)
        if verb == "swap":
            own, card = rest[0], rest[2]
            self.row[self.row.index(card)] = own
            hunter.traps.remove(own)
            hunter.traps.append(card)
            self.encored.discard(own)
        elif verb == "encore":
            self.encored.add(rest[0])
        elif verb == "steel":
            self.steel = True
        elif verb == "die":
            self.extra.append(({rest[0][0]}, int(rest[0][1])))
        else:
            place = named([f"{c}{n}" for c, n in self.middle]).index(rest[0])
            colours, number = self.seen[place]
            if verb == "turn":
                self.seen[place] = (colours, number + (1 if rest[1] == "up" else -1))
            else:
                self.seen[place] = (set("RGBY"), number) if verb == "tint" else None

    def end_sequence(self, hunter):
        hunter.place = "bust" if self.bust else "passed"
        self.leaving.pop(0)
        if self.leaving:
            self.begin()
            return
        if len(self.group) > 1 and (self.o["bust_exchange"] or not self.bust):
            order = sorted(self.group, key=lambda p: self.players[p].token)
            tokens = [self.players[p].token for p in order]
            for p, token in zip(order, reversed(tokens), strict=True):
                self.players[p].token = token
        self.group = []
        inside = self.inside()
        if not inside:
            self.end_round()
        elif len(inside) == 1:
            self.last = inside[0]
        else:
            self.next_roll()

    def end_round(self):
        least = min(hunter.earned for hunter in self.players)
        for hunter in sorted(self.players, key=lambda h: h.token):
            if hunter.earned == least:
                self.gain(hunter)
        for hunter in self.players:
            hunter.earned = 0
        if self.round == self.rounds:
            self.over = True
            return
        if self.o["ally_row"] == "replace":
            self.spent += self.ally_row
            self.ally_row = []
        self.round += 1
        self.open_round()

    # To compare

    def summary(self):
        """What the table looks like, in the words of the position line."""
        players = self.players
        hidden = [hunter.hidden for hunter in players]
        return {
            "round": str(self.round),
            "places": " ".join(h.place for h in players),
            "tokens": " ".join(str(h.token) for h in players),
            "earned": " ".join(str(h.earned) for h in players),
            "total": " ".join(str(h.total) for h in players),
            "middle": line(f"{c}{n}" for c, n in self.middle),
            "row": line(self.row),
            "allies": line(self.ally_row),
            "deck": line(reversed(self.trap_deck)),
            "allydeck": line(reversed(self.ally_deck)),
            "spent": line(sorted(self.spent, key=KINDS.index)),
            **{f"traps{p}": line(card + "!" * (card in h.paid) for card in h.traps) for p, h in enumerate(players)},
            **{f"hand{p}": line(hand(h, hidden[p])) for p, h in enumerate(players)},
        }


def hand(hunter, hidden):
    """A hand in the order of the position line: what is known first, then what only the owner has seen."""
    known = list(hunter.hand)
    for ally in hidden:
        known.remove(ally)
    return [*sorted(known, key=KINDS.index), *(f"{ally}?" for ally in sorted(hidden, key=KINDS.index))]


def line(words):
    """Words in a row, or a dash."""
    return " ".join(words) or "-"


def named(names):
    """Equal names told apart: the second one is `#2`."""
    return [name if (n := names[: i + 1].count(name)) == 1 else f"{name}#{n}" for i, name in enumerate(names)]
