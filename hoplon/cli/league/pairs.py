"""`hoplon league pairs`: who did how against whom."""

from __future__ import annotations

from hoplon.cli.league.output import NONE, AsCsv, AsJson, nothing_yet, reading, show, table_of, write
from hoplon.cli.league.where import Database, LeagueName

MOST_COLUMNS = 12


def pairs(database: Database, league: LeagueName = "", json: AsJson = False, csv: AsCsv = False) -> None:
    """Show who did how against whom: points of the matches that they had, the best first.

    A win is a point, a draw half of one. Where everybody plays alone, the better score on a seed wins.

    \b
    Examples:
      hoplon league pairs cup.db
      hoplon league pairs cup.db --csv > pairs.csv
    """
    with reading(database, league) as (reader, found):
        from hoplon.league.report.export import PAIR_COLUMNS, pair_rows

        met = reader.pairs(found.id)
        if write(pair_rows(met, reader.bots(found.id)), PAIR_COLUMNS, json, csv):
            return
        told = reader.table(found.id)
        if not met:
            show(nothing_yet(database, told.card.bots))
            return
        by_versions = {(pair.version, pair.opponent): pair for pair in met}
        standings = [one for one in told.standings if one.tally.matches]
        columns = standings[:MOST_COLUMNS]
        lines = table_of(">#", "bot", *(f">{n}" for n in range(1, len(columns) + 1)))
        for n, one in enumerate(standings, 1):
            cells = []
            for other in columns:
                pair = by_versions.get((one.version, other.version))
                cells.append("" if one is other else f"{pair.points:g}/{pair.matches}" if pair else NONE)
            lines.add_row(str(n), one.name, *cells)
        show(lines)
        if len(standings) > len(columns):
            show(f"against the first {len(columns)} of {len(standings)}; --csv has all pairs")
