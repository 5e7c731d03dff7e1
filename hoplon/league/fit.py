"""The most likely strengths of all players, with a weak prior: Newton's method.

The prior keeps the strengths of players finite who have won or lost everything: every strength is normal
about the common mean, and the strength of a new version about its predecessor's, if it has one. Both depend
on differences alone, so that an anchor only says where zero is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import coo_array, csr_array

from hoplon.league.games import Floats, Games, Ints
from hoplon.league.likelihood import Likelihood, Slope

ELO = 400 / log(10)  # points for a unit of theta
SPREAD = 800 / ELO  # standard deviation of strengths about their mean
STEP = 200 / ELO  # of a new version about its predecessor
TIE_SPREAD = 5.0  # of the logarithm of a tie's weight
DENSE = 2000  # players up to whom matrices are full
CLOSE = 1e-10  # a Newton step that ends the search, in units of theta
MOST_STEPS = 100
MOST_TURNS = 5000  # of the method of conjugate gradients


@dataclass(frozen=True)
class Fit:
    """The strengths, of mean zero, the logarithms of the weights of ties, and the information at the
    optimum."""

    theta: Floats
    ties: Floats
    information: Information
    likelihood: Likelihood
    slope: Slope


class Information:
    """Minus the second derivative of the logarithm of likelihood times prior."""

    def __init__(self, slope: Slope, likelihood: Likelihood, prior: Prior) -> None:
        first, second = likelihood.pairs
        self.count, self.tied = likelihood.count, len(likelihood.tied)
        self.own = slope.own + prior.own
        both = first == second  # one player at two seats
        self.own += 2 * np.bincount(first[both], slope.between[both], self.count)
        values = np.concatenate((slope.between[~both], -prior.firm[: len(prior.later)]))
        rows = np.concatenate((first[~both], np.minimum(prior.earlier, prior.later)))
        columns = np.concatenate((second[~both], np.maximum(prior.earlier, prior.later)))
        self.upper: csr_array = coo_array((values, (rows, columns)), (self.count, self.count)).tocsr()
        self.sizes = slope.sizes
        self.ties = slope.ties + np.eye(self.tied) / TIE_SPREAD**2

    @property
    def is_small(self) -> bool:
        """May it be written as a full matrix?"""
        return self.count <= DENSE

    def matrix(self) -> Floats:
        """All of it: players, then sizes of ties."""
        n = self.count
        full = np.zeros((n + self.tied, n + self.tied))
        full[:n, :n] = (self.upper + self.upper.T).toarray()
        full[range(n), range(n)] += self.own
        full[:n, n:] = self.sizes
        full[n:, :n] = self.sizes.T
        full[n:, n:] = self.ties
        return full

    def times(self, x: Floats) -> Floats:
        """The product with columns."""
        n = self.count
        above = self.own[:, None] * x[:n] + self.upper @ x[:n] + self.upper.T @ x[:n] + self.sizes @ x[n:]
        return np.concatenate((above, self.sizes.T @ x[:n] + self.ties @ x[n:]))

    def solve(self, right: Floats, close: float = 1e-12) -> Floats:
        """What gives `right` (columns) when multiplied."""
        if self.is_small:
            return np.asarray(cho_solve(cho_factor(self.matrix()), right))
        return self._descend(right, close)

    def _descend(self, right: Floats, close: float) -> Floats:
        """Conjugate gradients, all columns side by side, scaled by the diagonal."""
        scale = 1 / np.concatenate((self.own, np.diag(self.ties)))[:, None]
        x = np.zeros_like(right)
        rest = right.copy()
        ready = scale * rest
        way = ready.copy()
        size = np.sum(rest * ready, 0)
        enough = close**2 * np.maximum(size, 1e-300)
        for _ in range(MOST_TURNS):
            if np.all(size <= enough):
                break
            there = self.times(way)
            far = size / np.maximum(np.sum(way * there, 0), 1e-300)
            x += far * way
            rest -= far * there
            ready = scale * rest
            new = np.sum(rest * ready, 0)
            way = ready + new / np.maximum(size, 1e-300) * way
            size = new
        return x


class Prior:
    """What is expected before a result is known."""

    def __init__(self, games: Games, predecessors: Mapping[int, int]) -> None:
        places = {int(player): place for place, player in enumerate(games.players)}
        known = [
            (places[later], places[earlier])
            for later, earlier in predecessors.items()
            if later in places and earlier in places and later != earlier
        ]
        self.later: Ints = np.array([later for later, _ in known], np.int64)
        self.earlier: Ints = np.array([earlier for _, earlier in known], np.int64)
        self.firm = np.full(len(known), 1 / STEP**2)
        self.alone = np.full(len(places), 1 / SPREAD**2)
        self.alone[self.later] = 0
        count = len(places)
        self.own = self.alone + np.bincount(self.later, self.firm, count)
        self.own += np.bincount(self.earlier, self.firm, count)

    def value(self, theta: Floats, ties: Floats) -> float:
        """Its logarithm, up to a constant."""
        off = theta[self.later] - theta[self.earlier]
        return -0.5 * float(self.alone @ theta**2 + self.firm @ off**2 + ties @ ties / TIE_SPREAD**2)

    def gradient(self, theta: Floats) -> Floats:
        """Its derivative by the strengths."""
        pull = self.firm * (theta[self.later] - theta[self.earlier])
        count = len(theta)
        return (
            np.bincount(self.earlier, pull, count)
            - np.bincount(self.later, pull, count)
            - (self.alone * theta)
        )


def fit(games: Games, predecessors: Mapping[int, int] | None = None) -> Fit:
    """The strengths that make the results most likely."""
    likelihood, prior = Likelihood(games), Prior(games, predecessors or {})
    theta, ties = np.zeros(likelihood.count), np.zeros(len(likelihood.tied))
    slope = likelihood.slope(theta, ties)
    information = Information(slope, likelihood, prior)
    value = slope.value + prior.value(theta, ties)
    for _ in range(MOST_STEPS):
        gradient = np.concatenate(
            (slope.gradient + prior.gradient(theta), slope.tie_gradient - ties / TIE_SPREAD**2)
        )
        step = information.solve(gradient[:, None], 1e-7)[:, 0]
        length = 1.0
        while True:
            there = theta + length * step[: len(theta)], ties + length * step[len(theta) :]
            slope = likelihood.slope(*there)
            new = slope.value + prior.value(*there)
            if new >= value - 1e-9 * abs(value) or length < 1e-6:
                break
            length /= 2
        theta, ties, value = there[0], there[1], new
        information = Information(slope, likelihood, prior)
        if length * np.abs(step).max(initial=0.0) < CLOSE:
            break
    return Fit(theta - theta.mean() if len(theta) else theta, ties, information, likelihood, slope)
