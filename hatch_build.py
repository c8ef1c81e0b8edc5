"""Puts the built browser table into the wheel.

`make setup` builds the pages into `web/dist`; a wheel built after that carries them as `ghosthouse/web`.
This hook never runs npm: a pip install that needed Node would fail on most players' machines.
An editable install takes nothing, so that the house can be worked on with no web build.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebPages(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own examples leave the argument out
    """Ships `web/dist` as `ghosthouse/web` when it has been built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the pages to the wheel; without them the wheel is the house without its browser table, and says so."""
        if version == "editable":
            return

        pages = Path(self.root) / "web" / "dist"
        if (pages / "index.html").is_file():
            build_data["force_include"][str(pages)] = "ghosthouse/web"
        elif (Path(self.root) / "web" / "package.json").is_file():
            self.app.display_warning("web/dist is not built: this wheel has no browser table (run `make setup` first)")
