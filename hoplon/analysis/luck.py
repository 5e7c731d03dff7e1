"""Luck and skill apart: what the dice gave in each turn, and what the choices did.

The value of a position is a glance of the evaluator, with everything open. For each turn

    effect of the choice = expectation over all falls of its dice - value before
    luck                 = value after - that expectation

so effects and luck add up to the difference between the result and the value at the start. Luck is never what
is left over: it is computed turn by turn from the outcomes of the draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.outcomes import Followers, followers, without_dice
from hoplon.core.match import Match

MOST_LOOKED = 40  # positions that are looked at for one expectation; of more, a sample
STRATA_DICE = 0x5354


@dataclass(frozen=True)
class Step:
    """One choice of a match: what it and the dice did to each seat, in the first quantity.

    `draws` dice were rolled; `chance` is how likely the position was that followed, if all were listed.
    `errors` are the standard errors of the luck.
    """

    number: int  # counted from 1
    seat: int  # who chose
    choice: str
    before: tuple[float, ...]
    expected: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]
    draws: int
    chance: float | None
    is_exact: bool

    def effect(self, seat: int) -> float:
        """What the choice did for a seat."""
        return self.expected[seat] - self.before[seat]

    def luck(self, seat: int) -> float:
        """What the dice did for a seat."""
        return self.after[seat] - self.expected[seat]


@dataclass(frozen=True)
class Account:
    """The sums of a match for one seat: start + own choices + others' choices + luck = result."""

    seat: int
    start: float
    own: float
    others: float
    luck: float
    luck_error: float
    result: float

    @property
    def gap(self) -> float:
        """By how much the sum misses the result."""
        return self.start + self.own + self.others + self.luck - self.result


def steps_of(
    match: Match, evaluator: Evaluator, noted: Callable[[int], None] = lambda _number: None
) -> list[Step]:
    """Every choice of a match with its effect and its luck; `noted` hears of each when it is done."""
    game = match.game
    seats = range(evaluator.seats)
    states = without_dice(game, match.states_at(0))
    memory = evaluator.memory_for(states)
    before = tuple(_look(evaluator, states, seat, memory)[0] for seat in seats)
    steps = []
    for number, (mover, choice) in enumerate(zip(match.seats, match.choices, strict=True), 1):
        here = match.states_at(number - 1)
        after_states = without_dice(game, match.states_at(number))
        found = followers(game, here, choice.code)
        evaluator.notice(here, memory)
        chance = _chance(found, after_states)
        looked = _looked(found, number)
        expected, after, errors = [], [], []
        for seat in seats:
            value, error = _look(evaluator, after_states, seat, memory)
            mean, mean_error = value, 0.0
            if found.draws and not (found.exact and len(found.chances) == 1):
                mean, mean_error = _expectation(evaluator, looked, seat, memory)
            else:
                error = 0.0
            expected.append(mean)
            after.append(value)
            errors.append(float(np.hypot(error, mean_error)))
        steps.append(
            Step(
                number, mover, str(choice), before, tuple(expected), tuple(after), tuple(errors),
                found.draws, chance, found.exact,
            )
        )  # fmt: skip
        before = steps[-1].after
        noted(number)
    return steps


def account_of(steps: list[Step], seat: int, result: float) -> Account:
    """The sums for a seat."""
    return Account(
        seat,
        steps[0].before[seat] if steps else result,
        sum(step.effect(seat) for step in steps if step.seat == seat),
        sum(step.effect(seat) for step in steps if step.seat != seat),
        sum(step.luck(seat) for step in steps),
        float(np.sqrt(sum(step.errors[seat] ** 2 for step in steps))),
        result,
    )


def _look(evaluator: Evaluator, states: Any, seat: int, memory: Any) -> tuple[float, float]:
    values, errors = evaluator.look(states, seat, memory)
    return float(values[0]), float(errors[0])


def _chance(found: Followers, after: Any) -> float | None:
    """How likely the position was that followed."""
    if not found.exact:
        return None
    content = after.tobytes()
    for i in range(len(found.chances)):
        if found.positions[i : i + 1].tobytes() == content:
            return float(found.chances[i])
    return None


@dataclass(frozen=True)
class _Looked:
    """The positions that are looked at for an expectation; `points` of them were drawn, or 0 for all."""

    positions: Any
    weights: Any
    points: int


def _looked(found: Followers, number: int) -> _Looked:
    n = len(found.chances)
    if not found.exact:
        return _Looked(found.positions, found.chances, round(1.0 / found.chances.min()))
    if n <= MOST_LOOKED:
        return _Looked(found.positions, found.chances, 0)
    # Evenly spaced points on the cumulated probabilities, from a random beginning: every position is as
    # likely to be drawn as it is to happen.
    begin = np.random.default_rng([STRATA_DICE, number]).random()
    points = (np.arange(MOST_LOOKED) + begin) / MOST_LOOKED
    drawn = np.minimum(np.searchsorted(np.cumsum(found.chances), points), n - 1)
    places, counts = np.unique(drawn, return_counts=True)
    return _Looked(found.positions[places], counts / MOST_LOOKED, MOST_LOOKED)


def _expectation(evaluator: Evaluator, looked: _Looked, seat: int, memory: Any) -> tuple[float, float]:
    """The mean value of what can follow, and its standard error."""
    values, errors = evaluator.look(looked.positions, seat, memory)
    mean = float(np.dot(looked.weights, values))
    if looked.points:
        spread = float(np.dot(looked.weights, (values - mean) ** 2))
        return mean, (spread / max(looked.points - 1, 1)) ** 0.5
    return mean, float(np.sqrt(np.sum((looked.weights * errors) ** 2)))
