"""`hoplon league withdraw`: a bot leaves."""

from __future__ import annotations

from hoplon.cli.league.where import BotName, Database, LeagueName, opened


def withdraw(database: Database, name: BotName, league: LeagueName = "") -> None:
    """Let a bot leave. What it has played counts; what it has not played is void."""
    with opened(database, league) as (store, found):
        count = store.withdraw(found, name)
        print(f"{name} has left; {count} {'match' if count == 1 else 'matches'} will not be played")
