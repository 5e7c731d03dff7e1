"""Who plays whom in a ladder: those near each other in rating, and nobody waits long.

Whoever waits accepts opponents ever farther away, and after a while anybody. The longest waiting chooses
first. Nobody meets their own bots, and of two alike the one is preferred who was not met last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

NEAR = 100.0  # points of rating that are near enough at once
WIDER = 20.0  # points more for every second of waiting
ANYBODY = 30.0  # seconds after which everybody will do
REMATCH = 5.0  # seconds for which somebody else than the last opponent is hoped for
LOOKS = 200  # others that one looks at in a round
FEW = 6  # seats up to which all orders are tried


@dataclass(eq=False)
class Waiting:
    """Somebody who could play now."""

    version: int
    owner: str
    rating: float
    since: float
    met: frozenset[int] = field(default_factory=frozenset)  # versions that were met last

    def reach(self, now: float) -> float:
        """How far away an opponent may be."""
        waited = now - self.since
        return float("inf") if waited >= ANYBODY else NEAR + WIDER * waited


def pair(waiting: Sequence[Waiting], seats: int, now: float) -> list[tuple[Waiting, ...]]:
    """Matches for as many as possible, those who wait longest first."""
    line = sorted(waiting, key=lambda one: one.rating)
    place = {id(one): n for n, one in enumerate(line)}
    before, after = list(range(-1, len(line) - 1)), list(range(1, len(line) + 1))
    taken: set[int] = set()
    found = []
    for one in sorted(waiting, key=lambda one: one.since):
        n = place[id(one)]
        if n in taken:
            continue
        others = _nearest(line, before, after, n, seats - 1, now)
        if len(others) < seats - 1:
            continue
        for gone in (n, *others):
            taken.add(gone)
            if before[gone] >= 0:
                after[before[gone]] = after[gone]
            if after[gone] < len(line):
                before[after[gone]] = before[gone]
        found.append((one, *(line[other] for other in others)))
    return found


def _nearest(
    line: Sequence[Waiting], before: Sequence[int], after: Sequence[int], n: int, many: int, now: float
) -> list[int]:
    """The places of the nearest who will do, looking out from a place in both directions."""
    one = line[n]
    low, high = before[n], after[n]
    owners = {one.owner}
    found: list[int] = []
    for _ in range(LOOKS):
        if len(found) == many or (low < 0 and high >= len(line)):
            break
        gap_low = one.rating - line[low].rating if low >= 0 else float("inf")
        gap_high = line[high].rating - one.rating if high < len(line) else float("inf")
        k, gap = (low, gap_low) if gap_low <= gap_high else (high, gap_high)
        if k == low:
            low = before[low]
        else:
            high = after[high]
        if gap > one.reach(now):
            break
        other = line[k]
        if other.owner in owners or (other.version in one.met and now - one.since < REMATCH):
            continue
        owners.add(other.owner)
        found.append(k)
    return found


def seated(versions: Sequence[int], sat: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """The versions in the order of seats that balances best; `sat` counts (version, seat) so far."""

    def cost(order: Sequence[int]) -> int:
        return sum(2 * sat.get((version, seat), 0) + 1 for seat, version in enumerate(order))

    if len(versions) <= FEW:
        return min(permutations(versions), key=cost)
    left, order = list(versions), []
    for seat in range(len(versions)):
        least = min(left, key=lambda version: sat.get((version, seat), 0))
        left.remove(least)
        order.append(least)
    return tuple(order)
