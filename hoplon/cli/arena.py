"""`hoplon arena`: what the host of an arena decides: the names of people and programs, and its ladders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import complete_game, find_game, read_options
from hoplon.cli.serve import NO_SERVER
from hoplon.core.errors import BadOption, HoplonError

if TYPE_CHECKING:
    from hoplon.server.moderation import Moderation
    from hoplon.server.store import Store

HELP = """Look after an arena: rename, mute, ban or delete names, in all matches and for all its servers.

Also makes the ladders of an arena, where people and programs play rated matches.

Names are compared without case, spaces, accents and styles of letters. Servers that are running notice within
two seconds. Whoever may write to the database may do this.

\b
Examples:
  hoplon arena rename 'Bad Name' 'Somebody'
  hoplon arena mute Loudmouth                 shown as the title of the seat, such as Player 1
  hoplon arena ban Loudmouth                  begins no more matches
  hoplon arena ban --address 192.0.2.0/24
  hoplon arena delete 'Ada Lovelace'          her name is gone from all stored matches
  hoplon arena names                          what is muted or banned
  hoplon arena ladder hexabomb --clock 5m+3s  rated matches are played from now on
"""

arena = typer.Typer(help=HELP, no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A name, as the arena shows it.")]
AnyName = Annotated[
    str | None, typer.Argument(metavar="[NAME]", help="A name, as the arena shows it.", show_default=False)
]
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="IP", help="An address or a network instead.", show_default=False),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where matches are kept, as for 'hoplon serve'.",
        show_default=False,
    ),
]


@contextmanager
def opened(database: str | None) -> Iterator[Moderation]:
    """The decisions in a database."""
    with opened_store(database) as store:
        yield store.moderation


@contextmanager
def opened_store(database: str | None) -> Iterator[Store]:
    """The database of an arena."""
    try:
        from hoplon.server.store import Store, default_url
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        raise HoplonError(NO_SERVER) from None
    store = Store(database or default_url())
    try:
        yield store
    finally:
        store.close()


def tell(count: int) -> None:
    """Say how many matches have changed."""
    print(f"{count} {'match' if count == 1 else 'matches'} changed")


@arena.command()
def rename(
    name: Name,
    to: Annotated[str, typer.Argument(metavar="TO", help="What to call them instead.")],
    database: Database = None,
) -> None:
    """Call somebody otherwise, in all matches."""
    with opened(database) as moderation:
        tell(moderation.rename(name, to))


@arena.command()
def mute(name: Name, database: Database = None) -> None:
    """Show the title of the seat instead of a name, in all matches, those to come too."""
    with opened(database) as moderation:
        tell(moderation.mute(name))


@arena.command()
def unmute(name: Name, database: Database = None) -> None:
    """Show a name again."""
    with opened(database) as moderation:
        tell(moderation.unmute(name))


@arena.command()
def ban(name: AnyName = None, address: Address = None, database: Database = None) -> None:
    """Let nobody begin a match under a name, or from an address."""
    _ban(name, address, database, True)


@arena.command()
def unban(name: AnyName = None, address: Address = None, database: Database = None) -> None:
    """Let them begin matches again."""
    _ban(name, address, database, False)


def _ban(name: str | None, address: str | None, database: str | None, banned: bool) -> None:
    if (name is None) == (address is None):
        raise BadOption("neither a name nor --address is given, or both; expected one of them")
    with opened(database) as moderation:
        if address is not None:
            moderation.ban_address(address, banned)
        elif name is not None:
            (moderation.ban if banned else moderation.unban)(name)


@arena.command()
def delete(name: Name, database: Database = None) -> None:
    """Remove a name from all stored matches."""
    with opened(database) as moderation:
        tell(moderation.delete(name))


@arena.command()
def ladder(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=complete_game)],
    clock: Annotated[
        str,
        typer.Option(
            "--clock", metavar="TIME", help="For each player: 5m, 5m+3s, or 3d for three days a turn."
        ),
    ] = "10m+5s",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o", "--option", metavar="NAME=VALUE", help="An option of the game.", show_default=False
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Make the ladder of a game: people and programs elsewhere play rated matches in this arena."""
    with opened_store(database) as store:
        from hoplon.server.ladder_leagues import make_ladder

        options = read_options(find_game(name), option).as_text()
        made = make_ladder(store.kept_leagues, name, options, clock)
        print(f"the ladder of {name} is the league {made.id}; people find it at /ladder")


@arena.command()
def names(database: Database = None) -> None:
    """List what is muted or banned."""
    with opened(database) as moderation:
        for name, how in moderation.listed():
            print(f"{name}: {how}")
