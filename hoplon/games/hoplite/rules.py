"""The turn of Hoplite, top to bottom as in the rulebook (3): what happens, and what follows from it."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, begin, then
from hoplon.core.engine import engine
from hoplon.core.kernel import rule
from hoplon.games.hoplite.bash import give_way, is_there, knock_back, push_target, smash_tiles
from hoplon.games.hoplite.board import (
    NO_WAY,
    NONE,
    STAIRS,
    around,
    both,
    disc,
    either,
    has,
    is_empty,
    neighbour,
    nth_bit,
    ones,
    only,
    way_to,
)
from hoplon.games.hoplite.demons import bomb_ways, can_attack, step_target
from hoplon.games.hoplite.facts import (
    LEAP_COST,
    bomb_tiles,
    demon_at,
    demon_pick,
    demon_tiles,
    has_spear,
    holds,
    plays,
    take_dice,
)
from hoplon.games.hoplite.legal import aim_of, can_act, kind_of
from hoplon.games.hoplite.setup import new_level, unsettle, update_static
from hoplon.games.hoplite.state import (
    HELD,
    LAST_DEPTH,
    Do,
    End,
    Kind,
    Prayer,
    Variant,
)
from hoplon.games.hoplite.tables import FULL_CHARGE, KILL_SCORE, SACRIFICE

ENERGY_FOR_DANGER = 10
ENERGY_FOR_BLOOD = 6
ENERGY_OF_SURGE = 100
STREAK_GOAL = 3
BASH_WAIT = 4
TRAPPED = Kind.TRAPPED.value

SCORE_DEPTH = 100
SCORE_ALTAR_UNUSED = 50
SCORE_FLEECE = 500
SCORE_WIN = 1000
SCORE_HEART = 20


@rule
def take_turn(s, turn, choice):
    """One turn (3.2). Each phase queues its actions; `resolve` carries them out with all that follows."""
    begin(turn)
    hero_acts(s, turn, choice)
    resolve(s, turn, turn.pending)
    if s.end != End.RUNNING:
        return
    at_exit = reaches_exit(s, choice)
    leaves_last = plays(s, Variant.DESCEND_AFTER_DEMONS)
    heals_last = plays(s, Variant.REGENERATION_LAST) and holds(s, Prayer.REGENERATION)
    if at_exit:
        if keeps_streak(s):
            then(turn, Do.STREAK)
        if not leaves_last:
            hero_leaves(s, turn)
        resolve(s, turn, turn.pending)
        if s.end != End.RUNNING or turn.new_deal == 1:
            return
    bombs_explode(s, turn)
    if keeps_streak(s) and not at_exit and not heals_last:
        then(turn, Do.STREAK)
    resolve(s, turn, turn.pending)
    first = turn.n
    if s.health > 0:
        demons_attack(s, turn)
        if heals_last and not at_exit:
            then(turn, Do.STREAK)
        resolve(s, turn, turn.pending)
    if s.health == 0:
        then(turn, Do.DIE, what=int(s.killer), src=s.hero)
        resolve(s, turn, turn.pending)
        return
    demons_step(s, turn, who_attacked(turn, first))
    if at_exit and leaves_last:
        hero_leaves(s, turn)
    resolve(s, turn, turn.pending)
    if s.end == End.RUNNING and turn.new_deal == 0:
        end_turn(s, turn)
        resolve(s, turn, turn.pending)


@rule
def hero_acts(s, turn, choice):
    """Phase 1: the action."""
    kind = kind_of(choice)
    aim = aim_of(choice)
    hero = int(s.hero)
    s.turn += 1
    s.killing = 0
    if kind == Do.WALK:
        then(turn, Do.WALK, src=hero, dst=neighbour(hero, aim))
    elif kind == Do.LEAP:
        then(turn, Do.LEAP, src=hero, dst=aim)
    elif kind == Do.BASH:
        tile = NOWHERE
        if aim != NO_WAY:
            tile = neighbour(hero, aim)
        then(turn, Do.BASH, src=hero, dst=tile, n=aim)
    elif kind == Do.THROW:
        then(turn, Do.THROW, src=hero, dst=aim)
    elif kind == Do.PRAY:
        then(turn, Do.PRAY, what=aim, src=hero, dst=int(s.altar))
    elif kind == Do.IDLE:
        then(turn, Do.IDLE, src=hero)
    else:
        then(turn, Do.RESIGN, src=hero)


@rule
def reaches_exit(s, choice):
    """Did this turn's walk or leap bring the hero onto the stairs or the portal (3.2 phase 2)?"""
    kind = kind_of(choice)
    moved = kind == Do.WALK or kind == Do.LEAP
    return moved and (s.hero == STAIRS or s.hero == s.portal)


