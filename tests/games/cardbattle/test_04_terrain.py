"""Rulebook 4: terrain, its generator, caltrops, cover."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.options import CardBattleOptions
from tests.games.cardbattle.boards import (
    A,
    B,
    Card,
    Do,
    Kind,
    Mark,
    Missile,
    Phase,
    Place,
    Pref,
    Table,
    Terrain,
)
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def terrain_of(seed: int, **options) -> list[list[Terrain]]:
    """The terrain of both fields of a new battle."""
    states = GAME.new_states(1)
    GAME.entries.start(states, 0, GAME.options_array(CardBattleOptions(**options)), seed)
    areas = [Terrain(int(x)) for x in states[0].terrain]
    return [areas[:9], areas[9:]]


@pytest.mark.parametrize(
    ("kind", "terrain", "hits"),
    [
        (Kind.PH, Terrain.STREAM, 1),
        (Kind.MI, Terrain.STREAM, 0),
        (Kind.HC, Terrain.WOODS, 1),
        (Kind.EL, Terrain.WOODS, 0),
        (Kind.HI, Terrain.ROUGH, 1),
        (Kind.LI, Terrain.ROUGH, 0),
        (Kind.SK_AR, Terrain.MARSH, 0),
        (Kind.BI, Terrain.WOODS, 0),
    ],
)
@section("4.1")
def test_entering_costs_the_hits_of_the_units_column_and_a_marker(kind, terrain, hits):
    t = Table()
    t.terrain(A, 5, terrain)
    u = t.hand(A, kind)
    t.play(Do.PLAY, u, 5)
    assert t.s.coh[u] == hits
    if hits:
        assert t.s.level_m[u] == 1
        assert t.said(Do.ENTER)[0].n == hits


@pytest.mark.parametrize(
    ("kind", "terrain"),
    [
        (Kind.HC, Terrain.CAMP),
        (Kind.EL, Terrain.MARSH),
        (Kind.CH, Terrain.SLOPE),
        (Kind.SK_AR, Terrain.RIVER),
    ],
)
@section("4.1")
def test_closed_terrain_is_not_entered(kind, terrain):
    t = Table()
    t.terrain(A, 5, terrain)
    u = t.hand(A, kind)
    assert not t.allows(Do.PLAY, u, 5)
    assert t.allows(Do.PLAY, u, 4)
    t = Table().phase(Phase.MOVE)
    t.terrain(A, 5, terrain)
    t.field(A, 4, kind)
    assert not t.allows(Do.MOVE, 4, 5)
    assert t.allows(Do.MOVE, 4, 3)


@pytest.mark.parametrize(("kind", "level"), [(Kind.LI, 0), (Kind.LP, 0), (Kind.MI, 0), (Kind.LG_HA, 1)])
@section("4.1")
def test_light_and_medium_foot_gets_no_marker_on_a_slope(kind, level):
    t = Table()
    t.terrain(A, 5, Terrain.SLOPE)
    u = t.hand(A, kind)
    t.play(Do.PLAY, u, 5)
    assert t.s.level_m[u] == level


@section("4.1")
def test_a_cost_at_the_limit_routs_on_arrival():
    t = Table()
    t.terrain(A, 5, Terrain.WOODS)
    u = t.hand(A, Kind.HI, tq=4, coh=3)
    t.play(Do.PLAY, u, 5)
    assert t.s.place[u] == Place.ROUTED
    assert t.s.fled[A] == 4
    assert t.s.level_m[u] == 0


@section("4.2")
def test_the_generator_lays_the_same_columns_on_both_fields():
    shapes = set()
    for seed in range(40):
        ours, theirs = terrain_of(seed, terrain=("river",))
        assert ours == theirs
        shapes.add(tuple(c + 1 for c in range(9) if ours[c] == Terrain.RIVER))
    assert shapes == {(1,), (9,)}


@pytest.mark.parametrize(
    ("option", "terrain", "counts"),
    [
        ("stream", Terrain.STREAM, {2, 3, 4}),
        ("rough", Terrain.ROUGH, {1, 2, 3}),
        ("marsh", Terrain.MARSH, {1, 2, 3}),
        ("forest", Terrain.WOODS, {1, 2, 3}),
    ],
)
@section("4.2")
def test_scattered_terrain_has_its_numbers_of_columns(option, terrain, counts):
    seen = {terrain_of(seed, terrain=(option,))[0].count(terrain) for seed in range(60)}
    assert seen == counts


@section("4.2")
def test_gorge_and_woods_lie_at_the_edges():
    gorges = {
        tuple(c + 1 for c in range(9) if terrain_of(seed, terrain=("gorge",))[0][c] == Terrain.CLIFF)
        for seed in range(30)
    }
    assert gorges == {(1, 9), (1, 2, 8, 9)}
    woods = {
        tuple(c + 1 for c in range(9) if terrain_of(seed, terrain=("woods",))[0][c] == Terrain.WOODS)
        for seed in range(30)
    }
    assert woods == {(1, 2, 3), (7, 8, 9)}


@section("4.2")
def test_a_later_option_uses_only_columns_still_clear():
    for seed in range(40):
        ours, _ = terrain_of(seed, terrain=("gorge", "woods", "stream", "rough", "marsh", "forest"))
        assert ours.count(Terrain.CLIFF) in (2, 4)
        assert ours[0] == Terrain.CLIFF == ours[8]
        assert Terrain.WOODS in (ours[2], ours[6])


@section("4.2")
def test_random_draws_one_of_seven():
    seen = set()
    for seed in range(80):
        ours, _ = terrain_of(seed, terrain=("random",))
        (kind,) = {*ours} - {Terrain.CLEAR}
        seen.add(kind)
    names = {"RIVER", "CLIFF", "WOODS", "STREAM", "ROUGH", "MARSH"}
    assert {terrain.name for terrain in seen} == names


@section("4.2")
def test_defensive_terrain_stays_on_its_own_field():
    for seed in range(30):
        ours, theirs = terrain_of(
            seed, army_a="gauls", army_b="carthage", terrain=("stream", "rough", "forest")
        )
        assert ours[3] == ours[5] == Terrain.SLOPE
        assert all(ours[c] == theirs[c] for c in range(9) if c not in (3, 5))


@section("4.3")
def test_caltrops_hurt_an_elephant_at_once_and_those_that_come_later():
    t = Table()
    t.hand(A, Card.CALTROP)
    elephant = t.field(B, 5, Kind.EL, tq=6)
    other = t.field(B, 6)
    t.play(Do.STREW, 5)
    assert t.s.coh[elephant] == 4
    assert t.s.level_m[elephant] == 0
    assert t.s.coh[other] == 0
    t = Table()
    t.terrain(A, 5, Terrain.CALTROP)
    u = t.hand(A, Kind.EL, tq=6)
    t.play(Do.PLAY, u, 5)
    assert t.s.coh[u] == 4
    assert t.s.level_m[u] == 1
    t = Table()
    t.terrain(A, 5, Terrain.CALTROP)
    u = t.hand(A, Kind.HC)
    t.play(Do.PLAY, u, 5)
    assert t.s.coh[u] == 0
    assert t.s.level_m[u] == 0


def foggy(**more) -> Table:
    """A table with fog of war and woods in the centre of field A."""
    t = Table(**more)
    t.prefer(Pref.FOG_OF_WAR)
    t.terrain(A, 5, Terrain.WOODS)
    return t


@section("4.4")
def test_a_unit_played_into_cover_away_from_the_enemy_is_hidden():
    t = foggy()
    u = t.hand(A, Kind.SK_AR)
    t.play(Do.PLAY, u, 5)
    assert t.has(u, Mark.HIDDEN)
    t = foggy()
    u = t.hand(A, Kind.SK_AR)
    t.play(Do.PLAY, u, 4)
    assert not t.has(u, Mark.HIDDEN)
    t = foggy()
    t.field(B, 6)
    u = t.hand(A, Kind.SK_AR)
    t.play(Do.PLAY, u, 5)
    assert not t.has(u, Mark.HIDDEN)
    t = foggy()
    t.s.pref[Pref.FOG_OF_WAR] = 0
    u = t.hand(A, Kind.SK_AR)
    t.play(Do.PLAY, u, 5)
    assert not t.has(u, Mark.HIDDEN)


@section("4.4")
def test_contact_reveals_and_the_revealed_unit_may_react():
    t = foggy()
    hidden = t.field(A, 5, Kind.SK_AR, missile=Missile.A, marks=Mark.HIDDEN)
    t.s.active = B
    u = t.hand(B, Kind.MI)
    t.play(Do.PLAY, u, 4)
    assert not t.has(hidden, Mark.HIDDEN)
    assert t.mover == A
    assert t.kinds() == {Do.REACT, Do.HOLD}


@section("4.4")
def test_leaving_cover_reveals_and_nobody_hides_again():
    t = foggy().phase(Phase.MOVE)
    u = t.field(A, 5, Kind.SK_AR, marks=Mark.HIDDEN)
    t.play(Do.MOVE, 5, 4)
    assert not t.has(u, Mark.HIDDEN)
    t.s.moved = 0
    t.play(Do.MOVE, 4, 5)
    assert not t.has(u, Mark.HIDDEN)


@section("4.4")
def test_a_hidden_unit_that_forbids_an_attack_is_revealed_and_nothing_is_spent():
    t = foggy().phase(Phase.SHOCK)
    t.s.active = B
    hidden = t.field(A, 5, Kind.SK_AR, marks=Mark.HIDDEN)
    t.field(B, 3, Kind.HC)
    t.field(A, 2, Kind.MI)
    assert t.allows(Do.ATTACK, 3, 2)  # as far as B sees, nobody faces column 3 in the centre
    t.play(Do.ATTACK, 3, 2)
    assert not t.has(hidden, Mark.HIDDEN)
    assert t.s.attacks == 0
    assert t.s.open == 0
    assert not t.allows(Do.ATTACK, 3, 2)


@section("4.4")
def test_an_attack_reveals_the_attacker() -> None:
    field = Field()
    u = field.put(A, 2, "LC 7/5", marks=Mark.HIDDEN)
    field.put(B, 3, "HI 8/6")
    field.roll(Do.ATTACK, 2, 3)
    assert not field.has(u, Mark.HIDDEN)
    raider = Field()
    u = raider.put(A, 5, "LC 7/5", marks=Mark.HIDDEN)
    raider.roll(Do.RAID, 5)
    assert not raider.has(u, Mark.HIDDEN)


@section("4.4", "26.1", "26.3")
@pytest.mark.parametrize("before", [0, Mark.HID])
def test_a_unit_hides_once_in_a_battle(before: int) -> None:
    field = Field()
    field.prefer(Pref.FOG_OF_WAR)
    field.phase(Phase.PLAY)
    field.terrain(A, 2, Terrain.WOODS)
    u = field.hand(A, Kind.LI, marks=before | Mark.USED)
    field.roll(Do.PLAY, u, 2)
    assert field.has(u, Mark.HIDDEN) == (before == 0)
    assert field.has(u, Mark.HID)


@section("4.4", "26.3")
def test_a_unit_that_has_hidden_is_known_as_such_wherever_it_goes() -> None:
    field = Field()
    field.prefer(Pref.FOG_OF_WAR)
    field.phase(Phase.MOVE)
    u = field.put(A, 2, "SK SL 4/1 S", marks=Mark.HIDDEN | Mark.HID)
    field.roll(Do.REAR, 2)
    assert not field.has(u, Mark.HIDDEN)
    assert field.has(u, Mark.HID)
