"""What monsters do (rulebook 9), and the order in which they do it (13.2)."""

from __future__ import annotations

from hoplon.core.actions import DRAWS_KEPT, then
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import (
    DISC,
    STAY,
    STEP,
    bit_cell,
    drop,
    lowest,
    number_of,
    put,
    window,
    window_bit,
    window_of_two,
)
from hoplon.games.codekeeper.chance import shuffle, skip_shuffle
from hoplon.games.codekeeper.paths import way_towards
from hoplon.games.codekeeper.state import NOTHING, ROOM, Do
from hoplon.games.codekeeper.tables import REACH, STRENGTH, VIEW

HALF_ROOM = ROOM // 2

# Which places of a window a monster in its middle strikes and sees, by kind; the same seen from the hero.
STRUCK = DISC[REACH]
SEEN = DISC[VIEW]


@rule
def monsters_act(s, turn):
    """The monster phase (9.1): strikes are queued first, then steps in the order of a shuffle.

    Who strikes and who steps is settled when the phase begins, and damage is summed, so the shuffle decides
    nothing but the order of steps. With fewer than two of them only the generator moves on.
    """
    hero = int(s.hero)
    strikers = 0
    walkers = 0
    steps = 0
    near = window(s.occupied, hero)
    while near != 0:
        bit = lowest(near)
        near &= near - 1
        kind = int(s.kind[s.at[bit_cell(hero, bit)]])
        # No branch here: it would be guessed wrong too often.
        strikes = (int(STRUCK[kind]) >> bit) & 1
        walks = (int(SEEN[kind]) >> bit) & 1 & ~strikes
        strikers |= strikes << bit
        walkers |= walks << bit
        steps += walks
    damage = queue_strikes(s, turn, strikers)
    if steps < 2:
        skip_shuffle(s, int(s.living))
        if steps == 1:
            queue_step(s, turn, int(s.at[bit_cell(hero, lowest(walkers))]))
    else:
        turn.first_draw = turn.n
        turn.drawn = DRAWS_KEPT + 1
        queue_steps(s, turn, walkers)
    if damage > 0:
        then(turn, Do.HURT, dst=hero, n=damage)


@rule
def queue_strikes(s, turn, strikers):
    """Queue the strikes of monsters, given as a window around the hero; returns the damage."""
    hero = int(s.hero)
    damage = 0
    while strikers != 0:
        c = bit_cell(hero, lowest(strikers))
        strikers &= strikers - 1
        m = int(s.at[c])
        kind = int(s.kind[m])
        then(turn, Do.STRIKE, who=m, what=kind, src=c, dst=hero, n=STRENGTH[kind])
        damage += STRENGTH[kind]
    return damage


@rule
def queue_step(s, turn, m):
    """Queue a step; where it leads is seen when its turn comes."""
    then(turn, Do.STEP, who=m, what=int(s.kind[m]), src=int(s.cell[m]))


@rule
def queue_steps(s, turn, walkers):
    """Queue the steps of monsters, given as a window around the hero, in acting order."""
    low = 0
    high = 0
    while walkers != 0:
        m = int(s.at[bit_cell(int(s.hero), lowest(walkers))])
        walkers &= walkers - 1
        if m < HALF_ROOM:
            low |= 1 << m
        else:
            high |= 1 << (m - HALF_ROOM)
    acting_order(s, turn.acting)
    n = 0
    for i in range(int(s.living)):
        m = int(turn.acting[i])
        turn.acting[n] = m
        n += ((low >> m) if m < HALF_ROOM else (high >> (m - HALF_ROOM))) & 1
    for i in range(n):
        queue_step(s, turn, int(turn.acting[i]))


@rule
def acting_order(s, acting):
    """Shuffle the list of living monsters (13.2)."""
    n = int(s.living)
    for i in range(n):
        acting[i] = s.order[i]
    shuffle(s, acting, n)


@rule
def step_target(s, m):
    """Where a monster goes that sees the hero: nearer to him inside its own view, or nowhere (9.2)."""
    c = int(s.cell[m])
    free = int(SEEN[s.kind[m]]) & ~window_of_two(s.walls, s.occupied, c)
    way = way_towards(free, window_bit(c, int(s.hero)), True)[0]
    if way == STAY:
        return c
    return c + STEP[way]


@rule
def key_of(s, c):
    """The place in the monster table that a cell falls on (13.2)."""
    return number_of(c) & (int(s.monster_table) - 1)


@rule
def list_at(s, i, m):
    """Put a monster at a place of the list."""
    s.order[i] = m
    s.place[m] = i


@rule
def move_monster(s, m, to):
    """A monster steps, or stays as a step: it arrives anew, last of those with the same place (13.2)."""
    c = int(s.cell[m])
    if to != c:
        drop(s.occupied, c)
        put(s.occupied, to)
        s.at[c] = NOTHING
        s.at[to] = m
        s.cell[m] = to
    key = key_of(s, to)
    i = int(s.place[m])
    while i > 0 and key_of(s, int(s.cell[s.order[i - 1]])) > key:
        list_at(s, i, int(s.order[i - 1]))
        i -= 1
    last = int(s.living) - 1
    while i < last and key_of(s, int(s.cell[s.order[i + 1]])) <= key:
        list_at(s, i, int(s.order[i + 1]))
        i += 1
    list_at(s, i, m)


@rule
def remove_monster(s, m):
    """A destroyed monster leaves the board at once (6.3)."""
    c = int(s.cell[m])
    drop(s.occupied, c)
    s.at[c] = NOTHING
    last = int(s.living) - 1
    for i in range(int(s.place[m]), last):
        list_at(s, i, int(s.order[i + 1]))
    s.order[last] = 0
    s.place[m] = 0
    s.living = last
    s.life[m] = 0
    s.cell[m] = 0
