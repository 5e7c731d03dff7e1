"""Rulebook 2: cards, markers, deck, second line, leader."""

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
    Table,
    Terrain,
)
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("2.1")
def test_a_card_goes_from_the_hand_to_the_field_and_is_in_one_place_only():
    t = Table()
    u = t.hand(A, Kind.MI)
    t.play(Do.PLAY, u, 5)
    assert t.s.place[u] == Place.FIELD
    assert t.s.field[4] == u
    assert t.s.hand_n[A] == 0
    assert t.s.field.tolist().count(u) == 1


@section("2.2")
def test_the_manoeuvre_marker_drops_at_the_end_of_the_owners_turn_only():
    t = Table()
    ours = t.field(A, 1, level=1)
    theirs = t.field(B, 9, level=1)
    t.end_turn()
    assert t.s.level_m[ours] == 0
    assert t.s.level_m[theirs] == 1
    t.end_turn()
    assert t.s.level_m[theirs] == 0


@section("2.2")
def test_a_unit_with_a_marker_neither_moves_nor_is_steadied():
    t = Table().phase(Phase.MOVE)
    t.hand(A, Card.COHESION)
    t.field(A, 5, level=1, coh=2)
    t.field(A, 3, coh=2)
    assert not t.allows(Do.MOVE, 5, 6)
    assert not t.allows(Do.STEADY, 5)
    assert t.allows(Do.MOVE, 3, 4)
    assert t.allows(Do.STEADY, 3)


@section("2.2")
def test_missiles_come_back_at_the_end_of_the_turn_away_from_the_enemy():
    t = Table()
    far = t.field(A, 1, Kind.SK_JA, missile=Missile.J, marks=Mark.NO_MISSILE)
    near = t.field(A, 5, Kind.SK_JA, missile=Missile.J, marks=Mark.NO_MISSILE)
    t.field(B, 6)
    t.end_turn()
    assert not t.has(far, Mark.NO_MISSILE)
    assert t.has(near, Mark.NO_MISSILE)


@section("2.2")
def test_an_engaged_unit_is_free_at_once_when_its_last_enemy_retires():
    t = Table().phase(Phase.MOVE)
    t.field(A, 5, Kind.SK_SL)
    enemy = t.field(B, 5, marks=Mark.ENGAGED)
    t.play(Do.REAR, 5)
    assert not t.has(enemy, Mark.ENGAGED)
    assert Do.DISENGAGE in t.did()


@section("2.3")
def test_cohesion_on_the_field_removes_two_hits_and_gives_a_marker():
    t = Table().phase(Phase.MOVE)
    t.hand(A, Card.COHESION)
    u = t.field(A, 5, coh=3)
    t.play(Do.STEADY, 5)
    assert t.s.coh[u] == 1
    assert t.s.level_m[u] == 1
    assert t.s.hand_n[A] == 0
    assert t.s.spent[Card.COHESION] == 1


@section("2.3")
def test_cohesion_never_goes_below_zero_and_needs_hits():
    t = Table().phase(Phase.MOVE)
    t.hand(A, Card.COHESION, Card.COHESION)
    u = t.field(A, 5, coh=1)
    t.field(A, 7)
    assert not t.allows(Do.STEADY, 7)
    t.play(Do.STEADY, 5)
    assert t.s.coh[u] == 0


@section("2.3")
def test_cohesion_in_the_draw_phase_mends_a_unit_rallied_earlier():
    t = Table().phase(Phase.DRAW)
    t.hand(A, Card.COHESION)
    fresh = t.rear(A, Place.RALLIED, coh=3, marks=Mark.FRESH)
    routed = t.rear(A, Place.ROUTED, coh=3)
    rested = t.rear(A, Place.RALLIED, coh=3)
    assert not t.allows(Do.RECOVER, fresh)
    assert not t.allows(Do.RECOVER, routed)
    t.play(Do.RECOVER, rested)
    assert t.s.coh[rested] == 1
    assert t.s.level_m[rested] == 0


@section("2.3")
def test_reserve_brings_the_next_two_units_and_skips_special_cards():
    t = Table().phase(Phase.DRAW)
    t.hand(A, Card.RESERVE)
    low, _, high, *_ = t.deck(A, Kind.MI, Card.FLANK, Kind.LI, Card.RALLY)
    t.play(Do.RESERVE)
    assert t.s.hand[:2].tolist() == [high, low]
    assert t.s.deck[:2].tolist() == [CARD + Card.FLANK, CARD + Card.RALLY]
    assert t.s.drawn == 0


@section("2.3")
def test_reserve_keeps_the_hand_limit_and_needs_a_unit_in_the_deck():
    t = Table().phase(Phase.DRAW)
    t.hand(A, Card.RESERVE, Card.FLANK, Card.FLANK, Card.FLANK, Card.FLANK, Card.FLANK, Card.FLANK)
    t.deck(A, Kind.MI, Kind.LI)
    t.play(Do.RESERVE)
    assert t.s.hand_n[A] == 7
    assert t.s.deck_n[A] == 1
    t = Table().phase(Phase.DRAW)
    t.hand(A, Card.RESERVE)
    t.deck(A, Card.FLANK)
    assert not t.allows(Do.RESERVE)


