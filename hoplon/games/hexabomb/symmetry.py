"""Symmetries of boards (rulebook 2.4): what makes a map fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.tables import WAY_STEPS

Symmetry = tuple[int, int, int, int]  # (q, r) becomes (a·q + b·r, c·q + d·r)
Labels = dict[Cell, int]

SPECIAL = -1


def image(symmetry: Symmetry, cell: Cell) -> Cell:
    """Where a symmetry around 0,0 takes a cell."""
    a, b, c, d = symmetry
    q, r = cell
    return a * q + b * r, c * q + d * r


def _rotations() -> list[Symmetry]:
    found: list[Symmetry] = []
    x, y = (1, 0), (0, 1)
    for _ in range(6):
        found.append((x[0], y[0], x[1], y[1]))
        x, y = (-x[1], x[0] + x[1]), (-y[1], y[0] + y[1])
    return found


ROTATIONS = tuple(_rotations())
# Left and right exchanged, after each rotation.
MIRRORS = tuple((-a - c, -b - d, c, d) for a, b, c, d in ROTATIONS)
ALL = ROTATIONS + MIRRORS

# One symmetry for each player of a board in one piece.
GROUPS: dict[int, tuple[Symmetry, ...]] = {
    1: ROTATIONS[:1],
    2: ROTATIONS[::3],
    3: ROTATIONS[::2],
    4: ROTATIONS[::3] + MIRRORS[::3],
    6: ROTATIONS,
    12: ALL,
}


def orbit(cell: Cell, group: Sequence[Symmetry]) -> list[Cell]:
    """The images of a cell, one for each symmetry."""
    return [image(symmetry, cell) for symmetry in group]


def distance(a: Cell, b: Cell) -> int:
    """Steps between two cells on a board without gaps."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def pieces(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The connected parts of a board."""
    left = set(cells)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        piece = [start]
        for q, r in piece:
            for dq, dr in WAY_STEPS:
                near = q + dq, r + dr
                if near in left:
                    left.remove(near)
                    piece.append(near)
        found.append(piece)
    return found


def _shape(piece: Iterable[Cell], labels: Labels) -> tuple[tuple[int, int, int | None], ...]:
    """One description for all pieces that differ by a move, a rotation or a mirror."""
    described = []
    for symmetry in ALL:
        marked = sorted((*image(symmetry, cell), labels.get(cell)) for cell in piece)
        q0, r0 = marked[0][:2]
        described.append(tuple((q - q0, r - r0, label) for q, r, label in marked))
    return min(described, key=lambda shape: [(q, r, -9 if label is None else label) for q, r, label in shape])


def is_fair(board: HexMap) -> bool:
    """Can every player be exchanged for the first by a symmetry of the board, piece by piece?

    Two kinds of exchange are looked for: a symmetry of the whole board, and the next player for each player.
    """
    players = len(board.starts)
    owner = {cell: g for g, group in enumerate(board.starts) for cell in group}
    owner |= dict.fromkeys(board.special, SPECIAL)
    parts = pieces(board.cells)
    plain = Counter(_shape(part, owner) for part in parts)
    reached = {0}
    for shift in range(1, players):
        moved = {cell: g if g == SPECIAL else (g + shift) % players for cell, g in owner.items()}
        if Counter(_shape(part, moved) for part in parts) == plain:
            reached.add(shift)
    return len(reached | _exchanged(board, owner)) == players


def _exchanged(board: HexMap, owner: Labels) -> set[int]:
    """The players that take the place of player 0 under some symmetry of the whole board."""
    found = set()
    for symmetry in ALL:
        images = {cell: image(symmetry, cell) for cell in board.cells}
        q0, r0 = min(images.values())
        dq, dr = board.cells[0][0] - q0, board.cells[0][1] - r0
        moved = {cell: (q + dq, r + dr) for cell, (q, r) in images.items()}
        if sorted(moved.values()) != list(board.cells):
            continue
        takes: dict[int | None, int | None] = {None: None, SPECIAL: SPECIAL}
        if all(
            takes.setdefault(owner.get(cell), owner.get(to)) == owner.get(to) for cell, to in moved.items()
        ):
            found.add(takes[0])
    return {player for player in found if player is not None}


def facts(board: HexMap) -> list[str]:
    """What a check of a map reports."""
    parts = len(pieces(board.cells))
    return [
        f"{len(board.cells)} cells" + ("" if parts == 1 else f" in {parts} pieces"),
        f"{len(board.starts)} start groups of {board.characters}",
        f"{len(board.special)} special start positions",
        "fair by symmetry" if is_fair(board) else "not fair by symmetry",
    ]
