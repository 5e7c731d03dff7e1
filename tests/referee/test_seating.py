"""Who plays whom and sits where: everybody as often as everybody else."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from hoplon.referee.seating import pair, tables


def test_alone_everybody_plays_every_seed() -> None:
    assert list(tables(2, 1, range(3))) == [(s, (p,)) for s in range(3) for p in range(2)]


def test_two_meet_on_every_seed_in_turns_on_either_side() -> None:
    assert list(tables(2, 2, range(1, 4))) == [(1, (1, 0)), (2, (0, 1)), (3, (1, 0))]
    assert list(tables(2, 2, [7], paired=True)) == [(7, (0, 1)), (7, (1, 0))]


def test_three_meet_two_by_two() -> None:
    assert [sorted(seated) for _, seated in tables(3, 2, [4])] == [[0, 1], [0, 2], [1, 2]]


def test_one_alone_plays_against_itself_once() -> None:
    assert list(tables(1, 2, [5], paired=True)) == [(5, (0, 0))]


def test_two_share_a_table_of_four() -> None:
    assert list(tables(2, 4, [0])) == [(0, (0, 1, 0, 1))]
    assert len(list(tables(2, 4, [0], paired=True))) == 2  # the third is the first again


@pytest.mark.parametrize(
    ("players", "seats", "seeds"), [(5, 4, 40), (12, 4, 30), (7, 3, 30), (64, 4, 4), (6, 6, 6)]
)
def test_a_crowd_plays_evenly(players: int, seats: int, seeds: int) -> None:
    found = list(tables(players, seats, range(seeds)))
    played = Counter(player for _, seated in found for player in seated)
    assert len(played) == players
    assert max(played.values()) - min(played.values()) <= max(1, seeds // 8)
    assert all(len(set(seated)) == seats for _, seated in found)
    for seed in range(seeds):
        here = {player for at, seated in found if at == seed for player in seated}
        assert here == set(range(players))  # everybody plays on every seed
    if players * seeds < 200:
        return
    met = Counter(pair(*two) for _, seated in found for two in combinations(seated, 2))
    expected = sum(met.values()) / (players * (players - 1) / 2)
    if expected >= 5:
        assert len(met) == players * (players - 1) / 2
        assert max(met.values()) <= 1.6 * expected
        assert min(met.values()) >= 0.5 * expected


def test_seats_are_shared_out_evenly() -> None:
    sat = Counter(
        (player, seat) for _, seated in tables(5, 4, range(40)) for seat, player in enumerate(seated)
    )
    assert min(sat.values()) >= 0.6 * max(sat.values())
    paired = Counter(
        (player, seat)
        for _, seated in tables(5, 4, range(10), paired=True)
        for seat, player in enumerate(seated)
    )
    for player in range(5):
        assert len({paired[player, seat] for seat in range(4)}) == 1


def test_a_longer_series_begins_like_the_shorter_one() -> None:
    short, long = list(tables(9, 4, range(1, 6))), list(tables(9, 4, range(1, 11)))
    assert long[: len(short)] == short
