"""How good each choice of a match was, compared world by world with the others that were legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.bots.foresight import LEARNED
from hoplon.core.choices import Choice
from hoplon.core.match import Match

FIRST = 2  # worlds in which all choices are compared
GLANCES = 8  # worlds in which those are compared that seem best then
SOME = 6  # so many of them
CHECKS = 20  # worlds in which a choice that seems bad is compared with the best others
RIVALS = 3
SURE = 1.5  # standard errors that are taken off a loss before it is judged


class Mark(Enum):
    """The verdict about a choice."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_bad(self) -> bool:
        """Is it worth an exercise?"""
        return self in (Mark.MISTAKE, Mark.BLUNDER)


@dataclass(frozen=True)
class Judgement:
    """What the seat that chose lost by a choice, in the first quantity, and what was better.

    `value` and `best_value` are those of the choice and of the best one; both are None where the choice was
    forced. They use only what the seat could know.
    """

    number: int
    seat: int
    choice: str
    mark: Mark
    loss: float = 0.0
    error: float = 0.0
    best: str = ""
    value: float | None = None
    best_value: float | None = None

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        found: dict[str, Any] = {
            "turn": self.number, "seat": self.seat, "choice": self.choice, "mark": self.mark.value,
        }  # fmt: skip
        if self.value is not None and self.best_value is not None:
            found |= {
                "loss": round(self.loss, 6), "error": round(self.error, 6), "best": self.best,
                "value": round(self.value, 6), "best_value": round(self.best_value, 6),
            }  # fmt: skip
        return found


def judgements(match: Match, evaluator: Evaluator) -> Iterator[Judgement]:
    """A verdict about every choice of a match, one after the other."""
    memory = evaluator.memory_for(match.states_at(0))
    past = Match(match.game, match.seed, match.options)
    for number, (seat, choice) in enumerate(zip(match.seats, match.choices, strict=True), 1):
        here = match.states_at(number - 1)
        if here.tobytes() != past._states.tobytes():  # other dice from here on, as in a match by e-mail
            past._place(here.copy())
        legal = list(past.legal())
        yield _judge(evaluator, here, number, seat, choice, legal, memory)
        evaluator.notice(here, memory)
        past.play(choice)


def _judge(
    evaluator: Evaluator,
    states: Any,
    number: int,
    seat: int,
    played: Choice,
    legal: list[Choice],
    memory: Any,
) -> Judgement:
    if len(legal) == 1:
        return Judgement(number, seat, str(played), Mark.FORCED)
    choices = evaluator.told_apart(states, legal, memory)
    codes = [choice.code for choice in choices]
    if played.code not in codes:
        choices, codes = [*choices, played], [*codes, played.code]
    at = codes.index(played.code)
    horizon = 0 if evaluator.foresight.player == LEARNED else None
    deals = evaluator.game.hides
    first = evaluator.sign * _first(
        evaluator.play(states, seat, codes, FIRST, horizon=horizon, deals=deals, memory=memory)
    )
    kept = [at, *[int(k) for k in np.argsort(-first.mean(axis=1), kind="stable") if k != at][:SOME]]
    choices, codes, at = [choices[k] for k in kept], [codes[k] for k in kept], 0
    found = evaluator.sign * _first(
        evaluator.play(states, seat, codes, GLANCES, first=FIRST, horizon=horizon, deals=deals, memory=memory)
    )
    rivals = [int(k) for k in np.argsort(-found.mean(axis=1), kind="stable") if k != at][:RIVALS]
    losses = evaluator.evaluation.losses
    if found[rivals[0]].mean() - found[at].mean() < losses[0]:
        return _verdict(evaluator, number, seat, played, choices[rivals[0]], found[at], found[rivals[0]])
    checked = evaluator.sign * _first(
        evaluator.play(
            states, seat, [played.code, *(codes[k] for k in rivals)], CHECKS,
            first=FIRST + GLANCES, deals=deals, memory=memory,
        )
    )  # fmt: skip
    # Half of the worlds says which other choice is best, the other half how much better it is: a choice that
    # was found best by chance is not counted as better.
    half = CHECKS // 2
    best = 1 + int(np.argmax(checked[1:, :half].mean(axis=1)))
    return _verdict(
        evaluator, number, seat, played, choices[rivals[best - 1]], checked[0, half:], checked[best, half:]
    )


def _first(results: Any) -> Any:
    return results[:, :, 0]


def _verdict(
    evaluator: Evaluator, number: int, seat: int, played: Choice, best: Choice, own: Any, others: Any
) -> Judgement:
    gap, error = mean_and_error(others - own)
    sure = gap - SURE * error
    losses = evaluator.evaluation.losses
    mark = Mark.BEST if gap <= 0 else Mark.GOOD
    for limit, worse in zip(losses, (Mark.INACCURATE, Mark.MISTAKE, Mark.BLUNDER), strict=True):
        if sure >= limit:
            mark = worse
    is_best = gap <= 0
    value, best_value = evaluator.sign * float(own.mean()), evaluator.sign * float(others.mean())
    return Judgement(
        number, seat, str(played), mark, max(gap, 0.0), error,
        str(played) if is_best else str(best), value, value if is_best else best_value,
    )  # fmt: skip
