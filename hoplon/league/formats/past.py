"""What a format knows when it pairs: who plays, and everything that was paired before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

Group = tuple[int, ...]  # versions, by seat where seats matter


@dataclass(frozen=True)
class Paired:
    """A pairing: `versions` are by seat. `block` is the same for matches that differ only in their seats."""

    stage: int
    seed: int
    versions: Group
    block: str = ""
    is_bye: bool = False  # one does not play, and has the point


@dataclass(frozen=True)
class Past:
    """`players` are the versions that are paired, in the order of joining. `paired` is what was not made
    void, in the order of play; `ranks` are those of the matches that are over, by their place in it."""

    players: Sequence[int]
    paired: Sequence[Paired] = ()
    ranks: Mapping[int, Sequence[int]] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)  # of the bots

    @cached_property
    def played(self) -> Counter[int]:
        """How often each version was paired."""
        return Counter(version for one in self.matches for version in set(one.versions))

    @cached_property
    def met(self) -> Counter[tuple[int, int]]:
        """How often two versions were paired."""
        return Counter(
            pair(*two) for one in self.matches for two in combinations(sorted(set(one.versions)), 2)
        )

    @cached_property
    def sat(self) -> Counter[tuple[int, int]]:
        """How often each version had each seat."""
        return Counter((version, seat) for one in self.matches for seat, version in enumerate(one.versions))

    @cached_property
    def matches(self) -> list[Paired]:
        """What was paired in earnest."""
        return [one for one in self.paired if one.stage > 0 and not one.is_bye]


def pair(one: int, other: int) -> tuple[int, int]:
    """Two versions, whichever is named first."""
    return (one, other) if one < other else (other, one)


def rotations(stage: int, seed: int, group: Group) -> list[Paired]:
    """A group at every seat: by moving on by one until everybody has sat everywhere."""
    block = block_of(seed, group)
    seated = dict.fromkeys(group[by:] + group[:by] for by in range(len(group)))
    return [Paired(stage, seed, one, block) for one in seated]


def block_of(seed: int, group: Group) -> str:
    """What the matches of a group on a seed have in common."""
    return f"{seed}:{'-'.join(map(str, sorted(group)))}"


def block_alone(seed: int) -> str:
    """What the matches of those who play alone have in common: the seed."""
    return str(seed)
