"""`hoplon stats`: matches from everywhere, tables for people and for programs."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from pathlib import Path

import pytest

import hoplon
from hoplon.core.match import Match
from tests.analysis.matches import begun, ended


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three finished runs and one that goes on."""
    made = tmp_path / "runs"
    (made / "more").mkdir(parents=True)
    for seed in (1, 2):
        ended("hoplite", seed).save(made / f"{seed}.hoplon")
    ended("hoplite", 3).save(made / "more" / "3.hoplon")
    begun("hoplite", 2).save(made / "open.hoplon")
    return made


def test_a_folder_is_counted_with_intervals(run, folder: Path) -> None:
    result = run("stats", str(folder))
    assert result.exit_code == 0, result.stderr
    assert "hoplite: What runs were lost to" in result.stdout
    assert re.search(r"\d+.%.\(\d+.to.\d+\)", result.stdout)
    assert "3 matches of hoplite; 1 match without an end left out" in " ".join(result.stdout.split())


def test_programs_get_json_or_csv(run, folder: Path) -> None:
    said = json.loads(run("stats", str(folder), "--json").stdout)
    assert said["matches"] == {"hoplite": 3}
    assert said["unfinished"] == 1
    assert said["left_out"] == []
    deaths = next(table for table in said["tables"] if table["name"] == "deaths")
    assert sum(row["share"]["value"] for row in deaths["rows"]) == pytest.approx(1.0)
    lines = list(csv.DictReader(io.StringIO(run("stats", str(folder), "--csv").stdout)))
    shares = [
        float(line["value"]) for line in lines if (line["statistic"], line["column"]) == ("deaths", "share")
    ]
    assert sum(shares) == pytest.approx(1.0)
    both = run("stats", str(folder), "--json", "--csv")
    assert both.exit_code == 2
    assert "exclude each other" in both.stderr


def test_broken_files_are_named_and_left_out(run, folder: Path) -> None:
    text = (folder / "1.hoplon").read_text()
    (folder / "changed.hoplon").write_text(text.replace("seed", "sead", 1))
    (folder / "noise.zip").write_bytes(b"PK\x03\x04 and nothing more")
    (folder / "picture.hoplon").write_bytes(b"\x89PNG\xff")
    result = run("stats", str(folder), "--json")
    assert result.exit_code == 2
    said = json.loads(result.stdout)
    assert said["matches"] == {"hoplite": 3}
    names = sorted(Path(one["name"]).name for one in said["left_out"])
    assert names == ["changed.hoplon", "noise.zip", "picture.hoplon"]
    assert len(result.stderr.splitlines()) == 3
    assert all(name in result.stderr for name in names)
    assert "Traceback" not in result.stderr


