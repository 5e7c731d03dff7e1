"""Reports for other programs."""

from __future__ import annotations

import csv
import json
from io import StringIO

from hoplon.league.report import export
from hoplon.league.report.reader import LeagueReader

CUP = "evening-cup"


def test_every_seat_of_every_match_is_a_row(reader: LeagueReader) -> None:
    text = "".join(export.as_csv(export.result_rows(reader.all_matches(CUP)), export.RESULT_COLUMNS))
    rows = list(csv.DictReader(StringIO(text)))
    assert len(rows) == 24
    assert tuple(rows[0]) == export.RESULT_COLUMNS
    lines = list(export.as_ndjson(export.result_rows(reader.all_matches(CUP))))
    assert [json.loads(line)["score"] for line in lines] == [int(row["score"]) for row in rows]
    assert all(set(export.RESULT_COLUMNS) == set(json.loads(line)) for line in lines)


def test_the_table_and_the_pairs_are_rows_too(reader: LeagueReader) -> None:
    rows = list(export.standing_rows(reader.table(CUP).standings))
    assert all(set(export.STANDING_COLUMNS) == set(row) for row in rows)
    assert json.loads(export.as_json(rows))[0]["place"] == 1
    pairs = list(export.pair_rows(reader.pairs(CUP), reader.bots(CUP)))
    assert all(set(export.PAIR_COLUMNS) == set(row) for row in pairs)
    assert (pairs[0]["name"], pairs[0]["opponent_name"]) == ("anna", "Björn")
    errors = list(export.error_rows(reader.errors(CUP)))
    assert all(set(export.ERROR_COLUMNS) == set(row) for row in errors)


def test_what_a_bot_wrote_is_never_a_formula() -> None:
    text = "".join(
        export.as_csv([{"name": "=1+1", "score": -3, "against": ("a", "b")}], ("name", "score", "against"))
    )
    assert text.splitlines()[1] == '\'=1+1,-3,"a, b"'
