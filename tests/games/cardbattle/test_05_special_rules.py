"""Rulebook 5: the special rules of an army, as far as playing, moving and rallying go."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.games.cardbattle.board.texts import explain, ground
from hoplon.games.cardbattle.state import Edge, Module
from hoplon.games.cardbattle.sums import sums_for
from tests.games.cardbattle.boards import A, B, Card, Do, Kind, Phase, Place, Pref, Special, Table, Terrain
from tests.games.cardbattle.combat_field import Field, shot
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("5", "5.2")
def test_the_special_rules_of_an_army_are_told_with_what_they_do():
    match = hoplon.new("cardbattle", seed=1, army_a="britons", army_b="carthage")
    armies, told = match.view(0).armies, ground(match.view(0))["rules"]
    assert "ferocity" in armies[A].rules
    for seat, army in enumerate(armies):
        notes = {note.title: note.text for note in explain(match.view(0), f"leader:{'AB'[seat]}")}
        assert {told[rule]["title"]: told[rule]["help"] for rule in army.rules}.items() <= notes.items()


@section("5.1")
def test_tribal_command_rallies_nobody_and_routs_are_final():
    t = Table().phase(Phase.RALLY)
    t.hand(A, Card.RALLY)
    u = t.rear(A, Place.ROUTED)
    assert t.allows(Do.RALLY, u)
    assert t.allows(Do.RALLY_CARD, u)
    t.rule(A, Special.TRIBAL_COMMAND)
    assert not t.allows(Do.RALLY, u)
    assert not t.allows(Do.RALLY_CARD, u)
    t.phase(Phase.PLAY)
    t.terrain(A, 5, Terrain.WOODS)
    unlucky = t.hand(A, Kind.MI, tq=1)
    t.play(Do.PLAY, unlucky, 5)
    assert t.s.place[unlucky] == Place.ELIMINATED
    assert t.s.lost[A] == 1


def rout_one(t: Table, die: int | None) -> list[Do]:
    """One more unit of A routs on entering a wood."""
    u = t.hand(A, Kind.MI, tq=1)
    t.s.played = 0
    t.terrain(A, 5, Terrain.WOODS)
    t.play(Do.PLAY, u, 5, dice=() if die is None else (die,))
    return t.did()


@section("5.2")
def test_ferocity_is_tested_from_the_fourth_rout_on_and_ends_above_the_initiative():
    t = Table()
    t.rule(A, Special.FEROCITY)
    for _ in range(3):
        assert Do.FERVOUR not in rout_one(t, None)
    did = rout_one(t, 5)
    assert Do.FERVOUR in did
    assert Do.CALM not in did
    assert Do.CALM in rout_one(t, 6)
    assert t.s.rules[A] == 0
    assert Do.FERVOUR not in rout_one(t, None)


@section("5.3")
def test_mobility_plays_light_infantry_without_a_marker():
    for special, level in ((Special.DISCIPLINE, 1), (Special.MOBILITY, 0)):
        t = Table()
        t.rule(A, special)
        u = t.hand(A, Kind.LI)
        t.play(Do.PLAY, u, 5)
        assert t.s.level_m[u] == level
    t = Table()
    t.rule(A, Special.MOBILITY)
    u = t.hand(A, Kind.LP)
    t.play(Do.PLAY, u, 5)
    assert t.s.level_m[u] == 1


@section("5.3")
def test_mobility_lets_cavalry_retire_unless_mobile_cavalry_is_near():
    t = Table().phase(Phase.MOVE)
    t.field(A, 5, Kind.HC)
    t.field(B, 5, Kind.LC)
    assert not t.allows(Do.REAR, 5)
    t.rule(A, Special.MOBILITY)
    assert t.allows(Do.REAR, 5)
    t.rule(B, Special.MOBILITY)
    assert not t.allows(Do.REAR, 5)


@section("5.3")
def test_mobility_ignores_field_restrictions():
    t = Table()
    t.prefer(Pref.USE_RESTRICTIONS)
    t.s.zones[Kind.HC] = 0b101
    u = t.hand(A, Kind.HC)
    assert not t.allows(Do.PLAY, u, 5)
    assert t.allows(Do.PLAY, u, 1)
    t.rule(A, Special.MOBILITY)
    assert t.allows(Do.PLAY, u, 5)


@pytest.mark.parametrize(("column", "edge"), [(9, 1), (5, 0)])
@section("5.4")
def test_long_swords_are_superior_at_the_edge(column, edge):
    t = Table().phase(Phase.SHOCK)
    t.rule(A, Special.LONG_SWORDS)
    t.field(A, column, Kind.BI, tq=9)
    t.field(B, column, Kind.LG_HA, tq=9, level=1)
    for c in (3, 4, 6, 7):
        t.field(B, c, Kind.LG_HA)
    t.play(Do.ATTACK, column, column)
    t.play(Do.CLOSE)
    t.play(Do.RESOLVE, dice=(0, 0, 5))
    assert t.said(Do.SUPERIOR)[0].n == edge


@section("5.5")
def test_a_leader_without_cohesion_removal_gives_no_orders():
    t = Table().phase(Phase.DRAW)
    t.prefer(Pref.LEADER_REMOVES_COH)
    u = t.rear(A, Place.RALLIED, coh=2)
    assert t.allows(Do.ORDER, u)
    t.rule(A, Special.NO_LEADER_COHESION)
    assert not t.allows(Do.ORDER, u)
    t.hand(A, Card.COHESION)
    assert t.allows(Do.RECOVER, u)


@section("5.6")
def test_discipline_retires_light_infantry_and_relieves_it_by_heavy():
    t = Table().phase(Phase.MOVE)
    t.field(A, 5, Kind.LI)
    t.field(A, 7, Kind.LP)
    assert not t.allows(Do.REAR, 5)
    t.rule(A, Special.DISCIPLINE)
    assert t.allows(Do.REAR, 5)
    assert not t.allows(Do.REAR, 7)
    t.field(B, 6, Kind.LC)
    assert not t.allows(Do.REAR, 5)
    t.phase(Phase.PLAY)
    heavy = t.hand(A, Kind.HI)
    assert t.allows(Do.RELIEVE, heavy, 5)
    assert not t.allows(Do.RELIEVE, heavy, 7)
    t.s.rules[A] = 0
    assert not t.allows(Do.RELIEVE, heavy, 5)


@section("5.4")
@pytest.mark.parametrize(
    ("column", "others", "module", "edge"),
    [
        (9, (8,), Module.ANTIQUITY, Edge.ATTACKER),
        (1, (2,), Module.ANTIQUITY, Edge.ATTACKER),
        (5, (3, 4, 6, 7), Module.ANTIQUITY, Edge.NONE),
        (5, (4, 7), Module.ANTIQUITY, Edge.NONE),
        (5, (4,), Module.ANTIQUITY, Edge.ATTACKER),
        (5, (6,), Module.ANTIQUITY, Edge.ATTACKER),
        (3, (1, 4), Module.ANTIQUITY, Edge.ATTACKER),  # column 2 belongs to another zone
        (2, (3,), Module.ANTIQUITY, Edge.NONE),  # column 1 is free, but alone
        (2, (1,), Module.ANTIQUITY, Edge.ATTACKER),
        (8, (9, 6), Module.ANTIQUITY, Edge.ATTACKER),
        (2, (3,), Module.THERMOPYLAE, Edge.NONE),
        (3, (4,), Module.THERMOPYLAE, Edge.NONE),
        (4, (5,), Module.THERMOPYLAE, Edge.ATTACKER),
    ],
)
def test_long_swords(column: int, others: tuple[int, ...], module: Module, edge: Edge) -> None:
    field = Field(module)
    field.rule(A, Special.LONG_SWORDS)
    a = field.put(A, column, "BI 6/6")
    d = field.put(B, column, "LG HA 6/5")
    for other in others:
        field.put(B, other, "LG HA 6/5")
    assert sums_for(field.states, 0, [a], [d]).edge == edge


@section("5.4")
def test_long_swords_need_free_areas_and_bi() -> None:
    field = Field()
    field.rule(A, Special.LONG_SWORDS)
    a = field.put(A, 5, "BI 6/6")
    foot = field.put(A, 4, "MI 6/6")
    d = field.put(B, 5, "LG HA 6/5")
    field.put(B, 4, "LG HA 6/5")
    assert sums_for(field.states, 0, [foot], [d]).edge == Edge.NONE
    field.terrain(B, 7, Terrain.CLIFF)
    assert sums_for(field.states, 0, [a], [d]).edge == Edge.NONE


@section("5.2", "26.1")
@pytest.mark.parametrize(
    ("before", "die", "calm"), [(2, None, False), (3, 5, False), (3, 6, True), (7, 9, True)]
)
def test_ferocity_is_tested_from_the_fourth_rout_on(before: int, die: int | None, calm: bool) -> None:
    field = Field()
    field.phase(Phase.MISSILE)
    field.rule(B, Special.FEROCITY)
    field.s.routs[B] = before
    field.put(A, 5, "AT 5/2 P")
    field.put(B, 5, "SK SL 4/1", coh=3)
    field.put(B, 9, "MI 6/5")
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(0,) if die is None else (0, die))
    assert [said.n for said in field.said(Do.FERVOUR)] == ([] if die is None else [die])
    assert bool(field.said(Do.CALM)) == calm
    assert bool(field.s.rules[B] >> Special.FEROCITY & 1) != calm
    assert field.s.routs[B] == before + 1


@section("5.2")
def test_an_army_without_ferocity_is_not_tested() -> None:
    field, _ = shot("MI 6/5")
    assert field.s.routs[B] == 1
    assert not field.said(Do.FERVOUR)
