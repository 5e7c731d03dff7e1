"""What a CodeKeeper bot remembers: every cell it has seen, and who stood there.

A monster moves only while it sees the hero, and then he sees it too; so what was seen stays true, but for a
step out of sight now and then.
"""

from __future__ import annotations

import numpy as np

from hoplon.games.codekeeper.cells import ALL_CELLS, HEIGHT, SIGHT, WIDTH, cell_at
from hoplon.games.codekeeper.state import CELLS, NOTHING, Thing
from hoplon.games.codekeeper.tables import FIRST_MONSTER
from hoplon.games.codekeeper.view import View

UNKNOWN, FLOOR, WALL = 0, 1, 2
SIDES = tuple(
    tuple(
        cell_at(x, y)
        for x, y in (
            ((c >> 4) - 1, c & 15),
            ((c >> 4) + 1, c & 15),
            (c >> 4, (c & 15) - 1),
            (c >> 4, (c & 15) + 1),
        )
        if 0 <= x < WIDTH and 0 <= y < HEIGHT
    )
    if c in ALL_CELLS
    else ()
    for c in range(CELLS)
)
SQUARE = tuple(
    tuple(
        cell_at(x, y)
        for x in range(max((c >> 4) - SIGHT, 0), min((c >> 4) + SIGHT + 1, WIDTH))
        for y in range(max((c & 15) - SIGHT, 0), min((c & 15) + SIGHT + 1, HEIGHT))
    )
    if c in ALL_CELLS
    else ()
    for c in range(CELLS)
)


class Memory:
    """The maze as far as it is known."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """A new game."""
        self.turn = 0
        self.score = 0
        self.news = 0  # the last turn that showed a new cell or changed the score for the better
        self.start = -1
        self.ground = np.zeros(CELLS, np.int64)
        self.item = np.full(CELLS, NOTHING, np.int64)
        self.kind = np.full(CELLS, NOTHING, np.int64)
        self.life = np.zeros(CELLS, np.int64)

    def see(self, view: View) -> None:
        """Take in a block of input; one that is not of a later turn begins a new game."""
        if view.turn <= self.turn or self.start < 0:
            self.forget()
            self.start = cell_at(view.x, view.y)
        self.turn = view.turn
        self.hero = cell_at(view.x, view.y)
        if view.score > self.score or any(self.ground[c] == UNKNOWN for c in SQUARE[self.hero]):
            self.news = view.turn
        self.score = view.score
        for c in SQUARE[self.hero]:
            self.ground[c] = FLOOR
            self.item[c] = NOTHING
            self.kind[c] = NOTHING
        for entity in view.entities:
            c = cell_at(entity.x, entity.y)
            if entity.type == Thing.OBSTACLE:
                self.ground[c] = WALL
            elif entity.type < FIRST_MONSTER:
                self.item[c] = entity.type
            else:
                self.kind[c] = entity.type - FIRST_MONSTER
                self.life[c] = entity.value