@rule
def hero_leaves(s, turn):
    """Phase 2: out of the portal, or down the stairs."""
    if s.hero == s.portal:
        then(turn, Do.WIN, src=s.hero)
    elif s.depth != LAST_DEPTH or plays(s, Variant.ENDLESS):
        then(turn, Do.DESCEND, src=s.hero, n=s.depth + 1)


@rule
def bombs_explode(s, turn):
    """Phase 3: every bomb, in the order of the throws."""
    for b in range(s.bombs):
        then(turn, Do.EXPLODE, who=b, what=Kind.BOMB, src=s.bomb[b], n=s.bashed[b])


@rule
def demons_attack(s, turn):
    """Phase 5: in list order, each demon that can attack does (7.2)."""
    for i in range(s.demons):
        d = int(s.order[i])
        if can_attack(s, d, int(s.hero)):
            kind = s.kind[d]
            if kind == Kind.FOOTMAN:
                do = Do.STRIKE
            elif kind == Kind.ARCHER:
                do = Do.SHOOT
            elif kind == Kind.WIZARD:
                do = Do.BEAM
            else:
                do = Do.LOB
            then(turn, do, who=d, what=kind, src=s.cell[d], dst=s.hero)


@rule
def who_attacked(turn, first):
    """The demons whose attacks stand in the log, one bit each."""
    attacked = 0
    for i in range(first, turn.n):
        kind = turn.log[i].kind
        if kind == Do.STRIKE or kind == Do.SHOOT or kind == Do.BEAM or kind == Do.LOB:
            attacked |= 1 << int(turn.log[i].who)
    return attacked


@rule
def demons_step(s, turn, attacked):
    """Phase 6: in list order, who did not attack walks, then recharges (7.3, 7.5)."""
    for i in range(s.demons):
        d = int(s.order[i])
        if (attacked >> d) & 1 == 1:
            continue
        kind = int(s.kind[d])
        if s.stun[d] == 0:
            then(turn, Do.STEP, who=d, what=kind, src=s.cell[d])
        elif plays(s, Variant.STUN_STOPS_CHARGE):
            continue
        if s.charge[d] < FULL_CHARGE[kind]:
            then(turn, Do.RECHARGE, who=d, what=kind, n=s.charge[d] + 1)


@rule
def end_turn(s, turn):
    """Phase 7: stuns wear off, the bash recovers; who cannot act any more is lost."""
    s.killing = 0
    for i in range(s.demons):
        d = int(s.order[i])
        if s.stun[d] > 0:
            s.stun[d] -= 1
    if s.cooldown > 0:
        s.cooldown -= 1
    s.killer = NOBODY
    if not can_act(s):
        s.killer = TRAPPED
        then(turn, Do.DIE, what=TRAPPED, src=s.hero)


