"""A package written by `hoplon new-game` is installed as anybody would, and its tests pass at once."""

from __future__ import annotations

import json
from pathlib import Path

from tests.outside.environment import Environment


def test_a_new_game_installs_and_passes_its_own_tests(tmp_path: Path) -> None:
    environment = Environment(tmp_path / "environment")
    words = ["new-game", "stone-age", "--grid", "hex", "--hidden"]
    folder = tmp_path / "stone-age"
    for command, where in (
        (["hoplon", *words], tmp_path),
        (["pip", "install", "-e", "."], folder),
        (["pytest", "-q", "-p", "no:cacheprovider"], folder),
    ):
        done = environment.run(*command, where=where)
        assert done.returncode == 0, done.stdout + done.stderr
    games = environment.run("hoplon", "games", "--json", where=tmp_path).stdout.splitlines()
    found = next(game for game in map(json.loads, games) if game["name"] == "stone-age")
    assert found["package"] == "stone-age 0.1"
    bots = ["--bot", "greedy", "--bot", "random"]
    played = environment.run("hoplon", "match", "stone-age", *bots, "--seeds", "1-2", where=tmp_path)
    assert played.returncode == 0, played.stderr
