"""Everything that can follow a choice: every result of the dice, with its exact probability."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from hoplon.core.actions import DRAWS_KEPT
from hoplon.core.kernel import copied
from hoplon.core.likely import WHAT, Likely, joined
from hoplon.core.match import Match
from hoplon.core.states import State
from hoplon.core.text import Turn

LIMIT = 2000
SAMPLES = 200


@dataclass(frozen=True)
class Result:
    """One position that can follow, how likely it is, and one turn log that leads there."""

    state: State
    probability: Fraction
    turn: Turn


@dataclass(frozen=True)
class Outcomes:
    """The positions that can follow, the likeliest first.

    `exact` says whether every result of the dice was counted. If not, `samples` were drawn, because a new
    level was generated or there were more results than the limit.
    """

    results: tuple[Result, ...]
    exact: bool
    samples: int
    turns: tuple[tuple[Turn, Fraction], ...] = field(
        default=(), repr=False
    )  # every log, with its probability

    @cached_property
    def tree(self) -> tuple[Likely, ...]:
        """Everything that can happen, as one turn log, each action with its probability."""
        return joined(self.turns)

    def __len__(self) -> int:
        return len(self.results)

    def __str__(self) -> str:
        how = "exact" if self.exact else f"a sample of {self.samples}"
        lines = [f"{len(self)} positions ({how})"]
        certain = Counter(likely.action[:WHAT] for likely in self.tree if likely.probability == 1)
        for r in self.results:
            lines.append(f"{float(r.probability):8.4%}  {r.probability}  {r.state.notation}")
            left = certain.copy()
            for action in r.turn.actions:
                if left[action[:WHAT]]:
                    left[action[:WHAT]] -= 1
                else:
                    lines.append(f"          {r.turn.phrases.write(action)}")
        if certain and self.results:
            phrases = self.results[0].turn.phrases
            sure = [phrases.write(likely.action) for likely in self.tree if likely.probability == 1]
            lines.insert(1, f"in any case: {'; '.join(sure)}")
        return "\n".join(lines)


def outcomes(match: Match, text: str, limit: int = LIMIT, samples: int = SAMPLES) -> Outcomes:
    """Every position that can follow a choice; positions that differ only in their dice are merged."""
    code = match.read(text).code
    exact = _enumerate(match, code, limit)
    if exact is not None:
        return Outcomes(exact.results(), True, 0, tuple(exact.turns))
    sampled = _sample(match, code, samples)
    return Outcomes(sampled.results(), False, samples, tuple(sampled.turns))


class _Merged:
    """Positions by their bytes without dice, with the sum of their probabilities."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.found: dict[bytes, tuple[State, Fraction, Turn]] = {}
        self.turns: list[tuple[Turn, Fraction]] = []

    def add(self, states: Any, chance: Fraction, turn: Turn) -> None:
        self.turns.append((turn, chance))
        plain = copied(states)
        self.match.game.entries.forget_dice(plain, 0, 0)
        key = plain.tobytes()
        state, so_far, first = self.found.get(key, (State(self.match.game, plain), Fraction(0), turn))
        self.found[key] = (state, so_far + chance, first)

    def results(self) -> tuple[Result, ...]:
        ranked = sorted(self.found.items(), key=lambda item: (-item[1][1], item[0]))
        return tuple(Result(*entry) for _, entry in ranked)


def _enumerate(match: Match, code: int, limit: int) -> _Merged | None:
    """Run through all results like an odometer; None if there are too many or a level is generated."""
    merged = _Merged(match)
    fixed: list[int] = []
    for _ in range(limit):
        states = copied(match._states)
        turn = match._run(states, code, fixed)
        record = match._turn[0]
        drawn = int(record["drawn"])
        if drawn > DRAWS_KEPT or record["new_deal"]:
            return None
        sides = record["sides"][:drawn].tolist()
        faces = record["face"][:drawn].tolist()
        while len(fixed) < drawn and faces[len(fixed)] == 0:
            fixed.append(0)
        if len(fixed) < drawn:  # this draw showed another face: begin with its first one
            fixed.append(0)
            continue
        chance = Fraction(1)
        for n in sides:
            chance /= n
        merged.add(states, chance, turn)
        while fixed and fixed[-1] == sides[len(fixed) - 1] - 1:
            fixed.pop()
        if not fixed:
            return merged
        fixed[-1] += 1
    return None


def _sample(match: Match, code: int, samples: int) -> _Merged:
    """Sample with other dice than the match's own, so that nobody can look ahead."""
    merged = _Merged(match)
    for seed in range(samples):
        states = copied(match._states)
        match.game.entries.forget_dice(states, 0, seed)
        turn = match._run(states, code)
        merged.add(states, Fraction(1, samples), turn)
    return merged