def test_what_has_no_matches_is_refused_in_one_sentence(run, folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for words, why in (
        ((str(empty),), "there is no match in the folder"),
        (("nowhere",), "there is no nowhere"),
        ((str(folder), "--game", "codekeeper"), "there is no finished match of codekeeper"),
        ((str(folder / "open.hoplon"),), "1 match without an end"),
        (("sqlite:///nothing.db",), "no database"),
    ):
        result = run("stats", *words)
        assert result.exit_code == 2
        assert why in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1


def test_every_table_is_drawn(run, folder: Path, tmp_path: Path) -> None:
    battles = [ended("cardbattle", seed).save(tmp_path / f"{seed}.hoplon") for seed in (1, 2)]
    assert run("stats", str(folder), *map(str, battles), "--plots", "drawn").exit_code == 0
    drawn = {path.name: path.read_text() for path in (tmp_path / "drawn").iterdir()}
    assert {"hoplite-deaths.svg", "cardbattle-armies.svg", "cardbattle-seats.svg"} <= drawn.keys()
    assert all(text.startswith("<svg") and "prefers-color-scheme:dark" in text for text in drawn.values())


def test_parquet_needs_pyarrow_and_says_so(
    run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hoplon.cli.stats.find_spec", lambda _name: None)
    result = run("stats", str(folder), "--parquet", "all.parquet")
    assert result.exit_code == 2
    assert "pip install hoplon[parquet]" in result.stderr
    assert not (tmp_path / "all.parquet").exists()


def test_parquet_holds_what_every_match_adds(run, folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    battle = ended("cardbattle", 1).save(tmp_path / "battle.hoplon")
    result = run("stats", str(folder), str(battle), "--parquet", "all.parquet", "--json")
    assert result.exit_code == 0, result.stderr
    said = json.loads(result.stdout)
    table = parquet.read_table(tmp_path / "all.parquet")
    assert table.column_names == ["game", "statistic", "row", "column", "match", "value"]
    assert [str(table.schema.field(name).type) for name in table.column_names] == [*["string"] * 5, "double"]
    rows = table.to_pylist()
    for name, matches in said["matches"].items():
        assert len({row["match"] for row in rows if row["game"] == name}) == matches
    deaths = [row for row in rows if (row["statistic"], row["column"]) == ("deaths", "share")]
    told = next(table for table in said["tables"] if table["name"] == "deaths")
    for one in told["rows"]:
        added = [row["value"] for row in deaths if row["row"] == one["by"]]
        assert sum(added) / len(added) == pytest.approx(one["share"]["value"])


def test_players_are_named_by_the_record_beside_a_match_file(run) -> None:
    assert run("match", "hoplite", "--bot", "random", "--seeds", "1-2", "--out", "series").exit_code == 0
    said = json.loads(run("stats", "series", "--json").stdout)
    players = next(table for table in said["tables"] if table["name"] == "players")
    assert [(row["player"], row["matches"]) for row in players["rows"]] == [("random", 2)]


def test_a_result_file_is_counted_with_its_players(run) -> None:
    played = run("evaluate", "codekeeper-fog-v1", "--bot", "random", "--matches", "2", "--out", "mine.zip")
    assert played.exit_code == 0
    said = json.loads(run("stats", "mine.zip", "--json").stdout)
    players = next(table for table in said["tables"] if table["name"] == "players")
    assert [(row["player"], row["matches"]) for row in players["rows"]] == [("random", 2)]


def test_a_league_is_counted_by_the_names_of_its_bots(run) -> None:
    for words in (
        ("new", "cup.db", "--game", "codekeeper", "--seeds", "1-2"),
        ("add", "cup.db", "anna", "builtin:random"),
        ("add", "cup.db", "ben", "builtin:wanderer"),
        ("run", "cup.db"),
    ):
        result = run("league", *words)
        assert result.exit_code == 0, result.stderr
    said = json.loads(run("stats", "cup.db", "--json").stdout)
    players = next(table for table in said["tables"] if table["name"] == "players")
    assert {row["player"] for row in players["rows"]} == {"anna", "ben"}
    assert said["left_out"] == []


def stored(match: Match) -> None:
    """The match as an arena keeps it."""
    from hoplon.server.store import Store
    from hoplon.server.stored_match import Seat, StoredMatch

    card = StoredMatch(
        "abc",
        match.game.name,
        match.game.version,
        match.seed,
        match.seed,
        match.options.as_text(),
        [Seat("me", "Ada")],
        ended=match.standing,
        scores=[0],
    )
    store = Store("sqlite:///arena.sqlite")
    asyncio.run(store.add_match(card, [(0, str(choice)) for choice in match.choices]))
    store.close()


def test_an_arena_is_counted_by_the_names_of_its_players(run) -> None:
    match = hoplon.new("hoplite", seed=7, prayers=("patience",))
    match.play("walk n")
    match.play("resign")
    stored(match)
    for place in ("arena.sqlite", "sqlite:///arena.sqlite"):
        said = json.loads(run("stats", place, "--json").stdout)
        tables = {table["name"]: table["rows"] for table in said["tables"]}
        assert [row["player"] for row in tables["players"]] == ["Ada"]
        assert [row["prayer"] for row in tables["prayers"]] == ["patience"]
