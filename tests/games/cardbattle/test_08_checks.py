"""TQ checks (8) and every row of their modifiers (23.6)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplon.games.cardbattle.state import Check, Do, Loss, Module, Why
from hoplon.games.cardbattle.tables import Card, Special
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def drms(field: Field, u: int) -> dict[Why, int]:
    """The modifiers of a unit's check, as the log lists them under it."""
    found: dict[Why, int] = {}
    mine = False
    for said in field.log:
        if said.do == Do.CHECK:
            mine = said.what == u
        elif said.do == Do.MODIFY and mine:
            found[Why(said.what)] = said.n
        elif said.do == Do.FACE:
            break
    return found


def duel(attacker: str, target: str, *dice: int, **more: Any) -> tuple[Field, int, int]:
    """An attack of one unit on another; the dice may include those of tests that follow."""
    field = Field(more.pop("module", Module.ANTIQUITY))
    for seat, name in ((A, "rule_a"), (B, "rule_b")):
        if name in more:
            field.rule(seat, more.pop(name))
    a = field.put(A, 5, attacker, **more.pop("a", {}))
    d = field.put(B, 5, target, **more.pop("b", {}))
    assert not more
    field.attack([5], [5], flank=5 if attacker.startswith(("HC", "LC")) and target.startswith("EL") else 0)
    field.play(Do.RESOLVE, dice=(*dice, 0, 0, 0))
    return field, a, d


@section("8")
@pytest.mark.parametrize(("die", "margin"), [(6, 0), (7, 0), (8, 1), (9, 2)])
def test_a_check_fails_by_what_the_die_exceeds_the_tq(die: int, margin: int) -> None:
    field, a, _ = duel("HI 7/5", "HI 9/5", die, 0, 5)
    assert field.lost(a, Loss.CHECK) == margin
    first = field.said(Do.PASSED, Do.FAILED)[0]
    assert (first.do, first.n) == ((Do.FAILED, margin) if margin else (Do.PASSED, 7 - die))


@section("8")
def test_hits_already_taken_do_not_lower_the_tq() -> None:
    field, a, _ = duel("HI 7/5", "HI 9/5", 7, 0, 5, a={"coh": 3})
    assert field.lost(a, Loss.CHECK) == 0


@section("8", "10.7")
def test_attackers_check_first_then_targets_each_by_column() -> None:
    field = Field()
    a5 = field.put(A, 5, "HI 9/5")
    a4 = field.put(A, 4, "HI 9/5")
    d = field.put(B, 5, "HI 9/5")
    field.attack([5, 4], [5])
    field.play(Do.RESOLVE, dice=(1, 2, 3, 5))
    checks = [(said.what, said.n) for said in field.said(Do.CHECK)]
    assert checks == [(a4, 1), (a5, 2), (d, 3)]


@section("8", "23.6", "13.6")
@pytest.mark.parametrize("chariots", ["CH 6/3", "CH Lgt 6/3"])
def test_attacked_by_chariots(chariots: str) -> None:
    field, a, d = duel(chariots, "MI 6/5", 0, 0, 5)
    assert drms(field, d) == {Why.CHARIOTS: 1}
    assert drms(field, a) == {}


@section("8", "23.6", "13.1", "13.5")
def test_cavalry_attacked_by_elephants() -> None:
    for horse in ("HC 6/4", "LC 6/4", "CA 6/4", "GC 6/7", "LN 6/4", "RC 6/4", "BC 6/4", "HC CAT 6/4"):
        field, a, d = duel("EL 7/5", horse, 0, 0, 5)
        assert drms(field, d) == {Why.ELEPHANTS: 2}
        assert drms(field, a) == {}
    field, _, d = duel("EL 7/5", "MI 6/5", 0, 0, 5)
    assert drms(field, d) == {}
    field, a, _ = duel("HC 6/4", "EL 7/5", 0, 0, 5)
    assert drms(field, a) == {}


@section("8", "23.6", "13.12")
def test_cavalry_and_camels() -> None:
    field, a, d = duel("CA 6/4", "HC 6/4", 0, 0, 5)
    assert (drms(field, a), drms(field, d)) == ({}, {Why.CAMELS: 2})
    field, a, d = duel("HC 6/4", "CA 6/4", 0, 0, 5)
    assert (drms(field, a), drms(field, d)) == ({Why.CAMELS: 1}, {})
    field, a, d = duel("CA 6/4", "CA 7/4", 0, 0, 5)
    assert (drms(field, a), drms(field, d)) == ({}, {})
    field, a, d = duel("CA 6/4", "MI 6/4", 0, 0, 5)
    assert (drms(field, a), drms(field, d)) == ({}, {})


