"""The exact odds of an attack, a volley and a withdrawal as integer weights, fast enough for bots.

Nothing is sampled and no rule is repeated: all dice go through the functions that the rules use, those of a
check grouped by what they cost. A weight counts equally likely ways in which the dice fall. An attack ends
here when its units have stayed, routed or been eliminated: rampages that it sets off are not followed, and
where a phalanx may choose how hits are shared (a refinement) equal shares are assumed.
"""

from __future__ import annotations

from hoplon.core.kernel import record, rule
from hoplon.games.cardbattle.arithmetic import (
    FIRST,
    LAST,
    PLACES,
    SIDE_OF,
    column_of,
    edge_of,
    is_fought,
    is_on_flank,
    lead_attacker,
    lead_defender,
    only,
    place_in,
)
from hoplon.games.cardbattle.checks import (
    drm_of,
    is_marked_by_withdrawal,
    must_check,
    withdrawal_hits,
)
from hoplon.games.cardbattle.damage import hits_on, share_of, spared_side, undead_spares
from hoplon.games.cardbattle.fight import stands_fast
from hoplon.games.cardbattle.missile import exhausts, may_burst, shot_hits
from hoplon.games.cardbattle.pursuit import prey_of, pursuer_of, pursues
from hoplon.games.cardbattle.state import EMPTY, Check
from hoplon.games.cardbattle.tables import CRT, OZ_CONFIRMS, Kind, Pref, Trait
from hoplon.games.cardbattle.units import is_a, rout_limit

FACES = 10
ROOM = 64  # hits of a side, at most
BITS = 6  # hits of one die in a packed number
MASK = (1 << BITS) - 1

odds_t = record(
    [
        ("total", "i8"),  # equally likely ways in which the dice fall
        ("gone", "i8", (PLACES,)),  # those in which the unit routs or is eliminated
        ("taken", "i8", (PLACES,)),  # hits that the unit takes, added up over all of them
        ("hits", "i8", (2 * ROOM,)),  # by hits of the attackers, then of the targets: ROOM * side + hits
    ]
)
ROW = 2 + PLACES  # weight, who is gone (a bit a place), hits of each place


# --- the checks before the shock ----------------------------------------------------------------------------


@rule
def passes(s, p, flanks, i):
    """How many faces of its check before the shock cost this place nothing; all if it need not check."""
    u = p[i]
    if u == EMPTY or not must_check(s, p, i):
        return FACES
    return min(max(int(s.tq[u]) - drm_of(s, u, p, flanks, Check.PRE_SHOCK) + 1, 0), FACES)


@rule
def ways(good):
    """Different costs of a check: none, and one for each face that fails."""
    return FACES - good + (1 if good > 0 else 0)


@rule
def weight_of(good, k):
    """The faces that give cost number k; one way where no face matters."""
    return good if k == 0 and 0 < good < FACES else 1


@rule
def cost_of(s, p, flanks, i, good, k):
    """The hits of cost number k."""
    if good > 0 and k == 0:
        return 0
    face = good + k - (1 if good > 0 else 0)
    return face + drm_of(s, p[i], p, flanks, Check.PRE_SHOCK) - int(s.tq[p[i]])


# --- who goes -----------------------------------------------------------------------------------------------


@rule
def elementals_hit(s, p, hits):
    """The ELEMENTAL units that took hits, a bit each: they die at once (15.2)."""
    bits = 0
    for i in range(PLACES):
        if p[i] != EMPTY and hits[i] > 0 and is_a(s, p[i], Trait.ELEMENTAL):
            bits |= 1 << i
    return bits


@rule
def at_limit(s, p, coh):
    """The units whose hits reach their limit, unless they are spared (10.10), a bit each."""
    spared = spared_side(s, p, coh)
    bits = 0
    for i in range(PLACES):
        if p[i] != EMPTY and SIDE_OF[i] != spared and coh[i] >= rout_limit(s, p[i]):
            bits |= 1 << i
    return bits


@rule
def after_sparing(s, p, coh):
    """The hits of each place when the spared side is put just below its limits (10.10)."""
    spared = spared_side(s, p, coh)
    return (
        rout_limit(s, p[0]) - 1 if spared == 0 and p[0] != EMPTY else coh[0],
        rout_limit(s, p[1]) - 1 if spared == 0 and p[1] != EMPTY else coh[1],
        rout_limit(s, p[2]) - 1 if spared == 1 and p[2] != EMPTY else coh[2],
        rout_limit(s, p[3]) - 1 if spared == 1 and p[3] != EMPTY else coh[3],
        rout_limit(s, p[4]) - 1 if spared == 1 and p[4] != EMPTY else coh[4],
    )


# --- the clash ----------------------------------------------------------------------------------------------


@rule
def pack_hits(s, p, flanks, side):
    """The hits of a side for each face of the clash, BITS a face."""
    la = lead_attacker(s, p, flanks)
    a = p[la]
    d = p[lead_defender(s, p, flanks)]
    flank = is_on_flank(flanks, la)
    column = column_of(s, p, a, d, flank)
    edge = edge_of(s, a, d, flank)
    packed = 0
    for face in range(FACES):
        packed |= hits_on(s, p, a, d, edge, side, int(CRT[face, column, side])) << (BITS * face)
    return packed


