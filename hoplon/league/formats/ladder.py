"""A ladder: matches without an end, each where it tells most.

Most is told by a match between two whose ratings are unsure and close to each other, and who have not met
often. Nobody waits longer than for PATIENCE rounds of everybody else's matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from hoplon.league.formats.past import Group, Paired, Past, block_alone, block_of, pair, rotations
from hoplon.league.formats.seats import where_least

STAGE = 1
PATIENCE = 2
SCALE = 400.0  # points of Elo for odds of ten to one
UNKNOWN = 400.0  # how unsure the rating of somebody without results is


@dataclass
class Strength:
    """A rating and half the width of its interval."""

    rating: float = 0.0
    unsure: float = UNKNOWN


def ladder(
    past: Past, strengths: Mapping[int, Strength], seats: int, first_seed: int, paired: bool, many: int
) -> list[Paired]:
    """The next matches, at least so many."""
    if seats == 1:
        return alone(past, first_seed, many)
    if len(past.players) < 2:
        return []
    choice = Choice(past, strengths, seats)
    made: list[Paired] = []
    while len(made) < many:
        group = choice.next()
        seed = first_seed + choice.number
        seated = where_least(choice.sat, group)
        new = (
            rotations(STAGE, seed, seated)
            if paired
            else [Paired(STAGE, seed, seated, block_of(seed, seated))]
        )
        for one in new:
            choice.sat.update((version, seat) for seat, version in enumerate(one.versions))
        made += new
    return made


def alone(past: Past, first_seed: int, many: int) -> list[Paired]:
    """The same seeds for everybody; who has played least comes first."""
    played = Counter(dict.fromkeys(past.players, 0))
    played.update({version: past.played[version] for version in past.players})
    made: list[Paired] = []
    while past.players and len(made) < many:
        version = min(past.players, key=lambda one: played[one])
        seed = first_seed + played[version]
        made.append(Paired(STAGE, seed, (version,), block_alone(seed)))
        played[version] += 1
    return made


class Choice:
    """Chooses one group after another, as if the matches before it had been played."""

    def __init__(self, past: Past, strengths: Mapping[int, Strength], seats: int) -> None:
        known = {version: strengths.get(version, Strength()) for version in past.players}
        self.strengths = {version: Strength(one.rating, one.unsure) for version, one in known.items()}
        self.players = past.players
        self.seats = seats
        self.met = Counter(past.met)
        self.played = Counter(past.played)
        self.sat = Counter(past.sat)
        self.number = len({(one.seed, one.block) for one in past.matches})
        self.last = dict.fromkeys(past.players, -1)
        for number, block in enumerate(blocks_of(past)):
            self.last |= {version: number for version in block if version in self.last}

    def next(self) -> Group:
        """A group, in the order of choosing."""
        group = [self.hero()]
        while len(group) < self.seats:
            free: Sequence[int] = [one for one in self.players if one not in group] or self.players
            group.append(max(free, key=lambda one: (self.told(one, group), -self.played[one], -one)))
        for one in set(group):
            self.last[one] = self.number
            self.strengths[one].unsure *= (self.played[one] + 1) / (self.played[one] + 2)
            self.played[one] += 1
        self.met.update({pair(one, other) for one in group for other in group if one < other})
        self.number += 1
        return tuple(group)

    def hero(self) -> int:
        """Who has waited too long, or else the one whose rating is the least sure."""
        longest = PATIENCE * ceil(len(self.players) / self.seats)
        waiting = [one for one in self.players if self.number - self.last[one] > longest]
        if waiting:
            return min(waiting, key=lambda one: (self.last[one], one))
        return max(self.players, key=lambda one: (self.strengths[one].unsure, -self.played[one], -one))

    def told(self, one: int, group: Sequence[int]) -> float:
        """How much a match with these would tell."""
        return sum(self.told_by_two(one, other) for other in group)

    def told_by_two(self, one: int, other: int) -> float:
        first, second = self.strengths[one], self.strengths[other]
        expected = 1 / (1 + 10 ** ((second.rating - first.rating) / SCALE))
        return (
            expected
            * (1 - expected)
            * (first.unsure**2 + second.unsure**2)
            / (1 + self.met[pair(one, other)])
        )


def blocks_of(past: Past) -> list[set[int]]:
    """Who played in each group, in the order of play."""
    found: dict[tuple[int, str], set[int]] = {}
    for one in past.matches:
        found.setdefault((one.seed, one.block), set()).update(one.versions)
    return list(found.values())
