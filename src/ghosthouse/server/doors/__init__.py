"""The HTTP doors, room by room. Each module offers one function that returns its doors; `http` puts them together."""

__all__: list[str] = []
