"""Chapter 3 of the rulebook: constants."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import OPEN, match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("3")
def test_the_hero_begins_with_twenty_health_and_five_charges() -> None:
    view = match_of(OPEN).view()
    assert (view.health, view.score, view.hammer, view.scythe, view.bow) == (20, 0, 5, 5, 5)


@section("3")
def test_facing_is_sideways_when_the_difference_in_x_is_as_large() -> None:
    match = match_of(OPEN, x=5, y=5)
    for command, facing in (
        ("ATTACK 3 7 7", 3),
        ("ATTACK 3 4 7", 1),
        ("ATTACK 3 3 4", 0),
        ("ATTACK 3 5 2", 2),
    ):
        match.play(command)
        assert match.state.record.facing == facing
