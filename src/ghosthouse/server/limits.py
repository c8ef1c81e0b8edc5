"""Bounds, in memory: how fast anybody may ask (token buckets, for each socket and each address), and how many may stay."""

from __future__ import annotations

import contextlib
import functools
import ipaddress
import time
from collections.abc import Iterator

from .metrics import METRICS


@functools.lru_cache(4096)
def sender_of(address: str) -> str:
    """Who is counted as one: an IPv4 address, or the /64 that everybody with IPv6 has for themselves."""
    try:
        there = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(there, ipaddress.IPv4Address):
        return address
    if there.ipv4_mapped is not None:
        return str(there.ipv4_mapped)
    return str(ipaddress.IPv6Network((there, 64), strict=False))


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
        address = sender_of(address)
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


class Crowd:
    """How many connections stay open, in all and from each address."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self.count = 0
        self._by_address: dict[str, int] = {}

    def full(self, address: str) -> bool:
        """Say whether one more from this address would be too many."""
        return self.count >= self.most or self._by_address.get(sender_of(address), 0) >= self.most_of_one

    @contextlib.contextmanager
    def with_one_from(self, address: str) -> Iterator[None]:
        """Count a connection while it is open."""
        address = sender_of(address)
        self.count += 1
        self._by_address[address] = self._by_address.get(address, 0) + 1
        METRICS.sockets.set(self.count)
        try:
            yield
        finally:
            self.count -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            METRICS.sockets.set(self.count)
