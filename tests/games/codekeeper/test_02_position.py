"""Chapter 2 of the rulebook: what a position is."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("2")
def test_a_position_is_the_hero_obstacles_items_and_monsters() -> None:
    match = match_of("Ht1", x=5, y=5)
    assert match.view().lines() == ["5 5 20 0 5 5 5", "2", "7 5 8 6", "6 5 2 100"]
