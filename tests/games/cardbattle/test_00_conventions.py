"""Rulebook 0: words, dice, signs, the order of what happens at the same moment."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Loss, Mark
from hoplon.games.cardbattle.sums import sums_for
from hoplon.games.cardbattle.tables import CRT, HEAVY, KIND_CODES, Kind, Terrain
from hoplon.games.cardbattle.units import is_cav, is_mounted
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import LEFT, Field, shot
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


@section("0.1")
@pytest.mark.parametrize(
    ("code", "traits", "cavalry"),
    [
        ("HC 6/4", (), True),
        ("CA 5/4", (), True),
        ("KB 6/4", (), True),
        ("SM 6/4", ("MOUNTED",), True),
        ("SM 6/4", (), False),
        ("EL 5/5", (), False),
        ("CH 5/3", (), False),
    ],
)
def test_camels_samurai_horse_and_mounted_monsters_are_cavalry_and_elephants_and_chariots_not(
    code: str, traits: tuple[str, ...], cavalry: bool
) -> None:
    field = Field()
    u = field.put(A, 5, code, traits=traits)
    assert bool(is_cav(field.s, u)) == cavalry
    assert bool(is_mounted(field.s, u)) == (cavalry or code[:2] in ("EL", "CH"))


@section("0.1")
def test_heavy_infantry_is_ph_hi_lg_and_two_kinds_of_cohorts() -> None:
    heavy = {KIND_CODES[kind] for kind in Kind if HEAVY[kind]}
    assert heavy == {"PH", "HI", "HI TR", "LG HA", "LG PR", "CO Vet", "CO Rec"}


@section("0.2", "13.5")
def test_a_die_of_0_is_a_0_in_a_shot_and_a_10_in_a_rampage() -> None:
    field, _ = shot("EL 5/5 A", 0, LEFT, 9)
    assert field.n_of(Do.SHOT) == 0
    assert [said.n for said in field.said(Do.ROLL)] == [10, 9]


@section("0.3", "23.1")
def test_a_shift_to_the_right_helps_the_attacker() -> None:
    field = Field()
    a, d = field.put(A, 5, "MI 6/5"), field.put(B, 5, "MI 6/5")
    columns = {}
    for terrain in (Terrain.CASTLE, Terrain.CLEAR, Terrain.MARSH):
        field.terrain(B, 5, terrain)
        columns[terrain] = sums_for(field.states, 0, [a], [d]).column
    assert columns[Terrain.CASTLE] == columns[Terrain.CLEAR] - 2
    assert columns[Terrain.MARSH] == columns[Terrain.CLEAR] + 1
    lead = [int((CRT[:, column, 1] - CRT[:, column, 0]).sum()) for column in range(1, 14)]
    assert lead == sorted(lead)


@section("0.3", "8")
def test_what_is_added_to_the_die_of_a_check_is_bad_for_who_rolls() -> None:
    for attacker, hits in (("EL 6/5", 2), ("HC 6/4", 0)):
        field = Field()
        field.put(A, 5, attacker, marks=Mark.ENGAGED)
        horse = field.put(B, 5, "HC 6/4")
        field.attack([5], [5])
        field.play(Do.RESOLVE, dice=(6, 0))
        assert field.lost(horse, Loss.CHECK) == hits