@rule
def perform(s, turn, a):
    """What an action changes. False if events overtook it."""
    kind = a.kind
    if kind == Do.STEP:
        return step(s, turn, a)
    if kind == Do.SLIDE:
        move_demon(s, a)
    elif kind == Do.RECHARGE:
        s.charge[a.who] = a.n
    elif kind == Do.WALK or kind == Do.LEAP:
        s.hero = a.dst
        if kind == Do.LEAP:
            s.energy -= LEAP_COST
    elif kind == Do.GAIN:
        return gain_energy(s, a)
    elif kind == Do.KILL:
        return bury(s, a)
    elif kind == Do.HIT:
        s.health = max(int(s.health) - 1, 0)
        s.killer = a.what
    elif kind == Do.BEAM:
        s.charge[a.who] = 0
    elif kind == Do.LOB:
        return lob(s, turn, a)
    elif kind == Do.BASH:
        s.cooldown = BASH_WAIT - 1 if holds(s, Prayer.QUICK_BASH) else BASH_WAIT
    elif kind == Do.SMASH:
        return has(either(demon_tiles(s), bomb_tiles(s)), int(a.dst))
    elif kind == Do.PUSH:
        return is_there(s, a)
    elif kind == Do.ROLL:
        roll_bomb(s, a)
    elif kind == Do.EXPLODE:
        clear_bomb(s, a)
    elif kind == Do.LAND_SPEAR:
        s.spear = a.dst
    elif kind == Do.TAKE_SPEAR:
        s.spear = HELD
    elif kind == Do.STUN:
        return stun(s, a)
    elif kind == Do.STAB or kind == Do.LUNGE or kind == Do.DEEP_LUNGE:
        return s.cell[a.who] != NOWHERE
    elif kind == Do.PRAY:
        say_prayer(s, int(a.what))
    elif kind == Do.TAKE_FLEECE:
        s.fleece = NOWHERE
        s.carries_fleece = 1
        s.score += SCORE_FLEECE
        update_static(s)
    elif kind == Do.STREAK:
        return count_streak(s, a)
    elif kind == Do.SURGE:
        s.energy = min(int(s.energy) + ENERGY_OF_SURGE, int(s.max_energy))
        s.cooldown = 0
        s.spear = HELD
    elif kind == Do.REGENERATE:
        return regenerate(s)
    elif kind == Do.DESCEND:
        return descend(s, turn)
    elif kind == Do.WIN:
        s.end = End.WON
        s.score += SCORE_DEPTH + SCORE_WIN + SCORE_HEART * s.health
    elif kind == Do.DIE:
        s.end = End.LOST
    elif kind == Do.RESIGN:
        s.end = End.RESIGNED
    return True


@rule
def react(s, turn, a):
    """What follows from an action: the order of these lines is the order of play (3.3)."""
    kind = a.kind
    if kind == Do.WALK or kind == Do.LEAP:
        take_spear_here(s, turn, a)
        gain_for_danger(s, turn, a)
        stab_demons_passed(s, turn, a)
        lunge_at_demon_ahead(s, turn, a)
        stun_demons_landed_at(s, turn, a)
        take_fleece_here(s, turn, a)
    elif kind == Do.STAB or kind == Do.DEEP_LUNGE:
        kill(turn, a, 1)
    elif kind == Do.LUNGE:
        kill(turn, a, 1)
        lunge_deeper(s, turn, a)
    elif kind == Do.THROW:
        kill_demon_hit(s, turn, a)
        then(turn, Do.LAND_SPEAR, dst=a.dst)
    elif kind == Do.BASH:
        smash_tiles(s, turn, a)
    elif kind == Do.SMASH:
        push_target(s, turn, a)
    elif kind == Do.PUSH:
        knock_back(s, turn, a)
    elif kind == Do.PUSH_AWAY:
        give_way(s, turn, a)
    elif kind == Do.BURN or kind == Do.CRUSH:
        kill(turn, a, 1)
    elif kind == Do.KILL:
        drink_blood(s, turn, a)
    elif kind == Do.EXPLODE:
        blast(s, turn, a)
    elif kind == Do.STREAK:
        reward_streak(s, turn, a)
    elif kind == Do.STRIKE or kind == Do.SHOOT or kind == Do.BEAM:
        then(turn, Do.HIT, who=a.who, what=a.what, dst=s.hero)


resolve = engine(perform, react)


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


@rule
def to_move(s):
    """The hero, until the run has ended."""
    return 0 if s.end == End.RUNNING else NOBODY


@rule
def score_of(s, seat):
    """The score so far (11)."""
    return int(s.score)


@rule
def forget_dice(s, seed):
    """Other dice from here on."""
    s.seed = seed
    take_dice(s)
