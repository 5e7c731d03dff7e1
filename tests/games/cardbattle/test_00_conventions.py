"""Rulebook 0: words, dice, signs, the order of what happens at the same moment."""

from __future__ import annotations

import pytest

from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("0.4", "10.7", "26.3")
def test_units_of_the_player_who_is_not_active_rout_first() -> None:
    field = Field()
    attacker = field.put(A, 4, "MI 6/5", coh=5)
    friend = field.put(A, 5, "MI 9/5")
    target = field.put(B, 4, "MI 6/5", coh=5)
    field.fight([4, 5], [4], 5, 5, 5, 9)
    assert field.routed() == [target, attacker]
    assert field.column(friend) == 5
