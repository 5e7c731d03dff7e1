"""Chapter 13 of the rulebook: order."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("13.1")
def test_the_order_of_lines_remembers_the_widest_view() -> None:
    corner = match_of("H.X\n..X\nXXX")
    fresh = corner.view().lines()
    far = match_of("..X\n..X\nXXXH", sight=128)
    assert corner.state.record.sight_table == 32
    assert far.state.record.sight_table == 128
    assert fresh[2:] == ["0 2 1 -1", "1 2 1 -1", "2 0 1 -1", "2 1 1 -1", "2 2 1 -1"]


@section("13.2")
def test_a_step_on_the_spot_arrives_anew() -> None:
    picture = "\n".join(["X" * 16] * 4 + ["XXX4XXXXXXXXXXXX", "XXXXXHXXXXXXXXXX"] + ["X" * 16] * 6)
    match = match_of(picture)
    assert match.play("MOVE 5 5").lines()[1:] == ["step V1 3,4 3,4"]
