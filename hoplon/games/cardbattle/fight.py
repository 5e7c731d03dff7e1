"""Resolving attacks (rulebook 10.7, 10.9, 10.10 and the refinements of 18.1).

FIGHT makes the checks before the shock, FACE takes their toll, MEET does the arithmetic and CLASH the damage,
and AFTER sees who stays. What each step computes stands in arithmetic.py.
"""

from __future__ import annotations

from hoplon.core.actions import NOBODY, then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has, on_field, put, seat_of
from hoplon.games.cardbattle.arithmetic import (
    FIRST,
    LAST,
    PLACES,
    SHIFTS,
    SIDE_OF,
    base_column,
    column_of,
    edge_of,
    flanks_of,
    hits_of,
    how_many,
    is_fought,
    is_on_flank,
    lead_attacker,
    lead_defender,
    only,
    party_of,
    place_in,
    shift_for,
    size_of,
    size_shift,
    times,
)
from hoplon.games.cardbattle.chance import die
from hoplon.games.cardbattle.checks import must_check
from hoplon.games.cardbattle.damage import CHANGES, change_for, hits_on, share_of, spared_side, undead_spares
from hoplon.games.cardbattle.pursuit import ask_pursuit
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, Check, Do, Loss, Mark, Why
from hoplon.games.cardbattle.tables import CRT, Kind, Missile, Pref, Trait
from hoplon.games.cardbattle.units import is_a, is_mounted, rout_limit

ATTACKING_PHALANX = 3  # refinement phalanx_stand
TARGETS_FIRST = (2, 3, 4, 0, 1)  # 0.4: the player who is not active comes first


# --- questions ----------------------------------------------------------------------------------------------


@rule
def is_sharing_chosen(s, p):
    """Refinement: an attacking PH chooses how several defenders that are not PH share their hits."""
    if s.pref[Pref.PHALANX_DISTRIBUTION] == 0 or how_many(p, 1) < 2 or how_many(p, 0) != 1:
        return False
    lead = p[0] if p[0] != EMPTY else p[1]
    if s.kind[lead] != Kind.PH:
        return False
    for i in range(FIRST[1], LAST[1]):
        if p[i] != EMPTY and s.kind[p[i]] == Kind.PH:
            return False
    return True


@rule
def asks_share(s, a):
    """The seat that ASK_SHARE must wait for."""
    return int(a.who) if a.n > 0 else NOBODY


@rule
def may_give(s, i):
    """May a hit be given to the target in this place (0 to 2)?"""
    return party_of(s, int(s.fight))[ATTACKERS + i] != EMPTY


@rule
def dies_at_once(s, p, i):
    """An ELEMENTAL that took a hit in this combat (15.2)."""
    return p[i] != EMPTY and (int(s.shaken) >> i) & 1 != 0 and is_a(s, p[i], Trait.ELEMENTAL)


# --- what happens -------------------------------------------------------------------------------------------


