"""How a game begins (rulebook 12): the maze of a seed, or one that somebody drew."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import (
    HEIGHT,
    WIDTH,
    clear_columns,
    drop,
    number_of,
    put,
    table_size,
    visible_cells,
)
from hoplon.games.codekeeper.chance import seed_dice
from hoplon.games.codekeeper.digging import dig_corridors, open_loops
from hoplon.games.codekeeper.placing import place_everything
from hoplon.games.codekeeper.state import (
    CELLS,
    MAX_HEALTH,
    NOTHING,
    ROOM,
    START_CHARGES,
    End,
    Facing,
    Thing,
)
from hoplon.games.codekeeper.tables import FIRST_MONSTER, FULL_HEALTH

ON_MAP_HERO = 200  # the hero in the map of a drawn maze


@rule
def new_game(s, options, seed):
    """A new game: the maze of the seed, or the drawn one with the generator that the seed begins with."""
    clear(s)
    seed_dice(s, seed)
    if options.custom != 0:
        copy_map(s, options)
    else:
        dig_corridors(s)
        open_loops(s)
        place_everything(s)
    settle_monsters(s)
    enter(s)


@rule
def clear(s):
    """Nothing but rock."""
    clear_columns(s.walls, True, True)
    clear_columns(s.occupied, False, False)
    for c in range(CELLS):
        s.at[c] = NOTHING
        s.loot[c] = NOTHING
    for m in range(ROOM):
        s.life[m] = 0
        s.cell[m] = 0
        s.kind[m] = 0
        s.order[m] = 0
        s.place[m] = 0
    s.monsters = 0
    s.living = 0
    s.monster_table = 0
    s.hero = 0


@rule
def enter(s):
    """The hero as he begins (3)."""
    s.score = 0
    s.health = MAX_HEALTH
    s.charges[0] = 0
    for weapon in range(1, 4):
        s.charges[weapon] = START_CHARGES
    s.facing = Facing.DOWN
    s.turn = 0
    s.end = End.RUNNING
    s.sight_table = table_size(visible_cells(int(s.hero)))


@rule
def copy_map(s, options):
    """A drawn maze."""
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            thing = int(options.map[c])
            if thing != Thing.OBSTACLE:
                drop(s.walls, c)
            if thing == ON_MAP_HERO:
                s.hero = c
            elif thing != Thing.OBSTACLE:
                s.loot[c] = thing


@rule
def settle_monsters(s):
    """Monsters leave the items and arrive row by row (13.2)."""
    m = 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            c = 16 * x + y
            thing = int(s.loot[c])
            s.cell[m] = c
            s.kind[m] = (thing - FIRST_MONSTER) & 255
            # Written in any case and kept for a monster: a branch here would be guessed wrong half the time.
            m += (thing >= FIRST_MONSTER) & (thing != NOTHING)
    s.cell[m] = 0
    s.kind[m] = 0
    s.monsters = m
    for m in range(int(s.monsters)):
        s.loot[s.cell[m]] = NOTHING
        s.life[m] = FULL_HEALTH[s.kind[m]]
    list_monsters(s)


@rule
def add_monster(s, kind, c, life):
    """The next monster to arrive; `list_monsters` follows when all are there."""
    m = int(s.monsters)
    s.kind[m] = kind
    s.cell[m] = c
    s.life[m] = life
    s.monsters = m + 1


@rule
def list_monsters(s):
    """Put the monsters that arrived on the board, and list them in ascending (K mod Tm, arrival) (13.2)."""
    n = int(s.monsters)
    s.living = n
    table = table_size(n)
    s.monster_table = table
    # Sort by counting, in `at`.
    for key in range(table):
        s.at[key] = 0
    for m in range(n):
        s.at[number_of(int(s.cell[m])) & (table - 1)] += 1
    before = 0
    for key in range(table):
        count = int(s.at[key])
        s.at[key] = before
        before += count
    for m in range(n):
        key = number_of(int(s.cell[m])) & (table - 1)
        s.order[s.at[key]] = m
        s.place[m] = s.at[key]
        s.at[key] += 1
    for c in range(CELLS):
        s.at[c] = NOTHING
    for m in range(n):
        s.at[s.cell[m]] = m
        put(s.occupied, int(s.cell[m]))
