"""Content: what monsters, weapons and items are, row by row. Behaviour is in the rules."""

from __future__ import annotations

import numpy as np

from hoplon.games.codekeeper.state import Thing, Weapon

FIRST_MONSTER = Thing.BOX.value
KINDS = len(Thing) - FIRST_MONSTER

# 3: health and reward, view, attack range, damage; one row a kind from the box on.
FULL_HEALTH = np.array([1, 6, 14, 8, 10], np.int64)
VIEW = np.array([0, 1, 2, 2, 3], np.int64)
REACH = np.array([0, 1, 1, 2, 1], np.int64)
STRENGTH = np.array([0, 1, 2, 2, 3], np.int64)

# 3: damage, one row a weapon.
DAMAGE = np.array([10, 6, 7, 8], np.int64)

POTION_HEALTH = 10
TREASURE_SCORE = 100
EXIT_SCORE = 10000
DEATH_SCORE = -1000
ERROR_SCORE = -10000

# 3: what a bot reads as the value of an entity that is no monster, by type.
VALUES = (EXIT_SCORE, -1, TREASURE_SCORE, POTION_HEALTH, 1, 2, 3)

THING_NAMES = tuple(thing.name.lower().replace("_", "-") for thing in Thing)
MONSTER_NAMES = THING_NAMES[FIRST_MONSTER:]
WEAPON_NAMES = tuple(weapon.name.lower() for weapon in Weapon)

# 3: a thing as a character of a map, by type; letters name monsters in turn logs.
SYMBOLS = "EXtpabc01234"
FLOOR = "."
HERO = "H"
LETTERS = "BSGOV"