@rule
def perform_fight(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    if kind == Do.RESOLVE:
        s.open = 0
    elif kind == Do.FIGHT:
        return join_battle(s, int(a.n))
    elif kind == Do.MEET:
        s.shaken = 0
        return find_leads(s, int(a.n))
    elif kind == Do.SPARED:
        s.coh[a.what] = a.n
    elif kind == Do.PLUNDER:
        s.raided[a.who] += a.n
    elif kind == Do.RAIDS:
        return on_field(s, int(a.what))
    elif kind == Do.ASK_SHARE:
        return False  # nothing is left to share
    elif kind == Do.GIVE:
        s.share -= 1
    elif kind == Do.TAKES:
        s.share = a.n
        note_shaken(s, int(a.who), int(a.n))
    return True


@rule
def join_battle(s, n):
    """Somebody must be left on both sides; all who are have fought."""
    p = party_of(s, n)
    if not is_fought(p):
        return False
    s.fight = n
    s.shaken = 0
    s.prey = 0
    for i in range(PLACES):
        if p[i] != EMPTY:
            put(s, p[i], Mark.FOUGHT)
    return find_leads(s, n)


@rule
def find_leads(s, n):
    """Lead units, column and superiority of those still there (10.7 steps 2 to 7)."""
    p = party_of(s, n)
    if not is_fought(p):
        return False
    flanks = flanks_of(s, p)
    la = lead_attacker(s, p, flanks)
    a = p[la]
    d = p[lead_defender(s, p, flanks)]
    s.lead_a = a
    s.lead_d = d
    s.column = column_of(s, p, a, d, is_on_flank(flanks, la))
    s.edge = edge_of(s, a, d, is_on_flank(flanks, la))
    return True


@rule
def note_shaken(s, seat, hits):
    """Remember who of a side takes hits, for the ELEMENTAL among them."""
    p = party_of(s, int(s.fight))
    lead = place_in(p, int(s.lead_a) if seat_of(int(s.lead_a)) == seat else int(s.lead_d))
    side = SIDE_OF[lead]
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY:
            share = share_of(s, p, side, lead, hits, i)
            if share > undead_spares(s, p[i], share):
                s.shaken = int(s.shaken) | (1 << i)


@rule
def react_fight(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    n = int(a.n)
    if kind == Do.RESOLVE:
        resolve_attacks(s, turn, int(a.who))
    elif kind == Do.RAIDS:
        then(turn, Do.CHECK, what=a.what, src=Check.RAID, n=die(s, turn))
    elif kind == Do.FIGHT:
        check_before_shock(s, turn, n)
    elif kind == Do.FACE:
        rout_losers(s, turn, n, False)
        then(turn, Do.MEET, n=n)
        then(turn, Do.AFTER, n=n)
    elif kind == Do.MEET:
        show_arithmetic(s, turn, n)
    elif kind == Do.CLASH:
        show_result(s, turn, n)
    elif kind == Do.TAKES:
        share_hits(s, turn, int(a.who), n)
    elif kind == Do.GIVE:
        then(turn, Do.LOSE, what=a.what, src=Loss.SHOCK, n=1)
        then(turn, Do.ASK_SHARE, who=1 - seat_of(int(a.what)), n=int(s.share))
    elif kind == Do.AFTER:
        rout_losers(s, turn, n, True)
        throw_away_javelins(s, turn, n)


@rule
def resolve_attacks(s, turn, seat):
    """Attack by attack in the order of designation, then engagement and collapse (Q61)."""
    for n in range(s.attacks):
        if s.is_raid[n] != 0:
            then(turn, Do.RAIDS, what=int(s.attacker[ATTACKERS * n]))
        else:
            then(turn, Do.FIGHT, n=n)
    then(turn, Do.SETTLE, who=seat)


@rule
def check_before_shock(s, turn, n):
    """Attackers first, then targets, each side from column 1 to 9 (10.7 step 1, 0.4)."""
    p = party_of(s, n)
    for i in range(PLACES):
        if p[i] != EMPTY and must_check(s, p, i):
            then(turn, Do.CHECK, what=p[i], src=Check.PRE_SHOCK, n=die(s, turn))
    then(turn, Do.FACE, n=n)


@rule
def show_arithmetic(s, turn, n):
    """Lead units, base column, every shift, the column, superiority, and the die (10.7 steps 2 to 8)."""
    p = party_of(s, n)
    a = int(s.lead_a)
    d = int(s.lead_d)
    then(turn, Do.LEAD, what=a)
    then(turn, Do.LEAD, what=d)
    then(turn, Do.BASE, n=base_column(s, a, d, has(s, a, Mark.FLANK)))
    then(turn, Do.SIZES, src=size_of(s, p, 0), dst=size_of(s, p, 1), n=size_shift(s, p))
    for why in SHIFTS:
        shift = shift_for(s, p, a, d, why)
        if shift != 0:
            then(turn, Do.SHIFT, what=why, n=shift)
    then(turn, Do.COLUMN, n=int(s.column))
    then(turn, Do.SUPERIOR, n=int(s.edge))
    then(turn, Do.CLASH, n=die(s, turn))


@rule
def show_result(s, turn, face):
    """The table of results, its multiplication, and what each side takes (10.7 steps 8 and 9)."""
    p = party_of(s, int(s.fight))
    a = int(s.lead_a)
    d = int(s.lead_d)
    edge = int(s.edge)
    then(turn, Do.RESULT, src=crt(s, face, 0), dst=crt(s, face, 1))
    for side in range(2):
        seat = seat_of(a if side == 0 else d)
        raw = crt(s, face, side)
        factor = times(s, a, d, edge, side)
        if factor != 1:
            then(turn, Do.TIMES, who=seat, n=factor)
        hits = raw * factor
        for why in CHANGES:
            change = change_for(s, p, a, d, side, hits, why)
            hits += change
            if change != 0:
                then(turn, Do.MODIFY, what=why, n=change)
        then(turn, Do.TAKES, who=seat, n=hits_on(s, p, a, d, edge, side, raw))


@rule
def crt(s, face, side):
    """The table of results in the column of the combat (23.1)."""
    return int(CRT[face, int(s.column), side])


@rule
def share_hits(s, turn, seat, hits):
    """Each side shares its hits as equally as possible (10.7 step 10)."""
    p = party_of(s, int(s.fight))
    lead = place_in(p, int(s.lead_a) if seat_of(int(s.lead_a)) == seat else int(s.lead_d))
    side = SIDE_OF[lead]
    if side == 1 and hits > 0 and is_sharing_chosen(s, p):
        then(turn, Do.ASK_SHARE, who=1 - seat, n=hits)
        return
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY:
            share = share_of(s, p, side, lead, hits, i)
            spared = undead_spares(s, p[i], share)
            if spared > 0:
                then(turn, Do.MODIFY, what=Why.UNDEAD, n=-spared)
            if share > spared:
                then(turn, Do.LOSE, what=p[i], src=Loss.SHOCK, n=share - spared)


# --- who stays ----------------------------------------------------------------------------------------------


@rule
def rout_losers(s, turn, n, clashed):
    """Units at their limit rout, unless everybody would (10.7 steps 1 and 10, 10.10).

    Targets come before attackers, each side from column 1 to 9 (0.4).
    """
    p = party_of(s, n)
    fought = p
    kept = 0
    for i in TARGETS_FIRST:
        if p[i] != EMPTY:
            if dies_at_once(s, p, i):
                then(turn, Do.ELIMINATE, what=p[i])
            else:
                kept |= 1 << i
    p = only(p, kept)
    spared = spared_side(s, p, hits_of(s, p))
    routing = 0
    for i in TARGETS_FIRST:
        u = p[i]
        if u == EMPTY or s.coh[u] < rout_limit(s, u):
            continue
        if SIDE_OF[i] == spared:
            then(turn, Do.SPARED, what=u, n=rout_limit(s, u) - 1)
        elif not (clashed and phalanx_stands(s, turn, u, i)):
            routing |= 1 << i
    if s.pref[Pref.CAVALRY_PURSUIT] != 0:
        ask_pursuit(s, turn, only(fought, kept), routing)
    for i in TARGETS_FIRST:
        if routing >> i & 1:
            then(turn, Do.ROUT, what=p[i])


@rule
def phalanx_stands(s, turn, u, i):
    """Refinement: a PH that would rout in the shock rolls die + excess (+3 attacking) against its TQ."""
    if s.pref[Pref.PHALANX_STAND] == 0 or s.kind[u] != Kind.PH:
        return False
    face = die(s, turn)
    then(turn, Do.REFUSE, what=u, n=face)
    excess = int(s.coh[u]) - rout_limit(s, u)
    if excess > 0:
        then(turn, Do.MODIFY, what=Why.EXCESS, n=excess)
    if i < ATTACKERS:
        then(turn, Do.MODIFY, what=Why.ATTACKING, n=ATTACKING_PHALANX)
    if not stands_fast(s, u, face, excess, i):
        return False
    then(turn, Do.SPARED, what=u, n=int(s.tq[u]) - 1)
    return True


@rule
def stands_fast(s, u, face, excess, i):
    """Does this die keep a phalanx in its place?"""
    return face + excess + (ATTACKING_PHALANX if i < ATTACKERS else 0) <= s.tq[u]


@rule
def throw_away_javelins(s, turn, n):
    """Foot with javelins that fought is out of missiles (9.5)."""
    p = party_of(s, n)
    for i in TARGETS_FIRST:
        u = p[i]
        if u != EMPTY and s.missile[u] == Missile.J and not is_mounted(s, u):
            then(turn, Do.RUN_OUT, what=u)
