"""The board of each game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hoplon.core.board import Board, made_from_options
from hoplon.core.form import form_of
from hoplon.games import game
from hoplon.grids.plain import plain_board


@cache
def board_of(name: str) -> Board:
    """The board of a game; for a game without one, a plain board with its text drawing."""
    found = game(name)
    board = found.board or plain_board(found)
    return replace(board, form=cache(lambda: form_of(found))) if board.form is made_from_options else board
