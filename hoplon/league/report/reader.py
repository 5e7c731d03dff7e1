"""Everything that is told about the leagues of a database, for the command line and for the arena."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from hoplon.league.report.errors import ErrorLine, errors_of
from hoplon.league.report.leagues import (
    BotCard,
    LeagueCard,
    NotThere,
    all_leagues,
    bots_of,
    has_leagues,
    league_of_bot,
    one_league,
)
from hoplon.league.report.matches import Asked, KeptMatch, MatchLine, kept_match, matches_of
from hoplon.league.report.pairs import Pair, pairs_of
from hoplon.league.report.rated import CurvePoint, Fits, Rated, keep
from hoplon.league.report.standings import Standing, Tally, standings_of, tallies_by
from hoplon.league.tables import results

PAGE = 500  # matches that are read at once for an export


@dataclass(frozen=True)
class Table:
    """How a league stands after so many matches. `equal` is the p-value of "all play equally well"."""

    card: LeagueCard
    standings: Sequence[Standing]
    rated: int
    equal: float | None


@dataclass(frozen=True)
class BotReport:
    """One bot: what each of its versions adds up to, and whom the one that plays has met at which seats."""

    bot: BotCard
    league: LeagueCard
    standing: Standing
    versions: dict[int, Tally]
    seats: dict[int, Tally]
    opponents: Sequence[tuple[BotCard, Pair]]


class LeagueReader:
    """Reads leagues. Ratings are fitted when they are asked for, and remembered.

    Whoever asks takes one connection, and nobody who has one asks for another: they are few.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._fits = Fits()
        self._pairs: dict[str, tuple[Rated, list[Pair]]] = {}

    def leagues(self) -> list[LeagueCard]:
        """All leagues."""
        with self._engine.connect() as connection:
            return all_leagues(connection)

    def league(self, league: str) -> LeagueCard:
        """One league."""
        with self._engine.connect() as connection:
            return one_league(connection, league)

    def table(self, league: str) -> Table:
        """How it stands."""
        with self._engine.connect() as connection:
            return self._table(connection, league)

    def _table(self, connection: Connection, league: str) -> Table:
        card = one_league(connection, league)
        rated = self._fits.of(connection, league)
        pairs = self._pairs_of(connection, card, rated)
        standings = standings_of(connection, card.league, rated, pairs)
        return Table(card, standings, rated.after, rated.ratings.equal if rated.ratings else None)

    def pairs(self, league: str) -> list[Pair]:
        """Who did how against whom."""
        with self._engine.connect() as connection:
            card = one_league(connection, league)
            return self._pairs_of(connection, card, self._fits.of(connection, league))

    def _pairs_of(self, connection: Connection, card: LeagueCard, rated: Rated) -> list[Pair]:
        """Counting them takes long in a large league: it is done as often as ratings are fitted."""
        known = self._pairs.get(card.league.id)
        if known is None or known[0] is not rated:
            known = rated, pairs_of(connection, card.league.id, len(card.league.seats) == 1)
            self._pairs[card.league.id] = known
        return known[1]

    def curve(self, league: str) -> list[CurvePoint]:
        """The ratings over the matches."""
        with self._engine.connect() as connection:
            one_league(connection, league)
            points, new = self._fits.curve(connection, league)
        for point in new:
            keep(self._engine, league, point)
        return points

    def bots(self, league: str) -> list[BotCard]:
        """The bots of a league."""
        with self._engine.connect() as connection:
            return bots_of(connection, one_league(connection, league).league)

    def bot(self, bot: str) -> BotReport:
        """One bot."""
        with self._engine.connect() as connection:
            table = self._table(connection, league_of_bot(connection, bot))
            league = table.card.league
            members = bots_of(connection, league)
            card = next(member for member in members if member.bot.id == bot)
            current = -1 if card.current is None else card.current.id
            by_version = {member.current.id: member for member in members if member.current}
            rated = self._fits.of(connection, league.id)
            pairs = self._pairs_of(connection, table.card, rated)
            met = [pair for pair in pairs if pair.version == current]
            met.sort(key=lambda pair: (pair.points / pair.matches, -pair.matches))
            own = results.c.version.in_([version.id for version in card.versions])
            return BotReport(
                bot=card,
                league=table.card,
                standing=next(one for one in table.standings if one.bot == bot),
                versions=tallies_by(connection, results.c.version, own),
                seats=tallies_by(connection, results.c.seat, results.c.version == current),
                opponents=[(by_version[pair.opponent], pair) for pair in met if pair.opponent in by_version],
            )

    def matches(self, league: str, asked: Asked) -> list[MatchLine]:
        """Matches that count, the newest first."""
        with self._engine.connect() as connection:
            one_league(connection, league)
            return matches_of(connection, league, asked)

    def errors(
        self, league: str, bot: str = "", before: int | None = None, limit: int = 50
    ) -> list[ErrorLine]:
        """What went wrong, the newest first."""
        with self._engine.connect() as connection:
            one_league(connection, league)
            return errors_of(connection, league, bot, before, limit)

    def all_matches(self, league: str) -> Iterator[MatchLine]:
        """Every match that counts, the newest first, a page at a time."""
        before: int | None = None
        while page := self.matches(league, Asked(before=before, limit=PAGE)):
            yield from page
            before = page[-1].id

    def kept(self, match: int) -> KeptMatch:
        """A match that is over, as it is kept."""
        with self._engine.connect() as connection:
            if not has_leagues(connection):
                raise NotThere(f"there is no match {match} of a league here")
            return kept_match(connection, match)
