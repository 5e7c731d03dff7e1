"""Missiles that run out, and their supply (9.5, 2.3)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.missile import exhausts
from hoplon.games.cardbattle.state import Do, Mark, Module
from hoplon.games.cardbattle.tables import Card
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field, in_missile_phase
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("9.5")
@pytest.mark.parametrize(
    ("firer", "dice"),
    [
        ("SK AR 4/1 A", {9}),
        ("LI 4/5 B", {9}),
        ("SK SL 4/1 S", {9}),
        ("LI 4/2 M", {9}),
        ("LI VE 4/5 J", {7, 8, 9}),
        ("MI 4/5 J", {7, 8, 9}),
        ("LC 4/5 J", {7, 8, 9}),
        ("GC 4/5 J", {7, 8, 9}),
        ("LG HA 6/5 J", set(range(10))),
        ("CO Con 6/5 J", set(range(10))),
        ("AT 4/1 P", set()),
        ("EL 4/5 A", set()),
    ],
)
def test_running_out(firer: str, dice: set[int]) -> None:
    field = Field()
    u = field.put(A, 5, firer)
    assert {face for face in range(10) if exhausts(field.s, u, face)} == dice


@section("9.5", "10.7")
def test_foot_javelins_that_fought_are_gone_on_both_sides() -> None:
    field = Field()
    a = field.put(A, 5, "LI 9/5 J", marks=Mark.ENGAGED)
    d = field.put(B, 5, "LG HA 9/5 J", marks=Mark.ENGAGED)
    idle = field.put(A, 4, "LI 9/5 J")
    field.fight([5], [5], 9)
    assert field.has(a, Mark.NO_MISSILE)
    assert field.has(d, Mark.NO_MISSILE)
    assert not field.has(idle, Mark.NO_MISSILE)
    mounted = Field()
    a = mounted.put(A, 5, "GC 9/5 J", marks=Mark.ENGAGED)
    d = mounted.put(B, 5, "SK AR 9/5 A", marks=Mark.ENGAGED)
    mounted.fight([5], [5], 0)
    assert not mounted.has(a, Mark.NO_MISSILE)
    assert not mounted.has(d, Mark.NO_MISSILE)


@section("2.3", "9.2")
def test_missile_supply() -> None:
    field = in_missile_phase()
    units = [
        field.put(A, c, code, marks=Mark.NO_MISSILE)
        for c, code in (
            (3, "SK AR 4/1 A"),
            (4, "LC 5/4 J"),
            (5, "CH Lgt 5/4 J"),
            (6, "SK SL 4/1 S"),
            (7, "LI 5/4 J"),
        )
    ]
    field.put(B, 3, "MI 6/5")
    assert Do.SUPPLY not in field.kinds()
    field.hand(A, Card.MISSILE_SUPPLY)
    assert not field.allows(Do.SUPPLY, 7)
    for column in (3, 4, 5):
        field.roll(Do.SUPPLY, column)
    assert not field.allows(Do.SUPPLY, 6)  # three units a card
    assert field.s.hand_n[A] == 0
    assert not field.allows(Do.END_PHASE)
    field.roll(Do.LOOSE)
    assert [field.has(u, Mark.NO_MISSILE) for u in units] == [False, False, False, True, True]
    assert not field.allows(Do.AIM, 3, 3)  # Q47: from the next chance on
    assert field.allows(Do.END_PHASE)


@section("9.5", "2.3", "14.1")
def test_missile_supply_of_samurai() -> None:
    field = in_missile_phase(Module.SAMURAI)
    for column, code in ((3, "TP 5/3 T"), (4, "YU 5/3 B"), (5, "OZ 4/1 P")):
        field.put(A, column, code, marks=Mark.NO_MISSILE)
    field.hand(A, Card.MISSILE_SUPPLY)
    assert [field.allows(Do.SUPPLY, c) for c in (3, 4, 5)] == [True, True, False]
