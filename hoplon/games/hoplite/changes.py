"""What the larger actions change: steps, deaths, bombs, prayers and the way down (rulebook 3 to 9)."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import NONE, either, neighbour, nth_bit, ones, only
from hoplon.games.hoplite.demons import bomb_ways, step_target
from hoplon.games.hoplite.facts import demon_pick, demon_tiles, has_spear, holds, plays
from hoplon.games.hoplite.reactions import STREAK_GOAL
from hoplon.games.hoplite.setup import new_level, unsettle
from hoplon.games.hoplite.state import Prayer, Variant
from hoplon.games.hoplite.tables import KILL_SCORE, SACRIFICE

SCORE_DEPTH = 100
SCORE_ALTAR_UNUSED = 50


@rule
def step(s, turn, a):
    """Where a demon walks is decided when its turn comes, with the earlier ones where they went (7.5)."""
    d = int(a.who)
    to = step_target(s, turn, d)
    if to == s.cell[d]:
        return False
    a.dst = to
    move_demon(s, a)
    return True


@rule
def move_demon(s, a):
    """A demon steps or is pushed onto a tile."""
    s.cell[a.who] = a.dst
    src = only(int(a.src))
    dst = only(int(a.dst))
    s.demons_lo = s.demons_lo ^ src[0] ^ dst[0]
    s.demons_hi = s.demons_hi ^ src[1] ^ dst[1]


@rule
def keeps_streak(s):
    """The streak is kept only with Surge or Regeneration (6.4)."""
    return holds(s, Prayer.SURGE) or holds(s, Prayer.REGENERATION)


@rule
def count_streak(s, a):
    """Turns in a row with a credited kill (6.4)."""
    if s.killing == 0:
        s.streak = 0
        return False
    a.n = s.streak + 1
    s.streak = 0 if a.n == STREAK_GOAL else a.n
    return True


@rule
def bury(s, a):
    """A demon dies; the last of the list takes its place in the order of play (7.1)."""
    cell = int(s.cell[a.who])
    if cell == NOWHERE:
        return False
    a.dst = cell
    unsettle(s, a.who, cell)
    last = s.demons - 1
    for i in range(s.demons):
        if s.order[i] == a.who:
            s.order[i] = s.order[last]
            break
    s.order[last] = NOBODY
    s.demons = last
    s.charge[a.who] = 0
    s.stun[a.who] = 0
    if a.n == 1:
        s.killing = 1
        s.score += KILL_SCORE[a.what]
    return True


@rule
def gain_energy(s, a):
    """Energy never exceeds its maximum (4); at the maximum nothing happens."""
    before = int(s.energy)
    s.energy = min(before + int(a.n), int(s.max_energy))
    a.n = s.energy - before
    return a.n > 0


@rule
def stun(s, a):
    """A stunned demon misses the demon phase of this turn (7.6), or more by the variant `stun-turns`."""
    if s.cell[a.who] == NOWHERE:
        return False
    s.stun[a.who] = s.stun_turns
    return True


@rule
def lob(s, turn, a):
    """The bomb's tile is drawn when the throw is made; it lies there until the next turn (7.4, 8.1)."""
    ways = bomb_ways(s, int(a.src), int(s.hero), demon_tiles(s))
    if ways == 0:
        return False
    a.dst = neighbour(int(s.hero), nth_bit(ways, demon_pick(s, turn, ones(ways))))
    s.charge[a.who] = 0
    s.bomb[s.bombs] = a.dst
    s.bashed[s.bombs] = 0
    s.bombs += 1
    mark_bombs(s)
    return True


@rule
def roll_bomb(s, a):
    """A bomb that was moved by a bash is the hero's (6.1)."""
    s.bomb[a.who] = a.dst
    s.bashed[a.who] = 1
    mark_bombs(s)


@rule
def clear_bomb(s, a):
    """A bomb that went off is gone; bombs go off all together."""
    s.bomb[a.who] = NOWHERE
    s.bashed[a.who] = 0
    if a.who == s.bombs - 1:
        s.bombs = 0
    mark_bombs(s)


@rule
def mark_bombs(s):
    """Keep the set of tiles with bombs."""
    tiles = NONE
    for b in range(s.bombs):
        tiles = either(tiles, only(int(s.bomb[b])))
    s.bombs_lo = tiles[0]
    s.bombs_hi = tiles[1]


@rule
def regenerate(s):
    """Once a depth, one heart; at full health the use is kept; the dead stay dead (6.4, Q11)."""
    revives = plays(s, Variant.REGENERATION_LAST)
    if s.regenerated == 1 or s.health == s.max_health or (s.health == 0 and not revives):
        return False
    s.health += 1
    s.regenerated = 1
    return True


@rule
def say_prayer(s, prayer):
    """Pay the sacrifice, take the effect, use up the altar (6.5, 9.1)."""
    s.altar_used = 1
    if prayer == Prayer.DIVINE_RESTORATION:
        s.health = s.max_health
        return
    if prayer == Prayer.FORTITUDE:
        s.max_health += 1
        s.health += 1
        return
    s.max_health -= SACRIFICE[prayer]
    s.health -= SACRIFICE[prayer]
    s.prayers |= 1 << prayer
    more = 0
    if prayer == Prayer.GREATER_ENERGY:
        more = 20
    elif prayer == Prayer.GREATER_ENERGY_II:
        more = 15
    s.max_energy += more
    s.energy += more


@rule
def descend(s, turn):
    """With the spear: a new level, full energy, nothing else carried over but health and prayers (3.4)."""
    if not has_spear(s):
        return False
    s.score += SCORE_DEPTH
    if s.altar != NOWHERE and s.altar_used == 0:
        s.score += SCORE_ALTAR_UNUSED
    if not plays(s, Variant.COOLDOWN_CARRIES_OVER):
        s.cooldown = 0
    elif s.cooldown > 0:
        s.cooldown -= 1
    if not plays(s, Variant.STREAK_CARRIES_OVER):
        s.streak = 0
    if s.carries_fleece == 1 and s.health < s.max_health:
        s.health += 1
    s.killing = 0
    turn.new_deal = 1
    new_level(s, s.depth + 1)
    return True
