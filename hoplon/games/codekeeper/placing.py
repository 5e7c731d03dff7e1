"""What is put into a maze (rulebook 12, steps 3 to 6): hero and exit, treasures, boxes, items, fighters.

Arrays of the position serve as paper: `at` lists the free cells and `loot` holds every thing placed,
monsters included.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import HEIGHT, RIM, WIDTH, cheb, ones
from hoplon.games.codekeeper.chance import below, real
from hoplon.games.codekeeper.digging import floor_column, floor_sides
from hoplon.games.codekeeper.reals import exceeds, from_bits, plus, split, times
from hoplon.games.codekeeper.state import CELLS, NOTHING, Thing

DEEP = 16  # the exit is at least so many steps away
KEEP_AWAY = 2  # no fighter begins this near to the hero
REDRAWS = 10
MOST_FREE = np.uint64(128)
ONE = np.uint64(1)

# 12, step 6: the thresholds of the four fighters grow by a fixed and a drawn part.
SKELETON_LEAST, SKELETON_MORE = split(0.1), split(0.4)
GARGOYLE_LEAST, GARGOYLE_MORE = split(0.1), split(0.2)
ORC_LEAST, ORC_MORE = split(0.05), split(0.1)
VAMPIRE_LEAST, VAMPIRE_MORE = split(0.2), split(0.5)


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
