"""The CUDA kernels of a batch: one thread for each match, the same compiled rules.

Each thread keeps its match and its turn in local memory for the length of a call, where the fields that the
32 threads of a warp read in step lie side by side. States are copied word by word, because the compiler would
unroll the copy of a record byte by byte.

The threads of a warp run in step, so one that began a new match would make the others wait. The starts of the
next few matches are therefore dealt ahead by a kernel of their own; a thread that runs out of them makes its
own. Large records are not dealt ahead, which would take too much memory; a call plays longer instead.
"""

from __future__ import annotations

import importlib
from functools import cached_property
from typing import Any

import numpy as np

from hoplon.core.batch_entries import (
    PLAYER_DICE,
    batch_entries_of,
    goes_on,
    is_cut_off,
    next_seed,
    refuse,
    result_t,
)
from hoplon.core.dice import named
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import Dtype, alignment, config, rule
from hoplon.core.quick_dice import quick_stream
from hoplon.core.space import place

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

DEALT_AHEAD = 8
LARGE = 4096  # bytes of a state that is not dealt ahead
REGISTERS = 64  # per thread; fewer allow more threads, which hide instruction cache misses

_kernels: dict[tuple[Rules, int], Kernels] = {}


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


def kernels_of(game: Game) -> Kernels:
    """The kernels of a game, compiled once in a process."""
    key = game.rules, game.state.itemsize
    if key not in _kernels:
        _kernels[key] = Kernels(game)
    return _kernels[key]


