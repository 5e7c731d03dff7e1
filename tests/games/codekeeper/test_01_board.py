"""Chapter 1 of the rulebook: the board, distances and steps."""

from __future__ import annotations

import pytest

from hoplon.games.codekeeper.cells import ALL_CELLS, cheb, manh
from tests.games.codekeeper.boards import OPEN, log, match_of
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


@section("1.1")
def test_there_are_16_columns_and_12_rows_counted_from_the_top_left() -> None:
    assert len(ALL_CELLS) == 16 * 12
    corner = "\n".join(["." * 16] * 11 + ["." * 15 + "H"])
    assert match_of(corner).view().lines()[0] == "15 11 20 0 5 5 5"
    assert log(corner, "MOVE 15 10") == "move 15,11 15,10 fine"
    assert log(OPEN, "MOVE 0 1") == "move 0,0 0,1 fine"


@section("1.2")
def test_ranges_are_the_larger_difference_and_the_sword_the_sum_of_both() -> None:
    assert log(OPEN, "ATTACK 3 8 8", x=5, y=5) == "attack bow 5,5 8,8 fine"
    assert log(OPEN, "ATTACK 3 9 5", x=5, y=5) == "idle bow 5,5 9,5 range"
    assert log(OPEN, "ATTACK 0 6 5", x=5, y=5) == "attack sword 5,5 6,5 fine"
    assert log(OPEN, "ATTACK 0 6 6", x=5, y=5) == "idle sword 5,5 6,6 range"
    for a in ALL_CELLS[::7]:
        for b in ALL_CELLS:
            dx, dy = abs((a >> 4) - (b >> 4)), abs((a & 15) - (b & 15))
            assert (cheb(a, b), manh(a, b)) == (max(dx, dy), dx + dy)
