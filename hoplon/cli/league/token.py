"""`hoplon league token`: the word by which workers on other machines are let in."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.league.where import Database, LeagueName, opened


def token(
    database: Database,
    revoke: Annotated[
        bool, typer.Option("--revoke", help="Let no worker in any more, instead of making a token.")
    ] = False,
    league: LeagueName = "",
) -> None:
    """Make the token that workers elsewhere say; an earlier one is worth nothing any more.

    It is shown once: the database keeps only its hash. Whoever has it can fetch the packages of the league
    and hand in results.

    \b
    Examples:
      hoplon league token cup.db
      hoplon serve --database cup.db --host 0.0.0.0
      hoplon work http://192.168.1.2:8000 --token TOKEN --jobs 16
    """
    from hoplon.league.token import new_token

    with opened(database, league) as (store, found):
        if revoke:
            store.set_token(found, "")
            print(f"no worker is let into {found.name} any more")
        else:
            print(new_token(store, found))
