"""Missile fire (9, 14.3, 15.3, 23.4)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.missile import can_fire, exhausts, strength_of
from hoplon.games.cardbattle.state import Do, Loss, Mark, Module, Phase, Place, Why
from hoplon.games.cardbattle.tables import Answer, Card, Kind, Pref, Terrain
from tests.games.cardbattle.combat_field import Field
from tests.games.cardbattle.table import A, B

pytestmark = pytest.mark.representative


def in_missile_phase(module: Module = Module.ANTIQUITY) -> Field:
    """A field in the missile phase of A."""
    field = Field(module)
    field.phase(Phase.MISSILE)
    return field


def volley(
    firer: str, target: str, die: int, *more: int, terrain: Terrain = Terrain.CLEAR, **given: object
) -> Field:
    """One shot."""
    module = given.get("module", Module.ANTIQUITY)
    assert isinstance(module, Module)
    field = in_missile_phase(module)
    prefs = given.get("prefs", ())
    assert isinstance(prefs, tuple)
    field.prefer(*prefs)
    field.put(A, 5, firer, depletion=given.get("depletion", 0), value=1)
    field.put(B, 5, target, traits=given.get("traits", ()))
    field.terrain(B, 5, terrain)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(die, *more))
    return field


# --- 9.1 ----------------------------------------------------------------------------------------------------


@pytest.mark.section("9.1")
def test_who_may_fire() -> None:
    field = in_missile_phase()
    field.put(B, 5, "MI 6/5")
    field.put(A, 4, "SK AR 4/1 A")
    field.put(A, 5, "MI 6/5")
    field.put(A, 6, "SK AR 4/1 A", level=1)
    field.put(A, 7, "SK AR 4/1 A")
    assert field.allows(Do.AIM, 4, 5)
    assert not field.allows(Do.AIM, 5, 5)  # no missiles
    assert not field.allows(Do.AIM, 6, 5)  # a manoeuvre marker
    assert not field.allows(Do.AIM, 7, 5)  # not in contact
    field.roll(Do.AIM, 4, 5)
    assert not field.allows(Do.AIM, 4, 5)  # fires once


@pytest.mark.section("9.1")
def test_no_contact_over_a_zone_boundary() -> None:
    field = in_missile_phase()
    field.put(A, 2, "SK AR 4/1 A")
    field.put(B, 3, "MI 6/5")
    assert Do.AIM not in field.kinds()


@pytest.mark.section("9.1")
def test_a_unit_without_missiles_left_does_not_fire() -> None:
    field = in_missile_phase()
    field.put(A, 5, "SK AR 4/1 A", marks=Mark.NO_MISSILE)
    field.put(B, 5, "MI 6/5")
    assert Do.AIM not in field.kinds()


@pytest.mark.section("9.1", "13.5")
def test_elephants_never_fire_in_the_missile_phase() -> None:
    field = in_missile_phase()
    u = field.put(A, 5, "EL 5/5 A")
    v = field.put(B, 5, "MI 6/5")
    assert Do.AIM not in field.kinds()
    assert can_fire(field.s, u, v)


@pytest.mark.section("9.1", "13.11", "14.2")
def test_guns_fire_in_the_turn_in_which_they_are_played() -> None:
    for module, gun, goal in ((Module.ANTIQUITY, Kind.AT, "MI 6/5"), (Module.SAMURAI, Kind.OZ, "AS 6/5")):
        field = Field(module)
        field.phase(Phase.PLAY)
        field.put(B, 5, goal)
        field.put(A, 9, goal)
        card = field.hand(A, gun, tq=5, missile=5, clan=0)
        field.roll(Do.PLAY, card, 5)
        assert field.s.level_m[card] == 0
        field.phase(Phase.MISSILE)
        assert field.allows(Do.AIM, 5, 5)


@pytest.mark.section("9.1", "18.1")
def test_engaged_units_and_the_preference() -> None:
    field = in_missile_phase()
    field.put(A, 5, "SK AR 4/1 A", marks=Mark.ENGAGED)
    field.put(B, 5, "MI 6/5")
    assert field.allows(Do.AIM, 5, 5)
    field.prefer(Pref.ENGAGED_NO_MISSILE)
    assert not field.allows(Do.AIM, 5, 5)


@pytest.mark.section("6.6", "9.1")
def test_no_combat_on_setup() -> None:
    field = in_missile_phase()
    field.put(A, 5, "SK AR 4/1 A")
    field.put(B, 5, "MI 6/5")
    field.s.rounds = 3
    assert field.allows(Do.AIM, 5, 5)
    field.prefer(Pref.NO_COMBAT_ON_SETUP)
    assert not field.allows(Do.AIM, 5, 5)
    field.s.rounds = 4
    assert field.allows(Do.AIM, 5, 5)


# --- 9.2 ----------------------------------------------------------------------------------------------------


@pytest.mark.section("9.2")
def test_shots_in_the_order_of_declaration_and_those_without_a_target_are_not_fired() -> None:
    field = in_missile_phase()
    last = field.put(A, 4, "SK AR 4/1 A")
    first = field.put(A, 5, "SK AR 4/1 A")
    other = field.put(A, 6, "SK AR 4/1 A")
    field.put(B, 5, "MI 6/5", coh=5)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.AIM, 4, 5)
    field.roll(Do.AIM, 6, 5)
    field.roll(Do.LOOSE, dice=(5,))
    assert [said.what for said in field.said(Do.SHOT)] == [first]
    assert field.has(first, Mark.AIMING)
    assert not field.has(last, Mark.AIMING)
    assert not field.has(other, Mark.AIMING)


@pytest.mark.section("9.2", "26.2")
def test_fire_may_be_resolved_more_than_once_but_each_unit_fires_once() -> None:
    field = in_missile_phase()
    field.put(A, 4, "SK AR 4/1 A")
    field.put(A, 5, "SK AR 4/1 A")
    field.put(B, 5, "MI 6/5")
    field.roll(Do.AIM, 4, 5)
    assert not field.allows(Do.END_PHASE)
    field.roll(Do.LOOSE, dice=(8,))
    assert not field.allows(Do.AIM, 4, 5)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(8,))
    assert field.allows(Do.END_PHASE)


# --- 9.3 and 23.4 -------------------------------------------------------------------------------------------


@pytest.mark.section("9.3", "23.4")
@pytest.mark.parametrize(
    ("firer", "strength"),
    [
        ("SK JA 4/1 J", 5),
        ("LI 4/5 J", 5),
        ("GC 5/7 J", 5),
        ("LC 5/4 J", 3),
        ("CH 5/3 J", 3),
        ("SK SL 4/1 S", 3),
        ("SK AR 4/1 A", 5),
        ("LC 5/4 A", 5),
        ("EL 5/5 A", 3),
        ("LI 5/5 B", 6),
        ("AT 5/2 P", 7),
        ("LI 5/2 M", 5),
    ],
)
def test_strength(firer: str, strength: int) -> None:
    field = Field()
    assert strength_of(field.s, field.put(A, 5, firer)) == strength


@pytest.mark.section("23.4", "9.3")
@pytest.mark.parametrize(
    ("firer", "target", "modifiers"),
    [
        ("LI 4/5 J", "MI 6/5", []),
        ("LI 4/5 J", "PH 6/10", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "HI 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "HI TR 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "LG HA 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "CO Con 6/5", [(Why.ARMOUR, 1)]),
        ("SK SL 4/1 S", "PH 6/10", [(Why.SKIRMISHER_AT_HEAVY, 3)]),
        ("SK SL 4/1 S", "HI TR 6/5", [(Why.SKIRMISHER_AT_HEAVY, 3)]),
        ("SK SL 4/1 S", "LG PR 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "SK SL 4/1 S", [(Why.DISPERSED, 2)]),
        ("LI 4/5 J", "SK SL 4/2 S", []),
        ("LC 4/5 A", "HC CAT 6/4", [(Why.CATAPHRACT, 2)]),
        ("LI 4/5 B", "EL CAT 6/4", [(Why.CATAPHRACT, 2)]),
        ("LI 4/5 J", "HC CAT 6/4", [(Why.CATAPHRACT, 1)]),
        ("SK SL 4/1 S", "EL CAT 6/4", [(Why.CATAPHRACT, 1)]),
        ("AT 4/1 P", "HC CAT 6/4", []),
        ("CH Lgt 6/3 A", "MI 6/5", [(Why.LIGHT_CHARIOT, -1)]),
        ("CH 6/3 A", "MI 6/5", []),
    ],
)
def test_modifiers(firer: str, target: str, modifiers: list[tuple[Why, int]]) -> None:
    field = volley(firer, target, 4)
    assert field.modifiers() == modifiers
    assert field.n_of(Do.TOTAL) == 4 + sum(n for _, n in modifiers)


@pytest.mark.section("9.3", "23.5")
@pytest.mark.parametrize(
    ("terrain", "cover"),
    [
        (Terrain.CLEAR, 0),
        (Terrain.STREAM, 0),
        (Terrain.WOODS, 1),
        (Terrain.MOUNTAIN, 1),
        (Terrain.WALL, 1),
        (Terrain.CAMP, 2),
        (Terrain.CASTLE, 2),
    ],
)
def test_cover(terrain: Terrain, cover: int) -> None:
    field = volley("SK AR 4/1 A", "LG HA 6/5", 4, terrain=terrain)
    assert field.modifiers() == [(Why.ARMOUR, 1), (Why.COVER, cover)][: 1 + (cover > 0)]


@pytest.mark.section("9.3")
@pytest.mark.parametrize(
    ("firer", "target", "hits"),
    [
        ("SK AR 4/1 A", "MI 6/5", 1),
        ("SK AR 4/1 A", "EL 6/5", 2),
        ("AT 5/2 P", "MI 6/5", 2),
        ("AT 5/2 P", "EL 6/5", 2),
        ("SK AR 4/1 A", "CH 6/5", 1),
    ],
)
def test_hits(firer: str, target: str, hits: int) -> None:
    field = volley(firer, target, 0)
    assert field.n_of(Do.HIT) == hits
    assert field.said(Do.LOSE)[0].src == Loss.MISSILE


@pytest.mark.section("9.3", "13.5", "9.4")
def test_an_elephant_hits_an_elephant_once() -> None:
    field = Field()
    field.s.active = B
    field.phase(Phase.PLAY)
    field.put(A, 5, "EL 5/5 A")
    card = field.hand(B, Kind.EL, tq=5)
    field.roll(Do.PLAY, card, 5)
    field.roll(Do.REACT, dice=(3,))
    assert field.n_of(Do.HIT) == 1


@pytest.mark.section("9.3", "11.1")
def test_a_unit_at_its_limit_routs_at_once() -> None:
    field = in_missile_phase()
    field.put(A, 5, "AT 5/2 P")
    v = field.put(B, 5, "MI 6/5", coh=4)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(7,))
    assert field.routed() == [v]
    assert field.s.place[v] == Place.ROUTED


# --- 9.4 ----------------------------------------------------------------------------------------------------


def arrival(
    *firers: tuple[int, str], answers: tuple[Answer, ...] = (), column: int = 5, tq: int = 6
) -> tuple[Field, int]:
    """B plays a unit in front of units of A."""
    field = Field()
    field.s.active = B
    field.phase(Phase.PLAY)
    for place, code in firers:
        field.put(A, place, code)
    field.s.answers[A] = sum(1 << answer for answer in answers)
    card = field.hand(B, Kind.MI, tq=tq)
    field.play(Do.PLAY, card, column)
    return field, card


@pytest.mark.section("9.4")
def test_each_enemy_in_contact_is_asked_from_column_1_to_9() -> None:
    field, card = arrival((6, "SK AR 4/1 A"), (4, "SK AR 4/1 A"), (5, "MI 6/5"), (7, "SK AR 4/1 A"))
    asked = []
    while field.s.pending.n:
        assert field.mover == A
        asked.append(field.column(int(field.s.pending.actions[field.s.pending.n - 1].what)))
        field.roll(Do.HOLD)
    assert asked == [4, 6]
    assert field.coh(card) == 0
    assert field.mover == B


@pytest.mark.section("9.4")
def test_reaction_fire_stops_when_the_target_is_gone() -> None:
    field, card = arrival((4, "SK AR 4/1 A"), (5, "SK AR 4/1 A"), tq=1)
    field.roll(Do.REACT, dice=(0,))
    assert field.s.place[card] == Place.ROUTED
    assert not field.s.pending.n


@pytest.mark.section("9.4")
def test_a_move_sideways_draws_fire_too() -> None:
    field = Field()
    field.phase(Phase.MOVE)
    field.put(A, 4, "MI 6/5")
    field.put(B, 6, "SK AR 4/1 A")
    field.roll(Do.MOVE, 4, 5)
    assert field.mover == B
    field.roll(Do.REACT, dice=(5,))
    assert field.n_of(Do.HIT) == 1


@pytest.mark.section("9.4", "26.2")
def test_a_unit_may_react_again_to_the_next_arrival() -> None:
    field, _ = arrival((4, "SK AR 4/1 A"))
    field.roll(Do.REACT, dice=(8,))
    field.s.played = 0
    card = field.hand(B, Kind.MI)
    field.play(Do.PLAY, card, 4)
    assert field.mover == A


@pytest.mark.section("9.4", "18.1")
@pytest.mark.parametrize(
    ("answer", "firer", "fires"),
    [
        (Answer.SK_ALWAYS_RF, "SK AR 4/1 A", True),
        (Answer.SK_ALWAYS_RF, "LI 4/5 A", False),
        (Answer.LI_ALWAYS_RF, "LI 4/5 A", True),
        (Answer.LI_ALWAYS_RF, "LP 4/5 J", False),
        (Answer.ALL_ALWAYS_RF, "LC 4/5 A", True),
    ],
)
def test_preferences_answer(answer: Answer, firer: str, fires: bool) -> None:
    field, _ = arrival((5, firer), answers=(answer,))
    assert bool(field.said(Do.SHOT)) == fires
    assert (field.mover == A) != fires


@pytest.mark.section("9.4", "6.6")
def test_no_reaction_fire_in_setup_turns_without_combat() -> None:
    field = Field()
    field.prefer(Pref.NO_COMBAT_ON_SETUP)
    field.s.rounds = 2
    field.s.active = B
    field.phase(Phase.PLAY)
    field.put(A, 5, "SK AR 4/1 A")
    field.play(Do.PLAY, field.hand(B, Kind.MI), 5)
    assert field.mover == B


# --- 9.5 ----------------------------------------------------------------------------------------------------


@pytest.mark.section("9.5")
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


@pytest.mark.section("9.5", "10.7")
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


@pytest.mark.section("2.3", "9.2")
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


@pytest.mark.section("2.3", "14.1")
def test_missile_supply_of_samurai() -> None:
    field = in_missile_phase(Module.SAMURAI)
    for column, code in ((3, "TP 5/3 T"), (4, "YU 5/3 B"), (5, "OZ 4/1 P")):
        field.put(A, column, code, marks=Mark.NO_MISSILE)
    field.hand(A, Card.MISSILE_SUPPLY)
    assert [field.allows(Do.SUPPLY, c) for c in (3, 4, 5)] == [True, True, False]


# --- 14.3 and 15.3 ------------------------------------------------------------------------------------------


@pytest.mark.section("14.3")
@pytest.mark.parametrize(
    ("firer", "die", "terrain", "hits"),
    [
        ("TP 6/4 T", 5, Terrain.CLEAR, 0),
        ("TP 6/4 T", 6, Terrain.CLEAR, 1),
        ("TP 6/4 T", 6, Terrain.WOODS, 0),
        ("TP 6/4 T", 7, Terrain.WOODS, 1),
        ("YU 6/4 B", 6, Terrain.CLEAR, 0),
        ("YU 6/4 B", 7, Terrain.CLEAR, 1),
        ("KB 6/4 B", 7, Terrain.CLEAR, 1),
        ("KB 6/4 B", 8, Terrain.CASTLE, 0),
        ("OZ 4/1 P", 1, Terrain.CLEAR, 0),
        ("OZ 4/1 P", 2, Terrain.CLEAR, 1),
        ("OZ 4/1 P", 5, Terrain.CLEAR, 1),
        ("OZ 4/1 P", 6, Terrain.CLEAR, 2),
        ("OZ 4/1 P", 8, Terrain.CLEAR, 2),
        ("OZ 4/1 P", 3, Terrain.CASTLE, 0),
        ("OZ 4/1 P", 4, Terrain.CASTLE, 1),
    ],
)
def test_samurai_fire(firer: str, die: int, terrain: Terrain, hits: int) -> None:
    field = volley(firer, "AS 9/6", die, terrain=terrain, module=Module.SAMURAI)
    assert sum(said.n for said in field.said(Do.HIT)) == hits


@pytest.mark.section("14.3")
@pytest.mark.parametrize(
    ("firer", "dice"), [("TP 6/4 T", {0, 1}), ("YU 6/4 B", {0}), ("KB 6/4 B", {0}), ("OZ 4/1 P", set())]
)
def test_samurai_running_out(firer: str, dice: set[int]) -> None:
    field = Field(Module.SAMURAI)
    u = field.put(A, 5, firer)
    assert {face for face in range(10) if exhausts(field.s, u, face)} == dice


@pytest.mark.section("14.3")
@pytest.mark.parametrize(("second", "bursts"), [(0, True), (9, True), (1, False), (8, False)])
def test_a_great_gun_may_burst_after_its_shot(second: int, bursts: bool) -> None:
    field = volley("OZ 4/1 P", "AS 9/6", 9, second, module=Module.SAMURAI)
    assert field.n_of(Do.HIT) == 3
    assert field.n_of(Do.BURST) == second
    assert bool(field.said(Do.ELIMINATE)) == bursts
    assert field.s.lost[A] == bursts
    assert not field.routed()


@pytest.mark.section("14.3")
def test_no_armour_among_samurai() -> None:
    assert volley("TP 6/4 T", "AS 9/6", 6, module=Module.SAMURAI).modifiers() == []


@pytest.mark.section("15.3")
def test_magic_missiles_ignore_armour_but_not_cover() -> None:
    field = volley("LI 5/2 M", "HI 6/5", 4, terrain=Terrain.WOODS, module=Module.FANTASY)
    assert field.modifiers() == [(Why.COVER, 1)]
    assert field.n_of(Do.HIT) == 1
    off = in_missile_phase(Module.FANTASY)
    off.put(A, 5, "LI 5/2 M")
    off.put(B, 5, "HI 6/5")
    assert off.allows(Do.AIM, 5, 5)
    off.s.pref[Pref.MAGIC_MISSILES] = 0
    assert not off.allows(Do.AIM, 5, 5)


@pytest.mark.section("15.2")
def test_missiles_cannot_hit_an_elemental() -> None:
    field = in_missile_phase(Module.FANTASY)
    field.put(A, 5, "SK AR 4/1 A")
    field.put(B, 5, "SM 6/2", traits=["ELEMENTAL"])
    assert Do.AIM not in field.kinds()


@pytest.mark.section("14.4")
def test_fire_activates_a_clan() -> None:
    field = in_missile_phase(Module.SAMURAI)
    field.s.clans[A] = 1
    field.put(A, 4, "TP 5/3 T", clan=2)
    field.put(A, 5, "TP 5/3 T", clan=4)
    field.put(A, 6, "TP 5/3 T", clan=2)
    field.put(B, 5, "AS 6/5")
    field.roll(Do.AIM, 4, 5)
    assert not field.allows(Do.AIM, 5, 5)
    assert field.allows(Do.AIM, 6, 5)
