"""How demons attack and walk (rulebook 7)."""

from __future__ import annotations

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import (
    NO_WAY,
    NONE,
    STAIRS,
    STAY,
    STEP,
    WAYS,
    both,
    disc,
    distance,
    either,
    grow,
    has,
    is_empty,
    is_line_clear,
    is_on_map,
    neighbour,
    nth_bit,
    ones,
    only,
    way_to,
    without,
)
from hoplon.games.hoplite.facts import (
    bomb_tiles,
    demon_pick,
    demon_tiles,
    free_tiles,
    plays,
    static,
    walkable,
)
from hoplon.games.hoplite.state import Do, Kind, Variant
from hoplon.games.hoplite.tables import FULL_CHARGE

ARROW_RANGE = 5
BEAM_RANGE = 5
BOMB_RANGE = 3
BEST_RANGE = 3


@rule
def can_attack(s, d, hero):
    """Would this demon attack a hero on that tile (7.2)?"""
    if s.stun[d] > 0:
        return False
    kind = s.kind[d]
    cell = int(s.cell[d])
    if kind == Kind.FOOTMAN:
        return distance(cell, hero) == 1
    if kind == Kind.ARCHER:
        return can_shoot_from(s, cell, hero, demon_tiles(s))
    if s.charge[d] < FULL_CHARGE[kind]:
        return False
    if kind == Kind.WIZARD:
        return beam_finds(s, cell, hero)
    return bomb_ways(s, cell, hero, demon_tiles(s)) != 0


@rule
def can_shoot_from(s, cell, hero, demons):
    """On a line, two to five tiles away, no demon and no static obstacle between (7.2)."""
    way = way_to(cell, hero)
    if way == NO_WAY:
        return False
    n = distance(cell, hero)
    return 2 <= n <= ARROW_RANGE and is_line_clear(cell, hero, way, either(demons, static(s)))


@rule
def beam_finds(s, cell, hero):
    """A beam of five tiles that reaches the hero and touches no demon, before or behind him (7.2)."""
    way = way_to(cell, hero)
    if way == NO_WAY or distance(cell, hero) > BEAM_RANGE:
        return False
    found = False
    walls = static(s)
    demons = demon_tiles(s)
    c = cell
    for _ in range(BEAM_RANGE):
        c += STEP[way]
        if not is_on_map(c) or (has(walls, c) and c != hero):
            break
        if has(demons, c):
            return False
        if c == hero:
            found = True
    return found


@rule
def bomb_ways(s, thrower, hero, demons):
    """Ways from the hero to the tiles a bomb may be thrown on, one bit each (7.4)."""
    feared = demons
    if plays(s, Variant.BOMB_NEAR_THROWER):
        feared = without(demons, only(thrower))
    taken = either(either(demons, bomb_tiles(s)), grow(feared))
    targets = both(without(walkable(s), taken), disc(thrower, BOMB_RANGE))
    ways = 0
    for way in range(WAYS):
        to = neighbour(hero, way)
        if to != NOWHERE and has(targets, to):
            ways |= 1 << way
    return ways


@rule
def step_target(s, turn, d):
    """The tile a demon walks to; its own if it stays (7.5)."""
    cell = int(s.cell[d])
    free = free_tiles(s)
    if plays(s, Variant.VACATED_TILES_BLOCKED):
        free = without(free, vacated(turn))
    if s.kind[d] == Kind.FOOTMAN:
        ways = footman_ways(s, cell, free)
    else:
        ways = ranged_ways(s, d, cell, free)
    if ways == 0:
        return cell
    way = nth_bit(ways, demon_pick(s, turn, ones(ways)))
    if way == STAY:
        return cell
    return neighbour(cell, way)


@rule
def vacated(turn):
    """Tiles that demons left earlier in this phase, for the variant `vacated-tiles-blocked` (Q4)."""
    tiles = NONE
    for i in range(turn.n):
        if turn.log[i].kind == Do.STEP:
            tiles = either(tiles, only(int(turn.log[i].src)))
    return tiles


@rule
def footman_ways(s, cell, free):
    """Closer along the paths if possible; else wait or keep the distance, each as likely (7.5)."""
    paths = walkable(s)
    nearer = only(int(s.hero))
    reached = nearer
    while not has(reached, cell):
        nearer = reached
        reached = either(both(grow(nearer), paths), nearer)
        if reached == nearer:
            return 0
    ways = ways_into(cell, both(free, nearer))
    if ways == 0:
        ways = ways_into(cell, both(free, reached)) | (1 << STAY)
    return ways


@rule
def ways_into(cell, tiles):
    """Ways that lead from a tile into a set, one bit each."""
    ways = 0
    if is_empty(both(tiles, grow(only(cell)))):
        return ways
    for way in range(WAYS):
        to = neighbour(cell, way)
        if to != NOWHERE and has(tiles, to):
            ways |= 1 << way
    return ways


@rule
def ranged_ways(s, d, cell, free):
    """The first of the five rules of 7.5 that finds a tile."""
    hero = int(s.hero)
    shunned = either(only(STAIRS), only(int(s.spear)))
    kind = s.kind[d]
    if kind != Kind.DEMOLITIONIST or plays(s, Variant.DEMOLITIONIST_SEEKS_RANGE):
        good = 0
        good_off = STAY
        poor = 0
        poor_off = STAY
        for way in range(WAYS + 1):
            to = cell
            if way != STAY:
                to = neighbour(cell, way)
                if to == NOWHERE or not has(free, to):
                    continue
            elif not may_stay(s, d, cell, hero):
                continue
            if not is_shooting_tile(s, d, cell, to, hero):
                continue
            off = abs(distance(to, hero) - BEST_RANGE)
            if has(shunned, to):
                if off < poor_off:
                    poor = 0
                    poor_off = off
                if off == poor_off:
                    poor |= 1 << way
            else:
                if off < good_off:
                    good = 0
                    good_off = off
                if off == good_off:
                    good |= 1 << way
        if good != 0:
            return good
        if poor != 0:
            return poor
    n = distance(cell, hero)
    better = 0
    same = 0
    for way in range(WAYS):
        to = neighbour(cell, way)
        if to == NOWHERE or not has(free, to) or has(shunned, to):
            continue
        m = distance(to, hero)
        if abs(m - BEST_RANGE) < abs(n - BEST_RANGE):
            better |= 1 << way
        elif m == n:
            same |= 1 << way
    if better != 0:
        return better
    return same


@rule
def may_stay(s, d, cell, hero):
    """The own tile is always a candidate; not so in the variant `wizard-always-moves` (Q3)."""
    if s.kind[d] != Kind.WIZARD or not plays(s, Variant.WIZARD_ALWAYS_MOVES):
        return True
    return s.charge[d] == 0 and distance(cell, hero) == BEST_RANGE


@rule
def is_shooting_tile(s, d, cell, to, hero):
    """Could this demon attack from there, were it charged? A wizard does not mind demons (7.5)."""
    kind = s.kind[d]
    others = without(demon_tiles(s), only(cell))
    if kind == Kind.ARCHER:
        return can_shoot_from(s, to, hero, others)
    if kind == Kind.DEMOLITIONIST:
        return bomb_ways(s, to, hero, either(others, only(to))) != 0
    way = way_to(to, hero)
    if way == NO_WAY or distance(to, hero) > BEAM_RANGE:
        return False
    return is_line_clear(to, hero, way, static(s))
