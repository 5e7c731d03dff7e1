"""Chapter 1 of the rulebook: the board, distances and steps."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import OPEN, log
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("command", "turn"),
    [
        ("MOVE 6 6", "move 5,5 6,5 fine"),
        ("MOVE 4 4", "move 5,5 4,5 fine"),
        ("MOVE 4 6", "move 5,5 4,5 fine"),
        ("MOVE 15 5", "move 5,5 6,5 partial"),
        ("MOVE 9 9", "move 5,5 6,5 partial"),
        ("MOVE 9 5", "move 5,5 6,5 partial"),
        ("MOVE 5 5", "idle - 5,5 5,5 fine"),
    ],
)
@section("1.4", "6.1")
def test_steps_are_sought_left_right_up_down(command: str, turn: str) -> None:
    assert log(OPEN, command, x=5, y=5) == turn


@section("1.3")
def test_walls_block_neither_sight_nor_blows() -> None:
    turn = log("HX1", "ATTACK 3 7 5", x=5, y=5)
    assert turn == "attack bow 5,5 7,5 fine\n  hit S1 7,5 8\n    destroy S1 7,5 6"
    assert log("HX3", "MOVE 5 5", x=5, y=5).splitlines()[1:] == ["strike O1 7,5 5,5 2", "hurt 5,5 2"]
