"""A whole house in virtual time: nodes, a store, a bus and clients in one thread, driven by one seed, with faults everywhere.

The desks are the real ones. What the asyncio shell does around them is done here by a heap of (time, order, event): the same
inputs and effects, but every delay is drawn, every loss is wished for, and the same seed gives the same story again.

Faults: messages dropped, doubled, delayed and out of order; connections cut; readers too slow; nodes killed at any moment;
the store failing before a commit, at it (nobody knows), and after it (the answer is lost); the store away for a while; the
bus losing, doubling and delaying; a node's clock jumping by up to an hour.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ghosthouse import bots
from ghosthouse.house import find
from ghosthouse.kernel.refusal import Refusal
from ghosthouse.table import entries, messages
from ghosthouse.table.desk import Desk
from ghosthouse.table.effects import NEVER, Append, Changed, Habits, Reread, Send, Think, Trouble, Wake
from ghosthouse.table.entries import Row
from ghosthouse.table.fold import Table
from ghosthouse.table.may import Caller
from ghosthouse.table.setups import Setups
from tests.reliability.history import Broken, History

SETUPS = Setups(find)
START = 1_000_000_000
STORM_MS = 120_000
STILL_MS = 60_000  # after the storm, every table that is not at rest has to move on within this time
TIRED_MS = 30_000  # after the storm, people who are still playing give up: games of chance can be long


@dataclass(frozen=True)
class Weather:
    """How likely each fault is, where it can happen."""

    drop: float = 0.04
    double: float = 0.1
    cut: float = 0.02
    slow: float = 0.01
    crash: float = 0.008
    store_before: float = 0.05
    store_at: float = 0.1
    store_after: float = 0.02
    store_away: float = 0.005
    read_fails: float = 0.1
    bus_drop: float = 0.3
    bus_double: float = 0.1
    clock_jump: float = 0.005
    nonsense: float = 0.05


CALM = Weather(**dict.fromkeys(Weather.__dataclass_fields__, 0.0))


class World:
    """Time, chance, and everything that happens in them."""

    def __init__(self, seed: int, weather: Weather, titles: list[str], *, nodes: int = 2, tables: int = 2) -> None:
        self.rng = random.Random(seed)
        self.weather = weather
        self.now = START
        self.heap: list[tuple[int, int, Callable[[], None]]] = []
        self.order = 0
        self.faults: Counter[str] = Counter()
        self.history = History()
        self.logs: dict[str, list[Row]] = {}
        self.store_away_until = 0
        self.calm_since = 1 << 60
        self.nodes = [SimNode(self, number) for number in range(nodes)]
        self.clients: list[Client] = []
        for number in range(tables):
            self.lay_table(f"table-{seed}-{number}", titles[(seed + number) % len(titles)])

    # --- time -----------------------------------------------------------------------------------------------------------

    def later(self, delay: int, event: Callable[[], None]) -> None:
        """Let something happen after a delay."""
        self.order += 1
        heapq.heappush(self.heap, (self.now + max(0, delay), self.order, event))

    def happens(self, fault: str) -> bool:
        """Draw whether a fault happens here, and count it."""
        if self.rng.random() < getattr(self.weather, fault):
            self.faults[fault] += 1
            return True
        return False

    def latency(self) -> int:
        """How long a message takes: mostly little, now and then long."""
        return self.rng.randrange(1, 30) if self.rng.random() < 0.9 else self.rng.randrange(30, 2_000)

    def run(self, until: Callable[[], bool], limit: int) -> bool:
        """Let time pass until a claim holds; False if the limit came first."""
        while self.heap and not until():
            if self.heap[0][0] > limit:
                break
            when, _, event = heapq.heappop(self.heap)
            self.now = max(self.now, when)
            event()
        return until()

    # --- the store --------------------------------------------------------------------------------------------------------

    def away(self) -> bool:
        """Whether the store does not answer now."""
        return self.now < self.store_away_until

    def append(self, table: str, row: Row, answer: Callable[[str], None]) -> None:
        """Store a row, or not, and say so, or not."""

        def commit() -> None:
            if self.away() or self.happens("store_before"):
                return self.later(self.latency(), lambda: answer("failed"))
            if self.happens("store_away"):
                self.store_away_until = self.now + self.rng.randrange(500, 20_000)
                return self.later(self.latency(), lambda: answer("unsure"))
            unknown = self.happens("store_at")
            if unknown and self.rng.random() < 0.5:
                late = self.rng.random() < 0.3  # it is committed after all, but later: the worst case of an unknown outcome
                if late:
                    self.later(self.rng.randrange(10, 3_000), lambda: self.write(table, row))
                return self.later(self.latency(), lambda: answer("unsure"))
            outcome = self.write(table, row)
            if outcome == "stored" and self.happens("store_after"):
                return None  # the answer never comes: the node hangs until it is killed
            return self.later(self.latency(), lambda: answer("unsure" if unknown else outcome))

        self.later(self.rng.randrange(1, 10), commit)

    def write(self, table: str, row: Row) -> str:
        """What the unique keys of the real store do."""
        log = self.logs[table]
        if row.at <= len(log) or (row.command and any(old.command == row.command for old in log)):
            return "taken"
        if row.at != len(log) + 1:
            raise Broken(f"{table}: entry {row.at} would be stored behind entry {len(log)}")
        log.append(row)
        return "stored"

    def read(self, table: str, after: int, answer: Callable[[list[Row] | None], None]) -> None:
        """Read the log behind an entry; None if the store does not answer."""

        def work() -> None:
            if self.away() or self.happens("read_fails"):
                return self.later(self.latency(), lambda: answer(None))
            rows = self.logs[table][after:]
            return self.later(self.latency(), lambda: answer(rows))

        self.later(self.rng.randrange(1, 10), work)

    # --- tables and people ------------------------------------------------------------------------------------------------

    def lay_table(self, table: str, title: str) -> None:
        """Make a table with two or three people, perhaps bots, and a watcher."""
        game, _, edition = title.partition("/")
        row = find(game).editions[edition]
        people = self.rng.randint(2, min(3, row.seats[1]))
        seats = max(row.seats[0], min(row.seats[1], people + self.rng.randint(0, 1)))
        clock = self.rng.choice([messages.Clock(), messages.Clock("move", 60), messages.Clock("bank", 120, 10)])
        options: dict[str, Any] = {"rounds": 1} if "rounds" in row.options and 1 in row.options["rounds"].values else {}
        created = entries.Created(
            when=self.now, table=table, code=table[-6:], game=game, edition=edition, seats=seats, options=options, clock=clock,
            secret=self.rng.randbytes(32).hex(),
        )  # fmt: skip
        self.logs[table] = [entries.row_of(created, 1, "", "")]
        for number in range(people):
            self.clients.append(Client(self, table, f"{table}/guest-{number}", starts=number == people - 1, people=people))
        self.clients.append(Client(self, table, "", people=people))

    def at_rest(self, only: str = "") -> bool:
        """Every game (or one) has ended, and everybody has seen it."""
        for table, log in self.logs.items():
            for client in self.clients if only in ("", table) else ():
                if client.table_id == table and (client.seen is None or client.seen.phase != "finished" or client.at < len(log)):
                    return False
        return True


class SimNode:
    """One process of the house. Killing it forgets everything."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.up = True
        self.life = 0
        self.offset = 0
        self.desks: dict[str, Desk] = {}
        self.loading: dict[str, list[Callable[[], None]]] = {}
        self.lines: dict[Line, None] = {}  # in the order they came: a set would hash by address
        world.later(2_000, self.poll)

    def clock(self) -> int:
        """What this node thinks the time is."""
        return self.world.now + self.offset

    def crash(self) -> None:
        """kill -9, and back after a while."""
        self.up = False
        self.life += 1
        self.desks.clear()
        self.loading.clear()
        for line in list(self.lines):
            line.cut()
        self.lines.clear()
        self.world.later(self.world.rng.randrange(100, 5_000), self.start)

    def start(self) -> None:
        self.up = True

    def alive(self, life: int) -> bool:
        return self.up and self.life == life

    def guarded(self, event: Callable[[], None]) -> Callable[[], None]:
        """An event of this life of the node: nothing of it happens after a crash."""
        life = self.life

        def happen() -> None:
            if self.alive(life):
                event()

        return happen

    def with_desk(self, table: str, then: Callable[[], None]) -> None:
        """Have the desk of a table, made from its log where it is not there."""
        if table in self.desks:
            return then()
        self.loading.setdefault(table, []).append(then)
        if len(self.loading[table]) == 1:
            self.load(table)
        return None

    def load(self, table: str) -> None:
        life = self.life

        def loaded(rows: list[Row] | None) -> None:
            if not self.alive(life):
                return
            if rows is None:
                self.world.later(500, self.guarded(lambda: self.load(table)))
                return
            fold = Table(SETUPS)
            for row in rows:
                fold.apply(row)
            rng = random.Random(self.world.rng.getrandbits(64))
            habits = Habits(bot_pause=(10, 100), absent_pause=10, retry=200, grace=20_000, dealing=2_000)
            self.desks[table] = Desk(fold, {}, bots.levels, rng.randbytes, habits, rng, self.clock())
            for then in self.loading.pop(table, []):
                then()
            self.act(table, lambda desk: desk.tick(self.clock()))

        self.world.read(table, 0, loaded)

    def act(self, table: str, do: Callable[[Desk], list[Any]]) -> None:
        """Give a desk an input and carry out what it wants; perhaps die in the middle of it."""
        desk = self.desks.get(table)
        if desk is None:
            return
        if self.world.happens("clock_jump"):
            self.offset += self.world.rng.randrange(-3_600_000, 3_600_000)
        for effect in do(desk):
            if not self.up or self.desks.get(table) is not desk:
                return
            if self.world.happens("crash"):
                self.crash()
                return
            self.carry_out(table, desk, effect)

    def carry_out(self, table: str, desk: Desk, effect: Any) -> None:
        world, life = self.world, self.life
        match effect:
            case Send(line, message):
                world.history.sent(world, table, message)
                line.push(message)
            case Append(row):
                hung = world.rng.randrange(20_000, 40_000)

                def answer(outcome: str) -> None:
                    if self.alive(life) and self.desks.get(table) is desk and desk.pending and desk.pending[0] is row:
                        self.act(table, lambda desk: getattr(desk, outcome)(self.clock()))

                def give_up() -> None:
                    answer("unsure")  # the driver's own limit of time

                world.append(table, row, answer)
                world.later(hung, give_up)
            case Reread(after, at):

                def read(rows: list[Row] | None) -> None:
                    if self.alive(life) and self.desks.get(table) is desk:
                        if rows is None:
                            self.act(table, lambda desk: desk.failed(self.clock()))
                        else:
                            self.act(table, lambda desk: desk.tail(rows, None, self.clock()))

                wait = at - self.clock()
                world.later(wait, self.guarded(lambda: world.read(table, after, read)))
            case Think(seat, decision, level, mind, at):
                chosen = bots.player(mind.setup.game, level)(mind) if level else bots.choose_absent(mind)
                world.later(
                    at - self.clock() + world.rng.randrange(1, 50),
                    self.guarded(lambda: self.act(table, lambda desk: desk.thought(seat, decision, chosen, self.clock()))),
                )
            case Wake(at) if at < NEVER:
                world.later(
                    min(at - self.clock(), 3_600_000),
                    self.guarded(lambda: self.act(table, lambda desk: desk.tick(self.clock()))),
                )
            case Changed(at):
                self.publish(table, at)
            case Trouble(_, problem):
                raise problem

    def publish(self, table: str, at: int) -> None:
        world = self.world
        for node in world.nodes:
            if node is self or world.happens("bus_drop"):
                continue
            for _ in range(2 if world.happens("bus_double") else 1):
                world.later(world.latency(), lambda node=node: node.nudge(table, at))

    def nudge(self, table: str, at: int) -> None:
        if self.up and table in self.desks:
            self.act(table, lambda desk: desk.nudged(at, self.clock()))

    def poll(self) -> None:
        """Every two seconds, ask the store how far the tables have come."""
        self.world.later(2_000, self.poll)
        if self.up and not self.world.away():
            for table in list(self.desks):
                self.nudge(table, len(self.world.logs[table]))


