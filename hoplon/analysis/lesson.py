"""What lost a match, in words, and what would have saved it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hoplon.analysis.analyse import amount
from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.analysis.judging import Judgement
from hoplon.analysis.luck import Step
from hoplon.core.board import ALL
from hoplon.core.match import Match

BACK = 60  # choices before the end that are looked at
CHECKS = 32
LAST_SENTENCES = 3


@dataclass(frozen=True)
class Lesson:
    """Why a seat lost: what happened at the end, which choice cost most, and what was better."""

    seat: int
    text: str
    end: tuple[str, ...]  # what the log says of the last turn
    number: int | None = None  # the turn of the choice that cost most
    choice: str = ""
    better: str = ""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "seat": self.seat, "text": self.text, "end": list(self.end), "turn": self.number,
            "choice": self.choice, "better": self.better,
        }  # fmt: skip


def lesson_of(
    match: Match, evaluator: Evaluator, steps: Sequence[Step], judged: Sequence[Judgement], seat: int
) -> Lesson | None:
    """What a seat that lost can learn; None for one that has won, or before the end."""
    outcome = match.outcome
    if outcome is None or seat in outcome.winners or (not outcome.winners and evaluator.seats > 1):
        return None
    end = _end(match)
    name = match.names.get(seat) or match.game.seat_names(match.options)[seat]
    text = f"{name} lost: {outcome.reason}."
    if end:
        text += f" The last turn: {'; '.join(end)}."
    late = [each for each in judged[-BACK:] if each.seat == seat and each.value is not None and each.loss > 0]
    worst = max(late, key=lambda each: each.loss, default=None)
    if worst is None or worst.loss < evaluator.evaluation.losses[0]:
        step = max(steps[-BACK:], key=lambda step: -step.luck(seat))
        if step.luck(seat) < 0:
            lost = amount(evaluator.quantities[0], -step.luck(seat))
            text += f" No choice of the last {BACK} was clearly wrong; "
            text += f"the dice of turn {step.number} cost {lost}."
        return Lesson(seat, text, end)
    assert worst.value is not None
    assert worst.best_value is not None
    own, other, gap, error = _compared(match, evaluator, worst)
    quantity = evaluator.quantities[0]
    text += (
        f" What would have saved the match: in turn {worst.number}, {worst.best} instead of {worst.choice}: "
        f"{quantity.words} {amount(quantity, other)} instead of {amount(quantity, own)} "
        f"(a difference of {amount(quantity, gap, error)})."
    )
    return Lesson(seat, text, end, worst.number, worst.choice, worst.best)


def _compared(match: Match, evaluator: Evaluator, worst: Judgement) -> tuple[float, float, float, float]:
    """The two choices once more, in other worlds than those that they were found in."""
    states = match.states_at(worst.number - 1)
    memory = evaluator.memory_for(states)
    for number in range(worst.number - 1) if evaluator.player.memory else ():
        evaluator.notice(match.states_at(number), memory)
    here = Match(match.game, match.seed, match.options)
    here._place(states.copy())
    codes = [here.read(worst.choice).code, here.read(worst.best).code]
    found = evaluator.play(
        states, worst.seat, codes, CHECKS, first=1000, deals=match.game.hides, memory=memory
    )[:, :, 0]
    gap, error = mean_and_error(evaluator.sign * (found[1] - found[0]))
    return float(found[0].mean()), float(found[1].mean()), gap, error


def _end(match: Match) -> tuple[str, ...]:
    """The last things that the log says."""
    board = match.game.board
    if board is None:
        return tuple(match.turns[-1].lines()[-LAST_SENTENCES:])
    said = [entry.says or entry.text for entry in board.log(match, len(match.choices), ALL) if entry.says]
    return tuple(sentence.rstrip(".") for sentence in said[-LAST_SENTENCES:])
