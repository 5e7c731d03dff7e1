"""Questions about a position that several chapters of the rulebook ask."""

from __future__ import annotations

from hoplon.core.actions import NOBODY
from hoplon.core.dice import pick, stream
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import MAP, either, only, without
from hoplon.games.hoplite.state import DEMON_DICE, HELD, PUSH_DICE, Prayer

LEAP_COST = 50


@rule
def holds(s, prayer):
    """Is the prayer owned?"""
    return (s.prayers >> prayer) & 1 == 1


@rule
def plays(s, variant):
    """Is the variant switched on?"""
    return (s.variants >> variant) & 1 == 1


@rule
def magma(s):
    """Tiles of magma."""
    return s.magma_lo, s.magma_hi


@rule
def static(s):
    """Altar, portal, and the fleece while it lies there (2)."""
    return s.static_lo, s.static_hi


@rule
def demon_tiles(s):
    """Tiles with a demon."""
    return s.demons_lo, s.demons_hi


@rule
def bomb_tiles(s):
    """Tiles with a bomb."""
    return s.bombs_lo, s.bombs_hi


@rule
def walkable(s):
    """Ground that is no static obstacle: what paths lead over (1.2)."""
    return without(without(MAP, magma(s)), static(s))


@rule
def landing(s):
    """Tiles the hero may walk or leap to (12)."""
    tiles = without(without(MAP, magma(s)), either(demon_tiles(s), bomb_tiles(s)))
    tiles = without(tiles, only(int(s.altar)))
    if s.carries_fleece == 0:
        tiles = without(tiles, only(int(s.portal)))
    return tiles


@rule
def free_tiles(s):
    """Tiles a demon may step on (7.5)."""
    taken = either(either(demon_tiles(s), bomb_tiles(s)), only(int(s.hero)))
    return without(walkable(s), taken)


@rule
def demon_at(s, c):
    """The demon on a tile, or NOBODY."""
    for i in range(s.demons):
        d = int(s.order[i])
        if s.cell[d] == c:
            return d
    return NOBODY


@rule
def bomb_at(s, c):
    """The first bomb on a tile, or NOBODY."""
    for b in range(s.bombs):
        if s.bomb[b] == c:
            return b
    return NOBODY


@rule
def has_spear(s):
    """Is the spear in hand?"""
    return s.spear == HELD


@rule
def leap_reach(s):
    """How far a leap carries (4)."""
    return 3 if holds(s, Prayer.WINGED_SANDALS) else 2


@rule
def throw_reach(s):
    """How far a throw carries (4)."""
    reach = 2
    if holds(s, Prayer.GREATER_THROW):
        reach += 1
    if holds(s, Prayer.GREATER_THROW_II):
        reach += 1
    return reach


@rule
def take_dice(s):
    """The dice of this depth, from their first draw on (10.4)."""
    s.draws[0] = 0
    s.draws[1] = 0


@rule
def demon_pick(s, turn, sides):
    """Draw for a demon's choice; a choice of one needs no dice."""
    if sides == 1:
        return 0
    n = int(s.draws[0])
    s.draws[0] = n + 1
    return pick(turn, stream(s.seed, s.depth, DEMON_DICE), n, sides)


@rule
def push_pick(s, turn):
    """Toss the coin of 6.2."""
    n = int(s.draws[1])
    s.draws[1] = n + 1
    return pick(turn, stream(s.seed, s.depth, PUSH_DICE), n, 2)
