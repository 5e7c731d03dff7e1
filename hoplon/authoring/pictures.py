"""What a game is drawn with."""

from __future__ import annotations

from hoplon.core.board import ALL, SPECTATOR, Board, Field
from hoplon.grids import hexes, squares
from hoplon.grids.scene import Card, Cell, Counter, Hand, Label, Layout, Piece, Scene, pieces_on
from hoplon.grids.screen import Click, Screen

__all__ = [
    "ALL",
    "SPECTATOR",
    "Board",
    "Card",
    "Cell",
    "Click",
    "Counter",
    "Field",
    "Hand",
    "Label",
    "Layout",
    "Piece",
    "Scene",
    "Screen",
    "hexes",
    "pieces_on",
    "squares",
]
