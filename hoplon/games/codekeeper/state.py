"""What a position consists of (rulebook 2), and the names of everything in it."""

from __future__ import annotations

from enum import IntEnum

from hoplon.core.actions import turn_type
from hoplon.core.dice import SEED
from hoplon.core.kernel import record

ROOM = 96  # for monsters; one place stays free
MAX_MONSTERS = ROOM - 1
MAX_HEALTH = 20
START_CHARGES = 5
LAST_TURN = 150


class Do(IntEnum):
    """Everything that can happen. A turn begins with one of the first five."""

    MOVE = 0
    ATTACK = 1
    IDLE = 2
    FAIL = 3
    TIME_OUT = 4

    HIT = 5
    DESTROY = 6
    TAKE = 7
    LEAVE = 8
    STRIKE = 9
    STEP = 10
    HURT = 11
    DIE = 12
    RUN_OUT = 13


class Thing(IntEnum):
    """What a bot reads as the type of an entity (3)."""

    EXIT = 0
    OBSTACLE = 1
    TREASURE = 2
    POTION = 3
    HAMMER_CHEST = 4
    SCYTHE_CHEST = 5
    BOW_CHEST = 6
    BOX = 7
    SKELETON = 8
    GARGOYLE = 9
    ORC = 10
    VAMPIRE = 11


class Weapon(IntEnum):
    """The four weapons (7)."""

    SWORD = 0
    HAMMER = 1
    SCYTHE = 2
    BOW = 3


class Note(IntEnum):
    """What the game log notes about a command (5.3)."""

    NONE = 0
    PARTIAL = 1
    BLOCKED = 2
    RANGE = 3
    CHARGES = 4


class Facing(IntEnum):
    """Where a figure looks (3)."""

    LEFT = 0
    DOWN = 1
    UP = 2
    RIGHT = 3


class End(IntEnum):
    """How the game stands (10)."""

    RUNNING = 0
    EXIT = 1
    DEAD = 2
    LIMIT = 3
    ERROR = 4
    TIMEOUT = 5


CELLS = 256  # a cell is 16 * x + y; see board.py
COLUMNS = 22
NOTHING = 255  # in `at` and `loot`: nobody, no item

options_t = record([("custom", "i4"), ("map", "u1", (CELLS,))])

# A set of cells is 22 columns of bits with a rim of three cells (see board.py).
maze_t = record(
    [
        SEED,  # 0 with the original generator
        ("rng", "i8"),
        ("score", "i4"),
        ("walls", "i4", (COLUMNS,)),
        ("occupied", "i4", (COLUMNS,)),
        ("hero", "i2"),
        ("health", "i2"),
        ("charges", "i2", (4,)),
        ("facing", "i2"),
        ("turn", "i2"),
        ("end", "i2"),
        ("sight_table", "i2"),
        ("monster_table", "i2"),
        ("monsters", "i2"),
        ("living", "i2"),
        ("life", "i2", (ROOM,)),
        ("cell", "u1", (ROOM,)),
        ("kind", "u1", (ROOM,)),
        ("order", "u1", (ROOM,)),
        ("place", "u1", (ROOM,)),  # of a monster in `order`
        ("at", "u1", (CELLS,)),
        ("loot", "u1", (CELLS,)),
    ]
)

_plain_turn = turn_type(log=128, queue=112, stack=112)
# The common turn, and room to shuffle the monsters in.
turn_t = record([(name, _plain_turn[name]) for name in _plain_turn.names or ()] + [("acting", "u1", (ROOM,))])