class Line:
    """One connection: messages in order, each way, until it is cut."""

    def __init__(self, world: World, node: SimNode, client: Client) -> None:
        self.world, self.node, self.client = world, node, client
        self.open = True
        self.to_client = self.to_node = world.now
        node.lines[self] = None

    def push(self, message: messages.Outgoing) -> None:
        """From the node to the client, over the wire as bytes."""
        if not self.open:
            return
        if self.world.happens("slow"):
            self.cut()
            return
        frame = messages.write(message)
        self.to_client = max(self.to_client + 1, self.world.now + self.world.latency())
        self.world.later(self.to_client - self.world.now, lambda: self.open and self.client.hear(messages.read_outgoing(frame)))

    def say(self, command: Any) -> None:
        """From the client to the node."""
        if self.world.happens("drop"):
            self.cut()  # a lost frame shows as a broken connection
            return
        frame = messages.write(command)
        for _ in range(2 if self.world.happens("double") else 1):
            self.to_node = max(self.to_node + 1, self.world.now + self.world.latency())
            self.world.later(self.to_node - self.world.now, lambda: self.open and self.arrive(messages.read_incoming(frame)))

    def arrive(self, frame: Any) -> None:
        node, client = self.node, self.client
        if not node.up:
            self.cut()
            return
        table, caller = client.table_id, Caller(client.guest)
        if isinstance(frame, messages.Hello):
            node.with_desk(
                table, lambda: self.open and node.act(table, lambda desk: desk.join(self, caller, frame.seen, -1, node.clock()))
            )
        else:
            node.with_desk(table, lambda: node.act(table, lambda desk: desk.command(self, caller, frame, node.clock())))

    def cut(self) -> None:
        """The connection breaks; both sides notice after a while."""
        if self.open:
            self.open = False
            node, table = self.node, self.client.table_id
            node.lines.pop(self, None)
            self.world.later(
                self.world.latency(), node.guarded(lambda: node.act(table, lambda desk: desk.part(self, node.clock())))
            )
            self.world.later(self.world.latency(), self.client.lost)


