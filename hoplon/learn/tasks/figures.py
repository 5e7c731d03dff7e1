"""What the result of a task reports: figures that follow from the matches alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from hoplon.referee.stats import Interval, mean, share_of_points


@dataclass(frozen=True)
class Played:
    """A match of a test, as it is after a replay. `seat` is the one tested; `reached` is what the game's own
    measure says, such as a depth; `ended` is false where the match was stopped or the player failed."""

    seat: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reached: int
    choices: int
    ended: bool


@dataclass(frozen=True)
class Figure:
    """A number for each match, reported as its mean. A share lies between 0 and 1, written in percent."""

    name: str
    words: str
    of: Callable[[Played], float]
    is_share: bool = False

    def over(self, units: Sequence[Sequence[Played]]) -> Interval:
        """The mean with its 95 % interval; matches of one unit, such as one seed from all seats, depend on
        each other."""
        numbers = [[self.of(match) for match in unit] for unit in units]
        found = share_of_points(numbers) if self.is_share else mean([fmean(unit) for unit in numbers])
        if found is None:
            raise ValueError("no matches; expected at least one")
        return found

    def write(self, found: Interval) -> str:
        """The mean and its interval, as people read them."""
        scale, unit, digits = (
            (100, " %", 1) if self.is_share else (1, "", 0 if abs(found.value) >= 1000 else 2)
        )
        text = f"{found.value * scale:.{digits}f}{unit}"
        if found.low is None or found.high is None:
            return text
        return f"{text} ({found.low * scale:.{digits}f} to {found.high * scale:.{digits}f})"


def won(match: Played) -> float:
    """A match won counts 1, a draw among several ½."""
    if match.seat in match.winners:
        return 1.0
    is_draw = match.ended and not match.winners and len(match.scores) > 1
    return 0.5 if is_draw else 0.0


def rank(match: Played) -> float:
    """1 for the best score; who shares a place has the middle of it."""
    own = match.scores[match.seat]
    above = sum(score > own for score in match.scores)
    beside = sum(score == own for score in match.scores) - 1
    return 1 + above + beside / 2


def margin(match: Played) -> float:
    """How far the score lies above the best of the others."""
    others = [score for seat, score in enumerate(match.scores) if seat != match.seat]
    return match.scores[match.seat] - max(others)


WON = Figure("won", "matches won, a draw counts half", won, is_share=True)
SCORE = Figure("score", "the score by the rules", lambda match: match.scores[match.seat])
MARGIN = Figure("margin", "score above the best of the others", margin)
RANK = Figure("rank", "place by score, 1 is first", rank)
LENGTH = Figure("choices", "choices of all seats in a match", lambda match: match.choices)
