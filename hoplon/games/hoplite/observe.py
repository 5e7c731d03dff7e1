"""What a learner is told about Hoplite: the whole board as it is, or the surroundings of the hero."""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.core.encoding import NO_ACTION, Encoding, Part
from hoplon.core.kernel import rule
from hoplon.games.hoplite.attacked import attacks
from hoplon.games.hoplite.cells import (
    ALL_CELLS,
    CELLS,
    COLUMN,
    WAYS,
    WORD,
    distance,
    is_on_map,
    ones,
)
from hoplon.games.hoplite.facts import (
    has_spear,
    holds,
    magma,
)
from hoplon.games.hoplite.legal import (
    BASH,
    IDLE,
    LEAP,
    PRAY,
    SPACE,
    THROW,
    WALK,
    aim_of,
    bash_ways,
    kind_of,
    leap_tiles,
    prayers_selectable,
    throw_tiles,
    walk_ways,
)
from hoplon.games.hoplite.state import LAST_DEPTH, MAX_HEALTH, Do, Prayer
from hoplon.games.hoplite.tables import FULL_CHARGE, PRAYERS

TILES = len(ALL_CELLS)
NO_TILE = -1
MOST_ENERGY = 135
MOST_COOLDOWN = 4
MOST_STREAK = 3

# Planes over tiles, in both encodings: what lies there, then the demons and how they are.
MAGMA, HERO, SPEAR, ALTAR, PORTAL, FLEECE, DEMON = 0, 1, 2, 3, 4, 5, 6
GROUND = MAGMA  # around the hero, where the map may end, the tiles that are there and no magma
CHARGED = DEMON + 4  # ready to throw or to beam
CHARGING = 11  # a demolitionist with one turn to go
STUNNED, STUNNED_LONGER = 12, 13
BOMB = 14
PLANES = 15
HURT, HURT_TWICE, THROWN_AT = 15, 16, 17
PLANES_AROUND = 18

# The numbers of the hero, one bit for each value.
HEALTH = 0
MOST_HEALTH = HEALTH + MAX_HEALTH + 1
COOLDOWN = MOST_HEALTH + MAX_HEALTH + 1
DEPTH = COOLDOWN + MOST_COOLDOWN + 1
LEAPS = DEPTH + LAST_DEPTH
STREAK = LEAPS + 3
HOLDS = STREAK + MOST_STREAK + 1
OFFERED = HOLDS + PRAYERS
HAS_SPEAR = OFFERED + PRAYERS
CARRIES_FLEECE, REGENERATED, KILLING = HAS_SPEAR + 1, HAS_SPEAR + 2, HAS_SPEAR + 3
NUMBERS = HAS_SPEAR + 4

# The window: all tiles at most five steps away, as far as anybody shoots.
RADIUS = 5
THROW_RADIUS = 4
LEAP_RADIUS = 3


def _places(radius: int, least: int = 0) -> list[tuple[int, int]]:
    """Steps to the tiles so far away, column by column."""
    return [
        (dx, dy)
        for dx in range(-radius, radius + 1)
        for dy in range(-radius, radius + 1)
        if least <= max(abs(dx), abs(dy), abs(dx + dy)) <= radius
    ]


WINDOW = _places(RADIUS)
SEEN = len(WINDOW)
TILE = np.full(CELLS, NO_TILE, np.int16)  # the number of a tile among the 79
for _number, _cell in enumerate(ALL_CELLS):
    TILE[_cell] = _number


def _by_hero(places: list[tuple[int, int]]) -> Any:
    """For a hero on each tile, the numbers that other tiles have among these places."""
    found = np.full((CELLS, CELLS), NO_TILE, np.int8)
    for hero in ALL_CELLS:
        column, row = divmod(hero, COLUMN)
        for number, (dx, dy) in enumerate(places):
            cell = COLUMN * (column + dx) + row + dy
            if 0 <= row + dy < COLUMN and cell in ALL_CELLS:
                found[hero, cell] = number
    return found


LEAP_PLACES = _places(LEAP_RADIUS, 2)
THROW_PLACES = _places(THROW_RADIUS, 1)
PLACE, LEAP_TO, THROW_TO = map(_by_hero, (WINDOW, LEAP_PLACES, THROW_PLACES))
ON_MAP = np.zeros((CELLS, SEEN), np.uint8)  # for a hero on each tile, the places of the window that are there
for _hero in ALL_CELLS:
    ON_MAP[_hero, PLACE[_hero][PLACE[_hero] != NO_TILE]] = 1
