"""The orders of a game are found again from its states alone."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from hoplon.games.hexabomb.client import BadState
from hoplon.games.hexabomb.maps import read_text
from hoplon.games.hexabomb.retrace import Retrace
from hoplon.games.hexabomb.wire import Play
from tests.games.hexabomb.recordings import GAMES, SCENARIOS


def retrace(game: dict[str, Any]) -> Retrace:
    return Retrace(game["initial_state"], game["nb_players"], game["nb_special_players"], len(game["turns"]))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_a_game_of_the_original_is_followed_from_state_to_state(path) -> None:
    game = json.loads(gzip.decompress(path.read_bytes()))
    seen = retrace(game)
    for number, turn in enumerate(game["turns"], 1):
        assert seen.see(turn["state"]), number
    assert json.loads(seen.play.state()) == game["turns"][-1]["state"]


@pytest.mark.representative
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_an_arranged_game_is_followed_from_state_to_state(scenario) -> None:
    seen = retrace(scenario)
    assert all(seen.see(turn["state"]) for turn in scenario["turns"])


ROW = read_text("0:0;1:0;2:0;3:0;4:0;5:0@0,0/5,0")


def entry(player: int, **order: Any) -> dict[str, Any]:
    return {"player_id": player, "turn_number": 0, "actions": [{"id": player, **order}]}


def states(*turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    play = Play(ROW, 2)
    found = [json.loads(play.state())]
    for turn in turns:
        play.turn(turn)
        found.append(json.loads(play.state()))
    return found


def test_a_bomb_that_another_sets_off_in_the_turn_it_was_dropped_is_found_by_what_burnt() -> None:
    near = [entry(0, movement="move", direction="x+")]
    lay = [entry(0, movement="bomb", bomb_range=4, bomb_delay=2)]
    late = [entry(1, movement="bomb", bomb_range=3, bomb_delay=4)]
    seen_states = states(near, lay, [], late)
    assert not seen_states[-1]["bombs"]  # the second bomb was never seen
    seen = Retrace(seen_states[0], 2, 0, 10)
    assert all(seen.see(state) for state in seen_states[1:])
    assert sorted(seen.play.carried_out()) == [1]


def test_a_missed_turn_is_noticed_and_left_out() -> None:
    move = [entry(0, movement="move", direction="x+")]
    seen_states = states(move, move, move)
    seen = Retrace(seen_states[0], 2, 0, 10)
    assert not seen.see(seen_states[2])
    assert seen.play.turn_number == 0
    seen.jump(seen_states[2], 2)
    assert seen.see(seen_states[3])
    assert seen.play.turn_number == 3


def test_what_is_no_beginning_of_a_game_is_refused() -> None:
    first, _, later = states([entry(0, movement="move", direction="x+")], [])
    for state in ({}, {"cells": 3}, later, first | {"score": {"0": 0}}, first | {"characters": []}):
        with pytest.raises(BadState):
            Retrace(state, 2, 0, 10)
    other = Retrace(first, 2, 0, 10)
    with pytest.raises(BadState, match="another game"):
        other.see(later | {"characters": later["characters"][:1]})


@pytest.mark.parametrize("odd", [None, True, "1", 0.5, [], {}, 2**31, -(2**40), 10**30])
@pytest.mark.parametrize(
    ("among", "name"),
    [
        ("cells", "q"),
        ("cells", "color"),
        ("characters", "id"),
        ("characters", "r"),
        ("characters", "bomb_count"),
    ]
    + [("bombs", name) for name in ("q", "range", "delay", "color")],
)
def test_what_a_hostile_server_calls_a_number_is_no_state(among: str, name: str, odd: Any) -> None:
    lay = [entry(0, movement="bomb", bomb_range=4, bomb_delay=4)]
    first, later = states(lay)
    later[among][0][name] = odd
    seen = Retrace(first, 2, 0, 10)
    with pytest.raises(BadState, match="no integer of 32 bits"):
        seen.see(later)
    with pytest.raises(BadState, match="no integer of 32 bits"):
        seen.jump(later, 1)


def test_characters_are_numbered_from_0_on() -> None:
    first, later = states([])
    later["characters"][1]["id"] = 70
    with pytest.raises(BadState, match="numbered from 0 on"):
        Retrace(first, 2, 0, 10).jump(later, 1)
