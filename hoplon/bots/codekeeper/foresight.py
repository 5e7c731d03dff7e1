"""How CodeKeeper is played on while it is analysed: the trained network plays.

In an open maze it plays to the end. Under fog the maze out of sight is made up, less well than real ones are
built: there it plays a few turns, and what it expects then is what it learned from real mazes.
"""

from __future__ import annotations

import math

import numpy as np

from hoplon.core.foresight import Foresight
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH, drop, put
from hoplon.games.codekeeper.evaluation import LEAVES, SCORE
from hoplon.games.codekeeper.memory import EXIT, FLOOR, POTION, ROCK, TREASURE, is_in, words
from hoplon.games.codekeeper.secrets import is_seen
from hoplon.games.codekeeper.state import NOTHING, Thing

TO_THE_END = 200
UNDER_FOG = 3

# What the network expects is discounted, and counts the cells that it sees. The score still to come and the
# log-odds of reaching the exit: a constant, and what its value, the square of that and health add.
OF_POINTS = np.array([981.4, 1178.5, -31.0, 44.0])
OF_ODDS = np.array([-1.1082, 0.0655, 0.0406, 0.0199])

EXIT_HERE, TREASURE_HERE, POTION_HERE = Thing.EXIT.value, Thing.TREASURE.value, Thing.POTION.value


@rule
def fitted(weights, s, value):
    """A sum of what the network expects and of health, by weights."""
    return weights[0] + (weights[1] + weights[2] * value) * value + weights[3] * float(s.health)


@rule
def expect(s, _seat, value, out):
    """The score so far, and what the network expects."""
    out[SCORE] = float(s.score) + fitted(OF_POINTS, s, value)
    out[LEAVES] = 1.0 / (1.0 + math.exp(-fitted(OF_ODDS, s, value)))


@rule
def recall(s, _seat, memory):
    """What the hero has seen before is there again: floor, rock, treasures, potions and the exit.

    A remembered cell of rock on which a monster was made up stays open.
    """
    floor, rock = words(memory, FLOOR), words(memory, ROCK)
    exits = words(memory, EXIT)
    exit_known = exits[0] | exits[1] | exits[2] | exits[3] != 0
    moved = -1
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            if is_seen(s, c):
                continue
            if is_in(rock, c) == 1 and not is_taken(s, c):
                if s.loot[c] == Thing.EXIT:
                    moved = c
                s.loot[c] = NOTHING
                put(s.walls, c)
            elif is_in(floor, c) == 1:
                drop(s.walls, c)
                if s.loot[c] == Thing.EXIT:
                    moved = c
                s.loot[c] = remembered_item(memory, c)
            elif exit_known and s.loot[c] == Thing.EXIT:
                s.loot[c] = NOTHING
    if moved >= 0 and not exit_known:
        move_exit(s, memory, moved)


@rule
def is_taken(s, c):
    """Does a monster stand there?"""
    for m in range(int(s.monsters)):
        if s.life[m] > 0 and s.cell[m] == c:
            return True
    return False


@rule
def remembered_item(memory, c):
    """What the hero has seen lying on a cell."""
    if is_in(words(memory, EXIT), c) == 1:
        return EXIT_HERE
    if is_in(words(memory, TREASURE), c) == 1:
        return TREASURE_HERE
    if is_in(words(memory, POTION), c) == 1:
        return POTION_HERE
    return NOTHING


@rule
def move_exit(s, memory, start):
    """The exit is on the next cell that he has not seen."""
    floor, rock = words(memory, FLOOR), words(memory, ROCK)
    for step in range(1, 256):
        c = (start + step) % 256
        if c & 15 < HEIGHT and not is_seen(s, c) and is_in(floor, c) == 0 and is_in(rock, c) == 0:
            drop(s.walls, c)
            s.loot[c] = Thing.EXIT
            return


FORESIGHT = Foresight("learned", TO_THE_END, expect, dealt=UNDER_FOG, recall=recall)
