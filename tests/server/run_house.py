"""The real house as a process of its own: `python -m tests.server.run_house '{"database": ..., "port": ...}'`.

Settings come as JSON; `habits` and the planted bug (for proving that the instruments can fail) too.
"""

from __future__ import annotations

import json
import os
import sys

from ghosthouse import bots, house
from ghosthouse.server.main import serve
from ghosthouse.server.node import Bots
from ghosthouse.server.settings import Settings
from ghosthouse.table.effects import Habits

BOTS = Bots(bots.player, bots.levels, bots.choose_absent, bots.advise)
TITLES = [(title.game, title.edition) for title in house.titles()]


def main() -> None:
    given = json.loads(sys.argv[1])
    habits = given.pop("habits", {})
    if "bot_pause" in habits:
        habits["bot_pause"] = tuple(habits["bot_pause"])
    bug = given.pop("bug", "") or os.environ.get("GHOSTHOUSE_BUG", "")
    if bug:
        from tests.reliability import bugs

        bugs.plant(bug)
    if file := given.pop("tap", ""):
        from tests.reliability import tap

        tap.install(file)
    serve(find=house.find, titles=TITLES, bots=BOTS, settings=Settings(habits=Habits(**habits), **given))


if __name__ == "__main__":
    main()
