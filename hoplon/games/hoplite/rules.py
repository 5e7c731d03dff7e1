"""The turn of Hoplite, top to bottom as in the rulebook (3): what happens, and what follows from it."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, begin, then
from hoplon.core.dice import keep_seed
from hoplon.core.engine import engine
from hoplon.core.kernel import rule
from hoplon.games.hoplite.bash import give_way, is_there, knock_back, push_target, smash_tiles
from hoplon.games.hoplite.cells import NO_WAY, STAIRS, either, has, neighbour
from hoplon.games.hoplite.changes import (
    SCORE_DEPTH,
    bury,
    clear_bomb,
    count_streak,
    descend,
    gain_energy,
    keeps_streak,
    lob,
    move_demon,
    regenerate,
    roll_bomb,
    say_prayer,
    step,
    stun,
)
from hoplon.games.hoplite.demons import can_attack
from hoplon.games.hoplite.facts import LEAP_COST, bomb_tiles, demon_tiles, holds, plays, take_dice
from hoplon.games.hoplite.legal import aim_of, can_act, kind_of
from hoplon.games.hoplite.reactions import (
    blast,
    drink_blood,
    gain_for_danger,
    kill,
    kill_demon_hit,
    lunge_at_demon_ahead,
    lunge_deeper,
    reward_streak,
    stab_demons_passed,
    stun_demons_landed_at,
    surge,
    take_fleece_here,
    take_spear_here,
)
from hoplon.games.hoplite.setup import update_static
from hoplon.games.hoplite.state import HELD, LAST_DEPTH, Do, End, Kind, Prayer, Variant
from hoplon.games.hoplite.tables import FULL_CHARGE

BASH_WAIT = 4
TRAPPED = Kind.TRAPPED.value
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
    """Phase 1: the action (3.2)."""
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
    """Phase 2: out of the portal, or down the stairs (3.2, 3.4)."""
    if s.hero == s.portal:
        then(turn, Do.WIN, src=s.hero)
    elif s.depth != LAST_DEPTH or plays(s, Variant.ENDLESS):
        then(turn, Do.DESCEND, src=s.hero, n=s.depth + 1)


@rule
def bombs_explode(s, turn):
    """Phase 3: every bomb, in the order of the throws (8.3)."""
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
    """Phase 7: stuns wear off, the bash recovers; who cannot act any more is lost (3.2)."""
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
    elif kind == Do.TAKE_SPEAR or kind == Do.RETURN_SPEAR:
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
    elif kind == Do.READY_BASH:
        s.cooldown = 0
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
    elif kind == Do.SURGE:
        surge(s, turn)
    elif kind == Do.STRIKE or kind == Do.SHOOT or kind == Do.BEAM:
        then(turn, Do.HIT, who=a.who, what=a.what, dst=s.hero)


resolve = engine(perform, react)


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
    keep_seed(s, seed)
    take_dice(s)
