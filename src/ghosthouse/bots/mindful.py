"""What every player checks first."""

from __future__ import annotations

from ghosthouse.kernel import Mind, NotYourTurn


def something_legal(mind: Mind) -> list[int]:
    """Return the legal actions of a mind, or say that its seat was asked out of turn."""
    if not mind.legal:
        raise NotYourTurn(f"seat {mind.seat} of {mind.setup.title} has nothing to choose from now")
    return mind.legal
