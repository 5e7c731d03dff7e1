"""Who makes no check before the shock (10.6)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplon.games.cardbattle.arithmetic import party_of
from hoplon.games.cardbattle.checks import must_check
from hoplon.games.cardbattle.state import Mark
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def checkers(attackers: list[str], targets: list[str], **more: Any) -> list[str]:
    """Who of an attack checks before the shock."""
    field = Field()
    units = []
    for seat, codes, marks in ((A, attackers, more.get("a", 0)), (B, targets, more.get("b", 0))):
        for i, code in enumerate(codes):
            units.append(field.put(seat, 4 + i, code, marks=marks, level=0))
    s = field.s
    for i in range(2):
        s.attacker[i] = units[i] if i < len(attackers) else -1
    for i in range(3):
        s.target[i] = units[len(attackers) + i] if i < len(targets) else -1
    p = party_of(s, 0)
    return [field.names[u] for i, u in enumerate(p) if u >= 0 and must_check(s, p, i)]


@section("10.6")
def test_who_does_not_check() -> None:
    assert checkers(["HI 6/5"], ["MI 5/5"]) == ["HI 6/5", "MI 5/5"]
    assert checkers(["HI 6/5"], ["MI 5/5"], a=Mark.ENGAGED) == ["MI 5/5"]
    assert checkers(["HI 6/5"], ["MI 5/5"], b=Mark.ENGAGED) == ["HI 6/5"]
    assert checkers(["HI 6/5"], ["SK SL 4/1", "SK JA 4/1"]) == ["SK SL 4/1", "SK JA 4/1"]
    assert checkers(["PH 6/10"], ["SK SL 4/1", "LI 4/5"]) == ["PH 6/10", "SK SL 4/1", "LI 4/5"]
    assert checkers(["SK SL 4/1"], ["HI 6/5"]) == ["SK SL 4/1"]
    assert checkers(["SK SL 4/1", "MI 5/5"], ["HI 6/5"]) == ["SK SL 4/1", "MI 5/5", "HI 6/5"]


@section("10.6", "13.8")
@pytest.mark.parametrize(
    "heavy", ["PH 6/9", "HI 6/5", "HI TR 6/3", "LG HA 6/5", "LG PR 6/5", "CO Vet 6/5", "CO Rec 6/5"]
)
def test_heavy_infantry_does_not_check_against_light_infantry_alone(heavy: str) -> None:
    assert heavy not in checkers(["LI 5/5"], [heavy])
    assert heavy not in checkers(["LI VE 5/5", "LI 5/5"], [heavy])
    assert heavy in checkers(["LP 5/5"], [heavy])
    assert heavy in checkers(["LI 5/5", "LP 5/5"], [heavy])
    assert "MI 5/5" in checkers(["LI 5/5"], ["MI 5/5"])
    assert "CO Con 5/5" in checkers(["LI 5/5"], ["CO Con 5/5"])


@section("10.6", "13.6")
def test_chariots_do_not_check_in_the_turn_in_which_they_are_played() -> None:
    assert checkers(["CH 5/3"], ["MI 5/5"], a=Mark.ARRIVED) == ["MI 5/5"]
    assert checkers(["CH 5/3"], ["MI 5/5"]) == ["CH 5/3", "MI 5/5"]
    assert checkers(["HC 5/3"], ["MI 5/5"], a=Mark.ARRIVED) == ["HC 5/3", "MI 5/5"]
