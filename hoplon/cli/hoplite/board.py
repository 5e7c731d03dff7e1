"""The board as a widget: it draws, and says which tile the mouse is on."""

from __future__ import annotations

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from hoplon.cli.hoplite.hexes import SMALL, Layout
from hoplon.cli.hoplite.palette import Palette
from hoplon.cli.hoplite.tiles import Marks, tiles_of
from hoplon.games.hoplite.view import Position


class Board(Widget):
    """The 79 tiles."""

    class Pointed(Message):
        """The mouse is over a tile."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    class Clicked(Message):
        """A tile was clicked."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self) -> None:
        super().__init__(id="board")
        self.hexes = SMALL
        self.strips: list[Strip] = []
        self.pointed: int | None = None

    def show(self, hexes: Layout, position: Position | None, marks: Marks, palette: Palette) -> None:
        """Draw a position."""
        resized = hexes is not self.hexes
        self.hexes = hexes
        tiles = tiles_of(position, marks, palette)
        self.strips = hexes.paint(tiles, palette.background)
        self.refresh(layout=resized)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """As wide as the hexes."""
        return self.hexes.columns

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As high as the hexes."""
        return self.hexes.lines

    def render_line(self, y: int) -> Strip:
        """One line of the drawing."""
        return self.strips[y] if y < len(self.strips) else Strip.blank(self.hexes.columns)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell when another tile is under the mouse."""
        cell = self.hexes.cell_at(event.x, event.y)
        if cell is not None and cell != self.pointed:
            self.post_message(self.Pointed(cell))
        self.pointed = cell

    def on_click(self, event: events.Click) -> None:
        """Tell which tile was clicked."""
        cell = self.hexes.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Clicked(cell))
