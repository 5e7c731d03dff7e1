"""Rulebook 16: the Hot Gates."""

from __future__ import annotations

import pytest

from hoplon.core.actions import NOBODY
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.state import End, Module
from hoplon.games.cardbattle.sums import sums_for
from tests.games.cardbattle.boards import (
    CARD,
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
    new,
)
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def gates() -> Table:
    """Persians against Spartans at the end of a round."""
    t = Table("persians_300", "spartans_300").phase(Phase.DRAW)
    t.field(A, 3)
    t.field(B, 7)
    t.s.level[:] = 50
    t.s.active = B
    t.s.second_half = 1
    return t


@section("16", "3.5")
def test_the_layout_and_the_wall():
    s = new(army_a="persians_300", army_b="spartans_300")
    assert s.terrain.tolist() == [
        Terrain.CLIFF, *[Terrain.CLEAR] * 7, Terrain.CLIFF, Terrain.CLIFF, *[Terrain.WALL] * 7, Terrain.CLIFF
    ]  # fmt: skip


@section("16")
def test_the_persians_cannot_be_routed():
    t = gates()
    t.s.lost[A] = 500
    t.play(Do.END_PHASE)
    assert t.s.end == End.RUNNING
    t.s.lost[B] = 50
    t.play(Do.END_PHASE)
    assert t.s.end == End.ROUTED
    assert t.s.winner == A


@section("16")
def test_the_dead_return_when_the_deck_holds_no_more_units():
    t = gates()
    t.s.active = A
    t.s.second_half = 0
    (last,) = t.deck(A, Kind.MI)
    t.deck(A, Card.FLANK)
    t.s.deck[:2] = t.s.deck[1::-1]
    dead = [t.unit(A, Kind.HI, coh=3, depletion=2, value=8, marks=Mark.USED) for _ in range(3)]
    t.s.place[dead] = Place.ELIMINATED
    t.s.lost[A] = 24
    t.play(Do.DRAW)
    assert t.s.place[last] == Place.HAND
    assert [(line.who, line.n) for line in t.said(Do.REFILL)] == [(A, 3)]
    assert sorted(t.s.deck[:4].tolist()) == [*dead, CARD + Card.FLANK]
    assert all(t.s.place[u] == Place.DECK and t.s.coh[u] == t.s.depletion[u] == 0 for u in dead)
    assert t.s.lost[A] == 24


@section("16")
def test_the_spartans_win_if_they_hold_until_the_end_of_round_50():
    t = gates()
    t.s.rounds = 49
    t.play(Do.END_PHASE)
    assert t.s.end == End.RUNNING
    assert t.s.rounds == 50
    t.end_turn()
    assert t.s.end == End.RUNNING
    t.end_turn()
    assert t.s.end == End.HELD_OUT
    assert t.s.winner == B
    outcome = GAME.outcome(t.states, 0)
    assert outcome is not None
    assert outcome.reason == "won by B: B has held out"


@section("16")
def test_after_the_last_round_nobody_is_asked_for_the_initiative():
    t = gates()
    t.prefer(Pref.VARIABLE_INITIATIVE)
    t.hand(A, Card.INITIATIVE)
    t.s.rounds = 50
    t.s.period = 1
    t.play(Do.END_PHASE)
    assert t.s.end == End.HELD_OUT
    assert t.mover == -1
    assert t.s.pending.n == 0


@section("16")
def test_immortals_are_heavy_infantry_and_war_beasts_elephants():
    s = new(army_a="persians_300", army_b="spartans_300")
    kinds = s.kind[: int(s.units[A])].tolist()
    assert kinds[:4] == [Kind.HI] * 4
    assert kinds.count(Kind.EL) == 2


@section("16", "6.4", "6.6")
def test_the_first_player_is_rolled_for_and_setup_turns_hold():
    s = new(army_a="persians_300", army_b="spartans_300")
    assert s.no_shock == 1
    assert s.first == s.opener


@section("16", "3.4", "3.5")
def test_the_ends_of_the_line_are_safe_at_the_hot_gates() -> None:
    field = Field(Module.THERMOPYLAE)
    field.put(A, 2, "HC 7/4")
    field.put(B, 2, "HI 9/5")
    field.put(B, 3, "HI 9/5")
    field.roll(Do.ATTACK, 2, 2)
    assert not field.allows(Do.FLANK_ORDER, 2)


@section("16")
def test_the_wall() -> None:
    field = Field(Module.THERMOPYLAE)
    field.terrain(B, 5, Terrain.WALL)
    a, d = field.put(A, 5, "HC 8/5"), field.put(B, 5, "HI 9/5")
    assert sums_for(field.states, 0, [a], [d]).column == 4
    assert field.allows(Do.ATTACK, 5, 5)
    assert field.s.place[d] == Place.FIELD


@section("16", "2.3", "26.3")
def test_a_reserve_goes_on_with_the_dead_of_an_endless_army() -> None:
    field = Field(Module.THERMOPYLAE)
    field.phase(Phase.DRAW)
    field.s.endless[A] = 1
    field.put(A, 5, "MI 6/5")
    field.hand(A, Card.RESERVE)
    (last,) = field.deck(A, Kind.MI)
    dead = field.unit(A, Kind.LI)
    field.s.place[dead] = Place.ELIMINATED
    field.play(Do.RESERVE)
    assert [said.what for said in field.said(Do.DEAL)] == [last, dead]
    assert field.s.place[dead] == Place.HAND


@section("16", "12.3", "26.3")
@pytest.mark.parametrize(
    ("limits", "winner"), [((10, 0), A), ((11, 10), B), ((10, 10), NOBODY), ((0, 11), None)]
)
def test_who_holds_out(limits: tuple[int, int], winner: int | None) -> None:
    field = Field(Module.THERMOPYLAE)
    field.phase(Phase.DRAW)
    field.put(A, 5, "MI 6/5")
    field.put(B, 5, "MI 6/5")
    field.s.active = B
    field.s.second_half = 1
    field.s.wins_at_limit[:] = 1
    field.s.turn_limit[:] = limits
    field.roll(Do.END_PHASE)
    assert [said.who for said in field.said(Do.OVER)] == ([] if winner is None else [winner])
    assert field.s.end == (End.RUNNING if winner is None else End.HELD_OUT)
