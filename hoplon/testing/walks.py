"""Random matches to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from hoplon.core.game import Game
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.core.quick_dice import quick_below, quick_stream

PICKS = 0x5049434B  # what the dice are for
MANY = 1 << 20
ANOTHER_DEAL = 0x5EED5EED  # stirred into the seed of a match


@dataclass(frozen=True)
class Walk:
    """A match at random: `picks` are numbers that each stand for one of the legal choices."""

    game: Game
    seed: int = 0
    picks: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def begin(self) -> Match:
        """The start of the match."""
        return Match(self.game, self.seed, self.game.options(**self.options))

    def steps(self, match: Match) -> Iterator[int]:
        """Play the choices one after the other; the pick comes before its choice is played."""
        for pick in self.picks:
            if match.is_over:
                return
            yield pick
            legal = match.legal()
            match.play(legal[pick % len(legal)])

    def end(self) -> Match:
        """The match after all of them."""
        match = self.begin()
        for _ in self.steps(match):
            pass
        return match


def walks(game: Game, options: Mapping[str, Any] | None = None) -> Iterator[Walk]:
    """Some matches of different lengths, the same every time."""
    for seed in range(6 if is_compiled() else 3):
        dice = quick_stream(seed, PICKS, 0)
        length = (3, 40, 15, 80, 25, 60)[seed] if is_compiled() else (3, 15, 25)[seed]
        yield Walk(game, seed, tuple(int(quick_below(dice, n, MANY)) for n in range(length)), options or {})


def on_walks(check: Callable[[Walk], None]) -> Callable[[Game], None]:
    """A check of a match as one of a game."""

    @wraps(check)
    def checked(game: Game) -> None:
        for walk in walks(game):
            check(walk)

    return checked


def must(condition: object, sentence: str) -> None:
    """Fail with a sentence unless something holds."""
    if not condition:
        raise AssertionError(sentence)
