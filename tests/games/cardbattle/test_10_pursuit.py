"""When everybody would rout, and pursuit (10.10, 10.11)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Mark, Place
from hoplon.games.cardbattle.tables import Pref
from hoplon.games.cardbattle.units import rout_points
from tests.games.cardbattle.boards import A, B, Kind, Phase, Table
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10.10")
@pytest.mark.parametrize(
    ("coh_a", "coh_d", "routs", "stays"),
    [(4, 4, "d", 5), (5, 4, "a", 5), (4, 5, "d", 5), (4, 3, "a", 5)],
)
def test_when_everybody_would_rout(coh_a: int, coh_d: int, routs: str, stays: int) -> None:
    """Column 7, die 4: 2/2. The larger excess routs, on a tie the defenders."""
    field = Field()
    a = field.put(A, 5, "MI 6/5", marks=Mark.ENGAGED, coh=coh_a)
    d = field.put(B, 5, "MI 6/5", marks=Mark.ENGAGED, coh=coh_d)
    field.put(A, 9, "MI 6/5")
    field.put(B, 3, "MI 6/5")
    field.fight([5], [5], 4)
    loser, winner = (a, d) if routs == "a" else (d, a)
    assert field.routed() == [loser]
    if (coh_a, coh_d) == (4, 3):
        assert not field.said(Do.SPARED)  # the defenders are below their limit
        assert field.coh(winner) == 5
    else:
        assert [(said.what, said.n) for said in field.said(Do.SPARED)] == [(winner, stays)]
        assert field.coh(winner) == stays


@section("10.10")
def test_not_used_if_one_unit_is_below_its_limit() -> None:
    field = Field()
    a = [field.put(A, 5, "MI 6/5", marks=Mark.ENGAGED, coh=5), field.put(A, 4, "MI 9/5", marks=Mark.ENGAGED)]
    d = field.put(B, 5, "MI 6/5", marks=Mark.ENGAGED, coh=4)
    field.put(B, 9, "MI 6/5")
    field.fight([5, 4], [5], 4)
    assert field.routed() == [d, a[0]]


@section("10.10", "10.7")
def test_also_before_the_clash() -> None:
    field = Field()
    a = field.put(A, 5, "MI 5/5", coh=4)
    d = field.put(B, 5, "MI 5/5", coh=4)
    field.put(B, 9, "MI 6/5")
    field.fight([5], [5], 7, 6)
    assert field.routed() == [a]
    assert field.coh(d) == 4
    assert not field.said(Do.CLASH)


def pursuit_field() -> Field:
    """A field with the preference, and reserves far away."""
    field = Field()
    field.prefer(Pref.CAVALRY_PURSUIT)
    field.put(A, 9, "MI 6/5")
    field.put(B, 8, "MI 6/5", level=1)
    return field


@section("10.11")
def test_it_stays_on_a_die_up_to_its_tq() -> None:
    field = pursuit_field()
    rider = field.put(A, 5, "HC 7/4", marks=Mark.ENGAGED)
    prey = field.put(B, 5, "MI 4/5", marks=Mark.ENGAGED, coh=3)
    field.fight([5], [5], 9, 7)
    assert field.n_of(Do.PURSUE) == 7
    assert field.column(rider) == 5
    assert field.s.place[prey] == Place.ROUTED


@section("10.11", "26.2")
def test_prey_that_escapes_goes_to_the_second_line() -> None:
    field = pursuit_field()
    rider = field.put(A, 5, "HC 7/4", marks=Mark.ENGAGED, coh=1, depletion=1)
    prey = field.put(B, 5, "MI 4/5", marks=Mark.ENGAGED, coh=3)
    field.fight([5], [5], 9, 8, 8, 0)
    assert field.n_of(Do.PREY) == 8
    assert field.s.place[prey] == Place.ROUTED
    assert field.s.place[rider] == Place.PURSUIT
    assert (field.coh(rider), int(field.s.depletion[rider]), int(field.s.level_m[rider])) == (3, 1, 1)
    assert not field.has(rider, Mark.ENGAGED)
    assert rout_points(field.s, A) == 0


@section("10.11")
def test_only_with_the_preference_only_cavalry_and_no_eliminated_prey() -> None:
    for pref, rider, prey in (
        (False, "HC 7/4", "MI 4/5"),
        (True, "MI 7/4", "MI 4/5"),
        (True, "HC 7/4", "SK SL 4/1"),
        (True, "HC 7/4", "CH 4/3"),
        (True, "EL 9/5", "MI 4/5"),
    ):
        field = pursuit_field()
        field.s.pref[Pref.CAVALRY_PURSUIT] = pref
        field.put(A, 5, rider, marks=Mark.ENGAGED)
        v = field.put(B, 5, prey, marks=Mark.ENGAGED, coh=3)
        field.fight([5], [5], 9)
        assert v in field.routed()
        assert not field.said(Do.PURSUE)


@section("10.11")
def test_the_lead_attacker_pursues_else_the_better_cavalry() -> None:
    field = pursuit_field()
    field.put(A, 4, "PH 9/9", marks=Mark.ENGAGED)
    rider = field.put(A, 5, "HC 7/4", marks=Mark.ENGAGED)
    field.put(B, 5, "MI 4/5", marks=Mark.ENGAGED, coh=3)
    field.fight([5, 4], [5], 9, 0)
    assert field.said(Do.LEAD)[0].what != rider
    assert field.said(Do.PURSUE)[0].what == rider


@section("10.11", "26.2")
def test_several_prey_the_lead_defender_first() -> None:
    field = pursuit_field()
    field.put(A, 5, "HC 8/9", marks=Mark.ENGAGED)
    field.put(B, 4, "LN 3/5", marks=Mark.ENGAGED, coh=2)
    lead = field.put(B, 5, "MI 3/5", marks=Mark.ENGAGED, coh=2)
    field.fight([5], [4, 5], 9, 9, 9, 0)
    assert field.said(Do.LEAD)[1].what == lead
    assert len(field.routed()) == 2
    assert field.said(Do.PREY)[0].what == lead


@section("10.11")
def test_a_rout_before_the_clash_is_pursued_too() -> None:
    field = pursuit_field()
    rider = field.put(A, 5, "HC 8/4")
    prey = field.put(B, 5, "MI 4/5", coh=3)
    field.fight([5], [5], 0, 5, 9, 7, 3)
    assert field.s.place[prey] == Place.ELIMINATED
    assert field.n_of(Do.AWAY) == 4
    assert field.s.place[rider] == Place.PURSUIT


@section("10.11", "2.5")
def test_destroyed_prey_pushes_nobody_out_of_a_full_second_line() -> None:
    field = pursuit_field()
    for _ in range(8):
        field.rear(B, Place.RALLIED)
    field.put(A, 5, "HC 8/4", marks=Mark.ENGAGED)
    field.put(B, 5, "MI 4/5", marks=Mark.ENGAGED, coh=3)
    field.fight([5], [5], 9, 9, 0, 0)
    assert len(field.said(Do.ELIMINATE)) == 1
    assert field.s.rear_n[B] == 8


@section("10.11")
def test_the_death_of_another_target_does_not_save_the_prey() -> None:
    field = pursuit_field()
    field.put(A, 5, "HC 8/9", marks=Mark.ENGAGED)
    screen = field.put(B, 4, "SK SL 3/1", marks=Mark.ENGAGED, coh=2)
    prey = field.put(B, 5, "MI 3/5", marks=Mark.ENGAGED, coh=2)
    field.fight([5], [4, 5], 9, 9, 0, 0)
    assert field.said(Do.PREY)[0].what == prey
    assert [field.s.place[u] for u in (screen, prey)] == [Place.ELIMINATED, Place.ELIMINATED]


@section("10.11")
def test_a_pursuer_regroups_below_the_initiative_when_its_level_is_gone():
    t = Table().phase(Phase.RALLY)
    u = t.unit(A, Kind.HC, level=1, coh=2)
    t.s.place[u] = Place.PURSUIT
    assert not t.allows(Do.REGROUP, u)
    t.s.level_m[u] = 0
    t.play(Do.REGROUP, u, dice=(5,))
    assert t.s.place[u] == Place.PURSUIT
    assert t.s.attempts == 1
    assert not t.allows(Do.REGROUP, u)
    t.s.attempts = 0
    t.play(Do.REGROUP, u, dice=(4,))
    assert t.s.place[u] == Place.RALLIED
    assert t.s.coh[u] == 2
    assert t.s.depletion[u] == 0
    assert t.has(u, Mark.FRESH)


@section("10.11")
def test_regrouping_needs_room_in_the_second_line():
    t = Table().phase(Phase.RALLY)
    u = t.unit(A, Kind.HC)
    t.s.place[u] = Place.PURSUIT
    for _ in range(8):
        t.rear(A, Place.RALLIED)
    assert not t.allows(Do.REGROUP, u)
