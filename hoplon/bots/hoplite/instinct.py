"""Instinct at Hoplite: the choices worth a thought, each with a score, without trying any.

Attacks follow from the positions alone, so the hits that a move brings at once are known before the dice
fall. The instinct counts them as things stand: it does not see that a kill can open a line for an archer.
"""

from __future__ import annotations

from hoplon.bots.hoplite.paths import steps_from, steps_to_go
from hoplon.bots.hoplite.worth import worth_after, worth_below
from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import record, rule
from hoplon.games.hoplite.cells import (
    NO_WAY,
    NONE,
    STAIRS,
    STEP,
    WAYS,
    around,
    both,
    count,
    disc,
    distance,
    either,
    has,
    is_empty,
    is_on_map,
    neighbour,
    nth,
    only,
    way_to,
)
from hoplon.games.hoplite.demons import ARROW_RANGE
from hoplon.games.hoplite.facts import (
    bomb_tiles,
    demon_tiles,
    has_spear,
    holds,
    landing,
    magma,
    static,
    throw_reach,
)
from hoplon.games.hoplite.legal import (
    BASH,
    IDLE,
    LEAP,
    PRAY,
    THROW,
    WALK,
    bash_ways,
    leap_tiles,
    nth_legal,
    prayers_selectable,
)
from hoplon.games.hoplite.state import LAST_DEPTH, MAX_DEMONS, Kind, Prayer
from hoplon.games.hoplite.tables import FULL_CHARGE, PRAYERS

MOST = 96
EVERY_WAY = 63

# What a player has in mind, one bit each; 0 is to pray at the altar and to avoid fights.
SKIP_ALTAR = 1
FIGHT = 2
PLANS = 4

OF_HIT = -2.0
OF_DEATH = -20.0
OF_KILL = 1.0
OF_KILL_IN_FIGHT = 2.5
OF_STEP = -0.8
OF_EXIT = 4.0
OF_LEAP = -2.0
OF_ENERGY = 0.03
OF_SPEAR_AWAY = -1.5
OF_WAIT = -0.5
OF_PRAYER = 3.0
OF_GAIN = 6.0
DANGER = 10.0

# The scored choices, and the tiles on which each demon would hit the hero.
thoughts_t = record(
    [
        ("n", "i8"),
        ("code", "i8", (MOST,)),
        ("score", "f8", (MOST,)),
        ("reach_lo", "i8", (MAX_DEMONS,)),
        ("reach_hi", "i8", (MAX_DEMONS,)),
    ]
)


@rule
def think(s, chart, plan, thoughts):
    """Score the choices worth a thought, under a plan."""
    thoughts.n = 0
    look_around(s, thoughts)
    per_kill = OF_KILL if plan & FIGHT == 0 else OF_KILL_IN_FIGHT
    altar = plan & SKIP_ALTAR == 0
    stay = OF_STEP * steps_to_go(s, chart, altar)
    if not has_spear(s):
        stay += OF_SPEAR_AWAY
    weigh_moves(s, chart, altar, per_kill, thoughts)
    weigh_bashes(s, stay + OF_WAIT, per_kill, thoughts)
    weigh_throws(s, chart, altar, per_kill, thoughts)
    stay += pain(s, hits_on(s, thoughts, int(s.hero), NONE))
    weigh_prayers(s, stay, thoughts)
    if holds(s, Prayer.PATIENCE):
        add(thoughts, IDLE, stay + OF_WAIT)
    if thoughts.n == 0:
        add(thoughts, nth_legal(s, 0), stay)


@rule
def add(thoughts, code, score):
    """One more choice."""
    thoughts.code[thoughts.n] = code
    thoughts.score[thoughts.n] = score
    thoughts.n += 1


