"""Engagement and collapse (10.8)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Mark, Phase
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10.8", "2.2")
def test_who_fought_and_touches_an_enemy_is_engaged() -> None:
    field = Field()
    a = field.put(A, 5, "MI 9/5")
    idle = field.put(A, 6, "MI 9/5")
    d = field.put(B, 5, "MI 9/5")
    field.fight([5], [5], 0, 0, 5)
    assert field.has(a, Mark.ENGAGED)
    assert field.has(d, Mark.ENGAGED)
    assert not field.has(idle, Mark.ENGAGED)
    assert not field.has(a, Mark.FOUGHT | Mark.ATTACKING)
    assert not field.has(d, Mark.ATTACKED)
    assert field.s.attacks == 0


@section("10.8", "2.2")
def test_an_engaged_unit_is_free_at_once_when_nobody_touches_it() -> None:
    field = Field()
    a = field.put(A, 5, "MI 9/5", marks=Mark.ENGAGED)
    d = field.put(B, 5, "MI 5/5", marks=Mark.ENGAGED, coh=4)
    field.put(B, 9, "MI 5/5")
    field.fight([5], [5], 5)
    assert field.routed() == [d]
    order = [said.do for said in field.said(Do.DISENGAGE, Do.SETTLE)]
    assert order == [Do.DISENGAGE, Do.SETTLE]
    assert not field.has(a, Mark.ENGAGED)


@section("10.8", "26")
@pytest.mark.parametrize(
    ("code", "coh", "die", "after"),
    [
        ("MI 6/5", 5, 5, 4),
        ("MI 6/5", 5, 6, None),
        ("GC 5/7", 9, 4, 8),
        ("GC 5/7", 9, 5, None),
        ("MI 1/5", 0, 0, 0),
    ],
)
def test_collapse(code: str, coh: int, die: int, after: int | None) -> None:
    field = Field()
    u = field.put(A, 5, code, coh=coh, marks=Mark.ENGAGED)
    field.put(B, 5, "MI 6/5")
    field.put(A, 9, "MI 6/5")
    field.roll(Do.END_PHASE, dice=(die,))
    assert field.n_of(Do.COLLAPSE) == die
    if after is None:
        assert field.routed() == [u]
    else:
        assert field.coh(u) == after


@section("10.8")
def test_who_is_not_tested() -> None:
    for more in ({"coh": 5}, {"coh": 4, "marks": Mark.ENGAGED}):
        field = Field()
        field.put(A, 5, "MI 6/5", **more)
        field.put(B, 5, "MI 6/5")
        field.roll(Do.END_PHASE)
    field = Field()
    field.put(A, 5, "MI 6/5", coh=5, marks=Mark.ENGAGED)
    field.put(B, 9, "MI 6/5")
    field.roll(Do.END_PHASE)
    assert not field.said(Do.COLLAPSE)


@section("10.8", "0.4", "26.2")
def test_tests_in_one_pass_the_other_player_first_and_rampages_after_it() -> None:
    field = Field()
    own = field.put(A, 5, "MI 6/5", coh=5, marks=Mark.ENGAGED)
    elephant = field.put(B, 4, "EL 6/5", coh=5, marks=Mark.ENGAGED, value=2)
    late = field.put(B, 6, "MI 6/5", coh=5, marks=Mark.ENGAGED)
    # The elephant collapses; the others pass. Then it runs: nothing (6), and the end (8).
    field.roll(Do.END_PHASE, dice=(9, 0, 0, 6, 8))
    assert [said.what for said in field.said(Do.COLLAPSE)] == [elephant, late, own]
    order = [said.do for said in field.log if said.do in (Do.COLLAPSE, Do.STAMPEDE)]
    assert order == [Do.COLLAPSE] * 3 + [Do.STAMPEDE]
    assert (field.coh(own), field.coh(late)) == (4, 4)


@section("10.8", "26.2")
def test_a_turn_without_a_shock_phase_has_no_collapse_tests() -> None:
    field = Field()
    field.phase(Phase.MISSILE)
    field.s.no_shock = 1
    field.put(A, 5, "MI 6/5", coh=5, marks=Mark.ENGAGED)
    field.put(B, 5, "MI 6/5")
    field.roll(Do.END_PHASE)
    assert field.s.phase == Phase.RALLY
    assert not field.said(Do.COLLAPSE)
