"""Who meets whom, on which seed, at which seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplon.core.errors import BadOption
from hoplon.league.formats.gauntlet import gauntlet
from hoplon.league.formats.ladder import PATIENCE, Strength, ladder
from hoplon.league.formats.past import Paired, Past, pair
from hoplon.league.formats.read import Format, read_format
from hoplon.league.formats.round_robin import round_robin
from hoplon.league.formats.swiss import points, swiss

players = st.integers(2, 14).map(lambda n: list(range(1, n + 1)))
seeds = st.integers(1, 9).map(lambda n: range(5, 5 + n))


def seat_counts(made: list[Paired], version: int, seats: int) -> list[int]:
    """How often a version had each seat."""
    return [sum(one.versions[seat] == version for one in made) for seat in range(seats)]


def is_balanced(made: list[Paired], versions: list[int], seats: int) -> bool:
    """Whether everybody had every seat equally often, within one match."""
    counts = [seat_counts(made, version, seats) for version in versions]
    return all(max(count) - min(count) <= 1 for count in counts)


@given(players, seeds)
def test_every_two_meet_once_on_every_seed_and_seats_are_balanced(who: list[int], on: range) -> None:
    made = round_robin(Past(who), 2, on, False)
    met = Counter((one.seed, pair(*one.versions)) for one in made)
    assert met == Counter((seed, two) for seed in on for two in combinations(who, 2))
    assert is_balanced(made, who, 2)
    for two in combinations(who, 2):  # and every two change sides
        assert is_balanced([one for one in made if set(one.versions) == set(two)], list(two), 2)


@given(players, seeds, st.integers(3, 5))
def test_at_larger_tables_all_play_on_every_seed_and_seats_are_balanced(
    who: list[int], on: range, seats: int
) -> None:
    made = round_robin(Past(who), seats, on, False)
    for seed in on:
        assert {version for one in made if one.seed == seed for version in one.versions} == set(who)
    assert all(len(one.versions) == seats for one in made)
    if len(who) >= seats:
        assert all(len(set(one.versions)) == seats for one in made)
        assert is_balanced(made, who, seats)
        played = Counter(version for one in made for version in one.versions)
        assert max(played.values()) - min(played.values()) <= 1


@given(players, seeds, st.integers(1, 4))
def test_paired_matches_are_one_block_with_everybody_at_every_seat(
    who: list[int], on: range, seats: int
) -> None:
    made = round_robin(Past(who), seats, on, seats > 1)
    blocks: dict[tuple[int, str], list[Paired]] = {}
    for one in made:
        blocks.setdefault((one.seed, one.block), []).append(one)
    if seats > 1 and len(who) >= seats:
        for block in blocks.values():
            assert len(block) == seats
            for version in block[0].versions:
                assert seat_counts(block, version, seats) == [1] * seats


@given(players, seeds, st.integers(1, 4), st.booleans())
def test_a_round_robin_is_paired_once_and_later_bots_get_the_same(
    who: list[int], on: range, seats: int, paired: bool
) -> None:
    paired = paired and seats > 1
    first = round_robin(Past(who), seats, on, paired)
    assert round_robin(Past(who, first), seats, on, paired) == []
    later = round_robin(Past([*who, 99], first), seats, on, paired)
    assert all(99 in one.versions for one in later)
    assert {one.seed for one in later} == set(on)
    if seats == 2:
        assert is_balanced([*first, *later], [*who, 99], 2)


def test_those_who_lost_a_table_to_somebody_set_aside_get_another() -> None:
    who = list(range(1, 13))
    made = round_robin(Past(who), 4, range(3), False)
    left = [one for one in made if 12 not in one.versions]
    more = round_robin(Past(who[:-1], left), 4, range(3), False)
    assert all(12 not in one.versions for one in more)
    for seed in range(3):
        sat = {version for one in [*left, *more] if one.seed == seed for version in one.versions}
        assert sat == set(who[:-1])


@given(players, seeds, st.integers(2, 4))
def test_in_a_gauntlet_one_meets_all_others_with_balanced_seats(
    who: list[int], on: range, seats: int
) -> None:
    names = {version: f"bot {version}" for version in who}
    made = gauntlet(Past(who, names=names), "bot 2", seats, on, False)
    assert all(2 in one.versions for one in made)
    for seed in on:
        assert {version for one in made if one.seed == seed for version in one.versions} == set(who)
    if len(who) >= seats:
        assert is_balanced(made, who, seats)
    assert gauntlet(Past(who, made, names=names), "bot 2", seats, on, False) == []
    assert gauntlet(Past(who, names=names), "bot 99", seats, on, False) == []


def played(made: list[Paired], before: Past, strength: dict[int, int]) -> Past:
    """A past with matches added, in which the stronger always wins."""
    paired = [*before.paired, *made]
    ranks = dict(before.ranks)
    for number, one in enumerate(paired):
        if not one.is_bye and number not in ranks:
            order = sorted(one.versions, key=lambda version: -strength[version])
            ranks[number] = [order.index(version) + 1 for version in one.versions]
    return replace(before, paired=paired, ranks=ranks)


@given(st.integers(2, 17), st.integers(1, 6), st.booleans())
def test_a_swiss_tournament_has_no_rematches_if_there_need_be_none(
    count: int, rounds: int, paired: bool
) -> None:
    who = list(range(1, count + 1))
    past = Past(who)
    for number in range(1, rounds + 1):
        made = swiss(past, rounds, 2, 1, paired)
        assert {one.stage for one in made} == {number}
        sat = Counter(version for one in made for version in set(one.versions))
        assert set(sat) == set(who)  # everybody plays or has a bye
        assert sum(one.is_bye for one in made) == count % 2
        past = played(made, past, {version: version for version in who})
    assert swiss(past, rounds, 2, 1, paired) == []
    byes = Counter(one.versions[0] for one in past.paired if one.is_bye)
    assert max(byes.values(), default=0) <= -(-rounds // count)
    if rounds <= count // 2:
        blocks = {(one.seed, one.block) for one in past.matches}
        assert len(blocks) == len({tuple(sorted(one.versions)) for one in past.matches})


def test_the_strongest_wins_a_swiss_tournament_and_a_bye_is_a_point() -> None:
    who = list(range(1, 10))
    past = Past(who)
    while made := swiss(past, 4, 2, 1, False):
        past = played(made, past, {version: version for version in who})
    has = points(past)
    assert max(has, key=lambda version: has[version]) == 9
    assert has[9] == 4
    assert sum(has.values()) == 4 * 5


def test_a_round_waits_for_the_one_before() -> None:
    past = Past([1, 2, 3, 4])
    made = swiss(past, 3, 2, 1, False)
    assert swiss(replace(past, paired=made, ranks={0: [1, 2]}), 3, 2, 1, False) == []


def test_larger_tables_of_a_swiss_tournament_have_byes_for_those_left_over() -> None:
    made = swiss(Past(list(range(14))), 3, 4, 1, False)
    assert sum(one.is_bye for one in made) == 2
    assert sorted(version for one in made for version in one.versions) == list(range(14))


@given(st.integers(2, 30), st.integers(2, 4), st.booleans())
def test_nobody_waits_long_on_a_ladder(count: int, seats: int, paired: bool) -> None:
    who = list(range(1, count + 1))
    unsure = {version: Strength(0.0, 300.0 if version <= 2 else 20.0) for version in who}
    made: list[Paired] = []
    for _ in range(4):
        made += ladder(Past(who, made), unsure, seats, 1, paired, 4 * count)
    groups = list(dict.fromkeys((one.seed, one.block) for one in made))
    sat = {(one.seed, one.block): set(one.versions) for one in made}
    bound = PATIENCE * -(-count // seats) + count + 1  # and those who have waited as long come one by one
    for version in who:
        there = [number for number, group in enumerate(groups) if version in sat[group]]
        assert there, f"{version} never plays"
        gaps = [later - earlier for earlier, later in zip([-1, *there], [*there, len(groups)], strict=True)]
        assert max(gaps) <= bound


def test_a_ladder_spends_matches_where_they_tell_most() -> None:
    close = {1: Strength(0, 100), 2: Strength(10, 100), 3: Strength(900, 5), 4: Strength(-900, 5)}
    made = ladder(Past([1, 2, 3, 4]), close, 2, 1, False, 40)
    met = Counter(pair(*one.versions) for one in made)
    assert max(met, key=lambda two: met[two]) == (1, 2)
    assert len({one.seed for one in made}) == len(made)


def test_on_a_ladder_for_one_all_play_the_same_seeds() -> None:
    made = ladder(Past([1, 2, 3]), {}, 1, 7, False, 10)
    assert Counter(one.seed for one in made) == {7: 3, 8: 3, 9: 3, 10: 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("swis:7", "did you mean swiss"),
        ("swiss", "names no number of rounds"),
        ("swiss:0", "names no number of rounds"),
        ("swiss:x", "names no number of rounds"),
        ("gauntlet", "names no bot"),
        ("ladder:3", "something after ladder"),
        ("knockout", "expected round-robin"),
    ],
)
def test_a_bad_format_is_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        read_format(text, 2, "a game")


def test_alone_there_is_no_swiss_tournament() -> None:
    assert read_format("swiss:7", 2, "a game") == Format("swiss", rounds=7)
    with pytest.raises(BadOption, match="alone"):
        read_format("swiss:7", 1, "a game")
