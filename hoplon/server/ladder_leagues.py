"""Ladders as leagues in the database of an arena."""

from __future__ import annotations

from sqlalchemy import update

from hoplon.games import game
from hoplon.league.entries import League
from hoplon.league.settings import Settings
from hoplon.league.store import Store as Leagues
from hoplon.league.tables import bots
from hoplon.server import clocks

FORMAT = "ladder"


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
