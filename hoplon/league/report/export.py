"""Reports as text for other programs: CSV, JSON and one JSON object a line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from io import StringIO
from typing import Any

from hoplon.league.report.errors import ErrorLine
from hoplon.league.report.leagues import BotCard
from hoplon.league.report.matches import MatchLine
from hoplon.league.report.pairs import Pair
from hoplon.league.report.standings import Standing

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would calculate

RESULT_COLUMNS = (
    "match", "number", "stage", "seed", "ended", "turns", "measure", "reason", "seat", "bot", "name",
    "version", "rank", "score", "verdict", "choices", "wall", "cpu", "slowest", "late", "strikes",
    "excused", "fault",
)  # fmt: skip
STANDING_COLUMNS = (
    "place", "bot", "name", "version", "kind", "trouble", "rating", "low", "high", "better", "points",
    "matches", "won", "drawn", "lost", "faults", "score", "thought", "slowest", "late",
)  # fmt: skip
PAIR_COLUMNS = ("bot", "name", "opponent", "opponent_name", "matches", "won", "drawn", "lost", "points")
ERROR_COLUMNS = (
    "match", "number", "counts", "ended", "bot", "name", "version", "seat", "against", "verdict", "fault",
    "line", "again", "late", "strikes", "excused", "slowest", "stderr",
)  # fmt: skip

Row = Mapping[str, Any]


def result_rows(lines: Iterable[MatchLine]) -> Iterator[Row]:
    """One row for each seat of each match."""
    for line in lines:
        head = asdict(line)
        del head["seats"], head["arena"], head["began"], head["pairing"]
        head["match"] = head.pop("id")
        for seat in line.seats:
            yield head | asdict(seat)


def standing_rows(standings: Iterable[Standing]) -> Iterator[Row]:
    """One row for each bot."""
    for one in standings:
        row = asdict(one)
        row["version"] = row.pop("number")
        del row["is_trial"]
        yield row | row.pop("tally")


def pair_rows(pairs: Iterable[Pair], bots: Sequence[BotCard]) -> Iterator[Row]:
    """One row for each pair, both ways round, by the names of the bots."""
    by_version = {version.id: bot.bot for bot in bots for version in bot.versions}
    named = [(by_version[pair.version], by_version[pair.opponent], pair) for pair in pairs]
    for bot, opponent, pair in sorted(named, key=lambda one: (one[0].number, one[1].number)):
        yield {
            "bot": bot.id,
            "name": bot.name,
            "opponent": opponent.id,
            "opponent_name": opponent.name,
            "matches": pair.matches,
            "won": pair.won,
            "drawn": pair.drawn,
            "lost": pair.lost,
            "points": pair.points,
        }


def error_rows(lines: Iterable[ErrorLine]) -> Iterator[Row]:
    """One row for each thing that went wrong."""
    for line in lines:
        yield asdict(line)


def as_csv(rows: Iterable[Row], columns: Sequence[str]) -> Iterator[str]:
    """The rows as CSV with a header, some at a time."""
    text = StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in row.items()})
        if text.tell() > 1 << 16:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def _cell(value: Any) -> Any:
    """A value in a cell: a text that somebody wrote is never a formula."""
    if isinstance(value, list | tuple):
        value = ", ".join(str(one) for one in value)
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value


def as_ndjson(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as JSON, one a line."""
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


def as_json(rows: Iterable[Row]) -> str:
    """The rows as one JSON list."""
    return json.dumps(list(rows), ensure_ascii=False, indent=2) + "\n"
