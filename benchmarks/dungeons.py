"""A hundred thousand dungeons of Hoplite, each level checked: `python benchmarks/dungeons.py [DUNGEONS]`.

Writes the table of docs/reference/dungeons.md to standard output. The checks walk over a list of neighbours
made from the column-and-row rule of the rulebook (1.2), not over the bit sets that the generator uses.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import rule
from hoplon.games import game
from hoplon.games.hoplite.cells import ALL_CELLS, CELLS, STAIRS, START, cell_at, column_row
from hoplon.games.hoplite.demons import can_attack
from hoplon.games.hoplite.setup import demons_wanted, new_level, new_run

DEPTHS = 16
NEIGHBOURS = np.full((CELLS, 6), NOWHERE, np.int64)
for _cell in ALL_CELLS:
    _c, _r = column_row(_cell)
    _up = _r if _c % 2 == 0 else _r + 1
    _around = [(_c, _r + 1), (_c, _r - 1), (_c - 1, _up), (_c + 1, _up), (_c - 1, _up - 1), (_c + 1, _up - 1)]
    for _k, (_nc, _nr) in enumerate(_around):
        NEIGHBOURS[_cell, _k] = cell_at(_nc, _nr)
TILES = np.array(ALL_CELLS)

# What is wrong with a level, one bit each.
FAULTS = (
    "stairs cut off", "building cut off", "more than four tiles cut off", "magma count", "demon count",
    "demon cut off", "demon too near", "demon attacks at once", "magma near start or building",
)  # fmt: skip


@rule
def is_magma(s, c):
    """Read the bit of a tile without the generator's functions."""
    return (s.magma_lo >> c) & 1 == 1 if c < 60 else (s.magma_hi >> (c - 60)) & 1 == 1


@rule
def flood(s, first, over_magma, seen):
    """How many tiles are reached from one over ground, or over magma."""
    stack = np.empty(len(TILES), np.int64)
    stack[0] = first
    seen[first] = 1
    n = 1
    size = 0
    while n > 0:
        n -= 1
        size += 1
        at = stack[n]
        for k in range(6):
            c = NEIGHBOURS[at, k]
            if c == NOWHERE or seen[c] == 1 or is_magma(s, c) != over_magma:
                continue
            if c == s.altar or c == s.fleece or c == s.portal:
                continue
            seen[c] = 1
            stack[n] = c
            n += 1
    return size


@rule
def survey(states, options, first, last, table, columns):
    """Make and check every level of some dungeons; returns all faults, one bit each."""
    s = states[0]
    faults = 0
    for seed in range(first, last):
        new_run(s, options[0], seed)
        for depth in range(1, DEPTHS + 1):
            tries = new_level(s, depth)
            row = table[depth - 1]
            faults |= check(s, depth, row)
            row[0] += 1
            row[1] += tries
            row[2] = max(row[2], tries)
            if s.altar != NOWHERE:
                columns[s.altar // 12] += 1
    return faults


@rule
def check(s, depth, row):
    """The faults of one level; its figures are added to its row."""
    faults = 0
    ground = 0
    magma = 0
    for c in TILES:
        if is_magma(s, c):
            magma += 1
        elif c != s.altar and c != s.fleece and c != s.portal:
            ground += 1
    seen = np.zeros(CELLS, np.int64)
    apart = ground - flood(s, START, False, seen)
    blobs = 0
    poured = seen.copy()
    for c in TILES:
        if is_magma(s, c) and poured[c] == 0:
            blobs += 1
            flood(s, c, True, poured)
    if seen[STAIRS] == 0:
        faults |= 1
    for b in (int(s.altar), int(s.fleece), int(s.portal)):
        if b != NOWHERE:
            near = 0
            for k in range(6):
                if NEIGHBOURS[b, k] != NOWHERE:
                    near += seen[NEIGHBOURS[b, k]]
                    if is_magma(s, NEIGHBOURS[b, k]):
                        faults |= 256
            if near == 0:
                faults |= 2
    if apart > 4:
        faults |= 4
    if magma < 6 or magma > 16:
        faults |= 8
    wanted = 0
    for kind in range(4):
        wanted += demons_wanted(depth, kind)
    if s.demons != wanted:
        faults |= 16
    for i in range(s.demons):
        d = int(s.order[i])
        if seen[s.cell[d]] == 0:
            faults |= 32
        dx = s.cell[d] // 12 - START // 12
        dy = s.cell[d] % 12 - START % 12
        if max(abs(dx), abs(dy), abs(dx + dy)) < 4:
            faults |= 64
        if can_attack(s, d, START):
            row[7] += 1
    for k in range(6):
        if is_magma(s, NEIGHBOURS[START, k]):
            faults |= 256
    row[3] += magma
    row[4] += blobs
    row[5] += apart
    row[6] += 1 if apart > 0 else 0
    return faults


def main(dungeons: int) -> int:
    """Print the table; 1 if a level has a fault."""
    found = game("hoplite")
    states, options = found.new_states(1), found.options_array(found.options())
    table, columns = np.zeros((DEPTHS, 8), np.int64), np.zeros(9, np.int64)
    start, faults, part = time.perf_counter(), 0, max(1, dungeons // 20)
    for first in range(0, dungeons, part):
        faults |= survey(states, options, first, min(first + part, dungeons), table, columns)
        print(f"\r{min(first + part, dungeons):,} of {dungeons:,} dungeons", end="", file=sys.stderr)
    print(f" in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    print(
        "| depth | levels | layouts tried, mean | most | magma | blobs | tiles cut off | levels with some |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for depth, row in enumerate(table.tolist(), 1):
        n, tries, most, magma, blobs, apart, some, _ = row
        print(
            f"| {depth} | {n:,} | {tries / n:.3f} | {most} | {magma / n:.2f} | {blobs / n:.2f} "
            f"| {apart / n:.3f} | {some / n:.1%} |"
        )
    print(
        "\nAltars by column: "
        + ", ".join(f"{c}: {k / columns.sum():.1%}" for c, k in enumerate(columns) if k)
    )
    print(f"Demons that could attack the start once all others stood: {table[:, 7].sum():,}")
    bad = [name for bit, name in enumerate(FAULTS) if faults >> bit & 1]
    print(f"Levels: {table[:, 0].sum():,}; faults: {', '.join(bad) or 'none'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
