"""Where the house can be reached, and the same as a QR code for phones on the home network."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator

from .settings import Settings


def own_address() -> str:
    """The address of this machine on its network, or nothing. No packet is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route to it is looked up
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found


def address(settings: Settings) -> str:
    """The URL for phones on the same network, or nothing."""
    if settings.public_url:
        return settings.public_url
    found = own_address() if settings.lan else ""
    return f"{settings.scheme}://{found}:{settings.port}" if found else ""


def qr(text: str) -> str:
    """A QR code in letters for a terminal; nothing where the library is missing."""
    try:
        import segno
    except ImportError:
        return ""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()


def welcome(settings: Settings) -> Iterator[str]:
    """What is printed when the house opens."""
    host = "localhost" if settings.host == "127.0.0.1" else settings.host
    here = settings.public_url or f"{settings.scheme}://{host}:{settings.port}"
    yield f"The house is open: {here}"
    if settings.lan:
        there = address(settings)
        if there:
            yield f"On your network:   {there}"
            yield qr(there)
        else:
            yield "No network was found; only this machine can reach the house."
    elif not settings.public_url and host == "localhost":
        yield "Only this machine can reach it; --lan lets phones on your network in."
