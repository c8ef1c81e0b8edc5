"""Web push: "your turn" for people who are elsewhere, at tables whose clock gives days or none.

Nothing is sent unless a contact is set. A message holds the table's code and nothing of the game.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ipaddress
import json
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from ghosthouse.kernel.phrases import LANGUAGES, Words
from ghosthouse.table import __name__ as table_package

from . import store as sql
from .logs import log
from .node import Held, Node
from .settings import Settings
from .store import StoreAway

KEEP_SECONDS = 12 * 3600


class Pusher:
    """Sends push messages for one node."""

    def __init__(self, node: Node, settings: Settings, key: str, private: str, send: Callable[..., Any] | None) -> None:
        self.node = node
        self.settings = settings
        self.key = key
        self._private = private
        self._send = send

    @classmethod
    async def make(cls, node: Node, settings: Settings) -> Pusher:
        """Make the keys on first use, and listen to the node; does nothing unless a contact is set."""
        if not settings.push_contact:
            return cls(node, settings, "", "", None)
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from pywebpush import webpush

        raw = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
        await node.store.run((sql.KEEP_FACT, ("vapid", _text(raw))))  # the first node's key stays
        kept = str((await node.store.all(sql.FACT, "vapid"))[0][0])
        number = int.from_bytes(base64.urlsafe_b64decode(kept + "=" * (-len(kept) % 4)), "big")
        public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
        point = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        pusher = cls(node, settings, _text(point), kept, webpush)
        node.pushed = pusher.changed
        return pusher

    def changed(self, held: Held) -> None:
        """A table without haste has changed: tell those whose turn it has become and who are not here."""
        table = held.desk.table
        if table.clock.kind not in ("days", "none"):
            return
        here = held.desk.seats_present(self.node.now())
        for p in table.awaited():
            chair = table.chairs[p]
            if chair.person and not chair.helped and p not in here and held.asked.get(p) != chair.decision:
                held.asked[p] = chair.decision
                self.node.spawn(self._tell(chair.guest, table.code))

    async def _tell(self, guest: str, code: str) -> None:
        try:
            found = await self.node.store.all(sql.GUEST_BY_ID, guest)
            subscriptions = await self.node.store.all(sql.PUSHES, guest)
        except StoreAway:
            return  # a message that is not sent costs nobody a move
        words = Words(str(found[0][3]) if found else LANGUAGES[0], [table_package])
        for endpoint, keys in subscriptions:
            text = json.dumps({"title": words.word("push.turn"), "body": code, "url": f"/t/{code}"})
            wish = {"endpoint": str(endpoint), "keys": json.loads(str(keys))}
            try:
                await asyncio.to_thread(self._post, wish, text)
            except Exception as problem:
                status = getattr(getattr(problem, "response", None), "status_code", 0)
                log.warning("push_failed", error=type(problem).__name__, status=status)
                if status in (404, 410):  # the browser has thrown the subscription away
                    with contextlib.suppress(StoreAway):
                        await self.node.store.run((sql.DELETE_PUSH, (str(endpoint),)))

    def _post(self, wish: dict[str, Any], text: str) -> None:
        import requests

        assert self._send is not None
        _check_public(wish["endpoint"])
        session = requests.Session()
        session.max_redirects = 0  # a push service could point back into our own network
        self._send(
            subscription_info=wish, data=text, vapid_private_key=self._private,
            vapid_claims={"sub": self.settings.push_contact}, ttl=KEEP_SECONDS, timeout=10, requests_session=session,
        )  # fmt: skip


def _check_public(endpoint: str) -> None:
    """Refuse to send anything into our own network: whoever subscribes says where we send."""
    host = urlsplit(endpoint).hostname or ""
    for _, _, _, _, where in socket.getaddrinfo(host, 443, proto=socket.IPPROTO_TCP):
        if not ipaddress.ip_address(where[0]).is_global:
            raise PermissionError(f"{host} is not on the public network")


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
