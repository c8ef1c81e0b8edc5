"""How a house is set up: everything that whoever runs it may choose, with defaults that suit a home."""

from __future__ import annotations

from dataclasses import dataclass, field

from ghosthouse.table.effects import Habits

DAY = 86_400_000


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One house. Times are in milliseconds where the name does not say otherwise."""

    database: str = "ghosthouse.db"
    bus: str = ""  # empty: none on a file, the database's own on PostgreSQL
    host: str = "127.0.0.1"
    port: int = 8000
    name: str = "ghosthouse"
    public_url: str = ""  # how people reach the house, where a proxy stands before it
    origins: tuple[str, ...] = ()  # further pages that may open sockets; the house's own are allowed
    tls_cert: str = ""  # files of a certificate and its key: the house speaks https itself
    tls_key: str = ""
    proxies: str = ""  # addresses of proxies whose X-Forwarded-* headers are believed
    lan: bool = False
    habits: Habits = field(default_factory=Habits)
    keep_tables_days: int = 60
    keep_idle_days: int = 30  # unfinished tables that nobody touches are put away
    keep_guests_days: int = 365
    sockets_per_address: int = 200
    frames_per_second: float = 20.0  # of one socket, with a burst of twice that
    requests_per_second: float = 20.0  # of one address, with a burst of ten times that
    most_sockets: int = 10_000
    check_one_in: int = 100  # so many finished tables are folded again from their logs, and compared with what people saw
    push_contact: str = ""  # mailto:... or https://..., needed for web push
    log_level: str = "info"
    web: str = ""  # a folder with the built browser pages; empty: the one in the package

    @property
    def scheme(self) -> str:
        """How the house itself is spoken to."""
        return "https" if self.tls_cert else "http"
