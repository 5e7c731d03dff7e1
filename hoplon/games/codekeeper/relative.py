"""The 69 actions of a learner, all as seen from the hero.

Of the 960 choices most do the same as another one, or nothing. What is left:

- 4 steps, in step order. `MOVE` to a cell beside the hero is the step, and the blow of the sword if a monster
  stands there (6.1); so the sword needs no actions of its own, and longer ways are steps one by one.
- 1 wait: `MOVE` to his own cell.
- 8 blows of the hammer, at the cells around him: no two of them hit the same three cells (7).
- 8 blows of the scythe, one for each ray: it may be aimed at 16 cells, but the near and the far one of a ray
  hit the same two cells.
- 48 shots of the bow, at the cells in sight.

The mask has the steps that no wall stops, the wait, and the blows that hit a monster, if there is a charge
for them.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.encoding import NO_ACTION
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import (
    MIDDLE,
    SIGHT,
    STEP,
    cell_at,
    has,
    is_on_board,
    lowest,
    window,
    window_bit,
)
from hoplon.games.codekeeper.legal import ATTACK, CELL_BITS, CELL_MASK, FAIL
from hoplon.games.codekeeper.rules import hero_step
from hoplon.games.codekeeper.state import NOTHING, Weapon
from hoplon.games.codekeeper.weapons import MOST_HIT, hit_cell, reaches

WAIT = 4
FIRST_BLOW = 5
AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
IN_SIGHT = tuple(
    (dx, dy) for dx in range(-SIGHT, SIGHT + 1) for dy in range(-SIGHT, SIGHT + 1) if (dx, dy) != (0, 0)
)
BLOWS = (
    *((Weapon.HAMMER, aim) for aim in AROUND),
    *((Weapon.SCYTHE, aim) for aim in AROUND),
    *((Weapon.BOW, aim) for aim in IN_SIGHT),
)
ACTIONS = FIRST_BLOW + len(BLOWS)
CLOSE_BLOWS = 2 * len(AROUND)  # with hammer and scythe

# How much more a choice is than the hero's cell, by action.
CHOICE = np.array(
    [*STEP, 0, *(ATTACK + (weapon << CELL_BITS) + 16 * dx + dy for weapon, (dx, dy) in BLOWS)], np.int64
)

# The action for an aim, by weapon and by place of the window around the hero.
ACTION = np.full((len(Weapon), 64), NO_ACTION, np.int64)
for _number, (_weapon, (_dx, _dy)) in enumerate(BLOWS, FIRST_BLOW):
    ACTION[_weapon, MIDDLE + 8 * _dx + _dy] = _number
    if _weapon == Weapon.SCYTHE:
        ACTION[_weapon, MIDDLE + 16 * _dx + 2 * _dy] = _number


def _hit(weapon: Weapon, aim: tuple[int, int]) -> int:
    """The places of the window that a blow hits where no edge of the board is near."""
    hero = cell_at(8, 6)
    hit = [int(hit_cell(weapon.value, hero, hero + 16 * aim[0] + aim[1], k)) for k in range(MOST_HIT)]
    return sum(1 << int(window_bit(hero, c)) for c in hit if c >= 0)


# Of the blows with hammer and scythe: the aim, and what is hit.
AIM = np.array([aim for _, aim in BLOWS[:CLOSE_BLOWS]], np.int64)
HIT = np.array([_hit(weapon, aim) for weapon, aim in BLOWS[:CLOSE_BLOWS]], np.int64)
NEAR = int(np.bitwise_or.reduce(HIT))


@rule
def choice_of(s, action):
    """The choice that an action stands for."""
    return int(s.hero) + CHOICE[action]


@rule
def action_of(s, choice):
    """The action that does exactly the same; NO_ACTION for what only turns the hero's head."""
    if choice >= FAIL:
        return NO_ACTION
    hero = int(s.hero)
    target = choice & CELL_MASK
    if choice < ATTACK:
        to = hero_step(s, target)[0]
        return NO_ACTION if has(s.walls, to) else step_to(hero, to)
    weapon = (choice >> CELL_BITS) - 1
    if (weapon != Weapon.SWORD and s.charges[weapon] < 1) or not reaches(weapon, hero, target):
        return WAIT
    if weapon == Weapon.SWORD:
        return NO_ACTION if s.at[target] == NOTHING else step_to(hero, target)
    return ACTION[weapon, window_bit(hero, target)]


@rule
def step_to(hero, to):
    """The step to a cell beside the hero, or the wait on his own."""
    for way in range(WAIT):
        if to == hero + STEP[way]:
            return way
    return WAIT


@rule
def mask(s, agent, memory, allowed):
    """What has an effect that the hero can foresee."""
    hero = int(s.hero)
    free = ~window(s.walls, hero)
    allowed[0] = (free >> (MIDDLE - 8)) & 1
    allowed[1] = (free >> (MIDDLE + 8)) & 1
    allowed[2] = (free >> (MIDDLE - 1)) & 1
    allowed[3] = (free >> (MIDDLE + 1)) & 1
    allowed[WAIT] = 1
    monsters = window(s.occupied, hero)
    if (monsters & NEAR) != 0:
        allow_blows(s, monsters, allowed)
    if s.charges[Weapon.BOW] > 0:
        while monsters != 0:
            allowed[ACTION[Weapon.BOW, lowest(monsters)]] = 1
            monsters &= monsters - 1


@rule
def allow_blows(s, monsters, allowed):
    """The blows with hammer and scythe that hit one of the monsters; only cells of the board are aimed at."""
    x = int(s.hero) >> 4
    y = int(s.hero) & 15
    for k in range(CLOSE_BLOWS):
        weapon = Weapon.HAMMER if 2 * k < CLOSE_BLOWS else Weapon.SCYTHE
        if s.charges[weapon] > 0 and (monsters & HIT[k]) != 0 and is_on_board(x + AIM[k, 0], y + AIM[k, 1]):
            allowed[FIRST_BLOW + k] = 1
