"""What most commands of leagues have in common: a database, and a league in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.core.errors import HoplonError

if TYPE_CHECKING:
    from hoplon.league.entries import League
    from hoplon.league.store import Store

NO_LEAGUES = "leagues need packages that are not installed; install them with: pip install 'hoplon[league]'"

Database = Annotated[
    str, typer.Argument(metavar="DATABASE", help="A file such as cup.db, or a postgresql:// address.")
]
LeagueName = Annotated[
    str,
    typer.Option(
        "--league", metavar="NAME", help="Which league, if the database has several.", show_default=False
    ),
]
BotName = Annotated[str, typer.Argument(metavar="NAME", help="The name of a bot in the league.")]


@contextmanager
def store_at(database: str, is_new: bool = False) -> Iterator[Store]:
    """The database of leagues."""
    try:
        from hoplon.league.store import Store
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        raise HoplonError(NO_LEAGUES) from None
    with Store(database, is_new) as store:
        yield store


@contextmanager
def opened(database: str, league: str = "") -> Iterator[tuple[Store, League]]:
    """A league in a database: the one that is named, or the only one."""
    with store_at(database) as store:
        yield store, store.league(league)
