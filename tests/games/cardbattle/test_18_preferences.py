"""Rulebook 18: what each preference changes, as far as playing, moving and the course of a battle go."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle import preferences
from hoplon.games.cardbattle.names import Module
from hoplon.games.cardbattle.preferences import ZONES
from hoplon.games.cardbattle.tables import Answer
from tests.games.cardbattle.boards import A, B, Do, Kind, Missile, Phase, Pref, Table
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("kind", "answer", "asked"),
    [
        (Kind.SK_AR, None, True),
        (Kind.SK_AR, Answer.SK_ALWAYS_RF, False),
        (Kind.SK_AR, Answer.LI_ALWAYS_RF, True),
        (Kind.LI_VE, Answer.LI_ALWAYS_RF, False),
        (Kind.HC, Answer.LI_ALWAYS_RF, True),
        (Kind.HC, Answer.ALL_ALWAYS_RF, False),
    ],
)
@section("18.1")
def test_a_preference_answers_for_reaction_fire(kind, answer, asked):
    t = Table()
    archers = t.field(B, 5, kind, missile=Missile.A)
    t.s.answers[B] = 0 if answer is None else 1 << answer
    u = t.hand(A, Kind.MI)
    t.play(Do.PLAY, u, 5, dice=(9,))
    assert (t.mover == B) == asked
    assert [line.what for line in t.said(Do.REACT)] == ([] if asked else [archers])


@pytest.mark.parametrize(
    ("kind", "answer", "asked"),
    [
        (Kind.SK_AR, None, True),
        (Kind.SK_AR, Answer.SK_ALWAYS_OW, False),
        (Kind.LI, Answer.LI_ALWAYS_OW, False),
        (Kind.LC, Answer.CAV_ALWAYS_OW, False),
        (Kind.LC, Answer.SK_ALWAYS_OW, True),
        (Kind.EL, Answer.CAV_ALWAYS_OW, True),
        (Kind.EL, Answer.ALL_ALWAYS_OW, False),
    ],
)
@section("18.1")
def test_a_preference_answers_for_withdrawals(kind, answer, asked):
    t = Table().phase(Phase.SHOCK)
    u = t.field(B, 5, kind, tq=8)
    t.field(A, 5, Kind.HI)
    t.s.answers[B] = 0 if answer is None else 1 << answer
    t.play(Do.ATTACK, 5, 5)
    t.play(Do.CLOSE, dice=(1,))
    assert (t.mover == B) == asked
    assert [line.what for line in t.said(Do.WITHDRAW)] == ([] if asked else [u])


@pytest.mark.parametrize(
    ("column", "cavalry", "heavy"), [(1, True, False), (5, False, True), (9, True, False)]
)
@section("18.2")
def test_field_restrictions_keep_cavalry_on_the_wings_and_heavy_foot_in_the_centre(column, cavalry, heavy):
    t = Table()
    t.s.zones[: len(ZONES)] = ZONES
    units = {kind: t.hand(A, kind) for kind in (Kind.HC, Kind.CA, Kind.PH, Kind.HI_TR, Kind.MI, Kind.EL)}
    assert all(t.allows(Do.PLAY, u, column) for u in units.values())
    t.prefer(Pref.USE_RESTRICTIONS)
    wanted = {
        Kind.HC: cavalry,
        Kind.CA: cavalry,
        Kind.PH: heavy,
        Kind.HI_TR: heavy,
        Kind.MI: True,
        Kind.EL: True,
    }
    assert {kind: t.allows(Do.PLAY, u, column) for kind, u in units.items()} == wanted


@section("18.2")
def test_they_hold_for_combined_moves_too_but_not_for_samurai():
    t = Table()
    t.s.zones[: len(ZONES)] = ZONES
    t.prefer(Pref.USE_RESTRICTIONS)
    t.field(A, 1, Kind.SK_AR)
    u = t.hand(A, Kind.HI)
    assert not t.allows(Do.RELIEVE, u, 1)
    t = Table("oda", "takeda")
    t.s.zones[:] = 0
    t.prefer(Pref.USE_RESTRICTIONS)
    assert t.allows(Do.PLAY, t.hand(A, Kind.KB, clan=0), 5)


@section("18.3")
def test_deck_preferences_are_counted_in_the_first_deal():
    t = Table()
    assert t.s.pref[Pref.DECK_COHESION] == 2
    assert t.s.pref[Pref.DECK_RESERVE] == 1


@section("18.1")
def test_preferences_have_their_ranges_and_modules() -> None:
    assert preferences.PREF_IDS[Pref.DECK_COHESION] == "deck.cohesion"
    assert preferences.PREF_DEFAULT[Pref.SETUP_TURNS] == 3
    assert preferences.PREF_HIGH[Pref.SETUP_TURNS] == 6
    assert preferences.PREF_HIGH[Pref.DECK_RESERVE] == 5
    assert preferences.PREF_MODULES[Pref.RALLY_ALL_MONSTERS] == 1 << Module.FANTASY
    assert preferences.PREF_MODULES[Pref.SIZE_ROUNDING] >> Module.THE_300 & 1
    assert not preferences.PREF_MODULES[Pref.USE_RESTRICTIONS] >> Module.THE_300 & 1


@section("18.2")
def test_each_type_has_its_zones() -> None:
    assert preferences.ZONES[Kind.HC_CAT] == preferences.WINGS
    assert preferences.ZONES[Kind.HI_TR] == 1 << preferences.CENTRE
    assert preferences.ZONES[Kind.LM] == preferences.EVERYWHERE
