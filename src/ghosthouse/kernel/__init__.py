"""What every game is made of. The kernel knows no game.

`rule`, `layout`, `chance` and `bits` are what rules are written with; `game` is the contract; `view`, `event` and `phrases` are
what people see and read; `sitting`, `notation`, `record` and `scenario` play a game and put it into text; `backends` compile it.
"""

from .chance import Chance, fresh_key, key_from, key_from_text
from .event import SPECTATOR, Line
from .game import NOBODY, Edition, Game, Mind, Option, Setup
from .layout import copy, layout_of, pack, restore, unpack
from .phrases import LANGUAGES, Words
from .record import Record, read_record
from .refusal import BadPosition, BadRecord, BadSetup, Illegal, Nonsense, NotYourTurn, Refusal
from .scenario import Scenario, read_scenario
from .sitting import Move, Sitting, Told, legal_actions
from .view import Choice, Piece, Place, View, Zone

__all__ = [
    "LANGUAGES",
    "NOBODY",
    "SPECTATOR",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Chance",
    "Choice",
    "Edition",
    "Game",
    "Illegal",
    "Line",
    "Mind",
    "Move",
    "Nonsense",
    "NotYourTurn",
    "Option",
    "Piece",
    "Place",
    "Record",
    "Refusal",
    "Scenario",
    "Setup",
    "Sitting",
    "Told",
    "View",
    "Words",
    "Zone",
    "copy",
    "fresh_key",
    "key_from",
    "key_from_text",
    "layout_of",
    "legal_actions",
    "pack",
    "read_record",
    "read_scenario",
    "restore",
    "unpack",
]
