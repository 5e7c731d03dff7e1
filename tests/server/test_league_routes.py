"""Leagues over HTTP: what is told, what is not, and matches of leagues at the board."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from served import Server

from hoplon.core.replay import read
from hoplon.games import game
from tests.league.filled import Filling, duels

CUP = "/api/leagues/evening-cup"
SECRETS = ("/home/somebody", "python3 /", "source", "secret", "token", "owner")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filling]:
    """A database with a league and nothing of an arena."""
    filling = duels(tmp_path_factory.mktemp("cup") / "cup.db", seeds=(1,))
    yield filling
    filling.close()


@pytest.fixture(scope="module")
def cup(filled: Filling) -> Iterator[Server]:
    """An arena on that database."""
    with Server(Path(filled.store.where)) as running:
        yield running


def test_a_database_of_leagues_is_an_arena_too(cup: Server) -> None:
    (one,) = cup.get("/api/leagues")
    assert (one["id"], one["name"], one["title"], one["bots"], one["matches"]) == (
        "evening-cup", "Evening cup", game("cardbattle").title, 4, 12,
    )  # fmt: skip
    assert one["seats"] == ["Carthage", "Republican Rome"]
    cup.begin("codekeeper", seed=1)


def test_an_arena_without_leagues_lists_none(server: Server) -> None:
    assert server.get("/api/leagues") == []
    refused = server.get("/api/leagues/cup", expect=404)
    assert refused["error"] == {"code": "unknown", "text": "there is no league 'cup' here"}


def test_standings_pairs_and_curve_are_of_the_same_results(cup: Server) -> None:
    table = cup.get(CUP)
    assert [one["place"] for one in table["standings"]] == [1, 2, 3, 4]
    pairs = cup.get(f"{CUP}/pairs")
    for one in table["standings"]:
        own = [pair for pair in pairs if pair["bot"] == one["bot"]]
        assert sum(pair["points"] for pair in own) / 6 == pytest.approx(one["points"])
    last = cup.get(f"{CUP}/curve")[-1]
    assert last["after"] == table["rated"] == 12
    for one in table["standings"]:
        assert last["bots"][one["bot"]][0] == pytest.approx(one["rating"], abs=0.06)


def test_no_command_and_no_path_is_told(cup: Server) -> None:
    bots = [one["bot"] for one in cup.get(CUP)["standings"]]
    paths = [f"/api/bots/{bot}" for bot in bots]
    paths += ["/api/leagues", CUP, f"{CUP}/matches?limit=100", f"{CUP}/errors", f"{CUP}/export?form=json"]
    paths += [f"{CUP}/export?of=table", f"{CUP}/export?of=pairs", f"{CUP}/curve"]
    opened = cup.get(f"{CUP}/errors")[0]["match"]
    paths += [f"/api/matches/{opened}", f"/api/matches/{opened}/bots", f"/api/matches/{opened}/record"]
    for path in paths:
        text = json.dumps(cup.get(path))
        assert [word for word in SECRETS if word in text] == [], path
    (error, *_) = cup.get(f"{CUP}/errors?limit=1")
    assert 'File "main.py", line 7' in error["stderr"]


def test_a_bot_has_versions_opponents_and_seats(cup: Server) -> None:
    bot = cup.get("/api/bots/evening-cup-doris")
    assert bot["league"]["id"] == "evening-cup"
    assert [version["number"] for version in bot["versions"]] == [1]
    assert bot["versions"][0]["tally"]["matches"] == 6
    assert {seat["title"] for seat in bot["seats"]} == {"Carthage", "Republican Rome"}
    assert {one["name"] for one in bot["opponents"]} == {"anna", "Björn", "chance"}
    lost = cup.get(f"{CUP}/matches?bot=evening-cup-doris&lost=true")
    assert all(
        seat["verdict"] != "won" for match in lost for seat in match["seats"] if seat["name"] == "doris"
    )


def test_a_match_of_a_league_is_replayed_at_the_board_with_its_record(cup: Server) -> None:
    played = next(match for match in cup.get(f"{CUP}/matches?limit=100") if match["reason"] != "fault")
    path = f"/api/matches/{played['match']}"
    one = cup.get(path)
    assert one["ended"] == played["reason"]
    assert [seat["name"] for seat in one["seats"]] == [seat["name"] for seat in played["seats"]]
    assert one["scores"] == [seat["score"] for seat in played["seats"]]
    assert len(read(cup.get(f"{path}/file")).choices) == played["turns"]
    told = cup.get(f"{path}/bots")
    assert len(told["turns"]) == played["turns"]
    assert all(turn["wall_ms"] is not None for turn in told["turns"])
    with cup.board(played["match"]) as board:
        assert board.state["records"]
        assert board.state["to_move"] is None
        assert board.state["choices"] == []
    listed = [match["id"] for match in cup.get("/api/matches?state=over&limit=100")]
    assert played["match"] not in listed  # it is kept once, in the league


def test_a_fault_is_shown_where_the_match_ended(cup: Server) -> None:
    failed = next(match for match in cup.get(f"{CUP}/matches?limit=100&faults=true"))
    one = cup.get(f"/api/matches/{failed['match']}")
    assert one["says"] == "ended by a bot's fault"
    assert "KeyError" in next(seat["fault"] for seat in one["seats"] if seat["name"] == "doris")
    told = cup.get(f"/api/matches/{failed['match']}/bots")
    assert any("KeyError: 'wall'" in turn["errors"] for turn in told["turns"])
    cup.post(f"/api/matches/{failed['match']}/again", {}, expect=403)


def test_results_are_exported_as_csv_and_as_lines_of_json(cup: Server) -> None:
    answer = cup.http.get(f"{CUP}/export")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'filename="evening-cup-results.csv"' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert len(rows) == 24
    lines = cup.http.get(f"{CUP}/export?form=ndjson").text.splitlines()
    assert [json.loads(line)["name"] for line in lines] == [row["name"] for row in rows]
    table = list(csv.DictReader(StringIO(cup.http.get(f"{CUP}/export?of=table").text)))
    assert [row["place"] for row in table] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/api/leagues/nope", 404, "there is no league 'nope' here"),
        ("/api/leagues/nope/matches", 404, "there is no league 'nope' here"),
        ("/api/leagues/nope/export", 404, "there is no league 'nope' here"),
        ("/api/bots/nope", 404, "there is no bot 'nope' here"),
        ("/api/leagues/%00", 404, "there is no league"),
        (f"{CUP}/matches?bot=nope", 404, "there is no bot 'nope' in this league"),
        (f"{CUP}/errors?bot=nope", 404, "there is no bot 'nope' in this league"),
        (f"{CUP}/matches?limit=0", 422, "query.limit"),
        (f"{CUP}/matches?before=x", 422, "query.before"),
        (f"{CUP}/export?form=pdf", 422, "query.form"),
        ("/api/matches/league-999", 404, "there is no match 999 of a league here"),
        ("/api/matches/league-0", 404, "there is no match 'league-0'"),
        ("/api/matches/league-99999999999999999999", 404, "there is no match"),
    ],
)
def test_what_is_not_there_is_one_sentence(cup: Server, path: str, status: int, says: str) -> None:
    assert says in cup.get(path, expect=status)["error"]["text"]


def test_matches_appear_while_the_league_is_played(cup: Server, filled: Filling) -> None:
    before = cup.get(CUP)["matches"]
    ids = list(filled.players)
    filled.play((ids[0], ids[1]), seed=7)
    now = cup.get(CUP)
    assert now["matches"] == before + 1
    assert cup.get(f"{CUP}/matches?limit=1")[0]["seed"] == "7"