@section("8", "23.6", "15.2")
def test_fear_and_terror() -> None:
    fantasy = {"module": Module.FANTASY}
    field, a, d = duel("HI 6/5", "SM 6/5", 0, 0, 5, b={"traits": ["FEAR"]}, **fantasy)
    assert (drms(field, a), drms(field, d)) == ({Why.FEAR: 1}, {})
    field, a, _ = duel("HI 6/5", "SM 6/5", 0, 0, 5, b={"traits": ["TERROR"]}, **fantasy)
    assert drms(field, a) == {Why.TERROR: 2}
    field, a, _ = duel("HI 6/5", "SM 6/5", 0, 0, 5, b={"traits": ["FEAR", "TERROR"]}, **fantasy)
    assert drms(field, a) == {Why.TERROR: 2}
    field, _, d = duel("SM 6/5", "HI 6/5", 0, 0, 5, a={"traits": ["FEAR", "TERROR"]}, **fantasy)
    assert drms(field, d) == {}
    # Q94: monsters feel it too.
    field, a, _ = duel("LM 6/5", "SM 6/5", 0, 0, 5, b={"traits": ["FEAR"]}, **fantasy)
    assert drms(field, a) == {Why.FEAR: 1}


@section("8", "15.2")
def test_the_worst_of_all_targets_counts() -> None:
    field = Field(Module.FANTASY)
    a = field.put(A, 5, "HI 6/5")
    field.put(B, 4, "SM 6/5", traits=["FEAR"])
    field.put(B, 5, "SM 6/5", traits=["TERROR"])
    field.attack([5], [4, 5])
    field.play(Do.RESOLVE, dice=(0, 0, 0, 5))
    assert drms(field, a) == {Why.TERROR: 2}


def withdrawal(unit: str, flank: bool, **more: Any) -> dict[Why, int]:
    """The modifiers of a withdrawal from HI."""
    field = Field(more.pop("module", Module.ANTIQUITY))
    if "rule" in more:
        field.rule(B, more.pop("rule"))
    field.put(A, 5, "HI 6/5")
    field.put(B, 5, unit, **more)
    field.roll(Do.ATTACK, 5, 5)
    if flank:
        field.hand(A, Card.FLANK)
        field.roll(Do.FLANK_CARD, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(0,))
    assert field.said(Do.CHECK)[0].src == Check.WITHDRAWAL
    return dict(field.modifiers())


@section("8", "23.6", "10.4")
def test_withdrawal() -> None:
    assert withdrawal("HC 6/4", False) == {}
    assert withdrawal("HC 6/4", True) == {Why.FLANK: 2}
    assert withdrawal("CH 6/3", False) == {Why.OWN_CHARIOT: 1}
    assert withdrawal("CH Lgt 6/3", True) == {Why.FLANK: 2, Why.OWN_CHARIOT: 1}


@section("8", "23.6", "5.2", "13.9")
def test_ferocity_of_an_army_counts_in_every_check_of_bi_and_li() -> None:
    for unit in ("BI 6/6", "LI 6/5", "LI VE 6/5"):
        field, a, _ = duel(unit, "MI 6/5", 0, 0, 5, rule_a=Special.FEROCITY)
        assert drms(field, a) == {Why.FEROCITY: -2}
        field, _, d = duel("MI 6/5", unit, 0, 0, 5, rule_b=Special.FEROCITY)
        assert drms(field, d) == {Why.FEROCITY: -2}
    for unit in ("LP 6/5", "MI 6/5", "LC 6/4"):
        field, a, _ = duel(unit, "MI 6/5", 0, 0, 5, rule_a=Special.FEROCITY)
        assert drms(field, a) == {}
    field, a, _ = duel("BI 6/6", "MI 6/5", 0, 0, 5, rule_b=Special.FEROCITY)
    assert drms(field, a) == {}
    assert withdrawal("LI 6/5", False, rule=Special.FEROCITY) == {Why.FEROCITY: -2}


@section("8", "23.6", "15.2")
def test_the_characteristic_ferocity_counts_in_every_check() -> None:
    more: dict[str, Any] = {"module": Module.FANTASY}
    field, a, _ = duel("SM 6/5", "MI 6/5", 0, 0, 5, a={"traits": ["FEROCITY"]}, **more)
    assert drms(field, a) == {Why.SAVAGE: -2}
    field, _, d = duel("MI 6/5", "SM 6/5", 0, 0, 5, b={"traits": ["FEROCITY"]}, **more)
    assert drms(field, d) == {Why.SAVAGE: -2}
    raid = Field(Module.FANTASY)
    raid.put(A, 5, "SM 6/5", traits=["FEROCITY"])
    raid.roll(Do.RAID, 5)
    raid.roll(Do.RESOLVE, dice=(8,))
    assert raid.modifiers() == [(Why.SAVAGE, -2)]
    assert raid.n_of(Do.PASSED) == 0
    riders = Field(Module.FANTASY)
    riders.put(A, 5, "SM 6/5", traits=["FEROCITY", "MOUNTED"])
    riders.put(B, 5, "MI 6/5")
    riders.roll(Do.ATTACK, 5, 5)
    riders.roll(Do.FLANK_ORDER, 5, dice=(8,))
    assert riders.modifiers() == [(Why.SAVAGE, -2)]
    assert riders.said(Do.FLANKS)


@section("8", "23.6")
def test_modifiers_add_up() -> None:
    field = Field()
    field.put(A, 4, "EL 9/5")
    field.put(A, 5, "CH 9/3")
    d = field.put(B, 5, "LC 6/4")
    field.attack([4, 5], [5])
    field.play(Do.RESOLVE, dice=(0, 0, 4, 0, 0))
    assert drms(field, d) == {Why.CHARIOTS: 1, Why.ELEPHANTS: 2}
    assert field.lost(d, Loss.CHECK) == 1
