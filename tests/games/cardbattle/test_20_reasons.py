"""Why a choice is refused: the rule that forbids it, and only that one."""

from __future__ import annotations

from hoplon.games.cardbattle import reasons
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.reasons import Case
from hoplon.games.cardbattle.state import EMPTY, Do, Mark
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

NAMES = Names(("Us", "Them"), ("Leader", "Other"), ((), ()))


def case(field: Field, kind: Do, unit: int, row: int, column: int) -> Case:
    """A choice of seat A; columns count from 1."""
    return Case(NAMES, field.s, kind, A, EMPTY, unit, row - 1, column - 1)


@section("10.5", "20")
def test_an_enemy_in_the_facing_zone_is_the_reason_and_not_a_want_of_contact():
    field = Field()
    rider = field.put(A, 2, "HC 6/4")
    field.put(B, 3, "MI 5/5")
    assert field.allows(Do.ATTACK, 2, 3)
    field.put(B, 1, "MI 5/5")
    assert not field.allows(Do.ATTACK, 2, 3)
    said = reasons.attack(case(field, Do.ATTACK, rider, 2, 3))
    assert said == "an enemy stands in the zone that faces A.1; it attacks across zones past none"


@section("3.2", "20")
def test_far_columns_are_not_in_contact():
    field = Field()
    rider = field.put(A, 4, "HC 6/4")
    field.put(B, 7, "MI 5/5")
    assert reasons.attack(case(field, Do.ATTACK, rider, 4, 7)) == "A.1 is not in contact with B.1"


@section("7.4", "20")
def test_who_may_not_go_to_the_rear_is_told_so_and_who_touches_cavalry_that():
    field = Field()
    heavy, light = field.put(A, 4, "MI 5/5"), field.put(A, 6, "SK AR 4/1 A")
    field.put(B, 4, "HC 6/4")
    field.put(B, 6, "HC 6/4")
    said = [reasons.retire(case(field, Do.REAR, u, c, c)) for u, c in ((heavy, 4), (light, 6))]
    assert said == ["MI may not go to the second line in this army", "A.2 is in contact with enemy cavalry"]


@section("10.1", "20")
def test_one_more_target_that_withdrew_or_is_attacked_is_told_apart():
    field = Field()
    attacker = field.put(A, 5, "HC 6/4")
    first, other = field.put(B, 5, "MI 5/5"), field.put(B, 6, "MI 5/5")
    field.roll(Do.ATTACK, 5, 5)
    assert first != other
    field.s.marks[other] |= Mark.OW
    assert reasons.also(case(field, Do.ALSO, attacker, 5, 6)) == "B.2 has withdrawn this phase"
    field.s.marks[other] = int(field.s.marks[other]) & ~Mark.OW | Mark.ATTACKED
    assert reasons.also(case(field, Do.ALSO, attacker, 5, 6)) == "B.2 is attacked already"
    stranger = field.put(A, 3, "HC 6/4")
    assert reasons.flank(case(field, Do.FLANK_CARD, stranger, 3, 3)) == "A.2 is not in this attack"
    field.s.marks[attacker] |= Mark.FLANK
    assert reasons.flank(case(field, Do.FLANK_CARD, attacker, 5, 5)) == "A.1 is on the flank already"
