"""The board of each game, as the page is told it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hoplon.core.board import Board, made_from_options
from hoplon.core.form import form_of
from hoplon.games import game
from hoplon.grids.plain import plain_board


@cache
def board_of(name: str) -> Board:
    """The board of a game; one that draws the text picture for a game that brings none."""
    found = game(name)
    board = found.board or plain_board(found)
    return replace(board, form=cache(lambda: form_of(found))) if board.form is made_from_options else board
