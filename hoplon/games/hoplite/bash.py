"""Bash: what is knocked back, and what gives way (rulebook 6.1 and 6.2)."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, then
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import WAYS, has, neighbour
from hoplon.games.hoplite.facts import (
    bomb_at,
    bomb_tiles,
    demon_at,
    demon_tiles,
    holds,
    magma,
    plays,
    push_pick,
    static,
)
from hoplon.games.hoplite.state import Do, Kind, Prayer, Variant

BOMB = Kind.BOMB.value


@rule
def smash_tiles(s, turn, bash):
    """The named tile, then its clockwise and counter-clockwise neighbour, or all six (6.1)."""
    hero = int(s.hero)
    if holds(s, Prayer.SPINNING_BASH):
        for way in range(WAYS):
            smash_tile(turn, hero, way)
        return
    way = int(bash.n)
    smash_tile(turn, hero, way)
    if holds(s, Prayer.SWEEPING_BASH):
        smash_tile(turn, hero, (way + 1) % WAYS)
        smash_tile(turn, hero, (way + 5) % WAYS)


@rule
def smash_tile(turn, hero, way):
    """Tiles outside the map are skipped (6.1)."""
    tile = neighbour(hero, way)
    if tile != NOWHERE:
        then(turn, Do.SMASH, src=hero, dst=tile, n=way)


@rule
def push_target(s, turn, smash):
    """What lies on a smashed tile is pushed once, or twice with Mighty Bash; a bomb before a demon (6.1)."""
    tile = int(smash.dst)
    what = BOMB
    who = bomb_at(s, tile)
    if who == NOBODY:
        who = demon_at(s, tile)
        what = int(s.kind[who])
    then(turn, Do.PUSH, who=who, what=what, src=tile, n=smash.n)
    beyond = neighbour(tile, int(smash.n))
    if holds(s, Prayer.MIGHTY_BASH) and beyond != NOWHERE:
        then(turn, Do.PUSH, who=who, what=what, src=beyond, n=smash.n)


@rule
def is_there(s, a):
    """Is the entity that an action names still on the tile it names?"""
    if a.what == Kind.BOMB:
        return a.who < s.bombs and s.bomb[a.who] == a.src
    return s.cell[a.who] == a.src


@rule
def knock_back(s, turn, push):
    """One step of a knock-back: stopped, crushed, burned, or moved with the way made free (6.1)."""
    to = neighbour(int(push.src), int(push.n))
    if push.what == Kind.BOMB:
        if to == NOWHERE or is_shut(s, to):
            return
        make_room(s, turn, to, int(push.n))
        then(turn, Do.ROLL, who=push.who, what=push.what, src=push.src, dst=to)
    elif to == NOWHERE:
        then(turn, Do.CRUSH, who=push.who, what=push.what, src=push.src)
    elif is_shut(s, to):
        return
    elif has(magma(s), to):
        then(turn, Do.BURN, who=push.who, what=push.what, src=push.src, dst=to)
    else:
        make_room(s, turn, to, int(push.n))
        then(turn, Do.SLIDE, who=push.who, what=push.what, src=push.src, dst=to)


@rule
def is_shut(s, c):
    """A static obstacle stops a push; so does a bomb in the variant `bombs-block-pushes` (Q13)."""
    return has(static(s), c) or (plays(s, Variant.BOMBS_BLOCK_PUSHES) and has(bomb_tiles(s), c))


@rule
def make_room(s, turn, c, way):
    """A demon in the way is pushed away in the same direction (6.1)."""
    if has(demon_tiles(s), c):
        d = demon_at(s, c)
        then(turn, Do.PUSH_AWAY, who=d, what=s.kind[d], src=c, n=way)


@rule
def give_way(s, turn, away):
    """Pushed away: ahead, else to a side drawn by lot, else through the demon ahead, else crushed (6.2)."""
    c = int(away.src)
    way = int(away.n)
    ahead = neighbour(c, way)
    right = neighbour(c, (way + 1) % WAYS)
    left = neighbour(c, (way + 5) % WAYS)
    if takes_pushed(s, ahead):
        slide_or_burn(s, turn, away, ahead)
    elif takes_pushed(s, right) and takes_pushed(s, left):
        slide_or_burn(s, turn, away, right if push_pick(s, turn) == 0 else left)
    elif takes_pushed(s, right):
        slide_or_burn(s, turn, away, right)
    elif takes_pushed(s, left):
        slide_or_burn(s, turn, away, left)
    elif ahead != NOWHERE and has(demon_tiles(s), ahead):
        make_room(s, turn, ahead, way)
        then(turn, Do.SLIDE, who=away.who, what=away.what, src=c, dst=ahead)
    else:
        then(turn, Do.CRUSH, who=away.who, what=away.what, src=c)


@rule
def takes_pushed(s, c):
    """Is a tile empty for a demon pushed away? Magma and bombs do not fill it (6.2)."""
    return c != NOWHERE and c != s.hero and not is_shut(s, c) and not has(demon_tiles(s), c)


@rule
def slide_or_burn(s, turn, away, to):
    """Onto the tile found; on magma it burns (6.2)."""
    kind = Do.BURN if has(magma(s), to) else Do.SLIDE
    then(turn, kind, who=away.who, what=away.what, src=away.src, dst=to)
