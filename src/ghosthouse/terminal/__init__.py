"""A table in a terminal: status sentence, numbered choices, hot-seat with a curtain; for any game, from its views alone."""

from .screen import ColourScreen, PlainScreen, Screen, printable, wants_colour
from .speech import Speech
from .table import Chair, End, Table

__all__ = ["Chair", "ColourScreen", "End", "PlainScreen", "Screen", "Speech", "Table", "printable", "wants_colour"]
