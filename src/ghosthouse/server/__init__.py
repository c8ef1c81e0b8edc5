"""A thin shell around tables: HTTP, websockets, a store and a bus."""

__all__: list[str] = []
