"""Every recording of the original engine comes out the same, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hoplon.core.dice import words
from hoplon.core.text import Action
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.cells import ALL_CELLS, cell_at, cheb, number_of
from hoplon.games.codekeeper.chance import below, init, real, shuffle
from hoplon.games.codekeeper.monsters import step_target
from hoplon.games.codekeeper.position import put
from hoplon.games.codekeeper.record import Recorder, record, shown_hits
from hoplon.games.codekeeper.rules import hero_step
from hoplon.games.codekeeper.state import Do
from hoplon.games.codekeeper.tables import REACH, VIEW
from hoplon.games.codekeeper.weapons import reaches
from tests.games.codekeeper.recordings import golden, scenario_position
from tests.games.rulebook import section

pytestmark = pytest.mark.representative
START = ("rows", "rng", "h", "mon", "it", "in")


@pytest.mark.parametrize("maze", golden("mazes")["mazes"], ids=lambda maze: str(maze["seed"]))
@section("12", "13")
def test_a_seed_gives_the_recorded_maze(maze: dict[str, Any]) -> None:
    start = record(maze["seed"]).start()
    assert start["rows"] == maze["rows"]
    assert start["h"][:2] == maze["hero"]
    assert (start["rng"], start["mon"]) == (maze["rng"], maze["mon"])
    assert (start["it"], start["in"]) == (maze["items"], maze["in"])


@pytest.mark.parametrize("game", golden("games")["games"], ids=lambda game: game["name"])
@section("4", "14")
def test_a_recorded_game_replays(game: dict[str, Any]) -> None:
    recorder = record(game["seed"], name=game["name"])
    start = {key: game[key] for key in ("name", "seed", *START)}
    assert recorder.start() == start
    for number, turn in enumerate(game["turns"], 1):
        assert recorder.play(turn["c"]) == turn, f"turn {number}"
    assert recorder.status == game["status"]
    assert len(game["turns"]) == game["n"]
    assert recorder.states[0].score == game["score"]


@pytest.mark.parametrize("game", golden("short_games")["games"], ids=lambda game: str(game["seed"]))
@section("4", "10")
def test_a_short_recorded_game_replays(game: dict[str, Any]) -> None:
    recorder = record(game["seed"])
    turns = [recorder.play(command) for command in game["cmds"]]
    assert [turn["h"] for turn in turns] == game["h"]
    assert [turn["rng"] for turn in turns] == game["rng"]
    assert (turns[-1]["mon"], turns[-1]["it"]) == (game["mon"], game["it"])
    assert (recorder.status, turns[-1]["h"][3], len(turns)) == (game["status"], game["score"], game["n"])


@pytest.mark.parametrize("scenario", golden("scenarios")["scenarios"], ids=lambda scenario: scenario["name"])
@section("4", "2")
def test_a_recorded_scenario_replays(scenario: dict[str, Any]) -> None:
    states = GAME.new_states(1)
    put(scenario_position(scenario), states, 0)
    recorder = Recorder(states)
    start = recorder.start()
    assert {key: start[key] for key in ("rng", "h", "mon", "in")} == {
        key: scenario[key] for key in ("rng", "h", "mon", "in")
    }
    for turn in scenario["turns"]:
        played = recorder.play(turn["c"])
        assert {key: played[key] for key in turn} == turn
        assert set(played) - set(turn) <= {"mid", "mv"}


@pytest.mark.parametrize("line", golden("commands")["lines"], ids=lambda line: repr(line[0]))
@section("5.2")
def test_a_recorded_line_gets_its_verdict(line: list[Any]) -> None:
    turn = record(golden("commands")["seed"]).play(line[0])
    if line[1] == 0:
        assert turn["end"] == "error"
        assert turn["h"][3] == -10000
        assert "a" not in turn
    else:
        assert (turn["a"], turn.get("msg", "")) == (line[2], line[3])


@pytest.mark.parametrize("run", golden("units")["rng"], ids=lambda run: str(run["seed"]))
@section("11")
def test_the_generator_gives_the_recorded_draws(run: dict[str, Any]) -> None:
    states = GAME.new_states(1)
    s = states[0]
    s.rng = init(words(run["seed"]))
    for draw in run["draws"]:
        if draw[0] == "i":
            assert below(s, draw[1]) == draw[2]
        elif draw[0] == "r":
            assert int(real(s)) / 2**53 == draw[1]
        elif draw[0] == "s":
            things = np.arange(len(draw[1]))
            shuffle(s, things, len(things))
            assert things.tolist() == draw[1]
        else:
            assert draw[0] == "state"
            assert s.rng == draw[1]


@section("7")
def test_weapons_hit_the_recorded_cells() -> None:
    for entry in golden("units")["weapons"]:
        hero = cell_at(*entry["hero"])
        found = [
            [[c >> 4, c & 15], shown_hits(Action(Do.ATTACK, what=entry["weapon"], src=hero, dst=c))]
            for c in ALL_CELLS
            if reaches(entry["weapon"], hero, c)
        ]
        assert found == sorted(entry["hits"])


@section("6.1", "9.2")
def test_first_steps_are_the_recorded_ones() -> None:
    states = GAME.new_states(1)
    options = GAME.options_array(GAME.options())
    for entry in golden("units")["paths"]:
        GAME.entries.start(states, 0, options, entry["seed"])
        s = states[0]
        s.hero = cell_at(*entry["hero"])
        steps = [hero_step(s, c) for c in ALL_CELLS]
        assert [int(number_of(int(step))) for step, _ in steps] == entry["step"]
        assert "".join(str(int(reached)) for _, reached in steps) == entry["ok"]
        seen = {}
        for m in range(int(s.monsters)):
            far = cheb(int(s.cell[m]), int(s.hero))
            if REACH[s.kind[m]] < far <= VIEW[s.kind[m]]:
                seen[int(number_of(int(s.cell[m])))] = int(number_of(int(step_target(s, m))))
        assert seen == dict(entry["monsters"])
