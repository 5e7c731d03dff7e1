"""Rulebook 14.4 and 14.5: clans, personal combat and bundori."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Module
from hoplon.games.cardbattle.tables import COMBAT, STAMINA, WARRIORS
from hoplon.games.cardbattle.units import is_mounted
from tests.games.cardbattle.boards import A, B, Card, Do, Kind, Missile, Phase, Place, Table
from tests.games.cardbattle.combat_field import Field, played
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

HONDA, OTANI = WARRIORS.index("Honda Tadakatsu"), WARRIORS.index("Otani Yoshitsugu")


def dojo(clans: int = 1) -> Table:
    """A Samurai battle in which a leader commands so many clans a turn."""
    t = Table("oda", "takeda")
    t.s.clans[:] = clans
    t.field(B, 9, Kind.AS, clan=0)
    return t


@pytest.mark.parametrize(("clans", "may"), [(1, False), (2, True)])
@section("14.4")
def test_only_so_many_clans_act_in_a_turn(clans, may):
    t = dojo(clans)
    first = t.hand(A, Kind.AS, clan=0)
    t.field(A, 1, Kind.AS, clan=1)
    t.field(A, 3, Kind.AS, clan=0)
    t.play(Do.PLAY, first, 6)
    t.phase(Phase.MOVE)
    assert t.allows(Do.MOVE, 1, 2) == may
    assert t.allows(Do.MOVE, 3, 4)


@section("14.4")
def test_each_kind_of_action_activates():
    t = dojo()
    t.s.clans_active = 1 << 3
    t.hand(A, Card.RALLY)
    other = t.hand(A, Kind.AS, clan=0)
    t.field(A, 2, Kind.TP, missile=Missile.T, clan=0)
    t.field(A, 5, Kind.KB, clan=0)
    t.field(B, 2, Kind.AS)
    routed = t.rear(A, Place.ROUTED, Kind.AS, clan=0)
    away = t.unit(A, Kind.KB, clan=0)
    t.s.place[away] = Place.PURSUIT
    choices = [
        (Phase.PLAY, Do.PLAY, (other, 7)),
        (Phase.PLAY, Do.RELIEVE, (other, 2)),
        (Phase.MOVE, Do.MOVE, (5, 6)),
        (Phase.MISSILE, Do.AIM, (2, 2)),
        (Phase.SHOCK, Do.ATTACK, (2, 2)),
        (Phase.SHOCK, Do.RAID, (5,)),
        (Phase.RALLY, Do.RALLY, (routed,)),
        (Phase.RALLY, Do.RALLY_CARD, (routed,)),
        (Phase.RALLY, Do.REGROUP, (away,)),
    ]
    for phase, do, given in choices:
        t.phase(phase)
        assert not t.allows(do, *given), do.name
    t.s.clans_active = 0
    for phase, do, given in choices:
        t.phase(phase)
        assert t.allows(do, *given), do.name


@section("14.4")
def test_a_combined_move_activates_both_clans():
    t = dojo(2)
    t.field(A, 2, Kind.TP, clan=1)
    u = t.hand(A, Kind.AS, clan=0)
    t.s.clans_active = 1 << 4
    assert not t.allows(Do.RELIEVE, u, 2)
    t.s.clans_active = 0
    t.play(Do.RELIEVE, u, 2)
    assert t.s.clans_active == 0b11


@section("14.4")
def test_cohesion_drawing_and_discarding_need_no_clan():
    t = dojo()
    t.s.clans_active = 1 << 3
    t.hand(A, Card.COHESION, Card.CHALLENGE)
    unused = t.hand(A, Kind.AS, clan=0)
    t.field(A, 2, Kind.AS, clan=0, coh=1)
    rallied = t.rear(A, Place.RALLIED, Kind.AS, clan=0, coh=1)
    t.phase(Phase.MOVE)
    assert t.allows(Do.STEADY, 2)
    assert t.allows(Do.CHALLENGE)
    t.phase(Phase.DRAW)
    assert t.allows(Do.TAKE, rallied)
    assert t.allows(Do.RECOVER, rallied)
    assert t.allows(Do.DISCARD, unused)


@section("14.4")
def test_the_list_is_empty_again_next_turn():
    t = dojo()
    t.field(A, 1, Kind.AS, clan=2)
    t.phase(Phase.MOVE)
    t.play(Do.MOVE, 1, 2)
    assert t.s.clans_active == 1 << 2
    t.end_turn()
    assert t.s.clans_active == 0


@section("14.5")
def test_a_duel_costs_the_loser_a_head():
    t = dojo()
    t.hand(A, Card.CHALLENGE)
    dice = (HONDA, OTANI - 1, 0, 3, 4, 8, 9, 2)
    t.play(Do.CHALLENGE, dice=dice)
    assert [(line.src, line.dst) for line in t.said(Do.FIGHTERS)] == [(HONDA, OTANI)]
    assert [(line.src, line.dst) for line in t.said(Do.BOUT)] == [(18, 7), (12, 12), (17, 6)]
    assert [(line.who, line.n) for line in t.said(Do.WOUND)] == [(B, 2), (B, 2)]
    assert [line.who for line in t.said(Do.BUNDORI)] == [B]
    assert t.s.bundori.tolist() == [0, 1]
    assert t.s.spent[Card.CHALLENGE] == 1


@section("14.5")
def test_one_wound_below_double_and_the_second_warrior_may_win():
    t = dojo()
    t.hand(A, Card.CHALLENGE)
    # Otani for A: 1 + 4 = 5 against 1 + 8 = 9, one wound a bout, three until his stamina is gone.
    t.play(Do.CHALLENGE, dice=(OTANI, HONDA, 1, 1, 1, 1, 1, 1))
    assert [(line.who, line.n) for line in t.said(Do.WOUND)] == [(A, 1)] * 3
    assert t.s.bundori.tolist() == [1, 0]


@section("14.5")
def test_warriors_do_not_fight_twice_until_all_have_fought():
    t = dojo()
    fought = []
    for _ in range(15):
        t.s.hand_n[A] = 0
        t.hand(A, Card.CHALLENGE)
        t.play(Do.CHALLENGE)
        fought += [t.said(Do.FIGHTERS)[0].src, t.said(Do.FIGHTERS)[0].dst]
    assert sorted(fought) == list(range(len(STAMINA)))
    t.hand(A, Card.CHALLENGE)
    t.play(Do.CHALLENGE)
    assert len(t.said(Do.FIGHTERS)) == 1
    assert len(COMBAT) == 30


@section("14.5")
def test_dice_that_always_tie_end_the_duel_without_a_head():
    t = dojo()
    t.hand(A, Card.CHALLENGE)
    t.s.seed = -1  # every die shows 0: the same warriors' twins would never hurt each other
    t.play(Do.CHALLENGE)
    assert t.s.spent[Card.CHALLENGE] == 1


@pytest.mark.parametrize("phase", list(Phase))
@section("14.5")
def test_a_challenge_is_played_in_any_own_phase_and_only_by_samurai(phase):
    t = dojo().phase(phase)
    t.hand(A, Card.CHALLENGE)
    assert t.allows(Do.CHALLENGE)
    t = Table().phase(phase)
    t.hand(A, Card.CHALLENGE)
    assert not t.allows(Do.CHALLENGE)


@section("14.2")
@pytest.mark.parametrize(
    ("code", "marked", "mounted"),
    [("AS", 1, False), ("KB", 0, True), ("TP", 0, False), ("YU", 0, False), ("OZ", 0, False)],
)
def test_samurai_types(code: str, marked: int, mounted: bool) -> None:
    field, u = played(code, module=Module.SAMURAI)
    assert field.s.level_m[u] == marked
    assert is_mounted(field.s, u) == mounted


@section("14.2")
def test_kibamusha_take_flank_orders() -> None:
    field = Field(Module.SAMURAI)
    field.put(A, 5, "KB 7/4")
    field.put(B, 5, "AS 6/6")
    field.roll(Do.ATTACK, 5, 5)
    assert field.allows(Do.FLANK_ORDER, 5)
