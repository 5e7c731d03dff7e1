"""Chapter 9.2 of the rulebook: what altars offer."""

from __future__ import annotations

from collections import Counter

import hoplon
from hoplon.games.hoplite.tables import GOD, GOD_NAMES, NEEDS, NO_PRAYER, PRAYER_NAMES
from tests.games.rulebook import section

HELD = [name for name in PRAYER_NAMES if name not in ("divine-restoration", "fortitude")]


@section("9.2")
def test_the_two_health_prayers_are_on_every_altar_and_the_rest_is_of_one_god():
    seen, sizes = Counter(), set()
    for seed in range(300):
        p = hoplon.new("hoplite", seed=seed).view()
        assert p.offers[:2] == ("divine-restoration", "fortitude")
        rest = [PRAYER_NAMES.index(name) for name in p.offers[2:]]
        assert len({int(GOD[prayer]) for prayer in rest}) == 1
        seen[GOD_NAMES[GOD[rest[0]]]] += 1
        sizes.add(len(rest))
        assert all(NEEDS[prayer] == NO_PRAYER for prayer in rest), "nothing is owned yet"
    assert set(seen) == set(GOD_NAMES)
    assert all(50 <= n <= 100 for n in seen.values()), "gods are drawn uniformly"
    assert sizes == {2, 3}, "at most three"


@section("9.2")
def test_hermes_offers_three_of_his_four_each_as_often():
    seen = Counter()
    for seed in range(800):
        p = hoplon.new("hoplite", seed=seed).view()
        if "bloodlust" in p.offers or "greater-energy" in p.offers:
            assert len(p.offers) == 5
            seen.update(p.offers[2:])
    total = sum(seen.values()) / 4
    assert set(seen) == {"greater-energy", "bloodlust", "winged-sandals", "staggering-leap"}
    assert all(0.8 * total < n < 1.2 * total for n in seen.values())


@section("9.2")
def test_patience_is_offered_at_one_zeus_altar_in_four():
    zeus = [p for p in (hoplon.new("hoplite", seed=s).view() for s in range(800)) if "surge" in p.offers]
    share = sum("patience" in p.offers for p in zeus) / len(zeus)
    assert 0.15 < share < 0.35


@section("9.2")
def test_what_is_owned_barred_or_without_its_prerequisite_is_not_offered():
    owned = ("sweeping-bash", "mighty-bash", "surge", "winged-sandals", "deep-lunge", "greater-throw")
    seen = set()
    for seed in range(200):
        seen.update(hoplon.new("hoplite", seed=seed, prayers=owned, hearts=8).view().offers)
    expected = {"spinning-bash", "quick-bash", "greater-energy", "bloodlust", "greater-throw-ii", "patience"}
    assert seen == expected | {"divine-restoration", "fortitude"}


@section("9.2")
def test_with_nothing_left_to_give_only_the_health_prayers_remain():
    owned = tuple(n for n in HELD if n not in ("staggering-leap", "regeneration"))
    p = hoplon.new("hoplite", seed=1, prayers=owned, hearts=8).view()
    assert p.offers == ("divine-restoration", "fortitude")


@section("9.2", "10.4")
def test_offers_depend_on_seed_depth_and_prayers_alone():
    one, other = (hoplon.new("hoplite", seed=9, depth=4, hearts=h).view() for h in (3, 8))
    assert one.offers == other.offers
