"""Rulebook 7: the phases of a turn, playing, combined moves, moving, the end of a turn."""

from __future__ import annotations

import pytest

from tests.games.cardbattle.boards import (
    CARD,
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
    Special,
    Table,
    Terrain,
    Trait,
)
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def both(t: Table) -> Table:
    """Somebody far away on both sides, so that the battle goes on."""
    t.field(A, 1)
    t.field(B, 9)
    return t


@section("7.1")
def test_six_phases_in_order_then_the_other_player():
    t = both(Table())
    seen = []
    for _ in range(6):
        seen.append(Phase(int(t.s.phase)))
        t.play(Do.END_PHASE)
    assert seen == list(Phase)
    assert t.s.active == B
    assert t.s.phase == Phase.PLAY
    assert t.s.rounds == 10
    for _ in range(6):
        t.play(Do.END_PHASE)
    assert t.s.active == A
    assert t.s.rounds == 11


@section("7.1")
def test_nothing_is_compulsory_but_to_resolve_what_is_designated():
    t = both(Table()).phase(Phase.MISSILE)
    t.field(A, 5, Kind.SK_AR, missile=Missile.A)
    t.field(B, 5)
    assert t.allows(Do.END_PHASE)
    t.play(Do.AIM, 5, 5)
    assert not t.allows(Do.END_PHASE)
    t.play(Do.LOOSE, dice=(8,))
    assert t.allows(Do.END_PHASE)


@section("7.2")
def test_one_unit_a_turn():
    t = both(Table())
    first = t.hand(A, Kind.MI)
    second = t.hand(A, Kind.MI)
    t.play(Do.PLAY, first, 5)
    assert not t.allows(Do.PLAY, second, 6)


@section("7.2")
def test_dynamic_play_allows_two_and_the_second_gets_a_marker():
    t = both(Table())
    t.prefer(Pref.DYNAMIC_PLAY_DRAW)
    first, second, third = (t.hand(A, Kind.SK_AR) for _ in range(3))
    t.deck(A, Kind.MI)
    t.play(Do.PLAY, first, 5)
    t.play(Do.PLAY, second, 6)
    assert t.s.level_m[first] == 0
    assert t.s.level_m[second] == 1
    assert not t.allows(Do.PLAY, third, 7)
    t.phase(Phase.DRAW)
    assert not t.allows(Do.DRAW)


@section("7.2")
def test_the_area_must_be_empty():
    t = Table()
    t.field(A, 5)
    u = t.hand(A, Kind.HC)
    assert not t.allows(Do.PLAY, u, 5)
    assert t.allows(Do.PLAY, u, 4)


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        (Kind.PH, 1),
        (Kind.LI, 1),
        (Kind.LP, 1),
        (Kind.SK_SL, 0),
        (Kind.LI_VE, 0),
        (Kind.AT, 0),
        (Kind.HC, 0),
        (Kind.EL, 0),
        (Kind.CA, 0),
        (Kind.CH, 1),
        (Kind.CH_LGT, 1),
        (Kind.HC_CAT, 1),
        (Kind.SM, 1),
    ],
)
@section("7.2")
def test_foot_chariots_and_cataphracts_get_a_marker(kind, level):
    t = Table()
    u = t.hand(A, kind)
    t.play(Do.PLAY, u, 5)
    assert t.s.level_m[u] == level


@pytest.mark.parametrize("trait", [Trait.SPEED, Trait.MOUNTED])
@section("7.2")
def test_swift_monsters_get_none(trait):
    t = Table()
    u = t.hand(A, Kind.LM, traits=(trait,))
    t.play(Do.PLAY, u, 5)
    assert t.s.level_m[u] == 0


@section("7.2")
def test_on_arrival_terrain_marker_hiding_and_fire_in_this_order():
    t = Table()
    t.terrain(A, 5, Terrain.WOODS)
    t.field(B, 4, Kind.SK_AR, missile=Missile.A)
    u = t.hand(A, Kind.HI)
    t.play(Do.PLAY, u, 5)
    assert t.did() == [Do.PLAY, Do.COME, Do.ENTER, Do.LOSE, Do.MARK]
    assert t.mover == B
    assert t.kinds() == {Do.REACT, Do.HOLD}
    t.play(Do.REACT, dice=(1,))
    assert t.did()[:2] == [Do.REACT, Do.SHOT]
    assert t.s.coh[u] == 2
    assert t.mover == A


@section("7.2")
def test_enemies_in_contact_are_asked_from_column_1_on():
    t = Table()
    archers = [t.field(B, c, Kind.SK_AR, missile=Missile.A) for c in (6, 4, 5, 8)]
    u = t.hand(A, Kind.MI)
    t.play(Do.PLAY, u, 5)
    asked = []
    while t.mover == B:
        asked.append(int(t.s.pending.actions[t.s.pending.n - 1].what))
        t.play(Do.HOLD)
    assert asked == [archers[1], archers[2], archers[0]]


