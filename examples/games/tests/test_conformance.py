"""What every game of Hoplon must keep."""

from __future__ import annotations

from pathlib import Path

import pytest
from hoplon_small_games import breakthrough, four_in_a_row, hex, leduc_poker

from hoplon.testing import CHECKS, check_traces

GAMES = [module.GAME for module in (breakthrough, four_in_a_row, hex, leduc_poker)]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
@pytest.mark.parametrize("check", CHECKS)
def test_a_game_keeps(game, check):
    check(game)


@each_game
def test_a_trace_made_again_is_the_same(game):
    check_traces(game, Path(__file__).parent / "traces" / game.name)
