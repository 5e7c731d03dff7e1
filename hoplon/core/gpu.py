"""Many matches on an NVIDIA GPU: the batch runner as CUDA kernels.

Works with the package `numba-cuda` (the extra `gpu`), or, slowly, in its simulator with
`NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.batch import Batch
from hoplon.core.batch_starts import read_choices, read_longest, read_rows, read_seeds, whole
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.gpu_kernels import cuda, kernels_of, rows_of_words

THREADS = 64
TURNS_A_CALL = 32  # between two deals
TURNS_A_LARGE_CALL = 1024


def check_gpu() -> None:
    """Raise HoplonError if a GPU cannot be used here."""
    if cuda is None:
        raise HoplonError("numba-cuda is not installed: pip install 'hoplon[gpu]'")
    if not cuda.is_available():
        raise HoplonError("there is no CUDA GPU here; NUMBA_ENABLE_CUDASIM=1 runs the simulator")


class GpuBatch:
    """`n` matches on the GPU, made and played like those of a `Batch`.

    `states`, `results`, `scores` and `finals` are copies in NumPy arrays. `masks` and `to_move` are arrays on
    the GPU, which other libraries read in place; `play` takes choices from there too.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: Any = 0,
        options: Any = None,
        positions: Any = None,
        reset: bool = True,
        longest: int | None = None,
    ) -> None:
        check_gpu()
        starts = Batch(game, n, seed, options, positions, reset=reset, longest=longest)
        self.game = game = starts.game
        self.longest = longest
        self.space = starts.space
        self._resets = bool(reset)
        self._kernels = kernels_of(game)
        self._ahead = self._kernels.ahead if reset else 0
        self._undealt = 0  # turns until starts are dealt
        n = len(starts)
        self._options = cuda.to_device(starts._options)
        self._positions = self._rows(starts._positions)
        self._states = self._rows(starts.states)
        self._finals = self._rows(starts.finals)
        self._results = cuda.to_device(starts.results)
        self._scores = cuda.to_device(starts.scores)
        self._starts = self._rows(game.new_states(n * self._ahead))
        self._dealt = cuda.to_device(np.zeros(n, np.int64))
        self._numbers = cuda.to_device(self.space.numbers)
        self._columns = cuda.to_device(self.space.columns)

    def __len__(self) -> int:
        return int(self._states.shape[0])

    def play(self, choices: Any) -> None:
        """Play one choice in each match, like `Batch.play`; choices may be an array on the GPU."""
        if hasattr(choices, "__cuda_array_interface__"):
            choices = self._on_gpu(choices, "choices", (len(self),), np.int64)
        else:
            choices = cuda.to_device(read_choices(choices, len(self)))
        self._deal(1)
        self._kernels.play[self._grid(len(self))](
            self._states, choices, self._results, self._scores, self._finals, self._starts, self._dealt,
            self._options, self._positions, read_longest(self.longest), self._resets,
        )  # fmt: skip

    def play_randomly(self, turns: int, checked: bool = False) -> None:
        """Play this many random turns in each match, like `Batch.play_randomly`."""
        left = whole(turns, "number of turns")
        longest = read_longest(self.longest)
        while left > 0:
            steps = min(left, TURNS_A_CALL if self._ahead else TURNS_A_LARGE_CALL)
            self._deal(steps)
            self._kernels.play_randomly[self._grid(len(self))](
                self._states, self._results, self._scores, self._starts, self._dealt,
                self._options, self._positions, steps, longest, self._resets, checked,
            )  # fmt: skip
            left -= steps
        cuda.synchronize()

    def reset(self, rows: Any, seeds: Any = None) -> None:
        """Begin chosen rows anew, like `Batch.reset`."""
        chosen = read_rows(rows, len(self))
        if not len(chosen):
            return
        new = (
            self.results["seed"][chosen] + len(self)
            if seeds is None
            else read_seeds(self.game, seeds, len(chosen))
        )
        self._kernels.renew[self._grid(len(chosen))](
            self._states, cuda.to_device(chosen), cuda.to_device(new), self._results, self._dealt,
            self._options, self._positions,
        )  # fmt: skip

    @property
    def to_move(self) -> Any:
        """The seat to move in each match, -1 after the end, as an array on the GPU."""
        seats = cuda.device_array(len(self), np.int64)
        self._kernels.movers[self._grid(len(self))](self._states, seats)
        return seats

    def masks(self, out: Any = None) -> Any:
        """Which choices are legal, like `Batch.masks`, as an array of bool on the GPU."""
        shape = len(self), len(self.space)
        found = cuda.device_array(shape, bool) if out is None else self._on_gpu(out, "masks", shape, bool)
        self._kernels.masks[self._grid(len(self))](self._states, self._numbers, self._columns, found)
        return found

    @property
    def states(self) -> Any:
        """A copy of the positions."""
        return self._states.copy_to_host().view(self.game.state).reshape(-1)

    @property
    def finals(self) -> Any:
        """A copy of the positions in which matches ended last."""
        return self._finals.copy_to_host().view(self.game.state).reshape(-1)

    @property
    def results(self) -> Any:
        """A copy of the results."""
        return self._results.copy_to_host()

    @property
    def scores(self) -> Any:
        """A copy of the scores."""
        return self._scores.copy_to_host()

    def _deal(self, steps: int) -> None:
        """Deal starts ahead, unless that was done a few turns ago."""
        if self._ahead and self._undealt < steps:
            self._kernels.deal[self._grid(len(self))](
                self._starts, self._dealt, self._results, self._options, self._positions
            )
            self._undealt = TURNS_A_CALL
        self._undealt -= steps

    def _rows(self, states: Any) -> Any:
        """States as rows of words on the GPU; at least one, for there are no empty arrays there."""
        return cuda.to_device(rows_of_words(self.game, states if len(states) else self.game.new_states(1)))

    def _grid(self, n: int) -> tuple[int, int]:
        return (n + THREADS - 1) // THREADS, THREADS

    def _on_gpu(self, given: Any, what: str, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array on the GPU as Numba takes it."""
        if not hasattr(given, "__cuda_array_interface__"):
            raise HoplonError(f"got {what} as {type(given).__name__}; expected an array on the GPU")
        found = cuda.as_cuda_array(given)
        if found.shape != shape or found.dtype != dtype:
            raise HoplonError(
                f"got {what} of type {found.dtype} and shape {found.shape}; "
                f"expected {np.dtype(dtype)} and {shape}"
            )
        return found
