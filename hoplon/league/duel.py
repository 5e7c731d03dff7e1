"""Two players compared in units: the matches of one seed, in which both have been everywhere.

Two seats: two matches, with changed seats. More: the two sit in turns around the table, and each way of doing
so is a match. Alone: both play the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hoplon.core.errors import BadOption
from hoplon.league.sprt import Sprt
from hoplon.referee.run import ANNULLED, SeatResult
from hoplon.referee.seating import Group
from hoplon.referee.series import Job, Row
from hoplon.referee.standings import outcome

FIRST, SECOND = 0, 1  # A and B


def seatings(seats: int, seeds: Iterable[int]) -> Iterator[tuple[int, Group]]:
    """Every match: a seed, and who sits where."""
    if seats == 1:
        ways: list[Group] = [(FIRST,), (SECOND,)]
    else:
        around = tuple(seat % 2 for seat in range(seats))
        turned = [around[by:] + around[:by] for by in range(seats)]
        ways = list(dict.fromkeys(turned + [tuple(1 - one for one in way) for way in turned]))
    for seed in seeds:
        yield from ((seed, way) for way in ways)


@dataclass
class Duel:
    """The units so far, in the order of their seeds, whoever finished first: the verdict does not depend on
    how many processes play. Units in which the machine was too busy do not count."""

    first: str
    second: str
    test: Sprt
    counts: dict[float, int] = field(default_factory=dict)
    left_out: int = 0
    verdict: int = -1

    def take(self, rows: Sequence[Row]) -> bool:
        """The matches of the next unit; is the test over?"""
        if any(row.reason == ANNULLED for row in rows):
            self.left_out += 1
            return False
        share = round(share_of(rows, self.first, self.second), 6)
        self.counts[share] = self.counts.get(share, 0) + 1
        self.verdict = self.test.verdict(self.counts)
        return self.verdict >= 0

    @property
    def units(self) -> int:
        """How many have been counted."""
        return sum(self.counts.values())


def share_of(rows: Sequence[Row], first: str, second: str) -> float:
    """The share of the points that the second player has of a unit."""
    ours = [seat for row in rows for seat in row.seats if seat.player == second]
    if all(len(row.seats) == 1 for row in rows):
        (theirs,) = [seat for row in rows for seat in row.seats if seat.player == first]
        mine, other = merit(ours[0]), merit(theirs)
        return 0.5 if mine == other else float(mine > other)
    points = [
        outcome(one, other)
        for row in rows
        for one in row.seats
        for other in row.seats
        if one.player == second and other.player == first
    ]
    return sum(points) / len(points)


def merit(seat: SeatResult) -> tuple[bool, int]:
    """What counts for one who plays alone: to have played on to the end, then the score."""
    return seat.verdict != "fault", seat.score


def units_of(jobs: Sequence[Job]) -> list[list[Job]]:
    """The matches of each seed together, in their order."""
    found: dict[int, list[Job]] = {}
    for job in jobs:
        found.setdefault(job.seed, []).append(job)
    return list(found.values())


def follow(duel: Duel, units: Sequence[Sequence[Job]], rows: Mapping[str, Row]) -> Iterator[bool]:
    """Take units into account as their rows appear in `rows`, in their order; each `next` goes as far as
    it can and says whether the test is over."""
    for unit in units:
        while not all(job.key in rows for job in unit):
            yield False
        if duel.take([rows[job.key] for job in unit]):
            break
    while True:
        yield True


def read_hypotheses(text: str) -> tuple[float, float]:
    """`--sprt 0,10`."""
    parts = text.split(",")
    try:
        low, high = map(float, parts)
    except ValueError:
        raise BadOption(
            f"--sprt {text!r} is not understood; expected two numbers of Elo, such as 0,10"
        ) from None
    return low, high
