"""Chapter 4 of the rulebook: the course of a game."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("4.1")
def test_turn_150_ends_the_game_without_an_answer() -> None:
    match = match_of("H4", x=5, y=5, turn=149)
    assert str(match.play("MOVE 5 5")) == "idle - 5,5 5,5 fine\nrun-out 5,5"
    assert str(match.outcome) == "limit, score 0"


@section("4.2")
def test_the_150th_action_can_still_leave() -> None:
    match = match_of("HE", x=5, y=5, turn=149)
    assert str(match.play("MOVE 6 5")) == "move 5,5 6,5 fine\n  take exit 6,5\n    leave 6,5"
    assert str(match.outcome) == "exit, score 10000"
