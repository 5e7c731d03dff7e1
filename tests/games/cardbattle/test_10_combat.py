"""Resolving an attack step by step (10.7)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Edge, Loss, Mark, Module, Why
from hoplon.games.cardbattle.sums import Sums, sums_for
from hoplon.games.cardbattle.tables import Special, Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def numbers(attackers: list[str], targets: list[str], **more: object) -> Sums:
    """The numbers of an attack in the middle; `flank` lists the places of attackers on the flank."""
    module = more.get("module", Module.ANTIQUITY)
    assert isinstance(module, Module)
    field = Field(module)
    a = [field.put(A, 5 - i, code) for i, code in enumerate(attackers)]
    d = [field.put(B, 5 + i, code) for i, code in enumerate(targets)]
    terrain = more.get("terrain", Terrain.CLEAR)
    assert isinstance(terrain, Terrain)
    field.terrain(B, 5, terrain)
    flank = more.get("flank", ())
    assert isinstance(flank, tuple)
    return sums_for(field.states, 0, a, d, [a[i] for i in flank])


@section("10.7", "26")
@pytest.mark.parametrize(
    ("a", "d", "shift"),
    [
        (5, 5, 0),
        (9, 5, 0),
        (10, 5, 1),
        (14, 5, 1),
        (15, 5, 2),
        (5, 9, 0),
        (5, 10, -1),
        (2, 6, -2),
        (1, 10, -9),
    ],
)
def test_step_2_size(a: int, d: int, shift: int) -> None:
    assert numbers([f"MI 6/{a}"], [f"MI 6/{d}"]).size_shift == shift


@section("10.7")
def test_step_2_sizes_of_a_side_add_up() -> None:
    found = numbers(["MI 6/5", "MI 6/6"], ["MI 6/5"])
    assert (found.sizes, found.size_shift) == ((11, 5), 1)


@section("10.7", "26", "13.5", "13.6")
@pytest.mark.parametrize(
    ("attackers", "targets", "shift"),
    [
        (["EL 6/2"], ["MI 6/9"], 0),
        (["MI 6/9"], ["EL 6/2"], 0),
        (["EL 6/9"], ["EL 6/2"], 3),
        (["CH 6/2"], ["MI 6/9"], 0),
        (["CH 6/9"], ["CH Lgt 6/2"], 3),
        (["EL 6/9", "MI 6/5"], ["EL 6/2"], 0),
        (["EL 6/9"], ["CH 6/2"], 0),
    ],
)
def test_step_2_elephants_and_chariots(attackers: list[str], targets: list[str], shift: int) -> None:
    assert numbers(attackers, targets).size_shift == shift


@section("10.7", "26")
def test_step_3_attackers_lead_with_the_higher_value() -> None:
    field = Field()
    weak, strong = field.put(A, 5, "LI 9/5"), field.put(A, 4, "PH 5/9")
    d = field.put(B, 5, "MI 5/5")
    assert sums_for(field.states, 0, [weak, strong], [d]).lead_attacker == strong
    # On the flank (9 + 3) the light infantry is worth as much as the phalanx in front (9 + 3): TQ decides.
    assert sums_for(field.states, 0, [weak, strong], [d], [weak]).lead_attacker == weak
    field.s.tq[weak] = 5
    assert sums_for(field.states, 0, [weak, strong], [d], [weak]).lead_attacker == strong  # lower column


@section("10.7")
def test_step_3_defenders_lead_with_the_lower_value() -> None:
    field = Field()
    a = field.put(A, 5, "PH 7/10")
    skirmishers, light = field.put(B, 5, "SK SL 9/1"), field.put(B, 6, "LI 4/5")
    found = sums_for(field.states, 0, [a], [skirmishers, light])
    assert found.lead_defender == light
    field.terrain(B, 5, Terrain.CAMP)  # 13 - 2 + 3 is still more than 10 + 3
    assert sums_for(field.states, 0, [a], [skirmishers, light]).lead_defender == light
    twin = field.put(B, 4, "LI 5/5")
    assert sums_for(field.states, 0, [a], [twin, light]).lead_defender == twin  # higher TQ
    field.s.tq[twin] = 4
    assert sums_for(field.states, 0, [a], [twin, light]).lead_defender == twin  # lower column


@section("10.7", "26.2")
def test_step_3_counts_superiority_after_the_exceptions() -> None:
    field = Field()
    a = field.put(A, 5, "HC 7/4")
    germans, horse = field.put(B, 5, "GC 5/7"), field.put(B, 6, "LC 9/4")
    # Both stand at 9; the A against LC is worth 3, against German cavalry it is ignored.
    assert sums_for(field.states, 0, [a], [germans, horse]).lead_defender == germans


@section("10.7", "10.2")
def test_steps_4_and_5_front_and_flank() -> None:
    assert numbers(["HC 6/4"], ["HI 6/4"]).base == 6
    found = numbers(["HC 6/4"], ["HI 6/4"], flank=(0,))
    assert (found.base, found.edge) == (9, Edge.FLANK)


@section("10.7", "23.2", "13.10")
@pytest.mark.parametrize(
    ("attacker", "target", "base"),
    [
        ("HI TR 6/5", "LG PR 6/5", 6),
        ("CO Vet 6/5", "MI 6/5", 8),
        ("CO Rec 6/5", "MI 6/5", 8),
        ("CO Con 6/5", "MI 6/5", 7),
        ("MI 6/5", "CO Vet 6/5", 7),
        ("MI 6/5", "CO Rec 6/5", 6),
        ("MI 6/5", "CO Con 6/5", 7),
        ("LP 6/5", "MI 6/5", 6),
        ("MI 6/5", "AT 6/5", 8),
        ("RC 6/5", "BC 6/5", 7),
        ("CA 6/5", "LC NUM 6/5", 7),
        ("CH 6/5", "HI 6/5", 9),
        ("CH Lgt 6/5", "HI 6/5", 7),
        ("HI 6/5", "CH 6/5", 4),
        ("HI 6/5", "CH Lgt 6/5", 3),
    ],
)
def test_step_5_keys(attacker: str, target: str, base: int) -> None:
    assert numbers([attacker], [target]).base == base


@section("10.7", "23.9", "14.2")
@pytest.mark.parametrize(
    ("attacker", "target", "front", "flank", "edge"),
    [
        ("AS 6/5", "AS 6/5", 7, 10, Edge.NONE),
        ("KB 6/5", "AS 6/5", 6, 10, Edge.DEFENDER),
        ("TP 6/5", "AS 6/5", 5, 8, Edge.DEFENDER),
        ("KB 6/5", "YU 6/5", 9, 11, Edge.ATTACKER),
        ("AS 6/5", "OZ 6/5", 10, 11, Edge.ATTACKER),
        ("YU 6/5", "OZ 6/5", 8, 9, Edge.NONE),
    ],
)
def test_step_5_samurai(attacker: str, target: str, front: int, flank: int, edge: Edge) -> None:
    found = numbers([attacker], [target], module=Module.SAMURAI)
    assert (found.base, found.edge) == (front, edge)
    assert numbers([attacker], [target], module=Module.SAMURAI, flank=(0,)).base == flank


@section("10.7", "23.5", "4.1")
@pytest.mark.parametrize(
    ("terrain", "shift"),
    [
        (Terrain.CLEAR, 0), (Terrain.STREAM, -1), (Terrain.WOODS, -1), (Terrain.ROUGH, -1),
        (Terrain.MARSH, 1), (Terrain.CAMP, -2), (Terrain.MOUNTAIN, -1), (Terrain.SLOPE, -1),
        (Terrain.CALTROP, 0), (Terrain.CASTLE, -2), (Terrain.WALL, -2),
    ],
)  # fmt: skip
def test_step_6_terrain_of_the_lead_defender(terrain: Terrain, shift: int) -> None:
    found = numbers(["MI 6/5"], ["MI 6/5"], terrain=terrain)
    assert dict(found.shifts).get(Why.TERRAIN, 0) == shift
    assert found.column == 7 + shift


@section("10.7", "4.1", "26.1", "13.7", "13.9")
@pytest.mark.parametrize("code", ["SK SL 6/5", "BI 6/5"])
def test_step_6_marsh_does_not_harm_sk_and_bi(code: str) -> None:
    assert not numbers(["MI 6/5"], [code], terrain=Terrain.MARSH).shifts
    assert dict(numbers(["MI 6/5"], [code], terrain=Terrain.WOODS).shifts) == {Why.TERRAIN: -1}


@section("10.7", "26")
def test_step_6_the_highest_depletion_of_the_attackers() -> None:
    field = Field()
    a = [field.put(A, 5, "MI 6/5", depletion=1), field.put(A, 4, "MI 6/5", depletion=2)]
    d = field.put(B, 5, "MI 6/5", depletion=3)
    assert sums_for(field.states, 0, a, [d]).shifts == ((Why.DEPLETED, -2),)


@section("10.7", "13.2", "26")
def test_step_6_cataphracts() -> None:
    assert numbers(["HC CAT 6/4"], ["HC 6/4"]).column == 9
    assert numbers(["HC 6/4"], ["HC CAT 6/4"]).column == 5
    assert numbers(["HC CAT 6/4"], ["HC CAT 6/4"]).column == 7
    assert numbers(["HC CAT 6/2", "HC CAT 6/2"], ["HC 6/4"]).column == 9
    assert numbers(["HC 6/2", "HC CAT 6/2"], ["HC 6/4"]).column == 9
    assert numbers(["MI 6/4"], ["EL CAT 6/4"]).column == 3


@section("10.7")
def test_step_6_columns_end_at_1_and_13() -> None:
    assert numbers(["SK SL 6/1"], ["PH 6/10"]).column == 1
    assert numbers(["PH 6/14"], ["SK SL 6/1"]).column == 13


@section("10.7", "23.3")
@pytest.mark.parametrize(
    ("attacker", "target", "edge"),
    [
        ("LG HA 6/5", "HI 6/5", Edge.ATTACKER),
        ("HC 6/5", "PH 6/5", Edge.DEFENDER),
        ("HI 6/5", "HI 6/5", Edge.NONE),
        ("LN 6/5", "LG HA 6/5", Edge.DEFENDER),
        ("HC 6/5", "LP 6/5", Edge.DEFENDER),
        ("HC 6/5", "LI 6/5", Edge.NONE),
        ("CH 6/5", "CH Lgt 6/5", Edge.ATTACKER),
        ("CH Lgt 6/5", "CH 6/5", Edge.NONE),
        ("SK SL 6/1", "CH 6/5", Edge.ATTACKER),
        ("RC 6/5", "HC 6/5", Edge.DEFENDER),
        ("HC 6/5", "RC 6/5", Edge.NONE),
    ],
)
def test_step_7_superiority(attacker: str, target: str, edge: Edge) -> None:
    assert numbers([attacker], [target]).edge == edge


@section("10.7", "13.3", "26.2")
def test_step_7_german_cavalry() -> None:
    assert numbers(["HC 6/4"], ["LC 6/4"]).edge == Edge.ATTACKER
    assert numbers(["HC 6/4"], ["GC 6/4"]).edge == Edge.NONE
    assert numbers(["LC 6/4"], ["PH 6/4"]).edge == Edge.DEFENDER
    assert numbers(["GC 6/4"], ["PH 6/4"]).edge == Edge.NONE
    assert numbers(["HC 6/4"], ["GC 6/4"], flank=(0,)).times == (1, 2)
    field = Field()
    field.rule(A, Special.LONG_SWORDS)
    a, d = field.put(A, 9, "BI 6/6"), field.put(B, 9, "GC 6/7")
    assert sums_for(field.states, 0, [a], [d]).edge == Edge.NONE


@section("10.7", "26")
def test_step_9_multipliers() -> None:
    assert numbers(["LG HA 6/5"], ["HI 6/5"]).times == (1, 2)
    assert numbers(["HC 6/5"], ["PH 6/5"]).times == (3, 1)
    assert numbers(["HC 6/5"], ["PH 6/5"], flank=(0,)).times == (1, 2)  # Q27
    assert numbers(["LG HA 6/5"], ["HI 6/5"], flank=(0,)).times == (1, 2)  # Q26
    assert numbers(["HI 6/5"], ["HI 6/5"]).times == (1, 1)


@section("10.7", "26")
def test_step_10_odd_hits_go_to_the_lead_then_by_column() -> None:
    field = Field()
    a = field.put(A, 5, "MI 9/5", marks=Mark.ENGAGED)
    d = [
        field.put(B, c, code, marks=Mark.ENGAGED) for c, code in ((4, "MI 9/3"), (5, "MI 9/3"), (6, "HI 9/3"))
    ]
    # HI leads (6). Sizes 5:9. Die 9 in column 6: 2/4, the fourth hit goes to the lead.
    field.fight([5], [4, 5, 6], 9)
    assert [field.lost(u, Loss.SHOCK) for u in d] == [1, 1, 2]
    assert field.lost(a, Loss.SHOCK) == 2
    other = Field()
    other.put(A, 5, "MI 9/9", marks=Mark.ENGAGED)
    d = [
        other.put(B, c, code, marks=Mark.ENGAGED) for c, code in ((4, "MI 9/3"), (5, "MI 9/3"), (6, "HI 9/3"))
    ]
    other.fight([5], [4, 5, 6], 0)
    assert [other.lost(u, Loss.SHOCK) for u in d] == [1, 0, 1]


@section("10.7", "26")
def test_a_rout_before_the_clash_changes_the_rest_of_the_attack() -> None:
    field = Field()
    runs = field.put(A, 4, "LG HA 4/5", coh=3)
    stays = field.put(A, 5, "MI 9/5")
    d = field.put(B, 5, "HI 9/5")
    field.fight([5, 4], [5], 5, 0, 0, 5)
    assert field.routed() == [runs]
    assert [said.what for said in field.said(Do.LEAD)] == [stays, d]
    (sizes,) = field.said(Do.SIZES)
    assert (sizes.src, sizes.dst) == (5, 5)
    assert field.n_of(Do.BASE) == 6


@section("10.7")
def test_an_attack_is_over_when_one_side_is_gone_before_the_clash() -> None:
    field = Field()
    a = field.put(A, 5, "LI 9/5 J")
    d = field.put(B, 5, "MI 4/5", coh=3)
    field.put(B, 9, "MI 4/5")
    field.fight([5], [5], 0, 5)
    assert field.routed() == [d]
    assert not field.said(Do.MEET, Do.CLASH)
    assert field.has(a, Mark.NO_MISSILE)


@section("10.7", "26")
def test_attacks_are_resolved_in_the_order_of_designation() -> None:
    field = Field()
    for column in (3, 7):
        field.put(A, column, "MI 9/5", marks=Mark.ENGAGED)
        field.put(B, column, "MI 9/5", marks=Mark.ENGAGED)
    field.attack([7], [7])
    field.attack([3], [3])
    field.roll(Do.RESOLVE, dice=(4, 6))
    leads = [field.column(said.what) for said in field.said(Do.LEAD)]
    assert leads == [7, 7, 3, 3]
    assert [said.n for said in field.said(Do.CLASH)] == [4, 6]
