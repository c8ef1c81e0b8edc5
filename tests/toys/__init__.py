"""Small games that are in no box, for the tests of rooms that must work for any game."""

__all__: list[str] = []
