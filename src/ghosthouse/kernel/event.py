"""What is told at a table: events inside the rules, and lines that people read.

An event is a tuple of small numbers: its id, then the facts, told by `tell(c, id, facts...)` inside a rule.
A line is an event as one observer may hear it: the id of a phrase and what to fill in, still in no language.
"""

from __future__ import annotations

import msgspec

SPECTATOR = -1  # the observer who sits nowhere


class Line(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One sentence to be worded: `phrase` is its id; the rest fills its braces.

    `seats` become names, `terms` are phrase ids worded in the same language (cards, colours, number words), `numbers` are
    counted with plurals, `texts` stand as they are; an empty text `said` is filled with what `who` typed last, without its verb.
    A phrase with `.you` behind its id is used when `who` is the reader.
    `call` is a second phrase id: what is said aloud at a real table. `tone` picks the sound.
    """

    phrase: str
    seats: dict[str, int] = {}
    terms: dict[str, str] = {}
    numbers: dict[str, int] = {}
    texts: dict[str, str] = {}
    call: str = ""
    tone: str = ""