@pytest.mark.parametrize(
    ("new", "old", "roman", "specials", "may"),
    [
        (Kind.HI, Kind.SK_AR, 0, (), True),
        (Kind.HI_TR, Kind.SK_AR, 0, (), True),
        (Kind.PH, Kind.SK_JA, 0, (), True),
        (Kind.MI, Kind.SK_SL, 0, (), True),
        (Kind.LI, Kind.SK_SL, 0, (), False),
        (Kind.LG_HA, Kind.LI_VE, 1, (), True),
        (Kind.CO_CON, Kind.LI_VE, 2, (), True),
        (Kind.LG_HA, Kind.LI_VE, 0, (), False),
        (Kind.LG_HA, Kind.LI, 1, (), False),
        (Kind.LG_PR, Kind.LI_VE, 1, (), False),
        (Kind.LG_PR, Kind.LG_HA, 1, (), True),
        (Kind.LG_PR, Kind.CO_CON, 1, (), True),
        (Kind.LG_PR, Kind.LG_HA, 0, (), False),
        (Kind.LG_HA, Kind.LG_PR, 1, (), False),
        (Kind.CO_VET, Kind.CO_REC, 2, (), True),
        (Kind.CO_REC, Kind.CO_VET, 2, (), True),
        (Kind.CO_VET, Kind.CO_VET, 2, (), True),
        (Kind.CO_VET, Kind.CO_REC, 1, (), False),
        (Kind.CO_CON, Kind.CO_REC, 2, (), False),
        (Kind.CO_VET, Kind.CO_CON, 2, (), False),
        (Kind.AS, Kind.TP, 0, (), True),
        (Kind.AS, Kind.YU, 0, (), True),
        (Kind.AS, Kind.KB, 0, (), False),
        (Kind.PH, Kind.LI_VE, 0, (Special.DISCIPLINE,), True),
        (Kind.HI, Kind.LP, 0, (Special.DISCIPLINE,), False),
        (Kind.MI, Kind.LI, 0, (Special.DISCIPLINE,), False),
        (Kind.HI, Kind.LI, 0, (), False),
    ],
)
@section("7.3")
def test_who_relieves_whom(new, old, roman, specials, may):
    t = Table()
    t.s.roman[A] = roman
    t.rule(A, *specials)
    t.field(A, 5, old)
    u = t.hand(A, new)
    assert t.allows(Do.RELIEVE, u, 5) == may
    assert not t.allows(Do.PLAY, u, 5)


@section("7.3")
def test_a_combined_move_counts_as_play_and_the_old_unit_goes_to_the_rallied_group():
    t = Table()
    old = t.field(A, 5, Kind.SK_AR, level=1, coh=2, marks=Mark.ENGAGED)
    enemy = t.field(B, 5, Kind.LC, marks=Mark.ENGAGED)
    u = t.hand(A, Kind.HI)
    t.play(Do.RELIEVE, u, 5)
    assert t.s.place[old] == Place.RALLIED
    assert t.s.coh[old] == 2
    assert t.s.level_m[old] == 0
    assert t.s.field[4] == u
    assert t.s.played == 1
    assert t.s.level_m[u] == 1
    assert t.has(enemy, Mark.ENGAGED)
    assert not t.has(u, Mark.ENGAGED)


@section("7.3")
def test_the_second_line_must_not_be_full_nor_the_ground_closed():
    t = Table()
    t.field(A, 5, Kind.SK_AR)
    u = t.hand(A, Kind.HI)
    for _ in range(8):
        t.rear(A, Place.RALLIED)
    assert not t.allows(Do.RELIEVE, u, 5)


@section("7.4")
def test_one_step_sideways_within_the_zone_away_from_the_enemy():
    t = Table().phase(Phase.MOVE)
    u = t.field(A, 4, Kind.HC)
    assert t.allows(Do.MOVE, 4, 5)
    assert t.allows(Do.MOVE, 4, 3)
    assert not t.allows(Do.MOVE, 4, 6)
    t.play(Do.MOVE, 4, 3)
    assert t.column(u) == 3
    assert t.s.field[3] == -1
    t.s.moved = 0
    assert not t.allows(Do.MOVE, 3, 2)
    t.field(B, 4)
    assert not t.allows(Do.MOVE, 3, 4)


@section("7.4")
def test_one_move_a_turn_of_either_kind():
    t = Table().phase(Phase.MOVE)
    t.field(A, 4, Kind.SK_AR)
    t.field(A, 7, Kind.SK_AR)
    t.play(Do.MOVE, 4, 5)
    assert not t.allows(Do.MOVE, 5, 6)
    assert not t.allows(Do.REAR, 7)


@section("7.4")
def test_a_move_pays_terrain_and_draws_fire():
    t = Table().phase(Phase.MOVE)
    u = t.field(A, 4, Kind.HC)
    t.terrain(A, 5, Terrain.WOODS)
    t.field(B, 6, Kind.SK_AR, missile=Missile.A)
    t.play(Do.MOVE, 4, 5)
    assert t.s.coh[u] == 1
    assert t.s.level_m[u] == 1
    assert t.mover == B
    t = Table().phase(Phase.MOVE)
    u = t.field(A, 4, Kind.MI)
    t.play(Do.MOVE, 4, 5)
    assert t.s.level_m[u] == 0