class Kernels:
    """The kernels of a game, each compiled on first use. They take states as rows of words."""

    def __init__(self, game: Game) -> None:
        new, forget = game.rules.new, game.rules.forget_dice
        self.game = game
        self.entries = batch_entries_of(game.rules)
        self.word_t = word_of(game)
        self.words = game.state.itemsize // self.word_t.itemsize
        self.ahead = dealt_ahead(game)

        @rule
        def begin(own, s, r, seed, options, positions):
            """Begin the match of a row in `own`, which `s` shows as a record."""
            if r.position >= 0:
                for w in range(len(own)):
                    own[w] = positions[r.position, w]
                forget(s, named(seed))
            else:
                new(s, options[r.options], named(seed))

        self.begin = begin

    @cached_property
    def deal(self) -> Any:
        """Deals starts ahead."""
        begin, ahead, state_t = self.begin, self.ahead, self.game.state

        def deal(starts, dealt, results, options, positions):
            """Start number m of match i lies at `m % ahead`; `dealt` says up to which m they are made."""
            i = cuda.grid(1)
            n = len(results)
            if i >= n:
                return
            r = results[i]
            m = max(dealt[i], r.matches)
            while m < r.matches + ahead:
                m += 1
                own = starts[(m % ahead) * n + i]
                begin(own, own.view(state_t)[0], r, r.seed + (m - r.matches) * n, options, positions)
            dealt[i] = m

        return cuda.jit(deal)

    @cached_property
    def play_randomly(self) -> Any:
        """Plays random turns in every match."""
        begin, ahead, words, word_t = self.begin, self.ahead, self.words, self.word_t
        state_t, turn_t, to_move = self.game.state, self.game.turn, self.game.rules.to_move
        random_choice, advance = self.entries.random_choice, self.entries.advance

        def play_randomly(
            states, results, scores, starts, dealt, options, positions,
            steps, longest, reset, checked,
        ):  # fmt: skip
            i = cuda.grid(1)
            n = len(states)
            if i >= n:
                return
            own = cuda.local.array(words, word_t)
            own_turn = cuda.local.array(1, turn_t)
            own_result = cuda.local.array(1, result_t)
            for w in range(words):
                own[w] = states[i, w]
            own_result[0] = results[i]
            s = own.view(state_t)[0]
            r = own_result[0]
            turn = own_turn[0]
            turn.fixed = 0
            r.refused = 0
            if to_move(s) < 0 or is_cut_off(r, longest, reset):
                return
            ended = False
            for _ in range(steps):
                choice = random_choice(s, quick_stream(r.seed, PLAYER_DICE, 0), r.age)
                ended = advance(s, turn, r, scores, i, choice, longest, checked)
                if ended:
                    if not reset:
                        break
                    next_seed(r, n)
                    if ahead > 0 and r.matches <= dealt[i]:
                        start = (r.matches % ahead) * n + i
                        for w in range(words):
                            own[w] = starts[start, w]
                    else:
                        begin(own, s, r, r.seed, options, positions)
            if not ended:
                goes_on(r)
            for w in range(words):
                states[i, w] = own[w]
            results[i] = own_result[0]

        limits = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}
        return cuda.jit(play_randomly, **limits)

    @cached_property
    def play(self) -> Any:
        """Plays one choice in every match."""
        begin, ahead, words, word_t = self.begin, self.ahead, self.words, self.word_t
        state_t, turn_t = self.game.state, self.game.turn
        is_refused, advance = self.entries.is_refused, self.entries.advance

        def play(
            states, choices, results, scores, finals, starts, dealt, options, positions, longest, reset
        ):  # fmt: skip
            i = cuda.grid(1)
            n = len(states)
            if i >= n:
                return
            own = cuda.local.array(words, word_t)
            own_turn = cuda.local.array(1, turn_t)
            for w in range(words):
                own[w] = states[i, w]
            s = own.view(state_t)[0]
            r = results[i]
            turn = own_turn[0]
            turn.fixed = 0
            r.refused = 0
            if is_refused(s, r, choices[i], longest, reset):
                refuse(r, reset)
                return
            goes_on(r)
            if advance(s, turn, r, scores, i, choices[i], longest, False):
                for w in range(words):
                    finals[i, w] = own[w]
                if reset:
                    next_seed(r, n)
                    if ahead > 0 and r.matches <= dealt[i]:
                        start = (r.matches % ahead) * n + i
                        for w in range(words):
                            own[w] = starts[start, w]
                    else:
                        begin(own, s, r, r.seed, options, positions)
            for w in range(words):
                states[i, w] = own[w]

        limits = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}
        return cuda.jit(play, **limits)

    @cached_property
    def renew(self) -> Any:
        """Begins chosen rows anew."""
        begin, state_t = self.begin, self.game.state

        def renew(states, rows, seeds, results, dealt, options, positions):
            k = cuda.grid(1)
            if k >= len(rows):
                return
            i = rows[k]
            r = results[i]
            r.seed = seeds[k]
            r.age = 0
            r.check = 0
            r.fault = 0
            r.refused = 0
            r.over = 0
            r.truncated = 0
            dealt[i] = r.matches  # what was dealt ahead was for other seeds
            begin(states[i], states[i].view(state_t)[0], r, r.seed, options, positions)

        return cuda.jit(renew)

    @cached_property
    def masks(self) -> Any:
        """Marks the legal choices of every match."""
        state_t = self.game.state
        count_legal, nth_legal = self.game.rules.count_legal, self.game.rules.nth_legal

        def masks(states, numbers, columns, found):
            i = cuda.grid(1)
            if i >= len(states):
                return
            for column in range(found.shape[1]):
                found[i, column] = False
            s = states[i].view(state_t)[0]
            at = -1
            for k in range(count_legal(s)):
                at = place(numbers, nth_legal(s, k), at + 1)
                if at >= 0:
                    found[i, columns[at]] = True

        return cuda.jit(masks)

    @cached_property
    def movers(self) -> Any:
        """Tells the seat to move in every match."""
        state_t, to_move = self.game.state, self.game.rules.to_move

        def movers(states, seats):
            i = cuda.grid(1)
            if i < len(states):
                seats[i] = to_move(states[i].view(state_t)[0])

        return cuda.jit(movers)
