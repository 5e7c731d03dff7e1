"""The tables of chapter 23, spot-checked against the printed ones."""

from __future__ import annotations

import numpy as np
import pytest

from hoplon.core.sources import files_behind
from hoplon.games.cardbattle import preferences, tables
from hoplon.games.cardbattle.content import BadTable, fixed, grid, same_order
from hoplon.games.cardbattle.names import Kind, Missile, Module, Run, Superior, Terrain, Trait
from hoplon.games.cardbattle.rules import take_turn
from hoplon.games.cardbattle.tables import ATTACK_KEY, DEFEND_KEY, SHOCK, SUPER_KEY, SUPERIORITY, WITHDRAWS
from tests.games.rulebook import section


@section("23.7")
def test_37_kinds_in_the_order_of_the_file() -> None:
    assert len(tables.KINDS) == 37
    assert tables.KIND_OF["CO", "Vet"] == tables.CO_VET == Kind.CO_VET
    assert tables.KIND_OF["CH", "Lgt"] == tables.CH_LGT
    assert tables.KIND_CODES[tables.LG_HA] == "LG HA"


@section("23.1")
def test_combat_results() -> None:
    assert list(tables.CRT[0, 1]) == [6, 1]
    assert list(tables.CRT[9, 13]) == [1, 6]
    assert list(tables.CRT[4, 13]) == [1, 3]


@pytest.mark.parametrize(
    ("defender", "attacker", "front", "flank"),
    [
        (Kind.PH, Kind.PH, 7, 12),
        (Kind.EL, Kind.HC, 0, 7),
        (Kind.CH, Kind.HC, 3, 10),
        (Kind.LN, Kind.CH_LGT, 11, 11),
        (Kind.AT, Kind.GC, 6, 6),
        (Kind.CO_CON, Kind.CO_REC, 8, 10),
        (Kind.OZ, Kind.KB, 11, 12),
        (Kind.LM, Kind.SM, 5, 8),
    ],
)
@section("23.2")
def test_base_columns(defender: Kind, attacker: Kind, front: int, flank: int) -> None:
    assert list(SHOCK[DEFEND_KEY[defender], ATTACK_KEY[attacker]]) == [front, flank]


@pytest.mark.parametrize(
    ("defender", "attacker", "superior"),
    [
        (Kind.PH, Kind.EL, Superior.DEFENDER),
        (Kind.LG_HA, Kind.LN, Superior.DEFENDER),
        (Kind.CH_LGT, Kind.CH, Superior.ATTACKER),
        (Kind.CH_LGT, Kind.CH_LGT, Superior.NOBODY),
        (Kind.LP, Kind.BC, Superior.DEFENDER),
        (Kind.AS, Kind.KB, Superior.DEFENDER),
        (Kind.OZ, Kind.AS, Superior.ATTACKER),
    ],
)
@section("23.3")
def test_superiority(defender: Kind, attacker: Kind, superior: Superior) -> None:
    assert SUPERIORITY[SUPER_KEY[defender], SUPER_KEY[attacker]] == superior


@section("23.2")
def test_artillery_never_attacks() -> None:
    assert [kind for kind in Kind if ATTACK_KEY[kind] < 0] == [Kind.AT, Kind.OZ]


@section("23.8")
def test_withdrawal() -> None:
    assert WITHDRAWS[Kind.LI, Kind.CO_REC]
    assert not WITHDRAWS[Kind.LI, Kind.CO_CON]
    assert WITHDRAWS[Kind.SK_AR, Kind.LM]
    assert not WITHDRAWS[Kind.SK_AR, Kind.SK_JA]
    assert WITHDRAWS[Kind.CA, Kind.HC_CAT]
    assert not WITHDRAWS[Kind.LC, Kind.GC]
    assert all(WITHDRAWS[Kind.LC_NUM, kind] for kind in Kind if kind not in (Kind.AT, Kind.OZ))


@section("23.4", "23.9")
def test_missiles() -> None:
    assert list(tables.STRENGTH[Missile.J]) == [5, 3]
    assert tables.STRENGTH[Missile.P, 0] == 7
    assert tables.SCREEN_STRENGTH == 3
    assert not tables.FIRES_MOUNTED[Kind.GC]
    assert tables.FIRES_MOUNTED[Kind.LC]
    assert tables.EMPTY_FROM[Missile.J, 1] == 7
    assert tables.SAMURAI_BASE[Missile.T] == 6
    assert tables.SAMURAI_BASE[Missile.B] == 7
    assert list(tables.OZ_HITS) == [0, 0, 1, 1, 1, 1, 2, 2, 2, 3]


@section("23.5")
def test_terrain() -> None:
    assert list(tables.ENTRY[Terrain.CAMP]) == [1, tables.NA, 1, tables.NA, tables.NA]
    assert tables.SHOCK_SHIFT[Terrain.MARSH] == 1
    assert tables.SHOCK_SHIFT[Terrain.CASTLE] == -2
    assert [terrain for terrain in Terrain if tables.IMPASSABLE[terrain]] == [Terrain.CLIFF, Terrain.RIVER]


@section("23.10", "23.9")
def test_procedures() -> None:
    assert list(tables.RALLY_COH[0]) == [1, 1, 2, 2, 2, 2, 2, 2, 3, 3]
    assert list(tables.RALLY_COH[1]) == [1, 1, 2, 2, 2, 2, 3, 3, 4, 4]
    assert tables.RAMPAGE[0, 8] == Run.SIDE
    assert tables.RAMPAGE[1, 8] == Run.END
    assert tables.PREY_DIES_TO == 7
    assert len(tables.WARRIORS) == 30
    assert (tables.STAMINA > 0).all()


@section("23")
def test_every_array_is_small_and_read_only() -> None:
    arrays = [value for module in (tables, preferences) for value in vars(module).values()]
    arrays = [value for value in arrays if isinstance(value, np.ndarray)]
    assert arrays
    assert all(not array.flags.writeable and array.dtype == np.int16 for array in arrays)
    assert sum(array.nbytes for array in arrays) < 16384


@section("23", "15.2")
def test_characteristics_fit_their_bits() -> None:
    assert tuple(trait.name for trait in Trait if trait != Trait.INDIAN) == tables.TRAIT_IDS


@section("23", "22.1")
def test_faults_in_tables_are_named() -> None:
    with pytest.raises(BadTable, match=r"x.toml: row 2 is SLOW; expected SAMURAI"):
        same_order(Module, ["ANTIQUITY", "SLOW"], "x.toml")
    with pytest.raises(BadTable, match="rows are A; expected A, B"):
        grid({"A": {}}, ["A", "B"], [], "x.toml")
    with pytest.raises(BadTable, match="too large"):
        fixed([70000])


@section("23", "22.1")
def test_compiled_code_is_kept_by_the_tables_too() -> None:
    names = {path.name for path in files_behind(take_turn)}
    assert {"crt.toml", "ow_matrix.csv", "tables.py"} <= names
