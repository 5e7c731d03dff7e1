"""Whether ratings can be trusted: `python benchmarks/ratings.py [WHAT ...] [--leagues N]`.

Players of known strength play leagues that are simulated by the model itself; matches on the same seed
depend on each other, without a change of what each says alone: with some chance the second one ends as the
first.

`coverage`: how often a 95 % interval holds the truth, over all players and leagues, and by player. `equal`:
twelve names for one bot: how often equality is rejected at 5 %. `crashing`: how far a bot that crashes in
every third match moves the others. `speed`: one million results of 10,000 versions. `sprt`: errors and length
of the sequential test of `hoplon compare`, ten times as many tests as leagues.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from time import perf_counter, process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numba import njit

from hoplon.league.fit import ELO
from hoplon.league.games import Games
from hoplon.league.ratings import Ratings, rate
from hoplon.league.sprt import TINY, Sprt, score_of

Random = np.random.Generator
PLAYERS = 12
ALIKE = 0.5  # the chance that the second match of a seed ends as the first


def ranks_of(strengths: np.ndarray, tie: Sequence[float], random: Random) -> np.ndarray:
    """Matches by the model, a row each: the rank of each seat. `tie` has the weights of ties of 2, 3 ..."""
    rows, seats = strengths.shape
    sets = [chosen for size in range(1, len(tie) + 2) for chosen in combinations(range(seats), size)]
    member = np.array([[seat in chosen for seat in range(seats)] for chosen in sets])
    size = member.sum(1)
    weight = np.array([1.0, *tie])[size - 1] * np.exp(strengths @ (member / size[:, None]).T)
    ranks = np.zeros((rows, seats), np.int64)
    for _ in range(seats):
        gone = ranks > 0
        possible = weight * ~(gone.astype(int) @ member.T.astype(int) > 0)
        sums = np.cumsum(possible, 1)
        at = (sums < (random.random(rows) * sums[:, -1])[:, None]).sum(1).clip(max=len(sets) - 1)
        chosen = member[at] & ~gone & (sums[:, -1] > 0)[:, None]
        ranks += chosen * (1 + gone.sum(1))[:, None]
    return ranks


def league(strengths: np.ndarray, seats: int, seeds: int, tie: Sequence[float], random: Random) -> Games:
    """Two matches on every seed for every two players, with changed seats; or tables of more, drawn anew
    for every seed, with seats moved on by one."""
    count = len(strengths)
    if seats == 2:
        tables = np.array(list(combinations(range(count), 2)) * seeds)
    else:
        tables = np.concatenate([random.permutation(count).reshape(-1, seats) for _ in range(seeds)])
    first, second = (ranks_of(strengths[tables], tie, random) for _ in range(2))
    alike = random.random(len(tables)) < ALIKE
    second[alike] = first[alike]
    who = np.concatenate((tables, np.roll(tables, -1, 1)))
    ranks = np.concatenate((first, np.roll(second, -1, 1)))
    return games(who, ranks, np.tile(np.arange(len(tables)), 2), count)


def games(who: np.ndarray, ranks: np.ndarray, blocks: np.ndarray, players: int) -> Games:
    """Matches of equally many seats as what is fitted."""
    count, seats = who.shape
    return Games(
        np.arange(players),
        np.repeat(np.arange(count), seats),
        who.ravel(),
        ranks.ravel(),
        np.empty(0),
        blocks,
        np.ones(count),
    )


def strengths_of(count: int, spread: float, random: Random) -> np.ndarray:
    """Known strengths, in Elo points."""
    return random.normal(0, spread, count)


def coverage(leagues: int) -> None:
    """How often intervals hold the truth."""
    print(f"95 % intervals of {PLAYERS} players relative to the first, {leagues} leagues each:")
    for name, seats, seeds, tie, spread in (
        ("two seats", 2, 5, (), 200),
        ("two seats, ties", 2, 5, (0.7,), 200),
        ("two seats, ties, one seed", 2, 1, (0.7,), 200),
        ("two seats, far apart", 2, 5, (0.7,), 500),
        ("four seats", 4, 20, (), 200),
        ("four seats, ties", 4, 20, (0.3, 0.1), 200),
        ("four seats, ties, five seeds", 4, 5, (0.3, 0.1), 200),
    ):
        random = np.random.default_rng(1)
        held = np.zeros(PLAYERS)
        by_place = np.zeros(PLAYERS)
        width = 0.0
        for _ in range(leagues):
            truth = strengths_of(PLAYERS, spread, random)
            rated = rate(league(truth / ELO, seats, seeds, tie, random), anchor=0)
            inside = holds(rated, truth)
            held += inside
            by_place += inside[np.argsort(-truth)]
            width += sum(one.high - one.low for one in rated.table) / (PLAYERS - 1)
        others = held[1:] / leagues
        print(
            f"{name:30s} {others.mean():.1%}, by player {others.min():.1%} to {others.max():.1%}, "
            f"strongest {by_place[0] / leagues:.1%}, weakest {by_place[-1] / leagues:.1%}, "
            f"mean width {width / leagues:.0f}",
            flush=True,
        )


def holds(rated: Ratings, truth: np.ndarray) -> np.ndarray:
    """Whose interval holds the truth, relative to the first player."""
    found = np.zeros(len(truth))
    for one in rated.table:
        found[one.player] = one.low <= truth[one.player] - truth[0] <= one.high
    return found


def equal(leagues: int) -> None:
    """One bot under twelve names."""
    for name, seats, seeds, tie in (
        ("two seats, ties", 2, 5, (0.7,)),
        ("four seats, ties", 4, 20, (0.3, 0.1)),
    ):
        random = np.random.default_rng(2)
        rejected = sum(
            rate(league(np.zeros(PLAYERS), seats, seeds, tie, random)).equal < 0.05 for _ in range(leagues)
        )
        print(f"{name}: equality of one bot under {PLAYERS} names is rejected in {rejected / leagues:.1%}")


def crashing(leagues: int) -> None:
    """The same league twice: the last player crashes in every third match of it, or in none."""
    for name, seats, seeds, tie in (
        ("two seats, ties", 2, 5, (0.7,)),
        ("four seats, ties", 4, 20, (0.3, 0.1)),
    ):
        random = np.random.default_rng(4)
        moves = []
        for _ in range(leagues):
            sound = league(strengths_of(PLAYERS, 200, random) / ELO, seats, seeds, tie, random)
            before = {one.player: one for one in rate(sound, anchor=0).table}
            after = {one.player: one for one in rate(crashed(sound, PLAYERS - 1), anchor=0).table}
            for one in range(1, PLAYERS - 1):
                half = (before[one].high - before[one].low) / 2
                moves.append(abs(after[one].rating - before[one].rating) / half)
        out = np.mean(np.array(moves) > 1)
        print(
            f"{name}: a bot that crashes in every third match moves the others by {np.mean(moves):.1%} of "
            f"half their interval, at most by {max(moves):.1%}, out of it in {out:.2%} of cases"
        )


def crashed(sound: Games, player: int) -> Games:
    """The same matches, every third of the player's lost."""
    ranks = sound.ranks.copy()
    for entry in np.flatnonzero(sound.who == player)[::3]:
        at = sound.match == sound.match[entry]
        ranks[entry] = 1 + int(at.sum())
        better = ranks[at]
        ranks[at] = [1 + int((better < one).sum()) for one in better]
    return replace(sound, ranks=ranks)


