"""Attacks, flanks, withdrawals, attacks across zones and on the second line (10.1 to 10.5, 10.9)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.attacks import can_flank, withdraws_from
from hoplon.games.cardbattle.state import Check, Do, Loss, Mark, Module, Phase, Place
from hoplon.games.cardbattle.tables import Answer, Card, Kind, Pref, Special, Terrain
from tests.games.cardbattle.combat_field import Field
from tests.games.cardbattle.table import A, B

pytestmark = pytest.mark.representative

# --- 10.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.section("10.1", "3.2")
def test_an_attacker_must_be_in_contact() -> None:
    field = Field()
    field.put(A, 5, "HI 6/5")
    field.put(B, 6, "HI 6/5")
    field.put(B, 7, "HI 6/5")
    assert field.allows(Do.ATTACK, 5, 6)
    assert not field.allows(Do.ATTACK, 5, 7)


@pytest.mark.section("10.1")
def test_who_may_not_attack() -> None:
    for code, more in (
        ("HI 6/5", {"level": 1}),
        ("AT 5/2 P", {}),
        ("HI 6/5", {"marks": Mark.ATTACKING}),
    ):
        field = Field()
        field.put(A, 5, code, **more)
        field.put(B, 5, "HI 6/5")
        assert not field.allows(Do.ATTACK, 5, 5)
    samurai = Field(Module.SAMURAI)
    samurai.put(A, 5, "OZ 5/2 P")
    samurai.put(B, 5, "AS 6/5")
    assert not samurai.allows(Do.ATTACK, 5, 5)


@pytest.mark.section("10.1", "4.1", "26")
@pytest.mark.parametrize(
    ("code", "terrain", "legal"),
    [
        ("HC 6/4", Terrain.CAMP, False),
        ("HC 6/4", Terrain.MOUNTAIN, False),
        ("HC 6/4", Terrain.WOODS, True),
        ("EL 6/4", Terrain.MARSH, False),
        ("CH 6/4", Terrain.SLOPE, False),
        ("HI 6/4", Terrain.CAMP, True),
        ("LI 6/4", Terrain.MOUNTAIN, True),
    ],
)
def test_terrain_closed_to_the_attacker(code: str, terrain: Terrain, legal: bool) -> None:
    field = Field()
    field.put(A, 5, code)
    field.put(B, 5, "MI 6/5")
    field.terrain(B, 5, terrain)
    assert field.allows(Do.ATTACK, 5, 5) == legal


@pytest.mark.section("10.1")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    field = Field()
    field.put(A, 4, "HI 6/5")
    field.put(A, 5, "HI 6/5")
    field.put(B, 4, "HI 6/5")
    field.put(B, 5, "HI 6/5")
    field.attack([5], [5])
    assert not field.allows(Do.ATTACK, 5, 4)
    assert not field.allows(Do.ATTACK, 4, 5)
    assert field.allows(Do.ATTACK, 4, 4)


@pytest.mark.section("10.1")
def test_two_to_one_and_one_to_many_but_not_two_to_two() -> None:
    field = Field()
    for column in (4, 5, 6):
        field.put(A, column, "HI 6/5")
        field.put(B, column, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    assert field.allows(Do.JOIN, 4)
    assert field.allows(Do.ALSO, 4)
    field.roll(Do.JOIN, 4)
    assert not field.allows(Do.JOIN, 6)
    assert not field.allows(Do.ALSO, 4)
    field.close()
    many = Field()
    many.put(A, 4, "HI 6/5")
    many.put(A, 5, "HI 6/5")
    for column in (3, 4, 5, 6, 7):
        many.put(B, column, "HI 6/5")
    many.roll(Do.ATTACK, 5, 6)
    many.roll(Do.ALSO, 5)
    assert not many.allows(Do.JOIN, 4)
    many.roll(Do.ALSO, 4)
    assert not many.allows(Do.ALSO, 7)
    assert not many.allows(Do.ALSO, 3)
    assert list(many.s.at[many.s.target[:3]] + 1) == [4, 5, 6]


@pytest.mark.section("10.1", "13.1")
@pytest.mark.parametrize("horse", ["HC 6/4", "LC 6/4", "CA 6/4", "LN 6/4", "GC 6/4"])
def test_cavalry_attacks_elephants_only_on_the_flank_with_a_card(horse: str) -> None:
    field = Field()
    u = field.put(A, 5, horse)
    field.put(B, 5, "EL 5/5")
    assert not field.allows(Do.ATTACK, 5, 5)
    assert not field.allows(Do.ATTACK_FLANK, 5, 5)
    field.hand(A, Card.FLANK)
    assert field.allows(Do.ATTACK_FLANK, 5, 5)
    field.roll(Do.ATTACK_FLANK, 5, 5)
    assert field.has(u, Mark.FLANK)
    assert field.s.hand_n[A] == 0
    assert not field.allows(Do.FLANK_ORDER, 5)


@pytest.mark.section("10.1", "13.1")
def test_cavalry_joins_against_elephants_with_a_card() -> None:
    field = Field()
    field.put(A, 5, "HI 6/5")
    u = field.put(A, 4, "HC 6/4")
    field.put(B, 5, "EL 5/5")
    field.roll(Do.ATTACK, 5, 5)
    assert not field.allows(Do.JOIN, 4)
    field.hand(A, Card.FLANK)
    field.roll(Do.JOIN_FLANK, 4)
    assert field.has(u, Mark.FLANK)


@pytest.mark.section("10.1", "15.2")
def test_mounted_monsters_do_not_charge_elephants_frontally() -> None:
    field = Field(Module.FANTASY)
    field.put(A, 5, "LM 8/3", traits=["MOUNTED"])
    field.put(A, 4, "LM 8/3")
    field.put(B, 5, "EL 5/5")
    assert not field.allows(Do.ATTACK, 5, 5)
    assert field.allows(Do.ATTACK, 4, 5)


@pytest.mark.section("10.1", "14.4")
def test_attacks_activate_clans() -> None:
    field = Field(Module.SAMURAI)
    field.s.clans[A] = 1
    field.put(A, 4, "AS 6/5", clan=1)
    field.put(A, 5, "AS 6/5", clan=2)
    field.put(A, 9, "AS 6/5", clan=2)
    field.put(B, 5, "AS 6/5")
    field.roll(Do.ATTACK, 5, 5)
    assert not field.allows(Do.JOIN, 4)
    field.close()
    assert field.allows(Do.RAID, 9)


# --- 10.2 and 10.3 ------------------------------------------------------------------------------------------


def flank_field(attacker: str, target: str, **more: object) -> Field:
    """An attack just opened in column 5; the target has no neighbours."""
    field = Field(Module.FANTASY)
    field.put(A, 5, attacker, **more)
    field.put(B, 5, target)
    field.roll(Do.ATTACK, 5, 5)
    return field


@pytest.mark.section("10.3")
@pytest.mark.parametrize(
    ("attacker", "target", "order", "card"),
    [
        ("HC 6/4", "HI 6/5", True, True),
        ("LC 6/4", "SK SL 4/1", True, True),
        ("EL 6/5", "PH 6/10", True, True),
        ("CA 6/4", "AT 5/2 P", True, True),
        ("HC 6/4", "LC 6/4", False, True),
        ("HC 6/11", "HI 6/5", False, False),
        ("HC 6/10", "HI 6/5", True, True),
        ("CH 6/3", "HI 6/5", False, True),
        ("CH Lgt 6/3", "HI 6/5", False, True),
        ("HI 6/5", "HI 6/5", False, True),
        ("SK SL 6/1", "HI 6/5", False, True),
        ("PH 6/9", "HI 6/5", False, False),
    ],
)
def test_orders_and_cards(attacker: str, target: str, order: bool, card: bool) -> None:
    field = flank_field(attacker, target)
    assert field.allows(Do.FLANK_ORDER, 5) == order
    assert not field.allows(Do.FLANK_CARD, 5)
    field.hand(A, Card.FLANK)
    assert field.allows(Do.FLANK_CARD, 5) == card


@pytest.mark.section("10.3", "3.4")
def test_the_target_needs_an_open_side() -> None:
    field = flank_field("HC 6/4", "HI 6/5")
    field.hand(A, Card.FLANK)
    field.put(B, 4, "HI 6/5")
    assert field.allows(Do.FLANK_ORDER, 5)
    blocker = field.put(B, 6, "HI 6/5", marks=Mark.OW)
    assert not field.allows(Do.FLANK_ORDER, 5)
    assert not field.allows(Do.FLANK_CARD, 5)
    field.s.field[9 + 5] = -1
    field.s.place[blocker] = Place.DECK
    field.terrain(B, 6, Terrain.RIVER)
    assert not field.allows(Do.FLANK_ORDER, 5)


@pytest.mark.section("10.3")
def test_a_flank_order_is_a_check() -> None:
    field = flank_field("HC 6/4", "HI 6/5")
    field.roll(Do.FLANK_ORDER, 5, dice=(6,))
    assert field.said(Do.CHECK)[0].src == Check.FLANK_ORDER
    assert field.said(Do.FLANKS)
    assert field.s.flank_orders == 1
    field = flank_field("HC 6/4", "HI 6/5")
    rider = int(field.s.attacker[0])
    field.roll(Do.FLANK_ORDER, 5, dice=(7,))
    assert field.said(Do.CALL_OFF)
    assert field.said(Do.VOID)
    assert field.s.attacks == 0
    assert field.s.level_m[rider] == 1
    assert not field.allows(Do.ATTACK, 5, 5)
    assert field.s.flank_orders == 1  # Q59: a failed order counts


@pytest.mark.section("10.3")
def test_a_failed_order_cancels_only_that_units_part() -> None:
    field = Field()
    field.put(A, 4, "HC 6/4")
    foot = field.put(A, 5, "HI 6/5")
    field.put(A, 6, "HI 6/5")
    field.put(B, 5, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.JOIN, 4)
    field.roll(Do.FLANK_ORDER, 4, dice=(9,))
    assert not field.said(Do.VOID)
    assert list(field.s.attacker[:2]) == [foot, -1]
    assert field.allows(Do.JOIN, 6)


@pytest.mark.section("10.3", "2.6")
def test_command_limits_flank_orders() -> None:
    field = Field()
    field.s.command[A] = 1
    for column in (3, 7):
        field.put(A, column, "HC 9/4")
        field.put(B, column, "HI 6/5")
    field.roll(Do.ATTACK, 3, 3)
    field.roll(Do.FLANK_ORDER, 3, dice=(0,))
    field.close()
    field.roll(Do.ATTACK, 7, 7)
    assert not field.allows(Do.FLANK_ORDER, 7)


@pytest.mark.section("10.3", "26")
def test_a_flanking_unit_attacks_a_single_target() -> None:
    field = Field()
    field.put(A, 5, "HC 9/4")
    field.put(B, 5, "HI 6/5")
    field.put(B, 4, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.FLANK_ORDER, 5, dice=(0,))
    assert not field.allows(Do.ALSO, 4)
    field.close()
    field.roll(Do.RESOLVE, dice=(0, 0, 5))
    many = Field()
    many.put(A, 5, "HC 9/4")
    many.put(B, 5, "HI 6/5")
    many.put(B, 4, "HI 6/5")
    many.roll(Do.ATTACK, 5, 5)
    many.roll(Do.ALSO, 4)
    many.hand(A, Card.FLANK)
    assert not many.allows(Do.FLANK_ORDER, 5)
    assert not many.allows(Do.FLANK_CARD, 5)


@pytest.mark.section("10.3", "13.6")
def test_restricted_chariots() -> None:
    field = Field()
    heavy = field.put(A, 5, "CH 6/3")
    field.put(A, 4, "CH Lgt 6/3")
    field.put(B, 5, "MI 6/5")
    assert can_flank(field.s, heavy)
    assert field.allows(Do.ATTACK, 4, 5)
    field.prefer(Pref.RESTRICTED_CH_MELEE)
    assert not can_flank(field.s, heavy)
    assert not field.allows(Do.ATTACK, 4, 5)
    assert field.allows(Do.ATTACK, 5, 5)


@pytest.mark.section("10.2", "10.7")
def test_the_flank_uses_the_second_value_and_doubles() -> None:
    field = Field()
    field.put(A, 5, "HC 9/4", marks=Mark.ENGAGED)
    field.put(B, 5, "HI 9/4", marks=Mark.ENGAGED)
    field.fight([5], [5], 5, flank=5)
    assert field.n_of(Do.BASE) == 9
    assert [(said.who, said.n) for said in field.said(Do.TIMES)] == [(B, 2)]


@pytest.mark.section("10.3")
def test_only_the_flanking_unit_counts_as_flanking() -> None:
    field = Field()
    field.put(A, 4, "LC 9/4", marks=Mark.ENGAGED)
    field.put(A, 5, "PH 9/9", marks=Mark.ENGAGED)
    field.put(B, 5, "LI 9/9", marks=Mark.ENGAGED)
    field.fight([5, 4], [5], 5, flank=4)
    # The phalanx (10, superior) leads before the horse on the flank (6, flank): the attack is frontal.
    assert field.n_of(Do.SUPERIOR) == 1
    assert field.n_of(Do.BASE) == 10


# --- 10.4 ---------------------------------------------------------------------------------------------------


SETS = {
    "SK SL": {"foot": True, "SK SL": False, "HC": False},
    "LI": {"PH": True, "HI": True, "LG HA": True, "CO Vet": True, "CO Con": False, "MI": False, "HC": False},
    "LP": {"HI TR": True, "CO Rec": True, "MI": False},
    "HC": {"PH": True, "SK JA": True, "LC": False},
    "KB": {"AS": True, "KB": False},
    "EL": {"HI": True, "HC": False},
    "CH": {"LI": True, "CH": False},
    "LC": {"HC": True, "EL": True, "CH": True, "LN": True, "LC": False, "GC": False, "CA": False, "HI": True},
    "LC NUM": {"LC": True, "GC": True, "CA": True, "EL": True, "HI": True},
    "CA": {"HI": True, "HC": True, "HC CAT": True, "RC": True, "BC": True, "LN": False, "LC": False},
    "GC": {"HI": True, "HC": False},
    "TP": {"AS": True, "KB": False},
    "PH": {"HI": False}, "MI": {"HI": False}, "BI": {"HI": False}, "AT": {"HI": False}, "OZ": {"AS": False},
}  # fmt: skip


@pytest.mark.section("10.4", "23.8", "13.1", "13.4", "13.12")
@pytest.mark.parametrize("defender", SETS)
def test_who_may_withdraw_from_whom(defender: str) -> None:
    for attacker, holds in SETS[defender].items():
        field = Field()
        v = field.put(B, 5, f"{defender} 6/5")
        u = field.put(A, 5, "MI 6/5" if attacker == "foot" else f"{attacker} 6/5")
        assert withdraws_from(field.s, v, u) == holds, attacker


@pytest.mark.section("10.4", "15.2", "26")
def test_monsters_withdraw_only_when_mounted() -> None:
    field = Field(Module.FANTASY)
    plain = field.put(B, 4, "SM 6/5")
    rider = field.put(B, 5, "SM 6/5", traits=["MOUNTED"])
    foot = field.put(A, 4, "MI 6/5")
    horse = field.put(A, 5, "HC 6/4")
    beast = field.put(A, 6, "LM 6/4", traits=["MOUNTED"])
    light = field.put(B, 6, "LC 6/4")
    skirmishers = field.put(B, 7, "SK SL 4/1")
    s = field.s
    assert not withdraws_from(s, plain, foot)
    assert withdraws_from(s, rider, foot)
    assert not withdraws_from(s, rider, horse)
    assert not withdraws_from(s, skirmishers, beast)
    assert withdraws_from(s, light, beast)


def asked(unit: str, *attackers: str, **more: object) -> Field:
    """An attack on a unit, closed."""
    field = Field()
    field.put(B, 5, unit, **more)
    for i, code in enumerate(attackers):
        field.put(A, 5 - i, code)
    field.roll(Do.ATTACK, 5, 5)
    for i in range(1, len(attackers)):
        field.roll(Do.JOIN, 5 - i)
    field.play(Do.CLOSE, dice=(0, 0))
    return field


@pytest.mark.section("10.4")
def test_one_attacker_locks_the_target() -> None:
    assert asked("LI 5/5", "HI 6/5").mover == B
    assert asked("LI 5/5", "HI 6/5", "LI VE 5/4").mover == A


@pytest.mark.section("10.4")
def test_markers_forbid_the_withdrawal() -> None:
    assert asked("HC 6/4", "HI 6/5", level=1).mover == A
    assert asked("HC 6/4", "HI 6/5", marks=Mark.ENGAGED).mover == B  # Q56
    assert asked("EL 6/4", "HI 6/5", marks=Mark.ENGAGED).mover == A
    assert asked("EL 6/4", "HI 6/5").mover == B


@pytest.mark.section("10.4", "13.6", "13.2")
@pytest.mark.parametrize(
    ("unit", "die", "flank", "hits", "marked"),
    [
        ("SK SL 4/1", 4, False, 0, True),
        ("LI 5/5", 9, False, 1, True),
        ("LI 5/5", 4, True, 1, True),
        ("LI 5/5", 9, True, 2, True),
        ("HC 6/4", 6, False, 0, False),
        ("HC 6/4", 7, False, 1, True),
        ("HC CAT 6/4", 0, False, 0, True),
        ("EL CAT 6/4", 0, False, 0, False),
        ("EL 6/4", 9, False, 1, True),
        ("CH 6/4", 0, False, 1, True),
        ("CH Lgt 6/4", 9, True, 2, True),
    ],
)
def test_what_a_withdrawal_costs(unit: str, die: int, flank: bool, hits: int, marked: bool) -> None:
    field = Field()
    u = field.put(B, 5, unit)
    field.put(A, 5, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    if flank:
        field.hand(A, Card.FLANK)
        field.roll(Do.FLANK_CARD, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(die,))
    assert field.lost(u, Loss.WITHDRAWAL) == hits
    assert field.s.level_m[u] == marked
    assert field.has(u, Mark.OW)


@pytest.mark.section("10.4")
def test_a_withdrawal_may_rout() -> None:
    field = Field()
    u = field.put(B, 5, "LI 5/5", coh=4)
    field.put(A, 5, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(9,))
    assert field.routed() == [u]
    assert field.s.attacks == 0


@pytest.mark.section("10.4", "26")
def test_attackers_whose_targets_withdrew_are_free_and_their_cards_spent() -> None:
    field = Field()
    u = field.put(A, 5, "HI 6/5")
    v = field.put(B, 6, "LI 9/5")
    field.put(B, 4, "MI 5/5")
    field.hand(A, Card.FLANK)
    field.roll(Do.ATTACK, 5, 6)
    field.roll(Do.FLANK_CARD, 5)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(0,))
    assert field.said(Do.VOID)
    assert field.s.hand_n[A] == 0
    assert not field.has(u, Mark.FLANK | Mark.ATTACKING)
    assert not field.allows(Do.ATTACK, 5, 6)  # it has withdrawn this phase
    assert field.allows(Do.ATTACK, 5, 4)
    field.attack([5], [4])
    field.play(Do.RESOLVE, dice=(0, 0, 5))
    assert field.column(v) == 6
    assert not field.has(v, Mark.OW)  # 10.8: markers go at the end of the phase


@pytest.mark.section("10.4")
def test_each_target_decides_for_itself() -> None:
    field = Field()
    field.put(A, 5, "PH 7/10")
    light = field.put(B, 5, "LI VE 5/4")
    skirmishers = field.put(B, 6, "SK SL 4/1")
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.ALSO, 6)
    field.roll(Do.CLOSE)
    assert field.s.pending.actions[field.s.pending.n - 1].what == light
    field.roll(Do.WITHDRAW, dice=(0,))
    assert field.s.pending.actions[field.s.pending.n - 1].what == skirmishers
    field.roll(Do.STAND)
    assert not field.said(Do.VOID)
    assert list(field.s.target[:3]) == [skirmishers, -1, -1]


@pytest.mark.section("18.1", "10.4")
@pytest.mark.parametrize(
    ("answer", "unit", "leaves"),
    [
        (Answer.SK_ALWAYS_OW, "SK SL 9/1", True),
        (Answer.SK_ALWAYS_OW, "LI 9/5", False),
        (Answer.LI_ALWAYS_OW, "LI 9/5", True),
        (Answer.LI_ALWAYS_OW, "LP 9/5", False),
        (Answer.CAV_ALWAYS_OW, "HC 9/5", True),
        (Answer.CAV_ALWAYS_OW, "CA 9/5", True),
        (Answer.CAV_ALWAYS_OW, "EL 9/5", False),
        (Answer.ALL_ALWAYS_OW, "EL 9/5", True),
    ],
)
def test_preferences_withdraw(answer: Answer, unit: str, leaves: bool) -> None:
    field = Field()
    field.s.answers[B] = 1 << answer
    field.put(A, 5, "HI 6/5")
    u = field.put(B, 5, unit)
    field.roll(Do.ATTACK, 5, 5)
    field.play(Do.CLOSE, dice=(0,))
    assert field.has(u, Mark.OW) == leaves
    assert (field.mover == B) != leaves


@pytest.mark.section("5.3", "26")
@pytest.mark.parametrize(
    ("attacker", "engaged", "both", "holds"),
    [
        ("LC 6/4", False, False, True),
        ("LC 6/4", True, False, False),
        ("LC 6/4", False, True, True),
        ("LC 7/4", False, True, False),
        ("GC 7/4", False, False, True),
        ("GC 7/4", True, False, False),
        ("CA 7/4", True, True, True),
        ("HC 7/4", True, True, True),
    ],
)
def test_mobility(attacker: str, engaged: bool, both: bool, holds: bool) -> None:
    field = Field()
    u = field.put(A, 5, attacker)
    v = field.put(B, 5, "LC 6/4", marks=Mark.ENGAGED if engaged else 0)
    numidian = field.put(B, 4, "LC NUM 5/4", marks=Mark.ENGAGED)
    field.rule(B, Special.MOBILITY)
    if both:
        field.rule(A, Special.MOBILITY)
    assert withdraws_from(field.s, v, u) == holds
    assert withdraws_from(field.s, numidian, u)


# --- 10.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.section("10.5", "3.2")
@pytest.mark.parametrize(("src", "dst"), [(2, 3), (3, 2), (7, 8), (8, 7)])
def test_across_zones(src: int, dst: int) -> None:
    field = Field()
    u = field.put(A, src, "LC 7/5")
    field.put(B, dst, "HI 8/6")
    assert field.allows(Do.ATTACK, src, dst)
    field.roll(Do.ATTACK, src, dst)
    assert field.has(u, Mark.FLANK)
    assert not field.allows(Do.FLANK_ORDER, src)


@pytest.mark.section("10.5")
def test_an_enemy_in_the_zone_facing_the_attacker_forbids_it() -> None:
    field = Field()
    field.put(A, 2, "LC 7/5")
    field.put(B, 3, "HI 8/6")
    field.put(B, 1, "SK SL 4/1")
    assert not field.allows(Do.ATTACK, 2, 3)


@pytest.mark.section("10.5", "10.3", "13.6")
@pytest.mark.parametrize(
    ("code", "flanks"),
    [("PH 7/9", False), ("HI 7/11", False), ("CH 7/3", False), ("HI 7/10", True), ("SK SL 5/1", True)],
)
def test_those_who_cannot_flank_attack_frontally_across_zones(code: str, flanks: bool) -> None:
    field = Field()
    u = field.put(A, 2, code)
    field.put(B, 3, "HI 8/6")
    field.roll(Do.ATTACK, 2, 3)
    assert field.has(u, Mark.FLANK) == flanks


@pytest.mark.section("10.5", "13.6")
def test_chariots_flank_across_zones_with_a_card() -> None:
    field = Field()
    u = field.put(A, 2, "CH 7/3")
    field.put(B, 3, "HI 8/6")
    field.hand(A, Card.FLANK)
    field.roll(Do.ATTACK, 2, 3)
    field.roll(Do.FLANK_CARD, 2)
    assert field.has(u, Mark.FLANK)


@pytest.mark.section("10.5")
def test_cavalry_attacks_an_elephant_across_zones_without_a_card() -> None:
    field = Field()
    field.put(A, 2, "HC 7/4")
    field.put(B, 3, "EL 6/5")
    assert field.allows(Do.ATTACK, 2, 3)


@pytest.mark.section("10.5", "10.8")
def test_an_attack_across_zones_does_not_engage() -> None:
    field = Field()
    u = field.put(A, 2, "LC 9/5")
    v = field.put(B, 3, "HI 9/6")
    field.fight([2], [3], 0, 0, 5)
    assert not field.has(u, Mark.ENGAGED)
    assert not field.has(v, Mark.ENGAGED)


@pytest.mark.section("3.5", "16")
def test_no_attack_across_zones_at_the_hot_gates() -> None:
    field = Field(Module.THERMOPYLAE)
    field.put(A, 2, "HI 8/5")
    field.put(B, 3, "HI 9/5")
    field.roll(Do.ATTACK, 2, 3)
    assert not field.said(Do.FLANKS)


# --- 4.4 ----------------------------------------------------------------------------------------------------


@pytest.mark.section("4.4", "10.5")
def test_a_hidden_unit_spoils_an_attack_across_zones_and_is_revealed() -> None:
    field = Field()
    u = field.put(A, 2, "LC 7/5")
    field.put(B, 3, "HI 8/6")
    hidden = field.put(B, 1, "LI 5/5", marks=Mark.HIDDEN)
    assert field.allows(Do.ATTACK, 2, 3)
    field.roll(Do.ATTACK, 2, 3)
    assert [said.what for said in field.said(Do.REVEAL)] == [hidden]
    assert field.s.attacks == 0
    assert not field.has(u, Mark.ATTACKING)
    assert field.mover == A
    assert not field.allows(Do.ATTACK, 2, 3)


@pytest.mark.section("4.4", "10.3")
def test_a_hidden_neighbour_closes_the_flank_and_costs_neither_card_nor_order() -> None:
    for do in (Do.FLANK_CARD, Do.FLANK_ORDER):
        field = Field()
        field.put(A, 2, "HC 9/4")
        field.put(B, 1, "SK SL 4/1")
        field.put(B, 2, "HI 8/6")
        hidden = field.put(B, 3, "LI 5/5", marks=Mark.HIDDEN)
        field.hand(A, Card.FLANK)
        field.roll(Do.ATTACK, 2, 2)
        field.roll(do, 2)
        assert [said.what for said in field.said(Do.REVEAL)] == [hidden]
        assert field.s.hand_n[A] == 1
        assert field.s.flank_orders == 0
        assert not field.allows(do, 2)
        assert field.allows(Do.CLOSE)


@pytest.mark.section("4.4")
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


@pytest.mark.section("4.4", "10.5")
def test_a_hidden_unit_cannot_be_attacked() -> None:
    field = Field()
    field.put(A, 2, "LC 7/5")
    field.put(B, 3, "HI 8/6", marks=Mark.HIDDEN)
    assert not field.allows(Do.ATTACK, 2, 3)


# --- 10.9 ---------------------------------------------------------------------------------------------------


@pytest.mark.section("10.9")
def test_who_may_attack_the_second_line() -> None:
    field = Field()
    field.put(A, 5, "LC 7/4")
    assert field.allows(Do.RAID, 5)
    field.put(B, 7, "HI 6/5")
    assert field.allows(Do.RAID, 5)
    v = field.put(B, 6, "HI 6/5")
    assert not field.allows(Do.RAID, 5)
    field.s.marks[v] |= Mark.OW
    assert field.allows(Do.RAID, 5)
    w = field.put(B, 5, "HI 6/5", marks=Mark.OW)
    assert not field.allows(Do.RAID, 5)
    assert field.column(w) == 5


@pytest.mark.section("10.9")
@pytest.mark.parametrize(
    ("code", "terrain", "level", "legal"),
    [
        ("LC 7/4", Terrain.CAMP, 0, False),
        ("HI 7/4", Terrain.CAMP, 0, True),
        ("HI 7/4", Terrain.RIVER, 0, False),
        ("HI 7/4", Terrain.CLEAR, 1, False),
        ("AT 7/4", Terrain.CLEAR, 0, False),
    ],
)
def test_where_it_may_not_go(code: str, terrain: Terrain, level: int, legal: bool) -> None:
    field = Field()
    field.put(A, 5, code, level=level)
    field.terrain(B, 5, terrain)
    assert field.allows(Do.RAID, 5) == legal


@pytest.mark.section("10.9", "18.1")
@pytest.mark.parametrize(("die", "high", "points"), [(7, False, 2), (8, False, 0), (7, True, 4)])
def test_points_of_an_undisturbed_second_line(die: int, high: bool, points: int) -> None:
    field = Field()
    if high:
        field.prefer(Pref.SECOND_LINE_ATTACK_4)
    field.put(A, 5, "LC 7/4")
    field.rear(B, Place.RALLIED)
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(die,))
    assert field.s.raided[B] == points


@pytest.mark.section("10.9", "26")
def test_units_routed_in_this_same_turn_are_safe() -> None:
    field = Field()
    field.put(A, 5, "LC 7/4")
    fresh = field.rear(B, Place.ROUTED, Kind.MI, 6, marks=Mark.FRESH)
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(0,))
    assert field.s.place[fresh] == Place.ROUTED
    assert field.s.raided[B] == 2


@pytest.mark.section("10.9", "26")
def test_it_neither_engages_nor_exhausts() -> None:
    field = Field()
    u = field.put(A, 5, "LI 7/4 J")
    field.put(B, 9, "MI 6/5")
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(0,))
    assert not field.has(u, Mark.ENGAGED | Mark.NO_MISSILE | Mark.RAIDING)
    assert field.s.phase == Phase.RALLY


@pytest.mark.section("10.9", "10.4")
def test_a_raid_past_enemies_that_withdrew() -> None:
    field = Field()
    field.put(A, 5, "HI 7/5")
    field.put(B, 6, "LI 9/5")
    field.roll(Do.ATTACK, 5, 6)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(0,))
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(7,))
    assert field.s.raided[B] == 2
