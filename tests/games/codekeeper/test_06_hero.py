"""Chapter 6 of the rulebook: what the hero does."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import OPEN, log, match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("picture", "command", "turn"),
    [
        ("HX", "MOVE 6 5", "move 5,5 5,5 partial"),
        ("HX", "MOVE 7 5", "move 5,5 5,4 fine"),
        ("H0", "MOVE 8 5", "attack sword 5,5 6,5 fine\n  hit B1 6,5 10\n    destroy B1 6,5 1"),
    ],
)
@section("6.1")
def test_walls_and_monsters_on_the_first_step(picture: str, command: str, turn: str) -> None:
    assert log(picture, command, x=5, y=5) == turn


@section("6.1")
def test_behind_a_wall_the_hero_goes_nearer_or_stays() -> None:
    wall = "\n".join("..X" if y != 5 else ".HX" for y in range(12))
    assert log(wall, "MOVE 7 5", x=4, y=0) == "idle - 5,5 5,5 blocked"
    assert log(wall, "MOVE 7 9", x=4, y=0) == "move 5,5 5,6 partial"


@section("6.2")
def test_the_charge_is_checked_before_the_reach() -> None:
    match = match_of(OPEN, x=5, y=5, charges=(0, 1, 1))
    assert str(match.play("ATTACK 1 15 11")) == "idle hammer 5,5 15,11 charges"
    assert str(match.play("ATTACK 2 6 7")) == "idle scythe 5,5 6,7 range"
    assert str(match.play("ATTACK 3 5 5")) == "idle bow 5,5 5,5 range"
    assert match.view().bow == 1


@section("6.2")
def test_a_blow_at_nothing_spends_the_charge() -> None:
    match = match_of(OPEN, x=5, y=5)
    match.play("ATTACK 3 8 8")
    assert match.view().bow == 4


@section("6.3")
def test_the_reward_is_the_health_a_monster_began_with() -> None:
    match = match_of("H2", x=5, y=5)
    match.play("ATTACK 0 6 5")
    assert match.view().entities[0].value == 4
    match.play("MOVE 6 5")
    assert match.view().score == 14 - 2
