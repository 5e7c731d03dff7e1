"""The turn of CodeKeeper, top to bottom as in the rulebook (4): what happens, and what follows from it."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, begin, then
from hoplon.core.engine import engine
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import (
    SIGHT,
    STAY,
    STEP,
    WINDOW,
    cheb,
    facing_to,
    has,
    manh,
    table_size,
    visible_cells,
    window,
    window_bit,
)
from hoplon.games.codekeeper.chance import seed_dice
from hoplon.games.codekeeper.legal import ATTACK, CELL_BITS, CELL_MASK, FAIL, TIME_OUT
from hoplon.games.codekeeper.monsters import monsters_act, move_monster, remove_monster, step_target
from hoplon.games.codekeeper.paths import way_towards
from hoplon.games.codekeeper.state import LAST_TURN, MAX_HEALTH, NOTHING, Do, End, Note, Thing, Weapon
from hoplon.games.codekeeper.tables import (
    DAMAGE,
    DEATH_SCORE,
    ERROR_SCORE,
    EXIT_SCORE,
    FULL_HEALTH,
    POTION_HEALTH,
    TREASURE_SCORE,
)
from hoplon.games.codekeeper.weapons import MOST_HIT, hit_cell, reaches


@rule
def take_turn(s, turn, choice):
    """One turn (4): the hero acts, then the monsters answer, unless he is out or it was the last turn."""
    hero_phase(s, turn, choice)
    if s.end == End.RUNNING:
        monster_phase(s, turn)


@rule
def hero_phase(s, turn, choice):
    """The hero acts (6)."""
    begin(turn)
    s.turn += 1
    if choice >= FAIL:
        then(turn, Do.FAIL if choice < TIME_OUT else Do.TIME_OUT, dst=int(s.hero))
    elif choice >= ATTACK:
        command_attack(s, turn, (choice >> CELL_BITS) - 1, choice & CELL_MASK)
    else:
        command_move(s, turn, choice & CELL_MASK)
    resolve(s, turn, turn.pending)


@rule
def monster_phase(s, turn):
    """The monsters answer (9), but not the last action (4)."""
    if s.turn >= LAST_TURN:
        then(turn, Do.RUN_OUT, dst=int(s.hero))
    else:
        monsters_act(s, turn)
    resolve(s, turn, turn.pending)


@rule
def hero_step(s, target):
    """The first step towards a cell, and whether it can be reached (6.1, hero search)."""
    hero = int(s.hero)
    if manh(hero, target) <= 1:
        return target, not has(s.walls, target)
    free = WINDOW & ~window(s.walls, hero)
    way, reached = way_towards(free, window_bit(hero, target), cheb(hero, target) <= SIGHT)
    if way == STAY:
        return hero, reached
    return hero + STEP[way], reached


@rule
def command_move(s, turn, target):
    """`MOVE x y` becomes a move, a blow with the sword, or nothing (6.1)."""
    hero = int(s.hero)
    step, reached = hero_step(s, target)
    note = Note.NONE if reached else Note.PARTIAL
    if step == hero:
        then(turn, Do.IDLE, src=hero, dst=hero, n=Note.NONE if reached else Note.BLOCKED)
    elif s.at[step] != NOTHING:
        then(turn, Do.ATTACK, what=Weapon.SWORD, src=hero, dst=step, n=note)
    elif has(s.walls, step):
        s.facing = facing_to(hero, step)
        then(turn, Do.MOVE, src=hero, dst=hero, n=note)
    else:
        then(turn, Do.MOVE, src=hero, dst=step, n=note)


@rule
def command_attack(s, turn, weapon, target):
    """`ATTACK w x y` needs a charge, then reach; else nothing happens (6.2)."""
    hero = int(s.hero)
    if weapon != Weapon.SWORD and s.charges[weapon] < 1:
        then(turn, Do.IDLE, what=weapon, src=hero, dst=target, n=Note.CHARGES)
    elif not reaches(weapon, hero, target):
        then(turn, Do.IDLE, what=weapon, src=hero, dst=target, n=Note.RANGE)
    else:
        then(turn, Do.ATTACK, what=weapon, src=hero, dst=target)


@rule
def perform(s, turn, a):
    """Carry an action out; says whether it happened."""
    kind = a.kind
    if kind == Do.MOVE:
        walk(s, a)
    elif kind == Do.ATTACK:
        s.facing = facing_to(int(a.src), int(a.dst))
        if a.what != Weapon.SWORD:
            s.charges[a.what] -= 1
    elif kind == Do.HIT:
        s.life[a.who] -= a.n
    elif kind == Do.DESTROY:
        remove_monster(s, int(a.who))
        s.score += a.n
    elif kind == Do.TAKE:
        take(s, int(a.what), int(a.dst))
    elif kind == Do.LEAVE:
        s.score += EXIT_SCORE
        s.end = End.EXIT
    elif kind == Do.STEP:
        a.dst = step_target(s, int(a.who))
        move_monster(s, int(a.who), int(a.dst))
    elif kind == Do.HURT:
        s.health -= a.n
        s.score -= a.n
    elif kind == Do.DIE:
        s.score += DEATH_SCORE
        s.end = End.DEAD
    elif kind == Do.RUN_OUT:
        s.end = End.LIMIT
    elif kind == Do.FAIL:
        s.score = ERROR_SCORE
        s.end = End.ERROR
    elif kind == Do.TIME_OUT:
        s.score = ERROR_SCORE
        s.end = End.TIMEOUT
    return True


@rule
def react(s, turn, a):
    """What follows from an action: the order of these lines is the order of play."""
    kind = a.kind
    if kind == Do.MOVE:
        take_item(s, turn, a)
    elif kind == Do.ATTACK:
        hit_monsters(s, turn, a)
    elif kind == Do.HIT:
        destroy_if_dead(s, turn, a)
    elif kind == Do.TAKE:
        leave_by_exit(s, turn, a)
    elif kind == Do.HURT:
        die_of_wounds(s, turn, a)


@rule
def walk(s, a):
    """The hero takes a step, or bumps into a wall; the table of seen cells only grows (13.1)."""
    if a.src != a.dst:
        s.facing = facing_to(int(a.src), int(a.dst))
        s.hero = a.dst
        s.sight_table = max(int(s.sight_table), table_size(visible_cells(int(a.dst))))


@rule
def take_item(s, turn, a):
    """A move that ends on an item takes it (8)."""
    item = int(s.loot[a.dst])
    if item != NOTHING:
        then(turn, Do.TAKE, what=item, dst=int(a.dst))


@rule
def take(s, item, c):
    """What an item gives (8); a potion is used up even at full health."""
    s.loot[c] = NOTHING
    if item == Thing.TREASURE:
        s.score += TREASURE_SCORE
    elif item == Thing.POTION:
        s.health = min(int(s.health) + POTION_HEALTH, MAX_HEALTH)
    elif item != Thing.EXIT:
        s.charges[item - Thing.HAMMER_CHEST + 1] += 1


@rule
def leave_by_exit(s, turn, a):
    """The exit ends the game with success (8)."""
    if a.what == Thing.EXIT:
        then(turn, Do.LEAVE, dst=int(a.dst))


@rule
def hit_monsters(s, turn, a):
    """Every monster on a cell that the weapon hits loses health (6.3, 7)."""
    for k in range(MOST_HIT):
        c = hit_cell(int(a.what), int(a.src), int(a.dst), k)
        if c != NOWHERE and s.at[c] != NOTHING:
            m = int(s.at[c])
            then(turn, Do.HIT, who=m, what=int(s.kind[m]), dst=c, n=DAMAGE[a.what])


@rule
def destroy_if_dead(s, turn, a):
    """A monster without health is destroyed; the score rises by what it had at first (6.3)."""
    if s.life[a.who] <= 0:
        then(turn, Do.DESTROY, who=int(a.who), what=int(a.what), dst=int(a.dst), n=FULL_HEALTH[a.what])


@rule
def die_of_wounds(s, turn, a):
    """A hero without health is dead (9.1)."""
    if s.health <= 0:
        then(turn, Do.DIE, dst=int(a.dst))


resolve = engine(perform, react)


@rule
def to_move(s):
    """The hero's seat; NOBODY after the end."""
    if s.end == End.RUNNING:
        return 0
    return NOBODY


@rule
def score_of(s, seat):
    """The running or final score (10)."""
    return int(s.score)


@rule
def forget_dice(s, seed):
    """Put another generator into the position, begun with a seed."""
    seed_dice(s, seed)
