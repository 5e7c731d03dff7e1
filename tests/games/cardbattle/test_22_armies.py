"""Armies (19, 24): the supplied ones, their values, and those of the user."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hoplon.core.errors import BadOption
from hoplon.games.cardbattle import armies
from hoplon.games.cardbattle.armies import BadArmy, find, read, supplied
from hoplon.games.cardbattle.army import Unit
from hoplon.games.cardbattle.content import FOLDER
from hoplon.games.cardbattle.names import Card, Kind, Missile, Module, Roman, Special, Terrain, Trait
from tests.games.cardbattle.army_texts import FANTASY, GOOD, SAMURAI


def test_good_texts_are_good() -> None:
    army = read(GOOD)
    assert army.rules == (Special.FEROCITY,)
    assert army.cards[Card.FLANK] == 3
    assert army.defences[0].terrain == Terrain.SLOPE
    assert army.units[1].missile == Missile.J
    assert read(SAMURAI).module == Module.SAMURAI
    assert read(FANTASY).units[-1].traits == (Trait.REGENERATE,)


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


def test_supplied_armies_cost_about_400_points() -> None:
    assert all(army.warnings() == [] for army in supplied())


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
def test_values(kind: Kind, tq: int, size: int, traits: tuple[Trait, ...], value: int) -> None:
    assert Unit("x", 1, kind, tq, size, traits=traits).value() == value


def test_elephants_may_be_worth_their_tq() -> None:
    assert Unit("x", 1, Kind.EL_CAT, 6, 5).value(elephant_full_tq=True) == 6


def test_indian_elephants_are_told_by_their_name() -> None:
    assert Unit("Indian elephants", 1, Kind.EL, 6, 5).is_indian
    assert not Unit("African elephants", 1, Kind.EL, 6, 5).is_indian
    assert not Unit("Indian horse", 1, Kind.LC, 6, 5).is_indian


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


def test_leaders_offered_to_an_editor() -> None:
    offered = dict(armies.offered_leaders())
    assert len(armies.offered_leaders()) == 45
    assert set(offered) <= set(armies.supplied_files())


def test_the_example_of_the_documentation_is_good() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "armies.md").read_text(encoding="utf-8")
    army = read(page.split("```toml\n")[1].split("```")[0])
    assert army.totals()["units"] == 24
