"""What the hero does not see now, taken out of the maze or made up anew (rulebook 5.1).

A position holds no memory, so what he saw earlier and no longer sees counts as hidden, too.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.dice import below, keep_seed, stream
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import HEIGHT, SIGHT, WIDTH, cheb, clear_columns, drop, put
from hoplon.games.codekeeper.chance import seed_dice
from hoplon.games.codekeeper.setup import add_monster, list_monsters
from hoplon.games.codekeeper.state import NOTHING, ROOM, Thing
from hoplon.games.codekeeper.tables import FIRST_MONSTER, FULL_HEALTH

FLOOR_DICE = 0xC0DE1
THING_DICE = 0xC0DE2
EXIT_DICE = 0xC0DE3

# Of a hundred cells, and what lies or stands on a hundred cells of floor: the means of generated mazes.
FLOOR = 58
USUAL = {
    Thing.TREASURE: 6, Thing.POTION: 5, Thing.HAMMER_CHEST: 2, Thing.SCYTHE_CHEST: 2, Thing.BOW_CHEST: 2,
    Thing.BOX: 9, Thing.SKELETON: 10, Thing.GARGOYLE: 7, Thing.ORC: 4, Thing.VAMPIRE: 15,
}  # fmt: skip
_things = [thing.value for thing, count in USUAL.items() for _ in range(count)]
ON_FLOOR = np.array(_things + [NOTHING] * (100 - len(_things)), np.int64)


@rule
def is_seen(s, c):
    """Is the cell within sight of the hero?"""
    return cheb(c, int(s.hero)) <= SIGHT


@rule
def conceal(s, seat):
    """Rock instead of everything out of sight; no monster but those in sight, by their cells."""
    keep_seed(s, (0, 0))
    s.rng = 0
    keep_monsters_in_sight(s)
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            if not is_seen(s, c):
                put(s.walls, c)
                s.loot[c] = NOTHING
    list_monsters(s)


@rule
def keep_monsters_in_sight(s):
    """Forget the others, and in which order they came."""
    n = 0
    for m in range(int(s.monsters)):
        if s.life[m] > 0 and is_seen(s, int(s.cell[m])):
            s.cell[n] = s.cell[m]
            s.kind[n] = s.kind[m]
            s.life[n] = s.life[m]
            n += 1
    for m in range(n, ROOM):
        s.cell[m] = 0
        s.kind[m] = 0
        s.life[m] = 0
    for m in range(ROOM):
        s.order[m] = 0
        s.place[m] = 0
    for k in range(1, n):
        m = k
        while m > 0 and s.cell[m - 1] > s.cell[m]:
            swap_monsters(s, m - 1, m)
            m -= 1
    s.monsters = n
    clear_columns(s.occupied, False, False)


@rule
def swap_monsters(s, a, b):
    """Two monsters change their numbers."""
    cell, kind, life = int(s.cell[a]), int(s.kind[a]), int(s.life[a])
    s.cell[a] = s.cell[b]
    s.kind[a] = s.kind[b]
    s.life[a] = s.life[b]
    s.cell[b] = cell
    s.kind[b] = kind
    s.life[b] = life


@rule
def redeal(s, seat, seed):
    """One of the mazes that look the same from here; the seed says which, and begins its generator."""
    conceal(s, seat)
    seed_dice(s, seed)
    clear_columns(s.occupied, False, False)
    floor, thing = stream(seed, FLOOR_DICE, 0), stream(seed, THING_DICE, 0)
    hidden = 0
    exit_seen = False
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            if is_seen(s, c):
                exit_seen = exit_seen or s.loot[c] == Thing.EXIT
                continue
            hidden += 1
            if below(floor, c, 100) < FLOOR:
                drop(s.walls, c)
                fill(s, c, ON_FLOOR[below(thing, c, 100)])
    if not exit_seen and hidden > 0:
        place_exit(s, below(stream(seed, EXIT_DICE, 0), 0, hidden))
    list_monsters(s)


@rule
def fill(s, c, thing):
    """An item lies, or a monster stands, on a cell of floor."""
    if thing == NOTHING:
        return
    if thing < FIRST_MONSTER:
        s.loot[c] = thing
    elif s.monsters < ROOM - 1:
        kind = thing - FIRST_MONSTER
        add_monster(s, kind, c, FULL_HEALTH[kind])


@rule
def place_exit(s, number):
    """The exit is on a cell out of sight, on top of whatever else lies there."""
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            if not is_seen(s, c):
                if number == 0:
                    drop(s.walls, c)
                    s.loot[c] = Thing.EXIT
                number -= 1