@rule
def hit_from(s, p, lead, hits, i):
    """What the unit in a place takes of the hits of its side."""
    if p[i] == EMPTY:
        return 0
    share = share_of(s, p, SIDE_OF[i], lead, hits, i)
    return share - undead_spares(s, p[i], share)


@rule
def plus(a, b):
    """Hits added place by place."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])


# --- the whole attack ---------------------------------------------------------------------------------------


@rule
def note(out, rows, n, weight, gone, taken):
    """Add one outcome; says how many rows there are now."""
    for side in range(2):
        hits = 0
        for i in range(FIRST[side], LAST[side]):
            hits += taken[i]
        out.hits[ROOM * side + min(hits, ROOM - 1)] += weight
    for i in range(PLACES):
        out.taken[i] += weight * taken[i]
        if (gone >> i) & 1:
            out.gone[i] += weight
    if n < len(rows):
        rows[n, 0] = weight
        rows[n, 1] = gone
        for i in range(PLACES):
            rows[n, 2 + i] = taken[i]
    return n + 1


@rule
def stand_or_go(s, out, rows, n, weight, p, coh, gone, routing, taken):
    """Phalanxes that would rout roll for it (refinement); every way in which they stand is an outcome."""
    rolling = 0
    if s.pref[Pref.PHALANX_STAND] != 0:
        for i in range(PLACES):
            if (routing >> i) & 1 and s.kind[p[i]] == Kind.PH:
                rolling |= 1 << i
    scale = 1
    if s.pref[Pref.PHALANX_STAND] != 0:
        for i in range(PLACES):
            if not (rolling >> i) & 1:
                scale *= FACES  # every place has a die, thrown or not
    standing = rolling
    while True:
        part = weight * scale
        for i in range(PLACES):
            if (rolling >> i) & 1:
                stays = 0
                for face in range(FACES):
                    if stands_fast(s, p[i], face, coh[i] - rout_limit(s, p[i]), i):
                        stays += 1
                part *= stays if (standing >> i) & 1 else FACES - stays
        if part > 0:
            n = note(out, rows, n, part, gone | (routing & ~standing), taken)
        if standing == 0:
            return n
        standing = (standing - 1) & rolling


@rule
def clash(s, out, rows, n, weight, p, flanks, coh, gone, taken, packed_a, packed_d):
    """Every face of the clash, those with the same result together (10.7 steps 8 to 10)."""
    a = lead_attacker(s, p, flanks)
    d = lead_defender(s, p, flanks)
    face = 0
    while face < FACES:
        hits_a = (packed_a >> (BITS * face)) & MASK
        hits_d = (packed_d >> (BITS * face)) & MASK
        faces = 1
        while (
            face + faces < FACES
            and (packed_a >> (BITS * (face + faces))) & MASK == hits_a
            and (packed_d >> (BITS * (face + faces))) & MASK == hits_d
        ):
            faces += 1
        face += faces
        hits = (
            hit_from(s, p, a, hits_a, 0),
            hit_from(s, p, a, hits_a, 1),
            hit_from(s, p, d, hits_d, 2),
            hit_from(s, p, d, hits_d, 3),
            hit_from(s, p, d, hits_d, 4),
        )
        dead = elementals_hit(s, p, hits)
        left = only(p, ~dead)
        after = plus(coh, hits)
        routing = at_limit(s, left, after)
        n = stand_or_go(s, out, rows, n, weight * faces, left, after, gone | dead, routing, plus(taken, hits))
    return n


@rule
def clear(out):
    """An empty record."""
    out.total = 0
    for i in range(PLACES):
        out.gone[i] = 0
        out.taken[i] = 0
    for i in range(2 * ROOM):
        out.hits[i] = 0


@rule
def weigh(s, p, flanks, out, rows):
    """The odds of an attack into `out`, and each outcome as a row as far as there is room; how many rows.

    `p` has the units of each side in the order of their columns, `flanks` a bit for each attacker on the
    flank. The same outcome may have several rows.
    """
    clear(out)
    good = (
        passes(s, p, flanks, 0),
        passes(s, p, flanks, 1),
        passes(s, p, flanks, 2),
        passes(s, p, flanks, 3),
        passes(s, p, flanks, 4),
    )
    checks = 1
    total = FACES
    for i in range(PLACES):
        checks *= ways(good[i])
        if ways(good[i]) > 1:
            total *= FACES
    if s.pref[Pref.PHALANX_STAND] != 0:
        for _ in range(PLACES):
            total *= FACES
    hunts = s.pref[Pref.CAVALRY_PURSUIT] != 0
    if hunts:
        total *= FACES
    out.total = total
    lead_a = p[lead_attacker(s, p, flanks)]
    lead_d = p[lead_defender(s, p, flanks)]
    before = (
        0 if p[0] == EMPTY else int(s.coh[p[0]]),
        0 if p[1] == EMPTY else int(s.coh[p[1]]),
        0 if p[2] == EMPTY else int(s.coh[p[2]]),
        0 if p[3] == EMPTY else int(s.coh[p[3]]),
        0 if p[4] == EMPTY else int(s.coh[p[4]]),
    )
    known = -1
    packed_a = 0
    packed_d = 0
    n = 0
    for number in range(checks):
        way = number
        k0 = way % ways(good[0])
        way //= ways(good[0])
        k1 = way % ways(good[1])
        way //= ways(good[1])
        k2 = way % ways(good[2])
        way //= ways(good[2])
        k3 = way % ways(good[3])
        k4 = way // ways(good[3])
        weight = weight_of(good[0], k0) * weight_of(good[1], k1)
        weight *= weight_of(good[2], k2) * weight_of(good[3], k3) * weight_of(good[4], k4)
        taken = (
            cost_of(s, p, flanks, 0, good[0], k0),
            cost_of(s, p, flanks, 1, good[1], k1),
            cost_of(s, p, flanks, 2, good[2], k2),
            cost_of(s, p, flanks, 3, good[3], k3),
            cost_of(s, p, flanks, 4, good[4], k4),
        )
        gone = elementals_hit(s, p, taken)
        left = only(p, ~gone)
        coh = plus(before, taken)
        routing = at_limit(s, left, coh)
        coh = after_sparing(s, left, coh)
        fought = left
        gone |= routing
        left = only(p, ~gone)
        if hunts:
            rider = pursuer_of(s, fought, routing, lead_a)
            if rider != EMPTY and prey_of(s, fought, routing, lead_d) != EMPTY and is_fought(left):
                away = 0
                for face in range(FACES):
                    if pursues(s, rider, face):
                        away += 1
                rest = only(left, ~(1 << place_in(left, rider)))
                n = finish(s, out, rows, n, weight * away, rest, flanks, coh, gone, taken)
                weight *= FACES - away
            else:
                weight *= FACES
        if weight == 0:
            continue
        if not is_fought(left):
            n = stand_or_go(s, out, rows, n, weight * FACES, left, coh, gone, 0, taken)
            continue
        if gone != known:
            packed_a = pack_hits(s, left, flanks, 0)
            packed_d = pack_hits(s, left, flanks, 1)
            known = gone
        n = clash(s, out, rows, n, weight, left, flanks, coh, gone, taken, packed_a, packed_d)
    return n


@rule
def finish(s, out, rows, n, weight, p, flanks, coh, gone, taken):
    """The rest of an attack that its pursuer has left."""
    if weight == 0:
        return n
    if not is_fought(p):
        return stand_or_go(s, out, rows, n, weight * FACES, p, coh, gone, 0, taken)
    packed_a = pack_hits(s, p, flanks, 0)
    packed_d = pack_hits(s, p, flanks, 1)
    return clash(s, out, rows, n, weight, p, flanks, coh, gone, taken, packed_a, packed_d)


# --- volleys and withdrawals --------------------------------------------------------------------------------

volley_t = record(
    [
        ("total", "i4"),
        ("hits", "i4", (4,)),  # by hits on the target
        ("routs", "i4"),  # the target reaches its limit
        ("runs_out", "i4"),
        ("bursts", "i4"),
    ]
)


@rule
def weigh_volley(s, u, v, out):
    """The odds of a volley of u at v (9.3, 9.5, 14.3)."""
    out.total = FACES * FACES
    for k in range(len(out.hits)):
        out.hits[k] = 0
    out.routs = 0
    out.runs_out = 0
    out.bursts = 0
    for face in range(FACES):
        hits = shot_hits(s, u, v, face)
        out.hits[hits] += FACES
        if hits > 0 and s.coh[v] + hits >= rout_limit(s, v):
            out.routs += FACES
        if exhausts(s, u, face):
            out.runs_out += FACES
        if may_burst(s, u, face):
            for second in range(FACES):
                out.bursts += OZ_CONFIRMS[second]


withdrawal_t = record(
    [
        ("total", "i4"),
        ("hits", "i4", (3,)),  # by hits on the unit
        ("marked", "i4"),  # gets a manoeuvre marker
        ("routs", "i4"),
    ]
)


@rule
def weigh_withdrawal(s, v, p, flanks, out):
    """The odds of a withdrawal of v from an attack (10.4)."""
    out.total = FACES
    for k in range(len(out.hits)):
        out.hits[k] = 0
    out.marked = 0
    out.routs = 0
    drm = drm_of(s, v, p, flanks, Check.WITHDRAWAL)
    for face in range(FACES):
        margin = face + drm - int(s.tq[v])
        hits = withdrawal_hits(s, v, margin, flanks != 0)
        out.hits[hits] += 1
        if is_marked_by_withdrawal(s, v, margin):
            out.marked += 1
        if hits > 0 and s.coh[v] + hits >= rout_limit(s, v):
            out.routs += 1
