"""`hoplon league export`: every result, for other programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hoplon.cli.league.output import AsCsv, AsJson, reading, write
from hoplon.cli.league.where import Database, LeagueName
from hoplon.core.errors import BadOption


def export(
    database: Database,
    league: LeagueName = "",
    json: AsJson = False,
    csv: AsCsv = False,
    ndjson: Annotated[bool, typer.Option("--ndjson", help="Write one JSON object a line.")] = False,
) -> None:
    """Write every result, one row for each seat of each match, the newest first; as CSV if nothing is said.

    \b
    Examples:
      hoplon league export cup.db > cup.csv
      hoplon league export cup.db --ndjson | head -1
    """
    with reading(database, league) as (reader, found):
        from hoplon.league.report.export import RESULT_COLUMNS, as_ndjson, result_rows

        rows = result_rows(reader.all_matches(found.id))
        if ndjson and (json or csv):
            raise BadOption("several of --json, --csv and --ndjson are given; expected one of them")
        if ndjson:
            sys.stdout.writelines(as_ndjson(rows))
        else:
            write(rows, RESULT_COLUMNS, json, csv or not json)
