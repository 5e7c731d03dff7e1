"""The play and move phases (rulebook 7.2 to 7.4): who may be played, who may move, and what follows."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import (
    area,
    drop,
    has,
    in_contact,
    on_field,
    put,
    seat_of,
    touch,
    zone_of,
)
from hoplon.games.cardbattle.markers import release_enemies
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, Do, Loss, Mark, Module, Place
from hoplon.games.cardbattle.tables import (
    COVERS,
    IS_CH,
    IS_EL,
    IS_LI,
    IS_SK,
    MARKED,
    MAY_MOVE,
    Card,
    Kind,
    Missile,
    Pref,
    Roman,
    Special,
    Terrain,
    Trait,
)
from hoplon.games.cardbattle.units import (
    KEPT_MARKS,
    activate,
    clans_allow,
    clans_with,
    entry_cost,
    follows,
    has_marker,
    is_a,
    is_cav,
    is_rear_full,
    join_rear,
    may_act,
    may_enter,
    quit_field,
    remove_from_hand,
    spend,
    stand,
    touches_cav,
)

CALTROP_HITS = 4
CARD_MENDS = 2


# --- what is legal ------------------------------------------------------------------------------------------


@rule
def plays_left(s):
    """Units that may still be played: one a turn, two with dynamic play (7.2)."""
    return (2 if s.pref[Pref.DYNAMIC_PLAY_DRAW] != 0 else 1) - int(s.played)


@rule
def is_restricted(s, u, c):
    """Do the field restrictions keep the unit out of a zone (18.2)?"""
    if s.pref[Pref.USE_RESTRICTIONS] == 0 or s.module == Module.SAMURAI or s.module == Module.THERMOPYLAE:
        return False
    if follows(s, seat_of(u), Special.MOBILITY):
        return False
    return (int(s.zones[s.kind[u]]) >> zone_of(s, c)) & 1 == 0


@rule
def may_play(s, u, c):
    """A unit of the hand goes to an empty area that is open to it (7.2)."""
    seat = seat_of(u)
    if s.field[area(seat, c)] != EMPTY or not may_enter(s, u, seat, c):
        return False
    return not is_restricted(s, u, c) and may_act(s, u)


@rule
def may_relieve(s, u, c):
    """A combined move: the unit takes the place of an own unit of the right kind (7.3)."""
    seat = seat_of(u)
    old = int(s.field[area(seat, c)])
    if old == EMPTY or not relieves(s, seat, int(s.kind[u]), int(s.kind[old])):
        return False
    if is_rear_full(s, seat) or not may_enter(s, u, seat, c) or is_restricted(s, u, c):
        return False
    return s.module != Module.SAMURAI or clans_allow(s, seat, clans_with(s, u) | (1 << int(s.clan[old])))


@rule
def relieves(s, seat, new, old):
    """The pairs of kinds of a combined move (7.3)."""
    heavy = new == Kind.HI or new == Kind.HI_TR or new == Kind.PH
    if IS_SK[old] != 0:
        return heavy or new == Kind.MI
    cohort = new == Kind.CO_VET or new == Kind.CO_REC or new == Kind.CO_CON
    roman = int(s.roman[seat])
    if IS_LI[old] != 0:
        if heavy and follows(s, seat, Special.DISCIPLINE):
            return True
        return old == Kind.LI_VE and roman != Roman.NO and (new == Kind.LG_HA or cohort)
    trained = old == Kind.CO_VET or old == Kind.CO_REC
    if trained or old == Kind.CO_CON or old == Kind.LG_HA:
        if roman != Roman.NO and new == Kind.LG_PR:
            return True
        return roman == Roman.LATE and trained and cohort and new != Kind.CO_CON
    return new == Kind.AS and (old == Kind.TP or old == Kind.YU)


@rule
def may_strew(s, seat, c):
    """CALTROP turns a clear area of the enemy field into caltrops (4.3)."""
    return s.terrain[area(1 - seat, c)] == Terrain.CLEAR


@rule
def may_move(s, u, c):
    """Sideways to an empty neighbouring area of the same zone, away from all enemies (7.4)."""
    seat = seat_of(u)
    src = int(s.at[u])
    if c < 0 or c >= COLUMNS or abs(c - src) != 1 or zone_of(s, c) != zone_of(s, src):
        return False
    if has_marker(s, u) or MAY_MOVE[s.kind[u]] == 0 or s.field[area(seat, c)] != EMPTY:
        return False
    return may_enter(s, u, seat, c) and not in_contact(s, seat, src) and may_act(s, u)


@rule
def may_retire(s, u):
    """To the second line: SK always, LI and CAV by special rules, unless enemy cavalry is near (7.4)."""
    seat = seat_of(u)
    if has_marker(s, u) or is_rear_full(s, seat) or not may_act(s, u):
        return False
    kind = int(s.kind[u])
    if IS_SK[kind] != 0:
        return not touches_cav(s, u)
    if IS_LI[kind] != 0:
        light = follows(s, seat, Special.DISCIPLINE) or s.pref[Pref.SPECIAL_LI_MOBILITY] != 0
        return light and not touches_cav(s, u)
    if is_cav(s, u) and follows(s, seat, Special.MOBILITY):
        return not (follows(s, 1 - seat, Special.MOBILITY) and touches_cav(s, u))
    return False


@rule
def may_steady(s, u):
    """COHESION on the field: hits, and no manoeuvre marker (2.3)."""
    return s.coh[u] > 0 and not has_marker(s, u)


# --- what happens -------------------------------------------------------------------------------------------


@rule
def perform_playing(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.PLAY or kind == Do.RELIEVE:
        return put_into_play(s, u, kind == Do.RELIEVE, int(a.dst))
    if kind == Do.STREW:
        if not spend(s, int(a.who), Card.CALTROP):
            return False
        s.terrain[area(1 - int(a.who), int(a.dst))] = Terrain.CALTROP
        return True
    if kind == Do.MOVE or kind == Do.REAR:
        s.moved += 1
        activate(s, u)
        return True
    if kind == Do.STEADY:
        return spend(s, seat_of(u), Card.COHESION)
    if kind == Do.COME:
        if on_field(s, u):
            quit_field(s, u)
        stand(s, u, int(a.dst))
        return True
    if kind == Do.ENTER:
        drop(s, u, Mark.CHARGER)  # 13.6: a marker from terrain forbids the charge
        return True
    if s.place[u] == Place.FIELD:  # LEAVE
        quit_field(s, u)
    s.level_m[u] = 0
    s.marks[u] = int(s.marks[u]) & (KEPT_MARKS | Mark.NO_MISSILE)
    join_rear(s, u, Place.RALLIED)
    return True


@rule
def put_into_play(s, u, relieving, c):
    """The card leaves the hand; a chariot played first may charge in spite of its marker (13.6)."""
    seat = seat_of(u)
    if not remove_from_hand(s, seat, u):
        return False
    s.played += 1
    activate(s, u)
    if relieving:
        activate(s, int(s.field[area(seat, c)]))
    put(s, u, Mark.USED | Mark.ARRIVED)
    if IS_CH[s.kind[u]] != 0 and s.played == 1:
        put(s, u, Mark.CHARGER)
    return True


@rule
def react_playing(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.PLAY or kind == Do.RELIEVE:
        arrive(s, turn, u, int(a.dst))
    elif kind == Do.STREW:
        elephant_steps_on_caltrops(s, turn, 1 - int(a.who), int(a.dst))
    elif kind == Do.MOVE:
        then(turn, Do.COME, what=u, dst=a.dst)
        ask_for_reaction_fire(s, turn, seat_of(u), int(a.dst))
    elif kind == Do.REAR:
        then(turn, Do.LEAVE, what=u)
        release_enemies(s, turn, seat_of(u), int(a.src))
    elif kind == Do.STEADY:
        then(turn, Do.MEND, what=u, n=CARD_MENDS)
        then(turn, Do.MARK, what=u, n=1)
    elif kind == Do.COME:
        reveal_on_arrival(s, turn, u)
        pay_terrain(s, turn, u)
    elif kind == Do.ENTER:
        caltrops = s.terrain[area(seat_of(u), int(s.at[u]))] == Terrain.CALTROP
        then(turn, Do.LOSE, what=u, src=Loss.CALTROPS if caltrops else Loss.TERRAIN, n=a.n)
        then(turn, Do.ROUT, what=u)
        then(turn, Do.MARK, what=u, n=1)


@rule
def arrive(s, turn, u, c):
    """On arrival: terrain, manoeuvre marker, hidden or not, reaction fire, in this order (7.2)."""
    seat = seat_of(u)
    old = int(s.field[area(seat, c)])
    if old != EMPTY:
        then(turn, Do.LEAVE, what=old)
    then(turn, Do.COME, what=u, dst=c)
    if s.played > 1 or is_marked_when_played(s, u, c):
        then(turn, Do.MARK, what=u, n=1)
    if s.pref[Pref.FOG_OF_WAR] != 0 and COVERS[int(s.terrain[area(seat, c)])] != 0:
        then(turn, Do.HIDE, what=u)
    ask_for_reaction_fire(s, turn, seat, c)


@rule
def is_marked_when_played(s, u, c):
    """The manoeuvre marker of a type, and its exceptions (7.2)."""
    kind = int(s.kind[u])
    if MARKED[kind] == 0 or is_a(s, u, Trait.SPEED) or is_a(s, u, Trait.MOUNTED):
        return False
    seat = seat_of(u)
    if IS_LI[kind] != 0 and follows(s, seat, Special.MOBILITY):
        return False
    light = IS_LI[kind] != 0 or kind == Kind.LP or kind == Kind.MI
    return not (light and s.terrain[area(seat, c)] == Terrain.SLOPE)


@rule
def ask_for_reaction_fire(s, turn, seat, c):
    """Each enemy in contact with the unit that arrived may fire at it, from column 1 to 9 (9.4)."""
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = int(s.field[area(1 - seat, d)])
        if v != EMPTY and s.missile[v] != Missile.NONE and touch(s, c, d):
            then(turn, Do.ASK_FIRE, who=1 - seat, what=v, dst=c)


@rule
def reveal_on_arrival(s, turn, u):
    """Contact reveals the hidden on both sides, and so does an area without cover (4.4)."""
    if s.pref[Pref.FOG_OF_WAR] == 0:
        return
    seat = seat_of(u)
    c = int(s.at[u])
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = int(s.field[area(1 - seat, d)])
        if v != EMPTY and touch(s, c, d) and has(s, v, Mark.HIDDEN):
            then(turn, Do.REVEAL, what=v)
    uncovered = COVERS[int(s.terrain[area(seat, c)])] == 0
    if has(s, u, Mark.HIDDEN) and (uncovered or in_contact(s, seat, c)):
        then(turn, Do.REVEAL, what=u)


@rule
def pay_terrain(s, turn, u):
    """Entering costs the hits of the terrain, and a marker with them (4.1)."""
    cost = entry_cost(s, u, int(s.terrain[area(seat_of(u), int(s.at[u]))]))
    if cost > 0:
        then(turn, Do.ENTER, what=u, n=cost)


@rule
def elephant_steps_on_caltrops(s, turn, seat, c):
    """An elephant that stands where caltrops are strewn takes 4 hits at once (4.3)."""
    u = int(s.field[area(seat, c)])
    if u != EMPTY and IS_EL[s.kind[u]] != 0:
        then(turn, Do.LOSE, what=u, src=Loss.CALTROPS, n=CALTROP_HITS)
        then(turn, Do.ROUT, what=u)
