"""Withdrawal, and the mobility that allows it (10.4, 5.3)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.attacks import withdraws_from
from hoplon.games.cardbattle.state import Do, Loss, Mark, Module
from hoplon.games.cardbattle.tables import Answer, Card, Special
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


SETS = {
    "SK SL": {"foot": True, "SK SL": False, "HC": False},
    "LI": {"PH": True, "HI": True, "LG HA": True, "CO Vet": True, "CO Con": False, "MI": False, "HC": False},
    "LP": {"HI TR": True, "CO Rec": True, "MI": False},
    "HC": {"PH": True, "SK JA": True, "LC": False},
    "KB": {"AS": True, "KB": False},
    "EL": {"HI": True, "HC": False},
    "CH": {"LI": True, "CH": False},
    "LC": {"HC": True, "EL": True, "CH": True, "LN": True, "LC": False, "GC": False, "CA": False, "HI": True},
    "LC NUM": {"LC": True, "GC": True, "CA": True, "EL": True, "HI": True},
    "CA": {"HI": True, "HC": True, "HC CAT": True, "RC": True, "BC": True, "LN": False, "LC": False},
    "GC": {"HI": True, "HC": False},
    "TP": {"AS": True, "KB": False},
    "PH": {"HI": False}, "MI": {"HI": False}, "BI": {"HI": False}, "AT": {"HI": False}, "OZ": {"AS": False},
}  # fmt: skip


@section("10.4", "23.8", "13.1", "13.4", "13.12")
@pytest.mark.parametrize("defender", SETS)
def test_who_may_withdraw_from_whom(defender: str) -> None:
    for attacker, holds in SETS[defender].items():
        field = Field()
        v = field.put(B, 5, f"{defender} 6/5")
        u = field.put(A, 5, "MI 6/5" if attacker == "foot" else f"{attacker} 6/5")
        assert withdraws_from(field.s, v, u) == holds, attacker


@section("10.4", "15.2", "26")
def test_monsters_withdraw_only_when_mounted() -> None:
    field = Field(Module.FANTASY)
    plain = field.put(B, 4, "SM 6/5")
    rider = field.put(B, 5, "SM 6/5", traits=["MOUNTED"])
    foot = field.put(A, 4, "MI 6/5")
    horse = field.put(A, 5, "HC 6/4")
    beast = field.put(A, 6, "LM 6/4", traits=["MOUNTED"])
    light = field.put(B, 6, "LC 6/4")
    skirmishers = field.put(B, 7, "SK SL 4/1")
    s = field.s
    assert not withdraws_from(s, plain, foot)
    assert withdraws_from(s, rider, foot)
    assert not withdraws_from(s, rider, horse)
    assert not withdraws_from(s, skirmishers, beast)
    assert withdraws_from(s, light, beast)


def asked(unit: str, *attackers: str, **more: object) -> Field:
    """An attack on a unit, closed."""
    field = Field()
    field.put(B, 5, unit, **more)
    for i, code in enumerate(attackers):
        field.put(A, 5 - i, code)
    field.roll(Do.ATTACK, 5, 5)
    for i in range(1, len(attackers)):
        field.roll(Do.JOIN, 5 - i)
    field.play(Do.CLOSE, dice=(0, 0))
    return field


@section("10.4")
def test_one_attacker_locks_the_target() -> None:
    assert asked("LI 5/5", "HI 6/5").mover == B
    assert asked("LI 5/5", "HI 6/5", "LI VE 5/4").mover == A


@section("10.4")
def test_markers_forbid_the_withdrawal() -> None:
    assert asked("HC 6/4", "HI 6/5", level=1).mover == A
    assert asked("HC 6/4", "HI 6/5", marks=Mark.ENGAGED).mover == B  # Q56
    assert asked("EL 6/4", "HI 6/5", marks=Mark.ENGAGED).mover == A
    assert asked("EL 6/4", "HI 6/5").mover == B


@section("10.4", "13.6", "13.2")
@pytest.mark.parametrize(
    ("unit", "die", "flank", "hits", "marked"),
    [
        ("SK SL 4/1", 4, False, 0, True),
        ("LI 5/5", 9, False, 1, True),
        ("LI 5/5", 4, True, 1, True),
        ("LI 5/5", 9, True, 2, True),
        ("HC 6/4", 6, False, 0, False),
        ("HC 6/4", 7, False, 1, True),
        ("HC CAT 6/4", 0, False, 0, True),
        ("EL CAT 6/4", 0, False, 0, False),
        ("EL 6/4", 9, False, 1, True),
        ("CH 6/4", 0, False, 1, True),
        ("CH Lgt 6/4", 9, True, 2, True),
    ],
)
def test_what_a_withdrawal_costs(unit: str, die: int, flank: bool, hits: int, marked: bool) -> None:
    field = Field()
    u = field.put(B, 5, unit)
    field.put(A, 5, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    if flank:
        field.hand(A, Card.FLANK)
        field.roll(Do.FLANK_CARD, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(die,))
    assert field.lost(u, Loss.WITHDRAWAL) == hits
    assert field.s.level_m[u] == marked
    assert field.has(u, Mark.OW)


@section("10.4")
def test_a_withdrawal_may_rout() -> None:
    field = Field()
    u = field.put(B, 5, "LI 5/5", coh=4)
    field.put(A, 5, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(9,))
    assert field.routed() == [u]
    assert field.s.attacks == 0


@section("10.4", "26")
def test_attackers_whose_targets_withdrew_are_free_and_their_cards_spent() -> None:
    field = Field()
    u = field.put(A, 5, "HI 6/5")
    v = field.put(B, 6, "LI 9/5")
    field.put(B, 4, "MI 5/5")
    field.hand(A, Card.FLANK)
    field.roll(Do.ATTACK, 5, 6)
    field.roll(Do.FLANK_CARD, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(0,))
    assert field.said(Do.VOID)
    assert field.s.hand_n[A] == 0
    assert not field.has(u, Mark.FLANK | Mark.ATTACKING)
    assert not field.allows(Do.ATTACK, 5, 6)  # it has withdrawn this phase
    assert field.allows(Do.ATTACK, 5, 4)
    field.attack([5], [4])
    field.play(Do.RESOLVE, dice=(0, 0, 5))
    assert field.column(v) == 6
    assert not field.has(v, Mark.OW)  # 10.8: markers go at the end of the phase


@section("10.4")
def test_each_target_decides_for_itself() -> None:
    field = Field()
    field.put(A, 5, "PH 7/10")
    light = field.put(B, 5, "LI VE 5/4")
    skirmishers = field.put(B, 6, "SK SL 4/1")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.ALSO, 6)
    field.roll(Do.CLOSE)
    assert field.s.pending.actions[field.s.pending.n - 1].what == light
    field.roll(Do.WITHDRAW, dice=(0,))
    assert field.s.pending.actions[field.s.pending.n - 1].what == skirmishers
    field.roll(Do.STAND)
    assert not field.said(Do.VOID)
    assert list(field.s.target[:3]) == [skirmishers, -1, -1]


@section("18.1", "10.4")
@pytest.mark.parametrize(
    ("answer", "unit", "leaves"),
    [
        (Answer.SK_ALWAYS_OW, "SK SL 9/1", True),
        (Answer.SK_ALWAYS_OW, "LI 9/5", False),
        (Answer.LI_ALWAYS_OW, "LI 9/5", True),
        (Answer.LI_ALWAYS_OW, "LP 9/5", False),
        (Answer.CAV_ALWAYS_OW, "HC 9/5", True),
        (Answer.CAV_ALWAYS_OW, "CA 9/5", True),
        (Answer.CAV_ALWAYS_OW, "EL 9/5", False),
        (Answer.ALL_ALWAYS_OW, "EL 9/5", True),
    ],
)
def test_preferences_withdraw(answer: Answer, unit: str, leaves: bool) -> None:
    field = Field()
    field.s.answers[B] = 1 << answer
    field.put(A, 5, "HI 6/5")
    u = field.put(B, 5, unit)
    field.roll(Do.ATTACK, 5, 5)
    field.play(Do.CLOSE, dice=(0,))
    assert field.has(u, Mark.OW) == leaves
    assert (field.mover == B) != leaves


@section("10.4", "5.3", "26.1")
@pytest.mark.parametrize(
    ("attacker", "engaged", "both", "holds"),
    [
        ("LC 6/4", False, False, True),
        ("LC 6/4", True, False, False),
        ("LC 6/4", False, True, True),
        ("LC 7/4", False, True, False),
        ("GC 7/4", False, False, True),
        ("GC 7/4", True, False, False),
        ("CA 7/4", True, True, True),
        ("HC 7/4", True, True, True),
    ],
)
def test_mobility(attacker: str, engaged: bool, both: bool, holds: bool) -> None:
    field = Field()
    u = field.put(A, 5, attacker)
    v = field.put(B, 5, "LC 6/4", marks=Mark.ENGAGED if engaged else 0)
    numidian = field.put(B, 4, "LC NUM 5/4", marks=Mark.ENGAGED)
    field.rule(B, Special.MOBILITY)
    if both:
        field.rule(A, Special.MOBILITY)
    assert withdraws_from(field.s, v, u) == holds
    assert withdraws_from(field.s, numidian, u)
