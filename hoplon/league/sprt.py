"""Is B better than A? A sequential test of pairs: it looks after every pair and stops as soon as it is sure.

A unit is a pair of matches on one seed with changed seats (or all changes of seats of a larger table, or, for
those who play alone, one match of each on one seed). It gives B a share of the points between 0 and 1: one
of five for two matches with ties, hence "pentanomial". Within a unit matches may depend on each other as they
like; units do not.

The test is the generalised sequential probability ratio test: what happened is compared under the likeliest
distribution of units whose mean is that of `elo0`, and under that of `elo1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import copysign, exp, log, log10, sqrt

from scipy.optimize import brentq
from scipy.special import log_ndtr, ndtr

from hoplon.core.errors import BadOption
from hoplon.referee.stats import Z95, Interval

MOST_ELO = 2000.0
TINY = 1e-3  # units added to outcomes that have not happened: no distribution is ruled out
EXTREMES = (0.0, 0.5, 1.0)

Counts = Mapping[float, int]  # units by B's share of the points


def score_of(elo: float) -> float:
    """The share of points expected of a player who is so much better."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """How much better a player is who gets this share of the points."""
    inside = min(max(score, 1e-6), 1 - 1e-6)
    return 400 * log10(inside / (1 - inside))


@dataclass(frozen=True)
class Sprt:
    """Two hypotheses about how much better B is, and how often the test may err: `alpha` is the chance to
    accept `elo1` though `elo0` is true, `beta` the other way round."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what makes no test."""
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise BadOption(
                f"the hypotheses of the test are {self.elo0:g} and {self.elo1:g}; expected the smaller "
                f"first, within {MOST_ELO:g} points"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise BadOption(f"{name} is {value:g}; expected a chance between 0 and 0.5, such as 0.05")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: at or below the first `elo0` is accepted, at or above the second `elo1`.

        Wald's inequalities: a test that ends here errs no more often than it may, however far it overshoots.
        """
        return log(self.beta), -log(self.alpha)

    def llr(self, counts: Counts) -> float:
        """The logarithm of the likelihood ratio of `elo1` to `elo0`."""
        units = {share: float(count) or TINY for share, count in counts.items()}
        units |= {share: TINY for share in EXTREMES if share not in units}
        if sum(counts.values()) == 0:
            return 0.0
        return _likelihood(units, score_of(self.elo1)) - _likelihood(units, score_of(self.elo0))

    def verdict(self, counts: Counts) -> int:
        """1 if B is better by `elo1`, 0 if by no more than `elo0`, -1 if it is not known yet."""
        low, high = self.bounds
        llr = self.llr(counts)
        return 1 if llr >= high else 0 if llr <= low else -1

    def expected_units(self, elo: float, variance: float) -> float:
        """About how many units the test takes if B is better by `elo`, by Wald's approximation."""
        low, high = self.bounds
        s0, s1, s = score_of(self.elo0), score_of(self.elo1), score_of(elo)
        drift = (s1 - s0) * (2 * s - s0 - s1) / (2 * variance)
        spread = (s1 - s0) ** 2 / variance
        if abs(drift) < 1e-9 * spread:
            return -low * high / spread
        tilt = -2 * drift / spread
        reach = (1 - exp(tilt * low)) / (exp(tilt * high) - exp(tilt * low))  # the chance to end above
        return (reach * high + (1 - reach) * low) / drift

    def estimate(self, counts: Counts) -> Interval | None:
        """How much better B is in Elo points, with a 95 % interval; nothing without units.

        The middle is what the share of the points says. A test stops when it looks extreme, so once it has
        ended the interval also holds all values for which tests end so early on this side in 2.5 to 97.5 %
        of cases, were their ratio a Brownian motion.
        """
        n = sum(counts.values())
        if n == 0:
            return None
        mean, deviation = fixed(counts)
        verdict = self.verdict(counts)
        middle, least, most = map(elo_of, (mean, mean - Z95 * deviation, mean + Z95 * deviation))
        if verdict < 0:
            return Interval(middle, least, most)
        low, high = self.bounds
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        variance = deviation**2 * n
        spread = (s1 - s0) ** 2 / variance

        def so_early(elo: float) -> float:
            drift = (s1 - s0) * (2 * score_of(elo) - s0 - s1) / (2 * variance)
            if verdict:
                return chance_to_rise(n, drift, spread, -low, high)
            return 1 - chance_to_rise(n, -drift, spread, high, -low)

        return Interval(middle, min(least, _level(so_early, 0.025)), max(most, _level(so_early, 0.975)))


def _level(rising: Callable[[float], float], level: float) -> float:
    """Where a rising function of Elo points has a value, or the end of the scale."""
    if rising(-MOST_ELO) >= level:
        return -MOST_ELO
    if rising(MOST_ELO) <= level:
        return MOST_ELO
    return float(brentq(lambda elo: rising(elo) - level, -MOST_ELO, MOST_ELO, xtol=1e-3))


def chance_to_rise(time: float, drift: float, spread: float, down: float, up: float) -> float:
    """That a Brownian motion rises by `up` within a time, before it falls by `down`; `drift` and `spread` are
    its mean and variance in a unit of time. By the method of images: each barrier mirrors the other."""
    both, root = down + up, sqrt(spread * time)
    fast, lift = abs(drift), drift * up / spread
    images = 2 + int(4 * root / both)
    total = 0.0
    for image in range(-images, images + 1):
        way = up + 2 * image * both
        far = abs(way)
        hit = exp(lift - fast * far / spread + log_ndtr((fast * time - far) / root))
        hit += exp(lift + fast * far / spread + log_ndtr(-(fast * time + far) / root))
        total += copysign(hit, way)
    return min(max(total, 0.0), 1.0)


def _likelihood(units: Mapping[float, float], mean: float) -> float:
    """Of what happened, under the likeliest distribution with this mean, up to a constant.

    That distribution gives an outcome x its frequency divided by 1 + t (x - mean), for the t that makes the
    mean right.
    """
    low, high = min(units) - mean, max(units) - mean
    total = sum(units.values())

    def off(t: float) -> float:
        return sum(count * (x - mean) / (1 + t * (x - mean)) for x, count in units.items())

    margin = 1e-12
    left, right = -1 / high * (1 - margin), -1 / low * (1 - margin)
    t = float(brentq(off, left, right, xtol=1e-14, maxiter=500))
    return -sum(count * log(1 + t * (x - mean)) for x, count in units.items()) if total else 0.0


def variance_of(counts: Counts) -> float:
    """Of the shares of units."""
    n = sum(counts.values())
    if n == 0:
        return 0.0
    mean = sum(x * count for x, count in counts.items()) / n
    return sum(count * (x - mean) ** 2 for x, count in counts.items()) / n


def fixed(counts: Counts) -> tuple[float, float]:
    """The mean share of units and its standard deviation, as for a number of units fixed beforehand."""
    n = sum(counts.values())
    mean = sum(x * count for x, count in counts.items()) / n
    # As if one more unit of either extreme had been played: never a deviation of nothing.
    wide = sum(count * (x - mean) ** 2 for x, count in counts.items()) + mean**2 + (1 - mean) ** 2
    return mean, sqrt(wide / (n + 2) / n)


def likelihood_of_superiority(counts: Counts) -> float:
    """How likely B is better than A at all, as for a number of units fixed beforehand."""
    if not sum(counts.values()):
        return 0.5
    mean, deviation = fixed(counts)
    return float(ndtr((mean - 0.5) / deviation))
