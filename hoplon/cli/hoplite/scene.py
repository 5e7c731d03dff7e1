"""A match as the screen shows it, and which choice a tile stands for.

Only geometry is worked out here: what is legal comes from the match.
"""

from __future__ import annotations

from dataclasses import dataclass

from hoplon.core.actions import NOWHERE
from hoplon.core.choices import Choices
from hoplon.core.match import Match
from hoplon.core.outcome import Outcome
from hoplon.games.hoplite.cells import NO_WAY, distance, neighbour, way_to
from hoplon.games.hoplite.view import Position
from hoplon.games.hoplite.words import WAY_NAMES, read_cell, write_cell


@dataclass(frozen=True)
class Scene:
    """What is to be seen of a match now."""

    position: Position
    legal: Choices
    outcome: Outcome | None

    @classmethod
    def of(cls, match: Match) -> Scene:
        """Ask the match."""
        return cls(match.view(), match.legal(), match.outcome)

    @property
    def hero(self) -> int:
        """The hero's tile."""
        return read_cell(self.position.hero)

    @property
    def prayable(self) -> set[str]:
        """The prayers that may be said here and now."""
        return {choice.partition(" ")[2] for choice in self.legal if choice.startswith("pray ")}

    def step(self, way: str) -> int:
        """The tile next to the hero."""
        return int(neighbour(self.hero, WAY_NAMES.index(way)))

    def targets(self, mode: str) -> set[int]:
        """The tiles at which the legal choices of a mode aim."""
        found: set[int] = set()
        for choice in self.legal:
            word, _, aim = choice.partition(" ")
            if word != mode:
                continue
            if word == "pray" and self.position.altar:
                found.add(read_cell(self.position.altar))
            elif aim in WAY_NAMES:
                found.add(self.step(aim))
            elif word == "bash":
                found |= {self.step(way) for way in WAY_NAMES} - {NOWHERE}
            elif aim:
                found.add(read_cell(aim))
        return found

    def choice_at(self, mode: str, cell: int) -> str | None:
        """The natural choice for a tile in a mode, legal or not."""
        way = int(way_to(self.hero, cell)) if distance(self.hero, cell) == 1 else NO_WAY
        if mode in ("leap", "throw"):
            return f"{mode} {write_cell(cell)}"
        if mode == "bash":
            return self.bash_towards(WAY_NAMES[way]) if way != NO_WAY else None
        if cell == self.hero:
            return "idle"
        return f"walk {WAY_NAMES[way]}" if way != NO_WAY else f"leap {write_cell(cell)}"

    def bash_towards(self, way: str) -> str:
        """A bash, which has no direction if it goes all round."""
        return "bash" if "bash" in self.legal else f"bash {way}"
