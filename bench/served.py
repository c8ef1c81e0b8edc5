"""A house for the server's bench: `python bench/served.py '{"database": "house.db", "port": 8000}'`.

The settings are those of `ghosthouse serve`, but for the bounds on how much one address may ask: the whole load comes from one.
"""

from __future__ import annotations

import json
import sys

from ghosthouse import bots, house
from ghosthouse.server.main import serve
from ghosthouse.server.node import Bots
from ghosthouse.server.settings import Settings
from ghosthouse.table.effects import Habits

if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    serve(
        find=house.find,
        titles=[(title.game, title.edition) for title in house.titles()],
        bots=Bots(bots.player, bots.levels, bots.choose_absent, bots.advise),
        settings=Settings(
            sockets_per_address=100_000, requests_per_second=1e6, habits=Habits(bot_pause=(0, 0)), log_level="warning", **given
        ),
    )
