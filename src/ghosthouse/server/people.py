"""Guests: people with a name and no account. Their secret is a random token, and the house keeps only its hash."""

from __future__ import annotations

import contextlib
import hashlib
import re
import secrets
import unicodedata
from collections import OrderedDict

from ghosthouse.kernel.phrases import LANGUAGES
from ghosthouse.kernel.refusal import Nonsense
from ghosthouse.table.refusals import Unavailable, refuse

from . import store as sql
from .store import Guest, Store, StoreAway

LONGEST_NAME = 24
COOKIE = "ghosthouse_guest"
_TOKEN = re.compile(r"^[A-Za-z0-9_-]{43}$")
_SEEN_EVERY = 6 * 3_600_000
_KNOWN_FOR = 60_000  # how long a guest is believed without asking the store: another node may have deleted them


def clean_name(given: str) -> str:
    """Return a name that can be shown anywhere: one line, no control signs, not too long; or say what is wrong."""
    shown = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", given))
    shown = "".join(char for char in shown if unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs", "Cn"))
    shown = " ".join(shown.split())[:LONGEST_NAME].strip()
    if not shown:
        raise Nonsense("a name needs at least one letter")
    return shown


class Guests:
    """The guests of a house, remembered for a minute each."""

    def __init__(self, store: Store, most: int = 20_000) -> None:
        self.store = store
        self.most = most
        self._known: OrderedDict[str, tuple[Guest, int]] = OrderedDict()

    async def arrive(self, name: str, language: str, now: int) -> tuple[Guest, str]:
        """Somebody comes in; returns the guest and the token, which is shown nowhere else."""
        token = secrets.token_urlsafe(32)
        language = language if language in LANGUAGES else LANGUAGES[0]
        guest = Guest(secrets.token_urlsafe(12), _hash(token), clean_name(name), language, now)
        try:
            await self.store.run((sql.ADD_GUEST, (guest.id, guest.token, guest.name, guest.language, now)))
        except StoreAway as problem:
            raise _away(problem) from None
        self._remember(guest, now)
        return guest, token

    async def who(self, token: str, now: int) -> Guest | None:
        """The guest with a token, or None: a stranger."""
        if not _TOKEN.match(token):
            return None
        known = self._known.get(hashed := _hash(token))
        if known is not None and now - known[1] < _KNOWN_FOR:
            return known[0]
        try:
            found = await self.store.all(sql.GUEST, hashed)
        except StoreAway as problem:
            if known is not None:
                return known[0]
            raise _away(problem) from None
        if not found:
            self._known.pop(hashed, None)
            return None
        identity, hash_, name, language, seen = found[0]
        guest = Guest(str(identity), str(hash_), str(name), str(language), int(str(seen)))
        if now - guest.seen > _SEEN_EVERY:
            with contextlib.suppress(StoreAway):  # it is only for tidying up
                await self.store.run((sql.SEE_GUEST, (guest.id, now)))
        self._remember(guest, now)
        return guest

    async def rename(self, guest: Guest, name: str, language: str, now: int) -> Guest:
        """Somebody wants to be called otherwise."""
        language = language if language in LANGUAGES else guest.language
        changed = Guest(guest.id, guest.token, clean_name(name), language, guest.seen)
        try:
            await self.store.run((sql.NAME_GUEST, (guest.id, changed.name, changed.language)))
        except StoreAway as problem:
            raise _away(problem) from None
        self._remember(changed, now)
        return changed

    async def forget(self, guest: Guest) -> None:
        """Delete everything that is known of a guest: name, token, subscriptions, list of tables. Logs hold only their number."""
        try:
            await self.store.run(*((statement, (guest.id,)) for statement in sql.DELETE_GUEST))
        except StoreAway as problem:
            raise _away(problem) from None
        self._known.pop(guest.token, None)

    def _remember(self, guest: Guest, now: int) -> None:
        self._known[guest.token] = (guest, now)
        self._known.move_to_end(guest.token)
        while len(self._known) > self.most:
            self._known.popitem(last=False)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _away(problem: StoreAway) -> Exception:
    return refuse(Unavailable, "unavailable", f"the house cannot reach its store now: {problem}")
