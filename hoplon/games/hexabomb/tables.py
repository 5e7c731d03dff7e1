"""Content: ways, bounds and waiting times of the rulebook. Behaviour is in the rules."""

from __future__ import annotations

# 1: one step in each way adds these to q and r.
WAY_NAMES = ("x+", "y+", "z+", "x-", "y-", "z-")
WAY_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
WAYS = 6

NEUTRAL = 0

# 3.3: bombs of ordinary players, and of the special player.
LEAST_BOMB = 2
MOST_BOMB = 4
MOST_SPECIAL_BOMB = 100
# 8.1: of the bounds 2 … 100 the special player's list of choices shows these; all are allowed.
SPECIAL_BOMBS = (2, 3, 4, 6, 10, 20, 50, 100)

# 4.4 and 4.2.
HELD_AT_START = 1
MOST_HELD = 2
REFILL_EVERY = 10
WAIT_OF_THE_DEAD = 3

DEFAULT_TURNS = 100
MOST_TURNS = 1_000_000