def speed() -> None:
    """A million results."""
    random = np.random.default_rng(3)
    count, matches = 10_000, 1_000_000
    truth = strengths_of(count, 200, random) / ELO
    first = random.integers(0, count, matches)
    second = (first + random.integers(1, count, matches)) % count
    off = truth[first] - truth[second]
    won, lost = np.exp(off / 2), np.exp(-off / 2)
    at = random.random(matches) * (won + lost + 0.7)
    ranks = np.stack((1 + ((at > won) & (at < won + lost)), 1 + (at < won)), 1)
    made = games(np.stack((first, second), 1), ranks, np.arange(matches) // 2, count)
    begun, wall = process_time(), perf_counter()
    rated = rate(made, anchor=0)
    spent, waited = process_time() - begun, perf_counter() - wall
    held = holds(rated, truth * ELO)[1:].mean()
    print(
        f"{matches:,} results of {count:,} versions: {spent:.1f} s of processor time, {waited:.1f} s; "
        f"intervals hold the truth for {held:.1%}"
    )


FIVE = np.array([0.0, 0.25, 0.5, 0.75, 1.0])


def five(elo: float, ties: float, alike: float) -> np.ndarray:
    """The chances of the five outcomes of a pair, for a player who gets the share of points of `elo`: of
    two independent matches, or with some chance of two that end alike."""
    score = score_of(elo)
    drawn = ties * min(score, 1 - score) * 2
    one = np.array([1 - score - drawn / 2, drawn, score - drawn / 2])
    return np.asarray((1 - alike) * np.convolve(one, one) + alike * np.insert(one, [1, 2], 0))


@njit  # type: ignore[untyped-decorator]
def likelihood(units: np.ndarray, mean: float, t: float) -> tuple[float, float]:
    """As in `hoplon/league/sprt.py`, for five outcomes, searching from `t`, which comes back with it."""
    low, high = -1 / (1 - mean) * (1 - 1e-12), 1 / mean * (1 - 1e-12)
    for _ in range(200):
        value = slope = 0.0
        for k in range(5):
            share = (0.25 * k - mean) / (1 + t * (0.25 * k - mean))
            value += units[k] * share
            slope += units[k] * share * share
        if value > 0:
            low = t
        else:
            high = t
        new = t + value / slope
        if not low < new < high:
            new = (low + high) / 2
        moved, t = abs(new - t), new
        if moved < 1e-11:
            break
    total = 0.0
    for k in range(5):
        total -= units[k] * np.log1p(t * (0.25 * k - mean))
    return total, t


@njit  # type: ignore[untyped-decorator]
def llr(counts: np.ndarray, s0: float, s1: float, start: np.ndarray) -> float:
    """`Sprt.llr`, from the multipliers of the last time in `start`."""
    units = counts.astype(np.float64)
    for k in (0, 2, 4):  # only what has happened, and the extremes
        if units[k] == 0:
            units[k] = TINY
    first, start[0] = likelihood(units, s0, start[0])
    second, start[1] = likelihood(units, s1, start[1])
    return second - first


@njit  # type: ignore[untyped-decorator]
def test_once(sums: np.ndarray, s0: float, s1: float, low: float, high: float, counts: np.ndarray) -> bool:
    """Draw pairs until the test ends: is it at the upper bound?"""
    start = np.zeros(2)
    while True:
        drawn = np.random.random() * sums[-1]
        k = 0
        while k < 4 and sums[k] < drawn:
            k += 1
        counts[k] += 1
        ratio = llr(counts, s0, s1, start)
        if ratio >= high or ratio <= low:
            return ratio >= high


@njit  # type: ignore[untyped-decorator]
def set_seed(seed: int) -> None:
    """For the dice of compiled code."""
    np.random.seed(seed)


def sprt(runs: int) -> None:
    """Errors and lengths of the sequential test, on simulated pairs."""
    print(f"SPRT, alpha = beta = 0.05, {runs} tests each; ties: share of the matches of equals")
    for elo0, elo1 in ((0.0, 10.0), (0.0, 50.0), (-20.0, 20.0), (0.0, 200.0)):
        test = Sprt(elo0, elo1)
        for ties, alike in ((0.0, 0.0), (0.4, 0.0), (0.4, 0.5)):
            cells = []
            for truth in (elo0, (elo0 + elo1) / 2, elo1):
                better, pairs, held = run_tests(test, truth, ties, alike, runs)
                chances = five(truth, ties, alike)
                variance = float(chances @ (FIVE - chances @ FIVE) ** 2)
                wald = test.expected_units(truth, variance)
                cells.append(
                    f"true {truth:+.0f}: better {better:.1%}, {pairs.mean():.0f} pairs (expected {wald:.0f}, "
                    f"95 % end by {np.quantile(pairs, 0.95):.0f}), interval holds {held:.1%}"
                )
            print(
                f"[{elo0:g}, {elo1:g}], ties {ties:.0%}, alike {alike:.0%}: " + "; ".join(cells), flush=True
            )


def run_tests(
    test: Sprt, truth: float, ties: float, alike: float, runs: int
) -> tuple[float, np.ndarray, float]:
    """How often the verdict is "better", the lengths, and how often the final interval holds the truth."""
    set_seed(6)
    sums = np.cumsum(five(truth, ties, alike))
    counts = np.zeros((runs, 5), np.int64)
    means = score_of(test.elo0), score_of(test.elo1)
    better = [test_once(sums, *means, *test.bounds, row) for row in counts]
    held = 0
    for row in counts:
        found = test.estimate(dict(zip(FIVE.tolist(), map(int, row), strict=True)))
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    return float(np.mean(better)), counts.sum(1), held / runs


def main() -> None:
    """One of them, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", default=["coverage", "equal", "crashing", "speed", "sprt"])
    parser.add_argument("--leagues", type=int, default=1000)
    asked = parser.parse_args()
    if "coverage" in asked.what:
        coverage(asked.leagues)
    if "equal" in asked.what:
        equal(asked.leagues)
    if "crashing" in asked.what:
        crashing(asked.leagues)
    if "speed" in asked.what:
        speed()
    if "sprt" in asked.what:
        sprt(10 * asked.leagues)


if __name__ == "__main__":
    main()
