"""Hexabomb as programs speak it: reading orders, reports, records."""

from __future__ import annotations

import json

import pytest

from hoplon.games.hexabomb.client import BadState, position_of
from hoplon.games.hexabomb.maps import named, read_text
from hoplon.games.hexabomb.record import replay
from hoplon.games.hexabomb.wire import BadActions, Play, read_order
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

ROW = read_text("0:0;1:0;2:0;3:0;4:0@0,0/4,0@2,0")


def move(who, way="x+", **more):
    return {"id": who, "movement": "move", "direction": way, **more}


def bomb(who, reach=2, delay=2, **more):
    return {"id": who, "movement": "bomb", "bomb_range": reach, "bomb_delay": delay, **more}


def entry(player, *actions):
    return {"player_id": player, "turn_number": 0, "actions": list(actions)}


@pytest.mark.parametrize(
    "order",
    [
        None, 3, "move", [], {}, {"id": 0}, {"movement": "revive"}, move(True), move(0.0), move("0"),
        move(2**31), move(-(2**31) - 1), move(0, "X+"), move(0, " x+"), move(0, 1), move(0, None),
        {"id": 0, "movement": "move"}, {"id": 0, "movement": "Move", "direction": "x+"},
        {"id": 0, "movement": "move ", "direction": "x+"}, bomb(0, 2.5), bomb(0, True), bomb(0, 2, None),
        bomb(0, 2**31), {"id": 0, "movement": "bomb", "bomb_range": 2}, {"id": 0, "movement": None},
        {"id": 0, "movement": ["move"], "direction": "x+"},
    ],
    ids=repr,
)  # fmt: skip
@section("3.2", "9.1")
def test_a_malformed_order_is_dropped_and_leaves_room_for_another(order):
    assert isinstance(read_order(order, 0), str)
    play = Play(ROW, 2)
    play.turn([entry(0, order, move(0))])
    assert json.loads(play.state())["characters"][0]["q"] == 1


@pytest.mark.parametrize(
    "order", [move(0, "z+"), bomb(0, 9), bomb(0, -5), {"id": 0, "movement": "revive"}], ids=repr
)
@section("3.2", "9.1")
def test_a_well_formed_order_counts_even_if_it_is_illegal(order):
    play = Play(ROW, 2)
    play.turn([entry(0, order, move(0))])
    assert json.loads(play.state())["characters"][0]["q"] == 0


@section("3.2", "9.1")
def test_keys_that_are_not_needed_are_not_looked_at():
    play = Play(ROW, 2)
    play.turn([entry(0, move(0, bomb_range="none", comment=None))])
    assert json.loads(play.state())["characters"][0]["q"] == 1


@section("9.1", "3.1", "3.3")
def test_orders_for_others_and_for_nobody_come_to_nothing():
    play = Play(ROW, 2)
    before = json.loads(play.state())["characters"]
    everybody = [move(who) for who in (1, 2, -1, 2**31 - 1, -(2**31))]
    play.turn([entry(0, *everybody), entry(7, move(0)), entry(-3, move(1)), entry(2**31 - 1, move(0))])
    assert json.loads(play.state())["characters"] == before


@section("9.1", "3.1")
def test_one_player_in_two_entries_acts_twice():
    play = Play(ROW, 2)
    play.turn([entry(0, move(0)), entry(0, move(0))])
    assert json.loads(play.state())["characters"][0]["q"] == 2


@section("9.1", "3.1")
def test_very_many_orders_are_fine():
    play = Play(ROW, 2)
    play.turn([entry(0, *(move(who) for who in range(5000)))])
    assert json.loads(play.state())["characters"][0]["q"] == 1


@pytest.mark.parametrize(
    "given", [None, {}, [3], [{"player_id": 0}], [{"player_id": 0, "actions": {}}], [entry("0")]]
)
@section("9.1")
def test_what_is_no_list_of_entries_is_refused(given):
    with pytest.raises(BadActions):
        Play(ROW, 2).turn(given)


@section("9.1", "3.2", "3.3")
def test_dropped_and_illegal_orders_are_reported():
    said: list[str] = []
    play = Play(ROW, 2, report=said.append)
    play.turn([entry(0, 3, move(0, "z+"), move(0), move(1)), entry(1, {"id": 1, "movement": "revive"})])
    assert said == [
        "order 0 of player 0 is ignored: it is no object",
        "order 2 of player 0 is ignored: character 0 has an order already",
        "an order of player 0 is illegal: there is no cell z+ of character 0",
        "an order of player 0 is illegal: it has no character 1",
        "an order of player 1 is illegal: character 1 is alive",
    ]


@section("9.4", "2.1")
def test_a_game_without_players_runs():
    play = Play(ROW, 0)
    assert play.turn([]) == -1
    state = json.loads(play.state())
    assert (state["characters"], state["score"], state["cell_count"]) == ([], {}, {})


@section("9.2", "2.2")
def test_a_map_without_cells_cannot_have_starts_but_sparse_ones_can_be_played():
    far = read_text(f"{-(2**31) + 1}:0;{2**31 - 1}:{2**31 - 1}@{-(2**31) + 1},0/{2**31 - 1},{2**31 - 1}")
    play = Play(far, 2)
    play.turn([entry(0, move(0)), entry(1, move(1, "x-"))])
    assert json.loads(play.state())["cells"][1] == {"color": 2, "q": 2**31 - 1, "r": 2**31 - 1}


@section("9.2")
def test_sixteen_players_are_keyed_in_the_order_of_texts():
    play = Play(named("regatta"), 16)
    play.turn([entry(p, *(bomb(c) for c in range(2 * p, 2 * p + 2))) for p in range(16)])
    for _ in range(2):
        play.turn([])
    text = play.state().decode()
    assert json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) == text
    assert '"explosions":{"1":' in text
    assert text.index('"10":') < text.index('"2":')


@section("9.3")
def test_a_record_line_that_cannot_be_read_is_named():
    for line, message in (
        ("{", "line 2: it is not JSON"),
        ("{}", "line 2: it is no array"),
        ("[3]", "line 2: an entry"),
    ):
        with pytest.raises(BadActions, match=message):
            list(replay(ROW, 2, 0, ["[]", line]))


@section("9.2", "10")
def test_a_large_map_runs_with_16_players_of_8():
    from hoplon.games.hexabomb.generate import generate

    board = generate(16, 5000, 3, characters=8)
    play = Play(board, 16)
    for n in range(12):
        play.turn(
            [
                entry(p, *(bomb(c, 4) if n % 5 == 0 else move(c) for c in range(8 * p, 8 * p + 8)))
                for p in range(16)
            ]
        )
    state = json.loads(play.state())
    assert len(state["cells"]) == len(board.cells)
    assert sum(state["cell_count"].values()) == sum(cell["color"] > 0 for cell in state["cells"])


@section("9.2")
def test_a_state_that_is_none_is_refused():
    for state in ({}, {"cells": 3}, {"cells": [{"q": 0}], "score": {}}):
        with pytest.raises(BadState):
            position_of(state, 0, 1, 9)
