"""Chapter 9 of the rulebook: what the prayers do, cost and need, and what altars offer."""

from __future__ import annotations

from collections import Counter

import pytest

import hoplon
from hoplon.core.errors import BadOption
from hoplon.games.hoplite.state import Prayer
from hoplon.games.hoplite.tables import GOD, GOD_NAMES, NEEDS, NO_PRAYER, PRAYER_NAMES, SACRIFICE, UNIQUE_WITH
from tests.games.hoplite.boards import happened, played, scene
from tests.games.rulebook import section

pytestmark = pytest.mark.representative
FAR = "F0,9"
HELD = [name for name in PRAYER_NAMES if name not in ("divine-restoration", "fortitude")]
COST = {
    "greater-energy-ii": 1, "bloodlust": 1, "winged-sandals": 1, "staggering-leap": 2,
    "greater-throw-ii": 1, "surge": 1, "regeneration": 1,
}  # fmt: skip
FIRST = {
    "spinning-bash": "sweeping-bash",
    "greater-energy-ii": "greater-energy",
    "greater-throw-ii": "greater-throw",
}


def at_altar(*offers, **values):
    """The hero beside an altar that offers something."""
    values.setdefault("prayers", ())
    return scene("4,4", FAR, altar="4,5", offers=offers, **values)


@pytest.mark.parametrize("name", HELD)
@section("9.1")
def test_a_prayer_costs_its_sacrifice_of_health_and_maximum_and_is_kept(name):
    first = (FIRST[name],) if name in FIRST else ()
    energy = 120 if "greater-energy" in first else 100
    match = at_altar(name, prayers=first, health=4, max_health=5, energy=energy - 40, max_energy=energy)
    p = played(match, f"pray {name}")
    cost = COST.get(name, 0)
    assert (p.health, p.max_health) == (4 - cost, 5 - cost)
    assert set(p.prayers) == {name, *first}
    more = {"greater-energy": 20, "greater-energy-ii": 15}.get(name, 0)
    assert (p.energy, p.max_energy) == (energy - 40 + more, energy + more)


@section("9.1")
def test_divine_restoration_heals_completely_is_not_kept_and_needs_a_wound():
    match = at_altar(health=1, max_health=4)
    p = played(match, "pray divine-restoration")
    assert (p.health, p.max_health, p.prayers) == (4, 4, ())
    assert "pray divine-restoration" not in at_altar(health=3).legal()


@section("9.1", "4")
def test_fortitude_adds_a_heart_now_and_at_most_but_not_above_eight():
    p = played(at_altar(health=2, max_health=3), "pray fortitude")
    assert (p.health, p.max_health, p.prayers) == (3, 4, ())
    assert "pray fortitude" not in at_altar(health=1, max_health=8).legal()


@pytest.mark.parametrize(("health", "allowed"), [(3, True), (2, False), (1, False)])
@section("9.1")
def test_a_prayer_may_not_cost_the_last_heart(health, allowed):
    match = at_altar("staggering-leap", health=health)
    assert ("pray staggering-leap" in match.legal()) == allowed
    assert "staggering-leap" in match.view().offers, "it is listed all the same"


@section("9.1")
def test_the_table_of_sacrifices_gods_chains_and_uniqueness():
    for prayer in Prayer:
        name = PRAYER_NAMES[prayer]
        assert SACRIFICE[prayer] == COST.get(name, 0)
        needs = None if NEEDS[prayer] == NO_PRAYER else PRAYER_NAMES[NEEDS[prayer]]
        assert needs == FIRST.get(name)
    rivals = {
        frozenset((PRAYER_NAMES[p], PRAYER_NAMES[UNIQUE_WITH[p]]))
        for p in Prayer
        if UNIQUE_WITH[p] != NO_PRAYER
    }
    assert rivals == {
        frozenset(("winged-sandals", "staggering-leap")),
        frozenset(("surge", "regeneration")),
    }
    gods = Counter("every" if GOD[p] < 0 else GOD_NAMES[GOD[p]] for p in Prayer)
    assert gods == {"every": 2, "Athena": 4, "Hermes": 5, "Apollo": 3, "Zeus": 3}


@section("9.1", "7.6")
def test_staggering_leap_stuns_the_survivors_next_to_the_landing_tile():
    match = scene("4,3", "F4,6", "F5,5", "A4,9", spear="0,5", prayers=("staggering-leap",))
    match.play("leap 4,5")
    assert happened(match).splitlines()[2:4] == ["  stun F1 4,6", "  stun F2 5,5"]
    assert match.view().health == 3, "both footmen are stunned and the first blocks the archer"
    assert played(match, "bash s").health == 1


@section("9.1")
def test_staggering_leap_does_nothing_on_a_walk():
    match = scene("4,4", "F4,6", spear="0,5", prayers=("staggering-leap",))
    match.play("walk n")
    assert "stun" not in happened(match)


@section("9.1")
def test_bloodlust_gives_six_for_each_credited_kill_only():
    match = scene("4,4", "F4,6", "F4,8", bombs=("4,7",), energy=50, spear="0,5", prayers=("bloodlust",))
    assert played(match, "bash s").energy == 50, "the bomb is not the hero's"
    match = scene("4,4", "F4,7", "F5,5", stunned=1, bombs=("4,5",), energy=50, prayers=("bloodlust",))
    assert played(match, "bash n").energy == 62


@section("9.3")
def test_there_are_seventeen_prayers_and_no_others():
    assert len(Prayer) == 17
    with pytest.raises(BadOption, match="'swift-leap' is no prayer"):
        hoplon.new("hoplite", prayers=("swift-leap",))


@section("9.4")
def test_the_numbers_are_those_of_2020():
    p = played(scene("4,4", "F4,6", energy=50, prayers=("bloodlust",)), "throw 4,6")
    assert p.energy == 56
    assert "leap 4,7" in scene("4,4", FAR, prayers=("winged-sandals",)).legal()
    assert "leap 4,8" not in scene("4,4", FAR, prayers=("winged-sandals",)).legal()
    assert SACRIFICE[Prayer.SPINNING_BASH] == 0
    assert SACRIFICE[Prayer.WINGED_SANDALS] == 1
