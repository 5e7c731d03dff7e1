"""All results of a league as arrays: what a fit of a million of them can be made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoplon.core.errors import HoplonError
from hoplon.league.result import Result

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Games:
    """Seat after seat, match after match. `players` are the ids in ascending order; `who` has places in that
    list. `match` says to which match an entry belongs, `block` to which block a match does. `scores` is empty
    where none were given. `weight` is what a match counts in the likelihood."""

    players: Ints
    match: Ints
    who: Ints
    ranks: Ints
    scores: Floats
    block: Ints
    weight: Floats

    @property
    def matches(self) -> int:
        """How many there are."""
        return len(self.block)

    @property
    def blocks(self) -> int:
        """How many of them may depend on each other within, but not on others."""
        return int(self.block.max(initial=-1)) + 1

    @property
    def seats(self) -> Ints:
        """How many each match had."""
        return np.bincount(self.match, minlength=self.matches)

    @property
    def played(self) -> Ints:
        """The matches of each player; one who sat twice played once."""
        pairs = np.unique(self.match * len(self.players) + self.who)
        return np.bincount(pairs % max(1, len(self.players)), minlength=len(self.players))


def games_of(results: Sequence[Result]) -> Games:
    """The results as arrays."""
    for number, one in enumerate(results):
        if len(one.ranks) != len(one.players) or (one.scores and len(one.scores) != len(one.players)):
            raise HoplonError(f"result {number} has {len(one.players)} players, but not as many ranks")
    seats = np.fromiter((len(one.players) for one in results), np.int64, len(results))
    blocks = [one.block or number for number, one in enumerate(results)]
    places: dict[str | int, int] = {}
    block = np.fromiter((places.setdefault(name, len(places)) for name in blocks), np.int64, len(results))
    players, who = np.unique(_flat((one.players for one in results), np.int64), return_inverse=True)
    scored = bool(results) and all(one.scores for one in results)
    return Games(
        players=players,
        match=np.repeat(np.arange(len(results)), seats),
        who=who,
        ranks=_flat((one.ranks for one in results), np.int64),
        scores=_flat((one.scores for one in results), np.float64) if scored else np.empty(0),
        block=block,
        weight=np.ones(len(results)),
    )


def _flat(parts: Any, kind: type) -> NDArray[Any]:
    return np.fromiter(chain.from_iterable(parts), kind)
