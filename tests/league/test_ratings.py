"""Ratings: equal to other ways of fitting, the same in any order, and as sure as they say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import log

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.ratings import PLAYERS, crashed, holds, league
from hoplon.core.errors import HoplonError
from hoplon.league import fit as fitting
from hoplon.league.fit import ELO, SPREAD, STEP, TIE_SPREAD, fit
from hoplon.league.games import Games, games_of
from hoplon.league.ratings import Ratings, rate
from hoplon.league.result import Result
from hoplon.league.uncertainty import uncertainty


def played(seats: int, ties: tuple[float, ...] = (), seeds: int = 3, seed: int = 1) -> Games:
    """A league of twelve players of known strength."""
    random = np.random.default_rng(seed)
    return league(random.normal(0, 1, PLAYERS), seats, seeds, ties, random)


def rows(games: Games) -> list[Result]:
    """The same one by one."""
    found = []
    for match in range(games.matches):
        at = games.match == match
        who, ranks = tuple(map(int, games.who[at])), tuple(map(int, games.ranks[at]))
        found.append(Result(who, ranks, block=str(games.block[match])))
    return found


def by_player(rated: Ratings) -> dict[int, float]:
    return {one.player: one.rating for one in rated.table}


def test_two_seats_without_ties_are_fitted_as_choix_fits_them() -> None:
    games = played(2)
    results = [one.players if one.ranks[0] == 1 else one.players[::-1] for one in rows(games)]
    theirs = choix.opt_pairwise(PLAYERS, results, alpha=1 / (2 * SPREAD**2), tol=1e-12)
    assert fit(games).theta == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_four_seats_without_ties_are_fitted_as_choix_fits_them() -> None:
    games = played(4)
    results = [[who for _, who in sorted(zip(one.ranks, one.players, strict=True))] for one in rows(games)]
    theirs = choix.opt_rankings(PLAYERS, results, alpha=1 / (2 * SPREAD**2), tol=1e-12)
    assert fit(games).theta == pytest.approx(theirs - theirs.mean(), abs=1e-6)


@pytest.mark.parametrize(("seats", "ties"), [(2, (0.7,)), (4, (0.4, 0.2)), (4, (0.3, 0.2, 0.3))])
def test_with_ties_no_other_strengths_are_more_likely(seats: int, ties: tuple[float, ...]) -> None:
    games = played(seats, ties, seeds=2)
    results = rows(games)
    found = fit(games)
    sizes = [1, *found.likelihood.tied]

    def row(some: Iterable[int]) -> np.ndarray:
        """What the logarithm of the weight of a set is made of."""
        who = list(some)
        made = np.zeros(PLAYERS + len(sizes) - 1)
        made[who] = 1 / len(who)
        if len(who) > 1:
            made[PLAYERS + sizes.index(len(who)) - 1] = 1
        return made

    choices = []  # the set that was chosen, and all that could have been
    for one in results:
        left = dict(zip(one.players, one.ranks, strict=True))
        while len(left) > 1:
            best = [who for who in left if left[who] == min(left.values())]
            sets = [row(some) for size in sizes for some in combinations(left, size)]
            choices.append((row(best), np.array(sets)))
            left = {who: rank for who, rank in left.items() if who not in best}
    prior = np.array([1 / SPREAD**2] * PLAYERS + [1 / TIE_SPREAD**2] * (len(sizes) - 1))

    def unlikely(x: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = x @ (prior * x) / 2, prior * x
        for chosen, sets in choices:
            weights = np.exp(sets @ x)
            total -= chosen @ x - np.log(weights.sum())
            slope = slope - chosen + weights @ sets / weights.sum()
        return float(total), slope

    theirs = minimize(unlikely, np.zeros(len(prior)), jac=True, options={"gtol": 1e-9}).x
    assert np.concatenate((found.theta, found.ties)) == pytest.approx(theirs, abs=1e-6)


def test_the_order_of_results_does_not_matter() -> None:
    results = rows(played(4, (0.3,)))
    shuffled = [results[at] for at in np.random.default_rng(1).permutation(len(results))]
    one, other = rate(results, anchor=3), rate(shuffled, anchor=3)
    assert by_player(one) == pytest.approx(by_player(other), abs=1e-6)
    for mine, theirs in zip(one.table, other.table, strict=True):
        assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=1e-6)


def test_the_anchor_says_where_zero_is_and_nothing_else() -> None:
    games = played(2)
    free, anchored = by_player(rate(games)), rate(games, anchor=4, anchor_rating=1000)
    assert by_player(anchored) == pytest.approx({p: r - free[4] + 1000 for p, r in free.items()})
    fixed = next(one for one in anchored.table if one.player == 4)
    assert (fixed.low, fixed.high) == pytest.approx((1000, 1000))


def test_a_bot_that_has_won_everything_has_a_rating() -> None:
    rated = rate([Result((7, 8), (1, 2))] * 20 + [Result((8, 9), (1, 2)), Result((8, 9), (2, 1))])
    best = rated.table[0]
    assert best.player == 7
    assert 200 < best.rating < 1500
    assert best.high - best.low > 300
    assert rated.superiority(7, 8) > 0.95
    assert rated.superiority(8, 7) == pytest.approx(1 - rated.superiority(7, 8))


def test_a_new_version_starts_at_its_predecessor_if_asked() -> None:
    results = [Result((1, 2), (1, 2))] * 30 + [Result((1, 2), (2, 1))] * 10
    once = [*results, Result((3, 2), (2, 1))]
    clean, heir = by_player(rate(once)), by_player(rate(once, predecessors={3: 1}))
    assert clean[3] < clean[2] < clean[1]
    assert heir[2] < heir[3] < heir[1]
    many = results + [Result((3, 2), (2, 1))] * 400 + [Result((3, 2), (1, 2))] * 100
    assert by_player(rate(many, predecessors={3: 1}))[3] == pytest.approx(by_player(rate(many))[3], abs=40)
    assert STEP < SPREAD


def test_two_players_are_as_far_apart_as_their_results_say() -> None:
    rated = rate([Result((1, 2), (1, 2))] * 760 + [Result((1, 2), (2, 1))] * 240, anchor=2)
    assert rated.table[0].rating == pytest.approx(400 * log(760 / 240, 10), abs=2)
    assert (rated.table[0].high - rated.table[0].low) / 2 == pytest.approx(
        1.96 * ELO / (1000 * 0.76 * 0.24) ** 0.5, rel=0.03
    )


def test_a_tie_counts_as_half_a_win() -> None:
    tied = rate([Result((1, 2), (1, 1))] * 40 + [Result((1, 2), (1, 2)), Result((1, 2), (2, 1))])
    assert tied.table[0].rating == pytest.approx(tied.table[1].rating, abs=1e-6)
    assert tied.ties > 10


def test_one_player_at_two_seats_says_nothing_about_itself() -> None:
    alone = rate([Result((1, 1, 2), (1, 2, 3)), Result((1, 1, 2), (2, 3, 1))])
    assert {one.player: one.games for one in alone.table} == {1: 2, 2: 2}
    assert abs(alone.table[0].rating) < 300


def test_intervals_are_those_of_a_bootstrap_over_blocks() -> None:
    games = played(2, (0.7,), seeds=8)
    found = fit(games)
    random = np.random.default_rng(5)
    draws = []
    for _ in range(150):
        times = np.bincount(random.integers(0, games.blocks, games.blocks), minlength=games.blocks)
        again = fit(Games(**{**vars(games), "weight": times[games.block].astype(float)}))
        draws.append(again.theta)
    drawn = np.std(np.array(draws), 0)
    mine = uncertainty(found, games).deviations(None)
    assert np.mean(mine / drawn) == pytest.approx(1, abs=0.08)
    assert np.all(np.abs(mine / drawn - 1) < 0.35)


def test_a_large_league_is_rated_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    games = played(4, (0.3, 0.1), seeds=10)
    full = rate(games, anchor=0)
    monkeypatch.setattr(fitting, "DENSE", 5)
    sparse = rate(games, anchor=0)
    assert by_player(sparse) == pytest.approx(by_player(full), abs=1e-4)
    widths = [
        (one.high - one.low) / (other.high - other.low)
        for one, other in zip(sparse.table, full.table, strict=True)
        if one.player != 0
    ]
    assert np.mean(widths) == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize(("seats", "ties", "seeds"), [(2, (), 2), (2, (0.7,), 2), (4, (0.3, 0.1), 6)])
def test_intervals_hold_the_truth(seats: int, ties: tuple[float, ...], seeds: int) -> None:
    """A quick look; `benchmarks/ratings.py` measures 1,000 leagues."""
    random = np.random.default_rng(1)
    held, leagues = 0.0, 60
    for _ in range(leagues):
        truth = random.normal(0, 200, PLAYERS)
        held += holds(rate(league(truth / ELO, seats, seeds, ties, random), anchor=0), truth)[1:].mean()
    assert 0.91 < held / leagues < 0.985


def test_one_bot_under_twelve_names_is_rarely_taken_for_several() -> None:
    random = np.random.default_rng(2)
    leagues = [league(np.zeros(PLAYERS), 2, 2, (0.7,), random) for _ in range(60)]
    assert sum(rate(one).equal < 0.05 for one in leagues) <= 8
    truth = np.linspace(-1, 1, PLAYERS)
    assert rate(league(truth, 2, 10, (0.7,), random)).equal < 1e-6


def test_a_bot_that_crashes_moves_nobody_out_of_their_interval() -> None:
    sound = played(2, (0.7,), seeds=5)
    before, after = rate(sound, anchor=0), by_player(rate(crashed(sound, 11), anchor=0))
    assert after[11] < by_player(before)[11] - 50
    for one in before.table:
        if one.player != 11:
            assert one.low - 1e-6 <= after[one.player] <= one.high + 1e-6


def test_players_who_play_alone_are_ranked_on_common_seeds() -> None:
    random = np.random.default_rng(3)
    results = []
    for seed in range(40):
        luck = random.normal(0, 1000)
        for player in range(5):
            score = luck + 10 * player + random.normal(0, 20)
            results.append(Result((player,), (1,), (score,), f"seed {seed}"))
    rated = rate(results, anchor=0)
    assert rated.table[0].player == 4
    assert rated.superiority(4, 0) > 0.99
    best = rated.table[0]
    assert best.score is not None
    assert best.score.low is not None
    assert best.score.low < best.score.value < (best.score.high or 0)
    assert best.games == 40


def test_intervals_of_those_who_play_alone_hold_the_truth() -> None:
    random = np.random.default_rng(4)
    held, leagues, seeds = 0.0, 60, 15
    for _ in range(leagues):
        truth = random.normal(0, 200, PLAYERS)
        # The best of Gumbel draws is Plackett and Luce's choice.
        scores = random.gumbel(size=(seeds, PLAYERS)) + truth / ELO
        results = [
            Result((player,), (1,), (scores[seed, player],), str(seed))
            for seed in range(seeds)
            for player in range(PLAYERS)
        ]
        held += holds(rate(results, anchor=0), truth)[1:].mean()
    assert 0.91 < held / leagues < 0.985


def test_nothing_played_is_an_empty_table() -> None:
    assert rate([]).table == ()
    assert rate([Result((1,), (1,), (5.0,), "1")], anchor=1).table[0].rating == 0


def test_bad_results_are_refused_in_a_sentence() -> None:
    with pytest.raises(HoplonError, match="result 0 has 2 players, but not as many ranks"):
        games_of([Result((1, 2), (1,))])
    with pytest.raises(HoplonError, match="some matches are of one player"):
        rate([Result((1,), (1,)), Result((1, 2), (1, 2))])
