"""The batch runner as a CUDA kernel: one thread a match, the same compiled rules.

Works on an NVIDIA GPU with the package `numba-cuda` (the extra `gpu`), or, slowly, in its simulator with
`NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1`. Each thread keeps its match and its turn in its own memory for the
length of a call, so a call of many turns costs little traffic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype

from hoplon.core.batch import LONGEST, result_t
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game

THREADS = 128


def cuda_or_error() -> Any:
    """The cuda module of numba, or a sentence that says what is missing."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined]  # numba-cuda 0.30 still looks for it
    try:
        from numba import cuda
    except ImportError as error:
        raise HoplonError(f"numba-cuda is not installed ({error}): pip install 'hoplon[gpu]'") from None
    if not cuda.is_available():
        raise HoplonError("there is no CUDA GPU here; NUMBA_ENABLE_CUDASIM=1 runs the simulator")
    return cuda


def random_kernel(game: Game, cuda: Any) -> Callable[..., None]:
    """A kernel that plays random turns in every match."""
    random_turn = game.entries.random_turn
    simulated = isinstance(from_dtype(game.state), type(None)) or not hasattr(cuda, "codegen")
    state_type = game.state if simulated else from_dtype(game.state)
    turn_type = game.turn if simulated else from_dtype(game.turn)
    result_type = result_t if simulated else from_dtype(result_t)

    def random_many(states, results, options, steps, longest, checked):
        i = cuda.grid(1)
        if i >= len(states):
            return
        own_state = cuda.local.array(1, state_type)
        own_turn = cuda.local.array(1, turn_type)
        own_result = cuda.local.array(1, result_type)
        own_state[0] = states[i]
        own_result[0] = results[i]
        turn = own_turn[0]
        turn.fixed = 0
        for _ in range(steps):
            random_turn(
                own_state[0], turn, own_result[0], options[0], len(states), longest, checked
            )
        states[i] = own_state[0]
        results[i] = own_result[0]

    kernel: Callable[..., None] = cuda.jit(random_many)
    return kernel


class GpuBatch:
    """`n` matches on the GPU, with the seeds `seed`, `seed + 1` and so on, as `Batch` has them."""

    def __init__(self, game: Game, n: int, seed: int = 0, options: Any = None) -> None:
        self.cuda = cuda_or_error()
        self.game = game
        self._options = game.options_array(game.options() if options is None else options)
        states = game.new_states(n)
        for i in range(n):
            game.entries.start(states, i, self._options, seed + i)
        results = np.zeros(n, result_t)
        results["seed"] = np.arange(seed, seed + n)
        self._states = self.cuda.to_device(states)
        self._results = self.cuda.to_device(results)
        self._device_options = self.cuda.to_device(self._options)
        self._kernel: Any = random_kernel(game, self.cuda)

    def __len__(self) -> int:
        return int(self._states.shape[0])

    def play_randomly(self, turns: int, longest: int = LONGEST, checked: bool = False) -> None:
        """Let the random player make so many turns in each match, as `Batch.play_randomly`."""
        blocks = (len(self) + THREADS - 1) // THREADS
        self._kernel[blocks, THREADS](
            self._states, self._results, self._device_options, turns, longest, checked
        )
        self.cuda.synchronize()

    @property
    def states(self) -> Any:
        """A copy of the positions."""
        return self._states.copy_to_host()

    @property
    def results(self) -> Any:
        """A copy of the results."""
        return self._results.copy_to_host()
