"""`hoplon league add`: a bot joins, or a new version of it."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.inputs import complete_path
from hoplon.cli.league.where import Database, LeagueName, opened


def add(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the bot is called.")],
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A folder, a zip file, a network (.npz), a command line, builtin:NAME, py:MODULE:CLASS, "
            "netorcai:COMMAND, or remote for a program that connects to an arena.",
            autocompletion=complete_path,
        ),
    ],
    prior: Annotated[
        bool,
        typer.Option(
            "--prior",
            help="A new version is expected to be as strong as the one before, until it has played.",
        ),
    ] = False,
    league: LeagueName = "",
) -> None:
    """Add a bot, or a new version of one.

    A version never changes: folders and zip files are kept in the database. Adding a bot that has changed
    makes a new version, which starts clean.

    \b
    Examples:
      hoplon league add cup.db anna bots/anna.zip
      hoplon league add cup.db ben bots/ben
      hoplon league add cup.db cleo "python3 cleo.py --deep"
      hoplon league add cup.db judge builtin:judge
    """
    from hoplon.league.sources import entrant_of

    with opened(database, league) as (store, found):
        entrant = entrant_of(source, found.found, store.files)
        made = store.add_version(found, name, entrant, keeps_prior=prior)
        if made is None:
            print(f"{name} is in the league {found.name} already, and has not changed")
        elif made.number == 1:
            print(f"{name} is in the league {found.name}: {made.kind}, digest {made.digest[:12] or 'none'}")
        else:
            print(
                f"{name} has version {made.number}, digest {made.digest[:12]}; the one before plays no more"
            )
