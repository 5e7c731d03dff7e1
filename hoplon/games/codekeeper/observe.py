"""What a learner is told of the maze: what the hero sees now, and what he has seen.

Places of the 7 × 7 window around the hero, and of the map around him, are in cell order: by column, then by
row. Ways are in step order: left, right, up, down.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from hoplon.core.encoding import Encoding, Part
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import (
    HEIGHT,
    SIGHT,
    WIDTH,
    bit_cell,
    lowest,
    window,
)
from hoplon.games.codekeeper.memory import (
    BYTES,
    COLUMN,
    EXIT,
    FARTHEST,
    FLOOR,
    MOST_VISITS,
    POTION,
    ROCK,
    START,
    TREASURE,
    column,
    count_left,
    count_right,
    count_rows,
    edge_of,
    is_empty,
    remember,
    shown_in_column,
    shown_in_row,
    unseen_of,
    visit_place,
    ways_to,
    words,
)
from hoplon.games.codekeeper.relative import ACTIONS, action_of, choice_of, mask
from hoplon.games.codekeeper.state import LAST_TURN, MAX_HEALTH, NOTHING, Thing, Weapon
from hoplon.games.codekeeper.tables import DAMAGE, FIRST_MONSTER, KINDS, REACH, STRENGTH

SIDE = 2 * SIGHT + 1
PLACES = SIDE * SIDE
PLANES = (Thing.OBSTACLE, Thing.EXIT, *list(Thing)[Thing.TREASURE :])
GOALS = ("exit", "edge of what was seen", "treasure", "potion")
WAYS = 4
WEAPONS = len(Weapon)
MOST_THREAT = 30
MOST_CHARGES = 15

# The map around the hero: all rows of the board, and the columns up to so many away.
ACROSS = 9
MAP_COLUMNS = 2 * ACROSS + 1
MAP_ROWS = 2 * HEIGHT - 1
MAP_PLACES = MAP_COLUMNS * MAP_ROWS
PLACES_ACROSS, ROWS = np.uint64(SIDE), np.uint64(HEIGHT)

PRESENT = (
    Part("window", (len(PLANES), SIDE, SIDE), 1, "rock or beyond the board; each kind of item; of monster"),
    Part(
        "falls", (WEAPONS, SIDE, SIDE), 1, "monsters that one blow of sword, hammer, scythe or bow destroys"
    ),
    Part("threat", (1 + WAYS,), MOST_THREAT, "damage of those who reach his cell, and each beside it"),
    Part("health", (1,), MAX_HEALTH, "of the hero"),
    Part("charges", (3,), MOST_CHARGES, "of hammer, scythe and bow"),
    Part("turn", (1,), LAST_TURN, "turns played"),
    Part("column", (WIDTH,), 1, "where the hero stands"),
    Part("row", (HEIGHT,), 1, "where the hero stands"),
)
REMEMBERED = (
    Part("map", (2, MAP_COLUMNS, MAP_ROWS), 1, "floor and rock that was seen, with the hero in the middle"),
    Part("ways", (len(GOALS), WAYS), 1, f"first steps of the shortest ways to the next {', '.join(GOALS)}"),
    Part(
        "near", (len(GOALS),), FARTHEST, f"{FARTHEST + 1} less the steps to each of these; 0: no way is known"
    ),
    Part("unseen", (WAYS,), WIDTH * HEIGHT, "cells left of him, right, above and below that were never seen"),
    Part("shown", (WAYS,), SIDE, "how many of them each step would bring into sight"),
    Part("visits", (1 + WAYS,), MOST_VISITS, "turns spent on his cell, and on each beside it"),
    Part("start", (2,), 2 * WIDTH, "columns right of his first cell, and rows below, plus 16"),
)


def _places(parts: tuple[Part, ...]) -> dict[str, int]:
    """Where each part begins."""
    firsts = accumulate((part.width for part in parts), initial=0)
    return {part.name: first for part, first in zip(parts, firsts, strict=False)}


_at = _places(PRESENT + REMEMBERED)
FALLS, THREAT, HEALTH, CHARGES = _at["falls"], _at["threat"], _at["health"], _at["charges"]
TURN, COLUMN_AT, ROW_AT, MAP, WAY = _at["turn"], _at["column"], _at["row"], _at["map"], _at["ways"]
NEAR, UNSEEN, SHOWN, VISITED, BEGAN = _at["near"], _at["unseen"], _at["shown"], _at["visits"], _at["start"]

PLANE = np.array([PLANES.index(thing) * PLACES for thing in Thing], np.int64)  # where each begins

# What a monster strikes for, by kind and place of the window: a hero who stays, and one after each step, in
# LANE bits each.
LANE = 12
AFTER = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


def _threat(kind: int, dx: int, dy: int) -> int:
    """What a monster of a kind, so far from the hero, strikes for."""
    reached = [max(abs(dx - x), abs(dy - y)) <= REACH[kind] for x, y in AFTER]
    return sum(int(STRENGTH[kind]) << (LANE * k) for k, is_near in enumerate(reached) if is_near)


THREATS = np.array(
    [[_threat(kind, (bit >> 3) - SIGHT, (bit & 7) - SIGHT) for bit in range(64)] for kind in range(KINDS)],
    np.int64,
)


@rule
def place_of(bit):
    """The place of a bit of a window."""
    return SIDE * (bit >> 3) + (bit & 7)


@rule
def write_bits(row, at, bits, count):
    """Write bits as bytes; an index without sign lets the compiler write many at once."""
    first = np.uint64(at)
    for k in range(count):
        row[first + k] = (bits >> k) & 1


@rule
def observe_window(s, agent, memory, row):
    """What the hero sees now."""
    observe_rock(s, row)
    observe_items(s, row)
    observe_monsters(s, row)
    observe_hero(s, row)


@rule
def observe_rock(s, row):
    """What stops him."""
    closed = window(s.walls, int(s.hero))
    for dx in range(SIDE):
        write_bits(row, SIDE * dx, closed >> (8 * dx), PLACES_ACROSS)


@rule
def observe_items(s, row):
    """What lies about; nothing lies beyond the board."""
    hero = int(s.hero)
    for dx in range(max(-SIGHT, -(hero >> 4)), min(SIGHT, WIDTH - 1 - (hero >> 4)) + 1):
        first = hero + 16 * dx - SIGHT
        found = 0
        for dy in range(SIDE):
            found |= int(s.loot[(first + dy) & 255] != NOTHING) << dy
        while found != 0:
            dy = lowest(found)
            found &= found - 1
            row[PLANE[s.loot[(first + dy) & 255]] + SIDE * (dx + SIGHT) + dy] = 1


@rule
def observe_monsters(s, row):
    """Their kinds, what destroys them, and what they strike for."""
    hero = int(s.hero)
    threat = 0
    near = window(s.occupied, hero)
    while near != 0:
        bit = lowest(near)
        near &= near - 1
        m = int(s.at[bit_cell(hero, bit)])
        kind = int(s.kind[m])
        row[PLANE[FIRST_MONSTER + kind] + place_of(bit)] = 1
        for weapon in range(WEAPONS):
            row[FALLS + PLACES * weapon + place_of(bit)] = int(s.life[m]) <= DAMAGE[weapon]
        threat += THREATS[kind, bit]
    for k in range(1 + WAYS):
        row[THREAT + k] = min((threat >> (LANE * k)) & ((1 << LANE) - 1), MOST_THREAT)


@rule
def observe_hero(s, row):
    """His numbers."""
    row[HEALTH] = min(max(int(s.health), 0), MAX_HEALTH)
    for weapon in range(1, 4):
        row[CHARGES + weapon - 1] = min(int(s.charges[weapon]), MOST_CHARGES)
    row[TURN] = min(int(s.turn), LAST_TURN)
    row[COLUMN_AT + (int(s.hero) >> 4)] = 1
    row[ROW_AT + (int(s.hero) & 15)] = 1


@rule
def observe(s, agent, memory, row):
    """What the hero sees now, and what he remembers."""
    observe_window(s, agent, memory, row)
    hero = int(s.hero)
    floor = words(memory, FLOOR)
    unseen = unseen_of(floor, words(memory, ROCK))
    if not is_empty(unseen):
        observe_ways(row, 1, floor, edge_of(floor, unseen), hero)
        observe_unseen(row, unseen, hero)
    observe_ways(row, 0, floor, words(memory, EXIT), hero)
    observe_ways(row, 2, floor, words(memory, TREASURE), hero)
    observe_ways(row, 3, floor, words(memory, POTION), hero)
    observe_map(row, memory, hero)
    observe_visits(row, memory, hero)


@rule
def observe_map(row, memory, hero):
    """Floor and rock around the hero."""
    x = hero >> 4
    first = MAP + HEIGHT - 1 - (hero & 15)
    for cx in range(max(x - ACROSS, 0), min(x + ACROSS, WIDTH - 1) + 1):
        at = first + MAP_ROWS * (cx - x + ACROSS)
        floor = column(memory, FLOOR, cx)
        rock = column(memory, ROCK, cx)
        if floor | rock != 0:
            write_bits(row, at, floor, ROWS)
            write_bits(row, at + MAP_PLACES, rock, ROWS)


@rule
def observe_ways(row, goal, floor, goals, hero):
    """How the hero comes to the next of some goals."""
    if is_empty(goals):
        return
    sides, steps = ways_to(floor, goals, hero)
    if steps > 0:
        for way in range(WAYS):
            row[WAY + WAYS * goal + way] = (sides >> way) & 1
        row[NEAR + goal] = FARTHEST + 1 - steps


@rule
def observe_unseen(row, unseen, hero):
    """Where the unseen cells are, and what each step would show of them."""
    x = hero >> 4
    y = hero & 15
    row[UNSEEN] = count_left(unseen, x)
    row[UNSEEN + 1] = count_right(unseen, x)
    row[UNSEEN + 2] = count_rows(unseen, (1 << y) - 1)
    row[UNSEEN + 3] = count_rows(unseen, COLUMN & ~((2 << y) - 1))
    row[SHOWN] = shown_in_column(unseen, x - SIGHT - 1, y)
    row[SHOWN + 1] = shown_in_column(unseen, x + SIGHT + 1, y)
    row[SHOWN + 2] = shown_in_row(unseen, x, y - SIGHT - 1)
    row[SHOWN + 3] = shown_in_row(unseen, x, y + SIGHT + 1)


@rule
def observe_visits(row, memory, hero):
    """Where the hero has been."""
    x = hero >> 4
    y = hero & 15
    row[VISITED] = memory[visit_place(x, y)]
    row[VISITED + 1] = memory[visit_place(x - 1, y)]
    row[VISITED + 2] = memory[visit_place(x + 1, y)]
    row[VISITED + 3] = memory[visit_place(x, y - 1)]
    row[VISITED + 4] = memory[visit_place(x, y + 1)]
    start = int(memory[START]) - 1
    row[BEGAN] = x - (start >> 4) + WIDTH
    row[BEGAN + 1] = y - (start & 15) + WIDTH


MAP_ENCODING = Encoding(
    name="map",
    version=1,
    words="what the hero sees, the maze as he remembers it, and the ways he knows",
    parts=PRESENT + REMEMBERED,
    actions=ACTIONS,
    observe=observe,
    mask=mask,
    choice_of=choice_of,
    action_of=action_of,
    memory=BYTES,
    remember=remember,
)
WINDOW_ENCODING = Encoding(
    name="window",
    version=1,
    words="what the hero sees, and nothing of what he saw before",
    parts=PRESENT,
    actions=ACTIONS,
    observe=observe_window,
    mask=mask,
    choice_of=choice_of,
    action_of=action_of,
)
ENCODINGS = (MAP_ENCODING, WINDOW_ENCODING)
