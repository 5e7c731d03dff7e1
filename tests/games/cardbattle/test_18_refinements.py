"""The refinements spqr.* (18.1), each off by default."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Edge, Loss, Mark, Phase, Place, Why
from hoplon.games.cardbattle.sums import Sums, sums_for
from hoplon.games.cardbattle.tables import Pref
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

ALL = [
    Pref.SIZE_ROUNDING, Pref.SKIRMISH_HIT_CAP, Pref.LIGHT_CAVALRY_HALVED, Pref.FLANK_EXCEPTIONS,
    Pref.DEPLETED_FIRE, Pref.DEPLETED_DEFENDER, Pref.CHARIOT_MISSILE_DOUBLE, Pref.PHALANX_DISTRIBUTION,
    Pref.PHALANX_STAND, Pref.MISSILE_CANCELS_DS, Pref.INDIAN_ELEPHANTS,
]  # fmt: skip


@section("18.1")
def test_all_are_off_by_default() -> None:
    assert not any(Field().s.pref[pref] for pref in ALL)


def numbers(pref: Pref, attacker: str, target: str, flank: bool = False, **more: object) -> tuple[Sums, Sums]:
    """The numbers of an attack without and with a refinement; `a` and `b` describe the units further."""
    field = Field()
    first, second = more.get("a", {}), more.get("b", {})
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    a, d = field.put(A, 5, attacker, **first), field.put(B, 5, target, **second)
    without = sums_for(field.states, 0, [a], [d], [a] if flank else [])
    field.prefer(pref)
    return without, sums_for(field.states, 0, [a], [d], [a] if flank else [])


@section("18.1")
@pytest.mark.parametrize(
    ("a", "d", "engaged", "shift"),
    [
        (9, 5, False, 1),
        (9, 5, True, 0),
        (5, 9, False, 0),
        (5, 9, True, -1),
        (10, 5, False, 1),
        (5, 10, True, -1),
        (5, 5, False, 0),
        (5, 5, True, 0),
    ],
)
def test_size_rounding(a: int, d: int, engaged: bool, shift: int) -> None:
    marks = {"marks": Mark.ENGAGED if engaged else 0}
    _, found = numbers(Pref.SIZE_ROUNDING, f"MI 6/{a}", f"MI 6/{d}", a=marks)
    assert found.size_shift == shift


def fought(pref: Pref | None, attacker: str, target: str, die: int, flank: bool = False) -> tuple[int, int]:
    """The hits of both in a fight without checks."""
    field = Field()
    if pref is not None:
        field.prefer(pref)
    u = field.put(A, 5, attacker, marks=Mark.ENGAGED)
    v = field.put(B, 5, target, marks=Mark.ENGAGED)
    field.put(A, 9, "MI 6/5")
    field.put(B, 8, "MI 6/5", level=1)
    field.attack([5], [5], flank=5 if flank else 0)
    field.play(Do.RESOLVE, dice=(die, 0, 0, 0, 0))
    return field.lost(u, Loss.SHOCK), field.lost(v, Loss.SHOCK)


@section("18.1")
def test_skirmish_hit_cap() -> None:
    pref = Pref.SKIRMISH_HIT_CAP
    assert fought(None, "SK SL 9/5", "SK SL 9/5", 4) == (2, 2)
    assert fought(pref, "SK SL 9/5", "SK SL 9/5", 4) == (1, 1)
    assert fought(None, "SK SL 9/1", "HI 9/3", 9) == (9, 2)
    assert fought(pref, "SK SL 9/1", "HI 9/3", 9) == (9, 1)
    assert fought(None, "MI 9/5", "SK SL 9/5", 0) == (3, 4)
    assert fought(pref, "MI 9/5", "SK SL 9/5", 0) == (1, 4)


@section("18.1")
def test_light_cavalry_halved() -> None:
    pref = Pref.LIGHT_CAVALRY_HALVED
    assert fought(None, "LC 9/5", "MI 9/5", 9)[1] == 3
    assert fought(pref, "LC 9/5", "MI 9/5", 9)[1] == 1
    assert fought(None, "LC 9/5", "HI 9/5", 9, flank=True)[1] == 8
    assert fought(pref, "LC 9/5", "HI 9/5", 9, flank=True)[1] == 4
    assert fought(pref, "LC 9/5", "CO Vet 9/5", 9, flank=True)[1] == 4
    assert fought(pref, "LC 9/5", "LI 9/5", 9) == fought(None, "LC 9/5", "LI 9/5", 9)
    assert fought(pref, "HC 9/5", "MI 9/5", 9) == fought(None, "HC 9/5", "MI 9/5", 9)
    assert fought(pref, "MI 9/5", "LC 9/5", 9) == fought(None, "MI 9/5", "LC 9/5", 9)


@section("18.1")
@pytest.mark.parametrize(
    ("attacker", "target", "times"),
    [
        ("HC 6/4", "EL 6/5", 1),
        ("EL 6/4", "EL 6/5", 1),
        ("MI 6/4", "SK SL 6/1", 1),
        ("MI 6/4", "EL 6/5", 2),
        ("HC 6/4", "HI 6/5", 2),
    ],
)
def test_flank_exceptions(attacker: str, target: str, times: int) -> None:
    without, found = numbers(Pref.FLANK_EXCEPTIONS, attacker, target, flank=True)
    assert without.times == (1, 2)
    assert found.times == (1, times)
    assert (found.base, found.edge) == (without.base, Edge.FLANK)


def volley(pref: Pref, firer: str, target: str, depletion: int = 0) -> Field:
    """A shot with a die of 2."""
    field = Field()
    field.prefer(pref)
    field.phase(Phase.MISSILE)
    field.put(A, 5, firer, depletion=depletion)
    field.put(B, 5, target)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(2,))
    return field


@section("18.1")
def test_depleted_fire() -> None:
    assert volley(Pref.DEPLETED_FIRE, "SK AR 4/1 A", "MI 6/5").modifiers() == []
    assert volley(Pref.DEPLETED_FIRE, "SK AR 4/1 A", "MI 6/5", 2).modifiers() == [(Why.DEPLETED, 1)]
    assert volley(Pref.SIZE_ROUNDING, "SK AR 4/1 A", "MI 6/5", 2).modifiers() == []


@section("18.1")
def test_chariot_missile_double() -> None:
    for chariots in ("CH 6/3", "CH Lgt 6/3"):
        assert volley(Pref.CHARIOT_MISSILE_DOUBLE, "SK AR 4/1 A", chariots).n_of(Do.HIT) == 2
        assert volley(Pref.SIZE_ROUNDING, "SK AR 4/1 A", chariots).n_of(Do.HIT) == 1
    assert volley(Pref.CHARIOT_MISSILE_DOUBLE, "SK AR 4/1 A", "HC 6/3").n_of(Do.HIT) == 1
    assert volley(Pref.CHARIOT_MISSILE_DOUBLE, "AT 4/1 P", "CH 6/3").n_of(Do.HIT) == 2


@section("18.1")
def test_depleted_defender() -> None:
    without, found = numbers(Pref.DEPLETED_DEFENDER, "MI 6/5", "MI 6/5", b={"depletion": 2})
    assert without.shifts == ()
    assert found.shifts == ((Why.DEPLETED_DEFENDER, 1),)
    assert found.column == without.column + 1


def shared(*given: int) -> tuple[Field, list[int]]:
    """A phalanx gives the hits of three light units, one by one."""
    field = Field()
    field.prefer(Pref.PHALANX_DISTRIBUTION)
    field.put(A, 5, "PH 9/10", marks=Mark.ENGAGED)
    targets = [field.put(B, c, "LI 6/3", marks=Mark.ENGAGED) for c in (4, 5, 6)]
    field.attack([5], [4, 5, 6])
    field.roll(Do.RESOLVE, dice=(4,))  # column 10: 2/3, doubled
    assert field.mover == A
    for place in given[:-1]:
        field.roll(Do.GIVE, place)
        assert field.mover == A
    field.play(Do.GIVE, given[-1], dice=(0, 0, 0))
    return field, targets


@section("18.1")
def test_phalanx_distribution() -> None:
    field, targets = shared(2, 2, 2, 2, 2, 2)
    assert [field.coh(u) for u in targets] == [0, 6, 0]
    assert field.routed() == [targets[1]]
    assert field.s.phase == Phase.RALLY
    field, targets = shared(1, 3, 1, 3, 1, 3)
    assert [field.coh(u) for u in targets] == [3, 0, 3]


@section("18.1")
@pytest.mark.parametrize(
    ("attacker", "targets"),
    [("HI 9/10", ("LI 9/3", "LI 9/3")), ("PH 9/10", ("LI 9/3", "PH 9/3")), ("PH 9/10", ("LI 9/3",))],
)
def test_who_does_not_choose(attacker: str, targets: tuple[str, ...]) -> None:
    field = Field()
    field.prefer(Pref.PHALANX_DISTRIBUTION)
    field.put(A, 5, attacker, marks=Mark.ENGAGED)
    for i, code in enumerate(targets):
        field.put(B, 5 + i, code, marks=Mark.ENGAGED)
    field.attack([5], [5 + i for i in range(len(targets))])
    field.play(Do.RESOLVE, dice=(4, 0, 0, 0))
    assert not field.s.pending.n


@section("18.1")
@pytest.mark.parametrize(
    ("seat", "coh", "die", "stands"),
    [(B, 5, 7, True), (B, 5, 8, False), (B, 6, 6, True), (B, 6, 7, False), (A, 5, 4, True), (A, 5, 5, False)],
)
def test_phalanx_stand(seat: int, coh: int, die: int, stands: bool) -> None:
    """Column 7, die 4: 2/2. TQ 7: die + excess (+3 attacking) up to 7 stays with 6 hits."""
    field = Field()
    field.prefer(Pref.PHALANX_STAND)
    units = {
        A: field.put(A, 5, "PH 7/10", marks=Mark.ENGAGED),
        B: field.put(B, 5, "PH 7/10", marks=Mark.ENGAGED),
    }
    field.put(A, 9, "MI 6/5")
    field.put(B, 3, "MI 6/5")
    u = units[seat]
    field.s.coh[u] = coh
    field.attack([5], [5])
    field.play(Do.RESOLVE, dice=(4, die, 0, 0))
    assert field.n_of(Do.REFUSE) == die
    excess = [(Why.EXCESS, coh - 5)] if coh > 5 else []
    assert field.modifiers() == excess + ([(Why.ATTACKING, 3)] if seat == A else [])
    assert (field.s.place[u] == Place.FIELD) == stands
    assert [(said.what, said.n) for said in field.said(Do.SPARED)] == ([(u, 6)] if stands else [])


@section("18.1")
@pytest.mark.parametrize(
    ("attacker", "target", "marks", "before", "after"),
    [
        ("HC 6/4", "LG HA 6/5", Mark.NO_MISSILE, Edge.DEFENDER, Edge.NONE),
        ("HC 6/4", "LG HA 6/5", 0, Edge.DEFENDER, Edge.DEFENDER),
        ("LC 6/4", "MI 6/5", Mark.NO_MISSILE, Edge.DEFENDER, Edge.NONE),
        ("LC 6/4", "LI 6/5", Mark.NO_MISSILE, Edge.DEFENDER, Edge.NONE),
        ("LC 6/4", "LP 6/5", Mark.NO_MISSILE, Edge.DEFENDER, Edge.DEFENDER),
        ("LC 6/4", "PH 6/5", Mark.NO_MISSILE, Edge.DEFENDER, Edge.DEFENDER),
        ("SK SL 6/4", "MI 6/5", Mark.NO_MISSILE, Edge.DEFENDER, Edge.DEFENDER),
        ("HC CAT 6/4", "LG HA 6/5", 0, Edge.DEFENDER, Edge.NONE),
        ("HC CAT 6/4", "CO Vet 6/5", 0, Edge.DEFENDER, Edge.NONE),
        ("HC CAT 6/4", "HI 6/5", 0, Edge.DEFENDER, Edge.DEFENDER),
    ],
)
def test_missile_cancels_ds(attacker: str, target: str, marks: int, before: Edge, after: Edge) -> None:
    without, found = numbers(Pref.MISSILE_CANCELS_DS, attacker, target, b={"marks": marks})
    assert (without.edge, found.edge) == (before, after)


@section("18.1")
def test_indian_elephants() -> None:
    indian = {"traits": ["INDIAN"]}
    without, found = numbers(Pref.INDIAN_ELEPHANTS, "EL 6/5", "MI 6/5", a=indian)
    assert (found.shifts, found.column) == (((Why.INDIAN, 1),), without.column + 1)
    without, found = numbers(Pref.INDIAN_ELEPHANTS, "EL 6/5", "EL 6/5", a=indian)
    assert (without.edge, found.edge) == (Edge.NONE, Edge.ATTACKER)
    _, found = numbers(Pref.INDIAN_ELEPHANTS, "EL 6/5", "EL 6/5", a=indian, b=indian)
    assert found.edge == Edge.NONE
    _, found = numbers(Pref.INDIAN_ELEPHANTS, "EL 6/5", "EL 6/5", b=indian)
    assert (found.edge, found.shifts) == (Edge.NONE, ())
