"""Many matches at once: one compiled call steps them all, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.kernel import record

LONGEST = 1000

result_t = record(
    [
        ("seed", "i8"),
        ("check", "i8"),
        ("score", "i8"),
        ("age", "i4"),
        ("matches", "i4"),
        ("fault", "i4"),
        ("refused", "i2"),
        ("over", "i2"),
    ]
)


class Batch:
    """`n` matches side by side, with the same options and the seeds `seed`, `seed + 1` and so on.

    `results` has for each match its seed, its age in turns, how many matches have ended in its place, whether
    the last choice was refused, and whether it ended the match. A match that ends is replaced at once by a
    new one with seed + n, unless `reset` is off; `finals` keeps the position it ended in.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        options: Any = None,
        threads: int | None = None,
        reset: bool = True,
        log: bool = False,
    ) -> None:
        if n < 1:
            raise HoplonError(f"a batch of {n} matches is too small; expected at least 1")
        options = game.options() if options is None else options
        self.game = game = game.fit(options)
        self.options = game.options_array(options)
        self.reset = reset
        self.threads = min(threads or os.cpu_count() or 1, n)
        self.states = game.new_states(n)
        self.finals = game.new_states(n)
        self.turns = game.new_turns(n if log else self.threads)
        self.results = np.zeros(n, result_t)
        self.results["seed"] = np.arange(seed, seed + n)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        for i in range(n):
            game.entries.start(self.states, i, self.options, seed + i)

    def __len__(self) -> int:
        return len(self.states)

    def play(self, choices: Any) -> Any:
        """Play one choice in each match; an illegal one is refused and changes nothing."""
        choices = np.ascontiguousarray(choices, np.int64)
        if choices.shape != (len(self),):
            raise HoplonError(f"got choices of shape {choices.shape}; expected ({len(self)},)")
        every = len(self.turns) == len(self)

        def part(thread: int, first: int, last: int) -> None:
            turns = self.turns if every else self.turns[thread : thread + 1]
            self.game.entries.play_many(
                self.states, turns, choices, self.results, self.options, self.finals,
                self.reset, first, last,
            )  # fmt: skip

        self._on_all_cores(part)
        return self.results

    def play_randomly(self, turns: int, longest: int = LONGEST, checked: bool = False) -> Any:
        """Play this many random turns in each match; with `checked`, the logs are hashed into `check`."""
        if not self.reset:
            raise HoplonError("the random player begins ended matches anew; make the batch with reset on")

        def part(thread: int, first: int, last: int) -> None:
            self.game.entries.random_many(
                self.states, self.turns, thread, self.results, self.options,
                turns, longest, checked, first, last,
            )  # fmt: skip

        self._on_all_cores(part)
        return self.results

    def legal(self, i: int) -> Any:
        """The legal choices of match `i`, as numbers."""
        choices = np.zeros(self.game.most_choices, np.int64)
        return choices[: self.game.entries.legal(self.states, i, choices)]

    def _on_all_cores(self, part: Callable[[int, int, int], None]) -> None:
        edges = np.linspace(0, len(self), self.threads + 1).astype(int).tolist()
        spans = [(t, edges[t], edges[t + 1]) for t in range(self.threads)]
        if self._pool is None:
            part(*spans[0])
            return
        for done in [self._pool.submit(part, *span) for span in spans]:
            done.result()