@dataclass
class Client:
    """Somebody at a table, or a watcher without a name. Resends with the same id until there is an answer."""

    world: World
    table_id: str
    guest: str
    starts: bool = False
    people: int = 2
    line: Line | None = None
    seen: messages.TableMessage | None = None
    at: int = 0
    story: list[messages.Heard] = field(default_factory=list)
    open_commands: dict[str, messages.Command] = field(default_factory=dict)
    decided: int = 0
    number: int = 0

    def __post_init__(self) -> None:
        self.name = self.guest or f"watcher of {self.table_id}"
        self.world.later(self.world.rng.randrange(1, 200), self.connect)

    def connect(self) -> None:
        world = self.world
        ready = [node for node in world.nodes if node.up]
        if not ready:
            world.later(200, self.connect)
            return
        self.line = Line(world, world.rng.choice(ready), self)
        self.line.say(messages.Hello(self.table_id, self.at))
        for command in list(self.open_commands.values()):
            if self.line is not None:
                self.line.say(command)

    def lost(self) -> None:
        """The connection is gone: come back, perhaps with nothing remembered."""
        if self.world.rng.random() < 0.1:
            self.at, self.story, self.seen = 0, [], None
        self.line = None
        self.world.later(self.world.rng.randrange(10, 2_000), self.connect)

    def send(self, command: messages.Command) -> None:
        self.open_commands[command.id] = command
        self.world.history.said(self, command)
        if self.line is not None:
            self.line.say(command)
        self.world.later(5_000, lambda: self.again(command))

    def again(self, command: messages.Command) -> None:
        """No answer for a while: send it again, with the same id."""
        if command.id in self.open_commands:
            if self.line is not None:
                self.line.say(command)
            self.world.later(5_000, lambda: self.again(command))

    def new_id(self) -> str:
        self.number += 1
        return f"{self.number:04}-{self.name}".replace("/", "_")[:60]

    def hear(self, message: messages.Outgoing) -> None:
        world = self.world
        if self.line is not None and world.happens("cut"):
            self.line.cut()
            return
        match message:
            case messages.Ok(command, at):
                world.history.acknowledged(world, self, command, at)
                self.open_commands.pop(command, None)
            case messages.No() as no:
                if no.id and no.code not in ("busy", "unavailable"):
                    world.history.refused(self, no)
                    self.open_commands.pop(no.id, None)
                    if no.code == "stale":
                        self.decided = 0
                    world.later(1_000, lambda: self.seen and self.react(self.seen))
            case messages.TableMessage() as table:
                world.history.seen(self, table)
                self.story = [heard for heard in self.story if heard.at <= table.after] + table.lines
                self.at, self.seen = table.at, table
                self.react(table)

    def react(self, table: messages.TableMessage) -> None:
        """Do what a person would do now, after a moment."""
        if not self.guest:
            return
        rng = self.world.rng
        waiting = {type(command) for command in self.open_commands.values()}
        if table.you < 0 and table.phase == "lobby" and messages.Sit not in waiting:
            self.send(messages.Sit(self.new_id(), -1, (self.guest.replace("/", "_") + "x" * 43)[:43]))
        elif table.phase == "lobby" and self.starts and messages.Start not in waiting:
            if sum(seat.who == "person" for seat in table.seats) >= self.people:
                self.send(messages.Start(self.new_id(), ""))
        elif self.world.now > self.world.calm_since + TIRED_MS and "concede" in table.may:
            if messages.Concede not in waiting:
                self.send(messages.Concede(self.new_id()))
        elif table.decision and table.decision != self.decided:
            self.decided = table.decision
            lit = [choice.move for choice in table.choices if choice.legal and not choice.asks]
            typed = [choice for choice in table.choices if choice.legal and choice.asks]
            move = rng.choice(lit) if lit else typed[0].move
            command = messages.Move(self.new_id(), table.decision, move)
            self.world.later(rng.randrange(10, 1_500 if self.world.weather is not CALM else 30), lambda: self.send(command))
        if self.world.happens("nonsense"):
            self.send(self.nonsense(table))

    def nonsense(self, table: messages.TableMessage) -> messages.Command:
        """Something untimely: stale, out of turn, meant for another phase."""
        rng = self.world.rng
        return rng.choice([
            lambda: messages.Move(self.new_id(), rng.randrange(0, table.at + 2), "take"),
            lambda: messages.Move(self.new_id(), table.decision or 1, "abracadabra"),
            lambda: messages.Start(self.new_id()),
            lambda: messages.Undo(self.new_id()),
            lambda: messages.Say(self.new_id(), "talk.boo"),
            lambda: messages.Sit(self.new_id(), rng.randrange(0, 4), "y" * 43),
            lambda: messages.Rest(self.new_id()),
            lambda: messages.Back(self.new_id()),
            lambda: messages.Allow(self.new_id(), table.undo.ask if table.undo else 1, rng.random() < 0.7),
        ])()  # fmt: skip


