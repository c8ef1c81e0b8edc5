"""Lanterns: everybody holds three candles, lights one in secret, and the tallest that stands alone shines; its owner calls a word.

It is in no box. It has what rooms for any game must cope with: hidden hands, sealed simultaneous choices, chance, a typed word,
an option, two languages.
"""

from ghosthouse.kernel.game import Game

GAME = Game(id="lanterns", package=__name__, version=1, groups=1, longest=200, clauses=("LA",), tallies=("round",))

__all__ = ["GAME"]
