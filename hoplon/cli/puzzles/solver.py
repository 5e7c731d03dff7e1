"""Who solves puzzles in the terminal: which were tried, a rating for each game, and the streak.

Ratings are Elo: whoever solves a puzzle of rating p with a rating r is expected to score
1 / (1 + 10 ** ((p - r) / 400)). Only the first try counts: 1 if it is right, a half if it is right after a
hint, else 0. The rating then moves by K times what the score is above the expected one, where K is 40 for the
first 20 puzzles and 20 from then on. A solver begins with 1000.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hoplon.core.folders import make_private, state_folder

BEGINNER = 1000.0
SCALE = 400
K_NEW, K, NEW = 40, 20, 20


@dataclass
class Standing:
    """How far a solver has come in one game."""

    rating: float = BEGINNER
    tried: dict[str, float] = field(default_factory=dict)  # the score of the first try of each puzzle
    streak: int = 0
    best: int = 0

    def score(self, name: str, puzzle_rating: int, score: float) -> float:
        """Note the first try at a puzzle; by how much the rating changes."""
        if name in self.tried:
            return 0.0
        expected = 1 / (1 + 10 ** ((puzzle_rating - self.rating) / SCALE))
        change = (K_NEW if len(self.tried) < NEW else K) * (score - expected)
        self.rating += change
        self.tried[name] = score
        self.streak = self.streak + 1 if score == 1 else 0
        self.best = max(self.best, self.streak)
        return change


class Solver:
    """What is kept of all games in the user's state folder; what cannot be read or written is not kept."""

    def __init__(self) -> None:
        self.path: Path = state_folder() / "puzzles.json"

    def of(self, game: str) -> Standing:
        """How far the solver has come in a game."""
        found: Any = self._all().get(game)
        with suppress(TypeError, ValueError, AttributeError, KeyError):
            return Standing(
                float(found["rating"]),
                {str(name): float(score) for name, score in found["tried"].items()},
                int(found["streak"]),
                int(found["best"]),
            )
        return Standing()

    def keep(self, game: str, standing: Standing) -> None:
        """Write it down."""
        everything = self._all() | {game: asdict(standing)}
        with suppress(OSError):
            make_private(self.path.parent)
            self.path.write_text(json.dumps(everything, indent=1), encoding="utf-8")

    def _all(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            found = json.loads(self.path.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                return found
        return {}
