"""Content: what demons and prayers are, row by row. Behaviour is in the rules."""

from __future__ import annotations

import numpy as np

from hoplon.games.hoplite.state import Kind, Prayer

# 10.1: demons by depth, one row a kind, one column a depth from 1 to 7; later depths repeat.
DEMONS_BY_DEPTH = np.array(
    [
        [1, 1, 2, 3, 2, 3, 3],  # footmen
        [1, 1, 1, 1, 1, 1, 1],  # archers
        [0, 1, 1, 1, 1, 1, 1],  # demolitionists
        [0, 0, 0, 0, 1, 1, 1],  # wizards
    ],
    np.int64,
)
PERIOD = 7
MORE_EACH_PERIOD = np.array([2, 1, 1, 1], np.int64)

# 10.1: the list order at the start runs through this cycle.
LIST_CYCLE = np.array([0, 1, 0, 2, 0, 3], np.int64)

# 7.3, one row a kind.
FULL_CHARGE = np.array([0, 0, 2, 1], np.int64)
# 11, one row a kind.
KILL_SCORE = np.array([5, 10, 10, 15], np.int64)

LETTERS = "FADW"
DEMON_NAMES = ("footman", "archer", "demolitionist", "wizard")
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)

NO_PRAYER = -1
PRAYERS = len(Prayer)
GODS = 4
GOD_NAMES = ("Athena", "Hermes", "Apollo", "Zeus")
EVERY_ALTAR = -1

# 9.1: sacrifice, god, needs, unique with. One row a prayer, in the order of Prayer.
_ROWS = (
    (0, EVERY_ALTAR, NO_PRAYER, NO_PRAYER),  # Divine Restoration
    (0, EVERY_ALTAR, NO_PRAYER, NO_PRAYER),  # Fortitude
    (0, 0, NO_PRAYER, NO_PRAYER),  # Mighty Bash
    (0, 0, NO_PRAYER, NO_PRAYER),  # Sweeping Bash
    (0, 0, Prayer.SWEEPING_BASH, NO_PRAYER),  # Spinning Bash
    (0, 0, NO_PRAYER, NO_PRAYER),  # Quick Bash
    (0, 1, NO_PRAYER, NO_PRAYER),  # Greater Energy
    (1, 1, Prayer.GREATER_ENERGY, NO_PRAYER),  # Greater Energy II
    (1, 1, NO_PRAYER, NO_PRAYER),  # Bloodlust
    (1, 1, NO_PRAYER, Prayer.STAGGERING_LEAP),  # Winged Sandals
    (2, 1, NO_PRAYER, Prayer.WINGED_SANDALS),  # Staggering Leap
    (0, 2, NO_PRAYER, NO_PRAYER),  # Greater Throw
    (1, 2, Prayer.GREATER_THROW, NO_PRAYER),  # Greater Throw II
    (0, 2, NO_PRAYER, NO_PRAYER),  # Deep Lunge
    (1, 3, NO_PRAYER, Prayer.REGENERATION),  # Surge
    (1, 3, NO_PRAYER, Prayer.SURGE),  # Regeneration
    (0, 3, NO_PRAYER, NO_PRAYER),  # Patience
)
_COLUMNS = np.array(_ROWS, np.int64).T
SACRIFICE = np.ascontiguousarray(_COLUMNS[0])
GOD = np.ascontiguousarray(_COLUMNS[1])
NEEDS = np.ascontiguousarray(_COLUMNS[2])
UNIQUE_WITH = np.ascontiguousarray(_COLUMNS[3])

# What a phone shows beside a prayer, in our words.
PRAYER_HELP = (
    "heals completely",
    "one heart more, now and at most",
    "bash knocks back two tiles",
    "bash hits an arc of three tiles",
    "bash hits all six neighbours",
    "bash is ready one turn earlier",
    "20 energy more",
    "15 energy more",
    "each of your kills gives 6 energy",
    "leap up to three tiles",
    "landing after a leap stuns the neighbours",
    "throw one tile further",
    "throw one tile further still",
    "a lunge strikes the tile behind its victim too",
    "killing in three turns running: energy, bash and spear come back",
    "killing in three turns running heals a heart, once a depth",
    "you may let a turn pass",
)


def prayer_name(prayer: int) -> str:
    """As it is typed: `greater-energy-ii`."""
    return Prayer(prayer).name.lower().replace("_", "-")


PRAYER_NAMES = tuple(prayer_name(prayer) for prayer in Prayer)
