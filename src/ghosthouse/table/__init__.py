"""A table of players as a fold over its log: no network, no clock and no database of its own."""

__all__: list[str] = []