@section("7.4")
def test_artillery_never_moves():
    t = Table().phase(Phase.MOVE)
    t.field(A, 4, Kind.AT)
    t.field(A, 7, Kind.OZ)
    assert not t.allows(Do.MOVE, 4, 5)
    assert not t.allows(Do.MOVE, 7, 6)


@section("7.4")
def test_skirmishers_retire_unless_enemy_cavalry_is_in_contact():
    t = Table().phase(Phase.MOVE)
    u = t.field(A, 4, Kind.SK_AR)
    t.field(B, 4, Kind.PH)
    assert t.allows(Do.REAR, 4)
    t.field(B, 5, Kind.HC)
    assert not t.allows(Do.REAR, 4)
    t.field(A, 9, Kind.MI)
    assert not t.allows(Do.REAR, 9)
    t.s.field[9 + 4] = -1
    t.play(Do.REAR, 4)
    assert t.s.place[u] == Place.RALLIED
    assert t.column(u) == 0


@section("7.4")
def test_special_mobility_retires_light_infantry():
    t = Table().phase(Phase.MOVE)
    t.field(A, 4, Kind.LI_VE)
    assert not t.allows(Do.REAR, 4)
    t.prefer(Pref.SPECIAL_LI_MOBILITY)
    assert t.allows(Do.REAR, 4)


@section("7.5")
def test_the_choices_of_a_phase_are_those_of_the_catalogue():
    t = both(Table("oda", "takeda"))
    t.s.clan[: t.s.units[A]] = 0
    t.hand(A, Card.FLANK, Card.RALLY, Card.COHESION, Card.RESERVE, Card.CHALLENGE, Card.CALTROP)
    t.hand(A, Kind.AS, clan=0)
    t.deck(A, Kind.AS, clan=0)
    t.field(A, 5, Kind.KB, coh=1, clan=0)
    t.field(B, 5, Kind.AS, clan=0)
    t.rear(A, Place.ROUTED, clan=0)
    t.rear(A, Place.RALLIED, coh=1, clan=0)
    always = {Do.END_PHASE, Do.CHALLENGE}
    wanted = {
        Phase.PLAY: {Do.PLAY, Do.STREW},
        Phase.MOVE: {Do.MOVE, Do.STEADY},
        Phase.MISSILE: set(),
        Phase.SHOCK: {Do.ATTACK, Do.RAID},
        Phase.RALLY: {Do.RALLY, Do.RALLY_CARD},
        Phase.DRAW: {Do.DISCARD, Do.RECOVER, Do.RESERVE},
    }
    for phase, kinds in wanted.items():
        t.phase(phase)
        assert t.kinds() == kinds | always
    t.s.hand_n[A] -= 1
    t.phase(Phase.DRAW)
    assert t.kinds() == wanted[Phase.DRAW] | {Do.DRAW, Do.TAKE} | always


@section("7.5")
def test_while_an_attack_is_open_it_is_completed_first():
    t = both(Table()).phase(Phase.SHOCK)
    t.field(A, 5, Kind.HC)
    t.field(A, 4, Kind.HC)
    t.field(B, 5, Kind.MI)
    t.hand(A, Card.FLANK)
    t.play(Do.ATTACK, 5, 5)
    assert t.kinds() == {Do.JOIN, Do.FLANK_ORDER, Do.FLANK_CARD, Do.CLOSE}


@section("7.6")
def test_the_end_of_a_turn():
    t = both(Table()).phase(Phase.DRAW)
    monster = t.field(A, 4, Kind.LM, coh=2, traits=(Trait.REGENERATE,))
    enemy = t.field(B, 4, Kind.LM, coh=2, traits=(Trait.REGENERATE,))
    chariot = t.field(A, 7, Kind.CH, level=1, marks=Mark.CHARGER | Mark.ARRIVED)
    away = t.unit(A, Kind.HC, level=3)
    t.s.place[away] = Place.PURSUIT
    t.prefer(Pref.CAVALRY_PURSUIT)
    t.s.attempts = t.s.orders = t.s.flank_orders = t.s.moved = t.s.played = t.s.drawn = 1
    t.s.clans_active = 5
    t.play(Do.END_PHASE)
    assert t.s.coh[monster] == 1
    assert t.s.coh[enemy] == 2
    assert t.s.level_m[chariot] == 0
    assert not t.has(chariot, Mark.CHARGER | Mark.ARRIVED)
    assert t.s.level_m[away] == 2
    names = ("attempts", "orders", "flank_orders", "moved", "played", "drawn", "clans_active")
    assert all(t.s[name] == 0 for name in names)


@section("7")
def test_cards_leave_the_hand_in_order():
    t = Table()
    first = t.hand(A, Kind.MI)
    t.hand(A, Card.FLANK)
    last = t.hand(A, Kind.MI)
    t.play(Do.PLAY, first, 5)
    assert t.s.hand[:3].tolist() == [CARD + Card.FLANK, last, -1]
