"""Ratings of all players from all results at once: the order in which matches were played does not matter.

What is fitted, and what an interval means, is explained in `docs/explanation/ratings.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import fdtrc, ndtr

from hoplon.core.errors import HoplonError
from hoplon.league.alone import pairs_on_common_seeds
from hoplon.league.fit import ELO, Fit, fit
from hoplon.league.games import Floats, Games, games_of
from hoplon.league.result import Result
from hoplon.league.uncertainty import Uncertainty, uncertainty
from hoplon.referee.stats import Interval, t_quantile


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
    """All players, the best first. `ties` is the weight of a tie of two equals against a win of either (0
    where there were none); `equal` is the p-value of "all play equally well"."""

    table: tuple[Rating, ...]
    ties: float
    equal: float
    fitted: Fit
    unsure: Uncertainty
    places: Mapping[int, int]

    def superiority(self, first: int, second: int) -> float:
        """How likely the first player is stronger than the second."""
        return superior(self.fitted, self.unsure, self.places[first], self.places[second])


def rate(
    results: Sequence[Result] | Games,
    anchor: int | None = None,
    anchor_rating: float = 0.0,
    predecessors: Mapping[int, int] | None = None,
) -> Ratings:
    """Fit all results. Players without a result are not in the table. `predecessors` names for a player the
    one whose rating is expected of it, until its own results say otherwise. An anchor without results is
    none: ratings are relative to the mean then."""
    games = results if isinstance(results, Games) else games_of(results)
    matches = pairs_on_common_seeds(games) if is_alone(games) else games
    fitted = fit(matches, predecessors)
    unsure = uncertainty(fitted, matches)
    places = {int(player): place for place, player in enumerate(games.players)}
    anchored = places.get(anchor) if anchor is not None else None
    zero = fitted.theta[anchored] if anchored is not None else 0.0
    deviations = unsure.deviations(anchored) if places else np.empty(0)
    played, scores = games.played, mean_scores(games)
    order = np.argsort(-fitted.theta, kind="stable")
    better = {int(one): superior(fitted, unsure, int(one), int(other)) for one, other in pairwise(order)}
    table = []
    for place in map(int, order):
        middle = anchor_rating + ELO * float(fitted.theta[place] - zero)
        half = ELO * unsure.quantile(place) * float(deviations[place])
        table.append(
            Rating(
                int(games.players[place]),
                middle,
                middle - half,
                middle + half,
                int(played[place]),
                scores.get(place),
                better.get(place),
            )
        )
    ties = float(np.exp(fitted.ties[0])) if fitted.likelihood.tied[:1] == [2] else 0.0
    return Ratings(tuple(table), ties, equality(fitted, unsure, matches), fitted, unsure, places)


def is_alone(games: Games) -> bool:
    """Did everybody play alone? HoplonError if only some did."""
    seats = games.seats
    if len(seats) and seats.min() == 1 < seats.max():
        raise HoplonError("some matches are of one player and some of several; expected one kind")
    return bool(len(seats)) and int(seats.max()) == 1


def superior(fitted: Fit, unsure: Uncertainty, first: int, second: int) -> float:
    """How likely one player is stronger than another."""
    deviation = unsure.deviation(first, second)
    ahead = float(fitted.theta[first] - fitted.theta[second])
    return 0.5 if deviation == 0 else float(ndtr(ahead / deviation))


def equality(fitted: Fit, unsure: Uncertainty, games: Games) -> float:
    """The p-value of "all play equally well": how far the strengths are apart, in units of the information,
    against Fisher's distribution."""
    free = len(fitted.theta) - 1
    if free < 1 or unsure.effect <= 0:
        return 1.0
    x = np.concatenate((fitted.theta, np.zeros(fitted.information.tied)))
    apart = float(x @ fitted.information.times(x[:, None])[:, 0]) / unsure.effect
    return float(fdtrc(free, max(1, games.blocks - 1), apart / free))


def mean_scores(games: Games) -> dict[int, Interval]:
    """The mean score of every player, with Student's interval over blocks; nothing where there are none."""
    if not len(games.scores):
        return {}
    n = len(games.players)
    keys, where = np.unique(games.block[games.match] * n + games.who, return_inverse=True)
    units: Floats = np.bincount(where, games.scores) / np.bincount(where)
    who = keys % n
    count = np.bincount(who, minlength=n)
    middle = np.bincount(who, units, n) / np.maximum(count, 1)
    off = np.bincount(who, (units - middle[who]) ** 2, n)
    found = {}
    for place in range(n):
        value, blocks = float(middle[place]), int(count[place])
        if blocks < 2:
            found[place] = Interval(value)
            continue
        half = t_quantile(blocks - 1) * float(np.sqrt(off[place] / (blocks - 1) / blocks))
        found[place] = Interval(value, value - half, value + half)
    return found
