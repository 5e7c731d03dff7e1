"""A whole match between two processes that share nothing but the letters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoplon.cli.letters import desk_for
from hoplon.games import own_names
from hoplon.protocols.pbem import letter
from tests.outside.packages import DUEL
from tests.waiting import patience

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PATIENCE = patience(600)

# For each game: how many turns; choices to prefer, so that nobody wins too soon (else any); options.
GAMES = {
    "duel": (24, "wait,strike,domino", ["hearts=9"]),
    "cardbattle": (20, "", ["army_a=rome_republic", "army_b=gauls"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_two_processes_play_through_files(tmp_path: Path, game: str) -> None:
    turns, words, options = GAMES[game]
    (tmp_path / "mail").mkdir()
    # The rules of our own games are compiled already; those of another package would be compiled by both.
    interpreted = {} if game in own_names() else {"NUMBA_DISABLE_JIT": "1"}
    environment = os.environ | interpreted | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(DUEL)])}
    players = [
        subprocess.Popen(
            [
                *(sys.executable, str(HERE / "correspondent.py"), str(side)),
                *(str(tmp_path / f"player{side}"), str(tmp_path / "mail"), game, str(turns), words, *options),
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
    last = letter.read((tmp_path / "mail" / f"{turns + 1}.pbem").read_text())
    assert len(last.turns) == turns >= 20
    seat = desk_for(tmp_path / "player0").open(last.text)
    assert seat.waits_for == f"turn {turns + 1} is yours"
    assert seat.match is not None
    assert set(seat.match.seats) == {0, 1}
