"""`hoplon stats`: what many matches say about players, seats, prayers, armies, maps …"""

from __future__ import annotations

import csv
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.lines import write_line
from hoplon.cli.match_sources import matches_in
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from hoplon.analysis.statistics import Statistics, Table

NO_BREAK = "\N{NO-BREAK SPACE}"


def stats(
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER|FILE|DATABASE...",
            help="Match files, folders of them, results of `hoplon evaluate`, or the database of an arena "
            "or a league (a file, or an address such as postgresql://user@host/cup).",
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Only matches of this game.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated, one line for each figure.")] = False,
    plots: Annotated[
        Path | None,
        typer.Option(
            "--plots", metavar="FOLDER", help="Draw every table into it, as SVG.", show_default=False
        ),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="FILE",
            help="Write what every single match adds, as a Parquet table.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Count over many matches: who won from which seat, and whatever the game declares, with 95 % intervals.

    Every match is replayed by the rules. What cannot be read is named and left out, and the exit code is 2
    then; matches that are not over are left out, too.

    \b
    Examples:
      hoplon stats runs/
      hoplon stats codekeeper-fog-v1.zip --csv > mazes.csv
      hoplon stats cup.db --plots pictures
      hoplon stats matches/ more/*.hoplon --game cardbattle --parquet battles.parquet
    """
    from hoplon.analysis.statistics import Statistics

    if as_json and as_csv:
        raise BadOption("--json and --csv exclude each other; expected one of them")
    if parquet is not None:
        _check_parquet(parquet)
    wrong: list[tuple[str, str]] = []

    def broken(name: str, why: str) -> None:
        wrong.append((name, why))
        print(printable(f"hoplon: {name} is left out: {why}"), file=sys.stderr)

    found = Statistics()
    for place in places:
        for name, match in matches_in(place, broken):
            if game is None or match.game.name == game:
                found.add(match, name)
    tables = found.tables()
    if not tables:
        of = f" of {game}" if game else ""
        less = f"; {_matches(found.unfinished)} without an end" if found.unfinished else ""
        raise BadOption(f"there is no finished match{of} in {', '.join(places)}{less}")
    if as_json:
        print(write_line(_as_json(found, tables, wrong)))
    elif as_csv:
        _print_csv(tables)
    else:
        _print_tables(found, tables)
    if plots is not None:
        _draw(tables, plots)
    if parquet is not None:
        _write_parquet(found, parquet)
    if wrong:
        raise typer.Exit(2)


def _matches(n: int) -> str:
    return f"{n} match{'es' * (n != 1)}"


def _as_json(found: Statistics, tables: list[Table], wrong: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "matches": found.matches,
        "unfinished": found.unfinished,
        "left_out": [{"name": name, "why": why} for name, why in wrong],
        "tables": [table.as_json() for table in tables],
    }


def _print_csv(tables: list[Table]) -> None:
    from hoplon.analysis.statistics import RECORD

    writer = csv.DictWriter(sys.stdout, RECORD, lineterminator="\n")
    writer.writeheader()
    for table in tables:
        writer.writerows(table.records())


def _print_tables(found: Statistics, tables: list[Table]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawn

    from hoplon.analysis.statistics import write_figure

    console = Console(markup=False, highlight=False)
    for table in tables:
        about = table.statistic
        drawn = Drawn(box=SIMPLE_HEAD, title=f"{table.game}: {about.title}", title_justify="left")
        for key in about.keys:
            drawn.add_column(key, overflow="fold")
        drawn.add_column("matches", justify="right")
        for column in about.columns:
            drawn.add_column(column.words, justify="right")
        for row in table.rows:
            figures = [
                _unbroken(write_figure(*each)) for each in zip(about.columns, row.figures, strict=True)
            ]
            drawn.add_row(*map(printable, row.name), str(row.matches), *figures)
        console.print(drawn)
    counted = ", ".join(f"{_matches(n)} of {name}" for name, n in sorted(found.matches.items()))
    less = f"; {_matches(found.unfinished)} without an end left out" if found.unfinished else ""
    console.print(f"{counted}{less}; brackets: 95 % intervals")


def _unbroken(text: str) -> str:
    """A figure that a narrow terminal breaks before its interval only."""
    value, bracket, interval = text.partition(" (")
    return value.replace(" ", NO_BREAK) + bracket + interval.replace(" ", NO_BREAK)


def _draw(tables: list[Table], folder: Path) -> None:
    from hoplon.analysis.plots import plot

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HoplonError(f"--plots {folder} is no folder: {error.strerror}") from None
    for table in tables:
        path = folder / f"{table.game}-{table.statistic.name}.svg"
        path.write_text(plot(table), encoding="utf-8")


def _check_parquet(path: Path) -> None:
    """Refuse at once what could not be written in the end."""
    if find_spec("pyarrow") is None:
        raise HoplonError(
            f"{path} cannot be written without pyarrow: `pip install hoplon[parquet]` brings it, or use --csv"
        )
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadOption(f"--parquet {path} is no place for a file; expected a name in a folder that exists")


def _write_parquet(found: Statistics, path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(list(found.tallies())), path)
