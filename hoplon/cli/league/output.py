"""How commands that show a league write: a table for people, JSON or CSV for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.league.where import opened
from hoplon.core.errors import BadOption
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from hoplon.league.entries import League
    from hoplon.league.report.export import Row
    from hoplon.league.report.reader import LeagueReader

NONE = "–"
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Write CSV.")]


@contextmanager
def reading(database: str, league: str) -> Iterator[tuple[LeagueReader, League]]:
    """Whoever tells about the leagues of a database, and the league that is meant."""
    with opened(database, league) as (store, found):
        from hoplon.league.report.reader import LeagueReader

        yield LeagueReader(store.engine), found


def write(rows: Iterable[Row], columns: Sequence[str], as_json: bool, as_csv: bool) -> bool:
    """Write rows for programs, if that was asked for."""
    from hoplon.league.report import export

    if as_json and as_csv:
        raise BadOption("both --json and --csv are given; expected one of them")
    if as_json:
        sys.stdout.write(export.as_json(rows))
    if as_csv:
        sys.stdout.writelines(export.as_csv(rows, columns))
    return as_json or as_csv


def table_of(*columns: str) -> Table:
    """A table for people; a column whose name begins with > has numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in columns:
        table.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left")
    return table


def show(*parts: Table | str) -> None:
    """Print tables and lines; what bots wrote is printed as it is."""
    from rich.console import Console

    console = Console(markup=False, highlight=False)
    for part in parts:
        if isinstance(part, str):
            console.print(printable(part), soft_wrap=True)
        else:
            console.print(part)


def nothing_yet(database: str, bots: int) -> str:
    """What to do in a league without a match."""
    if not bots:
        return f"nobody is in this league yet: 'hoplon league add {database} NAME SOURCE' adds a bot"
    return f"nothing has been played yet: 'hoplon league run {database}' does"


def seconds(time: float) -> str:
    """A time that a choice took."""
    return f"{time * 1000:.0f} ms" if time < 10 else f"{time:.0f} s"
