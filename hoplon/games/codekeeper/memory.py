"""What a learner remembers of the maze, as a row of bytes, and the ways it knows.

A set of cells takes 32 bytes, two for each column: bit y of column x is the cell `x,y`. Four columns are a
word of 64 bits, in which the cell c is bit `c & 63` of word `c >> 6`; so a set is four words, and the search
for a way a few shifts a step.

Rock and floor never change, and an item stays until the hero takes it. So a look at the cells that come into
sight for the first time, and at the hero's own, keeps all of this true.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import HEIGHT, RIM, SIGHT, WIDTH, lowest, ones
from hoplon.games.codekeeper.placing import grown
from hoplon.games.codekeeper.state import Thing

# The sets, one after the other: what was seen to be floor or rock, and where items were seen.
FLOOR, ROCK, EXIT, TREASURE, POTION = range(5)
SETS = 5
SET_BYTES = 2 * WIDTH
START = SETS * SET_BYTES  # 1 more than the cell where the hero began
VISITS = START + 1  # from here on, by columns, with a rim of one cell: in how many turns he stood there
VISITS_COLUMN = HEIGHT + 1  # the rim below a column is the one above the next
BYTES = VISITS + (WIDTH + 2) * VISITS_COLUMN + 1
MOST_VISITS = 15

COLUMN = (1 << HEIGHT) - 1
BOARD_WORD = COLUMN | COLUMN << 16 | COLUMN << 32 | COLUMN << 48
ROW_WORD = 1 | 1 << 16 | 1 << 32 | 1 << 48  # row 0 of four columns
FARTHEST = 63  # steps of a way that is looked for


@rule
def column(memory, kind, x):
    """A column of a set."""
    at = kind * SET_BYTES + 2 * x
    return (int(memory[at]) | int(memory[at + 1]) << 8) & COLUMN


@rule
def add_to_column(memory, kind, x, rows):
    """Add cells to a column of a set."""
    at = kind * SET_BYTES + 2 * x
    memory[at] = int(memory[at]) | rows & 255
    memory[at + 1] = int(memory[at + 1]) | rows >> 8


@rule
def forget(memory, kind, c):
    """Take a cell out of a set."""
    at = kind * SET_BYTES + (c >> 3)
    memory[at] = int(memory[at]) & (255 - (1 << (c & 7)))


@rule
def visit_place(x, y):
    """Where the visits to a cell are counted; cells beside the board have places, too."""
    return VISITS + VISITS_COLUMN * (x + 1) + y + 1


@rule
def rows_in_sight(y):
    """The rows at most SIGHT away from a row, as bits of a column."""
    return ((0x7F << y) >> SIGHT) & COLUMN


@rule
def remember(s, agent, memory):
    """Take in the cells that the hero sees for the first time, and that he stands where he stands."""
    hero = int(s.hero)
    x = hero >> 4
    rows = rows_in_sight(hero & 15)
    for cx in range(max(x - SIGHT, 0), min(x + SIGHT, WIDTH - 1) + 1):
        new = rows & ~(column(memory, FLOOR, cx) | column(memory, ROCK, cx))
        if new != 0:
            rock = (int(s.walls[cx + RIM]) >> RIM) & new
            add_to_column(memory, ROCK, cx, rock)
            add_to_column(memory, FLOOR, cx, new ^ rock)
            remember_items(s, memory, cx, new ^ rock)
    for kind in range(EXIT, SETS):
        forget(memory, kind, hero)
    at = visit_place(x, hero & 15)
    memory[at] = min(int(memory[at]) + 1, MOST_VISITS)
    if memory[START] == 0:
        memory[START] = hero + 1


@rule
def remember_items(s, memory, x, rows):
    """Take in what lies on some cells of a column."""
    while rows != 0:
        y = lowest(rows)
        rows &= rows - 1
        item = int(s.loot[16 * x + y])
        if item == Thing.EXIT:
            add_to_column(memory, EXIT, x, 1 << y)
        elif item == Thing.TREASURE:
            add_to_column(memory, TREASURE, x, 1 << y)
        elif item == Thing.POTION:
            add_to_column(memory, POTION, x, 1 << y)


@rule
def word(memory, kind, k):
    """Four columns of a set."""
    at = kind * SET_BYTES + 8 * k
    found = 0
    for i in range(8):
        found |= int(memory[at + i]) << (8 * i)
    return found


@rule
def words(memory, kind):
    """A set."""
    return word(memory, kind, 0), word(memory, kind, 1), word(memory, kind, 2), word(memory, kind, 3)


@rule
def unseen_of(floor, rock):
    """All cells but those of two sets."""
    return (
        BOARD_WORD & ~(floor[0] | rock[0]),
        BOARD_WORD & ~(floor[1] | rock[1]),
        BOARD_WORD & ~(floor[2] | rock[2]),
        BOARD_WORD & ~(floor[3] | rock[3]),
    )


@rule
def edge_of(floor, unseen):
    """The floor beside which something is unseen."""
    return (
        floor[0] & grown(unseen, 0),
        floor[1] & grown(unseen, 1),
        floor[2] & grown(unseen, 2),
        floor[3] & grown(unseen, 3),
    )


@rule
def is_empty(cells):
    """Is there no cell in the set?"""
    return cells[0] | cells[1] | cells[2] | cells[3] == 0


@rule
def in_word(c, k):
    """A cell as a bit of a word, if it is in that word."""
    return 1 << (c & 63) if c >> 6 == k else 0


@rule
def sides_in_word(c, k):
    """The cells beside a cell in a word; beyond the edge of the board are bits that no set has."""
    return in_word(c - 16, k) | in_word(c + 16, k) | in_word(c - 1, k) | in_word(c + 1, k)


@rule
def is_in(cells, c):
    """1 if a cell is in a set, else 0; no set has a cell beyond the edge."""
    k = c >> 6
    if k < 0 or k > 3:
        return 0
    return (cells[k] >> (c & 63)) & 1


@rule
def ways_to(floor, goals, hero):
    """The sides by which the hero comes soonest over floor to one of the goals, and in how many steps.

    The sides are bits, in step order; none, and no steps, if there is no way.
    """
    s0, s1, s2, s3 = (
        sides_in_word(hero, 0), sides_in_word(hero, 1), sides_in_word(hero, 2), sides_in_word(hero, 3),
    )  # fmt: skip
    n = goals
    d0, d1, d2, d3 = floor
    for steps in range(1, FARTHEST + 1):
        if (n[0] & s0) | (n[1] & s1) | (n[2] & s2) | (n[3] & s3) != 0:
            sides = is_in(n, hero - 16) | is_in(n, hero + 16) << 1
            return sides | is_in(n, hero - 1) << 2 | is_in(n, hero + 1) << 3, steps
        d0 &= ~n[0]
        d1 &= ~n[1]
        d2 &= ~n[2]
        d3 &= ~n[3]
        n = (grown(n, 0) & d0, grown(n, 1) & d1, grown(n, 2) & d2, grown(n, 3) & d3)
        if is_empty(n):
            break
    return 0, 0


@rule
def column_of(cells, x):
    """A column of a set."""
    return (cells[x >> 2] >> (16 * (x & 3))) & COLUMN


@rule
def count_left(cells, x):
    """How many cells of a set lie left of a column."""
    n = 0
    for k in range(4):
        columns = x - 4 * k
        if columns >= 4:
            n += ones(cells[k])
        elif columns > 0:
            n += ones(cells[k] & ((1 << (16 * columns)) - 1))
    return n


@rule
def count_right(cells, x):
    """How many cells of a set lie right of a column."""
    return count_rows(cells, COLUMN) - count_left(cells, x) - ones(column_of(cells, x))


@rule
def count_rows(cells, rows):
    """How many cells of a set lie in some rows, given as bits of a column."""
    among = ROW_WORD * rows
    return ones(cells[0] & among) + ones(cells[1] & among) + ones(cells[2] & among) + ones(cells[3] & among)


@rule
def shown_in_column(cells, x, y):
    """How many cells of a set in a column would be seen from row y."""
    if x < 0 or x >= WIDTH:
        return 0
    return ones(column_of(cells, x) & rows_in_sight(y))


@rule
def shown_in_row(cells, x, y):
    """How many cells of a set in a row would be seen from column x."""
    if y < 0 or y >= HEIGHT:
        return 0
    n = 0
    for cx in range(max(x - SIGHT, 0), min(x + SIGHT, WIDTH - 1) + 1):
        n += (column_of(cells, cx) >> y) & 1
    return n
