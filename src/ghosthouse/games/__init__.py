"""The games of the house, a folder each. Found by folder, never listed."""

__all__: list[str] = []
