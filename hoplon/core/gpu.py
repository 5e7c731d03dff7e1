"""The batch runner as CUDA kernels: one thread for each match, the same compiled rules.

Works on an NVIDIA GPU with the package `numba-cuda` (the extra `gpu`), or, slowly, in its simulator with
`NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1`.

Each thread keeps its match and its turn in local memory for the length of a call, where the fields that the
32 threads of a warp read in step lie side by side. States are copied word by word, because the compiler would
unroll the copy of a record byte by byte.

The threads of a warp run in step, so one that began a new match would make the others wait. The starts of the
next few matches are therefore dealt ahead by a kernel of their own; a thread that runs out of them makes its
own. Large records are not dealt ahead, which would take too much memory; a call plays longer instead.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from hoplon.core.batch import LONGEST, result_t
from hoplon.core.dice import stream
from hoplon.core.entrypoints import PLAYER_DICE
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import Dtype, alignment, config

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 still looks for it

cuda: Any
try:
    cuda = importlib.import_module("numba.cuda")
    # How an enum indexes an array is declared only here; Numba's CPU side loads it when it compiles, which it
    # does not do where all rules came from the disk.
    importlib.import_module("numba.core.typing.arraydecl")
except ImportError:
    cuda = None

THREADS = 64
DEALT_AHEAD = 8
TURNS_A_CALL = 32
LARGE = 4096  # bytes of a state that is not dealt ahead
TURNS_A_LARGE_CALL = 1024
REGISTERS = 64  # per thread; fewer allow more threads, which hide instruction cache misses


def check_gpu() -> None:
    """Raise HoplonError if a GPU cannot be used here."""
    if cuda is None:
        raise HoplonError("numba-cuda is not installed: pip install 'hoplon[gpu]'")
    if not cuda.is_available():
        raise HoplonError("there is no CUDA GPU here; NUMBA_ENABLE_CUDASIM=1 runs the simulator")


_kernels: dict[tuple[Rules, int], tuple[Any, Any]] = {}


def dealt_ahead(game: Game) -> int:
    """How many starts are dealt ahead for each match."""
    return DEALT_AHEAD if game.state.itemsize < LARGE else 0


def word_of(game: Game) -> Dtype:
    """The unit in which states are copied: an integer as wide as the widest field."""
    return np.dtype(f"u{alignment(game.state)}")


def rows_of_words(game: Game, states: Any) -> Any:
    """States as rows of words, in the same memory."""
    word = word_of(game)
    return states.view(word).reshape(len(states), game.state.itemsize // word.itemsize)


def kernels_of(game: Game) -> tuple[Any, Any]:
    """The kernels of a game, compiled once in a process."""
    key = game.rules, game.state.itemsize
    if key not in _kernels:
        deal, play = kernels(game)
        limits = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}
        _kernels[key] = cuda.jit(deal), cuda.jit(play, **limits)
    return _kernels[key]


def kernels(game: Game) -> tuple[Any, Any]:
    """The kernel that deals starts ahead, and the one that plays random turns in every match.

    Both take states and starts as rows of words.
    """
    new = game.rules.new
    random_turn = game.entries.random_turn
    state_t, turn_t = game.state, game.turn
    word_t = word_of(game)
    words = state_t.itemsize // word_t.itemsize
    ahead = dealt_ahead(game)

    def deal(starts, dealt, results, options):
        """Start number m of match i lies at `m % ahead`; `dealt` says up to which m they are made."""
        i = cuda.grid(1)
        n = len(results)
        if i >= n:
            return
        r = results[i]
        m = max(dealt[i], r.matches)
        while m < r.matches + ahead:
            m += 1
            start = starts[(m % ahead) * n + i].view(state_t)[0]
            new(start, options[0], r.seed + (m - r.matches) * n)
        dealt[i] = m

    def play(states, results, starts, dealt, options, steps, longest, checked):
        i = cuda.grid(1)
        n = len(states)
        if i >= n:
            return
        own_state = cuda.local.array(words, word_t)
        own_turn = cuda.local.array(1, turn_t)
        own_result = cuda.local.array(1, result_t)
        for w in range(words):
            own_state[w] = states[i, w]
        own_result[0] = results[i]
        s = own_state.view(state_t)[0]
        r = own_result[0]
        turn = own_turn[0]
        turn.fixed = 0
        for _ in range(steps):
            if random_turn(s, turn, r, stream(r.seed, PLAYER_DICE, 0), n, longest, checked):
                if ahead > 0 and r.matches <= dealt[i]:
                    start = (r.matches % ahead) * n + i
                    for w in range(words):
                        own_state[w] = starts[start, w]
                else:
                    new(s, options[0], r.seed)
        for w in range(words):
            states[i, w] = own_state[w]
        results[i] = own_result[0]

    return deal, play


class GpuBatch:
    """`n` matches on the GPU, with the seeds `seed`, `seed + 1` and so on, like `Batch`."""

    def __init__(self, game: Game, n: int, seed: int = 0, options: Any = None) -> None:
        check_gpu()
        options = game.options() if options is None else options
        self.game = game = game.fit(options)
        own = game.options_array(options)
        states = game.new_states(n)
        for i in range(n):
            game.entries.start(states, i, own, seed + i)
        results = np.zeros(n, result_t)
        results["seed"] = np.arange(seed, seed + n)
        self._ahead = dealt_ahead(game)
        self._options = cuda.to_device(own)
        self._states = cuda.to_device(rows_of_words(game, states))
        self._results = cuda.to_device(results)
        self._starts = cuda.to_device(rows_of_words(game, game.new_states(n * self._ahead or 1)))
        self._dealt = cuda.to_device(np.zeros(n, np.int64))
        self._deal, self._play = kernels_of(game)

    def __len__(self) -> int:
        return int(self._states.shape[0])

    def play_randomly(self, turns: int, longest: int = LONGEST, checked: bool = False) -> None:
        """Play this many random turns in each match, like `Batch.play_randomly`."""
        grid = (len(self) + THREADS - 1) // THREADS, THREADS
        while turns > 0:
            steps = min(turns, TURNS_A_CALL if self._ahead else TURNS_A_LARGE_CALL)
            if self._ahead:
                self._deal[grid](self._starts, self._dealt, self._results, self._options)
            self._play[grid](
                self._states, self._results, self._starts, self._dealt, self._options,
                steps, longest, checked,
            )  # fmt: skip
            turns -= steps
        cuda.synchronize()

    @property
    def states(self) -> Any:
        """A copy of the positions."""
        return self._states.copy_to_host().view(self.game.state).reshape(-1)

    @property
    def results(self) -> Any:
        """A copy of the results."""
        return self._results.copy_to_host()
