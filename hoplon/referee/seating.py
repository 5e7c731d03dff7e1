"""Who plays whom, on which seeds, and who sits where.

Alone, every player plays every seed. Two seats: every two players meet on every seed. More seats: on every
seed all play once, at tables that bring together those who have met least; those who have played least fill
the last table. Fewer players than seats sit several times.

From seed to seed the seats move on by one. `paired` plays every table with every such move, until everybody
has sat everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

Group = tuple[int, ...]  # the numbers of players


def tables(
    players: int, seats: int, seeds: Sequence[int], paired: bool = False
) -> Iterator[tuple[int, Group]]:
    """All matches of a series: a seed, and the number of the player at each seat."""
    for seed, group in _groups(players, seats, seeds):
        moves = range(seats) if paired else [seed % seats]
        for seated in dict.fromkeys(group[by:] + group[:by] for by in moves):
            yield seed, seated


def _groups(players: int, seats: int, seeds: Sequence[int]) -> Iterator[tuple[int, Group]]:
    if players < seats:
        around = tuple(seat % players for seat in range(seats))
        yield from ((seed, around) for seed in seeds)
    elif seats <= 2:
        yield from ((seed, group) for seed in seeds for group in combinations(range(players), seats))
    else:
        yield from _crowd(players, seats, seeds)


def _crowd(players: int, seats: int, seeds: Sequence[int]) -> Iterator[tuple[int, Group]]:
    met: Counter[Group] = Counter()
    played: Counter[int] = Counter()
    for seed in seeds:
        waiting = set(range(players))
        while waiting:
            group: list[int] = []
            while len(group) < seats:
                free = waiting or set(range(players)).difference(group)

                def acquaintance(one: int, group: Sequence[int] = group) -> tuple[int, int, int]:
                    return sum(met[pair(one, other)] for other in group), played[one], one

                chosen = min(free, key=acquaintance)
                group.append(chosen)
                waiting.discard(chosen)
            met.update(pair(*two) for two in combinations(group, 2))
            played.update(group)
            yield seed, tuple(group)


def pair(one: int, other: int) -> Group:
    """Two players, whichever is named first."""
    return (one, other) if one < other else (other, one)
