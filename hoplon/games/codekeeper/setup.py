"""How a game begins (rulebook 12): the maze of a seed, or one that somebody drew.

While a maze is made, arrays of the position serve as paper. First `at` holds the corridor of each floor cell,
`loot` its distance from the first cell and `cell` where each corridor begins; then `at` lists the free cells
and `loot` holds every thing placed, monsters included.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.board import (
    HEIGHT,
    RIM,
    STEP,
    WIDTH,
    cheb,
    clear_columns,
    drop,
    lowest,
    number_of,
    ones,
    put,
    table_size,
    visible_cells,
    x_of,
    y_of,
)
from hoplon.games.codekeeper.chance import below, init, real
from hoplon.games.codekeeper.reals import exceeds, from_bits, plus, split, times
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

DEEP = 16  # the exit is at least so many steps away
KEEP_AWAY = 2  # no fighter begins this near to the hero
REDRAWS = 10
MOST_FREE = np.uint64(128)
ONE = np.uint64(1)

# Growth cells are listed in the order down, right, up, left; the step to number k of a set of them.
GROWTH = np.array(
    [
        ([step for way, step in enumerate((1, 16, -1, -16)) if ways >> way & 1] + [0] * 4)[:4]
        for ways in range(16)
    ],
    np.int64,
)

# 12, step 6: the thresholds of the four fighters grow by a fixed and a drawn part.
SKELETON_LEAST, SKELETON_MORE = split(0.1), split(0.4)
GARGOYLE_LEAST, GARGOYLE_MORE = split(0.1), split(0.2)
ORC_LEAST, ORC_MORE = split(0.05), split(0.1)
VAMPIRE_LEAST, VAMPIRE_MORE = split(0.2), split(0.5)


@rule
def new_game(s, options, seed):
    """A new game: the maze of the seed, or the drawn one with the generator that the seed begins with."""
    clear(s)
    s.rng = init(seed)
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


@rule
def floor_column(s, x):
    """The floor cells of a column and its rim, as bits."""
    return ~int(s.walls[x + RIM]) & 0x3FFFF


@rule
def growth_ways(s, c):
    """Where a corridor may grow from a floor cell, one bit each: down, right, up, left (12, step 1)."""
    x = x_of(c)
    y = y_of(c)
    row = y + RIM
    near_left = floor_column(s, x - 1)
    near_right = floor_column(s, x + 1)
    wide = near_left | floor_column(s, x) | near_right
    down = (y + 1 < HEIGHT) & ((wide >> (row + 1)) & 3 == 0)
    right = (x + 1 < WIDTH) & (((near_right | floor_column(s, x + 2)) >> (row - 1)) & 7 == 0)
    up = (y > 0) & ((wide >> (row - 2)) & 3 == 0)
    left = (x > 0) & (((near_left | floor_column(s, x - 2)) >> (row - 1)) & 7 == 0)
    return int(down) | (int(right) << 1) | (int(up) << 2) | (int(left) << 3)


@rule
def grow_one(s, c, ways, k, corridor):
    """Make growth cell number k of a cell floor, as the next one of a corridor."""
    n = c + GROWTH[ways, k]
    drop(s.walls, n)
    s.at[n] = corridor
    s.loot[n] = int(s.loot[c]) + 1
    return n


@rule
def list_growing(s):
    """Note in `occupied` the floor cells that have a growth cell; returns how many."""
    board = 0xFFF << RIM
    found = 0
    for x in range(WIDTH):
        left = floor_column(s, x - 1)
        here = floor_column(s, x)
        right = floor_column(s, x + 1)
        wide = left | here | right
        down = ~((wide >> 1) | (wide >> 2)) & (board >> 1)
        up = ~((wide << 1) | (wide << 2)) & (board << 1)
        grows = down | up
        if x + 1 < WIDTH:
            two = right | floor_column(s, x + 2)
            grows |= ~(two | (two << 1) | (two >> 1))
        if x > 0:
            two = left | floor_column(s, x - 2)
            grows |= ~(two | (two << 1) | (two >> 1))
        grows &= here & board
        s.occupied[x + RIM] = grows
        found += ones(grows)
    return found


@rule
def nth_growing(s, k):
    """Cell number k of those noted in `occupied`, in cell order."""
    for x in range(WIDTH):
        column = int(s.occupied[x + RIM])
        n = ones(column)
        if k < n:
            for _ in range(k):
                column &= column - 1
            return 16 * x + ones((column & -column) - 1) - RIM
        k -= n
    return 0


@rule
def dig_corridors(s):
    """Step 1: a tree of corridors that grow until none can."""
    x = below(s, WIDTH)
    c = 16 * x + below(s, HEIGHT)
    drop(s.walls, c)
    s.at[c] = 0
    s.loot[c] = 0
    corridor = 0
    n = list_growing(s)
    while n > 0:
        corridor += 1
        c = nth_growing(s, below(s, n))
        s.cell[corridor] = c
        ways = growth_ways(s, c)
        while ways != 0:
            c = grow_one(s, c, ways, below(s, ones(ways)), corridor)
            ways = growth_ways(s, c)
        n = list_growing(s)
    for i in range(WIDTH):
        s.occupied[i + RIM] = 0


@rule
def tree_distance(s, a, b):
    """Steps between two floor cells along the tree: a later corridor begins on an earlier one."""
    steps = int(s.loot[a]) + int(s.loot[b])
    while s.at[a] != s.at[b]:
        if s.at[a] > s.at[b]:
            a = int(s.cell[s.at[a]])
        else:
            b = int(s.cell[s.at[b]])
    return steps - 2 * min(int(s.loot[a]), int(s.loot[b]))


@rule
def floor_sides(s, c):
    """Which cells beside a cell are floor, one bit each in step order: left, right, up, down."""
    x = x_of(c)
    row = y_of(c) + RIM
    left = (floor_column(s, x - 1) >> row) & 1
    right = (floor_column(s, x + 1) >> row) & 1
    here = floor_column(s, x) >> (row - 1)
    return left | (right << 1) | ((here & 1) << 2) | (((here >> 2) & 1) << 3)


@rule
def loop_length(s, c, sides):
    """The longest way round between two of the floor cells beside an obstacle."""
    longest = 0
    while sides & (sides - 1) != 0:
        first = lowest(sides)
        sides &= sides - 1
        others = sides
        while others != 0:
            longest = max(longest, tree_distance(s, c + STEP[first], c + STEP[lowest(others)]))
            others &= others - 1
    return longest


@rule
def note_loops(s):
    """Write the obstacles between floor cells into `at`, their loop lengths into `loot`; returns how many."""
    n = 0
    for x in range(WIDTH):
        left = floor_column(s, x - 1)
        right = floor_column(s, x + 1)
        here = floor_column(s, x)
        above = here << 1
        under = here >> 1
        between = (left & right) | (above & under) | ((left | right) & (above | under))
        between &= ~here & (0xFFF << RIM)
        while between != 0:
            c = 16 * x + lowest(between) - RIM
            between &= between - 1
            s.loot[c] = loop_length(s, c, floor_sides(s, c))
            n += 1
    for x in range(WIDTH):
        here = floor_column(s, x)
        for y in range(HEIGHT):
            s.loot[16 * x + y] = 0 if (here >> (y + RIM)) & 1 == 1 else s.loot[16 * x + y]
    # Close up: what is read is never behind what is written.
    n = 0
    for x in range(WIDTH):
        for y in range(HEIGHT):
            length = int(s.loot[16 * x + y])
            s.at[n] = 16 * x + y
            s.loot[n] = length
            n += (length != 0) & (length != NOTHING)
    return n


@rule
def weighted_entry(s, less, k):
    """Entry k of the list that names every obstacle as often as its loop is longer than `less`."""
    i = 0
    weight = max(int(s.loot[i]) - less, 0)
    while k >= weight:
        k -= weight
        i += 1
        weight = max(int(s.loot[i]) - less, 0)
    return int(s.at[i])


@rule
def open_loops(s):
    """Step 2: open some obstacles, rather those between cells that are far apart."""
    n = note_loops(s)
    tries = below(s, 10) + 12
    drawn = 0
    for _ in range(tries):
        less = below(s, 5)
        total = 0
        for i in range(n):
            total += max(int(s.loot[i]) - less, 0)
        if total == 0:
            break
        s.order[drawn] = weighted_entry(s, less, below(s, total))
        drawn += 1
    for i in range(drawn):
        if below(s, 2) == 0:
            drop(s.walls, int(s.order[i]))
        s.order[i] = 0
    for i in range(ROOM):
        s.cell[i] = 0


@rule
def list_floor(s):
    """Write the floor cells into `at` in cell order; returns how many."""
    n = 0
    for c in range(CELLS):
        s.loot[c] = NOTHING
    for x in range(WIDTH):
        here = floor_column(s, x) >> RIM
        for y in range(HEIGHT):
            s.at[n] = 16 * x + y
            n += (here >> y) & 1
    return n


@rule
def take_free(s, k):
    """Take entry k out of the free cells in `at`; the order of the rest stays.

    A fixed length and an index without sign let the compiler move many at once.
    """
    first = np.uint64(k)
    for i in range(MOST_FREE):
        s.at[first + i] = s.at[first + i + ONE]


@rule
def grown(words, k):
    """Word k of a set of cells, grown by one step; a word is four columns of 16 bits."""
    w = words[k]
    w |= (w << 1) | (w >> 1) | (w << 16) | (w >> 16)
    if k > 0:
        w |= words[k - 1] >> 48
    if k < 3:
        w |= (words[k + 1] & 0xFFFF) << 48
    return w


@rule
def floor_word(s, k):
    """Four columns of floor cells as one number of 64 bits, of which the highest four are never set."""
    word = 0
    for i in range(4):
        word |= ((floor_column(s, 4 * k + i) >> RIM) & 0xFFF) << (16 * i)
    return word


@rule
def is_deep(floor, a, b):
    """Are there at least DEEP steps from one floor cell to another?"""
    one = 1 << (a & 63)
    word = a >> 6
    w = (one if word == 0 else 0, one if word == 1 else 0, one if word == 2 else 0, one if word == 3 else 0)
    goal = b >> 6
    for _ in range(DEEP):
        found = w[0] if goal == 0 else w[1] if goal == 1 else w[2] if goal == 2 else w[3]
        if (found >> (b & 63)) & 1 == 1:
            return False
        w = (grown(w, 0) & floor[0], grown(w, 1) & floor[1], grown(w, 2) & floor[2], grown(w, 3) & floor[3])
    return True


@rule
def is_dead_end(s, c):
    """Has the cell exactly one way out?"""
    return ones(floor_sides(s, c)) == 1


@rule
def place(s, n, thing, count):
    """Put things on free cells; returns how many stay free (12, `place` with keep = 0)."""
    for _ in range(count):
        if n == 0:
            break
        k = below(s, n)
        s.loot[s.at[k]] = thing
        take_free(s, k)
        n -= 1
    return n


@rule
def place_fighter(s, n, near, thing):
    """Put a fighter on a free cell away from the hero; `near` of them are not (12, `place` with keep = 2)."""
    if near == n:
        try_in_vain(s, n)
        return n
    k = below(s, n)
    while cheb(int(s.at[k]), int(s.hero)) <= KEEP_AWAY:
        k = below(s, n)
    s.loot[s.at[k]] = thing
    take_free(s, k)
    return n - 1


@rule
def try_in_vain(s, n):
    """Draw until every one of n free cells has been tried; so few are left that one bit each will do."""
    untried = (1 << n) - 1
    while untried != 0:
        untried &= ~(1 << below(s, n))


@rule
def place_everything(s):
    """Steps 3 to 6: start and exit, treasures, boxes and items, fighters."""
    n = list_floor(s)
    i = 0
    j = 0
    floor = (floor_word(s, 0), floor_word(s, 1), floor_word(s, 2), floor_word(s, 3))
    while not is_deep(floor, int(s.at[i]), int(s.at[j])):
        i = below(s, n)
        j = below(s, n)
    s.hero = int(s.at[i])
    s.loot[s.at[j]] = Thing.EXIT
    take_free(s, max(i, j))
    take_free(s, min(i, j))
    n -= 2
    for _ in range(5 + below(s, 5)):
        k = below(s, n)
        for _ in range(REDRAWS):
            if is_dead_end(s, int(s.at[k])):
                break
            k = below(s, n)
        s.loot[s.at[k]] = Thing.TREASURE
        take_free(s, k)
        n -= 1
    n = place(s, n, Thing.BOX, 5 + below(s, 11))
    n = place(s, n, Thing.POTION, 4 + below(s, 4))
    n = place(s, n, Thing.HAMMER_CHEST, below(s, 5))
    n = place(s, n, Thing.SCYTHE_CHEST, below(s, 5))
    n = place(s, n, Thing.BOW_CHEST, below(s, 5))
    place_fighters(s, n)


@rule
def drawn_part(s, least, more):
    """A fixed part, and a drawn one."""
    return plus(least, times(more, from_bits(real(s))))


@rule
def place_fighters(s, n):
    """Step 6: 30 to 50 fighters, of kinds as likely as four draws say."""
    count = 30 + below(s, 21)
    p1 = drawn_part(s, SKELETON_LEAST, SKELETON_MORE)
    p2 = plus(drawn_part(s, GARGOYLE_LEAST, GARGOYLE_MORE), p1)
    p3 = plus(drawn_part(s, ORC_LEAST, ORC_MORE), p2)
    p4 = plus(drawn_part(s, VAMPIRE_LEAST, VAMPIRE_MORE), p3)
    near = 0
    for i in range(n):
        if cheb(int(s.at[i]), int(s.hero)) <= KEEP_AWAY:
            near += 1
    for _ in range(count):
        d = times(from_bits(real(s)), p4)
        kind = Thing.SKELETON.value + exceeds(d, p1) + exceeds(d, p2) + exceeds(d, p3)
        n = place_fighter(s, n, near, kind)
