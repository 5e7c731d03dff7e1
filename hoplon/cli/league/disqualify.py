"""`hoplon league disqualify`: exclude a bot."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.league.where import BotName, Database, LeagueName, opened


def disqualify(
    database: Database,
    name: BotName,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for everybody to read.")],
    league: LeagueName = "",
) -> None:
    """Exclude a bot. Its matches stay on record, but count for nobody; what it has not played is void."""
    with opened(database, league) as (store, found):
        count = store.disqualify(found, name, reason)
        print(f"{name} is disqualified; {count} {'match' if count == 1 else 'matches'} will not be played")
