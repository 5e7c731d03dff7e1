"""A race: several play the same start, each in a match of their own, and are compared turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hoplon.referee.run import Run

FEWEST, MOST = 2, 4


@dataclass(frozen=True)
class Standing:
    """How a race stands after a turn; who has finished keeps the last score."""

    turn: int
    scores: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The lanes with the highest score."""
        best = max(self.scores)
        return tuple(lane for lane, score in enumerate(self.scores) if score == best)

    @property
    def lead(self) -> int:
        """How far the leaders are ahead of the next; 0 if all are level."""
        best = max(self.scores)
        return best - max((score for score in self.scores if score < best), default=best)


def scores_of(played: Run) -> list[int]:
    """The score after each choice, the last one with what a fault made of it."""
    match = played.match
    found = [match.game.scores(match.states_at(n), 0, 1)[0] for n in range(len(match.choices) + 1)]
    return [*found[:-1], played.scores[0]]


def standings(lanes: Sequence[Run]) -> list[Standing]:
    """How the race stood after every turn."""
    curves = [scores_of(lane) for lane in lanes]
    return [
        Standing(turn, tuple(curve[min(turn, len(curve) - 1)] for curve in curves))
        for turn in range(max(map(len, curves)))
    ]


def telling(race: Sequence[Standing], every: int) -> Iterator[Standing]:
    """Every so many turns, the last, and those in which the lead changes."""
    before: tuple[int, ...] = ()
    for standing in race:
        if standing.turn % every == 0 or standing is race[-1] or standing.leaders != before:
            yield standing
        before = standing.leaders
