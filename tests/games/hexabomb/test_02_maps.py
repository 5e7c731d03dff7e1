"""Chapter 2 of the rulebook: map files, maps that come with the game, new ones."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from hoplon.core.errors import BadOption
from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.generate import generate
from hoplon.games.hexabomb.maps import BadMap, from_json, read_json, read_text
from hoplon.games.hexabomb.options import HexabombOptions, size_for
from hoplon.games.hexabomb.picture import draw_map
from hoplon.games.hexabomb.svg import map_svg
from hoplon.games.hexabomb.symmetry import facts, is_fair, pieces
from tests.games.hexabomb.recordings import GOLDEN
from tests.games.rulebook import section

ROOT = Path(__file__).parents[3]
GOOD = {
    "cells": [{"q": 0, "r": 0}, {"q": 1, "r": 0}, {"q": 2, "r": 0}],
    "initial_positions": {"0": [{"q": 0, "r": 0}], "1": [{"q": 2, "r": 0}]},
    "special_initial_positions": [{"q": 1, "r": 0}],
}


def changed(*path_and_value):
    """The good map with one value replaced, or taken out if the value is `...`."""
    *path, last, value = path_and_value
    document = copy.deepcopy(GOOD)
    at = document
    for key in path:
        at = at[key]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return document


def q_r(q, r=0):
    return {"q": q, "r": r}


BROKEN = {
    "an array": ([], "expected an object"),
    "null": (None, "the map is null"),
    "no cells": (changed("cells", ...), "no 'cells'"),
    "cells is an object": (changed("cells", {}), "'cells' is an object; expected an array"),
    "a cell is an array": (changed("cells", 1, [1, 0]), "element 1 of 'cells' is an array"),
    "a cell without q": (changed("cells", 1, {"r": 0}), "element 1 of 'cells' has no 'q'"),
    "a cell without r": (changed("cells", 1, {"q": 0}), "element 1 of 'cells' has no 'r'"),
    "a fraction": (changed("cells", 1, q_r(1.0)), "'q' of element 1 of 'cells' is 1.0"),
    "a text": (changed("cells", 1, q_r("1")), "expected an integer"),
    "a boolean": (changed("cells", 1, q_r(True)), "expected an integer"),
    "33 bits": (changed("cells", 1, q_r(2**31)), "expected an integer of 32 bits"),
    "a cell twice": (changed("cells", 1, q_r(0)), "the cell 0,0 is listed twice"),
    "no starts": (changed("initial_positions", ...), "no 'initial_positions'"),
    "starts as array": (changed("initial_positions", []), "'initial_positions' is an array"),
    "a signed key": (changed("initial_positions", "+1", [q_r(1)]), "'+1' in 'initial_positions'"),
    "a blank key": (changed("initial_positions", " 1", [q_r(1)]), "no start group"),
    "a foreign digit": (changed("initial_positions", "٣", [q_r(1)]), "no start group"),
    "a key of 33 bits": (changed("initial_positions", "4294967296", [q_r(1)]), "no start group"),
    "a group twice": (changed("initial_positions", "01", [q_r(1)]), "start group 1 is given twice"),
    "an empty group": (changed("initial_positions", "1", []), "start group '1' is empty"),
    "a group as object": (changed("initial_positions", "1", {}), "start group '1' is an object"),
    "a bad position": (changed("initial_positions", "1", [q_r(0.5)]), "'q' of element 0 of start group '1'"),
    "special as object": (
        changed("special_initial_positions", {}),
        "'special_initial_positions' is an object",
    ),
    "a bad special": (changed("special_initial_positions", [3]), "element 0 of 'special_initial_positions'"),
    "no group": (changed("initial_positions", {}), "at least one start group"),
    "a hole": ({**GOOD, "initial_positions": {"0": [q_r(0)], "2": [q_r(2)]}}, "start group 1 is missing"),
    "unequal groups": (
        changed("initial_positions", "1", [q_r(1), q_r(2)]),
        "start group 1 has 2 positions; group 0 has 1",
    ),
    "start off the board": (changed("initial_positions", "1", [q_r(5)]), "5,0 of start group 1 is no cell"),
    "special off the board": (changed("special_initial_positions", [q_r(0, 9)]), "0,9 of the special"),
    "two starts on one cell": (changed("initial_positions", "1", [q_r(0)]), "taken already by start group 0"),
    "special on a start": (changed("special_initial_positions", [q_r(2)]), "taken already by start group 1"),
}


@pytest.mark.parametrize("name", BROKEN)
@section("2.2")
def test_a_broken_map_is_refused_with_its_fault(name):
    document, message = BROKEN[name]
    with pytest.raises(BadMap) as error:
        from_json(document)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@section("2.2")
def test_the_first_failing_check_is_reported():
    both = changed("cells", 1, q_r(0))
    both["initial_positions"] = []
    with pytest.raises(BadMap, match="listed twice"):
        from_json(both)


@pytest.mark.parametrize("text", ["", "{", "[1,", '{"cells": [1e]}', "\ufeff{}", "[" * 100_000])
@section("2.2")
def test_a_file_that_is_not_json_is_refused(text):
    with pytest.raises(BadMap, match="not JSON"):
        read_json(text)


@section("2.2")
def test_numbers_with_an_exponent_are_no_integers():
    with pytest.raises(BadMap, match="integer"):
        read_json(json.dumps(GOOD).replace('{"q": 1', '{"q": 1e0'))


@section("2.2")
def test_leading_zeros_and_unknown_keys_are_fine():
    document = changed("initial_positions", {"00": [q_r(0)], "001": [q_r(2)]})
    document["comment"] = "none"
    document["cells"][0]["color"] = 7
    assert from_json(document) == from_json(GOOD)


@section("2.2")
def test_the_order_of_cells_does_not_matter_and_that_of_positions_does():
    document = changed("cells", GOOD["cells"][::-1])
    assert from_json(document) == from_json(GOOD)


@section("2.1", "2.2")
def test_player_counts_are_checked():
    board = from_json(GOOD)
    board.check_players(0, 0)
    board.check_players(2, 1)
    for players, special, message in ((3, 0, "too many"), (1, 2, "0 or 1"), (-1, 0, "0 or more")):
        with pytest.raises(BadMap, match=message):
            board.check_players(players, special)
    with pytest.raises(BadMap, match="no special start"):
        from_json(changed("special_initial_positions", [])).check_players(2, 1)


@pytest.mark.parametrize("name", maps.names())
@section("2.4", "1.5")
def test_a_map_that_comes_with_the_game_is_fair_and_can_be_shown(name):
    board = maps.named(name)
    assert is_fair(board)
    assert board.to_json() == (Path(maps.__file__).parent / "boards" / f"{name}.json").read_text()
    assert read_text(board.to_text()) == board == read_json(board.to_json()) == from_json(board.as_json())
    assert draw_map(board).count("*") == len(board.special)
    assert map_svg(board).count("<polygon") == len(board.cells)


@section("2.4")
def test_the_maps_that_come_with_the_game_serve_1_to_16_players():
    groups = sorted(len(maps.named(name).starts) for name in maps.names())
    assert len(groups) >= 8
    assert (groups[0], groups[-1]) == (1, 16)
    assert all(any(g >= players for g in groups) for players in range(1, 17))


@section("2.2")
def test_maps_are_found_by_name_by_file_and_by_their_text(tmp_path):
    board = maps.named("duel")
    path = tmp_path / "my map.json"
    path.write_text(board.to_json())
    assert maps.find("duel") == maps.find(str(path)) == maps.find(board.to_text()) == board
    for said, message in (
        ("nowhere", "expected one of"),
        ("no.json", "no file"),
        (str(tmp_path), "regular file"),
        (f"{'9' * 5000}/no.json", "no file"),  # no system has names as long
        ("9" * 5000, "there is no map '999"),
        ("\x1b[31m/no.json", r"there is no file \\x1b\[31m/no\.json"),  # no terminal turns red
        ("\ud800/no.json", r"there is no file \\ud800/no\.json"),
    ):
        for find in (maps.find, maps.given):
            with pytest.raises(BadMap, match=message) as error:
                find(said)
            assert str(error.value).isprintable()
            assert len(str(error.value)) < 1000


@section("2.2")
def test_options_keep_the_map_of_a_file(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(GOOD))
    options = HexabombOptions(map=str(path))
    options.check()
    path.unlink()
    assert HexabombOptions.from_text(options.as_text()).board == options.board == from_json(GOOD)
    with pytest.raises(BadOption, match="no file"):
        HexabombOptions(map=str(path)).check()


@pytest.mark.parametrize("players", range(1, 17))
@section("2.4")
def test_a_new_map_is_fair_and_repeats_from_its_seed(players):
    board = generate(players, 40 * players, 5, characters=2, special=1)
    assert is_fair(board)
    assert len(board.starts) == players
    assert board.characters == 2
    assert abs(len(board.cells) - 40 * players) < 12 + players
    assert board == generate(players, 40 * players, 5, characters=2, special=1)
    assert board != generate(players, 40 * players, 6, characters=2, special=1)


@section("2.4")
def test_new_maps_are_in_one_piece_where_symmetry_allows():
    assert [p for p in range(1, 17) if len(pieces(generate(p, 50 * p, 1).cells)) == 1] == [1, 2, 3, 4, 6, 12]


@section("2.4")
def test_new_maps_can_be_large():
    board = generate(12, 5000, 1, characters=8, special=8)
    assert len(board.cells) >= 5000
    assert size_for(board, 12, 1).cells == 5120


@pytest.mark.parametrize("wrong", [(0, 50, 1), (17, 50, 1), (2, 3, 1), (2, 50, -1), (5, 20, 1), (12, 7, 1)])
@section("2.4")
def test_a_new_map_that_cannot_be_is_refused(wrong):
    with pytest.raises(BadMap):
        generate(*wrong)


@section("2.4")
def test_a_map_without_symmetry_is_called_so():
    verdicts = {path.stem: is_fair(maps.load(path)) for path in (GOLDEN / "maps").glob("*.json")}
    assert {name for name, fair in verdicts.items() if not fair} == {"warren5"}
    assert len(verdicts) == 6
    assert facts(maps.load(GOLDEN / "maps" / "warren5.json"))[-1] == "not fair by symmetry"