@rule
def look_around(s, thoughts):
    """Which tiles each demon commands; one that a bomb is about to kill commands none (8.3)."""
    blast = NONE
    for b in range(s.bombs):
        blast = either(blast, disc(int(s.bomb[b]), 1))
    for i in range(s.demons):
        d = int(s.order[i])
        tiles = NONE
        if not has(blast, int(s.cell[d])):
            tiles = reach_of(s, d)
        thoughts.reach_lo[d] = tiles[0]
        thoughts.reach_hi[d] = tiles[1]


@rule
def reach_of(s, d):
    """Tiles on which this demon hits the hero this turn, all demons being where they are (7.2)."""
    kind = s.kind[d]
    cell = int(s.cell[d])
    if s.stun[d] > 0 or kind == Kind.DEMOLITIONIST:
        return NONE
    if kind == Kind.FOOTMAN:
        return around(cell)
    if s.charge[d] < FULL_CHARGE[kind]:
        return NONE
    tiles = NONE
    for way in range(WAYS):
        tiles = either(tiles, ray_of(s, kind, cell, way))
    return tiles


@rule
def ray_of(s, kind, cell, way):
    """An archer's arrow misses the next tile and ends before a demon; a wizard spares his own (7.2)."""
    ray = NONE
    c = cell
    for n in range(ARROW_RANGE):
        c += STEP[way]
        if not is_on_map(c):
            break
        if has(demon_tiles(s), c):
            return NONE if kind == Kind.WIZARD else ray
        if n > 0 or kind == Kind.WIZARD:
            ray = either(ray, only(c))
        if has(static(s), c):
            break
    return ray


@rule
def commands(thoughts, d, c):
    """Would this demon hit a hero there?"""
    return has((thoughts.reach_lo[d], thoughts.reach_hi[d]), c)


@rule
def hits_on(s, thoughts, c, dead):
    """Hits on a hero who ends the turn there, demons on the tiles `dead` gone."""
    hits = bombs_near(s, c)
    for i in range(s.demons):
        d = int(s.order[i])
        if commands(thoughts, d, c) and not has(dead, int(s.cell[d])):
            hits += 1
    return hits


@rule
def bombs_near(s, c):
    """Bombs that will hurt a hero on that tile."""
    n = 0
    for b in range(s.bombs):
        if distance(int(s.bomb[b]), c) <= 1:
            n += 1
    return n


@rule
def pain(s, hits):
    """What hits cost."""
    if hits >= s.health:
        return OF_DEATH + OF_HIT * hits
    return OF_HIT * hits


@rule
def killed_by_move(s, hero, c):
    """Tiles of the demons that a move stabs or lunges at (5.3, 5.4)."""
    demons = demon_tiles(s)
    dead = both(both(around(hero), around(c)), demons)
    way = way_to(hero, c)
    if way == NO_WAY or not has_spear(s):
        return dead
    ahead = neighbour(c, way)
    if ahead == NOWHERE or not has(demons, ahead):
        return dead
    if holds(s, Prayer.DEEP_LUNGE):
        dead = either(dead, both(only(neighbour(ahead, way)), demons))
    return either(dead, only(ahead))


@rule
def weigh_moves(s, chart, altar, per_kill, thoughts):
    """Walks and leaps: hits, kills, energy and the way that is left."""
    hero = int(s.hero)
    near = around(hero)
    tiles = either(both(near, landing(s)), leap_tiles(s))
    gain = OF_ENERGY * min(DANGER, float(int(s.max_energy) - int(s.energy)))
    for k in range(count(tiles)):
        c = nth(tiles, k)
        walks = has(near, c)
        dead = killed_by_move(s, hero, c)
        x = per_kill * count(dead)
        armed = has_spear(s) or s.spear == c
        if c == s.portal or (c == STAIRS and armed and s.depth != LAST_DEPTH):
            x += OF_EXIT
        elif not walks and holds(s, Prayer.STAGGERING_LEAP):
            x += pain(s, hits_on(s, thoughts, c, either(dead, around(c))))
        else:
            x += pain(s, hits_on(s, thoughts, c, dead))
        if not is_empty(both(around(c), demon_tiles(s))):
            x += gain
        if armed:
            x += OF_STEP * steps_from(s, chart, altar, c)
        else:
            x += away(s, chart, altar, c, int(s.spear))
        if walks:
            add(thoughts, WALK | way_to(hero, c), x)
        else:
            add(thoughts, LEAP | c, x + OF_LEAP)


