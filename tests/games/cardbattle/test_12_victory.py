"""Rulebook 12: values, rout points, the end of the battle."""

from __future__ import annotations

from typing import Any

import pytest

from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.state import End
from hoplon.games.cardbattle.units import rout_points
from tests.games.cardbattle.boards import A, B, Card, Do, Kind, Phase, Place, Table, new
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def ready(phase: Phase = Phase.PLAY, **options: Any) -> Table:
    """Both sides have somebody left."""
    t = Table(**options).phase(phase)
    t.field(A, 1)
    t.field(B, 9)
    t.s.level[:] = 50
    return t


@section("12.1")
def test_the_value_of_each_card_is_that_of_its_type():
    s = new(army_a="carthage", army_b="india")
    by_kind = {int(s.kind[u]): int(s.value[u]) for u in range(120) if s.tq[u] == 5 or s.kind[u] == Kind.EL}
    assert by_kind[Kind.EL] == 2
    assert by_kind[Kind.SK_SL] == 1
    assert by_kind[Kind.MI] == 5
    phalanx = next(u for u in range(60) if s.kind[u] == Kind.PH)
    assert s.value[phalanx] == 2 * s.tq[phalanx]
    s = new(army_a="carthage", army_b="india", elephant_full_tq=True)
    elephant = next(u for u in range(60) if s.kind[u] == Kind.EL)
    assert s.value[elephant] == s.tq[elephant]


@section("12.2")
def test_the_rout_level_is_a_share_of_all_values_rounded_up():
    assert new(army_a="carthage").level[A] == 90
    assert new(army_a="carthage", rout_a=30).level[A] == 54
    assert new(army_a="carthage", elephant_full_tq=True).level[A] == 96  # 4 elephants worth 5 instead of 2


@section("12.2")
def test_rout_points_are_the_eliminated_the_routed_raids_and_heads():
    t = Table()
    t.s.lost[A] = 7
    t.s.fled[A] = 6
    t.s.raided[A] = 4
    t.s.bundori[A] = 2
    assert rout_points(t.s, A) == 27
    assert rout_points(t.s, B) == 0


@pytest.mark.parametrize("phase", list(Phase))
@section("12.3")
def test_an_army_at_its_level_loses_at_the_end_of_every_phase(phase):
    t = ready(phase)
    t.s.lost[B] = 50
    t.play(Do.END_PHASE)
    assert t.s.end == End.ROUTED
    assert t.s.winner == A
    assert t.mover == -1
    assert t.did()[-1] == Do.OVER
    assert t.legal() == []


@section("12.3")
def test_below_the_level_it_goes_on():
    t = ready()
    t.s.lost[B] = 49
    t.play(Do.END_PHASE)
    assert t.s.end == End.RUNNING


@pytest.mark.parametrize(("ours", "theirs", "winner"), [(52, 55, A), (60, 51, B), (53, 53, -1)])
@section("12.3")
def test_of_two_routed_armies_the_smaller_excess_wins(ours, theirs, winner):
    t = ready()
    t.s.lost[A] = ours
    t.s.lost[B] = theirs
    t.play(Do.END_PHASE)
    assert t.s.end == End.BOTH_ROUTED
    assert t.s.winner == winner


@pytest.mark.parametrize("where", ["field", "hand", "deck", "rallied", "pursuit", "routed", "nowhere"])
@section("12.3")
def test_an_army_without_units_loses(where):
    t = Table()
    t.field(A, 1)
    if where == "field":
        t.field(B, 9)
    elif where == "hand":
        t.hand(B, Kind.MI)
    elif where == "deck":
        t.deck(B, Kind.MI, Card.FLANK)
    elif where == "rallied":
        t.rear(B, Place.RALLIED)
    elif where == "routed":
        t.rear(B, Place.ROUTED)
    elif where == "pursuit":
        t.s.place[t.unit(B, Kind.HC)] = Place.PURSUIT
    t.hand(B, Card.FLANK)
    t.play(Do.END_PHASE)
    over = where in ("routed", "nowhere")
    assert t.s.end == (End.NO_UNITS if over else End.RUNNING)
    assert t.s.winner == (A if over else -1)


@section("12.3")
def test_the_outcome_names_the_winner_and_both_scores():
    t = ready()
    t.s.lost[:] = (12, 50)
    t.play(Do.END_PHASE)
    outcome = GAME.outcome(t.states, 0)
    assert outcome is not None
    assert outcome.winners == (A,)
    assert outcome.scores == (50, 12)
    assert outcome.reason == "won by A: B is routed"


@section("12.2")
def test_the_score_of_a_seat_is_what_the_other_army_has_lost():
    s = new()
    s.lost[B] = 7
    s.fled[B] = 4
    s.bundori[B] = 1
    assert [int(GAME.rules.score(s, seat)) for seat in (A, B)] == [16, 0]
