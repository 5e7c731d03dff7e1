"""Everything that is told about the leagues of a database, for the command line and for the arena."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from hoplon.league.report.errors import ErrorLine, errors_of
from hoplon.league.report.leagues import (
    BotCard,
    LeagueCard,
    all_leagues,
    bots_of,
    named_bot,
    one_bot,
    one_league,
    only_league,
)
from hoplon.league.report.matches import Asked, MatchLine, file_of, matches_of, one_match, records_of
from hoplon.league.report.pairs import Pair, is_alone, pairs_of
from hoplon.league.report.rated import CurvePoint, Fits, Rated
from hoplon.league.report.standings import Standing, Tally, standings_of, tallies_by
from hoplon.league.tables import results

PAGE = 500  # matches that are read at once for an export


@dataclass(frozen=True)
class Table:
    """How a league stands. `equal` is the p-value of "all play equally well"; `alone` says that all play alone."""

    league: LeagueCard
    standings: Sequence[Standing]
    rated: int
    equal: float | None
    alone: bool


@dataclass(frozen=True)
class BotReport:
    """One bot: what each of its versions adds up to, and whom the one that plays has met at which seats."""

    bot: BotCard
    league: LeagueCard
    standing: Standing
    versions: dict[int, Tally]
    seats: dict[int, Tally]
    opponents: Sequence[tuple[BotCard, Pair]]
    alone: bool


@dataclass(frozen=True)
class StoredGame:
    """A match that is over, as it is kept: its line, its file, and what is recorded about each seat."""

    line: MatchLine
    file: str
    records: dict[int, str]


class LeagueReader:
    """Reads leagues. Ratings are fitted when they are asked for, and remembered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._fits = Fits(engine)
        self._pairs: dict[str, tuple[int, list[Pair]]] = {}  # by the number of matches that it is of

    def leagues(self) -> list[LeagueCard]:
        """All leagues."""
        with self._engine.connect() as connection:
            return all_leagues(connection)

    def league(self, league: str) -> LeagueCard:
        """One league."""
        with self._engine.connect() as connection:
            return one_league(connection, league)

    def meant(self, league: str | None) -> LeagueCard:
        """The named league, or the only one."""
        with self._engine.connect() as connection:
            return only_league(connection, league)

    def table(self, league: str) -> Table:
        """How it stands."""
        with self._engine.connect() as connection:
            card = one_league(connection, league)
            rated = self._fits.of(league)
            pairs = self._pairs_of(connection, league, rated)
            standings = standings_of(connection, league, rated, pairs)
            equal = rated.ratings.equal if rated.ratings else None
            return Table(card, standings, rated.after, equal, is_alone(connection, league))

    def pairs(self, league: str) -> list[Pair]:
        """Who did how against whom."""
        with self._engine.connect() as connection:
            one_league(connection, league)
            return self._pairs_of(connection, league, self._fits.of(league))

    def _pairs_of(self, connection: Connection, league: str, rated: Rated) -> list[Pair]:
        """Counting them takes long in a large league, so that they are counted as often as ratings are fitted."""
        known = self._pairs.get(league)
        if known is None or known[0] != rated.after:
            known = rated.after, pairs_of(connection, league, is_alone(connection, league))
            self._pairs[league] = known
        return known[1]

    def curve(self, league: str) -> list[CurvePoint]:
        """The ratings over the matches."""
        self.league(league)
        return self._fits.curve(league)

    def bots(self, league: str) -> list[BotCard]:
        """The bots of a league."""
        with self._engine.connect() as connection:
            return bots_of(connection, league)

    def named(self, league: str, name: str) -> BotCard:
        """The bot of a league that is called so."""
        with self._engine.connect() as connection:
            return named_bot(connection, league, name)

    def bot(self, bot: str) -> BotReport:
        """One bot."""
        with self._engine.connect() as connection:
            card = one_bot(connection, bot)
            table = self.table(card.league)
            current = -1 if card.current is None else card.current.id
            own = results.c.version.in_([version.id for version in card.versions])
            members = {
                member.current.id: member for member in bots_of(connection, card.league) if member.current
            }
            met = [pair for pair in self.pairs(card.league) if pair.version == current]
            met.sort(key=lambda pair: (pair.points / pair.matches, -pair.matches))
            return BotReport(
                bot=card,
                league=table.league,
                standing=next(one for one in table.standings if one.bot == bot),
                versions=tallies_by(connection, results.c.version, own),
                seats=tallies_by(connection, results.c.seat, results.c.version == current),
                opponents=[(members[pair.opponent], pair) for pair in met if pair.opponent in members],
                alone=table.alone,
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

    def game(self, match: int) -> StoredGame:
        """A match that is over, as it is kept."""
        with self._engine.connect() as connection:
            line = one_match(connection, match)
            return StoredGame(line, file_of(connection, match), records_of(connection, match))
