"""The game once more, written down from the rule file with strings and lists, slowly and without looking at the rules.

It is told what everybody did in a turn, and which letter each new word began with, and says what must lie on the table then.
The dictionary is a set of words.
"""

from __future__ import annotations

from dataclasses import dataclass, field

POINTS = {**dict.fromkeys("ESIARNTOL", 1), **dict.fromkeys("CDUGPMHBY", 2), **dict.fromkeys("FVKWZXQJ", 3)}


@dataclass
class Player:
    """What lies before one player. The top card of the deck is the last one."""

    hand: list[str]
    deck: list[str]
    stack: list[str] = field(default_factory=list)
    ghosts: int = 0


@dataclass
class World:
    """A ring of players; word k lies between player k and player k+1."""

    players: list[Player]
    words: list[str]
    adders: list[int | None]
    dictionary: set[str]
    shortest: int = 4
    clockwise: bool = True
    turn: int = 1
    quiet: int = 0
    ended: bool = False

    def word_of(self, i: int) -> int:
        """GW-12."""
        return i if self.clockwise else (i - 1) % len(self.players)

    def neighbour(self, i: int) -> int:
        """The neighbour of the turn."""
        return (i + (1 if self.clockwise else -1)) % len(self.players)

    def draw(self, i: int) -> None:
        """GW-18, GW-57."""
        if self.players[i].deck:
            self.players[i].hand.append(self.players[i].deck.pop())

    def play_turn(self, did: dict[int, str], answers: dict[int, str], paid: dict[int, list[str]], starts: dict[int, str]) -> None:
        """One turn: actions by player, answers by player, penalties by loser in order of the words, first letters by word."""
        self.act(did)
        self.close(did, self.settle(did, answers), paid, starts)

    def act(self, did: dict[int, str]) -> None:
        """Plays and passes."""
        for i in sorted(did):
            self.add_or_pass(i, did[i])

    def settle(self, did: dict[int, str], answers: dict[int, str]) -> dict[int, tuple[int, int]]:
        """Give-ups, then all verdicts: loser and winner by word."""
        for i in sorted(did, key=self.word_of):
            if did[i] == "give up":
                self.give_up(i, answers[self.neighbour(i)].removeprefix("pick "))
        lost: dict[int, tuple[int, int]] = {}
        for i in sorted(did, key=self.word_of):
            if did[i].startswith("challenge"):
                k = self.word_of(i)
                right = self.judge(self.words[k], did[i], answers.get(self.neighbour(i), ""))
                lost[k] = (self.neighbour(i), i) if right else (i, self.neighbour(i))
        return lost

    def close(
        self, did: dict[int, str], lost: dict[int, tuple[int, int]], paid: dict[int, list[str]], starts: dict[int, str]
    ) -> None:
        """Penalties, words collected, words started, and the end of the turn."""
        for k in sorted(lost):
            self.pay(*lost[k], paid)
        for k, (_, winner) in lost.items():
            self.players[winner].stack += self.words[k]
            self.words[k] = ""
        for i in did:
            if did[i] == "give up" or did[i].startswith("challenge"):
                k = self.word_of(i)
                self.words[k], self.adders[k] = "", None
                if self.players[i].deck:
                    card = self.players[i].deck.pop()
                    assert starts[k] in card
                    self.words[k] = starts[k]
        self.quiet = self.quiet + 1 if all(action == "pass" for action in did.values()) else 0
        self.turn += 1
        self.clockwise = not self.clockwise
        self.ended = not any(self.words) or not any(me.hand for me in self.players) or self.quiet == 2

    def add_or_pass(self, i: int, action: str) -> None:
        """GW-16 to GW-19, GW-40 to GW-44, GW-57."""
        me, k = self.players[i], self.word_of(i)
        kind, *rest = action.split()
        if kind == "pass":
            assert not me.hand
            self.draw(i)
        if kind not in ("play", "ghost"):
            return
        *removed, card, place = rest
        word = self.words[k]
        at = 0
        if kind == "ghost":
            at = int(removed[0])
            me.ghosts -= 1
            self.players[self.neighbour(i)].stack.append(word[at])
            word = word[:at] + word[at + 1 :]
        held = card if card in me.hand else card[::-1]
        me.hand.remove(held)
        letter = card[0]
        made = {"left": letter + word, "right": word + letter, "slot": word[:at] + letter + word[at:]}[place]
        assert made != self.words[k]
        self.words[k], self.adders[k] = made, i
        self.draw(i)

    def give_up(self, i: int, letter: str) -> None:
        """GW-20 to GW-22."""
        k = self.word_of(i)
        assert len(self.words[k]) >= self.shortest
        rest = self.words[k].replace(letter, "", 1)
        self.players[i].ghosts += 1
        self.players[self.neighbour(i)].stack += rest
        self.words[k] = ""

    def judge(self, word: str, challenge: str, answer: str) -> bool:
        """GW-27 to GW-31: whether the challenger is right."""
        if challenge == "challenge complete":
            assert len(word) >= self.shortest
            return word in self.dictionary
        declared = answer.removeprefix("declare ").upper()
        return not (declared in self.dictionary and word in declared)

    def pay(self, loser: int, winner: int, paid: dict[int, list[str]]) -> None:
        """GW-32, GW-38."""
        me = self.players[loser]
        if me.stack:
            me.stack.remove(paid[loser].pop(0).removeprefix("pick "))
        elif me.hand:
            me.hand.remove(paid[loser].pop(0).removeprefix("give "))
        else:
            return
        self.players[winner].ghosts += 1

    def score(self, i: int) -> int:
        """GW-51."""
        return sum(POINTS[letter] for letter in self.players[i].stack) + self.players[i].ghosts

    def winners(self) -> list[int]:
        """GW-53."""
        ranks = [(-self.score(i), len(self.players[i].stack)) for i in range(len(self.players))]
        return [i for i, rank in enumerate(ranks) if rank == min(ranks)]
