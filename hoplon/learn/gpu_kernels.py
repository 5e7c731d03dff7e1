"""The CUDA kernels of a vector: one thread steps one match, by the same functions as on the CPU.

Positions lie word by word, those of neighbouring matches side by side, so that a warp reads and writes them
together, except where many rows look at the same position. A second kernel observes: one thread a row, into
the shared memory of its block, which then writes all its rows at once, because bytes that threads scatter
over the memory of the GPU cost more than the rules. Matches are begun ahead by a kernel of their own, since a
thread that begins one would make the others of its warp wait.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from hoplon.core.gpu_cache import kernel
from hoplon.core.gpu_kernels import REGISTERS, cuda, dealt_ahead, word_of
from hoplon.core.kernel import config
from hoplon.learn.plan import Plan
from hoplon.learn.stepping import (
    BEGIN,
    DISABLED,
    FINE,
    LOOK,
    NEXT_STEP,
    PLAY,
    SAME_STEP,
    check,
    next_match,
    stepping_of,
    still,
    tell,
)

WORD = 4
SHARED = 48 << 10  # bytes of shared memory that every block may have
MOST_ROWS = 4 if config.ENABLE_CUDASIM else 32  # of a block that observes
SHOWERS = 2 if config.ENABLE_CUDASIM else 128  # threads of such a block

_kernels: dict[Any, VectorKernels] = {}


def kernels_of(plan: Plan) -> VectorKernels:
    """The kernels of a plan, compiled once in a process for everything of its kind."""
    key = plan.kind, plan.game.state.itemsize, plan.place_t.itemsize
    if key not in _kernels:
        _kernels[key] = VectorKernels(plan)
    return _kernels[key]


class VectorKernels:
    """The kernels of one kind, each compiled on first use. They take positions as rows of words."""

    def __init__(self, plan: Plan) -> None:
        self.stepping = stepping_of(plan.kind)
        self.state_t, self.turn_t, self.place_t = plan.game.state, plan.game.turn, plan.place_t
        self.word_t = word_of(plan.game)
        self.words = self.state_t.itemsize // self.word_t.itemsize
        self.columns = plan.columns
        self.side_by_side = (
            plan.columns == 1
        )  # with several rows, threads would copy a position several times
        self.ahead = 0 if plan.opponents else dealt_ahead(plan.game)
        self.concealed = 1 if plan.opponents else 0
        self.obs_words, self.mask_words = words_of(plan.encoding.width), words_of(plan.encoding.actions)
        self.width, self.actions = plan.encoding.width, plan.encoding.actions
        self.pitch = (self.obs_words + self.mask_words) | 1  # odd, so that rows begin in different banks
        self.shown = min(MOST_ROWS, SHARED // (WORD * self.pitch))  # rows of a block; 0: they do not fit

    @cached_property
    def deal(self) -> Any:
        """Begins matches ahead: number m of place i lies at `m % ahead`; `dealt` says up to which."""
        make, ahead, state_t, turn_t, place_t = (
            self.stepping.make,
            self.ahead,
            self.state_t,
            self.turn_t,
            self.place_t,
        )

        def deal(starts, dealt, places, options, seeds, settings):
            i = cuda.grid(1)
            n = len(places)
            if i >= n:
                return
            turns = cuda.local.array(1, turn_t)
            coming = cuda.local.array(1, place_t)
            turn = turns[0]
            turn.fixed = 0
            p = coming[0]
            number = max(dealt[i], places[i].number)
            while number < places[i].number + ahead:
                states = starts[(number % ahead) * n + i].view(state_t)
                next_match(p, i, number, n, len(options), seeds, settings[0])
                make(states[0], turn, p, states, options, settings[0])
                number += 1
            dealt[i] = number

        return kernel(deal)

    @cached_property
    def step(self) -> Any:
        """Begins the matches or plays their actions."""
        stepping, columns, ahead, words, word_t = (
            self.stepping,
            self.columns,
            self.ahead,
            self.words,
            self.word_t,
        )
        state_t, turn_t, concealed = self.state_t, self.turn_t, self.concealed
        side_by_side = self.side_by_side
        make, enter, play, gain = stepping.make, stepping.enter, stepping.play, stepping.gain
        keep_end, look = stepping.keep_end, stepping.look

        def step(
            states, places, mask, final, gains, ends, marks, actions, options, seeds, settings, starts, dealt,
            what,
        ):  # fmt: skip
            i = cuda.grid(1)
            n = len(places)
            if i >= n:
                return
            o = settings[0]
            p = places[i]
            own = cuda.local.array(words, word_t)
            turns = cuda.local.array(1, turn_t)
            for w in range(words):
                own[w] = states[w, i] if side_by_side else states[i, w]
            here = own.view(state_t)
            s = here[0]
            rooms = here
            if concealed == 1:
                rooms = cuda.local.array(words, word_t).view(state_t)
            turn = turns[0]
            turn.fixed = 0
            row = i * columns
            ended = p.terminated == 1 or p.truncated == 1
            starts_anew = what == BEGIN or (what == PLAY and ended and o.mode == NEXT_STEP)
            if what != LOOK:
                still(p)
            if what == BEGIN or (what == PLAY and not (ended and o.mode == DISABLED)):
                p.terminated = 0
                p.truncated = 0
                if not starts_anew:
                    if check(mask, actions, row, row + columns) != FINE:
                        p.refused = 1
                        p.age += 1
                    else:
                        play(s, turn, p, rooms, actions, row, o)
                    gain(s, p, o)
                    if p.terminated == 1 or p.truncated == 1:
                        keep_end(s, p)
                        if o.mode == SAME_STEP:
                            starts_anew = True
                            if o.keeps_final == 1:
                                for each in range(row, row + columns):
                                    blank = final[each].view(np.uint64)
                                    for k in range(len(blank)):
                                        blank[k] = 0
                                look(s, p, final, row, o)
                if starts_anew:
                    number = int(p.number)
                    next_match(p, i, number, n, len(options), seeds, o)
                    p.number = number + 1
                    if ahead > 0 and number < dealt[i]:
                        start = (number % ahead) * n + i
                        for w in range(words):
                            own[w] = starts[start, w]
                    else:
                        make(s, turn, p, rooms, options, o)
                    enter(s, p)
            tell(p, i, gains, ends, marks, o)
            for w in range(words):
                if side_by_side:
                    states[w, i] = own[w]
                else:
                    states[i, w] = own[w]

        return kernel(step, max_registers=2 * REGISTERS)

    @cached_property
    def show(self) -> Any:
        """Observes: writes the rows of observations and masks, as words."""
        look_at, allow_at = self.stepping.look_at, self.stepping.allow_at
        columns, words, word_t, state_t = self.columns, self.words, self.word_t, self.state_t
        side_by_side = self.side_by_side
        obs_words, mask_words, pitch, shown = self.obs_words, self.mask_words, self.pitch, self.shown
        row_bytes, first_action, width, actions = WORD * pitch, WORD * obs_words, self.width, self.actions
        block_words = shown * pitch

        def show(states, places, obs, mask, active, settings):
            room = cuda.shared.array(block_words, np.uint32)
            seen = room.view(np.uint8)
            first = cuda.blockIdx.x * shown
            rows = min(shown, len(active) - first)
            for k in range(cuda.threadIdx.x, block_words, SHOWERS):
                room[k] = 0
            cuda.syncthreads()
            for k in range(cuda.threadIdx.x, rows, SHOWERS):
                row = first + k
                i = row // columns
                if side_by_side:
                    own = cuda.local.array(words, word_t)
                    for w in range(words):
                        own[w] = states[w, i]
                    here = own.view(state_t)
                else:
                    here = states[i].view(state_t)
                s = here[0]
                p = places[i]
                at = row_bytes * k
                look_at(s, p, row - columns * i, seen[at : at + width], settings[0])
                at += first_action
                active[row] = allow_at(s, p, row - columns * i, seen[at : at + actions], settings[0])
            cuda.syncthreads()
            for k in range(cuda.threadIdx.x, rows * obs_words, SHOWERS):
                row = k // obs_words
                obs[first + row, k - obs_words * row] = room[pitch * row + k - obs_words * row]
            for k in range(cuda.threadIdx.x, rows * mask_words, SHOWERS):
                row = k // mask_words
                mask[first + row, k - mask_words * row] = room[pitch * row + obs_words + k - mask_words * row]

        return kernel(show, max_registers=2 * REGISTERS)


def words_of(width: int) -> int:
    """The words that so many bytes need."""
    return -(-width // WORD)
