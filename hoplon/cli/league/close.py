"""`hoplon league close`: pair no more."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.league.where import Database, LeagueName, opened


def close(
    database: Database,
    reopen: Annotated[bool, typer.Option("--open", help="Pair again.")] = False,
    league: LeagueName = "",
) -> None:
    """Close a league: what is paired is still played, but nothing more is paired."""
    with opened(database, league) as (store, found):
        store.close_league(found, not reopen)
        print(f"the league {found.name} is {'open again' if reopen else 'closed'}")
