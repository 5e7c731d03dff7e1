"""Elephants that run amok (13.5)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Loss, Phase, Place
from hoplon.games.cardbattle.tables import Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import LEFT, RIGHT, Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def rampage(field: Field, *dice: int, column: int = 5) -> int:
    """An elephant of B in a column is shot over its limit and runs with these dice."""
    field.s.active = A
    field.phase(Phase.MISSILE)
    u = int(field.s.field[9 + column - 1])
    field.put(A, column, "AT 9/2 P")
    field.roll(Do.AIM, column, column)
    field.roll(Do.LOOSE, dice=(0, *dice))
    assert field.s.place[u] == Place.ELIMINATED
    assert not field.s.amok_n
    return u


def elephant(column: int = 5) -> Field:
    """A field with an elephant of B that one more hit drives mad."""
    field = Field()
    field.put(B, column, "EL 5/5", coh=4, value=2)
    field.put(B, 9, "MI 6/5", level=1)
    return field


@section("13.5")
def test_at_most_four_rolls() -> None:
    field = elephant()
    rampage(field, 6, 7, 6, 7)
    assert [said.n for said in field.said(Do.ROLL)] == [6, 7, 6, 7]
    assert field.s.lost[B] == 2
    assert field.said(Do.CRUSHED)


@section("13.5")
@pytest.mark.parametrize("face", [8, 9, 0])
def test_8_to_10_is_sideways_first_and_the_end_later(face: int) -> None:
    field = elephant()
    friend = field.put(B, 4, "MI 6/5")
    rampage(field, face, LEFT, face)
    assert field.coh(friend) == 2
    assert len(field.said(Do.ROLL)) == 2


@section("13.5")
@pytest.mark.parametrize(("code", "hits"), [("MI 6/5", 1), ("HC 6/4", 2), ("CA 6/4", 2), ("EL 6/5", 1)])
def test_the_enemy_in_front_takes_1_hit_cavalry_2(code: str, hits: int) -> None:
    field = elephant()
    field.s.active = A
    field.phase(Phase.MISSILE)
    front = field.put(A, 5, code)
    field.put(A, 4, "AT 9/2 P")
    field.roll(Do.AIM, 4, 5)
    field.roll(Do.LOOSE, dice=(0, 3, 6, 6, 6))
    assert field.lost(front, Loss.RAMPAGE) == hits


@section("13.5")
def test_with_nobody_in_front_a_random_enemy_in_contact() -> None:
    field = elephant()
    field.s.active = A
    field.phase(Phase.MISSILE)
    first = field.put(A, 4, "AT 9/2 P")
    second = field.put(A, 6, "MI 6/5")
    field.roll(Do.AIM, 4, 5)
    field.roll(Do.LOOSE, dice=(0, 1, 1, 1, 0, 6, 6))
    assert (field.lost(first, Loss.RAMPAGE), field.lost(second, Loss.RAMPAGE)) == (1, 1)


@section("13.5", "26.2")
def test_it_runs_into_empty_areas() -> None:
    field = elephant()
    friend = field.put(B, 7, "MI 6/5")
    rampage(field, 4, RIGHT, 5, RIGHT, 5, LEFT, 6)
    assert [said.dst + 1 for said in field.said(Do.TURN_TO)] == [6, 5]
    assert field.coh(friend) == 2
    assert field.s.field[9 + 4] == -1


@section("13.5")
def test_edges_and_impassable_areas_stop_it() -> None:
    field = Field()
    field.put(B, 1, "EL 5/5", coh=4, value=2)
    field.put(B, 9, "MI 6/5", level=1)
    field.terrain(B, 2, Terrain.RIVER)
    rampage(field, 4, LEFT, 4, RIGHT, 6, 6, column=1)
    assert not field.said(Do.TURN_TO)


@section("4.3", "13.5")
def test_caltrops_end_it_on_the_spot() -> None:
    field = elephant()
    field.terrain(B, 4, Terrain.CALTROP)
    rampage(field, 4, LEFT)
    assert len(field.said(Do.ROLL)) == 1
    assert field.said(Do.CRUSHED)


@section("13.5")
def test_another_elephant_waits_until_this_one_has_ended() -> None:
    field = elephant()
    first = int(field.s.field[9 + 4])
    second = field.put(B, 4, "EL 5/5", coh=3, value=2)
    friend = field.put(B, 3, "MI 6/5")
    # The first runs into the second, which routs; it goes on (6, then 8 is the end). Then the second runs.
    rampage(field, 4, LEFT, 6, 8, 4, LEFT, 8)
    order = [(said.do, said.what) for said in field.log if said.do in (Do.ROUT, Do.STAMPEDE, Do.CRUSHED)]
    assert order == [
        (Do.ROUT, first),
        (Do.STAMPEDE, first),
        (Do.ROUT, second),
        (Do.CRUSHED, first),
        (Do.STAMPEDE, second),
        (Do.CRUSHED, second),
    ]
    assert field.coh(friend) == 2
    assert field.s.lost[B] == 4
    assert field.s.routs[B] == 2


@section("13.5", "10.7")
def test_a_rampage_before_the_clash_may_take_part_in_it() -> None:
    field = Field()
    elephants = field.put(A, 5, "EL 5/5", coh=4)
    foot = field.put(A, 4, "MI 6/5", coh=4)
    field.put(B, 5, "MI 9/5")
    field.put(A, 9, "MI 6/5")
    # The elephant fails its check by 1 and runs into the foot beside it: nobody is left to attack.
    field.fight([5, 4], [5], 0, 6, 0, 4, LEFT, 8)
    assert field.routed() == [elephants, foot]
    assert not field.said(Do.CLASH)
