"""`hoplon league errors`: what went wrong with bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.league.games import bot_called
from hoplon.cli.league.output import AsCsv, AsJson, reading, show, write
from hoplon.cli.league.where import Database, LeagueName

if TYPE_CHECKING:
    from hoplon.league.report.errors import ErrorLine

LINES = 12  # of stderr: the last ones


def errors(
    database: Database,
    bot: Annotated[str, typer.Argument(metavar="[NAME]", help="Only those of this bot.")] = "",
    league: LeagueName = "",
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=1000, metavar="N", help="How many, the newest first.")
    ] = 20,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Show what went wrong, the newest first: faults, late answers, and what was written to stderr.

    \b
    Examples:
      hoplon league errors cup.db
      hoplon league errors cup.db anna --limit 3
    """
    with reading(database, league) as (reader, found):
        from hoplon.league.report.export import ERROR_COLUMNS, error_rows

        ids = {one.bot.name: one.bot.id for one in reader.bots(found.id)}
        lines = reader.errors(found.id, bot_called(ids, bot), limit=limit)
        if write(error_rows(lines), ERROR_COLUMNS, json, csv):
            return
        if not lines:
            show("nothing has gone wrong" if not bot else f"nothing has gone wrong with {bot}")
        for line in lines:
            show(*_told(line))


def _told(line: ErrorLine) -> list[str]:
    version = f" {line.version}" if line.version > 1 else ""
    against = f" against {', '.join(line.against)}" if line.against else ""
    late = f"{line.late} late, {line.strikes} strikes, slowest {line.slowest:.3f} s" if line.late else ""
    what = "; ".join(
        part for part in (line.fault, line.again and f"played again: {line.again}", late) if part
    )
    said = line.stderr.rstrip().splitlines()
    more = [f"  … {len(said) - LINES} lines before"] if len(said) > LINES else []
    return [
        f"match {line.match}, {line.name}{version}{against}: {what}",
        *more,
        *(f"  {text}" for text in said[-LINES:]),
    ]
