"""Many games at once, and what they tell: simulation with intervals, and which clause of a rulebook has which test."""

from .clauses import Clause, Coverage, coverage, read_clauses
from .intervals import Interval, mean_interval, wilson
from .simulate import Report, players_of, simulate

__all__ = [
    "Clause",
    "Coverage",
    "Interval",
    "Report",
    "coverage",
    "mean_interval",
    "players_of",
    "read_clauses",
    "simulate",
    "wilson",
]