LEAP_STEP = np.array([COLUMN * dx + dy for dx, dy in LEAP_PLACES], np.int16)
THROW_STEP = np.array([COLUMN * dx + dy for dx, dy in THROW_PLACES], np.int16)

# Where each kind of action begins, as the rules number them and relative to the hero.
CHOICE = np.array(SPACE, np.int16)
FIRST_LEAP, FIRST_BASH = WAYS, WAYS + TILES
FIRST_THROW = FIRST_BASH + WAYS + 1
FIRST_PRAYER = FIRST_THROW + TILES
TO_IDLE = FIRST_PRAYER + PRAYERS
NEAR_BASH = WAYS + len(LEAP_PLACES)
NEAR_THROW = NEAR_BASH + WAYS + 1
NEAR_PRAYER = NEAR_THROW + len(THROW_PLACES)
NEAR_IDLE = NEAR_PRAYER + PRAYERS

BOARD_WIDTH = PLANES * TILES
FAR, FAR_HERO, FAR_ALTAR, FAR_PORTAL, FAR_FLEECE, FAR_SPEAR, FAR_DEMONS = 0, 1, 2, 3, 4, 5, 6
FAR_PLANES = 7
WINDOW_WIDTH = PLANES_AROUND * SEEN
AROUND_WIDTH = WINDOW_WIDTH + FAR_PLANES * TILES


@rule
def lowest(bits):
    """The place of the lowest bit that is set."""
    return ones((bits & -bits) - 1)


