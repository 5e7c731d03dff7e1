"""Tiles under attack, as sets: what `threats` tells tile by tile, for learners, who ask at every step."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import (
    NONE,
    STEP,
    WAYS,
    around,
    beside,
    both,
    disc,
    either,
    grow,
    has,
    is_on_map,
    only,
    without,
)
from hoplon.games.hoplite.demons import ARROW_RANGE, BEAM_RANGE, BOMB_RANGE, beam_finds
from hoplon.games.hoplite.facts import bomb_tiles, demon_tiles, plays, static, walkable
from hoplon.games.hoplite.state import Kind, Variant
from hoplon.games.hoplite.tables import FULL_CHARGE


@rule
def attacks(s):
    """Tiles on which a hero would be hurt if nobody moved first, hurt more than once, or thrown a bomb at."""
    once = NONE
    twice = NONE
    thrown = NONE
    demons = demon_tiles(s)
    for i in range(s.demons):
        d = int(s.order[i])
        if s.stun[d] > 0:
            continue
        kind = int(s.kind[d])
        cell = int(s.cell[d])
        if kind == Kind.DEMOLITIONIST:
            if s.charge[d] >= FULL_CHARGE[kind]:
                thrown = either(thrown, beside(bomb_targets(s, cell, demons)))
            continue
        found = NONE
        if kind == Kind.FOOTMAN:
            found = around(cell)
        elif kind == Kind.ARCHER:
            found = arrow_tiles(s, cell, either(demons, static(s)))
        elif s.charge[d] >= FULL_CHARGE[kind]:
            found = beam_tiles(s, cell, demons)
        twice = either(twice, both(once, found))
        once = either(once, found)
    for b in range(s.bombs):
        found = disc(int(s.bomb[b]), 1)
        twice = either(twice, both(once, found))
        once = either(once, found)
    return once, twice, thrown


@rule
def bomb_targets(s, thrower, demons):
    """Tiles that a bomb may be thrown on (7.4)."""
    feared = demons
    if plays(s, Variant.BOMB_NEAR_THROWER):
        feared = without(demons, only(thrower))
    taken = either(either(demons, bomb_tiles(s)), grow(feared))
    return both(without(walkable(s), taken), disc(thrower, BOMB_RANGE))


@rule
def arrow_tiles(s, cell, blocked):
    """Tiles that an archer shoots at: on a line, two to five away, nothing between (7.2)."""
    found = NONE
    for way in range(WAYS):
        c = cell
        for n in range(1, ARROW_RANGE + 1):
            c += int(STEP[way])
            if not is_on_map(c):
                break
            if n >= 2:
                found = either(found, only(c))
            if has(blocked, c):
                break
    return found


@rule
def beam_tiles(s, cell, demons):
    """Tiles that a wizard's beam finds: five on a line, up to an obstacle, with no demon among them (7.2)."""
    found = NONE
    for way in range(WAYS):
        line = NONE
        c = cell
        for _ in range(BEAM_RANGE):
            c += int(STEP[way])
            if not is_on_map(c):
                break
            if has(demons, c):
                line = NONE
                break
            if has(static(s), c):
                if beam_finds(s, cell, c):
                    line = either(line, only(c))
                break
            line = either(line, only(c))
        found = either(found, line)
    return found
