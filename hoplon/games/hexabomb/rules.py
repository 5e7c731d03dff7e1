"""The turn of hexabomb, top to bottom as in the rulebook (4): orders, corpses, refill, bombs, scores."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, begin, then
from hoplon.core.engine import engine
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.bombs import burn, countdown, explode, forget_blasts
from hoplon.games.hexabomb.legal import asked_character, delay_of, fate, kind_of, range_of, way_of
from hoplon.games.hexabomb.setup import forget_orders
from hoplon.games.hexabomb.state import ALIVE, NO_LEADER, NOT_HIT, Do, Fate
from hoplon.games.hexabomb.tables import MOST_HELD, REFILL_EVERY, WAIT_OF_THE_DEAD


@rule
def take_turn(s, turn, choice):
    """A seat orders its next character in secret; after the last order the turn is played (3.1)."""
    begin(turn)
    write_order(s, choice)
    if s.asked == s.characters:
        play_turn(s, turn, s.orders, int(s.ordered))
        forget_orders(s)


@rule
def write_order(s, choice):
    """Keep an order until everybody has been asked. To stay is to give none."""
    who = asked_character(s)
    s.asked += 1
    if kind_of(choice) == Do.STAY:
        return
    o = s.orders[s.ordered]
    s.ordered += 1
    o.kind = kind_of(choice)
    o.who = who
    o.seat = s.seat[who]
    if kind_of(choice) == Do.MOVE:
        o.way = way_of(choice)
    elif kind_of(choice) == Do.BOMB:
        o.range = range_of(choice)
        o.delay = delay_of(choice)


@rule
def play_turn(s, turn, orders, n):
    """One turn (4). The first n orders are used up."""
    s.turn += 1
    forget_blasts(s)
    apply_orders(s, turn, orders, n)
    corpses_wait(s)
    refill_bombs(s, turn)
    bombs_explode(s, turn)
    keep_score(s)
    announce(s, turn)
    resolve(s, turn, turn.pending)


@rule
def apply_orders(s, turn, orders, n):
    """Pass after pass over the orders that are blocked, until a pass settles nothing (4.1)."""
    settled = True
    while settled:
        left = 0
        for k in range(n):
            found = fate(s, orders[k])
            if found == Fate.BLOCKED:
                orders[left] = orders[k]
                left += 1
            elif found == Fate.FITS:
                obey(s, turn, orders[k])
                resolve(s, turn, turn.pending)
        settled = left < n
        n = left


@rule
def obey(s, turn, o):
    """An order becomes an action."""
    who = int(o.who)
    cell = int(s.at[who])
    if o.kind == Do.MOVE:
        then(turn, Do.MOVE, who, src=cell, dst=int(s.near[cell, o.way]))
    elif o.kind == Do.BOMB:
        then(turn, Do.BOMB, who, what=int(o.delay), src=cell, n=int(o.range))
    else:
        then(turn, Do.REVIVE, who, dst=cell)


@rule
def corpses_wait(s):
    """The dead wait one turn less, down to 0 (4.2)."""
    for c in range(s.characters):
        if s.wait[c] > 0:
            s.wait[c] -= 1


@rule
def refill_bombs(s, turn):
    """Every tenth turn everybody gets a bomb, dead or alive (4.3)."""
    if s.turn % REFILL_EVERY == 0:
        then(turn, Do.REFILL)


@rule
def bombs_explode(s, turn):
    """Bombs that run out explode, with all they set off; then the cells they hit burn (4.4)."""
    countdown(s, turn)
    resolve(s, turn, turn.pending)
    if s.hits > 0:
        then(turn, Do.BURN, n=int(s.hits))
        resolve(s, turn, turn.pending)


@rule
def keep_score(s):
    """Cells held each turn; in sudden death, the last turn seen alive (4.5)."""
    if s.special == 0:
        for p in range(s.seats):
            s.score[p] += s.count[p]
        return
    for c in range(s.characters):
        if s.wait[c] == ALIVE and s.seat[c] != 0:
            s.score[s.seat[c]] = s.turn


@rule
def leader_now(s):
    """The seat whose score no other reaches; the special player is no candidate (4.6)."""
    best = NO_LEADER
    shared = False
    for p in range(s.special, s.seats):
        if best == NO_LEADER or s.score[p] > s.score[best]:
            best = p
            shared = False
        elif s.score[p] == s.score[best]:
            shared = True
    return NO_LEADER if shared else best


@rule
def announce(s, turn):
    """Say who leads if that changed, and that the match is over after its last turn."""
    leader = leader_now(s)
    if leader != s.leader:
        then(turn, Do.LEAD, leader)
    if s.turn == s.turns:
        then(turn, Do.FINISH, leader)


@rule
def perform(s, turn, a):
    """What an action changes."""
    if a.kind == Do.MOVE:
        s.stands[a.src] = NOBODY
        stand(s, a.who, a.dst)
    elif a.kind == Do.EXPLODE:
        explode(s, int(a.what))
    elif a.kind == Do.BOMB:
        drop(s, a)
    elif a.kind == Do.REVIVE:
        s.wait[a.who] = ALIVE
        stand(s, a.who, a.dst)
    elif a.kind == Do.KILL or a.kind == Do.RESTART:
        s.wait[a.who] = WAIT_OF_THE_DEAD
    elif a.kind == Do.BURN:
        burn(s)
    elif a.kind == Do.REFILL:
        refill(s)
    elif a.kind == Do.LEAD:
        s.leader = a.who
    return True


@rule
def react(s, turn, a):
    """What follows from an action."""
    if a.kind == Do.EXPLODE:
        set_off_bombs_hit(s, turn, a)
    elif a.kind == Do.BURN:
        kill_everybody_hit(s, turn)


@rule
def set_off_bombs_hit(s, turn, explosion):
    """A bomb on a cell that is hit explodes in the same turn, whatever its countdown (4.4)."""
    for b in range(s.bombs):
        if s.lit_by[b] == explosion.what:
            then(turn, Do.EXPLODE, s.bomb_seat[b], b, s.bomb_cell[b], n=s.bomb_range[b])


@rule
def kill_everybody_hit(s, turn):
    """Who stands on a hit cell dies, who lies on one waits anew; special characters live on (4.4)."""
    for c in range(s.characters):
        if s.blast[s.at[c]] != NOT_HIT and not (s.special == 1 and s.seat[c] == 0):
            kind = Do.KILL if s.wait[c] == ALIVE else Do.RESTART
            then(turn, kind, c, src=s.at[c])


resolve = engine(perform, react)


@rule
def stand(s, who, cell):
    """A character stands on a cell, which takes its colour."""
    s.at[who] = cell
    s.stands[cell] = who
    old = s.colour[cell]
    if old > 0:
        s.count[old - 1] -= 1
    s.count[s.seat[who]] += 1
    s.colour[cell] = s.seat[who] + 1


@rule
def drop(s, a):
    """A bomb at the end of the list; this turn's countdown takes the extra one off again (3.3)."""
    b = s.bombs
    s.bombs = b + 1
    s.bomb_cell[b] = a.src
    s.bomb_seat[b] = s.seat[a.who]
    s.bomb_range[b] = a.n
    s.bomb_delay[b] = a.what + 1
    s.mine[a.src] = b
    if s.special == 0 or s.seat[a.who] != 0:
        s.held[a.who] -= 1


@rule
def refill(s):
    """One bomb more, at most two (4.3)."""
    for c in range(s.characters):
        if s.held[c] < MOST_HELD:
            s.held[c] += 1


@rule
def to_move(s):
    """The seat of the character to be ordered next, until the last turn has been played."""
    if s.turn >= s.turns or s.characters == 0:
        return NOBODY
    return int(s.seat[asked_character(s)])


@rule
def score_of(s, seat):
    """The score so far (4.5)."""
    return int(s.score[seat])


@rule
def forget_dice(s, seed):
    """There are no dice."""
    return


@rule
def play_orders(states, i, turns, j, orders, n):
    """A turn with orders that came from elsewhere; the first n of the array are used up."""
    begin(turns[j])
    play_turn(states[i], turns[j], orders, n)
