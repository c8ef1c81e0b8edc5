"""Fair deals: the house promises its secret before the players show their bytes, and everybody can check it afterwards.

    commitment = SHA-256(secret)                                   shown before the game
    promise    = SHA-256(bytes), one for each person who takes part shown before the game
    key        = HMAC-SHA256(secret, name + bytes in seat order), the first 16 bytes; `name` is `table/game`

The house fixes its secret before it sees the bytes, and each player's bytes are fixed before any are shown: nobody can steer the
deal. What this does not prove is that whoever runs the house does not look.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from ghosthouse.kernel.record import Record
from ghosthouse.kernel.refusal import BadRecord


def commitment(secret: bytes) -> str:
    """Return what the house shows of its secret before the game."""
    return hashlib.sha256(secret).hexdigest()


def promise(shown: bytes) -> str:
    """Return what a player shows of their bytes before the deal."""
    return hashlib.sha256(shown).hexdigest()


def key(secret: bytes, name: str, shown: Mapping[int, bytes]) -> bytes:
    """Return the key of all chance in one game."""
    message = name.encode() + b"".join(shown[seat] for seat in sorted(shown))
    return hmac.new(secret, message, hashlib.sha256).digest()[:16]


def notes(secret: bytes, name: str, promises: Mapping[int, str], shown: Mapping[int, bytes]) -> dict[str, str]:
    """Return what a record keeps, so that the deal can be checked at home."""
    kept = {"table": name, "commitment": commitment(secret), "secret": secret.hex()}
    kept.update({f"promise-{seat}": text for seat, text in sorted(promises.items())})
    kept.update({f"bytes-{seat}": value.hex() for seat, value in sorted(shown.items())})
    return kept


def verify(record: Record) -> list[str]:
    """Check the deal of a record and return what is wrong with it; nothing means that the deal was fair."""
    missing = [name for name in ("table", "commitment", "secret") if name not in record.notes]
    if missing:
        raise BadRecord(f"this record was not made at a table that promises fair deals (no {', '.join(missing)} among its notes)")
    try:
        secret = bytes.fromhex(record.notes["secret"])
        promises = _by_seat(record, "promise-")
        shown = {seat: bytes.fromhex(text) for seat, text in _by_seat(record, "bytes-").items()}
    except ValueError as problem:
        raise BadRecord(f"the notes of the record cannot be read: {problem}") from None
    wrong = []
    if commitment(secret) != record.notes["commitment"]:
        wrong.append("the secret is not the one that was promised before the game")
    for seat, value in shown.items():
        if promise(value) != promises.get(seat):
            wrong.append(f"the bytes of seat {seat} are not the ones that were promised")
    if key(secret, record.notes["table"], shown) != record.chance:
        wrong.append("the chance of the game does not follow from the secret and the players' bytes")
    return wrong


def _by_seat(record: Record, prefix: str) -> dict[int, str]:
    return {int(name[len(prefix) :]): text for name, text in record.notes.items() if name.startswith(prefix)}
