"""Who sits where, so that everybody sits everywhere equally often.

Each version's matches are cut into runs of as many as there are seats; within a run it sits everywhere once.
Such seats can always be found: matches and runs are the two sides of a graph in which none has more
neighbours than there are seats, so its edges can be coloured with one colour for each seat (König). Two who
want the same seat are told apart by exchanging two seats along a chain of matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hoplon.league.formats.past import Group

Run = tuple[int, int]  # a version, and which of its runs
FREE = -1


def seat_all(groups: Sequence[Group], before: Counter[int] | None = None) -> list[Group]:
    """The groups, each in an order of seats; `before` is how many matches each version has had."""
    if not groups:
        return []
    seats = len(groups[0])
    count = Counter(before or {})
    at_match: list[list[Run | None]] = []  # who has each seat
    at_run: dict[Run, list[int]] = {}  # in which match a run has each seat
    for number, group in enumerate(groups):
        at_match.append([None] * seats)
        for version in group:
            run = version, count[version] // seats
            count[version] += 1
            at_run.setdefault(run, [FREE] * seats)
            sit(number, run, at_match, at_run)
    return [tuple(run[0] for run in match if run is not None) for match in at_match]


def where_least(sat: Counter[tuple[int, int]], group: Group) -> Group:
    """A group that is paired by itself: each at a seat where it has sat least, by version and seat."""
    left, seated = list(group), []
    for seat in range(len(group)):
        chosen = min(left, key=lambda version: (sat[version, seat], left.index(version)))
        left.remove(chosen)
        seated.append(chosen)
    return tuple(seated)


def sit(number: int, run: Run, at_match: list[list[Run | None]], at_run: dict[Run, list[int]]) -> None:
    """Give a run a seat in a match; both have one left, perhaps not the same."""
    here, mine = at_match[number], at_run[run]
    both = [seat for seat, one in enumerate(here) if one is None and mine[seat] == FREE]
    if both:
        seat = both[0]
    else:
        seat = here.index(None)
        exchange(run, seat, mine.index(FREE), at_match, at_run)
    here[seat], mine[seat] = run, number


def exchange(
    run: Run, one: int, other: int, at_match: list[list[Run | None]], at_run: dict[Run, list[int]]
) -> None:
    """Free the seat `one` of a run by exchanging the two seats along the chain that begins with it."""
    chain: list[tuple[Run, int, int]] = []
    now: Run | None = run
    while now is not None and at_run[now][one] != FREE:
        number = at_run[now][one]
        chain.append((now, number, one))
        now = at_match[number][other]
        if now is not None:
            chain.append((now, number, other))
    for who, number, seat in chain:
        at_run[who][seat], at_match[number][seat] = FREE, None
    for who, number, seat in chain:
        new = other if seat == one else one
        at_run[who][new], at_match[number][new] = number, who