@rule
def away(s, chart, altar, hero, spear):
    """The way that is left over a spear on the ground."""
    return OF_SPEAR_AWAY + OF_STEP * (distance(hero, spear) + steps_from(s, chart, altar, spear))


@rule
def weigh_bashes(s, stay, per_kill, thoughts):
    """Bashes that hit something (6.1), and one that does not: it lets a turn pass."""
    ways = bash_ways(s)
    passed = False
    for aim in range(WAYS + 1):
        if (ways >> aim) & 1 == 0:
            continue
        arc = EVERY_WAY
        if aim != NO_WAY:
            arc = 1 << aim
            if holds(s, Prayer.SWEEPING_BASH):
                arc |= (1 << ((aim + 1) % WAYS)) | (1 << ((aim + 5) % WAYS))
        dead, moved, bombs = bashed(s, arc)
        if is_empty(either(dead, moved)) and bombs == 0:
            if passed:
                continue
            passed = True
        hits = bombs_near(s, int(s.hero)) - bombs
        for i in range(s.demons):
            d = int(s.order[i])
            cell = int(s.cell[d])
            if has(dead, cell):
                continue
            if not has(moved, cell) or s.kind[d] == Kind.WIZARD:
                hits += 1 if commands(thoughts, d, int(s.hero)) else 0
            elif s.kind[d] == Kind.ARCHER and s.stun[d] == 0:  # knocked back to where it can shoot from
                hits += 1
        add(thoughts, BASH | aim, stay + per_kill * count(dead) + pain(s, max(hits, 0)))


@rule
def bashed(s, arc):
    """Demons that a bash kills, demons it moves, and how many bombs it rolls away."""
    hero = int(s.hero)
    demons = demon_tiles(s)
    dead = NONE
    moved = NONE
    bombs = 0
    for way in range(WAYS):
        c = neighbour(hero, way)
        if (arc >> way) & 1 == 0 or c == NOWHERE:
            continue
        beyond = neighbour(c, way)
        shut = beyond != NOWHERE and has(static(s), beyond)
        if has(bomb_tiles(s), c):
            if beyond != NOWHERE and not shut:
                bombs += 1
                dead = either(dead, both(demons, disc(beyond, 1)))
        elif has(demons, c) and not shut:
            if is_deadly(s, beyond) or (
                holds(s, Prayer.MIGHTY_BASH) and is_deadly(s, neighbour(beyond, way))
            ):
                dead = either(dead, only(c))
            else:
                moved = either(moved, only(c))
    return dead, moved, bombs


@rule
def is_deadly(s, c):
    """Does a demon knocked there die: crushed at the edge, burned in magma (6.1)?"""
    return c == NOWHERE or has(magma(s), c)


@rule
def weigh_throws(s, chart, altar, per_kill, thoughts):
    """Throws that kill (6.3)."""
    if not has_spear(s):
        return
    hero = int(s.hero)
    targets = both(disc(hero, throw_reach(s)), demon_tiles(s))
    for k in range(count(targets)):
        c = nth(targets, k)
        if not has(bomb_tiles(s), c):
            x = per_kill + pain(s, hits_on(s, thoughts, hero, only(c)))
            add(thoughts, THROW | c, x + away(s, chart, altar, hero, c))


@rule
def weigh_prayers(s, stay, thoughts):
    """Prayers by what the hero is worth with them."""
    chosen = prayers_selectable(s)
    if chosen == 0:
        return
    now = worth_below(s)
    for prayer in range(PRAYERS):
        if (chosen >> prayer) & 1 == 1:
            gain = worth_after(s, prayer) / now - 1.0
            add(thoughts, PRAY | prayer, stay + OF_PRAYER + OF_GAIN * gain)