@rule
def write_numbers(s, row, first):
    """What the hero has and can do."""
    row[first + HEALTH + min(int(s.health), MAX_HEALTH)] = 1
    row[first + MOST_HEALTH + min(int(s.max_health), MAX_HEALTH)] = 1
    row[first + COOLDOWN + min(int(s.cooldown), MOST_COOLDOWN)] = 1
    row[first + DEPTH + min(int(s.depth), LAST_DEPTH) - 1] = 1
    row[first + LEAPS + min(int(s.energy) // 50, 2)] = 1
    row[first + STREAK + min(int(s.streak), MOST_STREAK)] = 1
    write_bits(int(s.prayers), row, first + HOLDS)
    write_bits(int(s.offers), row, first + OFFERED)
    if has_spear(s):
        row[first + HAS_SPEAR] = 1
    if s.carries_fleece != 0:
        row[first + CARRIES_FLEECE] = 1
    if s.regenerated != 0:
        row[first + REGENERATED] = 1
    if s.killing != 0:
        row[first + KILLING] = 1
    row[first + NUMBERS] = min(int(s.energy), MOST_ENERGY)


@rule
def write_bits(bits, row, first):
    """One byte for each bit that is set."""
    while bits != 0:
        row[first + lowest(bits)] = 1
        bits = bits & (bits - 1)


@rule
def write_tile(row, plane, c):
    """Mark a tile of the map in a plane; NOWHERE is not on it."""
    if c >= 0:
        row[plane * TILES + TILE[c]] = 1


@rule
def write_tiles(cells, row, plane):
    """Mark a set of tiles of the map in a plane."""
    bits = cells[0]
    while bits != 0:
        row[plane * TILES + TILE[lowest(bits)]] = 1
        bits = bits & (bits - 1)
    bits = cells[1]
    while bits != 0:
        row[plane * TILES + TILE[WORD + lowest(bits)]] = 1
        bits = bits & (bits - 1)


@rule
def altar_in_use(s):
    """The altar, unless a prayer was said there."""
    return int(s.altar) if s.altar_used == 0 else NOWHERE


@rule
def observe_board(s, agent, memory, row):
    """All 79 tiles, and the numbers of the hero."""
    write_tiles(magma(s), row, MAGMA)
    write_tile(row, HERO, int(s.hero))
    write_tile(row, SPEAR, int(s.spear))
    write_tile(row, ALTAR, altar_in_use(s))
    write_tile(row, PORTAL, int(s.portal))
    write_tile(row, FLEECE, int(s.fleece))
    for i in range(s.demons):
        d = int(s.order[i])
        write_demon(s, d, row, int(TILE[s.cell[d]]), TILES)
    for b in range(s.bombs):
        write_tile(row, BOMB, int(s.bomb[b]))
    write_numbers(s, row, BOARD_WIDTH)


@rule
def write_demon(s, d, row, place, places):
    """A demon in its planes."""
    kind = int(s.kind[d])
    charge = int(s.charge[d])
    row[(DEMON + kind) * places + place] = 1
    if charge > 0:
        row[(CHARGED if charge >= FULL_CHARGE[kind] else CHARGING) * places + place] = 1
    if s.stun[d] > 0:
        row[(STUNNED if s.stun[d] == 1 else STUNNED_LONGER) * places + place] = 1


@rule
def mask_board(s, agent, memory, mask):
    """The legal choices."""
    write_ways(s, mask, FIRST_BASH, FIRST_PRAYER, TO_IDLE)
    mask_tiles(leap_tiles(s), mask, FIRST_LEAP)
    mask_tiles(throw_tiles(s), mask, FIRST_THROW)


@rule
def write_ways(s, mask, bash, prayer, idle):
    """The choices that are aimed at no tile."""
    write_bits(walk_ways(s), mask, 0)
    write_bits(bash_ways(s), mask, bash)
    write_bits(prayers_selectable(s), mask, prayer)
    if holds(s, Prayer.PATIENCE):
        mask[idle] = 1


@rule
def mask_tiles(cells, mask, first):
    """An action for each tile of a set."""
    bits = cells[0]
    while bits != 0:
        mask[first + TILE[lowest(bits)]] = 1
        bits = bits & (bits - 1)
    bits = cells[1]
    while bits != 0:
        mask[first + TILE[WORD + lowest(bits)]] = 1
        bits = bits & (bits - 1)


@rule
def choice_on_board(s, action):
    """The choice that an action stands for."""
    return int(CHOICE[action])


@rule
def action_on_board(s, choice):
    """The action that stands for a choice; none for resigning."""
    kind = kind_of(choice)
    aim = aim_of(choice)
    if kind == Do.WALK:
        return aim
    if kind == Do.LEAP:
        return FIRST_LEAP + int(TILE[aim])
    if kind == Do.BASH:
        return FIRST_BASH + aim
    if kind == Do.THROW:
        return FIRST_THROW + int(TILE[aim])
    if kind == Do.PRAY:
        return FIRST_PRAYER + aim
    if kind == Do.IDLE:
        return TO_IDLE
    return NO_ACTION


@rule
def write_near(row, plane, hero, c):
    """Mark a tile in a plane of the window, if it is that near."""
    if c >= 0:
        place = int(PLACE[hero, c])
        if place != NO_TILE:
            row[plane * SEEN + place] = 1


@rule
def write_all_near(cells, row, plane, hero):
    """Mark a set of tiles in a plane of the window."""
    bits = cells[0]
    while bits != 0:
        write_near(row, plane, hero, lowest(bits))
        bits = bits & (bits - 1)
    bits = cells[1]
    while bits != 0:
        write_near(row, plane, hero, WORD + lowest(bits))
        bits = bits & (bits - 1)


@rule
def write_ground(burning, row, hero):
    """Mark the ground, in the window and in the outlines: all that is on the map, and no magma."""
    for k in range(SEEN):
        row[GROUND * SEEN + k] = ON_MAP[hero, k]
    for k in range(TILES):
        row[WINDOW_WIDTH + FAR * TILES + k] = 1
    bits = burning[0]
    while bits != 0:
        clear_ground(row, hero, lowest(bits))
        bits = bits & (bits - 1)
    bits = burning[1]
    while bits != 0:
        clear_ground(row, hero, WORD + lowest(bits))
        bits = bits & (bits - 1)


@rule
def clear_ground(row, hero, c):
    """Here is magma."""
    row[WINDOW_WIDTH + FAR * TILES + int(TILE[c])] = 0
    place = int(PLACE[hero, c])
    if place != NO_TILE:
        row[GROUND * SEEN + place] = 0


@rule
def observe_around(s, agent, memory, row):
    """What is near, with the tiles under attack; the map in outlines; the numbers of the hero."""
    hero = int(s.hero)
    write_ground(magma(s), row, hero)
    write_near(row, HERO, hero, hero)
    write_near(row, SPEAR, hero, int(s.spear))
    write_near(row, ALTAR, hero, altar_in_use(s))
    write_near(row, PORTAL, hero, int(s.portal))
    write_near(row, FLEECE, hero, int(s.fleece))
    for i in range(s.demons):
        d = int(s.order[i])
        place = int(PLACE[hero, s.cell[d]])
        if place != NO_TILE:
            write_demon(s, d, row, place, SEEN)
    for b in range(s.bombs):
        write_near(row, BOMB, hero, int(s.bomb[b]))
    once, twice, thrown = attacks(s)
    write_all_near(once, row, HURT, hero)
    write_all_near(twice, row, HURT_TWICE, hero)
    write_all_near(thrown, row, THROWN_AT, hero)
    write_outlines(s, row)
    write_numbers(s, row, AROUND_WIDTH)


@rule
def write_outlines(s, row):
    """The whole map, coarsely: what lies far away matters for the way there."""
    for i in range(s.demons):
        place = FAR_DEMONS * TILES + int(TILE[s.cell[s.order[i]]])
        row[WINDOW_WIDTH + place] = 1
    write_far(row, FAR_HERO, int(s.hero))
    write_far(row, FAR_ALTAR, altar_in_use(s))
    write_far(row, FAR_PORTAL, int(s.portal))
    write_far(row, FAR_FLEECE, int(s.fleece))
    write_far(row, FAR_SPEAR, int(s.spear))


@rule
def write_far(row, plane, c):
    """Mark a tile of the map behind the window."""
    if c >= 0:
        row[WINDOW_WIDTH + plane * TILES + int(TILE[c])] = 1


@rule
def mask_around(s, agent, memory, mask):
    """The legal choices, relative to the hero."""
    hero = int(s.hero)
    write_ways(s, mask, NEAR_BASH, NEAR_PRAYER, NEAR_IDLE)
    mask_near(leap_tiles(s), mask, WAYS, LEAP_TO, hero)
    mask_near(throw_tiles(s), mask, NEAR_THROW, THROW_TO, hero)


@rule
def mask_near(cells, mask, first, table, hero):
    """An action for each tile of a set, by the steps from the hero."""
    bits = cells[0]
    while bits != 0:
        mask[first + int(table[hero, lowest(bits)])] = 1
        bits = bits & (bits - 1)
    bits = cells[1]
    while bits != 0:
        mask[first + int(table[hero, WORD + lowest(bits)])] = 1
        bits = bits & (bits - 1)


@rule
def choice_around(s, action):
    """The choice that an action stands for here; one beyond the edge is none."""
    hero = int(s.hero)
    if action < WAYS:
        return WALK | action
    if action < NEAR_BASH:
        return aimed(LEAP, hero, hero + int(LEAP_STEP[action - WAYS]), LEAP_RADIUS)
    if action < NEAR_THROW:
        return BASH | (action - NEAR_BASH)
    if action < NEAR_PRAYER:
        return aimed(THROW, hero, hero + int(THROW_STEP[action - NEAR_THROW]), THROW_RADIUS)
    if action < NEAR_IDLE:
        return PRAY | (action - NEAR_PRAYER)
    return IDLE


@rule
def aimed(kind, hero, c, radius):
    """A choice aimed at a tile; -1, which is never legal, if the map ends before it."""
    if is_on_map(c) and distance(hero, c) <= radius:
        return kind | c
    return -1


@rule
def action_around(s, choice):
    """The action that stands for a choice here; none for resigning."""
    hero = int(s.hero)
    kind = kind_of(choice)
    aim = aim_of(choice)
    if kind == Do.WALK:
        return aim
    if kind == Do.LEAP:
        return WAYS + int(LEAP_TO[hero, aim])
    if kind == Do.BASH:
        return NEAR_BASH + aim
    if kind == Do.THROW:
        return NEAR_THROW + int(THROW_TO[hero, aim])
    if kind == Do.PRAY:
        return NEAR_PRAYER + aim
    if kind == Do.IDLE:
        return NEAR_IDLE
    return NO_ACTION


_HERO = (
    Part(
        "hero",
        (NUMBERS,),
        1,
        "hearts, cooldown, depth, leaps, streak, prayers held and offered, spear, fleece",
    ),
    Part("energy", (1,), MOST_ENERGY, "energy"),
)

ENCODINGS = (
    Encoding(
        name="board",
        version=1,
        words="all 79 tiles; an action for each choice of the rules",
        parts=(
            Part("board", (PLANES, TILES), 1, "magma, and what is on the other tiles, column by column"),
            *_HERO,
        ),
        actions=len(SPACE),
        observe=observe_board,
        mask=mask_board,
        choice_of=choice_on_board,
        action_of=action_on_board,
    ),
    Encoding(
        name="around",
        version=1,
        words="the tiles around the hero, with those under attack; actions relative to him",
        parts=(
            Part("around", (PLANES_AROUND, SEEN), 1, "what is at most five steps away, and what is attacked"),
            Part("map", (FAR_PLANES, TILES), 1, "ground, hero, altar, portal, fleece, spear, demons"),
            *_HERO,
        ),
        actions=NEAR_IDLE + 1,
        observe=observe_around,
        mask=mask_around,
        choice_of=choice_around,
        action_of=action_around,
    ),
)
