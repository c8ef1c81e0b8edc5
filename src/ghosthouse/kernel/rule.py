"""The mark that makes a plain function a rule, and nothing else.

`@rule` sets an attribute and returns the very same function: no compiler is imported, tracebacks and types stay as written.
The binder (`backends.native`) later makes native twins of the marked functions, and may put another rule in place of one of them:
`@rule(native=quiet)` says that compiled code calls `quiet` where plain Python calls the marked function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, native: Callable[..., Any] | str) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, native: Callable[..., Any] | str | None = None) -> F | Callable[[F], F]:
    """Mark a function as part of the rules; `native` is the rule, or the name of the machine type, that stands in when compiled."""

    def mark(marked: F) -> F:
        marked.__rule__ = native or marked  # type: ignore[attr-defined]
        return marked

    return mark if function is None else mark(function)


def is_rule(value: object) -> bool:
    """Say whether a value is a function marked with `@rule`."""
    return callable(value) and hasattr(value, "__rule__")


def native_source(function: Callable[..., Any]) -> Callable[..., Any] | str:
    """Return what compiled code runs for this rule: the rule itself unless it named a stand-in."""
    stand_in: Callable[..., Any] | str = function.__rule__  # type: ignore[attr-defined]
    return stand_in


@rule
def _untold(c, event, *facts):  # type: ignore[no-untyped-def]
    """Tell nobody: what `tell` is in compiled code."""


@rule(native=_untold)
def tell(c: Any, event: int, *facts: int) -> None:
    """Journal an event: its number and the facts that its sentence needs. In compiled code this is nothing at all."""
    c.journal.append((event, *facts))
