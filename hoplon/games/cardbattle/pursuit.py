"""Cavalry pursuit (rulebook 10.11, 26.2.9): a preference."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import on_field, seat_of
from hoplon.games.cardbattle.arithmetic import PLACES
from hoplon.games.cardbattle.chance import among, die
from hoplon.games.cardbattle.rout import flees, release
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, Do, Place
from hoplon.games.cardbattle.tables import PREY_DIES_TO
from hoplon.games.cardbattle.units import is_cav, quit_field, strip

LEVELS = 4


@rule
def pursuer_of(s, p, routing, lead):
    """The lead attacker if it is CAV, else the CAV attacker of higher TQ, of those who stay; or EMPTY."""
    best = EMPTY
    for i in range(ATTACKERS):
        u = p[i]
        if u == EMPTY or (routing >> i) & 1 or not is_cav(s, u):
            continue
        if u == lead:
            return u
        if best == EMPTY or s.tq[u] > s.tq[best]:
            best = u
    return best


@rule
def prey_of(s, p, routing, lead):
    """The lead defender if it routs, else the routing target of lowest column; or EMPTY (26.2.9).

    Units that are eliminated instead of routing are no prey (10.11).
    """
    best = EMPTY
    for i in range(ATTACKERS, PLACES):
        v = p[i]
        if v == EMPTY or not (routing >> i) & 1 or not flees(s, v):
            continue
        if v == lead:
            return v
        if best == EMPTY:
            best = v
    return best


@rule
def ask_pursuit(s, turn, p, routing):
    """One CAV attacker rolls when a target routs, in step 1 and after the clash (10.11)."""
    u = pursuer_of(s, p, routing, int(s.lead_a))
    v = prey_of(s, p, routing, int(s.lead_d))
    if u == EMPTY or v == EMPTY:
        return
    face = die(s, turn)
    then(turn, Do.PURSUE, what=u, n=face)
    if pursues(s, u, face):
        then(turn, Do.PREY, what=v, n=die(s, turn))
        then(turn, Do.AWAY, what=u, n=1 + among(s, turn, LEVELS))


@rule
def pursues(s, u, face):
    """It pursues on a die above its TQ (10.11)."""
    return face > s.tq[u]


@rule
def perform_pursuit(s, turn, a):
    """Carry out an action of this chapter."""
    u = int(a.what)
    if a.kind == Do.PREY:
        if a.n <= PREY_DIES_TO:
            s.prey = u + 1
    elif a.kind == Do.AWAY:
        if not on_field(s, u):
            return False
        quit_field(s, u)
        strip(s, u)
        s.place[u] = Place.PURSUIT
        s.level_m[u] = a.n
    return True


@rule
def react_pursuit(s, turn, a):
    """Those who touched only the pursuer are engaged no longer."""
    if a.kind == Do.AWAY:
        release(s, turn, 1 - seat_of(int(a.what)))
