"""What follows from the hero's moves, from deaths, bombs and streaks (rulebook 4 to 6, 8)."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, then
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import NO_WAY, around, both, disc, has, is_empty, neighbour, way_to
from hoplon.games.hoplite.facts import demon_at, demon_tiles, has_spear, holds
from hoplon.games.hoplite.state import Do, Kind, Prayer

ENERGY_FOR_DANGER = 10
ENERGY_FOR_BLOOD = 6
ENERGY_OF_SURGE = 100
STREAK_GOAL = 3


@rule
def take_spear_here(s, turn, move):
    """Moving onto the spear's tile takes it up (5.5)."""
    if s.spear == move.dst:
        then(turn, Do.TAKE_SPEAR, dst=move.dst)


@rule
def gain_for_danger(s, turn, move):
    """Moving next to a demon gives 10 energy, once, also if the move kills it (4)."""
    if not is_empty(both(around(int(move.dst)), demon_tiles(s))):
        then(turn, Do.GAIN, n=ENERGY_FOR_DANGER)


@rule
def stab_demons_passed(s, turn, move):
    """A demon next to both the tile left and the tile reached is stabbed (5.3)."""
    passed = both(around(int(move.src)), around(int(move.dst)))
    if is_empty(both(passed, demon_tiles(s))):
        return
    for i in range(s.demons):
        d = int(s.order[i])
        if has(passed, int(s.cell[d])):
            then(turn, Do.STAB, who=d, what=s.kind[d], dst=s.cell[d])


@rule
def lunge_at_demon_ahead(s, turn, move):
    """With the spear in hand before the move, the next tile along it is struck (5.4)."""
    way = way_to(int(move.src), int(move.dst))
    if way != NO_WAY and has_spear(s):
        strike_ahead(s, turn, Do.LUNGE, int(move.dst), neighbour(int(move.dst), way))


@rule
def lunge_deeper(s, turn, lunge):
    """Deep Lunge strikes the tile behind the victim of a lunge (5.4)."""
    if holds(s, Prayer.DEEP_LUNGE):
        way = way_to(int(lunge.src), int(lunge.dst))
        strike_ahead(s, turn, Do.DEEP_LUNGE, int(lunge.dst), neighbour(int(lunge.dst), way))


@rule
def strike_ahead(s, turn, do, src, dst):
    """A demon on the tile is struck."""
    if dst != NOWHERE and has(demon_tiles(s), dst):
        d = demon_at(s, dst)
        then(turn, do, who=d, what=s.kind[d], src=src, dst=dst)


@rule
def stun_demons_landed_at(s, turn, move):
    """Staggering Leap stuns the demons next to the landing tile that survive it (9.1)."""
    if move.kind != Do.LEAP or not holds(s, Prayer.STAGGERING_LEAP):
        return
    near = around(int(move.dst))
    for i in range(s.demons):
        d = int(s.order[i])
        if has(near, int(s.cell[d])):
            then(turn, Do.STUN, who=d, what=s.kind[d], dst=s.cell[d])


@rule
def take_fleece_here(s, turn, move):
    """Moving onto the fleece takes it (2)."""
    if s.fleece == move.dst:
        then(turn, Do.TAKE_FLEECE, dst=move.dst)


@rule
def kill(turn, a, credited):
    """The demon an action names dies."""
    then(turn, Do.KILL, who=a.who, what=a.what, n=credited)


@rule
def kill_demon_hit(s, turn, throw):
    """A demon on the tile the spear is thrown at dies (6.3)."""
    if has(demon_tiles(s), int(throw.dst)):
        d = demon_at(s, int(throw.dst))
        then(turn, Do.KILL, who=d, what=s.kind[d], n=1)


@rule
def drink_blood(s, turn, death):
    """Bloodlust gives 6 energy for each credited kill (9.1)."""
    if death.n == 1 and holds(s, Prayer.BLOODLUST):
        then(turn, Do.GAIN, n=ENERGY_FOR_BLOOD)


@rule
def blast(s, turn, explosion):
    """The hero next to a bomb is hit; demons within one tile die, credited if it was bashed (8.3)."""
    tiles = disc(int(explosion.src), 1)
    if has(tiles, int(s.hero)):
        then(turn, Do.HIT, who=NOBODY, what=Kind.BOMB, dst=s.hero)
    for i in range(s.demons):
        d = int(s.order[i])
        if has(tiles, int(s.cell[d])):
            then(turn, Do.KILL, who=d, what=s.kind[d], n=explosion.n)


@rule
def reward_streak(s, turn, streak):
    """The third killing turn in a row brings Surge or Regeneration (6.4)."""
    if streak.n < STREAK_GOAL:
        return
    if holds(s, Prayer.SURGE):
        then(turn, Do.SURGE)
    if holds(s, Prayer.REGENERATION):
        then(turn, Do.REGENERATE)


@rule
def surge(s, turn):
    """Surge gives 100 energy, makes the bash ready and returns the spear to the hand (6.4)."""
    then(turn, Do.GAIN, n=ENERGY_OF_SURGE)
    if s.cooldown > 0:
        then(turn, Do.READY_BASH)
    if not has_spear(s):
        then(turn, Do.RETURN_SPEAR, src=s.spear)
