"""Rulebook 19: what an army costs; the supplied ones, and those of the user."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hoplon.core.errors import BadOption
from hoplon.games.cardbattle import armies
from hoplon.games.cardbattle.armies import BadArmy, find, read, supplied
from hoplon.games.cardbattle.army import Leader, Unit, defence_points, rule_points
from hoplon.games.cardbattle.content import FOLDER
from hoplon.games.cardbattle.names import Card, Kind, Missile, Module, Roman, Special, Terrain, Trait
from tests.games.cardbattle.army_texts import FANTASY, GOOD, SAMURAI
from tests.games.rulebook import section


@section("19")
def test_good_texts_are_good() -> None:
    army = read(GOOD)
    assert army.rules == (Special.FEROCITY,)
    assert army.cards[Card.FLANK] == 3
    assert army.defences[0].terrain == Terrain.SLOPE
    assert army.units[1].missile == Missile.J
    assert read(SAMURAI).module == Module.SAMURAI
    assert read(FANTASY).units[-1].traits == (Trait.REGENERATE,)


@section("19", "22.1")
def test_supplied_armies_are_those_of_the_index() -> None:
    index = tomllib.loads((FOLDER / "armies" / "index.toml").read_text(encoding="utf-8"))["army"]
    by_id = {army.id: army for army in supplied()}
    assert sorted(by_id) == sorted(row["id"] for row in index)
    for row in index:
        army = by_id[row["id"]]
        totals = army.totals()
        assert {key: row[key] for key in totals} == totals
        assert row["name"] == army.name
        assert (row["leader"], row["initiative"], row["command"], row["clans"]) == (
            army.leader.name,
            army.leader.initiative,
            army.leader.command,
            army.leader.clans,
        )


@section("19.5")
def test_supplied_armies_cost_about_400_points() -> None:
    assert all(army.warnings() == [] for army in supplied())


@section("19", "22.1")
def test_facts_of_single_armies() -> None:
    assert find("rome_late").roman == Roman.LATE
    assert find("Carthage").id == "carthage"
    spartans, persians = find("spartans_300"), find("persians_300")
    assert spartans.field_terrain == Terrain.WALL
    assert (spartans.turn_limit, spartans.wins_at_turn_limit) == (50, True)
    assert persians.endless
    assert persians.cannot_be_routed
    assert str(find("carthage").units[0]) == "3 x African phalanx PH 7/10"


@pytest.mark.parametrize(
    ("kind", "tq", "size", "traits", "value"),
    [
        (Kind.SK_JA, 6, 1, (), 1),
        (Kind.EL, 5, 5, (), 2),
        (Kind.CH_LGT, 6, 3, (), 2),
        (Kind.PH, 7, 10, (), 14),
        (Kind.HI, 7, 9, (), 7),
        (Kind.HI, 7, 10, (), 14),
        (Kind.GC, 6, 7, (), 12),
        (Kind.SM, 7, 4, (), 11),
        (Kind.LM, 8, 4, (), 12),
        (Kind.SM, 7, 2, (Trait.ELEMENTAL,), 4),
        (Kind.LC_NUM, 8, 4, (), 8),
    ],
)
@section("19", "12.1")
def test_values(kind: Kind, tq: int, size: int, traits: tuple[Trait, ...], value: int) -> None:
    assert Unit("x", 1, kind, tq, size, traits=traits).value() == value


@section("19", "12.1", "18.1")
def test_elephants_may_be_worth_their_tq() -> None:
    assert Unit("x", 1, Kind.EL_CAT, 6, 5).value(elephant_full_tq=True) == 6


@section("19", "18.1")
def test_indian_elephants_are_told_by_their_name() -> None:
    assert Unit("Indian elephants", 1, Kind.EL, 6, 5).is_indian
    assert not Unit("African elephants", 1, Kind.EL, 6, 5).is_indian
    assert not Unit("Indian horse", 1, Kind.LC, 6, 5).is_indian


@section("19")
def test_the_users_armies_mix_with_the_supplied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.toml").write_text("x", encoding="utf-8")
    assert find("mine", tmp_path).name == "My army"
    assert find("my army", tmp_path).id == "mine"
    assert find("carthage", tmp_path).name == "Carthage"
    with pytest.raises(BadArmy, match=r"bad.toml:1: no TOML"):
        find("bad", tmp_path)
    with pytest.raises(
        BadOption, match=r"there is no army 'cartage' \(did you mean carthage\?\); expected one of"
    ):
        find("cartage", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert armies.default_folder() == tmp_path / "data" / "hoplon" / "armies"
    assert armies.user_files() == {}


@section("19")
def test_leaders_offered_to_an_editor() -> None:
    offered = dict(armies.offered_leaders())
    assert len(armies.offered_leaders()) == 45
    assert set(offered) <= set(armies.supplied_files())


@section("19")
def test_the_example_of_the_documentation_is_good() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "armies.md").read_text(encoding="utf-8")
    army = read(page.split("```toml\n")[1].split("```")[0])
    assert army.totals()["units"] == 24


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        (Unit("x", 1, Kind.MI, 6, 5), 8),  # 6 x 1.1 + 1
        (Unit("x", 1, Kind.MI, 6, 6, Missile.J), 10),  # 6 x 1.1 + 2 + 1
        (Unit("x", 1, Kind.HI, 7, 9), 14),  # 7 x 1.5 + 3
        (Unit("x", 1, Kind.HI, 7, 10), 16),  # 7 x 1.9 + 3
        (Unit("x", 1, Kind.SM, 7, 4, traits=(Trait.FLY, Trait.FEAR)), 16),  # 7 x 1.5 + 1 + 4
    ],
)
@section("19.1")
def test_a_card_costs_its_tq_its_size_its_missile_and_its_characteristics(unit: Unit, points: int) -> None:
    assert unit.points == points


@section("19.2")
def test_a_leader_costs_points_and_limits_the_special_cards() -> None:
    leader = Leader("x", initiative=6, command=2, clans=3)
    assert leader.points == 3 * 6 + 8 * 2 + 4 * 3
    assert leader.card_allowance == 6 + 2 * 2
    with pytest.raises(BadArmy, match=r"special cards besides RESERVE and INITIATIVE; expected at most"):
        read(GOOD.replace("FLANK = 3", "FLANK = 14"))


@section("19.3")
def test_two_special_rules_give_points_back() -> None:
    assert {rule.name for rule in Special if rule_points(rule) < 0} == {
        "TRIBAL_COMMAND",
        "NO_LEADER_COHESION",
    }


@section("19.4")
def test_defensive_terrain_costs_5_to_12_an_area() -> None:
    prices = [defence_points(t) for t in (Terrain.SLOPE, Terrain.MOUNTAIN, Terrain.CAMP, Terrain.CASTLE)]
    assert prices == [5, 8, 10, 12]


@section("19.5")
def test_an_army_far_from_400_points_is_noted() -> None:
    (said,) = read(GOOD).warnings()
    assert said.endswith("points; a standard battle has 352 to 448")
