"""The value of a position for a seat, and of each choice, growing with the playouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import hoplon
from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.analysis.playouts import PLAY_ON
from hoplon.bots.foresight import LEARNED
from hoplon.core.choices import Choice
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.states import State
from hoplon.core.talents import Quantity

NODES = 500
ROUND = 8  # worlds of a round
FIRST = 16  # worlds of every choice, before any is left out
GLANCES = 6  # worlds of the glance that chooses which choices are looked at
MOST = 10  # choices that are looked at where a glance says which
HOPELESS = 3.0  # standard errors behind the best, from which on a choice is left out


@dataclass(frozen=True)
class Value:
    """What is expected of one quantity, and the standard error of that."""

    quantity: Quantity
    mean: float
    error: float

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"name": self.quantity.name, "mean": round(self.mean, 6), "error": round(self.error, 6)}

    def __str__(self) -> str:
        return f"{self.quantity.words} {amount(self.quantity, self.mean, self.error)}"


def amount(quantity: Quantity, mean: float, error: float | None = None) -> str:
    """A quantity for people: `37 ± 2 %` or `1.8 ± 0.1 hearts`."""
    if not quantity.unit:
        within = f" ± {100 * error:.1f}" if error is not None else ""
        return f"{100 * mean:.1f}{within} %"
    digits = 0 if abs(mean) >= 100 or (error or 0.0) >= 10 else 2
    within = f" ± {error:.{digits}f}" if error is not None else ""
    return f"{mean:.{digits}f}{within} {quantity.unit}"


@dataclass(frozen=True)
class ChoiceValue:
    """What a choice is worth, and how far it is behind the best one, compared world by world."""

    choice: Choice
    values: tuple[Value, ...]
    behind: float
    behind_error: float
    nodes: int

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "choice": str(self.choice),
            "values": [value.as_json() for value in self.values],
            "behind": round(self.behind, 6),
            "behind_error": round(self.behind_error, 6),
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Analysis:
    """What a position is worth to a seat if the player that plays on chooses, and what each choice is worth.

    The best choice is first. `left_out` choices were not looked at, because a glance found others better.
    """

    game: Game
    seat: int
    position: str
    player: str
    values: tuple[Value, ...]
    choices: tuple[ChoiceValue, ...]
    left_out: int
    nodes: int
    seconds: float

    @property
    def best(self) -> ChoiceValue | None:
        """The best choice, if the seat has one now."""
        return self.choices[0] if self.choices else None

    def as_json(self) -> dict[str, Any]:
        """For programs; everything but `seconds` is repeatable by `nodes`."""
        return {
            "game": self.game.name,
            "seat": self.seat,
            "player": self.player,
            "nodes": self.nodes,
            "values": [value.as_json() for value in self.values],
            "choices": [each.as_json() for each in self.choices],
            "left_out": self.left_out,
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        lines = [f"{value}" for value in self.values]
        lines.append(f"if {self.player} plays on; {self.nodes} playouts")
        if self.choices:
            width = max(len(each.choice) for each in self.choices)
            for each in self.choices:
                parts = [amount(v.quantity, v.mean, v.error) for v in each.values]
                lines.append(f"  {each.choice:{width}}  {'   '.join(parts)}   {each.nodes} playouts")
        if self.left_out:
            lines.append(f"  {self.left_out} more choices seemed worse at a glance")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from hoplon.analysis.notebook import analysis_html

        return analysis_html(self)


@dataclass(frozen=True)
class Task:
    """A position to analyse: for whom, and what was seen on the way to it."""

    evaluator: Evaluator
    states: Any
    seat: int
    memory: Any
    deals: bool
    codes: tuple[Choice, ...]
    left_out: int

    @cached_property
    def notation(self) -> str:
        """The position in one line, as the seat knows it."""
        game = self.evaluator.game
        return game.notation(game.concealed(self.states, 0, self.seat) if self.deals else self.states, 0)


def task_for(
    what: Match | State | str | Path,
    seat: int | None = None,
    threads: int = 1,
    seed: int = 0,
    also: str = "",
) -> Task:
    """What is to be analysed: the position of a match, a position, a line of notation, or a match file.

    The choice `also` is looked at, even where a glance would leave it out.
    """
    match = _match(what)
    game = match.game
    seats = game.seat_count(match.options)
    if match.is_over:
        raise HoplonError(f"there is nothing to analyse after the end: {match.outcome}; try a review")
    mover = match.to_move
    assert mover is not None
    seat = mover if seat is None else seat
    if not 0 <= seat < seats:
        raise BadOption(f"there is no seat {seat}; the match has {seats}, counted from 0")
    evaluator = Evaluator(game, seats, threads)
    memory = evaluator.memory_for(match._states)
    for number in range(len(match.choices)) if evaluator.player.memory else ():
        if match.seats[number] == seat:
            evaluator.notice(match.states_at(number), memory)
    legal = tuple(match.legal()) if seat == mover else ()
    deals = game.hides
    codes = shortlist(evaluator, match._states, seat, legal, memory, deals, seed)
    if also and also not in codes:
        codes = (*codes, match.read(also))
    return Task(evaluator, match._states, seat, memory, deals, codes, len(legal) - len(codes))


def _match(what: Match | State | str | Path) -> Match:
    if isinstance(what, Match):
        return what
    if isinstance(what, State):
        match = Match(what.game, 0)
        match._place(what.array)
        return match
    if isinstance(what, Path):
        return hoplon.load(what)
    words = what.split()
    if words and words[0] in hoplon.game_names():
        game = hoplon.game(words[0])
        if game.position_option is None:
            raise BadOption(f"{game.name} cannot begin from a position; give a match file")
        return Match(game, 0, game.options.from_text({game.position_option: what}))
    return hoplon.load(what)


def shortlist(
    evaluator: Evaluator,
    states: Any,
    seat: int,
    legal: Sequence[Choice],
    memory: Any,
    deals: bool,
    seed: int = 0,
    most: int = MOST,
) -> tuple[Choice, ...]:
    """The choices to look at: all, or where a network can say so, those that are best at a glance."""
    legal = evaluator.told_apart(states, legal, memory)
    if len(legal) <= most or evaluator.foresight.player != LEARNED:
        return tuple(legal)
    found = evaluator.play(
        states, seat, [choice.code for choice in legal], GLANCES,
        seed=seed, horizon=0, deals=deals, memory=memory,
    )  # fmt: skip
    means = found[:, :, 0].mean(axis=1) * evaluator.sign
    best = np.argsort(-means, kind="stable")[:most]
    return tuple(legal[int(k)] for k in sorted(best))


def analysing(task: Task, seed: int = 0) -> Iterator[Analysis]:
    """An analysis that grows round by round; stop whenever it is good enough.

    What a round finds depends on the seed and on the rounds before, never on the clock.
    """
    began = perf_counter()
    evaluator, n = task.evaluator, len(task.codes)
    codes = [PLAY_ON, *(choice.code for choice in task.codes)]
    results = [np.zeros((0, len(evaluator.quantities))) for _ in codes]
    alive = list(range(len(codes)))
    while True:
        worlds = FIRST if len(results[0]) == 0 else ROUND
        found = evaluator.play(
            task.states, task.seat, [codes[k] for k in alive], worlds,
            first=len(results[0]), seed=seed, deals=task.deals, memory=task.memory,
        )  # fmt: skip
        for k, more in zip(alive, found, strict=True):
            results[k] = np.concatenate([results[k], more])
        yield _report(task, results, perf_counter() - began)
        if n > 1:
            alive = [0, *_hopeful([k for k in alive if k], results, evaluator.sign)]


def _hopeful(alive: list[int], results: list[Any], sign: float) -> list[int]:
    """The choices that may be the best, at least two."""
    firsts = {k: sign * results[k][:, 0] for k in alive}
    ranked = sorted(alive, key=lambda k: -float(firsts[k].mean()))
    best = ranked[0]
    kept = []
    for place, k in enumerate(ranked):
        gap, error = mean_and_error(firsts[best] - firsts[k])
        if place < 2 or gap <= HOPELESS * error:
            kept.append(k)
    return sorted(kept)


def _report(task: Task, results: list[Any], seconds: float) -> Analysis:
    evaluator = task.evaluator
    sign = evaluator.sign

    def values(found: Any) -> tuple[Value, ...]:
        return tuple(
            Value(quantity, *mean_and_error(found[:, q])) for q, quantity in enumerate(evaluator.quantities)
        )

    choices = []
    means = [sign * float(found[:, 0].mean()) for found in results[1:]]
    best = 1 + int(np.argmax(means)) if means else 0
    for choice, found in zip(task.codes, results[1:], strict=True):
        common = min(len(found), len(results[best]))
        gap, error = mean_and_error(sign * (results[best][:common, 0] - found[:common, 0]))
        choices.append(ChoiceValue(choice, values(found), max(gap, 0.0), error, len(found)))
    choices.sort(key=lambda each: -sign * each.values[0].mean)
    return Analysis(
        evaluator.game,
        task.seat,
        task.notation,
        evaluator.foresight.player,
        values(results[0]),
        tuple(choices),
        task.left_out,
        sum(map(len, results)),
        seconds,
    )


def analyse(
    what: Match | State | str | Path,
    seat: int | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Analysis:
    """What a position is worth to a seat, and each of its choices.

    Ends after so many `nodes`, which are playouts, or after so many `seconds`. Without hidden things all of
    the position is known; else only what the seat may know is used. The same nodes and seed give the same
    values, whatever the number of threads.
    """
    if nodes is not None and seconds is not None:
        raise BadOption("an analysis is limited by nodes or by seconds, not by both")
    for name, limit in (("nodes", nodes), ("seconds", seconds)):
        if limit is not None and not limit > 0:
            raise BadOption(f"{name} is {limit}; expected a number above 0")
    most = NODES if nodes is None and seconds is None else nodes
    task = task_for(what, seat, threads, seed)
    began = perf_counter()
    try:
        for found in analysing(task, seed):
            if most is not None and found.nodes >= most:
                return found
            if seconds is not None and perf_counter() - began >= seconds:
                return found
    finally:
        task.evaluator.close()
    raise AssertionError("an analysis grows for ever")
