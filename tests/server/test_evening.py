"""An evening among friends over real sockets: everything that people do around a game, one thing after another."""

import asyncio
import hashlib
import secrets

from ghosthouse.table import messages
from ghosthouse.table.messages import Clock, No, Ok
from tests.server.friends import PATIENCE, Friend, new_id
from tests.server.test_play import made


async def come(house, table, guest="", **more):
    return await Friend(house.port, table, guest, **more).__aenter__()


async def test_an_evening_among_friends(house):
    """Seats, agreements, a second device, a rest, a newcomer, somebody who gives up, spectators with eyes, and once more."""
    ada, ben, cleo = (house.guest(name) for name in ("Ada", "Ben", "Cleo"))
    code = made(house, ada, title="fright/amigo", seats=2, options={"rounds": 1})["code"]
    a, b = await come(house, code, ada), await come(house, code.lower(), ben)
    watcher = await come(house, code, eyes=0)
    at_the_table = [a, b, watcher]

    # They find their seats: three of them, exchanged, and drawn by lot; a bot on the one that is left.
    assert isinstance(await b.do(messages.Sit(new_id(), -1, secrets.token_urlsafe(32))), Ok)
    assert isinstance(await b.do(messages.SetSeats(new_id(), 3)), Ok)
    await a.do(messages.PutBot(new_id(), 2, "sly"))
    await a.do(messages.Swap(new_id(), 0, 2))
    await a.until(lambda table: table.you == 2)
    await b.do(messages.ShuffleSeats(new_id()))

    # They agree: who starts, how long to think, and that spectators may look into a hand.
    await a.do(messages.Configure(new_id(), options={"rounds": 1, "first": 0}, clock=Clock("move", 300), open=True, eyes=True))
    await b.until(lambda table: table.options == {"rounds": 1, "first": 0} and table.clock.kind == "move")
    async with asyncio.timeout(PATIENCE):  # the lobby hears of it within a second
        while code not in [table["code"] for table in house.ask("GET", "/api/tables")[1]["tables"]]:
            await asyncio.sleep(0.02)
    assert isinstance(await watcher.do(messages.Start(new_id())), No)

    # They play. Whoever watches sees through the eyes of seat 0.
    await b.do(messages.Start(new_id()))
    for friend in at_the_table:
        await friend.until(lambda table: table.phase == "playing")
    assert (watcher.table.you, watcher.table.eyes, watcher.table.view.viewer) == (-1, 0, 0)
    assert a.table.view.viewer == a.table.you

    # Ada goes on from her phone, which nobody knows yet; the laptop only watches then, and the ticket is used up.
    seat, ticket, secret = a.table.you, secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    await a.do(messages.Ticket(new_id(), hashlib.sha256(ticket.encode()).hexdigest()))
    phone = await come(house, code, house.guest("Ada"))
    assert isinstance(await phone.do(messages.Claim(new_id(), ticket, secret)), Ok)
    await phone.until(lambda table: table.you == seat)
    await a.until(lambda table: table.you == -1)
    assert (await b.do(messages.Claim(new_id(), ticket, secrets.token_urlsafe(32)))).code == "unknown"

    # She takes a rest, and the house plays for her until she is back.
    await phone.do(messages.Rest(new_id()))
    await b.until(lambda table: table.seats[seat].away)
    await phone.do(messages.Back(new_id()))
    await b.until(lambda table: not table.seats[seat].away)

    # Ben has to go: a bot takes his seat, and Cleo takes it over. She may not sit where she knows a hand, nor twice.
    left = b.table.you
    await b.do(messages.Leave(new_id()))
    await phone.until(lambda table: table.seats[left].who == "bot")
    c = await come(house, code, cleo)
    assert isinstance(await c.do(messages.Sit(new_id(), left, secrets.token_urlsafe(32))), Ok)
    await phone.until(lambda table: table.seats[left].name == "Cleo")
    assert isinstance(await c.do(messages.Sit(new_id(), -1, secrets.token_urlsafe(32))), No)

    # Cleo gives up, Ada plays on against the bots to the end, and then they play again.
    await c.do(messages.Concede(new_id()))
    await phone.play()
    await c.until(lambda table: table.phase == "finished")
    assert left not in c.table.result.winners
    assert isinstance(await c.do(messages.Rematch(new_id())), Ok)
    await phone.until(lambda table: table.game == 2 and table.phase == "playing")
    assert [place.name for place in phone.table.seats if place.who == "person"] == [
        place.name for place in c.table.seats if place.who == "person"
    ]

    await asyncio.gather(*(friend.go() for friend in (*at_the_table, phone, c)))


async def test_a_move_is_taken_back_when_the_others_agree(house):
    """Where nothing hidden was seen since; and refused where it was, with the reason."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    code = made(house, ada, title="fright/amigo", seats=2, options={"first": 0, "rounds": 1})["code"]
    a, b = await come(house, code, ada), await come(house, code, ben)
    await b.do(messages.Sit(new_id(), 1, secrets.token_urlsafe(32)))
    await a.do(messages.Start(new_id()))
    await a.until(lambda table: bool(table.decision))
    await a.do(messages.Move(new_id(), a.table.decision, next(choice.move for choice in a.table.choices if choice.legal)))
    await b.until(lambda table: bool(table.decision))

    drawn = await a.do(messages.Undo(new_id()))  # a card was drawn with the move
    await b.do(messages.Move(new_id(), b.table.decision, "take"))
    await a.until(lambda table: table.ply == 2)
    before = a.table
    asked = await b.do(messages.Undo(new_id()))  # the open pile was taken: everybody knew it
    await a.until(lambda table: table.undo is not None)
    await a.do(messages.Allow(new_id(), a.table.undo.ask, True))
    await b.until(lambda table: table.ply == 1)

    assert (drawn.code, drawn.line.phrase) == ("not_now", "refusal.undo_reveals")
    assert isinstance(asked, Ok)
    assert before.ply == 2
    assert b.table.undo is None
    assert b.table.decision
    await asyncio.gather(a.go(), b.go())
