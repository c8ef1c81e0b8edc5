"""What an operator can watch: counters and gauges, served at `/metrics`."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """All numbers of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.commands = Counter("ghosthouse_commands", "Commands received", ["kind"], registry=registry)
        self.appends = Counter("ghosthouse_appends", "Rows by what became of them", ["outcome"], registry=registry)
        self.commit_seconds = Histogram(
            "ghosthouse_commit_seconds", "From a row to its commit",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5), registry=registry,
        )  # fmt: skip
        self.appended = {outcome: self.appends.labels(outcome) for outcome in ("stored", "taken", "failed", "unsure")}
        self.rereads = Counter("ghosthouse_rereads", "Times that a log was read again", registry=registry)
        self.loads = Counter("ghosthouse_loads", "Tables made from their logs", registry=registry)
        self.frozen = Counter("ghosthouse_frozen", "Tables whose log does not fit together", registry=registry)
        self.checked = Counter("ghosthouse_checked", "Finished tables that were folded again and compared", registry=registry)
        self.mismatches = Counter("ghosthouse_mismatches", "Tables that came out otherwise then", registry=registry)
        self.broken_desks = Counter("ghosthouse_broken_desks", "Desks that broke and were made again", registry=registry)
        self.trouble = Counter("ghosthouse_trouble", "Rules, views or bots that broke", registry=registry)
        self.store_away = Counter("ghosthouse_store_away", "Chores that found the store away", registry=registry)
        self.bus_gaps = Counter("ghosthouse_bus_gaps", "Connections of the bus", registry=registry)
        self.tables = Gauge("ghosthouse_tables", "Tables alive in this process", registry=registry)
        self.sockets = Gauge("ghosthouse_sockets", "Open sockets", registry=registry)
        self.refused = Counter("ghosthouse_refused", "Frames and requests that were refused", ["code"], registry=registry)
        self.slow = Counter("ghosthouse_slow_readers", "Sockets dropped because they did not read", registry=registry)

    def text(self) -> bytes:
        """The numbers in the form that Prometheus reads."""
        return generate_latest(self.registry)


METRICS = Metrics()
