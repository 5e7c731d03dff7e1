"""The odds of an attack over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from served import Server

import hoplon
from hoplon.games.cardbattle.areas import area


@pytest.fixture(scope="module")
def battle() -> str:
    """A position in which both sides stand in the same column."""
    match = hoplon.new("cardbattle", seed=3)
    while True:
        assert not match.is_over
        field: Any = match._states["field"][0]
        if any(field[area(0, column)] >= 0 <= field[area(1, column)] for column in range(9)):
            return str(match.state.notation)
        units = [choice for choice in match.legal() if choice.startswith("play ") and choice.endswith(" 5")]
        match.play((units or match.legal())[0])


def columns(field: list[list[Any]]) -> int:
    return next(n + 1 for n in range(9) if field[0][n] and field[1][n])


def test_the_odds_of_an_attack_add_up_to_one(server: Server, battle: str) -> None:
    told = server.post("/api/odds", {"position": battle})
    assert told["odds"] is None
    column = columns(told["field"])
    body = {"position": battle, "by": 0, "attackers": [column], "targets": [column]}
    odds = server.post("/api/odds", body)["odds"]
    for side in odds["hits"]:
        assert sum(one["chance"] for one in side) == pytest.approx(1.0)
    assert [one["seat"] for one in odds["leaves"]] == [0, 1]


@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        ({"position": "hoplite depth=3"}, 400, "expected cardbattle"),
        ({"position": "cardbattle nonsense"}, 400, ""),
        ({"attackers": [10], "targets": [1]}, 422, "attackers"),
        ({"attackers": [1, 2, 3], "targets": [1]}, 400, ""),
        ({"by": 2}, 422, "by"),
    ],
)
def test_nonsense_is_refused(
    server: Server, battle: str, more: dict[str, Any], status: int, says: str
) -> None:
    assert says in server.post("/api/odds", {"position": battle} | more, expect=status)["error"]["text"]
