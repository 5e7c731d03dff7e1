"""Attacks across zones, and what hidden units do to attacks (10.5, 4.4)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Mark, Module
from hoplon.games.cardbattle.tables import Card
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10.5", "3.2")
@pytest.mark.parametrize(("src", "dst"), [(2, 3), (3, 2), (7, 8), (8, 7)])
def test_across_zones(src: int, dst: int) -> None:
    field = Field()
    u = field.put(A, src, "LC 7/5")
    field.put(B, dst, "HI 8/6")
    assert field.allows(Do.ATTACK, src, dst)
    field.roll(Do.ATTACK, src, dst)
    assert field.has(u, Mark.FLANK)
    assert not field.allows(Do.FLANK_ORDER, src)


@section("10.5")
def test_an_enemy_in_the_zone_facing_the_attacker_forbids_it() -> None:
    field = Field()
    field.put(A, 2, "LC 7/5")
    field.put(B, 3, "HI 8/6")
    field.put(B, 1, "SK SL 4/1")
    assert not field.allows(Do.ATTACK, 2, 3)


@section("10.5", "10.3", "13.6")
@pytest.mark.parametrize(
    ("code", "flanks"),
    [("PH 7/9", False), ("HI 7/11", False), ("CH 7/3", False), ("HI 7/10", True), ("SK SL 5/1", True)],
)
def test_those_who_cannot_flank_attack_frontally_across_zones(code: str, flanks: bool) -> None:
    field = Field()
    u = field.put(A, 2, code)
    field.put(B, 3, "HI 8/6")
    field.roll(Do.ATTACK, 2, 3)
    assert field.has(u, Mark.FLANK) == flanks


@section("10.5", "13.6")
def test_chariots_flank_across_zones_with_a_card() -> None:
    field = Field()
    u = field.put(A, 2, "CH 7/3")
    field.put(B, 3, "HI 8/6")
    field.hand(A, Card.FLANK)
    field.roll(Do.ATTACK, 2, 3)
    field.roll(Do.FLANK_CARD, 2)
    assert field.has(u, Mark.FLANK)


@section("10.5")
def test_cavalry_attacks_an_elephant_across_zones_without_a_card() -> None:
    field = Field()
    field.put(A, 2, "HC 7/4")
    field.put(B, 3, "EL 6/5")
    assert field.allows(Do.ATTACK, 2, 3)


@section("10.5", "10.8")
def test_an_attack_across_zones_does_not_engage() -> None:
    field = Field()
    u = field.put(A, 2, "LC 9/5")
    v = field.put(B, 3, "HI 9/6")
    field.fight([2], [3], 0, 0, 5)
    assert not field.has(u, Mark.ENGAGED)
    assert not field.has(v, Mark.ENGAGED)


@section("10.5", "3.5", "16")
def test_no_attack_across_zones_at_the_hot_gates() -> None:
    field = Field(Module.THERMOPYLAE)
    field.put(A, 2, "HI 8/5")
    field.put(B, 3, "HI 9/5")
    field.roll(Do.ATTACK, 2, 3)
    assert not field.said(Do.FLANKS)


@section("4.4", "10.5")
def test_a_hidden_unit_spoils_an_attack_across_zones_and_is_revealed() -> None:
    field = Field()
    u = field.put(A, 2, "LC 7/5")
    field.put(B, 3, "HI 8/6")
    hidden = field.put(B, 1, "LI 5/5", marks=Mark.HIDDEN)
    assert field.allows(Do.ATTACK, 2, 3)
    field.roll(Do.ATTACK, 2, 3)
    assert [said.what for said in field.said(Do.REVEAL)] == [hidden]
    assert field.s.attacks == 0
    assert not field.has(u, Mark.ATTACKING)
    assert field.mover == A
    assert not field.allows(Do.ATTACK, 2, 3)


@section("4.4", "10.3")
def test_a_hidden_neighbour_closes_the_flank_and_costs_neither_card_nor_order() -> None:
    for do in (Do.FLANK_CARD, Do.FLANK_ORDER):
        field = Field()
        field.put(A, 2, "HC 9/4")
        field.put(B, 1, "SK SL 4/1")
        field.put(B, 2, "HI 8/6")
        hidden = field.put(B, 3, "LI 5/5", marks=Mark.HIDDEN)
        field.hand(A, Card.FLANK)
        field.roll(Do.ATTACK, 2, 2)
        field.roll(do, 2)
        assert [said.what for said in field.said(Do.REVEAL)] == [hidden]
        assert field.s.hand_n[A] == 1
        assert field.s.flank_orders == 0
        assert not field.allows(do, 2)
        assert field.allows(Do.CLOSE)


@section("4.4", "10.5")
def test_a_hidden_unit_cannot_be_attacked() -> None:
    field = Field()
    field.put(A, 2, "LC 7/5")
    field.put(B, 3, "HI 8/6", marks=Mark.HIDDEN)
    assert not field.allows(Do.ATTACK, 2, 3)
