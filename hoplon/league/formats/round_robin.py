"""Everybody against everybody, on every seed.

Alone, every version plays every seed. Two seats: every two meet on every seed, and change sides from seed to
seed. More seats: on every seed all play once, at tables that bring together those who have met least; those
who have played least fill the last table.

Whatever is missing is paired, so those who join later, or take the place of others, get the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from hoplon.league.formats.past import Group, Paired, Past, block_alone, block_of, pair, rotations
from hoplon.league.formats.seats import seat_all

STAGE = 1
NOBODY = -1


def round_robin(past: Past, seats: int, seeds: Sequence[int], paired: bool) -> list[Paired]:
    """All that is missing."""
    if seats == 1:
        return alone(past, seeds)
    if len(past.players) < 2:
        return []
    if seats == 2:
        return everybody(past, combinations(past.players, 2), seeds, paired)
    tables = list(crowd(past, past.players, seats, seeds))
    if paired:
        return [one for seed, group in tables for one in rotations(STAGE, seed, group)]
    return seated_tables(tables)


def seated_tables(tables: Sequence[tuple[int, Group]]) -> list[Paired]:
    """One match of each table, everybody at every seat equally often."""
    groups = seat_all([group for _, group in tables])
    return [sat(seed, group) for (seed, _), group in zip(tables, groups, strict=True)]


def alone(past: Past, seeds: Sequence[int]) -> list[Paired]:
    """Every version on every seed."""
    had = {(one.seed, one.versions) for one in past.matches}
    return [
        Paired(STAGE, seed, (version,), block_alone(seed))
        for seed in seeds
        for version in past.players
        if (seed, (version,)) not in had
    ]


def everybody(
    past: Past, pairs: Iterable[tuple[int, int]], seeds: Sequence[int], paired: bool, hero: int = NOBODY
) -> list[Paired]:
    """Every two on every seed. Who is first on the first seed depends on whether their places in the order of
    joining are an odd number apart, which leaves nobody more than one match out of balance, now or later.

    The hero of a gauntlet comes before all others in that order.
    """
    had = {(one.seed, pair(*one.versions)) for one in past.matches}
    everyone = sorted({*past.players, *past.played}, key=lambda version: (version != hero, version))
    place = {version: number for number, version in enumerate(everyone)}
    made = list(pairs)
    found: list[Paired] = []
    for number, seed in enumerate(seeds):
        for two in made:
            if (seed, pair(*two)) in had:
                continue
            is_turned = (place[two[1]] - place[two[0]] + number) % 2 == 0
            seated = two[::-1] if is_turned else two
            found += rotations(STAGE, seed, seated) if paired else [sat(seed, seated)]
    return found


def sat(seed: int, seated: Group) -> Paired:
    """One match of a group."""
    return Paired(STAGE, seed, seated, block_of(seed, seated))


def crowd(
    past: Past, wanted: Sequence[int], seats: int, seeds: Sequence[int], besides: Group = ()
) -> Iterator[tuple[int, Group]]:
    """Tables on every seed for those among `wanted` who have had none; `besides` sits at all of them."""
    had = {(one.seed, version) for one in past.matches for version in one.versions}
    place = {version: number for number, version in enumerate(wanted)}
    met: Counter[Group] = Counter(past.met)
    played: Counter[int] = Counter(past.played)
    for seed in seeds:
        waiting = [version for version in wanted if (seed, version) not in had]
        while waiting:
            group = list(besides)
            while len(group) < seats:
                others = [version for version in wanted if version not in group]

                def acquaintance(one: int, group: Sequence[int] = group) -> int:
                    return sum(met[pair(one, other)] for other in group)

                if waiting:
                    chosen = min(waiting, key=lambda one: (acquaintance(one), played[one], place[one]))
                else:
                    free = others or wanted
                    chosen = min(free, key=lambda one: (played[one], acquaintance(one), place[one]))
                group.append(chosen)
                if chosen in waiting:
                    waiting.remove(chosen)
            met.update(pair(*two) for two in combinations(sorted(set(group)), 2))
            played.update(set(group))
            yield seed, tuple(group)
