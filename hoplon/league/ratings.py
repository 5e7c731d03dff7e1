"""Ratings of all players from all results at once: the order in which matches were played does not matter.

What is fitted, and what an interval means, is explained in `docs/explanation/ratings.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hoplon.league.result import Result
from hoplon.referee.stats import Interval


@dataclass(frozen=True)
class Rating:
    """A player's rating on the Elo scale with its 95 % interval, relative to the anchor (or to the mean of
    all players if there is none). `better` is how likely the player is stronger than the next in the table.
    `score` is the mean score: what counts for players who play alone."""

    player: int
    rating: float
    low: float
    high: float
    games: int
    score: Interval | None = None
    better: float | None = None


@dataclass(frozen=True)
class Ratings:
    """All players, the best first. `ties` is the weight of a tie between two equals against a win of either
    (0 where there were none); `equal` is the p-value of "all play equally well"."""

    table: tuple[Rating, ...]
    ties: float
    equal: float

    def superiority(self, first: int, second: int) -> float:
        """How likely the first player is stronger than the second."""
        raise NotImplementedError


def rate(
    results: Sequence[Result],
    anchor: int | None = None,
    anchor_rating: float = 0.0,
    predecessors: Mapping[int, int] | None = None,
) -> Ratings:
    """Fit all results. Players without a result are not in the table. `predecessors` names for a player the
    one whose rating is expected of it, until its own results say otherwise."""
    raise NotImplementedError
