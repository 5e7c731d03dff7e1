"""Rulebook 11: routs, rally, recovering, drawing."""

from __future__ import annotations

import pytest

from tests.games.cardbattle.boards import (
    A,
    B,
    Card,
    Do,
    Kind,
    Mark,
    Phase,
    Place,
    Pref,
    Table,
    Terrain,
    Trait,
    Why,
)
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def rout(kind: Kind, **more) -> tuple[Table, int]:
    """A unit of A that routs on entering a marsh or, an elephant, caltrops."""
    t = Table()
    elephant = kind in (Kind.EL, Kind.EL_CAT)
    t.terrain(A, 5, Terrain.CALTROP if elephant else Terrain.WOODS)
    u = t.hand(A, kind, tq=1, value=3, **more)
    t.play(Do.PLAY, u, 5, dice=(6, 8))
    return t, u


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (Kind.MI, Place.ROUTED),
        (Kind.HC, Place.ROUTED),
        (Kind.CH, Place.ELIMINATED),
        (Kind.CH_LGT, Place.ELIMINATED),
        (Kind.EL, Place.ELIMINATED),
        (Kind.SM, Place.ELIMINATED),
    ],
)
@section("11.1")
def test_what_becomes_of_a_unit_at_its_limit(kind, place):
    t, u = rout(kind)
    assert t.s.place[u] == place
    assert t.s.fled[A] == (3 if place == Place.ROUTED else 0)
    assert t.s.lost[A] == (3 if place == Place.ELIMINATED else 0)
    assert t.s.routs[A] == 1


@section("11.1")
def test_skirmishers_are_eliminated():
    t = Table().phase(Phase.MISSILE)
    t.field(A, 5, Kind.LI, missile=2, tq=5)
    u = t.field(B, 5, Kind.SK_AR, tq=4, coh=3, value=1)
    t.play(Do.AIM, 5, 5)
    t.play(Do.LOOSE, dice=(0,))
    assert t.s.place[u] == Place.ELIMINATED
    assert t.s.lost[B] == 1


@section("11.1")
def test_monsters_with_control_rout():
    t, u = rout(Kind.LM, traits=(Trait.CONTROL,))
    assert t.s.place[u] == Place.ROUTED


@section("11.2")
def test_points_of_the_routed_go_with_the_rally_and_stay_with_elimination():
    t = Table().phase(Phase.RALLY)
    first = t.rear(A, Place.ROUTED, value=8)
    second = t.rear(A, Place.ROUTED, value=5)
    t.s.command[A] = 2
    assert t.s.fled[A] == 13
    t.play(Do.RALLY, first, dice=(6, 0))
    assert t.s.fled[A] == 5
    assert t.s.lost[A] == 0
    t.play(Do.RALLY, second, dice=(7,))
    assert t.s.fled[A] == 0
    assert t.s.lost[A] == 5
    assert t.s.place[second] == Place.ELIMINATED
    assert t.s.rear_n[A] == 1


@pytest.mark.parametrize(("die", "rallied"), [(0, True), (6, True), (7, False), (9, False)])
@section("11.3")
def test_the_leader_rallies_on_initiative_plus_one_or_less(die, rallied):
    t = Table().phase(Phase.RALLY)
    u = t.rear(A, Place.ROUTED)
    t.play(Do.RALLY, u, dice=(die, 3))
    assert t.s.place[u] == (Place.RALLIED if rallied else Place.ELIMINATED)
    assert t.s.attempts == 1


@section("11.3")
def test_a_card_needs_no_roll_and_no_attempt():
    t = Table().phase(Phase.RALLY)
    t.hand(A, Card.RALLY)
    u = t.rear(A, Place.ROUTED, marks=Mark.FRESH)
    t.play(Do.RALLY_CARD, u, dice=(3,))
    assert t.s.place[u] == Place.RALLIED
    assert t.s.attempts == 0
    assert t.s.spent[Card.RALLY] == 1
    assert t.s.depletion[u] == 1
    assert t.s.coh[u] == 2
    t.phase(Phase.DRAW)
    assert not t.allows(Do.TAKE, u)


@pytest.mark.parametrize(
    ("tq", "hits"), [(5, [1, 1, 2, 2, 2, 2, 2, 2, 3, 3]), (6, [1, 1, 2, 2, 2, 2, 3, 3, 4, 4])]
)
@section("11.3")
def test_the_hits_a_rallied_unit_keeps(tq, hits):
    for die in range(10):
        t = Table().phase(Phase.RALLY)
        u = t.rear(A, Place.ROUTED, tq=tq)
        t.play(Do.RALLY, u, dice=(0, die))
        assert t.s.coh[u] == hits[die]


@section("11.3")
def test_a_unit_depleted_before_adds_two_and_keeps_below_its_limit():
    t = Table().phase(Phase.RALLY)
    u = t.rear(A, Place.ROUTED, tq=6, depletion=1)
    t.play(Do.RALLY, u, dice=(0, 6))
    assert t.s.coh[u] == 4
    assert t.s.depletion[u] == 2
    assert [(line.what, line.n) for line in t.said(Do.MODIFY)] == [(Why.TWICE_DEPLETED, 2)]
    t = Table().phase(Phase.RALLY)
    u = t.rear(A, Place.ROUTED, tq=2)
    t.play(Do.RALLY, u, dice=(0, 9))
    assert t.s.coh[u] == 1


@section("11.4")
def test_orders_remove_one_hit_from_units_rallied_earlier():
    t = Table().phase(Phase.DRAW)
    u = t.rear(A, Place.RALLIED, coh=2)
    fresh = t.rear(A, Place.RALLIED, coh=2, marks=Mark.FRESH)
    whole = t.rear(A, Place.RALLIED)
    assert not t.allows(Do.ORDER, u)
    t.prefer(Pref.LEADER_REMOVES_COH)
    assert not t.allows(Do.ORDER, fresh)
    assert not t.allows(Do.ORDER, whole)
    t.play(Do.ORDER, u)
    t.play(Do.ORDER, u)
    assert t.s.coh[u] == 0
    assert t.s.orders == 2


@section("11.5")
def test_one_card_a_turn_from_deck_or_second_line():
    t = Table().phase(Phase.DRAW)
    low, top = t.deck(A, Kind.MI, Kind.LI)
    u = t.rear(A, Place.RALLIED)
    t.play(Do.DRAW)
    assert t.s.place[top] == Place.HAND
    assert t.s.place[low] == Place.DECK
    assert [(line.who, line.what) for line in t.said(Do.DEAL)] == [(A, top)]
    assert not t.allows(Do.DRAW)
    assert not t.allows(Do.TAKE, u)


@section("11.5")
def test_not_with_seven_cards_nor_from_an_empty_deck():
    t = Table().phase(Phase.DRAW)
    t.rear(A, Place.RALLIED)
    assert Do.DRAW not in t.kinds()
    assert Do.TAKE in t.kinds()
    t.deck(A, Kind.MI)
    t.hand(A, *[Card.FLANK] * 7)
    assert not {Do.DRAW, Do.TAKE} & t.kinds()


@pytest.mark.parametrize(("played", "draws"), [(0, 2), (1, 1), (2, 0)])
@section("11.5")
def test_dynamic_draws_two_less_the_units_played(played, draws):
    t = Table().phase(Phase.DRAW)
    t.prefer(Pref.DYNAMIC_PLAY_DRAW)
    t.deck(A, Kind.MI, Kind.MI, Kind.MI)
    t.field(B, 9)
    t.s.played = played
    for _ in range(draws):
        t.play(Do.DRAW)
    assert Do.DRAW not in t.kinds()
