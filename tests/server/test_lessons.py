"""Lessons over HTTP: begun, judged, and tips for a first match."""

from __future__ import annotations

import pytest
from served import Begun, Server

from hoplon.core.lessons import course_of
from hoplon.games import game, game_names

LEARNT = [name for name in game_names() if course_of(game(name)).lessons]


@pytest.mark.parametrize("name", LEARNT)
def test_what_a_game_teaches_is_told_with_pictures(server: Server, name: str) -> None:
    course = server.get(f"/api/games/{name}/course")
    assert course["aim"]
    assert len(course["lessons"]) == len(course_of(game(name)).lessons)
    pictures = [part["picture"] for part in course["guide"] if part["picture"]]
    assert len(pictures) > 1
    for picture in pictures:
        assert server.get(picture).keys() == {"ground", "position"}
        assert server.get(f"{picture}.svg").startswith("<svg")


@pytest.mark.parametrize("name", LEARNT)
def test_the_first_lesson_is_played_and_judged(server: Server, name: str) -> None:
    lesson = course_of(game(name)).lessons[0]
    match = begin(server, name, 1)
    verdict = server.get(f"{match.path}/lesson/1", match.tokens[0])
    assert (verdict["passed"], verdict["lost"], verdict["number"]) == (False, False, 0)
    for text in lesson.solution:
        match.choose(text, server.get(match.path, match.tokens[0])["number"])
    verdict = server.get(f"{match.path}/lesson/1", match.tokens[0])
    assert verdict["passed"]
    assert match.id not in [one["id"] for one in server.get("/api/matches?limit=100")]


def begin(server: Server, name: str, number: int) -> Begun:
    made = server.post(f"/api/games/{name}/lessons/{number}", expect=201)
    return Begun(server, made["id"], [key["token"] for key in made["tokens"]])


def test_a_typical_mistake_is_answered_and_can_be_taken_back(server: Server) -> None:
    match = begin(server, "hoplite", 4)
    match.choose("walk nw", 0)
    verdict = server.get(f"{match.path}/lesson/4", match.tokens[0])
    assert (verdict["passed"], verdict["lost"]) == (False, True)
    assert verdict["says"].startswith("One down")


def test_what_is_no_lesson_is_refused_in_a_sentence(server: Server) -> None:
    match = begin(server, "hoplite", 1)
    for path, token, status, says in (
        ("/api/games/chess/course", None, 404, "chess"),
        ("/api/games/hoplite/guide/1.svg", None, 404, "part 1"),
        (f"{match.path}/lesson/99", match.tokens[0], 404, "lesson 99"),
        (f"{match.path}/lesson/2", match.tokens[0], 400, "Stab in passing"),
        (f"{match.path}/lesson/1", None, 403, "only who plays"),
        (f"{match.path}/lesson/1", "stolen", 401, ""),
    ):
        assert says in server.get(path, token, expect=status)["error"]["text"]
    assert "lesson 99" in server.post("/api/games/hoplite/lessons/99", expect=404)["error"]["text"]


def test_tips_come_when_they_matter_and_only_to_players(server: Server) -> None:
    match = server.begin("hoplite", options={"position": "hoplite hero=4,4 altar=4,5"}, seed=7)
    told = server.get(f"{match.path}/tips", match.tokens[0])
    assert told["aim"]
    assert [tip["name"] for tip in told["tips"]] == ["move", "altar"]
    assert server.get(f"{match.path}/tips")["tips"] == []
