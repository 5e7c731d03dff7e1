"""`hoplon league games`: the matches that were played."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.league.output import AsCsv, AsJson, nothing_yet, reading, seconds, show, table_of, write
from hoplon.cli.league.where import Database, LeagueName
from hoplon.core.errors import BadOption, hint

if TYPE_CHECKING:
    from hoplon.league.report.matches import MatchLine


def games(
    database: Database,
    league: LeagueName = "",
    bot: Annotated[str, typer.Option("--bot", metavar="NAME", help="Only those of a bot.")] = "",
    against: Annotated[str, typer.Option("--against", metavar="NAME", help="Only those with this one.")] = "",
    lost: Annotated[bool, typer.Option("--lost", help="Only those that the bot lost.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=1000, metavar="N", help="How many, the newest first.")
    ] = 50,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Show the matches that were played, the newest first.

    \b
    Examples:
      hoplon league games cup.db
      hoplon league games cup.db --bot anna --lost
      hoplon league games cup.db --bot anna --against judge --csv
    """
    with reading(database, league) as (reader, found):
        from hoplon.league.report.export import RESULT_COLUMNS, result_rows
        from hoplon.league.report.matches import Asked

        ids = {one.bot.name: one.bot.id for one in reader.bots(found.id)}
        asked = Asked(bot_called(ids, bot), bot_called(ids, against), lost=lost, limit=limit)
        lines = reader.matches(found.id, asked)
        if write(result_rows(lines), RESULT_COLUMNS, json, csv):
            return
        if not lines:
            is_any = bot or against or lost
            show("there is no such match" if is_any else nothing_yet(database, len(ids)))
            return
        shown = table_of(">match", "when", ">seed", "players by rank", ">choices", ">slowest")
        for line in lines:
            shown.add_row(*_line(line))
        show(shown)


def bot_called(ids: dict[str, str], name: str) -> str:
    """The id of the bot that is called so."""
    if name and name not in ids:
        otherwise = f"it has {', '.join(ids) or 'none'}"
        raise BadOption(f"the league has no bot {name!r}; {hint(name, list(ids), otherwise)}")
    return ids[name] if name else ""


def _line(line: MatchLine) -> list[str]:
    from hoplon.referee.run import FAULT, STOPPED, UNFINISHED

    ranked = sorted(line.seats, key=lambda seat: seat.rank)
    players = ", ".join(f"{seat.rank}. {seat.name} {seat.score}" for seat in ranked)
    if line.reason in (FAULT, STOPPED, UNFINISHED):  # not by the rules
        players += f" ({line.reason})"
    return [
        str(line.id),
        datetime.fromtimestamp(line.ended).strftime("%m-%d %H:%M"),
        str(line.seed),
        players,
        str(line.turns),
        seconds(max((seat.slowest for seat in line.seats), default=0.0)),
    ]
