"""The pairings of a league as work: who plays which, until when, and what came of it.

A pairing is leased to a worker. A worker that is silent for LIFE seconds, or whose process on this machine
has ended, is gone, and others get what it had. The first to hand in a pairing decides it, in one transaction
with the results, so whatever crashes when, each pairing has its results once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hoplon.league.entries import League
from hoplon.league.store import Store
from hoplon.league.task import Played, Task

LIFE = 30.0  # seconds for which a lease lasts unless it is renewed
MOST_AGAIN = 4  # times that a pairing is played again because the machine was too busy


@dataclass(frozen=True)
class Progress:
    """How far a league is. `over` says that nothing will be paired any more."""

    done: int
    leased: int
    open: int
    void: int
    over: bool


class Queue:
    """The work of one league, for one worker after another."""

    def __init__(self, store: Store, league: League) -> None:
        self.store = store
        self.league = league

    def join(self, name: str, jobs: int, place: str = "") -> str:
        """A new worker; its id. `place` tells its process on this machine (`places.here()`)."""
        raise NotImplementedError

    def renew(self, worker: str) -> bool:
        """A sign of life, at least every LIFE / 3 seconds: its leases last. False if it counts as gone:
        what it hands in is still taken, if nobody else was first."""
        raise NotImplementedError

    def leave(self, worker: str) -> None:
        """The worker is gone; what it had is open again."""
        raise NotImplementedError

    def lease(self, worker: str, many: int, needs: str = "") -> list[Task]:
        """Up to so many pairings for a worker, in the order of play; pairs more if it has to.

        An empty list: nothing to do for now; `progress().over` says whether that is the end. With `needs`
        "remote", only what programs that are connected to an arena take part in.
        """
        raise NotImplementedError

    def finish(self, worker: str, played: Sequence[Played]) -> int:
        """Take what a worker hands in, all in one transaction; how many of them decided their pairings.

        Handing in twice, or after somebody else, changes nothing.
        """
        raise NotImplementedError

    def progress(self) -> Progress:
        """How far it is."""
        raise NotImplementedError