def play_episode(seed: int, weather: Weather, titles: list[str]) -> World:
    """One storm and the calm after it, checked; raises `Broken` with what went wrong."""
    try:
        return _play(seed, weather, titles)
    except (entries.BrokenChain, Refusal) as problem:
        raise Broken(f"a log does not replay: {problem}") from problem


def _play(seed: int, weather: Weather, titles: list[str]) -> World:
    world = World(seed, weather, titles)
    world.run(world.at_rest, START + STORM_MS)
    world.weather, world.calm_since = CALM, world.now
    world.store_away_until = 0
    for node in world.nodes:
        if not node.up:
            node.start()
    while not world.at_rest():
        before = {table: len(log) for table, log in world.logs.items() if not world.at_rest(table)}
        world.run(world.at_rest, world.now + STILL_MS)
        world.now += 1
        for table, length in before.items():
            if not world.at_rest(table) and len(world.logs[table]) == length:
                raise Broken(f"after the storm, {table} stood still: " + "; ".join(_rest(world)))
    world.history.check(world, SETUPS)
    return world


def _rest(world: World) -> list[str]:
    return [
        f"{client.name}: {client.seen.phase if client.seen else 'nothing'} at {client.at} of {len(world.logs[client.table_id])}"
        for client in world.clients
    ]
