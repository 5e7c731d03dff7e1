"""Ratings that move with every match, for finding opponents. The table of a league is fitted from all results
at once (`league/ratings.py`) and does not use them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, select

from hoplon.league.tables import attempts, pairings, results

MIDDLE = 1500.0  # where everybody begins
POINTS = 30.0  # of Elo in one of openskill's, between two who are well known
OVERLAP = 1000  # attempts that are read again: of two at once, the second may be there first


@dataclass(frozen=True)
class Row:
    """How somebody did."""

    version: int
    rank: int
    score: int


class LiveRatings:
    """The ratings of one ladder by version, and who sat where how often."""

    def __init__(self, league: str) -> None:
        self._league = league
        self._model = PlackettLuce()
        self._ratings: dict[int, PlackettLuceRating] = {}
        self._last = 0  # the attempt that was read last
        self._known: set[int] = set()  # pairings
        self._alone: dict[str, Row] = {}  # who waits for somebody else on the same seed, by block
        self.sat: Counter[tuple[int, int]] = Counter()
        self.met: dict[int, frozenset[int]] = {}

    def of(self, version: int) -> float:
        """The rating of a version."""
        rating = self._ratings.get(version)
        return MIDDLE if rating is None else MIDDLE + POINTS * (rating.mu - self._model.mu)

    def seat(self, versions: Sequence[int]) -> None:
        """These sit down, in the order of seats."""
        for seat, version in enumerate(versions):
            self.sat[version, seat] += 1
            self.met[version] = frozenset(versions) - {version}

    def read(self, connection: Connection) -> None:
        """Take into account what was decided since, in any server, in the order in which it was."""
        wanted = (
            select(
                attempts.c.id,
                pairings.c.id,
                pairings.c.block,
                results.c.version,
                results.c.rank,
                results.c.score,
            )
            .join(pairings, pairings.c.id == attempts.c.pairing)
            .join(results, results.c.pairing == attempts.c.pairing)
            .where(attempts.c.league == self._league, attempts.c.counts, attempts.c.id > self._last - OVERLAP)
            .order_by(attempts.c.id, results.c.seat)
        )
        fresh: dict[int, tuple[str, list[Row]]] = {}
        for attempt, pairing, block, *row in connection.execute(wanted):
            self._last = max(self._last, attempt)
            if pairing not in self._known:
                fresh.setdefault(pairing, (block, []))[1].append(Row(*row))
        self._known |= fresh.keys()
        for block, rows in fresh.values():
            if len(rows) > 1:
                self._rate(rows, [float(row.rank) for row in rows])
            elif other := self._alone.pop(block, None):  # both have played the same seed
                pair = [other, rows[0]]
                best = min((row.rank, -row.score) for row in pair)
                self._rate(pair, [float((row.rank, -row.score) != best) for row in pair])
            else:
                self._alone[block] = rows[0]

    def _rate(self, rows: Sequence[Row], ranks: list[float]) -> None:
        teams = [[self._ratings.get(row.version) or self._model.rating()] for row in rows]
        for row, (rating,) in zip(rows, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[row.version] = rating
