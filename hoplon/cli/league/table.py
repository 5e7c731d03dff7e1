"""`hoplon league table`: how a league stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplon.cli.league.output import NONE, AsCsv, AsJson, nothing_yet, reading, show, table_of, write
from hoplon.cli.league.where import Database, LeagueName

if TYPE_CHECKING:
    from hoplon.league.report.standings import Standing

CLEAR = 0.05  # a p-value below which differences are more than luck


def table(database: Database, league: LeagueName = "", json: AsJson = False, csv: AsCsv = False) -> None:
    """Show the standings: ratings with 95 % intervals, and how likely each is better than the next.

    \b
    Examples:
      hoplon league table cup.db
      hoplon league table cup.db --csv > table.csv
    """
    with reading(database, league) as (reader, found):
        from hoplon.league.report.export import STANDING_COLUMNS, standing_rows

        told = reader.table(found.id)
        if write(standing_rows(told.standings), STANDING_COLUMNS, json, csv):
            return
        card, alone = told.card, len(found.seats) == 1
        waiting = f", {card.waiting} to play" if card.waiting else ""
        head = f"{found.name}: {found.game}, {found.format}, {card.played} matches{waiting}"
        if not card.played:
            show(head, nothing_yet(database, card.bots))
            return
        how = [">matches", ">mean score"] if alone else [">won", ">drawn", ">lost"]
        columns = (">#", "bot", ">rating", ">95 %", ">better", *how, ">points", ">faults")
        lines = table_of(*columns)
        for one in told.standings:
            lines.add_row(*_line(one, alone))
        show(head, lines, "better: how likely it is stronger than the next")
        show(*(f"{one.name}: {_note(one)}" for one in told.standings if _note(one)))
        if told.equal is not None and told.equal > CLEAR:
            show(f"that all play equally well cannot be excluded yet (p = {told.equal:.2f}): play more")


def _line(one: Standing, alone: bool) -> list[str]:
    tally = one.tally
    half = NONE
    if one.low is not None and one.high is not None:
        half = "anchor" if one.low == one.high else f"± {(one.high - one.low) / 2:.0f}"
    how = [tally.matches, f"{tally.score:.1f}"] if alone else [tally.won, tally.drawn, tally.lost]
    return [
        NONE if one.place is None else str(one.place),
        one.name if one.number < 2 else f"{one.name} {one.number}",
        NONE if one.rating is None else f"{one.rating:.0f}",
        half,
        NONE if one.better is None else f"{100 * one.better:.0f} %",
        *map(str, how),
        NONE if one.points is None else f"{100 * one.points:.0f} %",
        str(tally.faults),
    ]


def _note(one: Standing) -> str:
    return one.trouble or ("on trial" if one.is_trial else "")
