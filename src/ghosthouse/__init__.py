"""ghosthouse: one house in which all the published tabletop games called Ghosts are played."""

__version__ = "0.1.0"
__all__ = ["__version__"]
