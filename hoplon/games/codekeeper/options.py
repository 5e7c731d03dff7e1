"""What may be chosen before a game of CodeKeeper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.core.errors import BadOption, BadPosition
from hoplon.core.options import Options
from hoplon.games.codekeeper.cells import cell_at
from hoplon.games.codekeeper.maze import read_rows
from hoplon.games.codekeeper.named_mazes import named_mazes
from hoplon.games.codekeeper.setup import ON_MAP_HERO
from hoplon.games.codekeeper.state import NOTHING
from hoplon.games.codekeeper.tables import HERO, SYMBOLS

ROW_END = "/"


@dataclass(frozen=True)
class CodeKeeperOptions(Options):
    """By default a game has the maze of its seed.

    `maze` is a drawn one, its rows in one line with `/` between them (12.1), or the name of one (12.2), which
    stands for its rows; `position` begins from a line of the position notation.
    """

    maze: str = ""
    position: str = ""

    def __post_init__(self) -> None:
        """A name becomes rows: a match file must not depend on what is called so."""
        super().__post_init__()
        if self.maze in named_mazes():
            object.__setattr__(self, "maze", named_mazes()[self.maze].option)

    def check(self) -> None:
        """Refuse what cannot be played."""
        if self.maze and self.position:
            raise BadOption("the options maze and position exclude each other")
        if self.maze:
            self.rows()

    def rows(self) -> list[str]:
        """The rows of the drawn maze."""
        try:
            return read_rows(self.maze.replace(ROW_END, "\n"))
        except BadPosition as error:
            raise BadOption(f"option maze: {error}") from None


def write_options(options: Any, i: int, given: CodeKeeperOptions) -> None:
    """Fill the record that the rules read."""
    options["custom"][i] = 1 if given.maze else 0
    options["map"][i] = NOTHING
    if given.maze:
        for y, row in enumerate(given.rows()):
            for x, symbol in enumerate(row):
                if symbol == HERO:
                    options["map"][i, cell_at(x, y)] = ON_MAP_HERO
                elif symbol in SYMBOLS:
                    options["map"][i, cell_at(x, y)] = SYMBOLS.index(symbol)
