"""The encoding `whole`: all cells of a board that is not too large, in their canonical order."""

from __future__ import annotations

from hoplon.core.actions import NOWHERE
from hoplon.core.encoding import Part
from hoplon.core.kernel import rule
from hoplon.games.hexabomb import standing
from hoplon.games.hexabomb.fuses import SOONEST, how_soon
from hoplon.games.hexabomb.standing import show_standing
from hoplon.games.hexabomb.state import ALIVE, SIZES
from hoplon.games.hexabomb.tables import NEUTRAL, WAYS

CELLS = SIZES[0].cells
MOST_REACH = 10

# The planes.
OWN, FOREIGN, BARE, SELF, FELLOWS, FOES, OWN_BOMBS, OTHER_BOMBS, BURNS, REACH = (
    plane * CELLS for plane in range(10)
)
STANDING = REACH + CELLS

PARTS = (
    Part("colours", (3, CELLS), 1, "cells of the own colour, of other colours, of none"),
    Part("characters", (3, CELLS), 1, "itself, dead or alive; live fellows, live foes"),
    Part("fire", (3, CELLS), SOONEST, "how soon own and other bombs explode, and cells burn"),
    Part("reach", (CELLS,), MOST_REACH, "how far bombs reach, up to 10"),
    *standing.PARTS,
)


@rule
def observe(s, agent, memory, row):
    """The whole board, and what a character knows of itself and of the match."""
    seat = int(s.seat[agent])
    for c in range(s.cells):
        colour = int(s.colour[c])
        row[(OWN if colour == seat + 1 else BARE if colour == NEUTRAL else FOREIGN) + c] = 1
    for c in range(s.characters):
        if c != agent and s.wait[c] == ALIVE:
            row[(FELLOWS if s.seat[c] == seat else FOES) + s.at[c]] = 1
    row[SELF + s.at[agent]] = 1
    for b in range(s.bombs):
        show_bomb(s, b, OWN_BOMBS if s.bomb_seat[b] == seat else OTHER_BOMBS, row)
    show_standing(s, agent, row, STANDING)


@rule
def show_bomb(s, bomb, plane, row):
    """A bomb, and the cells that its blast will hit (4.4)."""
    centre = int(s.bomb_cell[bomb])
    soon = how_soon(s, bomb)
    row[plane + centre] = soon
    row[REACH + centre] = min(int(s.bomb_range[bomb]), MOST_REACH)
    burn(centre, soon, row)
    for way in range(WAYS):
        cell = int(s.near[centre, way])
        steps = int(s.bomb_range[bomb])
        while steps > 0 and cell != NOWHERE:
            burn(cell, soon, row)
            cell = int(s.near[cell, way])
            steps -= 1


@rule
def burn(cell, soon, row):
    """A cell burns; the soonest fire is told."""
    row[BURNS + cell] = max(int(row[BURNS + cell]), soon)
