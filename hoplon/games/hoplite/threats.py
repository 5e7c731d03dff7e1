"""Which tiles will be attacked next turn, and by whom, if all demons stay where they are now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.hoplite.cells import ALL_CELLS, CELLS, disc, has
from hoplon.games.hoplite.demons import can_attack
from hoplon.games.hoplite.facts import landing
from hoplon.games.hoplite.state import Kind
from hoplon.games.hoplite.tables import LETTERS
from hoplon.games.hoplite.words import write_cell

BOMB_BIT = 32


@rule
def threat_to(s, c):
    """Who would hurt a hero on a tile, one bit each: demons, then bombs on the board."""
    found = 0
    for i in range(s.demons):
        d = int(s.order[i])
        if s.kind[d] != Kind.DEMOLITIONIST and can_attack(s, d, c):
            found |= 1 << d
    for b in range(s.bombs):
        if has(disc(int(s.bomb[b]), 1), c):
            found |= 1 << BOMB_BIT
    return found


@rule
def throws_at(s, c):
    """Which demolitionists would throw a bomb at a hero on a tile, one bit each."""
    found = 0
    for i in range(s.demons):
        d = int(s.order[i])
        if s.kind[d] == Kind.DEMOLITIONIST and can_attack(s, d, c):
            found |= 1 << d
    return found


@rule
def all_threats(states, i, hurt, thrown):
    """Both for every tile the hero may stand on."""
    s = states[i]
    tiles = landing(s)
    for c in range(len(hurt)):
        hurt[c] = 0
        thrown[c] = 0
        if has(tiles, c):
            hurt[c] = threat_to(s, c)
            thrown[c] = throws_at(s, c)


@dataclass(frozen=True)
class Threat:
    """A tile, who would hit a hero there (demons, `bomb`), and who would throw a bomb at him."""

    cell: str
    by: tuple[str, ...]
    bombs_from: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"cell": self.cell, "by": self.by, "bombs_from": self.bombs_from}

    def words(self) -> str:
        """Who attacks it."""
        return ", ".join([*self.by, *(f"a bomb from {name}" for name in self.bombs_from)])


def threats(states: Any, i: int) -> dict[str, Threat]:
    """The threatened tiles, by tile. Demons that the move itself would kill are counted: see `preview`."""
    hurt = np.zeros(CELLS, np.int64)
    thrown = np.zeros(CELLS, np.int64)
    all_threats(states, i, hurt, thrown)
    kinds = states["kind"][i].tolist()

    def names(mask: int) -> tuple[str, ...]:
        found = [f"{LETTERS[kinds[d]]}{d + 1}" for d in range(BOMB_BIT) if mask >> d & 1]
        return tuple(found + (["bomb"] if mask >> BOMB_BIT & 1 else []))

    return {
        write_cell(c): Threat(write_cell(c), names(int(hurt[c])), names(int(thrown[c])))
        for c in ALL_CELLS
        if hurt[c] or thrown[c]
    }
