"""Statistics of matches: intervals for shares and means, and comparisons on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb, inf, sqrt

Z95 = 1.959963984540054

# Two-sided 95 % quantiles of Student's t by degrees of freedom; between rows, linear in 1/df.
_T95 = (
    (1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (6, 2.4469), (7, 2.3646), (8, 2.3060),
    (9, 2.2622), (10, 2.2281), (12, 2.1788), (15, 2.1314), (20, 2.0860), (30, 2.0423), (60, 2.0003),
    (120, 1.9799), (inf, Z95),
)  # fmt: skip


@dataclass(frozen=True)
class Interval:
    """An estimate and its 95 % confidence interval; without bounds where there is too little to tell."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Paired:
    """Two players on the same seeds: the mean difference, how often each was better, and the p-value."""

    difference: Interval
    better: int
    worse: int
    p: float


def wilson(successes: float, n: float) -> Interval | None:
    """Wilson's score interval for a share; nothing for no trials."""
    if n <= 0:
        return None
    share = successes / n
    shrink = 1 + Z95**2 / n
    middle = (share + Z95**2 / (2 * n)) / shrink
    half = Z95 * sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n)) / shrink
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def share_of_points(units: Sequence[Sequence[float]]) -> Interval | None:
    """The share of points (0 to 1 a match), where the matches within a unit, such as a seed played from both
    sides, depend on each other.

    Wilson's interval with the number of independent matches that would vary as much as the units do: at
    least one for each unit, at most all matches.
    """
    matches = sum(map(len, units))
    if not matches:
        return None
    share = sum(map(sum, units)) / matches
    if len(units) < 2:
        return Interval(share)
    size = matches / len(units)
    off = [sum(unit) - share * len(unit) for unit in units]
    variance = sum(x * x for x in off) / (len(units) - 1) * len(units) / (size * len(units)) ** 2
    worth = share * (1 - share) / variance if variance > 0 else matches if 0 < share < 1 else len(units)
    n = min(max(worth, len(units)), matches)
    return wilson(share * n, n)


def t_quantile(df: int) -> float:
    """The two-sided 95 % quantile of Student's t."""
    for (low, above), (high, beneath) in pairwise(_T95):
        if low <= df <= high:
            part = (1 / low - 1 / df) / (1 / low - 1 / high)
            return above + part * (beneath - above)
    raise ValueError(f"{df} degrees of freedom; expected 1 or more")


def spread(values: Sequence[float]) -> float:
    """The sample standard deviation; 0 for fewer than two values."""
    n = len(values)
    if n < 2:
        return 0.0
    mean = sum(values) / n
    return sqrt(sum((v - mean) ** 2 for v in values) / (n - 1))


def mean(values: Sequence[float]) -> Interval | None:
    """The mean with Student's interval, which needs at least two values."""
    n = len(values)
    if n == 0:
        return None
    middle = sum(values) / n
    if n == 1:
        return Interval(middle)
    half = t_quantile(n - 1) * spread(values) / sqrt(n)
    return Interval(middle, middle - half, middle + half)


def sign_test(better: int, worse: int) -> float:
    """How likely so lopsided a count is if both are equally good (exact, two-sided)."""
    n = better + worse
    tail = sum(comb(n, k) for k in range(min(better, worse) + 1))
    return min(1.0, 2 * tail / (1 << n))


def compare(first: Sequence[float], second: Sequence[float]) -> Paired | None:
    """First against second on the same seeds: the mean difference; separately, the sign test."""
    differences = [a - b for a, b in zip(first, second, strict=True)]
    middle = mean(differences)
    if middle is None:
        return None
    better = sum(d > 0 for d in differences)
    worse = sum(d < 0 for d in differences)
    return Paired(middle, better, worse, sign_test(better, worse))


def compare_shares(first: Sequence[bool], second: Sequence[bool]) -> Paired | None:
    """The same for wins: McNemar's exact test, and the interval of Agresti and Min for the difference."""
    better = sum(a and not b for a, b in zip(first, second, strict=True))
    worse = sum(b and not a for a, b in zip(first, second, strict=True))
    n = len(first)
    if n == 0:
        return None
    b, c, m = better + 0.5, worse + 0.5, n + 2
    middle = (b - c) / m
    half = Z95 * sqrt((b + c) - (b - c) ** 2 / m) / m
    value = (better - worse) / n
    bounds = max(-1.0, middle - half), min(1.0, middle + half)
    return Paired(Interval(value, *bounds), better, worse, sign_test(better, worse))
