"""Chapter 10 of the rulebook: score and endings."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10")
def test_death_and_damage_are_subtracted() -> None:
    match = match_of("H4", x=5, y=5, health=3, score=50, turn=1)
    match.play("MOVE 5 5")
    assert str(match.outcome) == "dead, score -953"


@section("10")
def test_destroyed_monsters_and_treasures_add_at_once() -> None:
    match = match_of("H0t", x=5, y=5)
    scores = []
    for command in ("ATTACK 0 6 5", "MOVE 6 5", "MOVE 7 5"):
        match.play(command)
        scores.append(match.game.scores(match.state.array, 0, 1))
    assert scores == [(1,), (1,), (101,)]
