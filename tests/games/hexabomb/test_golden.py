"""Games and scenarios recorded from the original program replay to the same text after every turn."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from hoplon.games.hexabomb.maps import from_json, load
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.record import simulate
from hoplon.games.hexabomb.wire import Play
from tests.games.hexabomb.recordings import GAMES, GOLDEN, SCENARIOS
from tests.games.rulebook import section


def compact(value: Any) -> str:
    """The text form of the recordings."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def replay(game: dict[str, Any]) -> None:
    play = Play(from_json(game["map"]), game["nb_players"], game["nb_special_players"])
    assert play.state().decode() == compact(game["initial_state"])
    for number, turn in enumerate(game["turns"], 1):
        leader = play.turn(turn["player_actions"])
        found, expected = json.loads(play.state()), turn["state"]
        for key in ("bombs", "characters", "explosions", "cells", "cell_count", "score"):
            assert found[key] == expected[key], f"turn {number}, {key}"
        assert play.state().decode() == compact(expected), f"turn {number}, text"
        assert leader == turn["winner_player_id"], f"turn {number}, leader"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(".json.gz"))
@section("4", "9.2")
def test_a_recorded_game_replays(path):
    replay(json.loads(gzip.decompress(path.read_bytes())))


@pytest.mark.representative
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
@section("4", "9.2")
def test_a_scenario_replays(scenario):
    replay(scenario)


def test_everything_recorded_is_here():
    assert (len(GAMES), len(SCENARIOS)) == (18, 26)


@section("2.2")
def test_a_map_file_is_the_map_of_its_games():
    for path in GAMES:
        game = json.loads(gzip.decompress(path.read_bytes()))
        assert load(GOLDEN / "maps" / f"{game['map_name']}.json") == from_json(game["map"])


@section("9.3")
def test_simulate_gives_the_start_and_a_line_for_each_turn():
    game = SCENARIOS[0]
    lines = [json.dumps(turn["player_actions"]) for turn in game["turns"]]
    options = HexabombOptions(map=from_json(game["map"]).to_text(), players=game["nb_players"])
    found = list(simulate(options, None, lines))
    assert found[0] == f'{{"state":{compact(game["initial_state"])},"winner_player_id":-1}}'
    for line, turn in zip(found[1:], game["turns"], strict=True):
        assert line == f'{{"state":{compact(turn["state"])},"winner_player_id":{turn["winner_player_id"]}}}'
