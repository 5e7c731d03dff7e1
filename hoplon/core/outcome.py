"""How a match ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """How a match ended: a score for each seat, who won, and why."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        return f"{self.reason}, score {' '.join(map(str, self.scores))}"
