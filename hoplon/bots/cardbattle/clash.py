"""What an attack, a withdrawal or a volley is expected to cost each side at a card battle (rulebook 21.4).

Attacks are computed over all ten dice of the combat and of each check before it, with the functions that
resolve them; only what one rout changes for the units beside it is left out.
"""

from __future__ import annotations

from hoplon.bots.cardbattle.worth import cost_after_shock, cost_of, hits_cost, worth
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has
from hoplon.games.cardbattle.arithmetic import (
    PLACES,
    SIDE_OF,
    column_of,
    edge_of,
    is_on_flank,
    lead_attacker,
    lead_defender,
)
from hoplon.games.cardbattle.attacks import withdraws_from
from hoplon.games.cardbattle.checks import drm_of, is_marked_by_withdrawal, must_check, withdrawal_hits
from hoplon.games.cardbattle.damage import hits_on, share_of, undead_spares
from hoplon.games.cardbattle.missile import shot_hits
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, Check, Mark
from hoplon.games.cardbattle.tables import CRT, IS_EL, Trait
from hoplon.games.cardbattle.units import has_marker, is_a, rout_limit

DICE = 10
MARKED = 0.05  # of its worth: a unit with a manoeuvre marker does nothing next turn


@rule
def clash(s, p, flanks):
    """The expected losses of attackers and targets of a party (10.7), in rout points."""
    la = lead_attacker(s, p, flanks)
    ld = lead_defender(s, p, flanks)
    a = p[la]
    d = p[ld]
    flank = is_on_flank(flanks, la)
    column = column_of(s, p, a, d, flank)
    edge = edge_of(s, a, d, flank)
    lost_a = 0.0
    lost_d = 0.0
    for face in range(DICE):
        hits_a = hits_on(s, p, a, d, edge, 0, int(CRT[face, column, 0]))
        hits_d = hits_on(s, p, a, d, edge, 1, int(CRT[face, column, 1]))
        for i in range(PLACES):
            if p[i] == EMPTY:
                continue
            if SIDE_OF[i] == 0:
                share = share_of(s, p, 0, la, hits_a, i)
            else:
                share = share_of(s, p, 1, ld, hits_d, i)
            share -= undead_spares(s, p[i], share)
            lost = loss_in_clash(s, p, i, flanks, share)
            if SIDE_OF[i] == 0:
                lost_a += lost
            else:
                lost_d += lost
    return lost_a / DICE, lost_d / DICE


@rule
def loss_in_clash(s, p, i, flanks, share):
    """The expected loss of one unit from its check before the shock and its share of the hits."""
    u = p[i]
    coh = int(s.coh[u])
    now = cost_of(s, u, coh)
    if is_a(s, u, Trait.ELEMENTAL) and share > 0:
        return worth(s, u) - now
    if not must_check(s, p, i):
        return cost_after_shock(s, u, coh + share) - now
    over = drm_of(s, u, p, flanks, Check.PRE_SHOCK) - int(s.tq[u])
    passes = min(max(1 - over, 0), DICE)
    lost = passes * (cost_after_shock(s, u, coh + share) - now)
    for face in range(passes, DICE):
        lost += cost_after_shock(s, u, coh + share + face + over) - now
    return lost / DICE


@rule
def passes_check(s, u, p, flanks, check):
    """The chance to pass a TQ check."""
    over = drm_of(s, u, p, flanks, check) - int(s.tq[u])
    return min(max(1 - over, 0), DICE) / DICE


@rule
def withdrawal_cost(s, u, p, flanks):
    """What a withdrawal is expected to cost (10.4), the marker included."""
    over = drm_of(s, u, p, flanks, Check.WITHDRAWAL) - int(s.tq[u])
    lost = 0.0
    for face in range(DICE):
        margin = face + over
        lost += hits_cost(s, u, withdrawal_hits(s, u, margin, flanks != 0))
        if is_marked_by_withdrawal(s, u, margin):
            lost += MARKED * worth(s, u)
    return lost / DICE


@rule
def could_withdraw(s, v, p):
    """May a target withdraw from all attackers of a party (10.4)?"""
    if has_marker(s, v) or has(s, v, Mark.OW):
        return False
    if IS_EL[s.kind[v]] != 0 and has(s, v, Mark.ENGAGED):
        return False
    for i in range(ATTACKERS):
        if p[i] != EMPTY and not withdraws_from(s, v, p[i]):
            return False
    return True


@rule
def volley_value(s, u, v):
    """What a volley of u is expected to cost v (9.3)."""
    gain = 0.0
    for face in range(DICE):
        hits = shot_hits(s, u, v, face)
        if hits > 0:
            gain += hits_cost(s, v, hits)
    return gain / DICE


@rule
def left_of(s, u):
    """The hits that a unit can still take."""
    return rout_limit(s, u) - int(s.coh[u])
