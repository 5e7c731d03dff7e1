"""The board of each game, as the page is told it."""

from __future__ import annotations

from functools import cache

from hoplon.core.board import Board
from hoplon.games import game
from hoplon.grids.plain import plain_board


@cache
def board_of(name: str) -> Board:
    """The board of a game; one that draws the text picture for a game that brings none."""
    found = game(name)
    return found.board or plain_board(found)
