"""One house in which five published tabletop games called *Ghosts* are played.

The rooms are imported one by one (`ghosthouse.kernel`, `ghosthouse.house`); this module stays empty,
so that the front door opens at once and nobody pays for a room that they do not enter.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
