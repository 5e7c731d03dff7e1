"""Front and flank, and getting there (10.2, 10.3)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.attacks import can_flank
from hoplon.games.cardbattle.state import Check, Do, Mark, Module, Place
from hoplon.games.cardbattle.tables import Card, Pref, Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def flank_field(attacker: str, target: str, **more: object) -> Field:
    """An attack just opened in column 5; the target has no neighbours."""
    field = Field(Module.FANTASY)
    field.put(A, 5, attacker, **more)
    field.put(B, 5, target)
    field.roll(Do.ATTACK, 5, 5)
    return field


@section("10.3")
@pytest.mark.parametrize(
    ("attacker", "target", "order", "card"),
    [
        ("HC 6/4", "HI 6/5", True, True),
        ("LC 6/4", "SK SL 4/1", True, True),
        ("EL 6/5", "PH 6/10", True, True),
        ("CA 6/4", "AT 5/2 P", True, True),
        ("HC 6/4", "LC 6/4", False, True),
        ("HC 6/11", "HI 6/5", False, False),
        ("HC 6/10", "HI 6/5", True, True),
        ("CH 6/3", "HI 6/5", False, True),
        ("CH Lgt 6/3", "HI 6/5", False, True),
        ("HI 6/5", "HI 6/5", False, True),
        ("SK SL 6/1", "HI 6/5", False, True),
        ("PH 6/9", "HI 6/5", False, False),
    ],
)
def test_orders_and_cards(attacker: str, target: str, order: bool, card: bool) -> None:
    field = flank_field(attacker, target)
    assert field.allows(Do.FLANK_ORDER, 5) == order
    assert not field.allows(Do.FLANK_CARD, 5)
    field.hand(A, Card.FLANK)
    assert field.allows(Do.FLANK_CARD, 5) == card


@section("10.3", "3.4")
def test_the_target_needs_an_open_side() -> None:
    field = flank_field("HC 6/4", "HI 6/5")
    field.hand(A, Card.FLANK)
    field.put(B, 4, "HI 6/5")
    assert field.allows(Do.FLANK_ORDER, 5)
    blocker = field.put(B, 6, "HI 6/5", marks=Mark.OW)
    assert not field.allows(Do.FLANK_ORDER, 5)
    assert not field.allows(Do.FLANK_CARD, 5)
    field.s.field[9 + 5] = -1
    field.s.place[blocker] = Place.DECK
    field.terrain(B, 6, Terrain.RIVER)
    assert not field.allows(Do.FLANK_ORDER, 5)


@section("10.3")
def test_a_flank_order_is_a_check() -> None:
    field = flank_field("HC 6/4", "HI 6/5")
    field.roll(Do.FLANK_ORDER, 5, dice=(6,))
    assert field.said(Do.CHECK)[0].src == Check.FLANK_ORDER
    assert field.said(Do.FLANKS)
    assert field.s.flank_orders == 1
    field = flank_field("HC 6/4", "HI 6/5")
    rider = int(field.s.attacker[0])
    field.roll(Do.FLANK_ORDER, 5, dice=(7,))
    assert field.said(Do.CALL_OFF)
    assert field.said(Do.VOID)
    assert field.s.attacks == 0
    assert field.s.level_m[rider] == 1
    assert not field.allows(Do.ATTACK, 5, 5)
    assert field.s.flank_orders == 1  # Q59: a failed order counts


@section("10.3")
def test_a_failed_order_cancels_only_that_units_part() -> None:
    field = Field()
    field.put(A, 4, "HC 6/4")
    foot = field.put(A, 5, "HI 6/5")
    field.put(A, 6, "HI 6/5")
    field.put(B, 5, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.JOIN, 4)
    field.roll(Do.FLANK_ORDER, 4, dice=(9,))
    assert not field.said(Do.VOID)
    assert list(field.s.attacker[:2]) == [foot, -1]
    assert field.allows(Do.JOIN, 6)


@section("10.3", "2.6")
def test_command_limits_flank_orders() -> None:
    field = Field()
    field.s.command[A] = 1
    for column in (3, 7):
        field.put(A, column, "HC 9/4")
        field.put(B, column, "HI 6/5")
    field.roll(Do.ATTACK, 3, 3)
    field.roll(Do.FLANK_ORDER, 3, dice=(0,))
    field.close()
    field.roll(Do.ATTACK, 7, 7)
    assert not field.allows(Do.FLANK_ORDER, 7)


@section("10.3", "26")
def test_a_flanking_unit_attacks_a_single_target() -> None:
    field = Field()
    field.put(A, 5, "HC 9/4")
    field.put(B, 5, "HI 6/5")
    field.put(B, 4, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.FLANK_ORDER, 5, dice=(0,))
    assert not field.allows(Do.ALSO, 4)
    field.close()
    field.roll(Do.RESOLVE, dice=(0, 0, 5))
    many = Field()
    many.put(A, 5, "HC 9/4")
    many.put(B, 5, "HI 6/5")
    many.put(B, 4, "HI 6/5")
    many.roll(Do.ATTACK, 5, 5)
    many.roll(Do.ALSO, 4)
    many.hand(A, Card.FLANK)
    assert not many.allows(Do.FLANK_ORDER, 5)
    assert not many.allows(Do.FLANK_CARD, 5)


@section("10.3", "13.6")
def test_restricted_chariots() -> None:
    field = Field()
    heavy = field.put(A, 5, "CH 6/3")
    field.put(A, 4, "CH Lgt 6/3")
    field.put(B, 5, "MI 6/5")
    assert can_flank(field.s, heavy)
    assert field.allows(Do.ATTACK, 4, 5)
    field.prefer(Pref.RESTRICTED_CH_MELEE)
    assert not can_flank(field.s, heavy)
    assert not field.allows(Do.ATTACK, 4, 5)
    assert field.allows(Do.ATTACK, 5, 5)


@section("10.2", "10.7")
def test_the_flank_uses_the_second_value_and_doubles() -> None:
    field = Field()
    field.put(A, 5, "HC 9/4", marks=Mark.ENGAGED)
    field.put(B, 5, "HI 9/4", marks=Mark.ENGAGED)
    field.fight([5], [5], 5, flank=5)
    assert field.n_of(Do.BASE) == 9
    assert [(said.who, said.n) for said in field.said(Do.TIMES)] == [(B, 2)]


@section("10.3")
def test_only_the_flanking_unit_counts_as_flanking() -> None:
    field = Field()
    field.put(A, 4, "LC 9/4", marks=Mark.ENGAGED)
    field.put(A, 5, "PH 9/9", marks=Mark.ENGAGED)
    field.put(B, 5, "LI 9/9", marks=Mark.ENGAGED)
    field.fight([5, 4], [5], 5, flank=4)
    # The phalanx (10, superior) leads before the horse on the flank (6, flank): the attack is frontal.
    assert field.n_of(Do.SUPERIOR) == 1
    assert field.n_of(Do.BASE) == 10
