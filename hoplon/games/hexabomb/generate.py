"""New maps from a seed (rulebook 2.4), fair by symmetry.

For 1, 2, 3, 4, 6 and 12 players the board is in one piece: a disc of cells from which symmetric holes are
cut. Hexagons have no such symmetry for other numbers, so these get an archipelago: as many equal islands as
players, each a duel of two neighbours in a ring.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.games.hexabomb.maps import BadMap, Cell, HexMap, checked
from hoplon.games.hexabomb.symmetry import GROUPS, Symmetry, distance, orbit, pieces
from hoplon.games.hexabomb.tables import WAY_STEPS

MOST_PLAYERS = 16
MOST_CHARACTERS = 8
LEAST_CELLS, MOST_CELLS = 7, 20_000
MAP_DICE = 0x6D6170
CENTRE: Cell = (0, 0)


def generate(players: int, cells: int, seed: int, characters: int = 1, special: int = 0) -> HexMap:
    """A map of about so many cells; `special` is the least number of special start positions."""
    for name, value, least, most in (
        ("players", players, 1, MOST_PLAYERS),
        ("cells", cells, LEAST_CELLS, MOST_CELLS),
        ("characters", characters, 1, MOST_CHARACTERS),
        ("special positions", special, 0, MOST_CHARACTERS),
        ("seed", seed, 0, 2**62),
    ):
        if not least <= value <= most:
            raise BadMap(f"{name}: {value} is out of range; expected {least} to {most}")
    if players in GROUPS:
        return _in_one_piece(GROUPS[players], cells, seed, characters, special)
    return _archipelago(players, cells, seed, characters, special)


def _in_one_piece(group: Sequence[Symmetry], cells: int, seed: int, characters: int, special: int) -> HexMap:
    region = _pierced_disc(group, cells, int(quick_stream(seed, MAP_DICE, len(group))))
    starts = _starts(region, group, characters)
    taken = {cell for start in starts for cell in orbit(start, group)}
    hunters: list[Cell] = []
    for cell in sorted(region, key=lambda c: (distance(c, CENTRE), c)):
        if len(hunters) >= special:
            break
        if cell not in taken:
            ring = sorted(set(orbit(cell, group)))
            hunters += ring
            taken |= set(ring)
    if len(hunters) < special:
        raise BadMap(f"{cells} cells have no room for {special} special positions")
    groups = {g: [orbit(start, group)[g] for start in starts] for g in range(len(group))}
    return checked(region, groups, hunters)


def _pierced_disc(group: Sequence[Symmetry], cells: int, key: int) -> set[Cell]:
    """A disc that is a quarter too large, with holes cut until it has about the right size."""
    radius = 1
    while 3 * radius * (radius + 1) + 1 < cells + cells // 4:
        radius += 1
    span = range(-radius, radius + 1)
    region = {(q, r) for q in span for r in span if abs(q + r) <= radius}
    rings = sorted({tuple(sorted(set(orbit(cell, group)))) for cell in region})
    draws = 0
    while rings and len(region) > cells:
        ring = rings.pop(quick_below(key, draws, len(rings)))
        draws += 1
        rest = region.difference(ring)
        if len(rest) >= cells and len(pieces(rest)) == 1:
            region = rest
    return region


def _starts(region: set[Cell], group: Sequence[Symmetry], characters: int) -> list[Cell]:
    """The start cells of the first player: far from the others', and next to each other."""

    def apart(cell: Cell) -> int:
        images = orbit(cell, group)
        return min((distance(cell, other) for other in images[1:]), default=distance(cell, CENTRE))

    full = [cell for cell in sorted(region) if len(set(orbit(cell, group))) == len(group)]
    if not full:
        raise BadMap(f"the board of {len(region)} cells has no room for {len(group)} players")
    first = max(full, key=lambda cell: (apart(cell), distance(cell, CENTRE), cell))
    rivals = orbit(first, group)[1:]
    starts: list[Cell] = []
    taken: set[Cell] = set()
    reach = [first]
    for cell in reach:
        ring = orbit(cell, group)
        own = all(distance(cell, first) <= distance(cell, rival) for rival in rivals)
        if own and len(set(ring)) == len(group) and not taken.intersection(ring):
            starts.append(cell)
            taken.update(ring)
            if len(starts) == characters:
                return starts
        for dq, dr in WAY_STEPS:
            near = cell[0] + dq, cell[1] + dr
            if near in region and near not in reach:
                reach.append(near)
    raise BadMap(f"the board of {len(region)} cells has no room for {characters} characters a player")


def _archipelago(players: int, cells: int, seed: int, characters: int, special: int) -> HexMap:
    """Island k holds the first half of player k's characters and the second half of player k + 1's."""
    if cells // players < LEAST_CELLS:
        raise BadMap(f"{cells} cells are too few for {players} islands of {LEAST_CELLS} or more")
    half = (characters + 1) // 2
    island = _in_one_piece(GROUPS[2], cells // players, seed, half, -(-special // players))
    across = 2 * max(distance(cell, CENTRE) for cell in island.cells) + 2
    columns = next(n for n in range(1, players + 1) if n * n >= players)
    board: list[Cell] = []
    hunters: list[Cell] = []
    own: dict[int, list[Cell]] = {}
    away: dict[int, list[Cell]] = {}
    for k in range(players):
        row, column = divmod(k, columns)
        q0, r0 = column * across - row * across // 2, row * across
        moved = {cell: (cell[0] + q0, cell[1] + r0) for cell in island.cells}
        board += moved.values()
        hunters += [moved[cell] for cell in island.special]
        own[k] = [moved[cell] for cell in island.starts[0]]
        away[(k + 1) % players] = [moved[cell] for cell in island.starts[1]]
    groups = {g: own[g] + away[g] for g in range(players)}
    return checked(board, groups, hunters)
