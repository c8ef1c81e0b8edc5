"""Bounds on how fast anybody may ask: token buckets, in memory, one for each socket and each address."""

from __future__ import annotations

import time


class Bucket:
    """Holds up to `most` tokens and fills with `rate` a second; each request takes one."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left = most
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """Buckets by address; those that are full again are forgotten."""

    def __init__(self, rate: float, most: float, keep: int = 10_000) -> None:
        self.rate = rate
        self.most = most
        self.keep = keep
        self._by_address: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take tokens from the bucket of an address."""
        bucket = self._by_address.get(address)
        if bucket is None:
            if len(self._by_address) >= self.keep:
                self._tidy()
            bucket = self._by_address[address] = Bucket(self.rate, self.most)
        return bucket.take(cost)

    def _tidy(self) -> None:
        now = time.monotonic()
        full = [
            address for address, bucket in self._by_address.items() if bucket.left + (now - bucket.at) * bucket.rate >= bucket.most
        ]
        for address in full or list(self._by_address)[: self.keep // 10]:
            del self._by_address[address]
