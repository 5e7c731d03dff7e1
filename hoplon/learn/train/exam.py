"""Tests during a training: the task's test seeds, played by the likeliest action."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import torch

from hoplon.learn.tasks import Task
from hoplon.learn.tasks.figures import Played
from hoplon.learn.train.network import Network
from hoplon.learn.train.shared import Shared

LOOK_EVERY = 16  # steps after which it is asked whether all matches have ended


class Exam:
    """Matches of test seeds, in which `seat` is tested: `env` does not begin them anew."""

    def __init__(self, env: Any, seat: int, name: str = "") -> None:
        self.env, self.seat, self.name = env, seat, name
        self.shared = Shared(env)

    def play(self, network: Network) -> list[Played]:
        """Play all matches to their ends, or to where they are cut off."""
        env, shared = self.env, self.shared
        env.reset(seed=0)
        has_ended = torch.zeros(shared.matches, dtype=torch.bool, device=shared.device)
        steps = 0
        with torch.no_grad():
            ready = network.ready()
        while not (steps % LOOK_EVERY == 0 and bool(has_ended.all())):
            with torch.no_grad():
                logits, _ = network(shared.obs, shared.mask, ready)
            env.step(shared.given(logits.argmax(1)))
            has_ended |= shared.terminated.bool() | shared.truncated.bool()
            steps += 1
        return self._played()

    def _played(self) -> list[Played]:
        game, states = self.env.plan.game, self.env.states
        scores = self.shared.scores.cpu().numpy()
        lengths = self.shared.lengths.cpu().tolist()
        found = []
        for i, length in enumerate(lengths):
            outcome = game.outcome(states, i)
            reached = game.measure.of(states, i) if game.measure else 0
            winners = outcome.winners if outcome else ()
            own = tuple(int(score) for score in scores[i])
            found.append(Played(self.seat, own, winners, reached, length, outcome is not None))
        return found


def figures(task: Task, exams: Sequence[Exam], network: Network) -> dict[str, float]:
    """The figures of a task over all exams of the same name, which says what sets them apart."""
    by_name: dict[str, list[Played]] = {}
    for exam in exams:
        by_name.setdefault(exam.name, []).extend(exam.play(network))
    found: dict[str, float] = {}
    for name, played in by_name.items():
        for figure in task.figures:
            found[figure.name + name] = fmean(figure.of(match) for match in played)
    return found