@section("2.3")
def test_caltrops_turn_a_clear_enemy_area_and_are_no_play_of_a_unit():
    t = Table()
    t.hand(A, Card.CALTROP)
    t.terrain(B, 4, Terrain.WOODS)
    assert not t.allows(Do.STREW, 4)
    t.play(Do.STREW, 5)
    assert t.s.terrain[9 + 4] == Terrain.CALTROP
    assert t.s.terrain[4] == Terrain.CLEAR
    assert t.s.played == 0


@pytest.mark.parametrize(
    ("phase", "card", "do"),
    [
        (Phase.PLAY, Card.CALTROP, Do.STREW),
        (Phase.MOVE, Card.COHESION, Do.STEADY),
        (Phase.RALLY, Card.RALLY, Do.RALLY_CARD),
        (Phase.DRAW, Card.RESERVE, Do.RESERVE),
    ],
)
@section("2.3")
def test_a_card_is_played_in_its_phase_only(phase, card, do):
    for other in Phase:
        t = Table().phase(other)
        t.hand(A, card)
        t.deck(A, Kind.MI)
        t.field(A, 1, coh=2)
        t.rear(A, Place.ROUTED)
        assert (do in t.kinds()) == (other == phase)


@section("2.4")
def test_special_cards_and_unused_units_are_discarded_and_give_no_points():
    t = Table().phase(Phase.DRAW)
    used = t.hand(A, Kind.MI, marks=Mark.USED)
    unused = t.hand(A, Kind.MI)
    t.hand(A, Card.FLANK)
    assert not t.allows(Do.DISCARD, used)
    t.play(Do.DISCARD, unused)
    t.play(Do.DISCARD, CARD + Card.FLANK)
    assert t.s.place[unused] == Place.DISCARDED
    assert t.s.spent[Card.FLANK] == 1
    assert t.s.lost[A] == 0
    assert t.s.hand_n[A] == 1


@section("2.5")
def test_eight_units_fill_the_second_line():
    t = Table().phase(Phase.MOVE)
    t.field(A, 5, Kind.SK_SL)
    for _ in range(7):
        t.rear(A, Place.RALLIED)
    assert t.allows(Do.REAR, 5)
    t.rear(A, Place.ROUTED)
    assert not t.allows(Do.REAR, 5)


@section("2.5")
def test_a_routed_unit_that_finds_it_full_kills_one_of_the_eight():
    t = Table()
    t.terrain(A, 5, Terrain.WOODS)
    u = t.hand(A, Kind.HI, tq=1)
    others = [t.rear(A, Place.RALLIED) for _ in range(8)]
    t.play(Do.PLAY, u, 5, dice=(3,))
    assert t.s.place[others[3]] == Place.ELIMINATED
    assert t.s.place[u] == Place.ROUTED
    assert t.s.rear_n[A] == 8
    assert t.s.lost[A] == 6
    assert t.s.fled[A] == 1


@section("2.5")
def test_a_unit_that_came_this_turn_is_drawn_from_the_next_turn_on():
    t = Table().phase(Phase.MOVE)
    u = t.field(A, 5, Kind.SK_SL, coh=2, depletion=1)
    t.field(B, 9)
    t.play(Do.REAR, 5)
    t.phase(Phase.DRAW)
    assert not t.allows(Do.TAKE, u)
    t.end_turn()
    t.end_turn()
    t.phase(Phase.DRAW)
    t.play(Do.TAKE, u)
    assert t.s.place[u] == Place.HAND
    assert t.s.coh[u] == 2
    assert t.s.depletion[u] == 1


@section("2.5")
def test_no_missile_markers_vanish_in_the_second_line_at_the_end_of_the_turn():
    t = Table().phase(Phase.MOVE)
    u = t.field(A, 5, Kind.SK_JA, missile=Missile.J, marks=Mark.NO_MISSILE)
    t.field(B, 5)
    t.play(Do.REAR, 5)
    assert t.has(u, Mark.NO_MISSILE)
    t.end_turn()
    assert not t.has(u, Mark.NO_MISSILE)


@section("2.6")
def test_command_limits_attempts_and_twice_command_the_orders():
    t = Table().phase(Phase.RALLY)
    t.s.command[A] = 2
    units = [t.rear(A, Place.ROUTED) for _ in range(3)]
    t.play(Do.RALLY, units[0], dice=(0, 0))
    t.play(Do.RALLY, units[1], dice=(0, 0))
    assert not t.allows(Do.RALLY, units[2])
    t.phase(Phase.DRAW)
    t.prefer(Pref.LEADER_REMOVES_COH)
    tired = t.rear(A, Place.RALLIED, coh=5)
    for _ in range(4):
        t.play(Do.ORDER, tired)
    assert t.s.coh[tired] == 1
    assert not t.allows(Do.ORDER, tired)


@section("2.3", "26.3")
def test_a_supply_card_is_over_when_the_fire_is_resolved() -> None:
    field = Field()
    field.phase(Phase.MISSILE)
    field.put(A, 1, "SK SL 4/1 S", marks=Mark.NO_MISSILE)
    late = field.put(A, 5, "SK SL 4/1 S")
    field.put(B, 5, "MI 6/5")
    field.hand(A, Card.MISSILE_SUPPLY)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.SUPPLY, 1)
    field.roll(Do.LOOSE, dice=(9,))
    assert field.has(late, Mark.NO_MISSILE)
    assert not field.allows(Do.SUPPLY, 5)
