"""Legal choices (rulebook 12).

A choice is one number, its kind and what it is aimed at: a way, a tile or a prayer. They come in a fixed
order: walks, leaps, bashes, throws, prayers, idling; ways clockwise from N, tiles column by column.
Resigning is always allowed and never listed, so that no program does it by accident.
"""

from __future__ import annotations

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import (
    ALL_CELLS,
    CELLS,
    NO_WAY,
    NONE,
    WAYS,
    around,
    both,
    count,
    disc,
    either,
    has,
    neighbour,
    nth,
    nth_bit,
    ones,
    without,
)
from hoplon.games.hoplite.facts import (
    LEAP_COST,
    bomb_tiles,
    has_spear,
    holds,
    landing,
    leap_reach,
    magma,
    static,
    throw_reach,
)
from hoplon.games.hoplite.state import MAX_HEALTH, Do, End, Prayer
from hoplon.games.hoplite.tables import PRAYERS, SACRIFICE

AIM_BITS = 7
AIM_MASK = 127
MOST_CHOICES = 192

# A choice is one of these with its aim added.
WALK = Do.WALK.value << AIM_BITS
LEAP = Do.LEAP.value << AIM_BITS
BASH = Do.BASH.value << AIM_BITS
THROW = Do.THROW.value << AIM_BITS
PRAY = Do.PRAY.value << AIM_BITS
IDLE = Do.IDLE.value << AIM_BITS
RESIGN = Do.RESIGN.value << AIM_BITS


@rule
def kind_of(choice):
    """What kind of action a choice is."""
    return choice >> AIM_BITS


@rule
def aim_of(choice):
    """The way, tile or prayer it names."""
    return choice & AIM_MASK


@rule
def walk_ways(s):
    """Ways the hero may walk, one bit each (5.1)."""
    tiles = landing(s)
    ways = 0
    for way in range(WAYS):
        to = neighbour(int(s.hero), way)
        if to != NOWHERE and has(tiles, to):
            ways |= 1 << way
    return ways


@rule
def leap_tiles(s):
    """Tiles the hero may leap to (5.2)."""
    if s.energy < LEAP_COST:
        return NONE
    hero = int(s.hero)
    near = disc(hero, 1)
    return both(without(disc(hero, leap_reach(s)), near), landing(s))


@rule
def bash_ways(s):
    """Ways the hero may bash, one bit each; with Spinning Bash only NO_WAY (6.1)."""
    if s.cooldown > 0:
        return 0
    if holds(s, Prayer.SPINNING_BASH):
        return 1 << NO_WAY
    ways = 0
    for way in range(WAYS):
        if neighbour(int(s.hero), way) != NOWHERE:
            ways |= 1 << way
    return ways


@rule
def throw_tiles(s):
    """Tiles the spear may be thrown at (6.3)."""
    if not has_spear(s):
        return NONE
    hero = int(s.hero)
    blocked = either(either(magma(s), static(s)), either(bomb_tiles(s), disc(hero, 0)))
    return without(disc(hero, throw_reach(s)), blocked)


@rule
def is_selectable(s, prayer):
    """May this offer be taken now (9.1)?"""
    if prayer == Prayer.DIVINE_RESTORATION:
        return s.health < s.max_health
    if prayer == Prayer.FORTITUDE:
        return s.max_health < MAX_HEALTH
    return (s.offers >> prayer) & 1 == 1 and s.health - SACRIFICE[prayer] >= 1


@rule
def prayers_selectable(s):
    """Prayers the hero may say here and now, one bit each (6.5)."""
    if s.altar == NOWHERE or s.altar_used != 0 or not has(around(int(s.altar)), int(s.hero)):
        return 0
    chosen = 0
    for prayer in range(PRAYERS):
        if is_selectable(s, prayer):
            chosen |= 1 << prayer
    return chosen


@rule
def is_legal(s, choice):
    """May this choice be made?"""
    if s.end != End.RUNNING or choice < 0:
        return False
    kind = kind_of(choice)
    aim = aim_of(choice)
    if kind == Do.WALK:
        return aim < WAYS and (walk_ways(s) >> aim) & 1 == 1
    if kind == Do.LEAP:
        return aim < CELLS and has(leap_tiles(s), aim)
    if kind == Do.BASH:
        return aim <= NO_WAY and (bash_ways(s) >> aim) & 1 == 1
    if kind == Do.THROW:
        return aim < CELLS and has(throw_tiles(s), aim)
    if kind == Do.PRAY:
        return aim < PRAYERS and (prayers_selectable(s) >> aim) & 1 == 1
    if kind == Do.IDLE:
        return aim == 0 and holds(s, Prayer.PATIENCE)
    return kind == Do.RESIGN and aim == 0


@rule
def count_legal(s):
    """How many choices there are; none after the end."""
    if s.end != End.RUNNING:
        return 0
    n = ones(walk_ways(s)) + count(leap_tiles(s)) + ones(bash_ways(s)) + count(throw_tiles(s))
    n += ones(prayers_selectable(s))
    if holds(s, Prayer.PATIENCE):
        n += 1
    return n


@rule
def can_act(s):
    """Is there any legal choice?"""
    return walk_ways(s) != 0 or count_legal(s) > 0


@rule
def nth_legal(s, k):
    """Choice number k of the fixed order."""
    ways = walk_ways(s)
    n = ones(ways)
    if k < n:
        return WALK | nth_bit(ways, k)
    k -= n
    tiles = leap_tiles(s)
    n = count(tiles)
    if k < n:
        return LEAP | nth(tiles, k)
    k -= n
    ways = bash_ways(s)
    n = ones(ways)
    if k < n:
        return BASH | nth_bit(ways, k)
    k -= n
    tiles = throw_tiles(s)
    n = count(tiles)
    if k < n:
        return THROW | nth(tiles, k)
    k -= n
    chosen = prayers_selectable(s)
    n = ones(chosen)
    if k < n:
        return PRAY | nth_bit(chosen, k)
    return IDLE


# The fixed action space: every choice that can ever be legal, numbered without gaps.
SPACE = tuple(
    [WALK | way for way in range(WAYS)]
    + [LEAP | cell for cell in ALL_CELLS]
    + [BASH | way for way in range(WAYS + 1)]
    + [THROW | cell for cell in ALL_CELLS]
    + [PRAY | prayer for prayer in range(PRAYERS)]
    + [IDLE]
)
