"""Ladders as leagues in the database of an arena."""

from __future__ import annotations

from sqlalchemy import update

from hoplon.games import game
from hoplon.league.entries import League, Version
from hoplon.league.settings import Settings
from hoplon.league.store import Entrant, TooOften
from hoplon.league.store import Store as Leagues
from hoplon.league.tables import bots
from hoplon.server import clocks
from hoplon.server.refusals import Refused

FORMAT = "ladder"


class ArenaLeagues(Leagues):
    """The leagues in the database of an arena; what they have against a player is a refusal."""

    def add_version(
        self, league: League, name: str, entrant: Entrant, owner: str = "", keeps_prior: bool = False
    ) -> Version | None:
        """A new bot, or a new version of one; Refused with the seconds to wait if it had too many."""
        try:
            return super().add_version(league, name, entrant, owner, keeps_prior)
        except TooOften as error:
            raise Refused("often", str(error), error.wait) from None


def rename_bots(leagues: Leagues, player: str, name: str) -> None:
    """Call somebody otherwise in all leagues of an arena."""
    with leagues.changing() as connection:
        connection.execute(update(bots).where(bots.c.owner == player).values(name=name))


def make_ladder(leagues: Leagues, name: str, options: dict[str, str], clock: str) -> League:
    """A ladder of a game, with a clock for everybody who is not a bot of the server."""
    clocks.read_clock(clock)
    found = game(name)
    chosen = found.options.from_text(options)
    settings = Settings(trial=0, arena=clock)
    given = list(chosen.as_text().items())
    return leagues.add_league(f"{FORMAT} {name}", name, found.version, given, FORMAT, settings)
