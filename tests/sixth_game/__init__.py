"""A game that lives outside the house."""

__all__: list[str] = []
