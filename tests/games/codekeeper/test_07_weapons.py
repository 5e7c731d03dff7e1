"""Chapter 7 of the rulebook: weapons."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("7")
def test_the_combat_example() -> None:
    match = match_of(".2\nH4\n.1", x=5, y=4)
    turn = match.play("ATTACK 1 6 5").lines()
    assert turn[0] == "attack hammer 5,5 6,5 fine"
    assert turn[-1] == "hurt 5,5 5"
    view = match.view()
    assert (view.health, view.score, view.hammer) == (15, 1, 4)
    assert sorted((e.type, e.value) for e in view.entities) == [(9, 8), (11, 4)]


@pytest.mark.parametrize(
    ("command", "hit"),
    [
        ("ATTACK 1 6 5", ["6,4", "6,5", "6,6"]),
        ("ATTACK 1 6 4", ["6,4", "6,5", "5,4"]),
        ("ATTACK 1 5 6", ["4,6", "5,6", "6,6"]),
        ("ATTACK 2 6 6", ["6,6", "7,7"]),
        ("ATTACK 2 7 7", ["6,6", "7,7"]),
        ("ATTACK 2 5 3", ["5,4", "5,3"]),
        ("ATTACK 3 8 7", ["8,7"]),
        ("ATTACK 0 6 5", ["6,5"]),
        ("ATTACK 0 6 6", []),
        ("ATTACK 2 6 7", []),
        ("ATTACK 3 9 5", []),
    ],
)
@section("7")
def test_what_each_weapon_hits(command: str, hit: list[str]) -> None:
    rows = ["0000000"] * 3 + ["000H000"] + ["0000000"] * 3
    turn = match_of("\n".join(rows), x=2, y=2).play(command)
    assert [line.split()[2] for line in turn.lines() if line.startswith("hit")] == hit


@section("7")
def test_cells_off_the_board_are_dropped() -> None:
    turn = match_of("H0\n00").play("ATTACK 1 1 0")
    assert [line.split()[2] for line in turn.lines() if line.startswith("hit")] == ["1,0", "1,1"]
