"""The review of a match: its curve, every choice judged, luck and skill apart, and what to learn from it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import hoplon
from hoplon.analysis.analyse import amount
from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.judging import Judgement, Mark, judgements
from hoplon.analysis.lesson import Lesson, lesson_of
from hoplon.analysis.luck import Account, Step, account_of, steps_of
from hoplon.analysis.rolls import Roll, name_rolls
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.core.talents import Quantity

ROLLS = 3  # named, lucky and unlucky, for each seat
TURNING_POINTS = 3
EXERCISES = 5


@dataclass(frozen=True)
class Exercise:
    """A position in which something better was there: find it."""

    number: int
    seat: int
    position: str
    played: str
    best: str
    loss: float

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "turn": self.number, "seat": self.seat, "position": self.position, "played": self.played,
            "best": self.best, "loss": round(self.loss, 6),
        }  # fmt: skip


@dataclass(frozen=True)
class Review:
    """All that is said about a match. Values are those of the first quantity, in the order of the seats."""

    match: Match = field(repr=False)
    quantity: Quantity
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    judgements: tuple[Judgement, ...]
    accounts: tuple[Account, ...]
    rolls: tuple[Roll, ...]
    turning_points: tuple[int, ...]  # turns, counted from 1
    exercises: tuple[Exercise, ...]
    lessons: tuple[Lesson, ...]
    seconds: float

    def curve(self, seat: int = 0) -> list[float]:
        """The value for a seat before the first choice and after each."""
        if not self.steps:
            return [self.accounts[seat].start]
        return [self.steps[0].before[seat], *(step.after[seat] for step in self.steps)]

    def marks(self, seat: int) -> Counter[Mark]:
        """How often each verdict was given about a seat."""
        return Counter(each.mark for each in self.judgements if each.seat == seat)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.match.game.name,
            "outcome": str(self.match.outcome or "open"),
            "quantity": self.quantity.name,
            "seats": [
                {
                    "seat": account.seat,
                    "name": self.names[account.seat],
                    "curve": [round(value, 6) for value in self.curve(account.seat)],
                    "start": round(account.start, 6),
                    "own_choices": round(account.own, 6),
                    "others_choices": round(account.others, 6),
                    "luck": round(account.luck, 6),
                    "luck_error": round(account.luck_error, 6),
                    "result": round(account.result, 6),
                    "marks": {mark.value: n for mark, n in self.marks(account.seat).items()},
                }
                for account in self.accounts
            ],
            "choices": [
                each.as_json()
                | {
                    "luck": [round(step.luck(seat), 6) for seat in range(len(self.names))],
                    "draws": step.draws,
                    "chance": step.chance,
                }
                for each, step in zip(self.judgements, self.steps, strict=True)
            ],
            "rolls": [roll.as_json() for roll in self.rolls],
            "turning_points": list(self.turning_points),
            "exercises": [each.as_json() for each in self.exercises],
            "lessons": [each.as_json() for each in self.lessons],
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def _repr_html_(self) -> str:
        from hoplon.analysis.notebook import review_html

        return review_html(self)


def review(
    match: Match | str | Path,
    *,
    threads: int | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Review:
    """Review a match, which may be over or not; the same match gives the same review.

    `progress` hears now and then which share of it is done.
    """
    began = perf_counter()
    if not isinstance(match, Match):
        match = hoplon.load(match)
    if not match.choices:
        raise HoplonError("there is nothing to review: no choice was made in this match")
    game = match.game
    names = tuple(match.names.get(k) or name for k, name in enumerate(game.seat_names(match.options)))
    evaluator = Evaluator(game, len(names), threads or min(os.cpu_count() or 1, 4))
    try:
        of = 2 * len(match.choices)
        steps = steps_of(match, evaluator, lambda number: progress(number / of))
        judged = []
        for each in judgements(match, evaluator):
            judged.append(each)
            progress(0.5 + each.number / of)
        accounts = tuple(account_of(steps, seat, steps[-1].after[seat]) for seat in range(len(names)))
        lessons = tuple(
            lesson
            for seat in range(len(names))
            if (lesson := lesson_of(match, evaluator, steps, judged, seat)) is not None
        )
    finally:
        evaluator.close()
    return Review(
        match,
        evaluator.quantities[0],
        names,
        tuple(steps),
        tuple(judged),
        accounts,
        tuple(name_rolls(match, steps, ROLLS)),
        _turning_points(steps),
        _exercises(match, judged),
        lessons,
        perf_counter() - began,
    )


def _turning_points(steps: list[Step]) -> tuple[int, ...]:
    """The turns after which most was different, for whomever."""

    def swing(step: Step) -> float:
        return max(abs(after - before) for before, after in zip(step.before, step.after, strict=True))

    largest = sorted(steps, key=lambda step: -swing(step))[:TURNING_POINTS]
    return tuple(sorted(step.number for step in largest if swing(step) > 0))


def _exercises(match: Match, judged: Iterable[Judgement]) -> tuple[Exercise, ...]:
    """The worst choices, each as a position to find a better one in."""
    game = match.game
    bad = sorted((each for each in judged if each.mark.is_bad), key=lambda each: -each.loss)[:EXERCISES]
    return tuple(
        Exercise(
            each.number,
            each.seat,
            game.notation(match.states_at(each.number - 1), 0),
            each.choice,
            each.best,
            each.loss,
        )
        for each in sorted(bad, key=lambda each: each.number)
    )


def _lines(found: Review) -> list[str]:
    """A review for people."""
    match, quantity = found.match, found.quantity
    lines = [f"{match.game.title}: {match.outcome or 'open'}", ""]
    for account in found.accounts:
        lines += _account_lines(found, account)
    lines += ["Turning points"]
    for number in found.turning_points:
        step = found.steps[number - 1]
        lines.append(
            f"  turn {number}, {found.names[step.seat]}: {step.choice}: "
            + ", ".join(
                f"{found.names[seat]} from {amount(quantity, step.before[seat])} "
                f"to {amount(quantity, step.after[seat])}"
                for seat in range(len(found.names))
            )
        )
    if found.rolls:
        lines += ["", "Luck"]
        lines += [f"  {roll.text(quantity, found.names)}" for roll in found.rolls]
    bad = [each for each in found.judgements if each.mark in (Mark.INACCURATE, Mark.MISTAKE, Mark.BLUNDER)]
    if bad:
        lines += ["", "Choices"]
        for each in bad:
            lines.append(
                f"  turn {each.number}, {found.names[each.seat]}: {each.choice} ({each.mark.value}), "
                f"{each.best} was better by {amount(quantity, each.loss, each.error)}"
            )
    if found.exercises:
        lines += ["", "Learn from your mistakes: what is better here?"]
        for exercise in found.exercises:
            lines.append(f"  turn {exercise.number}, {found.names[exercise.seat]}: {exercise.position}")
    for lesson in found.lessons:
        lines += ["", lesson.text]
    return lines


def _account_lines(found: Review, account: Account) -> list[str]:
    quantity = found.quantity
    marks = found.marks(account.seat)
    said = ", ".join(f"{marks[mark]} {mark.value}" for mark in Mark if marks[mark])
    parts = [
        f"{amount(quantity, account.start)} at the start",
        f"{_signed(quantity, account.own)} by own choices",
    ]
    if len(found.names) > 1:
        parts.append(f"{_signed(quantity, account.others)} by the choices of others")
    parts.append(f"{_signed(quantity, account.luck)} by luck (± {amount(quantity, account.luck_error)})")
    return [
        f"{found.names[account.seat]}: {quantity.words}",
        f"  {', '.join(parts)}: {amount(quantity, account.result)} at the end",
        f"  choices: {said or 'none'}",
        "",
    ]


def _signed(quantity: Quantity, value: float) -> str:
    return ("+" if value >= 0 else "") + amount(quantity, value)
