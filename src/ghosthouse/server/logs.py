"""Logs: one JSON object a line, and no secrets in them.

Nobody logs messages, rows or requests here; what could still carry a secret by its name is blotted out.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = (
    "token", "secret", "cookie", "authorization", "ticket", "key", "bytes", "body", "row", "entry", "message", "view", "move",
    "hand", "state", "position",
)  # fmt: skip


def blot(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blot out every field whose name speaks of a secret."""
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = "(blotted out)"
    return event


class NoFloods(logging.Filter):
    """Keeps uvicorn from writing a traceback for each damaged frame: a stranger must not be able to fill a disk."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a line is written."""
        words = record.getMessage()
        return not words.startswith(("Invalid UTF-8", "Exception in ASGI", "data transfer failed", "opening handshake failed"))


def set_up(level: str = "info") -> None:
    """Write logs to standard error from now on."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            blot,
            _short_traceback,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    for name in ("uvicorn", "uvicorn.error", "websockets", "litestar"):
        other = logging.getLogger(name)
        other.setLevel(max(number, logging.WARNING))
        other.addFilter(NoFloods())


def _short_traceback(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Write where an error came from, without the values of any variable and without its words, which may quote a hand."""
    problem = event.pop("exc_info", None)
    if problem is True:
        problem = sys.exc_info()[1]
    if isinstance(problem, BaseException):
        places = []
        trace = problem.__traceback__
        while trace is not None:
            places.append(f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}")
            trace = trace.tb_next
        event["error"] = type(problem).__name__
        event["at"] = " ".join(places[-8:])
    return event


log: Any = structlog.get_logger("ghosthouse")
