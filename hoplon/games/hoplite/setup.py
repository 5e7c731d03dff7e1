"""Levels and runs from a seed (rulebook 3.4, 9.2 and 10)."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.dice import below, keep_seed, stream
from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import (
    MAP,
    NONE,
    STAIRS,
    START,
    both,
    count,
    disc,
    either,
    grow,
    has,
    is_empty,
    nth,
    nth_bit,
    ones,
    only,
    without,
)
from hoplon.games.hoplite.demons import can_attack
from hoplon.games.hoplite.facts import demon_tiles, holds, take_dice, walkable
from hoplon.games.hoplite.state import (
    HELD,
    LAST_DEPTH,
    LAYOUT_DICE,
    MAX_BOMBS,
    MAX_DEMONS,
    OFFER_DICE,
    End,
    Prayer,
)
from hoplon.games.hoplite.tables import (
    DEMONS_BY_DEPTH,
    FULL_CHARGE,
    GOD,
    GODS,
    LIST_CYCLE,
    MORE_EACH_PERIOD,
    NEEDS,
    NO_PRAYER,
    PERIOD,
    PRAYERS,
    UNIQUE_WITH,
)

NAMED_BITS = 0x7FFFFFFFFFFFFFFF
BUILDING_ROW = 7
MOST_CUT_OFF = 4
FEWEST_MAGMA = 6
MOST_MAGMA = 16
SAFE_DISTANCE = 4
OFFERS = 3
MOST_TRIES = 1000


@rule
def new_run(s, options, seed):
    """The start of a run: three hearts, full energy, the spear in hand (2)."""
    keep_seed(s, seed)
    s.turn = 0
    s.score = 0
    s.variants = options.variants
    s.stun_turns = options.stun_turns
    s.prayers = options.prayers
    s.health = options.hearts
    s.max_health = options.hearts
    s.max_energy = 100
    if holds(s, Prayer.GREATER_ENERGY):
        s.max_energy += 20
    if holds(s, Prayer.GREATER_ENERGY_II):
        s.max_energy += 15
    s.cooldown = 0
    s.streak = 0
    s.killing = 0
    s.carries_fleece = 0
    s.end = End.RUNNING
    new_level(s, options.depth)


@rule
def fair_seed(s):
    """The seed of layouts and offers: dice that are all least or all greatest would make none."""
    return int(s.seed[0]) & NAMED_BITS, int(s.seed[1])


@rule
def new_level(s, depth):
    """A level, reproducible from seed, depth and prayers (10.3, 10.4); returns the layouts tried."""
    s.depth = depth
    s.hero = START
    s.spear = HELD
    s.energy = s.max_energy
    s.regenerated = 0
    s.killer = NOBODY
    s.altar_used = 0
    take_dice(s)
    s.bombs = 0
    s.bombs_lo = 0
    s.bombs_hi = 0
    for b in range(MAX_BOMBS):
        s.bomb[b] = NOWHERE
        s.bashed[b] = 0
    key = stream(fair_seed(s), depth, LAYOUT_DICE)
    draws = 0
    tries = 0
    done = False
    while not done and tries < MOST_TRIES:
        tries += 1
        draws = place_buildings(s, key, draws)
        draws = pour_magma(s, key, draws)
        if is_sound(s):
            done, draws = place_demons(s, key, draws)
    offer_prayers(s)
    return tries


@rule
def at_row(column):
    """The tile of a column on the row of the buildings."""
    return 12 * column + BUILDING_ROW - 1 - (column - 4) // 2


@rule
def place_buildings(s, key, draws):
    """Altar in a side column of row 7; on depth 16 fleece and portal on opposite sides (10.3 step 1)."""
    s.altar = NOWHERE
    s.fleece = NOWHERE
    s.portal = NOWHERE
    if s.depth < LAST_DEPTH:
        side = below(key, draws, 6)
        draws += 1
        s.altar = at_row(side if side < 3 else side + 3)
    elif s.depth == LAST_DEPTH:
        left = at_row(below(key, draws, 3))
        right = at_row(below(key, draws + 1, 3) + 6)
        if below(key, draws + 2, 2) == 0:
            s.fleece = left
            s.portal = right
        else:
            s.fleece = right
            s.portal = left
        draws += 3
    if s.carries_fleece == 1:
        s.fleece = NOWHERE
    update_static(s)
    return draws


@rule
def update_static(s):
    """Altar, portal and the fleece still lying there are static obstacles (2)."""
    tiles = either(only(int(s.altar)), either(only(int(s.fleece)), only(int(s.portal))))
    s.static_lo = tiles[0]
    s.static_hi = tiles[1]


@rule
def pour_magma(s, key, draws):
    """Three or four seeds grow to 6–16 tiles, away from start, stairs and buildings (10.3 step 2)."""
    size = FEWEST_MAGMA + below(key, draws, MOST_MAGMA - FEWEST_MAGMA + 1)
    seeds = 3 + below(key, draws + 1, 2)
    draws += 2
    buildings = (s.static_lo, s.static_hi)
    kept = either(either(disc(START, 1), only(STAIRS)), grow(buildings))
    allowed = without(MAP, kept)
    magma = NONE
    for i in range(size):
        if i < seeds:
            choices = without(allowed, magma)
        else:
            choices = both(without(grow(magma), magma), allowed)
        if is_empty(choices):
            break
        magma = either(magma, only(nth(choices, below(key, draws, count(choices)))))
        draws += 1
    s.magma_lo = magma[0]
    s.magma_hi = magma[1]
    return draws


@rule
def component(s):
    """The ground that can be walked to from the start."""
    paths = walkable(s)
    reached = only(START)
    while True:
        more = both(grow(reached), paths)
        if more == reached:
            return reached
        reached = more


@rule
def is_sound(s):
    """Stairs and buildings can be reached, and at most four ground tiles cannot (10.3 step 3)."""
    reached = component(s)
    if not has(reached, STAIRS):
        return False
    edge = grow(reached)
    buildings = (s.static_lo, s.static_hi)
    if both(edge, buildings) != buildings:
        return False
    return count(walkable(s)) - count(reached) <= MOST_CUT_OFF


@rule
def demons_wanted(depth, kind):
    """How many demons of a kind a depth has; the table repeats with more each period (10.1)."""
    periods = (depth - 1) // PERIOD
    return DEMONS_BY_DEPTH[kind, (depth - 1) % PERIOD] + periods * MORE_EACH_PERIOD[kind]


@rule
def place_demons(s, key, draws):
    """In list order, far from the start and where they cannot attack at once (10.3 step 4)."""
    for d in range(MAX_DEMONS):
        s.order[d] = NOBODY
        s.kind[d] = NOBODY
        s.cell[d] = NOWHERE
        s.charge[d] = 0
        s.stun[d] = 0
    s.demons = 0
    s.demons_lo = 0
    s.demons_hi = 0
    total = 0
    for kind in range(4):
        total += demons_wanted(s.depth, kind)
    if total > MAX_DEMONS:
        total = MAX_DEMONS
    far = without(without(component(s), disc(START, SAFE_DISTANCE - 1)), only(STAIRS))
    turn_of = 0
    while s.demons < total:
        kind = LIST_CYCLE[turn_of % len(LIST_CYCLE)]
        if how_many(s, kind) < demons_wanted(s.depth, kind):
            d = int(s.demons)
            s.kind[d] = kind
            s.charge[d] = FULL_CHARGE[kind]
            choices = without(far, demon_tiles(s))
            placed = False
            while not placed:
                if is_empty(choices):
                    return False, draws
                cell = nth(choices, below(key, draws, count(choices)))
                draws += 1
                settle(s, d, cell)
                if can_attack(s, d, START):
                    unsettle(s, d, cell)
                    choices = without(choices, only(cell))
                else:
                    placed = True
            s.order[d] = d
            s.demons += 1
        turn_of += 1
    return True, draws


@rule
def how_many(s, kind):
    """Demons of a kind placed so far."""
    n = 0
    for d in range(s.demons):
        if s.kind[d] == kind:
            n += 1
    return n


@rule
def settle(s, d, cell):
    """Put a demon on a tile."""
    s.cell[d] = cell
    tiles = either(demon_tiles(s), only(cell))
    s.demons_lo = tiles[0]
    s.demons_hi = tiles[1]


@rule
def unsettle(s, d, cell):
    """Take a demon off its tile."""
    s.cell[d] = NOWHERE
    tiles = without(demon_tiles(s), only(cell))
    s.demons_lo = tiles[0]
    s.demons_hi = tiles[1]


@rule
def is_eligible(s, prayer):
    """Not owned, prerequisite owned, not barred by a unique one (9.2)."""
    if GOD[prayer] < 0 or holds(s, prayer):
        return False
    if NEEDS[prayer] != NO_PRAYER and not holds(s, NEEDS[prayer]):
        return False
    return UNIQUE_WITH[prayer] == NO_PRAYER or not holds(s, UNIQUE_WITH[prayer])


@rule
def prayers_of(s, god, patience):
    """The eligible prayers of a god, one bit each."""
    found = 0
    for prayer in range(PRAYERS):
        if GOD[prayer] == god and is_eligible(s, prayer):
            if prayer != Prayer.PATIENCE or patience:
                found |= 1 << prayer
    return found


@rule
def offer_prayers(s):
    """A god drawn from those with something to give, and at most three of his prayers (9.2)."""
    s.offers = 0
    if s.altar == NOWHERE:
        return
    key = stream(fair_seed(s), s.depth, OFFER_DICE)
    patience = below(key, 0, 4) == 0
    gods = 0
    for god in range(GODS):
        if prayers_of(s, god, patience) != 0:
            gods |= 1 << god
    if gods == 0:
        return
    god = nth_bit(gods, below(key, 1, ones(gods)))
    left = prayers_of(s, god, patience)
    if ones(left) <= OFFERS:
        s.offers = left
        return
    for i in range(OFFERS):
        prayer = nth_bit(left, below(key, 2 + i, ones(left)))
        left ^= 1 << prayer
        s.offers |= 1 << prayer
