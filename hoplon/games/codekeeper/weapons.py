"""What each weapon reaches and hits (rulebook 7). Walls stop none of them."""

from __future__ import annotations

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import MIDDLE, SIGHT, cheb, is_on_board, window_bit, x_of, y_of
from hoplon.games.codekeeper.state import Weapon

MOST_HIT = 3


def _aims(weapon: Weapon) -> int:
    """The places of a window around the hero that a weapon may be aimed at."""
    places = 0
    for dx in range(-SIGHT, SIGHT + 1):
        for dy in range(-SIGHT, SIGHT + 1):
            far, steps = max(abs(dx), abs(dy)), abs(dx) + abs(dy)
            allowed = {
                Weapon.SWORD: steps == 1,
                Weapon.HAMMER: far == 1,
                Weapon.SCYTHE: far <= 2 and steps != 3,
                Weapon.BOW: True,
            }[weapon]
            if allowed and far > 0:
                places |= 1 << (MIDDLE + 8 * dx + dy)
    return places


AIMS = np.array([_aims(weapon) for weapon in Weapon], np.int64)


@rule
def reaches(weapon, hero, aim):
    """May this cell be aimed at? The hero's own never."""
    is_near = cheb(hero, aim) <= SIGHT
    return is_near & ((int(AIMS[weapon]) >> window_bit(hero, aim)) & 1 == 1)


@rule
def cell_or_nowhere(x, y):
    """The cell, or NOWHERE off the board."""
    if is_on_board(x, y):
        return 16 * x + y
    return NOWHERE


@rule
def hit_cell(weapon, hero, aim, k):
    """Cell number k of the MOST_HIT that a blow may hit, or NOWHERE."""
    x = x_of(hero)
    y = y_of(hero)
    tx = x_of(aim)
    ty = y_of(aim)
    if weapon == Weapon.HAMMER:
        if tx == x:
            return cell_or_nowhere(tx - 1 + k, ty)
        if ty == y:
            return cell_or_nowhere(tx, ty - 1 + k)
        if k == 0:
            return aim
        if k == 1:
            return cell_or_nowhere(tx, y)
        return cell_or_nowhere(x, ty)
    if weapon == Weapon.SCYTHE:
        if k == 2:
            return NOWHERE
        dx = min(max(tx - x, -1), 1)
        dy = min(max(ty - y, -1), 1)
        return cell_or_nowhere(x + (k + 1) * dx, y + (k + 1) * dy)
    if k == 0:
        return aim
    return NOWHERE
