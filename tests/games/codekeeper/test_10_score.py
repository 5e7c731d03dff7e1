"""Chapter 10 of the rulebook: score and endings."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10")
def test_death_and_damage_are_subtracted() -> None:
    match = match_of("H4", x=5, y=5, health=3, score=50)
    match.play("MOVE 5 5")
    assert str(match.outcome) == "dead, score -953"
