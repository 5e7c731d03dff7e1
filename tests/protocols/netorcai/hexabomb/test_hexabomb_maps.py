"""`hoplon map` and recorded games of hexabomb on the command line."""

import json

import pytest

from hoplon.games.hexabomb import maps


def test_a_new_map_can_be_checked_shown_and_played(hoplon_command, tmp_path) -> None:
    words = ["--players", "3", "--cells", "60", "--seed", "3", "--characters", "2", "--special", "3"]
    made = hoplon_command("map", "new", *words, "--out", "mine.json")
    assert made.exit_code == 0
    assert made.stdout.startswith("mine.json: ")
    assert hoplon_command("map", "new", *words).stdout == (tmp_path / "mine.json").read_text()
    checked = hoplon_command("map", "check", "mine.json", "duel")
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[0] == made.stdout.strip()
    shown = hoplon_command("map", "show", "mine.json").stdout
    assert shown.count("0") >= 2
    assert "*" in shown
    assert hoplon_command("map", "show", "mine.json", "--svg", "mine.svg").stdout == ""
    drawn = (tmp_path / "mine.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("special start") == len(maps.given("mine.json").special) >= 3
    assert len(hoplon_command("map", "list").stdout.splitlines()) == len(maps.names())


@pytest.mark.parametrize("command", [["map", "check"], ["map", "show"], ["host", "hexabomb", "--map"]])
@pytest.mark.parametrize(
    ("text", "complaint"), [("{", "JSON"), ('{"cells": []}', "no 'initial_positions'"), ("[]", "object")]
)
def test_a_bad_map_gets_one_sentence(hoplon_command, tmp_path, command, text, complaint) -> None:
    (tmp_path / "bad.json").write_text(text)
    found = hoplon_command(*command, "bad.json")
    assert found.exit_code == 2
    assert complaint in found.stderr
    assert found.stderr.count("\n") == 1


def test_a_map_that_cannot_be_made(hoplon_command) -> None:
    found = hoplon_command("map", "new", "--players", "99")
    assert found.exit_code == 2
    assert "players: 99 is out of range" in found.stderr


@pytest.mark.parametrize("form", ["name", "file", "bare"])
def test_a_record(hoplon_command, tmp_path, form: str) -> None:
    said = {"name": "duel", "file": "mine.json", "bare": "mine"}[form]
    if form != "name":
        (tmp_path / said).write_text(maps.named("duel").to_json())
    orders = [[], [{"player_id": 1, "turn_number": 0, "actions": [{"id": 2, "movement": "fly"}] * 2000}]]
    stdin = "".join(json.dumps(turn) + "\n" for turn in orders)
    words = ["--map", said, "--players", "2", "--special", "1", "--format", "record"]
    found = hoplon_command("simulate", "hexabomb", *words, stdin=stdin)
    assert found.exit_code == 0, found.stderr
    states = [json.loads(line) for line in found.stdout.splitlines()]
    assert [line["winner_player_id"] for line in states] == [-1, -1, -1]
    assert list(states[0]["state"]["score"]) == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "9"], "9 players are too many"),
        (["--players", "many"], "option players is 'many'"),
        (["--special", "2"], "--special is '2'; expected 0 or 1"),
        (["--map", "gone.json"], "there is no file gone.json"),
    ],
)
def test_a_refused_record(hoplon_command, words: list, complaint: str) -> None:
    found = hoplon_command("simulate", "hexabomb", "--format", "record", *words, stdin="")
    assert found.exit_code == 2
    assert complaint in found.stderr


def test_a_record_with_a_bad_line(hoplon_command) -> None:
    found = hoplon_command("simulate", "hexabomb", "--format", "record", stdin="[]\nnonsense\n")
    assert found.exit_code == 2
    assert "line 2: it is not JSON" in found.stderr


def test_other_games_have_no_map(hoplon_command) -> None:
    found = hoplon_command("simulate", "hoplite", "--map", "duel", stdin="")
    assert found.exit_code == 2
    assert "hoplite has no flag '--map'" in found.stderr


@pytest.mark.parametrize("command", [["map", "check"], ["map", "show"], ["host", "hexabomb", "--map"]])
def test_a_map_that_tiled_saved_as_json(hoplon_command, tmp_path, command) -> None:
    layer = {"type": "tilelayer", "width": 3, "height": 1, "data": [3, 1, 4]}
    drawn = {"type": "map", "orientation": "hexagonal", "layers": [layer], "tilesets": [{"firstgid": 1}]}
    (tmp_path / "good.tmj").write_text(json.dumps(drawn))
    (tmp_path / "bad.tmj").write_text(json.dumps(drawn | {"orientation": "isometric"}))
    more = (
        ["--bot", "random", "--bot", "random", "--turns", "2", "--port", "0"] if command[0] == "host" else []
    )
    good = hoplon_command(*command, "good.tmj", *more)
    assert good.exit_code == 0, good.stderr
    found = hoplon_command(*command, "bad.tmj")
    assert found.exit_code == 2
    assert 'the orientation of the Tiled map is "isometric"; expected orientation hexagonal' in found.stderr
