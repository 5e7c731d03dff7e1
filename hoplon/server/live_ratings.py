"""Ratings that move with every match, for finding opponents. The table of a league is fitted from all results
at once (`league/ratings.py`) and does not use them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, select

from hoplon.league.tables import pairings, results

MIDDLE = 1500.0  # where everybody begins
POINTS = 30.0  # of Elo in one of openskill's, between two who are well known
KNOWN_MET = 1  # opponents that are remembered as met last


class LiveRatings:
    """The ratings of one ladder by version, and who sat where how often."""

    def __init__(self, league: str) -> None:
        self._league = league
        self._model = PlackettLuce()
        self._ratings: dict[int, PlackettLuceRating] = {}
        self._last = 0  # the pairing up to which all is known
        self._known: set[int] = set()  # pairings after that
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
        """Take into account what was decided since, in any server."""
        wanted = (
            select(pairings.c.id, pairings.c.block, results.c.version, results.c.rank, results.c.score)
            .join(results, results.c.pairing == pairings.c.id)
            .where(pairings.c.league == self._league, pairings.c.id > self._last)
            .order_by(pairings.c.id, results.c.seat)
        )
        blocks: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        of_block: dict[str, set[int]] = defaultdict(set)
        for pairing, block, version, rank, score in connection.execute(wanted):
            if pairing not in self._known:
                blocks[block].append((version, rank, score))
                of_block[block].add(pairing)
        for block, rows in blocks.items():
            if len(rows) > 1:
                self._known |= of_block[block]
                self._rate(rows, is_race=len(of_block[block]) > 1)

    def _rate(self, rows: Sequence[tuple[int, int, int]], is_race: bool) -> None:
        """Those who play the same seed alone are compared by score, others by rank."""
        ranks = [float(-score if is_race else rank) for _, rank, score in rows]
        teams = [[self._ratings.get(version) or self._model.rating()] for version, _, _ in rows]
        for (version, _, _), (rating,) in zip(rows, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[version] = rating
