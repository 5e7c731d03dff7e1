"""Many matches at once: one compiled call steps them all, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from hoplon.core.batch_entries import NOT_BEGUN, batch_entries_of
from hoplon.core.batch_starts import (
    read_choices,
    read_longest,
    read_rows,
    read_seeds,
    read_threads,
    starts_of,
    whole,
)
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.space import Space

NO_CHOICES = np.zeros(0, np.int64)


class Batch:
    """`n` matches side by side, one in each row.

    Their seeds are `seed`, `seed + 1` and so on, or an array with one for each. `options` are the same for
    all, or a list with those of each match, as long as the records of the game fit them all. `positions` are
    what the matches begin from: a `State`, a `Match`, an array of states or a list of any of these, one for
    all or one for each match. The seeds then are their dice, even where a position in the game's notation
    says its own.

    A match that is over, or cut off at the age `longest`, is replaced at once by a new one with the same
    options or position and the seed of the old one plus n, unless `reset` is off.

    `results` has a record for each row: the `seed` of its match, its `age` in turns, whether the last turn
    ended the match by the rules (`over`) or cut it off (`truncated`), whether the last choice was `refused`,
    and how many `matches` have ended so far, in one way or the other. `scores` has the score of each seat in
    the match that ended last in this row. `finals` has the position in which `play` ended a match last, and
    `states` the positions now. With `log`, `turns` has the record of the last turn of each match.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: Any = 0,
        options: Any = None,
        positions: Any = None,
        threads: int | None = None,
        reset: bool = True,
        longest: int | None = None,
        log: bool = False,
    ) -> None:
        starts = starts_of(game, n, seed, options, positions)
        self.game = game = starts.game
        n = len(starts.results)
        self.longest = longest
        self.threads = read_threads(threads, n)
        self.states = np.zeros(n, game.state)
        self.finals = np.zeros(n, game.state)
        self.turns = game.new_turns(n if log else self.threads)
        self.results = starts.results
        self.scores = np.zeros((n, starts.seats), np.int64)
        self.space = Space(game.space)
        self._options = starts.options
        self._positions = starts.positions
        self._resets = bool(reset)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0  # the process that its threads live in
        self._play(NO_CHOICES, 0)
        if self._resets and len(self._positions):
            self._refuse_ends()

    def __len__(self) -> int:
        return len(self.states)

    def play(self, choices: Any) -> Any:
        """Play one choice in each match; an illegal one is refused and changes nothing.

        Where matches do not begin anew, every choice is refused after the end.
        """
        return self._play(read_choices(choices, len(self)), 1)

    def play_randomly(self, turns: int, checked: bool = False) -> Any:
        """Play this many random turns in each match; with `checked`, the logs are hashed into `check`.

        Where matches do not begin anew, each is played until it ends.
        """
        return self._play(NO_CHOICES, whole(turns, "number of turns"), checked)

    def reset(self, rows: Any, seeds: Any = None) -> Any:
        """Begin chosen rows anew: a mask, or a list of indices.

        Without seeds, each gets its old one plus n, as if its match had ended; a number is the seed of the
        first row, and those after it get the following ones.
        """
        chosen = read_rows(rows, len(self))
        if not len(chosen):
            return self.results
        old = self.results["seed"][chosen]
        new = old + len(self) if seeds is None else read_seeds(self.game, seeds, len(chosen))
        for name in ("check", "fault", "refused", "over", "truncated"):
            self.results[name][chosen] = 0
        self.results["seed"][chosen] = new
        self.results["age"][chosen] = NOT_BEGUN
        return self._play(NO_CHOICES, 0)

    @property
    def to_move(self) -> Any:
        """The seat to move in each match; -1 after the end."""
        seats = np.zeros(len(self), np.int64)
        self._on_all_cores(lambda _, *span: self._entries.movers(self.states, seats, *span))
        return seats

    def masks(self, out: Any = None) -> Any:
        """Which choices are legal: a row for each match, a column for each of `space`.

        They are written to `out` if it is given, an array of booleans of that shape.
        """
        shape = len(self), len(self.space)
        found = np.zeros(shape, bool) if out is None else out
        if not isinstance(found, np.ndarray) or found.shape != shape or found.dtype != bool:
            what = (
                f"{found.dtype} of shape {found.shape}"
                if isinstance(found, np.ndarray)
                else type(out).__name__
            )
            raise HoplonError(f"got {what} to write masks to; expected an array of bool of shape {shape}")
        if not (found.flags.c_contiguous and found.flags.writeable):
            raise HoplonError("masks can only be written to an array that is contiguous and writeable")
        numbers, columns = self.space.numbers, self.space.columns
        self._on_all_cores(lambda _, *span: self._entries.masks(self.states, numbers, columns, found, *span))
        return found

    def legal(self, i: int) -> Any:
        """The legal choices of match `i`, as numbers."""
        row = whole(i, "row")
        if not 0 <= row < len(self):
            raise HoplonError(f"there is no row {row}; expected 0 to {len(self) - 1}")
        choices = np.zeros(self.game.most_choices, np.int64)
        return choices[: self.game.entries.legal(self.states, row, choices)]

    def copy(self) -> Batch:
        """An independent copy."""
        twin = Batch.__new__(Batch)
        twin.__setstate__(self.__getstate__())
        for name in ("states", "finals", "turns", "results", "scores"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """All but the threads, which are made again where they are needed."""
        return {**self.__dict__, "_pool": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    @property
    def _entries(self) -> Any:
        return batch_entries_of(self.game.rules)

    def _play(self, choices: Any, steps: int, checked: bool = False) -> Any:
        every = len(self.turns) == len(self)
        longest = read_longest(self.longest)

        def part(thread: int, first: int, last: int) -> None:
            turns = self.turns if every else self.turns[thread : thread + 1]
            self._entries.play_many(
                self.states, turns, choices, self.results, self.scores, self._options, self._positions,
                self.finals, steps, longest, self._resets, checked, first, last,
            )  # fmt: skip

        self._on_all_cores(part)
        return self.results

    def _refuse_ends(self) -> None:
        """Where matches begin anew, they do not begin with their end."""
        ended = np.flatnonzero(self.to_move < 0)
        if ended.size:
            raise HoplonError(
                f"the position of match {int(ended[0])} is the end of a match; "
                "expected one to play from, or a batch with reset off"
            )

    def _on_all_cores(self, part: Callable[..., None]) -> None:
        """Call `part(thread, first, last)` for as many parts of the rows as there are threads."""
        edges = [len(self) * t // self.threads for t in range(self.threads + 1)]
        others = [self._submit(part, t, edges[t], edges[t + 1]) for t in range(1, self.threads)]
        part(0, edges[0], edges[1])
        for other in others:
            other.result()

    def _submit(self, part: Callable[..., None], *span: int) -> Future[None]:
        """Let another thread do a part; threads do not survive a fork, so the child makes its own."""
        if self._pool is None or self._pool_of != os.getpid():
            self._pool = ThreadPoolExecutor(self.threads - 1)
            self._pool_of = os.getpid()
        return self._pool.submit(part, *span)
