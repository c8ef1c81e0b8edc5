"""What every game that the house finds must promise."""

__all__: list[str] = []
