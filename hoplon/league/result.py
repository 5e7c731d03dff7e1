"""The result of a match as ratings see it: who sat where, who came before whom, and what it belongs to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One match that counts. `players` are by seat (the ids of versions, say), `ranks` too: 1 is the best,
    equal ranks are a tie. Matches of the same `block` depend on each other: those on one seed, or the two of
    a pair with changed seats; each match for itself where it is empty."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...] = ()
    block: str = ""
