"""How far strengths may be from the truth.

The information of the fit says how far, if matches were independent. Those of a block (a seed, or two matches
with changed seats) are not, so each player's share is scaled by its design effect: how much its results vary
from block to block, relative to what independent matches would. With enough blocks that is what a bootstrap
over blocks gives; a player with few is drawn towards the effect common to all, because a bootstrap of few
blocks, or of an unbeaten player, promises too much.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from hoplon.league.fit import SPREAD, Fit
from hoplon.league.games import Floats, Games

FEW = 40  # blocks of a player that weigh as much as what is common to all
MANY = 20  # blocks of all players from which on matches may be taken to vary less than independent ones
DRAWS = 48  # of a large league
SEED = 2718


@dataclass(frozen=True)
class Uncertainty:
    """Deviations of strengths from the truth: with `spread`, a matrix whose product with its transpose is
    their covariance; `freedom` is what Student's distribution needs, by player."""

    spread: Floats
    freedom: Floats
    effect: float  # common to all

    def deviation(self, first: int, second: int | None) -> float:
        """The standard deviation of the difference of two strengths, or of one and the mean."""
        other = self.spread[second] if second is not None else self.spread.mean(0)
        return float(np.linalg.norm(self.spread[first] - other))

    def deviations(self, anchor: int | None) -> Floats:
        """Of every strength's difference from the anchor's, or from the mean."""
        other = self.spread[anchor] if anchor is not None else self.spread.mean(0)
        return np.asarray(np.linalg.norm(self.spread - other, axis=1))

    def quantile(self, player: int) -> float:
        """Of deviations, for a two-sided interval of 95 %."""
        return float(stdtrit(self.freedom[player], 0.975))


def uncertainty(fitted: Fit, games: Games) -> Uncertainty:
    """How far the strengths of a fit may be off."""
    effects, common, blocks = design_effects(fitted, games)
    spread = np.sqrt(effects)[:, None] * centred(root_of_covariance(fitted))
    return Uncertainty(spread, FEW + blocks if fitted.information.is_small else freedom(blocks), common)


def freedom(blocks: Floats) -> Floats:
    """Of players in a large league, where the covariance itself comes from draws."""
    return 1 / (1 / (FEW + blocks) + 1 / DRAWS)


def centred(spread: Floats) -> Floats:
    """Without what all have in common: only differences are known."""
    return spread - spread.mean(0) if len(spread) else spread


def root_of_covariance(fitted: Fit) -> Floats:
    """A matrix whose product with its transpose is the covariance of independent matches, by players."""
    information = fitted.information
    n = information.count
    if information.is_small:
        values, vectors = np.linalg.eigh(information.matrix())
        return np.asarray((vectors / np.sqrt(values))[:n])
    random = np.random.default_rng(SEED)
    rows, columns = information.upper.nonzero()
    between = np.sqrt(np.maximum(-np.asarray(information.upper[rows, columns]).ravel(), 0))
    pulls = np.zeros((n + information.tied, DRAWS))
    for draw in range(DRAWS):
        drawn = between * random.standard_normal(len(rows))
        pulls[:n, draw] = np.bincount(rows, drawn, n) - np.bincount(columns, drawn, n)
        pulls[:n, draw] += random.standard_normal(n) / SPREAD
    return np.asarray(information.solve(pulls, 1e-3)[:n] / np.sqrt(DRAWS))


def design_effects(fitted: Fit, games: Games) -> tuple[Floats, float, Floats]:
    """The variance of every player's results between blocks, relative to independent matches; the same for
    all players together; and how many blocks each player has."""
    results = fitted.likelihood.by_block(fitted.theta, fitted.ties)
    squares = np.asarray((results * results).sum(0)).ravel()
    present = np.bincount(results.indices, minlength=len(fitted.theta)).astype(float)
    expected = fitted.slope.own
    blocks, free = games.blocks, len(fitted.theta) - 1
    choices = sum(len(one.chosen) for one in fitted.likelihood.choices)
    small = blocks / max(1, blocks - 1) * choices / max(1, choices - free)  # what the fit has used up
    common = float(squares.sum() / max(expected.sum(), 1e-300)) * small if blocks > 1 else 1.0
    if common < 1:  # that results vary so little may be luck, as long as there are few
        common = (blocks * common + MANY) / (blocks + MANY)
    own = np.where(expected > 0, squares / np.maximum(expected, 1e-300), 1.0) * small
    return (present * own + FEW * common) / (present + FEW), common, present
