"""A Swiss tournament: round after round, those with equally many points meet, and nobody twice if possible.

A win is a point and a draw half of one; at a table of more, the share of the others who were left behind. Who
cannot be seated has a bye and a full point: the last in the standings among those who have had the fewest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from hoplon.league.formats.past import Group, Paired, Past, block_of, pair, rotations
from hoplon.league.formats.seats import where_least

MOST_STEPS = 20_000  # of looking for a round without rematches, before some are allowed


def swiss(past: Past, rounds: int, seats: int, first_seed: int, paired: bool) -> list[Paired]:
    """The next round, if the last one is over and there is another."""
    stage = max((one.stage for one in past.paired), default=0)
    is_over = all(one.is_bye or number in past.ranks for number, one in enumerate(past.paired))
    if stage >= rounds or not is_over or len(past.players) < seats:
        return []
    stage, seed = stage + 1, first_seed + stage
    order, sitting_out = standings(past), len(past.players) % seats
    byes = last_without_bye(past, order, sitting_out)
    playing = [version for version in order if version not in byes]
    groups = two_by_two(past, playing) if seats == 2 else list(tables(past, playing, seats))
    made = [Paired(stage, seed, (version,), is_bye=True) for version in byes]
    for group in groups:
        seated = where_least(past.sat, group)
        made += (
            rotations(stage, seed, seated)
            if paired
            else [Paired(stage, seed, seated, block_of(seed, seated))]
        )
    return made


def points(past: Past) -> defaultdict[int, float]:
    """What everybody has; a round counts one point at most, however many matches it has."""
    found: defaultdict[int, float] = defaultdict(float)
    for (_, version), shares in shares_by_round(past).items():
        found[version] += sum(shares) / len(shares)
    return found


def shares_by_round(past: Past) -> dict[tuple[int, int], list[float]]:
    """The share of the points in each match, by round and version."""
    found: dict[tuple[int, int], list[float]] = {}
    for number, one in enumerate(past.paired):
        if one.is_bye:
            found.setdefault((one.stage, one.versions[0]), []).append(1.0)
        elif one.stage > 0 and past.ranks.get(number):
            ranks = past.ranks[number]
            for seat, version in enumerate(one.versions):
                others = [rank for other, rank in enumerate(ranks) if other != seat]
                behind = sum(1.0 if rank > ranks[seat] else 0.5 * (rank == ranks[seat]) for rank in others)
                found.setdefault((one.stage, version), []).append(behind / len(others))
    return found


def standings(past: Past) -> list[int]:
    """The best first; those with equally many points by the points of those they met, then as they joined."""
    has = points(past)
    strength: defaultdict[int, float] = defaultdict(float)
    for one, other in past.met:
        strength[one] += has[other]
        strength[other] += has[one]
    place = {version: number for number, version in enumerate(past.players)}
    return sorted(past.players, key=lambda version: (-has[version], -strength[version], place[version]))


def last_without_bye(past: Past, order: Sequence[int], count: int) -> list[int]:
    """Who does not play this round."""
    had = Counter(one.versions[0] for one in past.paired if one.is_bye)
    place = {version: number for number, version in enumerate(order)}
    return sorted(order, key=lambda version: (had[version], -place[version]))[:count]


def two_by_two(past: Past, order: Sequence[int]) -> list[Group]:
    """Neighbours in the standings who have not met; if there is no such round, with the fewest rematches."""
    for allowed in range(max(past.met.values(), default=0) + 1):
        if found := matching(past, list(order), allowed):
            return found
    return [tuple(order[n : n + 2]) for n in range(0, len(order), 2)]


def matching(past: Past, order: list[int], allowed: int) -> list[Group]:
    """Everybody with somebody they have met at most so often; empty if that was not found."""
    found: list[Group] = []
    tried: list[Iterator[int]] = []
    left = list(order)
    for _ in range(MOST_STEPS):
        if not left and len(tried) == len(found):
            return found
        if len(tried) == len(found):
            first = left[0]
            tried.append(iter([other for other in left[1:] if past.met[pair(first, other)] <= allowed]))
        second = next(tried[-1], None)
        if second is not None:
            found.append((left[0], second))
            left = [version for version in left[1:] if version != second]
            continue
        tried.pop()
        if not found:
            return []
        undone = found.pop()
        kept = {*left, *undone}
        left = [version for version in order if version in kept]
    return []


def tables(past: Past, order: Sequence[int], seats: int) -> Iterator[Group]:
    """Tables from the top of the standings: with the next who have met those at the table least."""
    left = list(order)
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            near = left[: 2 * seats]
            chosen = min(
                near, key=lambda one: (sum(past.met[pair(one, other)] for other in group), left.index(one))
            )
            left.remove(chosen)
            group.append(chosen)
        yield tuple(group)
