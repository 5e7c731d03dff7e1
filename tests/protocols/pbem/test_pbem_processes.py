"""A whole match between two processes that share nothing but the letters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoplon.cli.letters import desk_for
from hoplon.protocols.pbem import letter

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PATIENCE = 300
TURNS = 24

# For each game: choices to prefer, so that nobody wins too soon; options; whether its rules run interpreted.
GAMES = {"duel": ("wait,strike,domino", ["hearts=9"], True)}


@pytest.mark.parametrize("game", GAMES)
def test_two_processes_play_through_files(tmp_path: Path, game: str) -> None:
    words, options, interpreted = GAMES[game]
    (tmp_path / "mail").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": str(int(interpreted))}
    players = [
        subprocess.Popen(
            [
                *(sys.executable, str(HERE / "correspondent.py"), str(side)),
                *(str(tmp_path / f"player{side}"), str(tmp_path / "mail"), game, str(TURNS), words, *options),
            ],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for side in (0, 1)
    ]
    try:
        told = [player.communicate(timeout=PATIENCE)[0] for player in players]
    finally:
        for player in players:
            player.kill()
    assert [player.returncode for player in players] == [0, 0], told
    last = letter.read((tmp_path / "mail" / f"{TURNS + 1}.pbem").read_text())
    assert len(last.turns) == TURNS >= 20
    seat = desk_for(tmp_path / "player0").open(last.text)
    assert seat.waits_for == f"turn {TURNS + 1} is yours"
    assert seat.match is not None
    assert set(seat.match.seats) == {0, 1}
