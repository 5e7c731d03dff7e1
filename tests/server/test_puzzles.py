"""Puzzles over HTTP: listed, begun, judged, and their solution."""

from __future__ import annotations

import pytest
from served import Begun, Server

from hoplon.core.puzzles import puzzles_of
from hoplon.games import game, own_names


def begin(server: Server, name: str, puzzle: str) -> Begun:
    made = server.post(f"/api/games/{name}/puzzles/{puzzle}", expect=201)
    return Begun(server, made["id"], [key["token"] for key in made["tokens"]])


@pytest.mark.parametrize("name", own_names())
def test_a_puzzle_is_listed_begun_and_solved(server: Server, name: str) -> None:
    puzzle = puzzles_of(game(name))[0]
    listed = server.get(f"/api/games/{name}/puzzles")
    assert [one["id"] for one in listed["puzzles"]] == [one.id for one in puzzles_of(game(name))]
    assert listed["daily"] in [one.id for one in puzzles_of(game(name))]
    match = begin(server, name, puzzle.id)
    path = f"{match.path}/puzzle/{puzzle.id}"
    assert server.get(path, match.tokens[0]) == {"number": 0, "right": None, "says": ""}
    match.choose(puzzle.solution, 0)
    verdict = server.get(path, match.tokens[0])
    assert verdict["right"] is True
    assert verdict["says"]
    solution = server.get(f"/api/games/{name}/puzzles/{puzzle.id}/solution")
    assert solution["choice"] == puzzle.solution
    assert solution["line"]
    assert match.id not in [one["id"] for one in server.get("/api/matches?limit=100")]


def test_a_wrong_answer_is_told_what_it_is_worth(server: Server) -> None:
    puzzle = puzzles_of(game("hoplite"))[0]
    match = begin(server, "hoplite", puzzle.id)
    match.choose(puzzle.values[1][0], 0)
    verdict = server.get(f"{match.path}/puzzle/{puzzle.id}", match.tokens[0])
    assert verdict["right"] is False
    assert verdict["says"].startswith("Chance to win the run: ")
    assert "There is a choice with" in verdict["says"]


def test_all_games_that_have_puzzles_are_told_with_their_daily_one(server: Server) -> None:
    found = {one["game"]: one for one in server.get("/api/puzzles")}
    assert set(own_names()) <= set(found)
    assert all(one["daily"]["hint"] and one["count"] > 1 for one in found.values())


def test_what_is_no_puzzle_is_refused_in_a_sentence(server: Server) -> None:
    first, other = puzzles_of(game("hoplite"))[:2]
    match = begin(server, "hoplite", first.id)
    for path, token, status, says in (
        ("/api/games/chess/puzzles", None, 404, "chess"),
        ("/api/games/hoplite/puzzles/00000000/solution", None, 404, "there is no puzzle '00000000'"),
        (f"{match.path}/puzzle/{other.id}", match.tokens[0], 400, f"this match is not the puzzle {other.id}"),
        (f"{match.path}/puzzle/{first.id}", None, 403, "only who solves"),
    ):
        assert says in server.get(path, token, expect=status)["error"]["text"]
