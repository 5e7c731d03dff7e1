"""`hoplon league table`, `pairs`, `games`, `errors` and `export`."""

from __future__ import annotations

import csv
import json
import shutil
from io import StringIO
from pathlib import Path

import pytest

from hoplon.league.settings import Settings
from hoplon.league.store import Store
from tests.league.filled import duels


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("cup") / "cup.db"
    duels(where, seeds=(1,)).close()
    return where


@pytest.fixture
def cup(played: Path, elsewhere: Path) -> str:
    shutil.copy(played, elsewhere / "cup.db")
    return "cup.db"


def test_the_table_is_for_people_and_for_programs(run, cup: str) -> None:
    shown = run("league", "table", cup)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[0] == "Evening cup: cardbattle, round-robin, 12 matches"
    assert "anchor" in shown.stdout
    told = json.loads(run("league", "table", cup, "--json").stdout)
    assert [one["place"] for one in told] == [1, 2, 3, 4]
    rows = list(csv.DictReader(StringIO(run("league", "table", cup, "--csv").stdout)))
    assert [row["name"] for row in rows] == [one["name"] for one in told]


def test_pairs_games_errors_and_the_export_agree(run, cup: str) -> None:
    pairs = json.loads(run("league", "pairs", cup, "--json").stdout)
    assert sum(pair["matches"] for pair in pairs) == 24
    assert "2/2" in run("league", "pairs", cup).stdout
    seats = json.loads(run("league", "games", cup, "--json").stdout)
    assert len(seats) == 24
    lost = json.loads(run("league", "games", cup, "--bot", "doris", "--lost", "--json").stdout)
    assert {one["name"] for one in lost if one["verdict"] == "won"} <= {"anna", "Björn", "chance"}
    faults = [one for one in seats if one["verdict"] == "fault"]
    errors = json.loads(run("league", "errors", cup, "--json").stdout)
    assert len(errors) == len(faults) > 0
    told = run("league", "errors", cup, "doris", "--limit", "1").stdout
    assert "KeyError: 'wall'" in told
    rows = list(csv.DictReader(StringIO(run("league", "export", cup).stdout)))
    lines = run("league", "export", cup, "--ndjson").stdout.splitlines()
    assert [row["seed"] for row in rows] == [str(json.loads(line)["seed"]) for line in lines]
    assert len(rows) == 24


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("table", "nowhere.db"), "there is no database 'nowhere.db'; 'hoplon league new nowhere.db"),
        (("table", "cup.db", "--json", "--csv"), "both --json and --csv are given; expected one of them"),
        (("table", "cup.db", "--league", "other"), "the database 'cup.db' has no league 'other'"),
        (("games", "cup.db", "--bot", "ana"), "the league has no bot 'ana'; did you mean anna?"),
        (("errors", "cup.db", "nobody"), "the league has no bot 'nobody'"),
        (("export", "cup.db", "--ndjson", "--csv"), "several of --json, --csv and --ndjson are given"),
        (("games", "cup.db", "--limit", "0"), "--limit"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(run, cup: str, command: tuple[str, ...], says: str) -> None:
    shown = run("league", *command)
    assert shown.exit_code == 2
    assert says in shown.stderr
    assert len(shown.stderr.strip().splitlines()) == 1


def test_an_empty_league_says_what_to_do_next(run, elsewhere: Path) -> None:
    with Store("new.db", is_new=True) as store:
        store.add_league("New", "hoplite", 1, (), "round-robin", Settings())
    assert "'hoplon league add new.db NAME SOURCE' adds a bot" in run("league", "table", "new.db").stdout
    assert "adds a bot" in run("league", "pairs", "new.db").stdout
    assert "adds a bot" in run("league", "games", "new.db").stdout
    assert run("league", "errors", "new.db").stdout == "nothing has gone wrong\n"
    assert run("league", "export", "new.db", "--json").stdout == "[]\n"
