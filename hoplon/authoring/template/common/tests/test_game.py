"""What holds for every game, the traces, and the bot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import hoplon
import pytest
from hoplon.testing import CHECKS, check_traces

from my_game.bots import Greedy
from my_game.game import GAME
from my_game.rules import SEATS


@pytest.mark.parametrize("check", CHECKS)
def test_the_game_keeps(check: Callable[[hoplon.Game], None]) -> None:
    check(GAME)


def test_its_traces_come_out_the_same() -> None:
    check_traces(GAME, Path(__file__).parent / "traces" / GAME.name)


def test_the_bot_plays_to_the_end() -> None:
    assert hoplon.run(GAME, *[Greedy() for _ in range(SEATS)]).match.is_over
