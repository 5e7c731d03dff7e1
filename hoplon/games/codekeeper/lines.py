"""What a line of the position notation says, gathered from a state by compiled code."""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH, has, number_of, table_size, visible_cells
from hoplon.games.codekeeper.state import MAX_MONSTERS, NOTHING, Thing
from hoplon.games.codekeeper.tables import FIRST_MONSTER, FLOOR, FULL_HEALTH, HERO, SYMBOLS

ROW_END = "/"
MAP = HEIGHT * (WIDTH + 1)  # characters; the last ends a row that does not come
NUMBERS = 14
MOST_SAID = NUMBERS + 4 * MAX_MONSTERS + 2 * WIDTH * HEIGHT

_THING = np.frombuffer(SYMBOLS.encode(), np.uint8).astype(np.int64)
_WALL = ord(SYMBOLS[Thing.OBSTACLE])
_FLOOR = ord(FLOOR)
_HERO = ord(HERO)
_ROW_END = ord(ROW_END)


@rule
def symbol_at(s, c):
    """What a map shows on a cell: the hero hides everything, a monster the item it stands on."""
    if c == s.hero:
        return _HERO
    if s.at[c] != NOTHING:
        return _THING[s.kind[s.at[c]] + FIRST_MONSTER]
    if s.loot[c] != NOTHING:
        return _THING[s.loot[c]]
    return _WALL if has(s.walls, c) else _FLOOR


@rule
def gather(states, i, drawn, said):
    """Draw the map, and list what it does not tell; how long the list is.

    First come numbers, of which the last three say how much follows: monsters that are wounded and their
    health, items that are hidden and their cells, and the cells of the monsters, if their order is not that
    of a fresh game (13.2).
    """
    s = states[i]
    shown = 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            c = 16 * x + y
            drawn[17 * y + x] = symbol_at(s, c)
            if s.at[c] != NOTHING and c != s.hero:
                said[NUMBERS + shown] = c  # for the order, until it is known
                shown += 1
        drawn[17 * y + WIDTH] = _ROW_END
    living = int(s.living)
    sight, table = int(s.sight_table), int(s.monster_table)
    said[0] = s.rng
    said[1] = s.health
    said[2] = s.score
    said[3] = s.turn
    said[4] = 0 if sight == table_size(visible_cells(int(s.hero))) else sight
    said[5] = 0 if table == table_size(living) else table
    for weapon in range(1, 4):
        said[5 + weapon] = s.charges[weapon]
    said[9] = s.facing
    said[10] = s.end
    is_fresh = is_order_fresh(s, said, shown, said[5] if said[5] else table_size(shown))
    n = NUMBERS
    for k in range(living):
        m = int(s.order[k])
        if s.life[m] != FULL_HEALTH[s.kind[m]]:
            said[n] = s.cell[m]
            said[n + 1] = s.life[m]
            n += 2
    said[11] = n - NUMBERS
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            if s.loot[c] != NOTHING and (s.at[c] != NOTHING or c == s.hero):
                said[n] = s.loot[c]
                said[n + 1] = c
                n += 2
    said[12] = n - NUMBERS - said[11]
    said[13] = 0 if is_fresh else living
    for k in range(said[13]):
        said[n] = s.cell[s.order[k]]
        n += 1
    return n


@rule
def is_order_fresh(s, said, shown, table):
    """Do the monsters stand in the order in which a fresh game lists those of the map?"""
    for k in range(1, shown):  # in the order of 13.2, those of one place of the table as they arrived
        c = int(said[NUMBERS + k])
        at = k
        while at > 0 and number_of(int(said[NUMBERS + at - 1])) % table > number_of(c) % table:
            said[NUMBERS + at] = said[NUMBERS + at - 1]
            at -= 1
        said[NUMBERS + at] = c
    if shown != s.living:
        return False
    for k in range(shown):
        if said[NUMBERS + k] != s.cell[s.order[k]]:
            return False
    return True
